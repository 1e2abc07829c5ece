"""``tapete clauses``, as an auditor types it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

import tapete.cli.clauses
from tapete.cli.coverage import Coverage, Problem
from tapete.cli.main import cli
from tapete.core.book.overruled import Overruling

SEEN = Coverage(
    tests={"CAT-II.1.4-21": ("tests/a.py::test_zero",)},
    excuses={"CAT-I.1-05": "The shape of a card."},
    problems=(),
    overruled={"CAT-IV.1.7-14": Overruling(("CAT-IV.1.7-14",), ("CAT-IV.1.5-40",), "A slip.")},
)


@pytest.fixture(autouse=True)
def seen(monkeypatch: pytest.MonkeyPatch) -> None:
    read(monkeypatch, SEEN)


def read(monkeypatch: pytest.MonkeyPatch, coverage: Coverage) -> None:
    monkeypatch.setattr(tapete.cli.clauses, "coverage", lambda root: coverage)


def tapete_(*words: str) -> Result:
    return CliRunner().invoke(cli, words, prog_name="tapete")


def test_a_clause_is_shown_with_its_source_and_tests() -> None:
    said = tapete_("clauses", "CAT-II.1.4-21").stdout
    assert "Si sale cero y hay una apuesta libre a suerte sencilla" in said
    assert "ruleta-francesa" in said
    assert "decisión" in said
    assert "Catálogo de Juegos" in said
    assert "línea 262" in said
    assert '   262          Supuesto de salida del cero (0)         <ul style="list-style' in said
    assert "tests/a.py::test_zero" in said


def test_a_clause_is_shown_in_english_when_asked() -> None:
    said = tapete_("--lang", "en", "clauses", "CAT-II.1.4-21").stdout
    assert "When zero comes up and a free simple-chance bet is on the cloth" in said
    assert "decision" in said


def test_an_excused_clause_shows_its_excuse_and_a_missing_one_says_so() -> None:
    assert "Excusada: The shape of a card." in tapete_("clauses", "CAT-I.1-05").stdout
    assert "Ninguna prueba la cita" in tapete_("clauses", "CAT-I.1-06").stdout


def test_an_overruled_clause_says_what_is_followed_instead() -> None:
    said = tapete_("clauses", "CAT-IV.1.7-14").stdout
    assert "Desplazada: A slip." in said and "En su lugar rige: CAT-IV.1.5-40" in said
    found = json.loads(tapete_("clauses", "CAT-IV.1.7-14", "--json").stdout)
    assert (found["state"], found["overruled"]["by"]) == ("overruled", ["CAT-IV.1.5-40"])


def test_an_id_may_be_typed_in_small_letters() -> None:
    assert tapete_("clauses", "cat-i.1-05").stdout.startswith("CAT-I.1-05")


def test_a_section_lists_its_clauses_and_chapter_one_is_not_chapter_two() -> None:
    said = tapete_("clauses", "CAT-I").stdout
    assert "CAT-I-01" in said
    assert "CAT-I.6-05" in said
    assert "CAT-II" not in said


def test_the_beginning_of_ids_lists_them() -> None:
    said = tapete_("clauses", "CAT-II.1.4-2").stdout
    assert "CAT-II.1.4-20" in said
    assert "CAT-II.1.4-29" in said
    assert "CAT-II.1.4-30" not in said


def test_the_table_counts_by_section() -> None:
    said = tapete_("clauses").stdout
    rows = {line.split()[0]: line.split() for line in said.splitlines() if line.strip()}
    assert rows["II.1"][1:8] == ["Ruleta", "Francesa", "69", "1", "0", "0", "68"]
    assert rows["Todo"][1:6] == ["2321", "1", "1", "1", "2318"]


def test_json_gives_exactly_the_five_figures() -> None:
    assert json.loads(tapete_("clauses", "--json").stdout) == {
        "total": 2321,
        "tested": 1,
        "overruled": 1,
        "excused": 1,
        "missing": 2318,
    }


def test_figures_of_one_game_leave_the_general_clauses_out() -> None:
    assert json.loads(tapete_("clauses", "--game", "ruleta-francesa", "--json").stdout) == {
        "total": 76,
        "tested": 1,
        "overruled": 0,
        "excused": 0,
        "missing": 75,
    }
    assert json.loads(tapete_("clauses", "--game", "general", "--json").stdout)["excused"] == 1


def test_json_of_a_clause_holds_all_of_it() -> None:
    said = json.loads(tapete_("clauses", "CAT-II.1.4-21", "--json").stdout)
    assert said["tests"] == ["tests/a.py::test_zero"]
    assert (said["state"], said["overruled"], said["excuse"]) == ("tested", None, None)
    assert said["document"]["edition"] == "scj-2023"
    assert said["lines"] == [262, 262]
    assert said["games"] == ["ruleta-francesa"]
    assert "Supuesto de salida del cero" in said["source"]
    assert len(json.loads(tapete_("clauses", "CAT-I.6", "--json").stdout)) == 5


def test_untested_lists_what_is_missing_with_its_rule() -> None:
    said = tapete_("clauses", "--game", "ruleta-francesa", "--untested").stdout
    assert "CAT-II.1.4-22" in said
    assert "CAT-II.1.4-21" not in said


def test_nothing_missing_is_said() -> None:
    said = tapete_("clauses", "CAT-II.1.4-21", "--untested").stdout
    assert said == "Ninguna cláusula cumple lo pedido.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["CAT-II.1.4-99"], "No existe la cláusula «CAT-II.1.4-99». Las más parecidas: CAT-II.1.4"),
        (["nada"], "No existe la cláusula «nada». Un id es como CAT-II.1.4-21."),
        ([""], "No existe la cláusula «»."),
        (["--game", "crap"], "Ninguna cláusula es del juego «crap». ¿Quiso decir: craps"),
    ],
)
def test_what_is_unknown_is_refused_with_suggestions(words: list[str], said: str) -> None:
    result = tapete_("clauses", *words)
    assert result.exit_code == 2
    assert result.stderr.startswith(said)
    assert result.stdout == ""


def test_a_wrong_citation_is_said_and_the_command_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("tests/a.py::test_b", "unknown-clause", "CAT-0-01")
    read(monkeypatch, Coverage({}, {}, (problem,)))
    result = tapete_("clauses", "--json")
    assert result.exit_code == 1
    assert result.stderr == "tests/a.py::test_b: no existe la cláusula CAT-0-01\n"
    assert json.loads(result.stdout)["total"] == 2321


def test_without_the_tests_at_hand_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tapete.cli.clauses, "checkout", lambda: None)
    assert "ninguna cláusula figura como probada" in tapete_("clauses", "--json").stderr
