"""Canal 21 (CAT-III.1.5.3-57 to -67): the tie-break against a bank Canal 21, and the bonuses."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

import pytest

from tapete.core.round.cards import RANKS, card
from tapete.core.round.chance import Mishap
from tapete.core.round.event import BetLost, BetPlaced, BetReturned, BetWon, CardDealt
from tapete.games.cards.twentyone.canal import bonus
from tapete.games.cards.twentyone.games import CANAL_21
from tests.games.cards.twentyone.rounds import asked, dealt, moves_of, opened, played, told, won

ALL_IN = "Ac Kh Qc  As"  # Canal 21 against a bank Canal 21


# The tie-break


@pytest.mark.clause("CAT-III.1.5.3-57", "CAT-III.1.5.3-78")
def test_a_bank_canal_21_offers_the_tie_break_to_every_21_and_collects_the_rest() -> None:
    table = opened(CANAL_21, 7, 5, 3, 1)
    record = played(
        table, {7: 100, 5: 100, 3: 100, 1: 100}, "Ac 5c Tc 9c Kh Qc 6c Jc 9d  Td  Ad Ah  As",
        {5: "pedir", 3: "separar", 1: "plantarse"},
    )  # fmt: skip
    # Canal 21, 21 in three cards, two split 21s: all void when declined. 18 is collected.
    assert won(record) == {7: 0, 5: 0, 3: 0, 1: -100}
    void = [e for e in told(record, BetReturned) if e.clause == "CAT-III.1.5.3-57"]
    assert [(e.seat, e.bet) for e in void] == [
        (7, "principal"), (5, "principal"), (3, "principal"), (3, "principal:2"),
    ]  # fmt: skip
    assert [(e.seat, e.clause) for e in told(record, BetLost)] == [(1, "CAT-III.1.5.3-78")]
    ask = asked(opened(CANAL_21, 3), {3: 100}, ALL_IN, "no")
    assert moves_of(ask) == {"desempate", "no"} and ask.optional


@pytest.mark.clause("CAT-III.1.5.3-55", "CAT-III.1.5.3-57", "CAT-III.1.5.3-78")
def test_a_bank_21_of_more_cards_makes_a_21_void_without_tie_break() -> None:
    record = played(
        opened(CANAL_21, 3), {3: 100}, "5c Kh 6c Td  4c 7c", {3: "pedir"},
        refused=[(3, "desempate")],
    )  # fmt: skip
    assert won(record) == {3: 0}


@pytest.mark.clause("CAT-III.1.5.3-58", "CAT-III.1.5.3-60", "CAT-III.1.5.3-77")
@pytest.mark.parametrize(
    ("cards", "net"), [("Qd Jc", 200), ("9d Tc", -200), ("8d 8c", 300), ("7d 7d", 300)]
)
def test_the_second_bet_equals_the_first_and_both_win_lose_or_are_paid_3_to_2(
    cards: str, net: int
) -> None:
    record = played(opened(CANAL_21, 3), {3: 100}, f"{ALL_IN} {cards}", {3: "desempate"})
    [_, second] = told(record, BetPlaced)
    assert (second.bet, second.amount, second.clause) == ("desempate", 100, "CAT-III.1.5.3-58")
    assert won(record) == {3: net}
    settled = [e for e in record.events if isinstance(e, BetWon | BetLost)]
    assert [(e.bet, e.clause) for e in settled] == [
        ("principal", "CAT-III.1.5.3-60"), ("desempate", "CAT-III.1.5.3-60"),
    ]  # fmt: skip


@pytest.mark.clause("CAT-III.1.5.3-60", "CAT-III.1.5.3-78")
def test_the_other_reading_pays_equal_cards_1_to_1_by_the_pay_table() -> None:
    table = opened(CANAL_21, 3, changes={"canal-21.desempate-igual": "1:1"})
    record = played(table, {3: 100}, f"{ALL_IN} 8d 8c", {3: "desempate"})
    assert won(record) == {3: 200}
    assert {e.clause for e in told(record, BetWon)} == {"CAT-III.1.5.3-78"}
    with pytest.raises(ValueError, match="desempate-igual"):
        opened(CANAL_21, 3, changes={"canal-21.desempate-igual": "2:1"})


@pytest.mark.clause("CAT-III.1.5.3-59")
def test_the_tie_break_compares_ranks_ace_highest_whatever_the_suit() -> None:
    for low, high in pairwise(RANKS):
        for mine, bank, net in ((high, low, 200), (low, high, -200)):
            record = played(
                opened(CANAL_21, 3), {3: 100}, f"{ALL_IN} {mine}c {bank}s", {3: "desempate"}
            )
            assert won(record) == {3: net}, (mine, bank)
            assert (dealt(record, "desempate"), dealt(record, "desempate-banca")) == (
                f"{mine}c", f"{bank}s",
            )  # fmt: skip


@pytest.mark.clause("CAT-III.1.5.3-58")
def test_a_doubled_hand_breaks_the_tie_for_its_original_bet() -> None:
    record = played(
        opened(CANAL_21, 3), {3: 100}, "5c Kh 6c  Td  As  9d 8c", {3: "doblar:70 desempate"}
    )
    assert won(record) == {3: 200}
    assert [e.amount for e in told(record, BetPlaced)] == [100, 70, 100]
    back = [e for e in told(record, BetReturned) if e.clause == "CAT-III.1.5.3-58"]
    assert [e.amount for e in back] == [70]


@pytest.mark.clause("CAT-III.1.5.3-61", "CAT-III.1.5.3-62")
def test_tie_breaks_go_one_by_one_from_the_croupiers_left_with_their_own_two_cards() -> None:
    record = played(
        opened(CANAL_21, 6, 4, 1), {6: 100, 4: 100, 1: 100},
        "Ac Ad Td Kh Qc Jc Ah  As  9d 8c  7d 8d  5c 5d",
        {6: "desempate", 4: "desempate", 1: "desempate"},
    )  # fmt: skip
    assert won(record) == {6: 200, 4: -200, 1: 300}
    cards = [(e.to, e.card) for e in told(record, CardDealt) if e.to.startswith("desempate")]
    assert cards == [
        ("desempate", "9d"), ("desempate-banca", "8c"), ("desempate", "7d"),
        ("desempate-banca", "8d"), ("desempate", "5c"), ("desempate-banca", "5d"),
    ]  # fmt: skip
    order = [e.seat for e in record.events if isinstance(e, BetWon | BetLost)]
    assert order == [6, 6, 4, 4, 1, 1]


@pytest.mark.clause("CAT-III.1.5.3-69", "CAT-III.1.7-04")
@pytest.mark.parametrize("what", ["sabot-agotado", "sin-carta-de-corte"])
def test_a_tie_break_without_cards_is_void(what: str) -> None:
    record = played(
        opened(CANAL_21, 5, 3), {5: 100, 3: 100},
        ["Ac", "9c", "Kh", "Qc", "9d", "As", "8c", Mishap(what)],
        {5: "desempate", 3: "plantarse"},
    )  # fmt: skip
    # Without a cut card the two-card 21 is paid as such; the second bet comes back either way.
    assert won(record) == {5: 100 if what == "sin-carta-de-corte" else 0, 3: -100}
    back = [e for e in told(record, BetReturned) if e.bet == "desempate"]
    assert [(e.amount, e.why) for e in back] == [(100, "nula")]


# Bonuses


@pytest.mark.clause("CAT-III.1.5.3-63", "CAT-III.1.5.3-80")
@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("7c 7c 7c", 20), ("7c 7d 7h", 5), ("7c 7c 7h", 5), ("4c 4d 4h", 3), ("Ac Ad Ah", 3),
        ("5h 6h 7h", 3), ("Ah 2h 3h", 3), ("Qh Kh Ah", 3), ("5h 6h 7c", 0), ("2h 3h 5h", 0),
    ],
)  # fmt: skip
def test_the_bonus_table(hand: str, pays: int) -> None:
    one, two, three = hand.split()
    is_21 = hand[0] in "7Q"
    moves = {3: "pedir" if is_21 else "pedir plantarse"}
    record = played(opened(CANAL_21, 3), {3: 100}, f"{one} 9s {two} {three} Ts", moves)
    # The bank has 19: every hand but a 21 loses its bet and keeps its bonus.
    assert won(record) == {3: (100 if is_21 else -100) + 100 * pays}
    prizes = [e for e in told(record, BetWon) if e.clause == "CAT-III.1.5.3-80"]
    assert [e.paid for e in prizes] == ([100 * pays] if pays else [])


@pytest.mark.clause("CAT-III.1.5.3-66", "CAT-III.1.5.3-67")
def test_what_is_a_trio_and_what_a_straight_flush() -> None:
    for rank in RANKS:
        trio = [card(rank + suit) for suit in "cdh"]
        over = rank not in "A234567"
        kind = "tres-sietes" if rank == "7" else "trio"
        assert bonus(trio) == ("" if over else kind)
    ladder = "A23456789TJQKA"
    runs = {frozenset(ladder[i : i + 3]) for i in range(12)}
    for ranks in combinations(RANKS, 3):
        for order in permutations(ranks):
            hand = [card(f"{rank}s") for rank in order]
            total = sum(10 if r in "TJQK" else 1 if r == "A" else int(r) for r in ranks)
            straight = frozenset(ranks) in runs and total <= 21
            assert bonus(hand) == ("escalera-de-color" if straight else ""), hand
            assert bonus([hand[0], hand[1], card(f"{order[2]}d")]) == ""
    assert bonus([card("Ks"), card("As"), card("2s")]) == ""


@pytest.mark.clause("CAT-III.1.5.3-63", "CAT-III.1.5.3-64")
def test_the_bonus_goes_by_the_first_three_cards_once_and_is_lost_by_going_over() -> None:
    table = opened(CANAL_21, 3)
    record = played(table, {3: 100}, "3c 9s 3d 3h Tc Td", {3: "pedir pedir plantarse"})
    assert won(record) == {3: 300 + 0}  # 19 against 19
    record = played(table, {3: 100}, "2c 9s 2d 2h Tc 9c", {3: "pedir pedir pedir"})
    assert won(record) == {3: -100}
    record = played(table, {3: 100}, "4c 9s 5c 5d 5h Th", {3: "pedir pedir plantarse"})
    assert won(record) == {3: 0}  # three fives, but not in the first three cards
    record = played(table, {3: 100}, "2s 9d 2c 2h 2d As 8h", {3: "pedir pedir pedir plantarse"})
    assert won(record) == {3: 300 + 100}  # two trios of twos in it, one bonus


@pytest.mark.clause("CAT-III.1.5.3-64")
def test_the_bonus_is_paid_on_the_original_bet_only() -> None:
    record = played(opened(CANAL_21, 3), {3: 100}, "7c 9s 7d 7h Ac", {3: "doblar"})
    assert won(record) == {3: 200 + 500}
    moves = {3: "seguro:50 pedir desempate"}
    record = played(opened(CANAL_21, 3), {3: 100}, "7c Kh 7d 7h As 9c 8c", moves)
    assert won(record) == {3: 500 + 500 + 200}  # 10 to 1 on the insurance, the bonus, two bets


@pytest.mark.clause("CAT-III.1.5.3-65")
def test_after_a_split_each_hand_has_its_own_bonus() -> None:
    record = played(
        opened(CANAL_21, 3), {3: 100}, "6c 9s 6d  4c 5c  5d 7d  Ts",
        {3: "separar pedir plantarse pedir plantarse"},
    )  # fmt: skip
    # 6-4-5 and 6-5-7 in one suit each: two bonuses; 15 and 18 lose to 19.
    assert won(record) == {3: 300 + 300 - 200}
    assert [e.bet for e in told(record, BetWon)] == ["principal", "principal:2"]
