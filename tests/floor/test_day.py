"""The close of a day: what each table won, added up from what was written, once."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import select, update

from tapete.chance import seeded
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.shared import done_by_house
from tapete.floor.audit.audited import start_of
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.money import day as floor_day
from tapete.floor.money.accounts import LedgerAccount, ledger_account
from tapete.floor.money.calendar import calendar_of
from tapete.floor.money.closing import balances_at
from tapete.floor.money.day import DayReport
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Leave, Sit, Tip
from tapete.floor.units.mesa import TableSpec, planned_terms
from tests.floor.casino import PEOPLE, envelope, give_chips, something
from tests.floor.casino import opened as open_table
from tests.floor.money import money_plan
from tests.floor.pots import (
    COLOR,
    NOTHING,
    POT,
    STILL,
    close,
    deal,
    hand,
    opened,
    prepare,
    run,
    stake,
)

NOON = 1_700_000_000.0
DAYS = calendar_of(plan())
TODAY, TOMORROW = DAYS.day_of(NOON), DAYS.day_of(NOON + 86_400)


async def started(url: str, moment: float = NOON) -> Casino:
    casino = Casino(Settings(db=url, node="uno", clocks=STILL, lease=1e6), now=lambda: moment)
    await casino.start()
    return casino


async def close_day(casino: Casino, day: str, **more: Any) -> DayReport:
    return await casino.days.close(
        day, casino.pots.all(), role="cajero", by="caja-1", now=casino.now(), **more
    )


def at_noon(command: Any, role: str) -> Any:
    return envelope(command, role, at=NOON)


@pytest.fixture
def floor(store: Store) -> Store:
    """A table of big six and one of war, where anything may be played."""
    for name, game in (("M1", "big-six"), ("M2", "war")):
        terms = planned_terms(money_plan(), game)
        store.add(TableSpec(id=name, game=game, edition="scj-2023", terms=terms, attended=True))
    return store


def house(balances: dict[LedgerAccount, int]) -> int:
    """What the house has: its banks, its vault, its cage, what it keeps."""
    own = ("boveda", "caja", "/bank", "/commission", "/pot:commission", "/pot:advance")
    return sum(n for account, n in balances.items() if account.text.endswith(own))


def test_the_wins_of_the_tables_are_the_change_of_the_houses_accounts(
    url: str, floor: Store
) -> None:
    give_chips(floor)

    async def day() -> DayReport:
        casino = await started(url)
        before = house(floor.balances())
        for table in ("M1", "M2"):
            keeper, pick = casino.keeper(table), seeded(table)
            await keeper.send(open_table(keeper.chain))
            for _ in range(120):
                sent = something(keeper.chain, pick)
                try:
                    await keeper.send(at_noon(sent.command, sent.role))
                except Refused:
                    continue
        await casino.cage.fill("cajero", "M1", 300_000, id="f1")
        await casino.cage.credit("cajero", "M1", 120_000, id="c1")
        await casino.cage.fill("cajero", "M2", 70_000, id="f2")
        report = await close_day(casino, TODAY)
        # Chips that moved between the house's own accounts are nobody's win.
        assert house(floor.balances()) - before == report.income
        await casino.stop()
        return report

    report = run(day())
    one, two = report.tables["M1"], report.tables["M2"]
    assert (one.fills, one.credits, two.fills, two.credits) == (300_000, 120_000, 70_000, 0)
    assert (
        one.win == floor.balance(ledger_account("mesa:M1/bank")) - 180_000
        and one.win == one.bank - 180_000
    )
    assert report.win == one.win + two.win and report.drop == one.drop + two.drop > 0
    assert one.hold == f"{one.win * 100 / one.drop:.2f}%"
    # What the players lost is what the house won and what they gave away.
    held: Counter[str] = Counter()
    for account, amount in floor.balances().items():
        held[account.holder if account.place is None else account.place.kind] += amount
    players = sum(held[kind] for kind in ("wallet", "seat", "spot", "held"))
    assert 5 * 5_000_000 - players == report.income + report.tips
    assert not list(audit(floor))


def test_drop_tips_and_chips_of_the_cage(url: str, floor: Store) -> None:
    async def day() -> DayReport:
        casino = await started(url)
        register = Register(floor)
        for who in ("ana", "bruno"):
            register.admit_staff(who, who, "una-clave-larga", ("jugador",), by="x", now=NOON)
        await casino.cage.buy("cajero", "ana", 80_000, id="b1")
        await casino.cage.buy("cajero", "bruno", 50_000, id="b2")
        keeper = casino.keeper("M2")
        await keeper.send(open_table(keeper.chain))
        await keeper.send(at_noon(Sit(seat=1, player="ana", chips=60_000), "jugador"))
        await keeper.send(at_noon(Sit(seat=2, player="bruno", chips=50_000), "jugador"))
        await keeper.send(at_noon(Tip(seat=1, amount=5_000), "croupier"))
        await keeper.send(at_noon(Leave(seat=1), "jugador"))
        await casino.cage.cash("cajero", "ana", 75_000, id="k1")
        report = await close_day(casino, TODAY)
        await casino.stop()
        return report

    report = run(day())
    table = report.tables["M2"]
    assert (table.drop, table.taken, table.tips, table.win) == (110_000, 55_000, 5_000, 0)
    assert (report.sold, report.redeemed) == (130_000, 75_000)
    assert table.hold == "0.00%" and report.tables["M1"].hold is None


def test_a_day_is_closed_once_by_whoever_may_and_not_before_it_comes(
    url: str, floor: Store
) -> None:
    async def days() -> None:
        casino = await started(url)
        await close_day(casino, TODAY)
        problems = []
        for day, role in (
            (TODAY, "cajero"), ("2000-01-01", "administrador"), (TOMORROW, "cajero"),
            ("hoy", "cajero"), (TOMORROW, "croupier"),
        ):  # fmt: skip
            with pytest.raises(Refused) as refusal:
                await casino.days.close(day, [], role=role, by="x", now=NOON)
            problems.append(refusal.value.code)
        assert problems == ["day-closed", "day-closed", "day-to-come", "bad-day", "not-your-role"]
        with pytest.raises(Refused) as refusal:
            casino.days.find(TOMORROW)
        assert refusal.value.code == "day-not-closed"
        assert [casino.days.find(day).by for day in casino.days.closed()] == ["caja-1"]
        await casino.stop()

    run(days())
    noted = [row for row in Register(floor).entries() if row.what == "day.closed"]
    assert len(noted) == 1 and noted[0].person == "caja-1"


def test_what_is_written_after_the_close_counts_for_the_next_day(url: str, store: Store) -> None:
    """A round in course at the close: its bets are on the felt, in no bank, and count later."""
    prepare(store, "A")

    async def late() -> tuple[DayReport, DayReport]:
        casino = await started(url)
        a = await opened(casino, "A")
        await stake(a, {})
        await close(a)
        first = await close_day(casino, TODAY)
        await deal(a, NOTHING)  # the croupier does not open: the antes win
        await casino.cage.fill("cajero", "A", 1000, id="late")
        await casino.stop()
        next_day = await started(url, NOON + 86_400)
        second = await close_day(next_day, TOMORROW)
        await next_day.stop()
        return first, second

    first, second = run(late())
    assert first.tables["A"].win == 0 and first.tables["A"].drop == 1_000_000
    assert second.since == TODAY and second.tables["A"].drop == 0
    assert second.tables["A"].win == store.balance(ledger_account("mesa:A/bank")) - 1000 == -4000
    with store.engine.connect() as connection:
        t = schema.transfers
        late_ = connection.execute(select(t.c.day).where(t.c.id == "relleno:late:0")).scalar()
    assert late_ == TOMORROW
    assert not list(audit(store))


def test_a_day_is_closed_when_the_next_has_begun_and_only_its_own_is_written(
    url: str, store: Store
) -> None:
    """What was moved since the night ended counts for the day that is open."""
    prepare(store, "A")

    async def late() -> None:
        casino = await started(url)
        await casino.cage.fill("cajero", "A", 1000, id="today")
        await casino.stop()
        casino = await started(url, NOON + 86_400)
        await casino.cage.fill("cajero", "A", 500, id="tomorrow")
        a = await opened(casino, "A")
        await stake(a, {})
        await close(a)
        await deal(a, NOTHING)
        await close_day(casino, TODAY)
        await casino.stop()

    run(late())
    bank = ledger_account("mesa:A/bank")
    with store.engine.connect() as connection:
        assert balances_at(connection, TODAY)[bank.text] == store.balance(bank) - 500
    assert not list(audit(store))
    with pytest.raises(Refused, match="close-too-old"):  # what A did since is behind its head
        start_of(store, TODAY)


@pytest.mark.clause("CAT-III.6.4.1-13", "CAT-III.6.3-04")
def test_the_pots_are_closed_with_the_day_and_their_working_is_on_record(
    url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(store, "A", "B")

    async def day() -> tuple[DayReport, DayReport]:
        refused = asyncio.Event()

        async def tried(*given: Any) -> Any:
            try:
                return await done_by_house(*given)
            except Refused:
                refused.set()
                raise

        monkeypatch.setattr(floor_day, "done_by_house", tried)
        casino = await started(url)
        a, b = await opened(casino, "A"), await opened(casino, "B", PEOPLE[2:])
        await hand(a, {5: 1000}, COLOR)
        await stake(b, {5: 5000})
        await close(b)
        with pytest.raises(Refused) as refusal:
            await close_day(casino, TODAY, patience=0.0)
        assert refusal.value.code == "round-in-course" and not casino.days.closed()
        refused.clear()
        closing = asyncio.create_task(close_day(casino, TODAY))
        await refused.wait()
        await deal(b, NOTHING)  # the close waits for the end of the round
        first = await closing
        await hand(a, {5: 2000}, NOTHING)
        await casino.stop()
        later = await started(url, NOON + 86_400)
        second = await close_day(later, TOMORROW)
        await later.stop()
        return first, second

    first, second = run(day())
    pot = first.pots[POT]
    assert pot.tables == {"A": "caribbean-poker", "B": "caribbean-poker"}
    assert pot.informed == dict.fromkeys("AB", "plan-de-apuestas-2023") and pot.authority
    assert pot.shares == {"commission": "1/10", "reserve": "9/100", "main": "81/100"}
    assert (pot.base, pot.won, pot.counters) == (
        10_000_000,
        {"color": (1, 50_000)},
        {"A": 1, "B": 5},
    )
    assert (pot.moved["contributions"], pot.moved["paid"]) == ("6000", "50000")
    assert first.pots_commission == 600 and second.pots_commission == 200
    assert second.pots[POT].opening == pot.closing and second.pots[POT].won == {}
    assert not list(audit(store))


def test_the_audit_finds_a_day_that_says_something_else(url: str, store: Store) -> None:
    prepare(store, "A")

    async def day() -> None:
        casino = await started(url)
        await hand(await opened(casino, "A"), {5: 1000}, NOTHING)
        await close_day(casino, TODAY)
        await casino.stop()

    run(day())
    assert not list(audit(store))
    t = schema.transfers
    with store.writing() as connection:
        moved = t.c.why == "bet-won"
        connection.execute(update(t).where(moved).values(day="2031-01-01"))
    assert [found.what for found in audit(store)] == ["transfer-day", "day", "closing"]
