"""Punto y Banca in exact numbers: known figures, any commission, and the engine as the judge."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tapete.chance import anyone, seeded
from tapete.core.round.bets import Limits, Place, Slip
from tapete.core.round.betting import BetWindow
from tapete.core.round.event import ResultShown
from tapete.core.round.game import Setup
from tapete.core.round.live import Live
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.games.registry import find
from tapete.maths.exact import BetOdds, exact_odds
from tapete.maths.exact.puntoybanca import chances

GAME = find("midi-punto-y-banca")


def rules_of(decks: int = 8, **changes: str) -> PuntoYBancaRules:
    rules = GAME.rules_of(changes={"decks": str(decks), **changes})
    assert isinstance(rules, PuntoYBancaRules)
    return rules


def odds(decks: int = 8, commission: str = "1/20") -> dict[str, BetOdds]:
    return exact_odds(GAME, rules_of(decks), limits=Limits(commission=Fraction(commission)))


def percent(value: Fraction) -> float:
    return round(float(value) * 100, 5)


@pytest.mark.parametrize(
    ("decks", "punto", "banca", "empate"),
    [(8, 1.23508, 1.05791, 14.35963), (6, 1.23741, 1.05585, 14.43816)],
)
def test_the_house_edge_is_the_known_one(
    decks: int, punto: float, banca: float, empate: float
) -> None:
    found = odds(decks)
    assert {bet: percent(row.edge) for bet, row in found.items()} == {
        "punto": punto, "banca": banca, "empate": empate,
    }  # fmt: skip


def test_the_three_results_are_certain_together_and_the_known_ones() -> None:
    found = chances(rules_of())
    assert sum(found.values()) == 1
    assert [percent(found[side]) for side in ("punto", "banca", "empate")] == [
        44.62466, 45.85974, 9.5156,
    ]  # fmt: skip


def test_any_commission_changes_banca_alone() -> None:
    free, four = odds(commission="0"), odds(commission="1/25")
    assert free["banca"].edge < 0 < four["banca"].edge < odds()["banca"].edge
    assert free["punto"] == four["punto"] and free["empate"] == four["empate"]
    won = chances(rules_of())["banca"]
    assert four["banca"].edge - free["banca"].edge == won / 25


def test_the_lane_reads_the_drawing_table_of_the_rules() -> None:
    # If punto stood on 5 and banca never drew, both hands would be equally strong but for that.
    stands = rules_of(punto_stands="[5, 6, 7]")
    assert chances(stands) != chances(rules_of())
    nobody = rules_of(
        punto_draws="[]", punto_stands="[0, 1, 2, 3, 4, 5, 6, 7]",
        banca_draws_alone="[]",
    )  # fmt: skip
    even = chances(nobody)
    assert even["punto"] == even["banca"]


def test_the_engine_brings_the_same_results() -> None:
    """Many coups from a full shoe: each result within four standard deviations."""
    rules, pick = rules_of(), seeded("puntoybanca")
    setup = Setup(rules=rules, terms=GAME.terms(), seats=(1,))
    state, others = GAME.opening(rules), anyone(pick)
    seen: Counter[str] = Counter()
    rounds = 4000
    for _ in range(rounds):
        live = Live(GAME.play(setup, state))
        live.run(
            lambda ask: Slip((Place(1, "punto", 1),)) if isinstance(ask, BetWindow) else others(ask)
        )
        seen.update(event.result for event in live.events if isinstance(event, ResultShown))
    for side, chance in chances(rules).items():
        deviation = float(rounds * chance * (1 - chance)) ** 0.5
        assert abs(seen[side] - float(rounds * chance)) < 4 * deviation
