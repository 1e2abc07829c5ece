"""What a casino sets for a table stands in its terms; before, in limits, circle and extra."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"


def upgrade() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, spec FROM units WHERE kind = 'mesa'")).all()
    for row in rows:
        spec = json.loads(row.spec)
        extra = {name: value for name, value in spec.pop("extra", {}).items() if value}
        limits = {"limits": spec.pop("limits")} if "limits" in spec else {}
        spec["terms"] = {
            **spec.get("terms", {}),
            **limits,
            **(spec.pop("circle", None) or {}),
            **extra,
        }
        text = json.dumps(spec, ensure_ascii=False, separators=(",", ":"))
        connection.execute(
            sa.text("UPDATE units SET spec = :spec WHERE id = :id"), {"spec": text, "id": row.id}
        )
