"""Listening: the sockets of a unit. A step is put into words once for all who see the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from tapete.core.book.account import CLP, Unit
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_event
from tapete.core.round.event import Event
from tapete.core.round.felt import PUBLIC
from tapete.floor.api.edge import is_sane
from tapete.floor.api.guard import Visitor
from tapete.floor.api.language import asked_lang, lang_of, sentence
from tapete.floor.api.messages import (
    Answered,
    Beat,
    Events,
    Hello,
    News,
    NotDone,
    Offers,
    Told,
    UnitCommandIn,
    state_seen,
    told,
)
from tapete.floor.api.refusals import CLEAR, PRESENT, denied, people_in
from tapete.floor.house import metrics
from tapete.floor.house.casino import Casino
from tapete.floor.house.logs import log
from tapete.floor.kernel.chain import Step
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.unit import Mark
from tapete.floor.people.person import Person
from tapete.floor.storage.store import LostUnit
from tapete.floor.units import KINDS
from tapete.telling.explain import person_in

QUEUE = 500
"""Steps a slow listener may fall behind by before it is cut off; it may resume."""
AT_ONCE = 50
"""So many events go to somebody who comes back in one message: the rest follows in others."""
MISSED_MAX = 1000
"""So many events back a socket goes on from; what is older is read by pages."""
BEAT_EVERY = 10.0
"""Seconds after which a socket says that it lives; whoever has gone is found out with it."""
NOT_READING = 20.0
"""Seconds after which whoever takes nothing in is cut off."""
MESSAGE_MAX = 16_384
PATIENCE = 2.0
HUNG_UP = (WebSocketDisconnect, OSError)
ENDS = (*HUNG_UP, LostUnit)
"""How a conversation ends where nothing is wrong: somebody went, or the unit, to another node."""
GONE, FORBIDDEN, NOT_HERE, BEHIND, MOVED = 4401, 4403, 4404, 4408, 4410
"""Why a socket is closed: no session any more, another site's page, no such table, too slow, the
table is kept elsewhere now."""


_encode = msgspec.json.Encoder(enc_hook=str).encode


class Bulletin:
    """One step as it goes out: in one text for everybody who sees the same of it."""

    def __init__(self, casino: Casino, keeper: Keeper, step: Step) -> None:
        self.casino, self.step, self.began = casino, step, keeper.began
        self.now = casino.now()
        self.on_its_way = 0
        self._texts: dict[tuple[str, str | None], str] = {}
        self._events: dict[str | None, tuple[Told, ...]] = {}
        self._sees: Callable[[str], Any] | None = None

    def text(self, viewer: str, lang: str | None) -> str:
        """What this viewer is told. Asked for before the next step is carried out."""
        found = self._texts.get((viewer, lang))
        if found is None:
            step = self.step
            if self._sees is None:
                self._sees = self.casino.seeing(step.unit)
            events, view = self._seen(viewer, lang), self._sees(viewer)
            news = News(state=step.hash, events=events, view=view, now=self.now)
            found = self._texts[viewer, lang] = _encode(news).decode()
        return found

    def _seen(self, viewer: str, lang: str | None) -> tuple[Told, ...]:
        """The events that this viewer may know: each is put into words once for everybody."""
        step = self.step
        if lang not in self._events:
            unit = self.casino.counted_in(step.unit)
            self._events[lang] = tuple(
                _told(step.first + n, event, lang, unit, step.lines[n], self.casino.name_of)
                for n, event in enumerate(step.events)
            )
        return tuple(
            one
            for one, event in zip(self._events[lang], step.events, strict=True)
            if event.seen_by(viewer)
        )

    def told(self) -> None:
        """One listener has it."""
        self.on_its_way -= 1
        if not self.on_its_way:
            metrics.TOLD.observe(time.perf_counter() - self.began)


class Hall:
    """Everybody who listens to a unit on this node."""

    def __init__(self, casino: Casino, keeper: Keeper) -> None:
        self.casino, self.keeper = casino, keeper
        self.listeners: list[Listener] = []

    def came(self, who: str | None) -> None:
        """Somebody has a page open here."""
        if who is not None:
            self.casino.hung_up.came(self.keeper.unit_id, who)

    def went(self, who: str | None) -> None:
        """A page of somebody was closed; he is there as long as another is open."""
        if who is not None and all(one.who != who for one in self.listeners):
            self.casino.hung_up.went(self.keeper.unit_id, who, self.casino.now())

    async def watch(self, step: Step) -> None:
        bulletin = Bulletin(self.casino, self.keeper, step)
        for listener in self.listeners:
            try:
                listener.hear_of(bulletin)
            except LostUnit:  # let go of meanwhile: they are told so, and read on where it is now
                return
            except Exception as error:  # what one cannot hear the others can
                log.error("not-told", unit=step.unit, step=step.number, exc_info=error)
                listener.behind.set()


def hall_of(casino: Casino, keeper: Keeper) -> Hall:
    """The hall of a unit, opened when the first listener comes."""
    for hall in _halls(keeper):
        return hall
    hall = Hall(casino, keeper)
    keeper.watchers.append(hall.watch)
    return hall


def _halls(keeper: Keeper) -> Iterator[Hall]:
    for watcher in keeper.watchers:
        hall = getattr(watcher, "__self__", None)
        if isinstance(hall, Hall):
            yield hall


def duty_changed(casino: Casino, person: str) -> None:
    """Somebody went on duty somewhere, or off: his pages show it though nothing happens there."""
    for keeper in casino.keepers.values():
        for listener in (one for hall in _halls(keeper) for one in hall.listeners):
            if listener.visitor.person is not None and listener.visitor.person.id == person:
                casino.hosting.spawn(listener.see_anew())


class Listener:
    """One socket at one unit: what is told there goes out, what it sends is carried out."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], unit: str, casino: Casino, keeper: Keeper
    ) -> None:
        self.socket, self.unit, self.casino, self.keeper = socket, unit, casino, keeper
        self.kind = KINDS[keeper.unit.spec.kind]
        self.visitor = Visitor(socket, casino)
        self.who = None if self.visitor.person is None else self.visitor.person.id
        self.lang, self.reads = lang_of(socket), asked_lang(socket)
        self.news: asyncio.Queue[tuple[Bulletin | None, str]] = asyncio.Queue(QUEUE)
        self.behind = asyncio.Event()
        self._sending: float | None = None  # since when something waits to go out
        self._state = ""  # of the unit, as he last heard of it
        self._wants_offers = socket.query_params.get("offers") == "1"
        self._offers: tuple[Any, ...] = ()  # as he last heard of them

    async def listen(self) -> None:
        """Until either side goes."""
        hall = hall_of(self.casino, self.keeper)
        hall.listeners.append(self)
        hall.came(self.who)
        metrics.SOCKETS.inc()
        tasks: list[asyncio.Task[Any]] = []
        try:
            await self.greet()
            work = (
                self.tell(), self.hear(), self.look_again(), self.cut_off(), self.keeper.gone.wait()
            )  # fmt: skip
            tasks = [asyncio.create_task(part) for part in work]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self.keeper.lost:  # whoever listens finds out who keeps the table now
                await self.socket.close(code=MOVED)
        except HUNG_UP:
            pass
        finally:
            hall.listeners.remove(self)
            hall.went(self.who)
            metrics.SOCKETS.dec()
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, ENDS):
                    log.error("socket-broken", unit=self.unit, exc_info=result)

    def hear_of(self, bulletin: Bulletin) -> None:
        """Told by the keeper. As whom he sees it, and how the table looks, is settled now: places
        change hands, and the next step may follow at once."""
        if self.behind.is_set():
            return
        try:
            text = bulletin.text(self.casino.viewer_of(self.visitor.person, self.unit), self.reads)
            self.news.put_nowait((bulletin, text))
            bulletin.on_its_way += 1
            self._state = bulletin.step.hash
        except asyncio.QueueFull:
            self.behind.set()

    async def greet(self) -> None:
        """The unit as it is now, and what the listener missed since the number he names."""
        view, mark = await self.look()
        await self.send(Hello(view=view, next=mark.next, now=self.casino.now()))
        start = self.socket.query_params.get("start", "")
        if start.isascii() and start.isdecimal() and len(start) < 10:
            following: int | None = max(int(start), mark.next - MISSED_MAX)
            while following is not None:
                some = await since(
                    self.casino, self.unit, following, self.visitor.person, self.reads, AT_ONCE
                )  # fmt: skip
                view, mark = await self.look()
                now = self.casino.now()
                await self.send(News(state=mark.state, events=some.events, view=view, now=now))
                following = some.next
        await self.offer()

    async def look(self) -> tuple[Any, Mark]:
        """The unit as the listener sees it, and the moment it is at."""
        return await self.keeper.read(self._look)

    def _look(self) -> tuple[Any, Mark]:
        mark = self.keeper.chain.mark
        self._state = mark.state
        return self.casino.view(self.unit, self.visitor.person), mark

    async def see_anew(self) -> None:
        """He sees the unit as somebody else now, though nothing happens there."""
        if await self.visitor.here():
            await self.keeper.read(self._see_anew)

    def _see_anew(self) -> None:
        if self._state != self.keeper.chain.mark.state:
            return  # he is about to be told of a step, and sees it as who he is now
        view, mark = self._look()
        news = News(state=mark.state, events=(), view=view, now=self.casino.now())
        with suppress(asyncio.QueueFull):  # too far behind: he is cut off, and comes back
            self.news.put_nowait((None, _encode(news).decode()))

    async def tell(self) -> None:
        """Send what happens."""
        while True:
            bulletin, text = await self.news.get()
            if not await self.visitor.here():
                await self.socket.close(code=GONE)
                return
            await self.send_text(text)
            if bulletin is not None:
                bulletin.told()
            if self.news.empty():  # of several steps in a row only the last counts
                await self.offer()

    async def offer(self) -> None:
        """Say which bets are open to the listener's own seat, if that has changed."""
        if not self._wants_offers:
            return
        found = await self.keeper.read(self._look_at_offers)
        if found != self._offers:
            self._offers = found
            await self.send(Offers(offers=found))

    def _look_at_offers(self) -> tuple[Any, ...]:
        person, unit = self.visitor.person, self.keeper.unit
        seat = None if person is None else unit.present().get(person.id)
        return () if seat is None else self.kind.offers(unit, seat)

    async def cut_off(self) -> None:
        """Close the socket of a listener who falls too far behind, or has taken nothing in for so
        long; he may come back, with ``start``."""
        while not self.behind.is_set():  # a clock for each message would take more than sending it
            with suppress(TimeoutError):
                async with asyncio.timeout(NOT_READING / 2):
                    await self.behind.wait()
            if self._sending is not None and time.monotonic() - self._sending >= NOT_READING:
                self.behind.set()
        with suppress(TimeoutError):  # he does not read: what is said to him may never go out
            async with asyncio.timeout(PATIENCE):
                await self.socket.close(code=BEHIND)

    async def hear(self) -> None:
        """Carry out what the listener sends."""
        while True:
            text = await self.socket.receive_text()
            if not await self.visitor.here():
                await self.socket.close(code=GONE)
                return
            await self.send(await self.carry_out(text))

    async def look_again(self) -> None:
        """A session that ends ends its sockets, though nothing happens at the unit."""
        while await self.visitor.here():
            await self.send(Beat(now=self.casino.now()))
            await asyncio.sleep(BEAT_EVERY)
        await self.socket.close(code=GONE)

    async def send(self, message: Any) -> None:
        await self.send_text(_encode(message).decode())

    async def send_text(self, text: str) -> None:
        if self._sending is None:
            self._sending = time.monotonic()
        await self.socket.send_data(text, mode="text")
        self._sending = None

    async def carry_out(self, text: str) -> Answered | NotDone:
        id: str | None = None
        try:
            if len(text) > MESSAGE_MAX:
                raise Refused(CLEAR, "message-too-long", maximum=MESSAGE_MAX)
            try:
                data = msgspec.json.decode(text, type=UnitCommandIn)
                id = data.id
                command = data.read(self.kind)
            except (msgspec.DecodeError, RecursionError) as error:
                raise Refused(CLEAR, "not-a-command", why=str(error)[:200]) from None
            if not is_sane(msgspec.json.decode(text)):
                raise Refused(CLEAR, "not-a-command", why="NUL, 2**53")
            person = self.visitor.person
            if person is None:
                raise Refused(PRESENT, "come-in-first")
            self.casino.throttle.command(person.id, self.casino.now())
            saw = state_seen(self.kind, command, data.saw)
            done = await self.casino.command(
                person, data.role, self.unit, command, id=data.id, saw=saw
            )  # fmt: skip
            return Answered(id=data.id, state=done.hash)
        except Refused as refusal:
            await self.casino.learn_names(people_in(refusal))
            return NotDone(id=id, denied=denied(refusal, self.lang, self.casino))
        except LostUnit:
            raise
        except Exception as error:
            log.error("broken", unit=self.unit, exc_info=error)
            return NotDone(id=id, denied=denied(Refused(CLEAR, "broken"), self.lang))


