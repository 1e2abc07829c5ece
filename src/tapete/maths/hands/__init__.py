"""Poker hands for people: what a hand is, what it may become, and how it stands against others.

>>> from tapete.maths import hands
>>> hands.hand("Ah Kh Qh Jh Th 2c 3d").category
'escalera-real'
>>> float(round(hands.equity(["AhKh", "QsQd"]).players[0].equity, 4))
0.4621

- `hand`, `omaha`, `rank`, `category`, `compare`, `name`: the value of cards written as text;
- `equity`: two to ten hands or ranges against each other, exactly or by samples;
- `outs`: the next cards that put a hand ahead; `by_the_river`: what a hand may still become;
- `read_range`: the notation of ranges.

The compiled functions beneath are in `tapete.maths.kernels.poker`.
"""

from __future__ import annotations

from tapete.maths.hands.drawing import Outs, outs
from tapete.maths.hands.future import by_the_river, improving
from tapete.maths.hands.ranges import Range, read_range
from tapete.maths.hands.ranking import Hand, category, compare, hand, name, omaha, rank
from tapete.maths.hands.reading import NotUnderstood, read_cards
from tapete.maths.hands.shares import Equity, Share, equity

__all__ = [
    "Equity",
    "Hand",
    "NotUnderstood",
    "Outs",
    "Range",
    "Share",
    "by_the_river",
    "category",
    "compare",
    "equity",
    "hand",
    "improving",
    "name",
    "omaha",
    "outs",
    "rank",
    "read_cards",
    "read_range",
]
