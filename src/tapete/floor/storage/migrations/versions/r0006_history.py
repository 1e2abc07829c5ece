"""Who sat where and when, out of the log; and indexes for whoever reads history."""

from __future__ import annotations

import json
import re
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"

MOVED = re.compile(r'! (seat-taken|seat-freed) .*?seat=(\d+) player=("(?:[^"\\\\]|\\\\.)*")')
CHUNK = 1000


def upgrade() -> None:
    op.drop_table("presence")
    op.create_table(
        "stays",
        sa.Column("unit_id", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("since_step", sa.Integer(), nullable=False),
        sa.Column("since_event", sa.Integer(), nullable=False),
        sa.Column("since_round", sa.Integer(), nullable=False),
        sa.Column("until_step", sa.Integer(), nullable=True),
        sa.Column("until_round", sa.Integer(), nullable=True),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("unit_id", "seat", "since_step"),
    )
    op.create_index("stays_by_person", "stays", ["person", "until_step"])
    op.create_index("stays_by_unit", "stays", ["unit_id", "until_step"])
    op.create_index("steps_by_event", "steps", ["unit_id", "first"])
    found = stays_in(op.get_bind())
    for first in range(0, len(found), CHUNK):
        op.bulk_insert(_table(), found[first : first + CHUNK])


def stays_in(connection: sa.Connection) -> list[dict[str, Any]]:
    """Every stay by the log, in its order."""
    query = sa.text(
        "SELECT unit_id, number, first, round, events FROM steps "
        "WHERE events LIKE '%! seat-%' ORDER BY unit_id, number"
    )
    found: list[dict[str, Any]] = []
    there: dict[tuple[str, int], dict[str, Any]] = {}
    for row in connection.execute(query):
        for n, line in enumerate(row.events.split("\n"), row.first):
            moved = MOVED.match(line)
            if moved is None:
                continue
            place = (row.unit_id, int(moved[2]))
            before = there.pop(place, None)
            if before is not None:
                before |= {"until_step": row.number, "until_round": row.round}
            if moved[1] == "seat-taken":
                there[place] = {
                    "unit_id": row.unit_id, "seat": place[1], "since_step": row.number,
                    "since_event": n, "since_round": row.round, "until_step": None,
                    "until_round": None, "person": json.loads(moved[3]),
                }  # fmt: skip
                found.append(there[place])
    return found


def _table() -> sa.Table:
    names = ("unit_id", "person")
    numbers = ("seat", "since_step", "since_event", "since_round", "until_step", "until_round")
    columns: list[sa.Column[Any]] = [sa.Column(name, sa.String()) for name in names]
    return sa.Table(
        "stays", sa.MetaData(), *columns, *(sa.Column(name, sa.Integer()) for name in numbers)
    )
