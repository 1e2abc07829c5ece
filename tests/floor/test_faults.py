"""Faults under play: the database stopped and started, its connections cut, no room on the disk, a
node stopped and continued, a flood of logins. Every table goes on by itself, and nothing is done
twice. The clock is held by the tests."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.floor.audit.whole import audit
from tapete.floor.house import hosting
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.kernel import minder
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.writer import Writer
from tapete.floor.people import passwords
from tapete.floor.people.person import Person
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Bet, Sit
from tests.floor.postgres import cluster, fresh_database, pg_ctl
from tests.floor.process import LONG, SLOW, Server

GAMES = {"big-six": "1", "craps": "pass"}
CLOCKS = Clocks(betting=20.0, decision=20.0, pause=5.0)


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


class Night:
    """A casino in which somebody plays at every table, and whose clock stands."""

    def __init__(self, url: str) -> None:
        self.now = 1000.0
        settings = Settings(db=url, games=tuple(GAMES), clocks=CLOCKS, lease=LONG, node="uno")
        self.casino = Casino(settings, now=lambda: self.now)
        self.casino.prepare()
        self.guests: dict[str, Person] = {}
        self.sent = 0

    async def begin(self) -> None:
        await self.casino.start()
        for game in GAMES:
            self.guests[game] = (await self.casino.cage.welcome(f"Ana de {game}")).person
            guest = self.guests[game]
            await self.send(game, Sit(seat=1, player=guest.id, chips=50_000))

    async def send(self, game: str, command: Any) -> None:
        """Somebody does something, again and again until he is heard."""
        self.sent += 1
        id = f"c{self.sent}"
        while True:
            try:
                await self.casino.command(
                    self.guests[game], "jugador", f"{game}-1", command, id=id
                )  # fmt: skip
                return
            except (SQLAlchemyError, LookupError):
                await asyncio.sleep(0)

    def rounds(self) -> dict[str, int]:
        """The rounds that have ended at each table."""
        return {game: self.casino.mesa(f"{game}-1").table.rounds for game in GAMES}

    async def until(self, true: Callable[[], bool]) -> None:
        """The clock goes on, and every table looks at it, until something is so."""
        while True:
            try:
                if true():
                    return
            except LookupError:  # a table is being taken up again
                pass
            except Exception as error:
                if "Elsewhere" not in type(error).__name__:
                    raise
            self.now += 1.0
            for keeper in self.casino.keepers.values():
                keeper._news.set()
            await asyncio.sleep(0.01)

    def betting(self) -> bool:
        tables = [self.casino.mesa(f"{game}-1").table for game in GAMES]
        return all(table.open_bets is not None for table in tables)

    async def bet(self) -> None:
        await self.until(self.betting)
        for game, bet in GAMES.items():
            await self.send(game, Bet(action=Place(1, bet, 2000)))

    async def end(self) -> None:
        await self.casino.stop()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What did not work is tried again at once."""
    monkeypatch.setattr(minder, "SOONEST", 0.0)
    monkeypatch.setattr(hosting, "AGAIN", 0.01)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A PostgreSQL that is stopped and started."""
    with cluster() as found:
        yield found


def cut(server_url: str, *, all: bool) -> None:
    """Terminate one connection of the casino, or all of them."""
    store = Store(server_url)
    limit = "" if all else "ORDER BY random() LIMIT 1"
    with store.engine.connect() as connection:
        connection.execute(text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
            f"current_database() AND pid <> pg_backend_pid() {limit}"
        ))  # fmt: skip
    store.close()


@pytest.mark.parametrize("fault", ["one-by-one", "all-at-once", "stopped-and-started"])
def test_every_table_goes_on_by_itself_when_the_database_fails_in_mid_round(
    server: str, quick: None, fault: str
) -> None:
    url = fresh_database(server)

    async def night() -> None:
        play = Night(url)
        await play.begin()
        await play.bet()
        before = play.rounds()
        if fault == "one-by-one":
            for _ in range(6):
                await asyncio.to_thread(cut, url, all=False)
                play.now += 1.0
        elif fault == "all-at-once":
            await asyncio.to_thread(cut, url, all=True)
        else:
            await asyncio.to_thread(pg_ctl, server, "stop", "-m", "immediate")
            play.now += 30.0  # the time to bet is over, and nobody can write it
            for keeper in play.casino.keepers.values():
                keeper._news.set()
            while (health := play.casino.hosting.health()).well and health.units == len(GAMES):
                await asyncio.sleep(0.01)  # until a table has tried
            await asyncio.to_thread(pg_ctl, server, "start")
        await play.until(lambda: all(play.rounds()[game] > before[game] for game in GAMES))
        await play.bet()  # and the next round too
        assert play.casino.hosting.health().closed == ()
        await play.end()

    run(night())
    store = Store(url)
    assert list(audit(store)) == []
    store.close()


NO_ROOM = """
CREATE TABLE room (is_left boolean NOT NULL);
INSERT INTO room VALUES (true);
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (SELECT is_left FROM room) THEN
        RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER no_room AFTER INSERT ON steps FOR EACH STATEMENT EXECUTE FUNCTION no_room();
