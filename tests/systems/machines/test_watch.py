"""The watch: false alarms are as rare as the band says, a drift is caught when it says."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from tapete.maths.machines.lives import SIGMA, lives
from tapete.systems.machines.library import certificate
from tapete.systems.machines.watch import FIRST, watch, width


def meters(plays: int, paid: int) -> dict[str, dict[str, int]]:
    found = {"plays": plays, "coin_in": 100 * plays, "coin_out": paid, "handpaid_wins": 0}
    return {"tres-cerezas/100/1x1": found}


def test_the_worked_example_of_actual_against_theoretical() -> None:
    found = watch(meters(10_000, 860_000 + 70_115), 0, certificate)
    assert found.back == pytest.approx(0.930115) and found.expected == pytest.approx(0.86)
    assert found.z == pytest.approx(1.0, abs=1e-3) and not found.alarm and found.watched
    assert found.low < 0.86 < found.high
    assert not watch(meters(FIRST - 1, 0), 0, certificate).watched  # too early to say anything
    assert watch(meters(100_000, 10_000_000), 0, certificate).alarm
    assert not watch({"ruleta-electronica/500/mesa": meters(9000, 1)["tres-cerezas/100/1x1"]},
                     0, certificate).watched  # fmt: skip


def test_false_alarms_over_whole_lives_are_no_more_than_promised() -> None:
    alpha = 0.05
    false = np.count_nonzero(lives(0.86, 50_000, 800, alpha, 1)) / 800
    assert false <= alpha


def test_a_drift_is_caught_about_when_the_band_says() -> None:
    back, alpha = 0.76, 0.001
    caught = lives(back, 150_000, 200, alpha, 2)
    assert np.count_nonzero(caught) > 170
    drift = 0.10
    n = float(np.median(np.where(caught == 0, 10**9, caught)))
    predicted = (width(n, alpha) / sqrt(n) * SIGMA / drift) ** 2
    assert 0.8 < n / predicted < 1.25
