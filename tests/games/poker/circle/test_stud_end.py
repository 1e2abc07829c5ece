"""How a hand of Stud ends: who shows, losing in sight, division, commission (CAT-III.3.5.5)."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.event import (
    BetReturned,
    CardsCleared,
    CardSeen,
    CommissionTaken,
    TurnGiven,
)
from tapete.games.poker.circle.events import PotWon
from tapete.games.poker.circle.stakes import Rake
from tapete.games.poker.hands import FIVE, five
from tests.games.poker.circle.studs import STUD, net, played, said, table_of, told, turns
from tests.games.poker.circle.test_places import folding
from tests.games.poker.circle.test_stud import FIRST, FOUR, four

# 3 shows kings in the end, 4 a pair of nines; 1 and 2 retire.
TWO = FIRST + " 9h Kh" + " 2d 4d" + " 3d 5d"
ONLY = {2: ["retirarse"], 1: ["retirarse"]}


@pytest.mark.clause("CAT-III.3.5.5-27", "CAT-III.3.5.5-33")
def test_who_was_called_shows_first() -> None:
    # 4 (covered 2) has two pairs by his covered card: what is called is the bet of 3.
    moves = {
        **ONLY,
        3: ["ir", "pasar", "pasar", "apostar:4000"],
        4: ["ir", "pasar", "pasar", "subir:8000"],
    }
    moves[3] = [*moves[3], "ir"]
    record = played(four(), TWO, moves)
    shown = [event.zone for event in told(record.events, CardSeen) if not event.audience]
    assert shown == ["seat:4", "seat:3"]
    last = [event for event in told(record.events, TurnGiven) if event.clause == "CAT-III.3.5.5-27"]
    assert [event.seat for event in last] == [4, 3]


@pytest.mark.clause("CAT-III.3.5.5-28", "CAT-III.3.5.5-36")
def test_when_all_pass_everybody_shows_and_the_covered_card_counts() -> None:
    moves = {**ONLY, 3: ["ir", "pasar", "pasar", "pasar"], 4: ["ir", "pasar", "pasar", "pasar"]}
    record = played(four(), TWO, moves)
    # In sight 3 has kings against nines; with his covered card 4 has nines and twos.
    assert net(record) == {4: 1000, 3: -1000}
    shown = [event.zone for event in told(record.events, CardSeen) if not event.audience]
    assert sorted(shown) == ["seat:3", "seat:4"]


@pytest.mark.clause("CAT-III.3.5.5-34")
def test_who_pays_losing_in_sight_gets_the_last_bet_back() -> None:
    moves = {
        **ONLY,
        3: ["ir", "apostar:2000", "pasar", "apostar:6000"],
        4: ["ir", "ir", "pasar", "ir"],
    }
    table = table_of(STUD, FOUR, button=1, rake=Rake("5%", 0, 100))
    cards = "2c 3c 4c 5c 9d Kd 8d 7d" + " 9h Kh" + " 6d 4d" + " 3d 5d"
    record = played(table, cards, moves)
    back = [(event.seat, event.amount, event.why) for event in told(record.events, BetReturned)]
    assert back == [(4, 6000, "pierde-a-la-vista"), (3, 6000, "no-igualada")]
    [commission] = told(record.events, CommissionTaken)
    assert commission.amount == 300  # of the 6000 that were left
    assert net(record) == {3: 2700, 4: -3000}


@pytest.mark.clause("CAT-III.3.5.5-34")
def test_nothing_goes_back_to_who_increased_or_before_the_last_round() -> None:
    cards = "2c 3c 4c 5c 9d Kd 8d 7d" + " 9h Kh" + " 6d 4d" + " 3d 5d"
    moves = {**ONLY, 3: ["ir", "apostar:2000", "apostar:3000", "apostar:4000", "subir:12000"],
             4: ["ir", "ir", "ir", "subir:8000", "ir"]}  # fmt: skip
    record = played(four(), cards, moves)
    assert not told(record.events, BetReturned)
    assert net(record) == {3: 18_000, 4: -18_000}
    moves = {**ONLY, 3: ["ir", "apostar:2000", "apostar:3000", "pasar"],
             4: ["ir", "ir", "ir", "pasar"]}  # fmt: skip
    record = played(four(), cards, moves)
    assert net(record) == {3: 6000, 4: -6000}


@pytest.mark.clause("CAT-III.3.5.5-34")
def test_who_bet_and_then_calls_a_raise_losing_in_sight_gets_only_that_call_back() -> None:
    # The kings of 3 pass; 4 (nines) bets 4000, 3 raises to 8000, 4 calls the other 4000.
    cards = "2c 3c 4c 5c 9d Kd 8d 7d" + " 9h Kh" + " 6d 4d" + " 3d 5d"
    moves = {
        **ONLY,
        3: ["ir", "pasar", "pasar", "pasar", "subir:8000"],
        4: ["ir", "pasar", "pasar", "apostar:4000", "ir"],
    }
    record = played(four(), cards, moves)
    back = [(event.seat, event.amount, event.why) for event in told(record.events, BetReturned)]
    assert back == [(4, 4000, "pierde-a-la-vista"), (3, 4000, "no-igualada")]
    assert net(record) == {3: 5000, 4: -5000}


@pytest.mark.clause("CAT-III.3.5.5-34")
def test_who_was_given_his_call_back_does_not_compete_for_what_the_others_paid() -> None:
    # 2 is all in with aces in sight. 3 (jacks) bets 4000, 1 (king high) raises, 4 (kings) calls,
    # 3 calls. 4 gets 8000 back and 3 his last 4000; then 4000 of 1 are not called. What is left
    # of the round is for 3 and 1 alone, though the kings of 4 are better.
    table = table_of(STUD, {1: 60_000, 2: 3000, 3: 60_000, 4: 60_000}, button=1)
    cards = "Kc 3c 4c 5c 9d Jd Ad 7d" + " 2d Jh Ah Ks" + " Kd 4d 8c 9s" + " 6h 5d Tc Ts"
    moves = {
        2: ["subir:3000"],
        3: ["ir", "pasar", "pasar", "apostar:4000", "ir"],
        1: ["ir", "pasar", "pasar", "subir:8000"],
        4: ["ir", "pasar", "pasar", "ir"],
    }
    record = played(table, cards, moves)
    back = {(event.seat, event.amount, event.why) for event in told(record.events, BetReturned)}
    assert back == {
        (4, 8000, "pierde-a-la-vista"), (3, 4000, "pierde-a-la-vista"), (1, 4000, "no-igualada"),
    }  # fmt: skip
    assert net(record) == {1: -7000, 2: 9000, 3: 1000, 4: -3000}


@pytest.mark.clause("CAT-III.3.5.5-36", "CAT-III.3.5.5-37")
def test_hands_rank_from_high_card_to_royal_flush_and_card_by_card() -> None:
    hands = [
        "Ac Kd 9h 5s 3c", "2c 2d 5h 7s 9c", "3c 3d 2h 2s 4c", "2c 2d 2h 3s 4c", "Ac 2d 3h 4s 5c",
        "2c 4c 6c 8c 9c", "2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "Tc Jc Qc Kc Ac",
    ]  # fmt: skip
    worth = [five(hand.split()) for hand in hands]
    assert [hand.category for hand in worth] == list(FIVE)
    assert worth == sorted(worth)
    assert five(["Kc", "Kd", "9h", "5s", "3c"]) > five(["Kh", "Ks", "9c", "5d", "2c"])
    assert five(["Kc", "Kd", "9h", "5s", "3c"]) == five(["Kh", "Ks", "9c", "5d", "3h"])


@pytest.mark.clause("CAT-III.3.5.5-43")
def test_equal_hands_divide_the_pot_and_the_odd_chip_goes_left_of_the_button() -> None:
    moves = {
        **ONLY,
        4: ["subir:2001", "pasar", "pasar", "pasar"],
        3: ["ir", "pasar", "pasar", "pasar"],
    }
    moves[1] = ["ir", "retirarse"]  # 2000 more and the odd peso of the pot
    cards = "2c 2d 4c 5c 9d 9h 8d 7d" + " Th Ts 5h" + " Kd Ks" + " 3d 3h"
    record = played(four(), cards, moves)
    shares = [(event.seat, event.amount) for event in told(record.events, PotWon)]
    assert shares == [(4, 3002), (3, 3001)]
    assert {event.clause for event in told(record.events, PotWon)} == {"CAT-III.3.5.5-43"}


@pytest.mark.clause("CAT-III.3.5.5-44")
def test_cards_handed_in_covered_lose_and_nobody_sees_them() -> None:
    moves = {
        **ONLY,
        3: ["ir", "pasar", "pasar", "pasar", "tapar"],
        4: ["ir", "pasar", "pasar", "pasar"],
    }
    cards = FIRST + " 9h Kh" + " 6d 4d" + " 3d 5d"
    record = played(four(), cards, moves)
    assert net(record) == {4: 1000, 3: -1000}  # nines win: the kings were handed in
    seen = [event.zone for event in told(record.events, CardSeen) if not event.audience]
    assert "seat:3" not in seen
    covered = [event for event in told(record.events, CardsCleared) if event.zone == "seat:3"]
    assert [event.clause for event in covered] == ["CAT-III.3.5.5-44"]


# Commission


@pytest.mark.clause("CAT-III.3.3.5-03", "CAT-III.3.5.5-40", "CAT-III.3.5.5-41")
def test_the_house_takes_its_share_of_each_pot_from_the_threshold_on() -> None:
    stacks = {1: 60_000, 2: 4000, 3: 60_000, 4: 60_000}
    cards = "2c 3c Ac 5c 9d Kd Ad 7d" + " 2d Ks Ah 8s" + " 4d 9s 5s" + " 6d Js Qs"
    moves = {2: ["ir", "apostar:3000"], 3: ["ir", "subir:8000", "pasar", "pasar"],
             1: ["ir", "ir", "ir", "pasar", "pasar"], 4: ["ir", "retirarse"]}  # fmt: skip
    for threshold, taken in ((0, [650, 500]), (10_000, [650, 500]), (10_001, [650]), (20_000, [])):
        table = table_of(STUD, stacks, button=1, rake=Rake("5%", threshold, 50))
        record = played(table, cards, moves)
        commissions = told(record.events, CommissionTaken)
        assert [event.amount for event in commissions] == taken
        assert {event.source.text for event in commissions} <= {"pozo:1", "pozo:2"}
        house = sum(amount for amount in net(record).values())
        assert house == -sum(taken)


# Cards between hands, the last game


@pytest.mark.clause("CAT-III.3.5.5-05", "CAT-III.3.5.5-06", "CAT-III.3.5.5-35", "CAT-III.3.5.5-38")
def test_the_deck_is_shuffled_for_every_hand_and_a_new_one_is_shown_and_washed() -> None:
    table = four()
    record = table.play(folding)
    cleared = told(record.events, CardsCleared)
    assert {event.zone for event in cleared} == {"seat:1", "seat:2", "seat:3", "seat:4"}
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    prepared = table.prepare(folding)
    assert prepared is not None
    assert said(prepared.events) == {
        "barajado-manual": "CAT-III.3.5.5-06", "corta-el-croupier": "CAT-III.3.5.5-06",
    }  # fmt: skip
    table.act("cartas-nuevas")
    with pytest.raises(Refused, match="decks-incomplete"):
        table.act("cartas-nuevas", counted=51)
    prepared = table.prepare(folding)
    assert prepared is not None
    heard = said(prepared.events)
    assert heard["cartas-a-la-vista"] == heard["barajado-inicial"] == "CAT-III.3.5.5-05"
    assert said(table.log)["cambio-de-mazos"] == "CAT-III.3.5.5-38"


@pytest.mark.clause("CAT-III.3.5.5-42")
def test_the_last_game_is_announced_before_the_shuffle_and_closes_the_table() -> None:
    table = four()
    table.play(folding)
    table.announce_last()
    assert [
        event.clause for event in table.log if getattr(event, "what", "") == "ultimas-tiradas"
    ] == ["CAT-III.3.5.5-42"]
    record = table.play(folding)
    assert said(record.events)["ultimo-juego-de-la-mesa"] == "CAT-III.3.5.5-42"
    assert not table.open


def test_turns_go_clockwise_from_the_opener() -> None:
    record = played(
        four(), FIRST, {3: ["subir:2000"], 2: ["retirarse"], 1: ["retirarse"], 4: ["retirarse"]}
    )
    assert turns(record) == [3, 2, 1, 4]