"""


def room_on_the_disk(store: Store) -> Callable[[bool], None]:
    """What says whether there is room. SQLite is given no page more; PostgreSQL raises what it
    raises then, where a step is written: its disk is not ours to fill."""
    if store.engine.dialect.name == "postgresql":
        with store.engine.begin() as connection:
            connection.exec_driver_sql(NO_ROOM)

        def say(is_left: bool) -> None:
            with store.engine.begin() as connection:
                connection.execute(text("UPDATE room SET is_left = :it"), {"it": is_left})

        return say
    left = True

    @event.listens_for(store.engine, "begin")
    def _room(connection: Any) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={2**31 - 2 if left else pages}")

    def say_here(is_left: bool) -> None:
        nonlocal left
        left = is_left

    return say_here


def test_no_room_on_the_disk_stops_nothing_for_longer_than_it_lasts(url: str, quick: None) -> None:
    async def night() -> None:
        play = Night(url)
        room = room_on_the_disk(play.casino.store)
        await play.begin()
        await play.bet()
        room(False)
        guest, failed, before = play.guests["big-six"], 0, play.rounds()
        for n in range(400):  # what is left in the pages there are is used up
            try:
                bet = Bet(action=Place(1, "1", 500))
                await play.casino.command(guest, "jugador", "big-six-1", bet, id=f"full-{n}")
            except OperationalError:
                failed += 1
            except Refused:
                pass
            if failed == 3:
                break
        assert failed == 3
        assert play.casino.mesa("big-six-1").present()  # it is read all the same
        room(True)
        await play.until(lambda: all(play.rounds()[game] > before[game] for game in GAMES))
        await play.end()

    run(night())
    store = Store(url)
    assert list(audit(store)) == []
    store.close()


def test_what_is_written_with_something_there_is_no_room_for_is_not_said_to_be_written(
    tmp_path: Path,
) -> None:
    """SQLite undoes a whole transaction when the disk is full: also what went in before."""
    store = Store(f"sqlite:///{tmp_path}/casino.db")
    store.create()
    full = False

    @event.listens_for(store.engine, "begin")
    def _room(connection: Any) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages if full else 2**31 - 2}")

    def note(key: str, length: int) -> Callable[[Any], None]:
        row = schema.casino.insert().values(key=key, value="x" * length)
        return lambda connection: connection.execute(row)

    async def together() -> list[Any]:
        nonlocal full
        writer = Writer(store)
        full = True
        waiting = [asyncio.get_running_loop().create_future() for _ in range(3)]
        sizes = (10, 10**6, 10)
        units = [note(f"k{n}", size) for n, size in enumerate(sizes)]
        await asyncio.to_thread(writer._write, list(zip(units, waiting, strict=True)))
        full = False
        said = await asyncio.gather(*waiting, return_exceptions=True)
        writer.close()
        return said

    said = run(together())
    with store.engine.connect() as connection:
        there = set(connection.execute(select(schema.casino.c.key)).scalars())
    told = {f"k{n}" for n, one in enumerate(said) if not isinstance(one, Exception)}
    assert told == there & {"k0", "k1", "k2"} and isinstance(said[1], OperationalError)
    store.close()


def test_a_node_stopped_past_its_lease_and_continued_writes_nothing(
    postgres: str, tmp_path: Path
) -> None:
    url = fresh_database(postgres)
    zombie = Server(tmp_path, url, SLOW, '"big-six"', "uno", lease=LONG)
    client = Client(zombie.address)

    async def sit(seat: int) -> None:
        table = client.table("big-six-1")
        assert client.me is not None
        await table.post(Sit(seat=seat, player=client.me.id, chips=1000), id=f"sit-{seat}")

    async def come_in() -> None:
        await client.guest("Ana")
        await sit(1)

    async def taken_over() -> int:
        other = Casino(Settings(db=url, node="dos", lease=LONG, games=("big-six",)))
        other.store.moment += 2 * LONG  # nothing was heard of the other for so long
        await other.start()
        keeper = other.keeper("big-six-1")
        assert zombie.process is not None
        os.kill(zombie.process.pid, signal.SIGCONT)
        fresh = Client(zombie.address)
        fresh.me, fresh.csrf, fresh.http.cookies = client.me, client.csrf, client.http.cookies
        await client.http.aclose()
        client.http = fresh.http
        with pytest.raises((Refused, httpx.HTTPError)):
            await sit(2)
        steps = keeper.chain.steps
        await fresh.http.aclose()
        await other.stop()
        return steps

    async def all_night() -> int:
        await come_in()
        assert zombie.process is not None
        os.kill(zombie.process.pid, signal.SIGSTOP)
        return await taken_over()

    try:
        zombie.start()
        steps = run(all_night())
    finally:
        assert zombie.process is not None
        os.kill(zombie.process.pid, signal.SIGCONT)
        zombie.kill()
    store = Store(url)
    assert [kept.number for kept in store.log("big-six-1")] == list(range(1, steps + 1))
    assert list(audit(store)) == []
    store.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads have no priority")
def test_hashes_stand_behind_play_on_the_processor_and_nothing_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A flood of logins keeps every core busy: what is played goes before it. But whoever has been
    verified goes on to write, and a table waits for him: he does not stand behind it."""

    def priority(*_: object) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before, hashes = priority(), passwords.HashThreads()
    monkeypatch.setattr(passwords, "_hasher", lambda: SimpleNamespace(hash=priority))
    monkeypatch.setattr(passwords, "_behind_play", cache(passwords._behind_play.__wrapped__))
    behind = before + passwords.BEHIND_PLAY
    assert run(hashes.run(passwords.hashed, "una clave larga")) == behind
    assert run(hashes.run(priority)) == before == priority()
    hashes.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads have no priority")
