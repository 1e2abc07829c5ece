"""The front door: one address for everybody. It accepts connections, peeks at the first line of
what is asked and hands the connection itself over to the worker that keeps the unit it is about, so
that no byte is relayed. It starts the workers, and starts them again when they die.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tapete.floor.house.logs import log
from tapete.floor.house.workers import read_ahead
from tapete.floor.house.workers.wire import Message, Wire, home, settings_for
from tapete.floor.kernel.failpoints import VARIABLE

UNIT = re.compile(rb"^[A-Z]+ /api/\w+/([^/? ]+)")
"""Where a path names a unit, whichever room's it is."""
NODE = re.compile(rb"^[A-Z]+ [^ ]*[?&]node=([^& ]+)")
LINE = 4096
SILENT = 30.0
"""Seconds after which a connection on which nothing is asked is closed."""
AT_ONCE = 64
WAITING_MAX = 5000
"""So many connections may be open on which nothing was asked yet; when another comes, the one that
has been silent longest is closed. Whoever asks at once never waits, however many others do."""
MANY = 12
"""So often in a row a worker is started again at once."""
LATEST = 15.0
"""The most seconds between two starts of a worker that does not come up."""
GRACE = 20.0
"""Seconds in which workers let their units go when the casino stops."""


class Worker:
    """A worker process, seen from the front door."""

    def __init__(self, number: int, node: str) -> None:
        self.number, self.node = number, node
        self.keeps: frozenset[bytes] = frozenset()
        self.ready = False
        self.process: Any = None
        self.wire: Wire | None = None
        self.hand: socket.socket | None = None


