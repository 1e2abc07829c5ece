"""Whoever looks things up finds the same, page by page, however long the history is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import event, insert, select, text

from tapete.floor.aggregates.shared import stored
from tapete.floor.house.machine_room import days_of
from tapete.floor.money import desk
from tapete.floor.money.accounts import VAULT, wallet
from tapete.floor.money.cage import _moves
from tapete.floor.money.closing import moved_after
from tapete.floor.money.day import Moves
from tapete.floor.money.desk import Movement, cage_movements, movements_of
from tapete.floor.people.person import Person
from tapete.floor.people.personal import Personal
from tapete.floor.people.presence import places_of, to_be_seen_out
from tapete.floor.people.protection import to_leave
from tapete.floor.people.register import Register
from tapete.floor.people.signing import unsigned
from tapete.floor.rounds.own_plays import find_plays
from tapete.floor.rounds.own_rounds import own_round
from tapete.floor.rounds.records import find_rounds, has_acta, read_audit, wins
from tapete.floor.storage import schema
from tapete.floor.storage.engine import WRITES
from tapete.floor.storage.kept_actas import in_full
from tapete.floor.storage.prefix import begins
from tapete.floor.storage.store import Store
from tapete.floor.table import attending
from tests.floor.years import DAYS, Years


def test_movements_are_read_page_by_page_and_none_twice(store: Store) -> None:
    for n in range(9):  # three at a time
        moved = _moves(f"compra:{n}", 100, (VAULT, wallet("ana"), "fichas-vendidas"))
        with store.writing() as connection:
            store.post(connection, moved, float(n // 3))
    whole = movements_of(store, wallet("ana"))
    assert len(whole) == 9
    for read in (
        lambda after: movements_of(store, wallet("ana"), limit=2, after=after),
        lambda after: cage_movements(store, None, 2, after),
        lambda after: cage_movements(store, DAYS[0], 2, after),
    ):
        seen: list[Movement] = []
        while page := read(seen[-1].id if seen else None):
            seen += page
        assert seen == whole
    assert movements_of(store, wallet("ana"), after="nothing") == []


def test_accounts_are_found_by_how_they_begin_without_reading_all_of_them(store: Store) -> None:
    a = schema.accounts
    with store.writing() as connection:
        given = [{"id": f"mesa:R{n}/bank", "balance": 0, "may_owe": True} for n in range(5000)]
        connection.execute(insert(a), given)
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "postgresql":
            connection.execute(text("ANALYZE accounts"))
        query = select(a.c.id).where(begins(connection, a.c.id, "mesa:R77/"))
        assert connection.execute(query).scalars().all() == ["mesa:R77/bank"]
        sql = str(query.compile(store.engine, compile_kwargs={"literal_binds": True}))
        explain = "EXPLAIN QUERY PLAN" if store.engine.dialect.name == "sqlite" else "EXPLAIN"
        plan = " ".join(str(row) for row in connection.exec_driver_sql(f"{explain} {sql}"))
        by = "accounts_by_beginning" if explain == "EXPLAIN" else "SEARCH accounts USING COVERING"
        assert by in plan, plan


def test_what_a_table_has_won_is_counted_from_the_last_close(store: Store) -> None:
    casino = Years(store)
    casino.past(2)
    with store.engine.connect() as connection:
        moves = Moves(connection, "9999-12-31", DAYS[1])
    banks = {"mesa-1": 0, "mesa-2": 0}
    for account, n in moves.net.items():
        if account.text.endswith("/bank"):
            banks[account.owner] += n
    assert {**dict.fromkeys(banks, 0), **wins(store)} == banks
    casino.close()
    assert wins(store) == {}


def test_entries_of_a_kind_are_found_in_their_order_whichever_kinds_begin_so(
    store: Store,
) -> None:
    register = Register(store)
    kinds = ("chips.sold", "login", "chips.cashed", "login", "chips.sold", "chipsy")
    for n, what in enumerate(kinds):
        with store.writing() as connection:
            register.note(connection, "caja", what, {}, float(n))
    found = read_audit(store, what="chips.", newest=True, limit=2)
    assert [row.what for row in found] == ["chips.sold", "chips.cashed"]
    assert [row.n for row in read_audit(store, what="chips")] == [1, 3, 5, 6]
    assert [row.what for row in register.entries("login")] == ["login", "login"]


def test_a_players_rounds_and_a_record_are_found_without_reading_all_of_them(
    store: Store,
) -> None:
    casino = Years(store)
    casino.play(150)
    x, r = schema.stays, schema.rounds
    with store.engine.connect() as connection:
        stays = connection.execute(select(x).where(x.c.person == "ana")).all()
        rows = connection.execute(select(r)).all()
    mine = {
        (row.unit_id, row.step)
        for row in rows
        for stay in stays
        if row.unit_id == stay.unit_id and row.number >= 1 and row.step >= stay.since_step
        and (stay.until_round is None or row.number <= stay.until_round)
    }  # fmt: skip
    assert mine
    assert {(row.table, row.step) for row in find_rounds(store, player="ana")} == mine
    kept = next(row.acta for row in rows if row.unit_id == "mesa-2")
    (acta,) = in_full(store, "mesa-2", [kept])
    read: list[str] = []

    @event.listens_for(store.engine, "before_cursor_execute")
    def _note(_: object, __: object, statement: str, *___: object) -> None:
        read.append(statement)

    assert has_acta(store, "mesa-2", acta) and not has_acta(store, "mesa-1", acta)
    assert all("number =" in one for one in read if "FROM rounds" in one)


@pytest.mark.parametrize("what", ["", "x"])
def test_a_kind_nobody_noted_finds_nothing_or_everything(store: Store, what: str) -> None:
    register = Register(store)
    with store.writing() as connection:
        register.note(connection, "caja", "login", {}, 1.0)
    assert len(read_audit(store, what=what)) == (0 if what else 1)


LONG = {
    "steps", "transfers", "rounds", "aggregate_entries", "audit", "stays", "signatures", "orders",
    "closing_balances", "closing_heads", "people", "papers", "sessions",
}  # fmt: skip
"""What grows with the years."""
ANA = Person(id="ana", name="Ana")
READERS: dict[str, Callable[[Store], Any]] = {
    "movements of an account": lambda store: movements_of(store, wallet("ana"), limit=5),
    "movements of the cage": lambda store: cage_movements(store, DAYS[0], 5, None),
    "rounds of a table": lambda store: find_rounds(store, table="mesa-1"),
    "rounds of a player": lambda store: find_rounds(store, player="ana"),
    "rounds of a game": lambda store: find_rounds(store, game="war"),
    "rounds of a day": lambda store: find_rounds(store, since=1.0, before=2.0),
    "the audit log": lambda store: read_audit(store, newest=True, limit=5),
    "the audit log of a person": lambda store: read_audit(store, person="ana"),
    "the audit log of a kind": lambda store: read_audit(store, what="chips."),
    "what a table has won": wins,
    "events from a number": lambda store: store.events_from("mesa-1", 10, 5),
    "a command": lambda store: store.find_command("mesa-1", "x"),
    "a round of one's own": lambda store: own_round(store, "ana", "mesa-1", 1),
    "plays of one's own": lambda store: find_plays(store, "ana", None, 5),
    "what is not signed": lambda store: _reading(store, lambda at: unsigned(at, "mesa-1")),
    "who is to be seen out": lambda store: _reading(store, lambda at: to_be_seen_out(at, 1.0)),
    "who has to rest": lambda store: _reading(store, lambda at: to_leave(at, 1.0, 0.0)),
    "places of a person": lambda store: _reading(store, lambda at: places_of(at, "ana")),
    "a close, when the next day has begun": lambda store: _reading(
        store, lambda at: moved_after(at, DAYS[0])
    ),
    "days of a machine": lambda store: days_of(store, "maquina-1", "clp"),
    "people, the last who came": lambda store: attending.find_people(store, "", None),
    "people of a role": lambda store: attending.find_people(store, "", "cajero"),
    "people at the cage": lambda store: desk.find_people(Register(store), "", 1e9),
    "people by a name": lambda store: attending.find_people(store, "ana", None),
    "a session": lambda store: Register(store).session("x", now=1.0),
    "shared aggregates": stored,
    "personal data": lambda store: Personal(Register(store)).export(ANA, by="ana", now=1.0),
}


def _reading(store: Store, read: Callable[[Any], Any]) -> Any:
    with store.engine.connect() as connection:
        return read(connection)


@pytest.fixture(scope="module")
def long_ago(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A casino whose first day is closed."""
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('long')}/casino.db")
    store.create()
    Years(store).past(1)
    yield store
    store.close()


@pytest.mark.parametrize("reader", READERS)
def test_no_reader_goes_through_all_that_grows_with_the_years(long_ago: Store, reader: str) -> None:
    read: list[tuple[str, Any]] = []

    def note(at: Any, _: object, statement: str, given: Any, *__: object) -> None:
        if statement.startswith("SELECT"):
            held = at.get_execution_options().get(WRITES) and "transfers" in statement
            assert not held, "whoever reads holds up nobody who writes"
            read.append((statement, given))

    event.listen(long_ago.engine, "before_cursor_execute", note)
    try:
        READERS[reader](long_ago)
    finally:
        event.remove(long_ago.engine, "before_cursor_execute", note)
    assert read
    with long_ago.engine.connect() as connection:
        for statement, given in read:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)
            found = [row[-1].split() for row in plan]
            whole = [one for one in found if one[0] == "SCAN" and one[1] in LONG]
            sorted_ = ["USE", "TEMP", "B-TREE", "FOR", "ORDER", "BY"] in found
            assert not whole or ("LIMIT" in statement and not sorted_), (statement, found)
