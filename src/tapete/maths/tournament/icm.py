"""The independent chip model for any number of players, with a bound on its error that is proved.

Places come out as in a race: each player's time is exponential with his stack as rate r (together
they make one), the first to arrive is first. So what i is worth is ∫ f(u) du over u = log t, where
f(u) = r_i t e^(-r_i t) E[pay(N)] and N counts the others who came before t. It is summed by Gauss
and Legendre over panels of u. Nothing is concluded from two sums that agree: the error is bounded
before anything is summed, by the sum of three parts.

**The ends** (`_span`). What lies before the first moment and after the last, each below a share of
the error asked for.

**The panels** (`_panels`). A rule of m points on a panel of half width w errs by no more than
w · 64/15 · M ρ^(-2m) / (1 - ρ^(-2)), where |f| ≤ M inside the ellipse around the panel whose half
axes are w(ρ ± 1/ρ)/2 (Chebyshev's coefficients fall as 2Mρ^(-k), the rule is exact below k = 2m,
and errs by no more than 2 + 2/15 on each later even one). Inside, |Im u| ≤ θ = w(ρ - 1/ρ)/2, kept
below a right angle. Write τ = Re t ≥ |t| c with c = cos θ. Then

- |e^(-rt)| = e^(-rτ), and |1 - e^(-rt)| = |∫₀¹ rt e^(-rts) ds| ≤ (1 - e^(-rτ)) / c: each factor of
  the product is no more than the real one at τ, each arrival made 1/c as heavy;
- so |f| ≤ (1/c) r_i τ e^(-r_i τ) E[pay(N) c^(-N)], N counted at the real moment τ.

Over the ellipse's τ, from low to high, x e^(-x) has its greatest value at 1 or at an end; and the
mean is bounded twice, the lesser counts: N grows with τ, so by E[h(N)] at low, h the least falling
sequence above pay(k) c^(-k); and by the first prize times Π(1 + (1/c - 1)(1 - e^(-r τ))) at high.
Several θ are tried for a panel; one with too large a bound is halved.

**Rounding** (`_rounding`). All terms are positive and nothing is subtracted, so each operation
adds one unit to a relative error; what it comes to is counted there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.icm import added, counted

Values = NDArray[np.float64]
POINTS = 16
FIRST_PANELS = 8
HALVED = 12
"""So many times a panel may be halved; then its bound is added as it is."""
ANGLES = (0.1, 0.2, 0.35, 0.55, 0.8, 1.1, 1.35)
TAIL = 1 / 16
"""Of the error asked for, what may lie before the first moment summed, and after the last."""
SUMMED = 3 / 4
"""Of the error asked for, what the panels may err by together."""
SEARCHED = 200
"""So many moments are tried for the last that counts."""
UNIT = 2.0**-53
POINTS_OFF, WEIGHTS_OFF = 8, 128
"""The rule's points are right to so many units, its weights to so many of their own."""
SAFE = 1 + 1e-9
"""Bounds are themselves computed with rounding: they are made larger by more than that."""


class Worth(NamedTuple):
    """What each stack is worth, and a bound on the error of each, in the prizes' unit."""

    worth: Values
    error: float


def icm_within(stacks: Sequence[int], prizes: Sequence[int], error: float) -> Worth:
    """The model to within an error; the bound says what it came to, should rounding not allow it.

    Who has no chips is worth nothing, as in `icm_exact`.
    """
    chips = np.asarray(stacks, dtype=np.float64)
    rates = chips[chips > 0] / chips.sum()
    pay = np.asarray(prizes[: len(rates)], dtype=np.float64)
    worth = np.zeros(len(chips))
    if not pay.any():
        return Worth(worth, 0.0)
    span = _span(rates, pay, error * TAIL)
    middles, halves, bound = _panels(span, rates, pay, error * SUMMED)
    times, weights = _nodes(middles, halves)
    worth[chips > 0] = added(times, weights, rates, pay)
    return Worth(worth, bound + 2 * error * TAIL + _rounding(times, rates, pay))


def _span(rates: Values, pay: Values, tail: float) -> tuple[float, float]:
    """The first and the last moment that count: what all stacks together are worth before the one
    and after the other is no more than ``tail`` each.

    Before a moment somebody comes with no more than that chance (the rates add to one). After it
    somebody is paid only if he has not come, and fewer than are paid have: by Chernoff, where so
    many are expected and k are paid, no more than exp(-(expected - k)² / (2 expected)).
    """
    most, players = float(pay.max()), len(rates)
    least = tail / max(most * players, tail)
    low = least * players
    high = -np.log(least) / float(rates.min())
    step = (high / low) ** (1 / SEARCHED)
    for moment in low * step ** np.arange(SEARCHED):
        expected = float(-np.expm1(-rates * moment).sum()) - 1.0
        over = expected - len(pay)
        if over > 0 and np.exp(-(over**2) / (2 * expected)) <= least:
            return low, float(moment)
    return low, high


