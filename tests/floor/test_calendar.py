"""The days of the house: by its time zone, from the hour at which its books begin a day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select

from tapete.core.book.datafile import BrokenFile
from tapete.core.book.plan import plan, read_plan
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.money.accounts import VAULT, wallet
from tapete.floor.money.calendar import Calendar, NoSuchZone, calendar_of, day_after
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store

CHILE = Calendar("America/Santiago", 6)


def at(text: str, zone: Calendar = CHILE) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone.zone).timestamp()


def test_an_evening_in_chile_belongs_to_its_own_day() -> None:
    """By the clock of Greenwich the day turned at 20:00 or 21:00."""
    for day in ("2026-01-15", "2026-07-15"):
        for hour in ("06:00", "12:00", "20:00", "21:30", "23:59"):
            assert CHILE.day_of(at(f"{day}T{hour}")) == day
        for hour in ("00:00", "03:00", "05:59"):
            assert CHILE.day_of(at(f"{day_after(day)}T{hour}")) == day


@pytest.mark.parametrize("begins", [0, 1, 6, 23])
@pytest.mark.parametrize("zone", ["America/Santiago", "America/La_Paz", "UTC", "Pacific/Easter"])
def test_days_follow_one_another_without_gap_or_overlap(zone: str, begins: int) -> None:
    days = Calendar(zone, begins)
    day, lengths = date(2025, 12, 28), set()
    for _ in range(400):
        first, last = days.between(day.isoformat())
        assert days.between(day_after(day.isoformat()))[0] == last
        for moment in (first, (first + last) / 2, last - 0.001):
            assert Calendar(zone, begins).day_of(moment) == days.day_of(moment) == day.isoformat()
        lengths.add(round((last - first) / 3600))
        day += timedelta(days=1)
    assert lengths == ({23, 24, 25} if zone in ("America/Santiago", "Pacific/Easter") else {24})


def test_the_plan_says_where_the_house_stands() -> None:
    days = calendar_of(plan())
    assert (str(days.zone), days.begins) == ("America/Santiago", 6)
    with pytest.raises(NoSuchZone):
        Calendar("Chile/Macondo", 0)
    text = 'casino = "x"\ncurrency = "CLP"\nchips = [1]\nunit = 1\ncommission = "5%"\n'
    text += "instruments = []\ncolours = []\nday_begins = 24\n[table]\n"
    with pytest.raises(BrokenFile, match="0 to 23"):
        read_plan(text, "plan.toml")


def test_what_happens_in_the_evening_is_booked_on_the_day_of_the_house(
    url: str, store: Store
) -> None:
    casino = Casino(Settings(db=url))
    late = datetime(2026, 7, 2, 1, 30, tzinfo=UTC).timestamp()  # 21:30 of the first in Chile
    move = Transfer(
        id="relleno:1:0", source=VAULT, target=wallet("ana"), amount=5, state="posted",
        clause="CAT-I.1-10", why="relleno",
    )  # fmt: skip
    with casino.store.writing() as connection:
        casino.store.post(connection, [move], late)
        t = schema.transfers
        day = connection.execute(select(t.c.day).where(t.c.id == move.id)).scalar()
    assert day == "2026-07-01"
    assert casino.store.calendar.open_day(late, "2026-07-01") == "2026-07-02"
    casino.store.close()


def test_somebody_comes_of_age_by_the_date_on_the_wall_of_the_house(url: str, store: Store) -> None:
    casino = Casino(Settings(db=url))
    evening = datetime(2026, 7, 2, 1, 30, tzinfo=UTC).timestamp()
    assert casino.store.calendar.date_of(evening) == date(2026, 7, 1)
    casino.store.close()
