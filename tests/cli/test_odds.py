"""``tapete odds``: the figures as a table and as JSON, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tapete.cli.main import main
from tapete.games.registry import find
from tapete.maths.exact import exact_odds


def test_json_gives_every_bet_with_exact_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "ruleta-francesa", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["rules"]) == ("ruleta-francesa", "scj-2023")
    pleno = data["bets"]["pleno"]
    assert pleno["edge"] == "1/37"
    assert pleno["edge_float"] == 1 / 37
    assert (pleno["return"], pleno["hit"], pleno["push"]) == ("36/37", "1/37", "0")
    assert pleno["variance"] == "46656/1369"
    assert pleno["per"] == "unit staked"
    assert "rolls" not in pleno
    assert data["bets"]["rojo/mitad"]["edge"] == "1/74"
    assert data["bets"]["rojo/prision"]["edge"] == "19/1369"
    assert data["bets"]["rojo/prision"]["rolls"] == "38/37"
    assert data["bets"]["rojo/prision"]["edge_per_roll"] == str(
        Fraction(19, 1369) / Fraction(38, 37)
    )


def test_the_figures_follow_changes_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "big-six", "--set", "pays.40a=45:1", "--set", "pays.1=2:1", "--json"]
    assert main(words) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["changes"] == {"pays.40a": "45:1", "pays.1": "2:1"}
    assert data["bets"]["40a"]["edge"] == "4/27"
    assert data["bets"]["1"]["edge"] == "-1/3"


def test_the_table_begins_with_the_lowest_edge_and_joins_equal_bets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["odds", "chuck-a-luck"]) == 0
    said = capsys.readouterr().out
    lines = [line for line in said.splitlines() if "━" in line or "╸" in line]
    assert [line.split()[0] for line in lines] == ["field", "any-treble", "low,"]
    assert "3,704%" in lines[0] and "1/27" in lines[0]
    assert "low, high" in lines[2] and "25,000%" in lines[2]


def test_the_table_speaks_english_and_fits_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "odds", "corona-y-ancla"]) == 0
    said = capsys.readouterr().out
    assert "Edge" in said and "7.870%" in said and "17/216" in said
    assert "…" not in said
    assert max(len(line) for line in said.splitlines()) <= 80


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ruleta"], "No existe el juego «ruleta». Existen: ruleta-francesa"),
        (["big-six", "--rules", "scj-1999"], "No existe la edición «scj-1999». Existen: aj-boliv"),
        (["big-six", "--set", "pays.41=1:1"], "big-six no tiene nada llamado «pays.41»"),
        (["big-six", "--set", "pays.1"], "Un cambio se escribe CLAVE=VALOR, no «pays.1»."),
        (["big-six", "--set", "pays.1=2"], "«2» no sirve para pays.1. Sirve, por ejemplo: 1:1."),
        (["big-six", "--set", "pays.1=1:0"], "«1:0» no sirve para pays.1."),
        (["big-six", "--set", "croupiers_min=x"], "«x» no sirve para croupiers_min."),
        (
            ["craps", "--set", "dice_pass=6"],
            "El juego no se puede jugar con dice_pass=6: craps (scj-2023) has no pay row",
        ),
        (
            ["challenge-21", "--rules", "scj-2009"],
            "Aquí no se calculan cifras exactas de challenge-21 con base_card = una-por-mano",
        ),
        ([], "Falta 'GAME'.\nVea: tapete odds --help"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["odds", *words]) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err.startswith(said)


def test_how_far_it_is_is_told_to_the_end() -> None:
    game = find("chuck-a-luck")
    told: list[tuple[int, int]] = []
    exact_odds(game, game.rules_of(), tick=lambda done, total: told.append((done, total)))
    assert told == [(done, 4) for done in range(5)]


@pytest.mark.clause("CAT-III.2.4.1-03")
def test_punto_y_banca_with_six_decks_is_the_figure_of_its_midi_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = []
    for game in ("punto-y-banca", "midi-punto-y-banca"):
        assert main(["odds", game, "--set", "decks=6", "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out)["bets"])
    assert found[0] == found[1]
    assert round(found[0]["empate"]["edge_float"] * 100, 5) == 14.43816


@pytest.mark.parametrize(
    ("game", "absurd"),
    [
        ("war", "decks=0"),
        ("war", "decks=-1"),
        ("treinta-y-cuarenta", "decks=999999999"),
        ("treinta-y-cuarenta", "row_from=900"),
        ("black-jack", "max_hands=999999999"),
        ("punto-y-banca", "decks=7"),
    ],
)
def test_absurd_values_are_refused_in_a_word(
    game: str, absurd: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", game, "--set", absurd]) == 2
    key, _, value = absurd.partition("=")
    said = capsys.readouterr().err
    assert key in said and value in said
