"""What every bet pays on every number, and what zero does to it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.book.money import down
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose
from tapete.core.round.bets import Limits, Place
from tapete.core.round.event import BetLost, BetReturned, BetWon, net
from tapete.games.roulette.rules import SIMPLE, kind_of
from tests.games.roulette.rounds import (
    ALL,
    AMERICAN,
    DOUBLE_ZERO,
    FRENCH,
    ONE_ZERO,
    opened,
    rules_of,
    slip,
    spin,
    state,
    throw,
)

MULTIPLE = {"pleno": 35, "caballo": 17, "calle": 11, "cuadro": 8, "linea": 5}
PAYS: dict[str, dict[str, tuple[int | Fraction, str]]] = {
    FRENCH: {
        **{kind: (times, "CAT-II.1.6-08") for kind, times in MULTIPLE.items()},
        "columna": (2, "CAT-II.1.6-08"),
        "docena": (2, "CAT-II.1.6-08"),
        "dos-columnas": (Fraction(1, 2), "CAT-II.1.6-08"),
        "dos-docenas": (Fraction(1, 2), "CAT-II.1.6-08"),
        "sencilla": (1, "CAT-II.1.6-09"),
    },
    ONE_ZERO: {
        **{kind: (times, "CAT-II.2.7-08") for kind, times in MULTIPLE.items()},
        "columna": (2, "CAT-II.2.7-09"),
        "docena": (2, "CAT-II.2.7-09"),
        "sencilla": (1, "CAT-II.2.7-10"),
    },
    DOUBLE_ZERO: {
        **{kind: (times, "CAT-II.2.7-11") for kind, times in MULTIPLE.items()},
        "linea-especial": (6, "CAT-II.2.7-11"),
        "columna": (2, "CAT-II.2.7-12"),
        "docena": (2, "CAT-II.2.7-12"),
        "sencilla": (1, "CAT-II.2.7-13"),
    },
}
STAKE = 1000


@pytest.mark.clause(
    "CAT-II.1.6-08", "CAT-II.1.6-09", "CAT-II.2.7-08", "CAT-II.2.7-09", "CAT-II.2.7-10",
    "CAT-II.2.7-11", "CAT-II.2.7-12", "CAT-II.2.7-13",
)  # fmt: skip
@pytest.mark.parametrize("game", ALL)
def test_every_bet_on_every_number_pays_what_the_table_says_and_keeps_its_stake(game: str) -> None:
    rules = rules_of(game)
    bets = {1: dict.fromkeys(rules.spots, STAKE)}
    for number in rules.pockets:
        halves = ["mitad"] * 6 if game == FRENCH and number == "0" else []
        played = spin(game, bets, number, *halves)
        won = {event.bet: (event.paid, event.clause) for event in played.told(BetWon)}
        for bet, held in rules.spots.items():
            times, clause = PAYS[game][kind_of(bet)]
            assert won.get(bet) == ((STAKE * times, clause) if number in held else None)
        returned = [e.bet for e in played.told(BetReturned) if e.why == "ganada"]
        assert sorted(returned) == sorted(won)


@pytest.mark.clause("CAT-II.1.6-08")
def test_the_pay_table_is_the_rulebooks_and_a_changed_row_changes_the_payment() -> None:
    assert spin(FRENCH, {1: {"pleno:5": 10}}, "5", changes={"pays.pleno": "34:1"}).net == {1: 340}


@pytest.mark.clause("CAT-II.1.6-08")
def test_half_a_stake_is_paid_down_to_the_paying_unit_and_the_rest_is_told() -> None:
    played = spin(FRENCH, {1: {"dos-columnas:1-2": 1001}}, "1")
    assert [(won.paid, won.dropped) for won in played.told(BetWon)] == [(500, "1/2")]
    by_hundreds = Limits(unit=100)
    coarse = spin(FRENCH, {1: {"dos-columnas:1-2": 1500}}, "1", limits=by_hundreds)
    assert [(won.paid, won.dropped) for won in coarse.told(BetWon)] == [(700, "50")]


@pytest.mark.clause("CAT-II.1.6-08", "CAT-II.2.7-11")
@pytest.mark.parametrize("game", ALL)
def test_all_that_is_won_and_comes_back_adds_up_to_what_the_player_has(game: str) -> None:
    rules = rules_of(game)
    for number in ("0", "2", "17"):
        halves = ["mitad"] * 6 if game == FRENCH and number == "0" else []
        played = spin(game, {1: dict.fromkeys(rules.spots, 701)}, number, *halves)
        due = 0
        for bet, held in rules.spots.items():
            if number in held:
                due += down(701 * rules.pay(kind_of(bet)).ratio)
            else:
                due -= 351 if number == "0" and bet in SIMPLE else 701
        assert played.net[1] == due


# -- zero, French --------------------------------------------------------------------------------


@pytest.mark.clause("CAT-II.1.4-21", "CAT-II.1.6-10")
def test_at_zero_the_owner_of_a_simple_chance_chooses_half_or_prison_bet_by_bet() -> None:
    table = opened(FRENCH, 1, 2)
    live = table.begin()
    live.answer(slip({1: {"rojo": 1000, "par": 600}, 2: {"menor": 500}}))
    live.answer("0")
    asked = []
    for choice in ("mitad", "prision", "prision"):
        assert isinstance(live.ask, Choose)
        asked.append((live.ask.seat, live.ask.about, live.ask.default, live.ask.clause))
        assert [option.name for option in live.ask.options] == ["mitad", "prision"]
        live.answer(choice)
    record = table.finish()
    clause = "CAT-II.1.4-21"
    assert asked == [
        (1, "rojo", "mitad", clause), (1, "par", "mitad", clause), (2, "menor", "mitad", clause),
    ]  # fmt: skip
    assert net(record.events, 1) == -500
    assert net(record.events, 2) == 0
    assert [(s.seat, s.bet, s.amount) for s in state(table).prison] == [
        (1, "par@prision", 600), (2, "menor@prision", 500),
    ]  # fmt: skip


@pytest.mark.clause("CAT-II.1.4-21")
def test_under_a_rulebook_without_prison_nothing_is_asked_at_zero() -> None:
    assert spin(FRENCH, {1: {"rojo": 600}}, "0", changes={"zero_simple": "mitad"}).net == {1: -300}


@pytest.mark.clause("CAT-II.1.4-21")
def test_half_of_an_odd_stake_comes_back_rounded_down() -> None:
    assert spin(FRENCH, {1: {"rojo": 10_001}}, "0", "mitad").net == {1: -5001}


@pytest.mark.clause("CAT-II.1.4-22", "CAT-II.1.4-23", "CAT-II.1.6-10")
def test_a_prisoner_that_wins_goes_free_unpaid_and_one_that_loses_is_lost() -> None:
    table = opened(FRENCH, 1, 2)
    throw(table, {1: {"rojo": 400}, 2: {"negro": 600}}, "0", "prision", "prision")
    played = throw(table, {}, "32")
    assert played.net == {2: -600}
    [free] = played.told(BetReturned)
    assert (free.seat, free.amount, free.why, free.clause) == (1, 400, "libre", "CAT-II.1.4-22")
    [lost] = played.told(BetLost)
    assert (lost.seat, lost.amount, lost.clause) == (2, 600, "CAT-II.1.4-23")
    assert throw(table, {}, "32").net == {}  # the freed bet is off the cloth


@pytest.mark.clause("CAT-II.1.4-24", "CAT-II.1.6-10")
def test_a_second_zero_takes_the_whole_prisoner_and_asks_nothing_of_it() -> None:
    table = opened(FRENCH, 1)
    throw(table, {1: {"rojo": 400}}, "0", "prision")
    played = throw(table, {}, "0")
    [lost] = played.told(BetLost)
    assert (lost.amount, lost.clause) == (400, "CAT-II.1.4-24")
    assert state(table).prison == ()


@pytest.mark.clause("CAT-II.1.4-21", "CAT-II.1.4-24")
def test_a_fresh_bet_beside_a_prisoner_has_its_own_choice_at_the_second_zero() -> None:
    table = opened(FRENCH, 1)
    throw(table, {1: {"rojo": 400}}, "0", "prision")
    played = throw(table, {1: {"rojo": 100}}, "0", "prision")
    assert played.net == {1: -400}
    assert [(s.bet, s.amount) for s in state(table).prison] == [("rojo@prision", 100)]


@pytest.mark.clause("CAT-II.1.4-25", "CAT-II.1.6-11")
def test_at_zero_every_multiple_bet_that_does_not_hold_it_is_lost_whole() -> None:
    rules = rules_of(FRENCH)
    multiples = [bet for bet in rules.spots if kind_of(bet) != "sencilla"]
    played = spin(FRENCH, {1: dict.fromkeys(multiples, 100)}, "0")
    lost = {event.bet: (event.amount, event.clause) for event in played.told(BetLost)}
    without = [bet for bet in multiples if "0" not in rules.spots[bet]]
    assert lost == dict.fromkeys(without, (100, "CAT-II.1.4-25"))


@pytest.mark.clause("CAT-II.1.4-21")
def test_an_announced_last_throw_leaves_only_the_half() -> None:
    table = opened(FRENCH, 1)
    table.announce_last()
    throw(table, {}, "5")
    throw(table, {1: {"par": 100}}, "0", "prision")  # one more throw is left
    played = throw(table, {1: {"rojo": 1000}}, "36")
    assert played.net == {1: 1000}
    last = opened(FRENCH, 1)
    last.announce_last()
    throw(last, {}, "5")
    throw(last, {}, "6")
    with pytest.raises(Refused, match="move-closed"):
        throw(last, {1: {"rojo": 1000}}, "0", "prision")
    last.answer("mitad")
    assert last.net_of(last.finish()) == {1: -500}


@pytest.mark.clause("CAT-II.1.4-21")
def test_a_player_who_leaves_takes_the_half_of_a_bet_in_prison() -> None:
    table = opened(FRENCH, 1)
    throw(table, {1: {"rojo": 401}}, "0", "prision")
    told = table.leave(1)
    assert net(told, 1) == -201
    assert state(table).prison == ()
    least = opened(FRENCH, 1)
    throw(least, {1: {"rojo": 1}}, "0", "prision")
    [lost] = least.leave(1)  # of one peso no half comes back, and none is told
    assert isinstance(lost, BetLost) and lost.amount == 1


# -- zero, American ------------------------------------------------------------------------------


@pytest.mark.clause(
    "CAT-II.2.5-26", "CAT-II.2.5-27", "CAT-II.2.5-37", "CAT-II.2.5-38", "CAT-II.2.7-10",
    "CAT-II.2.7-13",
)  # fmt: skip
@pytest.mark.parametrize(
    ("game", "zero", "simple", "other"),
    [
        (ONE_ZERO, "0", "CAT-II.2.5-26", "CAT-II.2.5-27"),
        (DOUBLE_ZERO, "0", "CAT-II.2.5-37", "CAT-II.2.5-37"),
        (DOUBLE_ZERO, "00", "CAT-II.2.5-38", "CAT-II.2.5-38"),
    ],
)
def test_american_zero_takes_half_of_simple_chances_without_a_choice_and_all_of_the_rest(
    game: str, zero: str, simple: str, other: str
) -> None:
    rules = rules_of(game)
    played = spin(game, {1: dict.fromkeys(rules.spots, 101)}, zero)
    lost = {event.bet: (event.amount, event.clause) for event in played.told(BetLost)}
    for bet, held in rules.spots.items():
        if zero in held:
            assert bet not in lost
        else:
            half = kind_of(bet) == "sencilla"
            assert lost[bet] == ((51, simple) if half else (101, other))
    assert state(played.table).prison == ()


@pytest.mark.clause("CAT-II.2.5-28", "CAT-II.2.5-37", "CAT-II.2.5-38")
def test_0_and_00_are_two_numbers() -> None:
    bets = {1: {"pleno:0": 10}, 2: {"pleno:00": 10}}
    assert spin(DOUBLE_ZERO, bets, "0").net == {1: 350, 2: -10}
    assert spin(DOUBLE_ZERO, bets, "00").net == {1: -10, 2: 350}


@pytest.mark.clause("CAT-II.2.5-26")
@pytest.mark.parametrize("game", AMERICAN)
def test_the_american_half_comes_back_and_nothing_stays_for_the_next_throw(game: str) -> None:
    table = opened(game, 1)
    assert throw(table, [Place(1, "mayor", 900)], "0").net == {1: -450}
    assert throw(table, {}, "36").net == {}
