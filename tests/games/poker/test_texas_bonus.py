"""Texas Hold'em Bonus (CAT-III.3.5.7.3): button, bets street by street, a bet on two cards."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose
from tapete.core.round.bets import Place, SpotLimits
from tapete.core.round.cards import RANKS, card
from tapete.core.round.chance import Mishap
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetPlaced,
    BetWon,
    CardDealt,
    CardsCleared,
    CardSeen,
    Chosen,
    MarkerPut,
)
from tapete.core.table.table import PLENTY, Table
from tapete.games.poker.bank.texas_bonus import TexasBonusRules
from tests.games.poker.banked import (
    BONUS,
    Limits,
    Played,
    all_say,
    bonus,
    each_in_turn,
    face_up,
    glimpsed,
    lost,
    opened,
    played,
    refused_bets,
    seen,
    staked,
    too_many,
    won,
    zones,
)

ANTE = {"ante": 100}
BOTH = {"ante": 100, "bonus": 50}
PASSES = ["voy", "paso", "paso"]
LOW = "8c 5s 3d Th 7h"


def one(
    mine: str, bank: str, common: str, said: str = "voy paso paso", bets: dict[str, int] = ANTE
) -> Played:
    """One player with an ante of 100 who says this."""
    return played(opened(BONUS, 1), {1: bets}, bonus({1: mine}, bank, common), {1: said.split()})


def buttons(round_: Played) -> list[str | None]:
    return [event.place for event in round_.of(MarkerPut)]


def a_round(table: Table, order: list[int]) -> Played:
    """A round in which nobody wins much, dealt in this order; seats that bet are those."""
    packs = ["2c 7d", "3c 8d", "4c 9d", "5c Td"]
    hands = dict(zip(order, packs, strict=False))
    cards = bonus(hands, "Kh Kd", "6s 6h Qc Js 2h", order)
    return played(table, dict.fromkeys(order, ANTE), cards, all_say(hands, *PASSES))


# The button


@pytest.mark.clause("CAT-III.3.5.7.3-04", "CAT-III.3.6.1-07")
def test_the_button_starts_at_the_first_occupied_seat_on_the_croupiers_right() -> None:
    table = opened(BONUS, 2, 4, 6)
    round_ = a_round(table, [6, 4, 2])
    [first, *_] = round_.of(MarkerPut)
    assert (first.marker, first.place, first.clause) == ("boton", "seat:2", "CAT-III.3.5.7.3-04")
    assert round_.events[0] == first


@pytest.mark.clause("CAT-III.3.5.7.3-06", "CAT-III.3.5.7.3-11")
def test_the_button_moves_clockwise_and_the_deal_starts_after_it_and_ends_with_it() -> None:
    table = opened(BONUS, 1, 3, 5)
    for order in ([5, 3, 1], [3, 1, 5], [1, 5, 3], [5, 3, 1]):
        round_ = a_round(table, order)
        turn = [f"seat:{seat}" for seat in order]
        assert zones(round_)[:8] == [*turn, "croupier"] * 2
        assert buttons(round_)[-1] == turn[0]
        assert round_.of(MarkerPut)[-1].clause == "CAT-III.3.5.7.3-06"
        for zone in (*turn, "croupier"):
            assert round_.dealt(zone) == [None, None]


@pytest.mark.clause("CAT-III.3.5.7.3-07")
def test_a_dead_button_stays_and_the_next_player_is_dealt_first() -> None:
    table = opened(BONUS, 1, 3, 5)
    a_round(table, [5, 3, 1])  # the button goes to seat 5
    table.leave(5)
    table.sit(2, "nuevo", chips=PLENTY)
    round_ = a_round(table, [3, 2, 1])
    dead = round_.one("boton-muerto")
    assert (dead.facts["seat"], dead.clause) == (5, "CAT-III.3.5.7.3-07")
    assert buttons(round_) == ["seat:3"]


def test_the_croupier_puts_the_button_where_it_belongs() -> None:
    table = opened(BONUS, 1, 3, 5)
    table.act("button", seat=3)
    assert zones(a_round(table, [1, 5, 3]))[0] == "seat:1"
    for seat in (0, 8, "3"):
        with pytest.raises(Refused, match="no-such-seat"):
            table.act("button", seat=seat)


def test_a_button_out_of_place_annuls_the_round_only_before_the_first_card() -> None:
    table = opened(BONUS, 1, 3)
    table.act("button", seat=3)
    wrong = Mishap("boton-mal-puesto")
    round_ = played(table, {1: ANTE, 3: ANTE}, [wrong])
    assert (round_.voided().cause, round_.net(1)) == ("boton-mal-puesto", 0)
    assert not buttons(round_)  # after a void round it stays
    cards = bonus({1: "2c 7d", 3: "3c 8d"}, "Kh Kd", "6s 6h Qc Js 2h", [1, 3])
    moves = {1: PASSES, 3: PASSES}
    round_ = played(table, {1: ANTE, 3: ANTE}, [cards[0], wrong, *cards[1:]], moves)
    assert "boton-corregido-despues" in round_.said()
    assert round_.net(1) == -300


# The bets


@pytest.mark.clause("CAT-III.3.5.7.3-08")
def test_antes_go_down_from_the_buttons_right_on_before_any_card_and_give_a_right_to_them() -> None:
    table = opened(BONUS, 1, 3, 5, 6)
    table.act("button", seat=5)
    order = [3, 1, 5]  # from the right of the button on; seat 6 puts no ante down
    cards = bonus({3: "2c 7d", 1: "3c 8d", 5: "4c 9d"}, "Kh Kd", "6s 6h Qc Js 2h", order)
    round_ = played(table, dict.fromkeys(order, ANTE), cards, all_say(order, *PASSES))
    antes = [event for event in round_.of(BetPlaced) if event.bet == "ante"]
    assert [event.seat for event in antes] == order
    assert {event.clause for event in antes} == {"CAT-III.3.5.7.3-08"}
    first_card = round_.events.index(round_.of(CardDealt)[0])
    assert all(round_.events.index(event) < first_card for event in antes)
    assert zones(round_)[:4] == ["seat:3", "seat:1", "seat:5", "croupier"]
    assert "seat:6" not in zones(round_)
    table.prepare(lambda ask: ask.some(lambda n: 0))
    live = table.begin()
    assert live.ask is not None  # the button is at 3 by now: the croupier invites seat 1 first
    assert live.ask.view("croupier").to == "seat:1" and live.ask.view("seat:1").to is None
    table.bet(Place(3, "ante", 100))
    table.close_bets()
    assert live.ask is not None and live.ask.is_chance
    with pytest.raises(Refused) as late:
        table.bet(Place(1, "ante", 100))
    assert late.value.code == "bets-closed"


@pytest.mark.clause("CAT-III.3.3.7-05", "CAT-III.3.5.7.3-05", "CAT-III.3.5.7.3-08")
def test_a_compulsory_ante_an_optional_bonus_and_three_bets_that_follow() -> None:
    table = opened(BONUS, 1, 2)
    cards = bonus({1: "Ah Kd"}, "Ks Qh", LOW)
    round_ = played(table, {1: BOTH}, cards, {1: ["voy", "voy", "voy"]})
    assert staked(round_, 1) == {"ante": 100, "bonus": 50, "flop": 200, "turn": 100, "river": 100}
    assert "seat:2" not in zones(round_)
    for bet in ("flop", "turn", "river", "bet"):
        assert refused_bets(table, {1: {**ANTE, bet: 100}}).code == "not-on-the-cloth"
    assert refused_bets(table, {1: {**ANTE, "progresivo": 100}}).code == "no-pot-linked"


@pytest.mark.clause("CAT-III.3.5.7.3-09")
def test_a_bonus_needs_an_ante_and_has_limits_of_its_own() -> None:
    limits = Limits(min=1000, max=50_000, bets={"bonus": SpotLimits(min=500, max=5000)})
    table = opened(BONUS, 1, limits=limits)
    alone = refused_bets(table, {1: {"bonus": 500}})
    assert (alone.clause, alone.code) == ("CAT-III.3.5.7.3-09", "needs-main-bet")
    assert refused_bets(table, {1: {"ante": 1000, "bonus": 499}}).code == "under-minimum"
    assert refused_bets(table, {1: {"ante": 1000, "bonus": 5001}}).code == "over-maximum"
    first = {"bonus": 500, "ante": 1000}  # before the ante or with it
    round_ = played(table, {1: first}, each_in_turn({1: "2c 7d"}, "Kh Kd"), {1: ["no-voy"]})
    assert round_.net(1) == -1500


@pytest.mark.clause("CAT-III.3.5.7.3-10", "CAT-III.3.5.7.3-18")
def test_after_no_mas_apuestas_no_bet_is_taken_at_any_street() -> None:
    table = opened(BONUS, 1)
    live = table.begin()
    table.bet(Place(1, "ante", 100))
    table.close_bets()
    cards = bonus({1: "Ah Kd"}, "Ks Qh", LOW)
    moves = ["voy", "paso", "voy"]
    closed = []
    while live.ask is not None:
        for bet in ("ante", "bonus", "river"):
            with pytest.raises(Refused) as late:
                table.bet(Place(1, bet, 100))
            assert (late.value.clause, late.value.code) == ("CAT-III.3.5.7.3-10", "bets-closed")
        asks = isinstance(live.ask, Choose)
        told = table.answer(moves.pop(0) if asks else cards.pop(0))
        closed += [e for e in told if isinstance(e, Announced) and e.what == "no-mas-apuestas"]
    assert [e.clause for e in closed] == ["CAT-III.3.5.7.3-10"] * 3  # flop, turn and river


@pytest.mark.clause("CAT-III.3.5.7.3-12")
def test_with_two_cards_in_hand_the_flop_bet_is_twice_the_ante_or_nothing() -> None:
    round_ = one("Ah Kd", "Ks Qh", LOW, bets={"ante": 700})
    assert staked(round_, 1)["flop"] == 1400
    choice = round_.choices(1)[0]
    assert ([o.name for o in choice.options], choice.clause) == (
        ["voy", "no-voy"], "CAT-III.3.5.7.3-12",
    )  # fmt: skip
    events = list(round_.events)
    said = next(i for i, e in enumerate(events) if isinstance(e, Chosen))
    flop = next(i for i, e in enumerate(events) if isinstance(e, CardDealt) and e.to == "mesa")
    assert said < flop


@pytest.mark.clause("CAT-III.3.5.7.3-13")
@pytest.mark.parametrize(
    ("mine", "net"), [("2c 7d", -150), ("Tc Th", 50), ("As Ad", 1400), ("Ac Kc", 1150)]
)
def test_who_retires_loses_the_ante_and_has_his_bonus_settled_first(mine: str, net: int) -> None:
    cards = each_in_turn({1: mine}, "Ah Qd" if "A" not in mine else "9h 9s")
    round_ = played(opened(BONUS, 1), {1: BOTH}, cards, {1: ["no-voy"]})
    assert round_.net(1) == net
    spots = [e.bet for e in round_.events if isinstance(e, BetWon | BetLost)]
    assert spots == ["bonus", "ante"]
    assert "mesa" not in zones(round_)  # nobody plays: no flop


@pytest.mark.clause("CAT-III.3.5.7.3-13")
def test_who_folds_aces_is_paid_30_even_if_the_croupier_has_the_other_two() -> None:
    cards = each_in_turn({1: "As Ad"}, "Ac Ah")
    round_ = played(opened(BONUS, 1), {1: BOTH}, cards, {1: ["no-voy"]})
    assert won(round_, 1) == {"bonus": ("30:1", 1500)}
    assert not seen(round_, "croupier")


def test_who_folds_without_a_bonus_shows_nothing() -> None:
    cards = each_in_turn({1: "As Ad"}, "Ac Ah")
    round_ = played(opened(BONUS, 1), {1: ANTE}, cards, {1: ["no-voy"]})
    assert {e.audience for e in seen(round_, "seat:1")} == {("seat:1",)}


@pytest.mark.clause("CAT-III.3.5.7.3-14", "CAT-III.3.5.7.3-16", "CAT-III.3.5.7.3-19")
def test_a_card_is_burned_unseen_before_flop_turn_and_river() -> None:
    round_ = one("Ah Kd", "Ks Qh", LOW)
    dealt = [(e.to, e.clause) for e in round_.of(CardDealt) if e.to in ("mesa", "quemadas")]
    flop, turn, river = (f"CAT-III.3.5.7.3-{number}" for number in (14, 16, 19))
    assert dealt == [
        ("quemadas", flop), ("mesa", flop), ("mesa", flop), ("mesa", flop),
        ("quemadas", turn), ("mesa", turn), ("quemadas", river), ("mesa", river),
    ]  # fmt: skip
    assert round_.dealt("quemadas") == [None] * 3
    assert round_.dealt("mesa") == LOW.split()
    assert round_.one("resto-al-descartador").clause == river


@pytest.mark.clause("CAT-III.3.5.7.3-15", "CAT-III.3.5.7.3-17")
@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("voy voy voy", {"turn": 100, "river": 100}),
        ("voy voy paso", {"turn": 100}),
        ("voy paso voy", {"river": 100}),
        ("voy paso paso", {}),
    ],
)
def test_turn_and_river_bets_equal_the_ante_and_nobody_may_retire(
    said: str, more: dict[str, int]
) -> None:
    round_ = one("Ah Kd", "Ks Qh", LOW, said)
    assert staked(round_, 1) == {"ante": 100, "flop": 200, **more}
    assert [choice.clause for choice in round_.choices(1)[1:]] == [
        "CAT-III.3.5.7.3-15", "CAT-III.3.5.7.3-17",
    ]  # fmt: skip
    for choice in round_.choices(1)[1:]:
        assert [option.name for option in choice.options] == ["voy", "paso"]
        assert not choice.fits("no-voy")


def test_all_decide_before_the_next_card() -> None:
    hands = {2: "Ah Kd", 1: "9c 9d"}
    cards = bonus(hands, "Ks Qh", LOW)
    moves = {2: ["voy", "voy", "paso"], 1: ["voy", "paso", "voy"]}
    round_ = played(opened(BONUS, 1, 2), dict.fromkeys(hands, ANTE), cards, moves)
    steps = [
        e.seat if isinstance(e, Chosen) else "mesa"
        for e in round_.events
        if isinstance(e, Chosen) or (isinstance(e, CardDealt) and e.to == "mesa")
    ]
    assert steps == [2, 1, "mesa", "mesa", "mesa", 2, 1, "mesa", 2, 1, "mesa"]


# The hands


@pytest.mark.clause("CAT-III.3.5.7.3-20")
def test_the_croupier_plays_with_any_hand() -> None:
    round_ = one("Js 4d", "4s 2h", LOW)
    assert "abre" not in round_.said()
    assert round_.net(1) == 200  # jack high against ten high


@pytest.mark.clause("CAT-III.3.5.7.3-34", "CAT-III.3.5.7.3-35")
@pytest.mark.parametrize(
    ("mine", "bank", "common", "his", "theirs"),
    [
        ("9h 9d", "Kc 2d", "9s 5c Kd 7h 3s", "9s Kd 7h", "Kd 9s 7h 5c"),  # trio, pair of kings
        ("Ah Qd", "5h 3d", "Ac 2d 3c 4s 9h", "Ac 9h 4s", "4s 2d Ac"),  # pair, wheel
        ("2c 3d", "2d 3h", "Ts Js Qs Ks As", "As Ks Qs Js Ts", "As Ks Qs Js Ts"),
    ],
)
def test_the_community_cards_of_each_hand_are_pointed_out_in_order(
    mine: str, bank: str, common: str, his: str, theirs: str
) -> None:
    round_ = one(mine, bank, common)
    used = {e.what: e for e in round_.of(Announced) if e.what.startswith("comunitarias")}
    croupier, player = used["comunitarias-del-croupier"], used["comunitarias-de-la-mano"]
    assert (croupier.facts, croupier.clause) == ({"cards": theirs}, "CAT-III.3.5.7.3-34")
    assert (player.facts, player.clause) == ({"seat": 1, "cards": his}, "CAT-III.3.5.7.3-35")


@pytest.mark.clause("CAT-III.3.5.7.3-21", "CAT-III.3.5.7.3-22")
def test_from_the_right_the_bonus_is_settled_before_the_hand_whatever_becomes_of_it() -> None:
    hands = {4: "Kc Kd", 2: "7c 2d"}
    cards = bonus(hands, "Ac Ah", "Qs 7h 7d 4c 9s")
    bets = {4: {"ante": 100, "bonus": 200}, 2: {"ante": 100, "bonus": 50}}
    round_ = played(opened(BONUS, 2, 4), bets, cards, all_say(hands, *PASSES))
    steps = [(e.seat, e.bet) for e in round_.events if isinstance(e, BetWon | BetLost)]
    assert steps == [(2, "bonus"), (2, "flop"), (4, "bonus"), (4, "ante"), (4, "flop")]
    assert (round_.net(2), round_.net(4)) == (200 - 50, 2000 - 300)


@pytest.mark.clause("CAT-III.3.5.7.3-23", "CAT-III.3.5.7.3-24")
@pytest.mark.parametrize(
    ("mine", "ante_pays"),
    [("As Kh", False), ("8c 8d", False), ("7h 6h", False), ("9c Tc", True), ("4d 5s", True)],
)
def test_the_ante_of_a_winner_pays_only_from_a_straight(mine: str, ante_pays: bool) -> None:
    common = "6c 7d 8h Ks 2s" if mine != "As Kh" else "6c 7d Jh Ks 2s"
    round_ = one(mine, "Kd 4c", common, "voy voy voy")
    paid = {"flop": ("1:1", 200), "turn": ("1:1", 100), "river": ("1:1", 100)}
    assert won(round_, 1) == {**({"ante": ("1:1", 100)} if ante_pays else {}), **paid}
    assert round_.net(1) == (500 if ante_pays else 400)
    clauses = {e.bet: e.clause for e in round_.of(BetWon)}
    assert {clauses[bet] for bet in paid} == {"CAT-III.3.5.7.3-24"}
    back = [e.clause for e in round_.events if getattr(e, "why", "") == "sin-pago"]
    assert back == ([] if ante_pays else ["CAT-III.3.5.7.3-23"])


@pytest.mark.clause("CAT-III.3.5.7.3-25")
def test_a_losing_hand_loses_every_bet_made_on_it() -> None:
    round_ = one("As Qd", "Kd 4c", "6c 7d 8h Ks 2s", "voy voy voy")
    assert lost(round_, 1) == {"ante": 100, "flop": 200, "turn": 100, "river": 100}


@pytest.mark.clause("CAT-III.3.5.7.3-26")
def test_on_a_tie_every_bet_comes_back() -> None:
    round_ = one("4c 3h", "Ad Ah", "5c 6d 7h 8s 9c", "voy voy voy")
    assert round_.back(1) == {"ante": 100, "flop": 200, "turn": 100, "river": 100}
    assert round_.net(1) == 0
    assert not won(round_, 1)


@pytest.mark.clause("CAT-III.3.5.7.3-29", "CAT-III.3.5.7.3-30")
@pytest.mark.parametrize(
    ("mine", "bank", "common", "sign"),
    [
        ("Js 8d", "Jd 7h", "Ac Kd 9h 4s 2c", 1),  # high cards, to the fifth
        ("2d 2h", "As Kc", LOW, 1),  # a pair
        ("8d 5d", "As Ah", LOW, 1),  # two pairs
        ("8d 8s", "Tc 7c", LOW, 1),  # a trio over two pairs
        ("9c 6c", "8d 8s", "8c 5s 2d Th 7h", 1),  # a straight over a trio
        ("Ad 2d", "Tc Jd", "3d 9d 5d Th Qh", 1),  # a flush over a pair
        ("Tc Td", "Ah Kh", "Th 5h 2h 5c Jd", 1),  # a full over a flush
        ("5h 5d", "Tc Td", "5c 5s Th 2d 3c", 1),  # a poker over a full
        ("4c 6c", "9s 9d", "5c 7c 8c 9c 9h", 1),  # a straight flush over a poker
        ("Ac Kc", "9c 8c", "Tc Jc Qc 2d 3h", 1),  # a royal flush over a straight flush
        ("As 9h", "6s 8c", "2d 3h 4c 5d Kd", -1),  # A to 5 is the lowest straight
        ("Ah 3c", "8c 5d", "Qc Qd Qh 7s 2d", 1),
        ("As 3h", "Kc Jd", "9c 9d 9h 9s 4d", 1),
        ("4s Kd", "2s Ad", "Qs Ts 7s 5s 3s", 1),
        ("7d 6s", "7c 6h", "Ac Kd Qh Js 2c", 0),
    ],
)
def test_hands_from_high_card_to_royal_flush(mine: str, bank: str, common: str, sign: int) -> None:
    net = one(mine, bank, common).net(1)
    assert (net > 0) - (net < 0) == sign


@pytest.mark.clause("CAT-III.3.5.7.3-33")
@pytest.mark.parametrize(
    ("mine", "bank", "odds"),
    [
        ("2c 2s", "Ks 9h", 3),
        ("Tc Ts", "Ks 9h", 3),
        ("Ad Jc", "Ks 9h", 5),
        ("Qc Ad", "Ks 9h", 5),
        ("Jc Js", "Ks 9h", 10),
        ("Qc Qs", "Ks 9h", 10),
        ("Kc Kd", "9s 9h", 10),
        ("Ah Kd", "Ks 9h", 15),
        ("As Qs", "Ks 9h", 20),
        ("Jd Ad", "Ks 9h", 20),
        ("Kc Ac", "Ks 9h", 25),
        ("Ad As", "Kh Kc", 30),
        ("Ad As", "Ac Kc", 30),
        ("Ad As", "Ac Ah", 1000),
        ("Ks Qs", "Ac Ah", -1),
        ("Ad Td", "Ac Ah", -1),
        ("7c 2d", "Ac Ah", -1),
    ],
)
def test_the_bonus_table_by_the_players_own_two_cards(mine: str, bank: str, odds: int) -> None:
    common = "6c 4d 3s Jh 8d"
    round_ = one(mine, bank, common, bets=BOTH)
    if odds < 0:
        assert lost(round_, 1)["bonus"] == 50
    else:
        assert won(round_, 1)["bonus"] == (f"{odds}:1", 50 * odds)
        [clause] = [e.clause for e in round_.of(BetWon) if e.bet == "bonus"]
        assert clause == "CAT-III.3.5.7.3-33"


@pytest.mark.clause("CAT-III.3.6.1-01")
def test_the_figures_whose_pairs_pay_ten_are_jack_queen_and_king() -> None:
    rules = opened(BONUS, 1).rules
    assert isinstance(rules, TexasBonusRules)
    pairs = {rank: rules.bonus_row((card(rank + "c"), card(rank + "d")), ()) for rank in RANKS}
    figures = {rank for rank, row in pairs.items() if row == "par-de-figuras"}
    assert figures == {"J", "Q", "K"}


# Irregular plays


@pytest.mark.clause("CAT-III.3.6.4-15")
def test_a_fourth_card_with_the_flop_is_burned() -> None:
    cards = bonus({1: "Ah Kd"}, "Ks Qh", LOW)
    round_ = played(
        opened(BONUS, 1), {1: ANTE}, [*cards[:8], too_many("As"), *cards[8:]], {1: PASSES}
    )
    assert round_.dealt("mesa") == LOW.split()
    assert round_.dealt("quemadas") == [None, "As", None, None]


@pytest.mark.clause("CAT-III.3.6.4-07", "CAT-III.3.6.4-08")
def test_a_card_face_up_is_burned_and_one_card_seen_is_let_pass() -> None:
    cards = bonus({1: "Ah Kd"}, "Ks Qh", LOW)
    table = opened(BONUS, 1)
    up = played(table, {1: ANTE}, [face_up("As"), *cards], {1: PASSES})
    assert (up.dealt("quemadas")[0], up.net(1)) == ("As", 200)
    glimpse = [glimpsed("seat:1", cards[0]), *cards[1:]]
    assert played(table, {1: ANTE}, glimpse, {1: PASSES}).net(1) == 200
    twice = [glimpsed("seat:1", cards[0]), cards[1], glimpsed("seat:1", cards[2])]
    round_ = played(table, {1: BOTH}, twice)
    assert (round_.voided().clause, round_.net(1)) == ("CAT-III.3.6.4-08", 0)


def test_a_round_annulled_late_undoes_a_bonus_already_paid() -> None:
    hands = {2: "As Ad", 1: "9c 9d"}
    cards = [*each_in_turn(hands, "Ks Qh"), "2c", "3c", Mishap("barajadora-trancada")]
    moves = {2: ["no-voy"], 1: ["voy"]}
    round_ = played(opened(BONUS, 1, 2), dict.fromkeys(hands, BOTH), cards, moves)
    assert won(round_, 2) == {"bonus": ("30:1", 1500)}
    assert (round_.net(2), round_.net(1)) == (0, 0)
    assert round_.voided().clause == "CAT-III.3.6.4-05"


def test_what_lies_on_the_table_is_collected_at_the_end() -> None:
    round_ = one("Ah Kd", "Ks Qh", LOW)
    cleared = [e.zone for e in round_.of(CardsCleared)]
    assert sorted(cleared) == ["croupier", "mesa", "quemadas", "seat:1"]
    assert [e for e in round_.of(CardSeen) if e.zone == "croupier"]
