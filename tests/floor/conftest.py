"""Every test of the floor that needs a database runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import re
import shutil
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event, make_url

from tapete.floor.storage.engine import WRITES
from tapete.floor.storage.store import Store
from tests.floor.postgres import cluster, fresh_database


@pytest.fixture(scope="session", autouse=True)
def own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One key for the houses of all tests, so that a copied database can be opened; and nothing is
    kept where the platform keeps data."""
    data = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(data))
        patch.setenv("TAPETE_KEY", str(data / "house.key"))
        yield


IN_THE_LOOP: list[str] = []
HISTORY = re.compile(r"\b(FROM|JOIN) (rounds|transfers|signatures)\b")


def _note(what: str) -> None:
    """Something of the database that a route waits for in the event loop, where everybody else
    waits with it."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    calls = [frame for frame in traceback.extract_stack() if "/tapete/floor/api/" in frame.filename]
    if calls:
        IN_THE_LOOP.append(f"{what}: {calls[-1].filename}:{calls[-1].lineno} {calls[-1].name}")


@event.listens_for(Engine, "begin")
def _begins(connection: Connection) -> None:
    if connection.get_execution_options().get(WRITES):
        _note("writes")


@event.listens_for(Engine, "before_cursor_execute")
def _executes(_: object, __: object, statement: str, *___: object) -> None:
    if HISTORY.search(statement):
        _note("reads history")


@pytest.fixture(autouse=True)
def nobody_waits_in_the_loop() -> Iterator[None]:
    """No route of a casino in this process writes in the event loop, nor reads what grows with the
    years: while it waits for its turn or its answer no table goes on."""
    IN_THE_LOOP.clear()
    yield
    assert not IN_THE_LOOP


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with cluster() as server:
        yield server


KINDS = ["sqlite", "postgresql"]


@pytest.fixture(params=KINDS)
def nothing(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database in which there is nothing, not even tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/casino.db"
    return fresh_database(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with the tables of this version, to be copied: making them takes longer than
    most tests."""
    file = tmp_path_factory.mktemp("tables") / "casino.db"
    _make_tables(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def tables_there(postgres: str) -> str:
    """The name of such a database on the server."""
    url = fresh_database(postgres)
    _make_tables(url)
    return str(make_url(url).database)


def _make_tables(url: str) -> None:
    store = Store(url)
    store.create()
    store.close()


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty casino."""
    if request.param == "sqlite":
        file = tmp_path / "casino.db"
        shutil.copy(request.getfixturevalue("tables"), file)
        return f"sqlite:///{file}"
    server, like = (request.getfixturevalue(name) for name in ("postgres", "tables_there"))
    return fresh_database(server, like)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty casino."""
    found = Store(url)
    found.create()
    yield found
    found.close()
