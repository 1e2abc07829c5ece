"""The chart of basic play: for every total or pair and every first card, what to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tapete.core.round.cards import Card
from tapete.games.cards.twentyone.canal import bonus
from tapete.games.cards.twentyone.hand import is_soft, points, same_value, value
from tapete.maths.strategy.terms import ACE, TEN

UPS = (*range(2, TEN + 1), ACE)
"""First cards of the croupier in the order of a chart."""
STAND, HIT, DOUBLE, SPLIT, RETIRE = "plantarse", "pedir", "doblar", "separar", "retirarse"
PARTS = ("hard", "soft", "pairs", "bonus")
MOVES = (STAND, HIT, DOUBLE, SPLIT, RETIRE)


def name(value: int) -> str:
    """A value as charts write it: ``A``, ``2`` to ``9``, ``T``."""
    return {ACE: "A", TEN: "T"}.get(value, str(value))


def label(cards: Sequence[Card]) -> str:
    """A total as its row is labelled: hard by its points, soft by the ace and the rest.

    >>> label([Card("7h"), Card("5d")]), label([Card("Ah"), Card("5d")])
    ('12', 'A-5')
    """
    return f"A-{points(cards) - 11}" if is_soft(cards) else str(points(cards))


class Cell(msgspec.Struct, frozen=True):
    """What to do; what else where that is closed (a third card, no more splits); and what each
    move is worth to a hand of two cards, in bets."""

    move: str
    otherwise: str
    values: dict[str, float]


Row = tuple[Cell, ...]
"""A cell for each first card, in the order of `UPS`."""


class Chart(msgspec.Struct, frozen=True):
    """Hard totals, soft totals and pairs, each against every first card.

    ``bonus`` are the totals of hands that hold a bonus of Canal 21 by their first three cards.

    ``even_money`` are the first cards against which a Black Jack does better to be paid at once;
    ``insurance`` those against which the insurance is worth taking. Usually none.
    """

    hard: dict[str, Row]
    soft: dict[str, Row]
    pairs: dict[str, Row]
    bonus: dict[str, Row] = {}
    even_money: tuple[int, ...] = ()
    insurance: tuple[int, ...] = ()

    def cell(self, cards: Sequence[Card], up: Card) -> Cell:
        """The cell of a hand as a total, its pair left aside.

        A hand may be split hands or drawn: only its points count here.
        """
        rows = self.soft if is_soft(cards) else self.hard
        return rows[str(points(cards))][UPS.index(value(up))]

    def moves(self, cards: Sequence[Card], up: Card) -> Iterator[str]:
        """What the chart says, first choice first; the last is always open."""
        held = self.bonus.get(label(cards)) if bonus(cards) else None
        if held is not None:
            yield held[UPS.index(value(up))].move
        if same_value(cards):
            pair = self.pairs[name(value(cards[0]))][UPS.index(value(up))]
            yield pair.move
            yield pair.otherwise
        cell = self.cell(cards, up)
        yield cell.move
        yield cell.otherwise

    def worth(self, cards: Sequence[Card], up: Card) -> dict[str, float]:
        """What each move is worth to a hand of two cards, in bets."""
        if same_value(cards):
            return self.pairs[name(value(cards[0]))][UPS.index(value(up))].values
        return self.cell(cards, up).values

    def parts(self) -> Iterator[tuple[str, str, Row]]:
        """Every row with its part and its label. Hard 4 and soft 12 are pairs, shown there."""
        for part, rows in zip(PARTS, (self.hard, self.soft, self.pairs, self.bonus), strict=True):
            for label, row in rows.items():
                if (part, label) not in (("hard", "4"), ("soft", "12")):
                    yield part, label, row
