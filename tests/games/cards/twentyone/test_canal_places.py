"""Canal 21 (CAT-III.1.5.3-12 to -22): several places for one player."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits, Place, Remove
from tapete.core.round.event import CardDealt
from tapete.games.cards.twentyone.games import CANAL_21
from tests.games.cards.twentyone.rounds import (
    Cuts,
    betting,
    opened,
    played,
    refusal,
    said,
    shoe_of,
    told,
    won,
)

LIMITS = Limits(min=100, max=5000)


def seats_bet(table: Any, *bets: tuple[int, int]) -> tuple[str, str] | None:
    """Whether these bets can be made and stand; else the clause and code that refuse them."""
    open_bets = betting(table).open()
    try:
        for seat, amount in bets:
            open_bets.take(Place(seat, "principal", amount))
        open_bets.close()
    except Refused as refused:
        return refused.clause, refused.code
    finally:
        table.void("prueba")
    return None


def new_pack(table: Any) -> None:
    shoe_of(table, cut_shown=True)
    table.prepare(Cuts())


@pytest.mark.clause("CAT-III.1.4.1-01", "CAT-III.1.4.2-05", "CAT-III.1.5.3-24", "CAT-III.1.3.3-01")
def test_seven_places_and_each_place_of_a_player_is_a_hand_in_its_own_turn() -> None:
    table = opened(CANAL_21, 6, people={"ana": [5, 4]})
    record = played(
        table, {6: 100, 5: 100, 4: 200}, "9c 8c 7c 6h Tc Td Th  9h 2s",
        {6: "plantarse", 5: "plantarse", 4: "retirarse"},
    )  # fmt: skip
    zones = [event.to for event in told(record, CardDealt)][:7]
    assert zones == ["seat:6", "seat:5", "seat:4", "croupier", "seat:6", "seat:5", "seat:4"]
    assert won(record) == {6: 100, 5: 100, 4: -100}
    for seat in (7, 3, 2, 1):
        table.sit(seat, f"p{seat}")
    with pytest.raises(Refused) as refused:
        table.sit(8, "eva")
    assert refused.value.clause == "CAT-III.1.4.1-01"


@pytest.mark.clause("CAT-III.1.5.3-11", "CAT-III.1.5.3-12")
def test_places_are_offered_when_the_pack_is_burned() -> None:
    table = opened(CANAL_21, 6, 5)
    shoe_of(table, cut_shown=True)
    record = table.prepare(Cuts())
    assert said(record)[-2:] == [
        ("se-queman", "CAT-III.1.5.3-11"), ("posiciones-multiples", "CAT-III.1.5.3-12"),
    ]  # fmt: skip
    assert record.events[-1].facts == {"free": 5}


@pytest.mark.clause("CAT-III.1.5.3-15")
@pytest.mark.parametrize(
    ("places", "least"),
    [([4], 100), ([4, 3], 100), ([4, 3, 2], 300), ([4, 3, 2, 1], 700), ([5, 4, 3, 2, 1], 900),
     ([6, 5, 4, 3, 2, 1], 5000), ([7, 6, 5, 4, 3, 2, 1], 5000)],
)  # fmt: skip
def test_the_minimum_of_each_place_grows_with_the_additional_places(
    places: list[int], least: int
) -> None:
    table = opened(CANAL_21, people={"ana": places}, limits=LIMITS)
    assert seats_bet(table, *((seat, least) for seat in places)) is None
    if least > 100:
        low = least - 1
        first, *others = places
        assert seats_bet(table, (first, low), *((seat, least) for seat in others)) == (
            "CAT-III.1.5.3-15", "under-minimum",
        )  # fmt: skip
        assert seats_bet(table, *((seat, least) for seat in others), (first, low)) == (
            "CAT-I.4.2-03", "under-minimum",
        )  # fmt: skip


@pytest.mark.clause("CAT-III.1.5.3-15")
def test_six_places_need_a_table_with_a_maximum() -> None:
    table = opened(CANAL_21, people={"ana": [6, 5, 4, 3, 2, 1]}, limits=Limits(min=100))
    bets = [(seat, 900) for seat in (6, 5, 4, 3, 2, 1)]
    assert seats_bet(table, *bets) == ("CAT-III.1.5.3-15", "no-table-maximum")
    assert seats_bet(table, *bets[:5]) is None


@pytest.mark.clause("CAT-III.1.5.3-16")
def test_places_lie_side_by_side() -> None:
    table = opened(CANAL_21, 4, people={"ana": [5, 3, 2]}, limits=LIMITS)
    assert seats_bet(table, (3, 100), (2, 100)) is None
    assert seats_bet(table, (5, 100), (3, 100)) == ("CAT-III.1.5.3-16", "places-apart")
    window = betting(opened(CANAL_21, people={"ana": [5, 4, 3]}, limits=LIMITS))
    open_bets = window.open()
    for seat in (5, 4, 3):
        open_bets.take(Place(seat, "principal", 300))
    open_bets.take(Remove(4, "principal"))
    with pytest.raises(Refused, match="places-apart"):
        open_bets.close()


@pytest.mark.clause("CAT-III.1.5.3-14", "CAT-III.1.5.3-17")
def test_the_first_player_on_the_banks_left_chooses_first_among_the_free_places() -> None:
    table = opened(CANAL_21, 6, 3)

    def refused(seat: int, *places: int) -> tuple[str, str]:
        with pytest.raises(Refused) as problem:
            table.act("posiciones", seat=seat, places=places)
        return problem.value.clause, problem.value.code

    assert refused(3, 4) == ("CAT-III.1.5.3-17", "not-your-turn")
    assert refused(6, 4) == ("CAT-III.1.5.3-16", "places-apart")
    assert refused(6, 8) == ("CAT-III.1.5.3-14", "place-not-free")
    table.act("posiciones", seat=6, places=(5, 4))
    assert said(table.log)[-1] == ("posiciones-tomadas", "CAT-III.1.5.3-17")
    assert refused(3, 4) == ("CAT-III.1.5.3-14", "place-not-free")
    table.act("posiciones", seat=3, places=(2,))
    # A place chosen by one is not another's to bet on.
    table.sit(4, "eva")
    assert seats_bet(table, (4, 100)) == ("CAT-III.1.5.3-17", "one-place-only")
    table.leave(4)
    table.sit(4, "seat-6")
    assert seats_bet(table, (4, 100)) is None
    played(table, {6: 100}, "9c 6h 9d Tc 2c", {6: "plantarse"})
    assert refused(6, 7) == ("CAT-III.1.5.3-14", "places-are-fixed")


@pytest.mark.clause("CAT-III.1.5.3-14", "CAT-III.1.5.3-18", "CAT-III.1.5.3-19")
def test_places_are_fixed_in_the_first_round_and_latecomers_play_one() -> None:
    table = opened(CANAL_21, 1, people={"ana": [6, 5], "luis": [3]}, limits=LIMITS)
    bets = {6: 100, 5: 100, 3: 100}
    hands = "9c 9d 9h 6h Tc Td Th Ts 2c"
    played(table, bets, hands, dict.fromkeys(bets, "plantarse"))
    table.sit(7, "ana")
    table.sit(2, "luis")
    assert seats_bet(table, (7, 300)) == ("CAT-III.1.5.3-19", "one-place-only")
    assert seats_bet(table, (3, 100), (2, 100)) == ("CAT-III.1.5.3-19", "one-place-only")
    assert seats_bet(table, (6, 100), (5, 100), (3, 100)) is None
    table.leave(2)
    table.leave(1)
    table.sit(1, "eva")
    table.sit(2, "eva")
    assert seats_bet(table, (1, 100), (2, 100)) == ("CAT-III.1.5.3-18", "one-place-only")
    assert seats_bet(table, (2, 100)) is None
    # In the first round of the next pack they may be taken again.
    new_pack(table)
    assert seats_bet(table, (1, 100), (2, 100)) is None


@pytest.mark.clause("CAT-III.1.5.3-20")
def test_a_place_given_up_is_gone_for_the_pack_and_the_minimum_falls_with_it() -> None:
    table = opened(CANAL_21, people={"ana": [5, 4, 3]}, limits=LIMITS)
    bets = {5: 300, 4: 300, 3: 300}
    played(table, bets, "9c 9d 9h 6h Tc Td Th Ts 2c", dict.fromkeys(bets, "plantarse"))
    assert seats_bet(table, (5, 299))[1] == "under-minimum"  # type: ignore[index]
    betting(table)
    with pytest.raises(Refused, match="round-in-course"):
        table.act("ceder-posicion", seat=3)
    table.void("prueba")
    table.act("ceder-posicion", seat=3)
    assert said(table.log)[-1] == ("posicion-cedida", "CAT-III.1.5.3-20")
    assert seats_bet(table, (5, 100), (4, 100)) is None
    assert seats_bet(table, (3, 300)) == ("CAT-III.1.5.3-19", "one-place-only")
    with pytest.raises(Refused, match="not-one-of-several"):
        table.act("ceder-posicion", seat=3)


@pytest.mark.clause("CAT-III.1.5.3-21")
def test_whoever_leaves_with_several_places_comes_back_with_one_hand() -> None:
    table = opened(CANAL_21, 1, people={"ana": [5, 4]}, limits=LIMITS)
    bets = {5: 100, 4: 100}
    played(table, bets, "9c 9d 6h Tc Td Ts 2c", dict.fromkeys(bets, "plantarse"))
    for seat in (5, 4):
        table.leave(seat)
    for seat in (5, 4):
        table.sit(seat, "ana")
    assert seats_bet(table, (5, 100), (4, 100))[1] == "one-place-only"  # type: ignore[index]
    assert seats_bet(table, (4, 100)) is None
    table.leave(5)
    table.sit(5, "eva")
    assert seats_bet(table, (5, 100), (4, 100)) is None


@pytest.mark.clause("CAT-III.1.5.3-22")
def test_the_right_goes_on_into_the_next_pack_only_if_nobody_waits() -> None:
    table = opened(CANAL_21, people={"ana": [5, 4]}, limits=LIMITS)
    bets = {5: 100, 4: 100}
    played(table, bets, "9c 9d 6h Tc Td Ts 2c", dict.fromkeys(bets, "plantarse"))
    new_pack(table)
    assert table.state.places.several == {"ana": (4, 5)}
    table.act("esperar", player="eva")
    with pytest.raises(Refused, match="already-waiting"):
        table.act("esperar", player="eva")
    # In this pack the places stay hers; in the next they do not.
    assert seats_bet(table, (5, 100), (4, 100)) is None
    new_pack(table)
    assert seats_bet(table, (5, 100), (4, 100)) == ("CAT-III.1.5.3-22", "one-place-only")
    with pytest.raises(Refused, match="somebody-waits"):
        table.act("posiciones", seat=5, places=(6,))
    table.act("dejar-de-esperar", player="eva")
    with pytest.raises(Refused, match="not-waiting"):
        table.act("dejar-de-esperar", player="eva")
    assert seats_bet(table, (5, 100), (4, 100)) is None
    assert table.state.places.waiting == ()


@pytest.mark.clause("CAT-III.1.5.3-01", "CAT-III.1.5.3-13", "CAT-III.1.5.3-23")
def test_bets_are_invited_first_and_none_are_taken_after_the_close() -> None:
    with pytest.raises(Refused) as refused:
        opened(CANAL_21).begin()
    assert refused.value.clause == "CAT-III.1.5.3-01"
    table = opened(CANAL_21, 3, 2)
    window = betting(table)
    assert said(table.live.events) == [("hagan-juego", "CAT-III.1.5.3-13")]
    assert refusal(window, Place(3, "seguro", 100)) == ("CAT-III.1.5.3-13", "not-on-the-cloth")
    table.bet(Place(3, "principal", 100))
    table.close_bets()
    assert said(table.live.events)[-1] == ("no-mas-apuestas", "CAT-III.1.5.3-23")
    with pytest.raises(Refused, match="bets-closed"):
        table.bet(Place(2, "principal", 100))
