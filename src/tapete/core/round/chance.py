"""Chance as asks: a wheel, dice, a shoe. Who answers is not the game's business."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.round.ask import CLEAR_BET, ChanceAsk, Pick, Weighted
from tapete.core.round.cards import Card
from tapete.core.round.shown import IRREGULAR, AskView, FormView, form, irregular_kinds, tag


class NoResult(msgspec.Struct, frozen=True, tag="tirada-nula", tag_field="irregular"):
    """A spin or throw without result, and its cause: ``bola-fuera``, ``dado-apoyado``..."""

    cause: str


class Spin(ChanceAsk[str | NoResult], frozen=True, kw_only=True, tag="spin"):
    """Where the ball or the stopper comes to rest: one of the places of the wheel.

    ``void`` gives the listed causes of a spin that does not count with their clause;
    the list is not exhaustive, so another cause falls under ``other``.
    """

    answer_type: ClassVar[Any] = str | NoResult

    places: tuple[str, ...]
    clause: ClauseId
    closed_by: ClauseId
    void: dict[str, ClauseId]
    other: ClauseId

    def check(self, answer: str | NoResult) -> None:
        _check_cause(answer, self.other)
        if not isinstance(answer, NoResult) and answer not in self.places:
            raise Refused(self.clause, "not-on-the-wheel", result=str(answer))

    def some(self, pick: Pick) -> str | NoResult:
        return self.places[pick(len(self.places))]

    def weighted(self) -> Iterator[Weighted[str | NoResult]]:
        for place, count in Counter(self.places).items():
            yield place, Fraction(count, len(self.places))

    def void_clause(self, cause: str) -> ClauseId:
        return self.void.get(cause, self.other)

    def bets_closed_by(self) -> ClauseId:
        return self.closed_by

    def view(self, viewer: str) -> AskView:
        shown = super().view(viewer)
        if viewer != CROUPIER:
            return shown
        return replace(
            shown, results=tuple(dict.fromkeys(self.places)), irregular=tuple(self.void)
        )  # fmt: skip

    def forms(self) -> dict[str, FormView]:
        return _void_forms(self.void)


Faces = tuple[str, ...]


class Roll(ChanceAsk[Faces | NoResult], frozen=True, kw_only=True, tag="roll"):
    """What some dice show: one face each, in the order they are read.

    ``good`` names what looks irregular and yet leaves the throw good, with the clause.
    """

    answer_type: ClassVar[Any] = tuple[str, ...] | NoResult

    dice: int
    faces: tuple[str, ...]
    clause: ClauseId
    closed_by: ClauseId
    void: dict[str, ClauseId]
    other: ClauseId
    good: Mapping[str, ClauseId] = {}
    shooter: int | None = None

    def check(self, answer: Faces | NoResult) -> None:
        _check_cause(answer, self.other)
        if isinstance(answer, NoResult):
            if answer.cause in self.good:
                raise Refused(self.good[answer.cause], "throw-is-good", cause=answer.cause)
            return
        read = isinstance(answer, tuple) and len(answer) == self.dice
        if not read or any(face not in self.faces for face in answer):
            shown = "-".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)
            raise Refused(self.clause, "not-on-the-dice", result=shown, dice=self.dice)

    def some(self, pick: Pick) -> Faces | NoResult:
        return tuple(self.faces[pick(len(self.faces))] for _ in range(self.dice))

    def weighted(self) -> Iterator[Weighted[Faces | NoResult]]:
        ways = len(self.faces) ** self.dice
        for faces in product(self.faces, repeat=self.dice):
            yield faces, Fraction(1, ways)

    def void_clause(self, cause: str) -> ClauseId:
        return self.void.get(cause, self.other)

    def bets_closed_by(self) -> ClauseId:
        return self.closed_by

    @property
    def places(self) -> tuple[str, ...]:
        return self.faces

    def read(self, said: Any) -> Faces | NoResult:
        return tuple(said.split("-")) if isinstance(said, str) else super().read(said)

    def say(self, answer: Faces | NoResult) -> str:
        return "-".join(answer) if isinstance(answer, tuple) else super().say(answer)

    def view(self, viewer: str) -> AskView:
        shown = super().view(viewer)
        if viewer != CROUPIER:
            return shown
        return replace(
            shown, results=self.faces, dice=self.dice, irregular=tuple(self.void),
            good=dict(self.good),
        )  # fmt: skip

    def forms(self) -> dict[str, FormView]:
        return _void_forms(self.void)


class Exposed(msgspec.Struct, frozen=True, tag="carta-descubierta", tag_field="irregular"):
    """A card came out face up."""

    card: Card


class Stuck(msgspec.Struct, frozen=True, tag="cartas-pegadas", tag_field="irregular"):
    """Several cards came out stuck together; ``chosen`` where the rules let one be chosen."""

    cards: tuple[Card, ...]
    chosen: Card | None = None


class NotAsked(msgspec.Struct, frozen=True, tag="carta-no-pedida", tag_field="irregular"):
    """A card was served to a seat that had not asked for it."""

    seat: int
    card: Card


class Surplus(msgspec.Struct, frozen=True, tag="carta-de-mas", tag_field="irregular"):
    """A card too many came out."""

    card: Card


class Glimpsed(msgspec.Struct, frozen=True, tag="carta-vista", tag_field="irregular"):
    """A card that should be covered was seen: a seat's, or the croupier's."""

    who: str
    card: Card


class Skipped(msgspec.Struct, frozen=True, tag="sin-carta", tag_field="irregular"):
    """A seat was passed over in the deal."""

    seat: int


class Boxed(msgspec.Struct, frozen=True, tag="carta-invertida", tag_field="irregular"):
    """A card lay face up in the deck."""

    card: Card


class Mishap(msgspec.Struct, frozen=True, tag="incidente", tag_field="irregular"):
    """Something went wrong with the material: ``orden-equivocado``, ``sabot-agotado``,
    ``barajadora-trancada``, ``sin-carta-de-corte``, ``boton-mal-puesto``."""

    what: str


Irregular = Exposed | Stuck | NotAsked | Surplus | Glimpsed | Skipped | Boxed | Mishap


class DrawCard(ChanceAsk[Card | Irregular], frozen=True, kw_only=True, tag="draw"):
    """The next card of the shoe or deck. ``left`` counts what may still come, card by card; ``to``
    is the zone it is meant for, where that is known."""

    answer_type: ClassVar[Any] = Card | Irregular

    source: str
    left: dict[Card, int]
    clause: ClauseId
    irregular: tuple[str, ...] = ()
    closed_by: ClauseId = CLEAR_BET
    to: str = ""

    def check(self, answer: Card | Irregular) -> None:
        if isinstance(answer, str):
            self._check_card(answer)
            return
        what = answer.what if isinstance(answer, Mishap) else answer.__struct_config__.tag
        if what not in self.irregular:
            raise Refused(self.clause, "no-such-irregularity", what=str(what))
        if isinstance(answer, Stuck):
            for card, count in Counter(answer.cards).items():
                self._check_card(card, count)
            if answer.chosen is not None and answer.chosen not in answer.cards:
                raise Refused(self.clause, "not-one-of-these", card=answer.chosen)
        elif isinstance(answer, Exposed | NotAsked | Surplus | Glimpsed | Boxed):
            self._check_card(answer.card)

    def _check_card(self, card: Card, count: int = 1) -> None:
        if self.left.get(card, 0) < count:
            raise Refused(self.clause, "card-not-left", card=card, source=self.source)

    def bets_closed_by(self) -> ClauseId:
        return self.closed_by

    def some(self, pick: Pick) -> Card | Irregular:
        place = pick(sum(self.left.values()))
        for card, count in self.left.items():
            place -= count
            if place < 0:
                return card
        raise AssertionError("a card is left")

    def weighted(self) -> Iterator[Weighted[Card | Irregular]]:
        total = sum(self.left.values())
        for card, count in self.left.items():
            if count:
                yield card, Fraction(count, total)

    def fingerprint(self) -> Any:
        """Whom the card is for makes it no other question: records were written without it."""
        kept = (self.source, self.left, self.clause, self.irregular, self.closed_by)
        return _Drawn(*kept)

    @property
    def pack(self) -> Mapping[Card, int]:
        return self.left

    def view(self, viewer: str) -> AskView:
        shown = super().view(viewer)
        if viewer != CROUPIER:
            return shown
        left = {str(card): count for card, count in self.left.items() if count}
        return replace(shown, left=left, to=self.to or None, irregular=self.irregular)

    def forms(self) -> dict[str, FormView]:
        """
        >>> ask = DrawCard(source="sabot", left={}, clause="CAT-I.1-04", irregular=("sin-carta",))
        >>> ask.forms()["sin-carta"].needs
        ('seat',)
        """
        kinds = irregular_kinds(self.answer_type)
        return {
            name: form(kinds[name])
            if name in kinds
            else FormView(answer={IRREGULAR: tag(Mishap), "what": name})
            for name in self.irregular
        }


class _Drawn(msgspec.Struct, frozen=True, tag="draw", tag_field="ask"):
    """The parts of a `DrawCard` that its digest is computed from."""

    source: str
    left: dict[Card, int]
    clause: ClauseId
    irregular: tuple[str, ...]
    closed_by: ClauseId


def _void_forms(void: Mapping[str, ClauseId]) -> dict[str, FormView]:
    """The listed causes of a spin or throw without result, and (the list is open) any other."""
    name = tag(NoResult)
    listed = {cause: FormView(answer={IRREGULAR: name, "cause": cause}) for cause in void}
    return {**listed, name: form(NoResult)}


def _check_cause(answer: object, clause: ClauseId) -> None:
    if isinstance(answer, NoResult) and not answer.cause:
        raise Refused(clause, "cause-missing")
