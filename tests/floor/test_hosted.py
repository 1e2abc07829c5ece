"""Tables rebuilt from their log, and the money of every step."""

from __future__ import annotations

import pytest

from tapete.chance import seeded
from tapete.core.refused import Refused
from tapete.floor.commands import Sit, Void
from tapete.floor.hosted import Hosted, Step
from tapete.floor.ledger import MAY_OWE, balances, may_owe
from tapete.floor.store import LostTable, Repeated, Store
from tapete.games.registry import GAMES
from tests.floor.casino import envelope, give_chips, opened, something, spec, try_apply


def played(hosted: Hosted, commands: int, seed: str) -> list[Step]:
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
    first = Hosted(spec(game))
    steps = played(first, 120, game)
    second = Hosted(spec(game))
    again = second.replay(step.envelope for step in steps)
    assert [step.hash for step in again] == [step.hash for step in steps]
    assert second.table.desk.accounts == first.table.desk.accounts


@pytest.mark.parametrize("game", GAMES)
def test_the_ledger_follows_every_chip_and_nobody_goes_below_zero(game: str) -> None:
    hosted = Hosted(spec(game))
    transfers = [t for step in played(hosted, 150, f"{game} money") for t in step.transfers]
    held = balances(transfers)
    assert sum(held.values()) == 0
    wallets = {account for account in held if account.startswith("wallet:")}
    short = {a: n for a, n in held.items() if n < 0 and a not in wallets and not may_owe(a)}
    assert not short
    table = hosted.table
    if table.live is None:
        mine = {a.partition("/")[2]: n for a, n in held.items() if a.startswith("mesa:")}
        known = {a: n for a, n in table.desk.accounts.items() if not a.startswith("cash:")}
        assert mine == known


@pytest.mark.parametrize("game", GAMES)
def test_the_acta_written_with_a_step_is_that_of_its_record(game: str) -> None:
    hosted = Hosted(spec(game))
    steps = played(hosted, 60, game)
    if hosted.table.live is not None:  # what was told of a void round is not told of the next
        hosted.apply(envelope(Void(cause="prueba"), "jefe-de-mesa"))
    pick = seeded(f"{game} again")
    steps += [try_apply(hosted, something(hosted, pick)) for _ in range(90)]
    ended = [step for step in steps if isinstance(step, Step) and step.record is not None]
    assert [step.acta for step in ended] == [step.record.text() for step in ended if step.record]


@pytest.mark.parametrize("game", ["black-jack", "texas-holdem-bonus", "caribbean-poker"])
def test_what_is_seen_out_of_one_view_is_what_each_sees_by_himself(game: str) -> None:
    hosted, pick = Hosted(spec(game)), seeded(f"{game} views")
    hosted.apply(opened(hosted))
    viewers = ("public", "croupier", *(f"seat:{seat}" for seat in range(1, 8)))
    secrets = 0
    for _ in range(120):
        try_apply(hosted, something(hosted, pick))
        everybody = hosted.view(until=9.0)
        for viewer in viewers:
            assert hosted.view_as(viewer, everybody, until=9.0) == hosted.view(viewer, until=9.0)
        secrets += any(hosted.view(viewer).felt != everybody.felt for viewer in viewers)
    assert secrets or game == "black-jack"


def test_the_house_may_owe_and_nobody_else() -> None:
    assert all(map(may_owe, MAY_OWE))
    assert not may_owe("mesa:x/spot:rojo/3") and not may_owe("mesa:x/held:3")


@pytest.mark.clause("CAT-I.4.1-01")
def test_nobody_sits_down_without_chips() -> None:
    hosted = Hosted(spec("ruleta-francesa"))
    refusal = try_apply(hosted, envelope(Sit(seat=1, player="ana"), "jugador"))
    assert isinstance(refusal, Refused) and refusal.code == "no-chips"


# The database


def written(store: Store, hosted: Hosted, commands: int, seed: str, epoch: int) -> list[Step]:
    """Commands carried out and written one by one; a table whose step is refused is read anew."""
    pick, steps = seeded(seed), []
    for n in range(commands):
        sent = opened(hosted) if n == 0 else something(hosted, pick)
        done = try_apply(hosted, sent)
        if isinstance(done, Step):
            memory = hosted.memory() if hosted.table.live is None and n % 5 == 0 else None
            store.append(done, epoch, memory)
            steps.append(done)
    return steps


