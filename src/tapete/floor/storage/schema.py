"""The tables of the database: the same on SQLite and PostgreSQL.

Nothing is ever changed in ``steps``, ``transfers``, ``rounds``, ``aggregate_entries``, ``days`` and
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

from tapete.floor.storage.packing import Hash, Packed

metadata = MetaData()

casino = Table(
    "casino", metadata,
    Column("key", String(160), primary_key=True),
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
    Column("kind", String(20), nullable=False),  # cuenta, invitado
    Column("password", String(256)),
    Column("roles", Text, nullable=False),  # JSON
    Column("status", String(20), nullable=False),  # activa, borrada
    Column("created", Float, nullable=False),
    Index("people_by_moment", "created"),
    Index("people_by_kind", "kind", "created"),
)  # fmt: skip

papers = Table(  # who a person is, sealed: nowhere else, and gone when the person is erased
    "papers", metadata,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("mark", String(64), unique=True),  # of the identity number
    Column("key", Text, nullable=False),  # the person's, sealed by the house's
    Column("body", Text, nullable=False),  # JSON, sealed by the person's
    Column("until", Float),  # blocked, and kept so long because the law says so
)  # fmt: skip

name_marks = Table(  # by which people are found, under the house's key: `tapete.floor.people.names`
    "name_marks", metadata,
    Column("mark", String(16), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), primary_key=True, index=True),
)  # fmt: skip

requests = Table(  # what persons ask about their data, and how it was answered
    "requests", metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), nullable=False, index=True),
    Column("kind", String(20), nullable=False),
    Column("at", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("done", Float),
    Column("by", String(64)),
    Column("answer", Text, nullable=False),
)  # fmt: skip

stays = Table(  # who sat where and when, on all nodes: written with the step that seats him
    "stays", metadata,
    Column("unit_id", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("since_step", Integer, primary_key=True),
    Column("since_event", Integer, nullable=False),
    Column("since_round", Integer, nullable=False),
    Column("until_step", Integer),  # none: he sits there still
    Column("until_round", Integer),
    Column("person", String(64), nullable=False),
    Index("stays_by_person", "person", "until_step"),
    Index("stays_by_unit", "unit_id", "until_step"),
    Index("stays_now", "until_step", "person"),  # whoever sits somewhere, among all who ever did
)  # fmt: skip

duty = Table(
    "duty", metadata,
    Column("unit_id", String(64), ForeignKey("units.id"), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("since", Float, nullable=False),
)  # fmt: skip

barred = Table(
    "barred", metadata,
    Column("n", Integer, primary_key=True, autoincrement=True),
    Column("why", String(40), nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float),
    Column("by", String(64), nullable=False),
    Column("mark", String(64), nullable=False, index=True),  # of the identity number
    Column("sealed", Text, nullable=False),  # the number itself, under the house's key
)  # fmt: skip

protections = Table(  # what players set to protect themselves: `tapete.floor.people.protection`
    "protections", metadata,
    Column("person", String(64), ForeignKey("people.id"), primary_key=True),
    Column("body", Text, nullable=False),  # JSON
)  # fmt: skip

factors = Table(
    "factors", metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # codigo, llave
    Column("name", String(40), nullable=False),
    Column("secret", Text, nullable=False),  # of codes: sealed by the house's key; else public
    Column("credential", Text, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("used", Float, nullable=False),  # the moment or half minute last taken
    Column("created", Float, nullable=False),
)  # fmt: skip

signatures = Table(  # of persons, by a passkey, over the digest of what stands in the log
    "signatures", metadata,
    Column("id", String(32), primary_key=True),
    Column("subject", String(120), nullable=False, index=True),
    Column("digest", String(64), nullable=False),
    Column("person", String(64), nullable=False, index=True),
    Column("role", String(40), nullable=False),
    Column("at", Float, nullable=False),
    Column("key", Text, nullable=False),
    Column("site", Text, nullable=False),  # JSON
    Column("answer", Text, nullable=False),  # JSON
)  # fmt: skip

sessions = Table(
    "sessions", metadata,
    Column("token", String(64), primary_key=True),  # of the token only its hash is kept
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("csrf", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False, index=True),
)  # fmt: skip

units = Table(
    "units", metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(20), nullable=False),  # mesa
    Column("group", String(64), nullable=False),  # those of one are kept by one node
    Column("spec", Text, nullable=False),  # JSON
    Column("node", String(64)),
    Column("epoch", Integer, nullable=False, default=0),
    Column("leased_until", Float, nullable=False, default=0.0),
    Column("steps", Integer, nullable=False, default=0),
)  # fmt: skip

memories = Table(
    "memories", metadata,
    Column("unit_id", String(64), primary_key=True),
    Column("step", Integer, nullable=False),  # the last snapshot was taken after it
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip

steps = Table(
    "steps", metadata,
    Column("unit_id", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("command_id", String(120), nullable=False),
    Column("person", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("round", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    Column("envelope", Packed, nullable=False),  # JSON
    Column("events", Packed, nullable=False),  # one line an event, as in an acta
    Column("hash", Hash, nullable=False),
    UniqueConstraint("unit_id", "command_id", name="one_command_once"),
    sqlite_with_rowid=False,
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
    Index("transfers_by_source", "source", "at"),
    Index("transfers_by_target", "target", "at"),
    Index("transfers_by_day", "day"),
)  # fmt: skip

accounts = Table(
    "accounts", metadata,
    Column("id", String(160), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("may_owe", Boolean, nullable=False),
    CheckConstraint("may_owe OR balance >= 0", name="never_below_zero"),
    # By its key PostgreSQL finds no beginnings: it need not keep texts in the order of their bytes.
    Index(
        "accounts_by_beginning", "id", postgresql_ops={"id": "text_pattern_ops"},
        info={"only": "postgresql"},
    ).ddl_if(dialect="postgresql"),
)  # fmt: skip

rounds = Table(
    "rounds", metadata,
    Column("unit_id", String(64), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("game", String(60), nullable=False),
    Column("at", Float, nullable=False),
    Column("acta", Packed, nullable=False),
    Index("rounds_by_number", "unit_id", "number", "step"),
    Index("rounds_by_moment", "at"),
    Index("rounds_of_unit_by_moment", "unit_id", "at"),
    Index("rounds_by_game", "game", "at"),
)  # fmt: skip

orders = Table(
    "orders", metadata,
    Column("unit_id", String(64), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("promise", String(64), nullable=False),
    Column("salt", String(64), nullable=False),  # secret until the order is opened
    Column("cards", Text, nullable=False),
    Column("opened", Boolean, nullable=False),
)  # fmt: skip

aggregate_entries = Table(
    "aggregate_entries", metadata,
    Column("kind", String(20), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("unit_id", String(64), nullable=False),  # whose step it came with; empty: the house's
    Column("step", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("body", Text, nullable=False),  # a command and its events as lines, as in an acta
    Column("digest", String(64), nullable=False),  # of it and of all entries before
    Column("memory", LargeBinary),  # the whole state after it, now and then
)  # fmt: skip

days = Table(
    "days", metadata,
    Column("day", String(10), primary_key=True),
    Column("at", Float, nullable=False),
    Column("by", String(64), nullable=False),
    Column("report", Text, nullable=False),  # JSON
)  # fmt: skip

closing_balances = Table(  # of the accounts that hold something else than at the close before
    "closing_balances", metadata,
    Column("account", String(160), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Index("closing_balances_by_day", "day"),
)  # fmt: skip

closing_heads = Table(  # how far the log of each unit was when a day was closed
    "closing_heads", metadata,
    Column("day", String(10), primary_key=True),
    Column("unit_id", String(64), primary_key=True),
    Column("step", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("memory", LargeBinary),  # its last snapshot then; of old closes it is not kept
)  # fmt: skip

archived_units = Table(  # the steps of a unit up to this one stand in archive files
    "archived_units", metadata,
    Column("unit_id", String(64), primary_key=True),
    Column("day", String(10), nullable=False),
    Column("step", Integer, nullable=False),
    Column("memory", LargeBinary, nullable=False),  # the unit after that step
)  # fmt: skip

archived_balances = Table(  # what archived transfers came to
    "archived_balances", metadata,
    Column("account", String(160), primary_key=True),
    Column("balance", BigInteger, nullable=False),
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
    Index("audit_by_moment", "at"),
    Index("audit_by_person", "person", "n"),
    Index("audit_by_what", "what", "n"),
)  # fmt: skip
