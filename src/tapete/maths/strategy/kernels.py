"""The sums that are done millions of times, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.hands import BUST, ENDS, Floats, Ints


@compiled
def bank_law(
    counts: Ints, wanted: Any, shoe: Ints, ends: Ints, orders: Floats, end: Ints
) -> Floats:
    """The chance of each end of the croupier's hand beside each player's hand.

    ``shoe`` are the cards left but for the player's own, which are taken out here.
    """
    law = np.zeros((counts.shape[0], ENDS))
    size = ends.sum(axis=1)
    ways = np.ones((10, ends.max() + 1))  # of drawing so many cards of a value, in order
    whole = np.ones(size.max() + 1)  # one in so many ways of drawing any cards, in order
    for i in range(counts.shape[0]):
        if not wanted[i]:
            continue
        cards = 0
        for v in range(10):
            left = shoe[v] - counts[i, v]
            cards += left
            for c in range(ways.shape[1] - 1):
                ways[v, c + 1] = ways[v, c] * (left - c)
        for n in range(whole.size - 1):
            whole[n + 1] = whole[n] / max(cards - n, 1)
        for k in range(ends.shape[0]):
            chance = orders[k] * whole[size[k]]
            for v in range(10):
                chance *= ways[v, ends[k, v]]
            law[i, end[k]] += chance
    return law


@compiled
def play_on(
    following: Ints, counts: Ints, wanted: Any, shoe: Ints, stand: Floats, hits: Any, choose: bool
) -> tuple[Floats, Floats]:
    """What every hand is worth if cards are asked for as ``hits`` says, and what asking is worth.

    With ``choose`` the better of the two is taken and written into ``hits``.
    """
    value, hit = np.zeros(stand.shape[0]), np.full(stand.shape[0], -1.0)
    for i in range(stand.shape[0]):
        if not wanted[i]:
            continue
        cards, total = 0, 0.0
        for v in range(10):
            left = shoe[v] - counts[i, v]
            cards += left
            after = following[i, v]
            total += left * (value[after] if after >= 0 else -1.0)
        hit[i] = total / cards
        if choose:
            hits[i] = hits[i] and hit[i] > stand[i]
        value[i] = hit[i] if hits[i] else stand[i]
    return value, hit


@compiled
def one_card(following: Ints, counts: Ints, wanted: Any, shoe: Ints, stand: Floats) -> Floats:
    """What every hand is worth for one bet if it takes exactly one more card."""
    value = np.zeros(stand.shape[0])
    for i in range(stand.shape[0]):
        if not wanted[i]:
            continue
        cards, total = 0, 0.0
        for v in range(10):
            left = shoe[v] - counts[i, v]
            cards += left
            after = following[i, v]
            total += left * (stand[after] if after >= 0 else -1.0)
        value[i] = total / cards
    return value


@compiled
def follow(
    following: Ints, counts: Ints, shoe: Ints, start: Floats, hits: Any, doubles: Floats
) -> tuple[Floats, Floats, float, float]:
    """Where hands end that begin with the weights ``start`` (simple) and ``doubles`` (doubled).

    Gives the weight standing on each hand for one bet and for two, and over 21 for one and two.
    """
    standing, twice = start.copy(), np.zeros(start.shape[0])
    bust, bust_twice = 0.0, 0.0
    for i in range(start.shape[0] - 1, -1, -1):
        going = standing[i] if hits[i] else 0.0
        if going == 0.0 and doubles[i] == 0.0:
            continue
        standing[i] -= going
        cards = 0
        for v in range(10):
            cards += shoe[v] - counts[i, v]
        for v in range(10):
            chance = (shoe[v] - counts[i, v]) / cards
            after = following[i, v]
            if after >= 0:
                standing[after] += going * chance
                twice[after] += doubles[i] * chance
            else:
                bust += going * chance
                bust_twice += doubles[i] * chance
    return standing, twice, bust, bust_twice


@compiled
def visits(following: Ints, counts: Ints, shoe: Ints, start: Floats, hits: Any) -> Floats:
    """How often each hand is met if hands begin with the weights ``start``."""
    met = start.copy()
    for i in range(start.shape[0] - 1, -1, -1):
        if not hits[i] or met[i] == 0.0:
            continue
        cards = 0
        for v in range(10):
            cards += shoe[v] - counts[i, v]
        for v in range(10):
            if following[i, v] >= 0:
                met[following[i, v]] += met[i] * (shoe[v] - counts[i, v]) / cards
    return met


@compiled
def meet(standing: Floats, law: Floats, best: Ints) -> Floats:
    """Standing hands against the croupier's ends: rows lost, void and won, by end."""
    found = np.zeros((3, ENDS))
    for i in range(standing.shape[0]):
        if standing[i] == 0.0:
            continue
        for d in range(ENDS):
            if d == BUST or d < best[i]:
                row = 2
            elif d == best[i]:
                row = 1
            else:
                row = 0
            found[row, d] += standing[i] * law[i, d]
    return found


@compiled
def third_value(
    following: Ints,
    counts: Ints,
    wanted: Any,
    shoe: Ints,
    chance: Floats,
    value: Floats,
    over: float,
) -> Floats:
    """What a third card is worth to hands of two, by the kind of bonus it may bring.

    ``chance[i, v, k]`` is the chance of kind k, ``value[k]`` what hands holding it are worth.
    """
    found = np.full(counts.shape[0], -1.0)
    for i in range(counts.shape[0]):
        if not wanted[i]:
            continue
        cards, total = 0, 0.0
        for v in range(10):
            left = shoe[v] - counts[i, v]
            cards += left
            after = following[i, v]
            if after < 0:
                total += left * over
                continue
            for k in range(value.shape[0]):
                total += left * chance[i, v, k] * value[k, after]
        found[i] = total / cards
    return found


@compiled
def third_card(
    following: Ints, counts: Ints, shoe: Ints, start: Floats, chance: Floats
) -> tuple[Floats, float]:
    """Where a third card takes hands of two, by kind of bonus, and the weight over 21."""
    found = np.zeros((chance.shape[2], counts.shape[0]))
    over = 0.0
    for i in range(counts.shape[0]):
        if start[i] == 0.0:
            continue
        cards = 0
        for v in range(10):
            cards += shoe[v] - counts[i, v]
        for v in range(10):
            weight = start[i] * (shoe[v] - counts[i, v]) / cards
            after = following[i, v]
            if after < 0:
                over += weight
                continue
            for k in range(chance.shape[2]):
                found[k, after] += weight * chance[i, v, k]
    return found, over
