"""Asks: what the rules cannot decide alone, and what would be a legal answer.

An ask says everything about itself: whom it is put to, what silence means, how it is shown, how an
answer is written. Whoever answers, shows or stores asks needs to know no kind of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator, Mapping
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
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

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER, PutTo, to_croupier, to_player
from tapete.core.book.written import plain
from tapete.core.round.cards import Card
from tapete.core.round.event import Event
from tapete.core.round.move import Move, move
from tapete.core.round.option import Option as Option
from tapete.core.round.option import Pick as Pick
from tapete.core.round.shown import AskView, FormView, form, irregular_kinds, tag, viewer_at

if TYPE_CHECKING:
    from tapete.core.round.betting import BetWindow
    from tapete.core.round.pot import PotAsk
    from tapete.core.round.window import Window

A = TypeVar("A")
T = TypeVar("T")

Weighted: TypeAlias = tuple[A, Fraction]

CLEAR_BET: ClauseId = "CAT-I.5.1-03"
WORD_OF_MOUTH: ClauseId = "CAT-I.4.1-02"


class Ask(msgspec.Struct, Generic[A], frozen=True, kw_only=True, tag_field="ask"):
    """What the rules cannot decide alone: a bet, a card, a choice, a ruling.

    ``answer = yield from Ask(...)`` asks it; ``check`` refuses a wrong answer before the round
    sees it; ``some`` makes a legal answer out of any way of picking. A kind of ask says the rest
    where it differs from the plain case: a question to the croupier that silence does not answer.
    """

    answer_type: ClassVar[Any]
    is_told: ClassVar[bool] = False
    """What a round yields is told, an event, or asked."""
    is_chance: ClassVar[bool] = False
    """Whether chance answers it: ``weighted`` gives the odds."""

    def __iter__(self) -> Generator[Ask[Any] | Event, Any, A]:
        answer: A = yield self
        return answer

    # What is legal

    def check(self, answer: A) -> None:
        """Raise `Refused` unless this answer is legal."""
        raise NotImplementedError

    def check_kind(self, answer: object) -> None:
        """Raise `Refused` unless this is an answer to such a question at all."""
        kinds = _kinds(type(self))
        if type(answer) in kinds:
            return
        if not isinstance(answer, kinds) or isinstance(answer, bool):
            wanted = " ".join(kind.__name__ for kind in kinds)
            raise Refused(
                self.bets_closed_by(), "not-an-answer",
                answer=type(answer).__name__, wanted=wanted,
            )  # fmt: skip

    def fits(self, answer: A) -> bool:
        """Whether this answer would be taken."""
        try:
            self.check(answer)
        except Refused:
            return False
        return True

    def some(self, pick: Pick) -> A:
        """A legal answer, chosen by ``pick``."""
        raise NotImplementedError

    def weighted(self) -> Iterator[Weighted[A]]:
        """Every regular answer of chance with its exact probability; none if it is not chance."""
        return iter(())

    # Who answers

    @property
    def put_to(self) -> PutTo:
        """Whom it is put to."""
        return to_croupier()

    def check_answerer(self, by: str, seat: int | None, answer: A) -> None:
        """Raise `Refused` unless a person in this role, at this seat, may give this answer."""
        self.put_to.check(by, seat)

    @property
    def silence(self) -> A | None:
        """The answer that is taken when time runs out; none: the question stays open."""
        return None

    @property
    def optional(self) -> bool:
        """Whether it is usual not to answer, so that silence is no omission."""
        return False

    # As text

    def read(self, said: Any) -> A:
        """An answer as it is written in an acta, a scenario or a message: `ValueError` if it is
        none."""
        answer: A = msgspec.convert(said, self.answer_type)
        return answer

    def hear(self, said: object) -> Any:
        """An answer as it was given: text is read, where the answer is a value that has a text."""
        return said

    def write(self, answer: A) -> Any:
        """An answer as it is written in an acta or a message, in plain data."""
        return msgspec.json.decode(plain(answer))

    def say(self, answer: A) -> str:
        """An answer as it is written in a scenario."""
        return answer if isinstance(answer, str) else plain(answer).decode()

    def fingerprint(self) -> Any:
        """The value the digest of this ask is computed from: everything that makes it a
        different question."""
        return self

    # As it is shown

    @property
    def kind(self) -> str:
        """The name of this kind of ask."""
        return tag(type(self))

    @property
    def about(self) -> str:
        """The subject of the question: a hand, a bet. A question to a player without a subject
        goes by its kind. Its words are the text ``about.<this>`` of both languages."""
        return "" if self.put_to.seat is None else self.kind

    def view(self, viewer: str) -> AskView:
        """The ask as a viewer (``seat:3``, ``croupier``, ``public``) is shown it: never more
        than he may know."""
        to, silence = self.put_to, self.silence
        mine = to.seat is None or viewer == viewer_at(to.seat)
        return AskView(
            kind=self.kind, clause=self.ruled_by(), seat=to.seat, role=to.chief,
            about=self.about or None, optional=self.optional,
            options=self.offered() if mine or viewer == CROUPIER else (),
            default=self.say(silence) if mine and silence is not None else None,
            forms=self.forms() if viewer == CROUPIER else {},
        )  # fmt: skip

    def ruled_by(self) -> ClauseId:
        """The clause that puts the question."""
        return self.bets_closed_by()

    def offered(self) -> tuple[Option, ...]:
        """The answers among which a person chooses, as a screen lists them."""
        return ()

    def forms(self) -> dict[str, FormView]:
        """Every irregular answer by its name, as a form that a console fills in: nothing has to be
        known of the games to enter it."""
        return {name: form(kind) for name, kind in irregular_kinds(self.answer_type).items()}

    # Bets meanwhile

    def refuse_bet(self, seat: int, bet: str) -> Refused:
        """The refusal for a player who bets while this, and not a bet, is being asked."""
        return Refused(self.bets_closed_by(), "bets-closed", seat=seat, bet=bet)

    def bets_closed_by(self) -> ClauseId:
        """The clause that keeps bets out while this is asked."""
        return CLEAR_BET

    # What only some have

    @property
    def choice(self) -> Choose | None:
        """The moves among which a player chooses; none if it is another kind of question."""
        return None

    @property
    def window(self) -> Window[Any] | None:
        """The open window, where many act at once; none if the ask is answered in one go."""
        return None

    @property
    def betting(self) -> BetWindow | None:
        """The betting that is open; none if it is another kind of question."""
        return None

    @property
    def still_in(self) -> tuple[int, ...] | None:
        """The seats that have not given their hand up; none if the question does not say."""
        return None

    @property
    def pack(self) -> Mapping[Card, int] | None:
        """The cards one of which comes next, counted; none if no card is drawn."""
        return None

    @property
    def places(self) -> tuple[str, ...]:
        """The equally likely places of a wheel, or faces of each die; none if there are no such."""
        return ()

    @property
    def pot(self) -> PotAsk[A] | None:
        """The question as it is put to the linked pot; none if it is not for a pot."""
        return None


@cache
def _kinds(ask: type[Ask[Any]]) -> tuple[type, ...]:
    types = get_args(ask.answer_type) if _is_union(ask.answer_type) else (ask.answer_type,)
    found = (getattr(kind, "__supertype__", None) or get_origin(kind) or kind for kind in types)
    return tuple(dict.fromkeys(found))


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


Round: TypeAlias = Generator[Ask[Any] | Event, Any, T]
"""A round of a game: ``yield`` tells an event, ``yield from`` asks."""


class SoFar(Ask[tuple[Event, ...]], frozen=True, kw_only=True, tag="so-far"):
    """What has been told up to now. The driver itself answers it, at once: it is put to nobody and
    stands in no record."""

    answer_type: ClassVar[Any] = tuple


class ChanceAsk(Ask[A], frozen=True, kw_only=True):
    """An ask that chance answers: a wheel, dice or a shoe, a tape, an enumerator, a person."""

    is_chance: ClassVar[bool] = True

    def weighted(self) -> Iterator[Weighted[A]]:
        raise NotImplementedError


class Choose(Ask[Move], frozen=True, kw_only=True, tag="choose"):
    """A player's decision: one of the moves open to the seat.

    Its `Option` says which numbers, or which cards and how many, a move takes. An ``optional``
    decision need not be answered: silence takes the ``default``. A move that puts chips on the felt
    wants chips of the player's own: ``covered_by`` is the clause that says so.
    """

    answer_type: ClassVar[Any] = Move

    seat: int
    about: str
    options: tuple[Option, ...]
    clause: ClauseId
    closed: dict[str, ClauseId] = {}
    default: str
    optional: bool = False
    closed_by: ClauseId = CLEAR_BET
    covered_by: ClauseId = WORD_OF_MOUTH

    def check(self, answer: Move | str) -> None:
        said: Move = self.hear(answer)
        refusals = []
        for option in self.options:  # a move may be open in two ways: plain, and with an amount
            if option.name == said.name:
                try:
                    option.check(self.seat, said, self.clause)
                    return
                except Refused as refusal:
                    refusals.append(refusal)
        if refusals:
            raise refusals[0]
        closed = self.closed.get(said.name) or self.closed.get(said.kind)
        if closed is not None:
            raise Refused(closed, "move-closed", seat=self.seat, move=said.name)
        moves = " ".join(option.name for option in self.options)
        raise Refused(self.clause, "no-such-move", seat=self.seat, move=said.text, moves=moves)

    def fits(self, answer: Move | str) -> bool:
        return super().fits(self.hear(answer))

    def hear(self, said: object) -> Any:
        return move(said) if isinstance(said, str) else said

    def read(self, said: Any) -> Move:
        return move(msgspec.convert(said, str))

    def write(self, answer: Move) -> str:
        return answer.text

    def say(self, answer: Move) -> str:
        return answer.text

    def some(self, pick: Pick) -> Move:
        return self.options[pick(len(self.options))].some(pick)

    def bets_closed_by(self) -> ClauseId:
        return self.closed_by

    @property
    def put_to(self) -> PutTo:
        return to_player(self.seat)

    @property
    def silence(self) -> Move:
        return move(self.default)

    @property
    def choice(self) -> Choose:
        return self

    def view(self, viewer: str) -> AskView:
        mine = viewer == viewer_at(self.seat)
        return AskView(
            kind=self.kind, clause=self.clause, seat=self.seat, about=self.about,
            options=self.options if mine or viewer == CROUPIER else (),
            closed=self.closed if mine else {}, default=self.default if mine else None,
            optional=self.optional, forms=self.forms() if viewer == CROUPIER else {},
        )  # fmt: skip

    def puts(self, answer: Move | str) -> int:
        """The chips that a legal answer puts on the felt."""
        said: Move = self.hear(answer)
        for option in self.options:
            if option.name == said.name and (option.low is None) == (not said.has_amount):
                return option.puts * (1 if option.low is None else said.amount)
        return 0

    def is_bound(self, said: Move) -> bool:
        """Whether the amount said is the least or the most of its move."""
        bounds = ((one.low, one.high) for one in self.options if one.name == said.name)
        return any(said.amount in pair for pair in bounds)


class Ruling(Ask[str], frozen=True, kw_only=True, tag="ruling"):
    """A question that the regulation puts to a person in charge, usually the jefe de mesa."""

    answer_type: ClassVar[Any] = str

    question: str
    options: tuple[str, ...]
    clause: ClauseId
    role: str = "jefe-de-mesa"
    default: str

    @property
    def put_to(self) -> PutTo:
        return PutTo((self.role,), self.clause)

    @property
    def silence(self) -> str:
        return self.default

    @property
    def optional(self) -> bool:
        return True

    @property
    def about(self) -> str:
        return self.question

    def view(self, viewer: str) -> AskView:
        return AskView(
            kind=self.kind, clause=self.clause, role=self.role, about=self.question,
            rulings=self.options, default=self.default,
        )  # fmt: skip

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
