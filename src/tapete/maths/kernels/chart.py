"""Charts: what a player of twenty-one does, by his total and the croupier's card.

A chart answers with moves in order of preference; the first the rules allow is made.
"""

from __future__ import annotations

from collections.abc import Callable

Moves = tuple[str, ...]
Chart = Callable[[int, bool, int, int], Moves]
"""(total, soft, pair, up) to moves: ``pair`` is the value of two like cards, else 0; ``up`` the
croupier's card, the ace as 1."""

STAND, HIT = "plantarse", "pedir"
DOUBLE, SPLIT, SURRENDER = "doblar", "separar", "retirarse"

UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
LETTERS: dict[str, Moves] = {
    "S": (STAND,),
    "H": (HIT,),
    "D": (DOUBLE, HIT),
    "R": (SURRENDER, HIT),
    "P": (SPLIT,),
    ".": (),
}

# Columns: 2 3 4 5 6 7 8 9 10 A.
HARD = {
    **dict.fromkeys(range(2, 9), "HHHHHHHHHH"),
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDHH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHRH",
    15: "SSSSSHHHRH",
    16: "SSSSSHHRRH",
    **dict.fromkeys(range(17, 22), "SSSSSSSSSS"),
}
SOFT = {
    **dict.fromkeys(range(11, 18), "HHHHHHHHHH"),
    18: "SSSSSSSHHH",
    **dict.fromkeys(range(19, 22), "SSSSSSSSSS"),
}
PAIR = {
    1: "PPPPPPPPPH",
    2: "PPPPPP....",
    3: "PPPPPP....",
    4: "...PP.....",
    6: "PPPPP.....",
    7: "PPPPPP....",
    8: "PPPPPPPP..",
    9: "PPPPP.PP..",
}


def common_chart(total: int, soft: bool, pair: int, up: int) -> Moves:
    """The chart of common knowledge for a croupier without a hole card who stands on 17.

    >>> common_chart(11, False, 0, 6), common_chart(16, False, 8, 9)
    (('doblar', 'pedir'), ('separar', 'retirarse', 'pedir'))
    """
    column = UPS.index(up)
    moves = LETTERS[(SOFT if soft else HARD)[total][column]]
    return (*LETTERS[PAIR[pair][column]], *moves) if pair in PAIR else moves


def the_dealers(total: int, soft: bool, pair: int, up: int) -> Moves:
    """Playing like the croupier: draw to 17."""
    return (HIT,) if total < 17 else (STAND,)
