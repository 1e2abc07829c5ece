"""Craps: every edge against arithmetic done by hand, bets that last several throws included."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from tests.maths.figures import edge_of, odds, two_dice

POINTS = (4, 5, 6, 8, 9, 10)
TRUE_ODDS = {n: two_dice(7) / two_dice(n) for n in POINTS}  # 2:1, 3:2, 6:5
GAMES = ("craps", "mini-craps")


def before_seven(chance: F) -> F:
    """The chance that something of this chance comes before a seven."""
    return chance / (chance + two_dice(7))


def until(chance: F) -> F:
    """The mean number of throws until something of this chance comes."""
    return 1 / chance


@pytest.mark.clause("CAT-IV.1.5-23", "CAT-IV.1.5-24", "CAT-IV.1.5-25", "CAT-IV.1.7-08")
@pytest.mark.parametrize("game", GAMES)
def test_pass_line_wins_244_times_in_495(game: str) -> None:
    wins = two_dice(7) + two_dice(11)
    wins += sum(two_dice(n) * before_seven(two_dice(n)) for n in POINTS)
    throws = 1 + sum(two_dice(n) * until(two_dice(n) + two_dice(7)) for n in POINTS)
    found = odds(game)["pass"]
    assert found.hit == wins == F(244, 495)
    assert found.edge == 1 - 2 * wins == F(7, 495)
    assert found.throws == throws == F(557, 165)
    assert found.push == 0


@pytest.mark.clause("CAT-IV.1.5-29", "CAT-IV.1.5-30")
@pytest.mark.parametrize("game", GAMES)
def test_dont_pass_ties_on_twelve(game: str) -> None:
    wins = two_dice(2) + two_dice(3)
    wins += sum(two_dice(n) * (1 - before_seven(two_dice(n))) for n in POINTS)
    found = odds(game)["dont-pass"]
    assert (found.hit, found.push) == (wins, two_dice(12))
    assert found.edge == 1 - two_dice(12) - 2 * wins == F(3, 220)


@pytest.mark.clause("CAT-IV.1.5-34", "CAT-IV.1.5-35", "CAT-IV.1.5-37", "CAT-IV.1.5-38")
@pytest.mark.parametrize("game", GAMES)
def test_come_and_dont_come_are_the_line_bets_over_again(game: str) -> None:
    found = odds(game)
    for late, line in (("come", "pass"), ("dont-come", "dont-pass")):
        assert found[late].ends == found[line].ends
        assert found[late].throws == found[line].throws


@pytest.mark.clause("CAT-IV.1.5-44", "CAT-IV.1.5-60", "CAT-IV.1.5-61")
@pytest.mark.parametrize("game", GAMES)
def test_odds_give_nobody_an_advantage(game: str) -> None:
    found = odds(game)
    for n in POINTS:
        wins = before_seven(two_dice(n))
        with_, against = found[f"odds-pass:{n}"], found[f"odds-dont-pass:{n}"]
        assert (with_.edge, against.edge) == (0, 0)
        assert (with_.hit, against.hit) == (wins, 1 - wins)
        assert with_.variance == TRUE_ODDS[n]
        assert against.variance == 1 / TRUE_ODDS[n]
        assert with_.throws == until(two_dice(n) + two_dice(7))


@pytest.mark.clause("CAT-IV.1.5-63", "CAT-IV.1.5-64", "CAT-IV.1.7-22")
@pytest.mark.parametrize("game", GAMES)
def test_right_and_wrong_bets_until_their_first_decision(game: str) -> None:
    right = {4: F(9, 5), 5: F(7, 5), 6: F(7, 6), 8: F(7, 6), 9: F(7, 5), 10: F(9, 5)}
    wrong = {4: F(5, 11), 5: F(5, 8), 6: F(4, 5), 8: F(4, 5), 9: F(5, 8), 10: F(5, 11)}
    known = {4: (F(1, 15), F(1, 33)), 5: (F(1, 25), F(1, 40)), 6: (F(1, 66), F(1, 55))}
    found = odds(game)
    for n in POINTS:
        wins = before_seven(two_dice(n))
        for_, against = found[f"right:{n}"], found[f"wrong:{n}"]
        assert for_.edge == edge_of({right[n]: wins}, 1 - wins)
        assert against.edge == edge_of({wrong[n]: 1 - wins}, wins)
        assert (for_.edge, against.edge) == known[min(n, 14 - n)]
        assert for_.throws == against.throws == until(two_dice(n) + two_dice(7))


@pytest.mark.clause("CAT-IV.1.5-39", "CAT-IV.1.7-15")
@pytest.mark.parametrize("game", GAMES)
def test_field_pays_double_on_two_and_twelve(game: str) -> None:
    single = sum(two_dice(n) for n in (3, 4, 9, 10, 11))
    double = two_dice(2) + two_dice(12)
    found = odds(game)["field"]
    assert found.edge == edge_of({F(1): single, F(2): double}, 1 - single - double) == F(1, 18)


@pytest.mark.clause(
    "CAT-IV.1.5-48", "CAT-IV.1.5-49", "CAT-IV.1.5-50", "CAT-IV.1.5-51", "CAT-IV.1.5-56",
    "CAT-IV.1.5-57", "CAT-IV.1.5-58", "CAT-IV.1.7-19",
)  # fmt: skip
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("bet", "totals", "edge"),
    [
        ("siete", (7,), F(1, 6)),
        ("once", (11,), F(1, 9)),
        ("under-7", range(2, 7), F(1, 6)),
        ("over-7", range(8, 13), F(1, 6)),
        ("any-craps", (2, 3, 12), F(1, 9)),
        ("craps-2", (2,), F(5, 36)),
        ("craps-3", (3,), F(1, 9)),
        ("craps-12", (12,), F(5, 36)),
        ("horn", (2, 3, 11, 12), F(1, 6)),
    ],
)
def test_bets_decided_on_the_next_throw(
    game: str, bet: str, totals: tuple[int, ...], edge: F
) -> None:
    found = odds(game)[bet]
    assert found.hit == sum(two_dice(total) for total in totals)
    assert found.edge == edge
    assert found.throws == 1


@pytest.mark.clause("CAT-IV.1.5-41", "CAT-IV.1.5-42")
@pytest.mark.parametrize("game", GAMES)
def test_big_six_and_big_eight_come_before_seven_five_times_in_eleven(game: str) -> None:
    for bet in ("big-6", "big-8"):
        found = odds(game)[bet]
        assert found.hit == before_seven(two_dice(6)) == F(5, 11)
        assert found.edge == F(1, 11)


@pytest.mark.clause("CAT-IV.1.5-52", "CAT-IV.1.7-18")
@pytest.mark.parametrize("game", GAMES)
def test_hard_ways_lose_on_seven_and_on_the_easy_way(game: str) -> None:
    for n, edge in ((4, F(1, 9)), (6, F(1, 11)), (8, F(1, 11)), (10, F(1, 9))):
        pair = F(1, 36)
        decided = two_dice(n) + two_dice(7)
        found = odds(game)[f"hard-{n}"]
        assert found.hit == pair / decided
        assert found.edge == edge
        assert found.throws == until(decided)


@pytest.mark.clause("AJ-3.1.7.2-03", "AJ-3.1.7.2-04")
@pytest.mark.parametrize("game", GAMES)
def test_bolivia_pays_the_seven_and_the_hard_ways_without_an_edge(game: str) -> None:
    found = odds(game, "aj-bolivia")
    for bet in ("siete", "hard-4", "hard-6", "hard-8", "hard-10"):
        assert found[bet].edge == 0
    assert found["pass"].edge == F(7, 495)
