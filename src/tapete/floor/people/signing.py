"""What the regulation has somebody sign, and who has: rulings, hand-pays, actas, incidents, closes.

Where the house requires signatures a hand-pay is not paid before those who sign it have signed it
with their passkeys; everything else is shown as unsigned until it is signed, and the audit lists
what is not. Since when they are required stands in the audit log, where whoever audits finds it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, select

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_event
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.kernel.port import Kept
from tapete.floor.people.register import Register
from tapete.floor.people.signatures import (
    HEAD,
    OF_STEP,
    RAISED,
    STEP,
    Signature,
    is_right,
    is_signed,
    signatures,
)
from tapete.floor.storage import schema
from tapete.floor.storage.store import AT_ONCE, Store, kept_of, step_rows
from tapete.floor.table.commands import SYSTEM

SET = "signatures.set"
BY_HAND = "CAT-VI.7.1-01"
PAID = "machine-hand-paid"
HAND_PAY, CLOSE, SIGN = "hand-pay", "close", "sign"
NEAR = 20
"""So many steps are read at once for a hand-pay that waits; while it does little is done there."""
LAST = 500
"""So many of the last steps of a unit are looked at for what is not signed."""
_SENT = re.compile(rf'"do":"(?:{"|".join(OF_STEP)})"')
_RAISED = re.compile(rf"^(?:! )?{RAISED}\b", re.MULTILINE)
_TOLD = re.compile("|".join((RAISED, PAID, HEAD)))


class ToSign(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be signed: what it is and of which step, whose it is (of nobody: of whoever has
    the role), when, and who has signed."""

    subject: str
    what: str
    unit: str
    at: float
    person: str
    signed: tuple[str, ...] = ()


def set_required(store: Store, on: bool, now: float) -> None:
    """Write down whether signatures are required from now on, if that is new."""
    if on == (required_since(store) is not None):
        return
    with store.writing() as connection:
        Register(store).note(connection, "sistema", SET, {"required": on}, now)


def required_since(store: Store) -> float | None:
    """Since when signatures are required; None: they are not."""
    last = next(reversed(list(Register(store).entries(SET))), None)
    return float(last.at) if last is not None and json.loads(last.facts)["required"] else None


def _steps(connection: Connection, *wanted: Any) -> list[Any]:
    """Steps that are signed, or tell of hand-pays, in their order."""
    query = step_rows().where(*wanted).order_by(schema.steps.c.number)
    rows = connection.execute(query.execution_options(yield_per=AT_ONCE))
    return [row for row in rows if _SENT.search(row.envelope) or _TOLD.search(row.events)]


class _HandPays:
    """The hand-pays of a machine that wait: the steps that raised them, the first one first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[int, float]] = []

    def hear(self, number: int, at: float, lines: Sequence[str]) -> None:
        for line in lines:
            kind = read_event(line).kind
            if kind == RAISED:
                self.waiting.append((number, at))
            elif kind == PAID and self.waiting:
                self.waiting.pop(0)


def unsigned(connection: Connection, unit: str) -> list[ToSign]:
    """What was done last at a unit and is not signed, the newest first."""
    s, hands, found = schema.steps, _HandPays(), []
    top = select(s.c.number).where(s.c.unit_id == unit).order_by(s.c.number.desc()).limit(1)
    last = connection.execute(top).scalar() or 0
    mine = (s.c.unit_id == unit) & (s.c.number > last - LAST)
    rows = _steps(connection, mine)
    who = _by_subject(connection, [_of(unit, row.number) for row in rows])
    for row in rows:
        kept = kept_of(row)
        hands.hear(row.number, row.at, kept.lines)
        what, subject = _sent(kept), _of(unit, row.number)
        if _is_signed(kept) and what != SIGN and subject not in who:
            found.append(
                ToSign(subject=subject, what=what, unit=unit, at=row.at, person=row.person)
            )
    for number, at in hands.waiting:
        subject = _of(unit, number)
        signed = tuple(one.person for one in who.get(subject, ()))
        found.append(
            ToSign(subject=subject, what=HAND_PAY, unit=unit, at=at, person="", signed=signed)
        )
    return sorted(found, key=lambda one: -one.at)


def check_signed(
    connection: Connection, unit: str, person: str, *, waiting: int, steps: int
) -> None:
    """Raise `Refused` unless this person has signed the hand-pay that waits first at a machine: of
    those raised in its first ``steps`` so many are ``waiting``, paid in their order."""
    number = _raised(connection, unit, waiting, steps)
    if number is None:
        return  # the machine says that nothing waits
    subject = _of(unit, number)
    if not _has_signed(signatures(connection, subject), person):
        raise Refused(BY_HAND, "signature-needed", subject=subject)


def _raised(connection: Connection, unit: str, waiting: int, steps: int) -> int | None:
    """The step that raised the first hand-pay of those that wait: the last so many of them. The log
    is read backwards, no further than there."""
    s = schema.steps
    last = select(s.c.number, s.c.events).where(s.c.unit_id == unit).order_by(s.c.number.desc())
    while waiting and (
        rows := connection.execute(last.where(s.c.number <= steps).limit(NEAR)).all()
    ):
        for row in rows:
            waiting -= len(_RAISED.findall(row.events))
            if waiting <= 0:
                return int(row.number)
        steps = int(rows[-1].number) - 1
    return None


def check_required(store: Store) -> Iterator[Finding]:
    """What was to be signed since signatures are required, and is not."""
    since = required_since(store)
    if since is None:
        return
    s, d = schema.steps, schema.days
    with store.engine.connect() as connection:
        units = [spec.id for spec in store.specs()]
        closes = connection.execute(select(d.c.day).where(d.c.at >= since)).scalars().all()
        for day in closes:
            if not any(map(is_right, signatures(connection, f"day:{day}"))):
                yield finding("unsigned", f"day:{day}", "a signature", CLOSE)
        for unit in units:
            yield from _unit(connection, unit, and_(s.c.unit_id == unit, s.c.at >= since))


def _unit(connection: Connection, unit: str, mine: Any) -> Iterator[Finding]:
    hands = _HandPays()
    for row in _steps(connection, mine):
        kept = kept_of(row)
        what = _sent(kept)
        number = hands.waiting[0][0] if what == SIGN and hands.waiting else row.number
        subject = _of(unit, number)
        if _is_signed(kept) and not _has_signed(signatures(connection, subject), row.person):
            yield finding("unsigned", subject, row.person, what)
        hands.hear(row.number, row.at, kept.lines)


def _sent(kept: Kept) -> str:
    return str(kept.envelope.command.__struct_config__.tag)


def _is_signed(kept: Kept) -> bool:
    """Whether somebody has to sign a step; what the house does by itself nobody signs."""
    kinds = {read_event(line).kind for line in kept.lines}
    return kept.envelope.person != SYSTEM and is_signed(_sent(kept), kinds)


def _has_signed(found: Sequence[Signature], person: str) -> bool:
    return any(one.person == person and is_right(one) for one in found)


def _by_subject(connection: Connection, subjects: list[str]) -> dict[str, list[Signature]]:
    found: dict[str, list[Signature]] = {}
    g = schema.signatures
    for row in connection.execute(select(g).where(g.c.subject.in_(subjects))):
        one = Signature(**row._mapping)
        found.setdefault(one.subject, []).append(one)
    return found


def _of(unit: str, number: int) -> str:
    return f"{STEP}:{unit}:{number}"
