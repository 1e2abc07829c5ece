"""Places: the waiting list of a table, a place kept for a time, a reserve."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Refused
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.table.commands import (
    AnyCommand,
    Capacity,
    Leave,
    Reserve,
    Sit,
    StopWaiting,
    Tick,
    Wait,
)
from tapete.floor.table.waiting import KEPT
from tapete.floor.units.mesa import Mesa
from tests.floor.casino import chain_of, envelope, opened, spec

GAME, PLACES = "black-jack", 7
PEOPLE = [f"p{n}" for n in range(1, PLACES + 1)]


def full() -> Chain[Mesa]:
    """A table of Black Jack where everybody sits."""
    hosted = chain_of(spec(GAME))
    hosted.apply(opened(hosted))
    for seat, player in enumerate(PEOPLE, 1):
        do(hosted, Sit(seat=seat, player=player, chips=50_000))
    return hosted


def do(hosted: Chain[Mesa], command: AnyCommand, at: float = 0.0, role: str = "jugador") -> Step:
    return hosted.apply(envelope(command, role, at=at))


def refused(
    hosted: Chain[Mesa], command: AnyCommand, at: float = 0.0, role: str = "jugador"
) -> Refused:
    before = (hosted.hash, list(hosted.unit.waiting.all), len(hosted.unit.table.log))
    with pytest.raises(Refused) as refusal:
        do(hosted, command, at, role)
    assert before == (hosted.hash, list(hosted.unit.waiting.all), len(hosted.unit.table.log))
    return refusal.value


def said(step: Step) -> list[str]:
    return [event.what for event in step.events if event.kind == "announced"]  # type: ignore[attr-defined]


@pytest.mark.clause("CAT-I.3.2-12")
def test_whoever_finds_the_table_full_waits_and_the_first_is_called_when_a_place_is_free() -> None:
    hosted = full()
    assert refused(hosted, Sit(seat=8, player="ana", chips=1000)).code == "table-full"
    do(hosted, Wait(player="ana"))
    do(hosted, Wait(player="bruno"))
    assert refused(hosted, Wait(player="ana")).code == "already-waiting"
    assert refused(hosted, Wait(player="p1")).code == "already-seated"
    step = do(hosted, Leave(seat=3), at=100.0)
    assert said(step) == ["lugar-guardado"]
    assert [(w.player, w.until) for w in hosted.unit.waiting.all] == [
        ("ana", 100.0 + KEPT), ("bruno", None)
    ]  # fmt: skip
    another = refused(hosted, Sit(seat=3, player="carla", chips=1000), at=110.0)
    assert (another.code, another.facts["first"]) == ("kept-for-another", "ana")
    assert another.clause == hosted.unit.table.rules.by("players_max")
    assert refused(hosted, Sit(seat=3, player="bruno", chips=1000), at=110.0).code == (
        "not-first-on-the-list"
    )
    do(hosted, Sit(seat=3, player="ana", chips=1000), at=110.0)
    assert [w.player for w in hosted.unit.waiting.all] == ["bruno"]


def test_whoever_does_not_come_in_time_loses_the_turn_to_the_next() -> None:
    hosted = full()
    for player in ("ana", "bruno"):
        do(hosted, Wait(player=player))
    do(hosted, Leave(seat=3), at=100.0)
    late = 100.0 + KEPT
    assert not hosted.unit.waiting.due(late - 1) and hosted.unit.waiting.due(late)
    # Before anybody looks at the clock the place is already the next one's.
    assert refused(hosted, Sit(seat=3, player="carla", chips=1000), at=late).code == (
        "kept-for-another"
    )
    assert said(do(hosted, Tick(), at=late, role="sistema")) == ["turno-vencido", "lugar-guardado"]
    assert [w.player for w in hosted.unit.waiting.all] == ["bruno"]
    do(hosted, Sit(seat=3, player="bruno", chips=1000), at=late + 1)
    assert hosted.unit.waiting.all == []


def test_a_turn_may_be_given_up() -> None:
    hosted = full()
    for player in ("ana", "bruno"):
        do(hosted, Wait(player=player))
    do(hosted, Leave(seat=3), at=100.0)
    assert said(do(hosted, StopWaiting(player="ana"), at=101.0)) == [
        "ya-no-espera", "lugar-guardado"
    ]  # fmt: skip
    assert refused(hosted, StopWaiting(player="ana")).code == "not-waiting"
    do(hosted, Sit(seat=3, player="bruno", chips=1000), at=102.0)


def test_nobody_waits_while_there_is_room() -> None:
    hosted = full()
    do(hosted, Leave(seat=3))
    assert refused(hosted, Wait(player="ana")).code == "place-free"
    endless = chain_of(spec("ruleta-francesa"))
    endless.apply(opened(endless))
    assert refused(endless, Wait(player="ana")).code == "place-free"


@pytest.mark.clause("CAT-I.3.2-10")
def test_a_chief_reserves_a_place_for_a_time() -> None:
    hosted = full()
    reserve = Reserve(player="ana", until=700.0)
    assert refused(hosted, reserve, 100.0, "jefe-de-mesa").code == "no-place-free"
    do(hosted, Leave(seat=3), at=100.0)
    assert refused(hosted, reserve, 100.0, "jugador").code == "not-your-role"
    assert refused(hosted, reserve, 701.0, "jefe-de-mesa").code == "not-a-time"
    assert said(do(hosted, reserve, 100.0, "jefe-de-mesa")) == ["lugar-apartado"]
    assert refused(hosted, Sit(seat=3, player="carla", chips=1000), 699.0).code == (
        "kept-for-another"
    )
    do(hosted, Sit(seat=3, player="carla", chips=1000), 700.0)
    assert hosted.unit.waiting.all == []


@pytest.mark.clause("CAT-I.5.5-02")
def test_fewer_places_for_reasons_of_health_make_a_list_too() -> None:
    hosted = full()
    do(hosted, Capacity(places=6), role="jefe-de-mesa")
    do(hosted, Wait(player="ana"))
    do(hosted, Leave(seat=3))
    assert hosted.unit.waiting.all[0].until is None
    do(hosted, Leave(seat=4), at=5.0)
    assert hosted.unit.waiting.all[0].until == 5.0 + KEPT
    assert refused(hosted, Sit(seat=3, player="carla", chips=1000), 6.0).clause == "CAT-I.5.5-02"


@pytest.mark.parametrize("game", ["baccarat", "canal-21", "texas-holdem-sin-limites"])
def test_a_game_with_a_list_of_its_own_keeps_it(game: str) -> None:
    hosted = chain_of(spec(game))
    assert refused(hosted, Wait(player="ana")).code == "list-of-the-game"


def test_the_list_is_remembered_and_rebuilt() -> None:
    hosted = full()
    steps = [do(hosted, Wait(player="ana")), do(hosted, Leave(seat=3), at=9.0)]
    memory = hosted.memory()
    assert memory is not None
    other = chain_of(spec(GAME))
    other.remember(memory)
    assert (
        other.unit.waiting.all == hosted.unit.waiting.all
        and other.unit.view() == hosted.unit.view()
    )
    last = do(hosted, Sit(seat=3, player="ana", chips=1000), at=10.0)
    assert [step.hash for step in other.replay([last.envelope])] == [last.hash]
    assert steps[0].number < last.number
    assert [w.player for w in hosted.unit.view().waiting] == []
