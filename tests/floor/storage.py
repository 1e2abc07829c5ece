"""A storage in memory with the port of the real one, and a scribe that fails in every way: before
it writes, in the middle, after it, late, or by dying."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from tapete.chance import Chance
from tapete.core.book.refused import Refused
from tapete.floor.chance.orders import Order
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.port import Entry, Kept, LostUnit, Repeated
from tapete.floor.kernel.unit import Spec
from tapete.floor.money.accounts import VAULT, LedgerAccount, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.store import FUNDS, kept_of, row_of, take_up


class Broken(Exception):
    """The storage did not answer, or said that it failed."""


class Written(NamedTuple):
    """What a run came to."""

    steps: int
    transfers: int
    rounds: int
    failures: int


class Staged:
    """A transaction: what would be written."""

    def __init__(self) -> None:
        self.undo: list[Callable[[], object]] = []


class MemoryStore:
    """One table and its money. A transaction is done in place and undone if it fails."""

    slow = False

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.epoch = 0
        self.steps: list[SimpleNamespace] = []
        self.commands: dict[str, int] = {}
        self.transfers: dict[str, Transfer] = {}
        self.accounts: Counter[LedgerAccount] = Counter()
        self.rounds: list[str] = []
        self.memory: tuple[bytes | None, int] = (None, 0)
        self.failures = 0
        self.unreadable = 0

    def lease(self, table: str, node: str) -> int:
        self.epoch += 1
        return self.epoch

    def give(self, people: Sequence[str], amount: int) -> None:
        for who in people:
            self._move(Staged(), Transfer(
                id=f"compra:{who}", source=VAULT, target=wallet(who), amount=amount,
                state="posted", clause="CAT-I.1-10", why="compra",
            ))  # fmt: skip

    # Writing

    def rows_of(self, entry: Entry) -> None:
        """Nothing is made ready: it is not packed."""

    def write_joined(self, connection: Any, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.write_step(connection, entry.step, entry.epoch, entry.memory, entry.besides)

    def write_step(
        self, connection: Staged, step: Step, epoch: int, memory: bytes | None = None,
        besides: Sequence[Transfer] = (),
    ) -> None:  # fmt: skip
        if epoch != self.epoch or step.number != len(self.steps) + 1:
            raise LostUnit(step.unit)
        if step.envelope.id in self.commands:
            raise Repeated(step.envelope.id)
        self.steps.append(SimpleNamespace(**row_of(step), kind=self.spec.kind))
        connection.undo.append(self.steps.pop)
        self.commands[step.envelope.id] = step.number
        connection.undo.append(lambda: self.commands.pop(step.envelope.id))
        for transfer in (*step.transfers, *besides):
            self._move(connection, transfer)
        for account, balance in self.accounts.items():
            if balance < 0 and not account.may_owe:
                raise Refused(FUNDS, "no-funds", account=account.text)
        if step.record is not None:
            self.rounds.append(step.record.text())
            connection.undo.append(self.rounds.pop)
        if memory is not None:
            before = self.memory
            connection.undo.append(lambda: setattr(self, "memory", before))
            self.memory = (memory, step.number)

    def _move(self, connection: Staged, transfer: Transfer) -> None:
        assert transfer.id not in self.transfers, "the same money twice"
        self.transfers[transfer.id] = transfer
        connection.undo.append(lambda: self.transfers.pop(transfer.id))
        for account, amount in (
            (transfer.source, -transfer.amount),
            (transfer.target, transfer.amount),
        ):
            self.accounts[account] += amount
            connection.undo.append(lambda a=account, n=amount: self.accounts.update({a: -n}))

    # Reading

    def _read(self) -> None:
        if self.unreadable > 0:
            self.unreadable -= 1
            raise Broken("cannot be read now")

    def load(self, chain: Chain[Any]) -> None:
        self._read()
        take_up(chain, self.memory[0], self)

    def begin(self, chain: Chain[Any]) -> None:
        """Its log begins with the first step."""

    def log(self, table: str, *, after: int = 0) -> Iterator[Kept]:
        return iter([kept_of(row) for row in self.steps[after:]])

    def find_command(self, table: str, command_id: str) -> Kept | None:
        number = self.commands.get(command_id)
        return None if number is None else kept_of(self.steps[number - 1])

    def events_from(self, table: str, number: int) -> list[tuple[int, str]]:
        lines = [line for kept in self.log(table) for line in kept.lines]
        return list(enumerate(lines, 1))[number - 1 :]

    def balances(self) -> dict[LedgerAccount, int]:
        return {account: n for account, n in sorted(self.accounts.items()) if n}

    def summed(self) -> dict[LedgerAccount, int]:
        found: Counter[LedgerAccount] = Counter()
        for transfer in self.transfers.values():
            found[transfer.source] -= transfer.amount
            found[transfer.target] += transfer.amount
        return {account: n for account, n in sorted(found.items()) if n}

    def actas(self) -> list[str]:
        return self.rounds

    def written(self) -> Written:
        return Written(len(self.steps), len(self.transfers), len(self.rounds), self.failures)

    # Orders of cards: nobody deals from them here

    def keep_order(self, connection: Any, table: str, n: int, order: Order) -> None:
        raise NotImplementedError

    def open_order(self, connection: Any, unit: str, n: int) -> None:
        raise NotImplementedError

    def find_order(self, unit: str, n: int) -> Order | None:
        return None


Unit = Callable[[Any], Any]
Waiting = tuple[Unit, "asyncio.Future[Any]"]


class FailingScribe:
    """Writes what waits together, after a while, and fails as often as ``trouble`` says (per
    cent, each way)."""

    def __init__(self, store: MemoryStore, pick: Chance, trouble: int) -> None:
        self.store, self.pick, self.trouble = store, pick, trouble
        self.waiting: list[Waiting] = []
        self.late: list[Waiting] = []
        """Said to have failed, and still on its way to the disk."""
        self.dead = False
        self._pump: asyncio.Task[None] | None = None

    def likely(self) -> bool:
        return self.trouble > 0 and self.pick(100) < self.trouble

    async def write(self, unit: Unit) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.waiting.append((unit, done))
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._run())
        return await done

    def die(self) -> None:
        """The process is gone; what was on its way to the disk may arrive after it."""
        self.dead = True
        for unit, done in self.waiting:
            if self.likely():
                self._commit([(unit, done)])
            if not done.done():
                done.set_exception(Broken("the process died"))
        self.waiting.clear()

    async def settle(self) -> None:
        while self.waiting:
            await asyncio.sleep(0)
        self._arrive()

    async def _run(self) -> None:
        while self.waiting:
            for _ in range(self.pick(6)):
                await asyncio.sleep(0)
            self._arrive()
            batch, self.waiting = self.waiting, []
            self._fate(batch)

    def _arrive(self) -> None:
        late, self.late = self.late, []
        if late:
            self._commit(late)

    def _fate(self, batch: list[Waiting]) -> None:
        if not batch:
            return
        if self.likely():  # it fails before anything is written
            self._fail(batch, "before")
        elif self.likely():  # in the middle of the transaction
            undone = Staged()
            for unit, _ in batch:
                self._unit(unit, undone)
            self._undo(undone)
            self._fail(batch, "during")
        elif self.likely():  # written, and the answer is lost
            self._commit(batch)
            self._fail(batch, "after")
        elif self.likely():  # it is said to have failed, and arrives later
            self.late += batch
            self._fail(batch, "late")
        else:
            for (_, done), (value, error) in zip(batch, self._commit(batch), strict=True):
                if done.done():
                    continue
                if error is not None:
                    done.set_exception(error)
                else:
                    done.set_result(value)

    def _commit(self, batch: list[Waiting]) -> list[tuple[Any, Exception | None]]:
        return [self._unit(unit, Staged()) for unit, _ in batch]

    def _unit(self, unit: Unit, into: Staged) -> tuple[Any, Exception | None]:
        mine = Staged()
        try:
            value = unit(mine)
        except Exception as error:
            self._undo(mine)
            return None, error
        into.undo += mine.undo
        return value, None

    def _undo(self, staged: Staged) -> None:
        for undo in reversed(staged.undo):
            undo()

    def _fail(self, batch: list[Waiting], when: str) -> None:
        self.store.failures += 1
        if self.likely():
            self.store.unreadable = 1 + self.pick(2)
        for _, done in batch:
            if not done.done():
                done.set_exception(Broken(when))
