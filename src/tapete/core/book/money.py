"""Money: whole pesos, exact odds, and rounding that says what it dropped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from heapq import heappop, heappush
from math import inf

from tapete.core.book.fault import Fault


@cache
def odds(text: str) -> Fraction:
    """Odds as the regulation writes them: win to stake.

    >>> odds("35:1"), odds("5:11"), odds("1:2")
    (Fraction(35, 1), Fraction(5, 11), Fraction(1, 2))
    """
    won, colon, staked = text.partition(":")
    if not colon or not won.isdecimal() or not staked.isdecimal() or int(staked) == 0:
        raise ValueError(Fault("fault.odds", "odds are written like 35:1, not {said!r}", said=text))
    return Fraction(int(won), int(staked))


def say_odds(value: Fraction) -> str:
    """
    >>> say_odds(Fraction(3, 2))
    '3:2'
    """
    return f"{value.numerator}:{value.denominator}"


def share(text: str) -> Fraction:
    """A percentage or a fraction, exactly.

    >>> share("5%"), share("2.5%"), share("1/20")
    (Fraction(1, 20), Fraction(1, 40), Fraction(1, 20))
    """
    if text.endswith("%"):
        return Fraction(text[:-1]) / 100
    return Fraction(text)


def say_share(value: Fraction) -> str:
    """A share as a percentage where that is exact, else as a fraction.

    >>> say_share(Fraction(1, 20)), say_share(Fraction(1, 40)), say_share(Fraction(1, 3))
    ('5%', '2.5%', '1/3')
    """
    hundredths = value * 10_000
    return f"{float(value * 100):g}%" if hundredths.denominator == 1 else str(value)


def down(amount: Fraction, unit: int = 1) -> int:
    """The amount rounded down to the paying unit.

    >>> down(Fraction(21, 2)), down(Fraction(1290), unit=100)
    (10, 1200)
    """
    return amount.numerator // (amount.denominator * unit) * unit


def up(amount: Fraction, unit: int = 1) -> int:
    """The amount rounded up to the paying unit: a premium paid to the house.

    >>> up(Fraction(1, 2))
    1
    """
    return -int(-amount // unit) * unit


def in_chips(amount: int, values: Iterable[int]) -> tuple[dict[int, int], int]:
    """The amount in as few chips as the denominations allow, and what no chip can show.

    >>> in_chips(18_700, [10_000, 5_000, 1_000, 500])
    ({10000: 1, 5000: 1, 1000: 3, 500: 1}, 200)
    """
    stack: dict[int, int] = {}
    for value in sorted(values, reverse=True):
        count, amount = divmod(amount, value)
        if count:
            stack[value] = count
    return stack, amount


def worth(chips: Mapping[int, int]) -> int:
    """
    >>> worth({1000: 3, 500: 1})
    3500
    """
    return sum(value * count for value, count in chips.items())


def is_made_of(amount: int, values: tuple[int, ...]) -> bool:
    """Whether chips of these values, as many of each as one likes, can show an amount.

    >>> is_made_of(1_500, (500, 1_000)), is_made_of(1_750, (500, 1_000))
    (True, False)
    >>> is_made_of(1_400, (1_000, 700)), is_made_of(1_300, (1_000, 700))
    (True, False)
    """
    least = _least_of(values)
    return least[amount % len(least)] <= amount


@lru_cache
def _least_of(values: tuple[int, ...]) -> tuple[float, ...]:
    """For each remainder modulo the smallest chip, the least amount with it that these chips can
    show; adding smallest chips to that amount gives all the others."""
    small = min(values)
    least: list[float] = [0, *[inf] * (small - 1)]
    ways = [0]
    while ways:
        amount = heappop(ways)
        for value in values:
            more = amount + value
            if more < least[more % small]:
                least[more % small] = more
                heappush(ways, more)
    return tuple(least)


def check_amount(amount: object) -> int:
    """Whole pesos, more than none; anything else is no money.

    >>> check_amount(1000)
    1000
    """
    if not isinstance(amount, int) or isinstance(amount, bool) or amount <= 0:
        raise ValueError(
            Fault(
                "fault.amount",
                "an amount is a whole number of pesos above 0, not {said!r}",
                said=amount,
            )
        )
    return amount
