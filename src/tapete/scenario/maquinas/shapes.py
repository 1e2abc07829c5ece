"""What a scenario of machines must hold: a file that says something else is refused with the line
and what was expected there, before a machine is set up."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

Least0 = Annotated[int, Meta(ge=0)]
Least1 = Annotated[int, Meta(ge=1)]
Share = Annotated[str, Meta(pattern=r"^\d+(\.\d+)?%$|^\d+/[1-9]\d*$")]


class PlanShape(msgspec.Struct, kw_only=True):
    minimum_return: Share = "0%"
    ticket_days: Least0 | None = None
    handpay: Least0 | None = None
    two_signatures: Least0 | None = None


class PotShape(msgspec.Struct, kw_only=True):
    rate: Share
    base: Least0 = 0
    limit: Least0 | None = None
    reserve: Least0 | Share = 0
    thresholds: list[Least0] = []
    published: bool = True
    bets: Least0 = 0


class MachineShape(msgspec.Struct, kw_only=True):
    program: str = ""
    programs: list[str] = []
    denomination: Least0 = 0
    positions: Least1 = 1
    park: bool = True
    closed: bool = False
    pots: list[str] = []
    meters: dict[str, int] = {}

    def __post_init__(self) -> None:
        if not self.program and not self.programs:
            raise ValueError("program is missing")


class TicketShape(msgspec.Struct, kw_only=True):
    amount: int
    casino: str | None = None


class FeedShape(msgspec.Struct, kw_only=True):
    pot: str = ""
    amount: int = 0
    times: Least0 = 1


class WinShape(msgspec.Struct, kw_only=True):
    pot: str = ""


class StepShape(msgspec.Struct, kw_only=True):
    """What a step says of pots; its verbs say the rest."""

    feed: FeedShape | None = None
    win: WinShape | int | None = None


class SheetShape(msgspec.Struct, kw_only=True):
    program: str = ""
    rows: dict[str, Any] = {}


class MachinesShape(msgspec.Struct, kw_only=True):
    title: str = ""
    plan: PlanShape = field(default_factory=PlanShape)
    pots: dict[str, PotShape] = {}
    machines: dict[Least1, MachineShape] = {}
    tickets: dict[str, TicketShape] = {}
    homologated: list[str] | None = None
    step: list[StepShape] = []
    par: list[SheetShape] = []
    hand: list[SheetShape] = []
    watch: list[SheetShape] = []
    interleavings: list[dict[str, Any]] = []
