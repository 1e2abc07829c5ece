"""Pesos, play chips and chips of tournaments never meet."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from tapete.chance import seeded
from tapete.core.book.account import CLP, PLAY
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.audit.whole import check_balances
from tapete.floor.money.accounts import VAULT, vault, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.people.person import Person, check_unit
from tapete.floor.storage.store import Store
from tapete.floor.units.mesa import TableSpec, planned_terms
from tests.floor.casino import chain_of, opened, something, spec, try_apply
from tests.floor.money import money_plan

POT = "progresivo-poker"


@pytest.mark.clause("CAT-I.4.1-01")
@pytest.mark.parametrize("game", sorted(plan().table))
def test_whatever_is_played_stays_in_the_unit_of_its_table(game: str) -> None:
    terms = planned_terms(plan(), game)
    chain = chain_of(TableSpec(id="mesa-1", game=game, edition="scj-2023", terms=terms))
    assert chain.unit.spec.unit == PLAY
    pick, moved = seeded(game), []
    chain.apply(opened(chain))
    for _ in range(60):
        done = try_apply(chain, something(chain, pick))
        moved += [] if isinstance(done, Refused) else done.transfers
    assert moved, "nobody brought chips"
    assert {one.unit for t in moved for one in (t.source, t.target)} == {PLAY}


@pytest.mark.clause("CAT-I.4.1-01")
def test_a_guest_has_no_money_and_somebody_with_an_account_may_play_for_nothing() -> None:
    guest, known = Person(id="g", name="G", guest=True), Person(id="p", name="P")
    table = spec("war")
    free = TableSpec(
        id="w", game="war", edition="scj-2023", terms=planned_terms(plan(), "war", unit=PLAY)
    )
    for who, where in ((guest, free), (known, free), (known, table)):
        check_unit(who, where)
    with pytest.raises(Refused, match="money-table"):
        check_unit(guest, table)


@pytest.mark.clause("CAT-I.4.1-01")
def test_no_transfer_crosses_units_and_the_audit_finds_one_written_past_us(store: Store) -> None:
    with pytest.raises(Refused, match="another-unit"):
        Transfer(
            id="x", source=vault(PLAY), target=wallet("ana"), amount=5, state="posted",
            clause="CAT-I.1-10", why="x",
        )  # fmt: skip
    with store.writes.begin() as connection:
        connection.execute(text(
            "INSERT INTO transfers (id, source, target, amount, state, why, clause, at, day) VALUES"
            " ('x', :source, :target, 5, 'posted', 'x', 'CAT-I.1-10', 0, '1970-01-01')"
        ), {"source": vault(PLAY).text, "target": wallet("ana").text})  # fmt: skip
        for account, amount in ((vault(PLAY), -5), (wallet("ana"), 5)):
            connection.execute(
                text("INSERT INTO accounts (id, balance, may_owe) VALUES (:id, :n, :owes)"),
                {"id": account.text, "n": amount, "owes": account.may_owe},
            )
    found = {(one.what, one.where) for one in check_balances(store)}
    assert found == {("sum", CLP), ("sum", PLAY)}


@pytest.mark.clause("CAT-I.4.1-01")
@pytest.mark.parametrize("house", ["ejemplo", "casa"])
def test_a_pot_is_kept_in_the_unit_of_its_tables(store: Store, house: str) -> None:
    ours = plan() if house == "ejemplo" else money_plan()
    terms = planned_terms(ours, "caribbean-poker")
    table = TableSpec(id="mesa-1", game="caribbean-poker", edition="scj-2023", terms=terms, pot=POT)
    Hosts(store, SHARED).begin(ours, [table], 0.0)
    held = {one.unit for one in store.balances()}
    assert held == {PLAY if house == "ejemplo" else CLP}
    assert (store.balance(VAULT) < 0) == (house == "casa")
