"""Hands of hold'em and Omaha, written card by card and move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tapete.core.book.account import in_stack
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Limits
from tapete.core.round.event import MarkerPut
from tapete.core.round.record import Record
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.poker.circle.stakes import CircleTerms, Rake
from tapete.games.registry import find
from tests.games.poker.circle.studs import told

CON, SIN, OMAHA = "texas-holdem-con-limites", "texas-holdem-sin-limites", "omaha-poker"

BOARD = "3c 9h 8d 2s 3d 7c 4h Jd"
"""Burned, flop, burned, turn, burned, river: nobody's cards in these tests unless said."""


def holdem(
    game: str,
    stacks: Mapping[int, int] | None = None,
    *,
    button: int | None = 1,
    blinds: tuple[int, int] = (500, 1000),
    rake: Rake | None = None,
    edition: str = "scj-2023",
    changes: dict[str, str] | None = None,
    unit: int = 1,
    **terms: Any,
) -> Table:
    """An open table with these players and their chips; the button where it is said."""
    circle = CircleTerms(limits=Limits(unit=unit), blinds=blinds, rake=rake, **terms)
    table = Table(find(game), edition=edition, changes=changes, terms=circle, version="test")
    for seat, chips in (stacks or {1: 50_000, 2: 50_000, 3: 50_000, 4: 50_000}).items():
        table.sit(seat, f"p{seat}", chips=chips)
    table.open_play(staff_of(table.rules))
    if button is not None:
        table.act("button", seat=button)
    return table


def code(table: Table, answer: Any) -> tuple[str, str]:
    """By which clause and with which code an answer is refused; the round stays as it is."""
    assert table.live is not None
    before = len(table.live.events)
    with pytest.raises(Refused) as found:
        table.answer(answer)
    assert len(table.live.events) == before
    return found.value.clause, found.value.code


def chips(table: Table) -> dict[int, int]:
    """The chips before each seat."""
    return {seat: table.desk.accounts[in_stack(seat)] for seat in sorted(table.players)}


def button_of(record: Record) -> str | None:
    return [e.place for e in told(record.events, MarkerPut) if e.marker == "boton"][-1]


def folding(*seats: int) -> dict[int, list[str]]:
    return {seat: ["retirarse"] for seat in seats}
