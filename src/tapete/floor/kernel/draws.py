"""Chance inside one step, where nobody decides between the draw and what comes of it: a machine's
play is one command, and its draws stand in the envelope. They are written before anybody is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from tapete.chance.numbers import Picks, again
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask, Pick

A = TypeVar("A")
RANDOM = "CAT-I.1-04"
Drawn = tuple[tuple[int, int], ...]
"""What one answer was drawn with: each below how many, and what came."""


class Draws:
    """Answers of chance while one command is carried out: drawn the first time, given again as they
    were drawn when it is carried out again.

    >>> from fractions import Fraction
    >>> from tapete.games.poker.pot import DrawSeat
    >>> ask = DrawSeat(seats=(3, 5), odds=Fraction(1), clause="CAT-III.6.6-02")
    >>> draws = Draws(lambda n: n - 1)
    >>> draws.begin()
    >>> draws.answer(ask), draws.given
    (5, (5,))
    >>> draws.begin((3,))
    >>> draws.answer(ask)
    3
    """

    def __init__(self, pick: Pick | None = None) -> None:
        self.pick = pick
        self.given: tuple[Any, ...] = ()
        self.picks: tuple[Drawn, ...] = ()
        self._left: list[Any] | None = None
        self._picked: list[Drawn] = []
        self.sealed: Callable[[int], Pick] | None = None
        """What promised numbers draw, where this is drawn for the first time with any."""

    def begin(
        self, again: Sequence[Any] | None = None, picks: Sequence[Drawn] = (),
        sealed: Callable[[int], Pick] | None = None,
    ) -> None:  # fmt: skip
        """A command is about to be carried out: for the first time, or again with the draws that
        were noted. Draws of a refused command are discarded. ``sealed`` draws with numbers that
        were promised, one draw after another, and ``picks`` are what they drew."""
        self.given, self.picks, self.sealed = (), (), sealed
        self._left = None if again is None else list(again)
        self._picked = list(picks)

    def answer(self, ask: Ask[A]) -> A:
        """What chance answers, in the order in which it is asked."""
        if self._left is not None:
            answer = ask.read(self._left.pop(0))
            if self._picked:
                self._check(ask, answer, self._picked.pop(0))
        elif self.sealed is not None:
            picks = Picks(self.sealed(len(self.picks)))
            answer = ask.some(picks)
            self.picks = (*self.picks, tuple(picks.drawn))
        elif self.pick is not None:
            answer = ask.some(self.pick)
        else:
            raise AssertionError("nothing is drawn where commands are only carried out again")
        self.given = (*self.given, msgspec.to_builtins(answer))
        return answer

    def _check(self, ask: Ask[A], answer: A, picks: Drawn) -> None:
        """Raise `Refused` unless what was drawn gives this answer."""
        try:
            right = ask.some(again(picks)) == answer
        except LookupError:
            right = False
        if not right:
            raise Refused(RANDOM, "not-drawn-so", answer=str(answer))
        self.picks = (*self.picks, picks)