def _panels(
    span: tuple[float, float], rates: Values, pay: Values, allowed: float
) -> tuple[Values, Values, float]:
    """Middles and half widths of the panels in the logarithm of time, and what they may err by:
    each is halved until its bound is below its share, by width, of what is allowed."""
    edges = np.linspace(np.log(span[0]), np.log(span[1]), FIRST_PANELS + 1)
    middles, halves = (edges[:-1] + edges[1:]) / 2, np.diff(edges) / 2
    share = allowed / float(2 * halves.sum())
    done: list[tuple[Values, Values]] = []
    bound = 0.0
    for turn in range(HALVED + 1):
        errs = _errs(middles, halves, rates, pay)
        good = (errs <= share * 2 * halves) | (turn == HALVED)
        done.append((middles[good], halves[good]))
        bound += float(errs[good].sum())
        middles, halves = middles[~good], halves[~good] / 2
        if not len(middles):
            break
        middles = np.concatenate([middles - halves, middles + halves])
        halves = np.concatenate([halves, halves])
    return np.concatenate([m for m, _ in done]), np.concatenate([h for _, h in done]), bound


def _errs(middles: Values, halves: Values, rates: Values, pay: Values) -> Values:
    """What the rule may err by on each panel, for the worst placed player: the least over the
    ellipses tried."""
    each = [_err(middles, halves, rates, pay, angle) for angle in ANGLES]
    return np.asarray(np.min(each, axis=0) * SAFE)


def _err(middles: Values, halves: Values, rates: Values, pay: Values, angle: float) -> Values:
    """The bound of the module's text, with the ellipse of each panel that rises to an angle."""
    upper = angle / halves
    along, rho = np.sqrt(upper**2 + 1), upper + np.sqrt(upper**2 + 1)
    heavier = 1 / np.cos(angle)
    low = np.exp(middles - halves * along) / heavier
    high = np.exp(middles + halves * along)
    falling = np.maximum.accumulate((pay * heavier ** np.arange(len(pay)))[::-1])[::-1]
    # One player fewer is counted than came: he of whom the worth is asked may be among them.
    later = counted(low, rates, len(pay) + 1) @ np.concatenate([falling[:1], falling])
    with np.errstate(over="ignore"):
        grown = np.log1p((heavier - 1) * -np.expm1(-np.outer(high, rates))).sum(axis=1)
        mean = np.minimum(later, pay.max() * np.exp(grown))
        peak = np.clip(1.0, np.outer(low, rates), np.outer(high, rates))
        greatest = (peak * np.exp(-peak)).max(axis=1) * heavier * mean
    return np.asarray(halves * 64 / 15 * greatest * rho ** (-2.0 * POINTS) / (1 - rho**-2.0))


def _nodes(middles: Values, halves: Values) -> tuple[Values, Values]:
    """Moments and weights over all panels."""
    points, weights = np.polynomial.legendre.leggauss(POINTS)
    times: Values = np.exp((middles[:, None] + halves[:, None] * points[None, :]).ravel())
    return times, (halves[:, None] * weights[None, :]).ravel() * times


def _rounding(times: Values, rates: Values, pay: Values) -> float:
    """What rounding may add, n players, k prizes, in units of half a bit of the first prize.

    A term is a product of n factors e^(-x) or 1 - e^(-x), x = rt. A relative error δ of x is one
    of no more than δ in 1 - e^(-x) (fewer than k of these), and of xδ in e^(-x), which with its
    chance e^(-x) is no more than δ/e. So an error of a moment, common to all, weighs
    k + n/e + 2; and each x is rounded by itself, the same again at most.

    - The logarithm of a moment is rounded by its size, twice, and the rule's points are off.
    - Each factor is a function right to 2 units, a product and a sum: 4n. Then k products are
      added, and as many moments; then the weights, and 16 for the rest.
    - A share of the chips is rounded once: in each order of arrival k shares and k rests: 4k.

    The moments' chances themselves sum to one, and to less than two as they are computed.
    """
    players, paid = len(rates), len(pay)
    moment = 2 * float(np.abs(np.log(times)).max()) + POINTS_OFF + 1
    units = moment * (paid + players / np.e + 2)
    units += 4 * players + paid + len(times) + WEIGHTS_OFF + 16 + 4 * paid
    return float(2 * units * UNIT * pay.max())
