"""Taking back what was done last by mistake: eliminations of a hand, or a move. Nothing is erased:
an event of its own makes it as before, and what was paid stays paid (COL-2-05)."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament.life import bounty
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.state import Lately, Tournament

STAGES = ("en-juego", "terminado")
"""At which something is taken back."""


def undone(now: Tournament, command: do.Undo) -> Iterator[Event]:
    """The last elimination is taken back by an event of its own; nothing is erased."""
    last = now.lately
    if last is None:
        raise Refused("COL-2-05", "nothing-to-undo")
    if not command.reason.strip():
        raise Refused("COL-2-05", "reason-missing")
    table, back = now.tables.get(last.table), {**last.others, last.player: last.seat}
    taken_ = [seat for seat in back.values() if table is None or seat in table.seats]
    if table is None or taken_:
        raise Refused("COL-2-05", "seat-taken", seat=taken_[0] if taken_ else last.seat)
    if table.playing:
        raise Refused("COL-2-05", "hand-in-course", table=last.table)
    if not last.stacks:
        yield from _moved_back(now, command, last)
        return
    if now.paid:  # what was paid is not taken back: a new sanction or acta settles it
        raise Refused("CAT-VII.3.1-29", "prizes-paid", amount=sum(now.paid.values()))
    held = now.book.stacks
    yield told.EliminationUndone(
        player=last.player, table=last.table, seat=last.seat, stacks=last.stacks,
        change={who: chips - held.get(who, 0) for who, chips in last.stacks.items()},
        others=last.others, reason=command.reason, at=command.at, clause="COL-2-05",
    )  # fmt: skip
    for player in back:
        yield from bounty.returned(now, player, command.at)
    if now.stage == "terminado":
        for champion in now.live:
            yield from bounty.returned(now, champion, command.at)
            yield told.StandingChanged(
                player=champion, standing="en-juego", at=command.at, clause="COL-2-05"
            )
        yield told.StageReached(stage="en-juego", at=command.at, clause="COL-2-05")


def taken_back(now: Tournament) -> str:
    """Whose elimination or move would be taken back now; empty: none."""
    if now.lately is None or now.stage not in STAGES:
        return ""
    try:
        tuple(undone(now, do.Undo(reason="-")))
    except Refused:
        return ""
    return now.lately.player


def _moved_back(now: Tournament, command: do.Undo, last: Lately) -> Iterator[Event]:
    """A player goes back to the place he was moved from; an acta says why."""
    place = now.place_of(last.player)
    if place is None or now.tables[place[0]].playing:
        raise Refused("COL-7.3-02", "hand-in-course", table=last.table)
    start, end = f"{place[0]}-{place[1]}", f"{last.table}-{last.seat}"
    yield told.PlayerSeated(
        player=last.player, table=last.table, seat=last.seat, start=start, at=command.at,
        clause="COL-2-05",
    )  # fmt: skip
    yield told.ActaWritten(
        number=len(now.actas) + 1, by=command.by, facts=f"{last.player}: {start}", decided=end,
        reason=command.reason, clauses=("COL-2-05",), at=command.at, clause="CAT-VII.5.2-01",
    )  # fmt: skip
