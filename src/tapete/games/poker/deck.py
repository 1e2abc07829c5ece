"""The deck of a poker table: shuffled for every round, by hand or by a machine with two decks.

The croupier cuts alone and nothing is burned, so it is a procedure of its own beside that of the
shoe games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from tapete.core.ask import Round
from tapete.core.cards import Card, rest_of_deck
from tapete.core.event import Announced, CardDealt, CardsCleared, Event
from tapete.core.game import Setup, TableState
from tapete.core.refused import Refused
from tapete.core.roles import CHIEFS, JEFE
from tapete.core.rulebook import GameRules

ALLOWED = "permitida"
SINGLE = "barajadora-de-cartas"
PACKETS = "barajadora-de-paquetes"
MACHINES = (SINGLE, PACKETS)
"""How a shuffling machine gives the cards out: one by one, or a hand at a time."""
BURNED = "quemadas"


class DeckRules(GameRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of the deck and how it is prepared."""

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


R = TypeVar("R", bound=DeckRules)
S = TypeVar("S", bound=DeckState)


# The cards


def wants_machine(setup: Setup[R]) -> bool:
    """Whether this table has a shuffling machine."""
    return setup.extra.get("cards") in MACHINES


def in_packets(setup: Setup[R], state: S) -> bool:
    """Whether a machine gives the cards of the next round out a hand at a time."""
    return setup.extra.get("cards") == PACKETS and not state.by_hand


def ready(setup: Setup[R], state: S) -> None:
    """Raise `Refused` if the table's way with its cards is not one the edition allows."""
    rules = setup.rules
    packets = setup.extra.get("cards") == PACKETS and "packet" not in rules.clauses
    if packets or (wants_machine(setup) and rules.machine != ALLOWED):
        raise Refused(rules.by("machine"), "machine-not-allowed")


def prepare(setup: Setup[R], state: S) -> Round[S] | None:
    """The shuffle before a round, unless the deck has not been touched since the last one."""
    moved = wants_machine(setup) and not state.broken and not state.machine
    if not (state.drawn or state.new_cards or state.reshuffle or state.jammed or moved):
        return None
    ready(setup, state)
    return shuffled(setup, state)


def shuffled(setup: Setup[R], state: S) -> Round[S]:
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


def change_cards(
    setup: Setup[R], state: S, *, counted: int | None = None, by: str = JEFE
) -> tuple[S, list[Event]]:
    """A new deck, at any moment of the session or for a faulty card, with the leave of a chief.

    ``counted`` is how many cards the croupier found in it: it must be complete.
    """
    rules = setup.rules
    if by not in CHIEFS:
        clause, roles = rules.by("faulty_cards"), " ".join(CHIEFS)
        raise Refused(clause, "not-your-role", role=by, command="cartas-nuevas", roles=roles)
    if counted is not None and counted != rules.deck_cards:
        clause = rules.by("new_cards")
        raise Refused(clause, "decks-incomplete", counted=counted, cards=rules.deck_cards)
    told: list[Event] = [Announced(what="cambio-de-mazos", clause=rules.by("new_decks"))]
    return replace(state, new_cards=True), told


def exposed_at_the_cut(setup: Setup[R], state: S) -> tuple[S, list[Event]]:
    """A card showed when the deck was cut: it is shuffled again."""
    clause = setup.rules.by("exposed_cut")
    if state.drawn:
        raise Refused(clause, "deck-not-cut")
    told: list[Event] = [Announced(what="carta-vista-al-cortar", clause=clause)]
    return replace(state, reshuffle=True), told


def jam(setup: Setup[R], state: S) -> tuple[S, list[Event]]:
    """The machine jams or does not complete its cycle: the next shuffle is by hand."""
    _check_machine(setup, state, "jam_shuffle")
    clause = setup.rules.by("jam_shuffle")
    return replace(state, jammed=True), [Announced(what="barajadora-trancada", clause=clause)]


def take_machine_away(setup: Setup[R], state: S) -> tuple[S, list[Event]]:
    """A machine out of order is taken off the table: from now on one deck, shuffled by hand."""
    _check_machine(setup, state, "machine_broken")
    clause = setup.rules.by("machine_broken")
    told: list[Event] = [Announced(what="barajadora-retirada", clause=clause)]
    return replace(state, broken=True, reshuffle=True), told


def _check_machine(setup: Setup[R], state: S, row: str) -> None:
    if not wants_machine(setup) or state.broken:
        raise Refused(setup.rules.by(row), "no-machine")


def card_too_many(setup: Setup[R], state: S, *, card: Card) -> tuple[S, list[Event]]:
    """A card the croupier draws when the round is over is burned (CAT-III.3.6.4-14)."""
    clause = setup.rules.by("surplus")
    if card in state.drawn:
        raise Refused(clause, "card-not-left", card=card, source="sabot")
    told: list[Event] = [
        CardDealt(to=BURNED, card=card, clause=clause),
        CardsCleared(zone=BURNED, clause=clause),
    ]
    return replace(state, drawn=(*state.drawn, card)), told


DECK_ACTS: Mapping[str, Callable[..., tuple[Any, list[Event]]]] = {
    "cartas-nuevas": change_cards,
    "carta-vista-al-cortar": exposed_at_the_cut,
    "barajadora-trancada": jam,
    "barajadora-retirada": take_machine_away,
    "carta-de-mas": card_too_many,
}