def _told(
    n: int, event: Event, lang: str | None, unit: Unit, line: str | None = None,
    name_of: Callable[[str], str] | None = None,
) -> Told:  # fmt: skip
    said = None if lang is None else sentence(event, lang, line, name_of, unit)
    who = person_in(event)
    return told(n, event, said, line, name_of(who) if name_of and who is not None else None)


def seen(
    events: Iterable[tuple[int, Event]], viewer: str, lang: str | None = None,
    name_of: Callable[[str], str] | None = None, unit: Unit = CLP,
) -> tuple[Told, ...]:  # fmt: skip
    """What a viewer may know of some events, as sentences too in the language he named."""
    return tuple(
        _told(n, event, lang, unit, name_of=name_of) for n, event in events if event.seen_by(viewer)
    )


async def since(
    casino: Casino, table: str, start: int, person: Person | None, lang: str | None, limit: int
) -> Events:
    """What was told from a number on that this person may know, of so many events."""
    casino.keeper(table)
    mine = casino.viewer_of(person, table)
    before = PUBLIC if casino.has_place(person, table) else mine

    def read() -> Events:
        sat = casino.store.sat_down(table, person.id) if person is not None else 1
        lines = casino.store.events_from(table, start, limit)
        told = [
            one
            for n, line in lines
            for one in seen(
                [(n, read_event(line))],
                mine if n >= sat else before,
                lang,
                casino.name_of,
                casino.counted_in(table),
            )
        ]
        after = lines[-1][0] + 1 if len(lines) == limit else None
        return Events(events=tuple(told), next=after)

    return await asyncio.to_thread(read)
