"""What a scenario of bingo must hold: a file that says something else is refused with the line and
what was expected there, before a hall is opened."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

Least0 = Annotated[int, Meta(ge=0)]
Least1 = Annotated[int, Meta(ge=1)]
Share = Annotated[str, Meta(pattern=r"^\d+(\.\d+)?%$|^\d+/[1-9]\d*$")]


class PotShape(msgspec.Struct, kw_only=True):
    id: str
    percent: Share
    base: int = 0
    within: int | None = None
    now: int = 0


class PlanShape(msgspec.Struct, kw_only=True):
    price: int
    line: Share
    bingo: Share
    house: Share
    pots: list[PotShape] = []
    unit: Least1 = 1
    approved: bool = True


class HallShape(msgspec.Struct, kw_only=True):
    positions: int = 0
    on_duty: list[str] | dict[str, Any] = []
    checked: bool = True


class BallsShape(msgspec.Struct, kw_only=True):
    extractor: str = ""
    games: int = 0
    spares: int = 0


class SeriesShape(msgspec.Struct, kw_only=True):
    size: int
    last: int = 0
    value: int | None = None


class SaleShape(msgspec.Struct, kw_only=True):
    who: str = ""
    cards: int | str | list[int | str] = 0


class StepShape(msgspec.Struct, kw_only=True):
    ball: int = 0
    who: str = ""
    to: str = ""


class RoundShape(msgspec.Struct, kw_only=True):
    sale: list[SaleShape] = []
    balls: str | int = ""
    series: str | list[str] = ""
    play: list[StepShape] = []


class TryShape(msgspec.Struct, kw_only=True):
    plan: PlanShape | None = None
    face: str | list[str] = ""
    hall: HallShape | None = None


class OddsShape(msgspec.Struct, kw_only=True):
    cards: int | list[int]
    what: str


class CountShape(msgspec.Struct, kw_only=True):
    columns: list[Least1] = []
    rows: Least1 = 3
    per_row: Least1 = 5


class BingoShape(msgspec.Struct, kw_only=True):
    title: str = ""
    plan: PlanShape | None = None
    hall: HallShape = field(default_factory=HallShape)
    ball_set: BallsShape = field(default_factory=BallsShape)
    series: dict[str, SeriesShape] = {}
    faces: dict[Least1, str] = {}
    round: list[RoundShape] = []
    attempts: list[TryShape] = field(default_factory=list, name="try")
    odds: list[OddsShape] = []
    count: list[CountShape] = []
