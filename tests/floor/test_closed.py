"""A unit that cannot be read is closed by itself, and only as long as nobody can read it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from litestar.enums import ScopeType

from tapete.floor.api import across
from tapete.floor.api.across import Across
from tapete.floor.api.app import site
from tapete.floor.kernel.unit import write_spec
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tests.floor.test_minder import house, run


def test_a_table_that_does_not_replay_stays_closed_alone(url: str) -> None:
    async def night() -> None:
        first = house(url)
        await first.start()
        await first.stop()
        store = Store(url)
        s = schema.steps
        with store.writing() as connection:
            connection.execute(s.update().where(s.c.unit_id == "war-1").values(hash="f" * 64))
        store.close()
        second = house(url)
        await second.start()
        found = second.hosting.health()
        assert found.closed == ("war-1",) and found.units == 1 and not found.well
        assert second.mesa("big-six-1").table.open
        await second.hosting.take()  # the loop goes on, and the others with it
        assert second.hosting.health().units == 1
        await second.stop()

    run(night())


@pytest.mark.parametrize("group", ["sala", ""])
def test_a_table_that_could_not_be_read_is_tried_again_by_itself_or_in_its_group(
    url: str, monkeypatch: pytest.MonkeyPatch, group: str
) -> None:
    async def night() -> None:
        moment = [1000.0]
        casino = house(url, now=lambda: moment[0])
        with casino.store.writing() as connection:  # both tables in one group, or each in its own
            if group:
                connection.execute(schema.units.update().values(group=group))
            for spec in casino.store.specs_in(connection):
                changed = write_spec(msgspec.structs.replace(spec, group=group))
                mine = schema.units.c.id == spec.id
                connection.execute(schema.units.update().where(mine).values(spec=changed))
        keep = casino.keeper_of

        def broken(spec: Any, epoch: int) -> Any:
            if spec.id == "war-1":
                raise OSError("not just now")
            return keep(spec, epoch)

        monkeypatch.setattr(casino, "keeper_of", broken)
        await casino.start()
        assert casino.hosting.health().closed == ("war-1",)
        other = casino.keepers["big-six-1"]
        monkeypatch.setattr(casino, "keeper_of", keep)
        await casino.hosting.take()
        assert casino.hosting.health().closed == ("war-1",)  # it is early
        moment[0] += 61
        await casino.hosting.take()
        found = casino.hosting.health()
        assert (found.closed, found.units) == ((), 2)
        await casino.hosting.keep_up()
        assert casino.keepers["big-six-1"] is other and not other.lost
        await casino.stop()

    run(night())


def test_a_table_that_another_node_could_read_is_not_said_to_be_closed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = "/api/tables/war-1"
    asked: Any = {
        "type": ScopeType.HTTP, "path": path, "raw_path": path.encode(), "query_string": b"",
    }  # fmt: skip

    async def night() -> None:
        moment = [1000.0]
        one = house(url, "uno", now=lambda: moment[0])
        keep = one.keeper_of

        def broken(spec: Any, epoch: int) -> Any:
            if spec.id == "war-1":
                raise OSError("not just now")
            return keep(spec, epoch)

        monkeypatch.setattr(one, "keeper_of", broken)
        await one.start()
        here = Across(site().asgi_handler, one)
        assert await here._where(asked) is None  # that it is closed is said here
        other = house(url, "dos", now=lambda: moment[0])
        await other.start()
        assert other.hosting.kept("war-1") and one.hosting.health().closed == ("war-1",)
        assert await here._where(asked) == f"{other.hosting.address}{path}"
        moment[0] += 61
        await one.hosting.take()
        assert one.hosting.health().well and other.hosting.kept("war-1")
        await other.stop()
        await one.stop()

    run(night())


def test_a_socket_to_a_table_that_changes_hands_waits_until_it_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was turned away, and whoever came in as the house opened saw an error."""
    looks: list[str] = []
    answered: list[str] = []

    def kept(unit: str) -> bool:
        looks.append(unit)
        return len(looks) > 2

    async def application(scope: Any, receive: Any, send: Any) -> None:
        answered.append((await receive())["type"])

    async def connects() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def refused(said: Any) -> None:
        answered.append(said["type"])

    casino: Any = SimpleNamespace(
        settings=SimpleNamespace(proxies=(), workers=2), secret="", units={"war-1": None},
        hosting=SimpleNamespace(kept=kept, closed={}), aside=asyncio.to_thread,
        store=SimpleNamespace(address_of=lambda unit: None),
    )  # fmt: skip
    monkeypatch.setattr(across, "AGAIN", 0.0)
    scope: Any = {"type": ScopeType.WEBSOCKET, "path": "/api/tables/war-1/socket", "headers": []}
    run(Across(application, casino)(scope, connects, refused))  # type: ignore[arg-type]
    assert looks == ["war-1"] * 3 and answered == ["websocket.connect"]
