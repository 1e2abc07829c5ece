"""The shape of the code: who may import whom, what stays pure, how long a file is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tapete.core.book.clause import register
from tests.sources import PACKAGE, ROOT, SOURCES, imports, layer, name, pure, tree, within

MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "systems": {"core", "games", "systems"},
    "chance": {"core", "chance"},
    "scenario": {"core", "games", "systems", "chance", "maths", "scenario"},
    "maths": {"core", "games", "systems", "maths", "chance"},
    "telling": {"core", "games", "systems", "telling"},
    "school": {"core", "games", "systems", "maths", "chance", "telling", "school"},
    "floor": {
        "core",
        "games",
        "systems",
        "floor",
        "chance",
        "telling",
        "maths",
        "school",
        "extras",
    },
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
LOADERS = {
    "core/book/clause.py",
    "core/book/overruled.py",
    "core/book/subjects.py",
    "core/book/datafile.py",
    "systems/machines/library.py",
    "systems/tournament/reglamento.py",
    "core/book/rulebook.py",
    "core/book/plan.py",
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval"}
CLOCKS = {"now", "utcnow", "today"}
CLAUSE_ID = re.compile(r"\b(?:CAT|AJ|R196|ARI|COL)-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*-\d+\b")
MOST_LINES = 500


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
        if layer(file) == "chance" or name(file) == "floor/chance/orders.py"
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


def test_the_floor_shows_its_parts_as_folders() -> None:
    """Whoever looks for the ledger finds money/ledger, not one file among a hundred."""
    assert [file.name for file in (PACKAGE / "floor").glob("*.py")] == ["__init__.py"]


def test_tables_for_other_programs_are_written_in_one_place() -> None:
    """Where a name that begins like a formula is kept a text."""
    writers = {
        name(file)
        for file in SOURCES
        for _, imported in imports(file)
        if within(imported, {"csv", "xlsxwriter"})
    }
    assert writers == {"telling/tables.py", "floor/units/torneo/prize_sheet.py"}  # its types
