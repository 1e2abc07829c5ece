"""Black Jack (CAT-III.1.4, 1.6, 1.7): places, staff, conduct, disagreements and the last hands."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.bets import Limits, Place, Remove, Slip
from tapete.core.round.cards import card
from tapete.core.round.event import Announced, CardDealt, SeatFreed, TurnGiven
from tapete.core.round.game import Game
from tapete.core.table.conduct import Excluded
from tapete.core.table.table import Table
from tapete.games.cards.twentyone.games import BLACK_JACK, PERFECT_PAIRS
from tests.core.tables import refused
from tests.games.cards.twentyone.rounds import (
    Cuts,
    asked,
    betting,
    dealt,
    opened,
    played,
    refusal,
    said,
    shoe_of,
    told,
    won,
)

ROUND = ({3: 100}, "9c 7h 9d Ts", {3: "plantarse"})
EVERY = pytest.mark.parametrize("game", [BLACK_JACK, PERFECT_PAIRS], ids=lambda game: game.id)
BREACH = "CAT-III.1.6.3-06"


def code(found: Any) -> tuple[str, str]:
    return found.code, found.clause


# Places (CAT-III.1.3.1-01, CAT-III.1.4)


@EVERY
@pytest.mark.clause("CAT-III.1.4.1-01", "CAT-III.1.4.2-04")
def test_seven_seats_and_nobody_else_plays_seated_or_standing(game: Game[Any, Any]) -> None:
    table = opened(game, *range(1, 8))
    assert code(refused(table.sit, 8, "ana")) == ("table-full", "CAT-III.1.4.1-01")
    window = betting(table)
    assert refusal(window, Place(8, "principal", 100))[1] == "not-seated"


@EVERY
@pytest.mark.clause("CAT-III.1.3.1-01", "CAT-III.1.4.2-06")
def test_a_player_has_two_positions_at_most(game: Game[Any, Any]) -> None:
    table = opened(game, people={"ana": [5, 4]})
    assert code(refused(table.sit, 3, "ana")) == ("too-many-places", "CAT-III.1.4.2-06")


@pytest.mark.clause("CAT-III.1.4.2-06")
@pytest.mark.parametrize("other", [2, 3, 7])
def test_the_two_positions_lie_side_by_side(other: int) -> None:
    window = betting(opened(BLACK_JACK, people={"ana": [5, other]}))
    first, second = Place(5, "principal", 100), Place(other, "principal", 100)
    assert refusal(window, first, second) == ("CAT-III.1.4.2-06", "places-apart")
    open_bets = window.open()
    open_bets.take(second)  # one of them alone may be played
    open_bets.close()


@pytest.mark.clause("CAT-III.1.3.1-01", "CAT-III.1.4.2-05")
def test_each_hand_of_a_player_is_dealt_and_played_in_its_own_turn_and_settled_by_itself() -> None:
    table = opened(BLACK_JACK, 6, 2, people={"ana": [5, 4]})
    bets = dict.fromkeys((6, 5, 4, 2), 100)
    record = played(
        table, bets, "Tc 9c 8c Td 7h 9d 9s 5c 8d 6h Ts",
        {6: "plantarse", 5: "plantarse", 4: "pedir plantarse", 2: "plantarse"},
    )  # fmt: skip
    assert [e.seat for e in told(record, TurnGiven)] == [6, 5, 4, 2]
    assert dealt(record, "seat:4") == "8c 5c 6h"
    assert won(record) == {6: 100, 5: 100, 4: 100, 2: 100}


@pytest.mark.clause("CAT-III.1.3.1-01", "CAT-III.1.5.1-47")
def test_each_of_the_two_positions_may_be_split_into_four_hands() -> None:
    table = opened(BLACK_JACK, people={"ana": [5, 4]})
    four = "separar separar separar plantarse plantarse plantarse plantarse"
    record = played(
        table, {5: 100, 4: 100}, "8c 8d 7h 8s 8h  8c 8d Tc Td Th Ts  8s 8h Tc Td Th Ts  Kc",
        {5: four, 4: four},
    )  # fmt: skip
    assert won(record) == {5: 400, 4: 400}


# The start (CAT-III.1.5.1-01)


@pytest.mark.clause("CAT-III.1.5.1-01")
def test_one_hand_is_enough_where_the_casino_says_one() -> None:
    assert code(refused(opened(BLACK_JACK).begin)) == ("players-missing", "CAT-III.1.5.1-01")
    assert won(played(opened(BLACK_JACK, 3), *ROUND)) == {3: 100}


@EVERY
@pytest.mark.clause("CAT-III.1.5.1-01")
def test_where_the_casino_wants_two_hands_one_can_neither_shuffle_nor_start(
    game: Game[Any, Any],
) -> None:
    table = opened(game, 3, changes={"manos-minimas": "2"})
    missing = ("hands-missing", "CAT-III.1.5.1-01")
    assert code(refused(table.begin)) == missing
    shoe_of(table, cut_shown=True)
    assert code(refused(table.prepare, Cuts())) == missing
    table.sit(4, "seat-3")  # two hands may be one player's
    assert table.prepare(Cuts()) is not None
    window = betting(table)
    assert refusal(window, Place(3, "principal", 100))[::-1] == missing
    window.check(Slip((Place(3, "principal", 100), Place(4, "principal", 100))))
    window.check(Slip())


# Bets (CAT-III.1.5.1-12, -14; CAT-III.1.6.3-01, -07, -09)


@pytest.mark.clause("CAT-III.1.5.1-12")
def test_bets_are_invited_before_any_card_and_lie_on_the_marked_spot() -> None:
    table = opened(BLACK_JACK, 3, limits=Limits(min=100, max=500))
    window = betting(table)
    assert said(table.live.events) == [("hagan-juego", "CAT-III.1.5.1-12")]
    assert list(window.cloth.bets()) == ["principal"]
    assert refusal(window, Place(3, "otra", 100)) == ("CAT-III.1.5.1-12", "not-on-the-cloth")
    assert refusal(window, Place(3, "principal", 99))[1] == "under-minimum"
    assert refusal(window, Place(3, "principal", 501))[1] == "over-maximum"


@pytest.mark.clause("CAT-III.1.5.1-14", "CAT-III.1.6.3-01")
def test_a_bet_after_no_mas_apuestas_is_void_and_none_is_added_reduced_or_withdrawn() -> None:
    table = opened(BLACK_JACK, 5, 3)
    betting(table)
    table.bet(Place(5, "principal", 100))
    table.close_bets()
    assert said(table.live.events)[-1] == ("no-mas-apuestas", "CAT-III.1.5.1-15")
    late = [Place(3, "principal", 100), Place(5, "principal", 1), Remove(5, "principal", 50)]
    for action in late:  # while cards are dealt
        assert code(refused(table.bet, action)) == ("bets-closed", "CAT-III.1.5.1-14")
    for drawn in ("9c", "7h", "9d"):
        table.answer(card(drawn))
    for action in (*late, Remove(5, "principal")):  # while hands are played
        assert code(refused(table.bet, action)) == ("bets-closed", "CAT-III.1.6.3-01")
    table.answer("plantarse")
    table.answer(card("Ts"))
    assert won(table.finish()) == {5: 100, 3: 0}


@pytest.mark.clause("CAT-III.1.6.3-07")
@pytest.mark.parametrize(
    ("cards", "move"),
    [("8c 7h 8d", "separar"), ("6c 7h 5d", "doblar"), ("9c Ah 9d", "seguro:50")],
)
def test_an_increase_is_covered_by_the_players_own_chips(cards: str, move: str) -> None:
    table = opened(BLACK_JACK, 4)
    table.sit(3, "ana", chips=149)
    asked(table, {3: 100}, cards)
    short = refused(table.answer, move)
    assert (code(short), short.facts["has"]) == (("no-chips", "CAT-III.1.6.3-07"), 49)
    assert code(refused(table.exchange.hand_over, 4, 3, 51))[0] == "no-chips-between-players"
    if move == "seguro:50":
        table.answer("seguro:49")
        assert table.available(3) == 0


@EVERY
@pytest.mark.clause("CAT-III.1.6.3-09")
def test_spoken_bets_and_cash_are_never_accepted(game: Game[Any, Any]) -> None:
    table = opened(game, 3)
    betting(table)
    for instrument in ("palabra", "efectivo"):
        found = refused(table.bet, Place(3, "principal", 100), instrument=instrument)
        assert code(found) == ("never-staked", "CAT-III.1.6.3-09")
    table.bet(Place(3, "principal", 100))


# Staff (CAT-III.1.4.2-01, -02)


@pytest.mark.clause("CAT-III.1.4.2-01")
def test_a_table_has_a_croupier_and_a_jefe_de_mesa() -> None:
    table = Table(BLACK_JACK, seats=(3,))
    for staff in (["jefe-de-mesa"], ["croupier"], []):
        assert refused(table.open_play, staff).clause == "CAT-III.1.4.2-01"
    table.open_play(["croupier", "jefe-de-mesa"])


@pytest.mark.clause("CAT-III.1.4.2-02")
def test_the_croupier_shuffles_and_deals_and_used_cards_go_to_the_discard_holder() -> None:
    table = opened(BLACK_JACK, 3)
    shoe_of(table, cut_shown=True)
    assert refused(table.prepare, Cuts(), by="jugador").code == "not-your-role"
    table.prepare(Cuts(), by="croupier")
    betting(table)
    table.bet(Place(3, "principal", 100))
    table.close_bets()
    for by in ("jugador", "jefe-de-mesa"):
        assert refused(table.answer, card("9c"), by=by, seat=3).code == "not-your-role"
    for drawn in ("9c", "7h", "9d"):
        table.answer(card(drawn), by="croupier")
    table.answer("plantarse", by="jugador", seat=3)
    table.answer(card("Ts"), by="croupier")
    record = table.finish()
    assert table.state.shoe.tray == len(told(record, CardDealt)) == 4


# Conduct (CAT-III.1.6.3-03, -04, -10) and disagreements (CAT-III.1.7-11)


@pytest.mark.clause("CAT-III.1.6.3-03")
def test_who_sits_out_more_than_three_rounds_must_free_the_seat_on_a_complaint() -> None:
    table = opened(BLACK_JACK, 5, 3)
    for number in range(1, 5):
        found = refused(table.idle.complain, 5)
        assert code(found) == ("seat-not-claimable", "CAT-III.1.6.3-03")
        played(table, *ROUND)
        assert table.idle.claimable(5) == (number == 4)
    assert refused(table.places.free_seat, 5).code == "no-complaint"
    table.idle.complain(5, by="croupier")
    table.places.free_seat(5, by="jefe-de-mesa")
    assert set(table.players) == {3}


@pytest.mark.clause("CAT-III.1.6.3-04")
def test_nobody_plays_the_hand_of_another() -> None:
    table = opened(BLACK_JACK, 5, 3)
    assert asked(table, {5: 100}, "9c 7h 9d").seat == 5
    assert refused(table.answer, "pedir", by="jugador", seat=3).code == "not-your-hand"
    assert refused(table.answer, "pedir", by="croupier").code == "not-your-role"
    table.answer("plantarse", by="jugador", seat=5)


@pytest.mark.clause("CAT-III.1.6.2-01")
def test_a_card_is_asked_for_clearly_or_not_at_all() -> None:
    table = opened(BLACK_JACK, 3)
    asked(table, {3: 100}, "5c 7h 6d")
    for said_so in ("", "quizás", "otra", "pedir:2", "pedir plantarse"):
        assert refused(table.answer, said_so).clause.startswith("CAT-III.1.5.1")
    assert len(told(table.live.events, CardDealt)) == 3
    table.answer("pedir")


@EVERY
@pytest.mark.clause("CAT-III.1.6.3-10")
def test_a_prohibited_act_may_cost_the_seat_at_once(game: Game[Any, Any]) -> None:
    table = opened(game, 3, people={"ana": [5, 4]})
    assert refused(table.places.exclude, "ana", BREACH, by="croupier").code == "not-your-role"
    table.places.exclude("ana", BREACH, by="jefe-de-seccion")
    [out] = told(table.log, Excluded)
    assert (out.player, out.clause) == ("ana", "CAT-III.1.6.3-10")
    assert [e.seat for e in told(table.log, SeatFreed)] == [5, 4]
    assert set(table.players) == {3}
    assert code(refused(table.sit, 5, "ana")) == ("excluded", "CAT-III.1.6.3-10")


@pytest.mark.clause("CAT-III.1.6.3-10")
def test_sent_away_in_the_middle_of_a_round_he_decides_nothing_more() -> None:
    table = opened(BLACK_JACK, 5, 3)
    asked(table, {5: 100, 3: 100}, "9c Tc 7h 3d 9d")
    table.places.exclude("seat-5", BREACH)
    found = refused(table.answer, "pedir", by="jugador", seat=5)
    assert code(found) == ("excluded", "CAT-III.1.6.3-10")
    table.answer(table.live.ask.default)  # his hand stands as it is
    table.answer("plantarse", by="jugador", seat=3)
    table.answer(card("Ts"))
    assert won(table.finish()) == {5: -100, 3: 100}
    table.begin()
    assert set(table.players) == {3}


@pytest.mark.clause("CAT-III.1.7-11")
def test_a_disagreement_is_resolved_by_the_jefe_de_mesa_who_may_have_the_record_checked() -> None:
    table = opened(BLACK_JACK, 3)
    record = played(table, *ROUND)
    dispute = table.disputes.open(3, record.header.number, "pidió carta")
    assert refused(table.disputes.decide, dispute, "no", by="croupier").code == "not-your-role"
    table.disputes.decide(dispute, "no-pidio", by="jefe-de-mesa")
    assert tuple(table.disputes.review(dispute, record).events) == record.events
    table.disputes.decide(dispute, "pidio", by="jefe-de-mesa")


# The end (CAT-III.1.5.1-69, -70)


@EVERY
@pytest.mark.clause("CAT-III.1.5.1-70")
@pytest.mark.parametrize("left", [3, 2])
def test_the_last_three_or_two_hands_are_announced(game: Game[Any, Any], left: int) -> None:
    table = opened(game, 3)
    assert code(refused(table.announce_last, 4)) == ("not-so-many-left", "CAT-III.1.5.1-70")
    table.announce_last(left)
    for remaining in range(left, 0, -1):
        call = told(played(table, *ROUND), Announced)[0]
        what = "ultimas-manos" if remaining > 1 else "ultimo-juego"
        assert (call.what, call.facts) == (what, {"left": remaining})
    assert not table.open


@pytest.mark.clause("CAT-III.1.5.1-69", "CAT-III.1.5.1-70")
def test_the_last_game_of_the_table_is_announced_before_it_begins() -> None:
    table = opened(BLACK_JACK, 3)
    assert refused(table.announce_last, 1, by="jugador").code == "not-your-role"
    table.announce_last(1, by="jefe-de-mesa")
    record = played(table, *ROUND)
    assert said(record)[:2] == [
        ("ultimo-juego", "CAT-III.1.5.1-69"), ("hagan-juego", "CAT-III.1.5.1-12"),
    ]  # fmt: skip
    assert not table.open and refused(table.begin).code == "table-closed"
