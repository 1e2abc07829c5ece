"""The dice of Corona y Ancla: six in a set, three in play, and faulty ones replaced."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.event import Announced, Ruled
from tapete.games.dice.corona import CORONA_Y_ANCLA
from tapete.games.dice.cup import CupState
from tests.games.figures import null, opened, played, told

JEFE = "jefe-de-mesa"


@pytest.mark.clause("CAT-IV.2.3.1-03")
def test_a_table_has_six_dice_three_in_play_and_three_in_reserve() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    assert table.state == CupState(in_play=(1, 2, 3), reserve=(4, 5, 6))
    played(table, {1: {"corona": 100}}, ("corona", "ancla", "pique"))
    assert table.state == CupState(in_play=(1, 2, 3), reserve=(4, 5, 6))


@pytest.mark.clause("CAT-IV.2.3.2-03")
@pytest.mark.parametrize("result", [("corona", "ancla", "pique"), null("dado-apoyado")])
def test_after_each_play_the_croupier_is_to_check_the_dice(result: object) -> None:
    record = played(opened(CORONA_Y_ANCLA, 1), {1: {"corona": 100}}, result)
    last = record.events[-1]
    assert isinstance(last, Announced)
    assert (last.what, last.facts) == ("revisar-dados", {"dados": "1-2-3"})
    assert (last.clause, last.audience) == ("CAT-IV.2.3.2-03", ("croupier",))


@pytest.mark.clause("CAT-IV.2.3.2-03", "CAT-IV.2.3.1-03")
def test_a_faulty_die_is_replaced_from_the_reserve_with_leave_of_the_jefe_de_mesa() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    with pytest.raises(Refused) as refused:
        table.act("replace-die", die=2, by="croupier")
    assert (refused.value.code, refused.value.clause) == ("not-your-role", "CAT-IV.2.3.2-03")
    events = table.act("replace-die", die=2, by=JEFE)
    assert table.state == CupState(in_play=(1, 4, 3), reserve=(5, 6))
    (ruled,), (said,) = told(events, Ruled), told(events, Announced)
    assert (ruled.role, ruled.ruling) == (JEFE, "autorizado")
    assert (said.what, said.facts) == ("dado-reemplazado", {"sale": 2, "entra": 4})
    record = played(table, {1: {"corona": 100}}, ("corona", "ancla", "pique"))
    assert told(record.events, Announced)[-1].facts == {"dados": "1-4-3"}


@pytest.mark.clause("CAT-IV.2.3.2-03")
def test_dice_are_replaced_between_plays_only() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    table.begin()
    with pytest.raises(Refused, match="round-in-course"):
        table.act("replace-die", die=2, by=JEFE)


@pytest.mark.clause("CAT-IV.2.3.1-03")
def test_a_spent_reserve_needs_a_new_set_of_six() -> None:
    table = opened(CORONA_Y_ANCLA, 1)
    with pytest.raises(Refused, match="die-not-in-play"):
        table.act("replace-die", die=5, by=JEFE)
    for die in (1, 2, 3):
        table.act("replace-die", die=die, by=JEFE)
    with pytest.raises(Refused) as refused:
        table.act("replace-die", die=4, by=JEFE)
    assert (refused.value.code, refused.value.clause) == ("no-dice-in-reserve", "CAT-IV.2.3.1-03")
    with pytest.raises(Refused, match="not-your-role"):
        table.act("renew-set", by="croupier")
    table.act("renew-set", by=JEFE)
    assert table.state == CupState(in_play=(1, 2, 3), reserve=(4, 5, 6))
