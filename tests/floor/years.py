"""A casino with some days behind it."""

from __future__ import annotations

import asyncio

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.money.day import Days
from tapete.floor.people.register import Register
from tapete.floor.storage.store import Store
from tapete.floor.units.mesa import Mesa
from tests.floor.casino import (
    chain_of,
    give_chips,
    leased,
    opened,
    something,
    spec,
    try_apply,
)

DAYS = tuple(f"1970-01-0{n}" for n in range(1, 10))
TABLES = {"mesa-1": "black-jack", "mesa-2": "craps"}


class Years:
    """Two tables, and days closed while their rounds are in course."""

    def __init__(self, store: Store) -> None:
        self.store, self.days = store, Days(store, Register(store))
        self.pick = seeded("years")
        self.tables: list[tuple[Chain[Mesa], int]] = []
        self.sent = self.closed = self.kept = 0
        give_chips(store)
        for name, game in TABLES.items():
            store.add(spec(game, name))
            self.tables.append((chain_of(spec(game, name)), leased(store, name)))
            self.write(*self.tables[-1], self.tables[-1][0].apply(opened(self.tables[-1][0])))

    def write(self, chain: Chain[Mesa], epoch: int, step: Step) -> None:
        """Every seventh step, or the first after it at which no round is in course, keeps what the
        unit knows."""
        self.sent += 1
        memory = chain.memory() if self.sent - self.kept >= 7 else None
        self.kept = self.kept if memory is None else self.sent
        self.store.append(step, epoch, memory)

    def play(self, commands: int = 60) -> None:
        """So many commands at each table."""
        for n, (chain, epoch) in enumerate(self.tables):
            for _ in range(commands):
                done = try_apply(chain, something(chain, self.pick))
                if isinstance(done, Step):
                    try:
                        self.write(chain, epoch, done)
                    except Refused:  # he sits at the other table
                        chain = chain_of(chain.unit.spec)
                        self.store.load(chain)
                        self.tables[n] = (chain, epoch)

    def close(self) -> str:
        """The next day is closed, whatever stands on the felts."""
        day = DAYS[self.closed]
        self.closed += 1
        asyncio.run(
            self.days.close(day, (), role="cajero", by="caja", now=86_400.0 * self.closed)
        )  # fmt: skip
        return day

    def past(self, days: int) -> None:
        for _ in range(days):
            self.play()
            self.close()
        self.play()
