"""Acts: what may happen between two rounds, each a type with its fields and its roles.

An act is carried out as a round: it can ask and tell, it leaves a record, and it replays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo

from tapete.core.book.clause import ClauseId
from tapete.core.book.duty import Duty
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.book.written import Plain
from tapete.core.round.ask import Round
from tapete.core.round.event import Moment
from tapete.core.round.game import Setup, TableState

R = TypeVar("R", bound=GameRules)
S = TypeVar("S", bound=TableState)

FURTHER: ClauseId = "CAT-I.3.2-09"
"""The further activities of each game."""
GIVEN = ("by", "now")
"""Fields that the table fills in itself."""

# Kinds of field, for whoever asks a person to fill them in. Everything else is asked for by its
# type: a whole number is an amount of chips, a text is a text.
FORM, ROW = "form", "row"
Seat = Annotated[int, Meta(extra={FORM: "seat"})]
Count = Annotated[int, Meta(extra={FORM: "number"})]
Person = Annotated[str, Meta(extra={FORM: "person"})]


class Act(
    msgspec.Struct,
    Generic[R, S],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="act",
):
    """Something that may happen between two rounds. Its tag is its public name.

    ``duty`` says which roles do it; without one it is the croupier's, as every further activity
    of a game is. ``whose`` names the field that says whose act it is, where a player may have it
    done for himself. ``by`` is the role that does it and ``now`` the moment.
    """

    duty: ClassVar[Duty | None] = None
    whose: ClassVar[str] = ""

    by: str = ""
    now: Moment = 0.0

    @classmethod
    def name(cls) -> str:
        """The public name of the act: ``comprar-color``."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def duty_of(cls, rules: R) -> Duty | None:
        """The roles this edition of the game opens the act to; none: whoever does further acts."""
        return cls.duty

    @classmethod
    def fields(cls) -> tuple[FieldInfo, ...]:
        """The fields that whoever carries out the act has to give."""
        return tuple(field for field in msgspec.structs.fields(cls) if field.name not in GIVEN)

    @classmethod
    def of(cls, said: Plain) -> Act[R, S]:
        """The act with these fields, plain values; `Refused` unless they are just those it has."""
        known = {field.name: field for field in cls.fields()}
        for name in said:
            if name not in known:
                raise Refused(FURTHER, "no-such-fact", act=cls.name(), fact=name[:40])
        for name, field in known.items():
            if name not in said and field.required:
                raise Refused(FURTHER, "missing", what=name)
        try:
            return msgspec.convert({**said, "act": cls.name()}, cls, str_keys=True)
        except msgspec.ValidationError as error:
            raise Refused(FURTHER, "not-an-answer", answer=str(error)) from None

    def own(self, player: str, players: Mapping[int, str]) -> bool:
        """Whether this is the player's own act, with chips of his own."""
        whose = getattr(self, self.whose) if self.whose else None
        return player in (whose, players.get(whose) if isinstance(whose, int) else None)

    def carry_out(self, setup: Setup[R, Any], state: S) -> Round[S]:
        """The act as a round. It refuses what may not be done before it asks anything."""
        raise NotImplementedError


class Preparation(Act[R, S], frozen=True, kw_only=True, tag="preparar"):
    """An act that must be done before the next round whenever it is due: shuffle, cut, burn."""

    @classmethod
    def due(cls, setup: Setup[R, Any], state: S) -> bool:
        """Whether it must be done now."""
        raise NotImplementedError
