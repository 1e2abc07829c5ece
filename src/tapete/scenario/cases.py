"""Scenarios that are a question with an answer: fields in, what must come out beside them.

A file holds one question, or several as ``[[case]]``: the file's fields hold for each, a case's
own replace them key by key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any, TypeAlias

from tapete.core.book.datafile import BrokenFile, line_of
from tapete.core.book.fault import Fault, fault_of, of_the_system
from tapete.core.book.refused import ALSO, Refused
from tapete.core.round.acta import BrokenRecord
from tapete.scenario.compare import Difference
from tapete.scenario.faults import at, is_
from tapete.systems.machines.program import BrokenProgram

Fields: TypeAlias = Mapping[str, Any]
Form: TypeAlias = Callable[[Fields], Fields]
"""Answers a question: what came out, by the names that ``expect`` uses."""


WRONG = (
    ArithmeticError, AttributeError, LookupError, TypeError, ValueError, StopIteration,
    BrokenRecord,
)  # fmt: skip
"""What comes of a field that is not what it should be."""


class BadCase(Exception):
    """A field that is missing or makes no sense, and where it stands if that is known."""

    def __init__(self, reason: str, *path: str | int) -> None:
        super().__init__(reason)
        self.path = path


def reason_of(error: Exception) -> str:
    """What went wrong, for who wrote the file: a name that was looked up stands nowhere."""
    if isinstance(error, KeyError):
        return Fault("fault.no-name", "there is no {name!r}", name=error.args[0])
    if isinstance(error, OSError):
        return at(error.filename, of_the_system(error))
    plainly = isinstance(error, BadCase | ValueError)
    if plainly:
        return fault_of(error)
    kind = type(error).__name__
    if isinstance(error, BrokenFile):
        where, why = f"{error.file}:{error.line}", error.reason
        if isinstance(error, BrokenProgram):
            words = why.replace("{", "{{").replace("}", "}}")
            why = Fault(f"par.why.{error.why.key}", words, **error.why.facts)
        return Fault("fault.other-file", "{kind}: {where}: {why}", kind=kind, where=where, why=why)
    return Fault("fault.error", "{kind}: {words}", kind=kind, words=str(error))


class Otherwise(Exception):
    """A step of a question came out otherwise than the file says beside it."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference

    @classmethod
    def value(cls, where: str, expected: object, found: object) -> Otherwise:
        """A value that is another one."""
        return cls(Difference("value", expected=is_(where, expected), found=str(found)))


def read_cases(text: str) -> list[dict[str, Any]]:
    """The questions of a file. `BrokenFile`: its cases are no tables, or there is none."""
    whole = tomllib.loads(text)
    cases = whole.pop("case", None)
    if cases is None:
        return [whole]
    if not isinstance(cases, list) or not cases or not all(isinstance(c, dict) for c in cases):
        raise BrokenFile(
            "", line_of(text, ("case",)), Fault("fault.cases", "case is a list of tables: [[case]]")
        )
    return [_over(whole, case) for case in cases]


def _over(under: Fields, own: Fields) -> dict[str, Any]:
    """Fields with a case's own in their place, tables key by key."""
    found = dict(under)
    for name, value in own.items():
        below = found.get(name)
        merged = isinstance(value, dict) and isinstance(below, dict)
        found[name] = _over(below, value) if merged and below is not None else value
    return found


def judge(fields: Fields, form: Form, unordered: Collection[str] = ()) -> list[Difference]:
    """Answer a question and compare: each key of ``expect`` must come out so; of ``unordered`` ones
    the order says nothing."""
    expect = dict(fields.get("expect", {}))
    refused = expect.pop("refused", None)
    try:
        found = form(fields)
    except Refused as refusal:
        return _judge_refusal(refused, refusal)
    except BadCase as bad:
        return [Difference("broken-file", found=fault_of(bad))]
    except Otherwise as one:
        return [one.difference]
    if refused is not None:
        return [Difference("not-refused", expected=_said(refused))]
    return [
        Difference("value", expected=f"{key} = {_said(value)}", found=_said(found.get(key)))
        for key, value in expect.items()
        if not _same(plain(found.get(key)), plain(value), ordered=key not in unordered)
    ]


def _same(found: Any, wanted: Any, *, ordered: bool) -> bool:
    if not ordered and isinstance(found, list) and isinstance(wanted, list):
        return sorted(map(str, found)) == sorted(map(str, wanted))
    return bool(_without_zeros(found) == _without_zeros(wanted))


def _without_zeros(value: Any) -> Any:
    """Amounts by name: who has nothing may be written with a zero or left out."""
    if not isinstance(value, dict):
        return value
    return {name: part for name, part in value.items() if part != 0 or isinstance(part, bool)}


def explained(
    answer: Callable[[], list[Difference]], check: Callable[[], None]
) -> list[Difference]:
    """What an answer gives. Where it does not come out, fields that cannot be as they are written
    (``check`` raises `BrokenFile`) are named instead of what came of them."""
    try:
        found = answer()
    except WRONG as error:
        found = [Difference("broken-file", found=reason_of(error), line=1)]
    if found:
        try:
            check()
        except BrokenFile as broken:
            return [Difference("broken-file", line=broken.line, found=broken.reason)]
    return found


def differs(what: str, expected: Any, found: Any) -> list[Difference]:
    """A difference, if there is one."""
    if plain(expected) == plain(found):
        return []
    return [Difference("value", expected=is_(what, plain(expected)), found=str(plain(found)))]


def judge_refusal(wanted: object, refusal: Refused | None) -> list[Difference]:
    """Whether something was refused as it was to be, naming the clause."""
    if refusal is not None:
        return _judge_refusal(wanted, refusal)
    return [] if wanted is None else [Difference("not-refused", expected=_said(wanted))]


def _judge_refusal(wanted: object, refusal: Refused) -> list[Difference]:
    clauses = wanted if isinstance(wanted, list) else [wanted]
    named = [refusal.clause, *str(refusal.facts.get(ALSO, "")).split()]
    if wanted is True or any(clause in named for clause in clauses):
        return []
    by = (refusal.clause,)
    if wanted is None:
        return [Difference("refused", refusal=refusal, clauses=by)]
    expected = " ".join(map(str, clauses))
    return [Difference("refused-otherwise", expected=expected, refusal=refusal, clauses=by)]


def plain(value: Any) -> Any:
    """A value as a file would write it: keys as text, rows as lists, fractions as text."""
    match value:
        case bool() | None:
            return value
        case Mapping():
            return {str(key): plain(part) for key, part in value.items()}
        case Fraction():
            return str(value)
        case datetime() | date():
            return value
        case tuple() if hasattr(value, "_fields") and type(value).__str__ is not tuple.__str__:
            return str(value)
        case list() | tuple():
            return [plain(part) for part in value]
        case _:
            return value


def _said(value: object) -> str:
    return str(plain(value))
