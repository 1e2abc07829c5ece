"""Canal 21: kernel and engine play the same cards, and agree on every round."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from msgspec.structs import replace

from tapete.core.round.cards import DECK
from tapete.games.cards.twentyone.canal import bonus
from tapete.games.cards.twentyone.games import CANAL_21
from tapete.games.cards.twentyone.hand import points
from tapete.maths.kernels.canal import Canal
from tapete.maths.kernels.cards import CODES
from tapete.maths.kernels.kernel import NoKernel
from tapete.maths.simulate.judge import judge
from tapete.maths.simulate.lanes import Play
from tapete.maths.simulate.run import KERNEL, simulate
from tapete.maths.strategy.chart import Chart
from tapete.maths.strategy.lanes import solution
from tests.maths.kernels.charts import BONUS_SEEKER, SPENDTHRIFT

ROUNDS = 2_000


def test_by_the_best_chart() -> None:
    judge(Play(CANAL_21, CANAL_21.rules_of(), "principal"), ROUNDS)


@pytest.mark.parametrize("chart", [BONUS_SEEKER, SPENDTHRIFT], ids=["seeker", "spendthrift"])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"canal-21.desempate-igual": "1:1", "soft17": "stand", "decks": "6"},
        {"pays.principal@trio": "7:2", "resplit_aces": "false", "surrender_split": "false"},
        {"double_after_split": "false", "double_soft": "false", "surrender_loss": "25%"},
    ],
    ids=["as written", "equal cards even", "three and a half", "strict"],
)
def test_by_any_chart_under_any_rules(chart: Chart, changes: dict[str, str]) -> None:
    # Some of these rounds break the tie of a second hand alone.
    rules = CANAL_21.rules_of("scj-2023", changes)
    judge(Play(CANAL_21, rules, "principal", chart), ROUNDS // 2, seed=2)


@pytest.mark.clause("CAT-III.1.5.3-63", "CAT-III.1.5.3-80")
def test_every_three_cards_have_the_bonus_of_the_engine() -> None:
    hands = [three for three in product(DECK, repeat=3) if points(three) <= 21]
    cards = np.array([[CODES[card] for card in three] for three in hands], np.uint8)
    kernel = Canal(CANAL_21.rules_of(), SPENDTHRIFT)
    assert kernel.bonuses(cards) == [bonus(three) for three in hands]


def test_the_edge_is_the_exact_one_within_the_error_of_a_simulation() -> None:
    rules = CANAL_21.rules_of()
    found = simulate(Play(CANAL_21, rules, "principal"), 2_000_000)
    assert found.lane == KERNEL
    assert abs(found.distance(solution(rules).by_totals.edge)) < 4


def test_rules_beyond_the_kernel_are_left_to_the_engine() -> None:
    rules = CANAL_21.rules_of()
    for beyond in (replace(rules, split_by="rango"), replace(rules, max_hands=4)):
        with pytest.raises(NoKernel):
            Play(CANAL_21, beyond, "principal", SPENDTHRIFT).kernel()
