"""Video poker solved: the best hold of every hand, and what it returns, exactly.

How many of the hands that contain a set of cards complete each row is counted once for all sets
of up to five cards. The draws that keep some cards and throw the others away are then a sum over
supersets with signs (inclusion and exclusion), in whole numbers throughout.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.book.fault import Fault
from tapete.maths.kernels.video_poker import MULTISETS, count_rows, play_all, sums_of_holds
from tapete.maths.machines.figures import ParLevel, ParRow, Top
from tapete.systems.machines.poker import RANKS, Hand, best_rows
from tapete.systems.machines.program import VideoPoker

SUITS = "cdhs"
DECK = 52
HANDS = comb(DECK, 5)
DRAWS = tuple(comb(DECK - 5, 5 - held) for held in range(6))
"""The ways to draw what was not held, by the number of cards held."""
COMMON = lcm(*DRAWS)
ZERO = Fraction(0)


class Book(NamedTuple):
    """How a table is best played: chance of each row, and what it returns per credit."""

    rows: dict[str, Fraction]
    back: Fraction


@lru_cache(maxsize=8)
def _rows(rows: tuple[str, ...], pays: tuple[int, ...], wild: str | None) -> NDArray[np.int64]:
    """The row of every hand, by its multiset of ranks and whether it is of one suit."""
    table = dict(zip(rows, pays, strict=True))
    places = {row: place for place, row in enumerate(rows, 1)}
    of = np.zeros((comb(len(RANKS) + 4, 5), 2), dtype=np.int64)
    wild_rank = -1 if wild is None else RANKS.index(wild)
    for ranks in combinations_with_replacement(range(len(RANKS)), 5):
        at = sum([int(MULTISETS[place, rank]) for place, rank in enumerate(ranks)])
        natural = [rank for rank in ranks if rank != wild_rank]
        counted = {rank: natural.count(rank) for rank in natural}
        kinds = [Hand(counted, 5 - len(natural), suited) for suited in (False, True)]
        of[at] = [0 if row is None else places[row] for row in best_rows(kinds, table, wild)]
    return of


@lru_cache(maxsize=2)
def _counts(rows: tuple[str, ...], pays: tuple[int, ...], wild: str | None) -> NDArray[np.int32]:
    """For each row and each set of up to five cards: the hands with these cards that pay it."""
    wild_rank = -1 if wild is None else RANKS.index(wild)
    return _counted(_rows(rows, pays, wild).tobytes(), wild_rank, len(rows) + 1)


def rows_of_hands(program: VideoPoker, credits: int) -> NDArray[np.int64]:
    """The row of every hand by a program's table at a bet."""
    table = program.table(credits)
    return _rows(tuple(table), tuple(table.values()), program.wild)


@lru_cache(maxsize=2)
def _counted(of: bytes, wild_rank: int, rows: int) -> NDArray[np.int32]:
    """Tables that name the rows of all hands alike are counted once, whatever they pay: the two of
    a machine that pays its royal flush better at the largest bet."""
    return count_rows(np.frombuffer(of, dtype=np.int64).reshape(-1, 2), wild_rank, rows)


def counts_of(program: VideoPoker, credits: int) -> NDArray[np.int32]:
    """The counts for a program's table at a bet."""
    table = program.table(credits)
    return _counts(tuple(table), tuple(table.values()), program.wild)


def solved(program: VideoPoker, credits: int) -> Book:
    """The best play of a program at a bet of so many credits."""
    return _solved(tuple(program.table(credits).items()), program.wild)


@cache
def _solved(rows: tuple[tuple[str, int], ...], wild: str | None) -> Book:
    table = dict(rows)
    counts = _counts(tuple(table), tuple(table.values()), wild)
    pays = np.array([0, *table.values()], dtype=np.int64)
    ends = play_all(counts, pays, np.array([COMMON // n for n in DRAWS], dtype=np.int64))
    total = COMMON * HANDS
    chances = {row: Fraction(int(ends[place]), total) for place, row in enumerate(table, 1)}
    back = sum((chances[row] * paid for row, paid in table.items()), ZERO)
    return Book(chances, back)


def hold_values(program: VideoPoker, credits: int, dealt: Sequence[str]) -> dict[int, Fraction]:
    """What each of the 32 holds of a hand is worth per credit; bit i keeps the i-th card.
    `ValueError`: it is no hand, and the sums would read what lies beside the counts."""
    if len(dealt) != 5 or len({*dealt}) != 5:
        raise ValueError(
            Fault(
                "fault.five-cards",
                "a hand is five different cards, not {said}",
                said=" ".join(dealt),
            )
            if dealt
            else Fault("fault.five-cards-none", "a hand is five different cards, not none")
        )
    cards = sorted((card_number(card), place) for place, card in enumerate(dealt))
    table = program.table(credits)
    pays = np.array([0, *table.values()], dtype=np.int64)
    numbers = np.array([number for number, _ in cards], dtype=np.int64)
    sums = sums_of_holds(counts_of(program, credits), pays, numbers)
    values = {}
    for mask in range(32):
        held = sum(1 << place for bit, (_, place) in enumerate(cards) if mask >> bit & 1)
        values[held] = Fraction(int(sums[mask]), DRAWS[mask.bit_count()])
    return values


def hold_value(
    program: VideoPoker, credits: int, dealt: Sequence[str], held: Sequence[str]
) -> Fraction:
    """What holding these cards of a hand is worth, per credit."""
    return hold_values(program, credits, dealt)[sum(1 << dealt.index(card) for card in held)]


def best_hold(
    program: VideoPoker, credits: int, dealt: Sequence[str]
) -> tuple[tuple[str, ...], Fraction]:
    """The best cards to hold of a hand, and what they are worth per credit."""
    values = hold_values(program, credits, dealt)
    mask = max(values, key=lambda held: (values[held], held.bit_count(), -held))
    return tuple(card for place, card in enumerate(dealt) if mask >> place & 1), values[mask]


def card_number(card: str) -> int:
    """A card as a number: four times its rank, and its suit."""
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


def poker_levels(program: VideoPoker) -> tuple[list[ParLevel], dict[str, ParRow]]:
    """Every level of a program at best play, and the rows of its first."""
    levels: list[ParLevel] = []
    for level in program.levels():
        table, book = program.table(level.credits), solved(program, level.credits)
        square = sum((book.rows[row] * paid**2 for row, paid in table.items()), ZERO)
        best = max(table.values())
        odds = sum((book.rows[row] for row, paid in table.items() if paid == best), ZERO)
        for denomination in program.denominations:
            levels.append(
                ParLevel(
                    bet=level.bet,
                    denomination=denomination,
                    stake=level.stake * denomination,
                    base=book.back,
                    features=ZERO,
                    pot=ZERO,
                    hit=sum(book.rows.values(), ZERO),
                    variance=square - book.back**2,
                    top=Top(best * level.credits * denomination, odds),
                )
            )
    first = program.bets.credits[0]
    table, book = program.table(first), solved(program, first)
    return levels, {
        row: ParRow(book.rows[row], book.rows[row] * paid) for row, paid in table.items()
    }
