"""What happens to a machine besides its plays: money, faults, hand-pays, programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tapete.core.round.event import Moment
from tapete.systems.machines.cabinet import CardIn, TablePlay
from tapete.systems.machines.play import MachineEvent, PlayBet


class Installed(MachineEvent, frozen=True, kw_only=True):
    """A machine was set up."""

    kind: ClassVar[str] = "machine-installed"
    fields: Mapping[str, Any]


class MachineEnabled(MachineEvent, frozen=True, kw_only=True):
    """A machine is in service: its return is at least the plan's minimum."""

    kind: ClassVar[str] = "machine-enabled"
    minimum: str


class MachineTermsSet(MachineEvent, frozen=True, kw_only=True):
    """What the plan sets for a machine is other: in which role it was approved, before, after."""

    kind: ClassVar[str] = "machine-terms-set"
    by: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]


class MachineDisabled(MachineEvent, frozen=True, kw_only=True):
    """A machine is out of service."""

    kind: ClassVar[str] = "machine-disabled"


class MoneyIn(MachineEvent, frozen=True, kw_only=True):
    """Money became credits; ``card`` is the prepaid card that held it."""

    kind: ClassVar[str] = "machine-money-in"
    means: str
    amount: int
    position: int
    id: str = ""
    card: str = ""


class CardEntered(MachineEvent, frozen=True, kw_only=True):
    """A prepaid card is in the slot of a position."""

    kind: ClassVar[str] = "machine-card-entered"
    position: int
    card: CardIn


class CardLeft(MachineEvent, frozen=True, kw_only=True):
    """A prepaid card came out of its slot."""

    kind: ClassVar[str] = "machine-card-left"
    position: int
    card: str


class BetTaken(MachineEvent, frozen=True, kw_only=True):
    """A bet was debited; the play has begun."""

    kind: ClassVar[str] = "machine-bet-taken"
    bet: PlayBet
    program: str
    stake: int
    prize: int = 0
    """What a mystery pot paid for the bet of a play that waits for its player."""


class PlayWent(MachineEvent, frozen=True, kw_only=True):
    """Draws and choices of a play, in order: they are written before they are shown."""

    kind: ClassVar[str] = "machine-play-went"
    answers: tuple[Any, ...]


class PlayEnded(MachineEvent, frozen=True, kw_only=True):
    """A play is over: what it pays, how much of it from a pot, whether people pay it, and the
    credits after it."""

    kind: ClassVar[str] = "machine-play-ended"
    paid: int
    pot: int = 0
    by_hand: bool = False
    credits: int = 0


class MaxPrizeTold(MachineEvent, frozen=True, kw_only=True):
    """The player is told that he has won the pot."""

    kind: ClassVar[str] = "machine-max-prize-told"
    amount: int


class CreditsOut(MachineEvent, frozen=True, kw_only=True):
    """Credits left the machine: into a ``ticket``, or back to a prepaid ``card``."""

    kind: ClassVar[str] = "machine-credits-out"
    to: str
    amount: int
    position: int
    ticket: str = ""
    card: str = ""


class HandPayRaised(MachineEvent, frozen=True, kw_only=True):
    """People pay: a win, or credits; so many must sign."""

    kind: ClassVar[str] = "machine-hand-pay-raised"
    amount: int
    position: int
    credits: bool
    signatures: int


class HandPaySigned(MachineEvent, frozen=True, kw_only=True):
    """A person signed a hand-pay."""

    kind: ClassVar[str] = "machine-hand-pay-signed"
    person: str
    role: str


class HandPaid(MachineEvent, frozen=True, kw_only=True):
    """A hand-pay was paid and the machine reset."""

    kind: ClassVar[str] = "machine-hand-paid"
    amount: int


class FaultRaised(MachineEvent, frozen=True, kw_only=True):
    """A fault, and what it is."""

    kind: ClassVar[str] = "machine-fault-raised"
    code: str


class FaultCleared(MachineEvent, frozen=True, kw_only=True):
    """A fault is over."""

    kind: ClassVar[str] = "machine-fault-cleared"
    code: str


class AssistantCalled(MachineEvent, frozen=True, kw_only=True):
    """A position called the assistant of the room: its lamp is lit."""

    kind: ClassVar[str] = "machine-assistant-called"
    position: int
    at: Moment


class CallAnswered(MachineEvent, frozen=True, kw_only=True):
    """Somebody of the room came to a position that had called."""

    kind: ClassVar[str] = "machine-call-answered"
    position: int
    person: str
    role: str


class CallWithdrawn(MachineEvent, frozen=True, kw_only=True):
    """A position calls no more, or its player has gone."""

    kind: ClassVar[str] = "machine-call-withdrawn"
    position: int


class LineJoined(MachineEvent, frozen=True, kw_only=True):
    """A cabinet on a line is known by its meters from here on: by bet, and of the whole."""

    kind: ClassVar[str] = "machine-line-joined"
    games: Mapping[str, Mapping[str, int]]
    totals: Mapping[str, int]


