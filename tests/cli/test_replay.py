"""``tapete replay``: an acta holds, differs at a step, or is broken at a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tapete.core.round.acta import read_record
from tapete.core.round.record import sealed
from tests.cli.terminal import actas, play, run, seed_of


@pytest.fixture
def acta(tmp_path: Path) -> Path:
    """Zero with ten thousand on red, half given up."""
    zero = seed_of("ruleta-francesa", "rojo", "0")
    play(tmp_path, "ruleta-francesa", "rojo 10k", "", "mitad", seed=zero)
    return actas(tmp_path)[0]


def change(acta: Path, old: str, new: str) -> None:
    text = acta.read_text("utf-8")
    assert old in text
    acta.write_text(sealed(text.replace(old, new, 1)), encoding="utf-8")


def test_a_touched_acta_does_not_fit_its_seal(acta: Path) -> None:
    text = acta.read_text("utf-8")
    acta.write_text(text.replace("amount=", "amount=1", 1), encoding="utf-8")
    result = run("replay", str(acta), lang="en")
    assert result.exit_code == 2
    assert "seal" in result.output


def test_an_acta_of_a_round_that_did_not_end_is_told_so(acta: Path) -> None:
    text = acta.read_text("utf-8")
    acta.write_text(sealed(text[: text.index("\nend ") + 1]), encoding="utf-8")
    result = run("replay", str(acta), lang="en")
    assert result.exit_code == 0
    assert "did not end" in result.output


def test_an_acta_that_holds_is_verified_with_its_steps_and_events(acta: Path) -> None:
    result = run("replay", str(acta), lang="en")
    assert result.exit_code == 0
    assert "verified: 3 steps, " in result.output


def test_an_acta_that_differs_names_the_step(acta: Path) -> None:
    change(acta, "! bet-lost seat=1", "! bet-lost seat=2")
    result = run("replay", str(acta))
    assert result.exit_code == 1
    assert "difiere en el paso 4" in result.output
    assert "! bet-lost seat=2" in result.output


def test_a_broken_acta_is_told_with_line_and_reason(acta: Path) -> None:
    change(acta, "! result-shown result=", "! result-shown result=nothing")
    line = 1 + next(
        i for i, text in enumerate(acta.read_text("utf-8").splitlines()) if "nothing" in text
    )
    result = run("replay", str(acta))
    assert result.exit_code == 2
    assert f"{acta}:{line}: acta rota:" in result.output.replace("\n", "")


def test_a_file_that_is_not_there_or_of_a_game_not_known_cannot_be_verified(acta: Path) -> None:
    missing = run("replay", str(acta.with_name("no.acta")))
    assert missing.exit_code == 2
    assert "no se puede comprobar" in missing.output
    change(acta, 'game "ruleta-francesa"', 'game "ruleta-marciana"')
    unknown = run("replay", str(acta), "--explain")
    assert unknown.exit_code == 2
    assert "este programa no tiene el juego ruleta-marciana" in unknown.output
    assert "Sale 0" in unknown.output


def test_a_folder_without_actas_is_no_success(tmp_path: Path) -> None:
    result = run("replay", str(tmp_path))
    assert result.exit_code == 2
    assert "No hay ninguna acta ahí" in result.output


def test_a_rulebook_that_has_changed_since_is_told(acta: Path) -> None:
    head = read_record(acta.read_text("utf-8")).header
    change(acta, f'"digest":"{head.source.digest}"', '"digest":"0000000000000000"')
    result = run("replay", str(acta))
    assert result.exit_code == 0
    assert "el reglamento ha cambiado" in result.output


def test_events_of_another_version_are_read(acta: Path) -> None:
    change(acta, "! marker-put marker=", "! token-laid marker=")
    result = run("replay", str(acta), "--explain")
    assert result.exit_code == 1
    assert "(suceso de otra versión) token-laid marker=ganador" in result.output


@pytest.mark.parametrize(
    ("lang", "sentence", "rule"),
    [
        ("es", "Asiento 1: mitad (rojo).  [CAT-II.1.4-21]", "Lo que dice cada cláusula"),
        ("en", "Seat 1: half (red).  [CAT-II.1.4-21]", "What each clause says"),
    ],
)
def test_explained_it_is_told_step_by_step_and_each_rule_stands_once(
    acta: Path, lang: str, sentence: str, rule: str
) -> None:
    said = run("replay", "--explain", str(acta), lang=lang).output
    assert sentence in said
    rules = said.partition(rule)[2]
    assert rules.count("CAT-II.1.4-21 ") == 1
    assert "CAT-II.1.4-27" in rules


def test_as_json_every_file_has_its_verdict(acta: Path) -> None:
    result = run("replay", "--json", "--explain", str(acta), "no.acta")
    good, missing = json.loads(result.output)
    assert result.exit_code == 2
    assert good["verified"] and good["steps"] == 3 and good["same_rulebook"]
    assert good["told"][0]["event"] == "announced"
    assert good["told"][0]["said"] == "«Hagan juego, señores.»"
    assert not missing["verified"] and missing["reason"]


@pytest.mark.parametrize("view", ["seat:1", "2", "croupier", "public"])
def test_the_felt_is_shown_as_a_viewer_saw_it(acta: Path, view: str) -> None:
    result = run("replay", "--view", view, str(acta))
    assert result.exit_code == 0
    assert "ROJO" in result.output and "›0‹" in result.output


def test_a_secret_is_not_shown_to_who_may_not_know_it(tmp_path: Path) -> None:
    play(tmp_path, "corona-y-ancla", "corona 5k", "")
    told = {
        view: run("replay", "--explain", "--view", view, str(actas(tmp_path)[0])).output
        for view in ("croupier", "seat:1")
    }
    assert "El croupier revisa los dados" in told["croupier"]
    assert "El croupier revisa los dados" not in told["seat:1"]


def test_a_viewer_nobody_knows_is_refused(acta: Path) -> None:
    assert run("replay", "--view", "everybody", str(acta)).exit_code == 2


def test_the_felt_of_a_later_throw_shows_the_point_and_what_already_stood(tmp_path: Path) -> None:
    four = seed_of("craps", "pass", ("1", "3"))
    play(tmp_path, "craps", "pase 10k", "", "odds 4k", "", seed=four)
    second = str(actas(tmp_path)[1])
    text = Path(second).read_text("utf-8")
    said = run("replay", "--view", "seat:1", second).output
    assert ("◉ ON" in said) == ('"OFF"' not in text)
    assert "comprobada" in said
