"""A kind of unit the floor never heard of, in a whole casino: made, shown, played and listened to
by the routes of every unit, its pot in the ledger."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tapete.client import Client
from tapete.floor.audit.whole import audit
from tapete.floor.money.accounts import ledger_account
from tapete.floor.storage.store import Store
from tests.floor.counter import KIND
from tests.floor.people import call, staff_of
from tests.floor.server import served

POT = """
[pozo.tesoro]
unit = "clp"
rate = "10%"
base = 1000
condition = "Lo gana quien vacía la caja"
[room.caja-de-prueba.primera]
most = 1000
pot = "tesoro"
"""


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[tuple[str, str, Path]]:
    file = tmp_path / "plan.toml"
    example = resources.files("tapete") / "plans" / "ejemplo.toml"
    file.write_text(example.read_text("utf-8") + POT, "utf-8")
    password: list[str] = []
    url = f"sqlite:///{tmp_path}/casino.db"
    with served(url, password=password, games=(KIND.name,), plan=str(file)) as address:
        yield address, password[0], tmp_path


async def do(client: Client, unit: str, id: str, command: dict[str, Any], **more: Any) -> Any:
    body = {"id": id, "command": command, **more}
    answer = await call(client, "POST", f"/api/units/{unit}/commands", body)
    return answer.json() | {"status": answer.status_code}


async def visit(address: str, password: str) -> None:
    async with staff_of(address, password) as staff:
        cashier = await staff.hire("cajera", "cajero")
        ana = await staff.admit(1)
        assert ana.me is not None
        me = ana.me.id
        await cashier.post("/api/cage/buy", {"id": "c1", "person": me, "amount": 5000}, None)

        rows = (await call(ana, "GET", f"/api/units?kind={KIND.name}")).json()
        assert [(row["id"], row["here"], row["row"]["most"]) for row in rows] == [
            ("primera", True, 1000)
        ]  # fmt: skip
        wire = address.replace("http", "ws", 1) + "/api/units/primera/socket"
        async with connect(wire, additional_headers={"cookie": ana.cookies()}) as socket:
            hello = json.loads(await socket.recv())
            assert (hello["is"], hello["view"]["coins"], hello["next"]) == ("hello", 0, 1)
            put = {"do": "put", "player": me, "coins": 1000}
            await socket.send(json.dumps({"id": "1", "command": put}))
            heard = [json.loads(await socket.recv()) for _ in range(3)]
            news = next(one for one in heard if one["is"] == "news")
            assert news["view"]["coins"] == 1000 and news["events"][0]["kind"] == "test-coins-put"
            assert any(one["is"] == "done" for one in heard)

        toss = {"do": "toss", "player": me}
        assert (await do(ana, "primera", "2", toss))["code"] == "table-moved-on"  # it must say
        croupier = await staff.hire("croupier-1", "croupier")
        refused = await do(croupier, "primera", "3", toss, role="croupier")
        assert refused["code"] == "not-your-role"
        assert (await do(ana, "primera", "4", {"do": "spin"}))["code"] == "not-a-command"
        done = await do(ana, "primera", "5", toss, saw=news["state"])
        assert done["status"] == 200, done
        kinds = [told["kind"] for told in done["events"]]
        assert kinds == ["test-box-emptied", "test-pot-won"]
        assert done["events"][1]["fields"]["coins"] == 1100
        page = (await call(ana, "GET", "/api/units/primera/events")).json()
        assert [told["n"] for told in page["events"]] == [1, 2, 3]
        assert await ana.wallet() == 6100

        made = {"kind": KIND.name, "id": "segunda", "row": {"most": 7}}
        answer = await call(staff.admin, "POST", "/api/units", made)
        assert answer.json() == ["segunda"]
        assert (await call(ana, "POST", "/api/units", made)).json()["code"] == "not-your-role"
        for kind, row in (
            (KIND.name, {"most": "muchas"}), (KIND.name, {"mots": 7}), ("torneo", {"file": "nada"}),
            ("torneo", {"file": "../plans/ejemplo"}), ("torneo", {"file": "/etc/tapete/tapete"}),
        ):  # fmt: skip
            wrong = {"kind": kind, "id": "otra", "row": row}
            answer = await call(staff.admin, "POST", "/api/units", wrong)
            assert (answer.status_code, answer.json()["code"]) == (409, "not-a-unit"), row
        assert (await call(ana, "GET", "/api/units/segunda")).json()["coins"] == 0


def test_a_new_kind_is_hosted_without_the_floor_knowing_it(casino: tuple[str, str, Path]) -> None:
    address, password, folder = casino
    asyncio.run(visit(address, password))
    store = Store(f"sqlite:///{folder}/casino.db")
    try:
        assert store.balance(ledger_account("pozo:tesoro/pot:main")) == 1000
        assert list(audit(store)) == []
    finally:
        store.close()
