"""The croupier's exam: every game whose bets are paid has one, and it shows what it says."""

from __future__ import annotations

import pytest

from tapete.school import catalogue, payment
from tapete.school.exam import exams, shown_by


def test_every_game_in_which_a_croupier_pays_has_an_exam() -> None:
    assert exams().keys() == payment.games().keys()
    assert all(1 <= one.bound <= len(one.drills) <= 12 for one in exams().values())


@pytest.mark.parametrize("game", ["ruleta-americana-un-cero", "war", "chuck-a-luck"])
def test_its_drills_show_every_clause_it_names_and_none_is_there_for_nothing(game: str) -> None:
    exam = exams()[game]
    shown = [shown_by(catalogue.find(id)) for id in exam.drills]
    assert frozenset().union(*shown) == {*exam.clauses}
    for n in range(len(shown)):
        others = frozenset().union(*shown[:n], *shown[n + 1 :])
        assert others < {*exam.clauses}
