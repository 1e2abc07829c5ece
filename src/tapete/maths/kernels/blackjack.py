"""Black Jack and Perfect Pairs compiled: one place, one chart, a shoe with burn and cut card.

Everything the rules and the chart decide lies in tables (`twentyone`); the compiled round only
looks cards up.
"""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.cards.twentyone.rules import MAIN, PAIRS, TwentyOneRules
from tapete.maths.kernels.cards import POINTS, RANK, shoe
from tapete.maths.kernels.compiled import compiled, inlined
from tapete.maths.kernels.kernel import NoKernel, Tally
from tapete.maths.kernels.stream import Cards, Stream, draw
from tapete.maths.kernels.twentyone import (
    BANK_NATURAL,
    DOUBLES,
    GIVES_UP,
    LIVE,
    MOST_HANDS,
    NATURAL,
    PADDING,
    SPLITS,
    Bytes,
    bank_hands,
    first_hands,
    last_cards,
    most_hands,
    steps,
)
from tapete.maths.strategy.chart import Chart

AHEAD = 32
"""Cards that one hand and the croupier's can take: they lie drawn before the round begins, so that
the round need not look; two like cards, which may be split, draw more."""
AHEAD_SPLIT = 12 * MOST_HANDS


class Tables(NamedTuple):
    """The rules and the chart as the compiled round reads them."""

    first: Bytes  # [0 first deal, 1 split, 2 split and no more][card, card, up]
    step: Bytes  # [up][hand, card]: the hand after a card
    last: Bytes  # [hand, card]: the same where no other card follows, after doubling
    bank_first: Bytes  # [up, card]
    bank: Bytes  # [hand, card]
    burn: int
    cut: int
    most_hands: int
    banks: int  # hands of the bank, all from its first card
    faced: int  # the one the bet is against
    unit: int
    win: int
    natural: int
    gives_up: int
    even: int  # index of a net of nothing in the histogram


def tables(rules: TwentyOneRules, chart: Chart, bet: str, banks: int, faced: int) -> Tables:
    """Lay out everything the rules and the chart decide."""
    most = most_hands(rules)
    bank_first, bank = bank_hands(rules)
    ratios = (*(pay.ratio for pay in rules.pays.values()), rules.surrender_loss)
    unit = lcm(*(ratio.denominator for ratio in ratios))
    return Tables(
        first_hands(rules, chart), steps(rules, chart), last_cards(), bank_first, bank,
        burn=rules.burn,
        cut=rules.decks * 52 - rules.behind_min,
        most_hands=most,
        banks=banks,
        faced=faced,
        unit=unit,
        win=int(unit * rules.pay(bet).ratio),
        natural=int(unit * rules.pay(bet, "black-jack").ratio),
        gives_up=int(unit * rules.surrender_loss),
        even=2 * most * unit,
    )  # fmt: skip


@inlined
def _bank(cards: Cards, pos: Any, up: Any, t: Tables) -> tuple[Any, Any]:
    """The croupier's hand from his second card on."""
    hand = np.int64(t.bank_first[up << 4 | np.int64(cards[pos] & POINTS)])
    pos += 1
    # Most hands end within two more cards: a finished hand stays what it is whatever comes, so
    # these two are looked up without asking.
    for _ in range(2):
        live = hand >= LIVE
        hand = np.int64(t.bank[hand << 4 | np.int64(cards[pos] & POINTS)])
        pos += live
    while hand >= LIVE:
        hand = np.int64(t.bank[hand << 4 | np.int64(cards[pos] & POINTS)])
        pos += 1
    return hand, pos


@inlined
def _banks(cards: Cards, pos: Any, up: Any, t: Tables) -> tuple[Any, Any]:
    """Every hand of the bank; gives the one the bet is against."""
    bank, pos = _bank(cards, pos, up, t)
    for number in range(1, t.banks):
        other, pos = _bank(cards, pos, up, t)
        if number == t.faced:
            bank = other
    return bank, pos


@compiled
def _split(
    cards: Cards, pos: Any, card: Any, up: Any, t: Tables, scratch: NDArray[np.int64]
) -> tuple[Any, Any]:
    """All hands of a split place, one after the other. Their cards are alike, so that only how
    many still wait matters."""
    hands, waiting, played, net = 2, 2, 0, 0
    step = t.step[up]
    while waiting:
        kind = 1 if hands < t.most_hands else 2
        hand = np.int64(t.first[kind, card << 8 | np.int64(cards[pos] & POINTS) << 4 | up])
        pos += 1
        if hand == SPLITS:
            hands += 1
            waiting += 1
            continue
        waiting -= 1
        if hand == GIVES_UP:
            net -= t.gives_up
            continue
        stake = 1
        if hand >= DOUBLES:
            stake = 2
            hand = np.int64(t.last[(hand - LIVE) << 4 | np.int64(cards[pos] & POINTS)])
            pos += 1
        while hand >= LIVE:
            hand = np.int64(step[hand << 4 | np.int64(cards[pos] & POINTS)])
            pos += 1
        if hand == 0:
            net -= stake * t.unit
            continue
        scratch[played] = hand << 2 | stake
        played += 1
    if played:
        bank, pos = _banks(cards, pos, up, t)
        for i in range(played):
            hand, stake = scratch[i] >> 2, scratch[i] & 3
            net += stake * (t.win * (hand > bank) - t.unit * (hand < bank))
    return net, pos


