"""The keeper of a table: once, in order, written before it is told."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import VAULT, ledger_account, wallet
from tapete.floor.money.ledger import Transfer
from tapete.floor.storage import books
from tapete.floor.storage.store import Entry, Kept, LostUnit, Store, apart
from tapete.floor.table.commands import Leave, Sit
from tapete.floor.units.mesa import Mesa
from tests.floor.casino import (
    HeldWriter,
    chain_of,
    envelope,
    give_chips,
    leased,
    opened,
    something,
    spec,
)
from tests.floor.counter import Box, BoxSpec, put


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


def keeper_of(store: Store, writer: Writer, game: str = "big-six", name: str = "mesa-1") -> Keeper:
    epoch = leased(store, name, "node-a", seconds=1e9)
    return Keeper(lambda: Mesa(spec(game, name)), store, writer, epoch)


@pytest.fixture
def casino(store: Store) -> Store:
    store.add(spec("big-six"))
    give_chips(store)
    return store


def test_a_repeated_command_does_nothing_twice_even_after_a_restart(casino: Store) -> None:
    sit = envelope(Sit(seat=1, player="ana", chips=50_000), "jugador", id="sit-ana")

    async def first() -> list[Any]:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)
        await keeper.send(opened(keeper.chain))
        found = [await keeper.send(sit), await keeper.send(sit)]
        writer.close()
        return found

    async def after_a_restart() -> Any:
        writer = Writer(casino)
        found = await keeper_of(casino, writer).send(sit)
        writer.close()
        return found

    step, again = run(first())
    assert isinstance(step, Step) and isinstance(again, Kept) and again.hash == step.hash
    assert run(after_a_restart()).hash == step.hash
    assert casino.balance(ledger_account("wallet:ana")) == 4_950_000


def test_whoever_watches_is_told_only_what_is_written(casino: Store) -> None:
    async def watched() -> None:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)

        written: list[bool] = []

        async def watcher(step: Step) -> None:
            written.append(casino.find_command("mesa-1", step.envelope.id) is not None)

        keeper.watchers.append(watcher)
        await keeper.send(opened(keeper.chain))
        await keeper.send(envelope(Sit(seat=2, player="bruno", chips=1000), "jugador"))
        assert written == [True, True]
        writer.close()

    run(watched())


@pytest.mark.clause("CAT-I.4.1-01")
def test_chips_nobody_has_are_refused_and_the_table_is_as_it_was(casino: Store) -> None:
    async def refused() -> None:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)
        await keeper.send(opened(keeper.chain))
        before = keeper.chain.hash
        with pytest.raises(Refused) as refusal:
            await keeper.send(envelope(Sit(seat=1, player="ana", chips=9_000_000), "jugador"))
        assert refusal.value.code == "no-funds"
        assert keeper.chain.hash == before and not keeper.chain.unit.table.players
        await keeper.send(envelope(Sit(seat=1, player="ana", chips=1_000_000), "jugador"))
        writer.close()

    run(refused())


def test_a_command_that_saw_another_state_is_refused(casino: Store) -> None:
    async def stale() -> None:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)
        await keeper.send(opened(keeper.chain))
        saw = keeper.chain.hash
        await keeper.send(envelope(Sit(seat=1, player="ana", chips=1000), "jugador"), saw=saw)
        with pytest.raises(Refused) as refusal:
            await keeper.send(envelope(Leave(seat=1), "jugador"), saw=saw)
        assert refusal.value.code == "table-moved-on"
        writer.close()

    run(stale())


def test_a_node_that_lost_its_table_tells_nobody_anything(casino: Store) -> None:
    async def lost() -> None:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)
        told: list[Step] = []

        async def watcher(step: Step) -> None:
            told.append(step)

        keeper.watchers.append(watcher)
        casino.release("node-a")
        assert leased(casino, "mesa-1", "node-b", seconds=10) == 2
        with pytest.raises(LostUnit):
            await keeper.send(opened(keeper.chain))
        assert not told and keeper.lost
        writer.close()

    run(lost())


def test_many_tables_at_once_keep_every_chip(store: Store) -> None:
    """Three tables where the same people sit down, play and go, all through one writer."""
    games = {"m1": "big-six", "m2": "war", "m3": "chuck-a-luck"}
    for name, game in games.items():
        store.add(spec(game, name))
    give_chips(store, 400_000)

    async def busy(keeper: Keeper, seed: str) -> int:
        pick, done = seeded(seed), 0
        await keeper.send(opened(keeper.chain))
        for _ in range(120):
            try:
                await keeper.send(something(keeper.chain, pick))
                done += 1
            except Refused:
                continue
        return done

    async def all_of_them() -> list[int]:
        writer = Writer(store)
        keepers = [keeper_of(store, writer, game, name) for name, game in games.items()]
        done = await asyncio.gather(*(busy(k, k.unit_id) for k in keepers))
        writer.close()
        for keeper in keepers:
            other = chain_of(keeper.chain.unit.spec)
            store.load(other)
            assert other.hash == keeper.chain.hash
        return list(done)

    assert min(run(all_of_them())) > 10  # how many depends on who comes first
    held = store.balances()
    assert sum(held.values()) == 0


def test_whoever_hangs_up_in_the_middle_stops_nothing(casino: Store) -> None:
    async def hang_up() -> None:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)
        told: list[Step] = []

        async def watcher(step: Step) -> None:
            told.append(step)

        keeper.watchers.append(watcher)
        await keeper.send(opened(keeper.chain))
        sit = envelope(Sit(seat=1, player="ana", chips=1000), "jugador")
        sending = asyncio.create_task(keeper.send(sit))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        await keeper.settled()
        assert not keeper.lost and [step.envelope.id for step in told][-1] == sit.id
        await keeper.send(envelope(Leave(seat=1), "jugador"))
        writer.close()

    run(hang_up())


def test_whoever_gives_up_his_turn_lets_nobody_see_what_is_being_written(casino: Store) -> None:
    """Between the command before and its commit nothing is shown, whoever stood in line behind it
    and went away."""

    async def give_up() -> None:
        writer = HeldWriter(casino)
        writer.go.clear()
        keeper = keeper_of(casino, writer)
        sending = asyncio.create_task(keeper.send(opened(keeper.chain)))
        await writer.reached.wait()
        turn = keeper.turn()
        waiting = asyncio.create_task(turn.__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        looking = asyncio.create_task(keeper.read(lambda: keeper.unit.table.open))
        await asyncio.sleep(0)
        assert not looking.done()
        writer.go.set()
        await sending
        assert await looking
        writer.close()

    run(give_up())


def test_a_write_that_is_done_though_it_was_said_to_fail_is_told(casino: Store) -> None:
    class Unsure(Writer):
        async def write(self, unit: Any) -> Any:
            await super().write(unit)
            raise ConnectionError("the answer was lost")

    async def unsure() -> None:
        writer = Unsure(casino)
        keeper = keeper_of(casino, writer)
        told: list[Step] = []

        async def watcher(step: Step) -> None:
            told.append(step)

        keeper.watchers.append(watcher)
        await keeper.send(opened(keeper.chain))
        assert len(told) == 1 and not keeper.lost
        writer.close()

    run(unsure())


def test_a_command_that_breaks_down_half_done_leaves_the_table_as_it_was(
    casino: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken() -> None:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)
        await keeper.send(opened(keeper.chain))
        monkeypatch.setattr(keeper.chain.unit.table.desk, "tell", lambda *events: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await keeper.send(envelope(Sit(seat=1, player="ana", chips=1000), "jugador"))
        assert not keeper.chain.unit.table.players and not keeper.lost
        await keeper.send(envelope(Sit(seat=1, player="ana", chips=1000), "jugador"))
        writer.close()

    run(broken())


def test_a_refusal_is_gone_as_soon_as_nobody_holds_it(casino: Store) -> None:
    """A search for garbage stops every table: what is refused all the time leaves none."""

    async def refused() -> weakref.ref[Refused]:
        writer = Writer(casino)
        keeper = keeper_of(casino, writer)
        await keeper.send(envelope(Sit(seat=1, player="ana", chips=1000), "jugador"))
        try:
            await keeper.send(envelope(Sit(seat=1, player="bruno", chips=1000), "jugador"))
        except Refused as refusal:
            seen = weakref.ref(refusal)
        writer.close()
        return seen

    gc.collect()
    gc.disable()
    try:
        assert run(refused())() is None
    finally:
        gc.enable()


def test_what_comes_in_while_others_write_goes_in_with_what_waits(tmp_path: Path) -> None:
    """Of several processes at one file each writes all it has when it is its turn; its rows are
    made ready while it waits, and keep nobody from writing."""
    url = f"sqlite:///{tmp_path}/casino.db"
    mine, theirs = Store(url), Store(url)
    mine.create()
    boxes = [Chain(Box(BoxSpec(id=f"caja-{n}", most=100))) for n in range(4)]
    give_chips(mine, 60, people=("ana", "bruno", "carla", "diego"))
    for box in boxes:
        mine.add(box.unit.spec)
        assert leased(mine, box.id) == 1
    who = ("ana", "bruno", "carla", "diego")
    entries = [
        Entry(mine, box.apply(put(player, 50)), 1) for box, player in zip(boxes, who, strict=True)
    ]
    began: list[int] = []

    @event.listens_for(mine.engine, "begin")
    def _begin(_: Any) -> None:
        began.append(len(began))

    async def together() -> None:
        writer = Writer(mine)
        with theirs.turn:
            first = asyncio.create_task(writer.write(entries[0]))
            while "rows" not in vars(entries[0]):
                await asyncio.sleep(0)
            others = [asyncio.create_task(writer.write(entry)) for entry in entries[1:]]
            await asyncio.sleep(0)
            assert not began
        await asyncio.gather(first, *others)
        writer.close()

    run(together())
    assert len(began) == 1
    assert [len(list(mine.log(box.id))) for box in boxes] == [1] * 4
    mine.close()
    theirs.close()


def test_steps_written_together_find_in_a_wallet_what_the_one_before_left(store: Store) -> None:
    """Two units want the same chips in one transaction: the first has them, and nobody else's step
    is lost by it."""
    names = ("caja-1", "caja-2", "caja-3")
    give_chips(store, 60, people=("ana", "bruno"))
    boxes = [Chain(Box(BoxSpec(id=name, most=100))) for name in names]
    for box in boxes:
        store.add(box.unit.spec)
        assert leased(store, box.id) == 1
    who = ("ana", "ana", "bruno")
    steps = [box.apply(put(player, 50)) for box, player in zip(boxes, who, strict=True)]
    entries = [Entry(store, step, 1) for step in steps]
    rows = [entry.rows for entry in entries]
    assert [[row.unit for row in rows[group]] for group in apart(rows)] == [
        ["caja-1"], ["caja-2", "caja-3"],
    ]  # fmt: skip

    async def together() -> list[Any]:
        writer = Writer(store)
        unit = asyncio.gather(*map(writer.write, entries), return_exceptions=True)
        found = await unit
        writer.close()
        return list(found)

    first, second, third = run(together())
    assert first is None and third is None
    assert isinstance(second, Refused) and second.code == "no-funds"
    left = [store.balance(ledger_account(f"wallet:{who}")) for who in ("ana", "bruno")]
    assert left == [10, 10]
    assert [len(list(store.log(name))) for name in names] == [1, 0, 1]


@pytest.mark.parametrize("count", [1, 2, 17, 47, 63, 64, 65, 200])
def test_any_number_of_rows_goes_into_few_statements(store: Store, count: int) -> None:
    with store.writing() as connection:
        store.post(connection, [
            Transfer(
                id=f"t{n}", source=VAULT, target=wallet(str(n)), amount=n + 1, state="posted",
                clause="CAT-I.1-10", why="prueba",
            )
            for n in range(count)
        ], at=0.0)  # fmt: skip
    held = store.balances()
    assert held.pop(VAULT) == -sum(held.values()) == -count * (count + 1) // 2
    assert held == {wallet(str(n)): n + 1 for n in range(count)}


def test_the_accounts_known_to_be_there_do_not_grow_without_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "KNOWN", 3)
    for n in range(20):
        given = Transfer(
            id=f"t{n}", source=VAULT, target=wallet(str(n % 10)), amount=1, state="posted",
            clause="CAT-I.1-10", why="prueba",
        )  # fmt: skip
        with store.writing() as connection:
            store.post(connection, [given], at=0.0)
        assert len(store.opened) <= 5
    assert store.balances()[VAULT] == -20
