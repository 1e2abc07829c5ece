"""The felt is the fold of what a viewer may know: a covered card is in no other stream."""

import pytest

from tapete.core.book.roles import CROUPIER
from tapete.core.round.event import (
    BetLost,
    BetMarked,
    BetMoved,
    BetPlaced,
    BetReturned,
    BetWon,
    CardDealt,
    CardDiscarded,
    CardSeen,
    MarkerPut,
)
from tapete.core.round.felt import PUBLIC, Felt, fold
from tapete.core.round.live import Live
from tests.core.toys import ToyState, secret_card, setup

WHY = "CAT-I.3.2-02"


def dealt():
    live = Live(secret_card(setup(1, 2), ToyState()))
    live.answer("Ah")
    live.answer("Kd")
    return live.events


@pytest.mark.clause("CAT-I.1-06")
def test_a_covered_card_is_seen_by_its_owner_and_by_nobody_else():
    assert fold(dealt(), "seat:1").zones == {"seat:1": ["Ah"], "seat:2": [None]}
    assert fold(dealt(), "seat:2").zones == {"seat:1": [None], "seat:2": ["Kd"]}
    for viewer in (PUBLIC, CROUPIER):
        assert fold(dealt(), viewer).zones == {"seat:1": [None], "seat:2": [None]}


@pytest.mark.clause("CAT-I.1-06")
def test_an_open_card_is_seen_by_everybody():
    from tapete.core.round.chance import Exposed

    live = Live(secret_card(setup(1), ToyState()))
    live.answer(Exposed("7d"))
    assert fold(live.events, PUBLIC).zones == {"seat:1": ["7d"]}


def test_a_discarded_card_leaves_its_place_for_everybody_and_is_shown_to_nobody():
    events = [
        *(CardDealt(to="seat:1", clause=WHY) for _ in range(3)),
        *(
            CardSeen(zone="seat:1", index=i, card=card, audience=("seat:1",), clause=WHY)
            for i, card in enumerate(["Ah", "Kd", "7c"])
        ),
        CardDiscarded(zone="seat:1", index=1, clause=WHY),
        CardDealt(to="seat:1", clause=WHY),
    ]
    assert fold(events, "seat:1").zones == {"seat:1": ["Ah", "7c", None]}
    assert fold(events, PUBLIC).zones == {"seat:1": [None, None, None]}


def test_chips_lie_where_the_events_put_them():
    events = [
        BetPlaced(seat=3, bet="rojo", amount=500, clause=WHY),
        BetPlaced(seat=3, bet="rojo", amount=200, clause=WHY),
        BetPlaced(seat=5, bet="pleno:17", amount=100, clause=WHY),
        BetPlaced(seat=5, bet="par", amount=50, clause=WHY),
        BetMoved(seat=3, bet="rojo", to="rojo@prision", amount=700, clause=WHY),
        BetWon(seat=5, bet="pleno:17", stake=100, odds="35:1", paid=3500, dropped="0", clause=WHY),
        BetReturned(seat=5, bet="pleno:17", amount=100, why="ganada", clause=WHY),
        BetLost(seat=5, bet="par", amount=50, clause=WHY),
    ]
    felt = fold(events)
    assert felt.chips == {"rojo@prision": {3: 700}}
    assert felt.net == {3: -700, 5: 3450}
    assert (felt.on("rojo@prision", 3), felt.on("rojo", 3)) == (700, 0)


def test_the_text_of_the_felt_shows_markers_turn_marks_cards_and_chips():
    felt = Felt()
    for event in (
        MarkerPut(marker="punto", place="8", clause=WHY),
        BetPlaced(seat=2, bet="hard-8", amount=500, clause=WHY),
        BetMarked(seat=2, bet="hard-8", mark="activa", clause=WHY),
        *dealt(),
    ):
        felt.tell(event)
    assert felt.text().splitlines() == [
        "marker   punto 8",
        "cards    seat:1: ##",
        "cards    seat:2: ##",
        "chips    hard-8                   2:500(activa)",
    ]


def test_a_marker_taken_away_is_gone():
    put = MarkerPut(marker="ganador", place="17", clause=WHY)
    assert fold([put]).markers == {"ganador": "17"}
    assert fold([put, MarkerPut(marker="ganador", place=None, clause=WHY)]).markers == {}
