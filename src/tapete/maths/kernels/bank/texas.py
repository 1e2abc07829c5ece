"""Texas Hold'em Plus and Bonus compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.poker.bank.texas_bonus import BONUS, TexasBonusRules
from tapete.games.poker.bank.texas_plus import TexasPlusRules
from tapete.maths.exact.poker.side_bets import bonus_nets
from tapete.maths.kernels.bank.common import (
    DeckKernel,
    Ints,
    deck,
    least_rank,
    pair_place,
    renamed,
    settle,
    wins,
)
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.kernel import whole_unit
from tapete.maths.kernels.poker import Tables as Ranks
from tapete.maths.kernels.poker import bit, value7
from tapete.maths.kernels.stream import Cards, Stream, draw
from tapete.maths.strategy.poker.of_rules import terms_of
from tapete.maths.strategy.poker.solution import Solution
from tapete.maths.strategy.poker.suits import sets
from tapete.maths.strategy.poker.terms import Terms
from tapete.maths.strategy.poker.texas_bonus import BonusTerms, stakes

Bytes = NDArray[np.uint8]
Kinds = NDArray[np.int32]


class PlusTables(NamedTuple):
    """``goes`` by kind of flop and own cards; ``board`` the place of the flop in the deal."""

    kind: Kinds
    goes: Bytes
    board: int
    least: int
    win: Ints
    closed: int
    lose: int
    unit: int
    ranks: Ranks
    binomials: Ints


class BonusTables(NamedTuple):
    """Who goes on by own cards, who bets more by what is seen; ``flop``, ``turn`` and ``river`` are
    the places of these cards in the deal. ``side``: the nets of the Bonus bet, if that is the one
    followed (by own cards and the croupier's ranks; the last if his are not seen)."""

    flops: Kinds
    fours: Kinds
    goes: Bytes
    on_turn: Bytes
    on_river: Bytes
    flop: int
    turn: int
    river: int
    ante: Ints
    won: Ints
    lost: Ints
    unit: int
    side: Ints
    ranks: Ranks
    binomials: Ints


@compiled
def _best(ranks: Ranks, a: Any, b: Any, board: Any) -> Any:
    key, mask = ranks.card[a] + ranks.card[b], bit(a) | bit(b)
    for i in range(5):
        key += ranks.card[board[i]]
        mask |= bit(board[i])
    return value7(ranks, key, mask)


@compiled
def _plus(cards: Any, t: PlusTables, other: Ints, order: Ints) -> int:
    board = cards[t.board : t.board + 5]
    kind = t.kind[renamed(board, 3, -1, order, other, t.binomials)]
    if not t.goes[kind, pair_place(cards[0], cards[2], order)]:
        return -t.unit
    mine, bank = (
        _best(t.ranks, cards[0], cards[2], board),
        _best(t.ranks, cards[1], cards[3], board),
    )
    return settle(mine, bank, t.least, t.win, t.closed, t.lose)


@compiled
def _bonus(cards: Any, t: BonusTables, board: Any, other: Ints, order: Ints) -> int:
    order[0], order[1], order[2], order[3] = 0, 1, 2, 3
    own = pair_place(cards[0], cards[2], order)
    if len(t.side):
        a, b = int(min(cards[1], cards[3]) >> 2), int(max(cards[1], cards[3]) >> 2)
        column = a * 13 - a * (a - 1) // 2 + b - a if t.goes[own] else t.side.shape[1] - 1
        return int(t.side[own, column])
    if not t.goes[own]:
        return -t.unit
    for i in range(3):
        board[i] = cards[t.flop + i]
    board[3], board[4] = cards[t.turn], cards[t.river]
    kind = t.flops[renamed(board, 3, -1, order, other, t.binomials)]
    turn = t.on_turn[kind, pair_place(cards[0], cards[2], order)]
    kind = t.fours[renamed(board, 4, -1, order, other, t.binomials)]
    river = t.on_river[kind, pair_place(cards[0], cards[2], order)]
    mine, bank = (
        _best(t.ranks, cards[0], cards[2], board),
        _best(t.ranks, cards[1], cards[3], board),
    )
    if mine == bank:
        return 0
    if mine < bank:
        return -int(t.lost[turn, river])
    return int(t.ante[mine >> 12] + t.won[turn, river])


@compiled
def _simulate_plus(
    cards: Cards, t: PlusTables, rounds: int, state: Stream, low: int, counts: Ints
) -> None:
    other, order = np.zeros(5, np.int64), np.zeros(8, np.int64)
    for _ in range(rounds):
        draw(cards, 0, t.board + 5, state)
        counts[_plus(cards, t, other, order) - low] += 1


@compiled
def _simulate_bonus(
    cards: Cards, t: BonusTables, rounds: int, state: Stream, low: int, counts: Ints
) -> None:
    other, order = np.zeros(5, np.int64), np.zeros(8, np.int64)
    board = np.zeros(5, np.uint8)
    for _ in range(rounds):
        draw(cards, 0, t.river + 1, state)
        counts[_bonus(cards, t, board, other, order) - low] += 1


@compiled
def _plus_on_tape(tape: Cards, t: PlusTables, nets: Ints) -> None:
    other, order = np.zeros(5, np.int64), np.zeros(8, np.int64)
    for row in range(len(tape)):
        nets[row] = _plus(tape[row], t, other, order)


@compiled
def _bonus_on_tape(tape: Cards, t: BonusTables, nets: Ints) -> None:
    other, order = np.zeros(5, np.int64), np.zeros(8, np.int64)
    board = np.zeros(5, np.uint8)
    for row in range(len(tape)):
        nets[row] = _bonus(tape[row], t, board, other, order)


class TexasPlus(DeckKernel):
    """The ante of Texas Hold'em Plus, played by the sums."""

    def __init__(self, rules: TexasPlusRules, solved: Solution) -> None:
        terms = terms_of(rules)
        assert isinstance(terms, Terms)
        win, lose = wins(terms), -int(terms.unit * (1 + terms.bet))
        super().__init__(terms.unit, lose, int(win.max()))
        self.tables = PlusTables(
            sets(3).kind, solved.table("goes"), 4 + rules.burn, least_rank(5, terms.opens), win,
            int(terms.unit * terms.closed), lose, terms.unit, self.ranks, self.binomials,
        )  # fmt: skip

    def rounds(self, rounds: int, stream: Stream, counts: Ints) -> None:
        _simulate_plus(deck(), self.tables, rounds, stream, self.low, counts)

    def tape(self, decks: Cards, nets: Ints) -> None:
        _plus_on_tape(decks, self.tables, nets)


class TexasBonus(DeckKernel):
    """The ante of Texas Hold'em Bonus, played by the sums, or the Bonus bet beside it."""

    def __init__(self, rules: TexasBonusRules, solved: Solution, bet: str) -> None:
        terms = terms_of(rules)
        assert isinstance(terms, BonusTerms)
        paid = bonus_nets(rules)
        side = np.zeros((0, 0), np.int64)
        made = stakes(terms)
        unit = made.unit
        won, lost = np.zeros((2, 2), np.int64), np.zeros((2, 2), np.int64)
        for turn in range(2):
            for river in range(2):
                lost[turn, river] = unit + made.flop + turn * made.turn + river * made.river
                won[turn, river] = made.flop_win + turn * made.turn_win + river * made.river_win
        low, high = -int(lost.max()), int(won.max() + made.ante.max())
        if bet == BONUS:
            unit = whole_unit(net for row in paid for net in row)
            side = np.array([[int(unit * net) for net in row] for row in paid], np.int64)
            low, high = int(side.min()), int(side.max())
        super().__init__(unit, low, high)
        flop = 4 + rules.burn
        turn_at = flop + rules.flop + rules.burn
        self.tables = BonusTables(
            sets(3).kind, sets(4).kind, solved.table("goes"), solved.table("turn"),
            solved.table("river"), flop, turn_at, turn_at + rules.turn + rules.burn, made.ante,
            won, lost, made.unit, side, self.ranks, self.binomials,
        )  # fmt: skip

    def rounds(self, rounds: int, stream: Stream, counts: Ints) -> None:
        _simulate_bonus(deck(), self.tables, rounds, stream, self.low, counts)

    def tape(self, decks: Cards, nets: Ints) -> None:
        _bonus_on_tape(decks, self.tables, nets)
