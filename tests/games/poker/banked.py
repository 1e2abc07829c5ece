"""Tables of poker against the bank for tests: bets, hands and moves in, events out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Ruling
from tapete.core.round.bets import Limits, Slip
from tapete.core.round.cards import DECK, card
from tapete.core.round.chance import Exposed, Glimpsed, Stuck, Surplus
from tapete.core.round.event import Announced, BetLost, BetPlaced, BetWon, CardDealt, CardSeen
from tapete.core.round.pot import Levels
from tapete.core.table.seats import in_order
from tapete.core.table.table import Table
from tapete.games.poker.pot import Lights, PotClosing, PotLevels
from tests.games.cards.packs import Answers, Bets, Moves, Played, opened, slip

TRES = "poker-tres-cartas"
GO = "go-poker"
PLUS = "texas-holdem-plus"
BONUS = "texas-holdem-bonus"
BOLIVIA = "aj-bolivia"

__all__ = ["Limits", "Played", "Table", "opened", "slip"]

Hands = Mapping[int, str]


class BankAnswers(Answers):
    """The answers of a round, with rulings in their order and a pot that holds so much."""

    rulings: list[str]
    pot = 0

    def __call__(self, ask: Ask[Any]) -> Any:
        match ask:
            case Ruling():
                self.asked.append(ask)
                return self.rulings.pop(0) if self.rulings else ask.default
            case PotClosing():
                return Lights(tuple(seat for seat, _ in ask.bets))
            case PotLevels():
                return Levels(self.pot)
        return super().__call__(ask)


def played(
    table: Table,
    bets: Bets,
    cards: str | Iterable[Any] = (),
    moves: Moves | None = None,
    *,
    rulings: Sequence[str] = (),
    pot: int = 0,
) -> Played:
    """One round, its deck shuffled before it. All cards and moves must be used up."""
    came: list[Any] = list(cards.split() if isinstance(cards, str) else cards)
    answers = BankAnswers(slip(bets), came, {s: list(said) for s, said in (moves or {}).items()})
    answers.rulings, answers.pot = list(rulings), pot
    table.prepare(answers)
    live = table.begin()
    while live.ask is not None:
        table.answer(answers(live.ask))
    assert not answers.cards and not any(answers.moves.values())
    return Played(table.finish(), answers.asked)


def prepared(table: Table) -> Played:
    """The shuffle before the next round."""
    answers = BankAnswers(Slip(), [], {})
    record = table.prepare(answers)
    assert record is not None
    return Played(record, answers.asked)


def each_in_turn(hands: Hands, bank: str = "", order: Sequence[int] = ()) -> list[str]:
    """Cards one at a time round the table, the bank's last in each turn while it has any."""
    seats = order or in_order(hands)
    own = {seat: hands[seat].split() for seat in seats}
    bank_cards = bank.split()
    cards: list[str] = []
    for turn in range(len(own[seats[0]])):
        cards += [own[seat][turn] for seat in seats]
        cards += bank_cards[turn : turn + 1]
    return cards


def all_say(hands: Hands, *moves: str) -> dict[int, list[str]]:
    """The same moves for every player."""
    return {seat: list(moves) for seat in hands}


def board(common: str, streets: Sequence[int], used: Iterable[str] = ()) -> list[str]:
    """Community cards in streets, one card burned before each that no hand has."""
    lying = common.split()
    taken = {*lying, *used}
    spare = (card for card in DECK if card not in taken)
    cards: list[str] = []
    for street in streets:
        cards += [next(spare), *(lying.pop(0) for _ in range(street))]
    return cards


def plus(hands: Hands, bank: str, common: str) -> list[str]:
    """The cards of a round of Texas Plus: one burned before the five of the board."""
    own = each_in_turn(hands, bank)
    return own + board(common, [5], own)


def bonus(hands: Hands, bank: str, common: str, order: Sequence[int] = ()) -> list[str]:
    """The cards of a round of Texas Bonus: one burned before flop, turn and river."""
    own = each_in_turn(hands, bank, order)
    return own + board(common, [3, 1, 1], own)


def face_up(text: str) -> Exposed:
    """A card that comes out face up."""
    return Exposed(card(text))


def glimpsed(who: str, text: str) -> Glimpsed:
    """A covered card that is seen: ``croupier``'s, or a ``seat:2``'s."""
    return Glimpsed(who, card(text))


def stuck(text: str, chosen: str | None = None) -> Stuck:
    """Cards that come out together; ``chosen`` is the one a player has burned."""
    return Stuck(tuple(map(card, text.split())), card(chosen) if chosen else None)


def too_many(text: str) -> Surplus:
    """A card too many."""
    return Surplus(card(text))


def announced(table: Table, what: str) -> list[str]:
    """The clauses by which something was announced outside the rounds."""
    return [e.clause for e in table.log if isinstance(e, Announced) and e.what == what]


def lost(round_: Played, seat: int) -> dict[str, int]:
    """What was taken from a seat, bet by bet."""
    return {e.bet: e.amount for e in round_.of(BetLost) if e.seat == seat}


def won(round_: Played, seat: int) -> dict[str, tuple[str, int]]:
    """What a seat was paid, bet by bet, with the odds."""
    return {e.bet: (e.odds, e.paid) for e in round_.of(BetWon) if e.seat == seat}


def staked(round_: Played, seat: int) -> dict[str, int]:
    """What a seat put down, bet by bet."""
    return {e.bet: e.amount for e in round_.of(BetPlaced) if e.seat == seat}


def zones(round_: Played) -> list[str]:
    """Where the cards went, in the order they were dealt."""
    return [event.to for event in round_.of(CardDealt)]


def seen(round_: Played, zone: str) -> list[CardSeen]:
    """Cards of a zone that were looked at or turned up."""
    return [event for event in round_.of(CardSeen) if event.zone == zone]


def refused_bets(table: Table, bets: Bets) -> Refused:
    """What is said to bets that cannot be taken."""
    table.prepare(BankAnswers(Slip(), [], {}))
    live = table.begin()
    with pytest.raises(Refused) as caught:
        live.answer(slip(bets))
    table.void("prueba")
    return caught.value
