"""What a gaming table is."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import field

from tapete.core.book.account import CLP, Unit
from tapete.core.book.datafile import exact
from tapete.core.book.plan import Plan
from tapete.core.book.written import plain
from tapete.core.round.bets import Limits
from tapete.core.round.game import Game
from tapete.core.round.terms import Terms
from tapete.floor.kernel.unit import Ref, Spec
from tapete.games.registry import find
from tapete.systems.progressive.journal import PROGRESSIVE


class TableSpec(Spec, frozen=True, kw_only=True, omit_defaults=True, tag="mesa"):
    """What a table is: its game and edition, and the terms it begins with as they are written."""

    game: str
    edition: str
    terms: dict[str, Any] = field(default_factory=dict)
    changes: dict[str, str] = field(default_factory=dict)
    attended: bool = False
    pot: str | None = None
    torneo: str = ""
    """The tournament that arranges this table and has its hands dealt, if it is one's."""
    chips: tuple[int, ...] = ()
    """The values of the chips it is played with, where they are not the house's."""
    place: int = 0
    """Which table of its game it is in the plan, counted from 1; older ones do not say."""
    hold_minutes: int = 30
    """How long a payment may be held (CAT-I.6-04), as the plan said when it was made."""

    @property
    def linked(self) -> Ref | None:
        """The progressive pot the table is linked to."""
        return None if self.pot is None else Ref(PROGRESSIVE.kind, self.pot)

    def shared(self) -> tuple[Ref, ...]:
        return () if self.linked is None else (self.linked,)

    def terms_of(self, game: Game[Any, Any]) -> Terms:
        """The terms that the first round of the table is given."""
        return msgspec.convert(self.terms, game.terms, dec_hook=exact)

    @property
    def limits(self) -> Limits:
        """The limits of the bets the table begins with."""
        return msgspec.convert(self.terms.get("limits", {}), Limits, dec_hook=exact)

    @property
    def unit(self) -> Unit:
        """In what the table is played for."""
        return str(self.terms.get("unit", CLP))


def planned_terms(
    plan: Plan, game: str, table: int = 1, unit: Unit | None = None
) -> dict[str, Any]:
    """The terms of a plan for a table of a game, as they stand in its spec."""
    written: dict[str, Any] = msgspec.json.decode(plain(plan.terms(find(game), table, unit)))
    return written
