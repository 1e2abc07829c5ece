"""Asks: what the rules cannot decide alone, and what would be a legal answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import (
    Any,
    ClassVar,
    Generic,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import msgspec

from tapete.core.clause import ClauseId
from tapete.core.event import Event
from tapete.core.refused import Fact, Refused

A = TypeVar("A")
T = TypeVar("T")

Pick: TypeAlias = Callable[[int], int]
"""A way to pick one of n: ``pick(n)`` gives 0..n-1. A die, a test's data, a fixed finger."""

Weighted: TypeAlias = tuple[A, Fraction]

CLEAR_BET: ClauseId = "CAT-I.5.1-03"
WORD_OF_MOUTH: ClauseId = "CAT-I.4.1-02"


class Ask(msgspec.Struct, Generic[A], frozen=True, kw_only=True, tag_field="ask"):
    """What the rules cannot decide alone: a bet, a card, a choice, a ruling.

    ``answer = yield from Ask(...)`` asks it; ``check`` refuses a wrong answer before the round
    sees it; ``some`` makes a legal answer out of any way of picking.
    """

    answer_type: ClassVar[Any]

    def __iter__(self) -> Generator[Ask[Any] | Event, Any, A]:
        answer: A = yield self
        return answer

    def check(self, answer: A) -> None:
        """Raise `Refused` unless this answer is legal."""
        raise NotImplementedError

    def check_kind(self, answer: object) -> None:
        """Raise `Refused` unless this is an answer to such a question at all."""
        kinds = _kinds(type(self))
        if not isinstance(answer, kinds) or isinstance(answer, bool):
            wanted = " ".join(kind.__name__ for kind in kinds)
            raise Refused(
                self.bets_closed_by(), "not-an-answer",
                answer=type(answer).__name__, wanted=wanted,
            )  # fmt: skip

    def some(self, pick: Pick) -> A:
        """A legal answer, chosen by ``pick``."""
        raise NotImplementedError

    def fingerprint(self) -> Any:
        """What the digest of this ask is taken of: all that makes it another question."""
        return self

    def refuse_bet(self, seat: int, bet: str) -> Refused:
        """What is said to a player who bets while this, and not a bet, is being asked."""
        return Refused(self.bets_closed_by(), "bets-closed", seat=seat, bet=bet)

    def bets_closed_by(self) -> ClauseId:
        """The clause that keeps bets out while this is asked."""
        return CLEAR_BET


@cache
def _kinds(ask: type[Ask[Any]]) -> tuple[type, ...]:
    types = get_args(ask.answer_type) if _is_union(ask.answer_type) else (ask.answer_type,)
    found = (getattr(kind, "__supertype__", None) or get_origin(kind) or kind for kind in types)
    return tuple(dict.fromkeys(found))


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


Round: TypeAlias = Generator[Ask[Any] | Event, Any, T]
"""A round of a game: ``yield`` tells an event, ``yield from`` asks."""


class ChanceAsk(Ask[A], frozen=True, kw_only=True):
    """An ask that chance answers: a wheel, dice or a shoe, a tape, an enumerator, a person."""

    def weighted(self) -> Iterator[Weighted[A]]:
        """Every regular answer with its exact probability."""
        raise NotImplementedError


