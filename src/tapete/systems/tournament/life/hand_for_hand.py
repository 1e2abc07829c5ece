"""Hand for hand: every table deals one hand and waits for the others, and a called all-in stands
still until a supervisor orders it finished (COL-7.5.1-60 to -66)."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.state import Tournament

CALLED: ClauseId = "COL-7.5.1-66"
HELD: ClauseId = "COL-7.5.1-63"
ORDERED: ClauseId = "COL-7.5.1-64"


def called(now: Tournament, command: do.HandForHand) -> Iterator[Event]:
    if command.on and now.prizes and now.left <= len(now.prizes):
        raise Refused(CALLED, "all-in-the-prizes", live=now.left)
    yield told.HandForHandCalled(on=command.on, at=command.at, clause=CALLED)


def may_begin(now: Tournament, number: int) -> bool:
    """Whether a table may begin a hand as far as the others go: hand for hand each deals one, and
    waits until all have played theirs (COL-7.5.1-60, -61)."""
    if not now.hand_for_hand or (now.dealt and number not in now.dealt):
        return True
    tables = {n: table for n, table in now.tables.items() if len(table.seats) > 1}
    still = {n for n, table in tables.items() if table.may_deal}
    waited_for = still - {*now.dealt} if now.dealt else set()
    return not waited_for and not any(table.playing for table in tables.values())


def hand_held(now: Tournament, command: do.HoldHand) -> Iterator[Event]:
    """An all-in was called: the croupier stops the rest of the hand, and nobody shows."""
    table = now.tables.get(command.table)
    if table is None or not table.playing or now.round is not None:
        raise Refused(HELD, "no-hand-in-course", table=command.table)
    if not table.held:
        yield told.HandHeld(table=command.table, at=command.at, clause=HELD)


def ordered_on(now: Tournament, command: do.PlayOut) -> Iterator[Event]:
    """A supervisor is at the table and orders the hand finished, in its turn."""
    table = now.tables.get(command.table)
    if table is None or not table.held:
        raise Refused(ORDERED, "no-hand-held", table=command.table)
    if turn(now) != command.table:
        raise Refused(HELD, "other-tables-play", table=command.table)
    yield told.HandOrderedOn(table=command.table, at=command.at, clause=ORDERED)


def turn(now: Tournament) -> int | None:
    """The table whose held hand is to be finished now: no other is in the middle of a hand, and
    tables that wait go one after another (COL-7.5.1-63, -65); once tables do not play hand for hand
    any more none waits for another."""
    playing = {number: table for number, table in now.tables.items() if table.playing}
    held = [number for number, table in playing.items() if table.held]
    waits = now.hand_for_hand and len(held) < len(playing)
    return None if waits else min(held, default=None)


def over(now: Tournament, table: int, left: int, at: float) -> Iterator[Event]:
    """It ends with the hand of the last table in which the prizes were reached."""
    others = any(one.playing for number, one in now.tables.items() if number != table)
    if now.prizes and left <= len(now.prizes) and not others:
        yield told.HandForHandCalled(on=False, at=at, clause="COL-7.5.1-62")
