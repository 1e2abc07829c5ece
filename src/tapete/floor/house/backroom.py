"""The back room: long sums, in a process of their own, so that no table ever waits for them.

One worker of low priority, started when the first question comes. Few may wait, and half of them at
most for one who asks; whoever comes then is told so. An answer is kept, and asked for twice it is
worked out once. A sum that lasts too long is ended with its worker, and the next question starts
another.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import Any, NamedTuple

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.floor.house.logs import log

ORDERLY: ClauseId = "CAT-I.5.1-03"
STILL = "figures-working"
"""The code of what is no refusal: the sum goes on, and is asked for again."""
MOST_MEMORY = 4 << 30
Work = Callable[..., bytes]


class BackRoom:
    """Questions go in, answers come out as bytes.

    ``most`` questions are worked on or wait, half of them at most for one address; whoever asks
    waits ``patience`` seconds and may ask again; a sum may last ``longest`` seconds; ``kept`` bytes
    of answers are remembered.
    """

    def __init__(
        self,
        *,
        most: int = 12,
        patience: float = 20.0,
        longest: float = 600.0,
        kept: int = 16_000_000,
    ) -> None:
        self.most, self.patience, self.longest, self.kept = most, patience, longest, kept
        self._pool: ProcessPoolExecutor | None = None
        self._worker: int | None = None
        self._one = asyncio.Lock()
        self._going: dict[Hashable, asyncio.Task[bytes]] = {}
        self._whose: dict[Hashable, str] = {}
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0

    @property
    def open(self) -> bool:
        """Whether there is a worker."""
        return self._pool is not None

    async def ask(
        self, key: Hashable, work: Work, *given: Any, keep: bool = True, whose: str = ""
    ) -> bytes:
        """The answer to a question. The same ``key`` is the same question; it is that of whoever
        asked it first, of the house where nobody is named."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
            return found
        going = self._going.get(key)
        if going is None:
            his = sum(one == whose for one in self._whose.values()) if whose else 0
            if len(self._going) >= self.most or 2 * his >= self.most:
                raise Refused(ORDERLY, "figures-busy", waiting=len(self._going))
            going = asyncio.create_task(self._answered(key, work, given, keep))
            self._going[key], self._whose[key] = going, whose
            going.add_done_callback(lambda task: self._gone(key, task))
        done, _ = await asyncio.wait({going}, timeout=self.patience)
        if not done:
            raise Refused(ORDERLY, STILL, seconds=int(self.patience))
        return going.result()

    def _gone(self, key: Hashable, task: asyncio.Task[bytes]) -> None:
        self._going.pop(key, None)
        self._whose.pop(key, None)
        if not task.cancelled():
            task.exception()  # whoever asked may not have waited for it

    async def _answered(
        self, key: Hashable, work: Work, given: tuple[Any, ...], keep: bool
    ) -> bytes:
        async with self._one:
            found = await self._worked(work, given)
        if keep:
            self._remember(key, found)
        return found

    async def _worked(self, work: Work, given: tuple[Any, ...]) -> bytes:
        """One question at a time, so that the time it takes is its own."""
        try:
            pool = await self._opened()
            sum_ = asyncio.wrap_future(pool.submit(work, *given))
            return await asyncio.wait_for(sum_, self.longest)
        except TimeoutError:
            log.warning("figures-too-long", seconds=self.longest, given=repr(given)[:200])
            self._end()
            raise Refused(ORDERLY, "figures-too-long", seconds=int(self.longest)) from None
        except BrokenProcessPool:
            log.error("figures-broken", given=repr(given)[:200])
            self._end()
            raise Refused(ORDERLY, "figures-broken") from None

    async def _opened(self) -> ProcessPoolExecutor:
        if self._pool is None:
            pool = ProcessPoolExecutor(
                max_workers=1, mp_context=get_context("spawn"), initializer=_be_modest
            )
            self._pool = pool
            # Starting a process is not for the loop that keeps the tables.
            first = await asyncio.to_thread(pool.submit, os.getpid)
            self._worker = await asyncio.wrap_future(first)
        return self._pool

    def _remember(self, key: Hashable, answer: bytes) -> None:
        self._answers[key] = answer
        self._size += len(answer)
        while self._size > self.kept:
            _, gone = self._answers.popitem(last=False)
            self._size -= len(gone)

    async def stop(self) -> None:
        """Close for good: nobody is answered any more."""
        going = list(self._going.values())
        for task in going:
            task.cancel()
        pool = self._end()
        await asyncio.gather(*going, return_exceptions=True)
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, wait=True)
            del pool
            gc.collect()  # what it shared with its worker is put away before the process goes

    def _end(self) -> ProcessPoolExecutor | None:
        """Kill the worker, also in the middle of a job."""
        pool, worker = self._pool, self._worker
        self._pool = self._worker = None
        if worker is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGTERM)
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
        return pool


class Asking(NamedTuple):
    """The back room, as one address asks it."""

    room: BackRoom
    whose: str

    async def ask(self, key: Hashable, work: Work, *given: Any, keep: bool = True) -> bytes:
        """The answer to a question, one of his."""
        return await self.room.ask(key, work, *given, keep=keep, whose=self.whose)


def _be_modest() -> None:
    """What the worker does first: step behind everybody else, take no more memory than its share,
    leave an interrupt to whoever started it, and go when that one goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # the tables first; yet on a busy machine it still gets on
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    threading.Thread(target=_go_with_the_house, daemon=True).start()


def _go_with_the_house() -> None:
    house = parent_process()
    if house is not None:
        connection.wait([house.sentinel])
        os._exit(0)
