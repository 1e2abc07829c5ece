"""What runs here: the digest of the code, the rulebooks and the plans, held against what was
approved. It is looked at when the casino starts, every day and on demand; a difference closes the
tables it concerns, with a notice, and stands in the audit log.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select

from tapete import __version__
from tapete.core.datafile import BrokenFile, read_toml
from tapete.core.refused import Refused
from tapete.floor import schema
from tapete.floor.permissions import CONTROL
from tapete.floor.register import Register

PACKAGE = Path(__file__).parents[1]
CODE, CLAUSES, BOOK, PLAN = "codigo", "clausulas", "reglamento", "plan"
APPROVED, CHECKED = "identity.approved", "identity.checked"
CLOSED, REOPENED = "identity.closed", "identity.reopened"
WHY = "programa-distinto"
"""Why a table is closed when what runs is not what was approved."""


class IdentityView(msgspec.Struct, frozen=True, kw_only=True):
    """What runs here, part by part, what was approved and by whom, and what differs.

    ``changed`` are the files that are not as they were when this node started.
    """

    version: str
    checked: float
    digest: str
    parts: dict[str, str]
    approved: dict[str, str]
    approved_by: str
    approved_at: float
    differs: tuple[str, ...]
    changed: tuple[str, ...]
    closed: tuple[str, ...]


class _Extends(msgspec.Struct):
    extends: str = ""


def digests(root: Path = PACKAGE, plan: str = "") -> dict[str, str]:
    """SHA-256 of every file that decides something: code, clauses, rulebooks, plans. ``plan`` is
    the casino's own, if it has one. Texts and pictures decide nothing, and are not among them."""
    files = {str(path.relative_to(root)): path for path in _files(root)}
    if plan.endswith(".toml"):
        files[f"plans/{Path(plan).name}"] = Path(plan)
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in sorted(files.items())
    }


def _files(root: Path) -> Iterator[Path]:
    yield from (path for path in root.rglob("*.py") if "__pycache__" not in path.parts)
    for folder in ("clauses", "rulebooks", "plans"):
        yield from (path for path in (root / folder).rglob("*") if path.suffix in DATA)


DATA = (".toml", ".jsonl")


def part_of(file: str) -> str:
    """The part of the program a file belongs to.

    >>> part_of("rulebooks/scj-2023/war.toml"), part_of("games/registry.py")
    ('reglamento:scj-2023', 'codigo')
    """
    folder, *rest = file.split("/")
    if folder == "rulebooks" and rest:
        return f"{BOOK}:{rest[0]}"
    if folder == "plans":
        return f"{PLAN}:{rest[0].removesuffix('.toml')}" if rest else PLAN
    return CLAUSES if folder == "clauses" and not file.endswith(".py") else CODE


def parts(files: Mapping[str, str]) -> dict[str, str]:
    """One digest a part, over the digests of its files."""
    lines: dict[str, list[str]] = {}
    for name, digest in files.items():
        lines.setdefault(part_of(name), []).append(f"{digest}  {name}\n")
    return {
        part: hashlib.sha256("".join(found).encode()).hexdigest()
        for part, found in sorted(lines.items())
    }


def whole(files: Mapping[str, str]) -> str:
    """One digest of everything: that of the list of digests."""
    text = "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))
    return hashlib.sha256(text.encode()).hexdigest()


