"""The tables of the database: the same on SQLite and PostgreSQL.

Nothing is ever changed in ``steps``, ``transfers``, ``rounds``, ``pot_events``, ``days`` and
``audit``: they only grow.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

casino = Table(
    "casino", metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip

nodes = Table(
    "nodes", metadata,
    Column("id", String(64), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("seen", Float, nullable=False),
)  # fmt: skip

people = Table(
    "people", metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(120), nullable=False),
    Column("kind", String(20), nullable=False),  # cuenta, invitado
    Column("rut", String(16), unique=True),
    Column("born", String(10)),
    Column("password", String(256)),
    Column("roles", Text, nullable=False),  # JSON
    Column("status", String(20), nullable=False),  # activa, cerrada
    Column("created", Float, nullable=False),
)  # fmt: skip

duty = Table(
    "duty", metadata,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("since", Float, nullable=False),
)  # fmt: skip

barred = Table(
    "barred", metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    Column("rut", String(16), nullable=False, index=True),
    Column("why", String(40), nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float),
    Column("by", String(64), nullable=False),
)  # fmt: skip

sessions = Table(
    "sessions", metadata,
    Column("token", String(64), primary_key=True),  # of the token only its hash is kept
    Column("person", String(64), ForeignKey("people.id"), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
)  # fmt: skip

tables = Table(
    "tables", metadata,
    Column("id", String(64), primary_key=True),
    Column("spec", Text, nullable=False),  # JSON
    Column("node", String(64)),
    Column("epoch", Integer, nullable=False, default=0),
    Column("leased_until", Float, nullable=False, default=0.0),
    Column("steps", Integer, nullable=False, default=0),
)  # fmt: skip

memories = Table(
    "memories", metadata,
    Column("table_id", String(64), primary_key=True),
    Column("step", Integer, nullable=False),  # the last snapshot was taken after it
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip

steps = Table(
    "steps", metadata,
    Column("table_id", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("command_id", String(120), nullable=False),
    Column("person", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("round", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    Column("envelope", Text, nullable=False),  # JSON
    Column("events", Text, nullable=False),  # one line an event, as in an acta
    Column("hash", String(64), nullable=False),
    UniqueConstraint("table_id", "command_id", name="one_command_once"),
)  # fmt: skip

transfers = Table(
    "transfers", metadata,
    Column("id", String(120), primary_key=True),
    Column("source", String(160), nullable=False),
    Column("target", String(160), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("state", String(8), nullable=False),
    Column("why", String(40), nullable=False),
    Column("clause", String(40), nullable=False),
    Column("at", Float, nullable=False),
    Column("day", String(10), nullable=False),
    CheckConstraint("amount > 0", name="something_moves"),
)  # fmt: skip

accounts = Table(
    "accounts", metadata,
    Column("id", String(160), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("may_owe", Boolean, nullable=False),
    CheckConstraint("may_owe OR balance >= 0", name="never_below_zero"),
)  # fmt: skip

rounds = Table(
    "rounds", metadata,
    Column("table_id", String(64), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("game", String(60), nullable=False),
    Column("at", Float, nullable=False),
    Column("acta", Text, nullable=False),
    Index("rounds_by_number", "table_id", "number"),
)  # fmt: skip

orders = Table(
    "orders", metadata,
    Column("table_id", String(64), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("promise", String(64), nullable=False),
    Column("salt", String(64), nullable=False),  # secret until the order is opened
    Column("cards", Text, nullable=False),
    Column("opened", Boolean, nullable=False),
)  # fmt: skip

pot_events = Table(
    "pot_events", metadata,
    Column("pot_id", String(64), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("table_id", String(64), nullable=False),  # whose step it came with; empty: the house's
    Column("step", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("body", Text, nullable=False),  # one line, as in an acta
    Column("memory", LargeBinary),  # the whole pot after it, now and then
)  # fmt: skip

days = Table(
    "days", metadata,
    Column("day", String(10), primary_key=True),
    Column("at", Float, nullable=False),
    Column("by", String(64), nullable=False),
    Column("report", Text, nullable=False),  # JSON
)  # fmt: skip

audit = Table(
    "audit", metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("person", String(64), nullable=False),
    Column("what", String(60), nullable=False),
    Column("facts", Text, nullable=False),  # JSON
    Column("before", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
)  # fmt: skip
