"""What can be done at a machine, as data: a command comes from a socket and stands in the log."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, field

from tapete.floor.kernel.unit import Command
from tapete.floor.table.commands import (
    CloseNumbers,
    GiveNumber,
    OpenNumber,
    OpenOrder,
    Promise,
    SetTerms,
)

Position = Annotated[int, Meta(ge=1, le=1000)]


class Open(Command, frozen=True, kw_only=True, tag="open"):
    """The session begins: who is on duty, and whether the machine was checked (CAT-VI.5-02). The
    first time it brings the programs as they stand in the register, with the least that each
    returns over its bets; whoever sends it, the house compares them with the register."""

    staff: tuple[str, ...]
    checked: bool
    programs: dict[str, str] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    returns: dict[str, str] = field(default_factory=dict)


class Close(Command, frozen=True, kw_only=True, tag="close"):
    """The machine goes out of service."""


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """A player takes a free position."""

    position: Position = 1


class Insert(Command, frozen=True, kw_only=True, tag="insert"):
    """A player puts money of his account into the machine; so he takes a free position."""

    amount: Annotated[int, Meta(ge=1)]
    position: Position = 1


class InsertTicket(Command, frozen=True, kw_only=True, tag="insert-ticket"):
    """A ticket goes in, known by its eighteen digits; so its bearer takes a free position."""

    number: Annotated[str, Meta(max_length=40)]
    position: Position = 1


class InsertCard(Command, frozen=True, kw_only=True, tag="insert-card"):
    """A prepaid card goes in, known by its eighteen digits, and so much of it to the credits (all,
    if unsaid); so its bearer takes a free position."""

    number: Annotated[str, Meta(max_length=40)]
    amount: Annotated[int, Meta(ge=1)] | None = None
    position: Position = 1


class TakeCard(Command, frozen=True, kw_only=True, tag="take-card"):
    """The player takes his prepaid card out, and all credits on it."""

    position: Position = 1


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """One play: bet, draws, win. It is one step unless the player has something to choose;
    ``outside``: its terminal is not in the area where it may bet (CAT-VI.4.1-10)."""

    bet: str
    denomination: int | None = None
    position: Position = 1
    spots: tuple[int, ...] = ()
    outside: bool = False


class Choose(Command, frozen=True, kw_only=True, tag="choose"):
    """What the play asks its player: cards held, a box, a move at the table game."""

    answer: Any
    position: Position = 1


class Select(Command, frozen=True, kw_only=True, tag="select"):
    """Another game of the menu."""

    program: str


class Bet(Command, frozen=True, kw_only=True, tag="bet"):
    """Bets of a position on the table game behind the machine; ``outside``: its terminal is not in
    the area where it may bet (CAT-VI.4.1-10)."""

    bets: dict[str, Annotated[int, Meta(ge=1)]]
    position: Position = 1
    outside: bool = False


class TakeBack(Command, frozen=True, kw_only=True, tag="take-back"):
    """A position takes all its bets back while betting is open."""

    position: Position = 1


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """A position has bet; when all that bet are ready, the play begins."""

    position: Position = 1


class Begin(Command, frozen=True, kw_only=True, tag="begin"):
    """No more bets: one result for all positions. The house sends it when the time is over."""


class Silence(Command, frozen=True, kw_only=True, tag="silence"):
    """The time to choose is over: what silence means is done."""


class CashOut(Command, frozen=True, kw_only=True, tag="cash-out"):
    """Credits come out: to the player's account (``card``), as a ``ticket``, or by ``hand``."""

    to: str
    amount: Annotated[int, Meta(ge=1)] | None = None
    position: Position = 1


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """The player goes; credits left go to the card that is in, or to his account."""

    position: Position = 1


class Sign(Command, frozen=True, kw_only=True, tag="sign"):
    """Whoever sends it signs the hand-pay that waits."""


class Call(Command, frozen=True, kw_only=True, tag="call"):
    """The player calls the assistant of the room (CAT-VI.4.1-03), or calls no more."""

    on: bool = True
    position: Position = 1


class Attend(Command, frozen=True, kw_only=True, tag="attend"):
    """Whoever sends it has come to a position that called."""

    position: Position = 1


class Fault(Command, frozen=True, kw_only=True, tag="fault"):
    """Something is wrong with the machine."""

    code: str


class Clear(Command, frozen=True, kw_only=True, tag="clear"):
    """A fault is mended."""

    code: str


class Report(Command, frozen=True, kw_only=True, tag="report"):
    """A cabinet on a line tells its meters, in pesos: by bet and of the whole, and its credits; and
    which ``tickets`` it issued while it was cut off: their digits and what each is worth."""

    games: dict[str, dict[str, int]]
    totals: dict[str, int]
    credits: int = 0
    tickets: dict[str, int] = field(default_factory=dict)


class Reserve(Command, frozen=True, kw_only=True, tag="reserve"):
    """A cabinet on a line is given so many numbers more for tickets, to issue them cut off."""

    count: Annotated[int, Meta(ge=1, le=100)]


class Audit(Command, frozen=True, kw_only=True, tag="audit"):
    """The technician's mode, on or off."""

    on: bool


class SelfTest(Command, frozen=True, kw_only=True, tag="self-test"):
    """The machine tests itself: its programs against the digests of the register."""

    digests: dict[str, str]


class Power(Command, frozen=True, kw_only=True, tag="power"):
    """The machine is switched off, or on again; ``test``: on, it takes nothing and gives nothing
    before its self-test."""

    on: bool
    test: bool = False


class Fetch(Command, frozen=True, kw_only=True, tag="fetch"):
    """A program of the register comes down to the machine, aside; ``back`` is the least it returns
    over its bets."""

    program: str
    text: str = ""
    back: str = ""


class Switch(Command, frozen=True, kw_only=True, tag="switch"):
    """Switch to a fetched program, if its bytes are those the register names."""

    program: str
    digest: str = ""


class TakePrize(Command, frozen=True, kw_only=True, tag="take-prize"):
    """The casino that keeps the pot has said what the play in course has won of it."""


class Tournament(Command, frozen=True, kw_only=True, tag="tournament"):
    """Tournament mode with so many credits, or off."""

    credits: Annotated[int, Meta(ge=1)] | None


class Assign(Command, frozen=True, kw_only=True, tag="assign"):
    """The tournament of the machine gives it to a player, in tournament mode with so many credits
    for so many plays, or out of it; or to nobody."""

    player: str = ""
    credits: Annotated[int, Meta(ge=1)] | None = None
    plays: int = 0


AnyMachineCommand: TypeAlias = (
    Open | Close | Sit | Insert | InsertTicket | InsertCard | TakeCard | Play | Choose | Select
    | Bet | TakeBack | Ready | Begin | Silence | CashOut | Leave | Sign | Fault | Clear | Audit
    | SelfTest | Power | Fetch | Switch | Tournament | Assign | Report | Reserve | GiveNumber
    | OpenNumber | CloseNumbers | Promise | OpenOrder | Call | Attend | SetTerms | TakePrize
)  # fmt: skip

OF_THE_PLAYER = (
    Sit, Insert, InsertTicket, InsertCard, TakeCard, Play, Choose, Select, Bet, TakeBack, Ready,
    CashOut, Leave, Call,
)  # fmt: skip
COMING = (Sit, Insert, InsertTicket, InsertCard)
"""What whoever is not there yet may do."""
OF_THE_SYSTEM = (
    Begin, Silence, Report, Reserve, Promise, OpenOrder, CloseNumbers, Assign, SetTerms, TakePrize,
)  # fmt: skip
