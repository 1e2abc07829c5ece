"""What a bingo hall is."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tapete.core.book.datafile import exact
from tapete.floor.kernel.unit import Ref, Spec
from tapete.systems.bingo.design import Design
from tapete.systems.bingo.hall import ELECTRONIC
from tapete.systems.bingo.plan import BingoPlan
from tapete.systems.pot.aggregate import POT


class Pace(msgspec.Struct, frozen=True):
    """Seconds: for the sale from the first card on, between balls so that everybody can follow
    (CAT-V.2.3-36, CAT-V.3.3-14), for a prize to be seen, and between two games."""

    sale: float = 30.0
    ball: float = 4.0
    prize: float = 6.0
    between: float = 8.0


class Joint(msgspec.Struct, frozen=True, kw_only=True):
    """A hall's part in games of several casinos: its own name, the name of the centre, the block of
    numbers of each room, and where the others are reached (the address of their hall). Without
    ``staffed`` nobody runs it: to try a joint game out, for play chips."""

    me: str
    centre: str = "centro"
    rooms: dict[str, tuple[int, int]]
    peers: dict[str, str] = msgspec.field(default_factory=dict)
    staffed: bool = True


class SalaSpec(Spec, frozen=True, kw_only=True, omit_defaults=False, tag="sala"):
    """A hall: its form of bingo, the plan as it is written, its cards, its places.

    ``company``: so many of the house's own play along, and the hall is run without staff: a hall to
    practise in. ``series`` are the paper series and their sizes. ``extractor`` and ``spares`` are
    its ball sets; ``manual``: the balls are put in by hand, and counted first (CAT-V.2.3-03).
    ``terminals`` that are ``moviles`` need a kiosk (CAT-V.3.2.1-04). ``joint`` is its part
    in games with other casinos (CAT-V.3.1-02).
    """

    game: str = ELECTRONIC
    edition: str = "scj-2023"
    plan: dict[str, Any]
    design: Design
    series: dict[str, int] = msgspec.field(default_factory=dict)
    positions: int = 100
    pace: Pace = Pace()
    company: int = 0
    extractor: Literal["bombo", "neumatico"] = "bombo"
    spares: int = 1
    manual: bool = False
    terminals: Literal["fijos", "moviles"] = "fijos"
    joint: Joint | None = None

    def shared(self) -> tuple[Ref, ...]:
        if self.is_room:  # the pots of a joint game are the centre's
            return ()
        return tuple(Ref(POT.kind, pot.id) for pot in self.bingo_plan.pots)

    @property
    def bingo_plan(self) -> BingoPlan:
        """The plan of its games."""
        return msgspec.convert(self.plan, BingoPlan, dec_hook=exact)

    @property
    def is_room(self) -> bool:
        """Whether it plays with other casinos, and is not their centre."""
        return self.joint is not None and self.joint.me != self.joint.centre

    @property
    def attended(self) -> bool:
        """Whether people run it."""
        return not self.company and (self.joint is None or self.joint.staffed)
