"""Durable rounds a second, and what writing the same rows straight to the same database gives."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from itertools import islice
from multiprocessing import get_context
from typing import Any

import msgspec
from sqlalchemy import insert, select

from bench.floor.serving import name
from tapete.chance import seeded
from tapete.core.book.plan import plan
from tapete.core.round.bets import Place
from tapete.core.table.roles import staff_of
from tapete.floor.house import metrics
from tapete.floor.house.workers.serving import prepared
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.unit import Envelope
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import ledger_account, vault, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage import schema
from tapete.floor.storage.engine import at_once as pipelined
from tapete.floor.storage.engine import inserting, updating
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Answer, AnyCommand, Begin, Bet, CloseBets, Open, Sit
from tapete.floor.units.mesa import Mesa, TableSpec, planned_terms

GAME = "ruleta-americana-un-cero"
SEATS = 5


class Played(msgspec.Struct):
    """What was played: since when, how many rounds and processor seconds in how many seconds, and
    how many steps to a transaction."""

    since: float
    rounds: int
    seconds: float
    busy: float
    units: float


async def play(store: Store, tables: range, seconds: float) -> Played:
    """Play at so many tables for a while, each step written before the next."""
    writer, limits = Writer(store), planned_terms(plan(), GAME)
    hands = []
    for n in tables:
        spec = TableSpec(id=name(n), game=GAME, edition="scj-2023", terms=limits)
        store.add(spec)
        epoch = _leased(store, spec.id)
        keeper = Keeper(lambda spec=spec: Mesa(spec), store, writer, epoch)  # type: ignore[misc]
        hands.append(Hand(keeper))
        _give(store, spec)
    await asyncio.gather(*(hand.open() for hand in hands))
    before, since = _batches(), time.time()
    began, busy = time.perf_counter(), time.process_time()
    rounds = await asyncio.gather(*(hand.play(began + seconds) for hand in hands))
    spent, busy = time.perf_counter() - began, time.process_time() - busy
    units, transactions = (now - then for now, then in zip(_batches(), before, strict=True))
    writer.close()
    return Played(since, sum(rounds), spent, busy, units / max(1.0, transactions))


class Hand:
    """Whoever does everything at one table."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper, self.sent = keeper, 0

    async def send(self, command: AnyCommand, role: str) -> None:
        self.sent += 1
        await self.keeper.send(Envelope(
            id=f"{self.sent}", person="bench", role=role, at=time.time(), command=command
        ))  # fmt: skip

    async def open(self) -> None:
        """Open the table, and fill it."""
        staff = tuple(staff_of(self.keeper.chain.unit.table.rules))
        await self.send(Open(staff=staff), "jefe-de-mesa")
        for seat in range(1, SEATS + 1):
            player = f"{self.keeper.unit_id}-{seat}"
            await self.send(Sit(seat=seat, player=player, chips=10**9), "jugador")

    async def play(self, ends: float) -> int:
        """Whole rounds until a moment; gives how many."""
        pick, done = seeded(self.keeper.unit_id), 0
        while time.perf_counter() < ends:
            await self.send(Begin(), "croupier")
            for seat in range(1, SEATS + 1):
                await self.send(Bet(action=Place(seat, "rojo", 1000)), "jugador")
            await self.send(CloseBets(), "croupier")
            while (live := self.keeper.chain.unit.table.live) is not None and live.ask is not None:
                answer = live.ask.write(live.ask.some(pick))
                await self.send(Answer(answer=answer), "croupier")
            done += 1
        return done


def _leased(store: Store, unit: str) -> int:
    epochs = store.lease(unit, "bench", seconds=1e9, own=True)
    assert epochs is not None
    return epochs[unit]


def _give(store: Store, spec: TableSpec) -> None:
    table, unit = spec.id, spec.unit
    with store.writing() as connection:
        store.post(connection, [
            Transfer(
                id=f"{table}-{seat}", source=vault(unit),
                target=wallet(f"{table}-{seat}", unit),
                amount=10**9, state="posted", clause="CAT-I.1-10", why="compra",
            )
            for seat in range(1, SEATS + 1)
        ], 0.0)  # fmt: skip


