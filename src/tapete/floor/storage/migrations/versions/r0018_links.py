"""Room for the names of two halls that are linked, as long as names may be."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision: str | None = "0017"


def upgrade() -> None:
    with op.batch_alter_table("casino") as table:
        table.alter_column("key", type_=sa.String(160), existing_type=sa.String(40))
