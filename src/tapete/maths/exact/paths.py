"""Every way a round can go: chance is answered in all its ways, each with its exact weight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, TypeVar

from tapete.core.round.ask import Ask
from tapete.core.round.live import Live

T = TypeVar("T")

MOST_WAYS = 100_000


class TooLarge(Exception):
    """More ways than can be gone through one by one: a shoe of cards, say. Where one value of the
    rules is the cause, ``setting`` is its name."""

    def __init__(self, why: str, setting: str = "") -> None:
        super().__init__(why)
        self.setting = setting


def every_way(
    begin: Callable[[], Live[T]], answer: Callable[[Ask[Any]], Any]
) -> Iterator[tuple[Live[T], Fraction]]:
    """Each way the round can end, with its probability.

    ``begin`` opens the round anew (a round in course cannot be copied, so each way is played from
    its beginning); ``answer`` answers all that is not chance, always alike.
    """
    waiting: list[tuple[tuple[Any, ...], Fraction, int]] = [((), Fraction(1), 1)]
    while waiting:
        drawn, weight, like_it = waiting.pop()
        live, asked = begin(), 0
        while live.ask is not None:
            if not live.ask.is_chance:
                live.answer(answer(live.ask))
                continue
            if asked == len(drawn):
                ways = list(live.ask.weighted())
                like_it *= len(ways)
                if like_it > MOST_WAYS:
                    raise TooLarge(f"more than {MOST_WAYS} ways in one round")
                waiting += [
                    ((*drawn, way), weight * share, like_it) for way, share in reversed(ways[1:])
                ]
                drawn, weight = (*drawn, ways[0][0]), weight * ways[0][1]
            live.answer(drawn[asked])
            asked += 1
        yield live, weight
