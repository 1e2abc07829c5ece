"""Every clause is shown by a test or excused with a reason, and every citation stands."""

from __future__ import annotations

from functools import cache

from tapete.cli.coverage import Coverage, checkout, coverage
from tapete.core.clause import Clause, register

BUILT = {"CAT": ("I", "II", "IV"), "AJ": ("3", "4")}
"""The chapters whose games are built: general matters, roulette and dice."""


@cache
def read() -> Coverage:
    root = checkout()
    assert root is not None
    return coverage(root)


def is_built(clause: Clause) -> bool:
    return clause.chapter in BUILT.get(clause.document.prefix, ())


def test_every_citation_and_every_excuse_stands() -> None:
    assert read().problems == ()


def test_every_excuse_has_a_reason() -> None:
    assert read().excuses
    assert all(id in register() and reason for id, reason in read().excuses.items())


def test_no_clause_is_both_tested_and_excused() -> None:
    assert sorted(read().tests.keys() & read().excuses.keys()) == []


def test_the_built_chapters_are_those_of_roulette_and_dice() -> None:
    built = [clause for clause in register().values() if is_built(clause)]
    assert len(built) == 451 + 22
    assert {clause.section.split(".")[0] for clause in built} == {"I", "II", "IV", "3", "4"}


def test_every_clause_of_the_built_chapters_is_tested_or_excused() -> None:
    built = [clause.id for clause in register().values() if is_built(clause)]
    missing = read().missing(built)
    assert not missing, f"{len(missing)} neither tested nor excused: {' '.join(missing)}"
