"""What the laws of every game share."""

from __future__ import annotations

import pytest

from tests.laws.evenings import Evenings
from tests.laws.tables import BOOKS


@pytest.fixture(scope="session", params=BOOKS, ids="-".join)
def evenings(request: pytest.FixtureRequest) -> Evenings:
    """Each game under each edition that says something else of it, with the rounds played of it.
    All laws of one are shown before those of the next, so that no more than its rounds are kept."""
    return Evenings(*request.param)
