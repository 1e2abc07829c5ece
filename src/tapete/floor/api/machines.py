"""Machines beyond what every unit has: the program with its true odds, the last plays as they were,
and the meters for whoever runs the room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath, Parameter

from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_event
from tapete.floor.aggregates.pot_links import unit_of
from tapete.floor.aggregates.pot_shares import in_english
from tapete.floor.api.guard import House, anyone, looking_back, person_of, role_of, somebody
from tapete.floor.api.language import lang_of
from tapete.floor.house.casino import Casino
from tapete.floor.house.machine_room import (
    DAYS,
    Homologated,
    MachineDay,
    Reconciled,
    days_of,
    reconciled,
    register,
)
from tapete.floor.people import permissions
from tapete.floor.rounds.machine_plays import PlayOut, PlaysOut, plays_before, recalled
from tapete.floor.storage.store import Kept, Store
from tapete.floor.units.maquina import Maquina
from tapete.systems.machines.bingo import faces_of
from tapete.systems.machines.cabinet import METERS
from tapete.systems.machines.library import Certificate, certificate
from tapete.systems.machines.program import Bingo, Keno, Mesa, Reels, VideoPoker, read_fields
from tapete.systems.machines.reels import layout_of
from tapete.systems.machines.watch import Watch, watch
from tapete.systems.pot.across.state import PotLink

T = TypeVar("T")
PRESENT = "CAT-I.5.1-02"
Step = Annotated[int | None, Parameter(ge=1, le=2**31 - 1)]


class ProgramOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A program as its screen draws it (CAT-VI.4.1-08): strips, lines, pay table; ``sheet`` is the
    one it was homologated with, with the odds of every prize and what each bet returns."""

    id: str
    kind: str
    digest: str
    sheet: Certificate | None
    strips: tuple[tuple[str, ...], ...] = ()
    free_strips: tuple[tuple[str, ...], ...] = ()
    rows: int = 1
    lines: tuple[tuple[int, ...], ...] = ()
    ways: bool = False
    pays: tuple[str, ...] = ()
    scatter_pays: tuple[str, ...] = ()
    wilds: dict[str, int] = {}
    free: dict[str, Any] = {}
    pick: dict[str, Any] = {}
    table: dict[str, Any] = {}
    balls: int = 0
    cards: tuple[tuple[tuple[int, ...], ...], ...] = ()
    game: str = ""
    edition: str = ""


