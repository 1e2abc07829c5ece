"""Between rounds: the shoe a table keeps, new cards, and a card drawn too many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from tapete.core.ask import Round
from tapete.core.cards import Card
from tapete.core.event import Announced, CardDealt, CardsCleared, Event
from tapete.core.game import Setup, TableState
from tapete.core.refused import Refused
from tapete.core.shoe import Shoe
from tapete.games.cards.shuffle import check_cards, needs_cards
from tapete.games.cards.shuffle import prepare as prepare_cards
from tapete.games.cards.twentyone.deal import BURNED
from tapete.games.cards.twentyone.rules import R


class TwentyOneState(TableState, frozen=True, kw_only=True):
    """What the table keeps: its shoe, and whether new decks have been ordered."""

    shoe: Shoe
    new_cards: bool = False


S = TypeVar("S", bound=TwentyOneState)


def ready(setup: Setup[R], state: S) -> None:
    """Raise `Refused` if the casino's choice of cards is not one the edition allows."""
    check_cards(setup)


def prepare(setup: Setup[R], state: S) -> Round[S] | None:
    """Shuffle and cut when the cut card has come or new decks are put in; else nothing."""
    return new_pack(setup, state) if state.new_cards or needs_cards(state.shoe) else None


def new_pack(setup: Setup[R], state: S, cutters: tuple[int, ...] | None = None) -> Round[S]:
    """The next pack of the table: its old decks shuffled again, or new ones."""
    old = None if state.new_cards else state.shoe
    shoe = yield from prepare_cards(setup, old, cutters=cutters)
    shoe = msgspec.structs.replace(shoe, packs=state.shoe.packs + 1)
    return msgspec.structs.replace(state, shoe=shoe, new_cards=False)


def change_cards(setup: Setup[R], state: S) -> tuple[S, list[Event]]:
    """The casino puts in new decks: the next round begins with them."""
    told = Announced(what="cambio-de-mazos", clause=setup.rules.by("card_change"))
    return msgspec.structs.replace(state, new_cards=True), [told]


def card_too_many(setup: Setup[R], state: S, *, card: Card) -> tuple[S, list[Event]]:
    """A card the croupier drew when the round was over is burned (CAT-III.1.7-02, -09)."""
    clause = setup.rules.by("surplus")
    shoe = state.shoe
    if not shoe.unseen.get(card) or shoe.cards_left <= 0:
        raise Refused(clause, "card-not-left", card=card, source="sabot")
    unseen = {**shoe.unseen, card: shoe.unseen[card] - 1}
    shoe = msgspec.structs.replace(shoe, unseen=unseen, tray=shoe.tray + 1)
    told: list[Event] = [
        CardDealt(to=BURNED, card=card, clause=clause),
        CardsCleared(zone=BURNED, clause=clause),
    ]
    return msgspec.structs.replace(state, shoe=shoe), told


ACTS: dict[str, Callable[..., Any]] = {
    "carta-de-mas": card_too_many,
    "cartas-nuevas": change_cards,
}
