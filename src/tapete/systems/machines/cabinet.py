"""The machine itself: what it holds, and the meters that are folds of its log.

`Cabinet` is the state of an aggregate (`machine.MACHINE`): credits by position, the program that
runs, faults, a hand-pay that waits, the play in course with the answers it has had. Killed at any
moment it goes on from there: an open play is played again from its answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from tapete.core.round.event import Moment
from tapete.core.round.live import Live
from tapete.systems.machines.play import PlayBet, PlayResult, play
from tapete.systems.machines.program import AnyProgram
from tapete.systems.machines.validate import read_program

STOPPING = ("puerta", "memoria", "programa", "enlace", "carrete")
"""Faults that stop play and money."""
PROGRAM, MEMORY, LINK, DOOR = "programa", "memoria", "enlace", "puerta"
PRINTER = "impresora"
"""The fault that turns tickets into hand-pays and stops nothing."""
VALIDATOR = "validador"
"""The fault in which notes and tickets are given back; it stops nothing else (CAT-VI.4.1-05)."""
VALIDATED = ("note", "ticket")
"""The means that a validator reads."""
IN = {
    "note": "bills", "chip": "chips_in", "ticket": "tickets_in", "card": "cards_in",
}  # fmt: skip
OUT = {"ticket": "tickets_out", "chips": "chips_out", "card": "cards_out", "hand": "cancelled"}
METERS = (
    *("plays", "won", "lost", "coin_in", "coin_out", "handpaid_wins", "cancelled"),
    *("bills", "chips_in", "tickets_in", "cards_in", "tickets_out", "chips_out", "cards_out"),
    *("pot_contributions", "pot_wins", "linked_pot_wins", "doors", "faults"),
)
PLAYED = ("plays", "won", "lost", "coin_in", "coin_out", "handpaid_wins")
"""Meters kept by program, denomination and bet as well."""
SEATED = (*PLAYED, "cancelled", *IN.values(), "tickets_out", "chips_out", "cards_out", "pot_wins")
"""Meters kept by position as well."""
RECALLED = 10
"""Plays of each position that can be looked at again."""
TABLE = "mesa"
"""The bet under which plays of a table game are counted: a position's bets are one play."""
RAISED = "aumento"
"""What is staked on a table game after its bets were closed."""
RESULTS = 20


class OpenPlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A play in course: its bet, the program, the answers it has had, what a mystery pot paid for
    its bet, and the pot of another casino that it has won and waits for."""

    bet: PlayBet
    program: str
    stake: int
    answers: tuple[Any, ...] = ()
    prize: int = 0
    waits: str = ""


class HandPay(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amount that people pay: a win, or credits. ``signed`` are who signed so far."""

    amount: int
    position: int
    credits: bool
    signatures: int
    signed: tuple[str, ...] = ()


