"""Who may do what: every command and every route by every role, exactly as the tables say."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute

from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS, CROUPIERS, JEFE, JUGADOR
from tapete.core.round.bets import Place
from tapete.core.table.roles import DUTIES
from tapete.floor.api.app import site
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.office import create_table
from tapete.floor.people.permissions import ADMINISTRADOR, PERMISSIONS, ROLES, STAFF
from tapete.floor.table import commands as c
from tests.floor.money import money_file
from tests.floor.people import PASSWORD, Staff, call, log_in, staff_of
from tests.floor.server import served

TABLE = "guerra"
PLAYER = "ana-de-la-guerra"
NOT_ALLOWED = {"not-your-role", "not-yours", "not-on-duty", "the-system-deals"}

HOUSE = (*CROUPIERS, *CHIEFS)
SENT: dict[type, tuple[Any, tuple[str, ...]]] = {
    # A command of each kind, and the roles it is open to at an attended table.
    c.Open: (c.Open(staff=("croupier", JEFE)), DUTIES["open"].roles),
    c.Suspend: (c.Suspend(why="prueba"), DUTIES["suspend"].roles),
    c.Resume: (c.Resume(), DUTIES["open"].roles),
    c.AnnounceLast: (c.AnnounceLast(order=JEFE), DUTIES["announce-last"].roles),
    c.Sit: (c.Sit(seat=2, player=PLAYER, chips=1000), (JUGADOR,)),
    c.Ready: (c.Ready(seat=1), (JUGADOR,)),
    c.Invite: (c.Invite(seat=1, bots=1), (JUGADOR,)),
    c.Leave: (c.Leave(seat=1), (JUGADOR,)),
    c.Bring: (c.Bring(seat=1, amount=1000), (JUGADOR,)),
    c.PutAway: (c.PutAway(seat=1, amount=1000), (JUGADOR,)),
    c.Tip: (c.Tip(seat=1, amount=1000), (JUGADOR, *DUTIES["tip"].roles)),
    c.Begin: (c.Begin(), DUTIES["begin"].roles),
    c.Bet: (c.Bet(action=Place(1, "principal", 1000)), DUTIES["bet"].roles),
    c.CloseBets: (c.CloseBets(), DUTIES["close-bets"].roles),
    c.Answer: (c.Answer(answer="no-card"), CROUPIERS),  # while a card is asked for
    c.Act: (c.Act(name="quema-olvidada"), DUTIES["act"].roles),
    c.Void: (c.Void(cause="prueba"), DUTIES["void"].roles),
    c.Caution: (c.Caution(player=PLAYER, breach="CAT-I.5.2-03"), DUTIES["caution"].roles),
    c.Exclude: (c.Exclude(player=PLAYER, breach="CAT-I.5.2-05"), DUTIES["exclude"].roles),
    c.Dispute: (c.Dispute(seat=1, round=1, about="pago"), DUTIES["dispute"].roles),
    c.Decide: (c.Decide(dispute=1, ruling="vale"), DUTIES["decide"].roles),
    c.Review: (c.Review(dispute=1, acta=""), DUTIES["review"].roles),
    c.Hold: (c.Hold(seat=1), DUTIES["hold"].roles),
    c.Release: (c.Release(seat=1, round=1), DUTIES["release"].roles),
    c.Tick: (c.Tick(), ()),
    c.Complain: (c.Complain(seat=1), DUTIES["complain"].roles),
    c.FreeSeat: (c.FreeSeat(seat=1), DUTIES["free-seat"].roles),
    c.Capacity: (c.Capacity(places=3), DUTIES["capacity"].roles),
    c.FailLight: (c.FailLight(seat=1), HOUSE),
    c.MendLight: (c.MendLight(seat=1), HOUSE),
    c.LoadCredits: (c.LoadCredits(seat=1, credits=1), CROUPIERS),
    c.CashCredits: (c.CashCredits(seat=1), CROUPIERS),
    c.PressButton: (c.PressButton(seat=1, credits=1), (JUGADOR, *CROUPIERS)),
    c.ReleaseButton: (c.ReleaseButton(seat=1), (JUGADOR, *CROUPIERS)),
    c.Dismiss: (c.Dismiss(player=PLAYER), ()),
    c.Wait: (c.Wait(player=PLAYER), (JUGADOR, *CHIEFS)),
    c.StopWaiting: (c.StopWaiting(player=PLAYER), (JUGADOR, *CHIEFS)),
    c.Reserve: (c.Reserve(player=PLAYER, until=1e12), CHIEFS),
    c.Promise: (c.Promise(n=1, promise="0" * 64, cards=52), ()),
    c.OpenOrder: (c.OpenOrder(n=1, salt="00", cards=("Ac",)), ()),
    c.GiveNumber: (c.GiveNumber(seat=1, promise="0" * 64), (JUGADOR,)),
    c.OpenNumber: (c.OpenNumber(seat=1, n=1, number="0" * 64), (JUGADOR,)),
    c.CloseNumbers: (c.CloseNumbers(n=1), ()),
    c.Arrange: (c.Arrange(), ()),
    c.UseCard: (c.UseCard(seat=1), ()),
    c.SetTerms: (c.SetTerms(terms={}, by="administrador", approved="ana"), ()),
}
DEALT_BY_THE_SYSTEM = (
    c.Begin, c.CloseBets, c.Bet, c.Answer, c.Act, c.LoadCredits, c.CashCredits, c.PressButton,
    c.ReleaseButton,
)  # fmt: skip


def test_every_command_is_in_the_matrix() -> None:
    assert set(SENT) == set(c.AnyCommand.__args__)  # type: ignore[attr-defined]


class House:
    """A casino without a network, with an attended and an electronic table of War."""

    def __init__(self, folder: Path) -> None:
        self.casino = Casino(
            Settings(db=f"sqlite:///{folder}/casino.db", games=("war",), plan=money_file())
        )
        self.casino.prepare()
        self.people = {role: self.casino.register.find(_id(role)) for role in ROLES}
        self.n = 0

    async def set_up(self) -> None:
        """People of every role, the attended table open, a player at it."""
        casino = self.casino
        await new_table(casino, TABLE)
        for role in ROLES:
            person = casino.register.admit_staff(
                _id(role), role, PASSWORD, (role,), by="x", now=1.0
            )  # fmt: skip
            self.people[role] = person
            if role in (*CROUPIERS, JEFE):
                casino.staffing.assign(TABLE, person, role, by="x", now=1.0)
        await casino.cage.buy("cajero", PLAYER, 1_000_000, id="compra")
        assert await self.send(JEFE, c.Open(staff=("croupier", JEFE))) is None
        assert await self.send(JUGADOR, c.Sit(seat=1, player=PLAYER, chips=100_000)) is None

    async def send(self, role: str, command: Any, table: str = TABLE) -> str | None:
        """The code of the refusal, if it was refused."""
        self.n += 1
        person = self.people[role]
        assert person is not None
        try:
            await self.casino.command(person, role, table, command, id=f"{self.n}-{id(self)}")
        except Refused as refusal:
            return refusal.code
        return None


def _id(role: str) -> str:
    return PLAYER if role == JUGADOR else f"gente-{role}"


async def new_table(casino: Casino, id: str) -> None:
    await create_table(casino, id, "war", edition="scj-2023", changes={}, attended=True, by="x")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A casino set up once; each test has a copy of its own."""
    folder = tmp_path_factory.mktemp("modelo")

    async def build() -> None:
        house = House(folder)
        await house.casino.start()
        try:
            await house.set_up()
        finally:
            await house.casino.stop()

    asyncio.run(build())
    return folder / "casino.db"


