"""What a scenario of bingo must hold: a file that says something else is refused with the line and
what was expected there, before a hall is opened."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from tapete.scenario.faults import missing_beside

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
    reparto: Literal["persona", "carton"] = "persona"
    line_at_once: bool = field(default=False, name="linea-en-el-acto")
    sobrante: str = ""
    approved: bool = True


class HallShape(msgspec.Struct, kw_only=True):
    positions: int = 0
    on_duty: list[str] | dict[str, Any] = []
    checked: bool = True


class BallsShape(msgspec.Struct, kw_only=True):
    extractor: Literal["bombo", "neumatico"] = "bombo"
    games: int = 0
    spares: int = 0


class SeriesShape(msgspec.Struct, kw_only=True):
    size: int
    last: int = 0
    value: int | None = None


class SaleShape(msgspec.Struct, kw_only=True):
    who: str = ""
    cards: Least0 = 0
    numbers: str | int = ""
    terminal: int = 0
    room: str = ""
    series: str = ""
    reserve: str = ""
    hands_in: bool = False
    imperfect_ball: int = 0
    change_balls: list[str] = []
    close: bool = False
    start: bool = False
    undo: bool = False
    refused: Any = None


class StepShape(msgspec.Struct, kw_only=True):
    ball: int = 0
    who: str = ""
    line: int | str = 0
    bingo: int | str = 0
    asking: int | Literal["tarde"] = 0
    wrong: bool = False
    missing: str | int = ""
    altered: bool = False
    giver: str = field(default="", name="from")
    to: str = ""
    annul: str = ""
    after_payment: bool = False
    cut: str = ""
    back: str = ""
    refused: Any = None


class PrizesShape(msgspec.Struct, kw_only=True):
    line: int = 0
    bingo: int = 0


class AwardShape(msgspec.Struct, kw_only=True):
    ball: int = 0
    cards: str | int = ""


class RoundShape(msgspec.Struct, kw_only=True):
    sale: list[SaleShape] = []
    balls: str | int = ""
    series: str | list[str] = ""
    holding: list[str] = []
    late: list[str] = []
    play: list[StepShape] = []

    paid: dict[str, int] = {}
    refunds: dict[str, int] = {}
    sold: str | int = ""
    announcement: str = ""
    prizes: PrizesShape = field(default_factory=PrizesShape)
    line: AwardShape = field(default_factory=AwardShape)
    bingo: AwardShape = field(default_factory=AwardShape)
    pots: dict[str, int] = {}
    house: int | dict[str, int] = 0
    leftover: int = 0
    following: str | int = field(default="", name="next")
    ball_games: int = 0
    settlement: dict[str, int] = {}


class TryShape(msgspec.Struct, kw_only=True):
    plan: PlanShape | None = None
    face: str | list[str] = ""
    hall: HallShape | None = None
    refused: Any = None


class OddsShape(msgspec.Struct, kw_only=True):
    cards: int | list[int]
    what: Literal["line", "bingo"]
    by: Least1 | None = None
    probability: str | int | None = None
    mean: str | int | None = None

    def __post_init__(self) -> None:
        if self.probability is not None and self.by is None:
            raise ValueError(missing_beside("by", "probability"))


class CountShape(msgspec.Struct, kw_only=True):
    columns: list[Least1] = []
    rows: Least1 = 3
    per_row: Least1 = 5
    layouts: int | None = None
    cards: int | None = None
    structure: list[int] | None = None
    probability: str | int | None = None


class BingoShape(msgspec.Struct, kw_only=True):
    title: str = ""
    game: str = ""
    rules: str = ""
    clauses: list[str] = []
    rooms: dict[str, str] = {}
    plan: PlanShape | None = None
    hall: HallShape = field(default_factory=HallShape)
    ball_set: BallsShape = field(default_factory=BallsShape)
    series: dict[str, SeriesShape] = {}
    faces: dict[Least1, str] = {}
    round: list[RoundShape] = []
    attempts: list[TryShape] = field(default_factory=list, name="try")
    odds: list[OddsShape] = []
    count: list[CountShape] = []
