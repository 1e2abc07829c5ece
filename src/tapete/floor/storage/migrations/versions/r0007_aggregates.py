"""Pots are aggregates: their events become entries of a chained journal, without commands.

An event of a pot named a table and a seat; it names a unit and a place now. What a progressive was
set up with stands apart from the terms of the pot under it, and its condition is published before
it is activated. The whole pots written down now and then are left out: they are read from the start
once.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"

KIND = "progresivo"
OF_ANY_POT = (
    "bet-divided", "bet-withdrawn", "prize-paid", "pot-restarted", "round-over", "round-undone",
)  # fmt: skip
CLAUSES = {
    "fed": "CAT-III.6.6-12", "base": "CAT-III.6.6-14", "won": "CAT-III.6.6-04",
    "short": "CAT-III.6.2-04", "shared": "CAT-III.6.6-08", "odd": "CAT-III.6.6-09",
    "published": "CAT-III.6.4.1-12", "changed": "CAT-III.6.6-16", "linked": "CAT-III.6.6-17",
}  # fmt: skip
OF_EDITION = {
    "arica-2017": {
        "won": "ARI-4.2-01", "shared": "ARI-4.2-06", "odd": "ARI-4.2-06",
        "changed": "ARI-4.2-10", "linked": "ARI-4.3-01",
    },
    "aj-bolivia": {
        "odd": "AJ-2.5.6.2-02", "changed": "AJ-2.5.6.3-02", "linked": "AJ-2.5.6.3-01",
    },
}  # fmt: skip
HANDS = "color, full, poker, escalera-de-color, escalera-real"


def upgrade() -> None:
    op.create_table(
        "aggregate_entries",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.String(length=64), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("memory", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("kind", "id", "n"),
    )
    connection = op.get_bind()
    heads: dict[str, tuple[str, str]] = {}  # of each pot: its last digest, and its edition
    old = connection.execute(sa.text("SELECT * FROM pot_events ORDER BY pot_id, n")).all()
    for row in old:
        before, edition = heads.get(row.pot_id) or (_title(row.pot_id), "")
        body, edition = _rewritten(row.body, edition)
        digest = _sha256(f"{before}\n# {row.n}\n{body}")
        heads[row.pot_id] = (digest, edition)
        connection.execute(
            sa.text(
                "INSERT INTO aggregate_entries (kind, id, n, unit_id, step, at, body, digest) "
                "VALUES (:kind, :id, :n, :unit_id, :step, :at, :body, :digest)"
            ),
            {"kind": KIND, "id": row.pot_id, "n": row.n, "unit_id": row.unit_id,
             "step": row.step, "at": row.at, "body": body, "digest": digest},
        )  # fmt: skip
    op.drop_table("pot_events")


def _title(pot: str) -> str:
    return _sha256(f"aggregate 1\nkind {json.dumps(KIND)}\nid {json.dumps(pot)}")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _rewritten(line: str, edition: str) -> tuple[str, str]:
    """The lines of an event as they are now, and the edition of its pot."""
    kind, fields, clause = _read(line)
    if kind == "pot-opened":
        terms = fields["terms"]
        edition = terms["edition"]
        opened = {**fields, "terms": _of_pot(terms)}
        changed = _clauses(edition)["changed"]
        return "\n".join(
            (
                _line("progressive-set", {"terms": terms}, f"[{changed}]"),
                _line("pot-opened", opened, clause),
            )
        ), edition
    if kind == "pot-activated":
        published = _clauses(edition)["published"]
        known = {"version": 1, "condition": _hands(edition)}
        return "\n".join(
            (_line("condition-published", known, f"[{published}]"), _line(kind, fields, clause))
        ), edition
    if kind in OF_ANY_POT:
        names = {"table": "unit", "seat": "place"}
        fields = {names.get(name, name): value for name, value in fields.items()}
    return _line(kind, fields, clause), edition


def _of_pot(terms: dict[str, Any]) -> dict[str, Any]:
    """The terms of the pot under a progressive."""
    algorithm = terms["algorithm"]
    return {
        "pot": terms["pot"], "rate": str(1 - Fraction(algorithm["commission"])),
        "base": algorithm.get("base", 0), "limit": None,
        "reserve": algorithm.get("reserve", "0"), "restart": algorithm.get("restart", "casa"),
        "fund": "bets", "condition": _hands(terms["edition"]),
        "scope": "casinos" if len(terms.get("casinos", ())) > 1 else "casino",
        "registration": terms.get("papers", {}).get("registration", ""), "mystery": False,
        "clauses": _clauses(terms["edition"]),
    }  # fmt: skip


def _hands(edition: str) -> str:
    return f"escalera, {HANDS}" if edition == "arica-2017" else HANDS


def _clauses(edition: str) -> dict[str, str]:
    return CLAUSES | OF_EDITION.get(edition, {})


def _read(line: str) -> tuple[str, dict[str, Any], str]:
    """The kind of an event, its fields, and the rest of its line."""
    kind, _, rest = line.removeprefix("! ").partition(" ")
    fields: dict[str, Any] = {}
    decoder = json.JSONDecoder()
    while rest and not rest.startswith("["):
        name, _, rest = rest.partition("=")
        fields[name], end = decoder.raw_decode(rest)
        rest = rest[end:].lstrip(" ")
    return kind, fields, rest


def _line(kind: str, fields: dict[str, Any], clause: str) -> str:
    said = "".join(
        f" {name}={json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
        for name, value in fields.items()
    )
    return f"! {kind}{said} {clause}"
