"""What may be asked of a machine."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import field

from tapete.core.book.aggregate import Command
from tapete.core.round.event import Moment
from tapete.systems.machines.play import PlayBet


class Install(Command, frozen=True):
    """Set a machine up: programs by their text, the one that runs, positions, the plan's limits,
    the ``menu`` of games the player chooses among, and the least that each program returns."""

    programs: dict[str, str]
    running: str
    denomination: int = 0
    positions: int = 1
    park: bool = True
    homologated: tuple[str, ...] | None = None
    handpay_from: int | None = None
    two_sign_above: int | None = None
    meters: dict[str, int] = field(default_factory=dict)
    menu: tuple[str, ...] = ()
    returns: dict[str, str] = field(default_factory=dict)


class Enable(Command, frozen=True):
    """Put the machine in service. ``worst`` is its least return over all bets, pots at base."""

    worst: Fraction
    minimum: Fraction | None = None
    pots_published: bool = True


class Disable(Command, frozen=True):
    """Take the machine out of service: idle and without credits."""


class SetLimits(Command, frozen=True):
    """Another plan: its minimum return, from which win on people pay, above which two of them sign.
    Between two plays, with nothing in the machine; one that returns less goes out of service."""

    by: str
    minimum: Fraction | None = None
    handpay_from: int | None = None
    two_sign_above: int | None = None


class PutIn(Command, frozen=True):
    """Money goes in: ``note``, ``chip``, ``ticket`` or ``card`` (with the transfer's id)."""

    means: str
    amount: int
    position: int = 1
    valid: bool = True
    id: str = ""


class PutCard(Command, frozen=True):
    """A prepaid card goes into the slot of a position, and ``amount`` of it to the credits; of its
    number the machine is told the ``last`` digits."""

    card: str
    last: str
    amount: int = 0
    position: int = 1


class TakeCard(Command, frozen=True):
    """The prepaid card of a position comes out, with the credits."""

    position: int = 1


class Play(Command, frozen=True):
    """A play: the bet, and the answers it has had so far (draws and choices).

    ``pot`` is what the linked pot pays if it is won; ``linked`` is false while it cannot be
    reached; without ``settle`` only the draws are written; ``fed`` is what the bet put into each
    pot; ``outside``: the terminal is not in its area; ``asks``: it has won this pot of another
    casino, which has to say what it comes to before the play ends.
    """

    bet: PlayBet
    answers: tuple[Any, ...] = ()
    pot: int | None = None
    linked: bool = True
    settle: bool = True
    fed: dict[str, int] = field(default_factory=dict)
    outside: bool = False
    asks: str = ""


class Continue(Command, frozen=True):
    """More answers to the play in course; ``asks`` as in `Play`."""

    answers: tuple[Any, ...]
    pot: int | None = None
    asks: str = ""


class CashOut(Command, frozen=True):
    """Credits come out: as ``ticket``, ``card``, ``chips``, or by ``hand``."""

    to: str
    amount: int | None = None
    position: int = 1


class Sign(Command, frozen=True):
    """A person signs the hand-pay that waits; the last one needed resets the machine."""

    person: str
    role: str


class Fault(Command, frozen=True):
    """Something is wrong."""

    code: str


class Clear(Command, frozen=True):
    """It is not any more."""

    code: str


class Report(Command, frozen=True):
    """What a cabinet on a line says its meters are, in pesos: those of each bet, those of the whole
    (bills, tickets in and out, credits paid by hand), and the credits on it; ``tickets`` are those
    that it issued while it was cut off, by their names."""

    games: dict[str, dict[str, int]]
    totals: dict[str, int]
    credits: int = 0
    tickets: dict[str, int] = field(default_factory=dict)


class GiveNumbers(Command, frozen=True):
    """A cabinet on a line has so many numbers for tickets, to issue them while it is cut off."""

    numbers: int


class Audit(Command, frozen=True):
    """The technician's mode, on or off."""

    on: bool


class SelfTest(Command, frozen=True):
    """The machine tests itself: its programs against the register's ``digests`` (CAT-VI.3-10)."""

    digests: dict[str, str]


class Cut(Command, frozen=True):
    """The power fails."""


class Restart(Command, frozen=True):
    """The power is back: a play that had all its answers is settled; with ``test`` only when the
    machine has tested itself."""

    pot: int | None = None
    test: bool = False


class Fetch(Command, frozen=True):
    """A program comes down, aside; ``back`` is the least it returns over its bets, if known."""

    program: str
    text: str
    back: str = ""


class Switch(Command, frozen=True):
    """Start to switch to a fetched program: only idle and without credits."""

    program: str


class Select(Command, frozen=True):
    """The player chooses another of the games the machine offers."""

    program: str


class Verify(Command, frozen=True):
    """The digest of the program that came down, compared with the register's."""

    right: bool


class Tournament(Command, frozen=True):
    """Enter tournament mode with so many credits, or leave it."""

    credits: int | None


class TableBet(Command, frozen=True):
    """A position bets on the table game behind the machine; ``linked`` is false while a pot of the
    machine cannot be reached."""

    position: int
    bets: dict[str, int]
    outside: bool = False
    linked: bool = True


class TakeBack(Command, frozen=True):
    """A position takes its bets back while betting is open."""

    position: int


class CloseTable(Command, frozen=True):
    """No more bets on this play: ``fed`` is what they put into each pot, ``prizes`` what a mystery
    pot pays for them, by position."""

    linked: bool = True
    fed: dict[str, int] = field(default_factory=dict)
    prizes: dict[int, int] = field(default_factory=dict)


class SettleTable(Command, frozen=True):
    """One result for all positions, and what each of them gets back; ``raised`` is what a position
    staked more while the game went on, ``answers`` its draws and moves; ``fed`` and ``prizes`` are
    what that put into pots, and what mystery pots pay for it."""

    result: str
    paid: dict[int, int]
    raised: dict[int, int] = field(default_factory=dict)
    answers: tuple[Any, ...] = ()
    fed: dict[str, int] = field(default_factory=dict)
    prizes: dict[int, int] = field(default_factory=dict)


class Call(Command, frozen=True):
    """A position calls the assistant of the room."""

    position: int
    at: Moment


class EndCall(Command, frozen=True):
    """A call is over: a ``person`` of the room answers it, or, nobody named, it is withdrawn."""

    position: int
    person: str = ""
    role: str = ""


MachineCommand: TypeAlias = (
    Install | Enable | Disable | SetLimits | PutIn | PutCard | TakeCard | Play | Continue | CashOut
    | Sign | Fault | Clear | Report | GiveNumbers | Audit | SelfTest | Cut | Restart | Fetch
    | Switch | Select | Verify | Tournament | TableBet | TakeBack | CloseTable | SettleTable | Call
    | EndCall
)  # fmt: skip
