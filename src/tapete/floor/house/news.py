"""News between the processes of a casino: that something was written which others hold in memory.

News carry no more than what to look at anew (``what`` and ``id``); whoever hears them reads it in
the database. On PostgreSQL they go by its own notifications, to all nodes; on SQLite to the workers
of this machine, through their front door. Whatever is lost on the way is found by looking now and
then, as before.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import msgspec

from tapete.floor.house.logs import log
from tapete.floor.storage.store import Store

PEOPLE, UNITS, AGGREGATES, DUTY = "people", "units", "aggregates", "duty"
"""Sessions, roles or who is kept out; which units there are; an aggregate that units share; where
somebody is on duty."""
CHANNEL = "tapete"
AGAIN = 2.0
"""Seconds after which a line to the database that broke is opened anew."""

Heard = Callable[[str], None]


class News:
    """What is said to the other processes, and who here hears what they say."""

    def __init__(self) -> None:
        self._send: Callable[[dict[str, str]], None] | None = None
        self._heard: dict[str, list[Heard]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        """From now on, in this loop."""
        self._loop = asyncio.get_running_loop()

    def through(self, send: Callable[[dict[str, str]], None]) -> None:
        """The way news go out of this process, called in the loop."""
        self._send = send

    def hear(self, what: str, heard: Heard) -> None:
        """Somebody here wants to know."""
        self._heard.setdefault(what, []).append(heard)

    def say(self, what: str, id: str = "") -> None:
        """Tell the others, from whichever thread. What it is about is written."""
        if self._send is not None and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._send, {"what": what, "id": id})

    def say_to_all(self, what: str, id: str = "") -> None:
        """Tell those here too, who hold some of it. In the loop."""
        self.say(what, id)
        self.arrived({"what": what, "id": id})

    def arrived(self, news: dict[str, str]) -> None:
        """News of another process, in the loop."""
        for heard in self._heard.get(news.get("what", ""), ()):
            try:
                heard(news.get("id", ""))
            except Exception as error:  # what one cannot hear the others can
                log.error("news-not-heard", what=news.get("what"), exc_info=error)


class Notifications:
    """News by PostgreSQL's own notifications: a connection that listens, in a thread of its own,
    and one that speaks, in another."""

    def __init__(self, store: Store, news: News, node: str) -> None:
        self.store, self.news, self.node = store, news, node
        self._loop = asyncio.get_running_loop()
        self._stopping = threading.Event()
        self._line: asyncio.Queue[dict[str, str]] = asyncio.Queue(1000)
        self._thread = threading.Thread(target=self._listen, name="news", daemon=True)

    def start(self) -> None:
        self.news.through(self._stand_in_line)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()

    async def speak(self) -> None:
        """Say what stands in line, as long as the node runs."""
        while True:
            said = [await self._line.get()]
            while not self._line.empty():
                said.append(self._line.get_nowait())
            try:
                await asyncio.to_thread(self._notify, said)
            except Exception as error:  # the others find it by looking
                log.error("news-not-said", why=repr(error))

    def _stand_in_line(self, news: dict[str, str]) -> None:
        if not self._line.full():
            self._line.put_nowait(news)

    def _notify(self, said: list[dict[str, str]]) -> None:
        texts = dict.fromkeys(
            msgspec.json.encode({**news, "node": self.node}).decode() for news in said
        )
        with self.store.engine.begin() as connection:
            for text in texts:
                connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    def _listen(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen_on(self._connection())
            except Exception as error:
                if not self._stopping.is_set():
                    log.error("news-line-broken", why=repr(error))
                    self._stopping.wait(AGAIN)

    def _connection(self) -> Any:
        pooled = self.store.engine.raw_connection()
        pooled.detach()
        return pooled.dbapi_connection

    def _listen_on(self, connection: Any) -> None:
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._stopping.is_set():
                for notification in connection.notifies(timeout=1.0):
                    news = msgspec.json.decode(notification.payload, type=dict[str, str])
                    if news.pop("node", "") != self.node:
                        self._loop.call_soon_threadsafe(self.news.arrived, news)
        finally:
            connection.close()
