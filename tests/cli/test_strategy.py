"""``tapete strategy`` and the what-if of ``tapete odds``."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tapete.cli.main import main
from tapete.telling.texts import texts
from tests.cli.terminal import run


def test_the_chart_shows_hard_soft_and_pairs_with_a_legend_and_the_edge() -> None:
    said = run("strategy", "black-jack").output
    lines = said.splitlines()
    assert lines[0].split() == ["Black", "Jack", "scj-2023"]
    rows = {line.split()[0]: line.split()[1:] for line in lines if len(line.split()) == 11}
    assert rows["Duras"] == rows["Blandas"] == rows["Pares"] == [*"23456789TA"]
    assert rows["16"] == ["P", "P", "P", "P", "P", "C", "C", "Rc", "Rp", "C"]
    assert rows["A-7"] == ["P"] * 7 + ["C"] * 3
    assert rows["8-8"] == ["S"] * 8 + ["Rc", "C"]
    assert "P  plantarse" in said and "R  retirarse" in said
    assert "0,3608% con esta tabla" in " ".join(said.split())
    assert "Seguro: nunca." in said


def test_the_chart_speaks_english_also_when_the_command_is_told() -> None:
    said = run("strategy", "black-jack", "--lang", "en").output
    assert "Hard" in said and "S  stand" in said and "Insurance: never." in said
    assert "Rs" in said


def test_a_chart_against_several_first_cards_is_for_those_of_the_other_hands() -> None:
    words = ("strategy", "challenge-21", "--rules", "scj-2009", "--other", "10")
    said = " ".join(run(*words).output.split())
    assert "La otra mano de la banca muestra T, con la misma apuesta" in said
    data = json.loads(run(*words, "--json").output)
    assert data["others"] == ["T"]
    cell = data["chart"]["hard"]["16"][data["ups"].index("T")]
    assert (cell["move"], cell["values"]["retirarse"]) == ("retirarse", -0.5)


def test_where_looking_at_every_card_pays_is_shown_on_demand() -> None:
    said = run("strategy", "black-jack", "--cd").output
    [line] = [line for line in said.splitlines() if line.startswith("T-2 ")]
    assert line.split()[:5] == ["T-2", "4", "plantarse", "pedir", "carta"]
    assert "T-2 " not in run("strategy", "black-jack").output


def test_the_chart_in_json_says_what_each_move_is_worth() -> None:
    data = json.loads(run("strategy", "black-jack", "--json").output)
    assert (data["game"], data["rules"], data["changes"]) == ("black-jack", "scj-2023", {})
    assert data["edge"] == pytest.approx(0.003607, abs=5e-6)
    assert data["edge_composition"] < data["edge"]
    cell = data["chart"]["hard"]["16"][data["ups"].index("T")]
    assert (cell["move"], cell["otherwise"]) == ("retirarse", "plantarse")
    assert cell["values"]["retirarse"] == -0.5
    assert cell["values"]["pedir"] == pytest.approx(-0.571, abs=1e-3)
    assert {found["cards"] for found in data["departures"]} >= {"T-2", "7-6-3"}


def test_the_chart_is_written_as_csv_and_drawn_as_png(tmp_path: Path) -> None:
    table, picture = tmp_path / "tabla.csv", tmp_path / "tabla.png"
    done = run("strategy", "black-jack", "--csv", str(table), "--png", str(picture))
    assert done.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    assert len(rows) == (16 + 8 + 10) * 10
    [cell] = [r for r in rows if (r["part"], r["row"], r["up"]) == ("pairs", "8", "T")]
    assert (cell["move"], cell["otherwise"]) == ("retirarse", "pedir")
    assert float(cell["separar"]) < float(cell["pedir"]) < -0.5
    with Image.open(picture) as image:
        assert image.format == "PNG"
        colours = image.convert("RGB").getcolors(100_000)
    assert colours is not None
    from tapete.cli.strategy import COLOURS

    assert set(COLOURS.values()) <= {colour for _, colour in colours}


@pytest.mark.parametrize("lang", ["es", "en"])
def test_what_stands_in_the_picture_is_written_without_accents(lang: str) -> None:
    """The font that draws it has none."""
    kinds = ("letter", "move", "part", "edges", "even-money", "insurance", "tie-break", "others")
    drawn = [
        text for key, text in texts(lang).items()
        if key.startswith("strategy.") and key.split(".")[1] in kinds
    ]  # fmt: skip
    assert drawn and all(text.isascii() for text in drawn)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["big-six"], "No hay tabla de juego para big-six con estas reglas. Hay para: black-jack,"),
        (
            ["challenge-21", "--rules", "scj-2009"],
            "En challenge-21 con base_card = una-por-mano [R196-9.3.b-01] cada mano de la banca "
            "tiene su primera carta y el jugador decide una vez contra todas",
        ),
        (["challenge-21", "--other", "7"], "En challenge-21 con estas reglas no hay otras manos"),
        (["challenge-21", "--rules", "scj-2009", "--other", "11"], "«11» no es una carta"),
        (
            ["challenge-21", "--rules", "scj-2009", *["--other", "7"] * 3],
            "En challenge-21 con estas reglas no hay otras manos",
        ),
        (["black-jack", "--set", "soft17=x"], "«x» no sirve para soft17."),
        (["blackjack"], "No existe el juego «blackjack». Existen: black-jack"),
        (["black-jack", "--csv", "/nowhere/at/all.csv"], "No se puede escribir /nowhere/at/all"),
    ],
)
def test_what_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["strategy", *words]) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err.startswith(said)


def test_other_games_are_valued_without_loading_the_solver() -> None:
    code = (
        "import sys; from tapete.cli.main import main; main(['odds', 'big-six']);"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_the_cost_of_a_rule_is_shown_with_both_edges(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "black-jack", "--what-if", "soft17=hit"]) == 0
    said = capsys.readouterr().out
    assert "Si soft17=hit:" in said
    [line] = [line for line in said.splitlines() if "+" in line and "/" not in line]
    assert line.split() == ["principal", "0,3608%", "0,5832%", "+0,2225%"]


def test_what_ifs_stand_in_json_each_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "big-six", "--set", "pays.1=2:1", "--json"]
    assert main([*words, "--what-if", "pays.40a=45:1", "--what-if", "pays.1=1:1"]) == 0
    data = json.loads(capsys.readouterr().out)
    first, second = data["what_if"]
    assert first["change"] == {"pays.40a": "45:1"}
    assert first["bets"]["40a"]["edge_then"] == "4/27"
    assert first["bets"]["1"]["difference"] == "0"
    assert second["change"] == {"pays.1": "1:1"}
    assert (second["bets"]["1"]["edge"], second["bets"]["1"]["edge_then"]) == ("-1/3", "1/9")
    assert second["bets"]["1"]["difference"] == "4/9"


def test_a_what_if_that_touches_no_bet_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "big-six", "--what-if", "croupiers_min=2"]) == 0
    assert "Ninguna apuesta cambia." in capsys.readouterr().out
