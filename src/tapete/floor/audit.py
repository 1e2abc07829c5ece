"""The audit: everything derived anew from what is written, and the first thing that does not fit.

Balances are added up from the transfers, transfers derived from the events of each step, events
from the commands, records replayed, every chain of hashes followed, every promise of cards checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any

from sqlalchemy import func, select

from tapete.core.record import BrokenRecord, Divergence, read_event, read_record, replay
from tapete.core.refused import Refused
from tapete.floor import schema
from tapete.floor.audit_days import check_days
from tapete.floor.audit_pots import check_pots
from tapete.floor.findings import Finding as Finding
from tapete.floor.findings import finding, same_transfers
from tapete.floor.hosted import FIRST, Hosted, TableSpec, chained
from tapete.floor.ledger import OF_POT, balances, transfers_of
from tapete.floor.orders import check_kept
from tapete.floor.register import Register, audit_hash
from tapete.floor.remembered import Remembered
from tapete.floor.store import Store
from tapete.games.registry import find

Progress = Callable[[str, int, int], None]

MANY = 2000
"""Records from which on more processes are worth their start."""
AHEAD, CHUNK = 4096, 64
"""Records read at once, and handed to a process together."""


def audit(
    store: Store, progress: Progress | None = None, *, all_cores: bool = False
) -> Iterator[Finding]:
    """Whatever does not fit, in the order it is found. Nothing: all is well. ``all_cores``: many
    records are played again on all of them at once, where no table needs them."""
    tell = progress or (lambda what, done, of: None)
    yield from check_balances(store)
    yield from check_audit_log(store)
    specs = store.specs()
    for n, spec in enumerate(specs, 1):
        yield from check_steps(store, spec)
        tell("steps", n, len(specs))
    yield from check_pots(store)
    yield from check_days(store)
    total = counts(store)["records"]
    for n, found in enumerate(_replayed(_actas(store), all_cores and total >= MANY), 1):
        yield from found
        tell("records", n, total)
    for spec in specs:
        yield from check_promises(store, spec)


def check_balances(store: Store) -> Iterator[Finding]:
    """Accounts hold what the transfers brought them, and together nothing."""
    t, a = schema.transfers, schema.accounts
    summed: Counter[str] = Counter()
    with store.engine.connect() as connection:
        for row in connection.execute(
            select(t.c.source, func.sum(t.c.amount).label("n")).group_by(t.c.source)
        ):
            summed[row.source] -= int(row.n)
        for row in connection.execute(
            select(t.c.target, func.sum(t.c.amount).label("n")).group_by(t.c.target)
        ):
            summed[row.target] += int(row.n)
        held = {row.id: int(row.balance) for row in connection.execute(select(a))}
        owing = [row.id for row in connection.execute(select(a)) if _is_short(row)]
    for account in sorted({*held, *summed}):
        if held.get(account, 0) != summed[account]:
            yield finding("balance", account, summed[account], held.get(account, 0))
    if sum(held.values()):
        yield finding("sum", "accounts", 0, sum(held.values()))
    for account in owing:
        yield finding("below-zero", account, "0 o más", held[account])


def check_audit_log(store: Store) -> Iterator[Finding]:
    """Each entry fits the one before."""
    before = "0" * 64
    for row in Register(store).audited():
        expected = audit_hash(before, row.at, row.person, row.what, row.facts)
        if (row.before, row.hash) != (before, expected):
            yield finding("audit-chain", f"audit {row.n}", expected, row.hash)
            return
        before = row.hash


def check_steps(store: Store, spec: TableSpec) -> Iterator[Finding]:
    """The log of a table: its chain, its events numbered without a gap, its transfers those its
    events make, and its chips those the ledger has."""
    before, number, told = FIRST, 0, 0
    owners: dict[int, str] = {}
    made = []
    for kept in store.log(spec.id):
        where = f"{spec.id} step {kept.number}"
        if kept.number != number + 1 or kept.first != told + 1:
            yield finding("gap", where, f"{number + 1}/{told + 1}", f"{kept.number}/{kept.first}")
            return
        events = tuple(map(read_event, kept.lines))
        expected = chained(before, kept.envelope, events)
        if kept.hash != expected:
            yield finding("chain", where, expected, kept.hash)
            return
        for event in events:
            if event.kind == "seat-taken":
                owners[event.seat] = event.player  # type: ignore[attr-defined]
        made += transfers_of(spec.id, str(kept.number), events, owners, spec.pot)
        before, number, told = kept.hash, kept.number, kept.first + len(events) - 1
    yield from same_transfers(store, f"{spec.id}:", {t.id: t for t in made})
    yield from _same_table(store, spec, before, balances(made))


def _same_table(
    store: Store, spec: TableSpec, last: str, held: dict[str, int]
) -> Iterator[Finding]:
    """The table rebuilt from its log is where the log ends, with the chips the ledger says."""
    hosted = Hosted(spec, pot=Remembered() if spec.pot else None)
    try:
        store.load(hosted)
    except (ValueError, Refused) as error:
        yield finding("replay", spec.id, "the same steps", error)
        return
    if hosted.hash != last:
        yield finding("replay", spec.id, last, hosted.hash)
    if hosted.table.live is None:
        mine = {f"mesa:{spec.id}/{a}": n for a, n in hosted.table.desk.accounts.items()}
        there = {a: n for a, n in held.items() if a.startswith("mesa:")}
        of_pot = {f"mesa:{spec.id}/{a}" for a in OF_POT} if spec.pot else set()
        here = {a: n for a, n in mine.items() if "/cash:" not in a and a not in of_pot}
        if here != there:
            yield finding("table-chips", spec.id, here, there)


def check_record(where: str, text: str) -> Iterator[Finding]:
    """A record read and played again gives the same events."""
    try:
        replay(read_record(text), find)
    except (BrokenRecord, Divergence) as error:
        yield finding("record", where, "the same events", error)


def _replayed(actas: Iterator[tuple[str, str]], all_cores: bool) -> Iterator[list[Finding]]:
    """What each record brings to light, in their order."""
    if not all_cores:
        yield from (_look_at(acta) for acta in actas)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        some = list(islice(actas, AHEAD))
        while some:
            yield from pool.map(_look_at, some, chunksize=CHUNK)
            some = list(islice(actas, AHEAD))


def _look_at(acta: tuple[str, str]) -> list[Finding]:
    return list(check_record(*acta))


def check_promises(store: Store, spec: TableSpec) -> Iterator[Finding]:
    """Every order that was opened fits its promise and the cards that came out of it."""
    promised: dict[int, str] = {}
    opened: dict[int, tuple[str, list[str]]] = {}
    drawn: dict[int, list[str]] = {}
    current = 0
    for kept in store.log(spec.id):
        for line in kept.lines:
            event: Any = read_event(line)
            if event.kind != "announced":
                continue
            if event.what == "orden-prometido":
                current = int(event.facts["n"])
                promised[current], drawn[current] = event.facts["promise"], []
            elif event.what == "orden-abierto":
                order = str(event.facts["order"]).split()
                opened[int(event.facts["n"])] = (event.facts["salt"], order)
        command = kept.envelope.command
        if command.__struct_config__.tag == "answer" and kept.envelope.person == "sistema":
            card = command.answer  # type: ignore[union-attr]
            if (
                current
                and isinstance(card, str)
                and _is_card(card)
                and kept.envelope.role == "croupier"
            ):
                drawn[current].append(card)
    for n, (salt, order) in opened.items():
        try:
            check_kept(promised.get(n, ""), salt, order, drawn.get(n, []))  # type: ignore[arg-type]
        except Refused as error:
            yield finding("promise", f"{spec.id} order {n}", "kept", error)


def _is_card(text: str) -> bool:
    return len(text) == 2 and text[1] in "cdhs"


def _actas(store: Store) -> Iterator[tuple[str, str]]:
    r = schema.rounds
    with store.engine.connect() as connection:
        for row in connection.execute(select(r).order_by(r.c.table_id, r.c.step)):
            yield f"{row.table_id} round {row.number}", row.acta


def counts(store: Store) -> dict[str, int]:
    """How much there was to look at."""
    parts = {
        "tables": schema.tables, "steps": schema.steps, "records": schema.rounds,
        "transfers": schema.transfers,
    }  # fmt: skip
    with store.engine.connect() as connection:
        return {
            name: int(connection.execute(select(func.count()).select_from(part)).scalar() or 0)
            for name, part in parts.items()
        }


def _is_short(row: Any) -> bool:
    return row.balance < 0 and not row.may_owe
