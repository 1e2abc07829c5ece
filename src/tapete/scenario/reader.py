"""Reading a TOML file piece by piece, so that a refusal names the line of the piece."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from copy import deepcopy
from difflib import get_close_matches
from typing import Any

import msgspec

from tapete.core.book.datafile import BrokenFile, line_of, path_of
from tapete.core.book.fault import PLACE, Fault, fault_of, not_toml
from tapete.scenario.faults import at, missing, one_of
from tapete.scenario.keys import strays

_REQUIRED = object()


class Reader:
    """A TOML file being read: its values by path, typed, each refusal with its line.

    ``raw`` is what is read of it instead of the whole: a part of a file that was read before.
    """

    def __init__(self, text: str, file: str, raw: dict[str, Any] | None = None) -> None:
        self.text, self.file = text, file
        try:
            self.raw: dict[str, Any] = tomllib.loads(text) if raw is None else raw
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            last = len(text.splitlines()) or 1
            raise BrokenFile(file, int(line[1]) if line else last, not_toml(error)) from None

    def line(self, *path: str | int) -> int:
        """The line on which a path stands."""
        return line_of_entry(self.text, path)

    def broken(self, reason: str, *path: str | int) -> BrokenFile:
        """The refusal of what stands at a path."""
        return BrokenFile(self.file, self.line(*path), reason)

    def unknown(self, name: str, known: Collection[str], *path: str | int) -> BrokenFile:
        """The refusal of a key nobody knows, with what may have been meant."""
        near = get_close_matches(name, known, n=3)
        if not near:
            return self.broken(
                Fault("fault.no-key", "there is no key {name!r} here", name=name), *path
            )
        return self.broken(
            Fault(
                "fault.no-key-near",
                "there is no key {name!r} here; near it: {near}",
                name=name,
                near=", ".join(near),
            ),
            *path,
        )

    def only(self, known: Collection[str], table: Mapping[str, Any], *path: str | int) -> None:
        """Refuse any key that is not one of these."""
        for name in table:
            if name not in known:
                raise self.unknown(name, known, *path, name)

    def at(self, *path: str | int, default: Any = _REQUIRED) -> Any:
        """What stands at a path."""
        value: Any = self.raw
        for part in path:
            try:
                value = value[part]
            except (KeyError, IndexError, TypeError):
                if default is _REQUIRED:
                    raise self.broken(missing(part), *path) from None
                return default
        return value

    def of(self, kind: Any, *path: str | int, default: Any = _REQUIRED) -> Any:
        """What stands at a path, as this type."""
        value = self.at(*path, default=default)
        if value is default:
            return default
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            inside = str(error).partition(f"{PLACE}$")[2]
            found = re.findall(r"\.([\w-]+)|\[(\d+)\]", inside)
            more = tuple(name or int(index) for name, index in found)
            raise self.broken(fault_of(error), *path, *more) from None

    def known(self, fields: Mapping[str, Any], kind: Any, case: int | None = None) -> None:
        """Refuse a key or a word that no part of this type has, in the file or in one of its
        cases."""
        for stray in strays(fields, kind):
            path, name = self.origin(stray.path, case), str(stray.path[-1])
            if stray.word is None:
                raise self.unknown(name, stray.known, *path)
            words = " ".join(stray.known)
            raise self.broken(one_of(name, words, stray.word), *path)

    def origin(self, path: tuple[str | int, ...], case: int | None) -> tuple[str | int, ...]:
        """Where a field of a case is written: in the case itself, or above all of them."""
        own = ("case", case, *path) if case is not None else path
        return own if self.at(*own, default=None) is not None else path

    def check(self, fields: Mapping[str, Any], kind: Any, case: int | None = None) -> None:
        """Refuse fields of the file, or of one of its cases, that are not of this type."""
        try:
            msgspec.convert(fields, kind, str_keys=True)
        except msgspec.ValidationError as error:
            place = str(error).partition(PLACE)[2]
            path = path_of(place.rstrip("`"))
            while "..." in path:
                path, place = _key_named(fields, kind, path, place, str(error))
            own = case is not None and path and path[0] in self.at("case", case)
            where = place.replace("key` in `", "").strip("`$.")
            reason = fault_of(error)
            said = at(where, reason) if where else reason
            raise self.broken(said, *(("case", case) if own else ()), *path) from None


def _key_named(
    fields: Mapping[str, Any], kind: Any, path: tuple[str | int, ...], place: str, said: str
) -> tuple[tuple[str | int, ...], str]:
    """The path and the place with the key that msgspec leaves out (``[...]``): the one that errs so
    even alone."""
    at = path.index("...")
    for name in _walk(fields, path[:at]):
        alone = deepcopy(dict(fields))
        inside = _walk(alone, path[:at])
        for other in [key for key in inside if key != name]:
            del inside[other]
        try:
            msgspec.convert(alone, kind, str_keys=True)
        except msgspec.ValidationError as error:
            if str(error) == said:
                whole = (*path[:at], str(name), *path[at + 1 :])
                return whole, place.replace("[...]", f".{name}", 1)
    return path[:at], place.partition("[...]")[0]


def _walk(value: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def line_of_entry(text: str, path: tuple[str | int, ...]) -> int:
    """The line of a path; in an array written one entry a line, the line of the entry."""
    for depth in range(len(path), 0, -1):
        index = path[depth - 1]
        if not isinstance(index, int) or depth < 2:
            continue
        start = line_of(text, path[: depth - 1])
        rows = _rows_of_array(text.splitlines(), start)
        if index < len(rows):
            return rows[index]
        break
    return line_of(text, path)


def _rows_of_array(lines: list[str], start: int) -> list[int]:
    # Only the layout people use is followed: "key = [" and then one table a line.
    if not re.search(r"=\s*\[\s*(#.*)?$", lines[start - 1]):
        return []
    rows = []
    for number in range(start, len(lines)):
        if re.match(r"\s*\{", lines[number]):
            rows.append(number + 1)
        elif re.match(r"\s*\]", lines[number]):
            break
    return rows