@pytest.fixture
def folder(template: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "casino.db"
    with closing(sqlite3.connect(template)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    return tmp_path


async def tried(folder: Path, command: Any, roles: tuple[str, ...], table: str) -> dict[str, str]:
    """What each role is told; those who may not come first, since the others change things."""
    house = House(folder)
    await house.casino.start()
    try:
        if isinstance(command, c.Answer | c.CloseBets | c.Bet):
            assert await house.send("croupier", c.Begin()) is None
        if isinstance(command, c.Answer):
            bet = next(o for o in house.casino.offers(TABLE, 1) if o.open)
            await house.send(JUGADOR, c.Bet(action=Place(1, bet.bet, bet.low or 1)))
            assert await house.send("croupier", c.CloseBets()) is None
        ordered = sorted(ROLES, key=lambda role: role in roles)
        return {role: str(await house.send(role, command, table)) for role in ordered}
    finally:
        await house.casino.stop()


@pytest.mark.clause("CAT-I.3.2-01", "CAT-I.3.2-07", "CAT-I.3.2-10", "CAT-I.1-08")
@pytest.mark.parametrize("kind", SENT, ids=lambda kind: kind.__name__)
def test_at_an_attended_table_a_command_is_open_to_the_roles_of_the_tables(
    kind: type, folder: Path
) -> None:
    command, roles = SENT[kind]
    said = asyncio.run(tried(folder, command, roles, TABLE))
    allowed = {role for role, code in said.items() if code not in NOT_ALLOWED}
    assert allowed == set(roles), said


@pytest.mark.parametrize("kind", DEALT_BY_THE_SYSTEM, ids=lambda kind: kind.__name__)
def test_at_an_electronic_table_nobody_deals_but_the_system(kind: type, folder: Path) -> None:
    command, _ = SENT[kind]
    said = asyncio.run(tried(folder, command, (), "war-1"))
    for role in CROUPIERS:
        assert said[role] == "the-system-deals", said


def test_a_croupier_of_another_table_has_nothing_to_say_here(folder: Path) -> None:
    async def moved() -> str | None:
        house = House(folder)
        await house.casino.start()
        try:
            await new_table(house.casino, "otra")
            croupier = house.people["croupier"]
            assert croupier is not None
            house.casino.staffing.assign("otra", croupier, "croupier", by="x", now=2.0)
            return await house.send("croupier", c.Begin())
        finally:
            await house.casino.stop()

    assert asyncio.run(moved()) == "not-on-duty"


# The routes

ANYBODY = {
    "GET /api/units", "GET /api/units/{unit}", "GET /api/units/{unit}/events",
    "GET /api/units/{unit}/people",
    "POST /api/units/{unit}/letters", "POST /api/pots/{pot}/letters",  # who has the link's key
    "GET /api/tournaments/{id}/premios.xlsx", "GET /api/tournaments/{id}/ficha.pdf",
    "GET /api/tournaments/{id}/bases.pdf", "GET /api/tournaments/{id}/resumen.ots",
    "GET /api/tournaments/{id}/resultados.csv", "GET /api/tournaments/{id}/reglamento.pdf",
    "GET /api/tournaments/{id}/participantes.csv",
    "GET /api/tournaments/{id}/ranking.csv",
    "GET /api/maquinas/{unit}/program/{program}", "GET /api/maquinas/{unit}/recall",
    "GET /api/maquinas/{unit}/return",
    "GET /api/tables", "GET /api/tables/{table}", "GET /api/tables/{table}/offers",
    "GET /api/tables/{table}/events", "GET /api/tables/{table}/sign", "GET /api/clauses/{id}",
    "GET /api/tables/{table}/wheel", "GET /api/tables/{table}/acts", "POST /api/guest",
    "GET /api/games/{game}/howto",
    "GET /api/tables/{table}/odds", "POST /api/login", "POST /api/login/options",
    "GET /api/pots", "GET /api/pots/{pot}", "GET /api/words/{lang}", "GET /api/house",
    "GET /api/figures", "GET /api/figures/{game}", "GET /api/figures/{game}/odds",
    "GET /api/figures/{game}/firsts", "GET /api/figures/{game}/pot",
    "GET /api/figures/{game}/chart", "GET /api/figures/{game}/editions",
    "GET /api/figures/{game}/trial", "GET /api/figures/{game}/equity",
    "POST /api/login/passkey", "GET /health", "GET /metrics",
    "GET /api/editions", "GET /api/editions/{old}/{new}/{game}",
    "GET /api/school", "GET /api/school/exams", "GET /api/school/drills/{id}",
    "POST /api/school/drills/{id}", "GET /api/school/video-poker",
    "GET /api/school/video-poker/{program}", "GET /api/school/video-poker/{program}/{seed}",
    "POST /api/school/video-poker/{program}/{seed}",
    "GET /api/school/books/{game}", "POST /api/school/books/{game}",
    "GET /api/school/games/{game}/wheel", "GET /api/school/games/{game}/sign",
}  # fmt: skip
SOMEBODY = {"POST /api/logout", "GET /api/me", "GET /api/me/account", "POST /api/me/exclusion",
            "POST /api/me/play-chips", "GET /api/me/protection", "POST /api/me/protection/limits",
            "GET /api/me/data", "GET /api/me/requests", "POST /api/me/requests",
            "GET /api/me/security", "POST /api/me/codes", "POST /api/me/codes/confirm",
            "POST /api/me/passkeys/options", "POST /api/me/passkeys",
            "POST /api/me/factors/{factor}/remove", "POST /api/me/sessions/{session}/end",
            "POST /api/signatures/options", "POST /api/signatures",
            "POST /api/me/protection/rest", "POST /api/me/protection/seen",
            "POST /api/me/password", "GET /api/me/rounds", "GET /api/me/rounds/{table}/{number}",
            "GET /api/me/rounds/{table}/{number}/why.pdf",
            "POST /api/tables/{table}/commands", "GET /api/tables/{table}/advice",
            "POST /api/units/{unit}/commands", "POST /api/tables/{table}/move",
            "GET /api/tickets/mine", "GET /api/cards/mine"}  # fmt: skip
MONEY = {"id": "m1", "amount": 1000, "person": "nadie", "table": "war-1"}
ACTIONS: dict[str, tuple[str, str, Any]] = {
    "POST /api/people": ("person.register", "/api/people", {
        "name": "X", "rut": "1-9", "born": "1990-01-01", "password": PASSWORD}),
    "POST /api/barred": ("person.bar", "/api/barred", {"rut": "1-9", "why": "armas"}),
    "POST /api/cage/buy": ("chips.buy", "/api/cage/buy", MONEY),
    "POST /api/cage/cash": ("chips.cash", "/api/cage/cash", MONEY),
    "POST /api/cage/fill": ("bank.fill", "/api/cage/fill", {**MONEY, "table": "nada"}),
    "POST /api/cage/credit": ("bank.credit", "/api/cage/credit", {**MONEY, "table": "nada"}),
    "POST /api/staff": ("person.roles", "/api/staff", {
        "id": "nuevo", "name": "X", "password": "corta", "roles": []}),
    "POST /api/people/{person}/roles": ("person.roles", "/api/people/nadie/roles", {"roles": []}),
    "POST /api/people/{person}/password": (
        "person.password", "/api/people/nadie/password", {"new": PASSWORD}),
    "GET /api/requests": ("person.erase", "/api/requests", None),
    "POST /api/requests/{id}": ("person.erase", "/api/requests/nada", {"answer": "x"}),
    "GET /api/people/{person}/blocked": ("audit.read", "/api/people/nadie/blocked", None),
    "GET /api/people/{person}/data": ("person.erase", "/api/people/nadie/data", None),
    "POST /api/people/{person}/factors/remove": (
        "person.password", "/api/people/nadie/factors/remove", {}),
    "GET /api/signatures": ("day.read", "/api/signatures?subject=day:2026-01-01", None),
    "GET /api/units/{unit}/unsigned": ("signature.see", "/api/units/big-six-1/unsigned", None),
    "POST /api/people/{person}/erase": ("person.erase", "/api/people/nadie/erase", {}),
    "POST /api/tables": ("table.create", "/api/tables", {"id": "t", "game": "nada"}),
    "POST /api/units": ("unit.create", "/api/units", {"id": "t", "kind": "nada"}),
    "GET /api/tables/{table}/staff": ("table.assign", "/api/tables/nada/staff", None),
    "POST /api/tables/{table}/staff": ("table.assign", "/api/tables/nada/staff", {
        "person": "nadie", "role": "croupier"}),
    "GET /api/tournaments/{id}/aviso.pdf": (
        "tournament.notice", "/api/tournaments/nada/aviso.pdf", None),
    "GET /api/tournaments/{id}/pagos.pdf": (
        "tournament.orders", "/api/tournaments/nada/pagos.pdf", None),
    "GET /api/tournaments/{id}/inscripciones.csv": (
        "tournament.registrations", "/api/tournaments/nada/inscripciones.csv", None),
    "GET /api/tournaments/{id}/worth": (
        "tournament.worth", "/api/tournaments/nada/worth", None),
    "GET /api/tournaments/{id}/manos.ohh": (
        "tournament.hands", "/api/tournaments/nada/manos.ohh", None),
    "GET /api/tournaments/{id}/manos.phhs": (
        "tournament.hands", "/api/tournaments/nada/manos.phhs", None),
    "GET /api/floor": ("floor.see", "/api/floor", None),
    "GET /api/maquinas/{unit}/meters": ("machines.see", "/api/maquinas/nada/meters", None),
    "GET /api/maquinas/{unit}/plays": ("records.read", "/api/maquinas/nada/plays", None),
    "GET /api/maquinas": ("machines.see", "/api/maquinas", None),
    "GET /api/maquinas/{unit}/desk": ("machines.see", "/api/maquinas/nada/desk", None),
    "GET /api/maquinas/calls": ("machines.attend", "/api/maquinas/calls", None),
    "GET /api/maquinas/shared-pots": ("machines.see", "/api/maquinas/shared-pots", None),
    "GET /api/maquinas/register": ("machines.see", "/api/maquinas/register", None),
    "GET /api/maquinas/{unit}/significant": (
        "machines.see", "/api/maquinas/nada/significant", None,
    ),
    "GET /api/tickets": ("ticket.see", "/api/tickets", None),
    "GET /api/tickets/liability": ("ticket.see", "/api/tickets/liability", None),
    "POST /api/tickets/present": (
        "ticket.pay", "/api/tickets/present", {"number": "1", "request": "q"}),
    "POST /api/tickets/{name}/pay": ("ticket.pay", "/api/tickets/1-000001/pay", {}),
    "POST /api/tickets/{name}/release": ("ticket.release", "/api/tickets/1-000001/release", {}),
    "POST /api/tickets/{name}/void": ("ticket.void", "/api/tickets/1-000001/void", {}),
    "GET /api/cards": ("card.see", "/api/cards", None),
    "GET /api/cards/sums": ("card.see", "/api/cards/sums", None),
    "POST /api/cards/sell": ("card.sell", "/api/cards/sell", {"amount": 1, "id": "q"}),
    "POST /api/cards/load": (
        "card.sell", "/api/cards/load", {"number": "1", "amount": 1, "id": "q"}),
    "POST /api/cards/read": ("card.sell", "/api/cards/read", {"number": "1"}),
    "POST /api/cards/refund": ("card.sell", "/api/cards/refund", {"number": "1", "id": "q"}),
    "POST /api/cards/{card}/block": ("card.block", "/api/cards/000009/block", {}),
    "POST /api/cards/{card}/return": ("card.sell", "/api/cards/000009/return", {"id": "q"}),
    "GET /api/rounds": ("records.read", "/api/rounds", None),
    "GET /api/tables/{table}/rounds/{number}": (
        "records.read", "/api/tables/war-1/rounds/99", None),
    "GET /api/tables/{table}/rounds/{number}/replay": (
        "records.read", "/api/tables/war-1/rounds/99/replay", None),
    "GET /api/tables/{table}/rounds/{number}/proof": (
        "records.read", "/api/tables/war-1/rounds/99/proof", None),
    "GET /api/tables/{table}/rounds/{number}/why.pdf": (
        "records.read", "/api/tables/war-1/rounds/99/why.pdf", None),
    "GET /api/audit": ("audit.read", "/api/audit", None),
    "GET /api/program": ("program.read", "/api/program", None),
    "GET /api/program/plan": ("program.read", "/api/program/plan", None),
    "POST /api/program/check": ("program.check", "/api/program/check", {}),
    "POST /api/program/approve": ("program.approve", "/api/program/approve", {}),
    "GET /api/audits": ("audit.run", "/api/audits", None),
    "POST /api/audits": ("audit.run", "/api/audits", {}),
    "GET /api/cage/people": ("person.find", "/api/cage/people?find=ana", None),
    "GET /api/cage/drawer": ("day.read", "/api/cage/drawer", None),
    "GET /api/cage/movements": ("day.read", "/api/cage/movements", None),
    "GET /api/cage/receipts/{id}": ("day.read", "/api/cage/receipts/compra:1", None),
    "GET /api/days": ("day.read", "/api/days", None),
    "GET /api/days/{day}": ("day.read", "/api/days/2026-01-01", None),
    "POST /api/days/{day}": ("day.close", "/api/days/9999-01-01", {}),
    "GET /api/pots/{pot}/report": ("records.read", "/api/pots/nada/report", None),
    "GET /api/cage/day": ("day.read", "/api/cage/day", None),
    "GET /api/desk": ("duty.see", "/api/desk", None),
    "GET /api/desk/{table}": ("desk.see", "/api/desk/war-1", None),
    "GET /api/desk/{table}/breaches": ("duty.see", "/api/desk/war-1/breaches", None),
    "GET /api/desk/{table}/people": ("table.assign", "/api/desk/war-1/people", None),
    "GET /api/desk/{table}/rounds/{number}": ("records.read", "/api/desk/war-1/rounds/99", None),
}  # fmt: skip
OUTSIDE = {"GET /", "GET /{path}", "GET /schema", "GET /schema/openapi.json", "GET /schema/{path}"}
"""Pages of the client and the description of the API."""
SLOW = {
    f"GET /api/figures/{{game}}/{sum}"
    for sum in ("odds", "firsts", "pot", "chart", "editions", "trial", "equity")
} | {"GET /api/tables/{table}/odds", "POST /api/school/books/{game}"}
"""What is worked out in the back room."""
SOCKETS = {"/api/tables/{unit}/socket", "/api/units/{unit}/socket"}
"""Open to anybody: each sees what he may see, and sends what he may send."""


def test_every_route_is_in_the_matrix() -> None:
    """Read from the application itself: a route that no document shows is there too."""
    found = site().routes
    http = [one for one in found if isinstance(one, HTTPRoute)]
    routes = {f"{method} {one.path_format}" for one in http for method in one.methods}
    routes = {one for one in routes if not one.startswith(("OPTIONS ", "HEAD "))}
    assert routes == OUTSIDE | ANYBODY | SOMEBODY | set(ACTIONS)
    assert {one.path_format for one in found if one not in http} == SOCKETS
    assert not ANYBODY & SOMEBODY and not (ANYBODY | SOMEBODY) & set(ACTIONS)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(url, password=password, games=("war",)) as address:
        yield address, password[0]


async def by_everybody(staff: Staff) -> dict[str, dict[str, bool]]:
    """Of each route, which roles were let through."""
    found: dict[str, dict[str, bool]] = {route: {} for route in ACTIONS}
    for role in ROLES:
        client = staff.admin if role == ADMINISTRADOR else await staff.hire(f"p-{role}", role)
        for route, (_, path, body) in ACTIONS.items():
            answer = await call(client, route.split()[0], path, body)
            assert answer.status_code < 500, (route, answer.text)
            code = answer.json().get("code") if answer.status_code >= 400 else None
            found[route][role] = code != "not-your-role"
    return found


@pytest.mark.clause("CAT-I.3.2-10")
def test_every_route_is_open_to_the_roles_of_the_table_and_to_no_other(
    house: tuple[str, str],
) -> None:
    async def run() -> dict[str, dict[str, bool]]:
        async with staff_of(*house) as staff:
            return await by_everybody(staff)

    found = asyncio.run(run())
    for route, (action, _, _) in ACTIONS.items():
        allowed = {role for role, through in found[route].items() if through}
        assert allowed == set(PERMISSIONS[action].roles), route


def test_without_a_session_only_what_is_open_to_anybody(house: tuple[str, str]) -> None:
    named = {
        "table": "war-1", "unit": "war-1", "number": 1, "factor": "x", "session": "x",
        "game": "war", "pot": "nada", "lang": "es", "id": "nada", "program": "nada", "seed": 1,
        "old": "scj-2009", "new": "scj-2023",
    }  # fmt: skip

    async def run() -> None:
        async with staff_of(*house) as staff:
            stranger = staff.keep(type(staff.admin)(house[0]))
            for route in ANYBODY - SLOW:
                method, path = route.split()
                answer = await call(stranger, method, path.format(**named), {})
                known = answer.json().get("code") if answer.status_code == 401 else None
                assert (answer.status_code < 500) and known != "come-in-first", route
            for route, (_, path, body) in ACTIONS.items():
                answer = await call(stranger, route.split()[0], path, body)
                assert (answer.status_code, answer.json()["code"]) == (401, "come-in-first"), route
            for route in SOMEBODY:
                method, path = route.split()
                answer = await call(stranger, method, path.format(**named), {})
                assert answer.status_code == 401, route

    asyncio.run(run())


@pytest.mark.clause("COL-11-03", "COL-11-04")
def test_whoever_works_or_inspects_here_does_not_sit_down_to_play(house: tuple[str, str]) -> None:
    async def run() -> None:
        async with staff_of(*house) as staff:
            for role in (*STAFF, "fiscalizador"):
                id = f"juega-{role}"
                client = await staff.hire(id, role, JUGADOR)
                sit = c.Sit(seat=1, player=id, chips=1000)
                with pytest.raises(Refused) as found:
                    await client.table("war-1").post(sit)
                clause = "COL-11-03" if role == "fiscalizador" else "COL-11-04"
                assert (found.value.code, found.value.clause) == ("barred", clause), role

    asyncio.run(run())


def test_a_role_taken_away_is_gone_at_once(house: tuple[str, str]) -> None:
    async def run() -> None:
        async with staff_of(*house) as staff:
            client = await staff.hire("fugaz", "cajero")
            assert (await call(client, "GET", "/api/floor")).status_code == 200
            await staff.admin.post("/api/people/fugaz/roles", {"roles": ["jugador"]}, dict)
            assert (await call(client, "GET", "/api/floor")).json()["code"] == "not-your-role"
            again = await log_in(house[0], "fugaz")
            assert again.me is not None and again.me.roles == ("jugador",)
            await again.http.aclose()

    asyncio.run(run())
