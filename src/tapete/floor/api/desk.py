"""The croupier's console and the jefe de mesa's desk: what they read of the tables they attend.
What they do there they do by commands, as everybody at a table."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, Parameter

from tapete.core.book.clause import text
from tapete.core.book.roles import CHIEFS
from tapete.core.round.acta import read_record
from tapete.floor.api.guard import House, person_of, somebody
from tapete.floor.api.language import lang_of, sentence
from tapete.floor.api.messages import Told, told
from tapete.floor.api.office import allowed
from tapete.floor.api.papers import PersonRow
from tapete.floor.house.casino import Casino
from tapete.floor.people.permissions import ADMINISTRADOR
from tapete.floor.rounds.replays import find_played, players_of, steps_of
from tapete.floor.table.attending import (
    Breach,
    DeskView,
    desk_view,
    find_people,
)
from tapete.floor.units import KINDS
from tapete.floor.units.mesa import Mesa, TableSpec

Asked = Request[Any, Any, Any]
Number = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
Sought = Annotated[str, Parameter(max_length=64)]


class DutyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table one attends: ``role`` as what one is on duty there, ``rules`` who has to rule."""

    id: str
    game: str
    attended: bool
    here: bool
    open: bool
    suspended: bool
    round: int
    players: int
    role: str | None
    asks: str | None
    rules: str | None
    held: int
    disputes: int
    waiting: int


class Sat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sat where in a round."""

    seat: int
    name: str


class RoundTold(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was played: its record, who played it, and every step of it as a sentence."""

    table: str
    number: int
    acta: str
    seats: tuple[Sat, ...]
    events: tuple[Told, ...]


class Attending(Controller):
    """Tables that people attend."""

    path = "/api/desk"
    tags = ("desk",)
    guards = (somebody,)

    @get("/")
    async def index(self, casino: House, request: Asked) -> list[DutyRow]:
        """The tables I am on duty at; every table for a chief, who may be called to any."""
        person = allowed(request, "duty.see")
        every = bool({*CHIEFS, ADMINISTRADOR} & {*person.roles})
        rows = []
        for spec in casino.specs.values():
            rows.append(await casino.see(spec.id, partial(_row, casino, spec, person.id)))
        return [row for row in rows if every or row.role is not None]

    @get("/{table:str}")
    async def show(self, table: FromPath[str], casino: House, request: Asked) -> DeskView:
        """A table from the desk: staff, places, what is withheld, disputed or waited for."""
        reader = allowed(request, "desk.see")
        keeper, duty = casino.keeper(table), casino.staffing.on_duty(table)
        name = partial(_name, casino)
        return await keeper.read(
            lambda: desk_view(casino.mesa(table), duty, name, reader=reader.id)
        )  # fmt: skip

    @get("/{table:str}/breaches", sync_to_thread=False)
    def breaches(self, table: FromPath[str], casino: House, request: Asked) -> list[Breach]:
        """The duties and prohibitions a player of this game may break."""
        allowed(request, "duty.see")
        mesa, lang = casino.mesa(table), lang_of(request)
        found = mesa.table.conduct.breaches()
        return [Breach(clause=one.id, rule=text(one, lang)) for one in found]

    @get("/{table:str}/people")
    async def people(
        self, table: FromPath[str], casino: House, request: Asked,
        who: Sought = "", role: FromQuery[str | None] = None,
    ) -> list[PersonRow]:  # fmt: skip
        """People to put on duty or on the waiting list: by part of a name, id or number."""
        keeper, reader = casino.keeper(table), person_of(request)
        duties = KINDS[keeper.unit.spec.kind].duties
        if casino.staffing.on_duty(table).get(reader.id) not in duties:
            allowed(request, "table.assign")
        found = await asyncio.to_thread(find_people, casino.store, who, role)
        return [
            PersonRow(id=one.id, name=one.name, guest=one.guest, roles=one.roles) for one in found
        ]

    @get("/{table:str}/rounds/{number:int}")
    async def round(
        self, table: FromPath[str], number: Number, casino: House, request: Asked
    ) -> RoundTold:
        """A round to be reviewed: its record, step by step."""
        by = allowed(request, "records.read")
        found = None
        if table in casino.specs:
            found = await asyncio.to_thread(find_played, casino.store, table, number)
        if found is None:
            raise NotFoundException(f"no record of round {number} at {table[:64]}")
        await casino.note(by.id, "record.read", {"table": table, "round": number})
        acta, lang, unit = found.whole, lang_of(request), casino.counted_in(table)
        events = read_record(acta).events
        sat = await asyncio.to_thread(
            lambda: players_of(casino.store, found, steps_of(casino.store, found))
        )
        return RoundTold(
            table=table, number=number, acta=acta,
            seats=tuple(Sat(seat=n, name=_name(casino, who)) for n, who in sorted(sat.items())),
            events=tuple(told(n, e, sentence(e, lang, unit=unit)) for n, e in enumerate(events, 1)),
        )  # fmt: skip


def _name(casino: Casino, id: str) -> str:
    person = casino.register.find(id)
    return id if person is None else person.name


def _row(casino: Casino, spec: TableSpec, reader: str, mesa: Mesa | None) -> DutyRow:
    table = None if mesa is None else mesa.table
    ask = table.live.ask if table is not None and table.live is not None else None
    return DutyRow(
        id=spec.id, game=spec.game, attended=spec.attended, here=mesa is not None,
        open=table is not None and table.open, suspended=table is not None and table.suspended,
        round=0 if table is None else table.rounds,
        players=0 if table is None else len(table.players),
        role=casino.staffing.on_duty(spec.id).get(reader) if spec.attended else None,
        asks=None if ask is None else ask.kind,
        rules=None if ask is None else ask.put_to.chief,
        held=0 if table is None else len(table.holds.open),
        disputes=0 if table is None else sum(not d.ruling for d in table.disputes.all.values()),
        waiting=0 if mesa is None else len(mesa.waiting.all),
    )  # fmt: skip
