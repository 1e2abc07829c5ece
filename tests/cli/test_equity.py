"""``tapete equity`` and ``tapete hand``: figures for people and programs, and refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import tapete.maths.hands
from tapete.cli.main import main
from tapete.telling.texts import LANGS, texts


def run(capsys: pytest.CaptureFixture[str], *args: str, lang: str = "en") -> tuple[int, str, str]:
    status = main(["--lang", lang, *args])
    out, err = capsys.readouterr()
    return status, out, err


def test_hands_against_each_other_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "equity", "AhKh", "QsQd", "--board", "Qh 2h 3c")
    assert status == 0
    assert "Q♥ 2♥ 3♣" in out
    assert re.search(r"AhKh +26\.465% +0\.000% +26\.465%", out)
    assert "Exact: all 990 deals." in out


def test_it_speaks_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "equity", "AhKh", "QsQd", "--board", "Qh2h3c", "--outs", lang="es")
    assert re.search(r"AhKh +26,465%", out)
    assert "AhKh pasa adelante con 8 cartas: 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥" in out
    assert "QsQd va adelante" in out
    assert "Exacto: los 990 repartos posibles." in out


def test_outs_that_share_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("equity", "AhKd", "QsJd", "--board", "2c 2d 9h 9s", "--outs", "--dead", "3c 3d")
    _, out, _ = run(capsys, *asked)
    assert "Dead cards: 3♣ 3♦" in out
    assert "QsJd gets ahead with 6 cards: J♣ J♥ J♠ Q♣ Q♦ Q♥  shares with 4: 2♥ 2♠ 9♣ 9♦" in out


def test_samples_with_their_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("equity", "AhKh", "TT+,AQs:0.5", "random", "--samples", "20000", "--seed", "4")
    status, out, _ = run(capsys, *asked)
    assert status == 0
    assert "Std. error" in out
    assert "±" in out
    assert "Drawn by chance: 20,000 deals, seed 4." in out
    assert run(capsys, *asked)[1] == out


def test_equity_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("equity", "AhKh", "QsQd", "--board", "Qh 2h 3c 9d", "--outs", "--json")
    status, out, _ = run(capsys, *asked)
    found = json.loads(out)
    assert status == 0
    assert found["exact"] is True
    assert found["deals"] == 44
    assert found["board"] == ["Qh", "2h", "3c", "9d"]
    assert found["players"][0]["exact"] == {"win": "7/44", "tie": "0", "equity": "7/44"}
    assert found["players"][0]["win"] == pytest.approx(7 / 44)
    assert found["outs"][0]["cards"] == ["4h", "5h", "6h", "7h", "8h", "Th", "Jh"]
    assert "seed" not in found
    drawn = json.loads(run(capsys, "equity", "AA", "KK", "--samples", "1000", "--json")[1])
    assert drawn["exact"] is False
    assert drawn["seed"] == 1
    assert drawn["players"][1]["standard_error"] > 0
    assert "outs" not in drawn


def test_omaha(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("equity", "AhAdKhKd", "QsQd8s8c", "--board", "Qh 2h 3c", "--game", "omaha-poker")
    status, out, _ = run(capsys, *asked)
    assert status == 0
    assert out.startswith("Omaha Poker")
    assert "Exact: all 820 deals." in out


def test_a_hand_now_and_by_the_river(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "hand", "Ah", "Kh", "Qh", "2h", "3c")
    assert status == 0
    assert "A♥ K♥  |  Q♥ 2♥ 3♣" in out
    assert "Now: high card. A♥ K♥ Q♥ 3♣ 2♥" in out
    assert re.search(r"a flush +34\.8751% +3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥", out)
    assert "a full house" not in out


def test_a_hand_before_the_flop_and_on_the_river(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "hand", "AhAd")
    assert "Now" not in out
    assert "Next card" not in out
    assert re.search(r"a full house +8\.\d+%", out)
    _, out, _ = run(capsys, "hand", "AhAd", "AcKdKs2c3d", lang="es")
    assert "Ahora: full. A♥ A♦ A♣ K♦ K♠" in out
    assert "river" not in out


def test_a_hand_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("hand", "Ah", "2c", "3c", "4d", "Kh", "Qh", "Jh", "9h", "--game", "omaha-poker")
    found = json.loads(run(capsys, *asked, "--json")[1])
    assert found["own"] == ["Ah", "2c", "3c", "4d"]
    assert found["now"]["category"] == "carta-alta"
    assert found["by_the_river"]["color"] == 0
    assert sum(found["by_the_river"].values()) == pytest.approx(1)
    assert found["exact"]["color"] == "0"
    assert set(found["improving"]) == {"par"}
    before = json.loads(run(capsys, "hand", "Ah", "Kh", "--json")[1])
    assert before["now"] is None
    river = json.loads(run(capsys, "hand", "AhKhQhJhTh2c3c", "--json")[1])
    assert river["now"]["category"] == "escalera-real"
    assert "by_the_river" not in river


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("equity", "AhKh"), "Two to 10 hands"),
        (("equity", "AhKh", "AhQd"), "The card Ah is named twice."),
        (("equity", "AhKh", "AKx"), '"AKx" is neither a hand nor a range.'),
        (("equity", "AhKh", "QsQd", "--board", "2c 3c"), "A board has"),
        (("equity", "AhKh", "QsQd", "--board", "2c3c4c5c6c7c"), "A board has"),
        (("equity", "AhKh", "QsQd", "--board", "2c 3c 4z"), '"4z" is no card.'),
        (("equity", "AhKhQh", "QsQd"), '"AhKhQh" has 3 cards'),
        (("equity", "AA", "AA", "AA"), "cannot be dealt together"),
        (("equity", "AA", "KK:7"), "a weight goes from 0 to 1"),
        (("equity", "AA", "KK", "--exact", "--samples", "5"), "exclude each other"),
        (("equity", "AA", "KK", "--game", "war"), "texas-holdem-sin-limites"),
        (("equity", "AA", "KK", "--game", "omaha-poker"), "in Omaha a hand is four cards"),
        (("equity", "AA", "KK", "--outs"), "Outs are counted for hands"),
        (("equity", "AhAd", "KsKd", "--outs"), "three or four cards, not 0"),
        (("hand", "Ah"), "has 1 cards"),
        (("hand", "Ah", "Ah"), "named twice"),
        (("hand", "Ah", "Kh", "2c"), "A board has"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_do(
    capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], said: str
) -> None:
    status, out, err = run(capsys, *asked)
    assert (status, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("lang", LANGS)
def test_every_refusal_has_its_words(lang: str) -> None:
    folder = Path(tapete.maths.hands.__file__).parent
    codes = {
        code
        for file in folder.glob("*.py")
        for code in re.findall(r'NotUnderstood\(\s*"([\w-]+)"', file.read_text(encoding="utf-8"))
    }
    prefix = "equity.refused."
    worded = {key.removeprefix(prefix) for key in texts(lang) if key.startswith(prefix)}
    assert codes == worded
