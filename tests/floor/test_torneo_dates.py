"""When a tournament is held: not before the hour of its bases, and on another date all of it anew
(CAT-VII.1.2-03, COL-3.1-06 to -10, COL-13, COL-15)."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from tapete.systems.tournament.life import commands as do
from tests.floor.torneo_desk import DESK, Desk
from tests.systems.tournament.field import changed


@pytest.mark.clause("CAT-VII.3.1-15", "COL-3.1-14", "COL-13-01", "CAT-VII.1.2-03")
def test_play_does_not_begin_before_the_hour_of_the_bases_unless_it_is_brought_forward() -> None:
    early = ("CAT-VII.3.1-15", "before-its-date")
    desk = Desk().seated()
    desk.ahead = timedelta(seconds=1)
    assert desk.refused(do.Start()) == early
    assert desk.chain.unit.early(desk.at) == 1.0  # where nobody directs the house waits so long
    desk.ahead = timedelta()
    desk.do(do.Start())
    assert desk.now.stage == "en-juego" and desk.chain.unit.early(desk.at) == 0.0
    # Brought forward it begins at its new hour, with those who keep their entries for it.
    desk = Desk().entering()
    for n in range(10):
        desk.do(do.Enter(player=f"p{n}"), "jugador", f"p{n}")
    before = desk.now.rules.inicio
    sooner = before - timedelta(hours=3)
    desk.do(do.Postpone(start=sooner, end=before + timedelta(hours=5), why="se esperan nevazones"))
    for n in range(10):
        desk.do(do.KeepEntry(player=f"p{n}"), "jugador", f"p{n}")
    desk.do(do.OpenRegistration())
    desk.do(do.OpenDoors())
    for n in range(10):
        desk.do(do.Accredit(player=f"p{n}"), DESK)
    desk.ahead = timedelta(seconds=1)
    assert desk.refused(do.Start()) == early
    desk.begun()
    assert desk.local(desk.at) == sooner == before - timedelta(hours=3)
    practice = Desk().drafted(changed(practica="true"))
    assert practice.chain.unit.early(practice.at) == 0.0  # for nothing of value: when it is full


@pytest.mark.clause("COL-3.1-10", "COL-7.2-08", "COL-13-01")
def test_held_on_another_date_all_are_seated_anew_whenever_it_was_moved() -> None:
    desk = Desk().seated()
    later = desk.now.rules.inicio + timedelta(days=7)
    moved = do.Postpone(start=later, end=later + timedelta(hours=8), why="corte de luz")
    desk.do(moved)
    assert {one.standing for one in desk.now.players.values()} == {"inscrito"}
    assert not any(table.seats for table in desk.now.tables.values())
    for n in range(12):
        desk.do(do.KeepEntry(player=f"p{n}"), "jugador", f"p{n}")
    desk.do(do.OpenRegistration())
    desk.do(do.OpenDoors())
    for n in range(12):
        desk.do(do.Accredit(player=f"p{n}"), DESK)
    assert len(desk.begun().now.live) == 12
    # Moved before anybody could enter: entries are sold when they open.
    desk = Desk().drafted()
    assert desk.refused(moved) == ("COL-3.1-06", "not-at-this-stage")  # other bases say it
    desk.do(do.Notify(day=date(2026, 4, 20)))
    assert desk.refused(moved) == ("COL-3.1-06", "not-at-this-stage")
    desk.do(do.Announce(day=date(2026, 4, 21)))
    desk.do(moved)
    desk.do(do.OpenRegistration())
    desk.do(do.Enter(player="p0"), "jugador", "p0")
    assert (desk.now.fund, desk.now.rules.inicio) == (51_000, later)


@pytest.mark.clause("CAT-VII.1.2-03", "COL-15-01", "COL-13-01")
def test_brought_forward_it_is_still_five_working_days_after_its_notice() -> None:
    desk = Desk().entering()  # notified on Monday 20 April
    for day, refused in ((24, True), (27, False)):
        start = datetime(2026, 4, day, 20)
        sooner = do.Postpone(start=start, end=start + timedelta(hours=8), why="nevazones")
        if refused:
            assert desk.refused(sooner) == ("COL-15-01", "notified-too-late")
        else:
            desk.do(sooner)
    assert desk.now.stage == "adelantado"
