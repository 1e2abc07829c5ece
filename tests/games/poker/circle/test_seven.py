"""Seven Stud hand by hand: the low card bets, cards set aside, the seventh (CAT-III.3.5.6)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.cards import Card
from tapete.core.round.chance import DrawCard, Stuck
from tapete.core.round.event import (
    BetPlaced,
    BetReturned,
    CardDealt,
    CardsCleared,
    CardSeen,
    CommissionTaken,
    MarkerPut,
    TurnGiven,
)
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tapete.games.poker.circle.events import BetGathered, PotWon
from tapete.games.poker.circle.speak import Speak
from tapete.games.poker.circle.stakes import Rake
from tapete.games.poker.hands import best
from tests.games.poker.circle.studs import (
    SEVEN,
    dealt,
    net,
    others,
    played,
    said,
    state_of,
    table_of,
    told,
)
from tests.games.poker.circle.test_places import folding

FOUR = dict.fromkeys((1, 2, 3, 4), 100_000)
# Cards to 4 3 2 1: two covered, one uncovered; the two of seat 1 is the lowest.
FIRST = "2c 3c 4c 5c 6c 7c 8c 9c Td Jd Qd 2d"
ALL = (1, 2, 3, 4)


def four(**terms: Any) -> Table:
    return table_of(SEVEN, FOUR, **terms)


def zones(record: Record) -> list[str]:
    return [event.to for event in told(record.events, CardDealt)]


def code(table: Table, move: str) -> tuple[str, str]:
    with pytest.raises(Refused) as found:
        table.answer(move)
    return found.value.clause, found.value.code


# The low card


@pytest.mark.clause("CAT-III.3.5.6-08", "CAT-III.3.5.6-09")
def test_the_lowest_uncovered_card_must_bet_at_least_the_minimum() -> None:
    table = four()
    live, ask = dealt(table, FIRST)
    assert ask.seat == 1 and {option.name for option in ask.choice.options} == {"apostar"}
    for move in ("pasar", "retirarse"):
        assert code(table, move) == ("CAT-III.3.5.6-09", "move-closed")
    assert code(table, "apostar:999") == ("CAT-III.3.5.6-13", "move-amount")
    table.answer("apostar:1000")
    # The option moves to the left and the others do as they like.
    ask = live.ask
    assert isinstance(ask, Speak) and ask.seat == 4
    assert {option.name for option in ask.choice.options} == {"ir", "subir", "retirarse"}
    assert not told(live.events, MarkerPut)  # there is no button


@pytest.mark.clause("CAT-III.3.5.6-08")
def test_among_equal_low_cards_the_nearest_to_the_croupiers_right() -> None:
    _, ask = dealt(four(), "2c 3c 4c 5c 6c 7c 8c 9c 3d 3h Qd Kd")
    assert ask.seat == 3
    _, ask = dealt(four(), "2c 3c 4c 5c 6c 7c 8c 9c Ad Kh Qd Jd")
    assert ask.seat == 1  # an ace is not low


def test_an_opener_without_the_minimum_bets_his_rest() -> None:
    table = table_of(SEVEN, {**FOUR, 1: 400})
    _, ask = dealt(table, FIRST)
    assert [option.name for option in ask.choice.options] == ["resto"]


# Dealing


@pytest.mark.clause(
    "CAT-III.3.5.6-16", "CAT-III.3.5.6-21", "CAT-III.3.5.6-25", "CAT-III.3.5.6-28",
    "CAT-III.3.3.6-01",
)  # fmt: skip
def test_two_covered_four_uncovered_and_a_covered_one_with_a_card_aside_before_each() -> None:
    cards = FIRST + " 3d 4d 5d 6d 7d" + " 8d 9d 4h 5h 6h" + " 7h 8h 9h Th Jh" + " Qh 2s 3s 4s 5s"
    moves = {1: ["apostar:1000"], 4: ["ir"], 3: ["ir"], 2: ["ir"]}
    moves = {seat: [*said_, *["pasar"] * 4] for seat, said_ in moves.items()}
    record = played(four(), cards, moves)
    assert zones(record) == [f"seat:{s}" for s in (4, 3, 2, 1)] * 3 + [
        "apartadas", "seat:1", "seat:4", "seat:3", "seat:2",
    ] * 4  # fmt: skip
    ups = [event.card is not None for event in told(record.events, CardDealt)]
    assert ups == [False] * 8 + [True] * 4 + [False, *[True] * 4] * 3 + [False] * 5
    aside = [event for event in told(record.events, CardDealt) if event.to == "apartadas"]
    assert {event.clause for event in aside} == {"CAT-III.3.5.6-28"}
    # Nobody ever sees a card set aside that was not needed.
    assert not [event for event in told(record.events, CardSeen) if event.zone == "apartadas"]


@pytest.mark.clause("CAT-III.3.5.6-21")
def test_when_the_opener_has_retired_the_next_to_his_left_is_dealt_first() -> None:
    moves = {1: ["apostar:1000", "retirarse"], 4: ["subir:2000"], 3: ["ir"], 2: ["ir"]}
    table = four()
    live, _ = dealt(table, FIRST + " 3d 4d 5d 6d", moves)
    later = [event.to for event in told(live.events, CardDealt)][12:]
    assert later == ["apartadas", "seat:4", "seat:3", "seat:2"]


@pytest.mark.clause("CAT-III.3.5.6-28", "CAT-III.3.5.6-29")
def test_with_seven_players_the_first_card_set_aside_is_the_last_ones_seventh() -> None:
    stacks = dict.fromkeys(range(1, 8), 30_000)
    table = table_of(SEVEN, stacks)
    deck = others()
    record = table.play(passing(deck))
    aside = [deck[21], deck[29], deck[37], deck[45]]
    assert zones(record).count("apartadas") == 4
    looks = [
        event for event in told(record.events, CardSeen) if event.audience and event.index == 6
    ]
    assert len(looks) == 7 and looks[-1].card == aside[0]
    assert "mesa" not in zones(record)


def passing(cards: list[str], irregular: dict[int, Any] | None = None) -> Any:
    """Cards in this order, whatever comes with the n-th draw; everybody goes for the least."""
    left, drawn = list(cards), [0]

    def answer(ask: Any) -> Any:
        if isinstance(ask, DrawCard):
            drawn[0] += 1
            if irregular and drawn[0] in irregular:
                stuck = irregular[drawn[0]]
                return Stuck(tuple(left.pop(0) for _ in range(stuck)))
            return left.pop(0)
        names = [option.name for option in ask.choice.options]
        for move in ("mostrar", "pasar", "ir"):
            if move in names:
                return move
        return ask.silence

    return answer


@pytest.mark.clause("CAT-III.3.5.6-29", "CAT-III.3.6.4-16")
def test_too_few_cards_even_with_those_aside_and_one_serves_everybody() -> None:
    # Seven players, and stuck cards are burned before the sixth card is dealt: 21 + 16 + 6 + 8 = 51
    # have left the deck, one is set aside, so four lie aside for seven players.
    table = table_of(SEVEN, dict.fromkeys(range(1, 8), 30_000))
    deck = others()
    record = table.play(passing(deck, {38: 6}))
    burned = [event for event in told(record.events, CardDealt) if event.to == "quemadas"]
    assert len(burned) == 6 and {event.clause for event in burned} == {"CAT-III.3.6.4-16"}
    [common] = [event for event in told(record.events, CardDealt) if event.to == "mesa"]
    assert common.clause == "CAT-III.3.5.6-29" and common.card is not None
    assert not [event for event in told(record.events, CardSeen) if event.index == 6]
    # Each of the seven hands is made of his six cards and the common one.
    shown = [event for event in record.events if getattr(event, "what", "") == "muestra-su-juego"]
    assert len(shown) == 7
    bets = [event.about for event in record.events if getattr(event, "about", "") == "ronda-5"]
    assert len(bets) == 7  # and the fifth betting round is played


@pytest.mark.clause("CAT-III.3.6.4-03")
def test_so_many_cards_burned_that_the_game_cannot_go_on_annul_the_hand() -> None:
    table = table_of(SEVEN, dict.fromkeys(range(1, 8), 30_000))
    record = table.play(passing(others(), {30: 20}))
    assert record.events[-1].kind in ("round-voided", "cards-cleared")
    assert [event.clause for event in record.events if event.kind == "round-voided"] == [
        "CAT-III.3.6.4-03"
    ]
    assert net(record) == {}
    prepared = table.prepare(folding)
    assert prepared is not None  # all cards are shuffled again before a new hand


# Betting rounds


@pytest.mark.clause("CAT-III.3.5.6-10")
@pytest.mark.parametrize(
    ("number", "low", "high"),
    [(1, 1000, None), (2, 1000, 10_000), (3, 2000, 20_000), (4, 3000, 40_000), (5, 4000, 60_000)],
)
def test_each_round_has_its_limits_in_minimum_bets(number: int, low: int, high: int | None) -> None:
    later = ["", " 3d 4d 5d 6d Kd", " 8d 9d 4h 5h 6h", " 7h 8h 9h Th Jh", " Qh 2s 3s 4s 5s"]
    went = {1: ["apostar:1000"], 4: ["ir"], 3: ["ir"], 2: ["ir"]} if number > 1 else {}
    passes = {seat: [*moves, *["pasar"] * (number - 2)] for seat, moves in went.items()}
    _, ask = dealt(four(), FIRST + "".join(later[:number]), passes)
    assert ask.about == f"ronda-{number}"
    [bets] = [option for option in ask.choice.options if option.name == "apostar"]
    assert (bets.low, bets.high) == (low, high or ask.choice.stack)


@pytest.mark.clause("CAT-III.3.5.6-22", "CAT-III.3.5.6-24", "CAT-III.3.5.6-25")
def test_the_best_uncovered_cards_open_and_may_not_retire_in_rounds_2_to_4() -> None:
    later = [" 3d 4d 5d Jh 7d", " 8d 9d 4h 5h 6h", " 7h 8h 9h Th Js", " Qh 2s 3s 4s 5s"]
    went = {1: ["apostar:1000"], 4: ["ir"], 3: ["ir"], 2: ["ir"]}
    for number, clause in ((2, 22), (3, 24), (4, 24), (5, 25)):
        passes = {seat: [*moves, *["pasar"] * (number - 2)] for seat, moves in went.items()}
        table = four()
        live, ask = dealt(table, FIRST + "".join(later[: number - 1]), passes)
        assert ask.seat == 3  # the pair of jacks
        turn = told(live.events, TurnGiven)[-1]
        assert turn.clause == f"CAT-III.3.5.6-{clause}"
        names = {option.name for option in ask.choice.options}
        assert {"pasar", "apostar"} <= names
        assert ("retirarse" in names) == (number == 5)
        if number < 5:
            assert code(table, "retirarse") == ("CAT-III.3.5.6-22", "move-closed")
        table.answer("pasar")
        assert isinstance(live.ask, Speak)
        assert "retirarse" in {option.name for option in live.ask.choice.options}  # the others may


@pytest.mark.clause("CAT-III.3.5.6-25")
def test_in_the_last_round_equal_cards_go_to_the_croupiers_right() -> None:
    later = " 3d Kc Kh 5d Kd" + " 8d 9d 9h 4s 6h" + " 7h 8h 8s Th Js" + " Qh 2s 3s 4d 5s"
    first = "2c 3c 4c 5c 6c 7c 8c 9c Td Jd Qd 2d"
    went = {1: ["apostar:1000"], 4: ["ir"], 3: ["ir"], 2: ["ir"]}
    passes = {seat: [*moves, *["pasar"] * 3] for seat, moves in went.items()}
    _, ask = dealt(four(), first + later, passes)
    # Uncovered: 1 2-K-9-8, 4 T-K-9-8, 3 J-5-4-T, 2 Q-K-6-J: K-Q before K-T.
    assert ask.seat == 2


@pytest.mark.clause("CAT-III.3.5.6-11", "CAT-III.3.5.6-23")
def test_at_the_end_of_a_round_all_who_stay_have_put_in_the_same() -> None:
    moves = {1: ["apostar:1000", "ir"], 4: ["ir", "ir"], 3: ["subir:3000"], 2: ["retirarse"]}
    table = four()
    live, _ = dealt(table, FIRST + " 3d 4d 5d Jh", moves)
    placed = {seat: 0 for seat in ALL}
    for event in told(live.events, BetPlaced):
        placed[event.seat] += event.amount
    assert placed == {1: 3000, 4: 3000, 3: 3000, 2: 0}
    assert sum(event.amount for event in told(live.events, BetGathered)) == 9000


@pytest.mark.clause("CAT-III.3.5.6-12", "CAT-III.3.5.6-13")
def test_three_increases_each_at_least_what_was_bet() -> None:
    went = {1: ["apostar:1000"], 4: ["ir"], 3: ["ir"], 2: ["ir"]}
    table = four()
    live, ask = dealt(table, FIRST + " 3d 4d 5d Jh 7d", {**went, 3: ["ir", "apostar:1500"]})
    assert ask.seat == 2
    assert code(table, "subir:2999") == ("CAT-III.3.5.6-13", "move-amount")
    for move in ("subir:3000", "subir:4500", "subir:6000"):
        table.answer(move)
    assert isinstance(live.ask, Speak)
    assert live.ask.choice.closed["subir"] == "CAT-III.3.5.6-12"


@pytest.mark.clause("CAT-III.3.5.6-14")
def test_between_two_the_rest_may_be_bet_over_the_maximum() -> None:
    went = {1: ["apostar:1000", "retirarse"], 4: ["retirarse"], 3: ["subir:2000"], 2: ["ir"]}
    _, ask = dealt(four(), FIRST + " 3d Jh 7d", went)
    assert "resto" in {option.name for option in ask.choice.options} and ask.choice.stack > 10_000
    went = {1: ["apostar:1000", "ir"], 4: ["retirarse"], 3: ["subir:2000"], 2: ["ir"]}
    _, ask = dealt(four(), FIRST + " 3d 4d Jh 7d", went)
    assert "resto" in ask.choice.closed


@pytest.mark.clause("CAT-III.3.3.6-02")
@pytest.mark.clause("CAT-III.3.5.6-15")
def test_a_bet_nobody_calls_wins_at_once_and_unseen() -> None:
    moves = {
        1: ["apostar:1000", "retirarse"],
        4: ["subir:4000"],
        3: ["retirarse"],
        2: ["retirarse"],
    }
    record = played(four(), FIRST, moves)
    assert net(record) == {4: 1000, 1: -1000}
    assert said(record.events)["gana-sin-mostrar"] == "CAT-III.3.5.6-15"
    assert not [event for event in told(record.events, CardSeen) if not event.audience]


# All in and pots


@pytest.mark.clause(
    "CAT-III.3.5.6-18", "CAT-III.3.5.6-19", "CAT-III.3.5.6-20", "CAT-III.3.5.6-31",
    "CAT-III.3.5.6-32", "CAT-III.3.5.6-39", "CAT-III.3.3.6-02",
)  # fmt: skip
def test_rests_make_additional_pots_each_with_its_own_commission() -> None:
    # 1 all in with 2000, 4 with 5000; 3 and 2 go on. 4 wins the second pot, 1 the main one.
    table = table_of(SEVEN, {1: 2000, 2: 50_000, 3: 50_000, 4: 5000}, rake=Rake("10%", 0, 100))
    first = "Ac Kc 4c Ad 6c 7c 8c Ah As Jd Qd 2d"
    later = " 3d 2h 9h 3h 7d" + " 8d 9d 5h 5s 6h" + " 7h 8h 4d Th Jh" + " Qh 2s 3s 4s 9s"
    moves = {
        1: ["apostar:2000"],
        4: ["subir:5000"],
        3: ["subir:8000", *["pasar"] * 4],
        2: ["ir", *["pasar"] * 4],
    }
    record = played(table, first + later, moves)
    won = {event.pot.text: event.seat for event in told(record.events, PotWon)}
    taken = {event.source.text: event.amount for event in told(record.events, CommissionTaken)}
    assert taken == {"pozo:1": 800, "pozo:2": 900, "pozo:3": 600}
    assert won == {"pozo:1": 1, "pozo:2": 4, "pozo:3": 3}
    competes = [
        (event.clause, dict(event.facts))
        for event in record.events
        if getattr(event, "what", "") == "compite-hasta-el-pozo"
    ]
    assert ("CAT-III.3.5.6-32", {"seat": 1, "pot": 1}) in competes
    assert ("CAT-III.3.5.6-32", {"seat": 4, "pot": 2}) in competes
    clauses = {event.pot.text: event.clause for event in told(record.events, BetGathered)}
    assert clauses["pozo:2"] == clauses["pozo:3"] == "CAT-III.3.5.6-18"


@pytest.mark.clause("CAT-III.3.5.6-31")
def test_who_cannot_pay_goes_with_what_he_has() -> None:
    table = table_of(SEVEN, {**FOUR, 4: 3000})
    moves = {1: ["apostar:5000"]}
    _, ask = dealt(table, FIRST, moves)
    assert {option.name for option in ask.choice.options} == {"resto", "retirarse"}
    assert ask.choice.closed["ir"] == "CAT-III.3.5.6-31"


@pytest.mark.clause("CAT-III.3.5.6-39")
def test_commission_from_the_threshold_on() -> None:
    for threshold, taken in ((4000, [200]), (4001, [])):
        table = four(rake=Rake("5%", threshold, 100))
        record = table.play(passing(others()))
        assert [event.amount for event in told(record.events, CommissionTaken)] == taken


# The end


# 4 and 3 are left; covered and uncovered of 4: 2c 6c | Td 4d 5h 8h | Qh... written out per test.
ONLY = {1: ["apostar:1000", "retirarse"], 2: ["retirarse"]}


def two(cards: str, four_: list[str], three: list[str], **terms: Any) -> Record:
    """1 opens, 2 retires, 1 retires before a raise of 4: 4 and 3 are left with 2000 each."""
    moves = {**ONLY, 4: ["subir:2000", *four_], 3: ["ir", *three]}
    return played(four(**terms), cards, moves)


@pytest.mark.clause("CAT-III.3.5.6-26", "CAT-III.3.5.6-33")
def test_who_was_called_shows_first() -> None:
    cards = FIRST + " 3d Ts 5d" + " 8d 9d 4h" + " 7h 8h 9h" + " Qh 2s 3s"
    record = two(
        cards, ["pasar", "pasar", "pasar", "pasar", "ir"], ["pasar"] * 3 + ["apostar:4000"]
    )
    shown = [event.zone for event in told(record.events, CardSeen) if not event.audience]
    assert list(dict.fromkeys(shown)) == ["seat:3", "seat:4"]
    asked = [e.seat for e in told(record.events, TurnGiven) if e.clause == "CAT-III.3.5.6-26"]
    assert asked == [3, 4]


@pytest.mark.clause("CAT-III.3.5.6-27", "CAT-III.3.5.6-35", "CAT-III.3.5.6-36")
def test_when_all_pass_everybody_shows_and_the_best_five_of_seven_win() -> None:
    # In sight 4 has tens; 3 makes a straight 5 to 9 with both covered cards.
    first = "2c 7c 4c 5c 6c 8c 9h 9c Td Jd Qd 2d"
    cards = first + " 3d Ts 5d" + " 8d Kd 6h" + " 7h Kh 9d" + " Qh 2s 3s"
    record = two(cards, ["pasar"] * 4, ["pasar"] * 4)
    assert net(record) == {1: -1000, 3: 3000, 4: -2000}
    hands = [
        dict(event.facts)["hand"]
        for event in record.events
        if getattr(event, "what", "") == "muestra-su-juego"
    ]
    assert "escalera" in hands
    # Sixth and seventh cards never break a tie.
    one, other = ("Ac Kd Qh Js 9c 3d 2h", "Ad Kh Qs Jc 9d 8h 7h")
    assert best(map(Card, one.split())) == best(map(Card, other.split()))


@pytest.mark.clause("CAT-III.3.5.6-34")
def test_who_pays_losing_in_sight_gets_his_last_bet_back_unless_he_re_raised() -> None:
    # 4 shows tens and eights; 3 has a pair of nines at best.
    cards = (
        "2c 3c 4c 5c 6c 7c Kc 9c Td Jd Qd 2d"
        + " 3d Ts 5d"
        + " 8d 8h 4h"
        + " 7h 8s 9h"
        + " Qh 2s Ks"
    )
    record = two(
        cards, ["apostar:1000", "pasar", "pasar", "apostar:6000"], ["ir", "pasar", "pasar", "ir"]
    )
    back = [(event.seat, event.amount, event.why) for event in told(record.events, BetReturned)]
    assert back == [(3, 6000, "pierde-a-la-vista"), (4, 6000, "no-igualada")]
    assert {event.clause for event in told(record.events, BetReturned)} == {
        "CAT-III.3.5.6-34", "CAT-III.3.5.6-20",
    }  # fmt: skip
    assert net(record) == {1: -1000, 3: -3000, 4: 4000}
    record = two(
        cards,
        ["apostar:1000", "pasar", "pasar", "apostar:4000", "subir:12000"],
        ["ir", "pasar", "pasar", "subir:8000", "ir"],
    )
    assert not told(record.events, BetReturned)
    assert net(record) == {1: -1000, 3: -15_000, 4: 16_000}


@pytest.mark.clause("CAT-III.3.5.6-41")
def test_equal_hands_divide_the_pot_and_the_odd_chip_goes_from_the_croupiers_left() -> None:
    first = "Ac Ad 4c 5c Kc Kd 8c 9c Td Th Qd 2d"
    cards = first + " 3d Jc Jd" + " 8d 9d 9h" + " 7h 3h 3s" + " Qh 6s 6h"
    moves = {**ONLY, 4: ["subir:2000"], 3: ["ir"]}
    moves[1] = ["apostar:1001", "retirarse"]
    moves[4] = ["subir:2002", *["pasar"] * 4]
    moves[3] = ["ir", *["pasar"] * 4]
    record = played(four(), cards, moves)
    shares = [(event.seat, event.amount) for event in told(record.events, PotWon)]
    assert shares == [(4, 2503), (3, 2502)]
    assert {event.clause for event in told(record.events, PotWon)} == {"CAT-III.3.5.6-41"}


@pytest.mark.clause("CAT-III.3.5.6-42")
def test_cards_handed_in_covered_lose_and_nobody_sees_them() -> None:
    cards = FIRST + " 3d Ts 5d" + " 8d 9d 4h" + " 7h 8h 9h" + " Qh 2s 3s"
    record = two(cards, [*["pasar"] * 4, "tapar"], ["pasar"] * 4)
    assert net(record) == {1: -1000, 3: 3000, 4: -2000}  # tens were handed in
    assert "seat:4" not in {e.zone for e in told(record.events, CardSeen) if not e.audience}
    covered = [e.clause for e in told(record.events, CardsCleared) if e.zone == "seat:4"]
    assert covered == ["CAT-III.3.5.6-42"]


# Cards between hands, the last game


@pytest.mark.clause("CAT-III.3.5.6-05", "CAT-III.3.5.6-06", "CAT-III.3.5.6-30", "CAT-III.3.5.6-37")
def test_the_deck_is_shuffled_for_every_hand_and_a_new_one_is_shown_and_washed() -> None:
    table = four()
    record = table.play(passing(others()))
    assert {event.pot.text for event in told(record.events, BetGathered)} == {"pozo:1"}
    cleared = {event.zone: event.clause for event in told(record.events, CardsCleared)}
    assert set(cleared) == {*(f"seat:{seat}" for seat in ALL), "apartadas"}
    assert set(cleared.values()) == {"CAT-III.3.5.6-30"}
    prepared = table.prepare(folding)
    assert prepared is not None
    assert said(prepared.events) == {
        "barajado-manual": "CAT-III.3.5.6-06", "corta-el-croupier": "CAT-III.3.5.6-06",
    }  # fmt: skip
    table.act("cartas-nuevas")
    assert said(table.log)["cambio-de-mazos"] == "CAT-III.3.5.6-37"
    prepared = table.prepare(folding)
    assert prepared is not None
    heard = said(prepared.events)
    assert heard["cartas-a-la-vista"] == heard["barajado-inicial"] == "CAT-III.3.5.6-05"


@pytest.mark.clause("CAT-III.3.5.6-40")
def test_the_last_game_is_announced_before_the_shuffle_and_closes_the_table() -> None:
    table = four()
    table.play(folding)
    table.announce_last()
    assert said(table.log)["ultimas-tiradas"] == "CAT-III.3.5.6-40"
    record = table.play(folding)
    assert said(record.events)["ultimo-juego-de-la-mesa"] == "CAT-III.3.5.6-40"
    assert not table.open
    assert state_of(table).button is None
