"""The keeper of a table: one task that owns it, takes commands one after another, has each written,
and only then tells those who watch.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from tapete.core.event import Moment, RoundVoided
from tapete.core.refused import Refused
from tapete.floor import metrics
from tapete.floor.failpoints import failpoint
from tapete.floor.hosted import Envelope, Hosted, Step
from tapete.floor.logs import log
from tapete.floor.port import Entry, Kept, LostTable, Overtaken, Repeated, Scribe, Steps
from tapete.floor.pots import Fed, PotHost, write_fed

MEMORY_EVERY = 100
"""A snapshot is written with the step that ends a round, at most every so many steps."""
KNOWN = 512
"""So many of the last commands are known to have been carried out without looking."""

Watcher = Callable[[Step], Awaitable[None]]
Waiting = tuple[Envelope, str | None, float, "asyncio.Future[Step | Kept]"]
"""A command in line, the state its sender saw, when it came in, and who waits for it."""
STALE = "CAT-I.1-13"
FAILED = "falla"


class Keeper:
    """Owns one table on this node. ``epoch`` is the right to write its log, ``pot`` the pot it is
    linked to."""

    def __init__(
        self,
        build: Callable[[], Hosted],
        store: Steps,
        writer: Scribe,
        epoch: int,
        pot: PotHost | None = None,
    ) -> None:
        self._build, self.store, self.writer, self.epoch = build, store, writer, epoch
        self.pot = pot
        self.hosted = build()
        store.load(self.hosted)
        self._remembered = self.hosted.steps
        self.watchers: list[Watcher] = []
        self._line: deque[Waiting] = deque()
        self._done: OrderedDict[str, None] = OrderedDict()
        self._news = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self.began = 0.0
        """When the command last carried out came in, by the performance counter."""
        self.gone = asyncio.Event()
        """Set when the table is not ours any more."""

    @property
    def table_id(self) -> str:
        return self.hosted.spec.id

    @property
    def lost(self) -> bool:
        """Whether another node may have the table: nothing more is done with it here."""
        return self.gone.is_set()

    def lose(self, why: str) -> None:
        """Let go of a table that is not ours any more, or that we cannot read."""
        if not self.lost:
            self.gone.set()
            self._news.set()
            metrics.LOST.inc()
            log.warning("table-lost", table=self.table_id, epoch=self.epoch, why=why)

    async def send(self, envelope: Envelope, *, saw: str | None = None) -> Step | Kept:
        """Carry a command out, once. ``saw`` is the state its sender saw: if the table has gone on
        since, it is refused. A command that was carried out before gives its step again.

        Whoever sent it may hang up; what has begun is carried through all the same.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Step | Kept] = loop.create_future()
        self._line.append((envelope, saw, time.perf_counter(), done))
        if self._work is None:
            self._work = loop.create_task(self._work_off())
        return await done

    async def _work_off(self) -> None:
        """Carry out what stands in line, one after another, until nothing does."""
        try:
            while self._line:
                envelope, saw, began, done = self._line.popleft()
                try:
                    result = await self._counted(envelope, saw, began)
                except Exception as error:
                    if not done.cancelled():  # whoever sent it has hung up
                        done.set_exception(error)
                else:
                    if not done.cancelled():
                        done.set_result(result)
        finally:
            self._work = None

    async def settled(self) -> None:
        """Wait until what has begun is over."""
        if self._work is not None:
            await asyncio.wait([self._work])

    async def _counted(self, envelope: Envelope, saw: str | None, began: float) -> Step | Kept:
        kind, outcome = str(envelope.command.__struct_config__.tag), "failed"
        try:
            done = await self._send(envelope, saw, began)
            outcome = "done" if isinstance(done, Step) else "repeated"
            return done
        except Refused:
            outcome = "refused"
            raise
        except LostTable:
            outcome = "lost"
            raise
        finally:
            metrics.COMMANDS.labels(kind, outcome).inc()

    async def _send(self, envelope: Envelope, saw: str | None, began: float) -> Step | Kept:
        failpoint("received")
        if self.lost:
            raise LostTable(self.table_id)
        if envelope.id in self._done:
            return self._found(envelope)
        try:
            if saw is not None and saw != self.hosted.hash:
                now = self.hosted.hash[:12]
                raise Refused(STALE, "table-moved-on", saw=saw[:12], now=now)
            step = await self._carry_out(envelope)
        except (Refused, Repeated):
            # It may have been carried out long ago, and be refused now for that very reason.
            kept = self.store.find_command(self.table_id, envelope.id)
            if kept is None:
                raise
            return kept
        metrics.COMMITTED.observe(time.perf_counter() - began)
        self._done[envelope.id] = None
        if len(self._done) > KNOWN:
            self._done.popitem(last=False)
        if step.record is not None:
            metrics.ROUNDS.labels(self.hosted.spec.game).inc()
        for event in step.events:
            if isinstance(event, RoundVoided) and event.cause == FAILED:
                log.error("round-failed", table=step.table, round=event.round, id=envelope.id)
        self.began = began
        await self._tell(step)
        return step

    def _found(self, envelope: Envelope) -> Kept:
        kept = self.store.find_command(self.table_id, envelope.id)
        assert kept is not None, "what was done is written"
        return kept

    async def _carry_out(self, envelope: Envelope) -> Step:
        """Apply a command and have it written."""
        if self.pot is None:
            step = self._apply(envelope)
            failpoint("applied")
            await self._write(step)
            return step
        while True:
            try:
                return await self._with_pot(envelope, self.pot)
            except Overtaken:
                continue  # each time another node has written something: it comes to an end

    def _apply(self, envelope: Envelope) -> Step:
        try:
            return self.hosted.apply(envelope)
        except Refused:
            raise
        except Exception as error:  # it may have been half done
            log.error("command-broken", table=self.table_id, id=envelope.id, exc_info=error)
            self._reload()
            raise

    async def _with_pot(self, envelope: Envelope, pot: PotHost) -> Step:
        """The same at a table with a pot: nobody else moves it until what came of it is written."""
        async with pot.turn:
            try:
                step = self._apply(envelope)
                failpoint("applied")
                fed = pot.fed()
                if fed is not None:
                    await self._write(step, fed)
                    pot.keep(fed)
                    failpoint("pot-kept")
            except Overtaken:
                pot.refresh()
                raise
            except BaseException:
                pot.forget()
                raise
        if fed is None:
            await self._write(step)
        return step

    async def _write(self, step: Step, fed: Fed | None = None) -> None:
        between = self.hosted.table.live is None and step.record is not None
        remember = between and step.number - self._remembered >= MEMORY_EVERY
        memory = self.hosted.memory() if remember else None

        besides = () if fed is None else fed.transfers
        entry = Entry(self.store, step, self.epoch, memory, besides)

        def with_pot(connection: Any) -> None:
            assert fed is not None
            write_fed(connection, fed, step.table, step.number, step.envelope.at)
            failpoint("pot-written")
            entry(connection)

        try:
            await self.writer.write(entry if fed is None else with_pot)
        except LostTable:
            self.lose("written-by-another")
            raise
        except BaseException as error:
            if not isinstance(error, Refused | Repeated | Overtaken):
                log.error("write-failed", table=self.table_id, step=step.number, why=repr(error))
            self._reload()
            if self.hosted.hash not in (step.before, step.hash):
                self.lose("written-late")  # nobody was told: whoever listens reads it in the log
            if self.hosted.hash != step.hash:
                raise
            # It was said to have failed, and is written.
        if remember:
            self._remembered = step.number

    async def changed(self, seconds: float | None) -> None:
        """Wait until something is done at the table, or so many seconds."""
        with suppress(TimeoutError):
            # Not wait_for: cancelled just as the news arrive, it would not be cancelled at all.
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()

    async def _tell(self, step: Step) -> None:
        self._news.set()
        for watcher in list(self.watchers):
            await watcher(step)
            failpoint("some-told")
        failpoint("told")

    def _reload(self) -> None:
        """What we hold did not come to be: read the table anew from what is written."""
        hosted = self._build()
        try:
            self.store.load(hosted)
        except Exception as error:
            self.lose(f"unreadable: {error!r}")
            raise LostTable(self.table_id) from error
        self.hosted = hosted

    def time_goes_by(self, now: Moment) -> bool:
        """Whether some payment held here is due, or a place was kept long enough."""
        held = self.hosted.table.holds.open.values()
        return self.hosted.waiting.due(now) or any(now >= hold.until for hold in held)
