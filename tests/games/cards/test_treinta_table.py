"""A table of Treinta y Cuarenta: its people, its cards, and the Bolivian edition."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced
from tapete.core.round.felt import fold
from tapete.core.table.table import Table
from tapete.games.registry import find
from tests.games.cards.packs import TREINTA, Played, opened, played, prepared, shoe_of

WARNING = "aviso-de-cartas-pre-barajadas"
BETS = {1: {"rojo": 100}}
ROJO = "9s Tc 8d 7s Kd 9c 5h 8s"
STAFF = ["croupier", "pagador", "jefe-de-mesa"]
both = pytest.mark.parametrize("rules", ["scj-2023", "aj-bolivia"])


def new_cards(table: Table, moves: dict[int, list[str]] | None = None) -> Played:
    table.act("cartas-nuevas")
    return prepared(table, moves)


# People


@pytest.mark.clause("CAT-III.5.3.2-01", "AJ-2.4.3.2-01", "AJ-2.4.3.2-02")
@both
def test_one_main_croupier_and_one_or_two_payers_under_a_table_chief(rules: str) -> None:
    table = Table(find(TREINTA), edition=rules, seats=[1])
    for staff, code in (
        (["croupier", "jefe-de-mesa"], "croupiers-missing"),
        (["croupier", "croupier", "jefe-de-mesa"], "staff-missing"),
        (["croupier", "pagador", "pagador", "pagador", "jefe-de-mesa"], "staff-missing"),
        (["croupier", "pagador"], "jefe-de-mesa-missing"),
    ):
        with pytest.raises(Refused, match=code):
            table.open_play(staff)
    for staff in (STAFF, [*STAFF, "pagador"]):
        table.open_play(staff)
    with pytest.raises(Refused) as missing:
        table.open_play(["croupier", "jefe-de-mesa"])
    wanted = {"scj-2023": "CAT-III.5.3.2-01", "aj-bolivia": "AJ-2.4.3.2-02"}
    assert missing.value.clause == wanted[rules]


@pytest.mark.clause("CAT-III.5.3.2-02", "AJ-2.4.3.2-03")
@both
def test_the_croupiers_take_the_bets_deal_and_discard(rules: str) -> None:
    table = opened(TREINTA, 1, rules=rules)
    live = table.begin(by="pagador")
    table.bet(Place(1, "rojo", 100), by="pagador")
    with pytest.raises(Refused, match="not-your-role"):
        table.close_bets(by="jugador")
    table.close_bets(by="croupier")
    with pytest.raises(Refused, match="not-your-role"):
        table.answer(Card("9s"), by="jugador", seat=1)
    for card in ROJO.split():
        table.answer(Card(card), by="croupier")
    assert live.ended
    table.finish()
    assert shoe_of(table).tray == 8


@pytest.mark.clause("CAT-III.5.3.2-04")
def test_as_many_players_as_the_table_chief_lets_in() -> None:
    table = opened(TREINTA)
    for seat in range(1, 31):
        table.sit(seat, f"p{seat}")
    table.set_capacity(30, by="jefe-de-mesa")
    with pytest.raises(Refused, match="table-full"):
        table.sit(31, "p31")
    with pytest.raises(Refused, match="not-your-role"):
        table.set_capacity(40, by="croupier")


@pytest.mark.clause("CAT-III.5.5.2-01", "CAT-III.5.4-11", "CAT-III.5.4-12")
def test_bets_are_placed_before_any_card_and_after_no_va_mas_they_are_void() -> None:
    table = opened(TREINTA, 1)
    table.begin()
    table.bet(Place(1, "rojo", 100))
    told = table.close_bets()
    calls = [(e.what, e.clause) for e in told if isinstance(e, Announced)]
    assert ("no-va-mas", "CAT-III.5.4-12") in calls
    for amount in (1, 100_000):
        with pytest.raises(Refused, match="bets-closed"):
            table.bet(Place(1, "negro", amount))
    table.answer(Card("9s"))
    with pytest.raises(Refused, match="bets-closed"):
        table.bet(Place(1, "rojo", 100))


@pytest.mark.clause("CAT-III.5.5.2-02")
def test_a_player_idle_for_more_than_three_rounds_may_be_asked_to_free_the_seat() -> None:
    table = opened(TREINTA, 1, 2)
    for _ in range(4):
        assert not table.idle.claimable(2)
        played(table, BETS, ROJO)
    table.idle.complain(2)
    table.places.free_seat(2)
    assert 2 not in table.players


@pytest.mark.clause("CAT-III.5.5.2-03")
def test_a_player_may_not_decide_for_another_players_bet() -> None:
    table = opened(TREINTA, 1, 2)
    table.begin()
    with pytest.raises(Refused, match="one-bet-one-owner"):
        table.bet(Place(1, "rojo", 100), player="seat-2")
    table.bet(Place(1, "rojo", 100))
    table.close_bets()
    for card in ["Kc", "9d", "7s", "5h", "Qh", "8c", "6d", "7s"]:
        table.answer(Card(card))
    with pytest.raises(Refused, match="not-your-hand"):
        table.answer("entregar", by="jugador", seat=2)


@pytest.mark.clause("CAT-III.5.4-20")
def test_a_round_is_looked_at_again_only_in_a_dispute() -> None:
    table = opened(TREINTA, 1)
    record = played(table, BETS, ROJO).record
    with pytest.raises(Refused, match="no-such-dispute"):
        table.disputes.review(1, record)
    dispute = table.disputes.open(1, 1, "la suma")
    table.disputes.decide(dispute, "vale")
    assert table.disputes.review(dispute, record).ended


# The cards


@pytest.mark.clause("CAT-III.5.4-01")
def test_neither_shuffle_nor_game_starts_without_a_player() -> None:
    table = opened(TREINTA)
    with pytest.raises(Refused) as game:
        table.begin()
    table.act("cartas-nuevas")
    with pytest.raises(Refused) as shuffle:
        table.prepare(lambda ask: None)
    for refusal in (game.value, shuffle.value):
        assert (refusal.clause, refusal.code) == ("CAT-III.5.4-01", "players-missing")


@pytest.mark.clause("CAT-III.5.3.1-02", "AJ-2.4.3.1-01")
@both
def test_six_to_eight_decks(rules: str) -> None:
    for decks in (6, 7, 8):
        table = opened(TREINTA, 1, rules=rules, changes={"decks": str(decks)})
        new_cards(table)
        assert shoe_of(table).cards_left == 52 * decks - 5
        assert played(table, BETS, ROJO).net(1) == 100
    wanted = {"scj-2023": "CAT-III.5.3.1-02", "aj-bolivia": "AJ-2.4.3.1-01"}
    for decks in (5, 9):
        table = opened(TREINTA, 1, rules=rules, changes={"decks": str(decks)})
        with pytest.raises(Refused, match="decks-not-allowed") as wrong:
            table.begin()
        assert wrong.value.clause == wanted[rules]


@pytest.mark.clause("CAT-III.5.4-02", "CAT-III.5.4-03", "CAT-III.5.4-25")
@pytest.mark.clause("AJ-2.4.3.3-01", "AJ-2.4.3.3-02", "AJ-2.4.3.3-03")
@pytest.mark.parametrize(
    ("rules", "clauses"),
    [
        ("scj-2023", ["CAT-III.5.4-25", "CAT-III.5.4-02", "CAT-III.5.4-03"]),
        ("aj-bolivia", ["AJ-2.4.3.3-03", "AJ-2.4.3.3-01", "AJ-2.4.3.3-02"]),
    ],
)
def test_new_cards_are_shown_then_shuffled_until_no_sequences_are_left_and_cut(
    rules: str, clauses: list[str]
) -> None:
    table = opened(TREINTA, 1, rules=rules)
    seen = new_cards(table)
    [called] = [e for e in table.log if isinstance(e, Announced) and e.what == "cambio-de-mazos"]
    shown, mixed = seen.one("cartas-a-la-vista"), seen.one("mezcla-sin-secuencias")
    assert [called.clause, shown.clause, mixed.clause] == clauses
    steps = ["cartas-a-la-vista", "mezcla-sin-secuencias", "corta-el-croupier"]
    assert seen.said()[:3] == steps
    assert new_cards(table).said()[:3] == steps  # repeated at each change


@pytest.mark.clause("CAT-III.5.4-05", "CAT-III.5.3.1-03", "CAT-III.5.3.1-04")
def test_pre_shuffled_cards_are_announced_at_each_change_and_neither_shown_nor_shuffled() -> None:
    table = opened(TREINTA, 1, 2, extra={"cards": "pre-barajadas"})
    for _ in range(2):
        seen = new_cards(table)
        assert seen.one("cartas-pre-barajadas").clause == "CAT-III.5.4-05"
        assert not {"cartas-a-la-vista", "mezcla-sin-secuencias"} & set(seen.said())
        assert seen.said()[:3] == ["cartas-pre-barajadas", "mazos-sellados", "corta-el-croupier"]
    # The croupier warns of them when the table opens, and a sign does all the time.
    warned = [e.clause for e in table.log if getattr(e, "what", "") == WARNING]
    assert warned == ["CAT-III.5.3.1-04"] and table.signs().notices == (WARNING,)
    assert played(table, BETS, ROJO).net(2) == 0  # nobody has to play with them


@pytest.mark.clause("AJ-2.4.3.1-02", "AJ-2.4.3.3-02")
def test_the_bolivian_edition_knows_no_pre_shuffled_cards() -> None:
    table = opened(TREINTA, 1, rules="aj-bolivia", extra={"cards": "pre-barajadas"})
    with pytest.raises(Refused) as play:
        table.begin()
    table.act("cartas-nuevas")
    with pytest.raises(Refused) as shuffle:
        table.prepare(lambda ask: None)
    for refusal in (play.value, shuffle.value):
        assert (refusal.clause, refusal.code) == ("AJ-2.4.3.1-02", "preshuffled-not-allowed")


@pytest.mark.clause("CAT-III.5.4-06")
def test_the_cut_is_the_person_nearest_the_croupiers_right_or_the_croupiers_at_the_centre() -> None:
    table = opened(TREINTA, 2, 3, 6)
    seen = new_cards(table)
    assert [ask.seat for ask in seen.asked if hasattr(ask, "seat")] == [2, 3, 6]
    cut = seen.one("corta-el-croupier")
    assert (cut.facts, cut.clause) == ({"at": 156}, "CAT-III.5.4-06")
    taken = new_cards(table, {2: ["cortar:1"]})  # no least number of cards
    assert "corta-el-croupier" not in taken.said()


@pytest.mark.clause("CAT-III.5.4-08")
@pytest.mark.parametrize(
    ("decks", "behind", "good"),
    [(6, 51, False), (6, 52, True), (6, 156, True), (6, 157, False), (8, 208, True)],
)
def test_the_separator_leaves_out_at_least_a_deck_and_at_most_half_of_the_pack(
    decks: int, behind: int, good: bool
) -> None:
    table = opened(TREINTA, 1, changes={"decks": str(decks)}, extra={"behind": behind})
    table.act("cartas-nuevas")
    if good:
        put = prepared(table).one("carta-de-corte-puesta")
        assert (put.facts, put.clause) == ({"behind": behind}, "CAT-III.5.4-08")
        assert shoe_of(table).behind == behind
    else:
        with pytest.raises(Refused, match="stop-card-misplaced"):
            table.prepare(lambda ask: None)


@pytest.mark.clause("CAT-III.5.4-09")
def test_the_first_five_cards_are_burned_and_then_the_croupier_invites_to_play() -> None:
    table = opened(TREINTA, 1)
    burned = new_cards(table).one("se-queman")
    assert (burned.facts, burned.clause) == ({"cards": 5}, "CAT-III.5.4-09")
    assert shoe_of(table).cards_left == 307
    assert played(table, BETS, ROJO).one("hagan-juego").clause == "CAT-III.5.4-09"


@pytest.mark.clause("CAT-III.5.6-02")
def test_five_cards_not_burned_at_the_start_are_burned_when_the_first_round_ends() -> None:
    table = opened(TREINTA, 1)
    table.act("quema-olvidada")
    assert shoe_of(table).cards_left == 312
    first = played(table, BETS, ROJO).one("se-queman")
    assert (first.facts, first.clause) == ({"cards": 5}, "CAT-III.5.6-02")
    assert shoe_of(table).cards_left == 312 - 8 - 5
    assert "se-queman" not in played(table, BETS, ROJO).said()


@pytest.mark.clause("CAT-III.5.4-22", "CAT-III.5.4-24", "CAT-III.5.4-04")
def test_when_the_pack_ends_all_cards_are_joined_cut_and_burned_again() -> None:
    table = opened(TREINTA, 1)
    played(table, BETS, ROJO)
    table.state = replace(table.state, shoe=replace(shoe_of(table), cut_shown=True))
    seen = prepared(table)
    assert seen.said() == [
        "nueva-mezcla",
        "corta-el-croupier",
        "carta-de-corte-puesta",
        "se-queman",
    ]
    assert seen.one("nueva-mezcla").clause == "CAT-III.5.4-22"
    shoe = shoe_of(table)
    assert (sum(shoe.unseen.values()), shoe.hidden, shoe.tray) == (312, 5, 0)


@pytest.mark.clause("CAT-III.5.3.2-03")
def test_the_cards_are_collected_after_each_play_and_faulty_ones_replaced_at_once_by_a_chief() -> (
    None
):
    table = opened(TREINTA, 1)
    seen = played(table, BETS, ROJO)
    assert fold(seen.events).zones == {}
    with pytest.raises(Refused) as alone:
        table.act("cartas-nuevas", by="croupier")
    assert (alone.value.clause, alone.value.code) == ("CAT-III.5.3.2-03", "not-your-role")
    table.act("cartas-nuevas", by="jefe-de-mesa")
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()  # not one more round with them


@pytest.mark.clause("CAT-III.5.3.1-06")
def test_beside_a_table_with_pre_shuffled_cards_the_others_show_and_shuffle_theirs() -> None:
    modern = opened(TREINTA, 1, extra={"cards": "pre-barajadas"})
    traditional = opened(TREINTA, 1)
    assert modern.signs().notices == (WARNING,) and traditional.signs().notices == ()
    shown = {"cartas-a-la-vista", "mezcla-sin-secuencias"}
    assert not shown & set(new_cards(modern).said())
    assert shown <= set(new_cards(traditional).said())
