"""What each form of a tournament scenario must hold: a file that says less, or something else, is
refused with the line and what was expected there, before anything is asked of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from tapete.core.book.fault import Fault
from tapete.scenario.faults import in_hand, missing_beside, neither
from tapete.scenario.file import RoundPlan
from tapete.scenario.reader import Reader
from tapete.systems.tournament.icm import EXACT_MOST

Least0 = Annotated[int, Meta(ge=0)]
Least1 = Annotated[int, Meta(ge=1)]
Name = Annotated[str, Meta(min_length=1)]
Card = Annotated[str, Meta(pattern="^[2-9TJQKA][shcd]$")]
Hour = Annotated[str, Meta(pattern=r"^\d{1,2}:\d\d(:\d\d)?$")]
PlaceText = Annotated[str, Meta(pattern=r"^[1-9]\d*-[1-9]\d*$")]
Percent = Annotated[str, Meta(pattern=r"^\d+(\.\d+|/[1-9]\d*)?$")]
Blinds = Annotated[list[Least0], Meta(min_length=2, max_length=3)]
Positions = tuple[Least1, Least1, Least1]
Seats = list[Least1]
Sold = tuple[Least0, Least0, Least0]
Options = dict[str, str | int | bool]


class OptionsShape(msgspec.Struct, kw_only=True):
    """The named options of what is no hand; those of a hand are its rules'."""

    level_from: int = field(default=2, name="nivelar-desde")
    todos: bool = False
    espera: bool = False
    redondeo: bool = False
    acumulado: bool = False
    plazo: Literal["habiles", "corridos"] = "habiles"


class Shape(msgspec.Struct, kw_only=True):
    """What every form may hold."""

    title: str = ""
    game: str = ""
    form: str = ""
    clauses: list[str] = []
    rules: str = ""
    options: OptionsShape = field(default_factory=OptionsShape)
    expect: dict[str, Any] = {}


class TableShape(msgspec.Struct, kw_only=True):
    players: Seats | Least0 = 0
    last: Positions | None = None


class TablesShape(Shape, kw_only=True):
    """Tables as they stand, and the published order in which they break."""

    table: dict[Least1, TableShape] = {}
    seats: Least1 = 9
    final: Least1 = 10
    order: list[Least1] = []

    def __post_init__(self) -> None:
        if self.order and not {*self.table} <= {*self.order}:
            raise ValueError(Fault("fault.order", "order names every table"))
        for number, table in self.table.items():
            if isinstance(table.players, list) and max(table.players, default=0) > self.seats:
                raise ValueError(
                    Fault(
                        "fault.table-seats",
                        "table {number} has {seats} seats",
                        number=number,
                        seats=self.seats,
                    )
                )


class Seating(TablesShape, kw_only=True):
    entrants: Least1 | None = None


class Button(TablesShape, kw_only=True):
    cards: Annotated[dict[Least1, Card], Meta(min_length=1)]

    def __post_init__(self) -> None:
        for number, table in self.table.items():
            if not isinstance(table.players, list) or not table.players:
                raise ValueError(
                    Fault(
                        "fault.players-list",
                        "players of table {number} are a list of seats",
                        number=number,
                    )
                )


class HandShape(msgspec.Struct, kw_only=True):
    out: Seats = []
    came: Seats = field(default_factory=list, name="in")
    positions: Positions | UnsetType = UNSET
    dead: list[str] = []
    waits: Seats = []
    before: Seats | UnsetType = UNSET
    after: Seats | UnsetType = UNSET


class PositionsShape(Shape, kw_only=True):
    seats: Least1 = 9
    players: Annotated[Seats, Meta(min_length=2)]
    last: Positions | None = None
    button: Least1 | None = None
    hand: list[HandShape] = []

    def __post_init__(self) -> None:
        if self.last is None and self.button is None:
            raise ValueError(neither("last", "button"))
        seated = {*self.players}
        for number, hand in enumerate(self.hand, 1):
            seated = (seated - {*hand.out}) | {*hand.came}
            if len(seated) < 2:
                raise ValueError(
                    in_hand(number, Fault("fault.fewer-than-two", "fewer than two players"))
                )
            if max(seated) > self.seats:
                why = Fault("fault.seats-of-table", "the table has {seats} seats", seats=self.seats)
                raise ValueError(in_hand(number, why))