class FrontDoor:
    """Accepts for all workers. ``settings`` are those of the casino."""

    def __init__(self, settings: Any, sock: socket.socket, workers: int, base: str, level: str):
        self.settings, self.sock, self.level = settings, sock, level
        self.workers = [Worker(n, f"{base}-{n + 1}") for n in range(workers)]
        self.base = base
        self._stopping = asyncio.Event()
        self._waiting: dict[socket.socket, asyncio.TimerHandle] = {}
        """Connections on which nothing was asked yet, the oldest first, and when each is closed."""
        self._failpoints = [point for point in os.environ.get(VARIABLE, "").split(";") if point]
        self._processes = read_ahead()

    async def run(self) -> None:
        """Until somebody stops the casino."""
        loop = asyncio.get_running_loop()
        for one in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(one, self._stopping.set)
        minding = [asyncio.create_task(self._mind(worker)) for worker in self.workers]
        self.sock.setblocking(False)
        await self._stopping.wait()
        loop.remove_reader(self.sock)
        self.sock.close()
        for worker in self.workers:
            if worker.process is not None and worker.process.is_alive():
                worker.process.terminate()
        done, left = await asyncio.wait(minding, timeout=GRACE)
        for worker in self.workers:
            if worker.process is not None and worker.process.is_alive():
                worker.process.kill()
        await asyncio.gather(*minding, return_exceptions=True)
        log.info("closed", workers=len(done), killed=len(left))

    # Workers

    async def _mind(self, worker: Worker) -> None:
        """Run a worker, and again if it dies."""
        failures = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            code = await self._once(worker)
            if self._stopping.is_set():
                return
            # Whoever is killed on purpose is killed at one place after another.
            self._failpoints = self._failpoints[1:]
            failures = failures + 1 if time.monotonic() - began < LATEST else 0
            log.error("worker-died", node=worker.node, code=code, failures=failures)
            with suppress(TimeoutError):
                wait = 0.0 if failures <= MANY else min(LATEST, 2.0 ** (failures - MANY))
                await asyncio.wait_for(self._stopping.wait(), wait)

    async def _once(self, worker: Worker) -> int | None:
        """Run a worker until it ends."""
        from tapete.floor.house.workers.worker import run

        ours, theirs = socket.socketpair()
        hand, taking = socket.socketpair()
        hand.setblocking(False)
        settings = settings_for(self.settings, worker.number, len(self.workers), self.base)
        failpoint = self._failpoints[0] if self._failpoints else ""
        given = (settings, self.level, theirs, taking, failpoint)
        worker.process = self._processes.Process(target=run, args=given, name=worker.node)
        await asyncio.to_thread(worker.process.start)
        theirs.close()
        taking.close()
        worker.wire, worker.hand = await Wire.on(ours), hand
        hearing = asyncio.create_task(worker.wire.hear(lambda said: self._heard(worker, said)))
        await self._ended(worker.process)
        worker.ready, worker.keeps = False, frozenset()
        await hearing
        worker.wire.close()
        hand.close()
        worker.wire = worker.hand = None
        code: int | None = worker.process.exitcode
        return code

    async def _ended(self, process: Any) -> None:
        """Wait until a process has ended."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(process.sentinel, over.set)
        await over.wait()
        loop.remove_reader(process.sentinel)
        await asyncio.to_thread(process.join)

    async def _heard(self, worker: Worker, said: Message) -> None:
        if said.keeps is not None:
            worker.keeps = frozenset(unit.encode() for unit in said.keeps)
        if said.ready and not worker.ready:
            worker.ready = True
            if not self._stopping.is_set():
                asyncio.get_running_loop().add_reader(self.sock, self._accept)
        if said.news is not None:
            for other in self.workers:
                if other is not worker and other.wire is not None:
                    other.wire.say(Message(news=said.news))

    # Connections

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, address = self.sock.accept()
            except OSError as error:
                if error.errno in (errno.EMFILE, errno.ENFILE) and self._waiting:
                    self._drop(next(iter(self._waiting)))  # no descriptor is left
                return
            if len(self._waiting) >= WAITING_MAX:
                self._drop(next(iter(self._waiting)))
            connection.setblocking(False)
            self._await(connection, str(address[0]))

    def _await(self, connection: socket.socket, address: str) -> None:
        """Wait until something is asked."""
        loop = asyncio.get_running_loop()
        self._waiting[connection] = loop.call_later(SILENT, self._drop, connection)
        loop.add_reader(connection, self._peek, connection, address)

    def _peek(self, connection: socket.socket, address: str) -> None:
        """Hand the connection over if the line is there. Otherwise wait for the next byte: what
        was peeked at is still there to be read, so it does not count as something to read."""
        try:
            line = connection.recv(LINE, socket.MSG_PEEK)
        except OSError:
            line = b""
        if b"\n" in line or len(line) == LINE:
            self._let_go(connection)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
            self._hand_over(connection, line.partition(b"\n")[0], address)
        elif len(line) < connection.getsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT):
            self._drop(connection)  # it has gone: nothing more will come
        else:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, len(line) + 1)

    def _let_go(self, connection: socket.socket) -> None:
        """It is not waited for any more."""
        self._waiting.pop(connection).cancel()
        asyncio.get_running_loop().remove_reader(connection)

    def _drop(self, connection: socket.socket) -> None:
        self._let_go(connection)
        connection.close()

    def _hand_over(self, connection: socket.socket, line: bytes, address: str) -> None:
        """Give the connection to the worker it is for; if that cannot take it, to another."""
        with connection:
            for worker in self._order(line, address):
                try:
                    assert worker.hand is not None
                    socket.send_fds(worker.hand, [b"+"], [connection.fileno()])
                except OSError:  # it has died, or takes nothing in
                    continue
                return

    def _order(self, line: bytes, address: str) -> list[Worker]:
        """The workers that are ready, the one it is for first."""
        ready = [worker for worker in self.workers if worker.ready and worker.hand is not None]
        wanted: Callable[[Worker], bool]
        named = found[1] if (found := UNIT.match(line)) else b""
        if any(named in worker.keeps for worker in ready):
            wanted = lambda worker: named in worker.keeps  # noqa: E731
        elif found := NODE.match(line):
            node = found[1].decode("latin-1")
            wanted = lambda worker: worker.node == node  # noqa: E731
        else:
            at = home(address, len(self.workers))
            wanted = lambda worker: worker.number == at  # noqa: E731
        return sorted(ready, key=lambda worker: not wanted(worker))
