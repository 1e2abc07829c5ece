"""The wheels: every edge against arithmetic done by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from tests.maths.figures import edge_of, odds

# Numbers held by each bet of the cloth, from what the chips cover.
HELD = {
    "pleno": 1, "caballo": 2, "calle": 3, "cuadro": 4, "linea": 6, "columna": 12, "docena": 12,
    "dos-columnas": 24, "dos-docenas": 24,
}  # fmt: skip
PAYS = {1: F(35), 2: F(17), 3: F(11), 4: F(8), 6: F(5), 12: F(2), 24: F(1, 2)}
AMERICAN = {bet: held for bet, held in HELD.items() if not bet.startswith("dos-")}
SIMPLE = ("par", "impar", "rojo", "negro", "menor", "mayor")


@pytest.mark.clause("CAT-II.1.6-08")
def test_every_multiple_chance_of_the_french_cloth_costs_one_in_37() -> None:
    found = odds("ruleta-francesa")
    for bet, numbers in HELD.items():
        hit = F(numbers, 37)
        assert found[bet].edge == edge_of({PAYS[numbers]: hit}, 1 - hit) == F(1, 37)
        assert (found[bet].hit, found[bet].push, found[bet].back) == (hit, 0, F(36, 37))
        spread = PAYS[numbers] + 1
        assert found[bet].variance == spread**2 * hit * (1 - hit)
        assert found[bet].throws == 1
    assert len(found["pleno"].members) == 37


@pytest.mark.clause("CAT-II.1.4-21", "CAT-II.1.6-09")
def test_half_given_up_at_zero_halves_what_zero_costs() -> None:
    for bet in SIMPLE:
        half = odds("ruleta-francesa")[f"{bet}/mitad"]
        assert half.edge == F(18, 37) + F(1, 37) / 2 - F(18, 37) == F(1, 74)
        assert half.hit == F(18, 37) and half.push == 0
        assert half.variance == F(36, 37) + F(1, 37) / 4 - F(1, 74) ** 2


@pytest.mark.clause("CAT-II.1.4-22", "CAT-II.1.4-23", "CAT-II.1.4-24")
def test_a_prisoner_is_free_on_its_chance_and_lost_on_the_others_and_on_zero() -> None:
    for bet in SIMPLE:
        prison = odds("ruleta-francesa")[f"{bet}/prision"]
        free, lost = F(1, 37) * F(18, 37), F(1, 37) * F(19, 37)
        assert prison.edge == F(18, 37) + lost - F(18, 37) == F(19, 1369)
        assert prison.push == free
        assert prison.throws == F(36, 37) + 2 * F(1, 37)


def test_a_called_bet_costs_what_its_chips_cost() -> None:
    for bet in ("vecinos-de-cero", "huerfanos", "tercio"):
        assert odds("ruleta-francesa")[bet].edge == F(1, 37)
    # Huérfanos: five chips on 1, 6-9, 14-17, 17-20, 31-34; the 17 wins twice.
    ends = dict(odds("ruleta-francesa")["huerfanos"].ends)
    assert ends == {F(-1): F(29, 37), F(13, 5): F(6, 37), F(31, 5): F(2, 37)}


def test_the_figures_follow_a_changed_payment() -> None:
    changed = odds("ruleta-francesa", "scj-2023", ("pays.pleno", "34:1"))
    assert changed["pleno"].edge == F(2, 37)
    assert changed["pleno"].pays == ("34:1",)
    assert changed["caballo"].edge == F(1, 37)
    assert changed["huerfanos"].edge == (4 * F(1, 37) + F(2, 37)) / 5
    # A payment that whole pesos would round is still worked out exactly.
    odd = odds("ruleta-francesa", "scj-2023", ("pays.docena", "13:7"))
    assert odd["docena"].edge == F(25, 37) - F(13, 7) * F(12, 37)


@pytest.mark.clause("CAT-II.2.7-08", "CAT-II.2.7-09", "CAT-II.2.5-27")
def test_every_multiple_chance_of_the_american_cloth_with_one_zero_costs_one_in_37() -> None:
    for bet, numbers in AMERICAN.items():
        found = odds("ruleta-americana-un-cero")[bet]
        hit = F(numbers, 37)
        assert found.edge == edge_of({PAYS[numbers]: hit}, 1 - hit) == F(1, 37)
        assert found.hit == hit


@pytest.mark.clause("CAT-II.2.7-10", "CAT-II.2.5-26")
def test_american_simple_chances_lose_half_on_zero_and_nobody_is_asked() -> None:
    for bet in SIMPLE:
        assert odds("ruleta-americana-un-cero")[bet].edge == F(1, 37) / 2


@pytest.mark.clause("CAT-II.2.7-11", "CAT-II.2.7-12")
def test_the_double_zero_cloth_costs_one_in_19_and_the_linea_especial_more() -> None:
    found = odds("ruleta-americana-doble-cero")
    for bet, numbers in AMERICAN.items():
        hit = F(numbers, 38)
        assert found[bet].edge == edge_of({PAYS[numbers]: hit}, 1 - hit) == F(1, 19)
        assert found[bet].hit == hit
    assert found["linea-especial"].edge == edge_of({F(6): F(5, 38)}, F(33, 38)) == F(3, 38)


@pytest.mark.clause("CAT-II.2.7-13", "CAT-II.2.5-37", "CAT-II.2.5-38")
def test_double_zero_simple_chances_lose_half_on_both_zeros() -> None:
    for bet in SIMPLE:
        assert odds("ruleta-americana-doble-cero")[bet].edge == F(2, 38) / 2


@pytest.mark.clause("CAT-II.3.6-06")
def test_big_six_costs_what_its_symbols_and_payments_say() -> None:
    symbols = {"1": 24, "2": 15, "5": 7, "10": 4, "20": 2, "40a": 1, "40b": 1}
    assert sum(symbols.values()) == 54
    known = {"1": F(1, 9), "2": F(1, 6), "5": F(2, 9), "10": F(5, 27), "20": F(2, 9)}
    for bet, count in symbols.items():
        hit = F(count, 54)
        pays = F(bet.rstrip("ab"))
        assert odds("big-six")[bet].edge == edge_of({pays: hit}, 1 - hit)
        assert odds("big-six")[bet].edge == known.get(bet, F(13, 54))
        assert odds("big-six")[bet].hit == hit
