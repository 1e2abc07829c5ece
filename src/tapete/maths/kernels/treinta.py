"""Treinta y Cuarenta compiled: two rows to 31 or more, and a bet that a tie may hold or block.

A coup has six results; what they do to a bet is a small table made from the rules. When the cut
card comes out in a coup, the pack is shuffled without the cards on the table and the coup goes on.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.cards import Card
from tapete.games.cards.treinta.rules import COLOR, INVERSO, TreintaRules, colour
from tapete.games.cards.treinta.treinta import ASEGURAR, ENTREGAR, ESPERAR
from tapete.maths.kernels.cards import CARDS, shoe
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.kernel import NoKernel, NoSuchMove, Tally, whole_unit
from tapete.maths.kernels.stream import Cards, Stream, draw

TIE, BLOCKING_TIE = 4, 5
"""Twice the winning row, and 1 more for INVERSO; a tie; a tie that blocks."""
VALUE, ROW_COLOUR = 15, 16
NEW, FREE, BLOCKED, INSURED = range(4)
"""Where the chips of the bet are: not down, left by a tie, blocked, blocked and insured."""
LEAST_BEHIND = 52


class Tables(NamedTuple):
    """The rules as the compiled round reads them; ``after`` and ``net`` by state and result."""

    burn: int
    behind: int
    row_from: int
    blocking: int
    after: NDArray[np.int64]
    net: NDArray[np.int64]


@compiled
def _shuffle(
    cards: Cards, first: int, pos: int, tape: NDArray[np.uint8], row: int, state: Stream
) -> int:
    """A new pack at the front of ``cards`` without those from ``first`` to ``pos``, which lie on
    the table. Gives its number of cards."""
    kept = pos - first
    left = len(cards) - kept
    if len(tape) == 0:
        for i in range(kept):
            a, b = first + i, len(cards) - 1 - i
            cards[a], cards[b] = cards[b], cards[a]
        draw(cards[:left], 0, left, state)
        return left
    on_table = np.zeros(256, np.int64)
    for i in range(first, pos):
        on_table[cards[i]] += 1
    n = 0
    for i in range(len(cards)):
        card = tape[row, i]
        if on_table[card]:
            on_table[card] -= 1
        else:
            cards[n] = card
            n += 1
    return left


@compiled
def _run(
    cards: Cards, values: Cards, t: Tables, tape: NDArray[np.uint8], state: Stream,
    rounds: int, counts: NDArray[np.int64], nets: NDArray[np.int64],
) -> tuple[int, int]:  # fmt: skip
    """Play rounds by chance, or off the tape if there is one; gives the number of bets made and
    of rounds played, fewer than asked where the tape ends."""
    row, bets, lies = 0, 0, 0
    cut = _shuffle(cards, 0, 0, tape, row, state) - t.behind
    pos = t.burn
    for done in range(rounds):
        if pos >= cut:
            row += 1
            if 0 < len(tape) <= row:
                return bets, done
            cut = _shuffle(cards, 0, 0, tape, row, state) - t.behind
            pos = t.burn
        first, other, other_colour = pos, 0, np.uint8(0)
        total: Any = 0
        colour = np.uint8(0)
        for line in range(2):
            total = 0
            while total < t.row_from:
                if pos >= cut:
                    row += 1
                    if 0 < len(tape) <= row:
                        return bets, done
                    cut = _shuffle(cards, first, pos, tape, row, state) - t.behind
                    first = pos = t.burn
                card = values[cards[pos]]
                if total == 0:
                    colour = card >> 4
                total += np.int64(card & VALUE)
                pos += 1
            if line == 0:
                other, other_colour = total, colour
        if other == total:
            result = BLOCKING_TIE if total == t.blocking else TIE
        elif other < total:
            result = 1 if other_colour != 0 else 0
        else:
            result = 3 if colour != 1 else 2
        bets += lies <= FREE  # left by a tie it is its owner's again: another bet
        net = t.net[lies, result]
        lies = t.after[lies, result]
        counts[net] += 1
        if len(nets):
            nets[done] = net
    return bets, rounds


class Treinta:
    """One of the four bets, whose owner always does the same with a blocked one."""

    def __init__(self, rules: TreintaRules, bet: str, move: str = ESPERAR) -> None:
        if move not in (ESPERAR, ASEGURAR, ENTREGAR):
            raise NoSuchMove(move)
        if rules.behind_min < LEAST_BEHIND or rules.behind_min + rules.burn >= rules.decks * 52:
            raise NoKernel(f"fewer than {LEAST_BEHIND} cards behind the cut card", "behind_min")
        self._decks = rules.decks
        steps = _steps(rules, bet, move)
        nets = sorted({net for row in steps for net, _ in row})
        self.unit = whole_unit(nets)
        self.nets = np.array([int(net * self.unit) for net in nets], np.int64)
        self._values = np.zeros(256, np.uint8)
        for code, card in CARDS.items():
            # A first card of the second row's colour is marked.
            second = colour(Card(card)) == rules.rows[1]
            self._values[code] = rules.value(card) | (ROW_COLOUR if second else 0)
        self.tables = Tables(
            rules.burn, rules.behind_min, rules.row_from, rules.blocking_tie,
            np.array([[after for _, after in row] for row in steps], np.int64),
            np.array([[nets.index(net) for net, _ in row] for row in steps], np.int64),
        )  # fmt: skip

    def play(self, rounds: int, stream: Stream) -> Tally:
        counts, none = np.zeros(len(self.nets), np.int64), np.zeros(0, np.int64)
        no_tape = np.zeros((0, 0), np.uint8)
        bets, _ = _run(
            shoe(self._decks), self._values, self.tables, no_tape, stream, rounds, counts, none
        )
        return Tally(counts, int(bets))

    def on_tape(self, tape: NDArray[np.uint8], rounds: int) -> NDArray[np.int64]:
        """The net of each round played from packs in a given order, one a row."""
        counts, nets = np.zeros(len(self.nets), np.int64), np.zeros(rounds, np.int64)
        stream = np.zeros(4, np.uint64)
        _, done = _run(
            shoe(self._decks), self._values, self.tables, tape, stream, rounds, counts, nets
        )
        return self.nets[nets[:done]]


def _steps(rules: TreintaRules, bet: str, move: str) -> list[list[tuple[Fraction, int]]]:
    """For each place of the chips and each result: what it changes, and where they are then."""
    lost_at_once = Fraction(0) if rules.whole_blocked else rules.blocked_loss
    blocked = 1 - lost_at_once
    premium = blocked * rules.insurance

    def asked(net: Fraction) -> tuple[Fraction, int]:
        """A blocked bet: given up, or kept waiting, insured or not."""
        if move == ENTREGAR:
            return net - blocked, NEW
        return (net - premium, INSURED) if move == ASEGURAR else (net, BLOCKED)

    rows: list[list[tuple[Fraction, int]]] = []
    for place in range(4):
        row: list[tuple[Fraction, int]] = []
        for result in range(TIE):
            won = bet in (rules.rows[result >> 1], INVERSO if result & 1 else COLOR)
            if place in (NEW, FREE):
                row.append((rules.pay(bet).ratio if won else Fraction(-1), NEW))
            else:
                row.append((Fraction(0) if won else -blocked, NEW))
        if place in (NEW, FREE):
            row += [(Fraction(0), FREE), asked(-lost_at_once)]
        else:
            # A second tie that blocks takes what is not insured.
            second = (-blocked, NEW) if place == BLOCKED else asked(Fraction(0))
            row += [asked(Fraction(0)), second]
        rows.append(row)
    return rows