class Levelling(TablesShape, kw_only=True):
    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.table:
            raise ValueError(Fault("fault.no-table", "table is missing: [table.1]"))


class Breaking(TablesShape, kw_only=True):
    registration_open: bool = False
    cards: dict[Least1, Card] = {}
    slips: list[PlaceText] = []

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cards and len(self.slips) < len(self.cards):
            raise ValueError(Fault("fault.slips", "slips has one seat card a player"))


class Removal(Shape, kw_only=True):
    values: Annotated[list[Least1], Meta(min_length=1)]
    levels: Annotated[list[Blinds], Meta(min_length=1)]
    breaks: list[Least1]


class Race(Shape, kw_only=True):
    small: Least1 = field(name="from")
    big: Least1 = field(name="to")
    held: dict[Least1, Least0]
    only: Seats = []
    cards: dict[Least1, Annotated[list[Card], Meta(min_length=1)]] = {}

    def __post_init__(self) -> None:
        msgspec.convert(self.expect.get("gets", {}), dict[Least1, Least0], str_keys=True)


class Silent(Shape, kw_only=True):
    bet: Least0 = 0
    last_raise: Least0 = field(default=0, name="raise")
    front: Least0 = 0
    chips: list[Least1] = []
    say: str = ""
    live: Annotated[int, Meta(ge=2)] = 3
    next_acted: bool = False
    big: Least0 = 0
    stack: Least0 | None = None


class Hidden(Shape, kw_only=True):
    all_in: Least0
    caller: Least0
    hidden: Least0


class OutShape(msgspec.Struct, kw_only=True):
    player: Name
    table: Least1
    stack: Least0
    at: Hour | None = None


class Finish(Shape, kw_only=True):
    left: Least1
    out: Annotated[list[OutShape], Meta(min_length=1)]
    hand_for_hand: bool = False
    prizes: dict[Least1, Least0] = {}
    cards: dict[Name, Card] | None = None

    def __post_init__(self) -> None:
        if len(self.out) > self.left:
            raise ValueError(
                Fault(
                    "fault.out-of-left",
                    "{out} are out of the {left} that were left",
                    out=len(self.out),
                    left=self.left,
                )
            )


class BracketShape(msgspec.Struct, kw_only=True):
    first: Least1 = field(name="from")
    percent: Annotated[list[Percent | Least0], Meta(min_length=1)]
    to: Least1 | None = None


class SoldShape(msgspec.Struct, kw_only=True):
    """Three numbers of each thing that is sold."""

    entrada: Sold | None = None
    reentrada: Sold | None = None
    recompra: Sold | None = None
    addon: Sold | None = None


class Prizes(Shape, kw_only=True):
    brackets: Annotated[list[BracketShape], Meta(min_length=1)]
    sales: SoldShape = field(default_factory=SoldShape)
    contribution: Least0 = 0
    guarantee: Least0 = 0
    other: Least0 = 0
    fund: Least0 | None = None
    entrants: Least0 | None = None
    unit: Least1 = 1

    def __post_init__(self) -> None:
        if self.fund is not None and self.entrants is None and self.sales == SoldShape():
            raise ValueError(missing_beside("entrants", "fund"))


class Rewards(Shape, kw_only=True):
    stacks: Annotated[dict[Name, Least1], Meta(min_length=2)]
    hands: Annotated[list[Name | Annotated[list[Name], Meta(min_length=1)]], Meta(min_length=1)]
    bounty: Least0
    cards: dict[Name, Card] | None = None

    def __post_init__(self) -> None:
        named = [who for one in self.hands for who in (one if isinstance(one, list) else [one])]
        if sorted(named) != sorted(self.stacks):
            raise ValueError(Fault("fault.hands-ranks", "hands ranks each of stacks once"))


class Deal(Shape, kw_only=True):
    stacks: Annotated[list[Least0], Meta(min_length=1)]
    prizes: Annotated[list[Least0], Meta(min_length=1)]
    signed: Least0 | list[Name | Least1] | None = None
    final_table: bool = True
    reserve: Least0 | None = None
    free: list[int] | UnsetType = UNSET
    below_signed: list[int] = []


