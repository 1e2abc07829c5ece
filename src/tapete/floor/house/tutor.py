"""Who judges hands for the School: the back room, where long sums are worked out.

A book is opened once: what must be solved is solved there and kept on disk, and its worker says how
far it is in a small file.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from tapete.core.book.refused import Refused
from tapete.floor.house.backroom import STILL, Asking, BackRoom
from tapete.school.drill import read
from tapete.school.strategy import Verdict, deal, games
from tapete.school.worth import judge, prepare

State: TypeAlias = Literal["not-begun", "solving", "ready", "too-long", "failed"]
READY, TOO_LONG = b"ready", b"too-long"


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """How far the book of a game is: ``done`` of ``total`` parts while it is being solved."""

    game: str
    state: State
    done: int = 0
    total: int = 0


class Tutor:
    """The books that were asked for, and how far each is."""

    def __init__(self, room: BackRoom) -> None:
        self._room = room
        self._books: dict[str, asyncio.Task[bytes]] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def open(self, game: str) -> Book:
        """Have the book of a game solved, unless it is being or has been."""
        if game in games() and self.state(game).state in ("not-begun", "failed"):
            self._books[game] = asyncio.create_task(self._opened(game))
        return self.state(game)

    def state(self, game: str) -> Book:
        """How far the book of a game is."""
        task = self._books.get(game)
        if task is None:
            return Book(game=game, state="not-begun")
        if not task.done():
            done, total = _told(self._file(game))
            return Book(game=game, state="solving", done=done, total=total)
        if task.cancelled() or task.exception() is not None:
            return Book(game=game, state="failed")
        return Book(game=game, state="ready" if task.result() == READY else "too-long")

    def close(self) -> None:
        """Nobody asks any more; the back room is closed by whoever opened it."""
        for task in self._books.values():
            task.cancel()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    async def _opened(self, game: str) -> bytes:
        while True:
            try:
                return await self._room.ask(("book", game), _prepare, game, str(self._file(game)))
            except Refused as refused:
                if refused.code != STILL:
                    raise

    def _file(self, game: str) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="tapete-school-")
        return Path(self._folder.name) / game


async def judged(drill: str, room: Asking) -> Verdict:
    """What the moves of a hand are worth."""
    answer = await room.ask(("judge", drill), _judge, drill)
    return msgspec.json.decode(answer, type=Verdict)


def _told(file: Path) -> tuple[int, int]:
    try:
        done, total = file.read_text("utf-8").split()
        return int(done), int(total)
    except (OSError, ValueError):
        return 0, 0


def _prepare(game: str, file: str) -> bytes:
    """In the worker: solve, telling how far it is; the file is written whole or not at all."""

    def tick(done: int, total: int) -> None:
        part = Path(f"{file}.part")
        with contextlib.suppress(OSError):
            part.write_text(f"{done} {total}", "utf-8")
            os.replace(part, file)

    return READY if prepare(game, tick) else TOO_LONG


def _judge(drill: str) -> bytes:
    return msgspec.json.encode(judge(deal(read(drill))))
