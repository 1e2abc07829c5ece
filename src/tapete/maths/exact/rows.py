"""How often two rows of cards end with the same total, exactly, without replacement.

A row is dealt until it reaches a total of ``low`` or more, then a second one from the cards left.
Only values matter. A row of total ``t`` is a set of cards of that sum whose last card is large
enough to have stood under ``low`` before it: at least ``t - low + 1``. Of the ``k!`` orders of
its cards a share of ``L / k`` ends so, where ``L`` of them are that large. So the cards are taken
in two parts, those at least that large and those under it, value by value for both rows at once,
and the two parts are put together at the end.

Counts are whole numbers. How many cards each row has is kept in the places of one large number
(a polynomial in two unknowns, written in a base no coefficient can reach).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial

from tapete.maths.exact.odds import Tick, untold

Sums = tuple[int, int]
Table = dict[Sums, int]
"""For each pair of sums of the two rows, the sets of cards that make them, by number of cards."""


Pack = tuple[tuple[int, int], ...]

_known: dict[tuple[Pack, int], dict[int, Fraction]] = {}


def tie_chances(cards: Mapping[int, int], low: int, tick: Tick = untold) -> Mapping[int, Fraction]:
    """The chance that both rows end with a total, for every total they can share.

    ``cards`` counts the cards of each value.

    >>> tie_chances({1: 3}, 1)
    {1: Fraction(1, 1)}
    """
    key = (tuple(sorted(cards.items())), low)
    if key not in _known:
        _known[key] = Rows(cards, low).ties(tick)
    return _known[key]


class Rows:
    """The sets of cards two rows can be made of."""

    def __init__(self, cards: Mapping[int, int], low: int) -> None:
        self.cards = {value: cards.get(value, 0) for value in range(1, max(cards) + 1)}
        self.low = low
        self.total = sum(cards.values())
        top = low - 1 + max(cards)
        self.slots = self._most_cards(top) + 1
        most = self._most_cards(2 * top)
        largest = max(comb(self.total, k) << k for k in range(most + 1)) * self.slots**2
        self.base = 8 * (largest.bit_length() // 8 + 1)

    def _most_cards(self, total: int) -> int:
        """The most cards whose values add up to no more than a total."""
        most = 0
        for value, count in self.cards.items():
            taken = min(count, total // value)
            most, total = most + taken, total - taken * value
        return most

    def ties(self, tick: Tick) -> dict[int, Fraction]:
        values = list(self.cards)
        steps = 2 * len(values)
        small: dict[int, Table] = {values[0]: {(0, 0): 1}}
        for value, above in pairwise(values):
            tick(len(small), steps)
            small[above] = self._with_value(small[value], value, self.low - 1)
        found: dict[int, Fraction] = {}
        large: Table = {(0, 0): 1}
        for value in reversed(values):
            tick(len(values) + len(found), steps)
            total = self.low - 1 + value
            # Nothing smaller is left to fill up what the smallest value leaves open.
            wanted = {(total, total)} if value == values[0] else None
            large = self._with_value(large, value, total, wanted)
            found[total] = self._joined(large, small[value], total)
        return dict(sorted(found.items()))

    def _with_value(
        self, table: Table, value: int, top: int, wanted: set[Sums] | None = None
    ) -> Table:
        """Add cards of one more value to both rows, in every number, up to a sum."""
        count, base = self.cards[value], self.base
        after: Table = {}
        for (one, other), sets in table.items():
            for a in range((top - one) // value + 1):
                for b in range(min((top - other) // value, count - a) + 1):
                    sums = (one + value * a, other + value * b)
                    if wanted is not None and sums not in wanted:
                        continue
                    ways = comb(count, a + b) * comb(a + b, a)
                    place = base * (a + self.slots * b)
                    after[sums] = after.get(sums, 0) + (sets * ways << place)
        return after

    def _joined(self, large: Table, small: Table, total: int) -> Fraction:
        """The chance of a tie at a total: large cards, one of them last, and small ones."""
        joined = 0
        for (one, other), sets in large.items():
            rest = small.get((total - one, total - other))
            if rest is not None and one <= other:
                # What holds of the two rows holds of them the other way round.
                joined += self._last_cards(sets) * rest * (1 if one == other else 2)
        every = Fraction(0)
        for k1, k2, sets in self._places(joined):
            orders = factorial(k1 - 1) * factorial(k2 - 1) * factorial(self.total - k1 - k2)
            every += sets * orders
        return every / factorial(self.total)

    def _last_cards(self, sets: int) -> int:
        """Each set times the ways to pick the last card of both rows out of it."""
        return sum(
            found * k1 * k2 << self.base * (k1 + self.slots * k2)
            for k1, k2, found in self._places(sets)
        )

    def _places(self, number: int) -> list[tuple[int, int, int]]:
        """The places of a number: cards of the one row, of the other, and how many sets."""
        digits = number.to_bytes(-(-number.bit_length() // 8), "little")
        step = self.base // 8  # the base is whole bytes, so that a place is a slice
        found = []
        for place in range(0, len(digits), step):
            sets = int.from_bytes(digits[place : place + step], "little")
            if sets:
                k2, k1 = divmod(place // step, self.slots)
                found.append((k1, k2, sets))
        return found
