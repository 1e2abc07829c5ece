"""Stud Poker hand by hand: button and blind, who speaks first, limits, the end (CAT-III.3.5.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import (
    BetPlaced,
    BetReturned,
    CardDealt,
    CardSeen,
    MarkerPut,
    TurnGiven,
)
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tapete.games.poker.circle.events import BetGathered, PotWon
from tests.games.poker.circle.studs import (
    STUD,
    dealt,
    net,
    played,
    said,
    state_of,
    table_of,
    told,
)
from tests.games.poker.circle.test_places import folding

FOUR = dict.fromkeys((1, 2, 3, 4), 60_000)
# Button 1, blind 4, cards to 4 3 2 1: covered, then a king before 3, who speaks first.
FIRST = "2c 3c 4c 5c 9d Kd 8d 7d"


def four(**terms: Any) -> Table:
    return table_of(STUD, FOUR, button=1, **terms)


def zones(record: Record) -> list[str]:
    return [event.to for event in told(record.events, CardDealt)]


def code(table: Table, move: str) -> tuple[str, str]:
    """How a move is refused; the question stays open."""
    with pytest.raises(Refused) as found:
        table.answer(move)
    return found.value.clause, found.value.code


# Button, blind and cards


@pytest.mark.clause("CAT-III.3.5.5-08", "CAT-III.3.5.5-09")
def test_in_the_first_hand_the_first_on_the_croupiers_left_posts_the_blind_then_it_moves() -> None:
    table = table_of(STUD, dict.fromkeys((2, 3, 5, 6), 60_000))
    blinds = []
    for _ in range(5):
        record = table.play(folding)
        blind, *_ = told(record.events, BetPlaced)
        assert blind.clause == "CAT-III.3.5.5-09"
        blinds.append((blind.seat, blind.amount, blind.called))
        first_card = record.events.index(told(record.events, CardDealt)[0])
        assert record.events.index(blind) < first_card
    assert blinds == [(seat, 1000, "apuesta-ciega") for seat in (6, 5, 3, 2, 6)]


@pytest.mark.clause("CAT-III.3.5.5-08")
def test_the_button_stays_at_a_place_that_has_become_empty_and_after_a_void_hand() -> None:
    table = table_of(STUD, dict.fromkeys((2, 3, 5, 6, 7), 60_000), button=6)
    table.play(folding)  # blind 5
    table.leave(5)
    record = table.play(folding)
    [button] = told(record.events, MarkerPut)
    assert button.place == "5" and told(record.events, BetPlaced)[0].seat == 3
    table.act("boton-mal-puesto")
    record = table.play(folding)
    assert state_of(table).button == 3 and not state_of(table).moves
    record = table.play(folding)
    assert told(record.events, MarkerPut)[0].place == "3"


@pytest.mark.clause("CAT-III.3.5.5-10", "CAT-III.3.5.5-22", "CAT-III.3.3.5-01")
def test_a_covered_card_and_four_uncovered_ones_from_the_blind_to_the_button() -> None:
    cards = FIRST + " Th Jh Qh 2h" + " 3s 4s 5s" + " 6s 7s 8s"
    moves = {
        3: ["ir", "apostar:2000", "apostar:3000", "apostar:4000"],
        2: ["ir", "retirarse"],
        1: ["ir", "ir", "ir", "ir"],
        4: ["ir", "ir", "ir", "ir"],
    }
    record = played(four(), cards, moves)
    order = [int(zone.removeprefix("seat:")) for zone in zones(record)]
    assert order == [4, 3, 2, 1] * 3 + [4, 3, 1] * 2
    covered = [event.to for event in told(record.events, CardDealt) if event.card is None]
    assert covered == ["seat:4", "seat:3", "seat:2", "seat:1"]
    looked = [event for event in told(record.events, CardSeen) if event.audience]
    assert [(event.audience, event.index) for event in looked] == [
        ((f"seat:{seat}",), 0) for seat in (4, 3, 2, 1)
    ]


# Who speaks first


@pytest.mark.clause("CAT-III.3.5.5-11")
def test_the_highest_uncovered_card_speaks_first_and_of_equals_the_croupiers_left() -> None:
    table = four()
    live, ask = dealt(table, FIRST)
    assert ask.seat == 3
    [turn] = told(live.events, TurnGiven)
    assert turn.clause == "CAT-III.3.5.5-11"
    _, ask = dealt(four(), "2c 3c 4c 5c 9d Kd 8d Kh")
    assert ask.seat == 3
    _, ask = dealt(four(), "2c 3c 4c 5c Ac Kd 8d As")
    assert ask.seat == 4


@pytest.mark.clause("CAT-III.3.5.5-23", "CAT-III.3.5.5-25", "CAT-III.3.5.5-26")
def test_later_rounds_are_opened_by_the_best_uncovered_cards() -> None:
    goes = {3: ["ir"], 2: ["ir"], 1: ["ir"], 4: ["ir"]}
    table = four()
    live, ask = dealt(table, FIRST + " 2d Ad 3d 7c", goes)  # a pair of sevens before A-K
    assert (ask.seat, ask.about) == (1, "ronda-2")
    passes = {seat: ["ir", "pasar"] for seat in (1, 2, 3, 4)}
    live, ask = dealt(four(), FIRST + " 2d Ad 3d 7c" + " 9c 4h 8h Th", passes)
    assert (ask.seat, ask.about) == (4, "ronda-3")  # nines before eights and sevens
    passes = {seat: ["ir", "pasar", "pasar"] for seat in (1, 2, 3, 4)}
    live, ask = dealt(four(), FIRST + " 2d Ad 3d 7c" + " 9c 4h 8h Th" + " Jc Ah 3h Ts", passes)
    assert (ask.seat, ask.about) == (1, "ronda-4")  # tens and sevens before aces, eights and threes
    clauses = [event.clause for event in told(live.events, TurnGiven)]
    assert clauses[::4] == [f"CAT-III.3.5.5-{n}" for n in (11, 23, 25, 26)]


@pytest.mark.clause("CAT-III.3.5.5-26")
def test_four_of_a_suit_or_in_a_row_are_no_combination_to_open_with() -> None:
    passes = {seat: ["ir", "pasar", "pasar"] for seat in (1, 2, 3, 4)}
    cards = "2c 3c 4c 5c 9d Kd 8d 7d" + " Td Qc 5h 2s" + " Jd 3h 6h 4s" + " Qd As 2h 9h"
    _, ask = dealt(four(), cards, passes)
    assert ask.seat == 3  # A-K-Q-3 before 9-T-J-Q of diamonds


def test_when_the_best_uncovered_cards_are_all_in_the_next_best_opens() -> None:
    table = table_of(STUD, {**FOUR, 3: 2000}, button=1)
    moves = {3: ["subir:2000"], 2: ["ir"], 1: ["ir"], 4: ["ir"]}
    _, ask = dealt(table, FIRST + " 2d Kh 3d Th", moves)
    assert ask.seat == 1


# What may be bet


@pytest.mark.clause("CAT-III.3.5.5-18", "CAT-III.3.5.5-24")
def test_who_passes_under_the_blind_must_match_it_or_retire_later() -> None:
    table = four()
    live, ask = dealt(table, FIRST)
    assert {option.name for option in ask.choice.options} == {"pasar", "ir", "subir", "retirarse"}
    for move in ("pasar", "pasar", "pasar", "ir"):  # 3, 2, 1, and the blind goes for nothing
        assert ask.bets_closed_by()
        table.answer(move)
    ask = live.ask
    assert ask.seat == 3
    assert code(table, "pasar") == ("CAT-III.3.5.5-24", "move-closed")
    told_ = table.answer("ir")
    assert told(told_, BetPlaced)[0].amount == 1000


@pytest.mark.clause("CAT-III.3.5.5-12")
@pytest.mark.parametrize(
    ("number", "low", "high"),
    [(1, None, 5000), (2, 2000, 10_000), (3, 3000, None), (4, 4000, None)],
)
def test_each_round_has_its_limits_in_minimum_bets(
    number: int, low: int | None, high: int | None
) -> None:
    later = ["", " 2d 3d 4d Kc", " 5d 6d 8h Qc", " 9c Tc Jc 2h"]
    passes = {seat: ["ir", "pasar", "pasar"][: number - 1] for seat in (1, 2, 3, 4)}
    _, ask = dealt(four(), FIRST + "".join(later[:number]), passes)
    [bets] = [option for option in ask.choice.options if option.name in ("apostar", "subir")]
    assert bets.low == (low or 2000)  # the blind is there: the first increase is to two
    assert bets.high == (high or ask.choice.stack)


@pytest.mark.clause("CAT-III.3.5.5-12")
def test_the_casinos_own_limits_hold_besides() -> None:
    table = table_of(STUD, FOUR, button=1, limits=Limits(min=2500, max=4000))
    _, ask = dealt(table, FIRST + " 2d 3d 4d Kc", {seat: ["ir"] for seat in (1, 2, 3, 4)})
    [bets] = [option for option in ask.choice.options if option.name == "apostar"]
    assert (bets.low, bets.high) == (2500, 4000)


@pytest.mark.clause("CAT-III.3.5.5-13", "CAT-III.3.5.5-14", "CAT-III.3.5.5-17")
def test_three_increases_each_at_least_what_was_added_last() -> None:
    table = four()
    goes = {3: ["ir", "apostar:2000"], 2: ["ir"], 1: ["ir"], 4: ["ir"]}
    _, ask = dealt(table, FIRST + " 2d Ad 3d Td", goes)
    assert ask.seat == 2
    assert code(table, "subir:3999") == ("CAT-III.3.5.5-14", "move-amount")
    table.answer("subir:5000")  # by three thousand
    assert code(table, "subir:7000") == ("CAT-III.3.5.5-14", "move-amount")
    table.answer("subir:8000")
    table.answer("ir")
    table.answer("ir")  # the opener only matches
    assert code(table, "subir:10000") == ("CAT-III.3.5.5-12", "move-closed")
    _live, ask = dealt(four(), FIRST + " 2d Ad 3d Td", {
        3: ["ir", "apostar:2000"], 2: ["ir", "subir:4000"], 1: ["ir", "subir:6000"],
        4: ["ir", "subir:8000"],
    })  # fmt: skip
    assert ask.choice.closed["subir"] == "CAT-III.3.5.5-13"


@pytest.mark.clause("CAT-III.3.5.5-15")
def test_between_two_the_rest_may_be_bet_over_maximum_and_number_of_increases() -> None:
    two = {
        3: ["ir"],
        2: ["retirarse"],
        1: ["retirarse"],
        4: [
            "ir",
        ],
    }
    _, ask = dealt(four(), FIRST + " 2d Ad", two)
    assert "resto" in {option.name for option in ask.choice.options} and ask.choice.stack > 10_000
    raised = {3: ["ir", "apostar:2000", "subir:6000"], 2: ["retirarse"], 1: ["retirarse"],
              4: ["ir", "subir:4000", "subir:8000"]}  # fmt: skip
    _, ask = dealt(four(), FIRST + " 2d Ad", raised)
    names = {option.name for option in ask.choice.options}
    assert "resto" in names and "subir" not in names
    three = {3: ["ir"], 2: ["ir"], 1: ["retirarse"], 4: ["ir"]}
    _, ask = dealt(four(), FIRST + " 2d Ad 3d", three)
    assert ask.choice.closed["resto"]


@pytest.mark.clause("CAT-III.3.5.5-16", "CAT-III.3.3.5-02")
def test_a_bet_nobody_calls_wins_at_once_and_unseen() -> None:
    moves = {3: ["subir:3000"], 2: ["retirarse"], 1: ["retirarse"], 4: ["retirarse"]}
    record = played(four(), FIRST, moves)
    assert net(record) == {3: 1000, 4: -1000}
    assert said(record.events)["gana-sin-mostrar"] == "CAT-III.3.5.5-16"
    assert not [event for event in told(record.events, CardSeen) if not event.audience]


# All in and pots


@pytest.mark.clause(
    "CAT-III.3.5.5-19", "CAT-III.3.5.5-20", "CAT-III.3.5.5-21", "CAT-III.3.5.5-30",
    "CAT-III.3.5.5-32",
)  # fmt: skip
def test_a_rest_caps_the_main_pot_and_the_excess_makes_another() -> None:
    table = table_of(STUD, {1: 60_000, 2: 4000, 3: 60_000, 4: 60_000}, button=1)
    # 3 bets 3000, 2 is all in, 1 raises over it, 4 retires, 3 calls; 2 wins the main pot only.
    cards = "2c 3c Ac 5c 9d Kd Ad 7d" + " 2d Ks Ah 8s" + " 4d 9s 5s" + " 6d Js Qs"
    moves = {2: ["ir", "apostar:3000"], 3: ["ir", "subir:8000", "pasar", "pasar"],
             1: ["ir", "ir", "ir", "pasar", "pasar"], 4: ["ir", "retirarse"]}  # fmt: skip
    record = played(table, cards, moves)
    pots = {event.pot.text: event.seat for event in told(record.events, PotWon)}
    assert pots == {"pozo:1": 2, "pozo:2": 3}
    assert net(record) == {1: -9000, 2: 9000, 3: 1000, 4: -1000}
    competes = [
        event for event in record.events if getattr(event, "what", "") == "compite-hasta-el-pozo"
    ]
    assert [(event.clause, dict(event.facts)) for event in competes] == [
        ("CAT-III.3.5.5-32", {"seat": 2, "pot": 1})
    ]
    assert {event.clause for event in told(record.events, BetGathered)} == {
        "CAT-III.3.5.5-29", "CAT-III.3.5.5-19",
    }  # fmt: skip


@pytest.mark.clause("CAT-III.3.5.5-20")
def test_after_a_rest_the_next_may_retire_match_raise_or_put_in_a_smaller_rest() -> None:
    table = table_of(STUD, {1: 3500, 2: 60_000, 3: 5000, 4: 60_000}, button=1)
    goes = {3: ["ir", "apostar:4000"], 2: ["ir"], 1: ["ir"], 4: ["ir"]}
    live, ask = dealt(table, FIRST + " 2d Ad 3d Td", goes)
    assert {option.name for option in ask.choice.options} == {"ir", "subir", "retirarse"}
    table.answer("ir")
    ask = live.ask
    assert ask.seat == 1 and {option.name for option in ask.choice.options} == {
        "resto",
        "retirarse",
    }
    table.answer("resto")
    table.answer("ir")
    assert isinstance(live.ask, DrawCard)  # nobody else has to speak


@pytest.mark.clause("CAT-III.3.5.5-20")
def test_a_rest_short_of_a_whole_increase_does_not_reopen_the_betting() -> None:
    table = table_of(STUD, {1: 6000, 2: 60_000, 3: 60_000, 4: 60_000}, button=1)
    goes = {3: ["ir", "apostar:4000"], 2: ["ir", "ir"], 1: ["ir", "resto"], 4: ["ir", "ir"]}
    _live, ask = dealt(table, FIRST + " 2d Ad 3d Td", goes)
    assert ask.seat == 3 and ask.choice.to_call == 1000
    assert ask.choice.closed["subir"] == "CAT-III.3.5.5-20"


@pytest.mark.clause("CAT-III.3.5.5-29")
def test_the_bets_of_every_round_are_brought_to_the_pot() -> None:
    cards = FIRST + " 2d Ad 3d Td" + " 4d 5d 6d 8h"
    moves = {3: ["ir", "apostar:2000", "apostar:3000"], 2: ["ir", "ir", "retirarse"],
             1: ["ir", "ir", "retirarse"], 4: ["ir", "ir", "retirarse"]}  # fmt: skip
    record = played(four(), cards, moves)
    gathered = told(record.events, BetGathered)
    assert [event.amount for event in gathered] == [1000] * 4 + [2000] * 4
    assert {event.pot.text for event in gathered} == {"pozo:1"}
    [back] = told(record.events, BetReturned)  # nobody paid it
    assert (back.seat, back.amount, back.why) == (3, 3000, "no-igualada")