@inlined
def _round(cards: Cards, pos: Any, t: Tables, scratch: NDArray[np.int64]) -> tuple[Any, Any]:
    """One round of one place, from the card at ``pos``: its net and the place of the next card."""
    a = np.int64(cards[pos] & POINTS)
    up = np.int64(cards[pos + 1] & POINTS)
    b = np.int64(cards[pos + 2] & POINTS)
    pos += 3
    hand = np.int64(t.first[0, a << 8 | b << 4 | up])
    stake = 1
    if hand >= DOUBLES:
        if hand < SPLITS:
            stake = 2
            hand = np.int64(t.last[(hand - LIVE) << 4 | np.int64(cards[pos] & POINTS)])
            pos += 1
        elif hand == NATURAL:
            # It waits for the croupier's second card only where that can tie (-24, -25).
            if up != 1 and up != 10:
                return t.natural, pos
            second = np.int64(cards[pos + t.faced] & POINTS)
            tied = t.bank_first[up << 4 | second] == BANK_NATURAL
            return (0 if tied else t.natural), pos + t.banks
        elif hand == GIVES_UP:
            return -t.gives_up, pos
        else:
            return _split(cards, pos, a, up, t, scratch)
    live = hand >= LIVE
    hand = np.int64(t.step[up, hand << 4 | np.int64(cards[pos] & POINTS)])
    pos += live
    while hand >= LIVE:
        hand = np.int64(t.step[up, hand << 4 | np.int64(cards[pos] & POINTS)])
        pos += 1
    if hand == 0:
        return -stake * t.unit, pos
    bank, pos = _banks(cards, pos, up, t)
    return stake * (t.win * (hand > bank) - t.unit * (hand < bank)), pos


@inlined
def _pair(a: Any, b: Any) -> int:
    """0 no pair, 1 mixed, 2 of one colour, 3 perfect."""
    if (a ^ b) & RANK:
        return 0
    if a == b:
        return 3
    # Suits are c d h s: hearts and diamonds are 1 and 2.
    red_a, red_b = (a >> 6) % 3 != 0, (b >> 6) % 3 != 0
    return 2 if red_a == red_b else 1


@compiled
def _simulate(
    cards: Cards, t: Tables, rounds: int, state: Stream, counts: NDArray[np.int64],
    pairs: NDArray[np.int64],
) -> None:  # fmt: skip
    scratch = np.zeros(MOST_HANDS, np.int64)
    done = 0
    total = len(cards)
    while done < rounds:
        ready = draw(cards, 0, min(t.cut + AHEAD * t.banks, total), state)
        pos = t.burn
        while pos < t.cut and done < rounds:
            a, b = cards[pos], cards[pos + 2]
            if not (a ^ b) & POINTS:
                pairs[_pair(a, b)] += 1
                if ready < total and ready < pos + AHEAD_SPLIT:
                    ready = draw(cards, ready, min(pos + AHEAD_SPLIT, total), state)
            net, pos = _round(cards, pos, t, scratch)
            counts[net + t.even] += 1
            done += 1


@compiled
def _on_tape(
    tape: NDArray[np.uint8], t: Tables, nets: NDArray[np.int64], pairs: NDArray[np.int64]
) -> int:
    scratch = np.zeros(MOST_HANDS, np.int64)
    done = 0
    for row in range(len(tape)):
        cards = tape[row]
        pos = t.burn
        while pos < t.cut:
            if done == len(nets):
                return done
            pairs[done] = _pair(cards[pos], cards[pos + 2])
            nets[done], pos = _round(cards, pos, t, scratch)
            done += 1
    return done


class BlackJack:
    """One place at a Black Jack table, played by a chart; its main bet or its Perfect Pairs.

    In Challenge 21 the bank has several hands out of one base card: ``banks`` of them are played,
    and the bet is against number ``faced``, from 0.
    """

    def __init__(
        self, rules: TwentyOneRules, chart: Chart, bet: str = MAIN, banks: int = 1, faced: int = 0
    ) -> None:
        if chart.even_money or chart.insurance:
            raise NoKernel("the chart takes insurance or even money")
        self.tables = tables(rules, chart, MAIN if bet == PAIRS else bet, banks, faced)
        self.bet = bet
        self.unit = self.tables.unit
        self._decks = rules.decks
        t = self.tables
        most = max(2 * t.most_hands * t.win, t.natural)
        self._main = np.arange(-t.even, most + 1, dtype=np.int64)
        if bet == PAIRS:
            kinds = ("mezclado", "color", "perfecto")
            won = [int(rules.pay(PAIRS, kind).ratio * t.unit) for kind in kinds]
            self.nets = np.array([-t.unit, *won], np.int64)
        else:
            self.nets = self._main

    def play(self, rounds: int, stream: Stream) -> Tally:
        counts, pairs = np.zeros(len(self._main), np.int64), np.zeros(4, np.int64)
        cards = np.full(self._decks * 52 + PADDING, 10, np.uint8)[: self._decks * 52]
        cards[:] = shoe(self._decks)
        _simulate(cards, self.tables, rounds, stream, counts, pairs)
        if self.bet == PAIRS:
            pairs[0] = rounds - pairs[1:].sum()
            return Tally(pairs, rounds)
        return Tally(counts, rounds)

    def on_tape(self, tape: NDArray[np.uint8], rounds: int) -> NDArray[np.int64]:
        """The net of each round played from shoes in a given order, one a row, up to ``rounds``."""
        nets, pairs = np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
        done = _on_tape(tape, self.tables, nets, pairs)
        return (self.nets[pairs] if self.bet == PAIRS else nets)[:done]
