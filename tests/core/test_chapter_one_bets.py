"""Chapter I, bets: what a bet is, its limits, and what becomes of one noticed too late."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.core.book.clause import clause, text
from tapete.core.book.plan import plan, read_plan
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits, Noticed, Place, Remove, Slip, SpotLimits
from tapete.core.round.event import Announced, BetLost, BetReturned, BetWon, Event
from tapete.core.table.table import Table
from tapete.games.roulette.french import RULETA_FRANCESA
from tests.core.tables import STAFF, Says, a_table, play, refused, rojo

LIMITS = Limits(min=100, max=1000, bets={"pleno": SpotLimits(max=200)})
PLAN = """
casino = "Prueba"
currency = "CLP"
chips = [100, 500]
unit = 1
commission = "5%"
instruments = ["fichas-de-valor"]
colours = []
[conditions]
"ruleta-francesa/permanencia-minima" = "30 minutos"
"black-jack/permanencia-minima" = "una hora"
mascarilla = "obligatoria"
[table.ruleta-francesa]
min = 100
[table.ruleta-francesa.bets]
pleno = { max = 200 }
"""


def betting() -> Table:
    table = a_table(limits=LIMITS)
    table.begin()
    return table


@pytest.mark.clause("CAT-I.1-02", "CAT-I.1-16")
def test_a_bet_or_postura_is_the_value_of_the_chips_staked() -> None:
    table = a_table(limits=LIMITS)
    record = play(table, rojo(3, 100), rojo(3, 250), Place(3, "negro", 100), result="3")
    [won] = [event for event in record.events if isinstance(event, BetWon)]
    assert (won.bet, won.stake, won.paid) == ("rojo", 350, 350)
    assert table.net_of(record) == {3: 250}


@pytest.mark.clause("CAT-I.4.2-01")
def test_minimum_and_maximum_of_each_bet_are_those_of_the_plan_where_there_are_any() -> None:
    table = Table(RULETA_FRANCESA, seats=(3,), plan=read_plan(PLAN, "prueba.toml"))
    table.open_play(STAFF)
    table.begin()
    assert refused(table.bet, rojo(3, 99)).facts["minimum"] == 100
    table.bet(rojo(3, 10**9))  # the plan sets no maximum here
    assert refused(table.bet, Place(3, "pleno:17", 201)).facts["maximum"] == 200
    table.bet(Place(3, "pleno:17", 200))
    with pytest.raises(KeyError, match="no table of craps"):
        read_plan(PLAN, "prueba.toml").limits("craps")


@pytest.mark.clause("CAT-I.4.2-02")
def test_minimum_and_maximum_of_every_bet_stand_on_the_signs() -> None:
    signs = a_table(plan=plan()).signs()
    assert signs.name == "Ruleta Francesa"
    assert set(signs.bets) == set(RULETA_FRANCESA.rules_of().bets)
    assert signs.bets["pleno"] == (1000, 100_000)
    assert signs.bets["rojo"] == (1000, 2_000_000)
    assert signs.pays["pleno"] == "35:1"
    assert "CAT-I.4.2-02" in signs.clauses
    assert a_table().signs().bets["rojo"] == (1, None)


@pytest.mark.clause("CAT-I.5.5-01")
def test_special_conditions_of_play_stand_on_the_signs_of_their_game() -> None:
    signs = a_table(plan=read_plan(PLAN, "prueba.toml")).signs()
    assert signs.conditions == {"permanencia-minima": "30 minutos", "mascarilla": "obligatoria"}
    assert "CAT-I.5.5-01" in signs.clauses


@pytest.mark.clause("CAT-I.4.2-03")
def test_a_bet_above_the_maximum_or_below_the_minimum_is_refused_when_seen() -> None:
    table = betting()
    for amount, code in ((99, "under-minimum"), (1001, "over-maximum")):
        refusal = refused(table.bet, rojo(3, amount))
        assert (refusal.code, refusal.clause) == (code, "CAT-I.4.2-03")
    table.bet(rojo(3, 1000))
    full = refused(table.bet, rojo(3, 1))
    assert full.code == "over-maximum", "the whole bet counts"
    assert full.facts["why"] == "completa", "nothing more may be added"
    table.bet(Remove(3, "rojo", 900))
    refusal = refused(table.bet, Remove(3, "rojo", 1))  # what is left would be under it
    assert (refusal.code, refusal.clause) == ("under-minimum", "CAT-I.4.2-03")


def settle(late: Noticed, result: str) -> tuple[dict[int, int], tuple[Event, ...]]:
    table = a_table(limits=LIMITS)
    record = table.play(Says((late,), result))
    assert sum(n for event in record.events for _, n in event.postings()) == 0
    return table.net_of(record), record.events


def returned(events: tuple[Event, ...], why: str) -> list[tuple[int, str]]:
    return [
        (event.amount, event.clause)
        for event in events
        if isinstance(event, BetReturned) and event.why == why
    ]


@pytest.mark.clause("CAT-I.4.2-04")
def test_over_the_maximum_and_won_it_is_paid_up_to_the_maximum_and_the_excess_returned() -> None:
    net, events = settle(Noticed(3, "rojo", 1300, "jefe-de-sala"), "3")
    assert net == {3: 1000}
    [won] = [event for event in events if isinstance(event, BetWon)]
    assert (won.stake, won.paid) == (1000, 1000)
    assert returned(events, "exceso") == [(300, "CAT-I.4.2-04")]
    assert [amount for amount, _ in returned(events, "ganada")] == [1000]


@pytest.mark.clause("CAT-I.4.2-05")
def test_over_the_maximum_and_lost_the_casino_keeps_the_maximum_only() -> None:
    net, events = settle(Noticed(3, "rojo", 1300, "jefe-de-sala"), "2")
    assert net == {3: -1000}
    [lost] = [event for event in events if isinstance(event, BetLost)]
    assert lost.amount == 1000
    assert returned(events, "exceso") == [(300, "CAT-I.4.2-05")]


@pytest.mark.clause("CAT-I.4.2-04", "CAT-I.4.2-05")
@pytest.mark.parametrize(("result", "net"), [("17", 35 * 200), ("18", -200)])
def test_the_maximum_is_that_of_the_bet_itself(result: str, net: int) -> None:
    assert settle(Noticed(3, "pleno:17", 900, "jefe-de-sala"), result)[0] == {3: net}


@pytest.mark.clause("CAT-I.4.2-06")
@pytest.mark.parametrize("told", ["", "croupier", "jefe-de-mesa"])
def test_an_over_limit_bet_is_settled_only_after_the_jefe_de_sala_was_told(told: str) -> None:
    refusal = refused(betting().bet, Noticed(3, "rojo", 1300, told), by="croupier")
    assert (refusal.code, refusal.clause) == ("must-be-told", "CAT-I.4.2-06")
    assert refusal.facts["role"] == "jefe-de-sala"


@pytest.mark.clause("CAT-I.4.2-07")
@pytest.mark.parametrize(("result", "net"), [("3", 40), ("2", -40)])
def test_under_the_minimum_and_unnoticed_what_was_staked_is_paid_or_lost(
    result: str, net: int
) -> None:
    assert settle(Noticed(3, "rojo", 40, "jefe-de-sala"), result)[0] == {3: net}


@pytest.mark.clause("CAT-I.4.2-08")
def test_an_under_limit_bet_is_paid_only_with_the_leave_of_the_jefe_de_sala() -> None:
    table = betting()
    refusal = refused(table.bet, Noticed(3, "rojo", 40, "jefe-de-mesa"), by="croupier")
    assert (refusal.code, refusal.clause) == ("must-be-told", "CAT-I.4.2-08")
    table.bet(Noticed(3, "rojo", 40, "jefe-de-sala"), by="croupier")
    placed = table.close_bets()
    assert "CAT-I.4.2-08" in [event.clause for event in placed]


@pytest.mark.clause("CAT-I.4.2-09")
@pytest.mark.parametrize("amount", [40, 1300])
def test_in_both_cases_the_player_is_told_the_limits(amount: int) -> None:
    _, events = settle(Noticed(3, "rojo", amount, "jefe-de-sala"), "3")
    told = [e for e in events if isinstance(e, Announced) and e.clause == "CAT-I.4.2-09"]
    assert [dict(event.facts) for event in told] == [{"seat": 3, "min": 100, "max": 1000}]


def test_a_bet_within_the_limits_is_no_bet_noticed_late() -> None:
    assert refused(betting().bet, Noticed(3, "rojo", 500, "x"), by="croupier").code == (
        "within-limits"
    )


@pytest.mark.clause("CAT-I.3.2-06")
@pytest.mark.parametrize("bet", ["caballo:1-5", "pleno:37", "cuadro:1-2-3-4", "quiniela"])
def test_the_croupier_sees_to_it_that_bets_are_placed_correctly(bet: str) -> None:
    table = betting()
    assert refused(table.bet, Place(3, bet, 100)).code == "not-on-the-cloth"
    assert not [event for event in table.close_bets() if hasattr(event, "bet")]


@pytest.mark.clause("CAT-I.5.1-01")
def test_the_player_corrects_an_error_in_time_and_not_later() -> None:
    table = betting()
    table.bet(Place(3, "pleno:16", 100))
    table.bet(Remove(3, "pleno:16"))
    table.bet(Place(3, "pleno:17", 100))
    table.close_bets()
    refusal = refused(table.bet, Remove(3, "pleno:17"))
    assert refusal.code == "bets-closed"
    table.answer("17")
    assert table.net_of(table.finish()) == {3: 3500}


@pytest.mark.clause("CAT-I.5.1-03")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Place(3, "rojo", 0), "bad-amount"),
        (Place(3, "rojo", -100), "bad-amount"),
        (Place(3, "rojo", True), "bad-amount"),
        (Place(3, "rojo", 100.5), "bad-amount"),  # type: ignore[arg-type]
        (Remove(3, "rojo"), "nothing-there"),
        (Remove(3, "rojo", 50.5), "bad-amount"),  # type: ignore[arg-type]
        (Place(3, None, 100), "not-a-bet"),  # type: ignore[arg-type]
        ("rojo 100", "not-a-bet"),
    ],
)
def test_a_bet_that_leaves_a_doubt_about_option_or_amount_is_refused(
    action: Any, code: str
) -> None:
    table = betting()
    refusal = refused(table.bet, action)
    assert (refusal.code, refusal.clause) == (code, "CAT-I.5.1-03")
    assert table.close_bets()  # the round goes on without it


@pytest.mark.clause("CAT-I.3.2-08")
def test_players_are_told_the_rule_in_every_case_in_both_languages() -> None:
    table = a_table(limits=LIMITS)
    record = table.play(Says((rojo(3, 100), Place(5, "docena:2", 100)), "0"))
    refusals: list[Refused] = [refused(table.bet, rojo(3, 1)), refused(table.leave, 9)]
    table.begin()
    refusals += [refused(table.bet, rojo(3, 1)), refused(table.answer, Slip((rojo(3, 5000),)))]
    cited = [event.clause for event in (*record.events, *table.log)]
    for id in (*cited, *(refusal.clause for refusal in refusals)):
        assert text(clause(id), "es") and text(clause(id), "en")
    assert len(set(cited)) > 5


def test_a_table_takes_its_limits_from_the_plan_unless_they_are_given() -> None:
    ours = msgspec.structs.replace(plan(), hold_minutes=10)
    assert Table(RULETA_FRANCESA, plan=ours).limits == ours.limits("ruleta-francesa")
    own = RULETA_FRANCESA.terms(limits=LIMITS)
    assert Table(RULETA_FRANCESA, plan=ours, terms=own).limits == LIMITS
    assert Table(RULETA_FRANCESA).limits == Limits()