@pytest.mark.parametrize("game", ["ruleta-americana-un-cero", "black-jack", "craps"])
def test_a_table_is_read_back_in_the_middle_of_a_round(store: Store, game: str) -> None:
    store.add_table(spec(game))
    give_chips(store)
    epoch = store.lease("mesa-1", "node-a", seconds=30, now=0.0)
    assert epoch == 1
    hosted = Hosted(spec(game))
    written(store, hosted, 90, game, epoch)
    other = Hosted(spec(game))
    store.load(other)
    assert (other.hash, other.steps, other.told) == (hosted.hash, hosted.steps, hosted.told)
    assert other.table.desk.accounts == hosted.table.desk.accounts
    events = lambda h: None if h.table.live is None else h.table.live.events  # noqa: E731
    assert events(other) == events(hosted)
    held = store.balances()
    assert sum(held.values()) == 0
    assert min(n for account, n in held.items() if not may_owe(account)) >= 0


def test_a_command_is_carried_out_once(store: Store) -> None:
    store.add_table(spec("big-six"))
    give_chips(store)
    epoch = store.lease("mesa-1", "node-a", seconds=30, now=0.0) or 0
    hosted = Hosted(spec("big-six"))
    store.append(hosted.apply(opened(hosted)), epoch)
    sit = envelope(Sit(seat=1, player="ana", chips=50_000), "jugador", id="once")
    store.append(hosted.apply(sit), epoch)
    again = envelope(Sit(seat=2, player="ana", chips=50_000), "jugador", id="once")
    with pytest.raises(Repeated):
        store.append(hosted.apply(again), epoch)
    assert store.balance("wallet:ana") == 4_950_000
    kept = store.find_command("mesa-1", "once")
    assert kept is not None and kept.number == 2


@pytest.mark.clause("CAT-I.4.1-01")
def test_chips_that_are_not_in_the_wallet_are_refused_and_nothing_is_written(store: Store) -> None:
    store.add_table(spec("big-six"))
    give_chips(store, 1000)
    epoch = store.lease("mesa-1", "node-a", seconds=30, now=0.0) or 0
    hosted = Hosted(spec("big-six"))
    store.append(hosted.apply(opened(hosted)), epoch)
    step = hosted.apply(envelope(Sit(seat=1, player="ana", chips=1001), "jugador"))
    with pytest.raises(Refused) as refusal:
        store.append(step, epoch)
    assert refusal.value.code == "no-funds" and refusal.value.facts["account"] == "wallet:ana"
    assert store.balance("wallet:ana") == 1000
    other = Hosted(spec("big-six"))
    store.load(other)
    assert other.steps == 1 and not other.table.players


def test_a_node_that_lost_its_table_writes_nothing(store: Store) -> None:
    store.add_table(spec("big-six"))
    give_chips(store)
    first = store.lease("mesa-1", "node-a", seconds=30, now=0.0) or 0
    hosted = Hosted(spec("big-six"))
    store.append(hosted.apply(opened(hosted)), first)
    assert store.lease("mesa-1", "node-b", seconds=30, now=10.0) is None
    second = store.lease("mesa-1", "node-b", seconds=30, now=31.0)
    assert second == first + 1
    step = hosted.apply(envelope(Sit(seat=1, player="ana", chips=1000), "jugador"))
    with pytest.raises(LostTable):
        store.append(step, first)
    assert store.balance("wallet:ana") == 5_000_000


def test_events_are_read_from_any_number_on(store: Store) -> None:
    store.add_table(spec("ruleta-francesa"))
    give_chips(store)
    epoch = store.lease("mesa-1", "node-a", seconds=30, now=0.0) or 0
    hosted = Hosted(spec("ruleta-francesa"))
    written(store, hosted, 60, "events", epoch)
    everything = store.events_from("mesa-1", 1)
    assert [n for n, _ in everything] == list(range(1, hosted.told + 1))
    for start in (2, 5, hosted.told, hosted.told + 1):
        assert store.events_from("mesa-1", start) == everything[start - 1 :]
