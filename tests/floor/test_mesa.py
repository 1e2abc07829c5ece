"""Tables rebuilt from their log, and the money of every step."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from sqlalchemy import literal

from tapete.chance import seeded
from tapete.core.book.aggregate import Journal
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.unit import Ref, Surroundings
from tapete.floor.money.accounts import CAGE, VAULT, WORLD, ledger_account
from tapete.floor.money.ledger import balances
from tapete.floor.storage.store import LostUnit, Repeated, Store
from tapete.floor.table.commands import Sit, Void
from tapete.floor.units.mesa import Mesa, TableSpec, planned_terms
from tapete.floor.units.mesa.kind import build
from tapete.games.registry import GAMES
from tapete.systems.progressive.journal import PROGRESSIVE, ProgressiveJournal, TablePot
from tests.core.counters import COUNTER
from tests.floor.casino import (
    chain_of,
    envelope,
    give_chips,
    leased,
    opened,
    something,
    spec,
    try_apply,
)


def played(hosted: Chain[Mesa], commands: int, seed: str) -> list[Step]:
    """So many commands, those that were refused left out."""
    pick = seeded(seed)
    steps = [hosted.apply(opened(hosted))]
    for _ in range(commands):
        done = try_apply(hosted, something(hosted, pick))
        if isinstance(done, Step):
            steps.append(done)
    return steps


@pytest.mark.parametrize("game", GAMES)
def test_the_same_commands_rebuild_the_same_table(game: str) -> None:
    first = chain_of(spec(game))
    steps = played(first, 120, game)
    second = chain_of(spec(game))
    again = second.replay(step.envelope for step in steps)
    assert [step.hash for step in again] == [step.hash for step in steps]
    assert second.unit.table.desk.accounts == first.unit.table.desk.accounts


@pytest.mark.parametrize("game", GAMES)
def test_the_ledger_follows_every_chip_and_nobody_goes_below_zero(game: str) -> None:
    hosted = chain_of(spec(game))
    transfers = [t for step in played(hosted, 150, f"{game} money") for t in step.transfers]
    held = balances(transfers)
    assert sum(held.values()) == 0
    wallets = {account for account in held if account.holder == "wallet"}
    short = {a: n for a, n in held.items() if n < 0 and a not in wallets and not a.may_owe}
    assert not short
    table = hosted.unit.table
    if table.live is None:
        mine = {a.place: n for a, n in held.items() if a.holder == "mesa"}
        known = {a: n for a, n in table.desk.accounts.items() if a.kind != "cash"}
        assert mine == known


@pytest.mark.parametrize("game", GAMES)
def test_the_acta_written_with_a_step_is_that_of_its_record(game: str) -> None:
    hosted = chain_of(spec(game))
    steps = played(hosted, 60, game)
    if hosted.unit.table.live is not None:  # what was told of a void round is not told of the next
        hosted.apply(envelope(Void(cause="prueba"), "jefe-de-mesa"))
    pick = seeded(f"{game} again")
    steps += [try_apply(hosted, something(hosted, pick)) for _ in range(90)]
    ended = [step for step in steps if isinstance(step, Step) and step.record is not None]
    for step in ended:
        assert step.record is not None and step.acta is not None
        brief = "\nstate " not in step.acta
        assert step.acta == step.record.text(brief=brief)


@pytest.mark.parametrize("game", ["black-jack", "texas-holdem-bonus", "caribbean-poker"])
def test_what_is_seen_out_of_one_view_is_what_each_sees_by_himself(game: str) -> None:
    hosted, pick = chain_of(spec(game)), seeded(f"{game} views")
    hosted.apply(opened(hosted))
    viewers = ("public", "croupier", *(f"seat:{seat}" for seat in range(1, 8)))
    secrets = 0
    for _ in range(120):
        try_apply(hosted, something(hosted, pick))
        everybody = hosted.unit.view(until=9.0)
        for viewer in viewers:
            assert hosted.unit.view_as(viewer, everybody, until=9.0) == hosted.unit.view(
                viewer, until=9.0
            )
        secrets += any(hosted.unit.view(viewer).felt != everybody.felt for viewer in viewers)
    assert secrets or game == "black-jack"


def test_the_house_may_owe_and_nobody_else() -> None:
    assert all(one.may_owe for one in (VAULT, CAGE, WORLD))
    assert not ledger_account("mesa:x/spot:rojo/3").may_owe
    assert not ledger_account("mesa:x/held:3").may_owe


@pytest.mark.clause("CAT-I.4.1-01")
def test_nobody_sits_down_without_chips() -> None:
    hosted = chain_of(spec("ruleta-francesa"))
    refusal = try_apply(hosted, envelope(Sit(seat=1, player="ana"), "jugador"))
    assert isinstance(refusal, Refused) and refusal.code == "no-chips"


# The database


def written(store: Store, hosted: Chain[Mesa], commands: int, seed: str, epoch: int) -> list[Step]:
    """Commands carried out and written one by one; a table whose step is refused is read anew."""
    pick, steps = seeded(seed), []
    for n in range(commands):
        sent = opened(hosted) if n == 0 else something(hosted, pick)
        done = try_apply(hosted, sent)
        if isinstance(done, Step):
            memory = hosted.memory() if hosted.unit.table.live is None and n % 5 == 0 else None
            store.append(done, epoch, memory)
            steps.append(done)
    return steps


@pytest.mark.parametrize("game", ["ruleta-americana-un-cero", "black-jack", "craps"])
def test_a_table_is_read_back_in_the_middle_of_a_round(store: Store, game: str) -> None:
    store.add(spec(game))
    give_chips(store)
    epoch = leased(store, "mesa-1", "node-a", seconds=30)
    assert epoch == 1
    hosted = chain_of(spec(game))
    written(store, hosted, 90, game, epoch)
    other = chain_of(spec(game))
    store.load(other)
    assert (other.hash, other.steps, other.told) == (hosted.hash, hosted.steps, hosted.told)
    assert other.unit.table.desk.accounts == hosted.unit.table.desk.accounts
    events = lambda h: None if h.unit.table.live is None else h.unit.table.live.events  # noqa: E731
    assert events(other) == events(hosted)
    held = store.balances()
    assert sum(held.values()) == 0
    assert min(n for account, n in held.items() if not account.may_owe) >= 0


def test_a_command_is_carried_out_once(store: Store) -> None:
    store.add(spec("big-six"))
    give_chips(store)
    epoch = leased(store, "mesa-1", "node-a", seconds=30)
    hosted = chain_of(spec("big-six"))
    store.append(hosted.apply(opened(hosted)), epoch)
    sit = envelope(Sit(seat=1, player="ana", chips=50_000), "jugador", id="once")
    store.append(hosted.apply(sit), epoch)
    again = envelope(Sit(seat=2, player="ana", chips=50_000), "jugador", id="once")
    with pytest.raises(Repeated):
        store.append(hosted.apply(again), epoch)
    assert store.balance(ledger_account("wallet:ana")) == 4_950_000
    kept = store.find_command("mesa-1", "once")
    assert kept is not None and kept.number == 2


@pytest.mark.clause("CAT-I.4.1-01")
def test_chips_that_are_not_in_the_wallet_are_refused_and_nothing_is_written(store: Store) -> None:
    store.add(spec("big-six"))
    give_chips(store, 1000)
    epoch = leased(store, "mesa-1", "node-a", seconds=30)
    hosted = chain_of(spec("big-six"))
    store.append(hosted.apply(opened(hosted)), epoch)
    step = hosted.apply(envelope(Sit(seat=1, player="ana", chips=1001), "jugador"))
    with pytest.raises(Refused) as refusal:
        store.append(step, epoch)
    assert refusal.value.code == "no-funds" and refusal.value.facts["account"] == "wallet:ana"
    assert store.balance(ledger_account("wallet:ana")) == 1000
    other = chain_of(spec("big-six"))
    store.load(other)
    assert other.steps == 1 and not other.unit.table.players


def test_a_node_that_lost_its_table_writes_nothing(store: Store) -> None:
    store.moment = literal(0.0)
    store.add(spec("big-six"))
    give_chips(store)
    first = leased(store, "mesa-1", "node-a", seconds=30)
    hosted = chain_of(spec("big-six"))
    store.append(hosted.apply(opened(hosted)), first)
    store.moment = literal(10.0)
    assert store.lease("mesa-1", "node-b", seconds=30) is None
    store.moment = literal(31.0)
    second = leased(store, "mesa-1", "node-b", seconds=30)
    assert second == first + 1
    step = hosted.apply(envelope(Sit(seat=1, player="ana", chips=1000), "jugador"))
    with pytest.raises(LostUnit):
        store.append(step, first)
    assert store.balance(ledger_account("wallet:ana")) == 5_000_000


def test_events_are_read_from_any_number_on(store: Store) -> None:
    store.add(spec("ruleta-francesa"))
    give_chips(store)
    epoch = leased(store, "mesa-1", "node-a", seconds=30)
    hosted = chain_of(spec("ruleta-francesa"))
    written(store, hosted, 60, "events", epoch)
    everything = store.events_from("mesa-1", 1)
    assert [n for n, _ in everything] == list(range(1, hosted.told + 1))
    for start in (2, 5, hosted.told, hosted.told + 1):
        assert store.events_from("mesa-1", start) == everything[start - 1 :]


@pytest.mark.clause("CAT-I.4.2-01", "CAT-II.2.6.3-03")
class CountedSpec(TableSpec, frozen=True, kw_only=True, tag="mesa"):
    """A table that shares, before its pot if it has one, a counter of whoever comes."""

    def shared(self) -> tuple[Ref, ...]:
        return (Ref(COUNTER.kind, "norte"), *super().shared())


@pytest.mark.parametrize("pot", [None, "progresivo-poker"])
def test_a_table_takes_nothing_else_that_it_shares_for_its_pot(pot: str | None) -> None:
    counted = CountedSpec(id="mesa-1", game="caribbean-poker", edition="scj-2023", pot=pot)
    links: dict[Ref, Any] = {Ref(COUNTER.kind, "norte"): Journal(COUNTER, "norte")}
    if pot is not None:
        links[Ref(PROGRESSIVE.kind, pot)] = TablePot(ProgressiveJournal(pot), counted.id)
    table = build(counted, Surroundings(links=links)).table
    assert (table.pot.port is None) == (pot is None)


def test_what_the_plan_says_of_colours_and_cards_reaches_a_table_of_the_floor() -> None:
    """Before, colour values and the preparation of cards were known in the terminal alone."""
    ours = plan()
    roulette = chain_of(spec("ruleta-americana-un-cero")).unit.table
    terms = roulette.setup().terms
    values = ours.table["ruleta-americana-un-cero"].colour_values
    assert (terms.colours, terms.colour_values) == (ours.colours, values) and values
    war = msgspec.structs.replace(ours.table["war"], cards=("tradicionales", "pre-barajadas"))
    other = msgspec.structs.replace(ours, table={**ours.table, "war": war})
    for table, notice in ((1, False), (2, True)):
        made = TableSpec(
            id="w", game="war", edition="scj-2023", terms=planned_terms(other, "war", table)
        )
        hosted = chain_of(made)
        said = [getattr(event, "what", "") for event in hosted.apply(opened(hosted)).events]
        assert ("aviso-de-cartas-pre-barajadas" in said) is notice
