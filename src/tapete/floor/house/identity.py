"""What runs here: the digest of the code, the rulebooks, the plans, the programs of machines and
the bases of tournaments, held against what was approved. It is looked at when the casino starts,
every day and on demand; a difference closes the tables it concerns, with a notice, and stands in
the audit log.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from sqlalchemy import select

from tapete import __version__
from tapete.core.book.datafile import BrokenFile, read_toml
from tapete.core.book.refused import Refused
from tapete.floor.people.permissions import CONTROL
from tapete.floor.people.register import Register
from tapete.floor.storage import schema

PACKAGE = Path(__file__).parents[2]
CODE, CLAUSES, BOOK, PLAN = "codigo", "clausulas", "reglamento", "plan"
PROGRAM, BASES = "programa", "bases"
APPROVED, CHECKED = "identity.approved", "identity.checked"
CLOSED, REOPENED = "identity.closed", "identity.reopened"
WHY = "programa-distinto"
"""Why a table is closed when what runs is not what was approved."""


class IdentityView(msgspec.Struct, frozen=True, kw_only=True):
    """What runs here, part by part, what was approved and by whom, and what differs.

    ``approver`` is the name of who approved it, none where it was approved by being started;
    ``changed`` are the files that are not as they were when this node started.
    """

    version: str
    checked: float
    digest: str
    parts: dict[str, str]
    approved: dict[str, str]
    approved_by: str
    approver: str
    approved_at: float
    differs: tuple[str, ...]
    changed: tuple[str, ...]
    closed: tuple[str, ...]


class _Extends(msgspec.Struct):
    extends: str = ""


def digests(root: Path = PACKAGE, plan: str = "") -> dict[str, str]:
    """SHA-256 of every file that decides something: code, clauses, rulebooks, plans, programs of
    machines, bases of tournaments. ``plan`` is the casino's own, if it has one. Texts and pictures
    decide nothing, and are not among them."""
    files = dict(_files(str(root)))
    if plan.endswith(".toml"):
        files[f"plans/{Path(plan).name}"] = plan
    return {name: _digest(path) for name, path in sorted(files.items())}


def _files(root: str) -> Iterator[tuple[str, str]]:
    """The files of the program, by their names in it and where they are."""
    for folder, folders, files in os.walk(root):
        within = os.path.relpath(folder, root).replace(os.sep, "/")
        folders[:] = [one for one in folders if one != "__pycache__"]
        decides = (".py", *DATA) if within.split("/")[0] in WITH_DATA else (".py",)
        for file in files:
            if file.endswith(decides):
                name = file if within == "." else f"{within}/{file}"
                yield name, os.path.join(folder, file)


def _digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


FILES = {"plans": PLAN, "programs": PROGRAM, "bases": BASES}
"""Folders in which each name is a part of its own."""
DATA = (".toml", ".jsonl", ".json")
WITH_DATA = ("clauses", "rulebooks", "plans", "programs", "bases")


def part_of(file: str) -> str:
    """The part of the program a file belongs to.

    >>> part_of("rulebooks/scj-2023/war.toml"), part_of("games/registry.py")
    ('reglamento:scj-2023', 'codigo')
    >>> part_of("programs/volcan.toml"), part_of("programs/par/volcan.json")
    ('programa:volcan', 'programa:volcan')
    """
    folder, *rest = file.split("/")
    if folder == "rulebooks" and rest:
        return f"{BOOK}:{rest[0]}"
    if folder in FILES and rest:
        return f"{FILES[folder]}:{PurePosixPath(file).stem}"
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
        self._closed: set[str] = set()
        self._read = 0
        """The last entry of the audit log that ``_closed`` has taken in."""

    def start(self, *, by_person: bool, at: float) -> None:
        """The program as it starts. The first one here is approved by being started, and so is
        another after it, unless a person has to approve it."""
        self.now = self.started = digests(self.root, self.plan)
        known = self._approved()
        if known is None or (not by_person and self._different(known[0])):
            self._note_approved("sistema", at)
        self._note_checked("sistema", "inicio", at)

    def check(self, by: str, *, why: str, at: float) -> tuple[str, ...]:
        """Read everything anew; gives the parts that are not what was approved."""
        self.now = digests(self.root, self.plan)
        return self._note_checked(by, why, at)

    def _note_checked(self, by: str, why: str, at: float) -> tuple[str, ...]:
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
        """Approve the program that is installed now."""
        self.now = self.started = digests(self.root, self.plan)
        self._note_approved(by, at)

    def _note_approved(self, by: str, at: float) -> None:
        facts = {"version": __version__, "digest": whole(self.now), **parts(self.now)}
        with self.store.writing() as connection:
            self.register.note(connection, by, APPROVED, facts, at)
        self.differs = ()

    def plan_digest(self) -> str:
        """The digest of the casino's plan as it was last read."""
        return parts(self.now).get(f"{PLAN}:{Path(self.plan).stem}", "")

    def approved_by(self) -> str:
        """Who last approved what runs; ``sistema``: whoever started it."""
        known = self._approved()
        return "" if known is None else known[1]

    @property
    def changed(self) -> tuple[str, ...]:
        """The files that are not as they were when this node started."""
        names = {*self.started, *self.now}
        return tuple(sorted(n for n in names if self.started.get(n) != self.now.get(n)))

    def concerns(self, edition: str, programs: Sequence[str] = ()) -> tuple[str, ...]:
        """The parts that differ and that a unit is played by: a table by an edition, a machine by
        its programs. Bases are copied into the tournament that is held by them."""
        mine = {f"{BOOK}:{name}" for name in self._lineage(edition)}
        mine |= {f"{PROGRAM}:{name}" for name in programs}
        return tuple(
            part
            for part in self.differs
            if part.partition(":")[0] not in (BOOK, PROGRAM, BASES) or part in mine
        )

    def check_may_open(self, edition: str, programs: Sequence[str] = ()) -> None:
        """Raise `Refused` while a unit that is played by these may not be played."""
        differs = self.concerns(edition, programs)
        if differs:
            raise Refused(CONTROL, "program-differs", what=" ".join(differs))

    def view(self, closed: tuple[str, ...]) -> IdentityView:
        """The identity of the program as the service page shows it."""
        known = self._approved()
        facts, by, at = known if known is not None else ({}, "", 0.0)
        return IdentityView(
            version=__version__, checked=self.checked, digest=whole(self.now),
            parts=parts(self.now),
            approved={name: value for name, value in facts.items() if _is_part(name)},
            approved_by=by, approver=self.register.names([by]).get(by, ""), approved_at=at,
            differs=self.differs, changed=self.changed, closed=closed,
        )  # fmt: skip

    def closed(self) -> set[str]:
        """The tables that were closed for a difference and not opened again."""
        a = schema.audit
        new = a.c.what.in_((CLOSED, REOPENED)) & (a.c.n > self._read)
        with self.store.engine.connect() as connection:
            rows = connection.execute(select(a).where(new).order_by(a.c.n)).all()
        for row in rows:
            table = str(msgspec.json.decode(row.facts)["table"])
            (self._closed.add if row.what == CLOSED else self._closed.discard)(table)
            self._read = row.n
        return set(self._closed)

    def last_check(self) -> dict[str, Any]:
        """When it was last held against what was approved, why, and what came of it."""
        last, known = self._last(CHECKED), self._approved()
        if last is None or known is None:
            return {}
        facts = msgspec.json.decode(last.facts)
        return {"at": last.at, **facts, "approved_by": known[1], "approved_at": known[2]}

    def note(self, what: str, table: str, at: float) -> None:
        """A table was closed for a difference, or opened again."""
        facts = {"table": table, "differs": " ".join(self.differs)}
        with self.store.writing() as connection:
            self.register.note(connection, "sistema", what, facts, at)

    def _approved(self) -> tuple[dict[str, str], str, float] | None:
        last = self._last(APPROVED)
        return None if last is None else (msgspec.json.decode(last.facts), last.person, last.at)

    def _different(self, approved: Mapping[str, str]) -> tuple[str, ...]:
        here = parts(self.now)
        names = sorted({*here, *filter(_is_part, approved)})
        return tuple(name for name in names if here.get(name) != approved.get(name))

    def _last(self, what: str) -> Any | None:
        a = schema.audit
        query = select(a).where(a.c.what == what).order_by(a.c.n.desc()).limit(1)
        with self.store.engine.connect() as connection:
            return connection.execute(query).first()

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
    return name.partition(":")[0] in (CODE, CLAUSES, BOOK, *FILES.values())
