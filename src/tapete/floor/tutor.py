"""Who judges hands for the School: one process beside the casino, at the lowest priority.

Games are solved there, so that no table ever waits for it; what was solved is kept on disk.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Literal, TypeAlias

import msgspec

from tapete.school.drill import read
from tapete.school.strategy import Verdict, deal, games
from tapete.school.worth import judge, prepare

LOWEST = 19
State: TypeAlias = Literal["not-begun", "solving", "ready", "too-long", "failed"]

_progress: Any = None


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """How far the book of a game is: ``done`` of ``total`` parts while it is being solved."""

    game: str
    state: State
    done: int = 0
    total: int = 0


class Tutor:
    """The process, begun when the first book is asked for, and how far each book is."""

    def __init__(self) -> None:
        self._context = get_context("spawn")
        self._pool: ProcessPoolExecutor | None = None
        self._books: dict[str, Future[bool]] = {}
        self._progress: Any = None

    def open(self, game: str) -> Book:
        """Have the book of a game solved, unless it is being or has been."""
        if game in games() and self.state(game).state in ("not-begun", "failed"):
            self._books[game] = self._work().submit(_prepare, game)
        return self.state(game)

    def state(self, game: str) -> Book:
        """How far the book of a game is."""
        future = self._books.get(game)
        if future is None:
            return Book(game=game, state="not-begun")
        if not future.done():
            now, done, total = self._progress[:]
            mine = now == list(games()).index(game)
            done, total = (done, total) if mine else (0, 0)
            return Book(game=game, state="solving", done=done, total=total)
        if future.cancelled() or future.exception() is not None:
            return Book(game=game, state="failed")
        return Book(game=game, state="ready" if future.result() else "too-long")

    async def judge(self, drill: str) -> Verdict:
        """What the moves of a hand are worth."""
        return await asyncio.wrap_future(self._work().submit(_judge, drill))

    def close(self) -> None:
        """End the process, whatever it is doing: what it had not finished is solved again."""
        pool, self._pool = self._pool, None
        if pool is not None:
            workers = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()

    def _work(self) -> ProcessPoolExecutor:
        if self._pool is None or getattr(self._pool, "_broken", False):
            self._progress = self._context.Array("q", 3)
            self._pool = ProcessPoolExecutor(
                1, mp_context=self._context, initializer=_begin, initargs=(self._progress,)
            )
        return self._pool


def _begin(progress: Any) -> None:
    global _progress
    _progress = progress
    os.nice(LOWEST)


def _prepare(game: str) -> bool:
    number = list(games()).index(game)

    def tick(done: int, total: int) -> None:
        _progress[:] = [number, done, total]

    tick(0, 0)
    return prepare(game, tick)


def _judge(drill: str) -> Verdict:
    return judge(deal(read(drill)))
