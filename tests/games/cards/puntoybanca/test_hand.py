"""Points, naturals, and the table of third cards, row by row."""

from __future__ import annotations

import pytest

from tapete.core.round.cards import card
from tapete.games.cards.puntoybanca.hand import banca_draws, points, punto_draws, value, winner
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.games.registry import find
from tests.games.cards.puntoybanca.rounds import (
    ALL,
    BANCA_WINS,
    PUNTO_WINS,
    TIE,
    a_table,
    announced,
    net,
    of_kind,
    play,
    said,
)


def rules_of(game: str) -> PuntoYBancaRules:
    rules = find(game).rules_of()
    assert isinstance(rules, PuntoYBancaRules)
    return rules


def total(*cards: str) -> int:
    return points([card(c) for c in cards])


@pytest.mark.clause("CAT-III.2.5-55", "CAT-III.2.6.1-04")
def test_cards_count_their_number_the_ace_one_tens_and_figures_nothing() -> None:
    assert [value(card(f"{rank}s")) for rank in "A23456789TJQK"] == [*range(1, 10), 0, 0, 0, 0]


@pytest.mark.clause("CAT-III.2.5-55", "CAT-III.2.2-01")
def test_only_the_units_of_the_sum_count() -> None:
    assert (total("7c", "5d"), total("9h", "8d"), total("6s", "4s")) == (2, 7, 0)
    assert total("9c", "9d", "Ah") == 9


@pytest.mark.clause("CAT-III.2.5-57", "CAT-III.2.6.1-06", "CAT-III.2.2-01")
def test_the_hand_nearest_to_nine_wins_and_equal_points_tie() -> None:
    for punto in range(10):
        for banca in range(10):
            sides = {punto: "punto", banca: "banca"}
            expected = "empate" if punto == banca else sides[max(punto, banca)]
            assert winner(punto, banca) == expected


@pytest.mark.clause("CAT-III.2.5-59", "CAT-III.2.5-60")
@pytest.mark.parametrize("game", ALL)
def test_punto_must_draw_on_0_to_5_and_stand_on_6_and_7(game: str) -> None:
    rules = rules_of(game)
    assert [punto_draws(rules, two_cards) for two_cards in range(8)] == [True] * 6 + [False] * 2


PRINTED = {
    # banca's points: punto's third card on which it stands (CAT-III.2.5-62, right column)
    0: "", 1: "", 2: "", 3: "8", 4: "0189", 5: "012389", 6: "01234589", 7: "0123456789",
}  # fmt: skip


@pytest.mark.clause("CAT-III.2.5-62")
@pytest.mark.parametrize("game", ALL)
def test_banca_draws_by_its_points_and_puntos_third_card(game: str) -> None:
    rules = rules_of(game)
    for banca, stands in PRINTED.items():
        found = [third for third in range(10) if not banca_draws(rules, banca, third)]
        assert "".join(map(str, found)) == stands


@pytest.mark.clause("CAT-III.2.5-63")
def test_if_punto_stands_banca_follows_puntos_table() -> None:
    rules = rules_of("punto-y-banca")
    for two_cards in range(8):
        assert banca_draws(rules, two_cards, None) == punto_draws(rules, two_cards)


@pytest.mark.clause("CAT-III.2.5-63")
@pytest.mark.parametrize("game", ALL)
def test_banca_with_5_draws_when_punto_stood_on_6(game: str) -> None:
    record = play(a_table(game), ["2h", "Ac", "4h", "4c", "3d"])  # 6 stands, 5 draws a 3
    assert net(record) == {1: -1000, 4: 950}


@pytest.mark.clause("CAT-III.2.5-51", "CAT-III.2.5-59", "CAT-III.2.6.1-04")
@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize(
    "cards", [["9s", "Jc", "Ks", "Qd"], ["2c", "Kd", "3h", "8s"], ["4c", "9d", "4h", "Ts"]]
)
def test_a_natural_of_either_hand_ends_the_play_and_neither_draws(
    game: str, cards: list[str]
) -> None:
    record = play(a_table(game), cards)
    assert "natural" in said(record.events)
    assert len(of_kind(record.events, "card-dealt")) == 4
    assert not {"pide-carta", "se-planta"} & set(said(record.events))


@pytest.mark.clause("CAT-III.2.5-59")
def test_eight_or_nine_with_three_cards_is_no_natural() -> None:
    # punto 4 draws a 4 and has 8; banca with 2 still draws, and wins with 9
    record = play(a_table(), ["4c", "2d", "Kd", "Ts", "4h", "7s"])
    assert net(record) == {1: -1000, 4: 950}


@pytest.mark.clause("CAT-III.2.5-49", "CAT-III.2.6.1-02", "CAT-III.2.2-01")
@pytest.mark.parametrize("game", ALL)
def test_first_and_third_cards_are_puntos_second_and_fourth_bancas_and_no_hand_has_four(
    game: str,
) -> None:
    record = play(a_table(game), ["2c", "Ad", "2h", "2s", "9c", "4d"])
    zones = [event.to for event in of_kind(record.events, "card-dealt")]
    assert zones == ["punto", "banca", "punto", "banca", "punto", "banca"]


@pytest.mark.clause("CAT-III.2.5-52", "CAT-III.2.4.2-03", "CAT-III.2.4.2-13")
@pytest.mark.parametrize("game", ALL)
def test_the_croupier_announces_each_total_and_the_draws_the_table_requires(game: str) -> None:
    record = play(a_table(game), ["Ac", "3d", "4h", "Kd", "7c", "5s"])
    told = [(e.what, dict(e.facts)) for e in of_kind(record.events, "announced")]
    after_deal = [row for row in told if row[0] in ("puntos", "pide-carta", "se-planta")]
    assert after_deal == [
        ("puntos", {"hand": "punto", "points": 5}),
        ("puntos", {"hand": "banca", "points": 3}),
        ("pide-carta", {"hand": "punto"}),
        ("puntos", {"hand": "punto", "points": 2}),
        ("pide-carta", {"hand": "banca"}),
        ("puntos", {"hand": "banca", "points": 8}),
    ]
    stands = play(a_table(game), ["3s", "2s", "4s", "4h"])
    assert announced(stands.events, "se-planta") == [{"hand": "punto"}, {"hand": "banca"}]


@pytest.mark.clause("CAT-III.2.5-56", "CAT-III.2.6.1-01")
def test_a_total_of_zero_is_announced_as_baccarat() -> None:
    record = play(a_table(), ["9s", "Jc", "Ks", "Qd"])
    assert announced(record.events, "baccarat") == [{"hand": "banca"}]


@pytest.mark.clause("CAT-III.2.5-53", "CAT-III.2.4.2-03")
@pytest.mark.parametrize(
    ("cards", "result", "punto", "banca"),
    [(PUNTO_WINS, "punto", 9, 7), (BANCA_WINS, "banca", 4, 9), (TIE, "empate", 7, 7)],
)
def test_the_winning_hand_is_announced_with_its_score(
    cards: tuple[str, ...], result: str, punto: int, banca: int
) -> None:
    [shown] = of_kind(play(a_table(), cards).events, "result-shown")
    assert (shown.result, dict(shown.facts)) == (result, {"punto": punto, "banca": banca})
