"""Everything that can come of a draw: each way of picking once, with its exact probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import TypeVar

from tapete.core.round.ask import Pick

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


def leaves(run: Callable[[Pick], T]) -> Iterator[tuple[T, Fraction]]:
    """What ``run`` gives for every way of picking. The tree of draws is walked leaf by leaf: the
    picks of one leaf are those of the leaf before it up to a fork, and one more there."""
    path: list[int] = []
    while True:
        sizes: list[int] = []

        def pick(n: int, sizes: list[int] = sizes) -> int:
            sizes.append(n)
            if len(sizes) > len(path):
                path.append(0)
            return path[len(sizes) - 1]

        found = run(pick)
        weight = Fraction(1)
        for size in sizes:
            weight /= size
        yield found, weight
        while path and path[-1] == sizes[len(path) - 1] - 1:
            path.pop()
        if not path:
            return
        path[-1] += 1


def law(run: Callable[[Pick], H]) -> dict[H, Fraction]:
    """Each outcome with its exact probability."""
    found: Counter[H] = Counter()
    for outcome, weight in leaves(run):
        found[outcome] += weight  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]
