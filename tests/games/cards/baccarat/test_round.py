"""A round of Baccarat: four players, bets up to the bank, punto's five, the tie."""

from __future__ import annotations

import pytest

from tapete.core.round.bets import Noticed, Place
from tapete.core.round.cards import card
from tapete.core.round.chance import Exposed, Mishap, Surplus
from tapete.core.round.event import Announced, Event
from tapete.core.table.table import PLENTY
from tapete.games.registry import find
from tests.games.cards.baccarat.rounds import (
    AGAINST,
    FIVE,
    FOUR,
    MIN,
    held,
    moved,
    refused,
    refused_bet,
    state,
    table_of,
    with_bank,
)
from tests.games.cards.puntoybanca.rounds import (
    BANCA_WINS,
    PUNTO_WINS,
    TIE,
    announced,
    asked,
    of_kind,
    play,
    said,
)


@pytest.mark.clause("CAT-III.2.5-01")
def test_four_players_are_needed_and_must_be_kept() -> None:
    table = table_of((1, 3, 5))
    assert refused(table.begin) == ("CAT-III.2.5-01", "players-missing")
    table.sit(6, "seis", chips=PLENTY)
    play(table, TIE, {3: {"punto": MIN}})
    table.leave(6)
    assert refused(table.begin) == ("CAT-III.2.5-01", "players-missing")


@pytest.mark.clause("CAT-III.2.4.2-01", "CAT-III.2.4.2-15", "CAT-III.2.4.1-03")
def test_tables_of_nine_or_fourteen_with_two_croupiers_and_eight_decks() -> None:
    for places in (9, 14):
        rules = find("baccarat").rules_of(changes={"players_max": str(places)})
        assert (rules.players_max, rules.croupiers_min, rules.decks) == (places, 2, 8)
    for change in ({"players_max": "7"}, {"decks": "6"}):
        with pytest.raises(ValueError):
            find("baccarat").rules_of(changes=change)
    table = table_of()
    assert refused(table.open_play, ["croupier", "jefe-de-mesa"])[1] == "croupiers-missing"


# The bets


@pytest.mark.clause("CAT-III.2.5-37")
def test_punto_bets_together_may_not_exceed_the_bank() -> None:
    for tried, amount in ((6, 20_001), (3, 20_001)):
        bet = Place(tried, "punto", amount)
        assert refused_bet(with_bank(50_000), AGAINST, bet) == (
            "CAT-III.2.5-37", "over-maximum",
        )  # fmt: skip
    play(with_bank(50_000), TIE, {**AGAINST, 6: {"punto": 20_000}})


@pytest.mark.clause("CAT-III.2.5-37")
def test_who_bets_all_there_is_makes_bank_and_no_other_punto_bet_is_taken() -> None:
    whole = {5: {"punto": 50_000}}
    record = play(with_bank(50_000), TIE, whole)
    assert announced(record.events, "hace-banco") == [{"seat": 5, "amount": 50_000}]
    tried = Place(3, "punto", MIN)
    assert refused_bet(with_bank(50_000), whole, tried) == ("CAT-III.2.5-37", "bank-covered")
    nearly = {5: {"punto": 49_500}}  # what is left does not make a minimum bet
    assert refused_bet(with_bank(50_000), nearly, tried) == ("CAT-III.2.5-37", "bank-covered")
    assert "hace-banco" not in said(play(with_bank(50_000), TIE, nearly).events)


@pytest.mark.clause("CAT-III.2.5-16", "CAT-III.2.6.3-02")
def test_the_banker_bets_the_bank_and_nothing_besides() -> None:
    for bet in ("punto", "banca"):
        assert refused_bet(with_bank(), {}, Place(1, bet, MIN)) == (
            "CAT-III.2.5-16", "banker-bets-the-bank",
        )  # fmt: skip


@pytest.mark.clause("CAT-III.2.2-02", "CAT-III.2.6.3-02", "CAT-III.2.5-12")
def test_the_others_bet_for_the_bank_or_against_it_on_one_side() -> None:
    assert refused_bet(with_bank(), {3: {"punto": MIN}}, Place(3, "banca", MIN)) == (
        "CAT-III.2.6.3-02", "one-side-only",
    )  # fmt: skip
    play(with_bank(), TIE, {3: {"punto": MIN}, 5: {"banca": MIN}})


