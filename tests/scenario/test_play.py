"""Playing a scenario: what differs is found and named, with seat, clauses and events."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.core.round.acta import read_record
from tapete.core.round.record import record_of
from tapete.core.round.replay import replay
from tapete.games.registry import find
from tapete.scenario import Difference, Result, play, play_scenario, read_scenario

HEAD = 'title = "T"\ngame = "ruleta-francesa"\n'


def played(text: str) -> Result:
    return play(read_scenario(HEAD + text, "case.toml"))


def differs(text: str) -> Difference:
    [difference] = played(text).differences
    return difference


def test_a_scenario_that_comes_out_passes_and_leaves_an_acta_of_each_round() -> None:
    result = played(
        """
[[round]]
bets   = { 3 = { "rojo" = 4000 } }
chance = ["0"]
moves  = { 3 = ["prision"] }
[[round]]
bets   = { 5 = { "pleno:32" = 100 } }
chance = [{ irregular = "tirada-nula", cause = "bola-fuera" }, "32"]
net    = { 5 = 3500 }
"""
    )
    assert result.passed and result.differences == ()
    assert [record.header.number for record in result.records] == [1, 2]
    for record in result.records:
        again = read_record(record.text())
        assert record_of(again.header, replay(again, find)).text() == record.text()


def test_a_wrong_net_names_seat_clauses_and_the_events_of_the_seat() -> None:
    found = differs(
        '[[round]]\nbets = { 3 = { "rojo" = 10 }, 4 = { "negro" = 10 } }\nchance = ["1"]\n'
        "net = { 3 = 10 }"
    )
    assert (found.code, found.round, found.seat) == ("net", 1, 4)
    assert (found.expected, found.found) == ("+0", "-10")
    assert found.clauses == ("CAT-II.1.4-03", "CAT-II.1.4-30")
    assert found.events[0] == '! bet-placed seat=4 bet="negro" amount=10 [CAT-II.1.4-03]'
    assert found.events[-1] == '! bet-lost seat=4 bet="negro" amount=10 [CAT-II.1.4-30]'


def test_a_seat_expected_to_win_without_a_bet_differs() -> None:
    assert differs('[[round]]\nchance = ["1"]\nnet = { 2 = 10 }').seat == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[[round]]\nbets = { 3 = { "rojo" = 10 } }\nchance = ["1", "2"]', "chance-left"),
        ('[[round]]\nbets = { 3 = { "rojo" = 10 } }', "chance-missing"),
        ('[[round]]\nchance = ["37"]', "chance-refused"),
        ('[[round]]\nbets = { 3 = { "roja" = 10 } }\nchance = ["1"]', "bet-refused"),
        ('[[round]]\nchance = ["1"]\nmoves = { 3 = ["mitad"] }', "moves-left"),
        (
            'seats = [3]\n[[round]]\nchance = ["1"]\n'
            'refused = [{ seat = 3, bet = "rojo", amount = 1 }]',
            "taken",
        ),
        ('[[round]]\nchance = ["1"]\nvoid = true', "not-voided"),
        ('[[round]]\nchance = ["1"]\nexpect_pot = 5', "pot"),
        ('[[round]]\nchance = ["1"]\nexpect_advance = 5', "advance"),
        ('[[round]]\nchance = ["1"]\nshooter = 2', "not-done"),
        ('[[round]]\nchance = ["1"]\nleave = [7]', "not-done"),
        ('options = { "no-such" = "1:1" }\n[[round]]\nchance = ["1"]', "cannot-open"),
    ],
)
def test_what_cannot_be_done_fails_the_scenario(text: str, code: str) -> None:
    assert differs(text).code == code


def test_what_a_game_does_not_know_is_said() -> None:
    found = differs('[[round]]\nchance = ["1"]\nshooter = 2')
    assert "no-such-act" in found.found and "shooter" in found.found


def test_a_game_that_does_not_exist_and_an_edition_without_it_cannot_be_opened() -> None:
    result = play(read_scenario('title = "T"\ngame = "ruleta"\n[[round]]', "case.toml"))
    [found] = result.differences
    assert found.code == "cannot-open" and "there is no game ruleta" in found.found


def test_limits_options_and_late_bets_reach_the_table() -> None:
    result = played(
        """
