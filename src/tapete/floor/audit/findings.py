"""What an audit finds: something that does not fit, where, what was expected and what is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, func, select

from tapete.floor.money.ledger import Transfer, row_of
from tapete.floor.storage import schema
from tapete.floor.storage.prefix import begins

if TYPE_CHECKING:
    from tapete.floor.storage.store import Store


AT_ONCE = 400


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not fit: where, what was expected, and what is there."""

    what: str
    where: str
    expected: str
    found: str


def finding(what: str, where: str, expected: object, found: object) -> Finding:
    return Finding(what=what, where=where, expected=str(expected), found=str(found))


def same_transfers(store: Store, prefix: str, made: Mapping[str, Transfer]) -> Iterator[Finding]:
    """The transfers whose ids begin like this are those that were made, and no others."""
    yield from not_as_made(store, list(made.values()))
    t = schema.transfers
    with store.engine.connect() as connection:
        query = select(t.c.id).where(begins(connection, t.c.id, prefix))
        there = set(connection.execute(query).scalars())
    for id in sorted(there - made.keys()):
        yield finding("transfer", id, None, "a transfer")
        return


def not_as_made(store: Store, made: Sequence[Transfer]) -> Iterator[Finding]:
    """The first of these transfers that does not stand in the ledger as it was made."""
    t = schema.transfers
    with store.engine.connect() as connection:
        for first in range(0, len(made), AT_ONCE):
            some = made[first : first + AT_ONCE]
            query = select(t).where(t.c.id.in_([one.id for one in some]))
            kept = {row.id: row_of(row) for row in connection.execute(query)}
            for one in some:
                if kept.get(one.id) != one.row():
                    yield finding("transfer", one.id, one.row(), kept.get(one.id))
                    return


def transfers_by_maker(connection: Connection, since: str | None = None) -> dict[str, int]:
    """How many transfers there are of each unit, pot or window of the cage (what stands before the
    first colon of their ids), after a day or all of them."""
    t = schema.transfers
    if connection.dialect.name == "sqlite":
        maker: Any = func.substr(t.c.id, 1, func.instr(t.c.id, ":") - 1)
    else:
        maker = func.split_part(t.c.id, ":", 1)
    query = select(maker.label("maker"), func.count().label("n")).group_by(maker)
    if since is not None:
        query = query.where(t.c.day > since)
    return {row.maker: int(row.n) for row in connection.execute(query)}
