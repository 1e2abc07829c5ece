"""Everything against one first card of the croupier: best play, any given play, and splits."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tapete.maths.strategy.hands import NATURAL, Floats, Ints, full_shoe
from tapete.maths.strategy.shoe import (
    BLACK_JACK,
    PAIR,
    SIZE,
    TABLE,
    TWO,
    AnyPlay,
    Bools,
    Play,
    Shoe,
    dealt,
    fingerprint,
    payments,
)
from tapete.maths.strategy.splits import Split, drawn, shoes_needed
from tapete.maths.strategy.terms import ACE, Terms

Law = dict[int, float]
"""The chance of each result of a round, in parts (`Terms.unit`) of the first bet."""
SURELY = 1e-12
"""Values closer than this are equal."""


class FirstCard:
    """The game once the croupier shows a card of the value ``up``; and, where he has several hands,
    those of the others."""

    def __init__(self, terms: Terms, up: int) -> None:
        self.terms, self.up, self.pays = terms, up, payments(terms)
        full = full_shoe(terms.decks)
        for other in terms.others:
            full[other - 1] -= 1
        self.chance = float(full[up - 1] / full.sum())
        self.left = full.copy()
        self.left[up - 1] -= 1
        self.dealt = dealt(self.left)
        self.shoe = self.prospects(self.left, np.ones(SIZE, dtype=bool))
        self.may_hit: Bools = TABLE.best < terms.no_draw_from
        self.may_double: Bools = TWO & self.may_hit & np.isin(TABLE.best, terms.double_totals)
        if not terms.double_soft:
            self.may_double &= ~TABLE.soft
        self.may_retire: Bools = TWO & self.may_hit & (up in terms.surrender_up)
        self.retire = -float(terms.surrender_loss)
        self.bank_natural = float(self.shoe.law[BLACK_JACK, NATURAL])
        self.wait = float(terms.natural) * (1 - self.bank_natural)
        offered = {up, *terms.others} & {*terms.even_money_up}
        self.takes_even_money = bool(offered) and float(terms.even_money) > self.wait + SURELY
        self._pairs: dict[int, list[Shoe]] = {}
        self._splits: dict[tuple[int, bytes], Split] = {}

    def prospects(self, left: Ints, wanted: Bools) -> Shoe:
        """A shoe of this game with some cards left."""
        return Shoe(self.terms, self.up, left, wanted)

    # -- splits ----------------------------------------------------------------------------------

    def split(self, pair: int, play: AnyPlay) -> Split:
        """The pair split, and again whenever it may be, every hand then played so."""
        key = (pair, fingerprint(play))
        if key not in self._splits:
            self._splits[key] = self._split(pair, play)
        return self._splits[key]

    def _split(self, pair: int, play: AnyPlay) -> Split:
        assert isinstance(play, Play)
        if pair == ACE:  # one card each, and no more
            play = Play(np.zeros(SIZE, dtype=bool))
        else:
            none = np.zeros(SIZE, dtype=bool)
            doubles = play.doubles if self.terms.double_after_split else none
            retires = play.retires if self.terms.surrender_split else none
            play = Play(play.hits, doubles, retires)
        shoes = [drawn(shoe, pair, play) for shoe in self._pair_shoes(pair)]
        return Split(shoes, self.terms.hands_of(pair))

    def worth(self, split: Split) -> float:
        return split.value(self.pays) / self.terms.unit

    def may_split(self, pair: int) -> bool:
        return self.terms.max_hands > 1 and self.left[pair - 1] > 1

    def best_after_split(self, pair: int) -> AnyPlay:
        """The best play by composition of a hand that comes from this pair."""
        shoe = self._pair_shoes(pair)[0]
        hits, value, _ = shoe.best_play(self.may_hit)
        doubles: Bools = self.may_double & self.terms.double_after_split
        doubles &= shoe.double > value + SURELY
        value = np.where(doubles, shoe.double, value)
        retires: Bools = self.may_retire & self.terms.surrender_split
        retires &= self.retire > value + SURELY
        return Play(hits, doubles & ~retires, retires)

    def _pair_shoes(self, pair: int) -> list[Shoe]:
        """The shoe with the pair out, then with one more of its cards out each time."""
        if pair not in self._pairs:
            own: Bools = TABLE.counts[:, pair - 1] >= 1
            self._pairs[pair] = shoes = []
            for extra in range(shoes_needed(self.terms.hands_of(pair))):
                left = self.left.copy()
                left[pair - 1] -= 1 + extra  # the hand's own card is among its counts
                if left[pair - 1] < 1:
                    break
                shoes.append(self.prospects(left, own))
        return self._pairs[pair]

    # -- a way of playing, valued ----------------------------------------------------------------

    def law(self, play: AnyPlay, after: Mapping[int, AnyPlay]) -> Law:
        """The chance of each result of a round played so; ``after`` each split as it says."""
        unit = self.terms.unit
        start = self.dealt.copy()
        start[BLACK_JACK] = 0.0
        found: Law = {}

        def add(net: int, chance: float) -> None:
            if chance:
                found[net] = found.get(net, 0.0) + chance

        blessed = float(self.dealt[BLACK_JACK])
        if self.takes_even_money:
            add(int(self.terms.even_money * unit), blessed)
        else:
            add(0, blessed * self.bank_natural)
            add(int(self.terms.natural * unit), blessed * (1 - self.bank_natural))
        for pair in play.splits:
            for net, chance in self.split(pair, after[pair]).law(self.pays).items():
                add(net, chance * float(start[PAIR[pair]]))
            start[PAIR[pair]] = 0.0
        for pay, chance in zip(self.pays, self.shoe.results(start, play).sum(axis=1), strict=True):
            add(int(pay), float(chance))
        return found

    def best(self) -> tuple[AnyPlay, Mapping[int, AnyPlay], dict[str, Floats]]:
        """The best play by composition, also after each split, and what every move is worth."""
        hits, value, hit = self.shoe.best_play(self.may_hit)
        split = np.full(SIZE, -np.inf)
        after: dict[int, AnyPlay] = {}
        for pair, i in PAIR.items():
            if self.may_split(pair):
                after[pair] = self.best_after_split(pair)
                split[i] = self.worth(self.split(pair, after[pair]))
        double = np.where(self.may_double, self.shoe.double, -np.inf)
        retire = np.where(self.may_retire, self.retire, -np.inf)
        doubles: Bools = double > value + SURELY
        value = np.maximum(value, double)
        retires: Bools = retire > value + SURELY
        value = np.maximum(value, retire)
        splits = frozenset(pair for pair, i in PAIR.items() if split[i] > value[i] + SURELY)
        for pair in splits:
            doubles[PAIR[pair]] = retires[PAIR[pair]] = False
        doubles &= ~retires
        moves = {
            "plantarse": self.shoe.stand,
            "pedir": np.where(self.may_hit, hit, -np.inf),
            "doblar": double,
            "retirarse": retire,
            "separar": split,
        }
        return Play(hits, doubles, retires, splits), after, moves
