"""What a book keeps by name, a hundred neighbours a page: a change copies one page of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
Pages = dict[str, dict[str, T]]


def find(pages: Pages[T], name: str) -> T | None:
    """The value of this name, or none."""
    return pages.get(_page(name), {}).get(name)


def every(pages: Pages[T]) -> Iterator[tuple[str, T]]:
    """All values, each with its name."""
    for page in pages.values():
        yield from page.items()


def put(pages: Pages[T], name: str, what: T) -> Pages[T]:
    """The pages with this under its name.

    >>> put(put({}, "000001", "a"), "000002", "b")
    {'0000': {'000001': 'a', '000002': 'b'}}
    """
    page = {**pages.get(_page(name), {}), name: what}
    return {**pages, _page(name): page}


def without(pages: Pages[T], names: Sequence[str]) -> Pages[T]:
    """The pages without these; a page on which nothing is left goes too."""
    gone = set(names)
    return {
        page: left
        for page, kept in pages.items()
        if (left := {name: what for name, what in kept.items() if name not in gone})
    }


def _page(name: str) -> str:
    return name[:-2]
