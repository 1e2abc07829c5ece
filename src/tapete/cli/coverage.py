"""Which tests show which clause, read from the checkout's tests without running them."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import tapete
from tapete.core.clause import ClauseId, register
from tapete.games.registry import GAMES

EXCUSED = "src/tapete/clauses/excused.toml"


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
    """How many clauses there are, and how many are tested, excused and neither."""

    total: int
    tested: int
    excused: int
    missing: int


@dataclass(frozen=True)
class Coverage:
    """The tests of each clause, the excuse of each clause, and what is wrong with either."""

    tests: Mapping[ClauseId, tuple[str, ...]]
    excuses: Mapping[ClauseId, str]
    problems: tuple[Problem, ...]

    def missing(self, ids: Iterable[ClauseId]) -> list[ClauseId]:
        """Those that are neither tested nor excused."""
        return [id for id in ids if id not in self.tests and id not in self.excuses]

    def figures(self, ids: Iterable[ClauseId]) -> Figures:
        """The count over these clauses. One both tested and excused counts as tested."""
        ids = list(ids)
        tested = sum(id in self.tests for id in ids)
        missing = len(self.missing(ids))
        return Figures(len(ids), tested, len(ids) - tested - missing, missing)


def checkout() -> Path | None:
    """The folder with pyproject.toml and tests/ that this package runs from, if it does."""
    for folder in Path(tapete.__file__).resolve().parents:
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder
    return None


def coverage(root: Path | None, excused: str | None = None) -> Coverage:
    """Read the tests under ``root`` and the excuses (TOML; those of the package unless given)."""
    known = register()
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
    return Coverage({id: tuple(places) for id, places in tests.items()}, excuses, tuple(problems))


def _citations(root: Path) -> Iterator[Citation | Problem]:
    for file in sorted((root / "tests").rglob("*.py")):
        yield from python_citations(
            file.read_text(encoding="utf-8"), file.relative_to(root).as_posix()
        )
    for file in sorted((root / "tests" / "cases").rglob("*.toml")):
        if file.name != "disputed.toml":  # kept, with the reason, and not played
            yield from scenario_citations(
                file.read_text(encoding="utf-8"), file.relative_to(root).as_posix()
            )


def python_citations(source: str, path: str) -> Iterator[Citation | Problem]:
    """The ``pytest.mark.clause(...)`` of a test file, each with what it marks."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        yield Problem(path, "broken-file", str(error))
        return
    yield from _marks(tree, path)


def _marks(node: ast.AST, place: str) -> Iterator[Citation | Problem]:
    for child in ast.iter_child_nodes(node):
        inside = place
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{place}::{child.name}"
            if not isinstance(child, ast.ClassDef) and not child.name.startswith("test"):
                if any(_is_mark(part) for part in ast.walk(child)):
                    yield Problem(inside, "not-a-test", child.name)
                continue
        if isinstance(child, ast.Call) and _is_mark(child):
            yield from _named(child, place)
        yield from _marks(child, inside)


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
    elif scenario.get("game") in GAMES:
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
