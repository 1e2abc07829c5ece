"""The port all chance goes through: words of w bits come in, unbiased draws below n go out.

A word x is accepted if x < n·⌊2ʷ/n⌋ and then answers x mod n, so each answer has exactly ⌊2ʷ/n⌋
words and 2ʷ mod n words are refused: the bias is zero, not small. No draw is thrown away for any
other reason, and nothing that came before enters a draw.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

Words: TypeAlias = Callable[[int, int], Sequence[int]]
"""A source: ``words(w, count)`` gives so many words of w bits, each as likely as any other."""

WIDTH = 64
AHEAD = 64
"""Words read at once. One call to the kernel for each draw would cost more than the draw."""


def accepted(n: int, w: int) -> int:
    """How many of the words of w bits answer a draw below n: all those under this number.

    >>> accepted(90, 8), 2**8 - accepted(90, 8)
    (180, 76)
    """
    return (1 << w) - (1 << w) % n


def scaled(x: int, n: int, w: int) -> int | None:
    """What a word of w bits answers to a draw below n; None if it is refused.

    >>> scaled(97, 90, 8), scaled(179, 90, 8), scaled(180, 90, 8)
    (7, 89, None)
    """
    return x % n if x < accepted(n, w) else None


class Uneven(RuntimeError):
    """The words read are not those used, refused, wiped and held: the table must stop."""


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """What became of every word. ``draws`` is how many draws were asked for and answered."""

    draws: int
    read: int
    used: int
    refused: int
    wiped: int
    held: int

    def check(self) -> None:
        """Raise `Uneven` unless every word read is accounted for."""
        if self.read != self.used + self.refused + self.wiped + self.held:
            raise Uneven(f"words of chance do not add up: {self}")


class Chance:
    """Bounded draws out of a source of words: a `Pick` that keeps account of itself.

    Each table has one of its own. Some words are read ahead; whoever ends a round wipes them, so
    what decides a round does not lie in memory before the round begins.

    >>> chance = Chance(lambda w, count: [200, 97], width=8)
    >>> chance(90)
    7
    >>> chance.counts.refused, chance.counts.used
    (1, 1)
    """

    def __init__(self, words: Words, *, width: int = WIDTH, ahead: int = AHEAD) -> None:
        self._words, self._width, self._ahead = words, width, ahead
        self._size = 1 << width
        self._held: list[int] = []
        self._life = _life
        self._draws = self._read = self._used = self._refused = self._wiped = 0

    def __call__(self, n: int) -> int:
        """One of 0 … n-1, each exactly as likely."""
        if n < 1:
            raise ValueError(f"one of {n} cannot be picked")
        if n > self._size:
            return self._wide(n)
        limit = self._size - self._size % n
        while True:
            if not self._held or self._life is not _life:
                self._read_ahead()
            x = self._held.pop()
            if x < limit:
                break
            self._refused += 1
        self._used += 1
        self._draws += 1
        return x % n

    def _wide(self, n: int) -> int:
        """A draw below more than one word can tell apart: several words side by side are one."""
        parts = -(-n.bit_length() // self._width)
        limit = accepted(n, parts * self._width)
        while True:
            x = 0
            for _ in range(parts):
                if not self._held or self._life is not _life:
                    self._read_ahead()
                x = x << self._width | self._held.pop()
                self._used += 1
            if x < limit:
                self._draws += 1
                return x % n
            self._used -= parts
            self._refused += parts

    def _read_ahead(self) -> None:
        self.wipe()  # after a fork: the words of another process are not ours
        self._held.extend(self._words(self._width, self._ahead))
        self._held.reverse()
        self._read += len(self._held)

    def wipe(self) -> None:
        """Throw the words read ahead away; raise `Uneven` if any word is unaccounted for."""
        self._life = _life
        self._wiped += len(self._held)
        self._held.clear()
        self.counts.check()

    @property
    def counts(self) -> Counts:
        """What became of every word until now."""
        return Counts(
            draws=self._draws, read=self._read, used=self._used, refused=self._refused,
            wiped=self._wiped, held=len(self._held),
        )  # fmt: skip


_life = object()


def _begin_anew() -> None:
    """After a fork both processes hold the same words: the child must not use them."""
    global _life
    _life = object()


os.register_at_fork(after_in_child=_begin_anew)