table   = { min = 500, max = 10000, unit = 100, pleno = { max = 700 } }
options = { "pays.pleno" = "36:1" }
[[round]]
bets    = { 1 = { "pleno:5" = 700, "dos-docenas:1-2" = 501 } }
late    = [{ seat = 2, bet = "rojo", amount = 13000 }]
refused = [{ seat = 1, bet = "pleno:6", amount = 701 }, { seat = 9, bet = "rojo", amount = 500 }]
chance  = ["5"]
net     = { 1 = 25400, 2 = 10000 }
"""
    )
    assert result.passed, result.differences


def test_an_announced_last_throw_leaves_no_prison_and_no_round_after_it() -> None:
    result = played(
        """
[[round]]
bets   = { 1 = { "rojo" = 1000 } }
last   = true
chance = ["0"]
net    = { 1 = -500 }
[[round]]
chance = ["1"]
"""
    )
    [found] = result.differences
    assert (found.code, found.round) == ("cannot-begin", 2)


def test_seats_may_change_between_rounds() -> None:
    result = played(
        """
seats = [1, 2]
[[round]]
chance  = ["1"]
refused = [{ seat = 3, bet = "rojo", amount = 10 }]
[[round]]
seats   = [2, 3]
bets    = { 3 = { "rojo" = 10 } }
refused = [{ seat = 1, bet = "rojo", amount = 10 }]
chance  = ["1"]
net     = { 3 = 10 }
"""
    )
    assert result.passed, result.differences


CRAPS = 'title = "T"\ngame = "craps"\nseats = [2, 4, 6]\n'


@pytest.mark.parametrize(
    "rounds",
    [
        pytest.param(
            """
[[round]]
shooter = 2
bets    = { 4 = { "field" = 100 } }
refused = [{ throw = true }, { seat = 4, bet = "odds-pass", amount = 100 }]
[[round]]
bets    = { 2 = { "pass" = 100 }, 4 = { "field" = 100 } }
chance  = ["5-6"]
net     = { 2 = 100, 4 = 100 }
""",
            id="nobody has a line bet: no throw, and the bets go back",
        ),
        pytest.param(
            """
[[round]]
shooter = 2
bets    = { 4 = { "pass" = 100 } }
refused = [{ throw = true }]
chance  = ["5-6"]
net     = { 4 = 100 }
""",
            id="the shooter has no line bet: the dice go on",
        ),
        pytest.param(
            """
[[round]]
shooter = 4
decline = [4]
bets    = { 2 = { "pass" = 100 } }
chance  = ["5-6"]
net     = { 2 = 100 }
""",
            id="a shooter declines",
        ),
        pytest.param(
            """
[[round]]
shooter = 4
bets    = { 4 = { "pass" = 100 }, 2 = { "dont-pass" = 100 } }
chance  = ["5-4"]
[[round]]
leave   = [4]
chance  = ["4-3"]
net     = { 4 = -100, 2 = 100 }
""",
            id="a shooter who leaves loses his line bet",
        ),
        pytest.param(
            """
[[round]]
shooter = 2
bets    = { 2 = { "pass" = 100 }, 4 = { "hard-6" = 50, "hard-8" = 10 } }
active  = { 4 = ["hard-6"] }
chance  = ["3-4"]
net     = { 2 = 100, 4 = -50 }
[[round]]
bets    = { 2 = { "pass" = 100 } }
chance  = ["3-1"]
[[round]]
refused = [{ seat = 2, remove = "pass" }, { seat = 4, remove = "pass" }]
remove  = { 4 = ["hard-8"] }
chance  = ["4-4"]
""",
            id="called on, taken down, and a line bet that must stay",
        ),
        pytest.param(
            """
[[round]]
shooter = 2
bets    = { 2 = { "pass" = 100 } }
chance  = ["3-1"]
[[round]]
last    = true
chance  = ["2-2"]
net     = { 2 = 100 }
[[round]]
refused = [{ throw = true }]
""",
            id="a throw with a point on that was announced as the last one",
        ),
    ],
)
def test_tables_with_a_life_of_their_own(rounds: str) -> None:
    result = play(read_scenario(CRAPS + rounds, "case.toml"))
    assert result.passed, result.differences


def test_a_throw_that_must_be_refused_and_is_not_fails() -> None:
    rounds = '[[round]]\nbets = { 6 = { "pass" = 1 } }\nrefused = [{ throw = true }]\n'
    result = play(read_scenario(CRAPS + rounds + 'shooter = 6\nchance = ["5-6"]', "case.toml"))
    assert [found.code for found in result.differences] == ["throw-taken"]


def test_a_file_that_cannot_be_read_is_a_failure_with_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(HEAD + "colour = 1\n[[round]]\n")
    [found] = play_scenario(broken).differences
    assert (found.code, found.line) == ("broken-file", 3)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert not play_scenario(binary).passed
    assert not play_scenario(tmp_path / "missing.toml").passed
