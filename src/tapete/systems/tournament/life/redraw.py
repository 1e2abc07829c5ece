"""The whole field drawn again, a slip a player and a new button: on fewer tables, or as another day
begins (COL-5-03, COL-5-01)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament.balancing import REDRAWN
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.entries import read_place
from tapete.systems.tournament.life.play import breaks, buttons
from tapete.systems.tournament.life.state import Tournament
from tapete.systems.tournament.seats import astray, tables_for

OVER = "fin-de-jornada"
"""The stage between two days."""


def tables_to_be(now: Tournament) -> tuple[int, ...]:
    """The tables of the draw of the whole field that is due; none: there is none due."""
    if now.stage == OVER and now.accredited:
        many = tables_for(len(now.accredited), now.rules.asientos, now.rules.final)
        return tuple(range(1, many + 1))
    found = breaks(now) if now.stage == "en-juego" else None
    return tuple(sorted(found.sizes)) if found is not None and found.redraw else ()


def seats_of(now: Tournament, tables: Collection[int]) -> int:
    """The seats of a table where the whole field is drawn on these: the final one has its own."""
    return now.rules.final if len(tables) == 1 else now.rules.asientos


def redrawn(now: Tournament, command: do.Redraw) -> Iterator[Event]:
    """The whole field on fewer tables, a slip a player, and a new button."""
    found = breaks(now)
    if not found.redraw:
        raise Refused(REDRAWN, "no-redraw-due")
    if any(table.playing for table in now.tables.values()):
        raise Refused(REDRAWN, "hand-in-course")
    yield from drawn_again(
        now, tuple(sorted(found.sizes)), command.slips, command.cards, command.at
    )


def drawn_again(
    now: Tournament, tables: tuple[int, ...], slips: Mapping[str, str], cards: Mapping[int, str],
    at: float,
) -> Iterator[Event]:  # fmt: skip
    """Everybody draws a slip, the tables filled evenly; then the button is drawn."""
    if set(slips) != set(now.accredited):
        raise Refused(REDRAWN, "slip-a-player", players=len(now.accredited), slips=len(slips))
    places = {player: read_place(slip) for player, slip in slips.items()}
    wrong = astray(places.values(), tables, seats_of(now, tables))
    if wrong is not None:
        raise Refused("COL-7.2-03", "not-a-slip-in-the-draw", place=str(wrong))
    starts = now.seating()
    yield told.TablesOpened(tables=tables, at=at, clause=REDRAWN)
    for player, place in places.items():
        start = starts.get(player)
        yield told.PlayerSeated(
            player=player, table=place.table, seat=place.seat,
            start="" if start is None else f"{start[0]}-{start[1]}", at=at, clause=REDRAWN,
        )  # fmt: skip
    taken = {table: [one.seat for one in places.values() if one.table == table] for table in tables}
    first = min(tables)
    if set(cards) != set(taken[first]):
        raise Refused("COL-7.5.1-10", "card-a-seat", table=first)
    yield buttons(now, cards, taken, at)
