"""The croupier's exam: every game has one, and it shows what it says."""

from __future__ import annotations

import pytest

from tapete.games.registry import GAMES
from tapete.school import catalogue
from tapete.school.exam import exams, shown_by


def test_every_game_that_a_croupier_settles_has_an_exam() -> None:
    assert exams().keys() == catalogue.examined().keys() == GAMES.keys()
    assert all(1 <= one.bound <= len(one.drills) <= 12 for one in exams().values())


@pytest.mark.parametrize(
    "game", ["ruleta-americana-un-cero", "war", "chuck-a-luck", "seven-stud-poker"]
)
def test_its_drills_show_every_clause_it_names_and_none_is_there_for_nothing(game: str) -> None:
    exam = exams()[game]
    shown = [shown_by(catalogue.find(id)) for id in exam.drills]
    assert frozenset().union(*shown) == {*exam.clauses}
    for n in range(len(shown)):
        others = frozenset().union(*shown[:n], *shown[n + 1 :])
        assert others < {*exam.clauses}
