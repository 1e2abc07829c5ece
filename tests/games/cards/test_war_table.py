"""A table of War: its places, its people, its cards and how they are prepared."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced, ChipsChanged
from tapete.core.round.felt import fold
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.registry import find
from tests.games.cards.packs import WAR, Played, opened, played, prepared, shoe_of

WARNING = "aviso-de-cartas-pre-barajadas"
BETS = {1: {"war": 100}}


def new_cards(table: Table, moves: dict[int, list[str]] | None = None) -> Played:
    table.act("cartas-nuevas")
    return prepared(table, moves)


@pytest.mark.clause("CAT-III.4.3.1-01", "CAT-III.4.3.2-04")
def test_six_players_and_no_others_seated_or_standing() -> None:
    table = opened(WAR)
    for seat in range(1, 7):
        table.sit(seat, f"p{seat}")
    with pytest.raises(Refused) as full:
        table.sit(7, "p7")
    assert (full.value.clause, full.value.code) == ("CAT-III.4.3.2-04", "table-full")


@pytest.mark.clause("CAT-III.4.3.2-05", "CAT-III.4.4-13", "CAT-III.4.5.2-01")
def test_one_spot_and_one_hand_for_each_player() -> None:
    table = opened(WAR)
    table.sit(1, "ana")
    with pytest.raises(Refused) as second:
        table.sit(2, "ana")
    assert (second.value.clause, second.value.code) == ("CAT-III.4.5.2-01", "too-many-places")
    table.sit(2, "blas")
    table.begin()
    with pytest.raises(Refused, match="one-bet-one-owner"):
        table.bet(Place(2, "war", 100), player="ana")


@pytest.mark.clause("CAT-III.4.3.2-01")
def test_one_croupier_runs_the_table_under_a_table_chief() -> None:
    table = Table(find(WAR), seats=[1])
    for staff, code in (
        (["jefe-de-mesa"], "croupiers-missing"),
        (["croupier"], "jefe-de-mesa-missing"),
    ):
        with pytest.raises(Refused) as missing:
            table.open_play(staff)
        assert (missing.value.clause, missing.value.code) == ("CAT-III.4.3.2-01", code)
    table.open_play(["croupier", "jefe-de-mesa"])
    assert table.open


@pytest.mark.clause("CAT-III.4.3.2-02")
def test_the_croupier_and_nobody_else_deals() -> None:
    table = opened(WAR, 1)
    live = table.begin(by="croupier")
    table.bet(Place(1, "war", 100))
    table.close_bets(by="croupier")
    for other in ("jugador", "jefe-de-mesa"):
        with pytest.raises(Refused, match="not-your-role"):
            table.answer(Card("9c"), by=other, seat=1)
    for card in ("9c", "8c"):
        table.answer(Card(card), by="croupier")
    assert live.ended
    assert shoe_of(table).tray == 0
    table.finish()
    assert shoe_of(table).tray == 2  # used cards are discarded


@pytest.mark.clause("CAT-III.4.5.2-02")
def test_once_the_round_has_started_no_bet_is_added_or_taken_back() -> None:
    table = opened(WAR, 1)
    table.begin()
    table.bet(Place(1, "war", 100))
    told = table.close_bets()
    assert ("no-mas-apuestas", "CAT-III.4.5.2-02") in [
        (event.what, event.clause) for event in told if isinstance(event, Announced)
    ]
    with pytest.raises(Refused, match="bets-closed"):
        table.bet(Place(1, "war", 100))
    table.answer(Card("9c"))
    with pytest.raises(Refused, match="bets-closed"):
        table.bet(Place(1, "empate", 100))


@pytest.mark.clause("CAT-III.4.5.2-04")
def test_a_player_may_not_play_another_players_hand() -> None:
    table = opened(WAR, 1, 2)
    table.begin()
    table.bet(Place(1, "war", 100))
    table.close_bets()
    for card in ("9c", "9d"):
        table.answer(Card(card))
    with pytest.raises(Refused, match="not-your-hand"):
        table.answer("rendirse", by="jugador", seat=2)
    table.answer("rendirse", by="jugador", seat=1)


@pytest.mark.clause("CAT-III.4.5.2-03")
def test_a_player_idle_for_more_than_three_rounds_may_be_asked_to_free_the_seat() -> None:
    table = opened(WAR, 1, 2)
    for rounds in range(4):
        assert not table.idle.claimable(2), rounds
        played(table, BETS, "9c 8c")
    table.idle.complain(2)
    table.places.free_seat(2)
    assert 2 not in table.players


@pytest.mark.clause("CAT-III.4.4-22")
def test_a_round_is_looked_at_again_only_in_a_dispute_and_by_a_chief() -> None:
    table = opened(WAR, 1)
    record = played(table, BETS, "9c 8c").record
    dispute = table.disputes.open(1, 1, "la carta")
    table.disputes.decide(dispute, "vale")
    with pytest.raises(Refused, match="not-your-role"):
        table.disputes.review(dispute, record, by="croupier")
    assert table.disputes.review(dispute, record, by="jefe-de-mesa").ended


# The cards


@pytest.mark.clause("CAT-III.4.4-01")
def test_neither_shuffle_nor_game_starts_without_a_player() -> None:
    table = opened(WAR)
    with pytest.raises(Refused) as game:
        table.begin()
    table.act("cartas-nuevas")
    with pytest.raises(Refused) as shuffle:
        table.prepare(lambda ask: None)
    for refusal in (game.value, shuffle.value):
        assert (refusal.clause, refusal.code) == ("CAT-III.4.4-01", "players-missing")


@pytest.mark.clause("CAT-III.4.3.1-02", "CAT-III.4.4-02")
@pytest.mark.parametrize("decks", [6, 8])
def test_six_or_eight_decks_are_shown_face_up_before_play(decks: int) -> None:
    table = opened(WAR, 1, changes={"decks": str(decks)})
    shown = new_cards(table).one("cartas-a-la-vista")
    assert shown.clause == "CAT-III.4.4-02"
    assert shown.facts == {"decks": decks, "cards": 52 * decks}
    assert shoe_of(table).cards_left == 52 * decks - 1


@pytest.mark.clause("CAT-III.4.3.1-02", "CAT-III.4.4-02")
@pytest.mark.parametrize("decks", [5, 7, 9])
def test_no_other_number_of_decks_is_played_with(decks: int) -> None:
    table = opened(WAR, 1, changes={"decks": str(decks)})
    with pytest.raises(Refused) as wrong:
        table.begin()
    assert (wrong.value.clause, wrong.value.code) == ("CAT-III.4.4-02", "decks-not-allowed")


@pytest.mark.clause("CAT-III.4.4-03", "CAT-III.4.4-27")
def test_new_decks_are_shown_then_washed_and_shuffled_as_at_the_start() -> None:
    table = opened(WAR, 1)
    table.act("cartas-nuevas")
    assert [(e.what, e.clause) for e in table.log if isinstance(e, Announced)][-1] == (
        "cambio-de-mazos", "CAT-III.4.4-27",
    )  # fmt: skip
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    seen = prepared(table)
    assert seen.said()[:2] == ["cartas-a-la-vista", "chemin-y-mezcla"]
    assert seen.one("chemin-y-mezcla").clause == "CAT-III.4.4-03"


@pytest.mark.clause("CAT-III.4.4-04", "CAT-III.4.3.1-03", "CAT-III.4.3.1-04")
def test_pre_shuffled_cards_are_announced_at_each_change_and_neither_shown_nor_shuffled() -> None:
    table = opened(WAR, 1, 2, extra={"cards": "pre-barajadas"})
    for _ in range(2):
        seen = new_cards(table)
        assert seen.one("cartas-pre-barajadas").clause == "CAT-III.4.4-04"
        assert not {"cartas-a-la-vista", "chemin-y-mezcla"} & set(seen.said())
        assert "mazos-sellados" in seen.said()
    # The croupier warns of them when the table opens, and a sign does all the time.
    warned = [e.clause for e in table.log if getattr(e, "what", "") == WARNING]
    assert warned == ["CAT-III.4.3.1-04"] and table.signs().notices == (WARNING,)
    # Whoever does not want to play with them simply does not bet.
    assert played(table, BETS, "9c 8c").net(2) == 0


@pytest.mark.clause("CAT-III.4.4-05", "CAT-III.4.4-07")
def test_the_cut_is_offered_from_the_croupiers_left_clockwise_and_falls_to_the_croupier() -> None:
    table = opened(WAR, 1, 3, 6)
    seen = new_cards(table)
    assert [ask.seat for ask in seen.asked if hasattr(ask, "seat")] == [6, 3, 1]
    cut = seen.one("corta-el-croupier")
    assert (cut.facts, cut.clause) == ({"at": 156}, "CAT-III.4.4-07")
    taken = new_cards(table, {3: ["cortar:100"]})
    assert [ask.seat for ask in taken.asked if hasattr(ask, "seat")] == [6, 3]
    assert "corta-el-croupier" not in taken.said()
    assert taken.one("segundo-corte").clause == "CAT-III.4.4-05"  # the croupier's own


@pytest.mark.clause("CAT-III.4.4-06")
@pytest.mark.parametrize(("at", "good"), [(51, False), (52, True), (260, True), (261, False)])
def test_a_cut_leaves_at_least_fifty_two_cards_at_either_end(at: int, good: bool) -> None:
    [cut] = new_cards(opened(WAR, 1)).choices(1)
    assert cut.fits(f"cortar:{at}") is good and cut.clause == "CAT-III.4.4-06"


@pytest.mark.clause("CAT-III.4.4-08", "CAT-III.4.4-10")
def test_the_stop_card_leaves_fifty_two_cards_and_the_first_card_is_burned() -> None:
    table = opened(WAR, 1)
    seen = new_cards(table)
    stop, burned = seen.one("carta-de-corte-puesta"), seen.one("se-queman")
    assert (stop.facts, stop.clause) == ({"behind": 52}, "CAT-III.4.4-08")
    assert (burned.facts, burned.clause) == ({"cards": 1}, "CAT-III.4.4-10")
    assert shoe_of(table).behind == 52 and shoe_of(table).cards_left == 311
    wrong = opened(WAR, 1, extra={"behind": 20})
    with pytest.raises(Refused) as misplaced:
        wrong.begin()
    assert misplaced.value.clause == "CAT-III.4.4-08"


@pytest.mark.clause("CAT-III.4.4-09", "CAT-III.4.4-10")
def test_a_machine_takes_all_the_cards_and_the_discards_never_pass_two_decks() -> None:
    table = opened(WAR, 1, extra={"cards": "barajadora-continua"})
    seen = new_cards(table)
    assert seen.one("se-queman").facts == {"cards": 1}  # with or without a machine
    assert "carta-de-corte-puesta" not in seen.said()
    for _ in range(60):
        played(table, BETS, "9c 8c")
        assert shoe_of(table).tray <= 104
    assert shoe_of(table).cards_left == 312
    assert table.game.due(table.setup(), table.state) is None


@pytest.mark.clause("CAT-III.4.4-24", "CAT-III.4.4-25")
def test_a_reshuffle_joins_all_cards_and_play_goes_on_with_a_new_cut_and_burn() -> None:
    table = opened(WAR, 1)
    played(table, BETS, "9c 8c")
    table.state = replace(table.state, shoe=replace(shoe_of(table), cut_shown=True))
    seen = prepared(table)
    assert seen.one("nueva-mezcla").clause == "CAT-III.4.4-24"
    assert seen.said() == [
        "nueva-mezcla",
        "corta-el-croupier",
        "segundo-corte",
        "carta-de-corte-puesta",
        "se-queman",
    ]
    shoe = shoe_of(table)
    assert (sum(shoe.unseen.values()), shoe.hidden, shoe.tray) == (312, 1, 0)
    assert played(table, BETS, "9c 8c").net(1) == 100


@pytest.mark.clause("CAT-III.4.4-10")
def test_a_card_not_burned_at_the_start_is_burned_when_the_first_round_ends() -> None:
    table = opened(WAR, 1)
    table.act("quema-olvidada")
    assert shoe_of(table).cards_left == 312
    first = played(table, BETS, "9c 8c")
    assert first.one("se-queman").clause == "CAT-III.4.4-10"
    assert shoe_of(table).cards_left == 309
    assert "se-queman" not in played(table, BETS, "9c 8c").said()
    with pytest.raises(Refused, match="burn-not-forgotten"):
        table.act("quema-olvidada")


@pytest.mark.clause("CAT-III.4.4-11")
def test_bets_are_chips_put_down_before_any_card() -> None:
    table = opened(WAR)
    table.sit(1, "ana", chips=1000)
    assert any(isinstance(event, ChipsChanged) for event in table.log)
    table.begin()
    with pytest.raises(Refused):
        table.bet(Place(1, "war", 1001))
    table.bet(Place(1, "war", 1000))
    table.close_bets()
    assert type(table.live.ask).__name__ == "DrawCard" if table.live else False


@pytest.mark.clause("CAT-III.4.3.2-03")
def test_the_cards_are_collected_after_each_play_and_faulty_ones_replaced_at_once_by_a_chief() -> (
    None
):
    table = opened(WAR, 1)
    seen = played(table, BETS, "9c 8c")
    assert fold(seen.events).zones == {}
    with pytest.raises(Refused) as alone:
        table.act("cartas-nuevas", by="croupier")
    assert (alone.value.clause, alone.value.code) == ("CAT-III.4.3.2-03", "not-your-role")
    table.act("cartas-nuevas", by="jefe-de-mesa")
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()  # not one more round with them


@pytest.mark.clause("CAT-III.4.3.1-06")
def test_beside_a_table_with_pre_shuffled_cards_the_others_show_and_shuffle_theirs() -> None:
    modern = opened(WAR, 1, extra={"cards": "pre-barajadas"})
    traditional = opened(WAR, 1)
    assert modern.signs().notices == (WARNING,) and traditional.signs().notices == ()
    shown = {"cartas-a-la-vista", "chemin-y-mezcla"}
    assert not shown & set(new_cards(modern).said())
    assert shown <= set(new_cards(traditional).said())


@pytest.mark.clause("CAT-I.4.1-02")
def test_a_player_without_the_chips_for_the_second_bet_cannot_go_to_war() -> None:
    table = Table(find(WAR), version="test")
    table.open_play(staff_of(table.rules))
    table.sit(1, "ana", chips=100)
    table.begin()
    table.bet(Place(1, "war", 100))
    table.close_bets()
    table.answer("5c")
    table.answer("5d")
    with pytest.raises(Refused) as refusal:
        table.answer("guerra")
    assert (refusal.value.code, refusal.value.clause) == ("no-chips", "CAT-I.4.1-02")
    table.answer("rendirse")
    assert table.net_of(table.finish()) == {1: -50}