@pytest.mark.clause("CAT-III.2.5-14", "CAT-III.2.4.1-01")
def test_there_is_no_tie_bet_and_no_spot_for_it() -> None:
    assert refused_bet(with_bank(), AGAINST, Place(3, "empate", MIN)) == (
        "CAT-III.2.5-14", "not-on-the-cloth",
    )  # fmt: skip
    assert set(find("baccarat").rules_of().bets) == {"punto", "banca"}


@pytest.mark.clause("CAT-III.2.5-14", "CAT-III.2.7-08")
def test_a_tie_makes_the_play_void() -> None:
    table = with_bank(50_000)
    record = play(table, TIE, {**AGAINST, 6: {"banca": 4000}})
    assert [moved(record.events, seat) for seat in FOUR] == [0, 0, 0, 0]
    assert {e.clause for e in of_kind(record.events, "bet-returned")} == {"CAT-III.2.5-14"}
    assert held(table) == (1, 50_000)


@pytest.mark.clause("CAT-III.2.5-37")
def test_a_bet_above_the_bank_noticed_late_counts_only_up_to_it() -> None:
    table = with_bank(50_000)
    table.begin()
    table.bet(Noticed(3, "punto", 70_000, "jefe-de-sala"), by="croupier")
    table.close_bets()
    for one in PUNTO_WINS:
        table.answer(one)
    record = table.finish()
    assert (moved(record.events, 1), moved(record.events, 3)) == (-50_000, 50_000)


@pytest.mark.clause("CAT-III.2.5-53", "CAT-III.2.5-47", "CAT-III.2.4.2-03")
def test_losers_are_collected_before_winners_are_paid_and_the_cards_discarded() -> None:
    record = play(with_bank(), BANCA_WINS, {**AGAINST, 6: {"banca": MIN}})
    kinds = [event.kind for event in record.events]
    after = kinds[kinds.index("result-shown") :]
    assert after.index("bet-lost") < after.index("bet-won") < after.index("cards-cleared")
    assert [e.card for e in of_kind(record.events, "card-dealt")] == list(BANCA_WINS)  # face up
    phrases = said(record.events)
    assert phrases.index("hagan-juego") < phrases.index("no-mas-apuestas") < phrases.index("puntos")


# Punto's five


@pytest.mark.clause("CAT-III.2.5-61")
def test_with_five_the_largest_punto_bettor_decides() -> None:
    assert asked(with_bank(), FIVE, AGAINST, {5: ["plantarse"]}) == [(5, "cinco")]
    drawn = play(with_bank(), (*FIVE, "8c"), AGAINST, {5: ["pedir"]})  # 3; banca's 6 stands on 8
    [chosen] = of_kind(drawn.events, "chosen")
    assert (chosen.seat, chosen.move, chosen.clause) == (5, "pedir", "CAT-III.2.5-61")
    assert len(of_kind(drawn.events, "card-dealt")) == 5
    bets = {3: {"punto": MIN}, 6: {"banca": 9 * MIN}}  # a larger bet on banca does not count
    assert asked(with_bank(), FIVE, bets, {3: ["plantarse"]}) == [(3, "cinco")]


@pytest.mark.clause("CAT-III.2.5-59", "CAT-III.2.5-51")
def test_with_any_other_total_nobody_is_asked() -> None:
    stands = ("Kc", "2d", "6h", "4s")  # 6 to 6
    draws = ("Kc", "2d", "4h", "4s", "9c")  # 4 draws, 3; banca's 6 stands on 9
    natural = ("Ad", "8c", "4s", "Jd")  # punto's 5 against a natural 8
    for cards in (stands, draws, natural):
        assert asked(with_bank(), cards, AGAINST) == []


@pytest.mark.clause("CAT-III.2.5-64")
def test_of_equal_largest_bets_the_first_on_the_croupiers_left_decides() -> None:
    bets = {3: {"punto": 20_000}, 6: {"punto": 20_000}, 5: {"punto": 5000}}
    assert asked(with_bank(), FIVE, bets, {6: ["plantarse"]}) == [(6, "cinco")]
    record = play(with_bank(), FIVE, bets, {6: ["plantarse"]})
    assert [e.clause for e in of_kind(record.events, "turn-given")] == ["CAT-III.2.5-64"]


