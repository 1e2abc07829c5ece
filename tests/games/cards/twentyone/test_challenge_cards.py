"""Challenge 21 (CAT-III.1.5.2): the eight decks between rounds, and what goes wrong with a card."""

from __future__ import annotations

import pytest

from tapete.chance import anyone, seeded
from tapete.core.book.refused import Refused
from tapete.core.round.cards import card
from tapete.core.round.chance import Glimpsed, Mishap, NotAsked, Skipped, Stuck, Surplus
from tapete.core.round.event import Announced, BetReturned, CardDealt, Chosen
from tapete.games.cards.twentyone.games import CHALLENGE_21
from tests.games.cards.twentyone.rounds import (
    Cuts,
    burned,
    dealt,
    opened,
    played,
    said,
    shoe_of,
    told,
    won,
)

TWO = {"mano-1": 100, "mano-2": 200}
ROUND = ({3: TWO}, "9c 7h 9d Ts Tc", {3: "plantarse"})


@pytest.mark.clause("CAT-III.1.5.2-02", "CAT-III.1.5.2-03", "CAT-III.1.5.2-58")
def test_new_decks_are_shown_then_washed_and_shuffled() -> None:
    table = opened(CHALLENGE_21, 3)
    played(table, *ROUND)
    table.act("cartas-nuevas")
    assert said(table.log)[-1] == ("cambio-de-mazos", "CAT-III.1.5.2-58")
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    record = table.prepare(Cuts())
    assert record is not None
    shown, mixed = told(record, Announced)[:2]
    assert (shown.what, shown.facts) == ("cartas-a-la-vista", {"decks": 8, "cards": 416})
    assert shown.clause == "CAT-III.1.5.2-02"
    assert (mixed.what, mixed.clause) == ("chemin-y-mezcla", "CAT-III.1.5.2-03")
    assert sum(table.state.shoe.unseen.values()) == 416


@pytest.mark.clause("CAT-III.1.5.2-04")
def test_pre_shuffled_cards_are_announced_instead_of_shown_and_shuffled() -> None:
    table = opened(CHALLENGE_21, 3, extra={"cards": "pre-barajadas"})
    table.act("cartas-nuevas")
    record = table.prepare(Cuts())
    assert record is not None
    calls = [what for what, _ in said(record)]
    shown = [("cartas-pre-barajadas", "CAT-III.1.5.2-04"), ("mazos-sellados", "CAT-III.1.5.2-04")]
    assert said(record)[:2] == shown
    assert "cartas-a-la-vista" not in calls and "chemin-y-mezcla" not in calls


@pytest.mark.clause("CAT-III.1.5.2-05", "CAT-III.1.5.2-06", "CAT-III.1.5.2-07", "CAT-III.1.5.2-57")
def test_the_cut_is_offered_from_the_left_clockwise_and_the_croupier_cuts_too() -> None:
    table = opened(CHALLENGE_21, 5, 3, 2)
    shoe_of(table, cut_shown=True)
    record = table.prepare(cuts := Cuts(3))
    assert record is not None
    assert [ask.seat for ask in cuts.offered] == [5, 3]
    [cut, _] = cuts.offered[0].options
    assert (cut.low, cut.high) == (52, 416 - 52)
    assert cuts.offered[0].clause == "CAT-III.1.5.2-06"
    assert [(e.seat, e.move) for e in told(record, Chosen)] == [(5, "no"), (3, "cortar:200")]
    assert ("segundo-corte", "CAT-III.1.5.2-05") in said(record)
    assert "corta-el-croupier" not in [what for what, _ in said(record)]

    shoe_of(table, cut_shown=True)
    record = table.prepare(cuts := Cuts())
    assert record is not None
    assert [ask.seat for ask in cuts.offered] == [5, 3, 2]
    [centre] = [e for e in told(record, Announced) if e.what == "corta-el-croupier"]
    assert (centre.facts, centre.clause) == ({"at": 208}, "CAT-III.1.5.2-07")


@pytest.mark.clause("CAT-III.1.5.2-08", "CAT-III.1.5.2-10")
def test_52_to_104_cards_stay_behind_the_stop_card_and_one_is_burned() -> None:
    table = opened(CHALLENGE_21, 3)
    for behind in (51, 105):
        with pytest.raises(Refused) as refused:
            opened(CHALLENGE_21, 3, extra={"behind": behind}).begin()
        assert refused.value.clause == "CAT-III.1.5.2-08"
    opened(CHALLENGE_21, 3, extra={"behind": 104}).begin()
    shoe_of(table, cut_shown=True)
    record = table.prepare(Cuts())
    assert record is not None
    assert said(record)[-2:] == [
        ("carta-de-corte-puesta", "CAT-III.1.5.2-08"), ("se-queman", "CAT-III.1.5.2-10"),
    ]  # fmt: skip
    assert (table.state.shoe.behind, table.state.shoe.cards_left) == (52, 415)


