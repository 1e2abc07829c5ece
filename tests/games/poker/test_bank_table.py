"""Tables of the banked games: staff, places, conduct, and who may know which card."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.round.bets import Noticed, Place, Remove, Slip
from tapete.core.round.event import BetWon, CardDealt, CardSeen, Event
from tapete.core.round.felt import PUBLIC, fold
from tapete.core.table.table import Table
from tapete.games.registry import find
from tests.games.poker.banked import (
    BOLIVIA,
    TRES,
    Limits,
    all_say,
    each_in_turn,
    opened,
    played,
    refused_bets,
    slip,
)

CARIBBEAN = "caribbean-poker"
PLUS = "caribbean-poker-plus"
DRAW = "draw-poker"
ARICA = "arica-2017"
ANTE = {"ante": 100}
HANDS = {5: "Qc Qd 2c 3d 4h", 2: "Jc Jd 2d 3c 4s"}
AK = "Ah Kc 9d 7s 5h"


@pytest.mark.clause("CAT-III.3.2-01")
def test_the_highest_hand_of_the_modality_wins_and_each_has_its_own_ranking() -> None:
    # Of three cards a straight beats a flush; of five it is the other way round.
    three = each_in_turn({1: "4c 5d 6h"}, "Kc Qc 2c")
    assert played(opened(TRES, 1), {1: ANTE}, three, {1: ["voy"]}).net(1) > 0
    five = each_in_turn({1: "4c 5d 6h 7s 8h"}, "Kc Qc 2c 3c 9c")
    assert played(opened(CARIBBEAN, 1), {1: ANTE}, five, {1: ["voy"]}).net(1) < 0


@pytest.mark.clause("CAT-III.3.4.2-01")
@pytest.mark.parametrize("game", [CARIBBEAN, PLUS, DRAW])
def test_a_table_opens_with_a_croupier_and_a_jefe_de_mesa(game: str) -> None:
    for staff in (["croupier"], ["jefe-de-mesa"]):
        table = Table(find(game), seats=[1])
        with pytest.raises(Refused):
            table.open_play(staff)
    table.open_play(["croupier", "jefe-de-mesa"])
    assert table.open


@pytest.mark.clause("CAT-III.3.4.2-03")
def test_the_croupier_closes_the_bets_and_a_bet_misplaced_is_not_taken() -> None:
    table = opened(CARIBBEAN, 1)
    table.begin()
    table.bet(Place(1, "ante", 100))
    with pytest.raises(Refused) as caught:
        table.close_bets(by="jugador")
    assert caught.value.code == "not-your-role"
    with pytest.raises(Refused):
        table.bet(Place(1, "bet", 200))
    table.close_bets(by="croupier")


@pytest.mark.parametrize(
    ("game", "rules", "most", "clause"),
    [
        pytest.param(
            CARIBBEAN, "scj-2023", 7, "CAT-III.3.4.2-06",
            marks=pytest.mark.clause("CAT-III.3.4.2-06", "CAT-III.3.4.1-01"),
        ),
        pytest.param(PLUS, "scj-2023", 7, "CAT-III.3.4.2-06"),
        pytest.param(DRAW, "scj-2023", 6, "CAT-III.3.4.2-06"),
        pytest.param(
            CARIBBEAN, "scj-2009", 7, "R196-3.4.2-01", marks=pytest.mark.clause("R196-3.4.2-01")
        ),
        pytest.param(
            DRAW, "scj-2009", 6, "R196-3.4.2-01", marks=pytest.mark.clause("R196-3.4.2-02")
        ),
        pytest.param(DRAW, ARICA, 6, "ARI-1.4.1-02", marks=pytest.mark.clause("ARI-1.4.1-02")),
    ],
)  # fmt: skip
def test_no_more_players_than_the_modality_has_neither_seated_nor_standing(
    game: str, rules: str, most: int, clause: str
) -> None:
    table = opened(game, *range(1, most + 1), rules=rules)
    with pytest.raises(Refused) as caught:
        table.sit(most + 1, "ana")
    assert (caught.value.code, caught.value.clause) == ("table-full", clause)
    refusal = refused_bets(table, {most + 1: ANTE})
    assert refusal.code == "not-seated"


@pytest.mark.clause("CAT-III.3.6.3-05")
def test_a_player_has_one_place_and_one_hand() -> None:
    table = opened(DRAW)
    table.sit(3, "ana")
    with pytest.raises(Refused) as caught:
        table.sit(4, "ana")
    assert (caught.value.code, caught.value.clause) == ("too-many-places", "CAT-III.3.6.3-05")
    table.begin()
    with pytest.raises(Refused):
        table.bet(Place(4, "ante", 100), player="ana")


@pytest.mark.clause("CAT-III.3.6.3-03")
def test_nobody_plays_the_hand_of_another() -> None:
    table = opened(DRAW, *HANDS)
    table.begin()
    with pytest.raises(Refused) as caught:
        table.bet(Place(2, "ante", 100), player="seat-5")
    assert caught.value.code == "one-bet-one-owner"
    table.answer(slip(dict.fromkeys(HANDS, ANTE)))
    for text in each_in_turn(HANDS, AK):
        table.answer(text)
    with pytest.raises(Refused) as caught:
        table.answer("voy", by="jugador", seat=2)  # it is the turn of seat 5
    assert caught.value.code == "not-your-hand"
    table.answer("voy", by="jugador", seat=5)


@pytest.mark.clause("CAT-III.3.6.3-09")
def test_who_stays_out_of_more_than_three_rounds_may_have_to_free_the_place() -> None:
    table = opened(DRAW, 1, 2)
    cards = each_in_turn({1: HANDS[5]}, AK)
    for _ in range(3):
        played(table, {1: ANTE}, cards, {1: ["no-voy"]})
    with pytest.raises(Refused) as caught:
        table.idle.complain(2)
    assert caught.value.clause == "CAT-III.3.6.3-09"
    played(table, {1: ANTE}, cards, {1: ["no-voy"]})
    table.idle.complain(2, by="croupier")
    table.places.free_seat(2)
    assert 2 not in table.players


@pytest.mark.clause("CAT-III.3.6.3-06")
@pytest.mark.parametrize("game", [CARIBBEAN, DRAW])
def test_nobody_looks_at_his_cards_or_decides_before_the_deal_is_over(game: str) -> None:
    table = opened(game, *HANDS)
    live = table.begin()
    table.answer(slip(dict.fromkeys(HANDS, ANTE)))
    for text in each_in_turn(HANDS, AK):
        assert not [event for event in live.events if isinstance(event, CardSeen)]
        with pytest.raises(Refused):
            table.answer("voy")
        table.answer(text)
    looked = [e for e in live.events if isinstance(e, CardSeen)]
    assert len(looked) == 10
    assert {event.clause for event in looked} == {"CAT-III.3.6.3-06"}
    assert table.answer("voy", by="jugador", seat=5)


def known(events: list[Event], viewer: str) -> dict[str, list[str | None]]:
    return fold(events, viewer).zones


@pytest.mark.clause("CAT-III.3.6.3-02")
@pytest.mark.parametrize("game", [CARIBBEAN, DRAW])
def test_only_its_owner_knows_a_covered_card(game: str) -> None:
    table = opened(game, *HANDS)
    live = table.begin()
    table.answer(slip(dict.fromkeys(HANDS, ANTE)))
    for text in each_in_turn(HANDS, AK):
        table.answer(text)
    covered = [None] * 5
    bank = [None] * 4 + ["5h"] if game == CARIBBEAN else covered
    mine = {"seat:5": HANDS[5].split(), "seat:2": covered, "croupier": bank}
    assert known(live.events, "seat:5") == mine
    for viewer in (PUBLIC, CROUPIER):
        nothing = {"seat:5": covered, "seat:2": covered, "croupier": bank}
        assert known(live.events, viewer) == nothing


@pytest.mark.clause("AJ-2.3.6.3-01", "CAT-III.3.6.3-04")
@pytest.mark.parametrize("game", [CARIBBEAN, DRAW])
def test_in_bolivia_too_no_bet_changes_once_the_round_has_started(game: str) -> None:
    table = opened(game, 1, 2, rules=BOLIVIA)
    table.begin()
    table.answer(slip({1: ANTE}))
    with pytest.raises(Refused) as caught:
        table.bet(Place(1, "ante", 100))
    assert (caught.value.code, caught.value.clause) == ("bets-closed", "AJ-2.3.6.3-01")


@pytest.mark.clause("AJ-2.3.7.1.2-01")
def test_in_bolivia_winning_hands_are_paid_from_right_to_left() -> None:
    table = opened(CARIBBEAN, *HANDS, rules=BOLIVIA)
    assert table.rules.by("settle_order") == "AJ-2.3.7.1.2-01"
    cards = each_in_turn(HANDS, AK)
    round_ = played(table, dict.fromkeys(HANDS, ANTE), cards, all_say(HANDS, "voy"))
    assert [event.seat for event in round_.of(BetWon)] == [2, 2, 5, 5]


@pytest.mark.clause("ARI-2.4-02")
def test_in_arica_who_exposes_his_cards_is_warned_and_the_second_time_leaves() -> None:
    table = opened(DRAW, rules=ARICA)
    table.sit(1, "ana")
    table.sit(2, "luis")
    exposed = "ARI-2.3-01"  # cards are always handed in covered
    with pytest.raises(Refused) as caught:
        table.places.exclude("ana", exposed)
    assert caught.value.code == "caution-first"
    table.conduct.caution("ana", exposed, by="jefe-de-mesa")
    table.places.exclude("ana", exposed)
    table.begin()
    assert table.players == {2: "luis"}
    table.answer(Slip())
    table.finish()
    with pytest.raises(Refused) as caught:
        table.sit(1, "ana")
    assert caught.value.code == "excluded"


@pytest.mark.parametrize("game", [CARIBBEAN, DRAW])
def test_a_late_ante_above_the_maximum_counts_up_to_it_and_so_does_the_bet(game: str) -> None:
    table = opened(game, 1, limits=Limits(min=100, max=1000))
    live = table.begin()
    table.answer(Slip((Noticed(1, "ante", 1500, "jefe-de-sala"),)))
    drawn = [] if game == CARIBBEAN else ["8h", "8d"]
    for text in each_in_turn({1: "Qc Qd 2c 3d 4h"}, AK):
        table.answer(text)
    table.answer("voy")
    for text in [*([] if game == CARIBBEAN else ["servido"]), *drawn]:
        table.answer(text)
    assert live.ended
    assert table.net_of(table.finish())[1] == 3000


@pytest.mark.parametrize("game", [CARIBBEAN, DRAW])
def test_who_removes_the_ante_takes_the_bet_on_the_pot_down_with_it(game: str) -> None:
    table = opened(game, 1, extra={"pot": {"credit": 1000}})
    live = table.begin()
    placed = slip({1: {"progresivo": 1000, "ante": 100}})
    table.answer(Slip((*placed.actions, Remove(1, "ante"))))
    assert live.ended and not zones_of(live.events)
    table.finish()
    assert refused_bets(table, {1: {"progresivo": 1000}}).code == "needs-main-bet"


def zones_of(events: list[Event]) -> list[str]:
    return [event.to for event in events if isinstance(event, CardDealt)]


@pytest.mark.parametrize(("game", "move", "costs"), [(DRAW, "voy", 200), (PLUS, "comprar:4h", 100)])
def test_who_has_not_the_chips_for_a_move_cannot_make_it(game: str, move: str, costs: int) -> None:
    table = opened(game)
    before = 100 + (200 if game == PLUS else 0)
    table.sit(1, "ana", chips=before + costs - 1)
    table.begin()
    table.answer(slip({1: ANTE}))
    for text in each_in_turn({1: "Qc Qd 2c 3d 4h"}, AK):
        table.answer(text)
    if game == PLUS:
        table.answer("voy")
    with pytest.raises(Refused) as caught:
        table.answer(move)
    assert caught.value.code == "no-chips"
