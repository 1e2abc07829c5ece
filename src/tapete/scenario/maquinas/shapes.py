"""What a scenario of machines must hold: a file that says something else is refused with the line
and what was expected there, before a machine is set up."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, field

from tapete.scenario.faults import missing

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
            raise ValueError(missing("program"))


class TicketShape(msgspec.Struct, kw_only=True):
    amount: int
    casino: str | None = None


class FeedShape(msgspec.Struct, kw_only=True):
    pot: str = ""
    amount: int = 0
    machine: Least0 = 0
    position: Least1 = 1
    times: Least0 = 1


class WinShape(msgspec.Struct, kw_only=True):
    pot: str = ""
    machine: Least0 = 0
    positions: list[Least1] = []


class EnableShape(msgspec.Struct, kw_only=True):
    minimum_return: Share = "0%"


class OpenShape(msgspec.Struct, kw_only=True):
    duty: list[str] = []
    checked: bool = True


class MoneyShape(msgspec.Struct, kw_only=True):
    note: int = 0
    chip: int = 0
    card: int = 0
    ticket: str = ""
    id: str | int = ""
    valid: bool = True


class TerminalShape(msgspec.Struct, kw_only=True):
    position: Least1
    up: bool = True


class CashShape(msgspec.Struct, kw_only=True):
    to: Literal["ticket", "card", "chips", "hand"] = "ticket"
    name: str = ""
    amount: int | None = None


class SignShape(msgspec.Struct, kw_only=True):
    person: str
    role: str


class ModeShape(msgspec.Struct, kw_only=True):
    credits: Least0


class PresentShape(msgspec.Struct, kw_only=True):
    ticket: str
    by: str
    request: str | int = ""
    amount: int | None = None
    number: Literal["wrong"] | None = None


class PayShape(msgspec.Struct, kw_only=True):
    ticket: str
    by: str


class ReleaseShape(msgspec.Struct, kw_only=True):
    ticket: str
    by: str = ""
    person: str = ""
    role: str = ""


class LinkShape(msgspec.Struct, kw_only=True):
    pot: str
    up: bool = True


class ChangeShape(msgspec.Struct, kw_only=True):
    pot: str
    rate: Share = "0%"
    base: Least0 = 0
    limit: Least0 | None = None
    reserve: Share = "0%"


class MoveShape(msgspec.Struct, kw_only=True):
    pot: str
    to: str | None = None


class RefusedShape(msgspec.Struct, kw_only=True):
    code: str = ""
    clause: str = ""


class LiabilityShape(msgspec.Struct, kw_only=True):
    issued: list[int] = []
    paid: list[int] = []
    void: list[int] = []
    expired: list[int] = []
    live: list[int] = []


class HoldingShape(msgspec.Struct, kw_only=True):
    """What a pot holds and has held."""

    amount: int = 0
    carried: str | int = "0"
    overflow: int = 0
    reserve: int = 0
    seeded: int = 0
    contributed: int = 0
    paid: int = 0
    moved: int = 0
    advanced: int = 0
    repaid: int = 0


class StepShape(msgspec.Struct, kw_only=True):
    """One verb, what it needs besides, and what must come out."""

    enable: EnableShape | None = None
    open: OpenShape | None = None
    money: MoneyShape | None = field(default=None, name="in")
    play: str = ""
    restart: bool = False
    bet: dict[str, int] = {}
    close: bool = False
    result: str | list[str] = ""
    terminal: TerminalShape | None = None
    cash_out: CashShape | None = None
    sign: SignShape | None = None
    fault: str = ""
    clear: str = ""
    audit: bool = False
    fetch: str = ""
    switch: str = ""
    verify: Literal["right", "changed"] | None = None
    tournament: ModeShape | bool = False
    present: PresentShape | None = None
    pay: PayShape | None = None
    release: ReleaseShape | str = ""
    void: str = ""
    days: Least0 = 0
    feed: FeedShape | None = None
    win: WinShape | None = None
    publish: str = ""
    link: LinkShape | None = None
    change: ChangeShape | None = None
    move: MoveShape | None = None
    cut: Literal["antes", "azar", "eleccion", "premio", "reposo"] | None = None

    machine: Least0 = 0
    position: Least1 = 1
    denomination: Least0 = 0
    program: str = ""
    chance: list[str | int] = []
    hold: list[str] = []
    pick: list[int] = []
    spots: list[int] = []
    outside: bool = False
    moves: dict[str, list[str]] = {}
    refused: RefusedShape | str | bool = False

    paid: int | dict[str, int] = 0
    credits: int | dict[str, int] = 0
    by_hand: int | dict[str, int] = 0
    state: str = ""
    running: str = ""
    meters: dict[str, int] = {}
    meters_of: dict[str, dict[str, int]] = {}
    tournament_meters: dict[str, int] = {}
    tickets: dict[str, str] = {}
    liability: LiabilityShape = field(default_factory=LiabilityShape)
    pots: dict[str, HoldingShape] = {}
    told: list[str] = []


class ChannelsShape(msgspec.Struct, kw_only=True):
    base: str | int = ""
    features: str | int = ""
    pot: str | int = ""


class TopShape(msgspec.Struct, kw_only=True):
    prize: int = 0
    odds: str | int = ""


class RowShape(msgspec.Struct, kw_only=True):
    odds: str | int = ""
    back: str | int = field(default="", name="return")


class SheetShape(msgspec.Struct, kw_only=True):
    program: str = ""
    bet: str = ""
    denomination: Least0 = 0
    refused: str = ""
    stake: int = 0
    back: str | int = field(default="", name="return")
    return_float: float = 0
    hit: str | int = ""
    variance: str | int = ""
    volatility: float = 0
    channels: ChannelsShape = field(default_factory=ChannelsShape)
    top: TopShape = field(default_factory=TopShape)
    rows: dict[str, RowShape] = {}


class DealtShape(msgspec.Struct, kw_only=True):
    dealt: list[str]
    hold: list[str]
    value: str | int
    program: str = ""
    bet: str = ""


class WatchShape(msgspec.Struct, kw_only=True):
    plays: Least1
    paid: Least0
    program: str = ""
    bet: str = ""
    denomination: Least0 = 0
    z: float | str | None = None
    back: float | str = field(default="", name="return")
    hold: float | str = ""


class TakersShape(msgspec.Struct, kw_only=True):
    takers: list[str]
    orders: int = 0
    refusals: dict[str, int] = {}


class MachinesShape(msgspec.Struct, kw_only=True):
    title: str = ""
    rules: str = ""
    clauses: list[str] = []
    plan: PlanShape = field(default_factory=PlanShape)
    pots: dict[str, PotShape] = {}
    machines: dict[Least1, MachineShape] = {}
    tickets: dict[str, TicketShape] = {}
    homologated: list[str] | None = None
    step: list[StepShape] = []
    par: list[SheetShape] = []
    hand: list[DealtShape] = []
    watch: list[WatchShape] = []
    interleavings: list[TakersShape] = []
