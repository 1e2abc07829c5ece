"""Which tests show which clause, read from the checkout's tests without running them."""

from __future__ import annotations

import ast
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeAlias

import tapete
from tapete.core.book.clause import ClauseId, register
from tapete.core.book.overruled import Overruling
from tapete.core.book.overruled import overruled as shipped_overruled
from tapete.games.registry import GAMES

TOURNAMENT = "torneo"
TOURNAMENTS = "tests/scenario/torneo"
"""Where scenarios of tournaments are, which are played like those of the games."""
EXCUSED = "src/tapete/clauses/excused.toml"

State: TypeAlias = Literal["tested", "overruled", "excused", "missing"]


@dataclass(frozen=True)
class Problem:
    """A citation or an excuse that cannot stand: its place, what is wrong, and with what."""

    place: str
    code: str
    what: str


@dataclass(frozen=True)
class Citation:
    """One place that names one clause."""

    id: ClauseId
    place: str


@dataclass(frozen=True)
class Figures:
    """How many clauses there are, and how many are tested, overruled, excused and none of these."""

    total: int
    tested: int
    overruled: int
    excused: int
    missing: int


@dataclass(frozen=True)
class Coverage:
    """The state of each clause (its tests, what overrules it, or its excuse) and what is wrong.

    A clause is in one state only: another one beside it is among the problems.
    """

    tests: Mapping[ClauseId, tuple[str, ...]]
    excuses: Mapping[ClauseId, str]
    problems: tuple[Problem, ...]
    overruled: Mapping[ClauseId, Overruling] = field(default_factory=dict)

    def state(self, id: ClauseId) -> State:
        """The state a clause is in, or ``missing``."""
        if id in self.overruled:
            return "overruled"
        if id in self.tests:
            return "tested"
        return "excused" if id in self.excuses else "missing"

    def missing(self, ids: Iterable[ClauseId]) -> list[ClauseId]:
        """Those that are in no state."""
        return [id for id in ids if self.state(id) == "missing"]

    def figures(self, ids: Iterable[ClauseId]) -> Figures:
        """The count over these clauses."""
        count = Counter(self.state(id) for id in ids)
        return Figures(
            total=count.total(),
            tested=count["tested"],
            overruled=count["overruled"],
            excused=count["excused"],
            missing=count["missing"],
        )


def checkout() -> Path | None:
    """The folder with pyproject.toml and tests/ that this package runs from, if it does."""
    for folder in Path(tapete.__file__).resolve().parents:
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder
    return None


def coverage(
    root: Path | None,
    excused: str | None = None,
    overruled: Mapping[ClauseId, Overruling] | None = None,
) -> Coverage:
    """Read the tests under ``root``, the excuses (TOML) and what is overruled; those of the
    package unless given."""
    known = register()
    overruled = shipped_overruled() if overruled is None else overruled
    tests: dict[ClauseId, list[str]] = {}
    excuses: dict[ClauseId, str] = {}
    problems: list[Problem] = []
    for item in _citations(root) if root else ():
        if isinstance(item, Problem):
            problems.append(item)
        elif item.id not in known:
            problems.append(Problem(item.place, "unknown-clause", item.id))
        elif item.place not in tests.setdefault(item.id, []):
            tests[item.id].append(item.place)
    if excused is None:
        excused = (files("tapete") / "clauses" / "excused.toml").read_text(encoding="utf-8")
    for excuse in _excuses(excused):
        if isinstance(excuse, Problem):
            problems.append(excuse)
            continue
        id, reason = excuse
        if id not in known:
            problems.append(Problem(EXCUSED, "unknown-clause", id))
        elif id in excuses:
            problems.append(Problem(EXCUSED, "excused-twice", id))
        else:
            excuses[id] = reason
    for id, places in tests.items():
        problems += [Problem(place, "two-states", id) for place in places if id in overruled]
        problems += [Problem(EXCUSED, "two-states", id)] if id in excuses else []
    problems += [Problem(EXCUSED, "two-states", id) for id in excuses if id in overruled]
    cited = {id: tuple(places) for id, places in tests.items()}
    return Coverage(cited, excuses, tuple(problems), overruled)


