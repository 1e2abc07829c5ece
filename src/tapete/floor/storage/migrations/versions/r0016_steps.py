"""Steps are found by the numbers of their events without an index of it. New files of SQLite keep
steps under their key; those of older ones stay where they are, each with a number of its row."""

from __future__ import annotations

from alembic import op

revision = "0016"
down_revision: str | None = "0015"


def upgrade() -> None:
    op.drop_index("steps_by_event", "steps")
