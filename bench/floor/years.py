"""``python -m bench.floor.years``: a casino with years behind it, and what everything takes there.

A table of roulette is played for real for some rounds; then its rows, as the store writes them, are
laid down again and again under new numbers, tables, days and hashes until there are as many
transfers as asked for (``--transfers``), with closed days, balances at each close, people, stays
and an audit log. It is served, and every route that reads is asked; a day is closed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from rich.progress import Progress
from sqlalchemy import func, insert, select, update

from bench.floor import serving
from bench.floor.measure import databases
from tapete.chance import seeded
from tapete.client import Client
from tapete.core.book.plan import plan
from tapete.core.round.bets import Place
from tapete.core.round.betting import BetWindow
from tapete.core.table.roles import staff_of
from tapete.floor.kernel.chain import FIRST, Chain, Memory, Step, link
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.unit import Envelope
from tapete.floor.money.accounts import ledger_account, vault, wallet
from tapete.floor.money.day import DayReport
from tapete.floor.people.person import Person
from tapete.floor.people.register import Register, audit_hash
from tapete.floor.storage import schema
from tapete.floor.storage.engine import as_written
from tapete.floor.storage.kept_actas import by_number
from tapete.floor.storage.packing import brief
from tapete.floor.storage.store import Store, row_of
from tapete.floor.table.commands import Answer, Begin, Bet, CloseBets, Open, Sit
from tapete.floor.units.mesa import Mesa, TableSpec, planned_terms

GAME, ROUNDS, SEATS, TABLES = "ruleta-americana-un-cero", 20, 5, 10
CHIPS = 10**12
DAY = 86_400.0
PASSWORD = "una clave larga y buena"
AT_ONCE = 20_000
STILL = Clocks(betting=1e6, decision=1e6, pause=1e6)
FIRST_NAMES = ("Ana", "Rosa", "María", "Juan", "Pedro", "Luis", "Camila", "Diego", "Sofía", "Tomás")
SURNAMES = ("Soto", "Rojas", "Díaz", "Muñoz", "Pérez", "Silva", "Vera", "Lagos", "Tapia")
PEOPLE, ENTRIES_A_DAY = 20_000, 500
_ids = count(1)


def spec(id: str) -> TableSpec:
    return TableSpec(id=id, game=GAME, edition="scj-2023", terms=planned_terms(plan(), GAME))


def sent(command: Any, role: str) -> Envelope[Any]:
    return Envelope(id=f"c-{next(_ids)}", person="bench", role=role, at=0.0, command=command)


def template() -> tuple[list[Step], list[list[Step]], bytes]:
    """How a table opens and is filled, some of its rounds, and the table after them at rest."""
    chain, pick = Chain(Mesa(spec("T"))), seeded("years")
    staff = tuple(staff_of(chain.unit.table.rules))
    first = [chain.apply(sent(Open(staff=staff), "jefe-de-mesa"))]
    for seat in range(1, SEATS + 1):
        sit = Sit(seat=seat, player=f"p{seat}", chips=CHIPS)
        first.append(chain.apply(sent(sit, "jugador")))
    rounds = []
    for _ in range(ROUNDS):
        steps = [chain.apply(sent(Begin(), "croupier"))]
        while (live := chain.unit.table.live) is not None:
            steps += _on(chain, live.ask, pick)
        rounds.append(steps)
    memory = chain.memory()
    assert memory is not None
    return first, rounds, memory


def _on(chain: Chain[Mesa], ask: Any, pick: Any) -> list[Step]:
    if not isinstance(ask, BetWindow):
        answer = Answer(answer=ask.write(ask.some(pick)), seat=ask.put_to.seat)
        return [chain.apply(sent(answer, "croupier"))]
    bets = [Bet(action=Place(seat, "rojo", 10_000)) for seat in range(1, SEATS + 1)]
    done = [chain.apply(sent(bet, "jugador")) for bet in bets]
    return [*done, chain.apply(sent(CloseBets(), "croupier"))]


class Unit:
    """A table whose history is laid down."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.number = self.told = self.rounds = 0
        self.hash = FIRST
        self._lines: list[str] = []

    def lay(self, step: Step, at: float, day: str, rows: dict[str, list[Any]]) -> None:
        """The rows of a step of the template, as the next of this table."""
        self.number += 1
        id, person = f"c{self.number}", step.envelope.person
        text = step.text.replace(f'"{step.envelope.id}"', f'"{id}"', 1)
        text = text.replace('"at":0.0,', f'"at":{at!r},', 1)
        self.hash = link(self.hash, text, step.lines)
        row = row_of(step) | {
            "unit_id": self.id, "number": self.number, "command_id": id, "at": at,
            "round": self.rounds, "first": self.told + 1,
            "envelope": brief(text, id, person, at),
            "hash": self.hash,
        }  # fmt: skip
        rows["steps"].append(tuple(row.values()))
        self._lines += step.lines
        self.told += len(step.lines)
        old, new = f"{step.unit}:{step.number}:", f"{self.id}:{self.number}:"
        mine = f"mesa:{self.id}/"
        for one in step.transfers:
            id, source, target, amount, state, why, clause = one.row()
            rows["transfers"].append((
                id.replace(old, new, 1), source.replace("mesa:T/", mine),
                target.replace("mesa:T/", mine), amount, state, why, clause, at, day,
            ))  # fmt: skip
        if step.record is not None:
            self.rounds += 1
            rows["rounds"].append(
                (self.id, self.number, self.rounds, step.record.header.game, at, self._kept(step))
            )

    def _kept(self, step: Step) -> str:
        assert step.acta is not None
        kept = by_number(step.acta, self.told - len(self._lines) + 1, self._lines)
        self._lines.clear()
        return kept


