"""Between rounds: the shoe a table keeps, new cards, a card drawn too many, and the next bets."""

from __future__ import annotations

from typing import ClassVar, TypeVar

import msgspec

from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS
from tapete.core.round.act import Act, Count, Preparation
from tapete.core.round.ask import Round
from tapete.core.round.bets import Cloth, Stake
from tapete.core.round.betting import betting_of, take_bets
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced, CardDealt, CardsCleared
from tapete.core.round.game import Setup
from tapete.games.cards.shuffle import (
    DECK,
    ShoeState,
    ShoeTerms,
    check_cards,
    needs_cards,
    wants_machine,
)
from tapete.games.cards.shuffle import prepare as prepare_cards
from tapete.games.cards.twentyone.deal import BURNED
from tapete.games.cards.twentyone.rules import R


class TwentyOneState(ShoeState, frozen=True, kw_only=True):
    """What the table keeps: its shoe, and whether new decks have been ordered."""

    new_cards: bool = False


S = TypeVar("S", bound=TwentyOneState)


def place_bets(setup: Setup[R, ShoeTerms], cloth: Cloth) -> Round[tuple[Stake, ...]]:
    """The start of a round: the last hands are announced, bets invited, placed and closed."""
    rules, left = setup.rules, setup.last_rounds_left
    if left is not None:
        call = rules.last_game_call if setup.is_last else rules.last_hands_call
        row = "last_game_call" if setup.is_last else "last_hands_call"
        yield Announced(what=call, facts={"left": left}, clause=rules.by(row))
    yield Announced(what="hagan-juego", clause=rules.by("bets_placed"))
    return (yield from take_bets(betting_of(setup, cloth)))


def ready(setup: Setup[R, ShoeTerms], state: S) -> None:
    """Raise `Refused` if the casino's choice of cards is not one the edition allows."""
    check_cards(setup)


class PreparePack(Preparation[R, S], frozen=True, kw_only=True):
    """Shuffle and cut when the cut card has come or new decks are put in."""

    @classmethod
    def due(cls, setup: Setup[R, ShoeTerms], state: S) -> bool:
        return is_due(setup, state)

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        return (yield from new_pack(setup, state))


def is_due(setup: Setup[R, ShoeTerms], state: S) -> bool:
    """Whether the cards must be shuffled and cut before the next round."""
    return state.new_cards or needs_cards(state.shoe) or into_machine(setup, state)


def into_machine(setup: Setup[R, ShoeTerms], state: S) -> bool:
    """Whether the table is to deal from a machine and its cards are not in it yet."""
    return wants_machine(setup) and not state.shoe.machine


def new_pack(
    setup: Setup[R, ShoeTerms], state: S, cutters: tuple[int, ...] | None = None
) -> Round[S]:
    """The next pack of the table: its old decks shuffled again, or new ones."""
    old = None if state.new_cards or into_machine(setup, state) else state.shoe
    shoe = yield from prepare_cards(setup, old, cutters=cutters)
    shoe = msgspec.structs.replace(shoe, packs=state.shoe.packs + 1)
    return msgspec.structs.replace(state, shoe=shoe, new_cards=False)


class ChangeCards(Act[R, S], frozen=True, kw_only=True, tag="cartas-nuevas"):
    """New decks are put in, with the leave of a chief: the next round begins with them.

    ``counted`` is how many cards the croupier found in them: they must be complete.
    """

    duty: ClassVar[Duty | None] = Duty(CHIEFS, "CAT-I.3.2-10", own=("card_replaced",))

    counted: Count | None = None

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        rules, whole = setup.rules, setup.rules.decks * DECK
        if self.counted is not None and self.counted != whole:
            clause = rules.by("new_cards")
            raise Refused(clause, "decks-incomplete", counted=self.counted, cards=whole)
        yield Announced(what="cambio-de-mazos", clause=rules.by("card_change"))
        return msgspec.structs.replace(state, new_cards=True)


class NoCutCard(Act[R, S], frozen=True, kw_only=True, tag="sin-carta-de-corte"):
    """It is noticed that the cut card was not put in: the pack will end without a warning."""

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        clause = setup.rules.by("no_cut_card")
        if state.shoe.behind is None or state.shoe.cut_shown:
            raise Refused(clause, "no-stop-card")
        yield Announced(what="falta-la-carta-de-corte", clause=clause)
        shoe = msgspec.structs.replace(state.shoe, behind=None)
        return msgspec.structs.replace(state, shoe=shoe)


class CardTooMany(Act[R, S], frozen=True, kw_only=True, tag="carta-de-mas"):
    """A card that came out when the round was over is burned (CAT-III.1.7-02), also one the
    croupier drew for himself with 17 or more (``overdrawn``, CAT-III.1.7-09)."""

    card: Card
    overdrawn: bool = False

    def carry_out(self, setup: Setup[R, ShoeTerms], state: S) -> Round[S]:
        card, shoe = self.card, state.shoe
        clause = setup.rules.by("overdrawn" if self.overdrawn else "surplus")
        if not shoe.unseen.get(card) or shoe.cards_left <= 0:
            raise Refused(clause, "card-not-left", card=card, source="sabot")
        unseen = {**shoe.unseen, card: shoe.unseen[card] - 1}
        shoe = msgspec.structs.replace(shoe, unseen=unseen, tray=shoe.tray + 1)
        yield CardDealt(to=BURNED, card=card, clause=clause)
        yield CardsCleared(zone=BURNED, clause=clause)
        if shoe.behind is not None and not shoe.cut_shown and shoe.cards_left <= shoe.behind:
            shoe = msgspec.structs.replace(shoe, cut_shown=True)
            yield Announced(what="carta-de-corte", clause=setup.rules.by("cut_card"))
        return msgspec.structs.replace(state, shoe=shoe)


ACTS = (CardTooMany, ChangeCards, NoCutCard)