class MetersOut(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of a machine in pesos, and what the house keeps of what was staked."""

    meters: dict[str, int]
    played: dict[str, dict[str, int]]
    win: int


class HallRow(msgspec.Struct, frozen=True, kw_only=True):
    """A machine as whoever runs the hall sees it: ``players`` are at its positions, ``of`` is what
    is played for. What was ``staked`` and what the house won of it are of plays that are over."""

    unit: str
    number: int
    program: str
    status: str
    faults: tuple[str, ...]
    meters: dict[str, int]
    staked: int
    win: int
    hold: float
    players: tuple[str, ...]
    watch: Watch
    handpays: tuple[HandPayOut, ...]
    of: str


class HandPayOut(msgspec.Struct, frozen=True, kw_only=True):
    """A hand-pay that waits: whose, how much, how many must sign, and who did."""

    amount: int
    position: int
    player: str
    credits: bool
    signatures: int
    signed: tuple[str, ...]


class CallOut(msgspec.Struct, frozen=True, kw_only=True):
    """A position that calls the assistant of the room: of which machine, who, since when."""

    unit: str
    number: int
    program: str
    position: int
    positions: int
    player: str
    at: float


class DeskOut(msgspec.Struct, frozen=True, kw_only=True):
    """A machine on the desks of its room: meters, days, reconciliation with the ledger, events."""

    row: HallRow
    programs: tuple[str, ...]
    played: dict[str, dict[str, int]]
    seats: dict[int, dict[str, int]]
    tournament: dict[str, int]
    auditing: bool
    powered: bool
    days: list[MachineDay]
    accounts: list[Reconciled]
    events: list[SignificantOut]


class SignificantOut(msgspec.Struct, frozen=True, kw_only=True):
    """A significant event: its step, when, what, by whom, with which code and amount."""

    number: int
    at: float
    kind: str
    person: str
    code: str
    amount: int | None


class SharedPotOut(msgspec.Struct, frozen=True, kw_only=True):
    """A pot between casinos, at this end: who keeps it, whether bets are taken, what it holds as
    far as it is known here; what this casino ``owes`` each other one, below nought what it is owed,
    and how many letters to it are on their way."""

    pot: str
    condition: str
    condition_en: str
    me: str
    centre: str
    up: bool
    holds: int | None
    of: str
    owes: dict[str, int]
    waiting: dict[str, int]


SHOWN, LOOKED = 200, 500
"""So many significant events are told, and so many steps are looked through for them at once."""
SIGNIFICANT = frozenset({
    "machine-power-cut", "machine-power-on", "machine-fault-raised", "machine-fault-cleared",
    "machine-audit-set", "machine-self-tested", "machine-hand-pay-raised",
    "machine-hand-pay-signed",
    "machine-hand-paid", "machine-program-fetched", "machine-switch-started",
    "machine-program-switched", "machine-program-kept", "machine-enabled", "machine-disabled",
    "machine-tournament-set", "machine-line-joined", "machine-pot-won", "machine-max-prize-told",
    "machine-assistant-called", "machine-call-answered", "machine-call-withdrawn",
})  # fmt: skip


def machine(casino: Casino, unit: str) -> Maquina:
    """A machine of this node."""
    found = casino.keeper(unit).unit
    if not isinstance(found, Maquina):
        raise Refused(PRESENT, "no-such-table", table=unit)
    return found


async def of_machine(casino: Casino, unit: str, look: Callable[[Maquina], T]) -> T:
    """What is to be seen of a machine of this node: nothing that is not written."""
    return await casino.keeper(unit).read(lambda: look(machine(casino, unit)))


async def of_machines(casino: Casino, look: Callable[[Maquina], T]) -> list[T]:
    """The same of every machine of this node."""
    kept = [id for id, one in casino.keepers.items() if not one.lost]
    machines = [id for id in kept if isinstance(casino.keepers[id].unit, Maquina)]
    return list(await asyncio.gather(*(of_machine(casino, id, look) for id in machines)))


class Machines(Controller):
    """The gaming machines."""

    path = "/api/maquinas"
    tags = ("machines",)

    @get("/{unit:str}/program/{program:str}", guards=[anyone])
    async def program(
        self, unit: FromPath[str], program: FromPath[str], casino: House
    ) -> ProgramOut:
        """A program of the machine: what it shows, what it pays, and what it returns."""
        text = machine(casino, unit).cabinet.programs.get(program)
        if text is None:
            raise Refused("CAT-VI.3-04", "not-offered", bet=program[:40])
        return program_out(text, program)

    @get("/{unit:str}/recall", guards=[anyone, looking_back])
    async def recall(
        self, unit: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> list[PlayOut]:
        """The last plays of each position, the newest first."""
        lang = lang_of(request)
        return await of_machine(casino, unit, lambda found: recalled(found, lang))

    @get("/{unit:str}/plays", guards=[somebody, looking_back])
    async def plays(
        self, unit: FromPath[str], casino: House, request: Request[Any, Any, Any],
        before: Step = None,
    ) -> PlaysOut:  # fmt: skip
        """Every play of the machine, for whoever reads records: some at a time, the newest first,
        before a step of its log."""
        permissions.check("records.read", role_of(person_of(request), "records.read"))
        found, store, lang = machine(casino, unit), casino.store, lang_of(request)
        last = casino.keeper(unit).chain.steps if before is None else before - 1
        return await asyncio.to_thread(plays_before, store, found, last, lang)

    @get("/{unit:str}/meters", guards=[somebody])
    async def meters(
        self, unit: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> MetersOut:
        """The meters, for whoever may see the floor."""
        see(request)
        return await of_machine(casino, unit, meters_of)

    @get("/{unit:str}/return", guards=[anyone, looking_back])
    async def real_return(self, unit: FromPath[str], casino: House) -> Watch:
        """What the machine really returned, with the band it should be in; for everybody."""
        return await of_machine(casino, unit, watched)

    @get("/", guards=[somebody])
    async def hall(self, casino: House, request: Request[Any, Any, Any]) -> list[HallRow]:
        """Every machine kept here, for whoever may see the floor: state, meters, win and hold,
        actual return beside theoretical."""
        see(request)
        return await of_machines(casino, lambda found: hall_row(found, casino.name_of))

    @get("/calls", guards=[somebody])
    async def calls(self, casino: House, request: Request[Any, Any, Any]) -> list[CallOut]:
        """Who calls the assistant of the room, the longest first, for whoever may come."""
        permissions.check("machines.attend", role_of(person_of(request), "machines.attend"))
        found = await of_machines(casino, lambda one: calls_of(one, casino.name_of))
        return sorted(chain.from_iterable(found), key=lambda call: call.at)

    @get("/register", guards=[somebody], sync_to_thread=True)
    def register(self, request: Request[Any, Any, Any]) -> list[Homologated]:
        """The programs that may be run: digest, least return, text."""
        see(request)
        return register()

    @get("/shared-pots", guards=[somebody])
    async def shared_pots(
        self, casino: House, request: Request[Any, Any, Any]
    ) -> list[SharedPotOut]:
        """What casinos owe each other for the pots they share, for whoever may see the floor."""
        see(request)
        ends = await casino.shared_pots.ends()
        return [shared_pot(pot, link, casino.plan) for pot, link in sorted(ends.items())]

    @get("/{unit:str}/desk", guards=[somebody])
    async def desk(
        self, unit: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> DeskOut:
        """A machine on the desks of its room."""
        see(request)
        store, spec = casino.store, machine(casino, unit).spec
        steps = casino.keeper(unit).chain.steps
        events = await asyncio.to_thread(
            significant, store, unit, steps, casino.name_of, within=LOOKED
        )
        since = store.calendar.day_of(casino.now() - (DAYS - 1) * 86_400)
        days = await asyncio.to_thread(days_of, store, unit, spec.unit, since)

        def desk(found: Maquina) -> DeskOut:
            cabinet = found.cabinet
            return DeskOut(
                row=hall_row(found, casino.name_of), programs=tuple(cabinet.programs),
                played=cabinet.played, seats=cabinet.seats, tournament=cabinet.tournament_meters,
                auditing=cabinet.auditing, powered=cabinet.powered,
                days=days, accounts=reconciled(store, found), events=events,
            )  # fmt: skip

        return await of_machine(casino, unit, desk)

    @get("/{unit:str}/significant", guards=[somebody], sync_to_thread=True)
    def significant(
        self, unit: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> list[SignificantOut]:
        """Significant events of a machine, the newest first: power, doors, faults, hand-pays,
        programs, tickets, pots."""
        see(request)
        machine(casino, unit)
        steps = casino.keeper(unit).chain.steps
        return significant(casino.store, unit, steps, casino.name_of)


def shared_pot(pot: str, link: PotLink, plan: Plan) -> SharedPotOut:
    """A pot between casinos as this end knows it."""
    letters = [letter.to for letter in link.mail.waiting]
    condition = "" if link.terms is None else link.terms.condition
    return SharedPotOut(
        pot=pot, condition=condition, condition_en=in_english(plan, pot, condition),
        me=link.me, centre=link.centre, up=link.is_centre or link.reached,
        holds=None if link.told is None else link.holds, of=unit_of(link), owes=link.owed,
        waiting={casino: letters.count(casino) for casino in link.owed},
    )  # fmt: skip


def meters_of(unit: Maquina) -> MetersOut:
    """The meters of a machine, each with a value."""
    cabinet = unit.cabinet
    return MetersOut(
        meters={name: cabinet.meters.get(name, 0) for name in METERS},
        played=cabinet.played, win=cabinet.win,
    )  # fmt: skip


def watched(unit: Maquina) -> Watch:
    """The watch over a machine. What pots paid is left out, and its part of the return with it."""
    cabinet = unit.cabinet
    return watch(cabinet.decided(), cabinet.meters.get("pot_wins", 0), certificate)


def see(request: Request[Any, Any, Any]) -> None:
    """Raise `Refused` unless whoever asks may see the machine room."""
    permissions.check("machines.see", role_of(person_of(request), "machines.see"))


def hall_row(unit: Maquina, name_of: Callable[[str], str] = str) -> HallRow:
    """A machine in the list of the hall."""
    cabinet = unit.cabinet
    open_ = sum(cabinet.stakes.values())
    staked, win = cabinet.meters.get("coin_in", 0) - open_, cabinet.win - open_
    return HallRow(
        unit=unit.spec.id, number=unit.spec.number, program=cabinet.running,
        status=cabinet.state, faults=cabinet.faults,
        meters={name: cabinet.meters.get(name, 0) for name in METERS}, staked=staked, win=win,
        hold=win / staked if staked else 0.0,
        players=tuple(name_of(person) for _, person in sorted(unit.players.items())),
        watch=watched(unit),
        handpays=tuple(
            HandPayOut(
                amount=one.amount, position=one.position, credits=one.credits,
                player=name_of(unit.players.get(one.position, "")),
                signatures=one.signatures, signed=tuple(map(name_of, one.signed)),
            )
            for one in (cabinet.handpay, *cabinet.handpays)
            if one is not None
        ),
        of=unit.spec.unit,
    )  # fmt: skip


def calls_of(unit: Maquina, name_of: Callable[[str], str] = str) -> list[CallOut]:
    """The positions of a machine that call the assistant."""
    spec, players = unit.spec, unit.players
    return [
        CallOut(
            unit=spec.id, number=spec.number, program=unit.cabinet.running, position=position,
            positions=spec.positions, player=name_of(players.get(position, "")), at=at,
        )
        for position, at in unit.cabinet.calls.items()
    ]  # fmt: skip


def significant(
    store: Store, unit: str, steps: int, name_of: Callable[[str], str] = str,
    *, within: int | None = None,
) -> list[SignificantOut]:  # fmt: skip
    """What an inspector asks a machine for, out of its log of so many steps, the newest first;
    people by their names. The log is read backwards, no further than they go or ``within`` its last
    steps."""
    found: list[SignificantOut] = []
    first = 0 if within is None else max(0, steps - within)
    while steps > first and len(found) < SHOWN:
        after = max(first, steps - LOOKED)
        here = [one for kept in store.log(unit, after=after, until=steps)
                for one in _significant(kept, name_of)]  # fmt: skip
        found += reversed(here)
        steps = after
    return found[:SHOWN]


def _significant(kept: Kept, name_of: Callable[[str], str]) -> Iterator[SignificantOut]:
    for line in kept.lines:
        kind = line.removeprefix("! ").partition(" ")[0]
        if kind in SIGNIFICANT:
            event = read_event(line)
            yield SignificantOut(
                number=kept.number, at=kept.envelope.at, kind=kind,
                person=name_of(kept.envelope.person), code=getattr(event, "code", ""),
                amount=getattr(event, "amount", None),
            )  # fmt: skip


def program_out(text: str, id: str) -> ProgramOut:
    """A program as its screen draws it."""
    program = read_fields(text, f"{id}.toml")
    about: dict[str, Any] = {
        "id": id, "kind": program.kind, "digest": program.digest, "sheet": certificate(id),
    }  # fmt: skip
    match program:
        case Reels():
            layout = layout_of(program)
            about |= {
                "strips": layout.strips, "free_strips": layout.free_strips, "rows": program.rows,
                "lines": program.lines or (), "ways": program.ways, "pays": program.pays,
                "scatter_pays": program.scatter_pays,
                "wilds": {name: wild.times for name, wild in program.wild.items()},
                "free": {} if program.free is None else msgspec.to_builtins(program.free),
                "pick": {} if program.pick is None else {
                    "symbol": program.pick.symbol, "count": program.pick.count,
                },
            }  # fmt: skip
        case VideoPoker():
            about["table"] = msgspec.to_builtins(program.pays)
        case Keno():
            about |= {"table": msgspec.to_builtins(program.pays), "balls": program.balls}
        case Bingo():
            about |= {
                "table": program.pays, "balls": program.drawn,
                "cards": tuple(face.rows for face in faces_of(program).values()),
            }  # fmt: skip
        case Mesa():
            about |= {"game": program.game, "edition": program.rules}
    return ProgramOut(**about)
