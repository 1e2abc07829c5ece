"""Ids that say nothing of a person. Until now the id of a player was his identity number, which so
stood in logs, ledger and views. Papers stand apart from here on, everybody who had such an id has
another, and the chains of the log are linked anew over the texts that changed; the heads they had
are kept in the audit log.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"

FIRST = "0" * 64
RUT = re.compile(r"(?<![0-9A-Za-z])[0-9]{6,8}-[0-9K](?![0-9A-Za-z])")
UNKNOWN = "(rut)"
"""An identity number of nobody we know, which stood in the audit log."""
CHUNK = 1000
Row = dict[str, Any]


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("unit_id", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("unit_id", "seat"),
    )
    op.create_index("ix_presence_person", "presence", ["person"])
    connection = op.get_bind()
    people, duty = _rows(connection, "people"), _rows(connection, "duty")
    new = {row["id"]: _new_id() for row in people if row["rut"] == row["id"]}
    op.drop_table("duty")
    op.drop_table("sessions")  # everybody comes in anew
    op.drop_table("people")
    _create_people()
    for row in people:
        row["id"] = row["person"] = new.get(row["id"], row["id"])
    _insert(connection, "people", ("id", "kind", "password", "roles", "status", "created"), people)
    _insert(connection, "papers", ("person", "name", "rut", "born"), people)
    for row in duty:
        row["person"] = new.get(row["person"], row["person"])
    _insert(connection, "duty", ("unit_id", "person", "role", "since"), duty)
    if new:
        _rename(connection, new)
    if _rows(connection, "units") and any(row["id"] == "administrador" for row in people):
        done = {"key": "prepared", "value": str(time.time())}
        _insert(connection, "casino", ("key", "value"), [done])


def _new_id() -> str:
    return f"persona-{secrets.token_hex(8)}"


def _create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("password", sa.String(length=256), nullable=True),
        sa.Column("roles", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "papers",
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("rut", sa.String(length=16), nullable=True),
        sa.Column("born", sa.String(length=10), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("person"),
        sa.UniqueConstraint("rut"),
    )
    op.create_table(
        "duty",
        sa.Column("unit_id", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.ForeignKeyConstraint(["unit_id"], ["units.id"]),
        sa.PrimaryKeyConstraint("unit_id", "person"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_index("ix_sessions_expires", "sessions", ["expires"])


def _rename(connection: sa.Connection, new: Mapping[str, str]) -> None:
    """Everybody's old id, wherever it stands, becomes his new one."""

    def renamed(text: str) -> str:
        return RUT.sub(lambda found: new.get(found[0], found[0]), text)

    def hidden(text: str) -> str:
        return RUT.sub(lambda found: new.get(found[0], UNKNOWN), text)

    for old, id in new.items():
        for table, column in (("transfers", "source"), ("transfers", "target"), ("accounts", "id")):
            connection.execute(
                sa.text(f"UPDATE {table} SET {column} = :id WHERE {column} = :old"),
                {"old": f"wallet:{old}", "id": f"wallet:{id}"},
            )
        for table in ("barred", "days"):
            connection.execute(
                sa.text(f'UPDATE {table} SET "by" = :id WHERE "by" = :old'), {"old": old, "id": id}
            )
    heads: dict[str, str] = {}
    tables = connection.execute(sa.text("SELECT DISTINCT unit_id FROM steps")).scalars().all()
    for table in tables:
        heads[table] = _relink_steps(connection, table, renamed)
    acta = "SELECT unit_id, step, acta FROM rounds"
    changed = (
        {"t": row.unit_id, "n": row.step, "acta": _sealed(renamed(row.acta))}
        for row in connection.execute(sa.text(acta))
        if renamed(row.acta) != row.acta
    )
    _update(connection, "UPDATE rounds SET acta = :acta WHERE unit_id = :t AND step = :n", changed)
    _relink_audit(connection, hidden, heads)


