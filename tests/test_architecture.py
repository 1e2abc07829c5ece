"""The shape of the code: who may import whom, what stays pure, and how rounds are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tapete
from tapete.core.clause import register

PACKAGE = Path(tapete.__file__).parent
ROOT = PACKAGE.parent.parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "systems": {"core", "games", "systems"},
    "chance": {"core", "chance"},
    "scenario": {"core", "games", "systems", "chance", "scenario"},
    "maths": {"core", "games", "maths", "chance"},
    "telling": {"core", "games", "telling"},
    "school": {"core", "games", "maths", "chance", "telling", "school"},
    "floor": {"core", "games", "systems", "floor", "chance", "telling", "maths", "school"},
}
ASKS_MATHS = {"floor/api/figures.py", "floor/api/school.py"}
"""The only doors of the floor to the mathematics; and they know its words, not its sums."""
KNOWS_OF_MATHS = {"tapete.maths.inquiry"}
LOADS_SUMS = {"tapete.maths.inquiry.desk"}
IMPURE = {
    *("random", "secrets", "uuid", "numpy.random"),
    *("time", "locale", "platform", "getpass"),
    *("os", "sys", "io", "shutil", "tempfile", "glob", "logging", "sqlite3"),
    *("socket", "ssl", "select", "signal", "http", "urllib"),
    *("asyncio", "threading", "multiprocessing", "concurrent", "subprocess"),
}
LOADS_DATA = {"importlib.resources", "tomllib", "pathlib"}
LOADERS = {"core/clause.py", "core/datafile.py", "core/rulebook.py", "core/plan.py"}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval"}
CLOCKS = {"now", "utcnow", "today"}
CLAUSE_ID = re.compile(r"\b(?:CAT|AJ|R196|ARI|COL)-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*-\d+\b")
MOST_LINES = 500


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def name(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def module(file: Path) -> list[str]:
    parts = ["tapete", *file.relative_to(PACKAGE).with_suffix("").parts]
    return parts[:-1] if parts[-1] == "__init__" else parts


def layer(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0]


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, `from a import b` as both a and a.b."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = origin(file, node)
            yield node.lineno, base
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def origin(file: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module(file) if file.name == "__init__.py" else module(file)[:-1]
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def within(imported: str, modules: set[str]) -> bool:
    return any(imported == known or imported.startswith(f"{known}.") for known in modules)


def pure() -> list[Path]:
    return [file for file in SOURCES if layer(file) in ("core", "games", "systems")]


def games() -> list[Path]:
    return [file for file in SOURCES if layer(file) == "games"]


def test_dependencies_point_one_way() -> None:
    layers = {file.relative_to(PACKAGE).parts[0].removesuffix(".py") for file in SOURCES}
    wrong = [
        f"{name(file)}:{line} imports {imported}"
        for file in SOURCES
        if layer(file) in MAY_IMPORT
        for line, imported in imports(file)
        if imported.startswith("tapete.")
        and (target := imported.split(".")[1]) in layers
        and target not in MAY_IMPORT[layer(file)]
    ]
    assert wrong == []


def test_the_floor_asks_the_mathematics_through_one_door() -> None:
    """Sums are never loaded into the process that keeps the tables."""
    wrong = [
        f"{name(file)}:{line} imports {imported}"
        for file in SOURCES
        if layer(file) == "floor"
        for line, imported in imports(file)
        if within(imported, {"tapete.maths"})
        and (
            name(file) not in ASKS_MATHS
            or not within(imported, KNOWS_OF_MATHS)
            or within(imported, LOADS_SUMS)
        )
    ]
    assert wrong == []


def test_core_games_and_systems_import_no_chance_clock_or_input_and_output() -> None:
    wrong = [
        f"{name(file)}:{line} imports {imported}"
        for file in pure()
        for line, imported in imports(file)
        if within(imported, IMPURE) or (within(imported, LOADS_DATA) and name(file) not in LOADERS)
    ]
    assert wrong == []


def test_core_games_and_systems_read_no_clock_and_write_nothing() -> None:
    wrong = []
    for file in pure():
        for node in ast.walk(tree(file)):
            match node:
                case ast.Call(func=ast.Name(id=called)) if called in IMPURE_CALLS:
                    wrong.append(f"{name(file)}:{node.lineno} calls {called}")
                case ast.Call(func=ast.Attribute(attr=called)) if called in CLOCKS:
                    wrong.append(f"{name(file)}:{node.lineno} calls {called}")
    assert wrong == []


def test_games_ask_with_yield_from_only() -> None:
    """`x = yield ask` has no type; a bare `yield` tells and gives nothing back."""
    wrong = []
    for file in games():
        tells = {
            node.value
            for node in ast.walk(tree(file))
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)
        }
        wrong += [
            f"{name(file)}:{node.lineno} {ast.unparse(node)}"
            for node in ast.walk(tree(file))
            if isinstance(node, ast.Yield) and node not in tells
        ]
    assert wrong == []


# -- a round that is called and not driven does nothing, and says nothing ------------------------


def is_round(function: ast.AST) -> bool:
    """A function annotated `-> Round[...]`."""
    if not isinstance(function, ast.FunctionDef) or function.returns is None:
        return False
    returns: ast.expr = function.returns
    if isinstance(returns, ast.Constant) and isinstance(returns.value, str):
        returns = ast.parse(returns.value, mode="eval").body
    if isinstance(returns, ast.Subscript):
        returns = returns.value
    return isinstance(returns, ast.Name) and returns.id == "Round"


@cache
def rounds() -> tuple[frozenset[str], frozenset[str]]:
    """The functions, by their full names, and the methods, by their own, that are rounds."""
    functions, methods = set(), set()
    for file in pure():
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.ClassDef):
                methods |= {f.name for f in node.body if is_round(f) and hasattr(f, "name")}
        functions |= {
            ".".join([*module(file), f.name])
            for f in tree(file).body
            if is_round(f) and isinstance(f, ast.FunctionDef)
        }
    return frozenset(functions), frozenset(methods)


def known_names(file: Path, parsed: ast.Module) -> dict[str, str]:
    """What each name at the top of a file stands for, in full."""
    known = {
        node.name: ".".join([*module(file), node.name])
        for node in parsed.body
        if isinstance(node, ast.FunctionDef)
    }
    for node in ast.walk(parsed):
        if isinstance(node, ast.ImportFrom):
            base = origin(file, node)
            known |= {alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            known |= {alias.asname or alias.name: alias.name for alias in node.names}
    return known


def calls_a_round(call: ast.Call, known: dict[str, str], inner: set[str]) -> bool:
    functions, methods = rounds()
    match call.func:
        case ast.Name(id=called):
            return called in inner or known.get(called) in functions
        case ast.Attribute(attr=called, value=value):
            base = known.get(ast.unparse(value))
            return f"{base}.{called}" in functions if base else called in methods
    return False


def driven(node: ast.expr) -> Iterator[ast.expr]:
    """What a `yield from` drives: the call itself, or either side of a choice of calls."""
    if isinstance(node, ast.IfExp):
        yield from driven(node.body)
        yield from driven(node.orelse)
    else:
        yield node


def handed_over(function: ast.AST) -> Iterator[ast.expr]:
    """What a function annotated `-> Round[...] | None` returns for its caller to drive, or not."""
    if not isinstance(function, ast.FunctionDef) or not isinstance(function.returns, ast.BinOp):
        return
    if ast.unparse(function.returns).startswith("Round["):
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from driven(node.value)


def undriven(file: Path, parsed: ast.Module) -> list[str]:
    nodes = list(ast.walk(parsed))
    top = set(parsed.body)
    inner = {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and is_round(node) and node not in top
    }
    under = {
        part for node in nodes if isinstance(node, ast.YieldFrom) for part in driven(node.value)
    }
    under |= {part for node in nodes for part in handed_over(node)}
    known = known_names(file, parsed)
    return [
        f"{name(file)}:{node.lineno} {ast.unparse(node)}"
        for node in nodes
        if isinstance(node, ast.Call) and calls_a_round(node, known, inner) and node not in under
    ]


def test_a_round_called_in_a_game_stands_under_yield_from() -> None:
    assert [wrong for file in games() for wrong in undriven(file, tree(file))] == []


def test_an_undriven_round_would_be_found() -> None:
    parsed = ast.parse("""
