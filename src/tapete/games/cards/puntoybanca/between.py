"""Between rounds: a card drawn too many, the shoe's turn, the last shoe, and new cards."""

from __future__ import annotations

from typing import ClassVar, TypeVar

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS
from tapete.core.round.act import Act, Preparation
from tapete.core.round.ask import Round
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced
from tapete.core.round.game import Setup
from tapete.core.table.seats import in_order, left_of
from tapete.games.cards.puntoybanca.coup import EXTRA, FIRST_SEEN
from tapete.games.cards.puntoybanca.rules import CoupRules
from tapete.games.cards.puntoybanca.shoe_turn import DeclineShoe
from tapete.games.cards.puntoybanca.state import PuntoYBancaState
from tapete.games.cards.shuffle import ShoeTerms
from tapete.games.cards.shuffle import prepare as prepare_cards

R = TypeVar("R", bound=CoupRules)
S = TypeVar("S", bound=PuntoYBancaState)


class CardTooMany(Act[R, S], frozen=True, kw_only=True, tag=EXTRA):
    """A card nobody needed came out when the round was over (CAT-III.2.7-02)."""

    card: Card

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        return (yield from _out(state, self.card, EXTRA, setup.rules.by("surplus")))


class NextCardSeen(Act[R, S], frozen=True, kw_only=True, tag=FIRST_SEEN):
    """The first card of the next round came out face up (CAT-III.2.7-01)."""

    card: Card

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        return (yield from _out(state, self.card, FIRST_SEEN, setup.rules.by("first_exposed")))


def _out(state: S, card: Card, why: str, clause: ClauseId) -> Round[S]:
    shoe = state.shoe
    if not shoe.unseen.get(card) or shoe.cards_left <= 0:
        raise Refused(clause, "card-not-left", card=card, source="sabot")
    yield Announced(what="pase-siguiente-nulo", facts={"card": card}, clause=clause)
    unseen = {**shoe.unseen, card: shoe.unseen[card] - 1}
    return msgspec.structs.replace(
        state,
        extra=(*state.extra, card),
        why=state.why or why,
        shoe=msgspec.structs.replace(shoe, unseen=unseen, tray=shoe.tray + 1),
    )


class LastShoe(Act[R, S], frozen=True, kw_only=True, tag="ultimo-sabot"):
    """Say that the shoe about to begin is the table's last (CAT-III.2.5-70)."""

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        clause = setup.rules.by("last_shoe")
        over = is_over(state) or state.new_cards
        if state.shoe.tray and not over:
            raise Refused(clause, "shoe-in-course")
        yield Announced(what="ultimo-sabot", clause=clause)
        return msgspec.structs.replace(state, last_pack=state.shoe.packs + over)


class ChangeCards(Act[R, S], frozen=True, kw_only=True, tag="cartas-nuevas"):
    """The casino brings new decks before the next round (CAT-III.2.5-69): a chief has it done, whom
    the croupier asks for it where a card is faulty (CAT-III.2.4.2-07)."""

    duty: ClassVar[Duty | None] = Duty(CHIEFS, "CAT-I.3.2-10", own=("faulty_cards",))

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        yield Announced(what="cambio-de-cartas", clause=setup.rules.by("changed_cards"))
        return msgspec.structs.replace(state, new_cards=True)


SHOE_ACTS = (CardTooMany, NextCardSeen, LastShoe, ChangeCards)
ACTS = (CardTooMany, NextCardSeen, DeclineShoe, LastShoe, ChangeCards)


def is_over(state: PuntoYBancaState) -> bool:
    """Whether the shoe is finished: its cut card is out and no last round is pending."""
    return state.shoe.cut_shown and not state.one_more


def was_last(state: PuntoYBancaState) -> bool:
    """Whether the shoe on the table is the one announced as the last."""
    return state.last_pack is not None and state.shoe.packs >= state.last_pack


class PrepareShoe(Preparation[R, S], frozen=True, kw_only=True):
    """A new shoe when this one is finished and was not the last, or when cards are changed."""

    @classmethod
    def due(cls, setup: Setup[R, ShoeTerms], state: S) -> bool:
        return state.new_cards or (is_over(state) and not was_last(state))

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        return (yield from new_shoe(setup, state))


def new_shoe(setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
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


def ready(setup: Setup[R, ShoeTerms], state: PuntoYBancaState) -> None:
    """Raise `Refused` after the last shoe of the table: no other round follows."""
    if is_over(state) and was_last(state) and not state.new_cards:
        raise Refused(setup.rules.by("last_shoe"), "last-shoe-over")
