"""Black Jack solved: the figures, the chart, and the engine playing by it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt

import pytest

from tapete.games.registry import find
from tapete.maths.exact import exact_odds
from tapete.maths.strategy.book import Book, book
from tapete.maths.strategy.chart import SPLIT, UPS, Chart
from tapete.maths.strategy.hands import bank_ends
from tapete.maths.strategy.solve import Solution
from tests.maths.strategy.rounds import asked, card, dealt, nets

BETS = ("principal",)


def test_the_edge_by_the_chart_is_the_one_known(black_jack: Solution) -> None:
    """0.3607% of the first bet: six decks, the bank stands on soft 17 and takes no hole card."""
    assert black_jack.by_totals.edge == pytest.approx(0.003607, abs=0.000005)


def test_looking_at_every_card_loses_a_little_less(black_jack: Solution) -> None:
    saved = black_jack.by_totals.edge - black_jack.by_composition.edge
    assert 0 < saved < 0.0001
    assert black_jack.by_composition.edge == pytest.approx(0.0035952, abs=1e-7)


def test_the_chances_of_all_results_add_up_to_one(black_jack: Solution) -> None:
    for results in (black_jack.by_totals, black_jack.by_composition):
        assert sum(chance for _, chance in results.ends) == pytest.approx(1, abs=1e-12)
        nets = [Fraction(net) for net, _ in results.ends]
        assert (min(nets), max(nets)) == (-8, 8)  # four hands, all doubled


def test_the_croupier_ends_in_every_order_the_rule_lets_cards_come() -> None:
    """With a six he stands on soft 17: A at once, or T and 5; nothing after 17."""
    ends = bank_ends(6, 16, False)
    assert int(ends.orders.sum()) == 2305
    hits = bank_ends(6, 16, True)
    assert int(hits.orders.sum()) > 2305


def row(chart: Chart, part: str, label: str) -> str:
    letters = {"plantarse": "S", "pedir": "H", "doblar": "D", "separar": "P", "retirarse": "R"}
    return "".join(letters[cell.move] for cell in getattr(chart, part)[label])


@pytest.mark.parametrize(
    ("part", "label", "moves"),
    [
        ("hard", "8", "HHHHHHHHHH"),
        ("hard", "9", "HDDDDHHHHH"),
        ("hard", "10", "DDDDDDDDHH"),
        ("hard", "11", "DDDDDDDDHH"),
        ("hard", "12", "HHSSSHHHHH"),
        ("hard", "13", "SSSSSHHHHH"),
        ("hard", "15", "SSSSSHHHRH"),
        ("hard", "16", "SSSSSHHRRH"),
        ("hard", "17", "SSSSSSSSSS"),
        ("soft", "17", "HHHHHHHHHH"),
        ("soft", "18", "SSSSSSSHHH"),
        ("pairs", "A", "PPPPPPPPPH"),
        ("pairs", "4", "HHHPPHHHHH"),
        ("pairs", "8", "PPPPPPPPRH"),
        ("pairs", "9", "PPPPPSPPSS"),
        ("pairs", "T", "SSSSSSSSSS"),
    ],
)
def test_the_chart_without_a_hole_card(
    black_jack: Solution, part: str, label: str, moves: str
) -> None:
    """Two bets are not laid against a ten or an ace, but for aces against a ten."""
    assert row(black_jack.chart, part, label) == moves


def test_insurance_and_even_money_are_refused(black_jack: Solution) -> None:
    assert (black_jack.chart.insurance, black_jack.chart.even_money) == ((), ())


def test_every_cell_of_the_chart_is_a_legal_move(black_jack: Solution) -> None:
    """Each hand of two cards against each first card, asked of the engine itself."""
    reads = Book(black_jack.chart)
    game = find("black-jack")
    seen = 0
    for first, second in combinations_with_replacement(range(1, 11), 2):
        if (first, second) == (1, 10):
            continue
        for up in UPS:
            cards = [card(first), card(up, "h"), card(second, "d")]
            live = dealt(game, BETS, cards)
            if asked(live).about == "seguro":
                assert reads.says(asked(live), live.events) == "no"
                live.answer("no")
            wanted = next(black_jack.chart.moves([cards[0], cards[2]], cards[1]))
            asked(live).check(wanted)
            assert reads.says(asked(live), live.events) == wanted
            seen += 1
    assert seen == 540


def test_a_move_that_is_closed_gives_way_to_the_next(black_jack: Solution) -> None:
    """Three cards do not retire, and a fifth hand is not split."""
    reads = Book(black_jack.chart)
    sixteen = dealt(find("black-jack"), BETS, [card(6), card(10, "h"), card(4, "d"), card(6, "d")])
    assert reads.says(asked(sixteen), sixteen.events) == "pedir"
    sixteen.answer("pedir")
    sixteen.answer(card(6, "c"))
    assert not asked(sixteen).fits("retirarse")
    assert reads.says(asked(sixteen), sixteen.events) == "plantarse"
    eights = dealt(find("black-jack"), BETS, [card(8), card(6, "h"), card(8, "d")])
    for _ in range(3):
        assert reads.says(asked(eights), eights.events) == SPLIT
        eights.answer(SPLIT)
        eights.answer(card(8, "c"))
    assert not asked(eights).fits(SPLIT)
    assert reads.says(asked(eights), eights.events) == "plantarse"


def test_the_engine_by_the_book_loses_what_the_sums_say(black_jack: Solution) -> None:
    rounds = 40_000
    found = nets(find("black-jack"), Book(black_jack.chart), BETS, rounds, seed=21)
    law = {float(Fraction(net)): chance for net, chance in black_jack.by_totals.ends}
    mean = sum(net * number for net, number in found.items()) / rounds
    variance = sum(net * net * chance for net, chance in law.items())
    assert abs(mean + black_jack.by_totals.edge) < 4 * sqrt(variance / rounds)
    for net, chance in law.items():
        error = sqrt(rounds * chance * (1 - chance))
        assert abs(found[net] - rounds * chance) < 4 * error + 2, net
    assert set(found) <= set(law)


def test_the_book_is_had_by_rules_alone(black_jack: Solution) -> None:
    reads = book(find("black-jack-perfect-pairs").rules_of())
    assert reads.chart == black_jack.chart


@pytest.mark.clause("CAT-III.1.5.1-76", "R196-9.4-02")
@pytest.mark.parametrize(
    ("edition", "edge"), [("scj-2023", Fraction(13, 311)), ("scj-2009", Fraction(-12, 311))]
)
def test_perfect_pairs_pay_25_or_30_to_one_for_the_perfect_pair(
    black_jack: Solution, edition: str, edge: Fraction
) -> None:
    game = find("black-jack-perfect-pairs")
    found = exact_odds(game, game.rules_of(edition))
    assert found["perfect-pairs"].edge == edge
    assert float(found["principal"].edge) == pytest.approx(black_jack.by_totals.edge)
    assert list(found) == ["principal", "principal/optima", "perfect-pairs", "seguro"]


@pytest.mark.clause("CAT-III.1.5.1-75")
def test_insurance_costs_23_in_311(black_jack: Solution) -> None:
    game = find("black-jack")
    assert exact_odds(game, game.rules_of())["seguro"].edge == Fraction(23, 311)
