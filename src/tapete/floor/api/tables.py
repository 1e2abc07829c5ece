"""Tables: the list, one table as its viewer sees it, commands, events, records, and the socket."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, WebSocket, get, post, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK

from tapete.core.record import read_event
from tapete.core.refused import Fact, Refused
from tapete.floor import permissions
from tapete.floor.acts import ActView, acts_of
from tapete.floor.api.guard import (
    House,
    anyone,
    maybe_person,
    person_of,
    role_of,
    somebody,
)
from tapete.floor.api.language import asked_lang
from tapete.floor.api.listening import FORBIDDEN, NOT_HERE, Listener, seen, since
from tapete.floor.api.messages import (
    CommandIn,
    Done,
    TableRow,
    Told,
)
from tapete.floor.api.office import allowed, floor_row
from tapete.floor.api.papers import FloorRow, TableIn
from tapete.floor.casino import Casino
from tapete.floor.hosted import Step
from tapete.floor.office import create_table
from tapete.floor.store import Kept, LostTable
from tapete.floor.view import OfferView, TableView

MOST = 2**31 - 1


class Tables(Controller):
    """The tables of the casino."""

    path = "/api/tables"
    tags = ("tables",)

    @get("/", guards=[anyone])
    async def index(self, casino: House) -> list[TableRow]:
        """Every table: game, limits, who sits."""
        rows = []
        where = casino.store.whereabouts()
        for id, spec in casino.specs.items():
            keeper = casino.keepers.get(id)
            table = keeper.hosted.table if keeper is not None else None
            rows.append(TableRow(
                id=id, game=spec.game, edition=spec.edition, attended=spec.attended,
                open=table is not None and table.open, round=table.rounds if table else 0,
                min=spec.limits.min, max=spec.limits.max,
                seats=tuple(sorted(table.players)) if table else (),
                players_max=table.rules.players_max if table else None,
                here=table is not None, address=where.get(id, ""),
            ))  # fmt: skip
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
        return floor_row(casino, spec.id, {}, {})

    @get("/{table:str}", guards=[anyone])
    async def show(
        self, table: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> TableView:
        """The table as I see it."""
        return casino.view(table, maybe_person(request))

    @get("/{table:str}/offers", guards=[anyone])
    async def offers(
        self, table: FromPath[str], seat: FromQuery[int], casino: House
    ) -> list[OfferView]:
        """The bets open to a seat now, and the clauses that close the others."""
        return list(casino.offers(table, seat))

    @get("/{table:str}/acts", guards=[anyone], sync_to_thread=False)
    def acts(self, table: FromPath[str], casino: House) -> list[ActView]:
        """What may happen between rounds at this table (`act`), and which facts it takes."""
        hosted = casino.keeper(table).hosted
        own = {} if hosted.spec.attended else permissions.ACTS_OF_PLAYERS
        return list(acts_of(hosted.table, own))

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
        done = await casino.command(
            person, data.role, table, data.command, id=data.id, saw=data.saw
        )  # fmt: skip
        first = done.first
        viewer, lang = casino.viewer_then(person, table, first), asked_lang(request)
        return _done(done, viewer, lang, casino)

    @get("/{table:str}/events", guards=[anyone])
    async def events(
        self,
        table: FromPath[str],
        casino: House,
        request: Request[Any, Any, Any],
        start: Annotated[int, Parameter(ge=1, le=MOST)] = 1,
    ) -> list[Told]:
        """What was told at the table from a number on, as far as I may know it."""
        return since(casino, table, start, maybe_person(request), asked_lang(request))

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
        found = casino.store.acta(table, number) if table in casino.specs else None
        if found is None:
            raise NotFoundException(f"no record of round {number} at {table}")
        with casino.store.writing() as connection:
            facts: dict[str, Fact] = {"table": table, "round": number}
            casino.register.note(connection, person.id, "record.read", facts, casino.now())
        return found


def _done(done: Step | Kept, viewer: str, lang: str | None, casino: Casino) -> Done:
    if isinstance(done, Step):
        events = enumerate(done.events, done.first)
    else:
        events = enumerate(map(read_event, done.lines), done.first)
    told = seen(events, viewer, lang, casino.name_of)
    return Done(state=done.hash, step=done.number, events=told)


# The socket


@websocket("/api/tables/{table:str}/socket", guards=[anyone])
async def table_socket(
    socket: WebSocket[Any, Any, Any], table: FromPath[str], casino: House
) -> None:
    """Listen to a table and send it commands. ``?start=`` resumes from an event's number."""
    if maybe_person(socket) is not None and not _same_origin(socket):
        await socket.close(code=FORBIDDEN)
        return
    try:
        keeper = casino.keeper(table)
    except (Refused, LostTable):
        await socket.close(code=NOT_HERE)
        return
    await socket.accept()
    await Listener(socket, table, casino, keeper).listen()


def _same_origin(socket: WebSocket[Any, Any, Any]) -> bool:
    """A page of another site may not use the session of this one."""
    origin = socket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == socket.headers.get("host")
