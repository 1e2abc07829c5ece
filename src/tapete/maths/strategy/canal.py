"""Canal 21 against one first card: the chart by totals, and best play by cards and suits."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tapete.maths.strategy import kernels
from tapete.maths.strategy.canal_shoe import (
    KINDS,
    STRAIGHT,
    TRIO,
    CanalShoe,
    Holding,
    canal_payments,
    third_chances,
    unsuited,
)
from tapete.maths.strategy.chart import DOUBLE, HIT, RETIRE, SPLIT, STAND
from tapete.maths.strategy.first_card import SURELY, FirstCard, Law
from tapete.maths.strategy.hands import Floats, Ints
from tapete.maths.strategy.shoe import (
    BLACK_JACK,
    PAIR,
    SIZE,
    TABLE,
    TWO,
    AnyPlay,
    Bools,
    CanalPlay,
    Play,
)
from tapete.maths.strategy.splits import Split, drawn
from tapete.maths.strategy.terms import ACE, CanalTerms
from tapete.maths.strategy.totals import ROW, ROWS


class CanalFirstCard(FirstCard):
    """Canal 21 once the croupier shows a card of the value ``up``."""

    terms: CanalTerms
    shoe: CanalShoe

    def __init__(self, terms: CanalTerms, up: int) -> None:
        super().__init__(terms, up)
        self.pays = canal_payments(terms)
        self.holding = self.held_by_totals()
        self.shoe.hold(self.holding)
        tie = self.bank_natural * float(self.shoe.tie[BLACK_JACK])
        self.wait = float(terms.natural) * (1 - self.bank_natural) + tie
        self.takes_even_money = (
            up in terms.even_money_up and float(terms.even_money) > self.wait + SURELY
        )
        self.matters: Bools = (third_chances(terms.decks, True) != third_chances(terms.decks, False)
        ).any(axis=(1, 2))  # fmt: skip

    def prospects(self, left: Ints, wanted: Bools) -> CanalShoe:
        shoe = CanalShoe(self.terms, self.up, left, wanted)
        if hasattr(self, "holding"):
            shoe.hold(self.holding)
        return shoe

    def held_by_totals(self) -> Holding:
        """Which hands with a bonus ask for cards, by totals: what a chart can say of them.

        Trios and straights share their rows; three sevens are 21 and ask for nothing.
        """
        shoe = self.shoe
        thirds, _ = kernels.third_card(
            TABLE.next, TABLE.counts, self.left, self.dealt, shoe.average
        )
        asks, _ = shoe.best_holding(self.may_hit)
        for _ in range(len(KINDS)):
            shoe.hold(asks)
            gain = np.zeros(ROWS)
            for kind in (TRIO, STRAIGHT):
                met = shoe.visits(thirds[kind], asks[kind])
                more = shoe.held(kind)[1] - shoe.stand - shoe.bonus[kind]
                gain += np.bincount(ROW, np.where(met > 0, met * more, 0.0), ROWS)
            again = np.array([self.may_hit & (gain > 0)[ROW] for _ in KINDS])
            if (again == asks).all():
                break
            asks = again
        every = shoe.visits(thirds[TRIO] + thirds[STRAIGHT], self.may_hit)
        self.held_rows = sorted({int(row) for row in ROW[(every > 0) & self.may_hit]})
        return asks

    def _split(self, pair: int, play: AnyPlay) -> Split:
        way = unsuited(play, self.holding)
        none = np.zeros(SIZE, dtype=bool)
        if pair == ACE:
            way = unsuited(Play(none), self.holding)
        else:
            doubles, retires = self.terms.double_after_split, self.terms.surrender_split
            plain, suited = (
                Play(p.hits, p.doubles if doubles else none, p.retires if retires else none)
                for p in (way.plain, way.suited)
            )
            way = CanalPlay(plain, suited, way.holding)
        shoes = []
        for shoe in self._pair_shoes(pair):
            assert isinstance(shoe, CanalShoe)
            shoes.append(drawn(shoe, pair, way))
        return Split(shoes, self.terms.hands_of(pair))

    def law(self, play: AnyPlay, after: Mapping[int, AnyPlay]) -> Law:
        way, unit = unsuited(play, self.holding), self.terms.unit
        found: Law = {}

        def add(net: int, chance: float) -> None:
            if chance:
                found[net] = found.get(net, 0.0) + chance

        blessed = float(self.dealt[BLACK_JACK])
        if self.takes_even_money:
            add(int(self.terms.even_money * unit), blessed)
        else:
            waits, equal = blessed * self.bank_natural, float(self.shoe.equal[BLACK_JACK])
            add(int(self.terms.natural * unit), blessed - waits)
            add(int(2 * self.terms.tie_equal * unit), waits * equal)
            add(int(2 * self.terms.tie_win * unit), waits * (1 - equal) / 2)
            add(-2 * unit, waits * (1 - equal) / 2)
        laws = {
            pair: self.split(pair, after[pair]).law(self.pays)
            for pair in way.plain.splits | way.suited.splits
        }
        share = self.shoe.share
        for suited, part in ((True, share), (False, 1 - share)):
            start = self.dealt * part
            start[BLACK_JACK] = 0.0
            for pair in (way.suited if suited else way.plain).splits:
                for net, chance in laws[pair].items():
                    add(net, chance * float(start[PAIR[pair]]))
                start[PAIR[pair]] = 0.0
            results = self.shoe.results_of(start, way, suited=suited).sum(axis=1)
            for pay, chance in zip(self.pays, results, strict=True):
                add(int(pay), float(chance))
        return found

    def best_after_split(self, pair: int) -> CanalPlay:
        shoe = self._pair_shoes(pair)[0]
        assert isinstance(shoe, CanalShoe)
        double = self.may_double & self.terms.double_after_split
        retire = self.may_retire & self.terms.surrender_split
        holding, values = shoe.best_holding(self.may_hit)
        suited, plain = (
            self._best_two(shoe, values, holding, double, retire, suited, np.full(SIZE, -np.inf))[0]
            for suited in (True, False)
        )
        return CanalPlay(plain, suited, holding)

    def _best_two(
        self, shoe: CanalShoe, values: Floats, holding: Bools, may_double: Bools,
        may_retire: Bools, suited: bool, split: Floats,
    ) -> tuple[Play, dict[str, Floats]]:  # fmt: skip
        """The best moves of hands of two cards, and what each is worth."""
        chance = shoe.chances[suited]
        moves = {
            STAND: shoe.stand,
            HIT: np.where(self.may_hit & TWO, shoe.third(chance, values, -1.0), -np.inf),
            DOUBLE: np.where(may_double, shoe.doubled(chance), -np.inf),
            RETIRE: np.where(may_retire, self.retire, -np.inf),
            SPLIT: split,
        }
        order = (STAND, HIT, DOUBLE, RETIRE, SPLIT)
        best = np.argmax(np.array([moves[move] for move in order]), axis=0)
        two: list[Bools] = [TWO & (best == number) for number in range(len(order))]
        hits: Bools = np.where(TWO, two[1], holding[0])
        splits = frozenset(pair for pair, i in PAIR.items() if two[4][i])
        return Play(hits, two[2], two[3], splits), moves

    def best(self) -> tuple[CanalPlay, Mapping[int, AnyPlay], dict[str, Floats]]:
        """Best play by cards and suits; what moves are worth when suits are not looked at."""
        split = np.full(SIZE, -np.inf)
        after: dict[int, AnyPlay] = {}
        for pair, i in PAIR.items():
            if self.may_split(pair):
                after[pair] = self.best_after_split(pair)
                split[i] = self.worth(self.split(pair, after[pair]))
        holding, values = self.shoe.best_holding(self.may_hit)
        plays, self.moves = {}, {}
        for suited in (True, False):
            plays[suited], self.moves[suited] = self._best_two(
                self.shoe, values, holding, self.may_double, self.may_retire, suited, split
            )
        share = self.shoe.share
        with np.errstate(invalid="ignore"):
            moves = {
                move: share * self.moves[True][move] + (1 - share) * self.moves[False][move]
                for move in self.moves[True]
            }
        return CanalPlay(plays[False], plays[True], holding), after, moves
