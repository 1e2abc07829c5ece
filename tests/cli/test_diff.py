"""``tapete diff``: clause beside clause, and what it does to each edge."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from tapete.cli.main import cli, main

SEVEN_2023 = "CAT-IV.1.7-07"
SEVEN_AJ = "AJ-3.1.7.2-03"


@pytest.fixture(scope="module")
def data() -> Any:
    words = ["--lang", "es", "diff", "scj-2023", "aj-bolivia", "--game", "craps", "--json"]
    return json.loads(CliRunner().invoke(cli, words, prog_name="tapete").stdout)


def test_a_changed_payment_stands_with_both_clauses_and_both_edges(data: Any) -> None:
    assert (data["from"], data["to"], list(data["games"])) == ("scj-2023", "aj-bolivia", ["craps"])
    craps = data["games"]["craps"]
    [seven] = [change for change in craps["changes"] if change["key"] == "siete"]
    assert seven["what"] == "pays"
    assert (seven["from"]["value"], seven["from"]["clause"]) == ("4:1", SEVEN_2023)
    assert (seven["to"]["value"], seven["to"]["clause"]) == ("5:1", SEVEN_AJ)
    assert "5 a 1" in seven["to"]["rule"]
    edge = craps["edges"]["siete"]
    assert (edge["from"], edge["to"], edge["change"]) == ("1/6", "0", "-1/6")
    assert set(craps["edges"]) == {"siete", "hard-4", "hard-6", "hard-8", "hard-10"}


def test_what_is_only_said_again_is_told_apart(data: Any) -> None:
    craps = data["games"]["craps"]
    assert craps["restated"]
    for row in craps["restated"]:
        assert row["from"]["value"] == row["to"]["value"]
        assert row["from"]["clause"] != row["to"]["clause"]
    for row in craps["changes"]:
        assert (row["from"] or {}).get("value") != (row["to"] or {}).get("value")


def test_the_clauses_of_the_second_document_are_listed(data: Any) -> None:
    clauses = data["games"]["craps"]["clauses"]
    assert SEVEN_AJ in [clause["id"] for clause in clauses]
    assert all(clause["id"].startswith("AJ-") for clause in clauses)


def test_the_other_way_round_the_edges_turn_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "aj-bolivia", "scj-2023", "--game", "mini-craps", "--json"]) == 0
    edges = json.loads(capsys.readouterr().out)["games"]["mini-craps"]["edges"]
    assert edges["hard-6"]["change"] == "1/11"


def test_people_read_it_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "diff", "scj-2023", "aj-bolivia", "--game", "craps"]) == 0
    said = capsys.readouterr().out
    assert "Juego de 7 pays 5 to 1." in said
    [row] = [line for line in said.splitlines() if line.startswith("siete ")]
    assert row.split() == ["siete", "16.667%", "1/6", "0.000%", "0", "-16.667%"]
    assert "What the document of aj-bolivia says of craps:" in said


def test_a_game_that_stays_the_same_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "scj-2023", "aj-bolivia", "--game", "chuck-a-luck"]) == 0
    assert "No cambia ningún valor, apuesta ni pago." in capsys.readouterr().out


def test_an_edition_beside_itself_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "scj-2023", "scj-2023"]) == 0
    assert "Nada cambia entre estas ediciones." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scj-2023", "scj-1999"], "No existe la edición «scj-1999». Existen: aj-bolivia, "),
        (["scj-2023", "aj-bolivia", "--game", "crap"], "No existe el juego «crap». Existen: craps"),
        (["scj-2023"], "Falta 'EDITION'."),
    ],
)
def test_what_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["diff", *words]) == 2
    assert capsys.readouterr().err.startswith(said)
