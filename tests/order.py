"""The order in which workers are given the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

TOGETHER = ("tests/browser/", "tests/laws/")
"""Folders whose tests share what takes long to make: a browser and its casino, rounds played."""
FIRST = ("tests/browser/", "tests/test_docs.py")
"""What takes longest, begun at once: begun last, one worker would end alone."""


def given_out(tests: Sequence[T], file_of: Callable[[T], str]) -> list[T]:
    """The longest first, then the files shuffled, always in the same way, each with its tests as
    they were: in the order of their names all workers would calculate at one time, and at another
    all wait for servers."""
    packs: dict[str, list[T]] = {}
    for test in tests:
        file = file_of(test)
        pack = next((folder for folder in TOGETHER if file.startswith(folder)), file)
        packs.setdefault(pack, []).append(test)
    order = sorted(packs, key=lambda pack: (pack not in FIRST, crc32(pack.encode())))
    return [test for pack in order for test in packs[pack]]
