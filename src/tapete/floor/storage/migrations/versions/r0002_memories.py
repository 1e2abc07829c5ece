"""Snapshots stand apart from the tables, whose rows change with every step."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    op.create_table(
        "memories",
        sa.Column("table_id", sa.String(length=64), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.execute(
        "INSERT INTO memories (table_id, step, body) "
        "SELECT id, memory_step, memory FROM tables WHERE memory IS NOT NULL"
    )
    op.drop_column("tables", "memory")
    op.drop_column("tables", "memory_step")
