"""The keeper of a unit: one task that owns it, takes commands one after another, has each written,
and only then tells those who watch.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, TypeVar

from tapete.core.book.refused import Refused
from tapete.core.round.event import RoundVoided
from tapete.floor.aggregates.shared import AnyPending, AnyShared, turns, unwritten, write_pending
from tapete.floor.house import metrics
from tapete.floor.house.logs import log
from tapete.floor.house.tracing import COMMAND, STEP, TRANSACTION, note, span
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.failpoints import failpoint
from tapete.floor.kernel.port import Also, Entry, Kept, LostUnit, Overtaken, Repeated, Scribe, Steps
from tapete.floor.kernel.unit import Envelope, Unit

MEMORY_EVERY = 100
"""A snapshot is written with a step that leaves the unit at rest, at most every so many steps."""
KNOWN = 512
"""So many of the last commands are known to have been carried out without looking."""

Watcher = Callable[[Step], Awaitable[None]]
STALE = "CAT-I.1-13"
FAILED = "falla"
T = TypeVar("T")


class Waiting(NamedTuple):
    """A command in line, the state its sender saw, what is written along with it, when it came in,
    and who waits for it."""

    envelope: Envelope[Any]
    saw: str | None
    also: Also | None
    began: float
    done: asyncio.Future[Step | Kept]


class Turn:
    """A turn in line of somebody who does something with several units: nobody else's command is
    carried out until it is over."""

    def __init__(self) -> None:
        self.reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.over = asyncio.Event()


class Keeper:
    """Owns one unit on this node. ``epoch`` is the right to write its log, ``shared`` are the
    aggregates it shares with other units."""

    def __init__(
        self,
        build: Callable[[], Unit],
        store: Steps,
        writer: Scribe,
        epoch: int,
        shared: Sequence[AnyShared] = (),
    ) -> None:
        self._build, self.store, self.writer, self.epoch = build, store, writer, epoch
        self.shared = tuple(sorted(shared, key=lambda one: one.ref))  # and so they are written
        self.chain: Chain[Any] = Chain(build())
        store.load(self.chain)
        self._remembered = self.chain.steps
        self.watchers: list[Watcher] = []
        self._line: deque[Waiting | Turn] = deque()
        self._done: OrderedDict[str, None] = OrderedDict()
        self._news = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self._looks: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._further: list[asyncio.Future[None]] = []
        self._unwritten = False
        self.began = 0.0
        """When the command last carried out came in, by the performance counter."""
        self.gone = asyncio.Event()
        """Set when the unit is not ours any more."""

    @property
    def unit_id(self) -> str:
        return self.chain.id

    @property
    def unit(self) -> Any:
        """What it keeps."""
        return self.chain.unit

    @property
    def lost(self) -> bool:
        """Whether another node may have the unit: nothing more is done with it here."""
        return self.gone.is_set()

    def lose(self, why: str) -> None:
        """Let go of a unit that is not ours any more, or that we cannot read."""
        if not self.lost:
            self.gone.set()
            self._news.set()
            metrics.LOST.inc()
            log.warning("unit-lost", unit=self.unit_id, epoch=self.epoch, why=why)

    async def send(
        self, envelope: Envelope[Any], *, saw: str | None = None, also: Also | None = None
    ) -> Step | Kept:
        """Carry a command out, once. ``saw`` is the state its sender saw: if the unit has gone on
        since, it is refused. ``also`` is written in the same transaction. A command that was
        carried out before gives its step again.

        Whoever sent it may hang up; what has begun is carried through all the same.
        """
        done: asyncio.Future[Step | Kept] = asyncio.get_running_loop().create_future()
        self._stand_in_line(Waiting(envelope, saw, also, time.perf_counter(), done))
        try:
            return await done
        finally:
            del done  # a refusal remembers this frame: it would never be freed without a search

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Have exclusive use of the unit: commands sent before are done, commands sent now wait.
        What is done meanwhile (by `apply`, `read_anew` and `tell`) is visible to nobody until the
        turn is over."""
        turn = Turn()
        self._stand_in_line(turn)
        try:
            await turn.reached
            self._unwritten = True
            try:
                yield
            finally:
                self._unwritten = False
                self._show()
        finally:
            turn.over.set()

    def _stand_in_line(self, one: Waiting | Turn) -> None:
        self._line.append(one)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._work_off())

    async def _work_off(self) -> None:
        """Carry out what stands in line, one after another, until nothing does."""
        try:
            while self._line:
                next_ = self._line.popleft()
                if isinstance(next_, Turn):
                    if not next_.reached.cancelled():
                        next_.reached.set_result(None)
                        await next_.over.wait()
                    continue
                try:
                    result = await self._counted(next_)
                except Exception as error:
                    if isinstance(error, Refused):  # an answer: where it came from is of no use,
                        error.__traceback__ = None  # and would hold on to the future that holds it
                    if not next_.done.cancelled():  # whoever sent it has hung up
                        next_.done.set_exception(error)
                else:
                    if not next_.done.cancelled():
                        next_.done.set_result(result)
        finally:
            self._work = None

    async def settled(self) -> None:
        """Wait until what has begun is over."""
        if self._work is not None:
            await asyncio.wait([self._work])

    async def read(self, look: Callable[[], T]) -> T:
        """A consistent read of the unit as it stands in the log: while a step is being written the
        reader waits until it is committed, or has failed."""
        if not self._unwritten:
            return look()
        seen: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._looks.append((look, seen))
        return await seen

    def _show(self) -> None:
        """Let those look who have waited."""
        looks, self._looks = self._looks, []
        for look, seen in looks:
            if seen.cancelled():
                continue
            try:
                seen.set_result(look())
            except Exception as error:
                seen.set_exception(error)

    async def _counted(self, next_: Waiting) -> Step | Kept:
        sent, outcome = next_.envelope, "failed"
        kind = str(sent.command.__struct_config__.tag)
        id = sent.id.removeprefix(f"{sent.person}/")  # who sent it stands in no trace
        with span(COMMAND, unit=self.unit_id, command=kind, id=id) as seen:
            try:
                done = await self._send(next_)
                outcome = "done" if isinstance(done, Step) else "repeated"
                return done
            except Refused:
                outcome = "refused"
                raise
            except LostUnit:
                outcome = "lost"
                raise
            finally:
                metrics.COMMANDS.labels(kind, outcome).inc()
                note(seen, outcome=outcome)

    async def _send(self, next_: Waiting) -> Step | Kept:
        envelope, saw, began = next_.envelope, next_.saw, next_.began
        failpoint("received")
        if self.lost:
            raise LostUnit(self.unit_id)
        if envelope.id in self._done:
            return await self._found(envelope)
        try:
            self.check_seen(saw)
            self._unwritten = True
            try:
                step = await self._carry_out(envelope, next_.also)
            finally:
                self._unwritten = False
                self._show()
        except (Refused, Repeated):
            # It may have been carried out long ago, and be refused now for that very reason.
            kept = await self.find(envelope.id)
            if kept is None:
                raise
            return kept
        metrics.COMMITTED.observe(time.perf_counter() - began)
        self._done[envelope.id] = None
        if len(self._done) > KNOWN:
            self._done.popitem(last=False)
        if step.record is not None and step.record.header.act is None:
            metrics.ROUNDS.labels(step.record.header.game).inc()
        for event in step.events:
            if isinstance(event, RoundVoided) and event.cause == FAILED:
                log.error("round-failed", unit=step.unit, round=event.round, id=envelope.id)
        self.began = began
        await self.tell(step)
        return step

    def check_seen(self, saw: str | None) -> None:
        """Raise `Refused` if the unit has gone on since somebody saw it."""
        if saw is not None and saw != self.chain.hash:
            now = self.chain.hash[:12]
            raise Refused(STALE, "table-moved-on", saw=saw[:12], now=now)

    async def _found(self, envelope: Envelope[Any]) -> Kept:
        kept = await self.find(envelope.id)
        assert kept is not None, "what was done is written"
        return kept

    async def find(self, command_id: str) -> Kept | None:
        """The step of a command that was carried out before."""
        return await self._aside(lambda: self.store.find_command(self.unit_id, command_id))

    async def _aside(self, read: Callable[[], T]) -> T:
        """Read something; where that may take long nothing else waits for it."""
        return await asyncio.to_thread(read) if self.store.slow else read()

    async def _carry_out(self, envelope: Envelope[Any], also: Also | None) -> Step:
        """Apply a command and have it written."""
        if not self.shared:
            step = await self.apply(envelope)
            failpoint("applied")
            await self._write(step, also=also)
            return step
        while True:
            try:
                return await self._with_shared(envelope, also)
            except Overtaken:
                continue  # each time another node has written something: it comes to an end

    async def apply(self, envelope: Envelope[Any]) -> Step:
        """Carry a command out in memory. Whoever does has the unit to himself."""
        try:
            with span(STEP, unit=self.unit_id):
                return self.chain.apply(envelope)
        except Refused:
            raise
        except Exception as error:  # it may have been half done
            log.error("command-broken", unit=self.unit_id, id=envelope.id, exc_info=error)
            await self.read_anew()
            raise

    async def _with_shared(self, envelope: Envelope[Any], also: Also | None) -> Step:
        """The same at a unit that shares aggregates: nobody else moves them until what came of it
        is written."""
        async with turns(self.shared):
            step = await self.apply(envelope)
            failpoint("applied")
            done = unwritten(self.shared)
            if done:
                await self._write(step, [what for _, what in done], also)
                for one, what in done:
                    one.keep(what)
                failpoint("shared-kept")
        if not done:
            await self._write(step, also=also)
        return step

    async def _write(
        self, step: Step, pending: Sequence[AnyPending] = (), also: Also | None = None
    ) -> None:
        due = step.number - self._remembered >= MEMORY_EVERY
        memory = self.chain.memory() if due else None
        besides = tuple(transfer for what in pending for transfer in what.transfers)
        entry = Entry(self.store, step, self.epoch, memory, besides, also)

        def with_shared(connection: Any) -> None:
            for what in pending:
                write_pending(connection, what, step.unit, step.number, step.envelope.at)
            failpoint("shared-written")
            entry(connection)

        try:
            with span(TRANSACTION, unit=step.unit, step=step.number):
                await self.writer.write(with_shared if pending else entry)
        except LostUnit:
            self.lose("written-by-another")
            raise
        except BaseException as error:
            if not isinstance(error, Refused | Repeated | Overtaken):
                log.error("write-failed", unit=self.unit_id, step=step.number, why=repr(error))
            await self.read_anew()
            if self.chain.hash not in (step.before, step.hash):
                self.lose("written-late")  # nobody was told: whoever listens reads it in the log
            if self.chain.hash != step.hash:
                raise
            # It was said to have failed, and is written.
        if memory is not None:
            self._remembered = step.number

    async def changed(self, seconds: float | None) -> None:
        """Wait until something is done at the unit, or so many seconds."""
        with suppress(TimeoutError):
            # Not wait_for: cancelled just as the news arrive, it would not be cancelled at all.
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()

    async def goes_on(self, steps: int, seconds: float) -> bool:
        """Wait until more has been done at the unit than so many steps; False: not in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.chain.steps <= steps:
                    further: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                    self._further.append(further)
                    await further
        return self.chain.steps > steps

    async def tell(self, step: Step) -> None:
        """Tell those who watch. It is written."""
        self._news.set()
        further, self._further = self._further, []
        for one in further:
            if not one.cancelled():
                one.set_result(None)
        for watcher in list(self.watchers):
            try:
                await watcher(step)
            except Exception as error:  # what one cannot hear the others can
                log.error("not-told", unit=self.unit_id, step=step.number, exc_info=error)
            failpoint("some-told")
        failpoint("told")

    async def read_anew(self) -> None:
        """Discard the unit in memory, which was not committed, and read it anew from the log."""
        chain: Chain[Any] = Chain(self._build())
        try:
            await self._aside(lambda: self.store.load(chain))
        except Exception as error:
            self.lose(f"unreadable: {error!r}")
            raise LostUnit(self.unit_id) from error
        self.chain = chain
