"""Strips: six cards that hold every number once, each strip as likely as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.systems.bingo.cards import DECADES, TENS, Face, Shape, check_order, shape_of_sizes
from tapete.systems.bingo.design import Design
from tapete.systems.bingo.hall import DUTIES, ELECTRONIC, TRADITIONAL, Hall, Series
from tapete.systems.bingo.sale import SaleWindow, Sell
from tapete.systems.bingo.strips import cards_of, count, strip

TWO = shape_of_sizes([2, 3, 3], rows=2, per_row=2)  # strips of two cards
THREE_ROWS = shape_of_sizes([2, 2, 2], rows=3, per_row=1)
THREE = shape_of_sizes([3, 3], rows=2, per_row=1)  # of three cards, one number of each column


def gone_through(shape: Shape) -> set[tuple[Face, ...]]:
    """Every strip, by going through all ways to deal the numbers to squares."""
    squares = [(card, row) for card in range(cards_of(shape)) for row in range(shape.rows)]
    found: set[tuple[Face, ...]] = set()

    def deal(column: int, held: tuple[tuple[int, ...], ...]) -> None:
        if column == len(shape.columns):
            if all(len(row) == shape.per_row for row in held):
                rows, cards = shape.rows, cards_of(shape)
                found.add(tuple(Face(held[n * rows : n * rows + rows]) for n in range(cards)))
            return
        low, high = shape.columns[column]
        for places in combinations(range(len(squares)), high - low + 1):
            if {squares[at][0] for at in places} != set(range(cards_of(shape))):
                continue  # no column of a card is empty
            for order in permutations(range(low, high + 1)):
                here = dict(zip(places, order, strict=True))
                down = [[here[at] for at in places if squares[at][0] == card]
                        for card in range(cards_of(shape))]  # fmt: skip
                if all(numbers == sorted(numbers) for numbers in down):
                    deal(column + 1, tuple(
                        (*row, here[at]) if at in here else row for at, row in enumerate(held)
                    ))  # fmt: skip

    deal(0, ((),) * len(squares))
    return found


def outcomes(shape: Shape) -> Iterator[tuple[tuple[Face, ...], Fraction]]:
    """Every way the draws of a strip can fall, with its exact chance."""
    open_: list[list[int]] = [[]]
    while open_:
        tape = open_.pop()
        at, chance = 0, Fraction(1)

        def below(bound: int, tape: list[int] = tape) -> int:
            nonlocal at, chance
            if at == len(tape):
                open_.extend([*tape, other] for other in range(1, bound))
                tape.append(0)
            at += 1
            chance /= bound
            return tape[at - 1]

        yield tuple(strip(below, shape)), chance


@pytest.mark.parametrize("shape", [TWO, THREE, THREE_ROWS], ids=["two", "three", "rows"])
def test_strips_counted_and_made_are_those_gone_through_each_as_likely(shape: Shape) -> None:
    every = gone_through(shape)
    assert count(shape) == len(every)
    chances: Counter[tuple[Face, ...]] = Counter()
    for made, chance in outcomes(shape):
        chances[made] += chance  # type: ignore[assignment]
    assert set(chances) == every
    assert set(chances.values()) == {Fraction(1, len(every))}


def test_so_many_strips_there_are() -> None:
    assert cards_of(TENS) == cards_of(DECADES) == 6
    assert count() == 467711541132248468278363019351514108076722415153589853880320 * 10**18


@pytest.mark.clause("CAT-V.2.2.1-04", "CAT-V.2.3-11")
@pytest.mark.parametrize("shape", [TENS, DECADES], ids=["tens", "decades"])
def test_six_cards_in_a_row_hold_every_number_once_and_no_two_are_equal(shape: Shape) -> None:
    faces = Design("tiras", 120, strips=True).faces(shape)
    for first in range(1, 120, 6):
        cards = [faces[first + n] for n in range(6)]
        assert sorted(n for card in cards for n in card.numbers) == list(range(1, 91))
        for card in cards:
            check_order(card, shape)
    assert len({face.numbers for face in faces.values()}) == 120
    assert Design("tiras", 12, strips=True).faces(shape)[7] == faces[7], "the same for ever"
    with pytest.raises(Refused, match="not-whole-strips"):
        Design("tiras", 100, strips=True).faces(shape)


@pytest.mark.clause("CAT-V.2.3-06", "CAT-V.3.3-02")
@pytest.mark.parametrize(
    ("kind", "clause"), [(TRADITIONAL, "CAT-V.2.3-06"), (ELECTRONIC, "CAT-V.3.3-02")]
)
def test_strips_are_sold_whole(kind: str, clause: str) -> None:
    hall = Hall(kind=kind, on_duty=tuple(DUTIES[kind]), series={"A": Series(60)})
    on_sale = ("A",) if kind == TRADITIONAL else ()
    sale: Any = SaleWindow(hall=hall, price=1000, on_sale=on_sale, together=6).open()
    letter = "A" if kind == TRADITIONAL else ""
    for bad in (
        Sell("ana", 4), Sell("ana", numbers=tuple((letter, n) for n in range(1, 6))),
        Sell("ana", numbers=tuple((letter, n) for n in range(3, 9))),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            sale.take(bad)
        assert refused.value.clause == clause and not sale.cards
    sale.take(Sell("ana", 6))
    sale.take(Sell("eva", numbers=tuple((letter, n) for n in range(7, 13))))
    assert [card.number for card in sale.cards] == list(range(1, 13))
