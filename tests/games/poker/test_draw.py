"""Draw Poker (CAT-III.3.5.2, and ARI-1 in the edition of Arica)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose
from tapete.core.round.bets import Place
from tapete.core.round.cards import Card, card
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetPlaced,
    BetReturned,
    BetWon,
    CardDealt,
    CardDiscarded,
    CardsCleared,
    Chosen,
    CommissionTaken,
)
from tapete.games.poker.bank.draw import DRAW_POKER, kept
from tapete.games.poker.pot import PotForfeited, PotHandRead
from tests.games.poker.banked import (
    Limits,
    all_say,
    announced,
    each_in_turn,
    lost,
    opened,
    played,
    refused_bets,
    seen,
    slip,
    staked,
    won,
    zones,
)

DRAW = "draw-poker"
ARICA = "arica-2017"
ANTE = {"ante": 100}
EIGHTS = "8c 8d Kh 5s 3d"
THEIRS = ["Jc", "4h"]
"""What the croupier gets for his five and three: nothing."""


def cards_kept(text: str, edition: str = "scj-2023") -> tuple[set[Card], str]:
    """What the croupier keeps of five cards, and by which clause."""
    keeps, row = kept([card(word) for word in text.split()], DRAW_POKER.rules_of(edition))
    return set(keeps), row.clause


def against(mine: str, bank: str = EIGHTS, drawn: list[str] = THEIRS) -> int:
    """What an ante of 100 brings or costs who plays these cards as they are."""
    cards = [*each_in_turn({1: mine}, bank), *drawn]
    return played(opened(DRAW, 1), {1: ANTE}, cards, {1: ["voy", "servido"]}).net(1)


@pytest.mark.clause("CAT-III.3.3.2-01", "CAT-III.3.5.2-07", "ARI-1.5.3-01")
@pytest.mark.parametrize("rules", ["scj-2023", ARICA])
def test_five_covered_cards_each_the_croupiers_too_one_by_one(rules: str) -> None:
    hands = {6: "2c 3c 5c 8h 9c", 3: "2d 4d 5d 8s Td", 1: "2h 3h 4c 7h 9h"}
    round_ = played(
        opened(DRAW, *hands, rules=rules),
        dict.fromkeys(hands, ANTE),
        each_in_turn(hands, EIGHTS),
        all_say(hands, "no-voy"),
    )
    assert zones(round_) == ["seat:6", "seat:3", "seat:1", "croupier"] * 5
    assert {event.card for event in round_.of(CardDealt)} == {None}
    if rules == ARICA:
        assert {event.clause for event in round_.of(CardDealt)} == {"ARI-1.5.3-01"}


@pytest.mark.clause("CAT-III.3.3.2-02", "ARI-1.3.1-01")
@pytest.mark.parametrize("rules", ["scj-2023", ARICA])
@pytest.mark.parametrize("bank", [EIGHTS, "7c 7d Kh 5s 3d"])
def test_a_linked_pot_looks_at_the_players_hand_alone(rules: str, bank: str) -> None:
    table = opened(DRAW, 1, 2, rules=rules, extra={"pot": {"credit": 1000}})
    hands = {2: "Ah Th 9h 6h 2h", 1: "As Ts 9s 6s 2s"}
    bets = {seat: {"ante": 100, "progresivo": 1000} for seat in hands}
    moves = {2: ["voy", "servido"], 1: ["voy", "cambiar:2s"]}
    cards = [*each_in_turn(hands, bank), "Qs", *THEIRS]
    round_ = played(table, bets, cards, moves, pot=5_000_000)
    assert [(e.seat, e.hand) for e in round_.of(PotHandRead)] == [(2, "color")]
    assert [(e.seat, e.why) for e in round_.of(PotForfeited)] == [(1, "cambiar")]


@pytest.mark.clause("CAT-III.3.5.2-01")
def test_a_round_needs_one_player() -> None:
    table = opened(DRAW)
    with pytest.raises(Refused) as caught:
        table.begin()
    assert (caught.value.code, caught.value.clause) == ("players-missing", "CAT-III.3.5.2-01")
    table.sit(4, "ana")
    assert table.begin().ask is not None


@pytest.mark.clause("CAT-III.3.5.2-04", "CAT-III.3.5.2-05")
def test_without_an_ante_there_are_no_cards_and_no_second_bet() -> None:
    table = opened(DRAW, 1, 2)
    cards = [*each_in_turn({1: "9c 9h 2c 3h 4d"}, EIGHTS), *THEIRS]
    round_ = played(table, {1: ANTE}, cards, {1: ["voy", "servido"]})
    assert "seat:2" not in zones(round_)
    assert staked(round_, 1) == {"ante": 100, "bet": 200}
    refusal = refused_bets(table, {2: {"bet": 200}})
    assert (refusal.code, refusal.clause) == ("not-on-the-cloth", "CAT-III.3.5.2-05")


@pytest.mark.clause("CAT-III.3.5.2-06", "CAT-III.3.6.3-04", "CAT-III.3.6.3-08")
def test_after_no_more_bets_nothing_is_taken_and_nothing_withdrawn() -> None:
    table = opened(DRAW, 1, 2)
    live = table.begin()
    table.answer(slip({1: ANTE}))
    cards = [*each_in_turn({1: "9c 9h 2c 3h 4d"}, EIGHTS), *THEIRS]
    while live.ask is not None:
        with pytest.raises(Refused) as caught:
            table.bet(Place(2, "ante", 100))
        assert (caught.value.code, caught.value.clause) == ("bets-closed", "CAT-III.3.5.2-06")
        ask = live.ask
        if isinstance(ask, Choose):
            assert {option.name for option in ask.options} <= {
                "voy", "no-voy", "cambiar", "servido",
            }  # fmt: skip
            table.answer("voy" if ask.fits("voy") else "servido")
        else:
            table.answer(cards.pop(0))
    calls = [e for e in live.events if isinstance(e, Announced) and e.what == "no-mas-apuestas"]
    assert len(calls) == 2


@pytest.mark.clause("CAT-III.3.5.2-08")
def test_a_machine_of_packets_gives_five_at_a_time_and_its_rest_is_for_the_exchange() -> None:
    table = opened(DRAW, 1, 2, extra={"cards": "barajadora-de-paquetes"})
    cards = f"2c 3c 5c 9c Jh 2d 4d 5d 9d Jd {EIGHTS} Js 6h Jc 4h".split()
    moves = {1: ["voy", "servido"], 2: ["voy", "cambiar:2c,3c"]}
    round_ = played(table, {1: ANTE, 2: ANTE}, cards, moves)
    dealt = ["seat:2"] * 5 + ["seat:1"] * 5 + ["croupier"] * 5
    assert zones(round_) == [*dealt, "seat:2", "seat:2", "croupier", "croupier"]
    assert not seen(round_, "croupier")[0].audience  # and none of his cards before the end


@pytest.mark.clause("CAT-III.3.5.2-09", "CAT-III.3.6.1-05", "CAT-III.3.6.3-11")
def test_all_choose_and_voy_stakes_exactly_twice_the_ante() -> None:
    hands = {5: "9c 9h 2c 3h 4d", 2: "Tc Th 2d 3s 4c"}
    moves = {5: ["voy", "servido"], 2: ["no-voy"]}
    cards = [*each_in_turn(hands, EIGHTS), *THEIRS]
    round_ = played(opened(DRAW, *hands), dict.fromkeys(hands, ANTE), cards, moves)
    decisions = [ask for ask in round_.asked if isinstance(ask, Choose) and ask.fits("voy")]
    assert [ask.seat for ask in decisions] == [5, 2]
    assert not any(ask.optional for ask in decisions)
    [bet] = [event for event in round_.of(BetPlaced) if event.bet == "bet"]
    assert (bet.seat, bet.amount, bet.clause) == (5, 200, "CAT-III.3.5.2-09")
    told = list(round_.events)
    shown = min(told.index(event) for event in seen(round_, "croupier"))
    assert max(told.index(event) for event in round_.of(Chosen)) < shown


@pytest.mark.clause("CAT-III.3.5.2-10", "ARI-2.3-01")
@pytest.mark.parametrize(
    ("rules", "clause"), [("scj-2023", "CAT-III.3.5.2-10"), (ARICA, "ARI-2.3-01")]
)
def test_no_voy_loses_the_ante_and_the_cards_go_covered(rules: str, clause: str) -> None:
    cards = each_in_turn({4: "9c 9h 9s 3h 4d"}, EIGHTS)
    round_ = played(opened(DRAW, 4, rules=rules), {4: ANTE}, cards, {4: ["no-voy"]})
    [taken] = round_.of(BetLost)
    assert (taken.bet, taken.amount, taken.clause) == ("ante", 100, clause)
    assert {event.audience for event in seen(round_, "seat:4")} == {("seat:4",)}
    assert [event.zone for event in round_.of(CardsCleared)] == ["seat:4", "croupier"]


@pytest.mark.clause("CAT-III.3.3.2-01")
@pytest.mark.clause("CAT-III.3.5.2-11", "CAT-III.3.6.2-01")
def test_none_to_two_cards_are_exchanged_once_and_only_with_the_bet() -> None:
    hands = {5: "9c 9h 2c 3h 4d", 2: "Tc Th 2d 3s 4c"}
    moves = {5: ["voy", "cambiar:3h,4d"], 2: ["no-voy"]}
    cards = [*each_in_turn(hands, EIGHTS), "6c", "7h", *THEIRS]
    round_ = played(opened(DRAW, *hands), dict.fromkeys(hands, ANTE), cards, moves)
    assert len(round_.choices(2)) == 1
    plays, changes = round_.choices(5)
    assert not plays.fits("cambiar:3h") and changes.fits("servido") and changes.fits("cambiar:3h")
    for wrong in ("cambiar", "cambiar:2c,3h,4d", "cambiar:Tc"):
        with pytest.raises(Refused):
            changes.check(wrong)
    heard = [event.move for event in round_.of(Chosen) if event.seat == 5]
    assert heard == ["voy", "cambiar:2"]  # how many, never which


@pytest.mark.clause("CAT-III.3.5.2-12", "CAT-III.3.5.2-13", "CAT-III.3.5.2-17")
def test_exchanged_cards_are_collected_first_then_each_is_served_and_the_croupier_last() -> None:
    hands = {5: "9c 9h 2c 3h 4d", 3: "Tc Th 2d 3s 4c"}
    moves = {5: ["voy", "cambiar:3h,4d"], 3: ["voy", "cambiar:4c"]}
    cards = [*each_in_turn(hands, EIGHTS), "6c", "7h", "6d", *THEIRS]
    round_ = played(opened(DRAW, *hands), dict.fromkeys(hands, ANTE), cards, moves)
    assert zones(round_)[15:] == ["seat:5", "seat:5", "seat:3", "croupier", "croupier"]
    told = list(round_.events)
    given_up = [e for e in round_.of(CardDiscarded) if e.zone != "croupier"]
    assert [event.zone for event in given_up] == ["seat:5", "seat:5", "seat:3"]
    served = [told.index(e) for e in round_.of(CardDealt)][15:]
    assert max(told.index(event) for event in given_up) < served[0]
    looks = told.index(round_.one("croupier-mira-sus-cartas"))
    assert served[2] < looks < served[3]
    assert told.index(round_.one("resto-al-descartador")) > served[4]
    new = [event for event in seen(round_, "seat:5") if event.card == "6c"]
    assert new[0].audience == ("seat:5",) and told.index(new[0]) > served[2]


@pytest.mark.clause("CAT-III.3.5.2-14", "CAT-III.3.5.2-30", "ARI-1.6.4-01")
@pytest.mark.parametrize("rules", ["scj-2023", ARICA])
@pytest.mark.parametrize(
    ("bank", "drawn", "opens"),
    [
        ("8c 8d Kh 5s 3d", ["Jc", "4h"], True),
        ("7c 7d Kh 5s 3d", ["Jc", "4h"], False),
        ("7c 7d Kh 5s 3d", ["7h", "4h"], True),
        ("Ac Kd Qh 5s 3d", ["8h", "8s"], True),
        ("Ac Kd Qh 5s 3d", ["Jh", "9s"], False),
        ("2c 2d 3h 3s Kd", ["4h"], True),
    ],
)
def test_the_croupier_opens_with_a_pair_of_eights_in_his_final_hand(
    rules: str, bank: str, drawn: list[str], opens: bool
) -> None:
    cards = [*each_in_turn({1: "Tc Td Th 2h 2s"}, bank), *drawn]
    table = opened(DRAW, 1, rules=rules)
    round_ = played(table, {1: ANTE}, cards, {1: ["voy", "servido"]})
    round_.one("abre" if opens else "no-abre")
    assert round_.net(1) == (100 + 7 * 200 if opens else 100)


@pytest.mark.clause("CAT-III.3.5.2-15")
def test_the_felt_says_with_what_the_croupier_plays() -> None:
    table = opened(DRAW, 1)
    assert announced(table, "croupier-juega-con-par-de-ocho") == ["CAT-III.3.5.2-15"]
    assert "croupier-juega-con-par-de-ocho" in table.signs().notices


@pytest.mark.clause("CAT-III.3.5.2-16", "AJ-2.3.7.1.1-01")
@pytest.mark.parametrize(
    ("rules", "clause"), [("scj-2023", "CAT-III.3.5.2-16"), ("aj-bolivia", "AJ-2.3.7.1.1-01")]
)
def test_if_he_does_not_open_who_plays_has_the_ante_paid_and_the_bet_back(
    rules: str, clause: str
) -> None:
    hands = {2: "Ac Qs 9h 6d 4c", 1: "Tc Td Th 2h 2s"}
    cards = [*each_in_turn(hands, "7c 7d Kh 5s 3d"), *THEIRS]
    moves = {2: ["voy", "servido"], 1: ["no-voy"]}
    table = opened(DRAW, *hands, rules=rules)
    round_ = played(table, dict.fromkeys(hands, ANTE), cards, moves)
    assert won(round_, 2) == {"ante": ("1:1", 100)}
    assert round_.back(2) == {"ante": 100, "bet": 200}
    assert {event.clause for event in round_.of(BetWon)} == {clause}
    assert round_.net(1) == -100


@pytest.mark.clause(
    "CAT-III.3.5.2-18", "CAT-III.3.5.2-19", "CAT-III.3.5.2-20", "CAT-III.3.5.2-21",
    "CAT-III.3.5.2-22", "AJ-2.3.7.1.1-02", "AJ-2.3.7.1.1-03",
)  # fmt: skip
@pytest.mark.parametrize(
    ("rules", "clause", "paid"),
    [
        ("scj-2023", "CAT-III.3.5.2-21", "CAT-III.3.5.2-18"),
        ("aj-bolivia", "AJ-2.3.7.1.1-02", "AJ-2.3.7.1.1-03"),
    ],
)
def test_each_hand_alone_from_right_to_left_and_a_tie_is_taken_back_last(
    rules: str, clause: str, paid: str
) -> None:
    hands = {6: "8h 8s Kc Jd 4d", 4: "7c 7d 2h 3h 6c", 2: "9c 9d 3s 4c 6h"}
    cards = [*each_in_turn(hands, EIGHTS), *THEIRS]
    table = opened(DRAW, *hands, rules=rules)
    round_ = played(table, dict.fromkeys(hands, ANTE), cards, all_say(hands, "voy", "servido"))
    assert won(round_, 2) == {"ante": ("1:1", 100), "bet": ("1:1", 200)}
    assert {e.clause for e in round_.of(BetWon) if e.bet == "ante"} == {paid}
    assert lost(round_, 4) == {"ante": 100, "bet": 200}
    told = list(round_.events)
    ties = [event for event in round_.of(BetReturned) if event.why == "empate"]
    assert [(e.seat, e.bet, e.amount) for e in ties] == [(6, "ante", 100), (6, "bet", 200)]
    assert {event.clause for event in ties} == {clause}
    settled = [(told.index(e), e.seat) for e in round_.of(BetWon)]
    settled += [(told.index(e), e.seat) for e in round_.of(BetLost)]
    assert [seat for _, seat in sorted(settled)] == [2, 2, 4, 4]
    assert told.index(ties[0]) > max(settled)[0]
    cleared = [event.zone for event in round_.of(CardsCleared)]
    assert cleared == ["seat:2", "seat:4", "seat:6", "croupier"]


@pytest.mark.clause("ARI-1.4.1-01")
def test_in_arica_the_croupier_collects_and_pays_and_takes_no_commission() -> None:
    hands = {2: "9c 9h 2c 3h 4d", 1: "7c 7h 2d 3s 4c"}
    cards = [*each_in_turn(hands, EIGHTS), *THEIRS]
    table = opened(DRAW, *hands, rules=ARICA, limits=Limits(commission=Fraction(1, 20)))
    round_ = played(table, dict.fromkeys(hands, ANTE), cards, all_say(hands, "voy", "servido"))
    assert (round_.net(2), round_.net(1)) == (300, -300)
    assert not round_.of(CommissionTaken)
    assert table.signs().commission is None


@pytest.mark.clause("CAT-III.3.5.2-23")
def test_cards_in_the_discard_holder_do_not_come_again() -> None:
    table = opened(DRAW, 1)
    live = table.begin()
    table.answer(slip({1: ANTE}))
    for text in each_in_turn({1: "9c 9h 2c 3h 4d"}, EIGHTS):
        table.answer(text)
    table.answer("voy")
    table.answer("cambiar:4d")
    with pytest.raises(Refused) as caught:
        table.answer("4d")
    assert caught.value.code == "card-not-left"
    for text in ("6c", *THEIRS):
        table.answer(text)
    record = table.finish()
    assert live.ended
    table.disputes.open(1, record.header.number, "la carta")
    table.disputes.decide(1, "vale")
    assert table.disputes.review(1, record).events == list(record.events)


# The croupier's rules


@pytest.mark.clause("CAT-III.3.5.2-24", "ARI-1.6.1-01")
@pytest.mark.parametrize(
    "hand",
    [
        "Ac 2d 3h 4s 5c",
        "2c 8c Tc Jc Qc",
        "2c 2d 2h 3s 3c",
        "7c 7d 7h 7s 2c",
        "4c 5c 6c 7c 8c",
        "Tc Jc Qc Kc Ac",
    ],
)
def test_the_croupier_stands_with_a_straight_or_better(hand: str) -> None:
    assert cards_kept(hand) == (set(hand.split()), "CAT-III.3.5.2-24")
    assert cards_kept(hand, ARICA) == (set(hand.split()), "ARI-1.6.1-01")


@pytest.mark.clause(
    "CAT-III.3.5.2-25", "CAT-III.3.5.2-26", "CAT-III.3.5.2-32", "CAT-III.3.5.2-27",
    "CAT-III.3.5.2-28", "CAT-III.3.5.2-33", "CAT-III.3.5.2-29", "ARI-1.6.3-01", "ARI-1.6.4-01",
)  # fmt: skip
@pytest.mark.parametrize(
    ("hand", "keeps", "clause", "arica"),
    [
        ("Tc Td 4h 4s Kc", "Tc Td 4h 4s", "CAT-III.3.5.2-25", "CAT-III.3.5.2-25"),
        ("Ks Ts 7s 2s Jd", "Ks Ts 7s 2s", "CAT-III.3.5.2-26", "CAT-III.3.5.2-26"),
        ("Ah 2c 3d 4s 9h", "Ah 2c 3d 4s", "CAT-III.3.5.2-26", "CAT-III.3.5.2-26"),
        ("Js Qd Kh Ac 6s", "Js Qd Kh Ac", "CAT-III.3.5.2-26", "CAT-III.3.5.2-26"),
        # four to a color and other four to a straight: the color
        ("5s 6s 7s 8d Ks", "5s 6s 7s Ks", "CAT-III.3.5.2-26", "CAT-III.3.5.2-26"),
        # the same four cards make both: the fifth goes
        ("3h 4h 5h 6h Jd", "3h 4h 5h 6h", "CAT-III.3.5.2-26", "CAT-III.3.5.2-26"),
        ("6c 6d 6h Ks 2s", "6c 6d 6h", "CAT-III.3.5.2-27", "ARI-1.6.3-01"),
        ("6c 6d Kh Qs 2s", "6c 6d Kh", "CAT-III.3.5.2-28", "ARI-1.6.3-01"),
        # a pair goes before four to a color
        ("2d 2c 3c 4c 5c", "2d 2c 5c", "CAT-III.3.5.2-28", "ARI-1.6.3-01"),
        ("Ac Jd 9h 6s 3c", "Ac Jd 9h", "CAT-III.3.5.2-29", "ARI-1.6.4-01"),
        # a gap inside is no four to a straight
        ("5c 6d 8h 9s Kd", "Kd 9s 8h", "CAT-III.3.5.2-29", "ARI-1.6.4-01"),
        ("Qh Kd Ac 2s 3d", "Ac Kd Qh", "CAT-III.3.5.2-29", "ARI-1.6.4-01"),
    ],
)
def test_what_the_croupier_keeps(hand: str, keeps: str, clause: str, arica: str) -> None:
    assert cards_kept(hand) == (set(keeps.split()), clause)
    assert cards_kept(hand, ARICA) == (set(keeps.split()), arica)


@pytest.mark.clause("CAT-III.3.5.2-24", "CAT-III.3.5.2-29")
def test_the_croupiers_rules_are_tried_in_their_order_and_leave_no_hand_out() -> None:
    rows = DRAW_POKER.rules_of().croupier_draws
    assert [row.keep for row in rows] == [5] * 6 + [4] * 3 + [3] * 3
    assert rows[-1].holding == "carta-alta"
    unknown = '[{ holding = "nada", keep = 3, clause = "CAT-III.3.5.2-29" }]'
    with pytest.raises(ValueError, match="cannot hold nada"):
        DRAW_POKER.rules_of(changes={"croupier_draws": unknown})


# The value of hands and what they pay


@pytest.mark.clause("CAT-III.3.5.2-31", "CAT-III.3.5.2-37")
@pytest.mark.parametrize(
    ("mine", "times"),
    [
        ("9c 9d 3h 4s 6c", 1),
        ("2c 2d 3h 3s 6c", 1),
        ("2c 2d 2h 3s 6c", 2),
        ("As 2d 3h 4s 5c", 3),
        ("Tc Jd Qh Ks Ad", 3),
        ("2c 9c Tc 7c Qc", 5),
        ("2c 2d 2h 3s 3c", 7),
        ("2c 2d 2h 2s 3c", 20),
        ("2c 3c 4c 5c 6c", 50),
        ("Ts Js Qs Ks As", 100),
    ],
)
def test_the_bet_is_paid_by_the_table_and_the_ante_one_to_one(mine: str, times: int) -> None:
    assert against(mine) == 100 + 200 * times


@pytest.mark.clause("CAT-III.3.5.2-31", "CAT-III.3.5.2-34")
@pytest.mark.parametrize(
    ("mine", "bank", "wins"),
    [
        ("9h 9s Ah 3s 2c", "9c 9d Ad 3c 2d", 0),
        ("9h 9s Ah 4s 2c", "9c 9d Ad 3c 2d", 1),
        ("9h 9s Ah 3s 2c", "9c 9d Ad 4c 2d", -1),
        ("Kc 9c 8c 3c 2c", "Kh 9h 8h 3h 2h", 0),
        ("Kc 9c 8c 4c 2c", "Kh 9h 8h 3h 2h", 1),
        ("As 2d 3h 4s 5c", "2c 3d 4h 5s 6c", -1),
        ("5c 5d 5h 2s 2c", "4d 4h 4s Ah Ac", 1),
    ],
)
def test_equal_plays_go_by_rank_and_then_card_by_card(mine: str, bank: str, wins: int) -> None:
    # The croupier's pair with an ace draws two cards that change nothing.
    pair = bank.startswith("9c 9d")
    drawn = [] if not pair else bank.split()[3:]
    start = bank if not pair else "9c 9d Ad 7s 6s"
    net = against(mine, start, drawn)
    assert (net > 0) - (net < 0) == wins
