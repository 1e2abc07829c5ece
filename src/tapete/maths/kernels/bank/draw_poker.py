"""Draw Poker compiled: the player's exchange by the sums, the croupier's by his rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import RANKS, Card
from tapete.games.poker.bank.draw import DrawRules, kept
from tapete.maths.kernels.bank.common import (
    DeckKernel,
    Ints,
    deck,
    five,
    least_rank,
    renamed,
    settle,
    wins,
)
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.poker import Tables as Ranks
from tapete.maths.kernels.poker import value5
from tapete.maths.kernels.stream import Cards, Stream, draw
from tapete.maths.strategy.poker.draw_bank import mixed
from tapete.maths.strategy.poker.draw_choice import FOLD, OPTIONS
from tapete.maths.strategy.poker.of_rules import DrawTerms, terms_of
from tapete.maths.strategy.poker.ranking import five as five_cards
from tapete.maths.strategy.poker.ranking import multisets
from tapete.maths.strategy.poker.solution import Solution


class Tables(NamedTuple):
    """``moves`` by place of the hand, ``out`` the places it gives up as bits; ``keeps`` the ranks
    the croupier keeps as bits by all his ranks, ``nothing`` whether these are no hand yet (four of
    a suit are then kept before anything else)."""

    moves: NDArray[np.uint8]
    out: Ints
    add: NDArray[np.int32]
    keeps: Ints
    nothing: NDArray[np.bool_]
    least: int
    win: Ints
    closed: int
    lose: int
    unit: int
    ranks: Ranks
    binomials: Ints


@compiled
def _bank(cards: Any, pos: int, t: Tables, bank: Ints) -> int:
    """The croupier's exchange, from the card at ``pos`` on; his hand's rank."""
    at = 0
    for i in range(5):
        bank[i] = cards[2 * i + 1]
        at = t.add[i, at, bank[i] >> 2]
    keep, suit = t.keeps[at], -1
    if t.nothing[at]:
        for s in range(4):
            held = 0
            for i in range(5):
                held += bank[i] & 3 == s
            if held >= 4:
                suit = s
    for i in range(5):
        stays = bank[i] & 3 == suit if suit >= 0 else keep >> (bank[i] >> 2) & 1
        if not stays:
            bank[i] = cards[pos]
            pos += 1
    return int(value5(t.ranks, five(t.ranks, bank[0], bank[1], bank[2], bank[3], bank[4])))


@compiled
def _round(cards: Any, t: Tables, own: Ints, other: Ints, order: Ints, bank: Ints) -> int:
    for i in range(5):
        own[i] = cards[2 * i]
    move = t.moves[renamed(own, 5, -1, order, other, t.binomials)]
    if move == FOLD:
        return -t.unit
    pos, out = 10, t.out[move]
    for j in range(5):
        if out >> j & 1:
            for i in range(5):
                if own[i] >= 0 and (own[i] >> 2) << 2 | order[own[i] & 3] == other[j]:
                    own[i] = -1
                    break
    for i in range(5):
        if own[i] < 0:
            own[i] = cards[pos]
            pos += 1
    mine = value5(t.ranks, five(t.ranks, own[0], own[1], own[2], own[3], own[4]))
    return settle(mine, _bank(cards, pos, t, bank), t.least, t.win, t.closed, t.lose)


@compiled
def _simulate(cards: Cards, t: Tables, rounds: int, state: Stream, low: int, counts: Ints) -> None:
    own, other, order = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(8, np.int64)
    bank = np.zeros(5, np.int64)
    for _ in range(rounds):
        draw(cards, 0, 14, state)
        counts[_round(cards, t, own, other, order, bank) - low] += 1


@compiled
def _on_tape(tape: Cards, t: Tables, nets: Ints) -> None:
    own, other, order = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(8, np.int64)
    bank = np.zeros(5, np.int64)
    for row in range(len(tape)):
        nets[row] = _round(tape[row], t, own, other, order, bank)


class DrawPoker(DeckKernel):
    """The ante of Draw Poker, played by the sums."""

    def __init__(self, rules: DrawRules, solved: Solution) -> None:
        terms = terms_of(rules)
        assert isinstance(terms, DrawTerms)
        bets = terms.terms
        win, lose = wins(bets), -int(bets.unit * (1 + bets.bet))
        super().__init__(bets.unit, lose, int(win.max()))
        out = np.array([sum(1 << at for at in option) for option in OPTIONS], np.int64)
        keeps = [_bits(kept(mixed(ranks), rules)[0]) for ranks in multisets(5)]
        nothing = [
            len(set(ranks)) == 5 and keeps[i].bit_count() < 5
            for i, ranks in enumerate(multisets(5))
        ]
        self.tables = Tables(
            solved.table("moves"), out, five_cards().add, np.array(keeps, np.int64),
            np.array(nothing), least_rank(5, bets.opens), win, int(bets.unit * bets.closed), lose,
            bets.unit, self.ranks, self.binomials,
        )  # fmt: skip

    def rounds(self, rounds: int, stream: Stream, counts: Ints) -> None:
        _simulate(deck(), self.tables, rounds, stream, self.low, counts)

    def tape(self, decks: Cards, nets: Ints) -> None:
        _on_tape(decks, self.tables, nets)


def _bits(cards: Sequence[Card]) -> int:
    return sum({1 << RANKS.index(card[0]) for card in cards})
