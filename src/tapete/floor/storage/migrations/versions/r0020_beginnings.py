"""An index by which PostgreSQL finds accounts by how they begin, those of a unit or of a seat; by
their key it finds none. SQLite does."""

from __future__ import annotations

from alembic import op

revision = "0020"
down_revision: str | None = "0019"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.create_index(
            "accounts_by_beginning", "accounts", ["id"],
            postgresql_ops={"id": "text_pattern_ops"},
        )  # fmt: skip
