"""Whoever looks things up finds the same, page by page, however long the history is."""

from __future__ import annotations

import pytest
from sqlalchemy import event, select

from tapete.floor import schema
from tapete.floor.accounts import VAULT, wallet
from tapete.floor.cage import _moves
from tapete.floor.day import Moves
from tapete.floor.desk import Movement, cage_movements, movements_of
from tapete.floor.kept_actas import in_full
from tapete.floor.records import find_rounds, has_acta, read_audit, wins
from tapete.floor.register import Register
from tapete.floor.store import Store
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
