"""The croupier's console and the jefe de mesa's desk: what they read of the tables they attend.
What they do there they do by commands, as everybody at a table."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, Parameter

from tapete.core.ask import Ruling
from tapete.core.clause import text
from tapete.core.record import read_record
from tapete.core.refused import Fact
from tapete.core.roles import CHIEFS
from tapete.floor.api.guard import House, somebody
from tapete.floor.api.language import lang_of, sentence
from tapete.floor.api.messages import Told, told
from tapete.floor.api.office import allowed
from tapete.floor.api.papers import PersonRow
from tapete.floor.attending import (
    Breach,
    DeskView,
    breaches,
    desk_view,
    find_people,
)
from tapete.floor.casino import Casino
from tapete.floor.permissions import ADMINISTRADOR

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


class RoundTold(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was played: its record, and every step of it as a sentence."""

    table: str
    number: int
    acta: str
    events: tuple[Told, ...]


class Attending(Controller):
    """Tables that people attend."""

    path = "/api/desk"
    tags = ("desk",)
    guards = (somebody,)

    @get("/", sync_to_thread=False)
    def index(self, casino: House, request: Asked) -> list[DutyRow]:
        """The tables I am on duty at; every table for a chief, who may be called to any."""
        person = allowed(request, "duty.see")
        every = bool({*CHIEFS, ADMINISTRADOR} & {*person.roles})
        rows = (_row(casino, id, person.id) for id in casino.specs)
        return [row for row in rows if every or row.role is not None]

    @get("/{table:str}", sync_to_thread=False)
    def show(self, table: FromPath[str], casino: House, request: Asked) -> DeskView:
        """A table from the desk: staff, places, what is withheld, disputed or waited for."""
        reader = allowed(request, "desk.see")
        hosted = casino.keeper(table).hosted
        return desk_view(
            hosted, casino.staffing.on_duty(table), lambda id: _name(casino, id), reader=reader.id
        )

    @get("/{table:str}/breaches", sync_to_thread=False)
    def breaches(self, table: FromPath[str], casino: House, request: Asked) -> list[Breach]:
        """The duties and prohibitions a player of this game may break."""
        allowed(request, "duty.see")
        hosted, lang = casino.keeper(table).hosted, lang_of(request)
        found = breaches(hosted.table, hosted.spec.edition)
        return [Breach(clause=one.id, rule=text(one, lang)) for one in found]

    @get("/{table:str}/people", sync_to_thread=False)
    def people(
        self, table: FromPath[str], casino: House, request: Asked,
        who: Sought = "", role: FromQuery[str | None] = None,
    ) -> list[PersonRow]:  # fmt: skip
        """People to put on duty or on the waiting list: by part of a name, id or number."""
        allowed(request, "table.assign")
        casino.keeper(table)
        return [
            PersonRow(id=one.id, name=one.name, guest=one.guest, roles=one.roles)
            for one in find_people(casino.store, who, role)
        ]

    @get("/{table:str}/rounds/{number:int}", sync_to_thread=False)
    def round(
        self, table: FromPath[str], number: Number, casino: House, request: Asked
    ) -> RoundTold:
        """A round to be reviewed: its record, step by step."""
        by = allowed(request, "records.read")
        acta = casino.store.acta(table, number) if table in casino.specs else None
        if acta is None:
            raise NotFoundException(f"no record of round {number} at {table[:64]}")
        with casino.store.writing() as connection:
            facts: dict[str, Fact] = {"table": table, "round": number}
            casino.register.note(connection, by.id, "record.read", facts, casino.now())
        events, lang = read_record(acta).events, lang_of(request)
        return RoundTold(
            table=table, number=number, acta=acta,
            events=tuple(told(n, e, sentence(e, lang)) for n, e in enumerate(events, 1)),
        )  # fmt: skip


def _name(casino: Casino, id: str) -> str:
    person = casino.register.find(id)
    return id if person is None else person.name


def _row(casino: Casino, id: str, reader: str) -> DutyRow:
    spec, keeper = casino.specs[id], casino.keepers.get(id)
    hosted = keeper.hosted if keeper is not None and not keeper.lost else None
    table = None if hosted is None else hosted.table
    ask = table.live.ask if table is not None and table.live is not None else None
    return DutyRow(
        id=id, game=spec.game, attended=spec.attended, here=hosted is not None,
        open=table is not None and table.open, suspended=table is not None and table.suspended,
        round=0 if table is None else table.rounds,
        players=0 if table is None else len(table.players),
        role=casino.staffing.on_duty(id).get(reader) if spec.attended else None,
        asks=None if ask is None else str(ask.__struct_config__.tag),
        rules=ask.role if isinstance(ask, Ruling) else None,
        held=0 if table is None else len(table.holds.open),
        disputes=0 if table is None else sum(not d.ruling for d in table.disputes.all.values()),
        waiting=0 if hosted is None else len(hosted.waiting.all),
    )  # fmt: skip
