"""Keys of a file that no part of its form has, and words where only a few others may stand.

Every key of a scenario asks for something or says what must come out. One that nobody reads, a
misspelt ``expect`` say, would make a wrong scenario green, so it is refused before anything is
played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from msgspec import inspect

Path: TypeAlias = tuple[str | int, ...]
REMARKS = ("why", "source", "comment")
"""What whoever writes a scenario may note for its readers anywhere: nothing is read in it."""
BESIDES = "BESIDES"
"""A type's own name for keys that are read, and refused, elsewhere."""


class Stray(NamedTuple):
    """A key, or the word at a key, that a type does not have; with those it might be."""

    path: Path
    known: Collection[str]
    word: str | None = None


def strays(value: Any, kind: Any) -> Iterator[Stray]:
    """The keys and words of a file's fields that its type does not have."""
    return _strays(value, _info(kind), ())


@cache
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _strays(value: Any, kind: inspect.Type, path: Path) -> Iterator[Stray]:
    match value, kind:
        case _, inspect.UnionType(types=types):
            for one in types:
                yield from _strays(value, one, path)
        case Mapping(), inspect.StructType(fields=fields):
            kinds = {field.encode_name: field.type for field in fields}
            besides = getattr(kind.cls, BESIDES, ())
            for name, part in value.items():
                if name in kinds:
                    yield from _strays(part, kinds[name], (*path, name))
                elif name not in besides and name not in REMARKS:
                    yield Stray((*path, name), [*kinds, *besides])
        case Mapping(), inspect.DictType(value_type=part_kind):
            for name, part in value.items():
                yield from _strays(part, part_kind, (*path, name))
        case str(), inspect.LiteralType(values=words) if value not in words:
            yield Stray(path, [str(word) for word in words], value)
        case list(), inspect.ListType(item_type=part_kind):
            for index, part in enumerate(value):
                yield from _strays(part, part_kind, (*path, index))
