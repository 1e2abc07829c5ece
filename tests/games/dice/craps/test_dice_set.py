"""The five or six dice: chosen, changed, lost and renewed (CAT-IV.1.5-03, 04, 12 to 14, 65)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose, Ruling
from tapete.core.table.table import Table
from tests.games.dice.craps.throws import null, on_point, opened, said, slip, throw


def dice(table: Table) -> Any:
    return table.state.dice  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-IV.1.4.1-03", "CAT-IV.1.5-03")
@pytest.mark.parametrize(("size", "reserve"), [(5, 3), (6, 4)])
def test_of_five_or_six_dice_two_are_in_play_and_the_rest_in_reserve(
    size: int, reserve: int
) -> None:
    table = opened(1, 2, changes={"dice_set": str(size)})
    throw(table, "5-6", bets={2: {"pass": 100}})
    assert len(dice(table).in_play) == 2 and len(dice(table).reserve) == reserve
    with pytest.raises(ValueError, match="a set has"):
        opened(1, changes={"dice_set": "7"})


@pytest.mark.clause("CAT-IV.1.5-03")
def test_the_first_player_on_the_talladors_right_chooses_two() -> None:
    table = opened(2, 4, 7)
    with pytest.raises(Refused) as other:
        table.act("choose-dice", seat=7, dice=(1, 2))
    assert (other.value.clause, other.value.code) == ("CAT-IV.1.5-03", "not-the-chooser")
    with pytest.raises(Refused, match="not-your-role"):
        table.act("choose-dice", seat=2, dice=(1, 2), by="jefe-de-mesa")
    for wrong in ((3,), (3, 4, 5), (3, 3)):
        with pytest.raises(Refused, match="two-dice-are-taken"):
            table.act("choose-dice", seat=2, dice=wrong)
    with pytest.raises(Refused, match="die-not-at-hand"):
        table.act("choose-dice", seat=2, dice=(3, 9))
    table.act("choose-dice", seat=2, dice=(3, 6))
    assert dice(table).in_play == (3, 6) and dice(table).reserve == (1, 2, 4, 5)
    with pytest.raises(Refused, match="dice-are-chosen"):
        table.act("choose-dice", seat=2, dice=(1, 2))
    throw(table, "5-6", bets={7: {"pass": 100}})
    assert dice(table).in_play == (3, 6)


@pytest.mark.clause("CAT-IV.1.5-12", "CAT-IV.1.5-65")
def test_the_shooter_may_ask_for_other_dice_but_not_in_the_series_for_a_point() -> None:
    table = opened(1, 2)
    throw(table, "5-6", bets={2: {"pass": 100}})
    events = table.act("change-dice", dice=(4, 5))
    assert [event.what for event in events] == ["cambio-de-dados", "dados-elegidos"]  # type: ignore[attr-defined]
    assert dice(table).in_play == (4, 5) and len(dice(table).reserve) == 4
    throw(table, "1-5", bets={2: {"pass": 100}})
    with pytest.raises(Refused) as during:
        table.act("change-dice", dice=(1, 2))
    assert (during.value.clause, during.value.code) == ("CAT-IV.1.5-12", "point-is-set")


@pytest.mark.clause("CAT-IV.1.5-65", "CAT-IV.1.5-04")
def test_the_jefe_de_mesa_may_have_the_dice_changed_or_chosen_again_at_any_time() -> None:
    table = on_point(6, 1, 2)
    table.act("change-dice", dice=(1, 6), by="jefe-de-mesa")
    assert dice(table).in_play == (1, 6)
    with pytest.raises(Refused, match="not-your-role"):
        table.act("change-dice", dice=(1, 2), by="pagador")
    with pytest.raises(Refused) as other:
        table.act("choose-again", by="pagador")
    assert other.value.clause == "CAT-IV.1.5-04"
    table.act("choose-again")
    table.act("choose-dice", seat=1, dice=(2, 3))
    throw(table, "5-6")
    assert dice(table).in_play == (2, 3)


@pytest.mark.clause("CAT-IV.1.5-65")
def test_after_so_many_throws_the_tallador_announces_a_change_and_the_shooter_takes_two() -> None:
    table = opened(1, 2, changes={"dice_change": "2"})
    for _ in range(2):
        record = throw(table, "5-6", bets={2: {"pass": 100}})
        assert "cambio-de-dados" not in said(record)
    live = table.begin()
    assert isinstance(live.ask, Choose) and live.ask.seat == 2
    assert live.ask.clause == "CAT-IV.1.5-65"
    with pytest.raises(Refused):
        table.answer("elegir:3")
    table.answer("elegir:3,5")
    table.answer(slip({2: {"pass": 100}}))
    table.answer(("5", "6"))
    assert "cambio-de-dados" in said(table.finish())
    assert dice(table).in_play == (3, 5)


@pytest.mark.clause("CAT-IV.1.5-13", "CAT-IV.1.5-04")
@pytest.mark.parametrize("cause", ["dado-fuera", "dado-roto"])
def test_in_the_series_for_a_point_the_shooter_replaces_a_fallen_die_from_those_left(
    cause: str,
) -> None:
    table = on_point(6, 1, 2)
    live = table.begin()
    table.answer(slip())
    table.answer(null(cause))
    ask = live.ask
    assert isinstance(ask, Choose)
    assert (ask.seat, ask.clause) == (2, "CAT-IV.1.5-13")
    assert ask.options[0].cards == ("3", "4", "5", "6")
    with pytest.raises(Refused):
        table.answer("elegir:2")
    table.answer("elegir:5")
    table.answer(("5", "6"))
    table.finish()
    assert dice(table).in_play == (1, 5)
    assert dice(table).reserve == (3, 4, 6)


@pytest.mark.clause("CAT-IV.1.5-04", "CAT-IV.1.5-03")
@pytest.mark.parametrize("cause", ["dado-fuera", "dado-roto"])
def test_without_a_point_the_whole_choice_is_repeated(cause: str) -> None:
    table = opened(1, 2)
    live = table.begin()
    table.answer(slip({2: {"pass": 100}}))
    table.answer(null(cause))
    ask = live.ask
    assert isinstance(ask, Choose)
    assert (ask.seat, ask.clause) == (1, "CAT-IV.1.5-04")
    assert (ask.options[0].fewest, ask.options[0].most) == (2, 2)
    table.answer("elegir:4,6")
    table.answer(("1", "3"))
    table.finish()
    assert dice(table).in_play == (4, 6)


@pytest.mark.clause("CAT-IV.1.5-14")
def test_a_die_not_found_by_the_end_of_the_play_means_a_new_set() -> None:
    table = on_point(6, 1, 2)
    throw(table, null("dado-fuera"), "5-6")
    assert dice(table).lost == (2,)
    record = throw(table, "2-4")  # the point is made: the play has ended
    assert "nuevo-juego-de-dados" in said(record)
    assert dice(table).lost == () and len(dice(table).at_hand) == 6


@pytest.mark.clause("CAT-IV.1.5-14")
def test_a_die_found_in_time_goes_back_to_the_reserve() -> None:
    table = on_point(6, 1, 2)
    throw(table, null("dado-fuera"), "5-6")
    live = table.begin()
    table.answer(slip())
    table.answer(("3", "4"))
    assert isinstance(live.ask, Ruling) and live.ask.clause == "CAT-IV.1.5-14"
    table.answer("si")
    assert "nuevo-juego-de-dados" not in said(table.finish())
    assert dice(table).in_play == (1, 3) and dice(table).reserve == (2, 4, 5, 6)


@pytest.mark.clause("CAT-IV.1.4.1-03")
def test_a_set_with_a_broken_die_is_renewed_and_so_is_one_without_reserve() -> None:
    table = on_point(6, 1, 2)
    throw(table, null("dado-roto"), "5-6")
    record = throw(table, "2-4")
    [renewed] = [event for event in record.events if "nuevo-juego" in getattr(event, "what", "")]
    assert renewed.clause == "CAT-IV.1.4.1-03"
    table = on_point(6, 1, 2)
    record = throw(table, *[null("dados-fuera")] * 3, "5-6")
    assert "nuevo-juego-de-dados" in said(record)
    assert len(dice(table).at_hand) == 6 and len(dice(table).in_play) == 2
