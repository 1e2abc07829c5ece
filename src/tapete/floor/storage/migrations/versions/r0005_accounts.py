"""The accounts of a progressive pot are called ``progresivo``: ``pozo`` is a pot at a table."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    for table, column in (("accounts", "id"), ("transfers", "source"), ("transfers", "target")):
        op.execute(
            f"UPDATE {table} SET {column} = 'progresivo:' || substr({column}, 6) "
            f"WHERE {column} LIKE 'pozo:%'"
        )
