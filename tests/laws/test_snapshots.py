"""A table put down between rounds and taken up again goes on as if nothing had happened."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.chance import seeded, tape
from tapete.core.round.ask import Ask
from tapete.core.round.replay import replay
from tapete.core.table.snapshot import Snapshot, restore, take
from tapete.core.table.table import Table
from tapete.games.registry import find
from tests.laws.tables import BOOKS, Anyone, is_open, open_table, play_rounds


def again(table: Table) -> Table:
    """Another table that remembers what this one does, through the text of a snapshot."""
    text = msgspec.json.encode(take(table))
    other = Table(
        table.game, edition=table.rules.edition, changes=table.changes, terms=table.terms,
        name=table.name, version=table.version,
    )  # fmt: skip
    restore(other, msgspec.json.decode(text, type=Snapshot))
    return other


@pytest.mark.parametrize(("game", "book"), BOOKS)
def test_a_restored_table_plays_the_same_rounds(game: str, book: str) -> None:
    table = open_table(game, book)
    play_rounds(table, 4, seeded(f"{game} {book}"))
    other = again(table)
    assert take(other) == take(table)
    assert is_open(table)
    answers: list[Any] = []
    someone = Anyone(seeded(1))

    def noted(ask: Ask[Any]) -> Any:
        answers.append(someone(ask))
        return answers[-1]

    first = table.play(noted)
    second = other.play(tape(answers))
    assert first.text() == second.text()
    assert take(other) == take(table)
    replay(second, find)


def test_in_the_middle_of_a_round_no_snapshot_is_taken() -> None:
    table = open_table("ruleta-francesa", "scj-2023")
    table.begin()
    with pytest.raises(ValueError, match="between rounds"):
        take(table)