def write(store: Store, rows: dict[str, list[Any]]) -> None:
    """Rows by table, as fast as the database takes them."""
    with store.writes.begin() as connection:
        raw = connection.connection.dbapi_connection
        assert raw is not None
        for name, some in rows.items():
            table = schema.metadata.tables[name]
            columns = ", ".join(f'"{one.name}"' for one in table.columns)
            written = as_written(store.engine, table)
            if written is not None:
                some[:] = map(written, some)
            cursor = raw.cursor()
            if store.slow:
                with cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as copy:
                    for row in some:
                        copy.write_row(row)
            else:
                marks = ", ".join("?" * len(some[0])) if some else ""
                if some:
                    cursor.executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", some)
            some.clear()


def make(url: str, transfers: int, days: int) -> dict[str, Any]:
    """The casino: gives how much of everything is in it."""
    store = Store(url)
    store.create()
    began, end = time.perf_counter(), time.time() // DAY * DAY
    first, rounds, memory = template()
    a_round = sum(len(step.transfers) for steps in rounds for step in steps) / ROUNDS
    wanted = int(transfers / a_round)
    units = [Unit(f"mesa-{n}") for n in range(TABLES)]
    rows: dict[str, list[Any]] = {"steps": [], "transfers": [], "rounds": []}
    held: Counter[str] = Counter()
    unit_of = spec("T").unit
    indexes = [
        i for t in ("transfers", "rounds", "steps") for i in schema.metadata.tables[t].indexes
    ]
    with store.writes.begin() as connection:
        for index in indexes:
            index.drop(connection)
    for unit in units:
        store.add(spec(unit.id))
        for step in first:
            unit.lay(step, end - days * DAY, _day(end - days * DAY), rows)
    made = 0
    with Progress(disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("rounds", total=wanted)
        while made < wanted:
            at = end - days * DAY + (days * DAY) * made / wanted
            for step in rounds[made % ROUNDS]:
                units[made % TABLES].lay(step, at, _day(at), rows)
            made += 1
            if len(rows["transfers"]) >= AT_ONCE or made == wanted:
                for row in rows["transfers"]:
                    held[row[1]] -= row[3]
                    held[row[2]] += row[3]
                write(store, rows)
                bar.update(task, completed=made)
        for person in range(1, SEATS + 1):  # what they sat down with came from somewhere
            theirs, ours = wallet(f"p{person}", unit_of).text, vault(unit_of).text
            amount = -held.pop(theirs)
            held[ours] -= amount
            rows["transfers"].append(
                (f"compra:{person}:0", ours, theirs, amount, "posted",
                 "fichas-vendidas", "CAT-I.1-10", end - days * DAY, _day(end - days * DAY))
            )  # fmt: skip
        write(store, rows)
    with store.writes.begin() as connection:
        for index in indexes:
            index.create(connection)
    with store.writing() as connection:
        accounts = [
            {"id": id, "balance": n, "may_owe": ledger_account(id).may_owe}
            for id, n in held.items()
        ]
        connection.execute(insert(schema.accounts), accounts)
        for unit in units:
            body = Memory(steps=unit.number, told=unit.told, hash=unit.hash,
                          unit=msgspec.json.decode(memory, type=Memory).unit)  # fmt: skip
            connection.execute(insert(schema.memories).values(
                unit_id=unit.id, step=unit.number, body=msgspec.json.encode(body)
            ))  # fmt: skip
            here = update(schema.units).where(schema.units.c.id == unit.id)
            connection.execute(here.values(steps=unit.number))
    _people(store, units, end - days * DAY, days)
    if store.slow:
        with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("ANALYZE")
    store.close()
    size = Path(url.removeprefix("sqlite:///")).stat().st_size if not store.slow else None
    return {
        "transfers": int(made * a_round), "rounds": made, "days": days,
        "steps": sum(unit.number for unit in units), "seconds_to_make": _s(began),
        "gigabytes": None if size is None else round(size / 1e9, 2),
        "bytes_a_round": None if size is None else round(size / made),
    }  # fmt: skip


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at))


