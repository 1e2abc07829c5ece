"""A casino with a cabinet on a line for the tests, and the pipe between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tapete.core.book.plan import plan
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.api.machines import significant
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import Maquina
from tapete.floor.units.maquina.line import Line
from tapete.floor.units.maquina.wire import Wire
from tests.floor.cabinet import METERED, CabinetDouble
from tests.floor.casino import give_chips
from tests.floor.machines import machine_spec, sent
from tests.floor.pots import STILL

WORTH = 500
NOON = 1_700_000_000.0


class Pipe:
    """A pipe of bytes to a cabinet, without network: what is written is answered at once."""

    def __init__(self, cabinet: CabinetDouble) -> None:
        self.cabinet, self.reader, self.deaf_to = cabinet, asyncio.StreamReader(), b""
        self.left: int | None = None
        """So many polls are heard before the line is cut; ``lost``: the next one too, and only its
        answer is lost."""
        self.lost = False

    def write(self, poll: bytes) -> None:
        if self.deaf_to and poll[1:].startswith(self.deaf_to):
            raise ConnectionError("the line is cut")
        if self.left == 0:
            if self.lost:
                self.cabinet.answer(poll)
            raise ConnectionError("the line is cut")
        if self.left is not None:
            self.left -= 1
        self.reader.feed_data(self.cabinet.answer(poll))

    async def drain(self) -> None:
        pass


class Room:
    """A casino with one machine that is a cabinet on a line; the test takes the turns."""

    def __init__(self, url: str, store: Store, **fields: Any) -> None:
        self.store = store
        spec = machine_spec(
            "tres-cerezas", id="m12", denomination=WORTH, tickets=True, line="127.0.0.1:9/1",
            **{"handpay": 50_000, "two_signatures": 500_000, **fields},
        )  # fmt: skip
        other = machine_spec("tres-cerezas", id="m31", number=31, tickets=True)
        Hosts(store, SHARED).begin(plan(), [spec, other], NOON)
        for one in (spec, other):
            store.add(one)
        give_chips(store)
        settings = Settings(db=url, node="uno", clocks=STILL, lease=1e6)
        self.casino = Casino(settings, now=lambda: NOON)
        self.cabinet = CabinetDouble("tres-cerezas", WORTH, handpay=50_000)

    def heal(self) -> None:
        """A new connection."""
        self.pipe: Any = Pipe(self.cabinet)
        self._line: Line | None = None

    @property
    def line(self) -> Line:
        if self._line is None:
            keeper = self.casino.keeper("m12")
            self._line = Line(self.casino, keeper, Wire(self.pipe.reader, self.pipe, 1))
        return self._line

    @property
    def unit(self) -> Maquina:
        unit: Maquina = self.casino.keeper("m12").unit
        return unit

    async def turns(self) -> None:
        """Turns until the cabinet has nothing more to tell, and one more."""
        for _ in range(40):
            await self.line.turn()
            if not self.cabinet.told:
                break
        await self.line.turn()

    async def do(self, command: Any, person: str, role: str) -> Any:
        self._n = getattr(self, "_n", 0) + 1
        envelope = sent(command, person, role, id=f"l{self._n}", at=NOON)
        return await self.casino.keeper("m12").send(envelope)

    def agrees(self) -> None:
        """Meters and credits are the cabinet's; ledger and audit agree."""
        mine, theirs = self.unit.cabinet, self.cabinet.state
        told = {name: (mine.meters.get(name, 0), theirs.meters.get(name, 0)) for name in METERED}
        assert all(ours == its for ours, its in told.values()), told
        assert mine.credits.get(1, 0) == theirs.credits.get(1, 0)
        assert {key: one for key, one in mine.played.items() if one["plays"]} == theirs.played
        assert list(audit(self.store)) == []

    def events(self, since: int = 0) -> list[str]:
        steps = self.casino.keeper("m12").chain.steps
        told = reversed(significant(self.store, "m12", steps, within=steps - since))
        return [f"{one.kind.removeprefix('machine-')} {one.code}".strip() for one in told]


def run(room: Room, story: Callable[[], Any]) -> None:
    async def whole() -> None:
        await room.casino.start()
        room.heal()
        await room.line.turn()
        await story()
        await room.casino.stop()

    asyncio.run(whole())