def _relink_steps(connection: sa.Connection, table: str, renamed: Any) -> str:
    """Link the chain of a table anew. Gives the head it had."""
    query = sa.text("SELECT * FROM steps WHERE unit_id = :t ORDER BY number")
    rows: list[Row] = []
    old = hash = FIRST
    hashes: dict[str, str] = {}
    for row in connection.execute(query, {"t": table}):
        envelope, events = renamed(row.envelope), renamed(row.events)
        text = "\n".join((hash, envelope, events))
        hash, old = hashlib.sha256(text.encode()).hexdigest(), row.hash
        hashes[old] = hash
        if hash != old:
            rows.append({
                "t": table, "number": row.number, "command": renamed(row.command_id),
                "person": renamed(row.person), "envelope": envelope, "events": events, "hash": hash,
            })  # fmt: skip
    _update(connection, (
        "UPDATE steps SET command_id = :command, person = :person, envelope = :envelope, "
        "events = :events, hash = :hash WHERE unit_id = :t AND number = :number"
    ), rows)  # fmt: skip
    query = sa.text("SELECT body FROM memories WHERE unit_id = :t")
    for body in connection.execute(query, {"t": table}).scalars().all():
        text = renamed(bytes(body).decode())
        known = str(json.loads(text).get("hash", ""))
        text = text.replace(known, hashes.get(known, known)) if known else text
        change = sa.text("UPDATE memories SET body = :body WHERE unit_id = :t")
        connection.execute(change, {"t": table, "body": text.encode()})
    return old


def _relink_audit(connection: sa.Connection, hidden: Any, heads: Mapping[str, str]) -> None:
    rows: list[Row] = []
    old = hash = FIRST
    now = time.time()
    for row in connection.execute(sa.text("SELECT * FROM audit ORDER BY n")):
        person, facts, before = hidden(row.person), hidden(row.facts), hash
        hash, old = _audit_hash(before, row.at, person, row.what, facts), row.hash
        rows.append({"n": row.n, "person": person, "facts": facts, "before": before, "hash": hash})
    _update(connection, (
        'UPDATE audit SET person = :person, facts = :facts, "before" = :before, hash = :hash '
        "WHERE n = :n"
    ), rows)  # fmt: skip
    facts = json.dumps({"audit": old, **heads}, separators=(",", ":"), sort_keys=True)
    _insert(connection, "audit", ("at", "person", "what", "facts", "before", "hash"), [{
        "at": now, "person": "sistema", "what": "papers.parted", "facts": facts, "before": hash,
        "hash": _audit_hash(hash, now, "sistema", "papers.parted", facts),
    }])  # fmt: skip


def _audit_hash(before: str, at: float, person: str, what: str, facts: str) -> str:
    return hashlib.sha256(f"{before}\n{at!r}\n{person}\n{what}\n{facts}".encode()).hexdigest()


def _sealed(acta: str) -> str:
    body = acta.partition("\nseal ")[0].removesuffix("\n") + "\n"
    return f"{body}seal {hashlib.sha256(body.encode()).hexdigest()}\n"


def _rows(connection: sa.Connection, table: str) -> list[Row]:
    found = connection.execute(sa.text(f"SELECT * FROM {table}")).mappings()
    return [dict(row) for row in found]


def _insert(
    connection: sa.Connection, table: str, columns: tuple[str, ...], rows: Iterable[Row]
) -> None:
    names, values = ", ".join(f'"{c}"' for c in columns), ", ".join(f":{c}" for c in columns)
    said = f"INSERT INTO {table} ({names}) VALUES ({values})"
    _update(connection, said, ({c: row[c] for c in columns} for row in rows))


def _update(connection: sa.Connection, said: str, rows: Iterable[Row]) -> None:
    waiting = list(rows)
    for first in range(0, len(waiting), CHUNK):
        connection.execute(sa.text(said), waiting[first : first + CHUNK])
