"""Counting what is done with which hands."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tapete.core.round.cards import DECK, RANKS
from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.advice.patterns import PATTERNS, pattern_of
from tapete.maths.strategy.poker.boards import HELD, PAIRS
from tapete.maths.strategy.poker.ranking import Longs, Ranking, five, three, worth
from tapete.maths.strategy.poker.solution import Bytes
from tapete.maths.strategy.poker.suits import choose, sets, unplace

TEN = RANKS.index("T")


def three_cards(goes: Bytes) -> Longs:
    """By the number of the hand: how many do not go on, how many do."""
    found = np.zeros((len(three().level), 2), np.int64)
    _three(goes, choose(), three(), found)
    return found


@compiled
def _three(goes: Bytes, binomials: Longs, ranking: Ranking, found: Longs) -> None:
    cards = np.zeros(3, np.int64)
    for place in range(len(goes)):
        unplace(place, 3, binomials, cards)
        found[worth(cards, 3, ranking), goes[place]] += 1


def five_cards(moves: Bytes, many: int, up: int | None, *, draws: bool) -> Longs:
    """By pattern: how many hands make each move. ``up``: the rank of the seen card, of the first
    suit, whose hands stand for those with the others renamed; after the patterns come the same of
    hands that hold a card of its rank, where that is told apart (ace and king)."""
    found = np.zeros((PATTERNS if up is None else 2 * PATTERNS, many), np.int64)
    _five(moves, -1 if up is None else up, choose(), five(), draws, found)
    return found


@compiled
def _five(
    moves: Bytes, up: int, binomials: Longs, ranking: Ranking, draws: bool, found: Longs
) -> None:
    cards, masks = np.zeros(5, np.int64), np.zeros(4, np.int64)
    for place in range(len(moves)):
        if moves[place] == 255:
            continue
        unplace(place, 5, binomials, cards)
        masks[:] = 0
        for i in range(5):
            masks[cards[i] & 3] |= 1 << (cards[i] >> 2)
        first = 0 if up < 0 else 1
        same, run = 1, 1
        for s in range(first, 3):
            run = run + 1 if masks[s] == masks[s + 1] else 1
            same *= run
        ways = (24 if first == 0 else 6) // same
        pattern = pattern_of(cards, ranking, draws)
        if up >= 0 and 17 <= pattern < 30:
            for i in range(5):
                if cards[i] >> 2 == up:
                    pattern += 51
                    break
        found[pattern, moves[place]] += ways


def flops(goes: Bytes) -> Longs:
    """By pattern of own cards and flop, and after these the same where the pair lies on the flop:
    how many do not bet, how many do. Hands of nothing are told apart by how many of the own cards
    are higher than all on the board."""
    kinds = sets(3)
    found = np.zeros((2 * PATTERNS, 2), np.int64)
    _seen(goes, kinds.one, kinds.ways, 3, choose(), five(), found)
    return found


def fours(goes: Bytes) -> Longs:
    """The same with four community cards, by the best five of six."""
    kinds = sets(4)
    found = np.zeros((2 * PATTERNS, 2), np.int64)
    _seen(goes, kinds.one, kinds.ways, 4, choose(), five(), found)
    return found


@compiled
def _seen(
    goes: Bytes, one: Longs, ways: Longs, seen: int, binomials: Longs, ranking: Ranking,
    found: Longs,
) -> None:  # fmt: skip
    cards, tried = np.zeros(6, np.int64), np.zeros(5, np.int64)
    board, counts = np.zeros(seen, np.int64), np.zeros(13, np.int64)
    for kind in range(len(one)):
        unplace(one[kind], seen, binomials, board)
        counts[:] = 0
        for i in range(seen):
            counts[board[i] >> 2] += 1
            cards[2 + i] = board[i]
        for b in range(52):
            for a in range(b):
                if (board == a).any() or (board == b).any():
                    continue
                cards[0], cards[1] = a, b
                pattern, best = -1, -1
                for out in range(seen + 2 if seen == 4 else 1):
                    at = 0
                    for i in range(seen + 2):
                        if seen == 3 or i != out:
                            tried[at] = cards[i]
                            at += 1
                    hand = worth(tried, 5, ranking)
                    if hand > best:
                        best = hand
                        pattern = pattern_of(tried, ranking, seen == 3)
                if 4 <= pattern < 30:  # nothing yet: how many own cards are above the board's
                    pattern = 4
                    for card in (a, b):
                        pattern += card >> 2 > board[seen - 1] >> 2
                elif 30 <= pattern < 43 and counts[pattern - 30] == 2:
                    pattern += 51
                found[pattern, goes[kind, b * (b - 1) // 2 + a]] += ways[kind]


# -- Go Poker -----------------------------------------------------------------------------------


def line_first(first: Bytes) -> dict[str, list[int]]:
    """By own cards as one would name them: how many do not go with the first bet, how many do."""
    kinds = sets(3)
    found: dict[str, list[int]] = {}
    for kind, place in enumerate(kinds.one.tolist()):
        counts = found.setdefault(_line_name(_cards(place, 3)), [0, 0])
        counts[int(first[kind])] += int(kinds.ways[kind])
    return found


def line_second(first: Bytes, second: Bytes) -> dict[str, list[int]]:
    """The same with a card seen, for the second bet."""
    kinds = sets(3)
    found: dict[str, list[int]] = {}
    for kind, place in enumerate(kinds.one.tolist()):
        own = _cards(place, 3)
        for card in range(len(DECK)):
            if card not in own:
                counts = found.setdefault(_line_name((*own, card)), [0, 0])
                counts[int(second[kind, card])] += int(kinds.ways[kind])
    return found


@cache
def _line_name(cards: tuple[int, ...]) -> str:
    """A group and a detail: equal ranks; or cards to a straight flush, a color or a straight, by
    how many ranks they lack and how many of them are ten or higher."""
    ranks = sorted(card >> 2 for card in cards)
    times = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if times[0] > 1:
        high = max(rank for rank in ranks if ranks.count(rank) == times[0])
        if times[0] == 2 and times[1:2] != [2]:
            return f"a-par/{'10-A' if high >= TEN else '2-9'}"
        return f"b-mejor/{len(cards)}"
    suited = len({card & 3 for card in cards}) == 1
    lows = [rank - 13 if rank == 12 else rank for rank in ranks]
    gaps = min(max(row) - min(row) for row in (ranks, lows)) - len(cards) + 1
    highs = sum(rank >= TEN for rank in ranks)
    near = gaps <= 5 - len(cards)
    if not near:
        return "c-a-color/-" if suited else "f-nada/-"
    group = "d-a-escalera-de-color" if suited else "e-a-escalera"
    return f"{group}:{gaps}{_ends(ranks, lows)}/{highs}"


def _ends(ranks: list[int], lows: list[int]) -> str:
    """Whether ranks in a row touch an end: ``-`` if they do, ``+`` if both sides are free."""
    row = lows if max(lows) - min(lows) < max(ranks) - min(ranks) else ranks
    return "-" if max(row) == 12 or min(row) <= -1 else "+"


def _cards(place: int, count: int) -> tuple[int, ...]:
    cards: Any = np.zeros(count, np.int64)
    unplace(place, count, choose(), cards)
    return tuple(sorted(cards.tolist()))


assert (PAIRS, HELD, PATTERNS) == (1326, 1081, 51)
