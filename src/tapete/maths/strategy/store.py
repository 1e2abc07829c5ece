"""Solutions kept on disk, so that the same rules are solved once.

In the platform's folder for caches, or where ``TAPETE_CACHE`` says. A file that cannot be read is
as good as none, and a folder that cannot be written keeps nothing. What somebody solves already is
waited for, by other processes of the machine too: it takes minutes, and as long again for each.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from tapete.core.round.ask import digest

T = TypeVar("T", bound=msgspec.Struct)


@cache
def edition() -> str:
    """A fingerprint of the code that solves, so that what other code kept is not used."""
    code = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        code.update(file.read_bytes())
    return code.hexdigest()[:8]


def folder() -> Path:
    """The folder where solutions are kept."""
    if said := os.environ.get("TAPETE_CACHE"):
        return Path(said)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "tapete"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/tapete"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tapete"


def path(name: str, settings: object) -> Path:
    """The file for these settings, whatever they are."""
    return folder() / "strategy" / f"{name}-{edition()}-{digest(settings)}.json"


def kept(name: str, settings: object, kind: type[T], find: Callable[[], T]) -> T:
    """What was kept for these settings, else what is found now, which is kept."""
    if (found := read(name, settings, kind)) is None:
        with _alone(path(name, settings)):
            if (found := read(name, settings, kind)) is None:
                found = find()
                write(name, settings, found)
    return found


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """While nobody else is here for the same file. The lock of a process that dies is free again;
    where there are no locks of files, everybody finds it for himself."""
    with contextlib.ExitStack() as held:
        if sys.platform != "win32":
            import fcntl

            with contextlib.suppress(OSError):
                file.parent.mkdir(parents=True, exist_ok=True)
                lock = held.enter_context(file.with_suffix(".lock").open("wb"))
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def read(name: str, settings: object, kind: type[T]) -> T | None:
    """The solution kept for these settings, if any."""
    try:
        return msgspec.json.decode(path(name, settings).read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError):
        return None


def write(name: str, settings: object, found: msgspec.Struct) -> None:
    """Keep it; whole or not at all."""
    file = path(name, settings)
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(msgspec.json.encode(found))
        part.replace(file)
