"""A tournament held at another time (COL-3.1-06 to -12, COL-13-01, -02): told two days before, at
the doors or on the web; whoever keeps his entry has it then, the others are paid back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament import book as books
from tapete.systems.tournament.dates import NOTICE_DAYS, POSTPONED_BEFORE, days_before
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.state import Tournament

MOVED = ("postergado", "adelantado")


def check_notified(now: Tournament, start: datetime, holidays: Sequence[date]) -> None:
    """Raise `Refused` unless the regulator had it five working days before that start."""
    by = days_before(start.date(), NOTICE_DAYS, holidays)
    if now.notified is None or now.notified > by:
        raise Refused("COL-15-01", "notified-too-late", notified=str(now.notified), last=str(by))


def postponed(
    now: Tournament, command: do.Postpone, holidays: Sequence[date] = ()
) -> Iterator[Event]:
    """The new date; told too late it is recorded as such. Brought forward it is still five working
    days after its notice (CAT-VII.1.2-03). Whoever had his seat already takes another on the day,
    with his document again (COL-7.2-08)."""
    if not command.why.strip():
        raise Refused("COL-3.1-06", "reason-missing")
    before = now.rules.inicio
    if command.end <= command.start or command.start == before:
        raise Refused("CAT-VII.3-04", "ends-before-it-starts", field="inicio")
    earlier = command.start < before
    if earlier and not now.rules.practica:
        check_notified(now, command.start, holidays)
    late = command.local is not None and command.local > before - POSTPONED_BEFORE
    stage = "adelantado" if earlier else "postergado"
    clause = "COL-13-01" if earlier else "COL-3.1-09"
    yield told.Postponed(
        start=command.start, end=command.end, earlier=earlier, late=late and not earlier,
        at=command.at, clause=clause,
    )  # fmt: skip
    yield told.StageReached(stage=stage, why=command.why, at=command.at, clause="COL-3.1-11")
    for player, state in now.players.items():
        if state.standing == "acreditado":
            table, seat = now.place_of(player) or (0, 0)
            yield told.SeatLeft(
                player=player, table=table, seat=seat, at=command.at, clause="COL-7.2-08"
            )
            yield told.StandingChanged(
                player=player, standing="inscrito", at=command.at, clause="COL-7.2-08"
            )


def entry_kept(now: Tournament, command: do.KeepEntry) -> Iterator[Event]:
    """A player says that he comes on the new date (COL-3.1-10)."""
    if command.player not in now.book.stacks or command.player in now.kept:
        raise Refused("COL-3.1-10", "not-entered", player=command.player)
    yield told.EntryKept(player=command.player, at=command.at, clause="COL-3.1-10")


def not_kept_refunded(now: Tournament, at: float) -> Iterator[Event]:
    """Entries go on: whoever has not kept his is paid back, commission and all (COL-13-02)."""
    for player in now.book.stacks:
        if player in now.kept:
            continue
        yield from books.decide(now.book, books.Withdraw(player))
        yield told.StandingChanged(player=player, standing="anulado", at=at, clause="COL-3.1-10")
