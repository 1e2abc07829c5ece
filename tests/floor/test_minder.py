"""What is due at a unit, and when: told by the unit, without waiting. Whatever goes wrong is tried
again, and one unit's trouble is nobody else's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.exceptions import ServiceUnavailableException
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from tapete.core.round.ask import ChanceAsk
from tapete.core.round.bets import Place
from tapete.floor.api.app import HealthView, health
from tapete.floor.chance.dealer import Dealer
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.nodename import Name, NameTaken
from tapete.floor.kernel import minder as minding
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.clocks import Clocks, steady
from tapete.floor.kernel.due import Do, Draw, Idle, Seal, Until
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.minder import SOONEST, Minder
from tapete.floor.kernel.writer import STUCK, Writer
from tapete.floor.money.accounts import VAULT
from tapete.floor.storage.store import Store
from tapete.floor.storage.watchdog import DatabaseDown, Watchdog
from tapete.floor.table.commands import Answer, Begin, Bet, CloseBets, Leave, Sit, Tick, Wait
from tapete.floor.units.mesa import Mesa
from tests.floor.casino import HeldWriter, envelope, give_chips, leased, opened, spec
from tests.floor.postgres import fresh_database

CLOCKS = Clocks(betting=20.0, decision=25.0, pause=4.0)


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


# What is due, and when: no clock runs


def table(game: str) -> Chain[Mesa]:
    chain = Chain(Mesa(spec(game), clocks=CLOCKS))
    chain.apply(opened(chain))
    return chain


def do(chain: Chain[Mesa], command: Any, role: str, at: float) -> None:
    chain.apply(envelope(command, role, at=at))


def test_nothing_is_due_at_a_table_where_nobody_sits() -> None:
    assert table("big-six").unit.due(1000.0) == Idle()


def test_a_round_begins_a_pause_after_somebody_sat_down() -> None:
    chain = table("big-six")
    do(chain, Sit(seat=1, player="ana", chips=5000), "jugador", 100.0)
    assert chain.unit.due(100.0) == chain.unit.due(103.9) == Until(104.0)
    promise = chain.unit.due(104.0)
    assert promise == Seal(1, {}), "the house promises its number before anybody bets"
    said, kept = Dealer("mesa-1", Kept()).seal(promise)
    kept(None)  # type: ignore[arg-type]
    do(chain, said, "sistema", 104.0)
    assert chain.unit.due(104.0) == Do(Begin(), "croupier")


def betting(chain: Chain[Mesa]) -> None:
    """Betting is open since 200."""
    do(chain, Sit(seat=1, player="ana", chips=50_000), "jugador", 100.0)
    do(chain, Begin(), "croupier", 200.0)


def test_bets_are_closed_when_their_time_is_over_if_anybody_has_bet() -> None:
    chain = table("big-six")
    betting(chain)
    assert chain.unit.deadline(200.0) is None, "the time to bet begins with the first chip"
    assert not isinstance(chain.unit.due(225.0), Do), "nobody has bet: it stays open"
    do(chain, Bet(action=Place(1, "1", 1000)), "jugador", 230.0)
    assert chain.unit.due(231.0) == Until(250.0) and chain.unit.deadline(231.0) == 250.0
    assert chain.unit.due(250.0) == chain.unit.due(900.0) == Do(CloseBets(), "croupier")
    do(chain, CloseBets(), "croupier", 250.0)
    due = chain.unit.due(250.0)
    assert isinstance(due, Draw) and isinstance(due.ask, ChanceAsk) and due.place is None


def test_time_that_nobody_kept_the_table_does_not_count() -> None:
    chain = table("big-six")
    betting(chain)
    do(chain, Bet(action=Place(1, "1", 1000)), "jugador", 210.0)
    assert chain.unit.due(5000.0) == Do(CloseBets(), "croupier")
    chain.unit.wake(5000.0)
    assert chain.unit.due(5000.0) == Until(5020.0)


def test_whoever_lets_his_time_run_out_plays_the_default() -> None:
    chain = table("black-jack")
    do(chain, Sit(seat=1, player="ana", chips=50_000), "jugador", 0.0)
    dealer = Dealer("mesa-1", Kept())
    now, asked = 10.0, None
    while asked is None:
        due = chain.unit.due(now)
        match due:
            case Do():
                do(chain, due.command, due.role, now)
                bets = chain.unit.table.open_bets
                if bets is not None and not bets.felt:
                    do(chain, Bet(action=Place(1, "principal", 5000)), "jugador", now)
            case Seal():
                said, kept = dealer.seal(due)
                kept(None)
                do(chain, said, "sistema", now)
            case Draw():
                do(chain, dealer.answer(due), "croupier", now)
            case Until() if chain.unit.deadline(now) != due.moment or chain.unit.table.open_bets:
                now = due.moment
            case Until():
                asked = due.moment
    assert asked == now + CLOCKS.decision
    last = chain.unit.due(asked)
    assert isinstance(last, Do) and last.in_time and last.role == "sistema"
    assert isinstance(last.command, Answer) and last.command.seat == 1


class Kept:
    """Orders in memory."""

    slow = False

    def __init__(self) -> None:
        self.orders: dict[int, Any] = {}

    def keep_order(self, connection: Any, unit: str, n: int, order: Any) -> None:
        self.orders[n] = order

    def find_order(self, unit: str, n: int) -> Any:
        return self.orders.get(n)


def test_a_place_kept_long_enough_is_looked_at_when_its_time_is_over() -> None:
    chain = table("black-jack")
    for seat in range(1, 8):
        player = f"p{seat}"
        do(chain, Sit(seat=seat, player=player, chips=5000), "jugador", 0.0)
    do(chain, Wait(player="ana"), "jugador", 0.0)
    do(chain, Leave(seat=1), "jugador", 1.0)
    assert chain.unit.due(121.0) == Do(Tick(), "sistema")


def test_somebody_who_sets_the_machines_clock_moves_no_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = steady()
    before = now()
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert 0 <= now() - before < 60


# The loop


@pytest.fixture
def casino(store: Store) -> Store:
    store.add(spec("big-six"))
    give_chips(store)
    return store


def keeper_of(store: Store, writer: Any) -> Keeper:
    epoch = leased(store, "mesa-1")
    return Keeper(lambda: Mesa(spec("big-six"), clocks=Clocks(pause=0.0)), store, writer, epoch)


def test_a_unit_that_waits_for_what_is_over_does_not_take_the_processor() -> None:
    waits: list[float | None] = []

    async def changed(seconds: float | None) -> None:
        waits.append(seconds)
        keeper.lost = len(waits) == 10

    over = SimpleNamespace(wake=lambda now: None, due=lambda now: Until(now - 1.0))
    keeper: Any = SimpleNamespace(
        unit=over, unit_id="mesa-1", lost=False, chain=SimpleNamespace(steps=7), changed=changed
    )
    asyncio.run(Minder(keeper, Dealer("mesa-1", Kept()), lambda: 100.0).run())
    assert waits == [0.0] * 3 + [SOONEST] * 7


def test_a_write_that_fails_now_and_then_ends_no_loop(
    casino: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minding, "SOONEST", 0.0)

    class Failing(Writer):
        left = 0

        async def write(self, unit: Any) -> Any:
            if self.left:
                self.left -= 1
                raise OperationalError("select", {}, Exception("the connection is gone"))
            return await super().write(unit)

    async def minded() -> None:
        writer = Failing(casino)
        keeper = keeper_of(casino, writer)
        await keeper.send(opened(keeper.chain))
        minder = Minder(keeper, Dealer("mesa-1", casino), lambda: 0.0)
        began = asyncio.Event()

        async def watcher(step: Step) -> None:
            if isinstance(step.envelope.command, Begin):
                began.set()

        keeper.watchers.append(watcher)
        await keeper.send(envelope(Sit(seat=1, player="ana", chips=5000), "jugador"))
        writer.left = 3
        task = asyncio.create_task(minder.run())
        await began.wait()
        assert minder.trouble == "" or writer.left == 0
        task.cancel()
        writer.close()

    run(minded())


def test_what_is_being_written_is_not_to_be_seen(casino: Store) -> None:
    async def seen() -> None:
        writer = HeldWriter(casino)
        writer.go.clear()
        keeper = keeper_of(casino, writer)
        sending = asyncio.create_task(keeper.send(opened(keeper.chain)))
        while not keeper.chain.steps:
            await asyncio.sleep(0)
        looking = asyncio.create_task(keeper.read(lambda: keeper.chain.hash))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not looking.done(), "somebody saw what was not written"
        writer.go.set()
        assert await looking == (await sending).hash
        assert [kept.hash for kept in casino.log("mesa-1")] == [keeper.chain.hash]
        writer.close()

    run(seen())


def test_a_listener_that_breaks_silences_nobody_else(casino: Store) -> None:
    async def told() -> list[Step]:
        writer = Writer(casino)
        keeper, heard = keeper_of(casino, writer), []

        async def deaf(step: Step) -> None:
            raise ValueError("a listener broke")

        async def other(step: Step) -> None:
            heard.append(step)

        keeper.watchers += [deaf, other]
        await keeper.send(opened(keeper.chain))
        writer.close()
        return heard

    assert len(run(told())) == 1


# A node


def house(
    url: str, node: str = "", games: tuple[str, ...] = ("big-six", "war"),
    now: Callable[[], float] | None = None,
) -> Casino:  # fmt: skip
    still = Clocks(betting=1e6, decision=1e6, pause=1e6)
    casino = Casino(Settings(db=url, games=games, clocks=still, node=node, lease=3600.0), now=now)
    casino.prepare()
    return casino


def test_a_node_that_writes_nothing_is_not_said_to_be_well(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def night() -> None:
        casino = house(url)
        await casino.start()
        look: Callable[[Casino], HealthView] = health.fn
        well = await asyncio.to_thread(look, casino)
        assert well.status == "ok" and well.health.commit_age is not None
        with monkeypatch.context() as stuck:  # a transaction that does not come to its end
            stuck.setattr(casino.hosting.writer, "_busy", time.monotonic() - STUCK)
            with pytest.raises(ServiceUnavailableException, match="nothing is written"):
                await asyncio.to_thread(look, casino)
        assert (await asyncio.to_thread(look, casino)).status == "ok"
        await casino.stop()
        with pytest.raises(ServiceUnavailableException):
            await asyncio.to_thread(look, casino)

    run(night())


def test_a_name_is_one_live_nodes_own(store: Store, url: str) -> None:
    first, twin = Name(store, "uno"), Store(url)
    with pytest.raises(NameTaken, match="uno"):
        Name(twin, "uno")
    Name(twin, "dos").let_go()
    first.let_go()
    for _ in range(50):  # free at once, though a database notices late that a connection is gone
        Name(twin, "uno").let_go()
        Name(store, "uno").let_go()
    twin.close()


def test_whoever_takes_a_unit_over_writes_under_another_epoch(casino: Store) -> None:
    first = leased(casino, "mesa-1", "uno")
    assert casino.lease("mesa-1", "dos", seconds=10) is None
    assert casino.lease("mesa-1", "uno", seconds=10) is None, "not even under the same name"
    assert leased(casino, "mesa-1", "uno") == first + 1, "unless the one before is known to be gone"


def test_leases_run_by_the_databases_clock_whatever_a_node_takes_the_hour_to_be(
    casino: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    leased(casino, "mesa-1", "uno", seconds=600)
    for hour in (0.0, 4e9):
        monkeypatch.setattr("time.time", lambda hour=hour: hour)
        assert casino.lease("mesa-1", "dos", seconds=600) is None, "it is not over"
        casino.say_here("dos", "http://dos")
    casino.release("uno")
    assert casino.lease("mesa-1", "dos", seconds=600) is not None
    monkeypatch.undo()
    assert casino.lease("mesa-1", "uno", seconds=600) is None, "nor is that of a node gone wrong"


# A database that does not answer


def test_cut_connections_freeze_no_table(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minding, "SOONEST", 0.0)
    url = fresh_database(postgres)

    async def night() -> None:
        casino = house(url, games=("big-six",))
        await casino.start()
        keeper = casino.keepers["big-six-1"]
        guest = await casino.cage.welcome("Ana")
        other = Store(url)
        with other.engine.connect() as connection:
            connection.execute(text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ))  # fmt: skip
        other.close()
        sit = Sit(seat=1, player=guest.person.id, chips=5000)
        for _ in range(5):
            try:
                await casino.command(guest.person, "jugador", "big-six-1", sit, id="sit")
                break
            except SQLAlchemyError:
                continue
        assert casino.mesa("big-six-1").present() == {guest.person.id: 1}
        assert not keeper.lost and casino.hosting.health().well
        await casino.stop()

    run(night())


def test_a_hung_database_stops_the_event_loop_for_a_moment_and_no_longer(postgres: str) -> None:
    store = Store(fresh_database(postgres))
    store.create()
    assert store.watchdog is not None
    store.watchdog.stop()
    watchdog = Watchdog(store.engine, in_the_loop=0.2)
    watchdog._answers = lambda: False  # type: ignore[method-assign]

    async def hang() -> None:
        with pytest.raises(OperationalError), store.engine.connect() as connection:
            connection.execute(text("SELECT pg_sleep(100)"))
        with pytest.raises(DatabaseDown):
            store.balance(VAULT)

    run(hang())
    del watchdog._answers
    run(_until_it_answers(watchdog))
    assert store.balance(VAULT) == 0
    watchdog.stop()
    store.close()


async def _until_it_answers(watchdog: Watchdog) -> None:
    while watchdog.down:
        await asyncio.sleep(0.01)


def test_the_lock_of_a_name_stands_beside_the_database(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/casino.db")
    name = Name(store, "uno")
    assert (tmp_path / "casino.db.uno.lock").exists()
    name.let_go()
    store.close()
