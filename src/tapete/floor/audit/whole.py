"""The audit: everything derived anew from what is written, and the first thing that does not fit.

Balances are added up from the transfers, transfers derived from the events of each step, events
from the commands, records replayed, every chain of hashes followed, every promise of cards checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeAlias

from sqlalchemy import func, select

from tapete.core.book.refused import Refused
from tapete.core.round.acta import BrokenRecord, after_in, read_event, read_record
from tapete.core.round.replay import Divergence, StateMissing, replay
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.audit.anew import check_records_anew
from tapete.floor.audit.beside import BesideLog, check_days_of_transfers, check_nobodys
from tapete.floor.audit.days import check_days
from tapete.floor.audit.findings import AT_ONCE, finding, not_as_made, transfers_by_maker
from tapete.floor.audit.findings import Finding as Finding
from tapete.floor.audit.registers import check_registers
from tapete.floor.audit.shared import check_shared
from tapete.floor.kernel.chain import Chain, link
from tapete.floor.kernel.unit import Spec
from tapete.floor.money.accounts import LedgerAccount, ledger_account
from tapete.floor.money.closing import Head, archived_balances, balances_at, heads_at
from tapete.floor.money.ledger import Transfer
from tapete.floor.people.register import Register, audit_hash
from tapete.floor.people.signatures import check_signatures
from tapete.floor.people.signing import check_required
from tapete.floor.rounds.replays import state_before
from tapete.floor.storage import schema
from tapete.floor.storage.kept_actas import in_full
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS, build
from tapete.systems.rounds import find

Progress = Callable[[str, int, int], None]

MANY = 2000
"""Records from which on more processes are worth their start."""
Acta: TypeAlias = tuple[str, str, Mapping[str, Any] | None]
"""Where a record stands, its text, and the state it goes on from."""
AHEAD, CHUNK = 4096, 64
"""Records read at once, and handed to a process together."""


def audit(
    store: Store, progress: Progress | None = None, *, all_cores: bool = False,
    since: str | None = None,
) -> Iterator[Finding]:  # fmt: skip
    """Whatever does not fit, in the order it is found. Nothing: all is well. ``all_cores``: many
    records are played again on all of them at once, where no table needs them. ``since``: what
    came after the close of this day; what was before is taken from what its close wrote down."""
    tell = progress or (lambda what, done, of: None)
    heads = begin_at(store, since)
    yield from _readable("balances", check_balances(store, since))
    yield from _readable("audit", check_audit_log(store))
    yield from _readable("transfers", check_days_of_transfers(store))
    yield from _readable("units", check_nobodys(store))
    yield from _readable("registers", check_registers(store))
    specs = yield from _specs(store)
    with store.engine.connect() as connection:
        many = transfers_by_maker(connection, since)
    for n, spec in enumerate(specs, 1):
        steps = check_steps(store, spec, heads.get(spec.id), many.get(spec.id, 0))
        yield from _readable(spec.id, steps)
        tell("steps", n, len(specs))
    yield from _readable("shared", check_shared(store, SHARED))
    yield from _readable("days", check_days(store, since))
    yield from _readable("signatures", check_signatures(store))
    yield from _readable("signatures", check_required(store))
    yield from _readable("records", _check_records(store, specs, tell, all_cores))
    for spec in specs:
        yield from _readable(spec.id, KINDS[spec.kind].audit(store, spec))


def _specs(store: Store) -> Generator[Finding, None, list[Spec]]:
    """The units whose rows can be read; those that cannot are found."""
    u, found = schema.units, list[Spec]()
    with store.engine.connect() as connection:
        rows = connection.execute(select(u.c.id, u.c.kind, u.c.spec).order_by(u.c.id)).all()
    for row in rows:
        try:
            spec = KINDS[row.kind].read_spec(row.spec)
            build(spec)
        except Exception as error:  # as in `_readable`
            yield finding("unreadable", row.id, "what was written", repr(error)[:300])
            continue
        if spec.id != row.id:
            yield finding("unit-row", row.id, row.id, spec.id)
        else:
            found.append(spec)
    return found


def _readable(where: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings of one part of the audit; a part that cannot be read is itself a finding."""
    try:
        yield from findings
    except Exception as error:  # whatever was done to the bytes: no reader is made for all of it
        yield finding("unreadable", where, "what was written", repr(error)[:300])


