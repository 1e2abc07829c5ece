"""What three chapters (Big Six, Corona y Ancla, Chuck a Luck) say of a table in the same words."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.event import Ruled
from tapete.core.round.game import Game
from tapete.core.table.table import PLENTY, Table
from tapete.games.dice.chuck import CHUCK_A_LUCK
from tapete.games.dice.corona import CORONA_Y_ANCLA
from tapete.games.roulette.big_six import BIG_SIX
from tests.games.figures import opened, played, said


class Won(NamedTuple):
    """A game, and a result on which a chip on ``bet`` wins ``times`` its stake."""

    game: Game[Any, Any]
    bet: str
    result: Any
    times: int


SIX = Won(BIG_SIX, "1", "1", 1)
CORONA = Won(CORONA_Y_ANCLA, "corona", ("corona",) * 3, 3)
CHUCK = Won(CHUCK_A_LUCK, "low", ("1", "1", "1"), 1)


@pytest.mark.parametrize(
    "won",
    [
        pytest.param(SIX, marks=pytest.mark.clause("CAT-II.3.3.2-04"), id="big-six"),
        pytest.param(CORONA, marks=pytest.mark.clause("CAT-IV.2.3.2-04"), id="corona-y-ancla"),
        pytest.param(CHUCK, marks=pytest.mark.clause("CAT-IV.3.3.2-03"), id="chuck-a-luck"),
    ],
)
def test_there_is_no_maximum_of_players(won: Won) -> None:
    table = opened(won.game)
    for seat in range(1, 201):
        table.sit(seat, f"player {seat}", chips=PLENTY)
    record = played(table, {seat: {won.bet: 1} for seat in range(1, 201)}, won.result)
    assert table.net_of(record) == dict.fromkeys(range(1, 201), won.times)


@pytest.mark.parametrize("staff", [[], ["croupier"], ["jefe-de-mesa"]])
@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(
            BIG_SIX, "CAT-II.3.3.2-01",
            marks=pytest.mark.clause("CAT-II.3.3.2-01"), id="big-six",
        ),
        pytest.param(
            CORONA_Y_ANCLA, "CAT-IV.2.3.2-01",
            marks=pytest.mark.clause("CAT-IV.2.3.2-01"), id="corona-y-ancla",
        ),
        pytest.param(
            CHUCK_A_LUCK, "CAT-IV.3.3.2-01",
            marks=pytest.mark.clause("CAT-IV.3.3.2-01"), id="chuck-a-luck",
        ),
    ],
)  # fmt: skip
def test_a_table_needs_a_croupier_and_a_jefe_de_mesa(
    game: Game[Any, Any], clause: str, staff: list[str]
) -> None:
    table = Table(game, seats=[1])
    with pytest.raises(Refused) as refused:
        table.open_play(staff)
    assert refused.value.clause == clause
    table.open_play(["croupier", "jefe-de-mesa"])
    assert table.begin().ask is not None


@pytest.mark.parametrize(
    ("won", "clause"),
    [
        pytest.param(
            SIX, "CAT-II.3.4-09", marks=pytest.mark.clause("CAT-II.3.4-09"), id="big-six"
        ),
        pytest.param(
            CORONA, "CAT-IV.2.4-09",
            marks=pytest.mark.clause("CAT-IV.2.4-09"), id="corona-y-ancla",
        ),
        pytest.param(
            CHUCK, "CAT-IV.3.4-09", marks=pytest.mark.clause("CAT-IV.3.4-09"), id="chuck-a-luck"
        ),
    ],
)  # fmt: skip
def test_on_order_of_the_jefe_de_mesa_the_croupier_announces_the_last_game_and_then_it_closes(
    won: Won, clause: str
) -> None:
    table = opened(won.game, 1)
    for nobody in ("croupier", "jugador"):
        with pytest.raises(Refused, match="not-your-role"):
            table.announce_last(by="croupier", order=nobody)
    assert table.last_rounds_left is None
    table.announce_last(by="croupier", order="jefe-de-mesa")
    assert table.log[-2] == Ruled(
        role="jefe-de-mesa", question="cierre", ruling="ultimas-tiradas", clause=clause
    )
    assert said(table.log)[-1] == ("ultimas-tiradas", clause)
    assert table.setup().is_last
    played(table, {1: {won.bet: 100}}, won.result)
    with pytest.raises(Refused, match="table-closed"):
        table.begin()


@pytest.mark.parametrize(
    ("won", "asked", "freed"),
    [
        pytest.param(
            SIX, "CAT-II.3.5.2-03", "CAT-II.3.5.2-04",
            marks=pytest.mark.clause("CAT-II.3.5.2-03", "CAT-II.3.5.2-04"), id="big-six",
        ),
        pytest.param(
            CORONA, "CAT-IV.2.5.2-03", "CAT-IV.2.5.2-03",
            marks=pytest.mark.clause("CAT-IV.2.5.2-03"), id="corona-y-ancla",
        ),
        pytest.param(
            CHUCK, "CAT-IV.3.5.2-03", "CAT-IV.3.5.2-03",
            marks=pytest.mark.clause("CAT-IV.3.5.2-03"), id="chuck-a-luck",
        ),
    ],
)  # fmt: skip
def test_whoever_stays_out_of_more_than_three_pases_may_be_asked_to_free_the_place(
    won: Won, asked: str, freed: str
) -> None:
    table = opened(won.game, 1, 2)
    for _ in range(3):
        played(table, {1: {won.bet: 100}}, won.result)
    with pytest.raises(Refused) as refused:
        table.idle.complain(2)
    assert refused.value.clause == asked
    played(table, {1: {won.bet: 100}}, won.result)
    with pytest.raises(Refused, match="no-complaint"):
        table.places.free_seat(2)
    table.idle.complain(2, by="croupier")
    with pytest.raises(Refused) as refused:
        table.places.free_seat(2, by="croupier")
    assert (refused.value.code, refused.value.clause) == ("not-your-role", freed)
    table.places.free_seat(2, by="jefe-de-mesa")
    assert set(table.players) == {1}
