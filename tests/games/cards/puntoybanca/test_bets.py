"""Bets: one side and the tie, who must bet, the close, payments and commission."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tapete.core.book.account import account
from tapete.core.book.plan import plan
from tapete.core.book.roles import CROUPIER
from tapete.core.round.bets import Limits, Place, Remove
from tapete.core.round.event import BetLost, BetReturned, BetWon, CardsCleared
from tapete.core.table.table import Table
from tests.core.tables import refused
from tests.games.cards.puntoybanca.rounds import (
    ALL,
    BANCA_WINS,
    MIDI,
    PUNTO_WINS,
    TIE,
    a_table,
    net,
    of_kind,
    play,
    said,
)


def betting(table: Table) -> Table:
    """The table with its next round begun and bets open."""
    live = table.begin()
    while live.ask is not None and not hasattr(live.ask, "cloth"):
        table.answer(live.ask.default)  # type: ignore[attr-defined]
    return table


@pytest.mark.clause("CAT-III.2.5-11", "CAT-III.2.5-12", "CAT-III.2.4.1-01", "CAT-III.2.2-02")
@pytest.mark.parametrize("game", ALL)
def test_bets_are_invited_before_any_card_on_punto_banca_and_empate(game: str) -> None:
    table = betting(a_table(game))
    assert table.live is not None and "hagan-juego" in said(table.live.events)
    assert of_kind(table.live.events, "card-dealt") == []
    assert list(table.live.ask.cloth.bets()) == ["punto", "banca", "empate"]  # type: ignore[union-attr]
    for seat, bet in ((1, "punto"), (4, "banca"), (4, "empate")):
        table.bet(Place(seat, bet, 1000))
    assert refused(table.bet, Place(1, "color", 1000)).code == "not-on-the-cloth"


@pytest.mark.clause("CAT-III.2.5-12", "CAT-III.2.6.3-02")
@pytest.mark.parametrize("game", ALL)
def test_a_player_bets_on_one_side_only(game: str) -> None:
    table = betting(a_table(game))
    table.bet(Place(1, "punto", 1000))
    refusal = refused(table.bet, Place(1, "banca", 1000))
    assert (refusal.code, refusal.clause) == ("one-side-only", "CAT-III.2.6.3-02")
    table.bet(Remove(1, "punto"))
    table.bet(Place(1, "banca", 1000))


@pytest.mark.clause("CAT-III.2.6.3-02", "CAT-III.2.4.2-15")
@pytest.mark.parametrize("game", ALL)
def test_a_player_has_one_place_and_whoever_has_none_does_not_bet(game: str) -> None:
    table = a_table(game)
    refusal = refused(table.sit, 5, "seat-4")
    assert (refusal.code, refusal.clause) == ("too-many-places", "CAT-III.2.6.3-02")
    assert refused(betting(table).bet, Place(5, "punto", 1000)).code == "not-seated"


@pytest.mark.clause("CAT-III.2.5-13")
@pytest.mark.parametrize("game", ALL)
def test_a_tie_bet_stands_only_beside_a_bet_on_a_side_and_the_croupier_places_it(
    game: str,
) -> None:
    table = betting(a_table(game))
    refusal = refused(table.bet, Place(4, "empate", 500))
    assert (refusal.code, refusal.clause) == ("needs-a-side", "CAT-III.2.5-13")
    table.bet(Place(4, "banca", 1000))
    table.bet(Place(4, "empate", 500), by=CROUPIER)
    table.bet(Place(1, "punto", 1000))
    # Without the side the tie bet comes down too.
    table.bet(Remove(4, "banca"))
    events = table.close_bets()
    taken_down = [event.bet for event in events if isinstance(event, BetReturned)]
    assert sorted(taken_down) == ["banca", "empate"]


@pytest.mark.clause("CAT-III.2.5-15")
def test_the_player_who_deals_must_bet_in_every_round_the_others_may_not() -> None:
    table = betting(a_table())
    table.bet(Place(4, "banca", 1000))
    refusal = refused(table.close_bets)
    assert (refusal.code, refusal.clause) == ("dealer-must-bet", "CAT-III.2.5-15")
    table.bet(Place(1, "banca", 1000))
    table.bet(Remove(4, "banca"))
    table.close_bets()


@pytest.mark.clause("CAT-III.2.5-15")
def test_where_the_croupier_deals_nobody_must_bet() -> None:
    record = play(a_table(MIDI), [], {})
    assert of_kind(record.events, "card-dealt") == []


@pytest.mark.clause("CAT-III.2.5-17", "CAT-III.2.6.3-01")
@pytest.mark.parametrize("game", ALL)
def test_after_no_mas_apuestas_bets_are_neither_made_raised_nor_taken_back(game: str) -> None:
    table = betting(a_table(game))
    table.bet(Place(1, "punto", 1000))
    told = table.close_bets()
    assert "no-mas-apuestas" in said(told)
    late: list[Any] = [Place(4, "banca", 5), Place(1, "punto", 1), Remove(1, "punto")]
    for action in late:
        assert refused(table.bet, action).code == "bets-closed"
    assert table.live is not None
    assert len(of_kind(table.live.events, "bet-placed")) == 1


@pytest.mark.clause("CAT-III.2.7-08", "CAT-III.2.5-57")
@pytest.mark.parametrize("game", ALL)
def test_punto_pays_even_and_the_tie_bet_loses_without_a_tie(game: str) -> None:
    bets = {1: {"punto": 2000, "empate": 300}, 4: {"banca": 700}}
    record = play(a_table(game), PUNTO_WINS, bets)
    assert net(record) == {1: 1700, 4: -700}
    assert of_kind(record.events, "commission-taken") == []


@pytest.mark.clause("CAT-III.2.5-58", "CAT-III.2.7-08", "CAT-III.2.6.1-06")
@pytest.mark.parametrize("game", ALL)
def test_on_a_tie_the_tie_bets_win_eight_to_one_and_both_sides_are_void(game: str) -> None:
    bets = {1: {"punto": 2000, "empate": 300}, 4: {"banca": 700}}
    record = play(a_table(game), TIE, bets)
    assert net(record) == {1: 2400}
    returned = [(e.seat, e.bet, e.why) for e in of_kind(record.events, "bet-returned")]
    assert returned == [(1, "punto", "empate"), (1, "empate", "ganada"), (4, "banca", "empate")]


@pytest.mark.clause("CAT-III.2.7-08", "CAT-III.2.7-09")
@pytest.mark.parametrize(
    ("share", "unit", "stake", "paid", "kept"),
    [
        ("5%", 1, 1000, 950, 50),
        ("4%", 1, 1010, 969, 40),
        ("2.5%", 1, 333, 324, 8),
        ("5%", 100, 700, 600, 35),
        ("0%", 1, 1000, 1000, None),
    ],
)
def test_banca_pays_even_less_the_commission_the_casino_set(
    share: str, unit: int, stake: int, paid: int, kept: int | None
) -> None:
    commission = Fraction(share[:-1]) / 100
    table = a_table(limits=Limits(unit=unit, commission=commission))
    record = play(table, BANCA_WINS, {1: {"banca": stake}})
    [won] = of_kind(record.events, "bet-won")
    assert (won.odds, won.paid) == ("1:1", paid)
    assert Fraction(won.dropped) == stake * (1 - commission) - paid
    taken = of_kind(record.events, "commission-taken")
    assert [(e.seat, e.won, e.share, e.amount) for e in taken] == (
        [(1, stake, share, kept)] if kept is not None else []
    )
    assert table.desk.accounts[account("commission")] == (kept or 0)
    assert sum(table.desk.accounts.values()) == 0


@pytest.mark.clause("CAT-III.2.7-09", "CAT-III.2.7-10")
@pytest.mark.parametrize("game", ALL)
def test_the_commission_is_the_plans_and_is_displayed(game: str) -> None:
    sign = a_table(game, plan=plan()).signs()
    assert sign.commission == "5%" and "CAT-III.2.7-10" in sign.clauses
    other = a_table(game, limits=Limits(commission=Fraction(1, 40))).signs()
    assert other.commission == "2.5%"


@pytest.mark.clause("CAT-III.2.5-53", "CAT-III.2.6.1-05", "CAT-III.2.4.2-06")
@pytest.mark.parametrize("game", ALL)
def test_losers_are_collected_then_winners_paid_then_the_cards_discarded(game: str) -> None:
    bets = {1: {"banca": 1000}, 2: {"punto": 500}, 4: {"banca": 700}, 6: {"punto": 900}}
    table = a_table(game, seats=(1, 2, 4, 6))
    record = play(table, BANCA_WINS, bets)
    order = [type(e) for e in record.events if isinstance(e, BetLost | BetWon | CardsCleared)]
    assert order == [BetLost, BetLost, BetWon, BetWon, CardsCleared, CardsCleared]
    assert record.events[0].kind in ("marker-put", "announced") and record.result is not None
