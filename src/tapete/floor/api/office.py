"""The office: staff, tables and who attends them, the floor at a glance, rounds, the audit log."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from tapete.core.book.refused import Refused
from tapete.floor.api.guard import House, person_of, role_of, somebody
from tapete.floor.api.papers import (
    DutyIn,
    ExclusionIn,
    FloorRow,
    PersonRow,
    RolesIn,
    StaffIn,
    StaffView,
)
from tapete.floor.house.casino import Casino
from tapete.floor.house.news import DUTY
from tapete.floor.house.office import exclude_himself
from tapete.floor.people import permissions
from tapete.floor.people.person import Person
from tapete.floor.people.staffing import AT_A_TABLE
from tapete.floor.rounds.records import AuditRow, RoundRow, find_rounds, read_audit, wins
from tapete.floor.table.attending import OnDuty
from tapete.floor.units import KINDS
from tapete.floor.units.mesa import Mesa, TableSpec
from tapete.games.registry import GAMES

Asked = Request[Any, Any, Any]
Few = Annotated[int, Parameter(ge=1, le=500)]
Word = Annotated[str | None, Parameter(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
Number = Annotated[int, Parameter(ge=1, le=2**31 - 1)]


def allowed(request: Asked, action: str) -> Person:
    """The person who sent the request. Raises `Refused` unless one of his roles may do this."""
    person = person_of(request)
    permissions.check(action, role_of(person, action))
    return person


class Office(Controller):
    """Administration: staff, roles, duty, exclusions, rounds and the audit log."""

    path = "/api"
    tags = ("office",)
    guards = (somebody,)

    @post("/staff", status_code=HTTP_200_OK)
    async def admit_staff(
        self, data: JSONBody[StaffIn], casino: House, request: Asked
    ) -> PersonRow:
        """Open an account for somebody who works here."""
        by = allowed(request, "person.roles")
        person = await casino.hashes.run(
            casino.register.admit_staff, data.id, data.name, data.password, data.roles,
            by=by.id, now=casino.now(),
        )  # fmt: skip
        return _row(person)

    @post("/people/{person:str}/roles", status_code=HTTP_200_OK)
    async def give_roles(
        self, person: FromPath[str], data: JSONBody[RolesIn], casino: House, request: Asked
    ) -> PersonRow:
        """Say what somebody may do from now on."""
        by = allowed(request, "person.roles")

        def give() -> Person:
            known = casino.known(person)
            casino.register.give_roles(known.id, data.roles, by=by.id, now=casino.now())
            return casino.known(known.id)

        found = await asyncio.to_thread(give)
        casino.news.say_to_all(DUTY, found.id)  # he is off duty in what he is not any more
        return _row(found)

    @get("/tables/{table:str}/staff")
    async def staff(self, table: FromPath[str], casino: House, request: Asked) -> StaffView:
        """Who is on duty at an attended table or hall, and in which roles one can be."""
        allowed(request, "table.assign")
        roles = _duties(casino, table)
        found = await casino.aside(lambda: casino.staffing.on_duty(table))
        return StaffView(
            roles=roles,
            staff=tuple(
                OnDuty(person=who, name=casino.legal_name_of(who) or who, role=role)
                for who, role in found.items()
            ),
        )

    @post("/tables/{table:str}/staff", status_code=HTTP_204_NO_CONTENT)
    async def assign(
        self, table: FromPath[str], data: JSONBody[DutyIn], casino: House, request: Asked
    ) -> None:
        """Put somebody on duty at an attended table or hall, or take him off."""
        by = allowed(request, "table.assign")
        roles, staffing, now = _duties(casino, table), casino.staffing, casino.now()

        def put() -> None:
            if data.role is None:
                staffing.relieve(table, data.person, by=by.id, now=now)
            else:
                known = casino.known(data.person)
                staffing.assign(table, known, data.role, by=by.id, now=now, roles=roles)

        await asyncio.to_thread(put)
        casino.news.say_to_all(DUTY, data.person)

    @post("/me/exclusion", status_code=HTTP_204_NO_CONTENT)
    async def exclude_me(self, data: JSONBody[ExclusionIn], casino: House, request: Asked) -> None:
        """Keep myself out of the casino: at once, and nobody can take it back."""
        await exclude_himself(casino, person_of(request), data.until)

    @get("/floor")
    async def floor(self, casino: House, request: Asked) -> list[FloorRow]:
        """Every table: its state and what it has won since the last close."""
        allowed(request, "floor.see")
        won, where = await asyncio.to_thread(
            lambda: (wins(casino.store), casino.store.whereabouts())
        )
        rows = []
        for id, spec in casino.specs.items():
            row = partial(floor_row, casino, spec, won=won.get(id, 0), address=where.get(id, ""))
            rows.append(await casino.see(id, row))
        return rows

    @get("/rounds", sync_to_thread=True)
    def rounds(
        self, casino: House, request: Asked,
        table: FromQuery[str | None] = None, day: FromQuery[str | None] = None,
        player: FromQuery[str | None] = None, game: FromQuery[str | None] = None,
        limit: Few = 100,
    ) -> list[RoundRow]:  # fmt: skip
        """Rounds by table, day (year-month-day), player and game, the last first."""
        by = allowed(request, "records.read")
        since, before = between(casino, day)
        if table is not None and table not in casino.specs:
            raise Refused("CAT-I.5.1-02", "no-such-table", table=table[:64])
        known = None if player is None else casino.register.by_login(player)
        who = None if player is None else (known or casino.known(player)).id
        if game is not None and game not in GAMES:
            raise Refused("CAT-I.6-03", "no-such-game", game=game[:60])
        facts = {"table": table, "day": day, "player": who, "game": game}
        with casino.store.writing() as connection:
            casino.register.note(connection, by.id, "rounds.searched", facts, casino.now())
        return find_rounds(
            casino.store, table=table, player=who, since=since, game=game,
            before=before, limit=limit, played=True,
        )  # fmt: skip

    @get("/audit", sync_to_thread=True)
    def audit(
        self, casino: House, request: Asked, start: Number = 1, limit: Few = 100,
        person: Word = None, what: Word = None, day: FromQuery[str | None] = None,
        newest: FromQuery[bool] = False,
    ) -> list[AuditRow]:  # fmt: skip
        """The audit log from a number on: of a person, of a kind (``chips``, ``chips.sold``), of
        a day; the oldest first, or the newest."""
        by = allowed(request, "audit.read")
        since, before = between(casino, day)
        facts = {"start": start, "limit": limit, "person": person, "what": what, "day": day}
        with casino.store.writing() as connection:
            casino.register.note(connection, by.id, "audit.read", facts, casino.now())
        found = read_audit(
            casino.store, start=start, limit=limit, person=person, what=what, since=since,
            before=before, newest=newest,
        )  # fmt: skip
        whom = {
            row.n: str(row.facts.get("person") or row.facts.get("player") or "") for row in found
        }
        names = casino.register.names({row.person for row in found} | {*whom.values()})
        return [
            msgspec.structs.replace(
                row, name=names.get(row.person, ""), whom=names.get(whom[row.n], "")
            )
            for row in found
        ]


def _duties(casino: Casino, unit: str) -> tuple[str, ...]:
    """The roles in which one is on duty at a table or hall. Raises `Refused` where nobody is."""
    kind = KINDS[casino.units[unit].kind] if unit in casino.units else None
    if kind is None or not (kind.duties or unit in casino.specs):
        raise Refused("CAT-I.5.1-02", "no-such-table", table=unit[:64])
    return kind.duties or AT_A_TABLE


def _row(person: Person) -> PersonRow:
    return PersonRow(id=person.id, name=person.name, guest=person.guest, roles=person.roles)


def between(casino: Casino, day: str | None) -> tuple[float | None, float | None]:
    """The moments at which a day of the house begins and ends; none: whenever."""
    if day is None:
        return None, None
    try:
        return casino.store.calendar.between(day)
    except (ValueError, OverflowError):
        raise Refused("CAT-I.6-03", "bad-day", day=day[:20]) from None


def floor_row(
    casino: Casino, spec: TableSpec, mesa: Mesa | None, *, won: int = 0, address: str = ""
) -> FloorRow:
    """A table of the floor, as whoever directs it sees it."""
    table = None if mesa is None else mesa.table
    ask = table.live.ask if table is not None and table.live is not None else None
    undecided = [] if table is None else [d for d in table.disputes.all.values() if not d.ruling]
    players = {} if table is None else dict(sorted(table.players.items()))
    staff = casino.staffing.on_duty(spec.id) if spec.attended else {}
    return FloorRow(
        id=spec.id, game=spec.game, attended=spec.attended, here=mesa is not None,
        address=address,
        open=table is not None and table.open, suspended=table is not None and table.suspended,
        round=0 if table is None else table.rounds,
        players=players, staff=staff,
        names={id: casino.name_of(id) for id in (*players.values(), *staff)},
        asks=None if ask is None else ask.kind,
        decides=ask is not None and ask.put_to.seat is not None,
        held=0 if table is None else len(table.holds.open), disputes=len(undecided),
        win=won,
    )  # fmt: skip
