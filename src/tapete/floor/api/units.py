"""Units of every kind: the list, one as its viewer sees it, commands, events, and the socket."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, WebSocket, get, post, websocket
from litestar.params import FromPath, JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_event
from tapete.floor.api.guard import (
    House,
    anyone,
    looking_back,
    maybe_person,
    person_of,
    same_origin,
    somebody,
)
from tapete.floor.api.language import asked_lang
from tapete.floor.api.listening import FORBIDDEN, NOT_HERE, Listener, seen, since
from tapete.floor.api.messages import (
    CommandIn,
    Done,
    Events,
    UnitCommandIn,
    UnitIn,
    UnitRow,
    state_seen,
)
from tapete.floor.api.office import allowed
from tapete.floor.api.refusals import CLEAR
from tapete.floor.house.casino import Casino
from tapete.floor.house.office import create_units
from tapete.floor.kernel.chain import Step
from tapete.floor.people.person import Person
from tapete.floor.storage.store import Kept, LostUnit
from tapete.floor.units import KINDS

MOST = 2**31 - 1
EVENTS_MAX = 200
"""So many events are given at once."""


class Units(Controller):
    """Whatever the casino hosts."""

    path = "/api/units"
    tags = ("units",)

    @get("/", guards=[anyone])
    async def index(
        self, casino: House, request: Request[Any, Any, Any],
        kind: Annotated[str | None, Parameter(max_length=20)] = None,
    ) -> Response[list[UnitRow]]:  # fmt: skip
        """Every unit, or those of a kind, each as its kind shows it in a list to me."""
        rows, person = [], maybe_person(request)
        where = await casino.aside(casino.store.whereabouts)
        for id, spec in casino.units.items():
            if kind in (None, spec.kind):
                listed = partial(KINDS[spec.kind].listed, casino, spec, person)
                row = await casino.look_at(id, listed)
                if row is None:
                    continue
                here, at = casino.hosting.kept(id), where.get(id, "")
                rows.append(UnitRow(id=id, kind=spec.kind, here=here, address=at, row=row))
        return _json(rows)

    @post("/", status_code=HTTP_200_OK, guards=[somebody])
    async def create(
        self, data: JSONBody[UnitIn], casino: House, request: Request[Any, Any, Any]
    ) -> list[str]:
        """A new unit, of a row as the plan has them; gives the names of what was made."""
        by = allowed(request, "unit.create")
        specs = await create_units(casino, data.kind, data.id, data.row, by=by.id)
        return [spec.id for spec in specs]

    @get("/{unit:str}", guards=[anyone])
    async def show(
        self, unit: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> Response[dict[str, Any]]:
        """The unit as I see it."""
        return _json(await casino.show(unit, maybe_person(request)))

    @post("/{unit:str}/commands", status_code=HTTP_200_OK, guards=[somebody])
    async def command(
        self,
        unit: FromPath[str],
        data: JSONBody[UnitCommandIn],
        casino: House,
        request: Request[Any, Any, Any],
    ) -> Done:
        """Do something at the unit."""
        kind = KINDS[casino.keeper(unit).unit.spec.kind]
        try:
            command = data.read(kind)
        except msgspec.DecodeError as error:
            raise Refused(CLEAR, "not-a-command", why=str(error)[:200]) from None
        return await do(casino, person_of(request), unit, command, data, asked_lang(request))

    @get("/{unit:str}/events", guards=[anyone, looking_back])
    async def events(
        self,
        unit: FromPath[str],
        casino: House,
        request: Request[Any, Any, Any],
        start: Annotated[int, Parameter(ge=1, le=MOST)] = 1,
        limit: Annotated[int, Parameter(ge=1, le=EVENTS_MAX)] = EVENTS_MAX,
    ) -> Events:
        """What was told at the unit from a number on, as far as I may know it, page by page."""
        person, lang = maybe_person(request), asked_lang(request)
        return await since(casino, unit, start, person, lang, limit)


def _json(value: Any) -> Response[Any]:
    return Response(msgspec.json.encode(value, enc_hook=str), media_type="application/json")


async def do(
    casino: Casino, person: Person, unit: str, command: Any, sent: CommandIn | UnitCommandIn,
    lang: str | None,
) -> Done:  # fmt: skip
    """Somebody does something at a unit, and is told what came of it."""
    casino.throttle.command(person.id, casino.now())
    saw = state_seen(KINDS[casino.units[unit].kind], command, sent.saw)
    done = await casino.command(person, sent.role, unit, command, id=sent.id, saw=saw)
    return await done_view(casino, person, unit, done, lang)


async def done_view(
    casino: Casino, person: Person, unit: str, done: Step | Kept, lang: str | None
) -> Done:
    """What came of a command, as far as its sender may know it."""
    viewer = await casino.viewer_then(person, unit, done.first)
    events = done.events if isinstance(done, Step) else tuple(map(read_event, done.lines))
    counted_in = casino.counted_in(unit)
    told = seen(enumerate(events, done.first), viewer, lang, casino.name_of, counted_in)
    return Done(state=done.hash, step=done.number, events=told)


@websocket(["/api/units/{unit:str}/socket", "/api/tables/{unit:str}/socket"], guards=[anyone])
async def unit_socket(socket: WebSocket[Any, Any, Any], unit: FromPath[str], casino: House) -> None:
    """Listen to a unit and send it commands. ``?start=`` resumes from an event's number."""
    if not same_origin(socket.scope):
        await socket.close(code=FORBIDDEN)
        return
    try:
        keeper = casino.keeper(unit)
    except (Refused, LostUnit):
        await socket.close(code=NOT_HERE)
        return
    await socket.accept()
    await Listener(socket, unit, casino, keeper).listen()
