"""Data files: TOML read into typed values, or refused with file, line and reason."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args

import msgspec

from tapete.core.book.account import Account, account
from tapete.core.book.fault import PLACE, fault_of, not_toml
from tapete.core.book.money import share

T = TypeVar("T")


class BrokenFile(Exception):
    """A rulebook or plan that cannot be used: which file, which line, and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        self.file, self.line, self.reason = file, line, reason
        super().__init__(f"{file}:{line}: {reason}")


def read_toml(text: str, file: str, kind: type[T]) -> T:
    """A TOML file as a typed value; what does not fit is refused with its line."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise BrokenFile(file, int(line[1]) if line else 1, not_toml(error)) from None
    try:
        return msgspec.convert(raw, kind, dec_hook=exact)
    except msgspec.ValidationError as error:
        reason, path = _where(raw, kind, error)
        raise BrokenFile(file, line_of(text, path), reason) from None


def _where(
    raw: Any, kind: Any, error: msgspec.ValidationError
) -> tuple[str, tuple[str | int, ...]]:
    """The reason and the whole path of what does not fit. msgspec hides the key of a mapping
    (``[...]``), so each entry of the mapping is tried on its own."""
    reason, text = fault_of(error), str(error).partition(f"{PLACE}$")[2]
    path = path_of(text.rstrip("`"))
    if "..." not in path:
        named = re.search(r"unknown field `([\w-]+)`", reason)
        return reason, (*path, named[1]) if named else path
    at = path.index("...")
    inside, entry = raw, kind
    for step in path[:at]:
        inside = inside[step]
        if isinstance(step, str):
            fields = msgspec.structs.fields(entry)
            entry = _present(next(f.type for f in fields if f.encode_name == step))
        else:
            entry = _present(entry.__args__[0])
    for name, value in inside.items():
        try:
            msgspec.convert(value, entry.__args__[1], dec_hook=exact)
        except msgspec.ValidationError as deeper:
            reason, rest = _where(value, entry.__args__[1], deeper)
            return reason, (*path[:at], name, *rest)
    return reason, path[:at]


def _present(kind: Any) -> Any:
    """The type of something that may be left out, when it is there."""
    some = [one for one in get_args(kind) if one is not NoneType]
    return some[0] if isinstance(kind, UnionType) else kind


def path_of(text: str) -> tuple[str | int, ...]:
    found = re.findall(r"\.([\w-]+)|\[(\d+)\]|\[(\.\.\.)\]", text)
    return tuple(name or (int(index) if index else "...") for name, index, _ in found)


def line_of(text: str, path: tuple[str | int, ...]) -> int:
    """The line on which a path of a TOML file stands: the deepest part of it that can be found."""
    best, depth = 1, 0
    table: tuple[str | int, ...] = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*(\[\[?)\s*([^\]]+?)\s*\]", line)
        if header:
            name = header[2].replace('"', "")
            if header[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                for below in [one for one in counts if one.startswith(f"{name}.")]:
                    del counts[below]
            here = table = _entries(name, counts)
        else:
            key = re.match(r'\s*"?([\w.-]+?)"?\s*=', line)
            here = (*table, *key[1].split(".")) if key else ()
        shared = min(len(here), len(path))
        if shared > depth and path[:shared] == here[:shared]:
            best, depth = number, shared
    return best


def _entries(name: str, counts: dict[str, int]) -> tuple[str | int, ...]:
    """The path of a table by its header, in the entries of arrays that stand last so far.

    >>> _entries("case.table.3", {"case": 1})
    ('case', 1, 'table', '3')
    """
    path: tuple[str | int, ...] = ()
    above = ""
    for part in name.split("."):
        above = f"{above}.{part}" if above else part
        path = (*path, part, counts[above]) if above in counts else (*path, part)
    return path


def tables_in(text: str, above: str) -> tuple[str, ...]:
    """The names of the tables that stand under another in a TOML file, without reading all of it.

    >>> tables_in("[game.war]\\n[[game.war.bets]]\\n[game.war.set]\\n", "game")
    ('war',)
    """
    found = re.findall(rf'^\s*\[\[?\s*{above}\."?([\w-]+)', text, re.MULTILINE)
    return tuple(dict.fromkeys(found))


def exact(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return share(value)
    if kind is Account:
        return account(value)
    raise NotImplementedError(kind)
