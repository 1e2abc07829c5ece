"""Tables: the list, one table as its viewer sees it, commands, events and records.

A table's socket is that of every unit (`tapete.floor.api.units`).
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK

from tapete.floor.api.guard import (
    House,
    anyone,
    looking_back,
    maybe_person,
    person_of,
    role_of,
    somebody,
)
from tapete.floor.api.language import asked_lang
from tapete.floor.api.listening import since
from tapete.floor.api.messages import CommandIn, Done, Events, MoveIn, TableRow
from tapete.floor.api.office import allowed, floor_row
from tapete.floor.api.papers import FloorRow, TableIn
from tapete.floor.api.units import do, done_view
from tapete.floor.house.office import create_table
from tapete.floor.people import permissions
from tapete.floor.rounds.replays import find_played
from tapete.floor.table.acts import ActView, acts_of
from tapete.floor.table.moving import change_tables
from tapete.floor.table.view import OfferView, TableView
from tapete.floor.units.mesa import Mesa, TableSpec

MOST = 2**31 - 1
EVENTS_MAX = 200
"""So many events are given at once."""
LATEST = 8
"""So many of the last results stand in the list of tables."""


class Tables(Controller):
    """The tables of the casino."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/", guards=[anyone])
    async def index(self, casino: House) -> list[TableRow]:
        """Every table: game, limits, who sits; those of a tournament are found through it."""
        rows = []
        where = casino.store.whereabouts()
        for id, spec in casino.specs.items():
            if spec.torneo:
                continue
            row = partial(_table_row, spec, where.get(id, ""))
            rows.append(await casino.see(id, row))
        return rows

    @post("/", status_code=HTTP_200_OK, guards=[somebody])
    async def create(
        self, data: JSONBody[TableIn], casino: House, request: Request[Any, Any, Any]
    ) -> FloorRow:
        """A new table of a game, with the limits of the plan."""
        by = allowed(request, "table.create")
        spec = await create_table(
            casino, data.id, data.game, edition=data.edition, changes=data.changes,
            attended=data.attended, by=by.id, pot=data.pot, informed=data.informed,
        )  # fmt: skip
        return await casino.see(spec.id, lambda mesa: floor_row(casino, spec, mesa))

    @get("/{table:str}", guards=[anyone])
    async def show(
        self, table: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> TableView:
        """The table as I see it."""
        casino.mesa(table)
        view: TableView = await casino.show(table, maybe_person(request))
        return view

    @get("/{table:str}/offers", guards=[anyone])
    async def offers(
        self, table: FromPath[str], seat: Annotated[int, Parameter(ge=0, le=MOST)], casino: House
    ) -> list[OfferView]:
        """The bets open to a seat now, and the clauses that close the others."""
        return list(await casino.keeper(table).read(lambda: casino.offers(table, seat)))

    @get("/{table:str}/acts", guards=[anyone])
    async def acts(self, table: FromPath[str], casino: House) -> list[ActView]:
        """What may happen between rounds at this table (`act`), and which facts it takes."""
        own = not casino.mesa(table).spec.attended
        return await casino.keeper(table).read(
            lambda: list(acts_of(casino.mesa(table).table, own=own))
        )

    @post("/{table:str}/commands", status_code=HTTP_200_OK, guards=[somebody])
    async def command(
        self,
        table: FromPath[str],
        data: JSONBody[CommandIn],
        casino: House,
        request: Request[Any, Any, Any],
    ) -> Done:
        """Do something at the table."""
        person = person_of(request)
        casino.mesa(table)
        return await do(casino, person, table, data.command, data, asked_lang(request))

    @post("/{table:str}/move", status_code=HTTP_200_OK, guards=[somebody])
    async def move(
        self,
        table: FromPath[str],
        data: JSONBody[MoveIn],
        casino: House,
        request: Request[Any, Any, Any],
    ) -> Done:
        """Leave another table and sit down here, all at once or not at all."""
        person = person_of(request)
        permissions.check("table.command", "jugador" if "jugador" in person.roles else "")
        done = await change_tables(
            casino, person, data.there, table, data.seat, data.chips, data.id
        )
        return await done_view(casino, person, table, done, asked_lang(request))

    @get("/{table:str}/events", guards=[anyone, looking_back])
    async def events(
        self,
        table: FromPath[str],
        casino: House,
        request: Request[Any, Any, Any],
        start: Annotated[int, Parameter(ge=1, le=MOST)] = 1,
        limit: Annotated[int, Parameter(ge=1, le=EVENTS_MAX)] = EVENTS_MAX,
    ) -> Events:
        """What was told at the table from a number on, as far as I may know it, page by page."""
        person, lang = maybe_person(request), asked_lang(request)
        return await since(casino, table, start, person, lang, limit)

    @get("/{table:str}/rounds/{number:int}", guards=[somebody], media_type="text/plain")
    async def acta(
        self,
        table: FromPath[str],
        number: Annotated[int, Parameter(ge=0, le=MOST)],
        casino: House,
        request: Request[Any, Any, Any],
    ) -> str:
        """The record of a round, for whoever may read records."""
        person = person_of(request)
        permissions.check("records.read", role_of(person, "records.read"))
        found = None
        if table in casino.specs:
            found = await asyncio.to_thread(find_played, casino.store, table, number)
        if found is None:
            raise NotFoundException(f"no record of round {number} at {table}")
        await casino.note(person.id, "record.read", {"table": table, "round": number})
        return found.whole


def _table_row(spec: TableSpec, address: str, mesa: Mesa | None) -> TableRow:
    table = None if mesa is None else mesa.table
    limits = spec.limits if table is None else table.limits
    return TableRow(
        id=spec.id, game=spec.game, edition=spec.edition, attended=spec.attended,
        open=table is not None and table.open, round=table.rounds if table else 0,
        min=limits.min, max=limits.max,
        seats=tuple(sorted(table.players)) if table else (),
        players_max=table.rules.players_max if table else None,
        here=table is not None, unit=spec.unit, address=address,
        results=mesa.felt.results[-LATEST:] if mesa else (),
        missing=mesa.company.missing() if mesa else 0,
    )  # fmt: skip