class NumbersGiven(MachineEvent, frozen=True, kw_only=True):
    """A cabinet was given numbers for tickets that it issues while it is cut off."""

    kind: ClassVar[str] = "machine-numbers-given"
    numbers: int


class MetersReported(MachineEvent, frozen=True, kw_only=True):
    """What went on at a cabinet on a line since it was last heard: notes taken, and by bet what its
    meters rose by; ``games`` and ``totals`` are how they stand."""

    kind: ClassVar[str] = "machine-meters-reported"
    bills: int
    rose: Mapping[str, Mapping[str, int]]
    games: Mapping[str, Mapping[str, int]]
    totals: Mapping[str, int]


class AuditSet(MachineEvent, frozen=True, kw_only=True):
    """The technician's mode went on or off."""

    kind: ClassVar[str] = "machine-audit-set"
    on: bool


class SelfTested(MachineEvent, frozen=True, kw_only=True):
    """The machine tested itself: the digest of each program, and those that are not the
    register's."""

    kind: ClassVar[str] = "machine-self-tested"
    digests: Mapping[str, str]
    wrong: tuple[str, ...] = ()


class PowerCut(MachineEvent, frozen=True, kw_only=True):
    """The power failed."""

    kind: ClassVar[str] = "machine-power-cut"


class PowerOn(MachineEvent, frozen=True, kw_only=True):
    """The power is back; ``tests``: nothing is done before the machine has tested itself."""

    kind: ClassVar[str] = "machine-power-on"
    tests: bool = False


class ProgramFetched(MachineEvent, frozen=True, kw_only=True):
    """A program came down, aside."""

    kind: ClassVar[str] = "machine-program-fetched"
    program: str
    text: str
    digest: str
    back: str = ""


class ProgramSelected(MachineEvent, frozen=True, kw_only=True):
    """The player chose another of the machine's games (CAT-VI.3-04)."""

    kind: ClassVar[str] = "machine-program-selected"
    program: str


class PotFed(MachineEvent, frozen=True, kw_only=True):
    """What a bet put into a linked pot, before the play had a result."""

    kind: ClassVar[str] = "machine-pot-fed"
    pot: str
    amount: int


class PotWon(MachineEvent, frozen=True, kw_only=True):
    """A linked pot pays for the play in course."""

    kind: ClassVar[str] = "machine-pot-won"
    pot: str
    amount: int
    position: int


class PotAsked(MachineEvent, frozen=True, kw_only=True):
    """The play has won a pot that another casino keeps, which is asked what it comes to."""

    kind: ClassVar[str] = "machine-pot-asked"
    pot: str
    position: int


class SwitchStarted(MachineEvent, frozen=True, kw_only=True):
    """The machine is about to run another program."""

    kind: ClassVar[str] = "machine-switch-started"
    program: str


class ProgramSwitched(MachineEvent, frozen=True, kw_only=True):
    """The digest is right: the new program runs."""

    kind: ClassVar[str] = "machine-program-switched"
    program: str


class ProgramKept(MachineEvent, frozen=True, kw_only=True):
    """The digest differs: the old program stays."""

    kind: ClassVar[str] = "machine-program-kept"
    program: str


class TournamentSet(MachineEvent, frozen=True, kw_only=True):
    """Tournament mode, on with so many credits or off."""

    kind: ClassVar[str] = "machine-tournament-set"
    credits: int | None


class TableBetTaken(MachineEvent, frozen=True, kw_only=True):
    """Bets of one position on the game behind the machine."""

    kind: ClassVar[str] = "machine-table-bet-taken"
    position: int
    bets: Mapping[str, int]


class TableBetReturned(MachineEvent, frozen=True, kw_only=True):
    """A position took its bets back while betting was open."""

    kind: ClassVar[str] = "machine-table-bet-returned"
    position: int
    amount: int


class TableBetsClosed(MachineEvent, frozen=True, kw_only=True):
    """No more bets: what is down plays, terminal or not."""

    kind: ClassVar[str] = "machine-table-bets-closed"
    prizes: Mapping[str, int] = {}
    """What a mystery pot paid for the bets of a position, until the game is over."""


class TablePlayEnded(MachineEvent, frozen=True, kw_only=True):
    """One result for all positions, and what each gets back, stakes included."""

    kind: ClassVar[str] = "machine-table-play-ended"
    result: str
    paid: Mapping[str, int]
    """By position, as what it staked and the credits after it."""
    by_hand: tuple[int, ...] = ()
    """Positions whose win people pay."""
    staked: Mapping[str, int] = {}
    credits: Mapping[str, int] = {}
    program: str = ""
    denomination: int = 0
    play: TablePlay | None = None
    pots: Mapping[str, int] = {}
    """How much of what a position gets a pot paid."""
