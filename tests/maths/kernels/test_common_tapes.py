"""Kernel and engine play the same cards and throws, and agree on every round."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tapete.core.round.bets import Limits
from tapete.core.round.game import Game
from tapete.games.cards.baccarat.game import BACCARAT
from tapete.games.cards.puntoybanca.games import MIDI, MINI, PUNTO_Y_BANCA
from tapete.games.cards.treinta.treinta import TREINTA_Y_CUARENTA
from tapete.games.cards.twentyone.games import BLACK_JACK, CHALLENGE_21, PERFECT_PAIRS
from tapete.games.cards.war.war import WAR
from tapete.games.registry import find
from tapete.maths.simulate.judge import Parted, judge
from tapete.maths.simulate.lanes import Play
from tapete.maths.strategy.chart import Chart
from tests.maths.kernels.charts import GREEDY, TIMID

ROUNDS = 2_000


def test_black_jack_by_the_best_chart() -> None:
    judge(Play(BLACK_JACK, BLACK_JACK.rules_of(), "principal"), 2 * ROUNDS)


@pytest.mark.parametrize("chart", [GREEDY, TIMID], ids=["greedy", "timid"])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"soft17": "hit", "decks": "8", "max_hands": "3", "double_after_split": "false"},
        {"resplit_aces": "true", "double_soft": "true", "surrender_split": "true"},
        {"pays.principal@black-jack": "6:5", "behind_min": "104", "burn": "3", "decks": "4"},
    ],
    ids=["as written", "eight decks", "generous", "six to five"],
)
def test_black_jack_by_any_chart_under_any_rules(chart: Chart, changes: dict[str, str]) -> None:
    rules = BLACK_JACK.rules_of("scj-2023", changes)
    judge(Play(BLACK_JACK, rules, "principal", chart), ROUNDS // 2, seed=2)


@pytest.mark.parametrize("bet", ["mano-1", "mano-2", "mano-3"])
@pytest.mark.parametrize("chart", [GREEDY, TIMID], ids=["greedy", "timid"])
def test_challenge_21(bet: str, chart: Chart) -> None:
    judge(Play(CHALLENGE_21, CHALLENGE_21.rules_of(), bet, chart), ROUNDS // 2)


@pytest.mark.parametrize("edition", ["scj-2023", "scj-2009"])
def test_perfect_pairs(edition: str) -> None:
    rules = PERFECT_PAIRS.rules_of(edition)
    judge(Play(PERFECT_PAIRS, rules, "perfect-pairs", TIMID), ROUNDS)


@pytest.mark.parametrize("bet", ["punto", "banca", "empate"])
def test_punto_y_banca(bet: str) -> None:
    judge(Play(PUNTO_Y_BANCA, PUNTO_Y_BANCA.rules_of(), bet), ROUNDS)


@pytest.mark.parametrize("game", [MIDI, MINI], ids=lambda game: game.id)
def test_midi_and_mini(game: Game[Any, Any]) -> None:
    judge(Play(game, game.rules_of(), "banca"), ROUNDS // 3, seed=3)


@pytest.mark.clause("CAT-III.2.5-61", "CAT-III.2.5-65")
@pytest.mark.parametrize("bet", ["punto", "punto/pedir", "punto/plantarse", "banca/plantarse"])
def test_baccarat(bet: str) -> None:
    judge(Play(BACCARAT, BACCARAT.rules_of(), bet), ROUNDS)


@pytest.mark.clause("CAT-III.2.7-08")
@pytest.mark.parametrize("game", [BACCARAT, PUNTO_Y_BANCA], ids=lambda game: game.id)
@pytest.mark.parametrize("commission", ["0", "1/25", "1/8"])
def test_the_commission_of_the_plan(game: Game[Any, Any], commission: str) -> None:
    share = Fraction(commission)
    play = Play(game, game.rules_of(), "banca", limits=Limits(commission=share))
    judge(play, ROUNDS // 4)
    kernel = play.kernel()
    assert max(kernel.nets) == (1 - share) * kernel.unit


@pytest.mark.parametrize("bet", ["war/guerra", "war/rendirse", "war", "empate"])
def test_war(bet: str) -> None:
    judge(Play(WAR, WAR.rules_of(), bet), ROUNDS)


@pytest.mark.parametrize(
    "bet", ["rojo", "negro/entregar", "color/asegurar", "inverso/esperar", "rojo/asegurar"]
)
@pytest.mark.parametrize("option", ["", "prision"])
def test_treinta_y_cuarenta(bet: str, option: str) -> None:
    game = TREINTA_Y_CUARENTA
    changes = {"treinta-y-cuarenta.empate-31": option} if option else {}
    judge(Play(game, game.rules_of("scj-2023", changes), bet), ROUNDS // 3)


@pytest.mark.parametrize(
    ("game", "bet"),
    [
        ("ruleta-francesa", "rojo"),
        ("ruleta-francesa", "rojo/prision"),
        ("ruleta-francesa", "vecinos-de-cero"),
        ("ruleta-americana-un-cero", "impar"),
        ("ruleta-americana-doble-cero", "linea-especial"),
        ("big-six", "40a"),
        ("craps", "pass"),
        ("craps", "dont-pass"),
        ("craps", "come"),
        ("craps", "odds-pass"),
        ("craps", "hard-6"),
        ("craps", "right:6"),
        ("mini-craps", "field"),
        ("corona-y-ancla", "ancla"),
        ("chuck-a-luck", "field"),
    ],
)
def test_wheels_and_dice(game: str, bet: str) -> None:
    played = find(game)
    judge(Play(played, played.rules_of(), bet), ROUNDS // 3)


def test_a_kernel_under_other_rules_is_found_out() -> None:
    play = Play(BLACK_JACK, BLACK_JACK.rules_of("scj-2023", {"soft17": "hit"}), "principal", TIMID)
    other = Play(BLACK_JACK, BLACK_JACK.rules_of(), "principal", TIMID)
    play.table = other.table  # type: ignore[method-assign]
    with pytest.raises(Parted, match="by the kernel"):
        judge(play, ROUNDS)
