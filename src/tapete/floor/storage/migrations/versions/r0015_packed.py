"""Envelopes, events and records are packed, hashes of steps are bytes. Older rows stay as they are:
SQLite takes bytes in columns of texts, and PostgreSQL keeps their texts as bytes."""

from __future__ import annotations

from alembic import op

revision = "0015"
down_revision: str | None = "0014"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        return
    op.execute(
        "ALTER TABLE steps"
        " ALTER COLUMN envelope TYPE BYTEA USING convert_to(envelope, 'UTF8'),"
        " ALTER COLUMN events TYPE BYTEA USING convert_to(events, 'UTF8'),"
        " ALTER COLUMN hash TYPE BYTEA USING decode(hash, 'hex')"
    )
    op.execute("ALTER TABLE rounds ALTER COLUMN acta TYPE BYTEA USING convert_to(acta, 'UTF8')")
