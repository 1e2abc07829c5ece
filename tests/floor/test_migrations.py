"""Databases of older and newer versions, and backups."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, select, text

from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.pots import PotHost
from tapete.floor.aggregates.shared import read_entries
from tapete.floor.audit.shared import check_shared
from tapete.floor.audit.whole import check_audit_log, check_balances, check_steps
from tapete.floor.money.accounts import ledger_account, wallet
from tapete.floor.people.presence import sat_down
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.migrations import NewerDatabase, Unversioned, head, scripts, upgrade
from tapete.floor.storage.store import Store
from tapete.floor.units.mesa import TableSpec
from tapete.systems.progressive.commands import Activate, Suspend
from tapete.systems.progressive.journal import PROGRESSIVE
from tests.floor.casino import chain_of
from tests.floor.old_casino import write_old_casino
from tests.floor.people import PASSWORD

NOW = 1_800_000_000.0


@pytest.fixture
def empty(nothing: str) -> Iterator[Store]:
    found = Store(nothing)
    yield found
    found.close()


def make(store: Store, made: str) -> None:
    with store.engine.begin() as connection:
        upgrade(connection, "head" if made == "now" else head())


def differences(store: Store) -> list[object]:
    with store.engine.connect() as connection:
        here = (None, connection.dialect.name)
        context = MigrationContext.configure(connection, opts={
            "compare_type": True, "include_object": lambda one, *_: one.info.get("only") in here,
        })  # fmt: skip
        return list(compare_metadata(context, schema.metadata))


@pytest.mark.parametrize("made", ["now", "by revisions"])
def test_a_new_database_has_the_schema_of_this_version(empty: Store, made: str) -> None:
    """It is made as it is now; one that has come through every revision is the same."""
    make(empty, made)
    assert differences(empty) == []
    with empty.engine.connect() as connection:
        said = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    assert said == head()


@pytest.mark.parametrize("made", ["now", "by revisions"])
def test_constraints_of_money_are_in_the_migrated_database_too(empty: Store, made: str) -> None:
    """What keeps an account above zero is a check that comparing columns does not see."""
    make(empty, made)
    there = inspect(empty.engine)
    for table in schema.metadata.tables.values():
        checks = {c.name for c in table.constraints if type(c).__name__ == "CheckConstraint"}
        assert checks == {c["name"] for c in there.get_check_constraints(table.name)}, table.name
        uniques = {c.name for c in table.constraints if type(c).__name__ == "UniqueConstraint"}
        named = {c["name"] for c in there.get_unique_constraints(table.name)}
        assert {name for name in uniques if name} <= named, table.name


def test_a_snapshot_of_the_first_version_is_found_again(empty: Store) -> None:
    with empty.writes.begin() as connection:
        upgrade(connection, "0001")
        connection.execute(text(
            "INSERT INTO tables (id, spec, epoch, leased_until, memory, memory_step, steps) VALUES "
            "('con', :spec, 1, 0, :memory, 20, 31), ('sin', :spec, 0, 0, NULL, 0, 5)"
        ), {"memory": b"{}", "spec": '{"game":"war"}'})  # fmt: skip
    empty.create()
    with empty.engine.connect() as connection:
        kept = connection.execute(select(schema.memories)).all()
        steps = connection.execute(select(schema.units.c.id, schema.units.c.steps)).all()
    assert [(row.unit_id, row.step, bytes(row.body)) for row in kept] == [("con", 20, b"{}")]
    assert {row.id: row.steps for row in steps} == {"con": 31, "sin": 5}


def test_the_accounts_of_a_pot_are_found_under_their_name_of_now(empty: Store) -> None:
    with empty.writes.begin() as connection:
        upgrade(connection, "0004")
        connection.execute(text(
            "INSERT INTO accounts (id, balance, may_owe) VALUES "
            "('pozo:mayor/pot:main', 700, false), ('mesa:R/pozo:1', 20, false)"
        ))  # fmt: skip
        connection.execute(text(
            "INSERT INTO transfers (id, source, target, amount, state, why, clause, at, day) "
            "VALUES ('pozo:mayor:1.0', 'boveda', 'pozo:mayor/pot:main', 700, 'posted', 'x', 'y', "
            "0, '2026-01-01')"
        ))  # fmt: skip
    empty.create()
    assert empty.balances() == {
        ledger_account("progresivo:mayor/pot:main"): 700,
        ledger_account("mesa:R/pozo:1"): 20,
    }
    with empty.engine.connect() as connection:
        [kept] = connection.execute(select(schema.transfers)).all()
    assert (kept.id, kept.target) == ("pozo:mayor:1.0", "progresivo:mayor/pot:main")


def test_starting_again_changes_nothing(empty: Store) -> None:
    empty.create()
    empty.create()
    assert differences(empty) == []


def test_a_database_of_a_newer_version_is_refused_and_left_alone(empty: Store) -> None:
    empty.create()
    with empty.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabase, match="9999"):
        empty.create()
    with empty.engine.connect() as connection:
        kept = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    assert kept == "9999"


def test_a_database_without_a_version_is_refused(empty: Store) -> None:
    schema.metadata.create_all(empty.engine)
    with pytest.raises(Unversioned):
        empty.create()


def test_revisions_stand_in_one_line() -> None:
    assert len(scripts().get_heads()) == 1


def test_tables_of_the_second_version_are_units_of_their_kind(empty: Store) -> None:
    limits = {"min": 500, "max": None, "unit": 100, "commission": "1/20", "bets": {}}
    terms = {"limits": limits, "cards": "pre-barajadas"}
    spec = TableSpec(id="war-1", game="war", edition="scj-2023", terms=terms)
    extra = {"cards": "pre-barajadas"}  # where such things stood
    old = json.dumps(
        {"id": "war-1", "game": "war", "edition": "scj-2023", "limits": limits, "extra": extra}
    )
    with empty.writes.begin() as connection:
        upgrade(connection, "0002")
        connection.execute(text(
            "INSERT INTO tables (id, spec, epoch, leased_until, steps) "
            "VALUES ('war-1', :spec, 1, 0, 7)"
        ), {"spec": old})  # fmt: skip
        connection.execute(text(
            "INSERT INTO people (id, name, kind, roles, status, created) "
            "VALUES ('ana', 'Ana', 'cuenta', '[]', 'activa', 0)"
        ))  # fmt: skip
        connection.execute(text(
            "INSERT INTO duty (table_id, person, role, since) "
            "VALUES ('war-1', 'ana', 'croupier', 0)"
        ))  # fmt: skip
    empty.create()
    assert empty.specs() == [spec] and spec.limits.min == 500
    with empty.engine.connect() as connection:
        [row] = connection.execute(select(schema.units)).all()
        assert (row.kind, row.group, row.steps, row.epoch) == ("mesa", "war-1", 7, 1)
        assert connection.execute(select(schema.duty.c.unit_id)).scalar() == "war-1"


OLD = "11111111-1"


def _old_casino(store: Store) -> None:
    """A casino of the third version in which a player, known by his number, sat down."""
    with store.writes.begin() as connection:
        upgrade(connection, "0003")
        write_old_casino(connection, OLD)


def test_an_identity_number_that_was_an_id_stands_with_the_papers_alone(empty: Store) -> None:
    """Log, ledger, records and audit log have another id for the same person, every chain holds,
    he comes in with his number and password and finds his chips where he sat."""
    _old_casino(empty)
    empty.create()
    register = Register(empty)
    ana = register.by_login(OLD)
    assert ana is not None and OLD not in ana.id and ana.rut == OLD
    with empty.engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            found = [tuple(row) for row in connection.execute(select(table))]
            assert OLD not in str(found), table.name
    assert empty.balance(wallet(ana.id)) == 40_000
    assert list(check_audit_log(empty)) == []
    assert list(check_balances(empty)) == []
    assert list(check_steps(empty, empty.specs()[0])) == []
    [spec] = empty.specs()
    assert isinstance(spec, TableSpec)
    hosted = chain_of(spec)
    empty.load(hosted)
    assert set(hosted.unit.present()) == {ana.id}
    with empty.engine.connect() as connection:
        [stay] = connection.execute(select(schema.stays)).all()
        assert (stay.person, stay.seat, stay.since_step, stay.until_step) == (ana.id, 3, 2, None)
        assert sat_down(connection, spec.id, ana.id) == stay.since_event > 0
    assert register.log_in(OLD, PASSWORD, now=NOW).person.id == ana.id
    assert [row.what for row in register.entries()][-2:] == ["papers.parted", "login"]
    assert OLD not in str(list(register.entries())) and "22222222-2" not in str(
        list(register.entries())
    )


OLD_POT = """\
! pot-opened moved=[["pot:main",1000],["pot:base",-1000]] terms={"acceptor":"manual","algorithm":\
{"base":1000,"commission":"1/10","reserve":"0","restart":"casa"},"casinos":[],"complementary":null,\
"credit":100,"edition":"scj-2023","max":null,"min":null,"papers":{"complementary":"",\
"homologation":"H-1","plan":"P-1","promotion":"","registration":""},"pot":"mayor"} main=1000 \
reserve=0 [CAT-III.6.6-14]
! pot-activated [CAT-III.6.2-05]
! table-linked table="A" game="draw-poker" casino="" places=7 informed="I-1" [CAT-III.6.3-02]
! credits-staked table="A" seat=3 credits=2 [CAT-III.6.5.1-04]
! bets-locked table="A" lit=[3] [CAT-III.6.5.1-05]
! bet-divided moved=[["pot:main",180],["pot:commission",20],["pot",-200]] table="A" seat=3 \
amount=200 [CAT-III.6.6-12]
! prize-paid number=1 table="A" seat=3 prize="escalera-real" amount=1180 main=1180 [CAT-III.6.6-04]
! pot-restarted moved=[["pot:main",1000],["pot:base",-1000]] table="A" house=1000 [CAT-III.6.6-14]
! round-over table="A" [CAT-III.6.5.1-05]"""


def test_a_pot_of_the_sixth_version_is_a_journal_that_goes_on(empty: Store) -> None:
    lines = OLD_POT.split("\n")
    with empty.writes.begin() as connection:
        upgrade(connection, "0006")
        for n, line in enumerate(lines, 1):
            connection.execute(
                text(
                    "INSERT INTO pot_events (pot_id, n, unit_id, step, at, body) "
                    "VALUES ('mayor', :n, '', 0, 0, :body)"
                ),
                {"n": n, "body": line},
            )
    empty.create()
    host = PotHost("mayor", empty)
    assert (host.written.meters.current, host.written.meters.paid) == (1000, 1180)
    assert host.written.tables["A"].counter == 2 and host.written.pot.prizes == 1
    assert host.written.terms is not None
    assert host.written.pot.terms == host.written.terms.pot_terms
    host.journal.do(Suspend("ana"))
    host.journal.do(Activate())
    assert [kept.entry.number for kept in read_entries(empty, PROGRESSIVE, "mayor")] == list(
        range(1, len(lines) + 1)
    )
    assert not [one for one in check_shared(empty, SHARED) if one.what == "entry"]
