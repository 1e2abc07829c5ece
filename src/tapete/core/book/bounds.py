"""How far the rules of a game may be changed for a table: by what kind of value it is, and by what
its game says of it besides (`GameRules.some`, `GameRules.parts`). Every edition lies well within.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.money import say_odds, say_share
from tapete.core.book.refused import Refused

if TYPE_CHECKING:
    from tapete.core.book.rulebook import GameRules, Pay

LEAST_ODDS, MOST_ODDS = Fraction(1, 100), Fraction(10_000)
"""No edition pays less than 5 to 11, nor more than 1000 to 1."""
MOST = 1000
"""Of cards, players, minutes, times: no edition says more than 200."""
MOST_SHARE = Fraction(10)


class CannotBe(Refused, ValueError):
    """A change with which no table could be played. For whoever reads rules it is a value that will
    not do; a house says it with the clause that sets the value."""


def check_sign(pay: Pay, name: str, text: str) -> None:
    """Raise `CannotBe` if a payment is below nothing."""
    if text.lstrip().startswith("-"):
        raise _outside(pay.clause, name, text, say_odds(LEAST_ODDS), say_odds(MOST_ODDS))


def check_pays(rules: GameRules, name: str, text: str, bet: str, on: str) -> None:
    """Raise `CannotBe` if the payments of a bet, of which ``name`` was changed (``on`` one result,
    or any), are out of bounds or would let it win nothing whatever happens."""
    rows = [pay for pay in rules.pays.values() if pay.bet == bet]
    changed = [pay for pay in rows if on in ("", pay.on)]
    for pay in changed:
        if pay.ratio and not LEAST_ODDS <= pay.ratio <= MOST_ODDS:
            raise _outside(pay.clause, name, text, say_odds(LEAST_ODDS), say_odds(MOST_ODDS))
    if not any(pay.ratio for pay in rows):
        raise CannotBe(changed[0].clause, "only-loses", name=name, value=text[:40])


def check_value(rules: GameRules, name: str, text: str) -> None:
    """Raise `CannotBe` if a value that was changed is out of bounds, or does not fit the least or
    the most that goes with it."""
    value, clause = getattr(rules, name), rules.by(name)
    some = name in _said_of(rules, "some")
    if some and isinstance(value, tuple | Mapping) and not value:
        raise CannotBe(clause, "cannot-be-empty", name=name)
    for number in _numbers(value):
        low: int | Fraction = int(some and value is number)
        high: int | Fraction = MOST
        if isinstance(number, Fraction):
            low = Fraction(0)
            high = Fraction(1) if name in _said_of(rules, "parts") else MOST_SHARE
        low, high = _beside(rules, name, low, high)
        if not low <= number <= high:
            raise _outside(clause, name, text, _said(low), _said(high))


def _outside(clause: ClauseId, name: str, text: str, low: str, high: str) -> CannotBe:
    return CannotBe(clause, "cannot-be", name=name, value=text[:40], low=low, high=high)


def _said_of(rules: GameRules, what: str) -> set[str]:
    """What the rules of a game say of their own values, each class of its own."""
    return {name for kind in type(rules).__mro__ for name in kind.__dict__.get(what, ())}


def _beside(
    rules: GameRules, name: str, low: int | Fraction, high: int | Fraction
) -> tuple[int | Fraction, int | Fraction]:
    """What goes with a least is not below it, what goes with a most not above."""
    most = getattr(rules, f"{name.removesuffix('_min')}_max", None)
    if name.endswith("_min") and most is not None:
        return low, min(high, most)
    least = getattr(rules, f"{name.removesuffix('_max')}_min", None)
    if name.endswith("_max") and least is not None:
        return max(low, least), high
    return low, high


def _numbers(value: Any) -> Iterator[int | Fraction]:
    """The numbers in a value, however deep."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from _numbers(msgspec.structs.astuple(value))
    elif isinstance(value, Mapping):
        yield from _numbers(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _numbers(one)


def _said(bound: int | Fraction) -> str:
    return say_share(bound) if isinstance(bound, Fraction) else str(bound)
