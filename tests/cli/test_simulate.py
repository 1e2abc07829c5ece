"""``tapete simulate``: figures for people and programs, and refusals that say what there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tapete.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    status = main(["--lang", "en", *args])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_figures_stand_beside_the_exact_ones(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "simulate", "punto-y-banca", "--bet", "banca", "--rounds", "50000")
    assert status == 0
    assert "50,000 rounds in" in out
    assert "compiled" in out
    assert "Exact edge: 1.0579%" in out
    assert "+0.95" in out


def test_json_holds_every_net_and_the_interval(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "ruleta-francesa", "--bet", "rojo", "--rounds", "20000", "--json")
    status, out, _ = run(capsys, *asked)
    found = json.loads(out)
    assert status == 0
    assert found["lane"] == "kernel"
    assert sum(found["nets"].values()) == found["rounds"] == found["bets"] == 20000
    assert set(found["nets"]) == {"-1", "-1/2", "1"}
    assert found["exact_edge"] == pytest.approx(1 / 74)
    assert found["move"] == "mitad"
    low, high = found["interval"]
    assert low < found["edge"] < high
    assert json.loads(run(capsys, *asked, "--jobs", "1")[1])["nets"] == found["nets"]


def test_a_changed_rule_changes_what_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "ruleta-francesa", "--bet", "pleno:7", "--rounds", "1000", "--json")
    nets = json.loads(run(capsys, *asked, "--set", "pays.pleno=30:1")[1])["nets"]
    assert set(nets) <= {"-1", "30"}


def test_the_engine_lane_says_that_it_is_slow(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "war", "--set", "behind_min=5", "--rounds", "300")
    status, out, _ = run(capsys, *asked)
    assert status == 0
    assert "does not follow behind_min = 5 [CAT-III.4.4-08]" in " ".join(out.split())


def test_a_base_card_for_each_hand_of_the_bank_is_left_to_the_engine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ("simulate", "challenge-21", "--rules", "scj-2009", "--rounds", "50", "--json")
    found = json.loads(run(capsys, *asked)[1])
    assert (found["lane"], found["no_kernel_for"]) == ("engine", "base_card")


@pytest.mark.clause("CAT-III.2.7-09")
def test_the_commission_is_that_of_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "baccarat", "--bet", "banca/plantarse", "--rounds", "1000000", "--json")
    found = json.loads(run(capsys, *asked, "--set", "commission=10%")[1])
    assert set(found["nets"]) == {"-1", "0", "9/10"}
    assert abs(found["errors_away"]) < 4
    assert found["exact_edge"] > 0.03


def test_a_bet_that_lives_on_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "simulate", "craps", "--bet", "pass", "--rounds", "5000")
    assert "may live through several rounds" in out


def test_the_histogram_as_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "big-six.png"
    status, _, _ = run(capsys, "simulate", "big-six", "--rounds", "5000", "--plot", str(file))
    assert status == 0
    with Image.open(file) as image:
        assert image.format == "PNG"
        assert image.width > 500
    nowhere = str(tmp_path / "no" / "where.png")
    status, _, err = run(capsys, "simulate", "big-six", "--rounds", "5000", "--plot", nowhere)
    assert status == 2
    assert "where.png" in err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("ruleta",), "There are"),
        (("war", "--bet", "wor"), "There are: war"),
        (("war", "--bet", "war/nada"), 'never has the move "nada"'),
        (("baccarat", "--bet", "punto/seguir"), 'never has the move "seguir"'),
        (("war", "--rules", "scj-1999"), "scj-2023"),
        (("omaha-poker",), "no round of it opens with bets"),
        (
            ("war", "--set", "decks=7", "--set", "behind_min=5", "--rounds", "2000"),
            "Those decks are not played with. [CAT-III.4.4-02]",
        ),
    ],
)
def test_refusals_say_what_would_do(
    capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], said: str
) -> None:
    status, out, err = run(capsys, "simulate", *asked)
    assert (status, out) == (2, "")
    assert said in err


def test_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "es", "simulate", "black-jack", "--rounds", "2000"]) == 0
    out = capsys.readouterr().out
    assert "Ventaja de la casa" in out
    assert "tabla de juego básico" in out


@pytest.mark.parametrize("written", ["2000", "2_000", "2.000", "2e3", "2k"])
def test_the_number_of_rounds_is_written_as_people_write_it(
    capsys: pytest.CaptureFixture[str], written: str
) -> None:
    status, said, _ = run(
        capsys, "simulate", "chuck-a-luck", "--bet", "field", "--rounds", written, "--json"
    )
    assert (status, json.loads(said)["rounds"]) == (0, 2000)
