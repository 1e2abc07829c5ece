"""What comes out wrong: cards face up, too many, stuck, out of order, down the slot."""

from __future__ import annotations

import pytest

from tapete.core.book.roles import JUGADOR
from tapete.core.round.bets import Place
from tapete.core.round.cards import Card
from tapete.core.round.chance import Exposed, Glimpsed, Mishap, Stuck, Surplus
from tests.core.tables import refused
from tests.games.cards.puntoybanca.rounds import (
    ALL,
    BANCA_WINS,
    BOTH,
    MIDI,
    PUNTO_WINS,
    PYB,
    a_table,
    announced,
    kept,
    net,
    of_kind,
    play,
    said,
)
from tests.games.cards.puntoybanca.test_bets import betting

every_game = pytest.mark.parametrize("game", ALL)


def c(text: str) -> Card:
    return Card(text)


@pytest.mark.clause("CAT-III.2.7-01")
@every_game
def test_a_card_face_up_in_the_middle_of_a_round_is_used(game: str) -> None:
    record = play(a_table(game), ["2c", "Kd", "3h", Exposed(c("8s"))])
    assert net(record) == {1: -1000, 4: 950}
    assert "carta-descubierta-se-usa" in said(record.events)


@pytest.mark.clause("CAT-III.2.7-01")
@every_game
def test_a_first_card_face_up_annuls_the_round_which_is_dealt_out_and_discarded(
    game: str,
) -> None:
    table = a_table(game)
    record = play(table, [Exposed(c("8s")), "Kd", "3h", "2c", "4d", "5d"])
    [voided] = of_kind(record.events, "round-voided")
    assert (voided.cause, voided.clause) == ("carta-descubierta", "CAT-III.2.7-01")
    assert net(record) == {}
    kinds = [event.kind for event in record.events]
    # Bets go back before the rest is dealt; six cards go to the discard holder.
    assert kinds.index("bet-returned") < kinds.index("card-dealt", kinds.index("card-dealt") + 1)
    assert kinds.count("card-dealt") == 6 and kinds.count("cards-cleared") == 2
    assert of_kind(record.events, "result-shown") == []
    assert net(play(table, BANCA_WINS)) == {1: -1000, 4: 950}


@pytest.mark.clause("CAT-III.2.7-01")
def test_a_next_card_seen_before_the_bets_annuls_that_round_without_bets() -> None:
    table = a_table()
    play(table, BANCA_WINS)
    told = table.act("carta-descubierta", card="8s")
    assert "pase-siguiente-nulo" in said(told)
    record = play(table, ["Kd", "3h", "2c", "4d", "5d"], {})
    [voided] = of_kind(record.events, "round-voided")
    assert voided.clause == "CAT-III.2.7-01" and of_kind(record.events, "bet-placed") == []


@pytest.mark.clause("CAT-III.2.7-02")
@every_game
def test_cards_drawn_when_the_round_is_over_annul_the_next_which_begins_with_them(
    game: str,
) -> None:
    table = a_table(game)
    assert net(play(table, BANCA_WINS)) == {1: -1000, 4: 950}
    for card in ("7d", "9d"):
        table.act("carta-de-mas", card=card)
    record = play(table, ["2h", "Ks"])  # 7 2 and 9 K: nobody could bet on it
    assert "pase-anulado" in said(record.events)
    [voided] = of_kind(record.events, "round-voided")
    assert (voided.cause, voided.clause) == ("carta-de-mas", "CAT-III.2.7-02")
    assert net(record) == {} and of_kind(record.events, "bet-placed") == []
    assert net(play(table, BANCA_WINS)) == {1: -1000, 4: 950}


@pytest.mark.clause("CAT-III.2.7-02")
def test_a_card_that_is_no_longer_in_the_shoe_cannot_be_one_too_many() -> None:
    table = a_table()
    for _ in range(8):
        table.act("carta-de-mas", card="7d")
    assert refused(table.act, "carta-de-mas", card="7d").code == "card-not-left"


@pytest.mark.clause("CAT-III.2.7-02")
def test_a_first_card_said_to_be_one_too_many_annuls_the_round_in_course() -> None:
    record = play(a_table(), [Surplus(c("7d")), "9d", "2h", "Ks"])
    assert [e.cause for e in of_kind(record.events, "round-voided")] == ["carta-de-mas"]
    assert net(record) == {}