@pytest.mark.clause("CAT-III.1.5.2-09", "CAT-III.1.5.2-10", "CAT-III.1.5.2-57")
def test_a_machine_takes_the_used_cards_back_and_needs_no_reshuffle() -> None:
    table = opened(CHALLENGE_21, 3, 2, extra={"cards": "barajadora-continua"})
    table.act("cartas-nuevas")
    record = table.prepare(Cuts())
    assert record is not None and ("se-queman", "CAT-III.1.5.2-10") in said(record)
    assert ("barajadora-continua", "CAT-III.1.5.2-09") in said(record)
    assert "carta-de-corte-puesta" not in [what for what, _ in said(record)]
    pick = seeded("machine")
    for _ in range(60):
        assert table.prepare(anyone(pick)) is None
        record = table.play(anyone(pick))
        assert "carta-de-corte" not in [what for what, _ in said(record)]
        assert table.state.shoe.tray <= table.rules.tray_max == 104


@pytest.mark.clause("CAT-III.1.5.2-55", "CAT-III.1.5.2-56", "CAT-III.1.5.2-57")
def test_when_the_cut_card_shows_the_pase_is_finished_and_all_decks_are_shuffled_again() -> None:
    table = opened(CHALLENGE_21, 3)
    shoe_of(table, behind=table.state.shoe.cards_left - 2)
    record = played(table, *ROUND)
    assert ("carta-de-corte", "CAT-III.1.5.2-55") in said(record)
    assert won(record) == {3: 300}
    with pytest.raises(Refused, match="cards-must-be-shuffled"):
        table.begin()
    record = table.prepare(cuts := Cuts(3))
    assert record is not None and len(cuts.offered) == 1
    assert said(record)[0] == ("nueva-mezcla", "CAT-III.1.5.2-56")
    assert table.state.shoe.cards_left == 415
    played(table, *ROUND)


@pytest.mark.clause("CAT-III.1.7-01", "CAT-III.1.7-03", "CAT-III.1.7-05", "CAT-III.1.7-10")
def test_irregular_cards_of_a_round() -> None:
    table = opened(CHALLENGE_21, 3)
    stuck = Stuck((card("9d"), card("Kd")), chosen=card("Kd"))
    cards = [
        "9c",
        burned("2c"),
        "7h",
        stuck,
        Mishap("orden-equivocado"),
        "Ts",
        "Tc",
    ]
    record = played(table, {3: TWO}, cards, {3: "plantarse"})
    assert (dealt(record, "quemadas"), won(record)) == ("2c Kd", {3: 300})
    assert ("orden-equivocado", "CAT-III.1.7-05") in said(record)
    record = played(
        table, {3: TWO}, ["9c", "7h", "6d", NotAsked(3, card("5c")), "Ts", "Tc"], {3: "pedir"}
    )
    assert (dealt(record, "quemadas"), won(record)) == ("5c", {3: -300})


@pytest.mark.clause("CAT-III.1.7-02", "CAT-III.1.7-07", "CAT-III.1.7-09")
def test_cards_drawn_too_many_are_burned_and_a_card_seen_is_played() -> None:
    table = opened(CHALLENGE_21, 3)
    seen, extra = Glimpsed("croupier", card("Ts")), Surplus(card("2c"))
    record = played(table, {3: TWO}, ["9c", "7h", "9d", seen, extra, "Tc"], {3: "plantarse"})
    # 17 twice against 18: the card too many after the first bank hand is not the second's.
    assert (dealt(record, "croupier"), dealt(record, "croupier/2")) == ("7h Ts", "7h Tc")
    assert ("carta-vista-sigue", "CAT-III.1.7-07") in said(record)
    [burn] = [e for e in told(record, CardDealt) if e.to == "quemadas"]
    assert (burn.card, burn.clause, won(record)) == ("2c", "CAT-III.1.7-09", {3: 300})
    [burn, _] = table.act("carta-de-mas", card="3c")
    assert (burn.to, burn.clause) == ("quemadas", "CAT-III.1.7-02")
    assert won(played(table, *ROUND)) == {3: 300}


@pytest.mark.clause("CAT-III.1.7-04", "CAT-III.1.7-06", "CAT-III.1.5.3-69")
def test_rounds_that_cannot_be_finished_and_a_player_without_a_card() -> None:
    table = opened(CHALLENGE_21, 5, 3)
    record = played(
        table, {5: TWO, 3: TWO}, ["Ac", "9c", "Kh", "Qc", "9d", "Ts", Mishap("sin-carta-de-corte")],
        {3: "plantarse"},
    )  # fmt: skip
    # The first round was played: 3 to 2, and 18 lost to 20. Then only the Black Jack is paid.
    assert won(record) == {5: 150 + 300, 3: -100}
    assert {e.clause for e in told(record, BetReturned) if e.why == "nula"} == {"CAT-III.1.7-04"}
    table = opened(CHALLENGE_21, 5, 3)
    record = played(
        table, {5: TWO, 3: TWO}, ["Ac", "9c", "Kh", "Qc", "9d", "Ts", Mishap("sabot-agotado")],
        {3: "plantarse"},
    )  # fmt: skip
    assert won(record) == {5: 150, 3: -100}
    assert table.prepare(Cuts()) is not None  # an empty shoe must be filled again
    record = played(
        table, {5: TWO, 3: TWO}, [Skipped(5), "9c", "7h", "9d", "Ts", "Tc"], {3: "plantarse"}
    )
    assert won(record) == {5: 0, 3: 300}
