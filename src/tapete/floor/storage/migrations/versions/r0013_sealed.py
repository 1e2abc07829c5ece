"""Papers are sealed under a key of each person, and whoever is kept out is known by a mark."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from tapete.floor.people.housekey import HouseKey, key_file, new_key, seal

revision = "0013"
down_revision: str | None = "0012"


def upgrade() -> None:
    connection = op.get_bind()
    house: HouseKey = connection.info.get("house-key") or HouseKey(
        key_file(connection.engine.url.render_as_string(hide_password=False))
    )
    if connection.dialect.name == "sqlite":
        op.execute("PRAGMA secure_delete = ON")  # what stood there in plain is overwritten
    people = connection.execute(sa.text("SELECT person, name, rut, born FROM papers")).all()
    kept_out = connection.execute(sa.text("SELECT n, rut FROM barred")).all()
    op.execute("DELETE FROM papers")
    op.drop_table("papers")
    op.create_table(
        "papers",
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("mark", sa.String(64), unique=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("until", sa.Float),
    )
    for row in people:
        own = new_key()
        said = {key: value for key, value in row._mapping.items() if key != "person" and value}
        _write(connection, "papers", {
            "person": row.person, "mark": None if row.rut is None else _mark(house, row.rut),
            "key": house.seal(own, row.person),
            "body": seal(own, json.dumps(said).encode(), row.person), "until": None,
        })  # fmt: skip
    op.drop_index("ix_barred_rut", table_name="barred")
    op.add_column("barred", sa.Column("mark", sa.String(64), nullable=False, server_default=""))
    op.add_column("barred", sa.Column("sealed", sa.Text, nullable=False, server_default=""))
    change = sa.text("UPDATE barred SET mark = :mark, sealed = :sealed, rut = '' WHERE n = :n")
    for row in kept_out:
        about = {"mark": _mark(house, row.rut), "sealed": house.seal(row.rut.encode(), "barred")}
        connection.execute(change, {"n": row.n, **about})
    with op.batch_alter_table("barred") as table:
        table.drop_column("rut")
        table.alter_column("mark", server_default=None)
        table.alter_column("sealed", server_default=None)
    op.create_index("ix_barred_mark", "barred", ["mark"])
    op.create_table(
        "requests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("done", sa.Float),
        sa.Column("by", sa.String(64)),
        sa.Column("answer", sa.Text, nullable=False),
    )


def _write(connection: Any, table: str, row: dict[str, Any]) -> None:
    names, marks = ", ".join(row), ", ".join(f":{name}" for name in row)
    connection.execute(sa.text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), row)


def _mark(house: HouseKey, rut: str) -> str:
    key = hmac.new(house.key, b"tapete rut", hashlib.sha256).digest()
    return hmac.new(key, rut.encode(), hashlib.sha256).hexdigest()