def _check_records(
    store: Store, specs: Sequence[Spec], tell: Progress, all_cores: bool
) -> Iterator[Finding]:
    """Every record played again."""
    total = _records(store)
    for n, found in enumerate(_replayed(_actas(store, specs), all_cores and total >= MANY), 1):
        yield from found
        tell("records", n, total)


def begin_at(store: Store, since: str | None) -> dict[str, Head]:
    """Have every unit looked at from its last snapshot before the close of a day on; gives how far
    each was at that close."""
    if since is None:
        return {}
    with store.engine.connect() as connection:
        heads = heads_at(connection, since)
    store.beginnings = {id: one.memory for id, one in heads.items() if one.memory is not None}
    return heads


def check_balances(store: Store, since: str | None = None) -> Iterator[Finding]:
    """Accounts hold what the transfers brought them, and together nothing."""
    t, a = schema.transfers, schema.accounts
    with store.engine.connect() as connection:
        if since is None:
            summed, wanted = archived_balances(connection), []
        else:
            summed, wanted = balances_at(connection, since), [t.c.day > since]
        for account, sign in ((t.c.source, -1), (t.c.target, 1)):
            query = select(account.label("id"), func.sum(t.c.amount).label("n")).where(*wanted)
            for row in connection.execute(query.group_by(account)):
                summed[row.id] += sign * int(row.n)
        rows = connection.execute(select(a)).all()
    held = {row.id: int(row.balance) for row in rows}
    for account in sorted({*held, *summed}):
        if held.get(account, 0) != summed[account]:
            yield finding("balance", account, summed[account], held.get(account, 0))
    together: Counter[str] = Counter()
    for account, amount in held.items():
        together[ledger_account(account).unit] += amount
    for unit, amount in sorted(together.items()):  # nothing goes from one unit to another
        if amount:
            yield finding("sum", unit, 0, amount)
    for row in rows:
        if row.may_owe != ledger_account(row.id).may_owe:
            yield finding("may-owe", row.id, not row.may_owe, row.may_owe)
        if row.balance < 0 and not row.may_owe:
            yield finding("below-zero", row.id, "0 or more", row.balance)


def check_audit_log(store: Store) -> Iterator[Finding]:
    """Each entry fits the one before."""
    before = "0" * 64
    for row in Register(store).entries():
        expected = audit_hash(before, row.at, row.person, row.what, row.facts)
        if (row.before, row.hash) != (before, expected):
            yield finding("audit-chain", f"audit {row.n}", expected, row.hash)
            return
        before = row.hash


def check_steps(
    store: Store, spec: Spec, head: Head | None = None, many: int | None = None
) -> Iterator[Finding]:
    """The log of a unit: its chain, its events numbered without a gap, its transfers those its
    events make, and its chips those the ledger has. ``many`` is how many transfers of it there are,
    after the close at which it was at ``head`` if one is given."""
    chain = Chain(build(spec))  # what it shares with others is not asked
    store.begin(chain)
    unit, before, number, told = chain.unit, chain.hash, chain.steps, chain.told
    counted = number if head is None else head.step
    made: dict[Transfer, float] = {}
    held, seen = Counter(unit.held() or {}), 0
    beside = BesideLog(store, spec, number)
    for kept in store.log(spec.id, after=number):
        where = f"{spec.id} step {kept.number}"
        if kept.number != number + 1 or kept.first != told + 1:
            yield finding("gap", where, f"{number + 1}/{told + 1}", f"{kept.number}/{kept.first}")
            return
        events = tuple(map(read_event, kept.lines))
        expected = link(before, kept.text, kept.lines)
        if kept.hash != expected or (head and kept.number == head.step and head.hash != expected):
            yield finding("chain", where, expected, kept.hash)
            return
        yield from beside.hear(kept, events)
        moved = unit.transfers(kept.number, events)
        made.update(dict.fromkeys(moved, kept.envelope.at))
        seen += len(moved) if kept.number > counted else 0
        before, number, told = kept.hash, kept.number, kept.first + len(events) - 1
        if len(made) >= AT_ONCE:
            yield from not_as_made(store, made)
            _add(held, made)
            made.clear()
    yield from not_as_made(store, made)
    yield from beside.check()
    _add(held, made)
    if many is not None and seen != many:
        yield finding("transfers", spec.id, seen, many)
    yield from _same_unit(store, spec, before, held)


