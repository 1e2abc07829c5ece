"""Indexes by which people are listed, the last who came first, and those with an account apart from
all the guests there ever were."""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision: str | None = "0018"


def upgrade() -> None:
    op.create_index("people_by_moment", "people", ["created"])
    op.create_index("people_by_kind", "people", ["kind", "created"])
