"""What a split is worth, exactly, where every hand is played by the same rule.

A hand's play looks at its own cards and the croupier's first card only, so the cards of the shoe
may be thought of in any order: first the second cards of all the hands, then the rest of each.
That leaves short words to go through, such as n-p-n-n (p: a card of the pair, which is split
again while there is room; n: any other). What a hand comes to when m other hands drew no p is
found by inclusion and exclusion from shoes with 0 to m further p out of them:

    E[f; m cards are no p] = sum over i of (-1)^i C(m, i) P(i cards are p) E[f | i more p out]

so only shoes with more of the pair's cards out are needed, and the value is not approximated.

The chance of each result of *all* the hands together is: they are taken as independent once the
croupier's end is known, each with its exact law beside that end. Its mean is the exact value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from tapete.maths.strategy.hands import Floats, Ints, hand
from tapete.maths.strategy.shoe import OVER, SIZE, TABLE, AnyPlay, Shoe


class Word(NamedTuple):
    """A way splitting can go: ``extra`` further p, ``closed`` hands that drew another card,
    ``free`` hands that take any second card because no more may be split; in ``times`` orders."""

    extra: int
    closed: int
    free: int
    times: int


@cache
def words(most_hands: int) -> tuple[Word, ...]:
    """Every way splitting can go.

    >>> words(2)
    (Word(extra=0, closed=0, free=2, times=1),)
    >>> len(words(4)), sum(word.times for word in words(4))
    (5, 8)
    """
    found: dict[tuple[int, int, int], int] = {}

    def more(hands: int, waiting: int, closed: int, extra: int) -> None:
        if waiting == 0 or hands == most_hands:
            key = (extra, closed, waiting)
            found[key] = found.get(key, 0) + 1
            return
        more(hands, waiting - 1, closed + 1, extra)
        more(hands + 1, waiting + 1, closed, extra + 1)

    more(2, 2, 0, 0)
    return tuple(Word(*key, times) for key, times in found.items())


def shoes_needed(most_hands: int) -> int:
    """How many shoes, each with one more card of the pair out, the words ask for."""
    return 1 + max(word.extra + word.closed for word in words(most_hands))


class SplitHand(NamedTuple):
    """A hand begun with one card of the pair, in one shoe.

    Results with another second card and with the same, and the croupier's ends; ``cards`` and
    ``alike`` (of the pair) are left before the second card.
    """

    cards: int
    alike: int
    other: Floats
    same: Floats
    bank: Floats


def drawn(shoe: Shoe, pair: int, play: AnyPlay) -> SplitHand:
    """The results of a hand begun with one card of the pair, played so."""
    first = TABLE.place[hand(pair)]
    left = shoe.left - TABLE.counts[first]
    cards = int(left.sum())
    other, same = np.zeros(SIZE), np.zeros(SIZE)
    for v in range(10):
        (same if v == pair - 1 else other)[TABLE.next[first, v]] = left[v] / cards
    return SplitHand(
        cards,
        int(left[pair - 1]),
        shoe.results(other, play),
        shoe.results(same, play),
        shoe.law[first],
    )


class Branch(NamedTuple):
    """One word with its chance, and the results of its hands and of the croupier within it.

    Each is weighed: its sum is ``weight``, the chance that the closed hands drew no p.
    """

    chance: float
    weight: float
    word: Word
    closed: Floats
    free: Floats
    bank: Floats


class Split:
    """A pair split against one first card, every hand played by the same rule."""

    def __init__(self, shoes: Sequence[SplitHand], most_hands: int) -> None:
        self.shoes = list(shoes)
        # With no card of the pair left the next shoe is never met; any stands in for it.
        self.shoes += [self.shoes[-1]] * (shoes_needed(most_hands) - len(self.shoes))
        self.branches = list(self._branches(most_hands))

    def _branches(self, most_hands: int) -> Iterator[Branch]:
        nothing = np.zeros_like(self.shoes[0].other)
        for word in words(most_hands):
            chance = word.times * self._alike(0, word.extra)
            if not chance:
                continue
            closed = self._given(word.extra, word.closed - 1, _other) if word.closed else nothing
            free = self._given(word.extra, word.closed, _any) if word.free else nothing
            bank = self._given(word.extra, word.closed, _bank)
            yield Branch(chance, float(bank.sum()), word, closed, free, bank)

    def _alike(self, extra: int, number: int) -> float:
        """The chance that so many cards are all of the pair, once ``extra`` of them are out."""
        shoe, chance = self.shoes[extra], 1.0
        for c in range(number):
            chance *= max(shoe.alike - c, 0) / (shoe.cards - c)
        return chance

    def _given(self, extra: int, others: int, of: Callable[[SplitHand], Floats]) -> Floats:
        """``of`` the shoe with ``extra`` p out while ``others`` further cards are no p."""
        found = of(self.shoes[extra])
        for i in range(1, others + 1):
            share = (-1) ** i * comb(others, i) * self._alike(extra, i)
            if share:
                found = found + share * of(self.shoes[extra + i])
        return found

    def value(self, pays: Ints) -> float:
        """What the split is worth, in the unit of the payments."""
        return sum(
            branch.chance
            * float((branch.word.closed * branch.closed + branch.word.free * branch.free)
            .sum(axis=1) @ pays)
            for branch in self.branches
        )  # fmt: skip

    def law(self, pays: Ints) -> dict[int, float]:
        """The chance of each result of all the hands together, in the unit of the payments."""
        low = int(pays.min())
        found: dict[int, float] = {}
        for branch in self.branches:
            hands = branch.word.closed + branch.word.free
            for end in np.flatnonzero(branch.bank > 0):
                together = np.ones(1)
                kinds = ((branch.closed, branch.word.closed), (branch.free, branch.word.free))
                for results, number in kinds:
                    for _ in range(number):
                        one = beside(results, branch.bank, branch.weight, int(end), pays)
                        together = np.convolve(together, one)
                for step in np.flatnonzero(together):
                    net = int(step) + low * hands
                    weight = branch.chance * float(branch.bank[end] * together[step])
                    found[net] = found.get(net, 0.0) + weight
        return found


def beside(results: Floats, bank: Floats, weight: float, end: int, pays: Ints) -> Floats:
    """One hand's payments given the croupier's end, from the lowest payment up.

    Hands over 21 or retired are what is missing to make the chances beside this end one.
    """
    low, high = int(pays.min()), int(pays.max())
    law = np.zeros(high - low + 1)
    for row in range(len(pays)):
        law[pays[row] - low] += results[row, end] / bank[end]
    over = results[:, OVER]
    if over.sum() > 0:
        missing = max(0.0, 1 - float(law.sum()))
        for row in range(len(pays)):
            law[pays[row] - low] += missing * over[row] / over.sum()
    return law


def _other(shoe: SplitHand) -> Floats:
    return shoe.other


def _any(shoe: SplitHand) -> Floats:
    return shoe.other + shoe.same


def _bank(shoe: SplitHand) -> Floats:
    return shoe.bank