class Icm(Shape, kw_only=True):
    stacks: Annotated[list[Least0], Meta(min_length=1)]
    prizes: Annotated[list[Least0], Meta(min_length=1)]

    def __post_init__(self) -> None:
        worth = msgspec.convert(self.expect.get("icm", []), list[str | int | float])
        if worth and len(worth) != len(self.stacks):
            raise ValueError(Fault("fault.icm-worths", "expect.icm has a worth for each stack"))
        if len(self.stacks) > EXACT_MOST and any(isinstance(one, str) for one in worth):
            raise ValueError(
                Fault(
                    "fault.icm-pesos",
                    "expect.icm of more than {most} stacks is in pesos",
                    most=EXACT_MOST,
                )
            )


class Sanction(Shape, kw_only=True):
    kind: Name
    left: Least1
    prizes: list[Least0]
    entrants: Least1 = 1
    stack: Least0 = 0


class EventShape(msgspec.Struct, kw_only=True):
    what: Name
    players: list[Name] = []
    player: str = ""
    loser: str = field(default="", name="from")
    chips: int = 0
    change: dict[Name, int] = {}

    def __post_init__(self) -> None:
        for name in NEEDS.get(self.what, ("players",)):
            if not getattr(self, "loser" if name == "from" else name):
                raise ValueError(missing_beside(name, f"what = {self.what}"))


NEEDS = {
    "gana": ("player", "from", "chips"), "carrera": ("change",),
    "descalifica": ("player",), "sanciona": ("player",),
}  # fmt: skip
"""What an event says besides; a sale, or a withdrawal, whose it is."""


class Accounts(Shape, kw_only=True):
    prices: SoldShape
    percent: list[Percent] = []
    event: list[EventShape] = []


class BasesShape(Shape, kw_only=True):
    bases: dict[str, Any] = {}


class StepShape(msgspec.Struct, kw_only=True):
    dealt: Least0 = 0
    void: Least0 = 0
    gap: Least0 = 0
    add: int | UnsetType = UNSET
    left: Least0 | UnsetType = UNSET


class Penalty(Shape, kw_only=True):
    rounds: int | UnsetType = UNSET
    seated: Least1 | UnsetType = UNSET
    hands: int | UnsetType = UNSET
    hand: Least0 = 0
    step: list[StepShape] = []

    def __post_init__(self) -> None:
        if self.rounds is UNSET and self.hands is UNSET:
            raise ValueError(neither("rounds", "hands"))
        if self.rounds is not UNSET and self.seated is UNSET:
            raise ValueError(missing_beside("seated", "rounds"))


class BuyShape(msgspec.Struct, kw_only=True):
    player: Name
    what: Name
    at: Hour
    chips: Least0 = 0
    live: Least0 = 0
    missed: bool = False
    holds: Least0 | UnsetType = UNSET
    refused: Any = None


class WindowsShape(msgspec.Struct, kw_only=True):
    entrada: tuple[Hour, Hour] | None = None
    reentrada: tuple[Hour, Hour] | None = None
    recompra: tuple[Hour, Hour] | None = None
    addon: tuple[Hour, Hour] | None = None


class ChipsShape(msgspec.Struct, kw_only=True):
    entrada: Least0 | None = None
    reentrada: Least0 | None = None
    recompra: Least0 | None = None
    addon: Least0 | None = None


class Windows(Shape, kw_only=True):
    windows: WindowsShape
    stack: Least1
    chips: ChipsShape = field(default_factory=ChipsShape)
    maximum: Least1 | None = None
    ask: Annotated[list[BuyShape], Meta(min_length=1)]


class RefundShape(msgspec.Struct, kw_only=True):
    why: Literal["propia", "cancelado", "postergado", "adelantado", "no-show"]
    at: datetime
    keeps: bool = False
    refund: Least0 = 0
    breach: bool = False


class Dates(Shape, kw_only=True):
    start: datetime
    notified: date | None = None
    paid: Least0 = 0
    ask: list[RefundShape] = []


class LastHands(Shape, kw_only=True):
    minutes: int
    card: Card
    doing: dict[Least1, Literal["en-mano", "entre-manos", "barajando"]] = {}


