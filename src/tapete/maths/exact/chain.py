"""Absorbing chains solved exactly: where a bet that may last ends, and after how many throws."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)
E = TypeVar("E", bound=Hashable)


class Endless(Exception):
    """A chain that never ends: a bet that nothing decides."""


class Moves(Generic[S, E]):
    """One step from a state: the chances of going on to other states, and of ending."""

    def __init__(self) -> None:
        self.on: dict[S, Fraction] = {}
        self.ends: dict[E, Fraction] = {}

    def go(self, state: S, chance: Fraction) -> None:
        self.on[state] = self.on.get(state, Fraction(0)) + chance

    def end(self, end: E, chance: Fraction) -> None:
        self.ends[end] = self.ends.get(end, Fraction(0)) + chance


def absorbed(chain: Mapping[S, Moves[S, E]], start: S) -> tuple[dict[E, Fraction], Fraction]:
    """The chance of each end, and the mean number of steps, from ``start``.

    States are taken out one by one, each handing its moves to those that led to it, until only
    the start is left (Gaussian elimination on the rows that touch each other).

    >>> coin: Moves[str, str] = Moves()
    >>> coin.go("toss", Fraction(1, 2)); coin.end("head", Fraction(1, 2))
    >>> absorbed({"toss": coin}, "toss")
    ({'head': Fraction(1, 1)}, Fraction(2, 1))
    """
    on = {state: dict(moves.on) for state, moves in chain.items()}
    ends = {state: dict(moves.ends) for state, moves in chain.items()}
    steps = dict.fromkeys(chain, Fraction(1))
    for gone in [*(state for state in reversed(list(chain)) if state != start), start]:
        stays = on[gone].pop(gone, Fraction(0))
        if stays == 1:
            raise Endless("a bet is never decided")
        if stays:
            scale = 1 / (1 - stays)
            on[gone] = {state: chance * scale for state, chance in on[gone].items()}
            ends[gone] = {end: chance * scale for end, chance in ends[gone].items()}
            steps[gone] *= scale
        if gone == start:
            break
        for state, moves in on.items():
            into = moves.pop(gone, None) if state != gone else None
            if into is None:
                continue
            steps[state] += into * steps[gone]
            for target, chance in on[gone].items():
                moves[target] = moves.get(target, Fraction(0)) + into * chance
            for end, chance in ends[gone].items():
                ends[state][end] = ends[state].get(end, Fraction(0)) + into * chance
        del on[gone], ends[gone]
    return ends[start], steps[start]
