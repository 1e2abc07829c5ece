"""What every kernel gives: how often each net came."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.stream import Stream


class NoKernel(Exception):
    """These rules or bets have no compiled round; the engine plays them. Says why, and where one
    value of the rules is the cause, its name (``setting``)."""

    def __init__(self, why: str, setting: str = "") -> None:
        super().__init__(f"{setting}: {why}" if setting else why)
        self.setting = setting


class NoSuchMove(ValueError):
    """The owner of the bet never has this move."""


class Tally(NamedTuple):
    """The count of some rounds: how many ended with each of the kernel's nets, and how many bets
    were made in them (fewer than rounds where a bet lives on)."""

    counts: NDArray[np.int64]
    bets: int


class Kernel(Protocol):
    """The round of a game under its rules and one way of betting, compiled.

    A bet is ``unit`` pesos, so large that every payment is whole; ``nets`` are the nets a round
    can have, in pesos, as the counts of a tally are ordered.
    """

    unit: int
    nets: NDArray[np.int64]

    def play(self, rounds: int, stream: Stream) -> Tally:
        """Play that many rounds with the chance of the stream."""
        ...


def whole_unit(nets: Iterable[Fraction | int]) -> int:
    """The least bet for which all these nets, per unit staked, are whole pesos.

    >>> whole_unit([-1, Fraction(3, 2), Fraction(19, 20)])
    20
    """
    return lcm(*(Fraction(net).denominator for net in nets))
