"""Canal 21 compiled: one place, one chart, bonuses and tie-breaks; burn and cut card.

Hands are the numbers of `twentyone`. Points alone decide how a hand is played, but whole cards are
looked at twice: its first three for the bonus, and the two of a tie-break.
"""

from __future__ import annotations

from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.book.money import odds
from tapete.core.round.cards import DECK, RANKS
from tapete.games.cards.twentyone.canal import EQUAL
from tapete.games.cards.twentyone.hand import TARGET, value
from tapete.games.cards.twentyone.pase import EVEN_MONEY
from tapete.games.cards.twentyone.places import CanalRules
from tapete.games.cards.twentyone.rules import MAIN, TIE_BREAK
from tapete.maths.kernels.cards import CODES, POINTS, RANK, by_rank, shoe
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

Ints = NDArray[np.int64]

BONUSES = ("trio", "escalera-de-color", "tres-sietes", "tres-sietes-de-una-pinta")
"""The bonuses in the order of their numbers, from 1."""
SEVEN = 7


class Tables(NamedTuple):
    """The rules and the chart as the compiled round reads them."""

    first: Bytes  # [0 first deal, 1 split, 2 split and no more][card, card, up]
    step: Bytes  # [up][hand, card]: the hand after a card
    held: Bytes  # the same of a hand that holds a bonus
    last: Bytes  # [hand, card]: the same where no other card follows, after doubling
    bank_first: Bytes  # [up, card]
    bank: Bytes  # [hand, card]
    at_once: Bytes  # by the whole first card: whether a Canal 21 is paid before the second
    high: Bytes  # by the whole card: its height in a tie-break
    ladder: Ints  # by the whole card: its places in a sequence, as bits; the ace has both ends
    bonus: Ints  # by its number
    burn: int
    cut: int
    most_hands: int
    unit: int
    win: int
    natural: int
    even_money: int
    gives_up: int
    tie_win: int  # of both bets
    tie_equal: int
    even: int  # index of a net of nothing in the histogram


def tables(rules: CanalRules, chart: Chart) -> Tables:
    """Lay out everything the rules and the chart decide."""
    most = most_hands(rules)
    if rules.max_hands is not None and rules.resplit_aces:
        raise NoKernel("a limit of hands does not hold for new aces", "max_hands")
    if chart.insurance:
        raise NoKernel("the chart takes insurance")
    equal = odds(rules.option(EQUAL))
    ratios = (*(pay.ratio for pay in rules.pays.values()), equal, rules.surrender_loss)
    unit = lcm(*(ratio.denominator for ratio in ratios))
    at_once, ladder = np.zeros(256, np.uint8), np.zeros(256, np.int64)
    in_a_row = f"A{RANKS}"
    for card in DECK:
        takes = card[0] in rules.even_money_up and value(card) in chart.even_money
        at_once[CODES[card]] = takes
        ladder[CODES[card]] = sum(1 << i for i, rank in enumerate(in_a_row) if rank == card[0])
    bonus = np.array([0, *(int(unit * rules.pay(MAIN, kind).ratio) for kind in BONUSES)], np.int64)
    bank_first, bank = bank_hands(rules)
    return Tables(
        first_hands(rules, chart),
        steps(rules, chart),
        steps(rules, chart, held=True),
        last_cards(),
        bank_first,
        bank,
        at_once,
        high=by_rank({rank: i for i, rank in enumerate(RANKS)}),
        ladder=ladder,
        bonus=bonus,
        burn=rules.burn,
        cut=rules.decks * 52 - rules.behind_min,
        most_hands=most,
        unit=unit,
        win=int(unit * rules.pay(MAIN).ratio),
        natural=int(unit * rules.pay(MAIN, "canal-21").ratio),
        even_money=int(unit * rules.pay(MAIN, EVEN_MONEY).ratio),
        gives_up=int(unit * rules.surrender_loss),
        tie_win=int(2 * unit * rules.pay(TIE_BREAK).ratio),
        tie_equal=int(2 * unit * equal),
        even=2 * most * unit,
    )


