"""The bets beside the ante that two cards decide: the Bonus of Texas Hold'em Bonus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, lcm

from tapete.core.round.cards import DECK, RANKS, SUITS, Card
from tapete.games.poker.bank.texas_bonus import BONUS, TexasBonusRules, ranks_of
from tapete.maths.strategy.poker.ranking import KINDS
from tapete.maths.strategy.poker.terms import Ways

BANK = tuple(combinations_with_replacement(range(KINDS), 2))
"""The ranks of the croupier's two cards; behind them stands that they are not seen."""
UNSEEN = len(BANK)


def pairs() -> list[tuple[Card, Card]]:
    """Every two own cards, by place."""
    return [(DECK[low], DECK[high]) for high in range(len(DECK)) for low in range(high)]


def bonus_nets(rules: TexasBonusRules) -> list[list[Fraction]]:
    """What the Bonus nets by the place of the own cards and by the croupier's ranks."""
    found: list[list[Fraction]] = []
    rows: dict[tuple[str, bool], list[Fraction]] = {}
    for own in pairs():
        kind = (ranks_of(own), own[0][1] == own[1][1])
        if kind not in rows:
            banks = [[Card(RANKS[a] + SUITS[0]), Card(RANKS[b] + SUITS[1])] for a, b in BANK]
            rows[kind] = [_net(rules, rules.bonus_row(own, bank)) for bank in (*banks, [])]
        found.append(rows[kind])
    return found


def _net(rules: TexasBonusRules, row: str | None) -> Fraction:
    return Fraction(-1) if row is None else rules.pay(BONUS, row).ratio


def bonus_ways(rules: TexasBonusRules, goes: Sequence[int]) -> Ways:
    """The Bonus of a player who goes on with these own cards; if he does not, the croupier's are
    not seen."""
    nets = bonus_nets(rules)
    unit = lcm(*(net.denominator for row in nets for net in row))
    counts: dict[int, int] = {}
    alike: dict[tuple[str, bool, int], Counter[int]] = {}
    for place, own in enumerate(pairs()):
        kind = (ranks_of(own), own[0][1] == own[1][1], goes[place])
        if kind not in alike:
            alike[kind] = _of_pair(nets[place], unit, own, bool(goes[place]))
        for net, many in alike[kind].items():
            counts[net] = counts.get(net, 0) + many
    return Ways(unit, counts)


def _of_pair(nets: list[Fraction], unit: int, own: tuple[Card, Card], goes: bool) -> Counter[int]:
    left = [4 - sum(card[0] == rank for card in own) for rank in RANKS]
    found: Counter[int] = Counter()
    for column, (a, b) in enumerate(BANK):
        many = comb(left[a], 2) if a == b else left[a] * left[b]
        found[int(unit * nets[column if goes else UNSEEN])] += many
    return found
