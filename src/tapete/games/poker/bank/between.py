"""Poker against the bank around its rounds: the bets that open one, and what may be noted between
two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.ask import Round
from tapete.core.bets import Cloth, Stake
from tapete.core.event import Announced, Event
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.roles import CROUPIER
from tapete.core.seats import check_seated
from tapete.core.window import BetWindow, take_bets
from tapete.games.poker.bank.rules import R, S
from tapete.games.poker.deck import DECK_ACTS


def place_bets(setup: Setup[R], cloth: Cloth) -> Round[tuple[Stake, ...]]:
    """The start of a round: the last rounds are announced, the first bet invited, made, closed."""
    rules, left = setup.rules, setup.throws_left
    if left:
        yield Announced(what=rules.last_call, facts={"left": left}, clause=rules.by("last_call"))
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    return (
        yield from take_bets(
            BetWindow(
                seats=setup.seats,
                cloth=cloth,
                limits=setup.limits,
                clause=rules.by("bets_placed"),
                closing=rules.close_call,
                closing_clause=rules.by("close_call"),
            )
        )
    )


def notices(setup: Setup[R]) -> tuple[Announced, ...]:
    """What the felt may say: the hand with which the croupier plays."""
    rules = setup.rules
    if not rules.felt_notice:
        return ()
    return (Announced(what=rules.felt_notice, clause=rules.by("felt_notice")),)


def note_absent(
    setup: Setup[R], state: S, *, seat: int, by: str = CROUPIER
) -> tuple[S, list[Event]]:
    """A player is not there while his bet lies on the cloth; only where an edition has a rule."""
    rules = setup.rules
    if "absent" not in rules.clauses:
        raise Refused(rules.by("bets_placed"), "no-rule-for-it", what="ausente")
    check_seated(seat, setup.seats)
    told: list[Event] = [
        Announced(what="jugador-ausente", facts={"seat": seat, "by": by}, clause=rules.by("absent"))
    ]
    return replace(state, absent=(*state.absent, seat)), told


ACTS: Mapping[str, Callable[..., tuple[Any, list[Event]]]] = {**DECK_ACTS, "ausente": note_absent}
