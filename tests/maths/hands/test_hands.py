"""Hands from text, ranges in the usual notation, outs, and what a hand may become."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from tapete.core.round.cards import DECK
from tapete.games.poker.hands import FIVE, best, best_of_both
from tapete.maths import hands
from tapete.maths.hands import NotUnderstood, read_cards, read_range
from tests.maths.kernels.hands import dealt, said

# -- ranking ------------------------------------------------------------------------------------


def test_a_hand_shows_the_five_cards_that_count_as_the_games_do() -> None:
    for row in dealt(200, 7, seed=3):
        cards = said(row)
        mine, plain = hands.hand(cards), best(cards)
        assert mine.category == plain.category
        heights = tuple("23456789TJQKA".index(card[0]) + 2 for card in mine.cards)
        low_ace = plain.ranks[-1] == 1
        assert heights == ((*plain.ranks[:-1], 14) if low_ace else plain.ranks)


@pytest.mark.clause("CAT-III.3.3.8-02")
def test_a_hand_of_omaha_shows_two_own_cards_and_three_of_the_board() -> None:
    for row in dealt(100, 9, seed=4):
        own, board = said(row[:4]), said(row[4:])
        mine = hands.omaha(own, board)
        assert mine.category == best_of_both(own, board).category
        assert len(set(mine.cards) & set(own)) == 2


def test_hands_compare_and_tie() -> None:
    assert hands.hand("Ah Ad 2c 3d 4s") == hands.hand("As Ac 2d 3h 4c")
    assert hands.hand("AhAd2c3d5s") > hands.hand("As Ac 2d 3h 4c")
    assert hands.hand("Ah Ad 2c 3d 4s") <= hands.hand("Ah Ad 2c 3d 4s 2h")
    assert hands.hand("Ah Ad 2c 3d 4s") != "par"
    assert hands.hand("2c 2d 2h") != hands.hand("Ah Ad 2c 3d 4s")
    assert len({hands.hand("Ah Ad 2c 3d 4s"), hands.hand("As Ac 2d 3h 4c")}) == 1


@pytest.mark.clause("CAT-III.3.5.3-20")
def test_three_cards_have_an_order_of_their_own() -> None:
    ladder = ["Qc 9d 2h", "2c 2d 3h", "2c 3c 9c", "Ac 2d 3h", "2c 2d 2h", "Ac 2c 3c", "Qc Kc Ac"]
    ranks = [hands.rank(cards) for cards in ladder]
    assert ranks == sorted(set(ranks))
    assert [hands.category(cards) for cards in ladder] == [
        "carta-alta", "par", "color", "escalera", "trio", "escalera-de-color", "escalera-de-color",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="three cards do not compare"):
        _ = hands.hand("2c 2d 2h") > hands.hand("Ah Ad 2c 3d 4s")


@pytest.mark.parametrize(
    ("cards", "code"),
    [("Ah Kd", "wrong-count"), ("Ah Ah Kd Qd Jd", "card-twice"), ("1h Kd Qd", "no-card"),
     ("Ah Kd Q", "no-card")],
)  # fmt: skip
def test_what_is_no_hand_is_refused(cards: str, code: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        hands.hand(cards)
    assert refused.value.code == code


def test_omaha_refuses_a_wrong_number_of_cards() -> None:
    with pytest.raises(NotUnderstood, match="wrong-count"):
        hands.omaha("Ah Kd", "2c 3c 4c")
    with pytest.raises(NotUnderstood, match="card-twice"):
        hands.omaha("Ah Kd Qd Jd", "Ah 3c 4c")


# -- ranges -------------------------------------------------------------------------------------


def classes(text: str) -> set[str]:
    """The ranks of the hands of a range."""
    return {a[0] + b[0] + ("" if a[0] == b[0] else "s" if a[1] == b[1] else "o")
            for a, b in read_range(text).weights}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "count", "found"),
    [
        ("AhKh", 1, {"AKs"}),
        ("khah", 1, {"AKs"}),
        ("10♥ 9♥", 1, {"T9s"}),
        ("AKs", 4, {"AKs"}),
        ("KAo", 12, {"AKo"}),
        ("AK", 16, {"AKs", "AKo"}),
        ("TT", 6, {"TT"}),
        ("QQ+", 18, {"QQ", "KK", "AA"}),
        ("ATs+", 16, {"ATs", "AJs", "AQs", "AKs"}),
        ("A5s-A2s", 16, {"A5s", "A4s", "A3s", "A2s"}),
        ("A2s-A5s", 16, {"A5s", "A4s", "A3s", "A2s"}),
        ("99-77", 18, {"99", "88", "77"}),
        ("JTs-98s", 12, {"JTs", "T9s", "98s"}),
        ("KTo-K8o", 36, {"KTo", "K9o", "K8o"}),
        ("76s+", 4, {"76s"}),
        ("aa, AKS", 10, {"AA", "AKs"}),
        ("AA,AhAd", 6, {"AA"}),
    ],
)
def test_ranges_are_read_in_the_usual_notation(text: str, count: int, found: set[str]) -> None:
    assert len(read_range(text).weights) == count
    assert classes(text) == found


def test_all_hands_are_random_ones() -> None:
    assert read_range("random").random
    assert len(read_range("22+,32+,42+,52+,62+,72+,82+,92+,T2+,J2+,Q2+,K2+,A2+").weights) == 1326


def test_weights_are_kept_and_the_later_one_holds() -> None:
    found = read_range("TT+:0.5, AA, AhAd:0.125, KK:0").weights
    assert sorted(set(found.values())) == [125, 500, 1000]
    assert found["Ah", "Ad"] == 125
    assert len(found) == 24
    assert len(read_range("random:0.5,AA").weights) == 1326


@pytest.mark.parametrize(
    "text", ["AKx", "A", "", "A5s-A2o", "AA-AK", "AKs-Q9s", "TTs", "AK-", "+", "A+", "AKs++", "AhK"]
)
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood, match="no-range"):
        read_range(text)


# -- outs and the future ------------------------------------------------------------------------


def test_outs_are_the_cards_after_which_a_hand_leads() -> None:
    held = [("Ah", "Kh"), ("Qs", "Qd"), ("Jc", "Tc")]
    board = read_cards("Qh 2h 9c")
    found = hands.outs(["AhKh", "QsQd", "JcTc"], board)
    gone = {*board, *(card for hand in held for card in hand)}
    for p, each in enumerate(found):
        wanted = []
        for card in DECK:
            if card in gone:
                continue
            values = [best([*hand, *board, card])[:2] for hand in held]
            if values[p] == max(values) and values.count(max(values)) == 1:
                wanted.append(card)
        assert each.ahead == (p == 1)
        assert list(each.cards) == ([] if p == 1 else wanted)


def test_outs_to_share_are_told_apart() -> None:
    high, low = hands.outs(["AhKd", "QsJd"], "2c 2d 9h 9s")
    assert high.ahead
    assert not low.ahead
    assert low.cards == ("Jc", "Jh", "Js", "Qc", "Qd", "Qh")
    assert low.shares == ("2h", "2s", "9c", "9d")


def test_outs_want_hands_and_a_flop_or_turn() -> None:
    with pytest.raises(NotUnderstood, match="outs-of-range"):
        hands.outs(["AhKd", "QQ"], "2c 3d 9h")
    with pytest.raises(NotUnderstood, match="outs-board"):
        hands.outs(["AhKd", "QsQd"], "")


def test_the_future_is_what_plain_enumeration_finds() -> None:
    own, board = read_cards("Ah Kh"), read_cards("Qh 2h 3c")
    deck = [card for card in DECK if card not in {*own, *board, "2c", "2d"}]
    plain = [best([*own, *board, *rest]).category for rest in combinations(deck, 2)]
    found = hands.by_the_river(own, board, dead="2c 2d")
    assert found == {name: Fraction(plain.count(name), len(plain)) for name in FIVE}


def test_the_future_of_two_cards_and_of_seven() -> None:
    chances = hands.by_the_river("Ah Ad")
    assert sum(chances.values()) == 1
    assert chances["carta-alta"] == 0
    # Both other aces among five of fifty cards.
    assert chances["poker"] > Fraction(5 * 4, 50 * 49)
    assert hands.by_the_river("Ah Kh", "Qh 2h 3c 4h 9d")["color"] == 1


@pytest.mark.clause("CAT-III.3.3.8-02")
def test_the_future_in_omaha_needs_two_own_cards() -> None:
    own, board = read_cards("Ah 2c 3c 4d"), read_cards("Kh Qh Jh 9h")
    deck = [card for card in DECK if card not in {*own, *board}]
    plain = [best_of_both(own, [*board, card]).category for card in deck]
    found = hands.by_the_river(own, board, game="omaha-poker")
    assert found == {name: Fraction(plain.count(name), len(plain)) for name in FIVE}
    assert found["color"] == 0


def test_cards_that_lift_a_hand() -> None:
    found = hands.improving("Ah Kh", "Qh 2h 3c")
    assert set(found) == {"par", "color"}
    assert len(found["color"]) == 9
    assert hands.improving("Ah Kh", "") == {} == hands.improving("Ah Kh", "Qh 2h 3c 4c 5c")


@pytest.mark.parametrize(
    ("own", "board", "dead", "code"),
    [("Ah", "", "", "hand-size"), ("Ah Kh", "2c", "", "board-size"),
     ("Ah Kh", "Ah 2c 3c", "", "card-twice"), ("Ah Kh", "", "Kh", "card-twice"),
     ("Ah Kh", "", " ".join(DECK[:46]), "too-many-cards")],
)  # fmt: skip
def test_a_future_that_cannot_be_is_refused(own: str, board: str, dead: str, code: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        hands.by_the_river(own, board, dead)
    assert refused.value.code == code
