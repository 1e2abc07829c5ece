"""What to do with the cards one sees, looked up in the tables of a solution."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from math import comb
from typing import NamedTuple

from tapete.core.round.cards import Card
from tapete.games.poker.bank.caribbean import BUY as COMPRAR
from tapete.games.poker.bank.caribbean import NOT_BUY, CaribbeanRules
from tapete.games.poker.bank.draw import EXCHANGE, STAND, DrawRules
from tapete.games.poker.bank.go import IR, NO_IR, GoRules
from tapete.games.poker.bank.rules import NO_VOY, VOY, BankRules
from tapete.games.poker.bank.texas_bonus import PASO, TexasBonusRules
from tapete.games.poker.bank.texas_plus import TexasPlusRules
from tapete.maths.strategy.poker import caribbean, draw_choice
from tapete.maths.strategy.poker.ranking import NUMBER
from tapete.maths.strategy.poker.solution import Bytes, Solution
from tapete.maths.strategy.poker.suits import sets

SUITS = 4


class Sight(NamedTuple):
    """What a player sees: his own cards, the croupier's uncovered ones, the community cards."""

    own: tuple[Card, ...]
    bank: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()


def renamed(cards: Sequence[Card], first: Card | None = None) -> tuple[int, ...]:
    """New names of the suits under which these cards stand for all that are one with them; the
    suit of ``first`` is then the first.

    >>> renamed([Card("Ah"), Card("Kh"), Card("2s")])
    (2, 3, 0, 1)
    """
    masks = [0] * SUITS
    for card in cards:
        masks[NUMBER[card] & 3] |= 1 << (NUMBER[card] >> 2)
    lead = -1 if first is None else NUMBER[first] & 3
    order = sorted(range(SUITS), key=lambda suit: (suit != lead, -masks[suit], suit))
    return tuple(order.index(suit) for suit in range(SUITS))


def numbered(cards: Sequence[Card], names: Sequence[int]) -> list[int]:
    """The cards as numbers, their suits renamed."""
    return [NUMBER[card] & ~3 | names[NUMBER[card] & 3] for card in cards]


def place(numbers: Sequence[int]) -> int:
    """The place of a set of cards among all of its size.

    >>> place([0, 1, 2]), place([2, 3, 1])
    (0, 3)
    """
    return sum(comb(number, i) for i, number in enumerate(sorted(numbers), 1))


class Moves:
    """The moves of one game; `says` answers for the cards one sees."""

    def __init__(self, rules: BankRules, solved: Solution) -> None:
        self.rules, self.solved = rules, solved

    @cached_property
    def tables(self) -> dict[str, Bytes]:
        return {name: table.array() for name, table in self.solved.tables.items()}

    def says(self, sight: Sight, open_to: set[str]) -> str | None:
        """The best of the moves named; none if this is another question."""
        match self.rules:
            case GoRules() if IR in open_to:
                return self._line(sight)
            case CaribbeanRules() if VOY in open_to or COMPRAR in open_to:
                return self._five(sight, buying=COMPRAR in open_to)
            case DrawRules() if VOY in open_to or EXCHANGE in open_to:
                return self._exchange(sight, changing=EXCHANGE in open_to)
            case TexasBonusRules() if VOY in open_to:
                return self._streets(sight)
            case TexasPlusRules() if VOY in open_to:
                goes = self._seen("goes", sight.own, sight.board)
                return VOY if goes else NO_VOY
            case BankRules() if VOY in open_to and len(sight.own) == 3:
                return VOY if self.tables["goes"][place(numbered(sight.own, range(4)))] else NO_VOY
        return None

    def _line(self, sight: Sight) -> str:
        names = renamed(sight.own)
        kind = _kinds(3)[place(numbered(sight.own, names))]
        if not sight.board:
            return IR if self.tables["first"][kind] else NO_IR
        card = numbered(sight.board[:1], names)[0]
        return IR if self.tables["second"][kind, card] else NO_IR

    def _five(self, sight: Sight, *, buying: bool) -> str:
        up = sight.bank[0]
        names = renamed(sight.own, up)
        numbers = numbered(sight.own, names)
        move = int(self.tables["moves"][NUMBER[up] >> 2, place(numbers)])
        if not buying:
            return NO_VOY if move == caribbean.FOLD else VOY
        if move < caribbean.BUY:
            return NOT_BUY
        given_up = sorted(numbers)[move - caribbean.BUY]
        return f"{COMPRAR}:{sight.own[numbers.index(given_up)]}"

    def _exchange(self, sight: Sight, *, changing: bool) -> str:
        numbers = numbered(sight.own, renamed(sight.own))
        move = int(self.tables["moves"][place(numbers)])
        if not changing:
            return NO_VOY if move == draw_choice.FOLD else VOY
        out = draw_choice.OPTIONS[move] if move < draw_choice.FOLD else ()
        if not out:
            return STAND
        given_up = [sorted(numbers)[at] for at in out]
        cards = [card for card, n in zip(sight.own, numbers, strict=True) if n in given_up]
        return f"{EXCHANGE}:{','.join(cards)}"

    def _streets(self, sight: Sight) -> str:
        if not sight.board:
            goes = self.tables["goes"][place(numbered(sight.own, range(4)))]
            return VOY if goes else NO_VOY
        table = "turn" if len(sight.board) == 3 else "river"
        return VOY if self._seen(table, sight.own, sight.board) else PASO

    def _seen(self, table: str, own: Sequence[Card], board: Sequence[Card]) -> bool:
        """Two own cards beside the community cards."""
        names = renamed(board)
        kind = _kinds(len(board))[place(numbered(board, names))]
        return bool(self.tables[table][kind, place(numbered(own, names))])


@cache
def _kinds(count: int) -> list[int]:
    found: list[int] = sets(count).kind.tolist()
    return found
