"""Indexes for whoever reads years of history: movements by account and day, rounds and audit by
their moment."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision: str | None = "0008"


def upgrade() -> None:
    op.create_index("transfers_by_source", "transfers", ["source", "at"])
    op.create_index("transfers_by_target", "transfers", ["target", "at"])
    op.create_index("transfers_by_day", "transfers", ["day"])
    op.create_index("rounds_by_moment", "rounds", ["at"])
    op.create_index("rounds_of_unit_by_moment", "rounds", ["unit_id", "at"])
    op.create_index("audit_by_moment", "audit", ["at"])
    op.create_index("audit_by_person", "audit", ["person", "n"])
