"""Terms: what a casino has set for the rounds of a table, besides the rules of the game.

Each family of games has terms of its own, with the fields it needs (`Game.terms`). They come from
the plan by one road, `Plan.terms`; they stand in the header of every round, and change between
rounds by an event (`TermsSet`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.book.account import CLP, Unit
from tapete.core.book.datafile import exact
from tapete.core.book.written import Plain
from tapete.core.round.bets import Limits
from tapete.core.round.event import Event
from tapete.core.round.pot import Link

if TYPE_CHECKING:
    from tapete.core.book.plan import Plan

T = TypeVar("T", bound="Terms")


class BrokenTerms(ValueError):
    """A plan says something of a table that its game does not know, or not so."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a table that its rounds read: the limits of its bets and the unit of its
    chips.

    ``chip_values`` are the values of the chips in play, where a plan has said them: a stake that
    they cannot show is refused.
    """

    limits: Limits = Limits()
    unit: Unit = CLP
    chip_values: tuple[int, ...] = ()

    @classmethod
    def of_plan(cls: type[T], plan: Plan, game: str, table: int, unit: Unit) -> T:
        """The terms of the ``table``-th table of a game by a plan, counted from 1: those of
        every game, and the fields of this family by their names."""
        row = plan.table[game]
        said, elsewhere = row.terms, {*Terms.__struct_fields__, *row.__struct_fields__}
        known = {*cls.__struct_fields__} - elsewhere
        where, unknown = f"[table.{game}.terms]", {*said} - known
        if unknown:
            names = ", ".join(sorted(unknown)), ", ".join(sorted(known)) or "none"
            raise BrokenTerms(
                f"{where}: there are no terms called {names[0]}; there are: {names[1]}"
            )
        try:
            own = msgspec.convert(said, cls, dec_hook=exact)
        except msgspec.ValidationError as wrong:
            raise BrokenTerms(f"{where}: {wrong}") from None
        return replace(own, limits=plan.limits(game), unit=unit, chip_values=plan.chips)

    def linked(self: T, link: Link | None) -> T:
        """These terms with those of a linked pot, where the game may have one."""
        return self


class LinkedTerms(Terms, frozen=True, kw_only=True):
    """The terms of a table that may be linked to a progressive pot."""

    pot: Link | None = None

    def linked(self: L, link: Link | None) -> L:
        return self if self.pot == link else replace(self, pot=link)


L = TypeVar("L", bound=LinkedTerms)


class TermsSet(Event, frozen=True, kw_only=True):
    """The terms of the rounds to come are others: who set them, before and after."""

    kind: ClassVar[str] = "terms-set"
    by: str
    before: Plain
    after: Plain
