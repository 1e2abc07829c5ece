"""What an audit finds: something that does not fit, where, what was expected and what is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, func, select

from tapete.floor.money.ledger import Transfer, row_of
from tapete.floor.storage import schema
from tapete.floor.storage.prefix import begins
from tapete.telling.texts import t, texts

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


def said_of(one: Finding, lang: str) -> Finding:
    """What was found in the words of whoever reads it; numbers, ids and errors stay what they
    are."""
    expected, found = (
        texts(lang).get(f"audit.said.{value}", value) for value in (one.expected, one.found)
    )
    return msgspec.structs.replace(
        one, what=t(f"audit.what.{one.what}", lang), expected=expected, found=found
    )


def same_transfers(store: Store, prefix: str, made: Mapping[Transfer, float]) -> Iterator[Finding]:
    """The transfers whose ids begin like this are those that were made, and no others."""
    yield from not_as_made(store, made)
    t = schema.transfers
    with store.engine.connect() as connection:
        query = select(t.c.id).where(begins(connection, t.c.id, prefix))
        there = set(connection.execute(query).scalars())
    for id in sorted(there - {one.id for one in made}):
        yield finding("transfer", id, None, "a transfer")
        return


def not_as_made(store: Store, made: Mapping[Transfer, float]) -> Iterator[Finding]:
    """The first of these transfers that does not stand in the ledger as it was made, and when."""
    every = list(made.items())
    t = schema.transfers
    with store.engine.connect() as connection:
        for first in range(0, len(made), AT_ONCE):
            some = every[first : first + AT_ONCE]
            query = select(t).where(t.c.id.in_([one.id for one, _ in some]))
            kept = {row.id: (*row_of(row), row.at) for row in connection.execute(query)}
            for one, at in some:
                wanted = (*one.row(), at)
                if kept.get(one.id) != wanted:
                    yield finding("transfer", one.id, wanted, kept.get(one.id))
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
