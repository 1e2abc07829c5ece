"""A worker: one process of a casino on all cores. The front door starts it and hands it the
connections it is to answer; when the front door is gone it lets its units go and ends.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from typing import Any

import uvicorn

from tapete.floor.api.app import application
from tapete.floor.house.casino import Casino
from tapete.floor.house.logs import log, set_up_logs
from tapete.floor.house.settings import Settings
from tapete.floor.house.workers.serving import prepared, server_config
from tapete.floor.house.workers.wire import Message, Wire
from tapete.floor.kernel.failpoints import arm

AT_ONCE = 16


class Inside(uvicorn.Server):
    """A server that listens nowhere: it answers on connections that it is handed."""

    def __init__(
        self, config: uvicorn.Config, casino: Casino, end: socket.socket, taking: socket.socket
    ) -> None:
        super().__init__(config)
        self.casino, self._end, self._taking = casino, end, taking
        self._wire: Wire | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._wire = wire = await Wire.on(self._end)
        self.casino.news.through(lambda news: wire.say(Message(news=news)))
        self.casino.hosting.changed = self._say_kept
        await super().startup(sockets=[])
        if self.should_exit or not self.started:
            return
        self._say_kept()
        wire.say(Message(ready=True))
        self._taking.setblocking(False)
        asyncio.get_running_loop().add_reader(self._taking, self._take)
        self._spawn(self._listen(wire))

    def _say_kept(self) -> None:
        hosting = self.casino.hosting
        if self._wire is not None:
            self._wire.say(Message(keeps=tuple(filter(hosting.kept, list(hosting.keepers)))))

    async def _listen(self, wire: Wire) -> None:
        async def heard(said: Message) -> None:
            if said.news is not None:
                self.casino.news.arrived(said.news)

        await wire.hear(heard)
        log.warning("front-door-gone", node=self.casino.node)
        self.should_exit = True

    def _take(self) -> None:
        """Connections are handed over."""
        try:
            told, descriptors, _, _ = socket.recv_fds(self._taking, AT_ONCE, AT_ONCE)
        except OSError:
            return
        if not told:
            asyncio.get_running_loop().remove_reader(self._taking)
        for descriptor in descriptors:
            connection = socket.socket(fileno=descriptor)
            connection.setblocking(False)
            self._spawn(self._answer(connection))

    async def _answer(self, connection: socket.socket) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        except OSError:  # whoever asked has hung up
            connection.close()

    def _protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def run(
    settings: Settings, level: str, end: socket.socket, taking: socket.socket, failpoint: str
) -> None:
    """The life of a worker: ``end`` is its end of the line to the front door, on ``taking`` it is
    handed connections."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    set_up_logs(level, node=settings.node)
    arm(failpoint)
    casino = Casino(settings)
    prepared()
    Inside(server_config(application(casino), settings.proxies), casino, end, taking).run()
