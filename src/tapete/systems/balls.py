"""Numbered balls that come out one after another: of a bingo hall, of a machine's keno or bingo."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.ask import ChanceAsk, Pick, Weighted


class Ball(ChanceAsk[int], frozen=True, kw_only=True, tag="ball"):
    """Draw a ball from those still inside."""

    answer_type: ClassVar[Any] = int

    inside: tuple[int, ...]
    clause: ClauseId

    def check(self, answer: int) -> None:
        if answer not in self.inside:
            raise Refused(self.clause, "ball-not-inside", ball=answer)

    def some(self, pick: Pick) -> int:
        return self.inside[pick(len(self.inside))]

    def weighted(self) -> Iterator[Weighted[int]]:
        for ball in self.inside:
            yield ball, Fraction(1, len(self.inside))

    def read(self, said: Any) -> int:
        return int(said)
