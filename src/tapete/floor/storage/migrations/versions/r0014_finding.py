"""Marks by which people are found though their names are sealed, and an index by which the last
record of a round is found by its number, whatever came before it."""

from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata

import sqlalchemy as sa
from alembic import op

from tapete.floor.people.housekey import HouseKey, key_file, open_

revision = "0014"
down_revision: str | None = "0013"


def upgrade() -> None:
    op.drop_index("rounds_by_number", "rounds")
    op.create_index("rounds_by_number", "rounds", ["unit_id", "number", "step"])
    marks = op.create_table(
        "name_marks",
        sa.Column("mark", sa.String(16), primary_key=True),
        sa.Column(
            "person", sa.String(64), sa.ForeignKey("people.id"), primary_key=True, index=True
        ),
    )
    connection = op.get_bind()
    query = sa.text("SELECT person, key, body FROM papers WHERE until IS NULL")
    people = connection.execute(query).all()
    if not people:
        return
    house: HouseKey = connection.info.get("house-key") or HouseKey(
        key_file(connection.engine.url.render_as_string(hide_password=False))
    )
    key = house.derived("names")
    for row in people:
        said = json.loads(open_(house.open(row.key, row.person), row.body, row.person))
        words = [*_plain(said["name"]).split(), _plain(said.get("rut") or ""), _plain(row.person)]
        begun = {word[:n] for word in words for n in (3, 5, 8) if n <= len(word)}
        begun |= {word for word in words if 0 < len(word) < 3}
        found = sorted(hmac.new(key, one.encode(), hashlib.sha256).hexdigest() for one in begun)
        op.bulk_insert(marks, [{"mark": one[:16], "person": row.person} for one in found])


def _plain(text: str) -> str:
    parted = unicodedata.normalize("NFD", text.casefold().replace(".", ""))
    return "".join(sign for sign in parted if not unicodedata.combining(sign))
