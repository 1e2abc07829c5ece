"""Leases: which node keeps which units, and for how long if nothing more is heard of it.

Units of one group are leased together. The database's own clock decides when a lease is over, so
the clocks of the nodes need not agree. Each time a unit changes hands its epoch goes up, and only
who holds the last one writes: a node that was given up and lives on does no harm.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)

from tapete.floor.storage import schema
from tapete.floor.storage.books import Books

CLOCKS = {
    "sqlite": "((julianday('now') - 2440587.5) * 86400.0)",
    "postgresql": "extract(epoch from clock_timestamp())::float8",
}


class Leases(Books):
    """The leases of units and the nodes that hold them."""

    def __init__(self, url: str, engine: Engine | None = None) -> None:
        super().__init__(url, engine)
        self.moment: ColumnElement[Any] = literal_column(CLOCKS[self.engine.dialect.name], Float)
        """The moment by the database's clock."""

    def lease(
        self, unit: str, node: str, *, seconds: float, own: bool = False
    ) -> dict[str, int] | None:
        """Take a unit that nobody holds, and all of its group. Gives the epoch to write each with,
        or nothing. ``own``: what this node's name still holds is taken as well; who had it before
        is known to be gone."""
        u = schema.units
        with self.writing() as connection:
            group = select(u.c.group).where(u.c.id == unit).scalar_subquery()
            taken = u.c.leased_until > self.moment
            if own:
                taken &= u.c.node != node
            ours = connection.execute(
                select(u.c.id, u.c.epoch, taken.label("taken"))
                .where(u.c.group == group).order_by(u.c.id).with_for_update()
            ).all()  # fmt: skip
            if not ours or any(row.taken for row in ours):
                return None
            connection.execute(
                update(u).where(u.c.group == group)
                .values(node=node, epoch=u.c.epoch + 1, leased_until=self.moment + seconds)
            )  # fmt: skip
            return {row.id: int(row.epoch) + 1 for row in ours}

    def lease_again(self, unit: str, node: str, *, seconds: float) -> int | None:
        """Take one unit of a group that this node keeps already. Gives the epoch to write it with,
        or nothing: another has it."""
        u = schema.units
        free = (u.c.id == unit) & ((u.c.leased_until <= self.moment) | (u.c.node == node))
        with self.writing() as connection:
            taken = {"node": node, "epoch": u.c.epoch + 1, "leased_until": self.moment + seconds}
            if connection.execute(update(u).where(free).values(**taken)).rowcount != 1:
                return None
            return int(connection.execute(select(u.c.epoch).where(u.c.id == unit)).scalar_one())

    def renew(self, connection: Connection, node: str, *, seconds: float) -> dict[str, int]:
        """Keep every unit that is still this node's, inside a transaction of its writer: nobody
        else changes these rows, so the two never wait for each other. Gives the epoch of each."""
        u = schema.units
        mine = (u.c.node == node) & (u.c.leased_until > 0)
        connection.execute(update(u).where(mine).values(leased_until=self.moment + seconds))
        rows = connection.execute(select(u.c.id, u.c.epoch).where(mine))
        return {row.id: int(row.epoch) for row in rows}

    def release(self, node: str, *units: str) -> None:
        """Let units of a node go, or all of them, for another to take at once."""
        u = schema.units
        mine = u.c.node == node
        if units:
            mine &= u.c.id.in_(units)
        with self.writing() as connection:
            connection.execute(update(u).where(mine).values(leased_until=0.0))

    def leave(self, node: str) -> None:
        """A node goes: what it held is free, and nobody waits for it."""
        self.release(node)
        with self.writing() as connection:
            connection.execute(delete(schema.nodes).where(schema.nodes.c.id == node))

    def say_here(self, node: str, address: str) -> None:
        """This node is alive, and answers at this address."""
        n = schema.nodes
        with self.writing() as connection:
            known = update(n).where(n.c.id == node).values(address=address, seen=self.moment)
            if connection.execute(known).rowcount == 0:
                connection.execute(insert(n).values(id=node, address=address, seen=self.moment))

    def whereabouts(self) -> dict[str, str]:
        """The address of the node that keeps each unit."""
        u, n = schema.units, schema.nodes
        with self.engine.connect() as connection:
            rows = connection.execute(select(u.c.id, n.c.address).join(n, n.c.id == u.c.node))
            return {row.id: row.address for row in rows}

    def address_of(self, unit: str) -> str | None:
        """The address of the node that keeps a unit now, if one does."""
        u, n = schema.units, schema.nodes
        kept = (u.c.id == unit) & (u.c.leased_until > self.moment)
        with self.engine.connect() as connection:
            query = select(n.c.address).join(u, n.c.id == u.c.node).where(kept)
            return connection.execute(query).scalar()

    def holders(self) -> list[str]:
        """The nodes that hold a lease which is not over."""
        u = schema.units
        query = select(u.c.node).where(u.c.leased_until > self.moment, u.c.node.is_not(None))
        with self.engine.connect() as connection:
            return sorted(connection.execute(query.distinct()).scalars())

    def others(self, node: str, *, seconds: float) -> dict[str, str]:
        """The nodes but this one that were heard of in the last seconds, and their addresses."""
        n = schema.nodes
        query = select(n.c.id, n.c.address).where(n.c.seen > self.moment - seconds, n.c.id != node)
        with self.engine.connect() as connection:
            return {row.id: row.address for row in connection.execute(query)}

    def alive(self, *, seconds: float) -> int:
        """How many nodes were heard of in the last seconds."""
        n = schema.nodes
        with self.engine.connect() as connection:
            query = select(func.count()).where(n.c.seen > self.moment - seconds)
            return int(connection.execute(query).scalar() or 0)
