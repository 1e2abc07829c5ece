"""Passwords: which are accepted, their hashes, and the few threads that work on them."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
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
THREADS = 2
IN_LINE = 64
"""So many wait for a thread; whoever comes then is asked to come again."""
LAST = 19
"""The lowest priority there is."""
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
    """What is kept of a password."""
    return _hasher().hash(password)


def verified(kept: str | None, password: str) -> bool:
    """Whether this is the password. Nobody's takes as long to find out as somebody's."""
    try:
        return _hasher().verify(kept or _nobody(), password) and kept is not None
    except (VerifyMismatchError, InvalidHashError):
        return False


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobody() -> str:
    return hashed(secrets.token_hex(16))


class HashThreads:
    """Hashes are slow by design: they are worked out in threads of their own, so that whatever
    else waits for a thread does not wait for them, and only so many stand in line. Whatever is
    played comes before them on the processor."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(
            THREADS, thread_name_prefix="argon2", initializer=_come_last
        )
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


def _come_last() -> None:
    """This thread, and those that argon2 makes from it, have the processor when nobody else of the
    house wants it: on Linux a thread has a priority of its own."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)
