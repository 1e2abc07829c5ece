"""What every account held and how far every unit was at each close of a day, where a log begins
whose older part was archived, and indexes for whoever looks for a game or a kind of entry."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision: str | None = "0010"


def upgrade() -> None:
    op.create_table(
        "closing_balances",
        sa.Column("account", sa.String(length=160), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account", "day"),
    )
    op.create_index("closing_balances_by_day", "closing_balances", ["day"])
    op.create_table(
        "closing_heads",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("unit_id", sa.String(length=64), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("memory", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("day", "unit_id"),
    )
    op.create_table(
        "archived_units",
        sa.Column("unit_id", sa.String(length=64), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("memory", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("unit_id"),
    )
    op.create_table(
        "archived_balances",
        sa.Column("account", sa.String(length=160), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account"),
    )
    op.create_index("rounds_by_game", "rounds", ["game", "at"])
    op.create_index("audit_by_what", "audit", ["what", "n"])
