"""The deck of a poker table: shuffled for every round, by hand or by a machine with two decks.

The croupier cuts alone and nothing is burned, so it is a procedure of its own beside that of the
shoe games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

from msgspec.structs import replace

from tapete.core.book.account import Unit
from tapete.core.book.duty import Duty
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS
from tapete.core.book.rulebook import GameRules
from tapete.core.round.act import Act, Count, Preparation
from tapete.core.round.ask import Round
from tapete.core.round.cards import Card, rest_of_deck
from tapete.core.round.event import Announced, CardDealt, CardsCleared
from tapete.core.round.game import Setup, TableState
from tapete.core.round.terms import LinkedTerms

ALLOWED = "permitida"
SINGLE = "barajadora-de-cartas"
PACKETS = "barajadora-de-paquetes"
MACHINES = (SINGLE, PACKETS)
"""How a shuffling machine gives the cards out: one by one, or a hand at a time."""
BURNED = "quemadas"


class DeckRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of the deck and how it is prepared; ``packet``: a machine may give it
    out a hand at a time."""

    some: ClassVar[tuple[str, ...]] = ("decks", "deck_cards", "machine_decks")

    packet: bool = False
    decks: int
    deck_cards: int
    machine: Literal["permitida", "no"]
    machine_decks: int
    new_shuffle: tuple[str, ...]
    shuffle: tuple[str, ...]


class DeckState(TableState, frozen=True, kw_only=True):
    """What a table keeps of its deck.

    ``deck`` is the deck on the table (with a machine there are two, in turns), ``drawn`` the cards
    that left it since it was shuffled, ``by_hand`` or not. ``machine``: the cards have been put
    into one; ``jammed``: it stopped and the next shuffle is by hand; ``broken``: it has been taken
    away. ``reshuffle``: a card showed when cutting.
    """

    deck: int = 1
    drawn: tuple[Card, ...] = ()
    by_hand: bool = True
    new_cards: bool = False
    reshuffle: bool = False
    machine: bool = False
    jammed: bool = False
    broken: bool = False

    def unseen(self) -> Mapping[Card, int]:
        return rest_of_deck(self.drawn)


class DeckTerms(LinkedTerms, frozen=True, kw_only=True):
    """What a casino sets for a poker table: whether a machine shuffles and how it gives the cards
    out, and which card of the croupier's packet counts as its last."""

    cards: str = ""
    packet_last: Literal["", "arriba", "abajo"] = ""

    @classmethod
    def of_plan(cls: type[DT], plan: Plan, game: str, table: int, unit: Unit) -> DT:
        found = super().of_plan(plan, game, table, unit)
        last = plan.table[game].packet_last
        return replace(found, cards=plan.cards(game, table), packet_last=last)


DT = TypeVar("DT", bound=DeckTerms)
R = TypeVar("R", bound=DeckRules)
S = TypeVar("S", bound=DeckState)


# The cards


def wants_machine(setup: Setup[R, DeckTerms]) -> bool:
    """Whether this table has a shuffling machine."""
    return setup.terms.cards in MACHINES


def in_packets(setup: Setup[R, DeckTerms], state: S) -> bool:
    """Whether a machine gives the cards of the next round out a hand at a time."""
    return setup.terms.cards == PACKETS and not state.by_hand


def ready(setup: Setup[R, DeckTerms], state: S) -> None:
    """Raise `Refused` if the table's way with its cards is not one the edition allows."""
    rules = setup.rules
    packets = setup.terms.cards == PACKETS and not rules.packet
    if packets or (wants_machine(setup) and rules.machine != ALLOWED):
        raise Refused(rules.by("machine"), "machine-not-allowed")


class PrepareDeck(Preparation[R, S], frozen=True, kw_only=True):
    """The shuffle before a round, unless the deck has not been touched since the last one."""

    @classmethod
    def due(cls, setup: Setup[R, Any], state: S) -> bool:
        moved = wants_machine(setup) and not state.broken and not state.machine
        touched = state.drawn or state.new_cards or state.reshuffle or state.jammed
        return bool(touched) or moved

    def carry_out(self, setup: Setup[R, Any], state: S) -> Round[S]:
        ready(setup, state)
        return (yield from shuffled(setup, state))


