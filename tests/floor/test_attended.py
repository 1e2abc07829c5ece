"""A whole evening at attended tables, over the network: player, croupier, jefe de mesa, cajero,
each with a session of his own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.floor.audit.whole import audit
from tapete.floor.storage.picture import picture_of
from tapete.floor.table.commands import (
    AnnounceLast,
    Answer,
    Begin,
    Bet,
    Caution,
    CloseBets,
    Exclude,
    Hold,
    Open,
    Release,
    Tip,
    Void,
)
from tests.floor.money import money_file
from tests.floor.people import Staff, staff_of
from tests.floor.server import served

CROUPIER, JEFE = "croupier", "jefe-de-mesa"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    url = f"sqlite:///{tmp_path_factory.mktemp('casino')}/casino.db"
    password: list[str] = []
    with served(url, password=password, games=("big-six",), plan=money_file()) as address:
        yield address, password[0], url


class Evening:
    """An attended table with the four sessions at it."""

    def __init__(self, staff: Staff, id: str) -> None:
        self.staff, self.id = staff, id
        self.croupier: TableClient
        self.jefe: TableClient
        self.cajero: Client
        self.there: list[TableClient] = []

    async def __aenter__(self) -> Evening:
        self._stack = AsyncExitStack()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def set_up(self, game: str, croupiers: int = 1) -> None:
        staff, id = self.staff, self.id
        croupier = await staff.hire(f"croupier-{id}", CROUPIER)
        jefe = await staff.hire(f"jefe-{id}", JEFE)
        self.cajero = await staff.hire(f"cajero-{id}", "cajero")
        await staff.attended(id, game, croupier=croupier, jefe_de_mesa=jefe)
        for n in range(1, croupiers):
            other = await staff.hire(f"croupier-{id}-{n}", CROUPIER)
            body = {"person": other.me.id, "role": CROUPIER}  # type: ignore[union-attr]
            await staff.admin.post(f"/api/tables/{id}/staff", body, None)
        self.croupier = await self.sit_by(croupier)
        self.jefe = await self.sit_by(jefe)

    async def sit_by(self, client: Client) -> TableClient:
        self.there.append(await self._stack.enter_async_context(client.table(self.id)))
        return self.there[-1]

    async def player(self, n: int, seat: int, chips: int = 100_000) -> TableClient:
        """Somebody with papers who buys chips at the cage and sits down."""
        client = await self.staff.admit(n)
        assert client.me is not None
        buy = {"id": f"compra-{self.id}-{n}", "person": client.me.id, "amount": chips}
        await self.cajero.post("/api/cage/buy", buy, dict)
        table = await self.sit_by(client)
        await table.sit(seat, chips=chips)
        return table

    async def says(self, command: Any) -> None:
        """The croupier does something."""
        await self.croupier.send(command, role=CROUPIER)

    async def rules(self, command: Any) -> None:
        """The jefe de mesa does something."""
        await self.jefe.send(command, role=JEFE)

    async def result(self, answer: Any) -> None:
        await self.says(Answer(answer=answer))


async def refused(work: Awaitable[Any]) -> Refused:
    with pytest.raises(Refused) as found:
        await work
    return found.value


def chips(table: TableClient, seat: int) -> int | None:
    return next(s.chips for s in table.view.seats if s.seat == seat)


def run(house: tuple[str, str, str], evening: Callable[[Staff], Awaitable[None]]) -> None:
    address, password, url = house

    async def all_of_it() -> None:
        async with asyncio.timeout(600), staff_of(address, password) as staff:
            await evening(staff)

    asyncio.run(all_of_it())
    with picture_of(url) as store:  # the tables play on
        assert list(audit(store)) == []


@pytest.mark.clause("CAT-I.3.2-01", "CAT-I.3.2-03", "CAT-I.3.2-07", "CAT-I.3.2-10")
def test_an_evening_at_an_attended_roulette(house: tuple[str, str, str]) -> None:
    """Opened by its jefe de mesa, dealt by its croupier, a ball that jumps out, a bet by word, a
    withheld payment, a caution and an exclusion, the last throws, and the audit agrees."""

    async def evening(staff: Staff) -> None:
        async with Evening(staff, "ruleta-a") as e:
            await e.set_up("ruleta-francesa", croupiers=2)
            ana = await e.player(11, 3)
            closed = await refused(e.croupier.send(Begin(), role=CROUPIER))
            assert closed.code == "table-closed"
            short = await refused(e.rules(Open(staff=(CROUPIER,) * 4 + (JEFE,))))
            assert short.code == "staff-not-on-duty"
            await e.rules(Open(staff=(CROUPIER, CROUPIER, JEFE)))

            # The first throw: the player bets from her own device and by word, the ball jumps out.
            await e.says(Begin())
            await ana.until(lambda v: v.ask is not None and v.ask.kind == "bets")
            await ana.bet("rojo", 2000)
            await e.says(Bet(action=Place(3, "pleno:17", 1000)))
            assert (await refused(ana.send(CloseBets()))).code == "not-yours"
            await e.says(CloseBets())
            await e.croupier.until(lambda v: v.ask is not None and v.ask.kind == "spin")
            asked = e.croupier.view.ask
            assert asked is not None and "17" in asked.results and "bola-fuera" in asked.irregular
            assert (await refused(ana.send(Answer(answer="17", seat=3)))).code == "not-your-role"
            await e.result({"irregular": "tirada-nula", "cause": "bola-fuera"})
            await e.croupier.until(lambda v: v.ask is not None and v.ask.kind == "bets")
            await e.says(CloseBets())
            await e.result("18")
            await ana.until(lambda v: v.round == 1 and v.ask is None)
            assert chips(ana, 3) == 100_000 + 2000 - 1000  # 18 is red

            # The second: seventeen, and the jefe de mesa has it verified before it is paid.
            await e.says(Begin())
            await ana.bet("pleno:17", 1000)
            await e.says(CloseBets())
            await e.result("17")
            await e.rules(Hold(seat=3))
            assert chips(ana, 3) == 101_000
            await e.rules(Release(seat=3, round=2))
            await ana.until(lambda v: chips(ana, 3) == 101_000 + 35_000)
            await e.says(Tip(seat=3, amount=1000))

            # The third is voided by the jefe de mesa: every chip goes back.
            await e.says(Begin())
            await ana.bet("negro", 5000)
            await e.says(CloseBets())
            assert (await refused(e.croupier.send(Void(cause="rueda"), role=CROUPIER))).code
            await e.rules(Void(cause="rueda"))
            await ana.until(lambda v: chips(ana, 3) == 135_000)
            # It leaves its record, and the list of rounds no gap.
            listed = await e.staff.admin.http.get(f"/api/rounds?table={e.id}")
            assert [row["number"] for row in listed.json()] == [3, 2, 1]
            where = f"/api/tables/{e.id}/rounds/3/proof"
            proof = (await e.staff.admin.http.get(where)).json()
            assert {one["outcome"] for one in proof if one["what"] != "order"} <= {"good", "none"}
            assert proof[0]["outcome"] == "good"
            own = (await ana.client.http.get(f"/api/me/rounds/{e.id}/3")).json()
            assert own["acta"] and "round-voided" not in own["acta"]

            # A breach, a caution, the same again: out from the next throw on, not from this one.
            bruno = await e.player(12, 5)
            bad = "CAT-I.5.2-03"
            who = bruno.client.me.id  # type: ignore[union-attr]
            await e.says(Begin())
            await bruno.bet("par", 1000)
            assert (await refused(e.rules(Exclude(player=who, breach=bad)))).code == "caution-first"
            await e.says(Caution(player=who, breach=bad))
            await e.rules(Exclude(player=who, breach=bad))
            await e.says(CloseBets())
            await e.result("20")
            await ana.until(lambda v: v.ask is None and [s.seat for s in v.seats] == [3])
            assert await bruno.client.wallet() == 101_000  # this throw was his to win
            await e.says(Begin())
            again = await refused(bruno.sit(5, chips=1000))
            assert (again.code, again.clause) == ("excluded", "CAT-I.5.3-02")

            # Closing: the croupier calls the last throws on the chief's order, then it is over.
            await ana.bet("rojo", 1000)
            await e.says(CloseBets())
            await e.result("1")
            await e.says(AnnounceLast(left=1, order=JEFE))
            await e.says(Begin())
            await ana.bet("rojo", 1000)
            await e.says(CloseBets())
            await e.result("3")
            await ana.until(lambda v: not v.open)
            await ana.leave()
            me = ana.client.me
            assert me is not None and await ana.client.wallet() == 137_000
            cash = {"id": "canje-ana", "person": me.id, "amount": 137_000}
            await e.cajero.post("/api/cage/cash", cash, dict)
            assert await ana.client.wallet() == 0

    run(house, evening)


@pytest.mark.clause("CAT-I.1-11", "CAT-I.3.2-03", "CAT-III.1.6.3-04", "CAT-III.1.6.3-10")
def test_an_evening_at_an_attended_black_jack(house: tuple[str, str, str]) -> None:
    """The croupier reports every card; one player decides on his own device, the other by word,
    which is marked; the jefe de mesa sends one away at once."""

    async def evening(staff: Staff) -> None:
        async with Evening(staff, "bj-a") as e:
            await e.set_up("black-jack")
            ana, bruno = await e.player(21, 1), await e.player(22, 2)
            await e.rules(Open(staff=(CROUPIER, JEFE)))
            await e.says(Begin())
            for table in (ana, bruno):
                await table.bet("principal", 5000)
            await e.says(CloseBets())
            for card in ("Tc", "9d", "7h", "8s", "Td"):  # Bruno, Ana, the bank, Bruno, Ana
                await e.result(card)
            asked = await turn(e, 2)
            assert [o.name for o in asked.options][:2] == ["pedir", "plantarse"]
            own = await refused(e.croupier.send(Answer(answer="plantarse", seat=2), role=CROUPIER))
            assert (own.code, own.clause) == ("not-your-role", "CAT-I.1-11")
            other = await refused(ana.send(Answer(answer="plantarse", seat=2)))
            assert other.code == "not-yours"
            claimed = Answer(answer="plantarse", seat=2, by_word=True)
            assert (await refused(e.rules(claimed))).code == "not-your-role"
            await e.says(claimed)
            await turn(e, 1)
            assert e.croupier.view.ask is not None
            await ana.answer("plantarse")
            marked = [t for t in ana.events if t.fields.get("what") == "decision-de-palabra"]
            assert [t.fields["facts"] for t in marked] == [{"seat": 2}]
            await e.result("Th")
            await ana.until(lambda v: v.ask is None)
            assert (chips(ana, 1), chips(ana, 2)) == (105_000, 105_000)

            # The second round: Bruno breaks a rule and is sent away at once, without a caution.
            await e.says(Begin())
            for table in (ana, bruno):
                await table.bet("principal", 5000)
            await e.says(CloseBets())
            for card in ("2c", "9c", "7s", "3s", "Ts"):
                await e.result(card)
            await turn(e, 2)
            who = bruno.client.me.id  # type: ignore[union-attr]
            await e.rules(Exclude(player=who, breach="CAT-III.1.6.3-07"))
            gone = await refused(bruno.answer("pedir"))
            assert (gone.code, gone.clause) == ("excluded", "CAT-III.1.6.3-10")
            await e.says(Answer(answer="plantarse", seat=2, by_word=True))
            await turn(e, 1)
            await ana.answer("plantarse")
            await e.result("Tc")
            await ana.until(lambda v: v.ask is None)
            await ana.until(lambda v: [s.seat for s in v.seats] == [1])
            await e.says(Begin())
            assert await bruno.client.wallet() == 100_000
            await e.rules(Void(cause="cierre"))

    run(house, evening)


async def turn(e: Evening, seat: int) -> Any:
    """Everybody has heard that a seat is asked."""
    for table in e.there:
        await table.until(lambda v: v.ask is not None and v.ask.seat == seat)
    return e.croupier.view.ask
