"""Laws of the register: what is overruled decides nothing; a duty rules whom it is shown to."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from itertools import product
from pathlib import Path

import pytest

from tapete.core.book.clause import ClauseId
from tapete.core.book.datafile import BrokenFile
from tapete.core.book.overruled import overruled, read_overruled
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CHIEFS, CROUPIERS, JEFE, JEFE_DE_SALA, JUGADOR
from tapete.core.book.rulebook import editions, rulebook
from tapete.core.book.subjects import read_subjects, subjects
from tapete.core.table.roles import DUTIES, GAMING_TABLE  # fmt: skip
from tapete.games.registry import find
from tests.laws.tables import PAIRS


def written_in_code() -> Iterator[tuple[str, str]]:
    """Every text the sources write out, with the file it stands in."""
    root = Path(str(resources.files("tapete")))
    for file in root.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, file.name


def cited_by_rules() -> Iterator[tuple[ClauseId, str]]:
    """Every clause that a value, a bet or a payment of an edition stands on."""
    for edition in editions():
        book = rulebook(edition)
        for game in book.games():
            said = book.book(game)
            rows = (*said.set.values(), *said.bets, *said.pays)
            yield from ((row.clause, f"{edition} {game}") for row in (said, *rows))


def test_no_event_or_refusal_can_stand_on_an_overruled_clause() -> None:
    # The clause of an event or a refusal is a row's or is written in the code; there is no third.
    cited = {(id, where) for id, where in cited_by_rules() if id in overruled()}
    assert cited == set()
    written = {(id, where) for id, where in written_in_code() if id in overruled()}
    assert {(id, where) for id, where in written if where != "overruled.py"} == set()


def test_every_overruling_is_declared_as_a_reading_with_both_sides() -> None:
    readings = [
        set(reading.clauses)
        for edition in editions()
        for game in rulebook(edition).chain[0].game.values()
        for reading in game.reading
    ]
    for id, entry in overruled().items():
        sides = {id, *entry.by}
        assert any(sides <= declared for declared in readings), f"{sides} is read nowhere"


BOUND = {
    "player": (JUGADOR,),
    "right": (JUGADOR,),
    "croupier": CROUPIERS,
    "chief": CHIEFS,
    "operator": (JEFE_DE_SALA,),
}
"""The roles that each kind of subject plays at a table."""


@pytest.mark.parametrize("role", [JUGADOR, *CROUPIERS, *CHIEFS])
def test_a_command_is_refused_by_a_clause_that_rules_whoever_gave_it(role: str) -> None:
    for (game, book), command in product(PAIRS, DUTIES):
        rules = find(game).rules_of(book)
        try:
            GAMING_TABLE.check(command, role, Counter({JEFE: 1}), rules)
        except Refused as refusal:
            subject = subjects().get(refusal.clause)
            assert subject is None or role in BOUND[subject], (command, refusal.clause)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('player = ["CAT-I-01"]', "CAT-I-01 is no duty"),
        ('player = ["CAT-I.5.2-05", "CAT-I.5.2-05"]', "stands twice"),
        ("player = []", "nobody is named for CAT-I.4.1-02"),
    ],
)
def test_a_duty_of_nobody_or_of_two_is_refused(text: str, why: str) -> None:
    with pytest.raises(BrokenFile, match=why):
        read_subjects(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('clauses = ["CAT-0-01"]\nby = ["CAT-I-01"]\nreason = "x"', "there is no clause CAT-0-01"),
        ('clauses = ["CAT-I-01"]\nby = []\nreason = "x"', "must be said"),
        ('clauses = ["CAT-I-01"]\nby = ["CAT-I-01"]\nreason = "x"', "stands twice"),
        ('clauses = ["CAT-I-01"]\nby = ["CAT-I.1-03"]\nreason = " "', "must be said"),
    ],
)
def test_a_broken_list_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(BrokenFile, match=why):
        read_overruled(f"[[overruled]]\n{text}")
