"""What this node hosts: the units it has leased, each with its keeper and its minder.

A unit that cannot be read stays closed by itself: the others play on, it is looked at again now and
then, and `/health` names it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from math import ceil
from time import monotonic
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from tapete.core.round.event import Moment
from tapete.floor.chance.dealer import Dealer
from tapete.floor.house import metrics
from tapete.floor.house.logs import log
from tapete.floor.house.nodename import Name, NameTaken, name_of
from tapete.floor.house.settings import Settings
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.minder import Minder
from tapete.floor.kernel.unit import Spec
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import Store

T = TypeVar("T")
AGAIN = 1.0
"""Seconds after which leases that could not be kept up are tried again."""
LEAVE_TRIES = 2
PATIENCE = 60.0
"""Seconds after which a unit that could not be read is looked at again."""


class House(Protocol):
    """What hosting asks of the casino: a keeper of a unit, and what is done once it is kept."""

    def keeper_of(self, spec: Spec, epoch: int) -> Keeper: ...

    def dealer_of(self, spec: Spec) -> Dealer: ...

    async def taken(self, keeper: Keeper) -> None: ...


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How this node is: ``closed`` are the units that cannot be read, ``troubled`` those where what
    is due fails just now; ``writer`` whether what waits gets written, ``waiting`` how much waits,
    ``commit_age`` the seconds since something was last written."""

    units: int
    closed: tuple[str, ...]
    troubled: tuple[str, ...]
    writer: bool
    waiting: int
    commit_age: float | None

    @property
    def well(self) -> bool:
        return self.writer and not self.closed and not self.troubled


