"""An index by which those who sit somewhere now are found, among all who ever did: the door looks
for them every few seconds; and one of signatures by who signed."""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision: str | None = "0016"


def upgrade() -> None:
    op.create_index("stays_now", "stays", ["until_step", "person"])
    op.create_index("ix_signatures_person", "signatures", ["person"])
