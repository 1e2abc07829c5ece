"""A table that keeps a pack and no more: its acts between rounds, the shuffle, and late burning.

War and Treinta y Cuarenta share it; what differs is in the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from tapete.core.ask import Round
from tapete.core.event import Announced, Event
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.roles import CHIEFS, JEFE
from tapete.games.cards.shuffle import ShoeRules, ShoeState, check_cards, needs_cards
from tapete.games.cards.shuffle import prepare as prepare_cards


class PackRules(ShoeRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of such a table. ``decks_allowed`` are the numbers of decks a casino
    may choose from."""

    decks_allowed: tuple[int, ...]
    last_game_call: str
    last_hands_call: str


class PackState(ShoeState, frozen=True, kw_only=True):
    """The shoe. ``owed`` counts cards that were not burned at the start and will be after the
    first round; ``renew`` is set when new decks have been called for."""

    owed: int = 0
    renew: bool = False


P = TypeVar("P", bound=PackState)
R = TypeVar("R", bound=PackRules)


def check_decks(setup: Setup[R]) -> None:
    """Raise `Refused` unless the casino's choice of cards is one the edition allows."""
    rules = setup.rules
    if rules.decks not in rules.decks_allowed:
        allowed = " ".join(map(str, rules.decks_allowed))
        raise Refused(
            rules.by("decks_allowed"), "decks-not-allowed", decks=rules.decks, allowed=allowed
        )
    check_cards(setup)


def ready(setup: Setup[R], state: P) -> None:
    """Raise `Refused` if no round may begin with these cards."""
    check_decks(setup)


def prepare(setup: Setup[R], state: P) -> Round[P] | None:
    """The shuffle before the next round, if one is due: the cut card has shown, or new decks
    have been called for."""
    if not needs_cards(state.shoe) and not state.renew:
        return None
    check_decks(setup)
    if len(setup.seats) < setup.rules.players_min:
        raise Refused(
            setup.rules.by("players_min"), "players-missing",
            present=len(setup.seats), needed=setup.rules.players_min,
        )  # fmt: skip
    return shuffled(setup, state)


def shuffled(setup: Setup[R], state: P) -> Round[P]:
    """Shuffle, cut, place the stop card and burn; new decks are shown first."""
    shoe = yield from prepare_cards(setup, None if state.renew else state.shoe)
    return replace(state, shoe=shoe, owed=0, renew=False)


def call_new_decks(setup: Setup[R], state: P, *, by: str = JEFE) -> tuple[P, list[Event]]:
    """New decks for the casino's own reasons or because a card is faulty, never without a chief:
    the opening steps are repeated before the next round."""
    if by not in CHIEFS:
        clause = setup.rules.by("faulty_cards")
        roles = " ".join(CHIEFS)
        raise Refused(clause, "not-your-role", role=by, command="cartas-nuevas", roles=roles)
    told: list[Event] = [Announced(what="cambio-de-mazos", clause=setup.rules.by("new_decks"))]
    return replace(state, renew=True), told


def forget_burn(setup: Setup[R], state: P) -> tuple[P, list[Event]]:
    """The croupier did not burn the first cards; noticed before the first round is over."""
    rules, shoe = setup.rules, state.shoe
    if shoe.tray or state.owed or not rules.burn:
        raise Refused(rules.by("burn_late"), "burn-not-forgotten")
    facts = {"cards": rules.burn}
    told: list[Event] = [
        Announced(what="quema-olvidada", facts=facts, clause=rules.by("burn_late"))
    ]
    unburned = replace(shoe, hidden=shoe.hidden - rules.burn)
    return replace(state, shoe=unburned, owed=rules.burn), told


ACTS: Mapping[str, Callable[..., tuple[Any, list[Event]]]] = {
    "cartas-nuevas": call_new_decks,
    "quema-olvidada": forget_burn,
}


def burn_owed(rules: PackRules, state: P) -> Round[P]:
    """The first round is over: what was not burned at the start is burned now."""
    if not state.owed:
        return state
    cards = min(state.owed, state.shoe.cards_left)
    yield Announced(what="se-queman", facts={"cards": cards}, clause=rules.by("burn_late"))
    return replace(state, shoe=replace(state.shoe, hidden=state.shoe.hidden + cards), owed=0)


def tell_last(setup: Setup[R]) -> Round[None]:
    """Before one of the last rounds: how many hands are left, or that it is the last game."""
    rules, left = setup.rules, setup.throws_left
    if left is None or left < 1:
        return
    call = rules.last_game_call if setup.is_last else rules.last_hands_call
    row = "last_game_call" if setup.is_last else "last_hands_call"
    yield Announced(what=call, facts={"left": left}, clause=rules.by(row))
