"""How to play video poker by a list: kinds of holds, the first of them that a hand has is kept.

The list is derived from the solved game: for every two kinds that hands offer together, what it
costs to put the one before the other. Kinds are ordered so that little is lost, and what the list
returns is counted over all hands, exactly: beside the best play it says what following it costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.poker_list import KINDS, PLAIN, SHAPES, Offers, kind_of, offers
from tapete.maths.machines.video_poker import (
    COMMON,
    DRAWS,
    HANDS,
    card_number,
    counts_of,
    rows_of_hands,
    solved,
)
from tapete.systems.machines.cabinet import program_of
from tapete.systems.machines.poker import RANKS, best_row, hand
from tapete.systems.machines.poker_list import Kind, Line, PokerList
from tapete.systems.machines.program import VideoPoker

WHOLE = ("escalera", "color", "full", "cinco-iguales")
ROUNDS = 40


def rank_of_pair(program: VideoPoker) -> int:
    """The lowest rank whose pair pays; above the ace where none does."""
    return min(
        (RANKS.index(row[-1]) for row in program.pays if row.startswith("pareja:")), default=13
    )


def poker_list(program: VideoPoker, credits: int | None = None) -> PokerList:
    """The list of a program, at its largest bet where none is said."""
    level = program.levels()[-1]
    wanted = level.credits if credits is None else credits
    level = next(one for one in program.levels() if one.credits == wanted)
    return _list(program.text, program.id, wanted, level.bet)


@lru_cache(maxsize=8)
def _list(text: str, id: str, credits: int, bet: str) -> PokerList:
    program = program_of(text, id)
    assert isinstance(program, VideoPoker)
    table = program.table(credits)
    pays = np.array([0, *table.values()], dtype=np.int64)
    paid = counts_of(program, credits) @ pays
    scale = np.array([COMMON // n for n in DRAWS], dtype=np.int64)
    whole = whole_rows(program, credits)
    wild = -1 if program.wild is None else RANKS.index(program.wild)
    fixed = (paid, scale, rows_of_hands(program, credits), whole, wild, rank_of_pair(program))
    best = offers(*fixed)
    average = best.worth[best.kept] / np.maximum(best.chosen[best.kept], 1)
    order = _ordered(best.over, np.argsort(-average, kind="stable").tolist())
    places = np.full(KINDS, KINDS, dtype=np.int64)
    for place, at in enumerate(order):
        places[best.kept[at]] = place
    played = offers(*fixed, order=places)
    back = Fraction(int(played.worth.sum()), COMMON * HANDS)
    codes = [int(best.kept[at]) for at in order if played.chosen[best.kept[at]]]
    kinds = ((code, read_kind(code, tuple(table))) for code in codes)
    alike = groupby(kinds, key=lambda one: (one[1].wilds, one[1].cards, one[1].shape, one[1].row))
    lines = tuple(_line(list(group), played) for _, group in alike)
    return PokerList(
        program=id, bet=bet, lines=lines, back=str(back), best=str(solved(program, credits).back)
    )


def _line(group: list[tuple[int, Kind]], played: Offers) -> Line:
    codes = [code for code, _ in group]
    hands = int(played.chosen[codes].sum())
    return Line(
        kinds=tuple(kind for _, kind in group), share=hands / HANDS,
        worth=int(played.worth[codes].sum()) / COMMON / hands,
    )  # fmt: skip


def whole_rows(program: VideoPoker, credits: int) -> NDArray[np.int64]:
    """By row: its own number if a hand of it needs all five cards, else 0."""
    rows = ("", *program.table(credits))
    return np.array(
        [n if row.startswith(WHOLE) or "+" in row else 0 for n, row in enumerate(rows)],
        dtype=np.int64,
    )


def _ordered(over: NDArray[np.float64], first: Sequence[int]) -> list[int]:
    """An order in which little is lost: each kind in turn is put where it loses least, until
    nothing moves. ``over[a, b]``: what is lost where a is best and b stands before it."""
    order = [int(at) for at in first]
    for _ in range(ROUNDS):
        moved = False
        for kind in list(order):
            rest = [at for at in order if at != kind]
            # Put before rest[n]: those after it no longer come first where they are best.
            before = np.array([over[kind, at] for at in rest])  # lost if `at` stands before kind
            after = np.array([over[at, kind] for at in rest])  # lost if kind stands before `at`
            costs = np.concatenate(([0.0], np.cumsum(before))) + np.concatenate(
                (np.cumsum(after[::-1])[::-1], [0.0])
            )
            now, best = order.index(kind), int(np.argmin(costs))
            if costs[best] < costs[now]:
                order = [*rest[:best], kind, *rest[best:]]
                moved = True
        if not moved:
            break
    return order


def read_kind(code: int, rows: Sequence[str]) -> Kind:
    """A kind out of its number."""
    if code >= PLAIN:
        return Kind(cards=5, shape="hecha", row=rows[code - PLAIN - 1])
    rest, high = divmod(code, 6)
    rest, shape = divmod(rest, len(SHAPES))
    wilds, cards = divmod(rest, 6)
    return Kind(wilds=wilds, cards=cards, shape=SHAPES[shape], high=high)


def kind_of_hold(
    program: VideoPoker, credits: int, dealt: Sequence[str], held: Sequence[str]
) -> Kind:
    """The kind of hold that some cards of a hand are."""
    cards = sorted(dealt, key=card_number)
    numbers = np.array([card_number(card) for card in cards], dtype=np.int64)
    mask = sum(1 << place for place, card in enumerate(cards) if card in held)
    wild = -1 if program.wild is None else RANKS.index(program.wild)
    table = program.table(credits)
    made = 0
    if mask == 31:
        row = row_of_hand(program, credits, dealt)
        whole = whole_rows(program, credits)
        made = int(whole[("", *table).index(row or "")])
    return read_kind(int(kind_of(numbers, mask, wild, rank_of_pair(program), made)), tuple(table))


def row_of_hand(program: VideoPoker, credits: int, dealt: Sequence[str]) -> str | None:
    """The row that a hand pays as it is."""
    return best_row(hand(dealt, program.wild), program.table(credits), program.wild)
