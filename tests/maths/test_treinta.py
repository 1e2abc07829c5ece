"""Treinta y Cuarenta, exactly: ties of two rows without replacement, and what they cost a bet."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from tapete.chance import by_chance, seeded
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.betting import BetWindow
from tapete.core.round.event import BetMoved, ResultShown, net
from tapete.games.cards.treinta.rules import TreintaRules
from tapete.games.registry import find
from tapete.maths.exact import BetOdds, exact_odds
from tapete.maths.exact.rows import tie_chances
from tapete.maths.exact.treinta import coup
from tests.games.cards.packs import TREINTA, opened, slip

BETS = ("rojo", "negro", "color", "inverso")


def rules(**changes: str) -> TreintaRules:
    found = find(TREINTA).rules_of("scj-2023", {k.replace("_", "-"): v for k, v in changes.items()})
    assert isinstance(found, TreintaRules)
    return found


def figures(**changes: str) -> dict[str, BetOdds]:
    return exact_odds(find(TREINTA), rules(**changes))


def by_hand(cards: dict[int, int], low: int) -> dict[int, Fraction]:
    """Every order of a small pack, dealt into two rows."""
    pack = [value for value, count in cards.items() for _ in range(count)]
    ties: Counter[int] = Counter()
    orders = 0
    for order in permutations(pack):
        orders += 1
        left = iter(order)
        totals = []
        for _ in range(2):
            total = 0
            while total < low:
                total += next(left)
            totals.append(total)
        if totals[0] == totals[1]:
            ties[totals[0]] += 1
    return {total: Fraction(count, orders) for total, count in sorted(ties.items())}


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ({1: 3, 2: 3, 3: 2}, 4),
        ({1: 2, 2: 2, 3: 2, 4: 2}, 5),
        ({1: 4, 3: 4}, 3),
        ({2: 4, 5: 4}, 7),
    ],
)
def test_the_ties_of_two_rows_are_those_of_every_order_of_a_small_pack(
    cards: dict[int, int], low: int
) -> None:
    found = {total: chance for total, chance in tie_chances(cards, low).items() if chance}
    assert found == by_hand(cards, low)


@pytest.mark.clause("CAT-III.5.6-11", "CAT-III.5.6-07")
def test_the_chances_of_a_coup_from_six_decks() -> None:
    chance = coup(rules())
    assert sum(chance) == 1
    assert chance.win == chance.lose
    assert round(float(chance.blocking), 6) == 0.021891
    assert round(float(chance.neutral), 6) == 0.087708


@pytest.mark.clause("CAT-III.5.6-11", "CAT-III.5.6-12", "CAT-III.5.6-13", "CAT-III.5.6-14")
def test_what_a_tie_at_31_costs_under_each_answer() -> None:
    chance = coup(rules())
    odds = figures()
    waits = chance.win / (1 - chance.neutral)
    for bet in BETS:
        assert odds[f"{bet}/entregar"].edge == chance.blocking
        assert odds[f"{bet}/esperar"].edge == chance.blocking * (1 - waits / 2)
        assert round(float(odds[f"{bet}/esperar"].edge), 4) == 0.0165  # about 1.66%
        assert odds[f"{bet}/asegurar"].edge < odds[f"{bet}/esperar"].edge
        assert odds[f"{bet}/esperar"].push == chance.neutral
    assert list(odds) == [
        f"{bet}/{choice}" for bet in BETS for choice in ("esperar", "asegurar", "entregar")
    ]
    for each in odds.values():
        assert sum(often for _, often in each.ends) == 1


@pytest.mark.clause("CAT-III.5.6-14")
def test_an_insured_bet_pays_its_premium_for_as_long_as_it_stays_blocked() -> None:
    chance = coup(rules())
    found = figures()["rojo/asegurar"]
    # Summed coup by coup, until what is left is beyond any figure shown.
    mean = square = Fraction(0)
    waiting, premium = chance.blocking, Fraction(1, 200)
    stays = chance.neutral + chance.blocking
    for coups in range(1, 25):
        for result, often in ((Fraction(-1, 2), chance.win), (Fraction(-1), chance.lose)):
            end = result - premium * coups
            mean += waiting * often * end
            square += waiting * often * end**2
        waiting *= stays
    square += chance.win + chance.lose
    assert abs(float(found.mean - mean)) < 1e-15
    assert abs(float(found.variance - (square - mean**2))) < 1e-15


@pytest.mark.clause("CAT-III.5.6-11")
def test_with_the_option_prision_a_tie_at_31_costs_about_half() -> None:
    chance = coup(rules())
    odds = figures(empate_31="prision")
    freed = chance.win / (1 - chance.neutral)
    assert odds["negro/esperar"].edge == chance.blocking * (1 - freed)
    assert odds["negro/esperar"].push == chance.neutral + chance.blocking * freed
    assert odds["negro/entregar"].edge == chance.blocking


def test_the_engine_agrees_over_many_coups() -> None:
    """Coups one after another out of the same pack, shuffled when its cut card shows: what the
    exact model leaves out (each coup from a full pack) is far below what so many can tell."""
    table = opened(TREINTA, 1)
    chance, odds = coup(rules()), figures()
    bets = slip({1: dict.fromkeys(BETS, 2)})

    def waiter(ask: Ask[Any]) -> Any:
        if isinstance(ask, BetWindow):
            return slip({}) if ask.standing else bets
        assert isinstance(ask, Choose)
        return ask.default

    answer = by_chance(seeded("treinta y cuarenta"), waiter)
    coups = 4000
    results: Counter[str] = Counter()
    blocked = total = placed = 0
    for _ in range(coups):
        placed += 8 * (not any(stake.bet in BETS for stake in table.state.standing()))
        events = table.play(answer).events
        [shown] = [event for event in events if isinstance(event, ResultShown)]
        results[shown.result] += 1
        results[str(shown.facts.get("chance"))] += 1
        blocked += any(isinstance(event, BetMoved) for event in events)
        total += net(events, 1)
    near(results["rojo"], coups, chance.win)
    near(results["negro"], coups, chance.win)
    near(results["color"], coups, chance.win)
    near(results["inverso"], coups, chance.win)
    near(results["empate"], coups, chance.neutral + chance.blocking)
    # Bets left free by a neutral tie are played on: what they cost, they cost per bet decided.
    each = 4 * float(odds["rojo/esperar"].variance / (1 - chance.neutral) * 16)
    wanted = -placed * float(odds["rojo/esperar"].edge / (1 - chance.neutral))
    assert abs(total - wanted) < 4 * (coups * each) ** 0.5
    assert blocked > 0


def near(count: int, of: int, chance: Fraction) -> None:
    p = float(chance)
    assert abs(count - of * p) < 4 * (of * p * (1 - p)) ** 0.5


def test_a_bet_that_waits_is_marked_as_followed_by_a_model() -> None:
    """Its coups are taken from full packs: no fraction is written as if it were the chance."""
    odds = exact_odds(find("treinta-y-cuarenta"), find("treinta-y-cuarenta").rules_of())
    for key, bet in odds.items():
        waits = not key.endswith("/entregar")
        assert (bet.exact, bet.note) == ((False, "full-pack") if waits else (True, ""))
        assert ("/" in bet.said(bet.edge)) is not waits
