"""War compiled: a card each, and on a tie a war behind burned cards, or half given up."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.cards.war.rules import BONUS, GUERRA, MAIN, RENDIRSE, TIE, WarRules
from tapete.maths.kernels.cards import by_rank, shoe
from tapete.maths.kernels.compiled import compiled, inlined
from tapete.maths.kernels.kernel import NoKernel, NoSuchMove, Tally, whole_unit
from tapete.maths.kernels.stream import Cards, Stream, draw

LOST, WON, TIED, WAR_LOST, WAR_WON, WAR_TIED = range(6)


class Tables(NamedTuple):
    """What the compiled round needs of the rules. ``fights``: a tie goes to war."""

    burn: int
    cut: int
    war_burn: int
    fights: bool
    round_cards: int


@inlined
def _round(cards: Cards, pos: int, t: Tables) -> tuple[int, int]:
    mine, bank = cards[pos], cards[pos + 1]
    pos += 2
    if mine != bank:
        return (WON if mine > bank else LOST), pos
    if not t.fights:
        return TIED, pos
    mine, bank = cards[pos + t.war_burn], cards[pos + 2 * t.war_burn + 1]
    pos += 2 * t.war_burn + 2
    return (WAR_TIED if mine == bank else WAR_WON if mine > bank else WAR_LOST), pos


@compiled
def _simulate(
    cards: Cards, t: Tables, rounds: int, state: Stream, counts: NDArray[np.int64]
) -> None:
    done = 0
    while done < rounds:
        draw(cards, 0, min(t.cut + t.round_cards, len(cards)), state)
        pos = t.burn
        while pos < t.cut and done < rounds:
            result, pos = _round(cards, pos, t)
            counts[result] += 1
            done += 1


@compiled
def _on_tape(tape: NDArray[np.uint8], t: Tables, results: NDArray[np.int64]) -> int:
    done = 0
    for row in range(len(tape)):
        pos = t.burn
        while pos < t.cut:
            if done == len(results):
                return done
            results[done], pos = _round(tape[row], pos, t)
            done += 1
    return done


class War:
    """The bet ``war``, whose owner always fights a tie or always gives up half, or ``empate``
    beside it."""

    def __init__(self, rules: WarRules, bet: str = MAIN, move: str = RENDIRSE) -> None:
        if move not in (GUERRA, RENDIRSE):
            raise NoSuchMove(move)
        cards = 2 * rules.war_burn + 4
        cut = rules.decks * 52 - rules.behind_min
        if rules.behind_min < cards or cut <= rules.burn:
            raise NoKernel(f"fewer than {cards} cards behind the cut card", "behind_min")
        fights = bet == MAIN and move == GUERRA
        self.tables = Tables(rules.burn, cut, rules.war_burn, fights, cards)
        self._decks = rules.decks
        self._values = by_rank(rules.values)
        war, lost = rules.war_bet, rules.surrender_loss
        both = rules.pay(MAIN, GUERRA).ratio * (1 + war)
        nets: list[Fraction | int] = (
            [-1, rules.pay(MAIN).ratio, -lost, -1 - war, both, both + rules.pay(MAIN, BONUS).ratio]
            if bet == MAIN
            else [-1, -1, rules.pay(TIE).ratio, 0, 0, 0]
        )
        self.unit = whole_unit(nets)
        self.nets = np.array([int(net * self.unit) for net in nets], np.int64)

    def play(self, rounds: int, stream: Stream) -> Tally:
        counts = np.zeros(6, np.int64)
        _simulate(self._values[shoe(self._decks)], self.tables, rounds, stream, counts)
        return Tally(counts, rounds)

    def on_tape(self, tape: NDArray[np.uint8], rounds: int) -> NDArray[np.int64]:
        """The net of each round played from shoes in a given order, one a row."""
        results = np.zeros(rounds, np.int64)
        done = _on_tape(self._values[tape], self.tables, results)
        return self.nets[results[:done]]
