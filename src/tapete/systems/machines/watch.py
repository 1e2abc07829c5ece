"""The watch over a machine: what it really returned, beside what its programs return.

After plays of any bets the machine paid ``paid`` where ``expected`` was due, and the sum of the
plays' exact variances is V. The band is a confidence sequence (Robbins' normal mixture): with
probability 1 − α what was paid never leaves

    expected ± √((V + ρ) · ln((V + ρ) / (ρ α²)))

however often one looks; ρ makes it narrowest about `BEST_AT` plays. It rests on the exact variance
and on sums of many plays being nearly normal, so nothing is said before `FIRST` plays; that false
alarms are no more than α is shown by simulation (``python -m bench.machines``). A machine whose
return is off by δ leaves the band after about (c·σ/δ)² plays, c the band's width in σ√n.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import log, sqrt

import msgspec

from tapete.systems.machines.library import Certificate

ALPHA = 0.001
BEST_AT = 100_000
FIRST = 2_000


class Watch(msgspec.Struct, frozen=True, kw_only=True):
    """The measured return of a machine. ``expected`` and the band are of what was paid without
    linked pots; shares are of what was staked. ``alarm``: it is outside the band."""

    plays: int
    staked: int
    paid: int
    back: float
    expected: float
    low: float
    high: float
    z: float
    alarm: bool
    watched: bool


def width(plays: float, alpha: float = ALPHA) -> float:
    """Half the width of the band after so many plays, in σ.

    >>> round(width(100_000) / 100_000**0.5, 2)
    4.21
    """
    rest = BEST_AT / (2 * log(1 / alpha) + log(1 + 2 * log(1 / alpha)))
    return sqrt((plays + rest) * log((plays + rest) / (rest * alpha**2)))


def watch(
    played: Mapping[str, Mapping[str, int]], pots: int,
    sheet_of: Callable[[str], Certificate | None], alpha: float = ALPHA,
) -> Watch:  # fmt: skip
    """The watch over meters by ``program/denomination/bet``; ``pots`` is what pots paid of it.
    Plays of table games behind a machine are counted and not judged: bets there are mixed."""
    plays = staked = paid = judged = 0
    expected, variance = Fraction(0), Fraction(0)
    for key, meters in played.items():
        program, denomination, bet = key.split("/")
        plays += meters["plays"]
        staked += meters["coin_in"]
        paid += meters["coin_out"] + meters["handpaid_wins"]
        sheet = sheet_of(program)
        level = None if sheet is None else sheet.level(bet, int(denomination))
        if level is None:
            continue
        judged += meters["plays"]
        without = Fraction(level.channels["base"]) + Fraction(level.channels["features"])
        expected += without * meters["coin_in"]
        variance += meters["plays"] * level.stake**2 * Fraction(level.variance)
    whole = judged == plays and plays > 0
    if not whole or not variance:
        back = paid / staked if staked else 0.0
        return Watch(
            plays=plays, staked=staked, paid=paid, back=back, expected=0.0, low=0.0, high=0.0,
            z=0.0, alarm=False, watched=False,
        )  # fmt: skip
    off, deviation = float(paid - pots - expected), sqrt(variance)
    half = deviation / sqrt(plays) * width(plays, alpha)
    middle = float(expected)
    return Watch(
        plays=plays, staked=staked, paid=paid, back=paid / staked, expected=middle / staked,
        low=(middle - half) / staked, high=(middle + half) / staked, z=off / deviation,
        alarm=plays >= FIRST and abs(off) > half, watched=plays >= FIRST,
    )  # fmt: skip
