"""Collectors for laboratories: raw words, and the final outcomes of every game."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tapete.chance import seeded, shuffle
from tapete.cli.azar import outcomes
from tapete.cli.main import main
from tapete.core.round.cards import DECK
from tapete.games.registry import GAMES, find

TAPETE = [sys.executable, "-m", "tapete"]


def raw(count: int) -> bytes:
    done = subprocess.run([*TAPETE, "azar", "--crudo", str(count)], capture_output=True, check=True)
    return done.stdout


def test_raw_words_have_eight_bytes_each_and_never_come_again() -> None:
    first, second = raw(20_000), raw(20_000)
    assert len(first) == len(second) == 160_000 and first != second
    assert set(first) == set(range(256))
    words = [data[at : at + 8] for data in (first, second) for at in range(0, len(data), 8)]
    assert len(set(words)) == len(words)  # 40,000 of 2^64: twice the same once in 20,000 million


def test_without_a_number_they_never_end() -> None:
    with subprocess.Popen([*TAPETE, "azar", "--crudo", "0"], stdout=subprocess.PIPE) as endless:
        assert endless.stdout is not None
        assert len(endless.stdout.read(1_000_000)) == 1_000_000
        endless.stdout.close()
    assert endless.returncode == 1  # the reader has gone


@pytest.mark.parametrize("game", GAMES)
def test_final_outcomes_of_every_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["azar", "--final", game, "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5
    if " " in lines[0]:
        decks = len(lines[0].split()) // 52
        assert all(Counter(line.split()) == dict.fromkeys(DECK, decks) for line in lines)
        assert len(set(lines)) == 5


def test_the_numbers_of_a_wheel_all_come(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["azar", "--final", "ruleta-francesa", "2000"]) == 0
    found = Counter(capsys.readouterr().out.split())
    assert set(found) == set(map(str, range(37)))  # one stays away once in 10^22


@pytest.mark.parametrize("words", [["azar"], ["azar", "--crudo", "1", "--final", "craps", "1"]])
def test_one_of_the_two_is_asked_for(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "--crudo N" in capsys.readouterr().err


def test_a_game_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["azar", "--final", "ruleta-fransesa", "1"]) == 2
    assert "ruleta-francesa" in capsys.readouterr().err


# What was observed


def observed(game: str, count: int) -> list[str]:
    return list(outcomes(find(game), count, seeded(f"{game} observed")))


def judged(folder: Path, game: str, lines: list[str], *more: str) -> int:
    file = folder / "rueda.txt"
    file.write_text("\n".join(["# mesa 3, noviembre", *lines]), "utf-8")
    return main(["azar", "--observado", game, str(file), *more])


@pytest.mark.parametrize("game", ["ruleta-francesa", "big-six", "craps", "chuck-a-luck"])
def test_a_fair_wheel_and_fair_dice_pass(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(tmp_path, game, observed(game, 10_000), "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["outcomes"] == 10_000 and report["verdict"]["outliers"] == []
    assert {"frequency", "correlation", "runs", "coupon"} <= set(report["tests"])


def test_a_fair_shuffler_passes_and_one_that_leaves_the_last_card_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pick = seeded("shuffler")
    packs, lazy = [], []
    for _ in range(10_000):
        cards = list(DECK)
        shuffle(cards, pick)
        packs.append(" ".join(cards))
        top = list(DECK[:-1])
        shuffle(top, pick)
        lazy.append(" ".join([*top, DECK[-1]]))
    assert judged(tmp_path, "caribbean-poker", packs) == 0
    assert judged(tmp_path, "caribbean-poker", lazy) == 1
    assert "✗ card-by-place" in capsys.readouterr().out


def test_a_leaning_wheel_and_a_wheel_that_repeats_do_not_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spins = observed("ruleta-francesa", 12_000)
    leaning = ["17" if n % 60 == 0 else spin for n, spin in enumerate(spins)]
    assert judged(tmp_path, "ruleta-francesa", leaning) == 1
    assert "✗ frequency" in capsys.readouterr().out
    sticky = [spins[n - 1] if n % 5 == 0 else spin for n, spin in enumerate(spins)]
    assert judged(tmp_path, "ruleta-francesa", sticky) == 1
    assert "✗ serial" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["17"] * 9_999, "9999"),
        (["17", "37"], "rueda.txt:3"),
        ([" ".join(DECK)], "rueda.txt:2"),
    ],
)
def test_too_few_outcomes_and_what_the_wheel_has_not_are_refused(
    lines: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(tmp_path, "ruleta-francesa", lines) == 1
    assert said in capsys.readouterr().err