class Hosting:
    """The units of this node."""

    def __init__(
        self, settings: Settings, store: Store, now: Callable[[], Moment], house: House
    ) -> None:
        self.settings, self.store, self.now = settings, store, now
        self.node = settings.node
        self.house = house
        self.writer: Writer | None = None
        self.specs: dict[str, Spec] = {}
        self.keepers: dict[str, Keeper] = {}
        self.minders: dict[str, Minder] = {}
        self.closed: dict[str, str] = {}
        self._look_again: dict[str, Moment] = {}
        self._name: Name | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._look = asyncio.Event()
        self._leasing = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "leases")
        """Of its own: leases are kept up however many others want a thread."""
        self.changed: Callable[[], None] = lambda: None
        """Called when this node keeps a unit more, or one less."""
        self._began = now()
        self._renewed = monotonic()

    # Starting and stopping

    async def start(self) -> None:
        """Take the units that are free and let them run."""
        self._name = await self._aside(lambda: name_of(self.store, self.settings.node))
        self.node = self._name.node
        self.writer = Writer(self.store)
        self._began = self.now()
        await self._aside(self._say_here)
        await self._aside(self._free_the_dead)
        await self.take(own=True)
        self.spawn(self._keep_leases())

    async def stop(self) -> None:
        """Let the units go, for another node to take."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for keeper in self.keepers.values():
            await keeper.settled()
        if self.writer is not None:
            self.writer.close()
        await self._aside(self._leave)
        if self._name is not None:
            self._name.let_go()
        self._thread.shutdown()
        metrics.TABLES.set(0)

    def _leave(self) -> None:
        """Release our leases. If the database does not answer they expire by themselves."""
        for _ in range(LEAVE_TRIES):  # the first may find that the connection was cut
            try:
                self.store.leave(self.node)
                return
            except SQLAlchemyError as error:
                log.error("not-left", node=self.node, why=repr(error))

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Something to be done as long as the node runs."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Log the error of a task at once, not when the task happens to be collected."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task-broken", node=self.node, exc_info=error)

    async def _aside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # Leases

    async def take(self, *, own: bool = False) -> None:
        """Take units nobody holds, as many as are this node's share, and bring each to where its
        log ends."""
        async with self._leasing:
            self.specs = {spec.id: spec for spec in await self._aside(self.store.specs)}
            share, mine = await self._share(), len(self._mine())
            for specs in self._groups().values():
                if any(self.kept(spec.id) for spec in specs):
                    await self._try_closed(specs)
                    continue
                counted = any(spec.id in self.closed for spec in specs)
                if self._is_early(specs) or (mine >= share and not counted):
                    continue
                leased = await self._aside(partial(self._lease, specs, own=own))
                mine += bool(leased) - counted
                for spec in specs:  # closed no more, or only if it still cannot be read here
                    self.closed.pop(spec.id, None)
                for spec, epoch in leased:
                    await self._keep(spec, epoch)
                    if monotonic() >= self._renewed + self.settings.lease / 3:
                        await self._renew()  # else the first are over before the last is taken
        metrics.TABLES.set(sum(map(self.kept, self.keepers)))

    async def _try_closed(self, specs: list[Spec]) -> None:
        """One of a group that could not be read is looked at again, while the others play on."""
        for spec in specs:
            if spec.id in self.closed and not self._is_early([spec]):
                seconds = self.settings.lease
                again = partial(self.store.lease_again, spec.id, self.node, seconds=seconds)
                epoch = await self._aside(again)
                if epoch is not None:
                    await self._keep(spec, epoch)

    def _lease(self, specs: list[Spec], *, own: bool) -> list[tuple[Spec, int]]:
        """The units of a group, if nobody holds it, with the right to write each."""
        seconds = self.settings.lease
        epochs = self.store.lease(specs[0].id, self.node, seconds=seconds, own=own)
        return [] if epochs is None else [(spec, epochs[spec.id]) for spec in specs]

    def kept(self, unit: str) -> bool:
        """Whether this node keeps a unit."""
        keeper = self.keepers.get(unit)
        return keeper is not None and not keeper.lost

    def _groups(self) -> dict[str, list[Spec]]:
        found: dict[str, list[Spec]] = {}
        for spec in self.specs.values():
            found.setdefault(spec.group or spec.id, []).append(spec)
        return found

    def _mine(self) -> list[list[Spec]]:
        """The groups of which this node keeps something, or would if it could be read."""
        return [
            specs
            for specs in self._groups().values()
            if any(self.kept(spec.id) or spec.id in self.closed for spec in specs)
        ]

    async def _share(self) -> int:
        """How many groups are this node's fair share."""
        nodes = await self._aside(lambda: self.store.alive(seconds=self.settings.lease))
        if self.now() < self._began + self.settings.lease:  # those started with it are on their way
            nodes = max(nodes, self.settings.workers)
        return ceil(len(self._groups()) / max(1, nodes))

    def _is_early(self, specs: list[Spec]) -> bool:
        """Whether one of them could not be read a short while ago."""
        return any(self._look_again.get(spec.id, 0.0) > self.now() for spec in specs)

    async def _keep(self, spec: Spec, epoch: int) -> None:
        """Keep a unit. One that cannot be read stays closed, and stops nothing else."""
        try:
            keeper = await self._aside(lambda: self.house.keeper_of(spec, epoch))
            self.keepers[spec.id] = keeper
            await self.house.taken(keeper)
        except Exception as error:
            log.error("unit-closed", unit=spec.id, epoch=epoch, exc_info=error)
            self.closed[spec.id] = repr(error)[:300]
            self._look_again[spec.id] = self.now() + PATIENCE
            if spec.id in self.keepers:
                self.keepers[spec.id].lose("closed")
            await self._aside(partial(self.store.release, self.node, spec.id))
            return
        self.closed.pop(spec.id, None)
        minder = Minder(keeper, self.house.dealer_of(spec), self.now)
        self.minders[spec.id] = minder
        self.spawn(self._mind(minder))
        self.changed()
        log.info("unit-taken", unit=spec.id, epoch=epoch, step=keeper.chain.steps)

    async def _mind(self, minder: Minder) -> None:
        await minder.run()
        self.changed()
        self._look.set()  # it was lost: perhaps only to a failed write, and is ours to take again

    def look(self) -> None:
        """Look at once which units there are to take."""
        self._look.set()

    def _free_the_dead(self) -> None:
        """Release the leases of processes of this machine that are known to be dead."""
        for node in self.store.holders():
            if node != self.node:
                with suppress(NameTaken):
                    name = Name(self.store, node)
                    self.store.leave(node)
                    name.let_go()

    async def _keep_leases(self) -> None:
        """Renew the leases periodically, and take units that others have released."""
        while True:
            await _within(self.settings.lease / 3, self._look.wait())
            soon = self._look.is_set()
            self._look.clear()
            try:
                await self.keep_up(own=soon)
            except Exception as error:  # it is tried again, also what was to be done at once
                log.error("lease-failed", node=self.node, why=repr(error))
                await asyncio.sleep(min(AGAIN, self.settings.lease / 3))
                if soon:
                    self._look.set()

    async def keep_up(self, *, own: bool = False) -> None:
        """Renew our leases, let go of what is beyond our share, take what is free."""
        await self._renew()
        await self._let_go()
        await self.take(own=own)

    async def _renew(self) -> None:
        self._renewed = monotonic()
        await self._aside(self._say_here)
        seconds, held = self.settings.lease, dict(self.keepers)
        ours = await self.write(
            lambda connection: self.store.renew(connection, self.node, seconds=seconds)
        )
        for id, keeper in held.items():  # one that was taken meanwhile is not among ours yet
            if ours.get(id) != keeper.epoch:
                keeper.lose("leased-to-another")

    async def _let_go(self) -> None:
        """Release the units beyond our share, between rounds, for a node that has fewer."""
        share, mine = await self._share(), self._mine()
        surplus = len(mine) - share
        if surplus <= 0:
            return
        for specs in sorted(mine, key=self._present):  # first where nobody is
            if surplus <= 0:
                return
            keepers = [self.keepers[spec.id] for spec in specs if self.kept(spec.id)]
            if any(keeper.unit.held() is None for keeper in keepers):
                continue  # a round is in course
            for keeper in keepers:
                keeper.lose("let-go")
                await keeper.settled()
            ids = [spec.id for spec in specs]
            await self._aside(partial(self.store.release, self.node, *ids))
            surplus -= 1

    def _present(self, specs: list[Spec]) -> int:
        here = [self.keepers[spec.id] for spec in specs if self.kept(spec.id)]
        return sum(len(keeper.unit.present()) for keeper in here)

    @property
    def address(self) -> str:
        """Where this node is reached."""
        return self.settings.address or f"http://{self.settings.host}:{self.settings.port}"

    def _say_here(self) -> None:
        self.store.say_here(self.node, self.address)

    async def write(self, unit: Callable[[Any], T]) -> T:
        """Have something written."""
        assert self.writer is not None
        written: T = await self.writer.write(unit)
        return written

    # How it is

    def health(self) -> Health:
        """How this node is."""
        writer = self.writer
        return Health(
            units=sum(map(self.kept, self.keepers)), closed=tuple(sorted(self.closed)),
            troubled=tuple(
                id
                for id, minder in sorted(self.minders.items())
                if minder.trouble and self.kept(id)
            ),
            writer=writer is not None and writer.alive,
            waiting=0 if writer is None else writer.depth,
            commit_age=None if writer is None else writer.age(),
        )  # fmt: skip


async def _within(seconds: float, work: Awaitable[object]) -> None:
    """Wait for something, or so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        pass
