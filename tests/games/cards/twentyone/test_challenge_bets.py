"""Challenge 21 (CAT-III.1.5.2): places, the two or three bets, and the end of the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits, Place
from tapete.core.round.event import Announced, BetPlaced, BetReturned, BetWon
from tapete.core.table.table import Table
from tapete.games.cards.twentyone.games import CHALLENGE_21
from tapete.scenario import play_scenario
from tests.games.cards.twentyone.rounds import (
    betting,
    opened,
    played,
    refusal,
    said,
    told,
    won,
)

TWO = {"mano-1": 100, "mano-2": 200}
THREE = {"mano-1": 100, "mano-2": 200, "mano-3": 400}


@pytest.mark.clause("CAT-III.1.4.1-01", "CAT-III.1.4.1-05")
def test_six_seats_and_eight_decks() -> None:
    table = opened(CHALLENGE_21, 1, 2, 3, 4, 5, 6)
    with pytest.raises(Refused) as refused:
        table.sit(7, "ana")
    assert (refused.value.clause, refused.value.code) == ("CAT-III.1.4.1-01", "table-full")
    state = table.state
    assert (table.rules.clauses["decks"], state.shoe.decks) == ("CAT-III.1.4.1-05", 8)
    assert sum(state.shoe.unseen.values()) == 416


@pytest.mark.clause("CAT-III.1.5.2-01")
def test_nothing_starts_without_a_player() -> None:
    with pytest.raises(Refused) as refused:
        opened(CHALLENGE_21).begin()
    assert (refused.value.clause, refused.value.code) == ("CAT-III.1.5.2-01", "players-missing")


@pytest.mark.clause("CAT-III.1.4.2-05", "CAT-III.1.6.3-02")
def test_a_player_has_one_position_and_no_more_than_four_hands() -> None:
    table = opened(CHALLENGE_21, people={"ana": [5]})
    with pytest.raises(Refused) as refused:
        table.sit(4, "ana")
    assert (refused.value.clause, refused.value.code) == ("CAT-III.1.6.3-02", "too-many-places")
    record = played(
        table, {5: TWO}, "8c 7h 8d  8h 8s 2c 2d 2h 2s  Td Ks",
        {5: "separar separar separar plantarse plantarse plantarse plantarse"},
    )  # fmt: skip
    assert len({event.bet for event in told(record, BetPlaced)}) == 4 * 2


@pytest.mark.clause("CAT-III.1.6.3-02")
def test_a_scenario_may_show_that_a_second_place_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "one-place.toml"
    file.write_text("""
