"""A table with people at it, for any game of the registry."""

from __future__ import annotations

from typing import Any

from tapete.cli.terminal.party import staff_for
from tapete.core.round.game import Game
from tapete.core.table.table import Table
from tests.laws.tables import buy_again


def open_table(game: Game[Any, Any], edition: str, seats: tuple[int, ...] = (1, 2, 3, 4)) -> Table:
    table = Table(game, edition=edition, seats=seats)
    buy_again(table)
    table.open_play(staff_for(table))
    return table