def _citations(root: Path) -> Iterator[Citation | Problem]:
    for file in sorted((root / "tests").rglob("*.py")):
        yield from python_citations(
            file.read_text(encoding="utf-8"), file.relative_to(root).as_posix()
        )
    played = [*(root / "tests" / "cases").rglob("*.toml"), *(root / TOURNAMENTS).glob("*.toml")]
    for file in sorted(played):
        if file.name != "disputed.toml":  # kept, with the reason, and not played
            yield from scenario_citations(
                file.read_text(encoding="utf-8"), file.relative_to(root).as_posix()
            )


def python_citations(source: str, path: str) -> Iterator[Citation | Problem]:
    """The ``pytest.mark.clause(...)`` of a test file, each with what it marks."""
    lines = [n for n, line in enumerate(source.split("\n"), 1) if ".clause" in line]
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        yield Problem(path, "broken-file", str(error))
        return
    yield from _marks(tree, path, lines)


def _marks(node: ast.AST, place: str, lines: list[int]) -> Iterator[Citation | Problem]:
    """What is marked inside a node; ``lines`` are those that may hold a mark."""
    for child in ast.iter_child_nodes(node):
        if not _holds(child, lines):
            continue
        inside = place
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{place}::{child.name}"
            if not isinstance(child, ast.ClassDef) and not child.name.startswith("test"):
                if any(_is_mark(part) for part in ast.walk(child)):
                    yield Problem(inside, "not-a-test", child.name)
                continue
        if isinstance(child, ast.Call) and _is_mark(child):
            yield from _named(child, place)
        yield from _marks(child, inside, lines)


def _holds(node: ast.AST, lines: list[int]) -> bool:
    """Whether one of these lines is of this node, its decorators included."""
    if not isinstance(node, ast.stmt | ast.expr):
        return True
    first = min((one.lineno for one in getattr(node, "decorator_list", ())), default=node.lineno)
    at = bisect_left(lines, first)
    return at < len(lines) and lines[at] <= (node.end_lineno or node.lineno)


def _named(mark: ast.Call, place: str) -> Iterator[Citation | Problem]:
    if not mark.args or mark.keywords:
        yield Problem(place, "not-literal", ast.unparse(mark))
    for argument in mark.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield Citation(argument.value, place)
        else:
            yield Problem(place, "not-literal", ast.unparse(argument))


def _is_mark(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="clause", value=ast.Attribute(attr="mark"))):
            return True
        case ast.Call(func=ast.Attribute(attr="clause", value=ast.Name(id="mark"))):
            return True
    return False


def scenario_citations(source: str, path: str) -> Iterator[Citation | Problem]:
    """The ``clauses = [...]`` of a scenario file; one of a game not built yet shows nothing."""
    try:
        scenario = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        yield Problem(path, "broken-file", str(error))
        return
    named = scenario.get("clauses", [])
    if not _is_strings(named):
        yield Problem(path, "not-literal", f"clauses = {named!r}")
    elif scenario.get("game") in (*GAMES, TOURNAMENT):
        for id in named:
            yield Citation(id, path)


def _excuses(source: str) -> Iterator[tuple[ClauseId, str] | Problem]:
    try:
        entries = tomllib.loads(source).get("excused", [])
    except tomllib.TOMLDecodeError as error:
        yield Problem(EXCUSED, "broken-file", str(error))
        return
    for entry in entries:
        ids = entry.get("clauses", [entry["clause"]] if "clause" in entry else [])
        reason = entry.get("reason")
        if not ids or not _is_strings(ids):
            yield Problem(EXCUSED, "not-literal", repr(entry))
        elif not isinstance(reason, str) or not reason.strip():
            yield Problem(EXCUSED, "no-reason", ", ".join(ids))
        else:
            for id in ids:
                yield id, reason.strip()


def _is_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
