"""Irregular plays of the banked games (CAT-III.3.6.4), and what the Bolivian text does instead."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose, Ruling
from tapete.core.round.cards import DECK
from tapete.core.round.chance import Mishap, Skipped
from tapete.core.round.event import BetReturned, CardDealt, CardSeen, nets
from tapete.core.round.pot import PotBetReturned
from tests.games.poker.banked import (
    BOLIVIA,
    Played,
    announced,
    each_in_turn,
    face_up,
    glimpsed,
    opened,
    played,
    stuck,
    too_many,
    zones,
)

CARIBBEAN = "caribbean-poker"
PLUS = "caribbean-poker-plus"
DRAW = "draw-poker"
ANTE = {"ante": 100}
BOTH = {5: ANTE, 2: ANTE}
HANDS = {5: "Qc Qd 2c 3d 4h", 2: "Jc Jd 2d 3c 4s"}
AK = "Ah Kc 9d 7s 5h"
CARDS = each_in_turn(HANDS, AK)
VOY = {5: ["voy"], 2: ["voy"]}
DISORDER = Mishap("orden-equivocado")


def dealt_with(
    *wrong: Any, at: int = 4, game: str = CARIBBEAN, rules: str = "scj-2023", **how: Any
) -> Played:
    """A round with something wrong before its ``at``-th card."""
    table = opened(game, 5, 2, rules=rules)
    moves = how.pop("moves", VOY)
    return played(table, BOTH, [*CARDS[:at], *wrong, *how.pop("rest", CARDS[at:])], moves, **how)


def void(*wrong: Any, at: int = 4, game: str = CARIBBEAN, **how: Any) -> Played:
    """A round that ends with what is wrong, void, every bet back."""
    round_ = dealt_with(*wrong, at=at, game=game, rest=[], **{"moves": {}, **how})
    assert round_.back(5) == round_.back(2) == {"ante": 100}
    assert set(nets(round_.events).values()) == {0}
    return round_


def burned(round_: Played) -> list[tuple[str | None, str]]:
    """What was burned, as far as it was shown, and the clause."""
    return [(e.card, e.clause) for e in round_.of(CardDealt) if e.to == "quemadas"]


@pytest.mark.clause("CAT-III.3.6.4-07", "CAT-III.3.6.1-02")
def test_a_card_that_comes_out_face_up_is_burned_and_the_next_takes_its_place() -> None:
    round_ = dealt_with(face_up("8h"), face_up("8d"))
    assert burned(round_) == [("8h", "CAT-III.3.6.4-07"), ("8d", "CAT-III.3.6.4-07")]
    assert round_.net(5) == round_.net(2) == 300


@pytest.mark.clause("CAT-III.3.6.4-08", "AJ-2.3.7.1-06")
def test_one_card_of_the_players_may_be_seen_two_void_the_round_but_not_in_bolivia() -> None:
    first, second = glimpsed("seat:2", CARDS[4]), glimpsed("seat:5", CARDS[6])
    round_ = dealt_with(first, rest=CARDS[5:])
    assert round_.one("carta-vista-sigue").clause == "CAT-III.3.6.4-08"
    [known] = [e for e in round_.of(CardSeen) if e.card == CARDS[4]]
    assert known.audience == () and round_.net(2) == 300
    two = [first, CARDS[5], second]
    assert void(*two).voided().clause == "CAT-III.3.6.4-08"
    assert dealt_with(*two, rest=CARDS[7:], rules=BOLIVIA).net(5) == 300


@pytest.mark.clause("CAT-III.3.6.4-09")
def test_a_covered_card_of_the_croupier_that_is_seen_voids_the_round() -> None:
    voided = void(glimpsed("croupier", CARDS[5]), at=5).voided()
    assert (voided.cause, voided.clause) == ("carta-vista", "CAT-III.3.6.4-09")
    last = len(CARDS) - 1  # his fifth card lies uncovered by rule
    assert dealt_with(glimpsed("croupier", CARDS[last]), at=last, rest=[]).net(5) == 300


@pytest.mark.clause("AJ-2.3.7.1-10")
def test_in_bolivia_it_takes_more_than_one_card_of_the_croupier_the_uncovered_one_counted() -> None:
    one, two = glimpsed("croupier", CARDS[2]), glimpsed("croupier", CARDS[5])
    moves = {5: ["voy", "servido"], 2: ["voy", "servido"]}
    rest = [*CARDS[3:], "8h", "8d"]
    assert dealt_with(one, at=2, game=DRAW, rules=BOLIVIA, rest=rest, moves=moves).net(5) != 0
    second = void(one, *CARDS[3:5], two, at=2, game=DRAW, rules=BOLIVIA)
    assert second.voided().clause == "AJ-2.3.7.1-10"
    assert void(one, at=2, rules=BOLIVIA).voided().clause == "AJ-2.3.7.1-10"


@pytest.mark.clause("CAT-III.3.6.4-10", "AJ-2.3.7.1-03")
@pytest.mark.parametrize("rules", ["scj-2023", BOLIVIA])
@pytest.mark.parametrize(
    ("moves", "gone"), [(["quemar:2"], "8h"), (["quemar:1"], "Jd"), ([], "Jd")]
)
def test_the_player_says_which_of_the_stuck_cards_is_burned_else_the_top_one(
    rules: str, moves: list[str], gone: str
) -> None:
    pair = stuck("Jd 8h")
    kept = {"8h": "Jd", "Jd": "8h"}[gone]
    said = {5: ["voy"], 2: [*moves, "voy"]}
    round_ = dealt_with(pair, rules=rules, rest=CARDS[5:], moves=said)
    [(shown, clause)] = burned(round_)
    assert shown is None  # nobody saw them
    assert clause == ("CAT-III.3.6.4-10" if rules != BOLIVIA else "AJ-2.3.7.1-03")
    own = [e.card for e in round_.of(CardSeen) if e.zone == "seat:2" and e.audience]
    assert kept in own and gone not in own
    [ask] = [ask for ask in round_.choices(2) if ask.about == "cartas-pegadas"]
    assert not any(option.cards for option in ask.options)  # he chooses without seeing them


@pytest.mark.clause("CAT-III.3.6.4-10")
def test_a_choice_already_told_is_followed_and_of_the_banks_cards_the_top_one_goes() -> None:
    round_ = dealt_with(stuck("8h Jd 8d", chosen="8h"), rest=CARDS[5:-1])
    assert zones(round_).count("quemadas") == 1
    bank = dealt_with(stuck("8h Kc"), at=5, rest=CARDS[6:])
    asked = [ask.about for ask in bank.asked if isinstance(ask, Choose)]
    assert asked == ["seat:5", "seat:2"]  # nobody chooses for the croupier
    assert bank.net(5) == 300


@pytest.mark.clause("AJ-2.3.7.1-02")
def test_in_bolivia_stuck_cards_of_draw_poker_are_all_burned() -> None:
    moves = {5: ["voy", "servido"], 2: ["voy", "servido"]}
    rest = [*CARDS[4:], "8c", "6h"]
    round_ = dealt_with(stuck("8h 8d"), game=DRAW, rules=BOLIVIA, rest=rest, moves=moves)
    assert burned(round_) == [(None, "AJ-2.3.7.1-02")] * 2


@pytest.mark.clause("CAT-III.3.6.4-02")
def test_cards_dealt_wrong_are_put_in_order_and_said_to_be_right() -> None:
    round_ = dealt_with(DISORDER)
    assert round_.one("las-cartas-estan-bien-dadas").clause == "CAT-III.3.6.4-02"
    [ruling] = [ask for ask in round_.asked if isinstance(ask, Ruling)]
    assert ruling.role == "croupier"
    assert round_.net(5) == 300


@pytest.mark.clause("CAT-III.3.6.4-02", "CAT-III.3.6.1-03")
@pytest.mark.parametrize("how", [{"rulings": ["quemar"]}, {"moves": {2: ["objetar"]}}])
def test_if_they_cannot_be_or_somebody_objects_the_round_is_burned(how: dict[str, Any]) -> None:
    voided = void(DISORDER, **how).voided()
    assert (voided.cause, voided.clause) == ("orden-equivocado", "CAT-III.3.6.4-02")


@pytest.mark.clause("CAT-III.3.6.4-02", "CAT-III.3.6.1-03")
def test_a_round_burned_before_its_first_card_has_its_deck_shuffled_too() -> None:
    table = opened(CARIBBEAN, 5, 2)
    played(table, BOTH, [DISORDER], rulings=["quemar"]).voided()
    with pytest.raises(Refused) as caught:
        table.begin()
    assert caught.value.code == "cards-must-be-shuffled"


@pytest.mark.clause("CAT-III.3.6.4-11")
@pytest.mark.parametrize("wrong", [too_many("8h"), Skipped(2)])
def test_a_player_with_a_wrong_number_of_cards_is_out_unless_they_can_be_put_in_order(
    wrong: Any,
) -> None:
    put_right = dealt_with(wrong)
    assert put_right.net(5) == put_right.net(2) == 300
    others = [text for i, text in enumerate(CARDS[4:], 4) if i % 3 != 1]
    out = dealt_with(wrong, rest=others, moves={5: ["voy"]}, rulings=["quemar"])
    [back] = [e for e in out.of(BetReturned) if e.seat == 2]
    assert (back.amount, back.clause) == (100, "CAT-III.3.6.4-11")
    assert (out.net(5), out.net(2)) == (300, 0)


@pytest.mark.clause("AJ-2.3.7.1-04", "AJ-2.3.7.1-05", "AJ-2.3.7.1-01")
def test_in_bolivia_a_wrong_number_of_cards_is_not_put_in_order() -> None:
    others = [text for i, text in enumerate(CARDS[4:], 4) if i % 3 != 1]
    out = dealt_with(too_many("8h"), rest=others, moves={5: ["voy"]}, rules=BOLIVIA)
    assert not [ask for ask in out.asked if isinstance(ask, Ruling)]
    assert [e.clause for e in out.of(BetReturned) if e.seat == 2] == ["AJ-2.3.7.1-04"]
    assert void(too_many("8h"), at=5, rules=BOLIVIA).voided().clause == "AJ-2.3.7.1-05"


@pytest.mark.clause("CAT-III.3.6.4-12")
def test_a_wrong_number_of_cards_of_the_croupier_annuls_all_hands() -> None:
    voided = void(too_many("8h"), at=5, rulings=["quemar"]).voided()
    assert (voided.cause, voided.clause) == ("cantidad-equivocada", "CAT-III.3.6.4-12")
    assert dealt_with(too_many("8h"), at=5).net(5) == 300


@pytest.mark.clause("CAT-III.3.6.4-13")
def test_a_player_who_bet_and_got_no_cards_waits_for_the_next_round() -> None:
    table = opened(CARIBBEAN, 5, 2)
    alone = each_in_turn({5: HANDS[5]}, AK)
    round_ = played(table, BOTH, [alone[0], Skipped(2), *alone[1:]], {5: ["voy"]})
    [back] = [e for e in round_.of(BetReturned) if e.seat == 2]
    assert (back.why, back.clause) == ("sin-carta", "CAT-III.3.6.4-13")
    assert "seat:2" not in zones(round_) and round_.net(2) == 0
    assert played(table, BOTH, CARDS, VOY).net(2) == 300


@pytest.mark.clause("CAT-III.3.6.4-13")
def test_his_bet_on_the_pot_comes_back_with_it() -> None:
    table = opened(CARIBBEAN, 5, 2, extra={"pot": {"credit": 1000}})
    bets = {5: ANTE, 2: {"ante": 100, "progresivo": 1000}}
    alone = each_in_turn({5: HANDS[5]}, AK)
    round_ = played(table, bets, [Skipped(2), *alone], {5: ["voy"]})
    assert [(e.seat, e.amount) for e in round_.of(PotBetReturned)] == [(2, 1000)]
    assert round_.net(2) == 0


@pytest.mark.clause("CAT-III.3.6.4-03", "AJ-2.3.7.1-13")
@pytest.mark.parametrize(
    ("rules", "clause"), [("scj-2023", "CAT-III.3.6.4-03"), (BOLIVIA, "AJ-2.3.7.1-13")]
)
def test_if_the_cards_run_out_the_round_is_void_and_all_are_shuffled(
    rules: str, clause: str
) -> None:
    # Thirty-odd cards come out face up before the hands are complete.
    spare = [text for text in DECK if text not in CARDS]
    wrong = [face_up(text) for text in spare]
    moves = {5: ["voy", "servido"], 2: ["voy", "servido"]}
    table = opened(DRAW, 5, 2, rules=rules)
    round_ = played(table, BOTH, [*CARDS[:4], *wrong, *CARDS[4:]], moves)
    voided = round_.voided()  # not one card is left for the croupier's exchange
    assert (voided.cause, voided.clause) == ("mazo-agotado", clause)
    assert set(nets(round_.events).values()) == {0}
    with pytest.raises(Refused) as caught:
        table.begin()
    assert caught.value.code == "cards-must-be-shuffled"


@pytest.mark.clause("CAT-III.3.6.4-05", "CAT-III.3.6.1-03")
def test_a_round_void_after_a_fold_and_a_purchase_gives_the_ante_and_the_price_back() -> None:
    table = opened(PLUS, 5, 2, extra={"cards": "barajadora-de-cartas"})
    moves = {5: ["voy", "comprar:4h"], 2: ["no-voy"]}
    round_ = played(table, BOTH, [*CARDS, Mishap("barajadora-trancada")], moves)
    assert round_.voided().undone
    assert (round_.net(5), round_.net(2)) == (0, 0)


@pytest.mark.clause("AJ-2.3.7.1-12", "AJ-2.3.7.1-11")
@pytest.mark.parametrize("game", [CARIBBEAN, DRAW])
def test_in_bolivia_the_hand_of_an_absent_player_is_annulled(game: str) -> None:
    table = opened(game, 5, 2, rules=BOLIVIA)
    table.act("ausente", seat=2)
    assert announced(table, "jugador-ausente") == ["AJ-2.3.7.1-12"]
    drawn = ["8h", "8d"] if game == DRAW else []
    round_ = played(table, BOTH, [*CARDS, *drawn], {5: ["voy", "servido"][: 1 + (game == DRAW)]})
    [back] = [e for e in round_.of(BetReturned) if e.seat == 2]
    assert (back.why, back.amount, back.clause) == ("ausente", 100, "AJ-2.3.7.1-12")
    with pytest.raises(Refused) as caught:
        opened(game, 5, 2).act("ausente", seat=2)
    assert caught.value.code == "no-rule-for-it"
