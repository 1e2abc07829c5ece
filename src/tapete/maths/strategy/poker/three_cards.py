"""Poker Tres Cartas: three cards each, to go on or not (CAT-III.3.5.3-09)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.maths.kernels.compiled import compiled
from tapete.maths.strategy.poker.ranking import Longs, Ranking, three, worth
from tapete.maths.strategy.poker.suits import choose, sets, unplace
from tapete.maths.strategy.poker.terms import Terms, Ways, nets

SIZE = 3
CLOSED, WON, TIED, LOST = range(4)


class ThreeCards(NamedTuple):
    """The game solved: by place of the hand whether it goes on."""

    ways: Ways
    goes: NDArray[np.uint8]


def solve(terms: Terms) -> ThreeCards:
    """Every hand against every hand of the croupier's."""
    ranking, kinds = three(), sets(SIZE)
    number, masks = _hands(len(kinds.kind), choose(), ranking)
    against = np.zeros((len(kinds.one), 4), np.int64)
    _meet(kinds.one, number, masks, terms.opens, against)
    paid = nets(terms, ranking)
    win = paid.win[number[kinds.one]]
    going = against[:, CLOSED] * paid.closed + against[:, WON] * win + against[:, LOST] * paid.lose
    deals = int(against[0].sum())
    stays = going >= -paid.unit * deals
    counts: dict[int, int] = {}
    for kind, ways in enumerate(kinds.ways.tolist()):
        ends = [(-paid.unit, deals)]
        if stays[kind]:
            values = (paid.closed, int(win[kind]), 0, paid.lose)
            ends = list(zip(values, against[kind].tolist(), strict=True))
        for net, count in ends:
            counts[net] = counts.get(net, 0) + ways * count
    return ThreeCards(Ways(paid.unit, counts), stays.astype(np.uint8)[kinds.kind])


@compiled
def _hands(total: int, binomials: Longs, ranking: Ranking) -> tuple[Longs, Longs]:
    """Of every hand by place: its number, and its cards as bits."""
    number, masks = np.zeros(total, np.int64), np.zeros(total, np.int64)
    cards = np.zeros(SIZE, np.int64)
    for here in range(total):
        unplace(here, SIZE, binomials, cards)
        number[here] = worth(cards, SIZE, ranking)
        for card in cards:
            masks[here] |= 1 << card
    return number, masks


@compiled
def _meet(one: Longs, number: Longs, masks: Longs, opens: int, against: Longs) -> None:
    """How often the croupier does not open, is beaten, ties and wins, by kind of hand."""
    for kind in range(len(one)):
        mine, held = number[one[kind]], masks[one[kind]]
        for bank in range(len(number)):
            if masks[bank] & held:
                continue
            his = number[bank]
            if his < opens:
                against[kind, CLOSED] += 1
            elif his < mine:
                against[kind, WON] += 1
            elif his == mine:
                against[kind, TIED] += 1
            else:
                against[kind, LOST] += 1