@inlined
def _bonus(a: Any, b: Any, c: Any, t: Tables) -> int:
    """The number of the bonus of three cards; 0 for none (CAT-III.1.5.3-63, -80)."""
    if not ((a ^ b) | (a ^ c)) & RANK:
        if a & POINTS != SEVEN:
            return 1
        return 4 if a == b and a == c else 3
    if a >> 6 == b >> 6 and a >> 6 == c >> 6:
        row = t.ladder[a] | t.ladder[b] | t.ladder[c]
        if row & row >> 1 & row >> 2:
            return 2
    return 0


@compiled
def _bonuses(cards: Cards, t: Tables, found: Ints) -> None:
    """The bonus of every three cards, one a row."""
    for row in range(len(cards)):
        found[row] = _bonus(cards[row, 0], cards[row, 1], cards[row, 2], t)


@inlined
def _play_on(
    cards: Cards, pos: Any, a: Any, b: Any, hand: Any, up: Any, t: Tables
) -> tuple[Any, Any, Any, Any]:
    """A hand of two cards to its end: its number, its bonus, its bets and the next card's place."""
    stake, kind = 1, 0
    if hand >= LIVE:
        card = cards[pos]
        pos += 1
        kind = _bonus(a, b, card, t)
        if hand >= DOUBLES:
            stake = 2
            hand = np.int64(t.last[(hand - LIVE) << 4 | np.int64(card & POINTS)])
        elif kind:
            hand = np.int64(t.held[up, hand << 4 | np.int64(card & POINTS)])
            while hand >= LIVE:
                hand = np.int64(t.held[up, hand << 4 | np.int64(cards[pos] & POINTS)])
                pos += 1
        else:
            hand = np.int64(t.step[up, hand << 4 | np.int64(card & POINTS)])
            while hand >= LIVE:
                hand = np.int64(t.step[up, hand << 4 | np.int64(cards[pos] & POINTS)])
                pos += 1
    return hand, kind, stake, pos


@inlined
def _bank(cards: Cards, pos: Any, up: Any, t: Tables) -> tuple[Any, Any]:
    """The croupier's hand from his second card on."""
    hand = np.int64(t.bank_first[up << 4 | np.int64(cards[pos] & POINTS)])
    pos += 1
    while hand >= LIVE:
        hand = np.int64(t.bank[hand << 4 | np.int64(cards[pos] & POINTS)])
        pos += 1
    return hand, pos


@inlined
def _tie_break(cards: Cards, pos: Any, t: Tables) -> tuple[Any, Any]:
    """One card for the player and one for the bank, for two bets (CAT-III.1.5.3-57 to -61)."""
    mine, bank = t.high[cards[pos]], t.high[cards[pos + 1]]
    net = t.tie_win if mine > bank else t.tie_equal if mine == bank else -2 * t.unit
    return net, pos + 2


@inlined
def _settle(
    cards: Cards, pos: Any, hand: Any, kind: Any, stake: Any, bank: Any, t: Tables
) -> tuple[Any, Any]:
    """A hand that did not go over, against the bank's; its bonus is paid whatever comes."""
    net = t.bonus[kind]
    if bank == BANK_NATURAL and hand == TARGET:
        tied, pos = _tie_break(cards, pos, t)
        net += tied
    else:
        net += stake * (t.win * (hand > bank) - t.unit * (hand < bank))
    return net, pos


@compiled
def _split(
    cards: Cards, pos: Any, a: Any, b: Any, up: Any, t: Tables, scratch: Ints
) -> tuple[Any, Any]:
    """All hands of a split place, one after the other; ``scratch`` holds the first cards of those
    that wait, and behind them the hands that the bank's will decide."""
    hands, waiting, played, net = 2, 2, 0, 0
    scratch[0], scratch[1] = b, a
    while waiting:
        waiting -= 1
        one, two = np.uint8(scratch[waiting]), cards[pos]
        pos += 1
        kind = 1 if hands < t.most_hands else 2
        pair = np.int64(one & POINTS) << 8 | np.int64(two & POINTS) << 4
        hand = np.int64(t.first[kind, pair | up])
        if hand == SPLITS:
            hands += 1
            scratch[waiting], scratch[waiting + 1] = two, one
            waiting += 2
        elif hand == GIVES_UP:
            net -= t.gives_up
        else:
            hand, won, stake, pos = _play_on(cards, pos, one, two, hand, up, t)
            if hand:
                scratch[MOST_HANDS + played] = hand << 8 | won << 4 | stake
                played += 1
            else:
                net -= stake * t.unit
    if played:
        bank, pos = _bank(cards, pos, up, t)
        for i in range(MOST_HANDS, MOST_HANDS + played):
            end = scratch[i]
            more, pos = _settle(cards, pos, end >> 8, end >> 4 & 15, end & 15, bank, t)
            net += more
    return net, pos


