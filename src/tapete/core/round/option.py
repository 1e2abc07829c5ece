"""Moves that are open to a player: plain, with an amount, or with cards of a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.move import Move, with_amount, with_cards

Pick: TypeAlias = Callable[[int], int]
"""A way to pick one of n: ``pick(n)`` gives 0..n-1. A die, a test's data, a fixed finger."""


class Option(msgspec.Struct, frozen=True):
    """A move that is open: plain, with an amount (low, high, step), or with cards of a hand.

    ``puts`` is how many chips it puts on the felt; with an amount, how many times that amount.
    """

    name: str
    low: int | None = None
    high: int | None = None
    step: int = 1
    cards: tuple[str, ...] = ()
    fewest: int = 0
    most: int = 0
    puts: int = 0

    def check(self, seat: int, said: Move, clause: ClauseId) -> None:
        """Raise `Refused` unless this way of making the move takes what was said with it."""
        facts: dict[str, Fact] = {"seat": seat, "move": self.name}
        if self.low is not None:
            if not said.has_amount:
                raise Refused(clause, "move-needs-amount", **facts)
            amount = said.amount
            high = self.high if self.high is not None else amount
            if not self.low <= amount <= high or (amount - self.low) % self.step:
                raise Refused(
                    clause, "move-amount", **facts,
                    amount=amount, low=self.low, high=self.high, step=self.step,
                )  # fmt: skip
        elif self.cards:
            chosen, held = said.cards, list(self.cards)
            for card in chosen:
                if card not in held:
                    raise Refused(clause, "move-card-not-held", **facts, card=card)
                held.remove(card)
            if not self.fewest <= len(chosen) <= self.most:
                raise Refused(clause, "move-card-count", **facts, low=self.fewest, high=self.most)
        elif said.detail:
            raise Refused(clause, "move-takes-nothing", **facts, detail=said.detail)

    def some(self, pick: Pick) -> Move:
        """This move, with whatever it takes chosen by ``pick``."""
        if self.low is not None:
            high = self.high if self.high is not None else self.low + 10 * self.step
            amount = self.low + self.step * pick((high - self.low) // self.step + 1)
            return with_amount(self.name, amount)
        if self.cards:
            held = list(self.cards)
            count = self.fewest + pick(self.most - self.fewest + 1)
            return with_cards(self.name, [held.pop(pick(len(held))) for _ in range(count)])
        return Move(self.name)
