"""Black Jack (CAT-III.1.5.1): six decks between rounds: shown, shuffled, cut, burned, renewed."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import anyone, seeded
from tapete.core.round.bets import Place
from tapete.core.round.cards import DECK, card
from tapete.core.round.event import Announced, CardDealt, Chosen
from tapete.core.round.game import Game
from tapete.core.round.record import Record
from tapete.games.cards.twentyone.games import BLACK_JACK, PERFECT_PAIRS
from tests.core.tables import refused
from tests.games.cards.twentyone.rounds import Cuts, opened, played, said, shoe_of, told

ROUND = ({3: 100}, "9c 7h 9d Ts", {3: "plantarse"})
EVERY = pytest.mark.parametrize("game", [BLACK_JACK, PERFECT_PAIRS], ids=lambda game: game.id)


def calls(record: Record | None) -> list[str]:
    assert record is not None
    return [what for what, _ in said(record)]


def renewed(*seats: int, **extra: Any) -> tuple[Any, Record]:
    """A table into which new decks have been put, and what was told of it."""
    table = opened(BLACK_JACK, *seats, extra=extra)
    table.act("cartas-nuevas")
    return table, table.prepare(Cuts())


@EVERY
@pytest.mark.clause("CAT-III.1.4.1-05", "CAT-III.1.5.1-02", "CAT-III.1.5.1-03", "CAT-III.1.5.1-04")
def test_new_cards_are_shown_left_for_inspection_and_then_washed_and_shuffled(
    game: Game[Any, Any],
) -> None:
    table = opened(game, 3)
    table.act("cartas-nuevas", counted=6 * 52)
    assert refused(table.begin).code == "cards-must-be-shuffled"
    shown, looked_at, mixed = told(table.prepare(Cuts()), Announced)[:3]
    assert (shown.what, shown.facts) == ("cartas-a-la-vista", {"decks": 6, "cards": 312})
    assert [e.what for e in (looked_at, mixed)] == ["cartas-a-disposicion", "chemin-y-mezcla"]
    assert [e.clause[-2:] for e in (shown, looked_at, mixed)] == ["02", "03", "04"]
    # Random order without sequences: each card not seen yet is as likely as any other.
    assert table.state.shoe.unseen == dict.fromkeys(DECK, 6)


@pytest.mark.clause("CAT-III.1.5.1-02")
def test_decks_that_are_not_complete_are_not_put_in() -> None:
    table = opened(BLACK_JACK, 3)
    refusal = refused(table.act, "cartas-nuevas", counted=311)
    assert (refusal.code, refusal.clause) == ("decks-incomplete", "CAT-III.1.5.1-02")
    assert not table.state.new_cards and table.prepare(Cuts()) is None


@pytest.mark.clause("CAT-III.1.4.2-03")
def test_cards_are_replaced_at_once_but_only_with_the_leave_of_the_jefe_de_mesa() -> None:
    table = opened(BLACK_JACK, 3)
    played(table, *ROUND)
    refusal = refused(table.act, "cartas-nuevas", by="croupier")
    assert (refusal.code, refusal.clause) == ("not-your-role", "CAT-III.1.4.2-03")
    table.act("cartas-nuevas", by="jefe-de-mesa")
    assert refused(table.begin).code == "cards-must-be-shuffled"


@pytest.mark.clause("CAT-III.1.5.1-68")
def test_the_cards_may_be_changed_during_the_day_and_the_opening_steps_are_repeated() -> None:
    table = opened(BLACK_JACK, 3)
    played(table, *ROUND)
    [told_of] = table.act("cartas-nuevas")
    assert (told_of.what, told_of.clause) == ("cambio-de-mazos", "CAT-III.1.5.1-68")
    assert calls(table.prepare(Cuts())) == [
        "cartas-a-la-vista", "cartas-a-disposicion", "chemin-y-mezcla", "corta-el-croupier",
        "segundo-corte", "carta-de-corte-puesta", "se-queman",
    ]  # fmt: skip
    assert (table.state.shoe.cards_left, table.state.shoe.tray) == (311, 0)
    played(table, *ROUND)


@pytest.mark.clause("CAT-III.1.5.1-05")
def test_pre_shuffled_decks_are_announced_shown_sealed_and_neither_displayed_nor_shuffled() -> None:
    _, record = renewed(3, cards="pre-barajadas")
    assert said(record)[:2] == [
        ("cartas-pre-barajadas", "CAT-III.1.5.1-05"), ("mazos-sellados", "CAT-III.1.5.1-05"),
    ]  # fmt: skip
    assert not {"cartas-a-la-vista", "cartas-a-disposicion", "chemin-y-mezcla"} & {*calls(record)}
    assert "carta-de-corte-puesta" in calls(record) and "se-queman" in calls(record)


@pytest.mark.clause("CAT-III.1.4.1-07", "CAT-III.1.4.1-08")
def test_players_are_warned_of_pre_shuffled_cards_at_opening_at_each_change_and_by_a_sign() -> None:
    table = opened(BLACK_JACK, 5, 3, extra={"cards": "pre-barajadas"})
    assert said(table.log)[-1] == ("aviso-de-cartas-pre-barajadas", "CAT-III.1.4.1-08")
    table.act("cartas-nuevas")
    assert calls(table.prepare(Cuts()))[0] == "cartas-pre-barajadas"
    sign = table.signs()
    assert sign.notices == ("aviso-de-cartas-pre-barajadas",)
    assert "CAT-III.1.4.1-08" in sign.clauses
    # Everybody is free: one leaves, another stays and does not bet.
    table.leave(5)
    played(table, {}, "")
    usual = opened(BLACK_JACK, 5)
    assert usual.signs().notices == () and said(usual.log)[-1][0] == "mesa-abierta"


@pytest.mark.clause("CAT-III.1.4.1-10")
def test_beside_a_table_with_pre_shuffled_cards_the_others_show_and_shuffle_theirs() -> None:
    shown = {"cartas-a-la-vista", "chemin-y-mezcla"}
    assert not shown & {*calls(renewed(3, cards="pre-barajadas")[1])}
    assert shown <= {*calls(renewed(3)[1])}


@pytest.mark.clause("CAT-III.1.5.1-06", "CAT-III.1.5.1-07", "CAT-III.1.5.1-08")
def test_the_first_cut_is_offered_from_the_croupiers_left_clockwise() -> None:
    table = opened(BLACK_JACK, 6, 4, 1)
    shoe_of(table, cut_shown=True)
    record = table.prepare(cuts := Cuts(4))
    assert [ask.seat for ask in cuts.offered] == [6, 4]
    assert [(e.seat, e.move) for e in told(record, Chosen)] == [(6, "no"), (4, "cortar:200")]
    assert ("segundo-corte", "CAT-III.1.5.1-06") in said(record)
    assert "corta-el-croupier" not in calls(record)


@pytest.mark.clause("CAT-III.1.5.1-08")
def test_if_nobody_wants_to_cut_the_croupier_cuts_at_the_centre() -> None:
    table = opened(BLACK_JACK, 6, 4, 1)
    shoe_of(table, cut_shown=True)
    record = table.prepare(cuts := Cuts())
    assert [ask.seat for ask in cuts.offered] == [6, 4, 1]
    [centre] = [e for e in told(record, Announced) if e.what == "corta-el-croupier"]
    assert (centre.facts, centre.clause) == ({"at": 156}, "CAT-III.1.5.1-08")


@pytest.mark.clause("CAT-I.1-07")
@pytest.mark.clause("CAT-III.1.5.1-07")
@pytest.mark.parametrize(("at", "taken"), [(51, False), (52, True), (260, True), (261, False)])
def test_a_cut_leaves_52_cards_at_both_ends(at: int, taken: bool) -> None:
    table = opened(BLACK_JACK, 4)
    shoe_of(table, cut_shown=True)
    if taken:
        assert table.prepare(Cuts(4, at=at)) is not None
    else:
        refusal = refused(table.prepare, Cuts(4, at=at))
        assert (refusal.code, refusal.clause) == ("move-amount", "CAT-III.1.5.1-07")


@pytest.mark.clause("CAT-III.1.5.1-09")
@pytest.mark.parametrize(("behind", "good"), [(51, False), (52, True), (104, True), (105, False)])
def test_52_to_104_cards_stay_behind_the_cut_card(behind: int, good: bool) -> None:
    table = opened(BLACK_JACK, 4, extra={"behind": behind})
    shoe_of(table, cut_shown=True)
    if not good:
        for step in (table.begin, lambda: table.prepare(Cuts())):
            refusal = refused(step)
            assert (refusal.code, refusal.clause) == ("stop-card-misplaced", "CAT-III.1.5.1-09")
        return
    [put] = [e for e in told(table.prepare(Cuts()), Announced) if "puesta" in e.what]
    assert (put.facts, put.clause) == ({"behind": behind}, "CAT-III.1.5.1-09")
    assert table.state.shoe.behind == behind


@pytest.mark.clause("CAT-I.1-17")
@pytest.mark.clause("CAT-III.1.5.1-11")
@pytest.mark.parametrize("cards", ["", "barajadora-continua"])
def test_the_first_card_is_burned_with_a_machine_too(cards: str) -> None:
    table, record = renewed(3, cards=cards)
    assert said(record)[-1] == ("se-queman", "CAT-III.1.5.1-11")
    shoe = table.state.shoe
    assert (shoe.cards_left, sum(shoe.unseen.values())) == (311, 312)  # face down: nobody saw it


@pytest.mark.clause("CAT-III.1.5.1-10", "CAT-III.1.5.1-67")
def test_a_machine_that_is_also_the_shoe_takes_used_cards_back_and_has_no_last_round() -> None:
    table = opened(BLACK_JACK, 5, 3, 2, extra={"cards": "barajadora-continua"})
    record = table.prepare(cuts := Cuts(3))
    assert [ask.seat for ask in cuts.offered] == [5, 3]  # the player's cut stays
    assert ("barajadora-continua", "CAT-III.1.5.1-10") in said(record)
    assert not {"segundo-corte", "carta-de-corte-puesta"} & {*calls(record)}
    pick = seeded("machine")
    for _ in range(60):
        assert table.prepare(anyone(pick)) is None
        assert "carta-de-corte" not in calls(table.play(anyone(pick)))
        assert table.state.shoe.tray <= table.rules.tray_max == 104
        assert table.state.shoe.cards_left >= 311


@pytest.mark.clause("CAT-I.1-07")
@pytest.mark.clause("CAT-III.1.5.1-64", "CAT-III.1.5.1-65", "CAT-III.1.5.1-66")
def test_when_the_cut_card_comes_the_round_is_finished_and_all_six_decks_shuffled() -> None:
    table = opened(BLACK_JACK, 3)
    shoe_of(table, behind=table.state.shoe.cards_left - 2)
    record = played(table, *ROUND)
    shown = record.events.index(next(e for e in told(record, Announced) if "corte" in e.what))
    assert said(record)[2] == ("carta-de-corte", "CAT-III.1.5.1-64")
    assert len([e for e in record.events[shown:] if isinstance(e, CardDealt)]) >= 2
    assert refused(table.begin).code == "cards-must-be-shuffled"
    again = table.prepare(Cuts())
    assert said(again)[0] == ("nueva-mezcla", "CAT-III.1.5.1-65")
    assert calls(again)[-3:] == ["segundo-corte", "carta-de-corte-puesta", "se-queman"]
    assert (table.state.shoe.cards_left, table.state.shoe.cut_shown) == (311, False)


@pytest.mark.clause("CAT-III.1.5.1-64")
@pytest.mark.parametrize("with_the_last_card", [True, False])
def test_a_cut_card_that_comes_as_the_round_ends_leads_to_the_shuffle_at_once(
    with_the_last_card: bool,
) -> None:
    table = opened(BLACK_JACK, 3)
    shoe_of(table, behind=table.state.shoe.cards_left - (4 if with_the_last_card else 5))
    record = played(table, *ROUND)
    assert ("carta-de-corte" in calls(record)) == with_the_last_card
    if not with_the_last_card:  # it comes with a card drawn after the round
        assert said(table.act("carta-de-mas", card=card("2c")))[-1][0] == "carta-de-corte"
    assert refused(table.begin).code == "cards-must-be-shuffled"


@pytest.mark.clause("CAT-I.1-09")
@pytest.mark.clause("CAT-III.1.5.1-63")
def test_used_cards_stay_in_the_discard_holder_and_are_seen_again_only_to_review_a_play() -> None:
    table = opened(BLACK_JACK, 3)
    cards = {card("9c"): 1}
    shoe_of(table, unseen={**table.state.shoe.unseen, **cards})  # the last nine of clubs
    record = played(table, *ROUND)
    table.begin()
    table.bet(Place(3, "principal", 100))
    table.close_bets()
    assert refused(table.answer, card("9c")).code == "card-not-left"
    table.void("fin")
    dispute = table.disputes.open(3, record.header.number, "mis cartas")
    assert refused(table.disputes.review, dispute, record).code == "consult-first"
    table.disputes.decide(dispute, "se-revisa")
    assert tuple(table.disputes.review(dispute, record).events) == record.events


@pytest.mark.clause("CAT-III.1.5.1-65", "CAT-III.1.5.1-66")
def test_a_table_goes_through_many_shuffles() -> None:
    table = opened(BLACK_JACK, 5, 3, 1)
    pick, shuffles = seeded("tarde"), 0
    for _ in range(150):
        shuffles += table.prepare(anyone(pick)) is not None
        table.play(anyone(pick))
        assert table.state.shoe.cards_left + table.state.shoe.tray == 311
    assert shuffles == table.state.shoe.packs - 1 >= 3
