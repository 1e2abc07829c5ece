"""Black Jack solved once for all these tests."""

from __future__ import annotations

import pytest

from tapete.games.registry import find
from tapete.maths.strategy.lanes import solution
from tapete.maths.strategy.solve import Solution


@pytest.fixture(scope="session")
def black_jack() -> Solution:
    return solution(find("black-jack").rules_of())
