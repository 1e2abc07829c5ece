"""Citations are read from the tests without running them."""

from __future__ import annotations

from pathlib import Path

from tapete.cli.coverage import EXCUSED, Figures, Problem, coverage
from tapete.core.book.overruled import Overruling

TESTS = """
import pytest
from pytest import mark

pytestmark = [pytest.mark.clause("CAT-I-01")]
CASES = [pytest.param(1, marks=pytest.mark.clause("CAT-I.1-02"))]


@pytest.mark.clause("CAT-I.1-03", "CAT-I.1-04")
def test_one(): ...


@mark.clause("CAT-I.1-05")
class TestTwo:
    @pytest.mark.parametrize("x", [pytest.param(1, marks=mark.clause("CAT-I.1-06"))])
    async def test_three(self, x): ...
"""

WRONG = """
import pytest

IDS = ["CAT-I-01"]

@pytest.mark.clause("CAT-I.1-99")
def test_unknown(): ...

@pytest.mark.clause(*IDS)
def test_not_written_out(): ...

@pytest.mark.clause()
def test_nothing(): ...

@pytest.mark.clause("CAT-I-01")
def helper(): ...
"""


OVERRULED = Overruling(("CAT-I.1-09", "CAT-I.1-03"), ("CAT-I.1-08",), "A slip.")


def project(tmp_path: Path, **files: str) -> Path:
    for name, content in files.items():
        path = tmp_path / "tests" / name.replace("__", "/").replace("_toml", ".toml")
        path = path if path.suffix else path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return tmp_path


def test_functions_classes_files_and_parameters_cite(tmp_path: Path) -> None:
    read = coverage(project(tmp_path, test_a=TESTS), excused="", overruled={})
    assert read.problems == ()
    assert read.tests == {
        "CAT-I-01": ("tests/test_a.py",),
        "CAT-I.1-02": ("tests/test_a.py",),
        "CAT-I.1-03": ("tests/test_a.py::test_one",),
        "CAT-I.1-04": ("tests/test_a.py::test_one",),
        "CAT-I.1-05": ("tests/test_a.py::TestTwo",),
        "CAT-I.1-06": ("tests/test_a.py::TestTwo::test_three",),
    }


def test_scenarios_cite(tmp_path: Path) -> None:
    root = project(
        tmp_path,
        cases__craps__01_toml='game = "craps"\nclauses = ["CAT-I-01"]',
        cases__unbuilt__01_toml='game = "not-built-yet"\nclauses = ["CAT-I.1-03"]',
        cases__disputed_toml='clauses = ["CAT-I.1-02"]',
    )
    assert coverage(root, excused="", overruled={}).tests == {
        "CAT-I-01": ("tests/cases/craps/01.toml",)
    }


def test_wrong_citations_are_listed_with_their_place(tmp_path: Path) -> None:
    root = project(
        tmp_path, test_b=WRONG, test_c="def (", cases__x_toml="clauses = 3", cases__y_toml="="
    )
    problems = coverage(root, excused="", overruled={}).problems
    assert [(problem.place, problem.code) for problem in problems] == [
        ("tests/test_b.py::test_unknown", "unknown-clause"),
        ("tests/test_b.py::test_not_written_out", "not-literal"),
        ("tests/test_b.py::test_nothing", "not-literal"),
        ("tests/test_b.py::helper", "not-a-test"),
        ("tests/test_c.py", "broken-file"),
        ("tests/cases/x.toml", "not-literal"),
        ("tests/cases/y.toml", "broken-file"),
    ]


def test_excuses_are_read_one_by_one_or_in_groups() -> None:
    excused = """
        [[excused]]
        clauses = ["CAT-I-01", "CAT-I.1-02"]
        reason = "Physical."
        [[excused]]
        clause = "CAT-I.1-03"
        reason = "A name."
    """
    read = coverage(None, excused, {})
    assert read.excuses == {
        "CAT-I-01": "Physical.",
        "CAT-I.1-02": "Physical.",
        "CAT-I.1-03": "A name.",
    }


def test_wrong_excuses_are_listed() -> None:
    excused = """
        [[excused]]
        clauses = ["CAT-I.1-99", "CAT-I-01", "CAT-I-01"]
        reason = "Physical."
        [[excused]]
        clause = "CAT-I.1-03"
        reason = " "
    """
    assert coverage(None, excused, {}).problems == (
        Problem(EXCUSED, "unknown-clause", "CAT-I.1-99"),
        Problem(EXCUSED, "excused-twice", "CAT-I-01"),
        Problem(EXCUSED, "no-reason", "CAT-I.1-03"),
    )


def test_every_clause_counts_in_one_state(tmp_path: Path) -> None:
    excused = '[[excused]]\nclauses = ["CAT-I.1-07"]\nreason = "Physical."'
    read = coverage(project(tmp_path, test_a=TESTS), excused, {"CAT-I.1-09": OVERRULED})
    ids = ["CAT-I-01", "CAT-I.1-02", "CAT-I.1-07", "CAT-I.1-08", "CAT-I.1-09"]
    assert read.problems == ()
    assert read.figures(ids) == Figures(total=5, tested=2, overruled=1, excused=1, missing=1)
    assert read.missing(ids) == ["CAT-I.1-08"]


def test_a_clause_in_two_states_is_a_problem(tmp_path: Path) -> None:
    excused = '[[excused]]\nclauses = ["CAT-I-01", "CAT-I.1-09"]\nreason = "Physical."'
    overruled = {"CAT-I.1-09": OVERRULED, "CAT-I.1-03": OVERRULED}
    read = coverage(project(tmp_path, test_a=TESTS), excused, overruled)
    assert set(read.problems) == {
        Problem(EXCUSED, "two-states", "CAT-I-01"),
        Problem(EXCUSED, "two-states", "CAT-I.1-09"),
        Problem("tests/test_a.py::test_one", "two-states", "CAT-I.1-03"),
    }
