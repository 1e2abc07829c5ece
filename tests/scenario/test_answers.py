"""A round is answered from its plan, and what must be refused is tried on the way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.core.round.bets import Place, Slip
from tapete.scenario.answers import Abandoned
from tapete.scenario.file import Tried
from tests.scenario.toys import answered, card_round, line_round, stopped

CARDS = {"chance": ("7d",)}
BOTH_BET = {"bets": {1: {"pass": 10}, 2: {"pass": 20}}, "chance": ("3-4",)}


def test_dice_are_split_and_cards_are_cards() -> None:
    slip, dice = answered(line_round(), **BOTH_BET)
    assert slip == Slip((Place(1, "pass", 10), Place(2, "pass", 20)))
    assert dice == ("3", "4")
    assert answered(card_round(), **CARDS, moves={3: ("pedir", "pedir")})[0] == "7d"
    assert stopped(card_round(), chance=("1d",)) == ("chance-refused", None)
    assert stopped(line_round(), **{**BOTH_BET, "chance": ("3-7",)}) == ("chance-refused", None)


def test_a_bet_that_stands_on_another_may_be_written_before_it() -> None:
    bets = {1: {"odds": 5, "pass": 10}, 2: {"pass": 20}}
    slip, _ = answered(line_round(), bets=bets, chance=("3-4",))
    assert [action.bet for action in slip.actions] == ["pass", "pass", "odds"]
    only_odds = {1: {"pass": 10}, 2: {"odds": 20}}
    assert stopped(line_round(), bets=only_odds, chance=("3-4",)) == ("bet-refused", 2)


def test_an_offer_the_next_move_does_not_fit_is_declined() -> None:
    told = answered(card_round(), **CARDS, moves={3: ("pedir", "plantarse")})
    assert told == ["7d", "plantarse", "pedir", "plantarse", "si"]
    told = answered(card_round(), **CARDS, moves={3: ("seguro:200", "pedir", "pedir")})
    assert told == ["7d", "seguro:200", "pedir", "pedir", "si"]


def test_a_decision_without_a_move_an_illegal_move_and_one_left_over_fail() -> None:
    assert stopped(card_round(), **CARDS, moves={3: ("pedir",)}) == ("move-missing", 3)
    assert stopped(card_round(), **CARDS, moves={3: ("separar",)}) == ("move-refused", 3)
    assert stopped(card_round(), **CARDS, moves={3: ("pedir",) * 3}) == ("moves-left", 3)
    assert stopped(card_round(), **CARDS, moves={3: ("pedir",) * 2, 4: ("x",)}) == ("moves-left", 4)


def test_chance_that_is_missing_or_left_over_fails() -> None:
    assert stopped(card_round()) == ("chance-missing", None)
    moves = {3: ("pedir", "pedir")}
    assert stopped(card_round(), chance=("7d", "8d"), moves=moves) == ("chance-left", None)


def test_a_ruling_is_the_default_unless_the_round_names_it() -> None:
    moves = {3: ("pedir", "pedir")}
    assert answered(card_round(), **CARDS, moves=moves, rulings=("no",))[-1] == "no"
    assert stopped(card_round(), **CARDS, moves=moves, rulings=("?",)) == ("answer-refused", None)
    two = ("no", "si")
    assert stopped(card_round(), **CARDS, moves=moves, rulings=two) == ("rulings-left", None)


def test_a_refused_move_is_tried_at_every_question_or_after_so_many_moves() -> None:
    moves = {3: ("pedir", "pedir")}

    def tried(move: str, after: int | None = None) -> dict[str, object]:
        refused = (Tried(seat=3, move=move, after=after),)
        return {**CARDS, "moves": moves, "refused": refused}

    answered(card_round(), **tried("separar"))
    answered(card_round(), **tried("seguro:200", after=1))
    assert stopped(card_round(), **tried("pedir")) == ("move-taken", 3)
    assert stopped(card_round(), **tried("pedir", after=1)) == ("move-taken", 3)
    assert stopped(card_round(), **tried("seguro:200", after=0)) == ("move-taken", 3)


def test_a_refused_bet_is_tried_with_the_bets_down_and_a_taken_one_fails() -> None:
    def tried(**bet: object) -> dict[str, object]:
        return {**BOTH_BET, "refused": (Tried(**bet),)}  # type: ignore[arg-type]

    slip, _ = answered(line_round(), **tried(seat=1, bet="pass", amount=991))
    assert slip == answered(line_round(), **BOTH_BET)[0]
    assert stopped(line_round(), **tried(seat=1, bet="pass", amount=990)) == ("taken", 1)
    answered(line_round(), **tried(seat=2, remove="odds"))
    # Seat 2 alone keeps the shooter from being alone: without it the slip cannot close.
    answered(line_round(), **tried(seat=2, remove="pass"))


def test_the_throw_is_refused_and_without_another_the_round_is_abandoned() -> None:
    throw = (Tried(throw=True),)
    with pytest.raises(Abandoned):
        answered(line_round(), bets={2: {"pass": 20}}, refused=throw)
    assert stopped(line_round(), bets={2: {"pass": 20}}, refused=throw, chance=("3-4",)) == (
        "answer-refused",
        None,
    )
    assert stopped(line_round(), **BOTH_BET, refused=throw) == ("throw-taken", None)
    answered(line_round(passed_on=True), **BOTH_BET, refused=throw)


def test_bets_that_nobody_asks_for_fail() -> None:
    moves = {3: ("pedir", "pedir")}
    assert stopped(card_round(), **CARDS, moves=moves, bets={1: {"pass": 1}}) == (
        "bets-never-asked",
        None,
    )


def test_a_try_that_says_why_must_be_refused_for_that_reason() -> None:
    moves = {3: ("pedir", "pedir")}
    plain = {**CARDS, "moves": moves}
    closed = stopped(card_round(), **plain, refused=(Tried(seat=3, move="separar", code="?"),))
    assert closed == ("refused-otherwise", 3)
    other = Tried(seat=3, move="separar", clause="CAT-I.1-03")
    assert stopped(card_round(), **plain, refused=(other,)) == ("refused-otherwise", 3)
    bet = Tried(seat=2, bet="nada", amount=5)
    answered(line_round(), **BOTH_BET, refused=(bet,))
    for_another = replace(bet, code="?")
    assert stopped(line_round(), **BOTH_BET, refused=(for_another,)) == ("refused-otherwise", 2)
