"""Poker against the bank around its rounds: the bets that open one, and what may be noted between
two of them."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tapete.core.book.duty import Duty
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.act import Act, Seat
from tapete.core.round.ask import Round
from tapete.core.round.bets import Cloth, Stake
from tapete.core.round.betting import betting_of, take_bets
from tapete.core.round.event import Announced
from tapete.core.round.game import Setup
from tapete.core.table.roles import DUTIES
from tapete.core.table.seats import check_seated
from tapete.games.poker.bank.rules import R, S
from tapete.games.poker.deck import DECK_ACTS, DeckTerms


def place_bets(setup: Setup[R, DeckTerms], cloth: Cloth) -> Round[tuple[Stake, ...]]:
    """The start of a round: the last rounds are announced, the first bet invited, made, closed."""
    rules, left = setup.rules, setup.last_rounds_left
    if left:
        yield Announced(what=rules.last_call, facts={"left": left}, clause=rules.by("last_call"))
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    return (yield from take_bets(betting_of(setup, cloth)))


def notices(setup: Setup[R, DeckTerms]) -> tuple[Announced, ...]:
    """What the felt may say: the hand with which the croupier plays."""
    rules = setup.rules
    if not rules.felt_notice:
        return ()
    return (Announced(what=rules.felt_notice, clause=rules.by("felt_notice")),)


class NoteAbsent(Act[R, S], frozen=True, kw_only=True, tag="ausente"):
    """A player is not there while his bet lies on the cloth; only where an edition has a rule."""

    duty: ClassVar[Duty | None] = DUTIES["act"]

    seat: Seat

    def carry_out(self, setup: Setup[R, DeckTerms], state: S) -> Round[S]:
        rules, seat = setup.rules, self.seat
        if not rules.absent:
            raise Refused(rules.by("bets_placed"), "no-rule-for-it", what="ausente")
        check_seated(seat, setup.seats)
        facts: dict[str, Fact] = {"seat": seat, "by": self.by}
        yield Announced(what="jugador-ausente", facts=facts, clause=rules.by("absent"))
        return replace(state, absent=(*state.absent, seat))


ACTS = (*DECK_ACTS, NoteAbsent)