class TournamentShape(msgspec.Struct, kw_only=True):
    level: Blinds
    unit: Least1 = 1


class Reopening(Shape, kw_only=True):
    options: Options = {}  # type: ignore[assignment]
    actions: Annotated[
        list[Annotated[str, Meta(pattern=r"^\S+ [a-z]+(:\d+)?$")]], Meta(min_length=1)
    ]
    asked: Name
    big: Least1
    tournament: TournamentShape | UnsetType = UNSET


class HandRound(msgspec.Struct, kw_only=True):
    """What a hand holds that only tournaments know; the rest is read as any hand is."""

    BESIDES: ClassVar = frozenset(field.name for field in msgspec.structs.fields(RoundPlan))

    level: Blinds | UnsetType = UNSET
    came: dict[Least1, Least1] = field(default_factory=dict, name="in")
    leave: Seats = []
    absent: Seats = []
    positions: Positions | UnsetType = UNSET
    pots: list[Least0] | UnsetType = UNSET


class Hands(Shape, kw_only=True):
    options: Options = {}  # type: ignore[assignment]
    stacks: Annotated[dict[Least1, Least1], Meta(min_length=2)]
    seats: Seats = []
    tournament: TournamentShape
    round: Annotated[list[HandRound], Meta(min_length=1)]
    button: Least1 | None = None
    last: Positions | None = None


SHAPES: dict[str, type[Shape]] = {
    "asientos": Seating, "boton": Button, "posiciones": PositionsShape, "nivelar": Levelling,
    "romper": Breaking, "retiro": Removal, "carrera": Race, "silencio": Silent,
    "ocultas": Hidden, "orden": Finish, "premios": Prizes, "recompensas": Rewards,
    "trato": Deal, "icm": Icm, "sancion": Sanction, "cuentas": Accounts, "bases": BasesShape,
    "penalidad": Penalty, "ventanas": Windows, "plazos": Dates, "ultimas": LastHands,
    "reapertura": Reopening, "mano": Hands,
}  # fmt: skip


EXPECTED: dict[str, str] = {
    "asientos": "tables sizes breaks redraws next", "boton": "button",
    "nivelar": "stopped moves sizes later",
    "romper": "breaks redraw share sizes first goes", "retiro": "removed",
    "carrera": "odd race gets change", "silencio": "action back may least",
    "reapertura": "may least", "ocultas": "wins loses",
    "orden": "places pays left hand_for_hand", "recompensas": "chips out bounties",
    "premios": "taken commission added fund bracket prizes",
    "trato": "reserve safe B C fichas iguales libre", "icm": "icm",
    "sancion": "place prize pays removed left",
    "cuentas": "sold added removed stacks ranking taken commission refunded fund pays",
    "penalidad": "hands from left", "plazos": "notify_by publish_by refund_until in_time",
    "ultimas": "hands finish", "bases": "valid",
}  # fmt: skip
"""What must come out of a form; of one that is not here, what stands beside its hands or asks."""
REFUSED, HANDS = "refused", "mano"


def check_shape(fields: Mapping[str, Any], read: Reader, case: int | None = None) -> None:
    """Raise `BrokenFile` unless the fields of a file, or of one of its cases, are what its form
    asks for."""
    read.check(fields, _shape(fields, read), case)


def check_keys(fields: Mapping[str, Any], read: Reader, case: int | None = None) -> None:
    """Raise `BrokenFile` for a key that the form of a file, or of one of its cases, has not."""
    read.known(fields, _shape(fields, read), case)
    known = EXPECTED.get(fields["form"], "").split()
    known += [] if fields["form"] == HANDS else [REFUSED]
    expect = fields.get("expect", {})
    for name in expect if isinstance(expect, dict) else ():
        if name not in known:
            raise read.unknown(name, known, *read.origin(("expect", name), case))


def _shape(fields: Mapping[str, Any], read: Reader) -> type[Shape]:
    form = fields.get("form")
    if not isinstance(form, str) or form not in SHAPES:
        raise read.broken(
            Fault("fault.form", "form is one of {forms}", forms=" ".join(SHAPES)), "form"
        )
    return SHAPES[form]
