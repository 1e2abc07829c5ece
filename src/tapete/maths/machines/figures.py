"""The figures of a par sheet."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

Z95 = 1.96


class Top(NamedTuple):
    """The largest prize of one row of the paid game in pesos; the chance that a play shows it."""

    prize: int
    odds: Fraction


class ParRow(NamedTuple):
    """A row of the pay table: its chance on one line (none for ways) and its part of the return."""

    odds: Fraction | None
    back: Fraction


class ParLevel(NamedTuple):
    """One bet at one denomination. Amounts are pesos; parts of the return are per unit staked."""

    bet: str
    denomination: int
    stake: int
    base: Fraction
    features: Fraction
    pot: Fraction
    hit: Fraction
    variance: Fraction | None
    top: Top | None

    @property
    def back(self) -> Fraction:
        """The return: what comes back of each unit staked, pots at their base."""
        return self.base + self.features + self.pot

    @property
    def deviation(self) -> float:
        """The standard deviation of a play, in stakes."""
        return sqrt(self.variance) if self.variance is not None else 0.0

    @property
    def volatility(self) -> float:
        """The volatility index: 1.96 standard deviations."""
        return Z95 * self.deviation

    def facts(self) -> dict[str, Any]:
        """The level as it is written out: fractions as text, in lowest terms."""
        facts: dict[str, Any] = {
            "bet": self.bet,
            "denomination": self.denomination,
            "stake": self.stake,
            "return": str(self.back),
            "return_float": float(self.back),
            "hit": str(self.hit),
            "channels": {
                "base": str(self.base),
                "features": str(self.features),
                "pot": str(self.pot),
            },
        }
        if self.variance is not None:
            facts["variance"] = str(self.variance)
            facts["volatility"] = self.volatility
        if self.top is not None:
            facts["top"] = {"prize": self.top.prize, "odds": str(self.top.odds)}
        return facts
