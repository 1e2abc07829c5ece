"""What the desks of the machine room show beyond a machine's own view: days, reconciliation, who
signed, and the register's programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import or_, select

from tapete.core.book.account import BANK
from tapete.core.book.account import Unit as UnitOfAccount
from tapete.floor.money.accounts import at_unit
from tapete.floor.storage import schema
from tapete.floor.storage.prefix import begins
from tapete.systems.machines.library import certificate, shipped, shipped_ids

if TYPE_CHECKING:
    from tapete.floor.storage.store import Store
    from tapete.floor.units.maquina import Maquina

DAYS = 31
"""So many days back the desk of a machine shows."""
POSTED = "posted"
STAKED = frozenset({"machine-play-ended", "machine-table-play-ended"})
"""Transfers with these reasons are stakes that the house took, or wins that it paid."""


class MachineDay(msgspec.Struct, frozen=True, kw_only=True):
    """A day of a machine: staked, paid, what the house kept, and its share."""

    day: str
    staked: int
    paid: int
    win: int
    hold: float


class Reconciled(msgspec.Struct, frozen=True, kw_only=True):
    """One account of a machine: what its meters say, what the ledger holds."""

    place: str
    meters: int
    ledger: int


class Homologated(msgspec.Struct, frozen=True, kw_only=True):
    """A program of the register: its digest, its least return and its text, for a download."""

    program: str
    kind: str
    digest: str
    back: str
    text: str


def days_of(store: Store, unit: str, of: UnitOfAccount, since: str = "") -> list[MachineDay]:
    """The days of a machine from one on, out of the ledger, the newest first."""
    bank = at_unit("maquina", unit, BANK, of).text
    x = schema.transfers
    query = (
        select(x.c.day, x.c.source, x.c.amount)
        .where(or_(x.c.source == bank, x.c.target == bank))
        .where(x.c.state == POSTED, x.c.why.in_(STAKED), x.c.day >= since)
    )
    staked: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    with store.engine.connect() as connection:
        for day, source, amount in connection.execute(query):
            (paid if source == bank else staked)[str(day)] += int(amount)
    return [
        MachineDay(
            day=day, staked=staked[day], paid=paid[day], win=staked[day] - paid[day],
            hold=(staked[day] - paid[day]) / staked[day] if staked[day] else 0.0,
        )
        for day in sorted({*staked, *paid}, reverse=True)
    ]  # fmt: skip


def reconciled(store: Store, unit: Maquina) -> list[Reconciled]:
    """Every account of a machine beside its meters; nothing while a table game is being played."""
    by_meters = unit.held()
    if by_meters is None:
        return []
    prefix = at_unit("maquina", unit.spec.id, BANK, unit.spec.unit).text.removesuffix(BANK.text)
    a = schema.accounts
    with store.engine.connect() as connection:
        query = select(a.c.id, a.c.balance).where(begins(connection, a.c.id, prefix))
        ledger = {str(id): int(balance) for id, balance in connection.execute(query)}
    told = {account.text: amount for account, amount in by_meters.items()}
    return [
        Reconciled(
            place=id.removeprefix(prefix), meters=told.get(id, 0), ledger=ledger.get(id, 0)
        )
        for id in sorted({*told, *(id for id, held in ledger.items() if held)})
    ]  # fmt: skip


def register(ids: Iterable[str] | None = None) -> list[Homologated]:
    """The programs of the register."""
    found = []
    for id in shipped_ids() if ids is None else ids:
        sheet, program = certificate(id), shipped(id)
        if sheet is not None:
            found.append(
                Homologated(
                    program=id, kind=program.kind, digest=sheet.digest, back=str(sheet.worst),
                    text=program.text,
                )
            )  # fmt: skip
    return found
