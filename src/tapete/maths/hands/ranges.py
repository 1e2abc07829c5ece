"""Ranges: the hands a player may hold, in the usual notation.

=============  ===============================================================================
``AhKh``       one hand
``AKs AKo AK`` suited, of two suits, both
``TT``         a pair
``TT+``        that pair and the higher ones
``ATs+``       the lower card rises to the one under the higher: ATs AJs AQs AKs
``A5s-A2s``    from one to the other, the higher card the same; pairs likewise: 99-66
``JTs-87s``    both cards fall together
``random``     any hand
``AKs:0.5``    a weight from 0 to 1
=============  ===============================================================================

Parts stand one after another with commas between them. Where a hand is named twice, the later
weight holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from tapete.core.round.cards import DECK, RANKS, SUITS, Card
from tapete.maths.hands.reading import NUMBERS, NotUnderstood, plain, read_cards

ANY = ("random", "any")
FINEST = 1000
"""A weight has at most three places."""
_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)

Combo = tuple[Card, ...]


class Range(NamedTuple):
    """The hands of a player with their weights, in thousandths. A random hand lists none."""

    text: str
    weights: dict[Combo, int]

    @property
    def random(self) -> bool:
        return not self.weights

    @property
    def single(self) -> Combo | None:
        """The hand, where there is only one."""
        return next(iter(self.weights)) if len(self.weights) == 1 else None


class _Class(NamedTuple):
    """Hands alike but for their suits: two ranks, the higher first, and s, o or nothing."""

    high: int
    low: int
    suits: str


def read_range(text: str, cards: int = 2) -> Range:
    """Read a range for hands of two cards (four for Omaha, where only hands and ``random`` are
    known).

    >>> len(read_range("TT+").weights), len(read_range("AKs, AKo:0.5").weights)
    (30, 16)
    >>> [" ".join(hand) for hand in read_range("A5s-A4s").weights][:2]
    ['Ac 5c', 'Ad 5d']
    >>> read_range("AKx")
    Traceback (most recent call last):
    ...
    tapete.maths.hands.reading.NotUnderstood: no-range text=AKx
    """
    if text.strip().casefold() in ANY:
        return Range(text.strip(), {})
    weights: dict[Combo, int] = {}
    for part in plain(text).split(","):
        named, colon, weight = part.strip().partition(":")
        value = _weight(weight.strip(), part.strip()) if colon else FINEST
        for combo in _combos(named.strip(), cards):
            weights[tuple(sorted(combo, key=NUMBERS.__getitem__, reverse=True))] = value
    kept = {combo: weight for combo, weight in weights.items() if weight}
    if not kept:
        raise NotUnderstood("empty-range", text=text)
    return Range(text.strip(), kept)


def _weight(text: str, part: str) -> int:
    try:
        value = Fraction(text) * FINEST
    except (ValueError, ZeroDivisionError):
        raise NotUnderstood("bad-weight", text=part) from None
    if not 0 <= value <= FINEST or value.denominator != 1:
        raise NotUnderstood("bad-weight", text=part)
    return int(value)


def _combos(text: str, cards: int) -> Iterator[Combo]:
    if text.casefold() in ANY:
        yield from combinations(DECK, cards)
        return
    if cards != 2 and _CLASS.match(text) and not _is_hand(text):
        raise NotUnderstood("omaha-range", text=text)
    if cards != 2 or _is_hand(text):
        hand = read_cards(text)
        if len(hand) != cards:
            raise NotUnderstood("hand-size", text=text, count=len(hand), wanted=cards)
        yield hand
        return
    for each in _classes(text):
        yield from _of_class(each)


def _is_hand(text: str) -> bool:
    """Whether suits are written: cards rather than a class of hands."""
    joined = text.replace(" ", "")
    return len(joined) >= 4 and len(joined) % 2 == 0 and "-" not in joined and "+" not in joined


def _classes(text: str) -> Iterator[_Class]:
    first, dash, last = text.partition("-")
    if dash:
        yield from _between(_class(first, text), _class(last, text), text)
    elif text.endswith("+"):
        start = _class(text[:-1], text)
        top = start.high - 1 if start.high != start.low else len(RANKS) - 1
        for rank in range(start.low, top + 1):
            high = rank if start.high == start.low else start.high
            yield _Class(high, rank, start.suits)
    else:
        yield _class(text, text)


def _class(word: str, text: str) -> _Class:
    found = _CLASS.fullmatch(word.strip())
    if found is None:
        raise NotUnderstood("no-range", text=text)
    one, other = (RANKS.index(rank.upper()) for rank in found.group(1, 2))
    suits = found.group(3).lower()
    if one == other and suits:
        raise NotUnderstood("no-range", text=text)
    return _Class(max(one, other), min(one, other), suits)


def _between(one: _Class, other: _Class, text: str) -> Iterator[_Class]:
    top, bottom = max(one, other), min(one, other)
    high, low = top.high - bottom.high, top.low - bottom.low
    pairs = {top.high == top.low, bottom.high == bottom.low}
    if top.suits != bottom.suits or len(pairs) > 1 or (high and high != low):
        raise NotUnderstood("no-range", text=text)
    for step in range(low + 1):
        yield _Class(top.high - (step if high else 0), top.low - step, top.suits)


def _of_class(each: _Class) -> Iterator[Combo]:
    high, low = RANKS[each.high], RANKS[each.low]
    for a, b in product(SUITS, SUITS):
        paired = high == low and a < b
        if paired or (high != low and (not each.suits or (each.suits == "s") == (a == b))):
            yield (Card(high + a), Card(low + b))
