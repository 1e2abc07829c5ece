"""Charts of poker against the bank, and the progressive beside its odds."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

from PIL import Image

from tests.cli.terminal import run


def test_the_chart_of_tres_cartas_is_one_rule() -> None:
    said = " ".join(run("strategy", "poker-tres-cartas").output.split())
    assert "se va con Q-6-4 o mejor" in said
    assert "de 5-3-2 a Q-6-3 no voy" in said
    assert "5,0419%" in said


def test_the_chart_of_go_poker_is_by_hands_a_player_can_name() -> None:
    lines = run("strategy", "go-poker", "--lang", "en").output.splitlines()
    first = lines.index("Go with bet 1? With the three own cards")
    second = lines.index("Go with bet 2? With the own cards and the first on the table")
    said = [" ".join(line.split()) for line in lines]
    assert "pair: 10-A call" in said[first:second] and "pair: 2-9 fold" in said[first:second]
    assert "to a straight flush, no gaps; high cards: 0 fold" in said[first:second]
    assert "to a flush call" in said[second:] and "to a flush fold" in said[first:second]


def test_the_chart_is_written_as_json_csv_and_png(tmp_path: Path) -> None:
    data = json.loads(run("strategy", "poker-tres-cartas", "--json").output)
    assert data["edge"] == "5132301/101792600"
    assert data["least"] == "Q-6-4"
    table, picture = tmp_path / "go.csv", tmp_path / "go.png"
    run("strategy", "go-poker", "--csv", str(table), "--png", str(picture))
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    assert {row["decision"] for row in rows} == {"linea-1", "linea-2"}
    assert {row["move"] for row in rows} == {"ir", "no-ir"}
    with Image.open(picture) as drawn:
        assert drawn.format == "PNG"


def test_the_odds_of_the_progressive_are_a_function_of_the_pot() -> None:
    asked = ("--set", "pot=369290000", "--set", "bet=1000", "--json")
    data = json.loads(run("odds", "go-poker", *asked).output)
    assert data["bets"]["progresivo"]["edge"] == "0"
    assert data["bets"]["linea"]["edge"] == "68483/1624350"
    assert data["progressive"] == {"bet": 1000, "pot": 369290000, "break_even": 369290000}
    poor = json.loads(run("odds", "go-poker", "--set", "pot=0", "--json").output)
    edge = Fraction(poor["bets"]["progresivo"]["edge"])
    assert edge == 1 - Fraction(5108 * 50 + 3744 * 100 + 624 * 500, 2598960)


def test_a_pot_is_whole_pesos_and_only_where_there_may_be_one() -> None:
    refused = run("odds", "go-poker", "--set", "pot=mucho")
    assert refused.exit_code and "mucho" in refused.output
    assert run("odds", "poker-tres-cartas", "--set", "pot=1000").exit_code


def test_the_odds_say_from_which_pot_on_the_bet_loses_nothing() -> None:
    said = " ".join(run("odds", "go-poker", "--set", "bet=500").output.split())
    assert "la apuesta de 500 no pierde nada desde un pozo de 184.645.000" in said
