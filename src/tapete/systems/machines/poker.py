"""Rows of video poker: which of them a hand of five cards completes, wilds included."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

RANKS = "23456789TJQKA"
ACE = len(RANKS) - 1
STRAIGHTS = (*(frozenset(range(low, low + 5)) for low in range(9)), frozenset({ACE, 0, 1, 2, 3}))
ROYAL = frozenset(range(8, 13))
PLAIN = (
    *("dos-pares", "trio", "escalera", "color", "full", "poker"),
    *("escalera-color", "escalera-real"),
)
PAIR = re.compile(r"pareja:([2-9TJQKA])")
FOUR = re.compile(r"poker:([2-9TJQKA](?:-[2-9TJQKA])?)(?:\+([2-9TJQKA](?:-[2-9TJQKA])?))?")


class Hand(NamedTuple):
    """Five cards as their rows see them: natural ranks counted, wilds apart, one suit or not."""

    ranks: Mapping[int, int]
    wilds: int
    suited: bool

    @property
    def most(self) -> int:
        """The most cards of one rank, wilds helping."""
        return max(self.ranks.values(), default=0) + self.wilds


def hand(cards: Sequence[str], wild: str | None = None) -> Hand:
    """A hand out of five cards written like ``As``."""
    natural = [card for card in cards if card[0] != wild]
    ranks = Counter(RANKS.index(card[0]) for card in natural)
    return Hand(ranks, len(cards) - len(natural), len({card[1] for card in natural}) <= 1)


def ranks_in(text: str) -> frozenset[int]:
    """Ranks written one by one or as a range of cards' names, the ace low where it begins.

    >>> sorted(ranks_in("2-4")), ranks_in("A")
    ([0, 1, 2], frozenset({12}))
    """
    low, _, high = text.partition("-")
    first, last = RANKS.index(low), RANKS.index(high or low)
    if first <= last:
        return frozenset(range(first, last + 1))
    return frozenset({*range(first, ACE + 1), *range(last + 1)})


def test_of(row: str, wild: str | None) -> Callable[[Hand], bool] | None:
    """The test a hand must pass for a row; None if there is no such row."""
    if row in _TESTS and (row in PLAIN or wild is not None):
        return _TESTS[row]
    if (pair := PAIR.fullmatch(row)) is not None:
        least = RANKS.index(pair[1])
        return lambda held: _pair(held, least)
    if (four := FOUR.fullmatch(row)) is not None:
        of = ranks_in(four[1])
        kickers = None if four[2] is None else ranks_in(four[2])
        return lambda held: _four(held, of, kickers)
    return None


def _pair(held: Hand, least: int) -> bool:
    best = max((rank for rank, n in held.ranks.items() if n + held.wilds >= 2), default=-1)
    return best >= least or held.wilds >= 2


def _four(held: Hand, of: frozenset[int], kickers: frozenset[int] | None) -> bool:
    for rank, count in held.ranks.items():
        if rank in of and count + held.wilds >= 4:
            others = set(held.ranks) - {rank}
            if kickers is None or any(other in kickers for other in others):
                return True
    return False


def _two_pairs(held: Hand) -> bool:
    pairs = sum(1 for count in held.ranks.values() if count >= 2)
    return pairs + held.wilds >= 2 and len(held.ranks) >= 2


def _full(held: Hand) -> bool:
    return len(held.ranks) == 2 and min(held.ranks.values()) + held.wilds >= 2 and held.most >= 3


def _straight(held: Hand) -> bool:
    return _distinct(held) and any(held.ranks.keys() <= run for run in STRAIGHTS)


def _distinct(held: Hand) -> bool:
    return all(count == 1 for count in held.ranks.values())


def _royal(held: Hand) -> bool:
    return held.suited and _distinct(held) and held.ranks.keys() <= ROYAL


_TESTS: dict[str, Callable[[Hand], bool]] = {
    "dos-pares": _two_pairs,
    "trio": lambda held: held.most >= 3,
    "escalera": _straight,
    "color": lambda held: held.suited,
    "full": _full,
    "poker": lambda held: held.most >= 4,
    "escalera-color": lambda held: held.suited and _straight(held),
    "escalera-real": _royal,
    "cinco-iguales": lambda held: held.most >= 5,
    "cuatro-comodines": lambda held: held.wilds == 4,
    "escalera-real-natural": lambda held: held.wilds == 0 and _royal(held),
}


@lru_cache(maxsize=64)
def _tests(
    rows: tuple[tuple[str, int], ...], wild: str | None
) -> tuple[tuple[str, Callable[[Hand], bool]], ...]:
    """The rows of a table, those that pay most first, and of equals the first written."""
    best_first = sorted(rows, key=lambda row: row[1], reverse=True)
    return tuple((row, test) for row, _ in best_first if (test := test_of(row, wild)) is not None)


def best_row(held: Hand, table: Mapping[str, int], wild: str | None = None) -> str | None:
    """The row that pays most of those the hand completes; of equals the first written."""
    return best_rows((held,), table, wild)[0]


def best_rows(
    hands: Iterable[Hand], table: Mapping[str, int], wild: str | None = None
) -> list[str | None]:
    """The best row of each of many hands."""
    tests = _tests(tuple(table.items()), wild)
    return [next((row for row, test in tests if test(held)), None) for held in hands]


def unknown_rows(rows: Iterable[str], wild: str | None) -> list[str]:
    """Rows of a table that no video poker has, or not without wilds."""
    return [row for row in rows if test_of(row, wild) is None]


def unreached_rows(table: Mapping[str, int], wild: str | None) -> list[str]:
    """Rows of a table that no hand is paid by: it cannot be dealt, or another row beats it."""
    missing, tests = dict.fromkeys(table), _tests(tuple(table.items()), wild)
    for held in _kinds_of_hands(wild):
        if not missing:
            break
        found = next((row for row, test in tests if test(held)), None)
        missing.pop(found or "", None)
    return list(missing)


def _kinds_of_hands(wild: str | None) -> Iterator[Hand]:
    """Every kind of hand of five cards: its ranks, its wilds, one suit or not. High cards first:
    what pays most is found soon."""
    own = [rank for rank in range(ACE, -1, -1) if RANKS[rank] != wild]
    for wilds in range(5 if wild is not None else 1):
        for ranks in combinations_with_replacement(own, 5 - wilds):
            counts = Counter(ranks)
            if max(counts.values()) <= 4:
                yield Hand(counts, wilds, False)
                if len(counts) == len(ranks):
                    yield Hand(counts, wilds, True)
