"""The prize fund and its table, to the peso (CAT-VII.3.1-23 to -30)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tapete.core.book.refused import Refused

WHOLE = 100
COUNTED = ("entrada", "reentrada")
"""Sales that count towards the bracket of entrants."""


class Sale(NamedTuple):
    """So many of one kind sold, each at a price that contains the commission."""

    number: int
    price: int
    commission: int


class Bracket(NamedTuple):
    """From so many entrants on, up to so many, what each place gets, in percent."""

    first: int
    percent: tuple[Fraction, ...]
    last: int | None = None


class Fund(NamedTuple):
    """The prize fund: takings, the commission in them, the casino's addition, and their balance."""

    taken: int
    commission: int
    added: int
    fund: int


def fund(
    sales: Mapping[str, Sale], *, contribution: int = 0, guarantee: int = 0, other: int = 0
) -> Fund:
    """Takings less commission, with the casino's contribution and less other uses; up to a
    guarantee the casino adds what is missing."""
    taken = sum(sale.number * sale.price for sale in sales.values())
    commission = sum(sale.number * sale.commission for sale in sales.values())
    own = taken - commission + contribution - other
    missing = max(guarantee - own, 0)
    return Fund(taken, commission, contribution + missing, own + missing)


def entrants(sales: Mapping[str, Sale]) -> int:
    """Entries that count for the bracket: entries and re-entries."""
    return sum(sales[kind].number for kind in COUNTED if kind in sales)


def faults(brackets: Sequence[Bracket]) -> Iterator[str]:
    """The faults of brackets of entrants: they join without a gap, each adds to a hundred and
    never grows, and every place is paid something."""
    for one, following in pairwise(sorted(brackets, key=lambda bracket: bracket.first)):
        if one.last is None:
            yield "last-bracket-open"
        elif following.first != one.last + 1:
            yield "bracket-gap"
    for first, percent, last in brackets:
        if last is not None and last < first:
            yield "bracket-empty"
        if sum(percent) != WHOLE:
            yield "not-a-hundred"
        if any(later > share for share, later in pairwise(percent)):
            yield "prizes-grow"
        if any(share <= 0 for share in percent):
            yield "more-places-than-entrants"


def bracket_for(brackets: Sequence[Bracket], number: int) -> Bracket:
    """The bracket of so many entrants."""
    for bracket in brackets:
        if bracket.first <= number and (bracket.last is None or number <= bracket.last):
            if len(bracket.percent) > number:
                raise Refused("CAT-VII.3.1-27", "more-places-than-entrants", field="tramos")
            return bracket
    raise Refused("CAT-VII.3.1-27", "no-bracket", entrants=number)


def prize_table(total: int, percent: Sequence[Fraction], unit: int = 1) -> list[int]:
    """The prize of each place: floors in whole units, the units left by largest remainder, the
    better place first; what is no whole unit goes to first. They add to the fund.

    >>> prize_table(1_999_999, [Fraction(p) for p in (40, 24, 16, 12, 8)])
    [799999, 480000, 320000, 240000, 160000]
    """
    if sum(percent) != WHOLE:
        raise Refused("CAT-VII.3.1-27", "prizes-not-a-hundred")
    exact = [total * share / WHOLE for share in percent]
    floors = [int(amount // unit) * unit for amount in exact]
    units, odd = divmod(total - sum(floors), unit)
    order = sorted(range(len(exact)), key=lambda place: (floors[place] - exact[place], place))
    for place in order[:units]:
        floors[place] += unit
    floors[0] += odd
    return floors


class Sanctioned(NamedTuple):
    """What a sanction leaves: place and prize of who goes, and what others are paid now, by the
    place they had."""

    place: int
    prize: int
    pays: dict[int, int]
    left: int


def eliminated_by_sanction(prizes: Sequence[int], left: int) -> Sanctioned:
    """The place and the prize of that moment (COL-9.3-20)."""
    prize = prizes[left - 1] if left <= len(prizes) else 0
    return Sanctioned(left, prize, {}, left - 1)


def disqualified(prizes: Sequence[int], left: int, entrants: int) -> Sanctioned:
    """Last, without prize; whoever was out before moves up a place and is paid the difference
    (COL-9.1-40, COL-9.3-21)."""
    due = {}
    for old in range(left + 1, min(entrants, len(prizes) + 1) + 1):
        had = prizes[old - 1] if old <= len(prizes) else 0
        if prizes[old - 2] > had:
            due[old] = prizes[old - 2] - had
    return Sanctioned(entrants, 0, due, left - 1)
