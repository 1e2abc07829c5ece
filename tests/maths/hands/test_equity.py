"""Equity, exact and sampled, held against plain enumeration and figures everybody knows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.round.cards import DECK, Card
from tapete.maths.hands import NotUnderstood, equity, read_cards, read_range
from tapete.maths.hands.boards import over_boards
from tapete.maths.hands.players import HOLDEM, deals_of, read_spot
from tapete.maths.hands.shares import MOST_DEALS, _by_deals
from tests.maths.hands.plain import Weighted, any_hand, shares

OMAHA = "omaha-poker"


def weighted(text: str, board: str, dead: str = "", cards: int = 2) -> Weighted:
    gone = (*read_cards(board), *read_cards(dead))
    found = read_range(text, cards)
    return any_hand(gone) if found.random else found.weights


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AhKh", "QsQd"], "Qh 2h 3c 9d", ""),
        (["AhKh", "QsQd"], "Qh 2h 3c 9d 4h", ""),
        (["AhKh", "AdKd"], "2c 7s 9d Ts", "2h"),
        (["AhKh", "AdKd", "AsKs"], "2c 7s 9d Ts", ""),
        (["AhKh", "QsQd", "JcTc", "9c8c"], "Qh 2h 3c 9d", "2s 5s"),
        (["KK+", "AKs:0.5,98s:0.25"], "Qh 2h 3c 9d", ""),
        (["KK+", "QQ", "65s"], "Qh 2h 3c 9d", "Ac"),
        (["A5s-A3s", "T8s"], "Qh 2h 3c 9d 8s", ""),
        (["AhKh", "random"], "Qh 2h 3c 9d Tc", ""),
    ],
)
def test_it_is_what_plain_enumeration_finds(hands: list[str], board: str, dead: str) -> None:
    found = equity(hands, board=board, dead=dead)
    assert found.exact
    ranges = [weighted(text, board, dead) for text in hands]
    plain = shares(ranges, read_cards(board), read_cards(dead))
    assert [(each.win, each.tie, each.equity) for each in found.players] == plain
    assert sum(each.equity for each in found.players) == 1


def test_it_is_what_plain_enumeration_finds_on_the_flop() -> None:
    found = equity(["AhKh", "QsQd"], board="Qh 2h 3c")
    ranges = [weighted("AhKh", ""), weighted("QsQd", "")]
    plain = shares(ranges, read_cards("Qh 2h 3c"))
    assert found.deals == 990
    assert [(each.win, each.tie, each.equity) for each in found.players] == plain


@pytest.mark.clause("CAT-III.3.3.8-02")
def test_omaha_is_what_plain_enumeration_finds() -> None:
    hands, board = ["AhAdKhKd", "QsQd8s8c", "7h6h5s4s"], "Qh 2h 3c 9d"
    found = equity(hands, board=board, game=OMAHA)
    ranges = [weighted(text, board, cards=4) for text in hands]
    plain = shares(ranges, read_cards(board), omaha=True)
    assert [(each.win, each.tie, each.equity) for each in found.players] == plain
    done = equity(hands, board=f"{board} 9c", game=OMAHA)
    assert done.deals == 1


@pytest.mark.parametrize(
    ("one", "other", "figure"),
    [
        ("AhKh", "QsQd", 0.4621),
        ("AA", "KK", 0.8195),
        ("AKo", "22", 0.4735),
        ("AhAd", "random", 0.8520),
    ],
)
def test_figures_everybody_knows(one: str, other: str, figure: float) -> None:
    found = equity([one, other])
    assert found.exact
    assert float(found.players[0].equity) == pytest.approx(figure, abs=5e-4)


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AhAd", "random"], "Kc 7d 2s", ""),
        (["random", "random"], "Kc 7d 2s 2c", ""),
        (["22+,AK:0.5", "random"], "Kc 7d 2s", "As"),
        (["TT+", "A2s+,KQo:0.125"], "Kc 7c 2c", ""),
        (["QQ", "QQ"], "Kc 7d 2s", ""),
        (["22+", "random"], "Kc 7d 2s 2c 9h", ""),
    ],
)
def test_deal_by_deal_and_board_by_board_agree(hands: list[str], board: str, dead: str) -> None:
    spot = read_spot(hands, board, dead, HOLDEM)
    deals = deals_of(spot, MOST_DEALS)
    assert deals is not None
    one = _by_deals(spot, deals, lambda done, total: None)
    won, shared, lost = over_boards(spot, lambda done, total: None)
    total = won + shared + lost
    first, second = one.players
    assert (first.win, first.tie, second.win) == (
        Fraction(won, total), Fraction(shared, total), Fraction(lost, total),
    )  # fmt: skip
    assert total == one.deals


def test_two_random_hands_are_worth_the_same() -> None:
    found = equity(["random", "random"], board="Ah Kd 2c")
    assert found.exact
    assert [each.equity for each in found.players] == [Fraction(1, 2)] * 2


# -- by samples ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "board", "game"),
    [
        (["AhKh", "QsQd"], "", HOLDEM),
        (["TT+", "AK,AQs:0.5", "random"], "Kc 7d 2s 2c", HOLDEM),
        (["AA", "AA,KK:0.25"], "7d 8d 2s", HOLDEM),
        (["AhAdKhKd", "QsQd8s8c"], "Qh 2h 3c", OMAHA),
        (["AhAdKhKd", "random"], "Qh 2h 3c 9d", OMAHA),
    ],
)
def test_samples_lie_within_their_error(hands: list[str], board: str, game: str) -> None:
    exact = equity(hands, board=board, game=game, exact=True)
    found = equity(hands, board=board, game=game, samples=100_000, seed=3)
    assert not found.exact
    for each, known in zip(found.players, exact.players, strict=True):
        assert each.error is not None
        assert each.error < 0.003
        assert abs(each.equity - known.equity) < 4 * each.error
        assert abs(each.win - known.win) < Fraction(8, 1000)
        assert abs(each.tie - known.tie) < Fraction(8, 1000)


def test_the_same_seed_gives_the_same_samples_and_another_others() -> None:
    one, same, other = (equity(["AhKh", "22+"], samples=25_000, seed=seed) for seed in (1, 1, 2))
    assert one == same != other


def test_ten_players_are_sampled() -> None:
    found = equity(["AhAd", *["random"] * 9], samples=50_000)
    assert len(found.players) == 10
    assert sum(each.equity for each in found.players) == 1
    assert float(found.players[0].equity) == pytest.approx(0.311, abs=0.01)


def test_what_is_too_long_is_sampled_unless_exact_is_asked_for() -> None:
    assert not equity(["random", "random", "random"], samples=None).exact
    with pytest.raises(NotUnderstood, match="too-many-deals"):
        equity(["random", "random", "random"], exact=True)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    equity(["AA", "KK"], board="2c 3d 4h", tick=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1]


# -- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "board", "dead", "code"),
    [
        (["AhKh", "AhQd"], "", "", "card-twice"),
        (["AhKh", "QsQd"], "Ah 2c 3c", "", "card-twice"),
        (["AhKh", "QsQd"], "2c 3c 4c", "Qs", "card-twice"),
        (["AhKh", "QsQd"], "2c 3c 4c 4c", "", "card-twice"),
        (["AhKh"], "", "", "players"),
        (["random"] * 11, "", "", "players"),
        (["AhKh", "QsQd"], "2c", "", "board-size"),
        (["AhKh", "QsQd"], "2c 3c 4c 5c 6c 7c", "", "board-size"),
        (["AhKh", "QsQx"], "", "", "no-card"),
        (["AhKh", "QsQdJd"], "", "", "hand-size"),
        (["AhKh", "QQs"], "", "", "no-range"),
        (["AhKh", "AA:2"], "", "", "bad-weight"),
        (["AhKh", "AA:x"], "", "", "bad-weight"),
        (["AhKh", "AA:0"], "", "", "empty-range"),
        (["AA", "AA", "AA"], "", "", "ranges-collide"),
        (["AA", "KK"], "Ah Ad Ac", "", "range-gone"),
        (
            ["random"] * 10,
            "",
            " ".join(DECK[:28]),
            "too-many-cards",
        ),
    ],
)
def test_what_cannot_be_is_refused(hands: list[str], board: str, dead: str, code: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        equity(hands, board=board, dead=dead)
    assert refused.value.code == code


def test_omaha_knows_hands_of_four_cards_and_random_ones() -> None:
    for hand, code in (("AhKh", "hand-size"), ("AKs", "omaha-range"), ("AA", "omaha-range")):
        with pytest.raises(NotUnderstood) as refused:
            equity(["QsQd8s8c", hand], game=OMAHA)
        assert refused.value.code == code


def test_exact_and_samples_exclude_each_other() -> None:
    with pytest.raises(NotUnderstood, match="exact-and-samples"):
        equity(["AA", "KK"], exact=True, samples=10)


def test_a_game_without_a_showdown_is_refused() -> None:
    with pytest.raises(NotUnderstood, match="no-such-game"):
        equity(["AA", "KK"], game="war")


def test_cards_may_be_given_one_by_one() -> None:
    board = [Card("Qh"), Card("2h"), Card("3c"), Card("9d")]
    assert equity(["AhKh", "QsQd"], board=board) == equity(["AhKh", "QsQd"], board="Qh2h3c9d")
