"""What an audit finds: something that does not fit, where, what was expected and what is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from sqlalchemy import select

from tapete.floor import schema
from tapete.floor.ledger import Transfer
from tapete.floor.store import Store


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
    t = schema.transfers
    names = ("source", "target", "amount", "state", "why", "clause")
    query = select(t).where(t.c.id.startswith(prefix, autoescape=True))
    with store.engine.connect() as connection:
        kept = {row.id: row for row in connection.execute(query)}
    for id in sorted({*made, *kept}):
        ours = tuple(getattr(made[id], name) for name in names) if id in made else None
        theirs = tuple(getattr(kept[id], name) for name in names) if id in kept else None
        if ours != theirs:
            yield finding("transfer", id, ours, theirs)
            return
