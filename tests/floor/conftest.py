"""Every test of the floor that needs a database runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.floor.store import Store
from tests.floor.postgres import cluster, fresh_database


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with cluster() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/casino.db"
    return fresh_database(request.getfixturevalue("postgres"))


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty casino."""
    found = Store(url)
    found.create()
    yield found
    found.close()
