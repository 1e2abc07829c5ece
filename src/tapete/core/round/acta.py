"""Reading the text of a record (docs/acta.md), those of older formats too.

What this code does not know of an event stays readable.
"""

from __future__ import annotations

import json

import msgspec

from tapete.core.book.datafile import exact
from tapete.core.book.source import EDITIONS
from tapete.core.book.written import Plain, Written
from tapete.core.round.act import Preparation
from tapete.core.round.event import Event, Unknown
from tapete.core.round.record import ACT, FORMAT, SEAL, Header, Record, Step, sealed

UNSEALED = 1
OLD = 2
"""The last format with an edition for its rules, terms in several places, and always a state."""
PREPARING = "preparing"
"""How records up to format 2 mark the shuffle before a round."""


class BrokenRecord(Exception):
    """A text that is not a record: line and reason."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


def read_record(text: str) -> Record:
    """Read an acta. Records of older versions are read too; what is unknown stays readable."""
    lines = _lines_of(text)
    if not lines[0].startswith("acta "):
        raise BrokenRecord(1, "a record begins with 'acta' and the number of its format")
    version = lines[0].removeprefix("acta ")
    if not version.isdecimal() or int(version) > FORMAT:
        raise BrokenRecord(1, f"this format is not known here: {version}")
    if int(version) > UNSEALED:
        lines = _without_seal(text)
    header: Written = {}
    steps: list[Step] = []
    events: list[Event] = []
    result: Written | None = None
    asked: tuple[str, str] | None = None
    for number, line in enumerate(lines[1:], 2):
        try:
            if not line:
                continue
            mark, _, rest = line.partition(" ")
            if mark == "!":
                events.append(_read_event(rest))
            elif mark == "?":
                kind, _, print_ = rest.partition(" ")
                asked = (kind, print_)
            elif mark == "=" and asked is not None:
                steps.append(Step(len(events), *asked, json.loads(rest)))
                asked = None
            elif mark == "end":
                result = json.loads(rest)
            elif not steps and not events:
                header[mark] = json.loads(rest)
            else:
                raise ValueError(f"a line begins with !, ?, = or end, not {mark!r}")
        except (ValueError, KeyError, msgspec.ValidationError, RecursionError) as error:
            raise BrokenRecord(number, str(error)) from None
    if int(version) <= OLD:
        header = _of_old(header)
    try:
        head = msgspec.convert(header, Header, dec_hook=exact, str_keys=True)
        head.limits  # noqa: B018 - what is no limit is found when the record is read
    except (msgspec.ValidationError, ValueError, ZeroDivisionError) as error:
        raise BrokenRecord(1, f"header: {error}") from None
    return Record(head, tuple(steps), tuple(events), result)


def _of_old(header: Written) -> Written:
    """The header of a record up to format 2: it names an edition and its book, marks the shuffle
    before a round, and has its terms in several places."""
    if header.pop(PREPARING, False):
        header[ACT] = {ACT: Preparation.name()}
    edition, book = header.pop("rules", None), header.pop("book", None)
    header["source"] = {"kind": EDITIONS.kind, "id": edition, "digest": book}
    extra = header.pop("extra", {})
    for old, new in (("throws_left", "last_rounds_left"), ("stacks", "chips")):
        if old in header:
            header[new] = header.pop(old)
    if "players" in extra:
        header["players"] = extra.pop("players")
    if not extra.get("pot"):
        extra.pop("pot", None)
    limits = {"limits": header.pop("limits")} if "limits" in header else {}
    header["terms"] = {**limits, **header.pop("circle", {}), **extra}
    return header


def _lines_of(text: str) -> list[str]:
    """The lines of a record. Only a newline ends one: a text in it may hold any other character."""
    return text.removesuffix("\n").split("\n")


def _without_seal(text: str) -> list[str]:
    *lines, last = _lines_of(text)
    if not last.startswith(f"{SEAL} "):
        raise BrokenRecord(len(lines) + 1, "the last line is no seal: the record was cut short")
    if sealed(text) != text:
        raise BrokenRecord(
            len(lines) + 1, "the seal does not fit: the record was changed after it was written"
        )
    return lines


def after_in(text: str, before: Plain | None) -> Plain | None:
    """The state a record leaves behind, read from its text; ``before`` is what the one before left.

    >>> after_in('acta 3\\nstate {"n":1}\\n\\nend {"n":2}\\nseal 0\\n', None)
    {'n': 2}
    """
    found = before
    for line in _lines_of(text):
        name, _, value = line.partition(" ")
        if name in ("state", "end"):
            found = json.loads(value)
    return found


def whole(text: str, before: Plain | None) -> str:
    """A record that goes on from the one before, with the state that one left; else as it is."""
    record = read_record(text)
    if before is None or record.header.state is not None:
        return text
    return msgspec.structs.replace(
        record, header=msgspec.structs.replace(record.header, state=dict(before))
    ).text()


def act_in(text: str) -> str:
    """The name of the act that a record tells of, read from its text; empty: a round.

    >>> act_in('acta 2\\ngame "war"\\nact {"act":"cartas-nuevas","by":"jefe-de-mesa"}\\n')
    'cartas-nuevas'
    """
    head = text.partition("\n\n")[0].split("\n")
    for line in head:
        name, _, value = line.partition(" ")
        if name == ACT:
            return str(json.loads(value)[ACT])
        if name == PREPARING:
            return Preparation.name()
    return ""


def read_event(line: str) -> Event:
    """An event out of its line in a record."""
    return _read_event(line.removeprefix("! "))


def _read_event(text: str) -> Event:
    kind, _, rest = text.partition(" ")
    fields: Written = {}
    decoder = json.JSONDecoder()
    while rest and not rest.startswith("["):
        name, _, rest = rest.partition("=")
        value, end = decoder.raw_decode(rest)
        fields[name] = value
        rest = rest[end:].lstrip(" ")
    clause, _, audience = rest[1:].partition("]")
    known = Event.kinds.get(kind)
    heard = tuple(audience.strip().removeprefix("@").split(",")) if audience.strip() else ()
    if known is None:
        return Unknown(named=kind, fields=fields, clause=clause, audience=heard)
    names = known.__struct_fields__
    besides = {name: value for name, value in fields.items() if name not in names}
    own = {name: value for name, value in fields.items() if name in names}
    try:
        return msgspec.convert(
            {**own, "besides": besides, "clause": clause, "audience": heard}, known, dec_hook=exact
        )
    except msgspec.ValidationError:
        return Unknown(named=kind, fields=fields, clause=clause, audience=heard)
