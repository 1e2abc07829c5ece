"""Between rounds: a card drawn too many, the shoe's turn, the last shoe, and new cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from tapete.core.ask import Round
from tapete.core.cards import Card
from tapete.core.clause import ClauseId
from tapete.core.event import Announced, Event
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.seats import in_order, left_of
from tapete.games.cards.puntoybanca.coup import EXTRA, FIRST_SEEN
from tapete.games.cards.puntoybanca.rules import CoupRules
from tapete.games.cards.puntoybanca.shoe_turn import decline_shoe
from tapete.games.cards.puntoybanca.state import PuntoYBancaState
from tapete.games.cards.shuffle import prepare as prepare_cards

R = TypeVar("R", bound=CoupRules)
S = TypeVar("S", bound=PuntoYBancaState)

Acted = tuple[S, list[Event]]


def card_too_many(setup: Setup[R], state: S, *, card: Card) -> Acted[S]:
    """A card nobody needed came out when the round was over (CAT-III.2.7-02)."""
    return _out(state, card, EXTRA, setup.rules.by("surplus"))


def next_card_seen(setup: Setup[R], state: S, *, card: Card) -> Acted[S]:
    """The first card of the next round came out face up (CAT-III.2.7-01)."""
    return _out(state, card, FIRST_SEEN, setup.rules.by("first_exposed"))


def _out(state: S, card: Card, why: str, clause: ClauseId) -> Acted[S]:
    shoe = state.shoe
    if not shoe.unseen.get(card) or shoe.cards_left <= 0:
        raise Refused(clause, "card-not-left", card=card, source="sabot")
    unseen = {**shoe.unseen, card: shoe.unseen[card] - 1}
    after = msgspec.structs.replace(
        state,
        extra=(*state.extra, card),
        why=state.why or why,
        shoe=msgspec.structs.replace(shoe, unseen=unseen, tray=shoe.tray + 1),
    )
    return after, [Announced(what="pase-siguiente-nulo", facts={"card": card}, clause=clause)]


def announce_last_shoe(setup: Setup[R], state: S) -> Acted[S]:
    """Say that the shoe about to begin is the table's last (CAT-III.2.5-70)."""
    clause = setup.rules.by("last_shoe")
    over = is_over(state) or state.new_cards
    if state.shoe.tray and not over:
        raise Refused(clause, "shoe-in-course")
    next_one = state.shoe.packs + over
    after = msgspec.structs.replace(state, last_pack=next_one)
    return after, [Announced(what="ultimo-sabot", clause=clause)]


def change_cards(setup: Setup[R], state: S) -> Acted[S]:
    """The casino brings new decks before the next round (CAT-III.2.5-69)."""
    clause = setup.rules.by("changed_cards")
    told: list[Event] = [Announced(what="cambio-de-cartas", clause=clause)]
    return msgspec.structs.replace(state, new_cards=True), told


ACTS: dict[str, Callable[..., Acted[PuntoYBancaState]]] = {
    EXTRA: card_too_many,
    FIRST_SEEN: next_card_seen,
    "decline": decline_shoe,
    "ultimo-sabot": announce_last_shoe,
    "cartas-nuevas": change_cards,
}


def is_over(state: PuntoYBancaState) -> bool:
    """Whether the shoe is finished: its cut card is out and no last round is pending."""
    return state.shoe.cut_shown and not state.one_more


def was_last(state: PuntoYBancaState) -> bool:
    """Whether the shoe on the table is the one announced as the last."""
    return state.last_pack is not None and state.shoe.packs >= state.last_pack


def prepare(setup: Setup[R], state: S) -> Round[S] | None:
    """A new shoe when this one is finished and was not the last, or when cards are changed."""
    wanted = state.new_cards or (is_over(state) and not was_last(state))
    return new_shoe(setup, state) if wanted else None


def new_shoe(setup: Setup[R], state: S) -> Round[S]:
    """Shuffle, cut and load the next shoe; new decks are shown and checked first.

    The turn to cut goes on clockwise from shoe to shoe, past whoever holds the shoe.
    """
    order = cutters(setup.seats, state)
    old = None if state.new_cards else state.shoe
    shoe = yield from prepare_cards(setup, old, cutters=order)
    return msgspec.structs.replace(
        state,
        shoe=msgspec.structs.replace(shoe, packs=state.shoe.packs + 1),
        extra=(),
        why="",
        one_more=False,
        new_cards=False,
        cut_turn=order[0] if order else state.cut_turn,
    )


def cutters(seats: tuple[int, ...], state: PuntoYBancaState) -> tuple[int, ...]:
    """The seats in the order in which the next cut is offered (CAT-III.2.5-05, -06)."""
    order = in_order(seats)
    if state.cut_turn is not None and order:
        first = order.index(left_of(state.cut_turn, seats))
        order = order[first:] + order[:first]
    return tuple(seat for seat in order if seat != state.holder)


def ready(setup: Setup[R], state: PuntoYBancaState) -> None:
    """Raise `Refused` after the last shoe of the table: no other round follows."""
    if is_over(state) and was_last(state) and not state.new_cards:
        raise Refused(setup.rules.by("last_shoe"), "last-shoe-over")
