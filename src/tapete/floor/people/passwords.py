"""Passwords: which are accepted, their hashes, and the few threads that work on them."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from tapete.core.book.refused import Refused

ACCESS = "CAT-I.5.1-02"
SHORTEST, LONGEST = 10, 200
DIFFERENT = 5
"""So many different signs a password has at least."""
MEMORY, PASSES, LANES = 19 * 1024, 2, 1
"""Kilobytes, passes and lanes of a hash: one of the settings OWASP gives as equally strong. More
memory is given back to the system after each hash, and mapped anew page by page for the next: that
takes as long again as hashing."""
THREADS = 2
IN_LINE = 64
"""So many wait for a thread; whoever comes then is asked to come again."""
BEHIND_PLAY = 5
"""So far behind the priority of the house a hash stands: about a third of what a table has where
both want the processor. With less, nobody could log in to a house whose machine is busy."""
T = TypeVar("T")


def check_password(password: str, *known: str | None) -> None:
    """Raise `Refused` unless this may be a password. ``known`` is what others know of the person.

    >>> check_password("una clave larga")
    >>> check_password(" " * 10)
    Traceback (most recent call last):
    ...
    tapete.core.book.refused.Refused: bad-password [CAT-I.5.1-02] low=10 high=200
    >>> check_password("aaaaaaaaaaab")
    Traceback (most recent call last):
    ...
    tapete.core.book.refused.Refused: weak-password [CAT-I.5.1-02] different=5
    """
    if len(password.strip()) < SHORTEST or len(password) > LONGEST:
        raise Refused(ACCESS, "bad-password", low=SHORTEST, high=LONGEST)
    plain = _letters(password)
    taken = {_letters(text) for text in known if text}
    if len(set(plain)) < DIFFERENT or plain in taken or plain[::-1] in taken:
        raise Refused(ACCESS, "weak-password", different=DIFFERENT)


def _letters(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum()) or "".join(text.split())


def new_password() -> str:
    """A password for somebody who will change it."""
    return secrets.token_urlsafe(12)


def hashed(password: str) -> str:
    """The hash that is kept of a password."""
    return _in_turn(_hasher().hash, password)


def verified(kept: str | None, password: str) -> bool:
    """Whether this is the password. Nobody's takes as long to find out as somebody's."""
    try:
        found = _in_turn(_hasher().verify, kept or _nobody(), password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return found and kept is not None


def outdated(kept: str) -> bool:
    """Whether a password is to be hashed anew: its hash was made with other settings, and takes
    another time than nobody's."""
    return _hasher().check_needs_rehash(kept)


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher(time_cost=PASSES, memory_cost=MEMORY, parallelism=LANES)


@cache
def _nobody() -> str:
    return hashed(secrets.token_hex(16))


def _in_turn(work: Callable[..., T], *args: str) -> T:
    """Hash, one at a time, and leave the processor to those who play for as long as it took before
    the next: a flood of logins has half a core of each process, not a whole one."""
    took = 0.0

    def timed() -> T:
        nonlocal took
        began = time.perf_counter()
        try:
            return work(*args)
        finally:
            took = time.perf_counter() - began

    done = _behind_play().submit(timed)
    _behind_play().submit(lambda: time.sleep(took))
    return done.result()


@cache
def _behind_play() -> ThreadPoolExecutor:
    """The thread that hashes. It does nothing else: whoever holds the database, or anything that a
    table waits for, must not stand behind the tables himself."""
    return ThreadPoolExecutor(1, thread_name_prefix="argon2", initializer=_stand_behind)


def _stand_behind() -> None:
    """This thread has the processor after whatever is played, however politely the house was
    started: on Linux a thread has a priority of its own."""
    if sys.platform == "linux":
        os.nice(BEHIND_PLAY)


class HashThreads:
    """Hashes are slow by design: whoever waits for one waits in a thread of its own, so that
    whatever else wants a thread does not wait for them, and only so many stand in line."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="password")
        self._in_line = 0

    async def run(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """What this gives, worked out in one of the threads."""
        if self._in_line >= IN_LINE:
            raise Refused(ACCESS, "too-many-tries", seconds=1)
        self._in_line += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, partial(work, *args, **named))
        finally:
            self._in_line -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
