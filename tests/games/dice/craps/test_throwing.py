"""The throw itself: good, void, repeated; no bet after "ya no va más" (CAT-IV.1.5-10 to 1.5-20)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.core.round.chance import Roll
from tapete.core.round.event import Announced, ThrowVoid
from tapete.core.table.table import Table
from tapete.games.dice.craps.game import MINI_CRAPS
from tapete.games.roulette.ball import Throw
from tests.games.dice.craps.throws import (
    nets,
    null,
    on_felt,
    on_point,
    opened,
    refusal,
    said,
    slip,
    throw,
    told,
)


def rolling(table: Table) -> Roll:
    """The ask after the bets of a come-out are closed."""
    live = table.begin()
    table.answer(slip({max(table.players): {"pass": 1000}}))
    assert isinstance(live.ask, Roll)
    return live.ask


@pytest.mark.clause("CAT-IV.1.2-01", "CAT-IV.1.4.1-02")
def test_two_dice_of_six_faces_are_thrown() -> None:
    roll = rolling(opened(1, 2))
    assert (roll.dice, roll.faces) == (2, ("1", "2", "3", "4", "5", "6"))
    weights = dict(roll.weighted())
    assert len(weights) == 36 and set(weights.values()) == {Fraction(1, 36)}
    for wrong in (("1",), ("1", "2", "3"), ("0", "3"), ("3", "7")):
        with pytest.raises(Refused, match="not-on-the-dice"):
            roll.check(wrong)


@pytest.mark.clause("CAT-IV.1.5-10")
def test_no_bet_after_ya_no_va_mas() -> None:
    table = opened(1, 2)
    live = table.begin()
    table.answer(slip({2: {"pass": 1000}}))
    assert live.events[-1] == Announced(what="ya-no-va-mas", clause="CAT-IV.1.5-10")
    assert live.ask is not None
    refused = live.ask.refuse_bet(1, "field")
    assert (refused.clause, refused.code) == ("CAT-IV.1.5-10", "bets-closed")
    with pytest.raises(Refused) as late:
        table.bet(Place(1, "field", 100))
    assert (late.value.clause, late.value.code) == ("CAT-IV.1.5-10", "bets-closed")


@pytest.mark.clause("CAT-IV.1.5-11")
def test_the_shooter_throws_immediately_after_ya_no_va_mas() -> None:
    table = on_point(6, 1, 2)
    live = table.begin()
    table.answer(slip())
    assert isinstance(live.ask, Roll) and live.ask.shooter == 2
    assert [event.kind for event in live.events].count("announced") == 2
    assert live.events[-1] == Announced(what="ya-no-va-mas", clause="CAT-IV.1.5-10")


@pytest.mark.clause("CAT-IV.1.6.2-05", "CAT-IV.1.5-10")
def test_nobody_throws_before_the_tallador_has_closed_the_bets() -> None:
    table = opened(1, 2)
    assert refusal(table, Throw(), slip({2: {"pass": 100}}))[1] == "no-throw-while-open"


VOID = {
    "dado-roto": "CAT-IV.1.5-18",
    "dado-sobre-dado": "CAT-IV.1.5-18",
    "dado-sobre-ficha": "CAT-IV.1.5-18",
    "dado-fuera": "CAT-IV.1.5-18",
    "dados-fuera": "CAT-IV.1.5-18",
    "dado-en-el-borde": "CAT-IV.1.5-18",
    "dado-en-el-cesto": "CAT-IV.1.5-18",
    "lanzamiento-incorrecto": "CAT-IV.1.5-18",
    "sin-tocar-el-borde": "CAT-IV.1.5-19",
    "deslizamiento": "CAT-IV.1.5-17",
    "dado-apoyado": "CAT-IV.1.7-04",
    "dado-sobre-objeto": "CAT-IV.1.7-04",
    "mala-manipulacion": "CAT-IV.1.7-05",
    "grito-en-la-sala": "CAT-IV.1.7-01",
}


@pytest.mark.clause("CAT-IV.1.5-16", "CAT-IV.1.5-17", "CAT-IV.1.5-18", "CAT-IV.1.5-19")
@pytest.mark.clause("CAT-IV.1.7-01", "CAT-IV.1.7-04", "CAT-IV.1.7-05", "CAT-IV.1.7-06")
@pytest.mark.parametrize("cause", VOID)
@pytest.mark.parametrize("point", [None, 6])
def test_a_void_throw_is_announced_changes_no_bet_and_is_repeated(
    cause: str, point: int | None
) -> None:
    table = on_point(point, 1, 2)
    bets = {1: {"field": 500, "hard-6": 300, "right:5": 100}, 2: {"pass": 1000}}
    record = throw(table, null(cause), null(cause), "4-5", bets=bets)
    assert [(e.cause, e.clause) for e in told(record, ThrowVoid)] == [(cause, VOID[cause])] * 2
    assert said(record).count("tirada-nula") == 2
    assert said(record).count("ya-no-va-mas") == 1  # betting does not reopen
    assert nets(table, record) == {1: 500}  # decided by the good throw alone
    assert on_felt(table)[1, "hard-6"] == 300 and on_felt(table)[1, "right:5"] == 100


@pytest.mark.clause("CAT-IV.1.5-17", "CAT-IV.1.5-16")
def test_a_slide_after_the_opposite_edge_leaves_the_throw_good() -> None:
    roll = rolling(opened(1, 2))
    with pytest.raises(Refused) as good:
        roll.check(null("deslizamiento-tras-el-borde"))
    assert (good.value.clause, good.value.code) == ("CAT-IV.1.5-17", "throw-is-good")
    roll.check(null("deslizamiento"))


@pytest.mark.clause("CAT-IV.1.5-18")
def test_the_same_shooter_repeats_a_void_throw() -> None:
    table = on_point(6, 1, 2)
    live = table.begin()
    table.answer(slip())
    table.answer(null("dado-apoyado"))
    assert isinstance(live.ask, Roll) and live.ask.shooter == 2


@pytest.mark.clause("CAT-IV.1.4.2-14", "CAT-IV.1.4.2-02")
def test_the_warnings_are_given_by_a_pagador_and_nobody_else() -> None:
    table = opened(1, 2, 3)
    for role in ("tallador", "jefe-de-mesa", "jugador"):
        with pytest.raises(Refused) as other:
            table.act("fault", seat=3, what="frotar-los-dados", by=role)
        assert (other.value.clause, other.value.code) == ("CAT-IV.1.4.2-14", "not-your-role")
    assert table.state.faults == ()  # type: ignore[attr-defined]
    told = table.act("fault", seat=3, what="frotar-los-dados", by="pagador")
    facts = {"seat": 3, "fault": "frotar-los-dados"}
    assert told == [Announced(what="advertencia", facts=facts, clause="CAT-IV.1.4.2-14")]
    mini = opened(3, game=MINI_CRAPS, staff=("croupier", "jefe-de-mesa"))
    assert mini.act("fault", seat=3, what="frotar-los-dados", by="croupier") == told


@pytest.mark.clause("CAT-IV.1.5-20")
def test_the_jefe_de_mesa_deprives_who_repeatedly_breaks_the_rules_of_throwing() -> None:
    table = on_point(6, 1, 2, 3)
    throw(table, null("sin-tocar-el-borde"), "5-6")
    with pytest.raises(Refused) as once:
        table.act("deprive", seat=3)
    assert (once.value.clause, once.value.code) == ("CAT-IV.1.5-20", "not-repeated")
    table.act("fault", seat=3, what="frotar-los-dados")
    with pytest.raises(Refused, match="not-your-role"):
        table.act("deprive", seat=3, by="croupier")
    table.act("deprive", seat=3)
    assert (table.state.point, table.state.shooter) == (6, 2)  # type: ignore[attr-defined]
    assert nets(table, throw(table, "2-4")) == {3: 1000}  # the line bet plays on
    with pytest.raises(Refused, match="deprived-of-the-throw"):
        table.act("shooter", seat=3)


@pytest.mark.clause("CAT-IV.1.5-20", "CAT-IV.1.5-05")
def test_the_dice_go_past_a_deprived_player() -> None:
    table = opened(1, 2, 3)
    for _ in range(2):
        table.act("fault", seat=2, what="ambas-manos")
    table.act("deprive", seat=2)
    throw(table, "1-3", bets={3: {"pass": 100}, 2: {"pass": 100}, 1: {"pass": 100}})
    throw(table, "3-4")
    assert table.state.shooter == 1  # type: ignore[attr-defined]
    table.leave(1)
    table.leave(3)
    with pytest.raises(Refused, match="nobody-may-throw"):
        table.begin()