class Identity:
    """What runs on this node, and whether it is what was approved."""

    def __init__(self, register: Register, plan: str, root: Path = PACKAGE) -> None:
        self.register, self.store = register, register.store
        self.plan, self.root = plan, root
        self.started: Mapping[str, str] = {}
        self.now: Mapping[str, str] = {}
        self.differs: tuple[str, ...] = ()
        self.checked = 0.0

    def start(self, *, by_person: bool, at: float) -> None:
        """The program as it starts. The first one here is approved by being started, and so is
        another after it, unless a person has to approve it."""
        self.now = self.started = digests(self.root, self.plan)
        known = self._approved()
        if known is None or (not by_person and self._different(known[0])):
            self.approve("sistema", at=at)
        self.check("sistema", why="inicio", at=at)

    def check(self, by: str, *, why: str, at: float) -> tuple[str, ...]:
        """Read everything anew; gives the parts that are not what was approved."""
        self.now = digests(self.root, self.plan)
        known = self._approved()
        self.differs = () if known is None else self._different(known[0])
        self.checked = at
        facts = {
            "why": why,
            "version": __version__,
            "digest": whole(self.now),
            "differs": " ".join(self.differs),
            "changed": " ".join(self.changed)[:500],
        }
        with self.store.writing() as connection:
            self.register.note(connection, by, CHECKED, facts, at)
        return self.differs

    def approve(self, by: str, *, at: float) -> None:
        """What is here now is what may run."""
        self.now = self.started = digests(self.root, self.plan)
        facts = {"version": __version__, "digest": whole(self.now), **parts(self.now)}
        with self.store.writing() as connection:
            self.register.note(connection, by, APPROVED, facts, at)
        self.differs = ()

    @property
    def changed(self) -> tuple[str, ...]:
        """The files that are not as they were when this node started."""
        names = {*self.started, *self.now}
        return tuple(sorted(n for n in names if self.started.get(n) != self.now.get(n)))

    def concerns(self, edition: str) -> tuple[str, ...]:
        """The parts that differ and that a table under this edition is played by."""
        books = {f"{BOOK}:{name}" for name in self._lineage(edition)}
        return tuple(
            part for part in self.differs if not part.startswith(f"{BOOK}:") or part in books
        )

    def check_may_open(self, edition: str) -> None:
        """Raise `Refused` while a table under this edition may not be played."""
        differs = self.concerns(edition)
        if differs:
            raise Refused(CONTROL, "program-differs", what=" ".join(differs))

    def view(self, closed: tuple[str, ...]) -> IdentityView:
        """What is shown on the service page."""
        known = self._approved()
        facts, by, at = known if known is not None else ({}, "", 0.0)
        return IdentityView(
            version=__version__, checked=self.checked, digest=whole(self.now),
            parts=parts(self.now),
            approved={name: value for name, value in facts.items() if _is_part(name)},
            approved_by=by, approved_at=at, differs=self.differs, changed=self.changed,
            closed=closed,
        )  # fmt: skip

    def closed(self) -> set[str]:
        """The tables that were closed for a difference and not opened again."""
        found: set[str] = set()
        for row in self._noted(CLOSED, REOPENED):
            table = str(msgspec.json.decode(row.facts)["table"])
            (found.add if row.what == CLOSED else found.discard)(table)
        return found

    def last_check(self) -> dict[str, Any]:
        """When it was last held against what was approved, why, and what came of it."""
        rows, known = self._noted(CHECKED), self._approved()
        if not rows or known is None:
            return {}
        facts = msgspec.json.decode(rows[-1].facts)
        return {"at": rows[-1].at, **facts, "approved_by": known[1], "approved_at": known[2]}

    def note(self, what: str, table: str, at: float) -> None:
        """A table was closed for a difference, or opened again."""
        facts = {"table": table, "differs": " ".join(self.differs)}
        with self.store.writing() as connection:
            self.register.note(connection, "sistema", what, facts, at)

    def _approved(self) -> tuple[dict[str, str], str, float] | None:
        rows = self._noted(APPROVED)
        if not rows:
            return None
        return msgspec.json.decode(rows[-1].facts), rows[-1].person, rows[-1].at

    def _different(self, approved: Mapping[str, str]) -> tuple[str, ...]:
        here = parts(self.now)
        names = sorted({*here, *filter(_is_part, approved)})
        return tuple(name for name in names if here.get(name) != approved.get(name))

    def _noted(self, *what: str) -> list[Any]:
        a = schema.audit
        query = select(a).where(a.c.what.in_(what)).order_by(a.c.n)
        with self.store.engine.connect() as connection:
            return list(connection.execute(query))

    def _lineage(self, edition: str) -> Iterator[str]:
        """The edition and those it extends."""
        while edition:
            yield edition
            file = self.root / "rulebooks" / edition / "edition.toml"
            try:
                edition = read_toml(file.read_text("utf-8"), str(file), _Extends).extends
            except (OSError, UnicodeDecodeError, BrokenFile):  # that is a difference of its own
                return


def _is_part(name: str) -> bool:
    return name.partition(":")[0] in (CODE, CLAUSES, BOOK, PLAN)