def _s(began: float) -> float:
    return round(time.perf_counter() - began, 2)


def _people(store: Store, units: list[Unit], begin: float, days: int) -> None:
    """People, where they sat, the audit log, and the days but the last, closed."""
    register = Register(store)
    roles = ("administrador", "cajero", "fiscalizador", "jefe-de-mesa", "director-de-juegos")
    register.admit_staff("casa", "Casa", PASSWORD, _known(roles), by="bench", now=begin)
    with store.writing() as connection:
        for n in range(1, PEOPLE):
            name = f"{FIRST_NAMES[n % len(FIRST_NAMES)]} {SURNAMES[n * 7 % len(SURNAMES)]} {n}"
            person = Person(id=f"p{n}", name=name, rut=f"{10_000_000 + n}-K", roles=("jugador",))
            register._write(connection, person, "none", begin + n)
        stays = [
            {"unit_id": unit.id, "seat": seat, "since_step": 1 + seat, "since_event": 1 + seat,
             "since_round": 0, "until_step": None, "until_round": None, "person": f"p{seat}"}
            for unit in units for seat in range(1, SEATS + 1)
        ]  # fmt: skip
        connection.execute(insert(schema.stays), stays)
        a = schema.audit
        last = connection.execute(select(a.c.hash).order_by(a.c.n.desc()).limit(1)).scalar()
        entries = []
        for n in range(days * ENTRIES_A_DAY):
            at, who, what = begin + n * DAY / ENTRIES_A_DAY, f"p{n % PEOPLE}", "login"
            hash = audit_hash(str(last), at, who, what, "{}")
            entries.append({"at": at, "person": who, "what": what, "facts": "{}",
                            "before": last, "hash": hash})  # fmt: skip
            last = hash
        for one in range(0, len(entries), AT_ONCE):
            connection.execute(insert(a), entries[one : one + AT_ONCE])
        _closed_days(connection, begin, days)


def _known(roles: tuple[str, ...]) -> tuple[str, ...]:
    from tapete.floor.people.permissions import ROLES

    return tuple(role for role in roles if role in ROLES)


def _closed_days(connection: Any, begin: float, days: int) -> None:
    empty = DayReport(
        win=0, commission=0, pots_commission=0, income=0, tips=0, drop=0, hold=None, day="",
        since=None, tables={}, pots={}, sold=0, redeemed=0, gifts=0,
    )  # fmt: skip
    closed = sorted({_day(begin + n * DAY) for n in range(days - 1)})
    said = [
        {"day": day, "at": begin, "by": "bench",
         "report": msgspec.json.encode(msgspec.structs.replace(empty, day=day)).decode()}
        for day in closed
    ]  # fmt: skip
    connection.execute(insert(schema.days), said)
    c, a = schema.closing_balances, schema.accounts
    held = connection.execute(select(a.c.id, a.c.balance)).all()
    connection.execute(
        insert(c), [{"account": r.id, "day": closed[-1], "balance": r.balance} for r in held]
    )


