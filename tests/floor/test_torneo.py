"""A tournament on the floor: entries through the ledger, the clock, and everything replayed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.due import Do, Until
from tapete.floor.kernel.port import Entry
from tapete.floor.kernel.unit import Surroundings
from tapete.floor.money.accounts import wallet
from tapete.floor.money.calendar import calendar_of
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS, build
from tapete.floor.units.torneo import kind
from tapete.floor.units.torneo.kind import to_come
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.floor.units.torneo.view import STAFF
from tapete.systems.tournament.bases import read_bases
from tapete.systems.tournament.life import commands as do
from tests.floor.casino import envelope, give_chips, leased
from tests.systems.tournament.field import BASES

DIRECTOR = "director-de-torneo"
SPEC = TorneoSpec(id="viernes", bases=BASES)
PEOPLE = tuple(f"jugador-{n}" for n in range(12))


def local(at: float) -> datetime:
    """The wall clock: moment nought is the hour of the bases."""
    return read_bases(BASES, "bases").inicio + timedelta(seconds=at)


class Evening:
    """A tournament with its store: each command is written as it is on the floor."""

    def __init__(self, store: Store, seed: int = 3) -> None:
        self.store, self.seed = store, seed
        store.add(SPEC)
        self.epoch = leased(store, SPEC.id)
        self.chain = self.built()
        self.at = 0.0
        give_chips(store, people=PEOPLE)

    def built(self) -> Chain[Any]:
        draws = Random(self.seed)
        chain: Chain[Any] = Chain(build(SPEC, Surroundings(plan=plan(), chance=draws.randrange)))
        chain.unit.local = local
        return chain

    def do(self, command: Any, role: str = DIRECTOR, person: str = "director") -> Any:
        sent = msgspec.structs.replace(envelope(command, role), person=person, at=self.at)
        self.chain.unit.check(command, person, role, on_duty=False)
        step = self.chain.apply(sent)
        with self.store.writing() as connection:
            Entry(self.store, step, self.epoch, None)(connection)
        return step

    @property
    def now(self) -> Any:
        return self.chain.unit.now

    def balance(self, account: Any) -> int:
        return self.store.balance(account)

    def seated(self) -> None:
        self.do(do.Draft(text=BASES))
        self.do(do.Notify(day=date(2026, 4, 20)))
        self.do(do.Announce(day=date(2026, 4, 21)))
        self.do(do.OpenRegistration())
        for person in PEOPLE:
            self.do(do.Enter(player=person), "jugador", person)
        self.do(do.OpenDoors())
        for person in PEOPLE:
            self.do(do.Accredit(player=person), "cajero")
        self.do(do.Start())


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    store = Store(f"sqlite:///{tmp_path / 'casino.db'}")
    store.create()
    yield Evening(store)
    store.close()


@pytest.mark.clause("COL-3.1-01", "COL-4-02", "COL-7.4-01", "CAT-VII.3.1-29")
def test_entries_prizes_and_chips_go_through_the_ledger_to_the_peso(evening: Evening) -> None:
    evening.seated()
    money = evening.chain.unit.money
    assert evening.balance(wallet(PEOPLE[0])) == 5_000_000 - 60_000
    assert evening.balance(money.fund) == 12 * 51_000
    assert evening.balance(money.commission) == 12 * 9_000
    assert evening.balance(money.chips) == 12 * 20_000 and money.chips.unit == "torneo:viernes"
    evening.do(do.CloseRegistration())
    while evening.now.stage == "en-juego":
        tables = [table for table in evening.now.tables.values() if len(table.seats) > 1]
        loser, winner, *_ = tables[0].seats.values()
        evening.do(do.Eliminate(player=loser, winner=winner), "croupier")
        if any(one.what == "redraw" for one in evening.chain.unit.view(STAFF).proposals):
            evening.do(do.Redraw())
    evening.do(do.Pay(), "cajero")
    assert evening.balance(money.fund) == 0
    for account, amount in evening.chain.unit.held().items():
        assert evening.balance(account) == amount
    champion = evening.now.live[0]
    prize = 12 * 51_000 * 50 // 100
    assert evening.balance(wallet(champion)) == 5_000_000 - 60_000 + prize


def test_it_is_rebuilt_from_its_log_and_from_what_it_wrote_down(evening: Evening) -> None:
    evening.seated()
    again = evening.built()
    evening.store.load(again)
    assert (again.hash, again.unit.now) == (evening.chain.hash, evening.now)
    kept = evening.built()
    kept.remember(evening.chain.memory())
    assert (kept.hash, kept.unit.now, kept.unit.held()) == (
        evening.chain.hash, evening.now, evening.chain.unit.held(),
    )  # fmt: skip


def test_its_clock_is_due_when_a_level_is_over(evening: Evening) -> None:
    evening.seated()
    unit = evening.chain.unit
    assert unit.due(60.0) == Until(20 * 60.0)
    assert isinstance(unit.due(20 * 60.0), Do)
    evening.at = 20 * 60.0
    evening.do(do.Tick(), "sistema")
    assert unit.now.clock.level == 2 and unit.due(evening.at) == Until(40 * 60.0)


@pytest.mark.clause("COL-2-03")
def test_the_director_directs_and_players_act_for_themselves(evening: Evening) -> None:
    evening.do(do.Draft(text=BASES))
    for command, role in [
        (do.Notify(day=date(2026, 4, 20)), "jugador"), (do.StopClock(), "croupier"),
        (do.Enter(player="otra"), "jugador"), (do.Tick(), DIRECTOR),
    ]:  # fmt: skip
        with pytest.raises(Refused) as refusal:
            evening.do(command, role, "yo")
        assert refusal.value.code in ("not-your-role", "not-yours")


@pytest.mark.clause("COL-7.4-06", "COL-7.5.2-28")
def test_stacks_are_seen_by_those_who_run_it(evening: Evening) -> None:
    evening.seated()
    unit = evening.chain.unit
    assert {one.stack for one in unit.view("public").players} == {None}
    assert {one.stack for one in unit.view(STAFF).players} == {20_000}
    assert msgspec.json.encode(unit.view(STAFF), enc_hook=str)


@pytest.mark.clause("COL-9.3-20")
def test_who_may_not_play_any_more_goes_by_sanction(evening: Evening) -> None:
    evening.seated()
    unit, kind = evening.chain.unit, KINDS["torneo"]
    assert set(kind.taking_part(unit)) == {*PEOPLE}
    [due] = kind.see_out(unit, PEOPLE[4])
    evening.do(due.command)
    assert PEOPLE[4] not in kind.taking_part(unit)
    assert evening.now.players[PEOPLE[4]].standing == "eliminado-por-sancion"
    assert evening.now.actas[-1].clauses == ("COL-9.3-20",)


def test_who_cannot_pay_is_not_entered(evening: Evening) -> None:
    for command in (do.Draft(text=BASES), do.Notify(day=date(2026, 4, 20)),
                    do.Announce(day=date(2026, 4, 21)), do.OpenRegistration()):  # fmt: skip
        evening.do(command)
    with pytest.raises(Refused):
        evening.do(do.Enter(player="pobre"), "jugador", "pobre")


def test_a_row_of_the_plan_names_its_bases_and_its_date_is_to_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The example's date is moved by whole weeks to one that can still be notified in time, by the
    day it is where the house stands: in Chile another than in Greenwich, late in the evening."""
    days = (date(2030, 1, 1) + timedelta(days=n) for n in range(7))
    late = next(d for d in days if to_come(BASES, d) != to_come(BASES, d + timedelta(days=1)))
    at = datetime.combine(late, time(23), calendar_of(plan()).zone)
    monkeypatch.setattr(kind, "datetime", SimpleNamespace(now=at.astimezone))
    [spec] = KINDS["torneo"].planned(plan(), "viernes", {"file": "ejemplo"})
    assert isinstance(spec, TorneoSpec)
    written = read_bases(spec.bases, "viernes")
    known = read_bases(BASES, "ejemplo")
    assert 20 <= (written.inicio.date() - late).days <= 27
    assert spec.bases == to_come(BASES, late) != to_come(BASES, at.astimezone(UTC).date())
    assert (written.inicio - known.inicio).days % 7 == 0
    assert written.termino - written.inicio == known.termino - known.inicio
    again = msgspec.structs.replace(written, inicio=known.inicio, termino=known.termino)
    assert again == known
    assert to_come(BASES, date(2026, 4, 1)) == BASES


def test_it_keeps_the_time_zone_it_was_made_in_wherever_it_is_read() -> None:
    """By the hour of the house entries are given back or not: the audit and the archive, which know
    no plan, and a house that moves, reckon with the same."""
    there = msgspec.structs.replace(plan(), zone="Asia/Tokyo")
    [made] = KINDS["torneo"].planned(there, "viernes", {"file": "ejemplo"})
    older = KINDS["torneo"].renewed(there, SPEC)
    moved = Surroundings(plan=msgspec.structs.replace(plan(), zone="Pacific/Easter"))
    nine = datetime(1970, 1, 1, 9)
    for spec in (made, older, KINDS["torneo"].renewed(plan(), older)):
        assert build(spec).local(0.0) == build(spec, moved).local(0.0) == nine  # type: ignore[attr-defined]
    assert build(SPEC).local(0.0) == datetime.fromtimestamp(0, calendar_of(plan()).zone).replace(  # type: ignore[attr-defined]
        tzinfo=None
    )
