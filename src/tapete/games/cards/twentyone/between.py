"""Between rounds: the shoe a table keeps, new cards, a card drawn too many, and the next bets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from tapete.core.ask import Round
from tapete.core.bets import Cloth, Stake
from tapete.core.cards import Card
from tapete.core.event import Announced, CardDealt, CardsCleared, Event
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.roles import CHIEFS, JEFE
from tapete.core.window import BetWindow, take_bets
from tapete.games.cards.shuffle import DECK, ShoeState, check_cards, needs_cards, wants_machine
from tapete.games.cards.shuffle import prepare as prepare_cards
from tapete.games.cards.twentyone.deal import BURNED
from tapete.games.cards.twentyone.rules import R


class TwentyOneState(ShoeState, frozen=True, kw_only=True):
    """What the table keeps: its shoe, and whether new decks have been ordered."""

    new_cards: bool = False


S = TypeVar("S", bound=TwentyOneState)


def place_bets(setup: Setup[R], cloth: Cloth) -> Round[tuple[Stake, ...]]:
    """The start of a round: the last hands are announced, bets invited, placed and closed."""
    rules, left = setup.rules, setup.throws_left
    if left is not None:
        call = rules.last_game_call if setup.is_last else rules.last_hands_call
        row = "last_game_call" if setup.is_last else "last_hands_call"
        yield Announced(what=call, facts={"left": left}, clause=rules.by(row))
    yield Announced(what="hagan-juego", clause=rules.by("bets_placed"))
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


def ready(setup: Setup[R], state: S) -> None:
    """Raise `Refused` if the casino's choice of cards is not one the edition allows."""
    check_cards(setup)


def prepare(setup: Setup[R], state: S) -> Round[S] | None:
    """Shuffle and cut when the cut card has come or new decks are put in; else nothing."""
    return new_pack(setup, state) if is_due(setup, state) else None


def is_due(setup: Setup[R], state: S) -> bool:
    """Whether the cards must be shuffled and cut before the next round."""
    return state.new_cards or needs_cards(state.shoe) or into_machine(setup, state)


def into_machine(setup: Setup[R], state: S) -> bool:
    """Whether the table is to deal from a machine and its cards are not in it yet."""
    return wants_machine(setup) and not state.shoe.machine


def new_pack(setup: Setup[R], state: S, cutters: tuple[int, ...] | None = None) -> Round[S]:
    """The next pack of the table: its old decks shuffled again, or new ones."""
    old = None if state.new_cards or into_machine(setup, state) else state.shoe
    shoe = yield from prepare_cards(setup, old, cutters=cutters)
    shoe = msgspec.structs.replace(shoe, packs=state.shoe.packs + 1)
    return msgspec.structs.replace(state, shoe=shoe, new_cards=False)


def change_cards(
    setup: Setup[R], state: S, *, counted: int | None = None, by: str = JEFE
) -> tuple[S, list[Event]]:
    """New decks are put in, with the leave of a chief: the next round begins with them.

    ``counted`` is how many cards the croupier found in them: they must be complete.
    """
    rules, whole = setup.rules, setup.rules.decks * DECK
    if by not in CHIEFS:
        clause, roles = rules.by("card_replaced"), " ".join(CHIEFS)
        raise Refused(clause, "not-your-role", role=by, command="cartas-nuevas", roles=roles)
    if counted is not None and counted != whole:
        raise Refused(rules.by("new_cards"), "decks-incomplete", counted=counted, cards=whole)
    told = Announced(what="cambio-de-mazos", clause=setup.rules.by("card_change"))
    return msgspec.structs.replace(state, new_cards=True), [told]


def forget_cut_card(setup: Setup[R], state: S) -> tuple[S, list[Event]]:
    """It is noticed that the cut card was not put in: the pack will end without a warning."""
    clause = setup.rules.by("no_cut_card")
    if state.shoe.behind is None or state.shoe.cut_shown:
        raise Refused(clause, "no-stop-card")
    told = Announced(what="falta-la-carta-de-corte", clause=clause)
    shoe = msgspec.structs.replace(state.shoe, behind=None)
    return msgspec.structs.replace(state, shoe=shoe), [told]


def card_too_many(
    setup: Setup[R], state: S, *, card: Card, overdrawn: bool = False
) -> tuple[S, list[Event]]:
    """A card that came out when the round was over is burned (CAT-III.1.7-02), also one the
    croupier drew for himself with 17 or more (``overdrawn``, CAT-III.1.7-09)."""
    clause = setup.rules.by("overdrawn" if overdrawn else "surplus")
    shoe = state.shoe
    if not shoe.unseen.get(card) or shoe.cards_left <= 0:
        raise Refused(clause, "card-not-left", card=card, source="sabot")
    unseen = {**shoe.unseen, card: shoe.unseen[card] - 1}
    shoe = msgspec.structs.replace(shoe, unseen=unseen, tray=shoe.tray + 1)
    told: list[Event] = [
        CardDealt(to=BURNED, card=card, clause=clause),
        CardsCleared(zone=BURNED, clause=clause),
    ]
    if shoe.behind is not None and not shoe.cut_shown and shoe.cards_left <= shoe.behind:
        shoe = msgspec.structs.replace(shoe, cut_shown=True)
        told.append(Announced(what="carta-de-corte", clause=setup.rules.by("cut_card")))
    return msgspec.structs.replace(state, shoe=shoe), told


ACTS: dict[str, Callable[..., Any]] = {
    "carta-de-mas": card_too_many,
    "cartas-nuevas": change_cards,
    "sin-carta-de-corte": forget_cut_card,
}
