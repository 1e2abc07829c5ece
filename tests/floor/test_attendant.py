"""What the house does beside a unit: it goes on whatever breaks, and ends with the unit."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tapete.floor.house import hosting
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel.attendant import Attendant
from tapete.floor.units.sala import post
from tapete.floor.units.sala.post import Postman
from tapete.systems.letters import Letter


class Unit:
    """As much of a keeper as whoever attends a unit looks at."""

    unit_id = "bingo-1"

    def __init__(self, *letters: Letter) -> None:
        self.gone, self.watchers, self.letters = asyncio.Event(), [], list(letters)
        mail = SimpleNamespace(state=SimpleNamespace(next_to=self.next_to))
        self.unit = SimpleNamespace(
            linked=SimpleNamespace(mail=mail),
            spec=SimpleNamespace(joint=SimpleNamespace(me="norte")),
        )

    def next_to(self, to: str) -> Letter | None:
        return self.letters[0] if self.letters else None

    @property
    def lost(self) -> bool:
        return self.gone.is_set()

    async def read(self, look: Any) -> Any:
        return look()


class Waiter(Attendant):
    """Has nothing to do, and waits for news."""

    looked = 0

    async def advance(self) -> float | None:
        self.looked += 1
        return None


async def ended(work: Any, unit: Unit) -> None:
    """Somebody attends a unit, and the unit goes to another node."""
    attending = asyncio.create_task(work)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not attending.done()
    unit.gone.set()
    await attending


def test_whoever_attends_a_unit_goes_when_it_goes() -> None:
    async def night() -> None:
        async with asyncio.timeout(600):
            unit: Any = Unit()
            waiter = Waiter(SimpleNamespace(), unit)  # type: ignore[arg-type]
            await ended(waiter.attend(), unit)
            assert waiter.looked == 1
            unit = Unit()
            await ended(Postman(SimpleNamespace(), unit, "sur", "http://x").run(), unit)  # type: ignore[arg-type]

    asyncio.run(night())


def test_a_letter_is_carried_once_the_database_answers_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def key(store: Any, hall: str, other: str) -> bytes | None:
        tried.append(other)
        raise OperationalError("SELECT", {}, Exception("cut"))

    async def night() -> None:
        unit: Any = Unit(Letter(to="sur", n=1, body="x"))

        async def aside(work: Any) -> Any:
            if len(tried) == 2:
                unit.gone.set()
            return work()

        house: Any = SimpleNamespace(aside=aside, store=None)
        async with asyncio.timeout(600):
            await Postman(house, unit, "sur", "http://x").run()

    monkeypatch.setattr(post, "link_key", key)
    monkeypatch.setattr(post, "SOONEST", 0.0)
    asyncio.run(night())
    assert tried == ["sur"] * 3


def test_what_breaks_beside_a_unit_is_told(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, Any]] = []
    monkeypatch.setattr(
        hosting.log, "error", lambda what, **facts: told.append((what, facts["exc_info"])),
        raising=False,
    )  # fmt: skip
    error = RuntimeError("broken")

    async def breaks() -> None:
        raise error

    async def night() -> None:
        casino = Casino(Settings(db=f"sqlite:///{tmp_path}/c.db"))
        casino.hosting.spawn(breaks())
        await asyncio.gather(*casino.hosting._tasks, return_exceptions=True)
        casino.store.close()

    asyncio.run(night())
    assert told == [("task-broken", error)]
