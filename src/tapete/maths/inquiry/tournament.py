"""What the chips of a tournament are worth of the prizes still to come."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.maths.inquiry import papers
from tapete.systems.tournament.icm import EXACT_MOST, icm_exact

ERROR = 0.01
"""Pesos the sum of a large field may be off by, at most."""


def worth(stacks: Sequence[int], prizes: Sequence[int]) -> papers.WorthOut:
    """The chip model: exactly as far as it can be summed, else with a bound on its error."""
    if len(stacks) <= EXACT_MOST:
        return papers.WorthOut(worth=tuple(map(float, icm_exact(stacks, prizes))), error=0.0)
    from tapete.maths.tournament.icm import icm_within

    found = icm_within(stacks, prizes, ERROR)
    return papers.WorthOut(worth=tuple(map(float, found.worth)), error=found.error)
