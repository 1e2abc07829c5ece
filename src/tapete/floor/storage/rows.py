"""What the database is given of a step, made ready before its transaction begins: nothing is left
to be worked out while others wait for their turn to write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tapete.floor.kernel.chain import Step
from tapete.floor.money.calendar import day_after
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage.packing import brief

Row = Sequence[Any]


class Moves(msgspec.Struct, frozen=True):
    """Transfers of one moment: their rows, the day of that moment, what they add to each account,
    and which of these accounts may not go below zero."""

    rows: Sequence[Row]
    day: str
    changes: dict[str, int]
    guarded: Sequence[str]

    def after(self, closed: str | None) -> Sequence[Row]:
        """The rows as they count once a day is closed: for the day after it.

        >>> Moves([("t", 1.0, "1970-01-01")], "1970-01-01", {}, ()).after("1970-01-02")
        [('t', 1.0, '1970-01-03')]
        """
        if closed is None or self.day > closed:
            return self.rows
        later = day_after(closed)
        return [(*row[:-1], later) for row in self.rows]


NO_MOVES = Moves((), "", {}, ())


class StepRows(msgspec.Struct, frozen=True):
    """A step as the database is given it: which it is and by what right it is written, its row and
    that of the round it ended, its money, and the snapshot after it."""

    unit: str
    epoch: int
    number: int
    command: str
    step: Row
    ended: Row | None
    moves: Moves
    memory: bytes | None


def moves_of(transfers: Iterable[Transfer], at: float, day: str) -> Moves:
    """The rows of transfers of one moment, which is of this day.

    >>> from tapete.floor.money.accounts import VAULT, wallet
    >>> given = Transfer(id="1", source=VAULT, target=wallet("ana"), amount=500, state="posted",
    ...                  clause="CAT-I.4.1-01", why="compra")
    >>> moved = moves_of([given], 0.0, "1970-01-01")
    >>> moved.changes, moved.guarded
    ({'boveda': -500, 'wallet:ana': 500}, ['wallet:ana'])
    """
    rows: list[Row] = []
    changes: dict[str, int] = {}
    guarded: dict[str, None] = {}
    for transfer in transfers:
        row = transfer.row()
        _, source, target, amount, *_ = row
        changes[source] = changes.get(source, 0) - amount
        changes[target] = changes.get(target, 0) + amount
        for account, name in ((transfer.source, source), (transfer.target, target)):
            if not account.may_owe:
                guarded[name] = None
        rows.append((*row, at, day))
    return Moves(rows, day, changes, list(guarded))


def added_up(moves: Iterable[Moves]) -> list[tuple[str, int]]:
    """What these moves add to each account, those left out that end as they were; always in the
    same order, so that two who move the same money wait for each other once."""
    found: Counter[str] = Counter()
    for one in moves:
        found.update(one.changes)
    return [(account, amount) for account, amount in sorted(found.items()) if amount]


def apart(steps: Sequence[StepRows]) -> Iterator[slice]:
    """Steps in their order, in groups that can be written at once: no two of a group are of one
    unit or touch one account that may not owe, so none finds what another has left."""
    begins = 0
    units: set[str] = set()
    accounts: set[str] = set()
    for n, step in enumerate(steps):
        if step.unit in units or not accounts.isdisjoint(step.moves.guarded):
            yield slice(begins, n)
            begins = n
            units.clear()
            accounts.clear()
        units.add(step.unit)
        accounts.update(step.moves.guarded)
    if begins < len(steps):
        yield slice(begins, len(steps))


def row_of(step: Step) -> dict[str, Any]:
    """A step as it is written, in the order of the columns."""
    sent = step.envelope
    return {
        "unit_id": step.unit,
        "number": step.number,
        "command_id": sent.id,
        "person": sent.person,
        "at": sent.at,
        "round": step.round,
        "first": step.first,
        "count": len(step.events),
        "envelope": brief(step.text, sent.id, sent.person, sent.at),
        "events": "\n".join(step.lines),
        "hash": step.hash,
    }
