"""Black Jack (CAT-III.1.5.1): the deal, the players' hands and the croupier's."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.cards import Card, card
from tapete.core.round.event import Announced, BetLost, BetWon, CardDealt, CardsCleared, Chosen
from tapete.core.round.felt import fold
from tapete.games.cards.twentyone.games import BLACK_JACK
from tapete.games.cards.twentyone.hand import is_natural, points
from tests.games.cards.twentyone.rounds import (
    asked,
    dealt,
    drawn,
    moves_of,
    opened,
    played,
    said,
    told,
    won,
)

STAND = {3: "plantarse"}
TENS = ["Th", "Jh", "Qh", "Kh"]


def one(cards: str, moves: str = "", *, bet: int = 100) -> Any:
    """One hand at seat 3, and what it won or lost."""
    record = played(opened(BLACK_JACK, 3), {3: bet}, cards, {3: moves} if moves else {})
    return record, won(record)[3]


def hand(cards: str) -> list[Card]:
    return list(drawn(cards))


# The deal (CAT-III.1.5.1-15, -16, -18)


@pytest.mark.clause("CAT-III.1.5.1-15", "CAT-III.1.5.1-16", "CAT-III.1.5.1-18")
def test_one_card_each_from_the_left_one_to_the_croupier_a_second_each_all_face_up() -> None:
    table = opened(BLACK_JACK, 7, 4, 1)
    asked(table, {1: 100, 4: 100, 7: 100}, "2c 3c 4c 7h 9d 9h 9s")
    cards = told(table.live.events, CardDealt)
    assert [(e.to, e.card) for e in cards] == [
        ("seat:7", "2c"), ("seat:4", "3c"), ("seat:1", "4c"), ("croupier", "7h"),
        ("seat:7", "9d"), ("seat:4", "9h"), ("seat:1", "9s"),
    ]  # fmt: skip
    felt = fold(table.live.events, "public")
    assert all(shown is not None for zone in felt.zones.values() for shown in zone)
    assert felt.zones["croupier"] == ["7h"]  # one card until the players have finished


@pytest.mark.clause("CAT-III.1.5.1-16", "CAT-III.1.5.1-27")
def test_the_croupiers_second_card_comes_only_after_the_players() -> None:
    record, _ = one("5c 7h 6d 4s Ts", "pedir plantarse")
    order = [e.to for e in told(record, CardDealt)]
    assert order == ["seat:3", "croupier", "seat:3", "seat:3", "croupier"]


# Values (CAT-III.1.2, CAT-III.1.5.1-19, -23; CAT-III.1.6.1)


@pytest.mark.clause("CAT-III.1.5.1-19", "CAT-III.1.6.1-03")
@pytest.mark.parametrize(
    ("cards", "total"),
    [("Jc Qd", 20), ("Kc Td", 20), ("2c 3d", 5), ("8c 9d", 17), ("Ac 6d", 17), ("Ac 6d Th", 17),
     ("Ac Ad", 12), ("Ac Ad 9h", 21), ("Ac Ad Ah Tc", 13), ("Jc Qd Kh", 30)],
)  # fmt: skip
def test_figures_count_ten_the_ace_one_or_eleven_the_others_their_number(
    cards: str, total: int
) -> None:
    assert points(hand(cards)) == total


@pytest.mark.clause("CAT-III.1.5.1-23", "CAT-III.1.6.1-01", "CAT-III.1.6.1-03")
def test_black_jack_is_an_ace_with_a_ten_or_figure_in_two_cards() -> None:
    assert all(is_natural(hand(f"Ac {ten}")) for ten in TENS)
    assert not any(is_natural(hand(cards)) for cards in ("Ac 9c", "7c 7d 7h", "Tc Kd", "Ac 5d 5h"))


@pytest.mark.clause("CAT-III.1.2-01", "CAT-III.1.2-02")
def test_every_hand_is_played_against_the_croupier_alone_and_need_not_reach_21() -> None:
    table = opened(BLACK_JACK, 5, 3, 1)
    record = played(
        table, {5: 100, 3: 200, 1: 400}, "9c Tc 8c Th 9h Ks 8h 8s",
        dict.fromkeys((5, 3, 1), "plantarse"),
    )  # fmt: skip
    # 18, 20 and 16 against 18: the best hand of the table takes nothing from the others.
    assert won(record) == {5: 0, 3: 200, 1: -400}


# The players (CAT-III.1.5.1-20 to -22)


@pytest.mark.clause("CAT-III.1.5.1-20")
def test_a_player_stands_on_two_cards_or_draws_one_at_a_time() -> None:
    record, net = one("9c 7h 9d Ts", "plantarse")
    assert (dealt(record, "seat:3"), net) == ("9c 9d", 100)
    record, net = one("2c 7h 2d 2h 2s 3c 3d 4c Ts", "pedir pedir pedir pedir pedir plantarse")
    assert (dealt(record, "seat:3"), net) == ("2c 2d 2h 2s 3c 3d 4c", 100)
    assert [e.move for e in told(record, Chosen)] == ["pedir"] * 5 + ["plantarse"]


@pytest.mark.clause("CAT-III.1.5.1-21")
def test_with_21_nobody_is_asked_again() -> None:
    record, net = one("5c 7h 6d Ts Tc", "pedir")
    assert (dealt(record, "seat:3"), net) == ("5c 6d Ts", 100)


@pytest.mark.clause("CAT-III.1.2-01")
@pytest.mark.clause("CAT-III.1.5.1-22", "CAT-III.1.5.1-72")
def test_over_21_bet_and_cards_are_taken_before_the_next_hand_whatever_the_croupier_makes() -> None:
    table = opened(BLACK_JACK, 5, 3)
    record = played(
        table, {5: 100, 3: 200}, "Tc 9c 6h Td 9d 5c Ts 9h", {5: "pedir", 3: "plantarse"}
    )
    assert won(record) == {5: -100, 3: 200}  # the croupier goes over 21 too
    events = list(record.events)
    [lost] = told(record, BetLost)
    gone = next(e for e in told(record, CardsCleared) if e.zone == "seat:5")
    assert lost.clause == gone.clause == "CAT-III.1.5.1-22"
    stood = next(e for e in told(record, Chosen) if e.seat == 3)
    assert events.index(lost) < events.index(gone) < events.index(stood)


# Black Jack (CAT-III.1.5.1-23 to -26, -31 to -33, -71)


@pytest.mark.clause("CAT-III.1.5.1-24", "CAT-III.1.5.1-71")
@pytest.mark.parametrize("up", ["2h", "6h", "9h"])
def test_black_jack_is_paid_at_once_against_2_to_9_whatever_the_others_hold(up: str) -> None:
    table = opened(BLACK_JACK, 5, 3)
    asked(table, {5: 100, 3: 200}, f"Ac 9c {up} Kd 9d")  # seat 3 has not played yet
    [paid] = told(table.live.events, BetWon)
    assert (paid.seat, paid.paid, paid.odds) == (5, 150, "3:2")
    [gone] = told(table.live.events, CardsCleared)
    assert (gone.zone, gone.clause) == ("seat:5", "CAT-III.1.5.1-24")
    assert fold(table.live.events).net[5] == 150  # the bet taken back as well


@pytest.mark.clause("CAT-III.1.5.1-31")
def test_case_1_a_low_card_and_only_black_jacks_the_croupier_takes_no_card() -> None:
    table = opened(BLACK_JACK, 5, 3)
    record = played(table, {5: 100, 3: 200}, "Ac As 9h Kd Qd")
    assert (dealt(record, "croupier"), won(record)) == ("9h", {5: 150, 3: 300})


@pytest.mark.clause("CAT-III.1.5.1-26", "CAT-III.1.5.1-32")
@pytest.mark.parametrize(("second", "net"), [("9s", 150), ("As", 150), ("Ks", 0), ("Ts", 0)])
def test_case_2_an_ace_and_only_black_jacks_one_card(second: str, net: int) -> None:
    record, found = one(f"Ac Ah Kd {second}")
    assert (dealt(record, "croupier"), found) == (f"Ah {second}", net)
    assert ("espera-al-croupier", "CAT-III.1.5.1-25") in said(record)


@pytest.mark.clause("CAT-III.1.5.1-26", "CAT-III.1.5.1-33")
@pytest.mark.parametrize("up", TENS)
@pytest.mark.parametrize(("second", "net"), [("5s", 150), ("As", 0)])
def test_case_3_a_ten_or_figure_and_only_black_jacks_one_card(
    up: str, second: str, net: int
) -> None:
    record, found = one(f"Ac {up} Kd {second}")
    assert (dealt(record, "croupier"), found) == (f"{up} {second}", net)


@pytest.mark.clause("CAT-III.1.5.1-34")
@pytest.mark.parametrize(
    ("second", "net"), [("4s", -300), ("Ts", 0)], ids=["insurance lost", "insurance paid"]
)
def test_case_4_an_ace_and_all_insured_hands_over_21_one_card(second: str, net: int) -> None:
    record, found = one(f"Tc Ah 6d 9h {second}", "seguro:100 pedir", bet=200)
    assert (dealt(record, "croupier"), found) == (f"Ah {second}", net)
    order = [(e.bet, type(e)) for e in record.events if isinstance(e, BetLost | BetWon)]
    assert order[0] == ("principal", BetLost)  # the original bet first


@pytest.mark.clause("CAT-III.1.5.1-25", "CAT-III.1.5.1-62", "CAT-III.1.5.1-73")
def test_black_jack_waits_for_the_croupiers_whole_hand_and_only_black_jack_ties_it() -> None:
    table = opened(BLACK_JACK, 5, 3)
    cards = "Ac 9c Th Kd 9d"
    record = played(table, {5: 100, 3: 200}, f"{cards} 5s 6s", STAND)  # a 21 of three cards
    assert won(record) == {5: 150, 3: -200}
    record = played(table, {5: 100, 3: 200}, f"{cards} As", STAND)
    assert won(record) == {5: 0, 3: -200}


# The croupier (CAT-III.1.5.1-27, -28)


@pytest.mark.clause("CAT-III.1.5.1-27")
@pytest.mark.parametrize(
    ("cards", "his"),
    [("6h Ts 5c", "6h Ts 5c"), ("7h Ts", "7h Ts"), ("2h 3s 4s 5c 2s Ts", "2h 3s 4s 5c 2s Ts")],
)
def test_the_croupier_draws_with_16_or_less_and_stands_with_17_or_more(
    cards: str, his: str
) -> None:
    up, *rest = cards.split()
    record, _ = one(f"Tc {up} Kd {' '.join(rest)}", "plantarse")
    assert dealt(record, "croupier") == his


@pytest.mark.clause("CAT-III.1.5.1-28")
@pytest.mark.parametrize(
    ("cards", "his"), [("6h As", "6h As"), ("5h As 6s 5s", "5h As 6s 5s"), ("8h As", "8h As")]
)
def test_the_croupiers_ace_is_eleven_from_17_to_21_else_one_so_soft_17_stands(
    cards: str, his: str
) -> None:
    up, *rest = cards.split()
    record, _ = one(f"Tc {up} Kd {' '.join(rest)}", "plantarse")
    assert dealt(record, "croupier") == his


@pytest.mark.clause("CAT-III.1.5.1-27")
def test_with_nothing_at_stake_the_croupier_draws_nothing() -> None:
    record, net = one("Tc 6h 6d 9h", "pedir")
    assert (dealt(record, "croupier"), net) == ("6h", -100)
    assert "total-del-croupier" not in [e.what for e in told(record, Announced)]


@pytest.mark.clause("CAT-III.1.5.1-20")
def test_each_hand_is_asked_in_turn() -> None:
    table = opened(BLACK_JACK, 5, 3)
    ask = asked(table, {5: 100, 3: 200}, "5c 5d 7h 9c 9d")
    assert ask.seat == 5 and {"pedir", "plantarse"} <= moves_of(ask)
    table.answer("plantarse")
    assert table.live.ask.seat == 3
    table.answer("pedir")
    table.answer(card("2c"))
    assert table.live.ask.seat == 3