class Choose(Ask[str], frozen=True, kw_only=True, tag="choose"):
    """A player's decision: one of the moves open to the seat, by its public id.

    A move that needs a number or cards is written ``doblar:5000`` or ``cambiar:2c,9d``; its
    `Option` says which numbers, or which cards and how many, it takes. An ``optional`` decision
    need not be answered: silence takes the ``default``. A move that puts chips on the felt wants
    chips of the player's own: ``covered_by`` is the clause that says so.
    """

    answer_type: ClassVar[Any] = str

    seat: int
    about: str
    options: tuple[Option, ...]
    clause: ClauseId
    closed: dict[str, ClauseId] = {}
    default: str
    optional: bool = False
    closed_by: ClauseId = CLEAR_BET
    covered_by: ClauseId = WORD_OF_MOUTH

    def check(self, answer: str) -> None:
        name, _, detail = answer.partition(":")
        refusals = []
        for option in self.options:  # a move may be open in two ways: plain, and with an amount
            if option.name == name:
                try:
                    option.check(self.seat, detail, self.clause)
                    return
                except Refused as refusal:
                    refusals.append(refusal)
        if refusals:
            raise refusals[0]
        if name in self.closed:
            raise Refused(self.closed[name], "move-closed", seat=self.seat, move=name)
        moves = " ".join(option.name for option in self.options)
        raise Refused(self.clause, "no-such-move", seat=self.seat, move=answer, moves=moves)

    def some(self, pick: Pick) -> str:
        return self.options[pick(len(self.options))].some(pick)

    def bets_closed_by(self) -> ClauseId:
        return self.closed_by

    def whose(self, answer: Any) -> int:
        """The seat whose player gives this answer."""
        return self.seat

    def puts(self, answer: str) -> int:
        """The chips that a legal answer puts on the felt."""
        name, _, detail = answer.partition(":")
        for option in self.options:
            if option.name == name and (option.low is None) == (not detail.isdecimal()):
                return option.puts * (1 if option.low is None else int(detail))
        return 0

    def fits(self, answer: str) -> bool:
        """Whether this answer would be taken."""
        try:
            self.check(answer)
        except Refused:
            return False
        return True


class Option(msgspec.Struct, frozen=True):
    """A move that is open: plain, with an amount (low, high, step), or with cards of a hand.

    ``puts`` is how many chips it puts on the felt; with an amount, how many times that amount.
    """

    name: str
    low: int | None = None
    high: int | None = None
    step: int = 1
    cards: tuple[str, ...] = ()
    fewest: int = 0
    most: int = 0
    puts: int = 0

    def check(self, seat: int, detail: str, clause: ClauseId) -> None:
        facts: dict[str, Fact] = {"seat": seat, "move": self.name}
        if self.low is not None:
            if not detail.isdecimal() or len(detail) > 18:
                raise Refused(clause, "move-needs-amount", **facts)
            amount = int(detail)
            high = self.high if self.high is not None else amount
            if not self.low <= amount <= high or (amount - self.low) % self.step:
                raise Refused(
                    clause, "move-amount", **facts,
                    amount=amount, low=self.low, high=self.high, step=self.step,
                )  # fmt: skip
        elif self.cards:
            chosen = detail.split(",") if detail else []
            held = list(self.cards)
            for card in chosen:
                if card not in held:
                    raise Refused(clause, "move-card-not-held", **facts, card=card)
                held.remove(card)
            if not self.fewest <= len(chosen) <= self.most:
                raise Refused(clause, "move-card-count", **facts, low=self.fewest, high=self.most)
        elif detail:
            raise Refused(clause, "move-takes-nothing", **facts, detail=detail)

    def some(self, pick: Pick) -> str:
        if self.low is not None:
            high = self.high if self.high is not None else self.low + 10 * self.step
            amount = self.low + self.step * pick((high - self.low) // self.step + 1)
            return f"{self.name}:{amount}"
        if self.cards:
            held = list(self.cards)
            count = self.fewest + pick(self.most - self.fewest + 1)
            chosen = [held.pop(pick(len(held))) for _ in range(count)]
            return f"{self.name}:{','.join(chosen)}" if chosen else self.name
        return self.name


class Ruling(Ask[str], frozen=True, kw_only=True, tag="ruling"):
    """A question that the regulation puts to a person in charge, usually the jefe de mesa."""

    answer_type: ClassVar[Any] = str

    question: str
    options: tuple[str, ...]
    clause: ClauseId
    role: str = "jefe-de-mesa"
    default: str

    def check(self, answer: str) -> None:
        if answer not in self.options:
            raise Refused(
                self.clause, "no-such-ruling", ruling=answer, rulings=" ".join(self.options)
            )

    def some(self, pick: Pick) -> str:
        return self.options[pick(len(self.options))]


def digest(value: Any) -> str:
    """A short fingerprint of any ask, state or settings; the same value always has the same one.

    >>> digest({"a": 1}) == digest({"a": 1})
    True
    """
    said = value.fingerprint() if isinstance(value, Ask) else value
    return hashlib.sha256(plain(said)).hexdigest()[:16]


def plain(value: Any) -> bytes:
    """The value as JSON, keys in order, exact fractions as text."""
    return _encoder.encode(value)


def _exact(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot stand in a record")


_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=_exact)
