"""What a unit asks of wherever it is written: the storage port.

`tapete.floor.storage.store.Store` and `tapete.floor.kernel.writer.Writer` are the real ones; the
tests put a storage that fails in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec

from tapete.floor.chance.orders import Order
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.unit import Envelope
from tapete.floor.money.ledger import Transfer

Also = Callable[[Any], None]
"""An extra write in the transaction of a step."""


class LostUnit(Exception):
    """Another node has the unit now, or the log went on without us: what we hold is stale."""


class Elsewhere(LostUnit):
    """The unit is kept by another node, at this address."""

    def __init__(self, unit: str, address: str) -> None:
        self.address = address
        super().__init__(unit)


class Overtaken(Exception):
    """Another node was first: what is shared has moved on, and the command is carried out anew."""


class Repeated(Exception):
    """The command was carried out before."""


class Kept(msgspec.Struct, frozen=True):
    """A step as it stands in the log, events as lines; ``text`` is the envelope as written."""

    number: int
    first: int
    lines: tuple[str, ...]
    envelope: Envelope[Any]
    text: str
    hash: str


class Steps(Protocol):
    """Where the steps of units and the orders of their cards are written and read. ``slow``: it is
    read over a network, which may take long or never end."""

    slow: bool

    def load(self, chain: Chain[Any]) -> None:
        """Bring a unit just built to where its log ends."""

    def begin(self, chain: Chain[Any]) -> None:
        """Bring a unit just built to where its log begins."""

    def log(self, unit: str, *, after: int = 0) -> Iterator[Kept]:
        """The steps of a unit after a number."""

    def find_command(self, unit: str, command_id: str) -> Kept | None:
        """The step of a command that was carried out before."""

    def write_joined(self, connection: Any, entries: Sequence[Entry]) -> None:
        """Write a step, or steps of several units as one, inside a transaction: what one gives
        another may take. Raises `LostUnit` if a unit is not ours or its log has gone on, `Repeated`
        if a command was carried out before, `Refused` if an account would go below zero; then
        nothing of them is written."""

    def rows_of(self, entry: Entry) -> Any:
        """What of a step can be made ready before its transaction begins."""

    def keep_order(self, connection: Any, unit: str, n: int, order: Order) -> None:
        """Write an order down where only the dealer looks, before its promise is told."""

    def open_order(self, connection: Any, unit: str, n: int) -> None:
        """Mark an order as opened, with the step that opens it."""

    def find_order(self, unit: str, n: int) -> Order | None:
        """An order that was kept."""


class Entry:
    """A step to be written: a unit of work that a scribe may also write together with others of its
    kind."""

    def __init__(
        self, store: Steps, step: Step, epoch: int, memory: bytes | None = None,
        besides: Sequence[Transfer] = (), also: Also | None = None,
    ) -> None:  # fmt: skip
        self.store, self.step, self.epoch, self.memory = store, step, epoch, memory
        self.besides, self.also = besides, also

    @cached_property
    def rows(self) -> Any:
        """The rows it becomes. Whoever writes has them made before the transaction begins, in which
        nobody else can write."""
        return self.store.rows_of(self)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """All the money that moves with it."""
        return (*self.step.transfers, *self.besides) if self.besides else self.step.transfers

    def __call__(self, connection: Any) -> None:
        self.store.write_joined(connection, [self])


class Scribe(Protocol):
    """Whoever writes: a unit of work is written whole or not at all."""

    async def write(self, unit: Callable[[Any], Any]) -> Any:
        """Run a write in a transaction and give its result. An exception but a refusal leaves
        the outcome unknown (it may have been committed): the caller reads back what is there."""