def clause_of_banca(events: tuple[Event, ...]) -> str:
    """The clause by which banca drew or stood."""
    what = ("pide-carta", "se-planta")
    told = [e for e in events if isinstance(e, Announced) and e.what in what]
    [one] = [e for e in told if e.facts["hand"] == "banca"]
    return one.clause


@pytest.mark.clause("CAT-III.2.5-65", "CAT-III.2.5-63")
def test_if_the_decider_stands_banca_draws_with_five_and_stands_with_six() -> None:
    five_draws = ("Ac", "2d", "4h", "3s", "3c")
    record = play(with_bank(), five_draws, AGAINST, {5: ["plantarse"]})
    assert clause_of_banca(record.events) == "CAT-III.2.5-65"
    assert moved(record.events, 1) == 28_500  # 8 against 5
    record = play(with_bank(), FIVE, AGAINST, {5: ["plantarse"]})
    assert clause_of_banca(record.events) == "CAT-III.2.5-65"
    # Standing on 6 or 7 is another case: nobody chose it.
    record = play(with_bank(), ("Kc", "2d", "6h", "3s", "2c"), AGAINST)
    assert clause_of_banca(record.events) == "CAT-III.2.5-63"


@pytest.mark.clause("CAT-III.2.3.2-02", "CAT-III.2.5-62")
def test_the_casino_and_not_the_banker_determines_bancas_cards() -> None:
    cards = ("Qc", "4d", "5h", "Ac", "7s", "6d")  # banca's 5 draws against a 7
    table = with_bank(60_000)
    assert asked(table, cards, AGAINST, {5: ["pedir"]}) == [(5, "cinco")]  # never the banker
    assert state(table).bank is None  # punto's 2 beat banca's 1


@pytest.mark.clause("CAT-III.2.5-61")
def test_with_nobody_on_punto_five_draws() -> None:
    table = with_bank()
    record = play(table, (*FIVE, "8c"), {6: {"banca": MIN}})
    assert of_kind(record.events, "chosen") == []
    assert moved(record.events, 6) == 950


# What comes out wrong


@pytest.mark.clause("CAT-III.2.7-01", "CAT-III.2.7-07")
def test_an_annulled_round_leaves_bank_and_bets_as_they_were() -> None:
    for cards in ((Exposed(card("Kc")), *FIVE[1:], "2c"), (FIVE[0], Mishap("carta-por-la-ranura"))):
        table = with_bank(50_000)
        record = play(table, cards, AGAINST)
        assert of_kind(record.events, "round-voided")
        assert [moved(record.events, seat) for seat in FOUR] == [0, 0, 0, 0]
        assert of_kind(record.events, "chosen") == []  # punto's five of a void round
        assert held(table) == (1, 50_000)


@pytest.mark.clause("CAT-III.2.7-02")
def test_the_round_after_a_card_too_many_is_dealt_without_bets() -> None:
    table = with_bank(50_000)
    play(table, TIE, AGAINST)
    table.act("carta-de-mas", card="Kd")
    record = play(table, ("2d", "5h", "4s", "8c"), {})
    assert [e.cause for e in of_kind(record.events, "round-voided")] == ["carta-de-mas"]
    assert held(table) == (1, 50_000)


@pytest.mark.clause("CAT-III.2.5-05")
def test_the_cut_is_not_offered_to_the_banker() -> None:
    table = with_bank(50_000)
    table.act("cartas-nuevas")
    cuts = [seat for seat, about in asked(table, TIE, AGAINST) if about == "corte"]
    assert cuts == [6, 5, 3]


@pytest.mark.clause("CAT-III.2.7-04")
def test_a_card_drawn_too_early_is_put_in_order() -> None:
    record = play(with_bank(), (TIE[0], Surplus(card("Kc")), *TIE[2:]), AGAINST)
    assert "cartas-reordenadas" in said(record.events)
    assert moved(record.events, 1) == 0


@pytest.mark.clause("CAT-III.2.5-70", "CAT-III.2.5-71")
def test_the_last_shoe_and_the_last_hands_are_announced() -> None:
    table = with_bank()
    assert said(table.act("ultimo-sabot")) == ["ultimo-sabot"]
    table.announce_last()
    lefts = [
        announced(play(table, TIE, AGAINST).events, "ultimas-manos")[0]["left"] for _ in range(3)
    ]
    assert lefts == [3, 2, 1]
    assert refused(table.begin)[1] == "table-closed"