@compiled
def _round(cards: Cards, pos: Any, t: Tables, scratch: Ints) -> tuple[Any, Any]:
    """One round of one place, from the card at ``pos``: its net and the place of the next card."""
    a, first, b = cards[pos], cards[pos + 1], cards[pos + 2]
    up = np.int64(first & POINTS)
    pos += 3
    hand = np.int64(t.first[0, np.int64(a & POINTS) << 8 | np.int64(b & POINTS) << 4 | up])
    if hand == NATURAL:
        if t.at_once[first]:
            return t.even_money, pos
        if up != 1 and up != 10:
            return t.natural, pos
        # It waits for the croupier's second card only where that can tie (-29, -30).
        if t.bank_first[up << 4 | np.int64(cards[pos] & POINTS)] == BANK_NATURAL:
            return _tie_break(cards, pos + 1, t)
        return t.natural, pos + 1
    if hand == GIVES_UP:
        return -t.gives_up, pos
    if hand == SPLITS:
        return _split(cards, pos, a, b, up, t, scratch)
    hand, kind, stake, pos = _play_on(cards, pos, a, b, hand, up, t)
    if hand == 0:
        return -stake * t.unit, pos
    bank, pos = _bank(cards, pos, up, t)
    return _settle(cards, pos, hand, kind, stake, bank, t)


@compiled
def _simulate(cards: Cards, t: Tables, rounds: int, state: Stream, counts: Ints) -> None:
    scratch = np.zeros(2 * MOST_HANDS, np.int64)
    done = 0
    while done < rounds:
        draw(cards, 0, len(cards), state)
        pos = t.burn
        while pos < t.cut and done < rounds:
            net, pos = _round(cards, pos, t, scratch)
            counts[net + t.even] += 1
            done += 1


@compiled
def _on_tape(tape: NDArray[np.uint8], t: Tables, nets: Ints) -> int:
    scratch = np.zeros(2 * MOST_HANDS, np.int64)
    done = 0
    for row in range(len(tape)):
        pos = t.burn
        while pos < t.cut:
            if done == len(nets):
                return done
            nets[done], pos = _round(tape[row], pos, t, scratch)
            done += 1
    return done


class Canal:
    """One place at a Canal 21 table, played by a chart; tie-breaks are taken, as by the book."""

    def __init__(self, rules: CanalRules, chart: Chart) -> None:
        self.tables = t = tables(rules, chart)
        self.unit = t.unit
        self._decks = rules.decks
        a_hand = int(t.bonus.max()) + max(2 * t.win, t.tie_win, t.tie_equal)
        most = max(t.most_hands * a_hand, t.natural, t.even_money)
        self.nets = np.arange(-t.even, most + 1, dtype=np.int64)

    def play(self, rounds: int, stream: Stream) -> Tally:
        counts = np.zeros(len(self.nets), np.int64)
        cards = np.full(self._decks * 52 + PADDING, 10, np.uint8)[: self._decks * 52]
        cards[:] = shoe(self._decks)
        _simulate(cards, self.tables, rounds, stream, counts)
        return Tally(counts, rounds)

    def on_tape(self, tape: NDArray[np.uint8], rounds: int) -> Ints:
        """The net of each round played from shoes in a given order, one a row, up to ``rounds``."""
        nets = np.zeros(rounds, np.int64)
        return nets[: _on_tape(tape, self.tables, nets)]

    def bonuses(self, cards: NDArray[np.uint8]) -> list[str]:
        """The bonus of every three cards, one hand a row."""
        found = np.zeros(len(cards), np.int64)
        _bonuses(cards, self.tables, found)
        return [("", *BONUSES)[number] for number in found.tolist()]
