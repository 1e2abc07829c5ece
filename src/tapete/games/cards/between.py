"""A table that keeps a pack and no more: its acts between rounds, the shuffle, and late burning.

War and Treinta y Cuarenta share it; what differs is in the rulebook.
"""

from __future__ import annotations

from typing import ClassVar, TypeVar

from msgspec.structs import replace

from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS
from tapete.core.round.act import Act, Preparation
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced
from tapete.core.round.game import Setup
from tapete.games.cards.shuffle import ShoeRules, ShoeState, ShoeTerms, check_cards, needs_cards
from tapete.games.cards.shuffle import prepare as prepare_cards


class PackRules(ShoeRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of such a table. ``decks_allowed`` are the numbers of decks a casino
    may choose from."""

    some = ("decks_allowed",)

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


def check_decks(setup: Setup[R, ShoeTerms]) -> None:
    """Raise `Refused` unless the casino's choice of cards is one the edition allows."""
    rules = setup.rules
    if rules.decks not in rules.decks_allowed:
        allowed = " ".join(map(str, rules.decks_allowed))
        raise Refused(
            rules.by("decks_allowed"), "decks-not-allowed", decks=rules.decks, allowed=allowed
        )
    check_cards(setup)


def ready(setup: Setup[R, ShoeTerms], state: P) -> None:
    """Raise `Refused` if no round may begin with these cards."""
    check_decks(setup)


class PreparePack(Preparation[R, P], frozen=True, kw_only=True):
    """The shuffle before the next round: the cut card has shown, or new decks have been called
    for. New decks are shown first; then all is cut, the stop card placed and cards are burned."""

    @classmethod
    def due(cls, setup: Setup[R, ShoeTerms], state: P) -> bool:
        return needs_cards(state.shoe) or state.renew

    def carry_out(self, setup: Setup[R, ShoeTerms], state: P) -> Round[P]:
        check_decks(setup)
        if len(setup.seats) < setup.rules.players_min:
            raise Refused(
                setup.rules.by("players_min"), "players-missing",
                present=len(setup.seats), needed=setup.rules.players_min,
            )  # fmt: skip
        shoe = yield from prepare_cards(setup, None if state.renew else state.shoe)
        return replace(state, shoe=shoe, owed=0, renew=False)


class NewDecks(Act[R, P], frozen=True, kw_only=True, tag="cartas-nuevas"):
    """New decks for the casino's own reasons or because a card is faulty, never without a chief:
    the opening steps are repeated before the next round."""

    duty: ClassVar[Duty | None] = Duty(CHIEFS, "CAT-I.3.2-10", own=("faulty_cards",))

    def carry_out(self, setup: Setup[R, ShoeTerms], state: P) -> Round[P]:
        yield Announced(what="cambio-de-mazos", clause=setup.rules.by("new_decks"))
        return replace(state, renew=True)


class BurnForgotten(Act[R, P], frozen=True, kw_only=True, tag="quema-olvidada"):
    """The croupier did not burn the first cards; noticed before the first round is over."""

    def carry_out(self, setup: Setup[R, ShoeTerms], state: P) -> Round[P]:
        rules, shoe = setup.rules, state.shoe
        if shoe.tray or state.owed or not rules.burn:
            raise Refused(rules.by("burn_late"), "burn-not-forgotten")
        facts = {"cards": rules.burn}
        yield Announced(what="quema-olvidada", facts=facts, clause=rules.by("burn_late"))
        unburned = replace(shoe, hidden=shoe.hidden - rules.burn)
        return replace(state, shoe=unburned, owed=rules.burn)


ACTS = (NewDecks, BurnForgotten)


def burn_owed(rules: PackRules, state: P) -> Round[P]:
    """The first round is over: what was not burned at the start is burned now."""
    if not state.owed:
        return state
    cards = min(state.owed, state.shoe.cards_left)
    yield Announced(what="se-queman", facts={"cards": cards}, clause=rules.by("burn_late"))
    return replace(state, shoe=replace(state.shoe, hidden=state.shoe.hidden + cards), owed=0)


def tell_last(setup: Setup[R, ShoeTerms]) -> Round[None]:
    """Before one of the last rounds: how many hands are left, or that it is the last game."""
    rules, left = setup.rules, setup.last_rounds_left
    if left is None or left < 1:
        return
    call = rules.last_game_call if setup.is_last else rules.last_hands_call
    row = "last_game_call" if setup.is_last else "last_hands_call"
    yield Announced(what=call, facts={"left": left}, clause=rules.by(row))