READERS = (
    "/api/tables", "/api/units", "/api/pots", "/api/days", "/api/floor", "/api/rounds",
    "/api/rounds?table=mesa-3", "/api/rounds?day={day}", "/api/rounds?player=p3",
    f"/api/rounds?game={GAME}", "/api/rounds?game=war", "/api/rounds?table=mesa-3&day={day}",
    "/api/audit", "/api/audit?newest=true", "/api/audit?person=p77&newest=true",
    "/api/audit?what=login&newest=true", "/api/audit?what=chips", "/api/audit?day={day}",
    "/api/cage/people?find=sof+muñ", "/api/cage/people?find=mar", "/api/cage/drawer",
    "/api/cage/movements",
    "/api/cage/movements?day={day}", "/api/cage/day", "/api/me/account", "/api/days/{day}",
    "/api/tables/mesa-3", "/api/tables/mesa-3/events", "/api/tables/mesa-3/events?start=5000",
    "/api/tables/mesa-3/rounds/7", "/api/tables/mesa-3/rounds/7/proof",
    "/api/tables/mesa-3/rounds/7/replay", "/api/tables/mesa-3/rounds/{last}",
    "/api/tables/mesa-3/rounds/{last}/proof", "/api/tables/mesa-3/rounds/{last}/replay",
    "/api/desk", "/api/desk/mesa-3", "/api/program", "/",
)  # fmt: skip


def _busy(casino: serving.Served) -> float:
    """Seconds of processor of the server; a database of its own may not be alone on the machine."""
    used = casino.cpu()
    return used["loop"] + used["writer"]


async def ask(casino: serving.Served, day: str, last: int, times: int) -> dict[str, Any]:
    """Every route so many times: the middle one, and the processor time of the server for one, in
    milliseconds. What else runs on the machine makes the first longer, and not the second."""
    client = Client(casino.address)
    await client.log_in("casa", PASSWORD)
    found: dict[str, Any] = {}
    for path in READERS:
        asked = path.format(day=day, last=last)
        took, busy = [], _busy(casino)
        for _ in range(times):
            began = time.perf_counter()
            answer = await client.http.get(asked, headers={"x-csrf": client.csrf})
            took.append((time.perf_counter() - began) * 1000)
        busy = (_busy(casino) - busy) * 1000 / times
        found[f"{asked} {answer.status_code}"] = (round(statistics.median(took), 1), round(busy))
    newest = max(day for day in (await client.http.get("/api/days")).json())
    began, busy = time.perf_counter(), _busy(casino)
    next_ = _day(time.mktime(time.strptime(newest, "%Y-%m-%d")) + 1.5 * DAY)
    answer = await client.http.post(
        f"/api/days/{next_}", headers={"x-csrf": client.csrf}, timeout=99
    )
    busy = (_busy(casino) - busy) * 1000
    took = [(time.perf_counter() - began) * 1000]
    found[f"CLOSE {next_} {answer.status_code}"] = (round(took[0], 1), round(busy))
    await client.http.aclose()
    return found


def measure(url: str, transfers: int, days: int, times: int, made: str | None) -> dict[str, Any]:
    url = made or url
    found: dict[str, Any] = {"made": {} if made else make(url, transfers, days)}
    day = _day(time.time() // DAY * DAY - days * DAY / 2)
    late = _last_round(url) - 5
    with serving.folder() as where:
        began = time.perf_counter()
        with serving.served(url, Path(where), TABLES - 1, clocks=STILL, workers=1) as casino:
            found["start_up_seconds"] = _s(began)
            found["start_up_processor"] = {k: round(n, 2) for k, n in casino.cpu().items()}
            found["milliseconds"] = asyncio.run(ask(casino, day, late, times))
    return found


def _last_round(url: str) -> int:
    store, r = Store(url), schema.rounds
    with store.engine.connect() as connection:
        query = select(func.max(r.c.number)).where(r.c.unit_id == "mesa-3")
        found = int(connection.execute(query).scalar_one())
    store.close()
    return found


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m bench.floor.years")
    wanted.add_argument("--transfers", type=int, default=5_000_000)
    wanted.add_argument("--days", type=int, default=1000)
    wanted.add_argument("--times", type=int, default=5)
    wanted.add_argument("--on", choices=["sqlite", "postgresql"])
    wanted.add_argument("--made", metavar="URL", help="one that was made before")
    given = wanted.parse_args()
    with databases() as known:
        for kind, fresh in known.items():
            if given.on in (None, kind):
                load = round(os.getloadavg()[0], 1)
                said = measure(fresh(), given.transfers, given.days, given.times, given.made)
                print(kind, json.dumps({"load": load, **said}, indent=1))


if __name__ == "__main__":
    main()
