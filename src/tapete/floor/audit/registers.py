"""The audit of the registers of people: whoever was admitted, given a role, put on duty or kept
out, every limit, factor, signature and request stands there as the audit log says it was written.

The log is a chain that only grows, so a row changed by whoever has the database differs from it.
What an older version wrote without a note is passed over; what is noted must be there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Table, select

from tapete.core.book.roles import CROUPIERS
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.people.housekey import Sealed, WrongKey
from tapete.floor.people.names import marks_of
from tapete.floor.people.personal import ANSWERED_IN
from tapete.floor.people.register import (
    UNITS_KEPT,
    Register,
    fingerprint,
    people_query,
    person_of,
)
from tapete.floor.people.sealed_papers import mark_of, opened
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store

Row = dict[str, Any]
Rows = dict[Any, Row]
GONE: Row = {}
"""The mark of a row that has been deleted."""


class Noted:
    """The registers as the audit log tells them: of each table, by key, the columns that are known.
    A row of which nothing is known any more (`GONE`) must not be there."""

    def __init__(self) -> None:
        self.people: Rows = {}
        self.barred: Rows = {}
        self.duty: Rows = {}
        self.factors: Rows = {}
        self.requests: Rows = {}
        self.signatures: Rows = {}
        self.protections: Rows = {}
        self.units: Rows = {}
        self.papers: Rows = {}
        """Of whoever was erased: until when his papers are blocked, while they are there."""

    def hear(self, entry: Any) -> None:
        """One entry of the audit log more."""
        tell = _TOLD.get(entry.what)
        if tell is not None:
            tell(self, entry, json.loads(entry.facts))


def _admitted(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    roles = json.dumps(facts["roles"].split(), separators=(",", ":"))
    row = {"kind": "cuenta", "roles": roles, "status": "activa", "created": entry.at}
    noted.people[facts["person"]] = row


def _guest(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    row = {"kind": "invitado", "roles": '["jugador"]', "status": "activa", "created": entry.at}
    noted.people[facts["person"]] = row


def _roles(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    roles = json.dumps(facts["roles"].split(), separators=(",", ":"))
    noted.people.setdefault(facts["person"], {})["roles"] = roles


def _erased(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    person = facts["person"]
    noted.people.setdefault(person, {}).update(status="borrada", roles="[]")
    noted.protections[person] = GONE
    if facts.get("kept_until") is not None:
        noted.papers[person] = {"until": facts["kept_until"]}
    _forget_factors(noted, person, "*")


def _barred(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    if "entry" in facts:
        row: Row = {"why": facts["why"], "since": entry.at, "by": entry.person}
        noted.barred[facts["entry"]] = row | ({"until": facts["until"]} if "until" in facts else {})


def _assigned(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    person, table, role = facts["person"], facts["table"], facts["role"]
    for unit, who in list(noted.duty):
        if who == person and (role in CROUPIERS or unit == table):
            noted.duty[unit, who] = GONE
    noted.duty[table, person] = {"role": role, "since": entry.at}


def _relieved(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    noted.duty[facts["table"], facts["person"]] = GONE


def _factor(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    kind = "llave" if "key" in facts else "codigo"
    row: Row = {"person": entry.person, "kind": kind, "created": entry.at}
    noted.factors[facts["factor"]] = row | ({"key": facts["key"]} if "key" in facts else {})


def _factor_removed(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    _forget_factors(noted, facts["person"], facts["factor"])


def _forget_factors(noted: Noted, person: str, id: str) -> None:
    for one, row in noted.factors.items():
        if row.get("person") == person and id in (one, "*"):
            noted.factors[one] = GONE


def _asked(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    noted.requests[facts["request"]] = {
        "person": entry.person, "kind": facts["kind"], "at": entry.at,
        "due": entry.at + ANSWERED_IN, "done": None, "by": None,
    }  # fmt: skip


def _answered(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    answer = {"answered": facts["answer"]} if "answer" in facts else {}
    row = noted.requests.setdefault(facts["request"], {})
    row.update(done=entry.at, by=entry.person, **answer)


def _signed(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    noted.signatures[facts["signature"]] = {
        "person": entry.person, "subject": facts["subject"], "digest": facts["digest"],
        "at": entry.at,
    }  # fmt: skip


def _units(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    for unit, spec in facts.items():
        noted.units[unit] = {"unit": spec}


def _protected(noted: Noted, entry: Any, facts: Mapping[str, Any]) -> None:
    if "kept" in facts:
        noted.protections[entry.person] = {"kept": facts["kept"]}


_TOLD: Mapping[str, Callable[[Noted, Any, Mapping[str, Any]], None]] = {
    "person.admitted": _admitted, "guest.admitted": _guest, "person.roles": _roles,
    "person.erased": _erased, "person.barred": _barred, "person.assigned": _assigned,
    "person.relieved": _relieved, "codes.added": _factor, "passkey.added": _factor,
    "factor.removed": _factor_removed, "data.asked": _asked, "data.answered": _answered,
    "signed": _signed, "limits.set": _protected, "rest.taken": _protected,
    "reality.seen": _protected, UNITS_KEPT: _units,
}  # fmt: skip


def check_registers(store: Store) -> Iterator[Finding]:
    """Every register is as the audit log tells it, and papers are those that were sealed."""
    noted = Noted()
    for entry in Register(store).entries():
        noted.hear(entry)
    read: tuple[tuple[Table, Rows, Callable[[Row], Any]], ...] = (
        (schema.people, noted.people, lambda row: row["id"]),
        (schema.barred, noted.barred, lambda row: row["n"]),
        (schema.duty, noted.duty, lambda row: (row["unit_id"], row["person"])),
        (schema.factors, noted.factors, lambda row: row["id"]),
        (schema.requests, noted.requests, lambda row: row["id"]),
        (schema.signatures, noted.signatures, lambda row: row["id"]),
        (schema.units, noted.units, lambda row: row["id"]),
        (schema.protections, noted.protections, lambda row: row["person"]),
    )
    for table, wanted, key in read:
        yield from _same(store, table, wanted, key)
    papers = _same(store, schema.papers, noted.papers, lambda row: row["person"])
    yield from (one for one in papers if one.found != str(None))  # their time may be over
    yield from _check_papers(store)


def _same(store: Store, table: Table, wanted: Rows, key: Callable[[Row], Any]) -> Iterator[Finding]:
    with store.engine.connect() as connection:
        rows = [dict(row._mapping) for row in connection.execute(select(table))]
    seen = set()
    for row in rows:
        id = key(row)
        seen.add(id)
        where, known = f"{table.name} {_text(id)}", wanted.get(id)
        if known is None:  # its keeper never noted it, or its key is another than it was
            continue
        if known is GONE:
            yield finding("register", where, None, "a row")
            continue
        found = {name: _shown(row, name) for name in known}
        if found != known:
            yield finding("register", where, known, found)
    for id in sorted(wanted.keys() - seen, key=str):
        if wanted[id] is not GONE:
            yield finding("register", f"{table.name} {_text(id)}", wanted[id], None)


def _text(id: Any) -> str:
    return " ".join(id) if isinstance(id, tuple) else str(id)


def _shown(row: Row, name: str) -> Any:
    """A column as the log notes it: of what is long its fingerprint."""
    if name in _PRINTED:
        return fingerprint(row[_PRINTED[name]])
    if name == "until":
        return None if row[name] is None else str(int(row[name]))
    return row[name]


_PRINTED = {"key": "secret", "unit": "spec", "kept": "body", "answered": "answer"}


def _check_papers(store: Store) -> Iterator[Finding]:
    """Where the key of the house lies beside whoever audits: papers open, and the marks by which
    people are found, or kept out, are those of their papers."""
    if not store.key.file.exists():
        return
    x, b, m = schema.papers, schema.barred, schema.name_marks
    with store.engine.connect() as connection:
        try:
            store.key.check(connection)
        except WrongKey:
            yield finding("house-key", str(store.key.file), "the key of this casino", "another")
            return
        people = connection.execute(people_query(x.c.person, x.c.mark, x.c.until)).all()
        blocked = connection.execute(select(x).where(x.c.until.is_not(None))).all()
        barred = connection.execute(select(b)).all()
        marks: dict[str, set[str]] = {}
        for row in connection.execute(select(m)):
            marks.setdefault(row.person, set()).add(row.mark)
    known = {row.id for row in people}
    for id in sorted(marks.keys() - known):
        yield finding("papers", f"name_marks {id}", "a person", None)
    for row in people:
        where = f"papers {row.id}"
        try:
            person = person_of(row, store.key)
        except Sealed:
            yield finding("papers", where, "what was sealed", "something else")
            continue
        mark = None if person.rut is None else mark_of(store.key, person.rut)
        if row.person is not None and row.mark != mark:
            yield finding("papers", where, mark, row.mark)
        called = marks_of(store.key, person) if row.person is not None else set()
        if called != marks.get(row.id, set()):
            yield finding("papers", f"name_marks {row.id}", len(called), len(marks.get(row.id, ())))
    yield from _check_sealed(store, blocked, barred)


def _check_sealed(store: Store, blocked: Sequence[Any], barred: Sequence[Any]) -> Iterator[Finding]:
    for row in blocked:
        try:
            opened(store.key, row.person, row.key, row.body)
        except Sealed:
            yield finding("papers", f"papers {row.person}", "what was sealed", "something else")
    for row in barred:
        try:
            mark = mark_of(store.key, store.key.open(row.sealed, "barred").decode())
        except Sealed:
            mark = None
        if row.mark != mark:
            yield finding("papers", f"barred {row.n}", mark, row.mark)
