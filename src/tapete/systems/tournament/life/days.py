"""The end of a day and the next one: the clock stopped, so many hands more at every table, stacks
counted and bagged, seats and button drawn anew (COL-7.5.1-55 to -58, COL-5-01, COL-5-02)."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament import book as books
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.play import MINUTE, buttons
from tapete.systems.tournament.life.redraw import OVER, drawn_again, tables_to_be
from tapete.systems.tournament.life.state import Tournament, taken
from tapete.systems.tournament.penalties import last_hands

STILL = "suspendido"
"""The stage at which play stands still."""


def called_last_hands(now: Tournament, command: do.CallLastHands) -> Iterator[Event]:
    """The clock stops and a card says how many hands every table still plays; the one in course
    does not count."""
    if now.last_hands:
        raise Refused("COL-7.5.1-56", "last-hands-called", hands=now.last_hands)
    left = now.clock.remaining(command.at)
    doing = {n: "en-mano" if table.playing else "" for n, table in now.tables.items()}
    if command.card is None:
        raise Refused("COL-7.5.1-56", "not-such-a-card", card="")
    found = last_hands(left / MINUTE, command.card, doing)
    yield told.ClockStopped(running=False, left=left, at=command.at, clause="COL-7.5.1-55")
    yield told.LastHandsCalled(
        card=command.card, hands=found.hands, at=command.at, clause="COL-7.5.1-56"
    )


def day_ended(now: Tournament, command: do.EndDay) -> Iterator[Event]:
    """Every stack is counted: together they are all the chips in play. Where hands are told, each
    table has played the last ones."""
    if any(table.playing for table in now.tables.values()):
        raise Refused("COL-7.5.1-58", "hand-in-course")
    for number, table in now.tables.items():
        if table.hands and table.hands_left and len(table.seats) > 1:
            raise Refused("COL-7.5.1-58", "hands-to-play", table=number, left=table.hands_left)
    if set(command.stacks) != set(now.live) or not all(command.stacks.values()):
        raise Refused("COL-7.4-13", "count-everybody", live=now.left)
    yield from books.decide(now.book, books.Count(dict(command.stacks)))
    if now.clock.running:
        left = now.clock.remaining(command.at)
        yield told.ClockStopped(running=False, left=left, at=command.at, clause="COL-7.5.1-58")
    yield told.StageReached(stage=OVER, at=command.at, clause="COL-7.5.1-58")


def next_day(now: Tournament, command: do.NextDay) -> Iterator[Event]:
    """Seats and button are drawn; what was suspended goes on in the seats it had (COL-13-01)."""
    if any(table.playing for table in now.tables.values()):
        raise Refused("COL-7.5.1-58", "hand-in-course")
    if not now.accredited:
        raise Refused("COL-7.2-01", "nobody-seated", seated=0)
    yield told.DayBegan(day=now.day + 1, at=command.at, clause="COL-5-01")
    if now.stage == STILL:
        yield from _button_again(now, command)
    else:
        yield from drawn_again(now, tables_to_be(now), command.slips, command.cards, command.at)
    yield told.StageReached(stage="en-juego", at=command.at, clause="COL-5-01")
    for player in command.undocumented:
        if player not in now.live:
            raise Refused("COL-7.2-08", "not-in-play", player=player)
        yield told.StandingChanged(
            player=player, standing="ausente", at=command.at, clause="COL-7.2-08"
        )
    if now.clock.left:
        yield told.ClockStopped(running=True, left=now.clock.left, at=command.at, clause="COL-5-01")


def _button_again(now: Tournament, command: do.NextDay) -> Iterator[Event]:
    """The button of another day at tables that stay as they are; among players alone there is
    one."""
    if now.rules.rondas:
        return
    first = now.first_table
    if set(command.cards) != set(now.tables[first].seats):
        raise Refused("COL-7.5.1-10", "card-a-seat", table=first)
    yield buttons(now, command.cards, taken(now.tables), command.at)
