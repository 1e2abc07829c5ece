"""One person, one place: on whichever node he sits down, and whoever bars him meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert

from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.office import create_table, keep_out
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.people import door
from tapete.floor.people.door import keep_the_door, see_out, see_out_barred
from tapete.floor.people.person import Person
from tapete.floor.people.presence import places_of
from tapete.floor.people.register import Register
from tapete.floor.people.sealed_papers import mark_of
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Bet, Leave, Sit
from tapete.floor.units import KINDS
from tests.floor.casino import chain_of, envelope, give_chips, leased, opened, spec
from tests.floor.money import money_file
from tests.floor.people import PASSWORD, some_rut

ROULETTE = "ruleta-francesa"
NOW = 1_790_000_000.0
STILL = Clocks(betting=3600.0, decision=3600.0, pause=0.0)


class Table:
    """A table kept by a node of its own: a store of its own on the same database."""

    def __init__(self, url: str, game: str, name: str) -> None:
        self.store, self.hosted = Store(url), chain_of(spec(game, name))
        self.store.add(self.hosted.unit.spec)
        self.epoch = leased(self.store, name, name)
        self.send(opened(self.hosted))

    def send(self, sent: Any) -> str | None:
        """The code of the refusal, if it was refused; then the table is as it was."""
        before = self.hosted.memory()
        assert before is not None
        try:
            self.store.append(self.hosted.apply(sent), self.epoch)
        except Refused as refusal:
            self.hosted.remember(before)
            return refusal.code
        return None

    def sit(self, who: str, seat: int = 3) -> str | None:
        return self.send(envelope(Sit(seat=seat, player=who, chips=10_000), "jugador"))

    def leave(self, seat: int = 3) -> str | None:
        return self.send(envelope(Leave(seat=seat), "jugador"))


@pytest.fixture
def house(url: str, store: Store) -> Iterator[Callable[..., list[Table]]]:
    give_chips(store)
    made: list[Table] = []

    def tables(*games: str) -> list[Table]:
        made.extend(Table(url, game, f"mesa-{n}") for n, game in enumerate(games))
        return made

    yield tables
    for table in made:
        table.store.close()


@pytest.mark.clause("CAT-I.5.1-02")
def test_whoever_sits_at_a_table_of_one_node_does_not_sit_at_one_of_another(
    house: Callable[..., list[Table]], store: Store
) -> None:
    first, second = house("black-jack", "war")
    assert first.sit("ana") is None
    assert second.sit("ana") == "seated-elsewhere"
    assert second.sit("bruno") is None
    assert first.leave() is None
    assert second.sit("ana", 4) is None
    with store.engine.connect() as connection:
        assert places_of(connection, "ana") == {"mesa-1": (4,)}
        assert places_of(connection, "bruno") == {"mesa-1": (3,)}


@pytest.mark.clause("CAT-I.5.1-02")
def test_of_two_places_taken_in_the_same_moment_one_is_refused(
    house: Callable[..., list[Table]], store: Store
) -> None:
    register = Register(store)
    ana = register.admit("Ana", some_rut(1), "1990-05-17", PASSWORD, by="x", now=NOW)
    give_chips(store, people=[ana.id])
    tables = house("black-jack", "war")
    together = Barrier(2)

    def sit(table: Table) -> str | None:
        together.wait()
        return table.sit(ana.id)

    with ThreadPoolExecutor(2) as threads:
        said = list(threads.map(sit, tables))
    assert sorted(map(str, said)) == ["None", "seated-elsewhere"]


@pytest.mark.clause("CAT-II.1.5.2-01", "CAT-II.2.6.2-01", "CAT-I.5.1-02")
def test_at_roulette_somebody_sits_at_two_tables_and_not_at_three(
    house: Callable[..., list[Table]],
) -> None:
    first, second, third, other = house(ROULETTE, "ruleta-americana-un-cero", ROULETTE, "war")
    assert first.sit("ana") is None
    assert other.sit("ana") == "seated-elsewhere"
    assert second.sit("ana") is None
    assert third.sit("ana") == "too-many-tables"
    assert first.leave() is None
    assert third.sit("ana") is None


@pytest.mark.clause("COL-11-01", "CAT-VII.3.1-03")
def test_whoever_was_barred_on_another_node_is_not_seated(
    house: Callable[..., list[Table]], store: Store
) -> None:
    """The look at the door came before; what counts is what stands when he is seated."""
    register = Register(store)
    ana = register.admit("Ana", some_rut(1), "1990-05-17", PASSWORD, by="x", now=NOW)
    give_chips(store, people=[ana.id])
    (table,) = house("war")
    Register(table.store).bar(some_rut(1), "autoexclusion", by=ana.id, now=-1.0)
    assert table.sit(ana.id) == "barred"
    assert table.hosted.unit.present() == {}


# A whole node


def on_a_node(
    folder: Path, games: tuple[str, ...], work: Callable[[Casino], Coroutine[Any, Any, None]]
) -> None:
    settings = Settings(db=f"sqlite:///{folder}/c.db", games=games, clocks=STILL, plan=money_file())

    async def all_of_it() -> None:
        casino = Casino(settings)
        casino.prepare()
        await casino.start()
        try:
            await work(casino)
        finally:
            await casino.stop()

    asyncio.run(all_of_it())


async def somebody(casino: Casino, n: int = 1) -> Person:
    ana = casino.register.admit("Ana Soto", some_rut(n), "1990-05-17", PASSWORD, by="x", now=NOW)
    await casino.cage.buy("cajero", ana.id, 100_000, id=f"compra-{n}")
    return ana


async def send(casino: Casino, who: Person, table: str, command: Any, id: str) -> str | None:
    try:
        await casino.command(who, "jugador", table, command, id=id)
    except Refused as refusal:
        return refusal.code
    return None


def sit(who: Person, seat: int = 3) -> Sit:
    return Sit(seat=seat, player=who.id, chips=20_000)


@pytest.mark.clause("CAT-II.1.5.2-01", "CAT-I.5.1-02")
def test_at_two_tables_of_roulette_only_simple_chances_are_bet(tmp_path: Path) -> None:
    async def work(casino: Casino) -> None:
        ana = await somebody(casino)
        made = {"edition": "scj-2023", "changes": {}, "attended": False, "by": "x"}
        await create_table(casino, "otra", ROULETTE, **made)  # type: ignore[arg-type]
        for table in (f"{ROULETTE}-1", "otra"):
            assert await send(casino, ana, table, sit(ana), "sit") is None
            async with asyncio.timeout(600):
                while casino.mesa(table).table.live is None:
                    await asyncio.sleep(0.01)
        for bet, said in (("rojo", None), ("pleno:5", "two-tables-simple-only")):
            done = await send(casino, ana, "otra", Bet(action=Place(3, bet, 1000)), bet)
            assert done == said, bet

    on_a_node(tmp_path, (ROULETTE,), work)


@pytest.mark.clause("CAT-II.1.5.2-01")
def test_whoever_has_another_bet_on_the_felt_takes_no_second_place(tmp_path: Path) -> None:
    async def work(casino: Casino) -> None:
        ana = await somebody(casino)
        first, second = f"{ROULETTE}-1", "ruleta-americana-un-cero-1"
        assert await send(casino, ana, first, sit(ana), "sit") is None
        async with asyncio.timeout(600):
            while casino.mesa(first).table.live is None:
                await asyncio.sleep(0.01)
        assert await send(casino, ana, first, Bet(action=Place(3, "pleno:5", 1000)), "p") is None
        assert await send(casino, ana, second, sit(ana), "sit-2") == "two-tables-simple-only"

    on_a_node(tmp_path, (ROULETTE, "ruleta-americana-un-cero"), work)


@pytest.mark.clause("CAT-VII.3.1-03")
def test_whoever_is_barred_by_anybody_is_seen_out_by_the_node_where_he_sits(
    tmp_path: Path,
) -> None:
    """The entry alone decides: another node wrote it, or this one was killed before the rest."""

    async def work(casino: Casino) -> None:
        ana = await somebody(casino)
        assert await send(casino, ana, "big-six-1", sit(ana), "sit") is None
        async with asyncio.timeout(600):  # betting is open, and stays so while nobody bets
            while casino.mesa("big-six-1").table.live is None:
                await asyncio.sleep(0.01)
        with casino.store.writing() as connection:
            connection.execute(insert(schema.barred).values(
                why="autoexclusion", since=1.0, until=None, by="otro-nodo", sealed="",
                mark=mark_of(casino.store.key, some_rut(1)),
            ))  # fmt: skip
        await see_out_barred(casino)
        async with asyncio.timeout(600):  # before the next round begins
            while casino.mesa("big-six-1").table.players or casino.mesa("big-six-1").orders.all():
                await asyncio.sleep(0.01)
        before = casino.keeper("big-six-1").chain.steps
        await see_out_barred(casino)  # he has gone: nothing more is sent
        assert casino.keeper("big-six-1").chain.steps == before

    on_a_node(tmp_path, ("big-six",), work)


def test_what_breaks_at_one_unit_keeps_nobody_in_at_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(casino: Casino) -> None:
        tables = ("big-six-1", "war-1")
        for n, table in enumerate(tables, 1):
            who = await somebody(casino, n)
            assert await send(casino, who, table, sit(who), f"sit-{n}") is None
            casino.register.bar(some_rut(n), "autoexclusion", by="x", now=-1.0)
        kind = type(KINDS["mesa"])

        async def broken(self: Any, house: Any, keeper: Any, sent: Any, saw: Any) -> Any:
            if keeper.unit_id == tables[0]:
                raise RuntimeError("broken")
            return await keeper.send(sent)

        monkeypatch.setattr(kind, "carry", broken)
        async with asyncio.timeout(600):  # a round that has begun is seen to its end first
            while casino.mesa(tables[1]).present():
                await see_out(casino)
                await asyncio.sleep(0.01)
        assert casino.mesa(tables[0]).present()

    on_a_node(tmp_path, ("big-six", "war"), work)


def test_the_door_is_kept_whatever_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    async def again() -> None:
        seen = asyncio.Event()

        async def look(casino: Any) -> None:
            looks.append(len(looks))
            if len(looks) == 1:
                raise ValueError("broken")
            seen.set()

        monkeypatch.setattr(door, "see_out_barred", look)
        keeping = asyncio.create_task(keep_the_door(SimpleNamespace(node="uno")))  # type: ignore[arg-type]
        await asyncio.wait(
            {keeping, asyncio.create_task(seen.wait())}, return_when=asyncio.FIRST_COMPLETED
        )
        assert not keeping.done()
        keeping.cancel()

    monkeypatch.setattr(door, "LOOK_EVERY", 0.0)
    asyncio.run(again())
    assert looks[:2] == [0, 1]


def test_keeping_somebody_out_says_so_once_and_for_everybody(tmp_path: Path) -> None:
    async def work(casino: Casino) -> None:
        ana = await somebody(casino)
        casino.register.log_in(some_rut(1), PASSWORD, now=casino.now())
        await keep_out(casino, some_rut(1), "autoexclusion", by=ana.id)
        noted = [row for row in casino.register.entries() if row.what == "person.barred"]
        assert len(noted) == 1 and ana.id in noted[0].facts
        assert some_rut(1) not in str(list(casino.register.entries()))

    on_a_node(tmp_path, ("big-six",), work)


def test_the_same_id_for_another_command_is_refused(tmp_path: Path) -> None:
    async def work(casino: Casino) -> None:
        ana = await somebody(casino)
        for _ in range(2):
            assert await send(casino, ana, "big-six-1", sit(ana), "uno") is None
        assert await send(casino, ana, "big-six-1", Leave(seat=3), "uno") == "id-used"
        assert casino.mesa("big-six-1").table.players == {3: ana.id}

    on_a_node(tmp_path, ("big-six",), work)


def test_a_refusal_is_looked_for_in_the_log_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(casino: Casino) -> None:
        ana, bruno = await somebody(casino), await somebody(casino, 2)
        assert await send(casino, ana, "big-six-1", sit(ana), "uno") is None
        looked: list[str] = []
        find = Keeper.find

        async def counted(keeper: Keeper, id: str) -> Any:
            looked.append(id)
            return await find(keeper, id)

        monkeypatch.setattr(Keeper, "find", counted)
        assert await send(casino, bruno, "big-six-1", sit(bruno), "dos")
        assert looked == [f"{bruno.id}/dos"]

    on_a_node(tmp_path, ("big-six",), work)


@pytest.mark.clause("CAT-I.5.1-03")
def test_the_same_receipt_for_another_amount_or_person_is_refused(tmp_path: Path) -> None:
    async def work(casino: Casino) -> None:
        ana, bruno = await somebody(casino), await somebody(casino, 2)
        await casino.cage.buy(
            "cajero", ana.id, 100_000, id="compra-1"
        )  # the very same: done before
        for who, amount in ((ana, 5_000), (bruno, 100_000)):
            with pytest.raises(Refused) as found:
                await casino.cage.buy("cajero", who.id, amount, id="compra-1")
            assert found.value.code == "id-used"
        assert (casino.cage.wallet(ana.id), casino.cage.wallet(bruno.id)) == (100_000, 100_000)

    on_a_node(tmp_path, ("big-six",), work)