@pytest.mark.parametrize(("started", "behind"), [(12, 17), (19, 19)])
def test_a_casino_started_with_nice_hashes_behind_its_play_too(started: int, behind: int) -> None:
    """Only root may step forward: a casino of another user, started with `nice`, did not start."""

    def niced() -> int:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), started)
        threads = passwords._behind_play.__wrapped__()
        with threads:
            return threads.submit(
                lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
            ).result()

    with ThreadPoolExecutor(1) as casino:
        assert casino.submit(niced).result() == behind


def test_between_two_hashes_the_processor_is_left_to_play_as_long_as_the_first_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, rested = [0.0], threading.Event()
    rests: list[float] = []

    def hashing(password: str) -> str:
        now[0] += 0.08
        return password[::-1]

    def sleep(seconds: float) -> None:
        rests.append(seconds)
        rested.set()

    clock = SimpleNamespace(perf_counter=lambda: now[0], sleep=sleep)
    monkeypatch.setattr(passwords, "time", clock)
    monkeypatch.setattr(passwords, "_hasher", lambda: SimpleNamespace(hash=hashing))
    assert passwords.hashed("una clave larga") == "agral evalc anu"
    assert rested.wait(60)
    assert rests == [0.08]


def test_a_flood_of_logins_takes_no_lease_and_stops_no_table(
    url: str, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passwords are looked at beside everything else, and no more wait than may."""
    go = threading.Event()

    def slow(kept: str | None, password: str) -> bool:
        assert go.wait(60)
        return False

    monkeypatch.setattr("tapete.floor.people.register.verified", slow)

    async def night() -> None:
        play = Night(url)
        await play.begin()
        casino = play.casino
        flood = [
            asyncio.create_task(
                casino.hashes.run(casino.register.log_in, f"x{n}", "no es", now=casino.now())
            )
            for n in range(200)
        ]
        await asyncio.sleep(0)
        await casino.hosting.keep_up()
        await play.bet()
        before = play.rounds()
        await play.until(lambda: all(play.rounds()[game] > before[game] for game in GAMES))
        assert all(casino.hosting.kept(f"{game}-1") for game in GAMES)
        refused = [task for task in flood if task.done()]
        assert len(refused) == 200 - passwords.IN_LINE, "whoever is too many is told at once"
        go.set()
        said = [await asyncio.gather(task, return_exceptions=True) for task in flood]
        codes = {error.code for [error] in said if isinstance(error, Refused)}
        assert codes == {"too-many-tries", "wrong-name-or-password"}
        await play.end()

    run(night())


def test_a_connection_somebody_reads_with_is_closed_when_he_gives_it_back(url: str) -> None:
    store = Store(url)
    with store.engine.connect() as connection:
        used: Any = connection.connection.dbapi_connection
        store.close()
        assert connection.execute(text("SELECT 1")).scalar() == 1
    with pytest.raises(Exception, match="closed"):
        used.execute("SELECT 1")
