"""What a machine's play asks: where the reels stop, which cards are held, which box is touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, ClassVar

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import JUGADOR, PutTo
from tapete.core.round.ask import Ask, ChanceAsk, Pick, Weighted

RANDOM: ClauseId = "CAT-VI.4.1-01"
"""Each machine has a random mechanism that generates the results."""
OFFERED: ClauseId = "CAT-VI.5-04"
"""The game runs by the bet options and their pay tables."""


class Stops(ChanceAsk[tuple[int, ...]], frozen=True, kw_only=True, tag="stops"):
    """Where the reels stop: for each of them one of its stops, all equally likely."""

    answer_type: ClassVar[Any] = tuple[int, ...]

    sizes: tuple[int, ...]
    game: int = 0

    def check(self, answer: tuple[int, ...]) -> None:
        fits = len(answer) == len(self.sizes) and all(
            0 <= stop < size for stop, size in zip(answer, self.sizes, strict=False)
        )
        if not fits:
            raise Refused(RANDOM, "not-a-stop", stops="-".join(map(str, answer)))

    def some(self, pick: Pick) -> tuple[int, ...]:
        return tuple(pick(size) for size in self.sizes)

    def weighted(self) -> Iterator[Weighted[tuple[int, ...]]]:
        each = Fraction(1, prod(self.sizes))
        for stops in product(*map(range, self.sizes)):
            yield stops, each

    def read(self, said: Any) -> tuple[int, ...]:
        """
        >>> Stops(sizes=(10, 10, 10)).read("6-0-9")
        (6, 0, 9)
        """
        return tuple(map(int, said.split("-"))) if isinstance(said, str) else tuple(said)


class Branch(ChanceAsk[int], frozen=True, kw_only=True, tag="branch"):
    """Which branch of a second screen comes: drawn by weight, whatever box is touched."""

    answer_type: ClassVar[Any] = int

    weights: tuple[int, ...]

    def check(self, answer: int) -> None:
        if not 0 <= answer < len(self.weights):
            raise Refused(RANDOM, "not-a-branch", branch=answer)

    def some(self, pick: Pick) -> int:
        place = pick(sum(self.weights))
        for branch, weight in enumerate(self.weights):
            place -= weight
            if place < 0:
                return branch
        raise AssertionError("a branch has a weight")

    def weighted(self) -> Iterator[Weighted[int]]:
        for branch, weight in enumerate(self.weights):
            yield branch, Fraction(weight, sum(self.weights))

    def read(self, said: Any) -> int:
        return int(said)


def at_the_machine(seat: int) -> PutTo:
    """A choice of the player at this position of a machine."""
    return PutTo((JUGADOR,), OFFERED, seat)


class Hold(Ask[tuple[str, ...]], frozen=True, kw_only=True, tag="hold"):
    """Which of the cards dealt the player keeps; in silence all of them stay."""

    answer_type: ClassVar[Any] = tuple[str, ...]

    position: int
    cards: tuple[str, ...]

    @property
    def put_to(self) -> PutTo:
        return at_the_machine(self.position)

    @property
    def silence(self) -> tuple[str, ...]:
        return self.cards

    def check(self, answer: tuple[str, ...]) -> None:
        if len(set(answer)) != len(answer) or not set(answer) <= set(self.cards):
            raise Refused(OFFERED, "card-not-held", cards=" ".join(answer))

    def some(self, pick: Pick) -> tuple[str, ...]:
        return tuple(card for card in self.cards if pick(2))

    def read(self, said: Any) -> tuple[str, ...]:
        return tuple(said)

    def say(self, answer: tuple[str, ...]) -> str:
        return " ".join(answer)

    def bets_closed_by(self) -> ClauseId:
        return OFFERED


class Box(Ask[int], frozen=True, kw_only=True, tag="box"):
    """Which box of a second screen the player touches; what is in it is drawn after."""

    answer_type: ClassVar[Any] = int

    position: int
    screen: str
    boxes: int

    @property
    def put_to(self) -> PutTo:
        return at_the_machine(self.position)

    @property
    def silence(self) -> int:
        return 0

    def check(self, answer: int) -> None:
        if not 0 <= answer < self.boxes:
            raise Refused(OFFERED, "no-such-box", box=answer, boxes=self.boxes)

    def some(self, pick: Pick) -> int:
        return pick(self.boxes)

    def read(self, said: Any) -> int:
        return int(said)

    def bets_closed_by(self) -> ClauseId:
        return OFFERED


def sizes(strips: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """How many stops each reel has."""
    return tuple(map(len, strips))
