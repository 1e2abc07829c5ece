"""What is wrong with something that was written: in English, and for the words of any language."""

from __future__ import annotations

import re
from errno import EACCES, EISDIR, ENOENT, ENOTDIR
from typing import Any

import msgspec

from tapete.core.book.written import Written

PLACE = " - at `"
"""After it msgspec says where in the file it is."""


class Fault(str):
    """A message: its English words, and the key and the facts by which the texts of a language
    have words of their own. ``str()`` of an error that carries one gives the English words alone,
    `fault_of` the fault.

    >>> fault = Fault("fault.missing", "{name} is missing", name="title")
    >>> fault, fault.key, fault.facts
    ('title is missing', 'fault.missing', {'name': 'title'})
    >>> str(ValueError(fault)), fault_of(ValueError(fault)).facts
    ('title is missing', {'name': 'title'})
    """

    key: str
    facts: Written

    def __new__(cls, key: str, words: str, /, **facts: Any) -> Fault:
        fault = super().__new__(cls, words.format(**facts) if facts else words)
        fault.key, fault.facts = key, facts
        return fault

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        return self.key, super().__str__()  # a copy is given its facts after it is made


KINDS = (
    "int", "float", "str", "bool", "array", "object", "null", "datetime", "date", "time",
)  # fmt: skip
"""What msgspec calls the kinds of values."""
FOREIGN: dict[str, tuple[str, str]] = {
    "expected-got-length": (
        r"Expected `(?P<wanted>.+)` of length (?P<length>\d+), got (?P<got>\d+)",
        "Expected `{wanted}` of length {length}, got {got}",
    ),
    "expected-got": (
        "Expected `(?P<wanted>.+)`, got `(?P<got>.+)`", "Expected `{wanted}`, got `{got}`",
    ),
    "expected-length": (
        r"Expected `(?P<wanted>.+)` of length >= (?P<least>\d+)",
        "Expected `{wanted}` of length >= {least}",
    ),
    "expected-length-most": (
        r"Expected `(?P<wanted>.+)` of length <= (?P<most>\d+)",
        "Expected `{wanted}` of length <= {most}",
    ),
    "expected-least": (
        r"Expected `(?P<wanted>.+)` >= (?P<least>\S+)", "Expected `{wanted}` >= {least}",
    ),
    "expected-most": (
        r"Expected `(?P<wanted>.+)` <= (?P<most>\S+)", "Expected `{wanted}` <= {most}",
    ),
    "expected-form": (
        "Expected `(?P<wanted>.+)` matching regex '(?P<form>.+)'",
        "Expected `{wanted}` matching regex '{form}'",
    ),
    "missing-field": (
        "Object missing required field `(?P<name>.+)`", "Object missing required field `{name}`",
    ),
    "unknown-field": (
        "Object contains unknown field `(?P<name>.+)`", "Object contains unknown field `{name}`",
    ),
    "bad-word": ("Invalid enum value (?P<word>.+)", "Invalid enum value {word}"),
    "bad-datetime": ("Invalid RFC3339 encoded datetime", "Invalid RFC3339 encoded datetime"),
    "bad-date": ("Invalid RFC3339 encoded date", "Invalid RFC3339 encoded date"),
    "bad-int": (
        r"invalid literal for int\(\) with base 10: (?P<said>.+)",
        "invalid literal for int() with base 10: {said}",
    ),
    "bad-fraction": ("Invalid literal for Fraction: (?P<said>.+)",
        "Invalid literal for Fraction: {said}",
    ),
    "too-few": (
        r"not enough values to unpack \(expected (?P<wanted>\d+), got (?P<got>\d+)\)",
        "not enough values to unpack (expected {wanted}, got {got})",
    ),
    "too-many": (
        r"too many values to unpack \(expected (?P<wanted>\d+)\)",
        "too many values to unpack (expected {wanted})",
    ),
}  # fmt: skip
"""What Python and msgspec say of values that do not fit: as they say it, and in facts."""


def fault_of(error: Exception) -> str:
    """What an error says is wrong, without the place: a fault if it carries one or its words are
    known, else these words."""
    if isinstance(error, msgspec.ValidationError) and isinstance(error.__cause__, ValueError):
        return fault_of(error.__cause__)
    if error.args and isinstance(error.args[0], Fault):
        return error.args[0]
    words = str(error).partition(PLACE)[0]
    for key, (pattern, said) in FOREIGN.items():
        found = re.fullmatch(pattern, words, re.DOTALL)
        if found:
            return Fault(
                f"fault.{key}",
                said,
                **{name: _kinds(part) for name, part in found.groupdict().items()},
            )
    return words


def placed(error: Exception) -> str:
    """What an error says is wrong, with the place if it names one."""
    _, at, place = str(error).partition(PLACE)
    if not at or not isinstance(error, msgspec.ValidationError):
        return fault_of(error)
    return Fault("fault.placed", "{why} - at `{place}`", why=fault_of(error), place=place[:-1])


def not_toml(error: Exception) -> Fault:
    """A file that is no TOML, in the words of whatever read it."""
    return Fault("fault.toml", "{words}", words=str(error))


SYSTEM = {
    ENOENT: "No such file or directory", EACCES: "Permission denied", EISDIR: "Is a directory",
    ENOTDIR: "Not a directory",
}  # fmt: skip
"""What the system says of a file that cannot be read."""


def of_the_system(error: OSError) -> str:
    """Why the system did not give a file."""
    words, number = str(error.strerror), error.errno
    return Fault(f"fault.system.{number}", words) if SYSTEM.get(number or 0) == words else words


def unread(error: OSError | UnicodeDecodeError) -> str:
    """Why a file could not be read at all."""
    if isinstance(error, UnicodeDecodeError):
        return Fault("fault.utf-8", "{words}", words=str(error))
    why = of_the_system(error)
    return Fault(
        "fault.unread",
        "[Errno {number}] {why}: {file!r}",
        number=error.errno,
        why=why,
        file=error.filename,
    )


def _kinds(text: str) -> str:
    """Names of kinds of values, as faults; anything else as it is."""
    first, bar, rest = text.partition(" | ")
    if bar and {*text.split(" | ")} <= {*KINDS}:
        return Fault("fault.or", "{first} | {rest}", first=_kinds(first), rest=_kinds(rest))
    return Fault(f"fault.kind.{text}", text) if text in KINDS else text
