"""A small casino in which everything has happened once: tables, a hall, a machine and a tournament
have played, tickets, cards and pots moved, people were protected, kept out and asked for their
data, a day was closed, signed and archived."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tapete.chance import seeded
from tapete.client import Client
from tapete.floor.api.app import application
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.storage.archive import archive
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Leave
from tests.floor.authenticator import Passkey
from tests.floor.casino import envelope
from tests.floor.people import PASSWORD, some_rut
from tests.floor.played import House, bases
from tests.floor.pots import COLOR, NOTHING, SEATS, hand, opened, prepare, stake

CLOCKS = Clocks(pause=0.0, thinks=0.0, numbers=0.0, decision=1e6, betting=1e6, company=0)
PACE = {"sale": 5, "ball": 0.001, "prize": 0.001, "between": 10}
HALL = {
    "game": "bingo-electronico", "cards": 200, "unidad": "juego", "positions": 6, "company": 4,
    "pace": PACE,
    "plan": {
        "price": 500, "line": "12%", "bingo": "48.5%", "house": "33%",
        "pots": [{"id": "bingo-acumulado", "percent": "6.5%", "base": 200_000, "within": 50}],
    },
}  # fmt: skip
MACHINE = {"number": 77, "programs": ["campana-pozo"], "pots": ["campana"], "unidad": "juego"}


class SmallCasino(House):
    """The house, and what is done in it."""

    async def open(self) -> None:
        settings = Settings(db=self.url, games=("war",), clocks=CLOCKS, lease=1e6)
        self.casino = Casino(settings, now=lambda: self.time, chance=seeded(self.seed))
        self.password = self.casino.prepare() or self.password
        self.app = application(self.casino)
        await self.casino.start()

    async def send(self, client: Client, unit: str, role: str = "jugador", **command: Any) -> Any:
        self.sent += 1
        body = {"id": f"c{self.sent}", "role": role, "command": command}
        return await client.post(f"/api/units/{unit}/commands", body, dict)

    async def hosted(self, kind: str, id: str, row: dict[str, Any]) -> Any:
        await self.clients["administrador"].post(
            "/api/units", {"kind": kind, "id": id, "row": row}, list
        )
        while id not in self.casino.keepers:
            await asyncio.sleep(0.005)
        return self.casino.keepers[id]


async def made(url: str, archived: Path) -> None:
    """Make it: at the end its process is gone."""
    house = SmallCasino(url)
    store = Store(url)
    store.create()
    prepare(store, "pozo-1")
    store.close()
    await house.open()
    attended = await opened(house.casino, "pozo-1")
    await hand(attended, dict.fromkeys(SEATS, 1000), COLOR)
    rosa = await house.staff("rosa", "cajero", "director-de-torneo", "jefe-de-mesa")
    await house.staff("juan", "cajero", "director-de-torneo")
    guest = await house.guest("Ana")
    await _rooms(house, guest)
    await _people(house, rosa)
    day = house.casino.store.calendar.day_of(house.time)
    house.time += 86_400.0
    rosa = await house.come_in("rosa")
    await rosa.post(f"/api/days/{day}", {}, dict)
    await _signed(rosa, f"day:{day}")
    archive(house.casino.store, day, archived, by="rosa", now=house.time)
    await hand(attended, dict.fromkeys(SEATS, 1000), NOTHING)
    await attended.send(envelope(Leave(seat=SEATS[1]), "jugador"))
    day = house.casino.store.calendar.day_of(house.time)
    house.time += 86_400.0
    juan = await house.come_in("juan")
    await juan.post(f"/api/days/{day}", {}, dict)
    await house.come_in("administrador", house.password)
    await stake(attended, {SEATS[0]: 1000})
    await _tournament(house, juan)
    await house.kill()


async def _rooms(house: SmallCasino, guest: Client) -> None:
    """Cards at a table, a play of a machine with a ticket and a card, a game of bingo."""
    assert guest.me is not None
    me = guest.me.id
    await house.hosted("maquina", "maquina-77", MACHINE)
    await house.send(guest, "maquina-77", do="insert", amount=20_000)
    await house.send(guest, "maquina-77", do="play", bet="1x1")
    await house.send(guest, "maquina-77", do="cash-out", to="ticket")
    await house.send(guest, "maquina-77", do="leave")
    await house.hosted("sala", "bingo-1", HALL)
    await house.send(guest, "bingo-1", do="enter", player=me)
    await _seen(house, guest, "bingo-1", lambda view: view["phase"] == "venta")
    await house.send(guest, "bingo-1", do="buy", player=me, cards=6)
    await house.send(guest, "bingo-1", do="ready", player=me)
    await _seen(house, guest, "bingo-1", lambda view: view["phase"] == "fin")
    await house.send(guest, "bingo-1", do="exit", player=me)
    await house.send(guest, "war-1", do="sit", player=me, seat=1, chips=50_000)
    await _seen(house, guest, "war-1", lambda view: (view.get("ask") or {}).get("kind") == "bets")
    bet = {"do": "place", "seat": 1, "bet": "war", "amount": 2000}
    await house.send(guest, "war-1", do="bet", action=bet)
    await house.send(guest, "war-1", do="ready", seat=1)
    await _seen(house, guest, "war-1", lambda view: view["round"] > 1 or not view.get("ask"))


async def _seen(house: SmallCasino, guest: Client, unit: str, wanted: Any) -> None:
    """Time goes by until a unit is as it should be."""
    for _ in range(4000):
        view = await guest.get(f"/api/units/{unit}", dict)
        if wanted(view):
            return
        house.time += 1.0
        house.casino.keepers[unit]._news.set()
        await asyncio.sleep(0.002)
        await house.casino.keepers[unit].settled()  # however long that takes
    raise AssertionError(view)


async def _people(house: SmallCasino, rosa: Client) -> None:
    """Ana buys chips, a card, sets a limit and asks for her data; Eva is kept out; a third, who was
    at the cage too, was erased."""
    admin = house.clients["administrador"]
    for n in (1, 2, 3):
        body = {"name": "Ana Soto", "rut": some_rut(n), "born": "1990-05-17", "password": PASSWORD}
        await admin.post("/api/people", body, dict)
    ana, gone = await house.come_in(some_rut(1)), await house.come_in(some_rut(3))
    assert ana.me is not None and gone.me is not None and rosa.me is not None
    for n, who in enumerate((ana.me.id, gone.me.id)):
        buy = {"id": f"c-{n}", "person": who, "amount": 50_000}
        await rosa.post("/api/cage/buy", buy, dict)
    sell = {"id": "c-3", "person": gone.me.id, "amount": 50_000}
    await rosa.post("/api/cage/cash", sell, dict)
    await admin.post(f"/api/people/{gone.me.id}/erase", {}, None)
    await ana.post("/api/me/protection/limits", {"loss": 10_000}, dict)
    asked = await ana.post("/api/me/requests", {"kind": "acceso"}, dict)
    await admin.post(f"/api/requests/{asked['id']}", {"answer": "Se le entregó."}, dict)
    until = house.time + 1e7
    barred = {"rut": some_rut(2), "why": "autoexclusion", "until": until}
    await admin.post("/api/barred", barred, None)
    staff = {"person": rosa.me.id, "role": "jefe-de-mesa"}
    await admin.post("/api/tables/pozo-1/staff", staff, None)


async def _tournament(house: SmallCasino, director: Client) -> None:
    await house.create({"bases": bases(), "jugado": True, "automatico": True, "unidad": "juego"})
    await house.until("tournament-stage", stage="inscripcion")
    await house.do(director, "director-de-torneo", "invite", bots=9)
    await house.until("tournament-hand-over")


async def _signed(client: Client, subject: str) -> None:
    key = Passkey("http://casino")
    made = key.made(await client.post("/api/me/passkeys/options", {}, dict))
    body = {"password": PASSWORD, "name": "Llave", "credential": made}
    await client.post("/api/me/passkeys", body, dict)
    options = await client.post("/api/signatures/options", {"subject": subject}, dict)
    await client.post(
        "/api/signatures", {"subject": subject, "credential": key.signed(options)}, dict
    )