class TournamentMode(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tournament play: credits and meters of its own (CAT-VII.2.1.3-06)."""

    credits: int
    meters: dict[str, int] = {}


class TablePlay(msgspec.Struct, frozen=True):
    """What a play of a table game is played again from: the bets of every position when they were
    closed, the credits each had left to stake more, draws and moves in their order."""

    bets: dict[str, dict[str, int]]
    credits: dict[str, int]
    answers: tuple[Any, ...]


class Recall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A play as it was: credits before and after, the bet and what it cost, its answers, what it
    paid. ``table``: it was one of a table game, whose answers are those of all its positions."""

    program: str
    bet: PlayBet
    before: int
    after: int
    answers: tuple[Any, ...]
    paid: int
    stake: int = 0
    table: TablePlay | None = None


class TableBets(msgspec.Struct, frozen=True, omit_defaults=True):
    """Bets of the positions of a table game behind the machine; ``closed``: no more are taken,
    ``credits`` are what each position had left then, ``prizes`` what a mystery pot paid for it."""

    bets: dict[int, dict[str, int]] = {}
    closed: bool = False
    credits: dict[int, int] = {}
    prizes: dict[int, int] = {}


class CardIn(msgspec.Struct, frozen=True):
    """A prepaid card in its slot: its name in the book, the last digits of its number."""

    card: str
    last: str


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cabinet on a line: its meters as it last told them, by bet and of the whole, and the last
    ticket it was given a number for."""

    games: dict[str, dict[str, int]]
    totals: dict[str, int]
    ticket: str = ""


class Cabinet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that a machine remembers."""

    programs: dict[str, str] = {}
    running: str = ""
    switching: str = ""
    denomination: int = 0
    positions: int = 1
    park: bool = True
    menu: tuple[str, ...] = ()
    """Games the player himself chooses among, credits or not (CAT-VI.3-04)."""
    homologated: tuple[str, ...] | None = None
    returns: dict[str, str] = {}
    """The least that a program returns over its bets, as the register has it."""
    minimum: str = ""
    """The minimum return the machine was put in service under."""
    handpay_from: int | None = None
    two_sign_above: int | None = None
    enabled: bool = False
    powered: bool = True
    testing: bool = False
    """Switched on, and not tested yet."""
    auditing: bool = False
    faults: tuple[str, ...] = ()
    credits: dict[int, int] = {}
    meters: dict[str, int] = {}
    before: dict[str, int] = {}
    """What the meters said when the machine was set up here."""
    seats: dict[int, dict[str, int]] = {}
    """Meters by position."""
    played: dict[str, dict[str, int]] = {}
    """Meters by ``program/denomination/bet``."""
    transfers: tuple[str, ...] = ()
    """Ids of card transfers that were carried out."""
    cards: dict[int, CardIn] = {}
    """The prepaid card in the slot of a position."""
    calls: dict[int, Moment] = {}
    """Positions whose lamp is lit: since when each calls the assistant (CAT-VI.4.1-03)."""
    handpay: HandPay | None = None
    handpays: tuple[HandPay, ...] = ()
    """Those that wait behind it: several positions may win by hand in one play."""
    tournament: TournamentMode | None = None
    tournament_meters: dict[str, int] = {}
    """Of the last tournament that is over."""
    play: OpenPlay | None = None
    table: TableBets = TableBets()
    recall: tuple[Recall, ...] = ()
    results: tuple[str, ...] = ()
    """The last results of the table game behind the machine."""
    line: Line | None = None
    """What a cabinet on a line told last; none: it has not been heard, or is played here."""

    @property
    def state(self) -> str:
        """What the machine is doing, as its display says it."""
        if not self.powered:
            return "apagada"
        if self.testing:
            return "autotest"
        if not self.enabled:
            return "fuera-de-servicio"
        if any(fault in STOPPING for fault in self.faults):
            return "falla"
        if self.auditing:
            return "auditoria"
        if self.switching:
            return "descarga"
        if self.handpay is not None:
            return "pago-manual"
        if self.tournament is not None:
            return "torneo"
        return "libre" if self.play is None else "jugada"

    @property
    def offered(self) -> tuple[str, ...]:
        """The programs it is played by: its menu, and the one that came down last; none before it
        is set up."""
        if not self.programs or self.running in self.menu:
            return self.menu
        return (self.running, *self.menu)

    @property
    def worst(self) -> Fraction:
        """The least that a program it offers returns over its bets."""
        return min(Fraction(self.returns.get(id, "0")) for id in self.offered)

    @property
    def hand_pays_waiting(self) -> int:
        """How many hand-pays are not paid yet."""
        return len(self.handpays) + (self.handpay is not None)

    @property
    def win(self) -> int:
        """What the house keeps of what was staked."""
        meter = self.meters.get
        return meter("coin_in", 0) - meter("coin_out", 0) - meter("handpaid_wins", 0)

    @property
    def stakes(self) -> dict[int, int]:
        """What each position has staked on the play in course, which is neither won nor lost yet.
        The meters have it already."""
        found = {seat: sum(bets.values()) for seat, bets in self.table.bets.items()}
        if self.play is not None and self.tournament is None:
            found[self.play.bet.position] = self.play.stake
        return found

    def decided(self) -> dict[str, dict[str, int]]:
        """Meters by program, denomination and bet without the play in course."""
        open_ = sum(self.stakes.values())
        if not open_:
            return self.played
        bet = PlayBet(TABLE, self.worth) if self.play is None else self.play.bet
        key = played_as(self.running, bet)
        less = counted(self.played[key], coin_in=-open_)
        return {**self.played, key: less}

    def program(self) -> AnyProgram:
        """The program that runs."""
        return program_of(self.programs[self.running], self.running)

    @property
    def worth(self) -> int:
        """Pesos a credit: the machine's own where the program that runs has it."""
        offered = self.program().denominations
        return self.denomination if self.denomination in offered else offered[0]

    def meters_of(self, program: str) -> dict[str, int]:
        """The meters of one program, over all bets and denominations."""
        found = dict.fromkeys(PLAYED, 0)
        for key, meters in self.played.items():
            if key.split("/")[0] == program:
                for name, value in meters.items():
                    found[name] += value
        return found

    def check(self) -> Cabinet:
        """The identities of the meters, as equalities of whole numbers."""
        for position, meter in self.seats.items():
            came = sum(meter.get(name, 0) for name in IN.values()) + meter.get("coin_out", 0)
            went = sum(meter.get(name, 0) for name in OUT.values()) + meter.get("coin_in", 0)
            credits = self.credits.get(position, 0)
            assert credits == came - went, "credits are what the meters say"
            assert credits >= 0, "credits are never negative"
            ways = meter.get("won", 0) + meter.get("lost", 0)
            assert meter.get("plays", 0) == ways, "a play is won or lost"
        _check_sums(self.meters, self.before, self.seats.values(), SEATED)
        _check_sums(self.meters, self.before, self.played.values(), PLAYED)
        return self


def _check_sums(
    whole: Mapping[str, int], before: Mapping[str, int], parts: Iterable[Mapping[str, int]],
    names: Iterable[str],
) -> None:  # fmt: skip
    """The machine's meters are those it came with and the sum of its parts'."""
    kept = tuple(parts)
    for name in names:
        told = before.get(name, 0) + sum([part.get(name, 0) for part in kept])
        assert whole.get(name, 0) == told, f"the parts of {name} make up the machine's"


@lru_cache(maxsize=256)
def program_of(text: str, id: str) -> AnyProgram:
    """A program out of its text."""
    return read_program(text, f"{id}.toml")


def running_play(cabinet: Cabinet, more: tuple[Any, ...] = ()) -> Live[PlayResult]:
    """The play in course, played again from its answers, and some more of them."""
    assert cabinet.play is not None
    open_ = cabinet.play
    live: Live[PlayResult] = Live(play(cabinet.program(), open_.bet))
    for said in (*open_.answers, *more):
        assert live.ask is not None, "the play still asks"
        live.answer(live.ask.read(said))
    return live


def played_as(program: str, bet: PlayBet) -> str:
    """Under which name a bet is counted."""
    return f"{program}/{bet.denomination}/{bet.bet}"


def count(cabinet: Cabinet, position: int, **changes: int) -> Cabinet:
    """The cabinet with changes of the meters of a position, and so of the machine."""
    seat = counted(cabinet.seats.get(position, {}), **changes)
    return replace(
        cabinet, meters=counted(cabinet.meters, **changes),
        seats={**cabinet.seats, position: seat},
    )  # fmt: skip


def counted(meters: Mapping[str, int], **changes: int) -> dict[str, int]:
    """Meters with changes added."""
    found = dict(meters)
    for name, change in changes.items():
        found[name] = found.get(name, 0) + change
    return found


def with_credits(cabinet: Cabinet, position: int, change: int) -> Cabinet:
    """The cabinet with credits of a position more or, below 0, fewer."""
    credits = dict(cabinet.credits)
    credits[position] = credits.get(position, 0) + change
    return replace(cabinet, credits=credits)