def _batches() -> tuple[float, float]:
    """Units written and transactions so far."""
    samples = {s.name: s.value for family in metrics.BATCH.collect() for s in family.samples}
    return samples["tapete_batch_units_sum"], samples["tapete_batch_units_count"]


# The same rows, straight


class Rows:
    """What the rounds wrote since a moment, step by step in the order of time."""

    def __init__(self, store: Store, since: float) -> None:
        s, t, r = schema.steps, schema.transfers, schema.rounds
        with store.engine.connect() as connection:
            self.steps = [dict(row._mapping) for row in connection.execute(
                select(s).where(s.c.at >= since).order_by(s.c.at, s.c.unit_id, s.c.number)
            )]  # fmt: skip
            moved = [
                dict(row._mapping) for row in connection.execute(select(t).where(t.c.at >= since))
            ]
            ended = [
                dict(row._mapping) for row in connection.execute(select(r).where(r.c.at >= since))
            ]
        self.transfers: dict[str, list[dict[str, Any]]] = {}
        for row in moved:
            self.transfers.setdefault(row["id"].rpartition(":")[0], []).append(row)
        self.rounds = {(row["unit_id"], row["step"]): row for row in ended}

    def of(self, step: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
        """The transfers of a step and the round it ended."""
        where = step["unit_id"], step["number"]
        return self.transfers.get(f"{where[0]}:{where[1]}", []), self.rounds.get(where)


def straight(rows: Rows, url: str, at_once: int) -> tuple[float, float]:
    """Rounds a second when the same rows go straight to an empty database by the same statements,
    the rows of so many steps to a transaction (0: those of one round); and the milliseconds of
    processor each takes."""
    store = Store(url)
    store.create()
    engine = store.engine
    steps, transfers = inserting(engine, schema.steps), inserting(engine, schema.transfers)
    ends = inserting(engine, schema.rounds)
    add = updating(engine, schema.accounts, "balance = balance + column2", 2, "id = column1")
    last = updating(engine, schema.units, "steps = column2", 2, "id = column1")
    together = pipelined if store.slow else nullcontext
    _accounts(store, rows)
    groups = _groups(rows, at_once)
    began, busy = time.perf_counter(), time.process_time()
    for group in groups:
        parts = [rows.of(step) for step in group]
        moved = [row for some, _ in parts for row in some]
        ended = [row for _, row in parts if row is not None]
        given = [steps.written(tuple(step.values())) for step in group]
        with store.writes.begin() as connection, together(connection):
            last.run(connection, [*{step["unit_id"]: step["number"] for step in group}.items()])
            steps.run(connection, given)
            transfers.run(connection, [tuple(row.values()) for row in moved])
            add.run(connection, _changes(moved))
            ends.run(connection, [ends.written(tuple(row.values())) for row in ended])
    spent, busy = time.perf_counter() - began, time.process_time() - busy
    store.close()
    return len(rows.rounds) / spent, 1000 * busy / len(rows.rounds)


def _changes(moved: Sequence[dict[str, Any]]) -> list[tuple[str, int]]:
    found: Counter[str] = Counter()
    for row in moved:
        found[row["source"]] -= row["amount"]
        found[row["target"]] += row["amount"]
    return [(account, amount) for account, amount in sorted(found.items()) if amount]


def _accounts(store: Store, rows: Rows) -> None:
    """The accounts are there, and everybody may owe: only the writing is measured."""
    named: Counter[str] = Counter()
    for transfers in rows.transfers.values():
        for row in transfers:
            named.update((row["source"], row["target"]))
    tables = {step["unit_id"] for step in rows.steps}
    with store.writing() as connection:
        if named:
            connection.execute(insert(schema.accounts), [
                {"id": account, "balance": 10**12, "may_owe": ledger_account(account).may_owe}
                for account in named
            ])  # fmt: skip
        connection.execute(insert(schema.units), [
            {"id": id, "kind": "mesa", "group": id, "spec": "{}"} for id in tables
        ])  # fmt: skip


def _groups(rows: Rows, at_once: int) -> list[list[dict[str, Any]]]:
    if at_once:
        steps = iter(rows.steps)
        return list(iter(lambda: list(islice(steps, at_once)), []))
    found: list[list[dict[str, Any]]] = []
    open_: dict[str, list[dict[str, Any]]] = {}
    for step in rows.steps:
        mine = open_.setdefault(step["unit_id"], [])
        mine.append(step)
        if (step["unit_id"], step["number"]) in rows.rounds:
            found.append(open_.pop(step["unit_id"]))
    return found + [steps for steps in open_.values() if steps]


def measure(
    fresh: Callable[[], str], *, tables: int, seconds: float, times: int, workers: int = 2
) -> dict[str, Any]:
    """Rounds a second through the floor, by one process and by several, and straight: in
    transactions as large, and in one a round. Of several times the middle one by the ratio: what
    the disk does changes meanwhile."""
    prepared()
    found = sorted((_once(fresh, tables, seconds) for _ in range(times)), key=lambda f: f["same"])
    one = found[len(found) // 2]
    several = sorted(_several(fresh(), tables, seconds, workers) for _ in range(times))
    many = several[len(several) // 2]
    return {
        "rounds_a_second": round(one["rate"], 1), "workers": workers,
        "cores": round(one["rate"] * one["cpu"] / 1000, 2),
        "rounds_a_second_of_workers": round(many, 1), "gain": round(many / one["rate"], 2),
        "rows_a_round": one["rows"],
        "units_a_transaction": round(one["units"], 1),
        "cpu_ms_a_round": round(one["cpu"], 2), "straight_cpu_ms_a_round": round(one["bare"], 2),
        "straight_same_transactions": round(one["alike"], 1), "ratio_same": round(one["same"], 2),
        "ratios_same": [round(each["same"], 2) for each in found],
        "straight_one_a_round": round(one["each"], 1),
        "ratio_one_a_round": round(one["rate"] / one["each"], 2),
    }  # fmt: skip


def _once(fresh: Callable[[], str], tables: int, seconds: float) -> dict[str, float]:
    store = Store(fresh())
    store.create()
    played = asyncio.run(play(store, range(tables), seconds))
    rows, rate = Rows(store, played.since), played.rounds / played.seconds
    store.close()
    alike, bare = straight(rows, fresh(), max(1, round(played.units)))
    each, _ = straight(rows, fresh(), 0)
    return {
        "rate": rate, "cpu": 1000 * played.busy / played.rounds, "units": played.units,
        "alike": alike, "bare": bare, "each": each, "same": rate / alike,
        "rows": _rows_a_round(rows),
    }  # fmt: skip


def _several(url: str, tables: int, seconds: float, workers: int) -> float:
    """Rounds a second of several processes on one database, each with its share of the tables."""
    store = Store(url)
    store.create()
    store.close()
    context = get_context("spawn")
    with context.Pool(workers, _begin, (context.Barrier(workers),)) as pool:
        shares = [range(n, tables, workers) for n in range(workers)]
        done = pool.starmap(_share, [(url, share, seconds) for share in shares], chunksize=1)
    return sum(played.rounds / played.seconds for played in done)


def _begin(together: Any) -> None:
    global _together
    _together = together
    prepared()


def _share(url: str, tables: range, seconds: float) -> Played:
    _together.wait()
    store = Store(url)
    played = asyncio.run(play(store, tables, seconds))
    store.close()
    return played


_together: Any = None


def _rows_a_round(rows: Rows) -> float:
    count = len(rows.steps) + sum(map(len, rows.transfers.values())) + len(rows.rounds)
    return round(count / max(1, len(rows.rounds)), 1)
