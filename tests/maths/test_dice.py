"""The dice: every edge against arithmetic done by hand."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

from tests.maths.figures import edge_of, odds

THREE = list(product(range(1, 7), repeat=3))


def of_three(holds: object) -> F:
    assert callable(holds)
    return F(sum(bool(holds(throw)) for throw in THREE), 216)


@pytest.mark.clause("CAT-IV.2.6-04")
def test_corona_y_ancla_pays_as_many_times_as_the_symbol_shows() -> None:
    shows = {n: of_three(lambda throw, n=n: throw.count(1) == n) for n in range(4)}
    for symbol in ("corona", "ancla", "pique", "corazon", "diamante", "trebol"):
        found = odds("corona-y-ancla")[symbol]
        assert found.edge == edge_of({F(1): shows[1], F(2): shows[2], F(3): shows[3]}, shows[0])
        assert found.edge == F(17, 216)
        assert found.hit == 1 - shows[0] == F(91, 216)


@pytest.mark.clause("CAT-IV.3.6-03")
def test_chuck_a_luck_trebles_still_win_low_high_and_field() -> None:
    found = odds("chuck-a-luck")
    treble = of_three(lambda throw: len(set(throw)) == 1)
    assert found["any-treble"].edge == edge_of({F(30): treble}, 1 - treble) == F(5, 36)
    assert (found["low"].edge, found["high"].edge) == (F(1, 4), F(1, 4))
    assert found["low"].hit == of_three(lambda throw: sum(throw) <= 9)
    assert found["high"].hit == of_three(lambda throw: sum(throw) >= 12)
    assert found["field"].edge == F(1, 27)