from tapete.core import settle
from tapete.core.settle import lose as loses

def wrong(stake):
    loses(stake, "x")
    settle.lose(stake, "x")
    return loses(stake, "y")

def handed(stake) -> Round[None] | None:
    return loses(stake, "x") if stake else None

def right(stake):
    yield from loses(stake, "x")
    yield from (settle.lose(stake, "x") if stake else loses(stake, "y"))
    stake.loses()
""")
    assert undriven(PACKAGE / "games" / "some.py", parsed) == [
        "games/some.py:6 loses(stake, 'x')",
        "games/some.py:7 settle.lose(stake, 'x')",
        "games/some.py:8 loses(stake, 'y')",
    ]


# -- data and size ------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".py", ".toml", ".po"])
def test_every_clause_named_in_the_sources_exists(suffix: str) -> None:
    wrong = [
        f"{name(file)}:{number} {id}"
        for file in sorted(PACKAGE.rglob(f"*{suffix}"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        for id in CLAUSE_ID.findall(line)
        if id not in register()
    ]
    assert wrong == []


def test_files_are_short_enough_to_show_one_thing() -> None:
    long = [
        f"{file.relative_to(ROOT)}: {lines} lines"
        for file in [*SOURCES, *sorted((ROOT / "tests").rglob("*.py"))]
        if (lines := len(file.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    ]
    assert long == []


# -- chance -------------------------------------------------------------------------------------

REPEATABLE = {"chance/__init__.py", "cli/play.py", "maths/", "school/"}
"""Where seeded chance may be named: its own package, practice (terminal, School), simulation."""


def named(file: Path, places: set[str]) -> bool:
    return any(name(file) == place or name(file).startswith(place) for place in places)


def test_only_repeatable_chance_imports_random() -> None:
    wrong = [
        f"{name(file)}:{line} imports {imported}"
        for file in SOURCES
        for line, imported in imports(file)
        if within(imported, {"random", "numpy.random"}) and name(file) != "chance/repeatable.py"
    ]
    assert wrong == []


def test_only_simulation_makes_streams_of_numpy() -> None:
    wrong = [
        f"{name(file)}:{node.lineno}"
        for file in SOURCES
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node) in ("np.random", "numpy.random")
        and not name(file).startswith("maths/")
    ]
    assert wrong == []


def test_seeded_chance_is_for_tests_simulation_and_practice() -> None:
    seeds = {"tapete.chance.seeded", "tapete.chance.repeatable"}
    wrong = [
        f"{name(file)}:{line} imports {imported}"
        for file in SOURCES
        for line, imported in imports(file)
        if within(imported, seeds) and not named(file, REPEATABLE)
    ]
    assert wrong == []


def test_chance_and_promised_orders_know_no_clock() -> None:
    wrong = [
        f"{name(file)}:{line} imports {imported}"
        for file in SOURCES
        if layer(file) == "chance" or name(file) in ("floor/orders.py", "floor/driver.py")
        for line, imported in imports(file)
        if within(imported, {"time", "datetime"})
    ]
    assert wrong == []


def test_orders_of_cards_are_shuffled_by_the_port_and_nothing_else() -> None:
    """Nobody shuffles, samples or draws bounded numbers by other means."""
    drawing = {"secrets.randbelow", "secrets.choice", "secrets.randbits", "secrets.SystemRandom"}
    wrong = [
        f"{name(file)}:{node.lineno} {ast.unparse(node)}"
        for file in SOURCES
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in drawing
    ]
    assert wrong == []
