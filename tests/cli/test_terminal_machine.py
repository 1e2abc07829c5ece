"""Gaming machines in the terminal: by keyboard, and by themselves."""

from __future__ import annotations

import re

from click.testing import CliRunner

from tapete.cli.main import cli


def run(*args: str, keys: str = "") -> str:
    found = CliRunner().invoke(cli, ["--lang", "en", "play", *args], input=keys)
    assert found.exit_code == 0, found.output
    return found.output


def test_three_cherries_by_keyboard_bets_plays_and_leaves_with_what_is_left() -> None:
    keys = "\n1x2\n500\ntable\nxyz\nexit\n"
    said = run("tres-cerezas", "--seed", "7", "--chips", "5000", keys=keys)
    assert "Three Cherries" in said and "86" in said
    assert re.search(r"seven seven seven +1,000 +20\.000%", said)  # the table, with its true odds
    assert "1x1, 1x2, 1x3" in said  # what is not understood is answered with what is
    left = re.findall(r"(\d[\d,]*)", said.splitlines()[-1])
    assert left
    assert said == run("tres-cerezas", "--seed", "7", "--chips", "5000", keys=keys)


def test_jacks_or_better_waits_for_the_hold_and_tells_the_best() -> None:
    said = run("jacks-or-better", "--seed", "3", "--chips", "20000", keys="1x5\n?\n12\nexit\n")
    assert "1:" in said and "5:" in said and "Best" in said


def test_machines_play_by_themselves_and_refuse_what_they_do_not_offer() -> None:
    said = run("keno", "--seed", "1", "--chips", "50000", "--auto", "3")
    assert said.count("\n") > 6
    said = run("bingo-noventa", "--seed", "1", "--chips", "5000", keys="2\n91\n\nexit\n")
    assert said.count("Card 2 plays.") == 2, "there is no card 91"
    said = run("volcan", "--seed", "1", "--chips", "5", keys="\nexit\n")
    assert "CAT-VI.5-03" in said


def test_a_question_is_answered_and_plays_nothing() -> None:
    said = run("tres-cerezas", "--seed", "7", "--chips", "5000", keys="?\nhelp\nexit\n")
    assert said.count("1x1, 1x2, 1x3") == 2
    assert said.splitlines()[-1].endswith("(CLP0).")


def test_a_number_is_the_credits_on_each_line() -> None:
    said = run("tres-cerezas", "--seed", "7", "--chips", "5000", keys="3\n500\nexit\n")
    assert "[1x3: CLP300]" in said and "[1x3: CLP1,500]" in said


def test_whoever_leaves_in_the_middle_of_a_play_has_what_it_wins() -> None:
    """This seed deals a high pair; in silence all cards stay."""
    stays = run("jacks-or-better", "--seed", "14", "--chips", "1000", keys="\n12345\nexit\n")
    leaves = run("jacks-or-better", "--seed", "14", "--chips", "1000", keys="\nexit\n")
    ends = run("jacks-or-better", "--seed", "14", "--chips", "1000", keys="\n")
    assert [said.splitlines()[-1] for said in (leaves, ends)] == [stays.splitlines()[-1]] * 2
    assert "(CLP0)" in stays, "a high pair gives back what was staked"
