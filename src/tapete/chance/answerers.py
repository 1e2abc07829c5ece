"""Who answers the asks of a round: chance, a tape, somebody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.core.round.ask import Ask, Pick

Answerer = Callable[[Ask[Any]], Any]


def anyone(pick: Pick) -> Answerer:
    """An answerer that answers everything at random, always legally."""
    return lambda ask: ask.some(pick)


def by_chance(pick: Pick, others: Answerer) -> Answerer:
    """Chance answers what is chance; ``others`` answer the rest."""
    return lambda ask: ask.some(pick) if ask.is_chance else others(ask)


def tape(answers: list[Any]) -> Answerer:
    """An answerer that gives these answers in their order."""
    left = iter(answers)

    def answer(ask: Ask[Any]) -> Any:
        try:
            return next(left)
        except StopIteration:
            raise LookupError(f"the tape has ended and the round still asks: {ask!r}") from None

    return answer
