"""Where chance comes from: the operating system for play, seeded streams for tests and simulation.

Kept out of the rules: a game only asks. Every bounded draw is unbiased.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, MutableSequence
from typing import Any

from tapete.core.ask import Ask, ChanceAsk, Pick

Answerer = Callable[[Ask[Any]], Any]


def system() -> Pick:
    """Draws from the operating system's entropy: for play.

    >>> 0 <= system()(6) < 6
    True
    """
    return secrets.randbelow


def seeded(seed: int | str) -> Pick:
    """The same draws for the same seed: for tests and simulation.

    >>> a, b = seeded(7), seeded(7)
    >>> [a(37) for _ in range(5)] == [b(37) for _ in range(5)]
    True
    """
    stream = random.Random(seed)

    def below(n: int) -> int:
        if n < 1:
            raise ValueError(f"one of {n} cannot be picked")
        # Bits are drawn until they fall under n: no remainder, so no bias.
        bits = n.bit_length()
        value = stream.getrandbits(bits)
        while value >= n:
            value = stream.getrandbits(bits)
        return value

    return below


def shuffle(cards: MutableSequence[Any], pick: Pick) -> None:
    """Put the cards in random order, each order as likely as any other (CAT-I.1-04)."""
    for i in range(len(cards) - 1, 0, -1):
        j = pick(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def anyone(pick: Pick) -> Answerer:
    """An answerer that answers everything at random, always legally."""
    return lambda ask: ask.some(pick)


def by_chance(pick: Pick, others: Answerer) -> Answerer:
    """Chance answers what is chance; ``others`` answer the rest."""
    return lambda ask: ask.some(pick) if isinstance(ask, ChanceAsk) else others(ask)


def tape(answers: list[Any]) -> Answerer:
    """An answerer that gives these answers in their order."""
    left = iter(answers)

    def answer(ask: Ask[Any]) -> Any:
        try:
            return next(left)
        except StopIteration:
            raise LookupError(f"the tape has ended and the round still asks: {ask!r}") from None

    return answer
