"""Punto y Banca, Midi, Mini and Baccarat compiled: the coup as one look into a table.

What the two hands do is decided by the points of punto's first two cards, those of banca's, and
the next two cards of the shoe. One table says for every such case who wins and how many cards are
gone; nothing is left to branch on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.core.round.bets import Limits
from tapete.games.cards.puntoybanca.hand import (
    BANCA,
    EMPATE,
    MODULUS,
    PUNTO,
    HandRules,
    banca_draws,
    is_natural,
    punto_draws,
    units,
    winner,
)
from tapete.games.cards.puntoybanca.rules import CoupRules
from tapete.maths.kernels.cards import POINTS, shoe
from tapete.maths.kernels.compiled import compiled
from tapete.maths.kernels.kernel import NoKernel, Tally
from tapete.maths.kernels.stream import Cards, Stream, draw

RESULTS = (PUNTO, BANCA, EMPATE)
SUMS = 19  # two values, 0 to 18: the units are taken by the table
MOST_CARDS = 6
FOUR, BITS = 2, 16


class Tables(NamedTuple):
    """The coup and the shoe as the compiled round reads them."""

    coup: NDArray[np.uint8]  # [punto's sum, banca's sum, fifth card, sixth card]
    burn: int
    cut: int


def coup(
    rules: HandRules, punto: int, banca: int, fifth: int, sixth: int, *, draws_on_five: bool = True
) -> tuple[str, int]:
    """Who wins and how many cards are used, asked of the same functions as in play.

    ``punto`` and ``banca`` are the points of their first cards, ``fifth`` and ``sixth`` the values
    of the next two. ``draws_on_five`` is what is chosen where the rules let a player decide for
    punto.
    """
    used = 4
    if not is_natural(rules, punto) and not is_natural(rules, banca):
        third: int | None = None
        rest = [fifth, sixth]
        own = banca
        draws = punto_draws(rules, punto)
        if draws_on_five if draws is None else draws:
            third = rest.pop(0)
            punto = units(punto + third)
        if banca_draws(rules, own, third):
            banca = units(banca + rest.pop(0))
        used = 6 - len(rest)
    return winner(punto, banca), used


def tables(rules: CoupRules, *, draws_on_five: bool = True) -> Tables:
    """Lay the whole game out."""
    if rules.punto_cards != (1, 3) or rules.banca_cards != (2, 4):
        raise NoKernel("the first cards are dealt in another order", "punto_cards")
    cut = rules.decks * 52 - rules.behind_min
    # The last round may begin at the cut card itself (CAT-III.2.5-66).
    if rules.behind_min < MOST_CARDS or cut <= rules.burn:
        raise NoKernel(f"fewer than {MOST_CARDS} cards behind the cut card", "behind_min")
    found = np.zeros((MODULUS, MODULUS, MODULUS, MODULUS), np.uint8)
    for punto, banca, fifth, sixth in np.ndindex(*found.shape):
        won, used = coup(rules, punto, banca, fifth, sixth, draws_on_five=draws_on_five)
        found[punto, banca, fifth, sixth] = RESULTS.index(won) | used << FOUR
    sums = np.arange(SUMS) % MODULUS
    flat = found[sums][:, sums].ravel()
    flat.setflags(write=False)
    return Tables(flat, rules.burn, cut)


@compiled
def _coup(cards: Cards, pos: int, table: NDArray[np.uint8]) -> Any:
    punto = np.int64(cards[pos]) + np.int64(cards[pos + 2])
    banca = np.int64(cards[pos + 1]) + np.int64(cards[pos + 3])
    thirds = np.int64(cards[pos + 4]) * 10 + np.int64(cards[pos + 5])
    return np.int64(table[punto * (SUMS * 100) + banca * 100 + thirds])


@compiled
def _simulate(
    cards: Cards, t: Tables, rounds: int, state: Stream, counts: NDArray[np.int64]
) -> None:
    table, cut = t.coup, t.cut
    done = 0
    while done < rounds:
        draw(cards, 0, min(cut + MOST_CARDS, len(cards)), state)
        pos = t.burn
        # Three counts of 16 bits in one number: a shoe has fewer than 65,536 coups.
        of_shoe = np.uint64(0)
        while pos <= cut and done < rounds:
            found = _coup(cards, pos, table)
            of_shoe += np.uint64(1) << np.uint64((found & 3) * BITS)
            pos += found >> FOUR
            done += 1
        for result in range(3):
            counts[result] += np.int64((of_shoe >> np.uint64(result * BITS)) & np.uint64(0xFFFF))


@compiled
def _on_tape(tape: NDArray[np.uint8], t: Tables, results: NDArray[np.int64]) -> int:
    done = 0
    for row in range(len(tape)):
        pos = t.burn
        while pos <= t.cut:
            if done == len(results):
                return done
            found = _coup(tape[row], pos, t.coup)
            results[done] = found & 3
            pos += found >> FOUR
            done += 1
    return done


def _values(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The cards by their value: figures count nothing (CAT-III.2.5-55)."""
    values = (cards & POINTS) % 10
    return values.astype(np.uint8)


class PuntoYBanca:
    """One bet, on punto, banca or the tie, coup after coup.

    In Baccarat whoever decides for punto always does the same on five.
    """

    def __init__(
        self,
        rules: CoupRules,
        bet: str,
        limits: Limits | None = None,
        *,
        draws_on_five: bool = True,
    ) -> None:
        self.tables = tables(rules, draws_on_five=draws_on_five)
        self._decks = rules.decks
        commission = (limits or Limits()).commission if bet == rules.commission else 0
        won = rules.pay(bet).ratio * (1 - commission)
        self.unit = won.denominator
        void = 0 if bet != EMPATE else -self.unit
        nets = {PUNTO: -self.unit, BANCA: -self.unit, EMPATE: void, bet: int(won * self.unit)}
        self.nets = np.array([nets[result] for result in RESULTS], np.int64)

    def play(self, rounds: int, stream: Stream) -> Tally:
        counts = np.zeros(3, np.int64)
        _simulate(_values(shoe(self._decks)), self.tables, rounds, stream, counts)
        return Tally(counts, rounds)

    def on_tape(self, tape: NDArray[np.uint8], rounds: int) -> NDArray[np.int64]:
        """The net of each round played from shoes in a given order, one a row."""
        results = np.zeros(rounds, np.int64)
        done = _on_tape(_values(tape), self.tables, results)
        return self.nets[results[:done]]