def _add(held: Counter[LedgerAccount], made: Iterable[Transfer]) -> None:
    for one in made:
        held[one.source] -= one.amount
        held[one.target] += one.amount


def _same_unit(
    store: Store, spec: Spec, last: str, held: Mapping[LedgerAccount, int]
) -> Iterator[Finding]:  # fmt: skip
    """The unit rebuilt from its log is where the log ends, with the chips its transfers
    brought it."""
    chain = Chain(build(spec))
    try:
        store.load(chain)
    except (ValueError, Refused) as error:
        yield finding("replay", spec.id, "the same steps", error)
        return
    if chain.hash != last:
        yield finding("replay", spec.id, last, chain.hash)
    yield from check_records_anew(store, spec)
    here = chain.unit.held()
    if here is not None:
        own = (spec.kind, spec.id)
        there = {one: n for one, n in held.items() if n and (one.holder, one.owner) == own}
        if here != there:
            yield finding("unit-chips", spec.id, here, there)


def check_record(
    where: str, text: str, before: Mapping[str, Any] | None = None
) -> Iterator[Finding]:
    """A record read and played again, from the state the one before left, gives the same events."""
    try:
        replay(read_record(text), find, before)
    except (BrokenRecord, Divergence, StateMissing) as error:
        yield finding("record", where, "the same events", error)


def _replayed(actas: Iterator[Acta], all_cores: bool) -> Iterator[list[Finding]]:
    """What each record brings to light, in their order."""
    if not all_cores:
        yield from (_look_at(acta) for acta in actas)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        some = list(islice(actas, AHEAD))
        while some:
            yield from pool.map(_look_at, some, chunksize=CHUNK)
            some = list(islice(actas, AHEAD))


def _look_at(acta: Acta) -> list[Finding]:
    return list(check_record(*acta))


def _records(store: Store) -> int:
    with store.engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(schema.rounds)).scalar_one())


def _actas(store: Store, specs: Sequence[Spec]) -> Iterator[Acta]:
    """Every record with the state that the ones before it at the same unit left; of those that
    ended before its log begins, or is looked at, only that state is asked."""
    r = schema.rounds
    for spec in specs:
        chain = Chain(build(spec))
        store.begin(chain)
        last = chain.steps
        left = state_before(store, spec.id, last + 1) if last else None
        query = select(r).where(r.c.unit_id == spec.id).order_by(r.c.step).limit(AT_ONCE)
        rows: Sequence[Any] = [None] * AT_ONCE
        while len(rows) == AT_ONCE:
            with store.engine.connect() as connection:
                rows = connection.execute(query.where(r.c.step > last)).all()
            actas = in_full(store, spec.id, [row.acta for row in rows])
            for row, acta in zip(rows, actas, strict=True):
                yield f"{row.unit_id} round {row.number}", acta, left
                left, last = after_record(acta, left), row.step


def after_record(acta: str, before: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The state a record leaves behind, as far as it can be read."""
    try:
        return after_in(acta, before)
    except ValueError:  # somebody touched it, which is found when it is read
        return before


def counts(store: Store) -> dict[str, int]:
    """How much there was to look at: units of each kind, their steps, records, transfers."""
    parts = {"steps": schema.steps, "records": schema.rounds, "transfers": schema.transfers}
    u = schema.units
    with store.engine.connect() as connection:
        kinds = connection.execute(select(u.c.kind, func.count()).group_by(u.c.kind))
        units: dict[str, int] = dict.fromkeys(KINDS, 0) | {kind: n for kind, n in kinds}
        return units | {
            name: int(connection.execute(select(func.count()).select_from(part)).scalar() or 0)
            for name, part in parts.items()
        }
