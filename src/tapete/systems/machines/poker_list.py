"""How to play video poker by a list, as data: kinds of holds, the first a hand has is kept.

The lists of the shipped programs lie beside them; they are derived by `maths.machines.poker_list`.
"""

from __future__ import annotations

import msgspec


class Kind(msgspec.Struct, frozen=True):
    """A kind of hold: wild cards, other cards, their shape, high cards; or a whole ``row``."""

    wilds: int = 0
    cards: int = 0
    shape: str = "nada"
    high: int = 0
    row: str = ""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list: kinds that differ by nothing but high cards (the best first), how many of
    all hands keep one of them, and what that is worth, per credit."""

    kinds: tuple[Kind, ...]
    share: float
    worth: float


class PokerList(msgspec.Struct, frozen=True, kw_only=True):
    """The list of a table at a bet; ``back`` is what it returns, ``best`` what the best play
    does."""

    program: str
    bet: str
    lines: tuple[Line, ...]
    back: str
    best: str

    def place(self, kind: Kind) -> int | None:
        """The place of a kind in the list, from 1."""
        places = (n for n, line in enumerate(self.lines, 1) if kind in line.kinds)
        return next(places, None)
