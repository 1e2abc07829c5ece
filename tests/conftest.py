"""What every test shares."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher
from hypothesis import settings
from websockets.asyncio.client import connect

from tapete import client
from tapete.floor.people import passwords
from tests.order import given_out

# How long an example takes says more of the machine than of the rule.
settings.register_profile("tapete", deadline=None)
settings.load_profile("tapete")

# The tests speak Spanish unless they say otherwise, whatever the machine speaks.
for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
    os.environ.pop(name, None)

# Servers and commands in processes of their own read what Python compiled before, wherever they are
# started from: half of the time of each start is compiling otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What is solved is kept for the length of one run, by all its workers, and never longer.
if "TAPETE_CACHE" not in os.environ:
    os.environ["TAPETE_CACHE"] = tempfile.mkdtemp(prefix="tapete-")
    atexit.register(shutil.rmtree, os.environ["TAPETE_CACHE"], ignore_errors=True)

# Nothing is kept where the platform keeps data of those who run the tests.
if "XDG_DATA_HOME" not in os.environ:
    os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="tapete-data-")
    atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

# So many new objects are let be before they are looked through for garbage, as where a casino is
# served: by the measure Python begins with, looking takes a tenth of the time of the tests.
gc.set_threshold(20_000, 10, 10)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Modules and tests stay to the end: they are never looked through for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where workers share the tests, they are given out in an order that keeps all cores busy."""
    if hasattr(config, "workerinput"):
        items[:] = given_out(items, lambda item: item.nodeid.partition("::")[0])


@pytest.fixture(scope="session", autouse=True)
def patient_clients() -> Iterator[None]:
    """How long a casino takes to answer says more of the machine than of the casino."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "PATIENCE", 600.0)
        for name in ("open_timeout", "ping_timeout"):
            patch.setitem(connect.__init__.__kwdefaults__, name, 600.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_hashes() -> Iterator[None]:
    """Passwords of tests are hashed with little work; those of a served process are not."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", lambda: quick)
        yield