@pytest.mark.clause("CAT-III.2.7-03")
@every_game
def test_stuck_cards_are_put_in_order_and_that_is_announced(game: str) -> None:
    record = play(a_table(game), ["Kc", Stuck((c("9d"), c("4h"), c("Qs")))])
    assert announced(record.events, "cartas-pegadas") == [{"cards": "9d 4h Qs"}]
    assert net(record) == {1: -1000, 4: 950}


@pytest.mark.clause("CAT-III.2.7-02", "CAT-III.2.7-03")
def test_a_card_stuck_to_the_last_one_needed_is_one_too_many() -> None:
    table = a_table()
    record = play(table, ["Kc", "9d", "4h", Stuck((c("Qs"), c("7d")))])
    assert announced(record.events, "cartas-de-mas") == [{"cards": 1}]
    assert net(record) == {1: -1000, 4: 950}
    assert of_kind(play(table, ["9d", "2h", "Ks"]).events, "round-voided")


@pytest.mark.clause("CAT-III.2.7-04")
@every_game
def test_cards_dealt_wrongly_are_rearranged_and_that_is_announced(game: str) -> None:
    record = play(a_table(game), ["Kc", "9d", Mishap("orden-equivocado"), "4h", "Qs"])
    assert "cartas-reordenadas" in said(record.events)
    assert net(record) == {1: -1000, 4: 950}


@pytest.mark.clause("CAT-III.2.7-04")
def test_a_card_drawn_too_early_is_the_next_one_of_the_round() -> None:
    record = play(a_table(), ["Kc", Surplus(c("9d")), "4h", "Qs"])
    assert "cartas-reordenadas" in said(record.events)
    assert net(record) == {1: -1000, 4: 950}


@pytest.mark.clause("CAT-III.2.7-05")
@every_game
def test_cards_lifted_and_seen_while_being_drawn_change_nothing(game: str) -> None:
    glimpsed = [Glimpsed("seat:1", c(card)) for card in BANCA_WINS]
    assert net(play(a_table(game), glimpsed)) == {1: -1000, 4: 950}


@pytest.mark.clause("CAT-III.2.7-06")
@every_game
def test_a_card_that_falls_to_the_floor_is_shown_by_the_croupier_and_play_resumes(
    game: str,
) -> None:
    record = play(a_table(game), ["Kc", "9d", Mishap("carta-al-suelo"), "4h", "Qs"])
    assert "carta-recogida" in said(record.events)
    assert net(record) == {1: -1000, 4: 950}
    table = betting(a_table(game))
    table.bet(Place(1, "punto", 1000))
    table.close_bets()
    fallen = Mishap("carta-al-suelo")
    assert refused(table.answer, fallen, by=JUGADOR, seat=1).code == "not-your-role"


@pytest.mark.clause("CAT-III.2.7-07")
def test_a_card_down_the_discard_slot_annuls_the_whole_round() -> None:
    table = a_table(PYB)
    record = play(table, ["Kc", "9d", Mishap("carta-por-la-ranura")])
    [voided] = of_kind(record.events, "round-voided")
    assert (voided.cause, voided.clause) == ("carta-por-la-ranura", "CAT-III.2.7-07")
    assert net(record) == {}
    assert net(play(table, PUNTO_WINS)) == {1: 1000, 4: -1000}


@pytest.mark.clause("CAT-III.2.7-07")
def test_midi_and_mini_have_no_such_rule() -> None:
    table = a_table(MIDI)
    with pytest.raises(Exception, match="no-such-irregularity"):
        play(table, ["Kc", "9d", Mishap("carta-por-la-ranura")], BOTH)


@pytest.mark.clause("CAT-III.2.7-01", "CAT-III.2.7-02", "CAT-III.2.5-19")
def test_an_annulled_round_does_not_pass_the_shoe() -> None:
    table = a_table(seats=(1, 4, 6))
    play(table, BANCA_WINS)
    play(table, [Exposed(c("9s")), "2d", "Kd", "5s"])
    assert kept(table).holder == 1
