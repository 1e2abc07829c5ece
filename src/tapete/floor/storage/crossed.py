"""A transaction that PostgreSQL ended for the sake of another is tried again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

DEADLOCK = "40P01"
TRIES = 5
T = TypeVar("T")


def again_if_crossed(write: Callable[[], T]) -> T:
    """Carry out a transaction, and again if it was ended for the sake of another: nothing of it
    was written then. What the writer writes it tries again by itself."""
    for _ in range(TRIES - 1):
        try:
            return write()
        except DBAPIError as error:
            if not crossed(error):
                raise
    return write()


def crossed(error: Exception) -> bool:
    """Whether two waited for each other: one of them is told to try again."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) == DEADLOCK
