"""The bet on a progressive pot, as a function of what the pot holds (CAT-III.6.6-04).

The hand is five cards as they are dealt, in every game (CAT-III.6.5.1-06). A hand that has a prize
goes on and is neither exchanged nor bought, so it keeps its claim.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod

from tapete.core.book.money import say_odds
from tapete.core.round.cards import RANKS, SUITS, Card
from tapete.core.round.pot import PROGRESIVO, Levels
from tapete.games.poker.hands import five
from tapete.games.poker.pot import Claim
from tapete.games.poker.progressive import ProgressiveRules, award, progressive_rules
from tapete.maths.exact.odds import BetOdds

SEAT = 1
MOST = 1 << 60


@cache
def categories() -> dict[str, int]:
    """How many of all hands of five cards are of each category.

    >>> categories()["escalera-real"], categories()["color"], sum(categories().values())
    (4, 5108, 2598960)
    """
    found: Counter[str] = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        times = Counter(ranks)
        if max(times.values()) > len(SUITS):
            continue
        ways = prod(comb(len(SUITS), many) for many in times.values())
        suits = [ranks[:at].count(rank) for at, rank in enumerate(ranks)]
        if len(times) == 5:
            suited = five(Card(rank + SUITS[0]) for rank in ranks)
            found[suited.category] += len(SUITS)
            ways -= len(SUITS)
            suits[-1] = 1
        cards = [Card(rank + SUITS[suit]) for rank, suit in zip(ranks, suits, strict=True)]
        found[five(cards).category] += ways
    return dict(found)


def eligible(game: str, edition: str) -> bool:
    """Whether a game may be linked to a pot."""
    return game in progressive_rules(edition).games


def prize(rules: ProgressiveRules, hand: str, pot: int, bet: int) -> int:
    """What a hand is paid alone, of a pot that holds so much; ``bet`` is one credit."""
    if rules.prize(hand) is None:
        return 0
    claim = Claim(SEAT, bet, 1, hand)
    return sum(paid.amount for paid in award(rules, Levels(pot), [claim]))


def progressive(edition: str, pot: int, bet: int) -> BetOdds:
    """The bet on a pot that holds so much when its prizes are paid, this bet included.

    The stake is not returned (CAT-III.6.6-05); nobody else wins in the same round.
    """
    rules = progressive_rules(edition)
    counts: Counter[Fraction] = Counter()
    for hand, ways in categories().items():
        counts[Fraction(prize(rules, hand, pot, bet), bet) - 1] += ways
    total = sum(counts.values())
    ends = tuple((net, Fraction(ways, total)) for net, ways in sorted(counts.items()))
    pays = tuple(say_odds(net) for net, _ in ends if net > 0)
    clause = rules.prizes[0].clause
    return BetOdds(PROGRESIVO, (PROGRESIVO,), clause, pays, ends, Fraction(1))


def break_even(edition: str, bet: int) -> int | None:
    """The least pot with which the bet loses nothing on average; none if no pot is enough."""
    low, high = -1, MOST
    if progressive(edition, high, bet).edge > 0:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if progressive(edition, middle, bet).edge > 0:
            low = middle
        else:
            high = middle
    return high