def shuffled(setup: Setup[R, DeckTerms], state: S) -> Round[S]:
    """New decks are shown and washed; then the deck of the next round is shuffled and cut by
    hand, or comes out of the machine, which shuffles the other one meanwhile."""
    rules = setup.rules
    machine = wants_machine(setup) and not state.broken
    decks = rules.machine_decks if machine else rules.decks
    deck = state.deck
    if state.jammed:
        facts = {"cards": rules.deck_cards}
        yield Announced(what="barajadora-vaciada", facts=facts, clause=rules.by("jam_shuffle"))
    if state.new_cards or (machine and not state.machine):
        for number in range(1, decks + 1):
            yield from new_deck(rules, number)
        deck = 1
    elif state.drawn:
        deck = state.deck % decks + 1
    by_hand = state.jammed or not machine
    if not by_hand:
        yield Announced(what="barajadora", facts={"deck": deck}, clause=rules.by("alternate"))
    else:
        ways = " ".join(rules.shuffle)
        yield Announced(what="barajado-manual", facts={"ways": ways}, clause=rules.by("shuffle"))
        half = rules.deck_cards // 2
        yield Announced(what="corta-el-croupier", facts={"at": half}, clause=rules.by("cut"))
    return replace(
        state, deck=deck, drawn=(), by_hand=by_hand, machine=machine,
        new_cards=False, reshuffle=False, jammed=False,
    )  # fmt: skip


def new_deck(rules: R, number: int) -> Round[None]:
    """A new deck is checked, shown in order, left for inspection, washed and shuffled."""
    facts = {"deck": number, "cards": rules.deck_cards}
    yield Announced(what="cartas-a-la-vista", facts=facts, clause=rules.by("new_cards"))
    yield Announced(what="inspeccion-de-la-baraja", clause=rules.by("new_cards"))
    ways = " ".join(rules.new_shuffle)
    yield Announced(what="barajado-inicial", facts={"ways": ways}, clause=rules.by("new_shuffle"))


# What may happen between rounds


class ChangeCards(Act[R, S], frozen=True, kw_only=True, tag="cartas-nuevas"):
    """A new deck, at any moment of the session or for a faulty card, with the leave of a chief.

    ``counted`` is how many cards the croupier found in it: it must be complete.
    """

    duty: ClassVar[Duty | None] = Duty(CHIEFS, "CAT-I.3.2-10", own=("faulty_cards",))

    counted: Count | None = None

    def carry_out(self, setup: Setup[R, DeckTerms], state: S) -> Round[S]:
        rules, counted = setup.rules, self.counted
        if counted is not None and counted != rules.deck_cards:
            clause = rules.by("new_cards")
            raise Refused(clause, "decks-incomplete", counted=counted, cards=rules.deck_cards)
        yield Announced(what="cambio-de-mazos", clause=rules.by("new_decks"))
        return replace(state, new_cards=True)


class ExposedAtCut(Act[R, S], frozen=True, kw_only=True, tag="carta-vista-al-cortar"):
    """A card showed when the deck was cut: it is shuffled again."""

    def carry_out(self, setup: Setup[R, DeckTerms], state: S) -> Round[S]:
        clause = setup.rules.by("exposed_cut")
        if state.drawn:
            raise Refused(clause, "deck-not-cut")
        yield Announced(what="carta-vista-al-cortar", clause=clause)
        return replace(state, reshuffle=True)


class MachineJammed(Act[R, S], frozen=True, kw_only=True, tag="barajadora-trancada"):
    """The machine jams or does not complete its cycle: the next shuffle is by hand."""

    def carry_out(self, setup: Setup[R, DeckTerms], state: S) -> Round[S]:
        _check_machine(setup, state, "jam_shuffle")
        yield Announced(what="barajadora-trancada", clause=setup.rules.by("jam_shuffle"))
        return replace(state, jammed=True)


class MachineTakenAway(Act[R, S], frozen=True, kw_only=True, tag="barajadora-retirada"):
    """A machine out of order is taken off the table: from now on one deck, shuffled by hand."""

    def carry_out(self, setup: Setup[R, DeckTerms], state: S) -> Round[S]:
        _check_machine(setup, state, "machine_broken")
        yield Announced(what="barajadora-retirada", clause=setup.rules.by("machine_broken"))
        return replace(state, broken=True, reshuffle=True)


def _check_machine(setup: Setup[R, DeckTerms], state: S, row: str) -> None:
    if not wants_machine(setup) or state.broken:
        raise Refused(setup.rules.by(row), "no-machine")


class CardTooMany(Act[R, S], frozen=True, kw_only=True, tag="carta-de-mas"):
    """A card the croupier draws when the round is over is burned (CAT-III.3.6.4-14)."""

    card: Card

    def carry_out(self, setup: Setup[R, DeckTerms], state: S) -> Round[S]:
        card, clause = self.card, setup.rules.by("surplus")
        if card in state.drawn:
            raise Refused(clause, "card-not-left", card=card, source="sabot")
        yield CardDealt(to=BURNED, card=card, clause=clause)
        yield CardsCleared(zone=BURNED, clause=clause)
        return replace(state, drawn=(*state.drawn, card))


DECK_ACTS = (ChangeCards, ExposedAtCut, MachineJammed, MachineTakenAway, CardTooMany)
