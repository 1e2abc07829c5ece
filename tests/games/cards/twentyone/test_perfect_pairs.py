"""Black Jack Perfect Pairs: the bet that the first two cards are a pair, in both editions."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.bets import Limits, Place, Slip, SpotLimits
from tapete.core.round.event import BetLost, BetReturned, BetWon, CardDealt, CardsCleared, TurnGiven
from tapete.games.cards.twentyone.games import BLACK_JACK, PERFECT_PAIRS
from tests.games.cards.twentyone.rounds import betting, opened, played, refusal, told, won

HUNDRED = Limits(min=100)
BETS = {"principal": 100, "perfect-pairs": 50}
NEW, OLD = "scj-2023", "scj-2009"


def pair(first: str, second: str, *, edition: str = NEW) -> int:
    """What 50 on the pair win or lose; the hand itself ties at 20 or plays for nothing."""
    table = opened(PERFECT_PAIRS, 3, limits=HUNDRED, edition=edition)
    record = played(table, {3: BETS}, f"{first} 7h {second} Ts", {3: "plantarse"})
    return sum(
        getattr(e, "paid", 0) - getattr(e, "amount", 0) * isinstance(e, BetLost)
        for e in record.events
        if isinstance(e, BetWon | BetLost) and e.bet == "perfect-pairs"
    )


@pytest.mark.clause("CAT-III.1.3.1-02", "CAT-III.1.4.1-03")
def test_the_bet_is_taken_only_where_the_cloth_has_its_box() -> None:
    classic = betting(opened(BLACK_JACK, 3, limits=HUNDRED))
    assert refusal(classic, Place(3, "perfect-pairs", 50)) == (
        "CAT-III.1.4.1-03", "not-on-the-cloth",
    )  # fmt: skip
    both = betting(opened(PERFECT_PAIRS, 3, limits=HUNDRED))
    assert list(both.cloth.bets()) == ["principal", "perfect-pairs"]


@pytest.mark.clause("CAT-III.1.5.1-13")
def test_it_is_optional_and_placed_before_or_with_the_initial_bet_never_alone() -> None:
    window = betting(opened(PERFECT_PAIRS, 3, limits=HUNDRED))
    main, pairs = Place(3, "principal", 100), Place(3, "perfect-pairs", 50)
    for slip in ((main,), (main, pairs), (pairs, main)):
        window.check(Slip(slip))
    assert refusal(window, pairs) == ("CAT-III.1.5.1-13", "needs-main-bet")


@pytest.mark.clause("CAT-III.1.3.1-02", "CAT-III.1.5.1-35", "CAT-III.1.5.1-37", "CAT-III.1.5.1-76")
@pytest.mark.parametrize(
    ("first", "second", "times"),
    [("9c", "9c", 25), ("9h", "9d", 15), ("9c", "9s", 15), ("9c", "9h", 5), ("9d", "9s", 5),
     ("9c", "8c", -1), ("Ac", "As", 15), ("Kd", "Kd", 25)],
)  # fmt: skip
def test_three_kinds_of_pair_pay_25_15_and_5(first: str, second: str, times: int) -> None:
    assert pair(first, second) == 50 * times


@pytest.mark.clause("CAT-III.1.5.1-36")
@pytest.mark.parametrize(("first", "second"), [("Tc", "Jc"), ("Qh", "Kh"), ("Jd", "Kd")])
def test_figures_match_by_their_symbol_only(first: str, second: str) -> None:
    assert pair(first, second) == -50
    assert pair(first, first) == 50 * 25


@pytest.mark.clause("CAT-III.1.5.1-35")
@pytest.mark.parametrize(
    ("cards", "net"), [("9c 7h 9c Ts", 1250 + 100), ("8c 7h 8c Tc", 1250 - 100)]
)
def test_its_result_does_not_touch_the_initial_bet(cards: str, net: int) -> None:
    table = opened(PERFECT_PAIRS, 3, limits=HUNDRED)
    assert won(played(table, {3: BETS}, cards, {3: "plantarse"})) == {3: net}


@pytest.mark.clause("CAT-III.1.5.1-17", "CAT-III.1.5.1-71", "R196-9.4-01")
@pytest.mark.parametrize("edition", [NEW, OLD])
def test_it_is_settled_after_the_second_card_from_right_to_left_before_anyone_draws(
    edition: str,
) -> None:
    table = opened(PERFECT_PAIRS, 5, 3, 1, limits=HUNDRED, edition=edition)
    record = played(
        table, dict.fromkeys((5, 3, 1), BETS), "9c 8c 7c 7h 9d 8c 6c Ts",
        dict.fromkeys((5, 3, 1), "plantarse"),
    )  # fmt: skip
    at = record.events.index
    pairs = [e for e in record.events if getattr(e, "bet", "") == "perfect-pairs"]
    settled = [e for e in pairs if isinstance(e, BetWon | BetLost)]
    assert [(e.seat, type(e)) for e in settled] == [(1, BetLost), (3, BetWon), (5, BetWon)]
    second = told(record, CardDealt)[6]
    assert at(second) < at(settled[0]) and at(pairs[-1]) < at(told(record, TurnGiven)[0])
    # What is won on the pair is taken at once; bets on the hand stay to the end of the round.
    back = {e.bet: e for e in told(record, BetReturned) if e.seat == 5}
    last = told(record, CardsCleared)[-1]
    assert at(back["perfect-pairs"]) < at(last) < at(back["principal"])


@pytest.mark.clause("CAT-III.1.5.1-38", "R196-9.3.c-01")
@pytest.mark.parametrize(
    ("edition", "low", "high", "clause"),
    [(NEW, 100, 800, "CAT-III.1.5.1-38"), (OLD, 500, 2000, "R196-9.3.c-01")],
)
def test_its_limits_are_shares_of_the_tables_minimum(
    edition: str, low: int, high: int, clause: str
) -> None:
    window = betting(opened(PERFECT_PAIRS, 3, limits=Limits(min=1000, max=5000), edition=edition))
    main = Place(3, "principal", 1000)
    for amount in (low, high):
        window.check(Slip((main, Place(3, "perfect-pairs", amount))))
    assert refusal(window, main, Place(3, "perfect-pairs", high + 1)) == (clause, "over-maximum")
    assert refusal(window, main, Place(3, "perfect-pairs", low - 1))[1] == "under-minimum"


@pytest.mark.clause("CAT-III.1.5.1-38")
def test_shares_of_an_odd_minimum_are_whole_pesos_within_the_limits() -> None:
    window = betting(opened(PERFECT_PAIRS, 3, limits=Limits(min=1005)))
    open_bets: Any = window.open()
    room = open_bets.room(3, "perfect-pairs")
    assert (room.low, room.high) == (101, 804)  # 100.5 and 804


@pytest.mark.clause("CAT-III.1.5.1-38")
def test_its_limits_are_shares_of_the_minimum_of_the_box_where_the_plan_sets_one() -> None:
    limits = Limits(min=100, bets={"principal": SpotLimits(min=1000)})
    open_bets: Any = betting(opened(PERFECT_PAIRS, 3, limits=limits)).open()
    room = open_bets.room(3, "perfect-pairs")
    assert (room.low, room.high) == (100, 800)


@pytest.mark.clause("R196-9.4-02")
@pytest.mark.parametrize(
    ("first", "second", "times"), [("9c", "9c", 30), ("9h", "9d", 15), ("9c", "9h", 5)]
)
def test_the_table_of_2009_pays_30_for_the_perfect_pair(
    first: str, second: str, times: int
) -> None:
    assert pair(first, second, edition=OLD) == 50 * times


@pytest.mark.clause("CAT-III.1.5.1-35", "CAT-III.1.5.1-45")
def test_a_pair_that_won_may_still_be_split() -> None:
    table = opened(PERFECT_PAIRS, 3, limits=HUNDRED)
    moves = {3: "separar plantarse plantarse"}
    record = played(table, {3: BETS}, "8c 7h 8c Td Th Ts", moves)
    assert won(record) == {3: 1250 + 200}
