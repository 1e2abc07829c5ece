"""The programs shipped with Tapete: each can be enabled, and video poker returns what is known."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from importlib import resources
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from tapete.cli.main import cli
from tapete.cli.par import parts
from tapete.maths.machines import par_sheet
from tapete.maths.machines.video_poker import best_hold, hold_value
from tapete.systems.machines import program
from tapete.systems.machines.library import certificate, shipped, shipped_ids
from tapete.systems.machines.program import VideoPoker
from tapete.telling.texts import texts

MINIMUM = Fraction(85, 100)
POKER = {
    "jacks-or-better": 0.9954390,
    "bonus-poker": 0.9916597,
    "double-bonus": 1.0017252,
    "double-double-bonus": 0.9898080,
    "deuces-wild": 1.0076196,
}
"""The returns at five credits, as the trade publishes them."""


@pytest.mark.clause("CAT-VI.7.3-02", "CAT-VI.7.3-01", "CAT-VI.3-10")
@pytest.mark.parametrize("name", shipped_ids())
def test_the_sheet_in_the_register_is_the_one_of_the_program(name: str) -> None:
    """What a machine is enabled by and shows is what its program comes to, worked out now."""
    sheet, kept = par_sheet(shipped(name)), certificate(name)
    assert kept is not None and kept.digest == sheet.program.digest
    stored = resources.files("tapete") / "programs" / "par" / f"{name}.json"
    assert json.loads(stored.read_text("utf-8")) == json.loads(msgspec.json.encode(sheet.facts()))
    assert sheet.worst.back == kept.worst >= MINIMUM
    assert all(row.odds is None or row.odds > 0 for row in sheet.rows.values())
    if name in POKER:
        level = sheet.level("1x5", 100)
        assert level is not None
        assert float(level.back) == pytest.approx(POKER[name], abs=2e-7)
        assert sum(row.back for row in sheet.rows.values()) == sheet.levels[0].back


def test_jacks_or_better_to_the_last_digit_and_a_hand_of_it() -> None:
    jacks = shipped("jacks-or-better")
    assert isinstance(jacks, VideoPoker)
    level = par_sheet(jacks).level("1x5")
    assert level is not None
    assert level.back == Fraction(1653526326983, 1661102543100)
    royal = ["As", "Ks", "Qs", "Js", "9s"]
    held, worth = best_hold(jacks, 5, royal)
    assert held == ("As", "Ks", "Qs", "Js")  # four to a royal beat the flush in hand
    assert hold_value(jacks, 5, royal, royal) == 6 < worth


@pytest.mark.parametrize(
    "dealt", [[], ["As"], ["As", "Ks", "Qs", "Js"], ["As", "As", "Qs", "Js", "Ts"]]
)
def test_what_is_no_hand_of_five_is_refused_before_anything_is_counted(dealt: list[str]) -> None:
    with pytest.raises(ValueError, match="five different cards"):
        hold_value(shipped("jacks-or-better"), 5, dealt, [])


def test_the_command_says_the_return_and_refuses_what_it_does_not_know() -> None:
    run = CliRunner()
    found = run.invoke(cli, ["--lang", "en", "par", "tres-cerezas"])
    assert found.exit_code == 0 and "86.000%" in found.output
    assert "Three Cherries" in found.output and "cherry cherry no cherry" in found.output
    assert "13,74" in run.invoke(cli, ["--lang", "es", "par", "tres-cerezas"]).output
    assert run.invoke(cli, ["par", "tres-cerezas", "--design", "87%"]).exit_code == 1
    for said in ("hola", "85", "-3%", "1/0"):
        found = run.invoke(cli, ["--lang", "es", "par", "tres-cerezas", "--design", said])
        assert found.exit_code == 2 and f"«{said}» no es un porcentaje" in found.output
    unknown = run.invoke(cli, ["par", "no-hay"])
    assert unknown.exit_code != 0 and "tres-cerezas" in unknown.output


def test_every_reason_a_program_is_refused_for_has_its_words() -> None:
    folder = Path(program.__file__).parent
    code = "".join(file.read_text("utf-8") for file in folder.glob("*.py"))
    keys = set(re.findall(r'why\(\s*"([\w-]+)"', code))
    assert len(keys) > 40
    for lang in ("es", "en"):
        for key in keys:
            assert f"par.why.{key}" in texts(lang), (lang, key)


def test_a_refused_program_says_why_in_the_reader_s_language(tmp_path: Path) -> None:
    text = shipped("tres-cerezas").text.replace('"bar bar bar = 20"', '"bar bar oro = 20"')
    file = tmp_path / "otro.toml"
    file.write_text(text, "utf-8")
    for lang, words in (("es", "ningún rodillo tiene «oro»"), ("en", "no reel has “oro”")):
        said = CliRunner().invoke(cli, ["--lang", lang, "par", str(file)])
        assert said.exit_code != 0 and words in said.output and "otro.toml:7" in said.output


def test_a_file_that_is_none_or_no_text_is_refused_in_the_reader_s_language(
    tmp_path: Path,
) -> None:
    (tmp_path / "otro.toml").write_bytes(b"\xff\xfe")
    for name in ("otro.toml", "ninguno.toml"):
        said = CliRunner().invoke(cli, ["--lang", "es", "par", str(tmp_path / name)])
        assert said.exit_code == 2 and f"{name}»: no existe o no es" in said.output


def test_a_misspelt_key_of_a_second_screen_is_told_where_it_stands(tmp_path: Path) -> None:
    text, file = shipped("faro").text, tmp_path / "otro.toml"
    line = text[: text.index("weight")].count("\n") + 1
    file.write_text(text.replace("weight", "wieght", 1), "utf-8")
    said = CliRunner().invoke(cli, ["par", str(file)])
    assert said.exit_code != 0 and "`wieght`" in said.output and f"otro.toml:{line}:" in said.output


def test_the_sheet_is_written_as_a_page_and_as_pdf(tmp_path: Path) -> None:
    page, paper = tmp_path / "p.html", tmp_path / "p.pdf"
    run = CliRunner()
    assert run.invoke(cli, ["par", "faro", "--html", str(page)]).exit_code == 0
    assert run.invoke(cli, ["--lang", "es", "par", "faro", "--pdf", str(paper)]).exit_code == 0
    digest = shipped("faro").digest
    assert digest in page.read_text("utf-8") and paper.read_bytes().startswith(b"%PDF-")
    assert run.invoke(cli, ["par", "jacks-or-better", "--pdf", str(paper)]).exit_code == 0


def test_a_page_has_what_to_hold_and_sums_up_the_bets_of_a_kind() -> None:
    bets, rows, holds = parts(par_sheet(shipped("jacks-or-better")), "en")
    assert "1653526326983/1661102543100" in bets.columns[3][1] and len(rows.columns[0][1]) == 9
    assert holds.columns[0][1][0] == "1. Whole hand: royal flush" and "99.544%" in holds.below
    (wheel,) = parts(par_sheet(shipped("ruleta-electronica")), "es")
    names = wheel.columns[0][1]
    assert "pleno × 37" in names and "rojo" in names and len(names) < 50
