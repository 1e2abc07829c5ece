"""Whatever is hosted is a unit of some kind: what were tables are units of the kind ``mesa``."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"

OF_A_UNIT = ("steps", "rounds", "memories", "orders", "pot_events", "duty")


def upgrade() -> None:
    op.rename_table("tables", "units")
    op.add_column("units", sa.Column("kind", sa.String(20), nullable=False, server_default="mesa"))
    op.add_column("units", sa.Column("group", sa.String(64), nullable=False, server_default=""))
    op.execute("""UPDATE units SET "group" = id, spec = '{"kind":"mesa",' || substr(spec, 2)""")
    for table in OF_A_UNIT:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN table_id TO unit_id")
