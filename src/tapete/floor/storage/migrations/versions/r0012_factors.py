"""Second factors, and signatures of persons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision: str | None = "0011"


def upgrade() -> None:
    op.create_table(
        "factors",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "signatures",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("subject", sa.String(120), nullable=False, index=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
    )
