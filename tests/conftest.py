"""What every test shares."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

import pytest
from hypothesis import settings

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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where workers share the tests, they are given out in an order that keeps all cores busy."""
    if hasattr(config, "workerinput"):
        items[:] = given_out(items, lambda item: item.nodeid.partition("::")[0])
