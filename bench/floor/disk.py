"""``python -m bench.floor.disk``: what a round takes on the disk, and in what.

Tables are played as an electronic casino plays them, by keeper, minder and dealer, with a clock
that is put forward; ids are as long as those of browsers and guests. What is in the file is taken
from SQLite's own count of its pages.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sqlite3
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from bench.floor import serving
from bench.floor.bots import BETS
from tapete.chance import seeded
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.betting import BetWindow
from tapete.core.table.roles import staff_of
from tapete.floor.chance.dealer import Dealer
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.minder import Minder
from tapete.floor.kernel.unit import Envelope
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import vault, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Answer, Bet, Open, Sit
from tapete.floor.units.mesa import Mesa, TableSpec, planned_terms

CHIPS = 10**9
STAKE = 5000
ROUNDS = 300
KINDS = (("ruleta-americana-un-cero", 1), ("ruleta-americana-un-cero", 5), ("black-jack", 5))


class Clock:
    """A clock that goes on by itself only as far as somebody waits."""

    def __init__(self) -> None:
        self.moment = 1_750_000_000.123456

    def now(self) -> float:
        self.moment += 0.001
        return self.moment


class Play:
    """One table, and whoever sits there."""

    def __init__(self, store: Store, writer: Writer, game: str, seats: int) -> None:
        terms = planned_terms(plan(), game)
        self.spec = TableSpec(id=f"{game}-1", game=game, edition="scj-2023", terms=terms)
        self.bet, self.pick, self.clock = BETS[game], seeded(game), Clock()
        self.people = {seat: f"invitado-{secrets.token_hex(8)}" for seat in range(1, seats + 1)}
        store.add(self.spec)
        epochs = store.lease(self.spec.id, "bench", seconds=1e9, own=True)
        assert epochs is not None
        self.keeper = Keeper(lambda: Mesa(self.spec), store, writer, epochs[self.spec.id])
        self.minder = Minder(self.keeper, Dealer(self.spec.id, store), self.clock.now)
        with store.writing() as connection:
            store.post(connection, [
                Transfer(
                    id=person, source=vault(self.spec.unit),
                    target=wallet(person, self.spec.unit), amount=CHIPS, state="posted",
                    clause="CAT-I.1-10", why="compra",
                )
                for person in self.people.values()
            ], 0.0)  # fmt: skip

    async def send(self, command: Any, role: str, person: str) -> None:
        await self.keeper.send(Envelope(
            id=f"{person}/{secrets.token_hex(12)}", person=person, role=role, at=self.clock.now(),
            command=command,
        ))  # fmt: skip

    async def open(self) -> None:
        staff = tuple(staff_of(self.keeper.unit.table.rules))
        await self.send(Open(staff=staff), "jefe-de-mesa", "sistema")
        for seat, person in self.people.items():
            await self.send(Sit(seat=seat, player=person, chips=CHIPS // 2), "jugador", person)

    async def rounds(self, many: int) -> None:
        """So many whole rounds: everybody bets once, and does whatever is open to him."""
        table = self.keeper.unit.table
        ends = table.rounds + many
        window: BetWindow | None = None
        while table.rounds < ends or table.live is not None:
            ask = None if table.live is None else table.live.ask
            if isinstance(ask, BetWindow) and ask is not window:
                window = ask
                for seat, person in self.people.items():
                    place = Place(seat, self.bet, STAKE)
                    await self.send(Bet(action=place), "jugador", person)
            elif ask is not None and (seat := ask.put_to.seat) in self.people:
                answer = Answer(answer=ask.write(ask.some(self.pick)), seat=seat)
                with suppress(Refused):  # of all that is legal, some has no chips to show it
                    await self.send(answer, "jugador", self.people[seat])
            elif wait := await self.minder.advance():
                self.clock.moment += wait


class Taken(NamedTuple):
    """Bytes of each table and index, in whole pages, and of the texts in each column."""

    pages: Counter[str]
    columns: Counter[str]


def taken(file: str) -> Taken:
    """What is in a file of SQLite."""
    pages: Counter[str] = Counter()
    columns: Counter[str] = Counter()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages.update(dict(connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")))
        for table in ("steps", "transfers", "rounds", "orders"):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for name in names:
                size = f'SELECT coalesce(sum(length(CAST("{name}" AS BLOB))), 0) FROM {table}'
                columns[f"{table}.{name}"] = connection.execute(size).fetchone()[0]
    return Taken(pages, columns)


def measure(game: str, seats: int, rounds: int) -> dict[str, Any]:
    """Bytes a round, in what, and how long it took to play and write them."""
    with serving.folder() as where:
        file = Path(where) / "disk.db"
        store = Store(f"sqlite:///{file}")
        store.create()
        spent, before = asyncio.run(_played(store, str(file), game, seats, rounds))
        store.close()
        after = taken(str(file))
    pages = after.pages - before.pages
    columns = after.columns - before.columns
    return {
        "game": game, "seats": seats, "rounds_a_second": round(rounds / spent, 1),
        "bytes_a_round": round(pages.total() / rounds),
        "pages": {name: round(n / rounds) for name, n in pages.most_common() if n > rounds},
        "columns": {name: round(n / rounds) for name, n in columns.most_common() if n > rounds},
    }  # fmt: skip


async def _played(
    store: Store, file: str, game: str, seats: int, rounds: int
) -> tuple[float, Taken]:
    writer = Writer(store)
    play = Play(store, writer, game, seats)
    await play.open()
    await play.rounds(rounds // 10)
    before, began = taken(file), time.perf_counter()
    await play.rounds(rounds)
    spent = time.perf_counter() - began
    writer.close()
    return spent, before


def main() -> None:
    wanted = argparse.ArgumentParser(prog="python -m bench.floor.disk")
    wanted.add_argument("--rounds", type=int, default=ROUNDS)
    wanted.add_argument("--by", choices=["pages", "columns"], help="in what: tables, or columns")
    given = wanted.parse_args()
    for game, seats in KINDS:
        found = measure(game, seats, given.rounds)
        print(f"{game}, {seats} bets: {found['bytes_a_round']} bytes a round,"
              f" {found['rounds_a_second']} rounds a second")  # fmt: skip
        for name, size in found[given.by].items() if given.by else ():
            print(f"  {size:6} {name}")


if __name__ == "__main__":
    main()
