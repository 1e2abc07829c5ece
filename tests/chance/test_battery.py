"""The battery on final outcomes: seven tests of twelve streams, and six of shuffled decks."""

from __future__ import annotations

import numpy as np
import pytest

from tapete.chance import seeded
from tapete.maths.battery.decks import DECK_TESTS
from tapete.maths.battery.streams import TESTS, Stream
from tapete.maths.battery.survival import chi_square
from tapete.maths.battery.verdict import at_least, holm, judge, most_low
from tests.chance.final import STREAMS, deck_battery, decks, results, stream

SEED = 1


@pytest.fixture(scope="module")
def found() -> dict[str, float]:
    pick = seeded(SEED)
    return results(stream(name, pick) for name in STREAMS)


def test_final_outcomes_pass_the_battery_together_at_99_percent(found: dict[str, float]) -> None:
    assert len(found) == 7 * 12
    verdict = judge(found)
    assert verdict.passed, verdict


def test_the_results_of_the_tests_are_spread_as_chance_would_have_them(
    found: dict[str, float],
) -> None:
    """A test that always said yes would pass the rule above, and show here."""
    for name in TESTS:
        spread = [p for key, p in found.items() if key.endswith(f"/{name}")]
        assert min(spread) < 0.5 < max(spread)
    middle = sum(p < 0.5 for p in found.values())
    assert 25 <= middle <= 59  # of 84; outside by chance once in 5,000


def test_shuffled_decks_pass() -> None:
    verdict = deck_battery(decks(seeded(SEED)))
    assert verdict.passed, verdict


def test_the_rule_fails_what_is_fair_less_than_twice_in_a_thousand() -> None:
    assert most_low(84) == 4
    assert at_least(5, 84) == pytest.approx(0.0016, abs=0.0001)
    assert at_least(4, 84) > 0.002


def test_one_result_out_of_all_bounds_fails_alone() -> None:
    fair = {str(n): (n + 0.5) / 84 for n in range(84)}
    assert judge(fair).passed
    assert holm({**fair, "odd": 1e-6}) == ("odd",)
    assert not judge({**fair, "odd": 1e-6}).passed
    four = {f"low {n}": 0.005 for n in range(4)}
    assert judge({**dict.fromkeys(map(str, range(80)), 0.5), **four}).passed
    five = {**four, "low 4": 0.005}
    assert not judge({**dict.fromkeys(map(str, range(79)), 0.5), **five}).passed


@pytest.mark.parametrize(
    ("x", "degrees", "p"),
    [
        (0.0, 3, 1.0),
        (3.841459, 1, 0.05),
        (18.307038, 10, 0.05),
        (51.0, 51, 0.473713),
        (124.342113, 100, 0.05),
        (29.588298, 10, 0.001),
        (2770.9, 2601, 0.010348),
    ],
)
def test_the_tables_of_chi_square(x: float, degrees: int, p: float) -> None:
    assert chi_square(x, degrees) == pytest.approx(p, abs=2e-4)


# What each test is there to see


def outcomes(values: object, n: int = 6) -> Stream:
    return Stream("made up", n, np.array(values, dtype=np.int64).reshape(-1, 2))


def fair(n: int = 6, size: int = 24_000) -> np.ndarray:
    pick = seeded("fair")
    return np.array([pick(n) for _ in range(size)])


def loaded() -> np.ndarray:
    pick = seeded("loaded")
    return np.array([pick(6) if pick(20) else 5 for _ in range(24_000)])


def alternating() -> np.ndarray:
    """High and low by turns a little too often."""
    x = fair()
    for i in range(1, len(x)):
        if i % 12 == 0 and (x[i] > 2) == (x[i - 1] > 2):
            x[i] = 5 - x[i]
    return x


def paired() -> np.ndarray:
    """The second die shows what the first did, one time in twenty."""
    x = fair().reshape(-1, 2)
    x[::20, 1] = x[::20, 0]
    return x


def repeating() -> np.ndarray:
    return np.tile(fair(size=12_000), 2)


def late() -> np.ndarray:
    """One face stays away for long and then comes all at once."""
    x = fair()
    order = np.argsort(np.where(x == 0, np.arange(len(x)) // 120 * 120, np.arange(len(x))))
    return x[order]


@pytest.mark.parametrize(
    ("make", "seen_by"),
    [
        (loaded, "frequency"),
        (alternating, "serial"),
        (alternating, "runs"),
        (alternating, "correlation"),
        (paired, "between-parts"),
        (repeating, "duplicates"),
        (late, "coupon"),
    ],
)
def test_each_test_sees_what_it_is_there_to_see(make: object, seen_by: str) -> None:
    assert TESTS[seen_by](outcomes(fair())) > 0.01
    assert TESTS[seen_by](outcomes(make())) < 0.0001  # type: ignore[operator]


def test_outcomes_more_even_than_chance_are_seen() -> None:
    assert TESTS["frequency"](outcomes(np.tile(np.arange(6), 4000))) < 1e-6


def test_each_test_of_decks_sees_a_pack_hardly_shuffled() -> None:
    """One riffle a deal leaves runs of the old order, from which all six can tell."""
    pick = seeded("riffle")

    def riffled() -> list[int]:
        left = [pick(2) for _ in range(52)]
        top, bottom = iter(range(52 - sum(left))), iter(range(52 - sum(left), 52))
        return [next(bottom) if side else next(top) for side in left]

    found = np.array([riffled() for _ in range(3000)])
    seen = {name: test(found) for name, test in DECK_TESTS.items()}
    last = seen.pop("first-card-between-deals")  # deals are still independent of each other
    assert max(seen.values()) < 1e-6 and last >= 0
