"""Solutions kept on disk, so that the same rules are solved once.

In the platform's folder for caches, or where ``TAPETE_CACHE`` says. A file that cannot be read is
as good as none, and a folder that cannot be written keeps nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
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
    """Where solutions are kept."""
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


def read(name: str, settings: object, kind: type[T]) -> T | None:
    """What was kept for these settings, if anything."""
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
