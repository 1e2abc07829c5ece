"""What a table asks of wherever it is written: the storage port.

`tapete.floor.store.Store` and `tapete.floor.writer.Writer` are the real ones; the tests put a
storage that fails in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from tapete.floor.hosted import Envelope, Hosted, Memory, Step
from tapete.floor.ledger import Transfer
from tapete.floor.orders import Order


class LostTable(Exception):
    """Another node has the table now, or the log went on without us: what we hold is stale."""


class Elsewhere(LostTable):
    """The table is kept by another node, at this address."""

    def __init__(self, table: str, address: str) -> None:
        self.address = address
        super().__init__(table)


class Overtaken(Exception):
    """Another node was first: what is shared has moved on, and the command is carried out anew."""


class Repeated(Exception):
    """The command was carried out before."""


class Kept(msgspec.Struct, frozen=True):
    """A step as it stands in the log, events as lines."""

    number: int
    first: int
    lines: tuple[str, ...]
    envelope: Envelope
    hash: str


class Steps(Protocol):
    """Where the steps of tables and the orders of their cards are written and read."""

    def load(self, hosted: Hosted) -> None:
        """Bring a table just built to where its log ends."""

    def log(self, table: str, *, after: int = 0) -> Iterator[Kept]:
        """The steps of a table after a number."""

    def find_command(self, table: str, command_id: str) -> Kept | None:
        """The step of a command that was carried out before."""

    def write_step(
        self, connection: Any, step: Step, epoch: int, memory: Memory | None = None,
        *, besides: Sequence[Transfer] = (),
    ) -> None:  # fmt: skip
        """Write one step inside a transaction. Raises `LostTable` if the table is not ours or its
        log has gone on, `Repeated` if the command was carried out before, `Refused` if an account
        would go below zero; then nothing of it is written."""

    def keep_order(self, connection: Any, table: str, n: int, order: Order) -> None:
        """Write an order down where only the dealer looks, before its promise is told."""

    def closed_orders(self, table: str) -> list[tuple[int, Order]]:
        """The orders not opened yet, by number: the last is the one being dealt from."""

    def last_order_number(self, table: str) -> int:
        """How many orders this table has had."""


class Entry:
    """A step to be written: a unit of work that a scribe may also write together with others of its
    kind."""

    def __init__(
        self, store: Steps, step: Step, epoch: int, memory: Memory | None = None,
        besides: Sequence[Transfer] = (),
    ) -> None:  # fmt: skip
        self.store, self.step, self.epoch, self.memory = store, step, epoch, memory
        self.besides = besides

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """All the money that moves with it."""
        return (*self.step.transfers, *self.besides) if self.besides else self.step.transfers

    def __call__(self, connection: Any) -> None:
        self.store.write_step(connection, self.step, self.epoch, self.memory, besides=self.besides)


class Scribe(Protocol):
    """Whoever writes: a unit of work is written whole or not at all."""

    async def write(self, unit: Callable[[Any], Any]) -> Any:
        """Have this written, and give what it gave. Whatever else is raised, it may have been
        written all the same: whoever asked reads what is there."""