title   = "One place a player"
game    = "challenge-21"
clauses = ["CAT-III.1.6.3-02"]
players = { ana = [5, 4] }
seats   = [5, 4]
[[round]]
bets    = { 5 = { mano-1 = 100, mano-2 = 200 } }
refused = [{ seat = 4, bet = "mano-1", amount = 100 }]
chance  = ["9c", "7h", "9d", "Ts", "Tc"]
moves   = { 5 = ["plantarse"] }
net     = { 5 = 300 }
""")
    assert play_scenario(file).passed
    file.write_text(file.read_text().replace("refused", "# refused"))
    assert not play_scenario(file).passed  # nobody wanted it refused: she cannot sit there


@pytest.mark.clause("CAT-III.1.5.2-11", "CAT-III.1.5.2-14")
def test_bets_are_invited_before_any_card_and_none_are_taken_after_the_close() -> None:
    table = opened(CHALLENGE_21, 3, 2)
    window = betting(table)
    assert said(table.live.events) == [("hagan-juego", "CAT-III.1.5.2-11")]
    for action in (Place(3, "mano-1", 100), Place(3, "mano-2", 100)):
        table.bet(action)
    table.close_bets()
    assert said(table.live.events)[-1] == ("no-mas-apuestas", "CAT-III.1.5.2-14")
    with pytest.raises(Refused, match="bets-closed"):
        table.bet(Place(2, "mano-1", 100))
    assert list(window.cloth.bets()) == ["mano-1", "mano-2", "mano-3"]


@pytest.mark.clause("CAT-III.1.3.2-01", "CAT-III.1.5.2-12", "CAT-III.1.5.2-13")
@pytest.mark.parametrize("given", [["mano-1"], ["mano-2"], ["mano-3"], ["mano-1", "mano-3"]])
def test_never_fewer_than_two_bets_and_always_on_the_first_two_bank_hands(given: list[str]) -> None:
    window = betting(opened(CHALLENGE_21, 3))
    bets = [Place(3, bet, 100) for bet in given]
    assert refusal(window, *bets) == ("CAT-III.1.5.2-12", "two-bets-needed")


@pytest.mark.clause("CAT-III.1.3.2-01", "CAT-III.1.5.2-12")
def test_a_third_bet_is_free_the_bets_may_differ_and_there_is_no_fourth() -> None:
    window = betting(opened(CHALLENGE_21, 3, limits=Limits(min=100, max=500)))
    for bets in (TWO, THREE, {"mano-1": 500, "mano-2": 100}):
        open_bets = window.open()
        for bet, amount in bets.items():
            open_bets.take(Place(3, bet, amount))
        open_bets.close()
    assert refusal(window, Place(3, "mano-4", 100))[1] == "not-on-the-cloth"
    assert refusal(window, Place(3, "mano-3", 501))[1] == "over-maximum"


@pytest.mark.clause("CAT-III.1.5.2-19")
def test_nobody_leaves_or_bets_between_the_rounds_of_the_bank() -> None:
    table = opened(CHALLENGE_21, 3, 2)
    betting(table)
    table.bet(Place(3, "mano-1", 100))
    table.bet(Place(3, "mano-2", 100))
    table.close_bets()
    while table.live is not None and table.live.ask is not None:
        with pytest.raises(Refused, match="round-in-course"):
            table.leave(3)
        with pytest.raises(Refused, match="bets-closed"):
            table.bet(Place(2, "mano-1", 100))
        table.answer("plantarse" if hasattr(table.live.ask, "options") else some_card(table))
    table.finish()
    table.leave(3)


def some_card(table: Table) -> str:
    """Nines for the player, a seven and tens for the bank: 18 against 17 twice."""
    assert table.live is not None
    asked = len(table.live.steps)
    return {1: "9c", 2: "7h", 3: "9d"}.get(asked, "Ts")


@pytest.mark.clause("CAT-III.1.5.2-59", "CAT-III.1.5.2-60")
def test_the_last_hands_are_announced_before_a_new_game_and_then_the_table_closes() -> None:
    table = opened(CHALLENGE_21, 3)
    for left in (0, 4):
        with pytest.raises(Refused, match="not-so-many-left"):
            table.announce_last(left, by="jefe-de-mesa")
    table.announce_last(3, by="jefe-de-mesa")
    calls = []
    while table.open:
        record = played(table, {3: TWO}, "9c 7h 9d Ts Tc", {3: "plantarse"})
        call = told(record, Announced)[0]
        calls.append((call.what, call.facts["left"], call.clause))
    assert calls == [
        ("ultimas-manos", 3, "CAT-III.1.5.2-60"), ("ultimas-manos", 2, "CAT-III.1.5.2-60"),
        ("ultimo-juego", 1, "CAT-III.1.5.2-59"),
    ]  # fmt: skip


@pytest.mark.clause("CAT-III.1.5.2-54")
def test_collected_cards_are_looked_at_again_only_for_a_dispute() -> None:
    table = opened(CHALLENGE_21, 3)
    record = played(table, {3: TWO}, "9c 7h 9d Ts Tc", {3: "plantarse"})
    with pytest.raises(Refused):
        table.disputes.review(1, record)
    number = table.disputes.open(3, 1, "total")
    table.disputes.decide(number, "se-revisa")
    again = table.disputes.review(number, record)
    assert tuple(again.events) == tuple(record.events)
    assert won(record) == {3: 300}
    assert {event.why for event in told(record, BetReturned)} == {"ganada"}


def test_a_split_and_a_double_match_the_bets_there_are_whichever_hands_they_face() -> None:
    # If another hand of the bank were the compulsory one, the first bet would not face the first.
    table = opened(CHALLENGE_21, 5, changes={"two_bets": '["mano-2"]'})
    record = played(
        table, {5: {"mano-2": 300}}, "4c 7h 4d  7s Td 9c  Ks", {5: "separar doblar plantarse"}
    )
    assert {event.bet: event.stake for event in told(record, BetWon)} == {"mano-2": 600}
