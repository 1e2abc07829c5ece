"""The records of a unit made anew: its log is carried out again from its beginning, and every step
that ends a round or an act has the record it makes, in the place where it belongs, and no other
step has one. That one is missing the record after it does not always tell: a round or an act may
leave the state it found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from tapete.core.round.acta import BrokenRecord, read_record
from tapete.core.round.record import Record, line_of_event
from tapete.floor.audit.beside import check_last_record
from tapete.floor.audit.findings import AT_ONCE, Finding, finding
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.port import Kept
from tapete.floor.kernel.unit import Spec
from tapete.floor.storage import schema
from tapete.floor.storage.engine import in_pages
from tapete.floor.storage.kept_actas import in_full
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS, build
from tapete.floor.units.mesa.mend import BREAKS, NODE

MENDED = f"{NODE}-"
_STATE = re.compile(r"^state .*\n", re.MULTILINE)
_SEAL = re.compile(r"^seal .*\n\Z", re.MULTILINE)


def check_records_anew(store: Store, spec: Spec) -> Iterator[Finding]:
    """What of the records of a unit is not as its log makes them; and the step from which on the
    log cannot be carried out again, unless the unit was mended since."""
    chain: Chain[Any] = Chain(build(spec))
    store.begin(chain)
    kind = KINDS[spec.kind]
    if kind.ended(chain.unit) is None:
        return
    rows = _Records(store, spec.id, chain.steps)
    for kept in store.log(spec.id, after=chain.steps):
        try:
            step, why = chain.apply(kept.envelope, again=True), ""
        except BREAKS as error:
            step, why = None, str(error)[:200]
        if step is None or step.hash != kept.hash:
            if not _mended(store, spec.id, kept.number):
                where = f"{spec.id} step {kept.number}"
                yield finding("replay", where, kept.hash, why or (step and step.hash))
                return
            chain, rows.rounds = _as_it_is(store, spec), 0
            break
        yield from rows.check(kept, step)
    ended = kind.ended(chain.unit)
    if ended and not rows.rounds:  # it ended before the log begins, or after it was mended
        yield from check_last_record(store, spec, ended)


class _Records:
    """The records kept of a unit, in the order of its steps."""

    def __init__(self, store: Store, unit: str, after: int) -> None:
        r = schema.rounds
        self.store, self.unit = store, unit
        mine = select(r).where(r.c.unit_id == unit)
        self._rows = in_pages(store.engine, mine, r.c.step, AT_ONCE, after)
        self._row: Any = next(self._rows, None)
        self.rounds = 0
        """How many records of rounds were made anew."""

    def check(self, kept: Kept, step: Step) -> Iterator[Finding]:
        """What is kept with a step is what it makes."""
        row = self._row
        if row is not None and row.step == kept.number:
            self._row = next(self._rows, None)
        else:
            row = None
        made = None
        if step.record is not None:
            made = step.record.header.number
            self.rounds += step.record.header.act is None
        where = f"{self.unit} round {made if row is None else row.number} step {kept.number}"
        if step.kept is None or step.acta is None:
            if row is not None:
                yield finding("record-row", where, None, "a record")
        elif row is None:
            yield finding("record-row", where, "a record", None)
        elif _bare(row.acta) != _bare(step.kept):
            (acta,) = in_full(self.store, self.unit, [row.acta])
            try:
                same = _same(read_record(acta), read_record(step.acta))
            except BrokenRecord:  # which is found when it is read
                return
            if not same:
                yield finding("record", where, "the record its log makes", "another")


def _bare(acta: str) -> str:
    """A record without what depends on where it was gone on from: the state at its beginning, of
    which it has the digest, and with it the seal."""
    head, gap, rest = acta.partition("\n\n")
    return _STATE.sub("", f"{head}\n") + gap + _SEAL.sub("", rest)


def _same(one: Record, other: Record) -> bool:
    """Whether a record is the one made anew. One of another version of the program says of its
    rules and settings what was said then: it has the same answers and tells the same."""
    if one.header.version == other.header.version:
        return _stateless(one) == _stateless(other)
    return _told(one) == _told(other)


def _stateless(record: Record) -> str:
    return _SEAL.sub("", record.text(brief=True))


def _told(record: Record) -> tuple[Any, ...]:
    act = None if record.header.act is None else record.header.act.get("act")
    answers = [(step.told, step.answer) for step in record.steps]
    lines = [line_of_event(event) for event in record.events]
    return record.header.game, record.header.number, act, answers, lines


def _mended(store: Store, unit: str, since: int) -> bool:
    """Whether the round in course was voided from the log after a step that does not replay."""
    s = schema.steps
    mine = (s.c.unit_id == unit) & (s.c.number > since) & s.c.command_id.startswith(MENDED)
    with store.engine.connect() as connection:
        return connection.execute(select(s.c.number).where(mine)).first() is not None


def _as_it_is(store: Store, spec: Spec) -> Chain[Any]:
    chain: Chain[Any] = Chain(build(spec))
    store.load(chain)
    return chain
