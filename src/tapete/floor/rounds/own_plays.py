"""A player's own plays at machines: what was bet, drawn and chosen in each, and the promises it was
drawn with, for him to check away from the house."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from tapete.core.round.acta import read_event
from tapete.core.round.event import Event
from tapete.floor.kernel.port import Kept
from tapete.floor.rounds.own_rounds import OrderShown, orders_shown
from tapete.floor.rounds.records import RoundRow
from tapete.floor.rounds.replays import Played
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store, kept_of, step_rows
from tapete.floor.units.maquina.spec import MachineSpec
from tapete.systems.machines.events import (
    BetTaken,
    PlayEnded,
    PlayWent,
    ProgramSelected,
    ProgramSwitched,
    TablePlayEnded,
)
from tapete.systems.machines.library import shipped
from tapete.systems.machines.play import PlayBet

MANY = 600
"""Steps of one stay looked at for the last plays: a machine takes a few for each."""


class PlaySaved(msgspec.Struct, frozen=True, kw_only=True):
    """A play as it can be played again: the program's text, the bet, draws and choices in their
    order, and what it paid, how much of it from a pot. Of a table game behind a machine there is
    only the program's name."""

    program: str
    text: str = ""
    bet: PlayBet | None = None
    answers: tuple[Any, ...] = ()
    paid: int = 0
    pot: int = 0


class OwnPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A play as its player may know it."""

    at: float
    position: int
    told: tuple[tuple[int, Event], ...]
    play: PlaySaved
    orders: tuple[OrderShown, ...]


def own_play(store: Store, person: str, spec: MachineSpec, number: int) -> OwnPlay | None:
    """A play of a machine that this person was there for; None if he was not."""
    for stay in _stays(store, person, spec.id):
        last = stay.until_round
        if stay.since_round > number or (last is not None and last < number):
            continue
        steps = [kept for _, kept in _steps(store, stay, number) if _is_of_play(kept)]
        if steps:
            played = Played(spec.id, number, steps[-1].number, steps[-1].envelope.at, "")
            told = [
                (n, read_event(line))
                for kept in steps
                for n, line in enumerate(kept.lines, kept.first)
            ]
            return OwnPlay(
                at=played.at, position=stay.seat, told=tuple(told),
                play=_saved(spec, [event for _, event in told]),
                orders=tuple(orders_shown(store, played, steps)),
            )  # fmt: skip
    return None


def _saved(spec: MachineSpec, events: Sequence[Event]) -> PlaySaved:
    bet = next((event for event in events if isinstance(event, BetTaken)), None)
    if bet is None:
        return PlaySaved(program=spec.programs[0])
    went = [answer for one in events if isinstance(one, PlayWent) for answer in one.answers]
    ends = [one for one in events if isinstance(one, PlayEnded)]
    return PlaySaved(
        program=bet.program, text=shipped(bet.program).text, bet=bet.bet, answers=tuple(went),
        paid=sum(one.paid for one in ends), pot=sum(one.pot for one in ends),
    )  # fmt: skip


def _stays(store: Store, person: str, unit: str | None = None) -> list[Any]:
    """His stays at machines, the last first."""
    x, u = schema.stays, schema.units
    machines = select(u.c.id).where(u.c.kind == "maquina")
    query = select(x).where(x.c.person == person, x.c.unit_id.in_(machines))
    if unit is not None:
        query = query.where(x.c.unit_id == unit)
    with store.engine.connect() as connection:
        return list(connection.execute(query.order_by(x.c.since_step.desc())))


def _steps(store: Store, stay: Any, number: int | None = None) -> Iterator[tuple[int, Kept]]:
    """The steps of a stay, each with the number of its play: of one play, or the last ones."""
    s = schema.steps
    query = step_rows().where(s.c.unit_id == stay.unit_id, s.c.number >= stay.since_step)
    if stay.until_step is not None:
        query = query.where(s.c.number <= stay.until_step)
    if number is not None:
        query = query.where(s.c.round == number)
    with store.engine.connect() as connection:
        rows = connection.execute(query.order_by(s.c.number.desc()).limit(MANY)).all()
    return ((row.round, kept_of(row)) for row in reversed(rows))


def _is_of_play(kept: Kept) -> bool:
    """Whether a step belongs to a play and not to what is done between plays."""
    went = any(isinstance(read_event(line), PlayWent) for line in kept.lines)
    return bool(kept.envelope.draws) or went or _ends(kept)


def _program(kept: Kept, before: str) -> str:
    """What the machine is played by after a step: the bet names it, and whoever chooses another."""
    for event in map(read_event, kept.lines):
        if isinstance(event, BetTaken | ProgramSelected | ProgramSwitched):
            before = event.program
    return before


def _ends(kept: Kept) -> bool:
    return any(isinstance(read_event(line), PlayEnded | TablePlayEnded) for line in kept.lines)


def find_plays(store: Store, person: str, before: float | None, limit: int) -> list[RoundRow]:
    """His plays at machines, the last first."""
    found: list[RoundRow] = []
    for stay in _stays(store, person):
        spec: Any = next(one for one in store.specs() if one.id == stay.unit_id)
        here, program = [], spec.programs[0]
        for number, kept in _steps(store, stay):
            at, program = kept.envelope.at, _program(kept, program)
            if _ends(kept) and (before is None or at < before):
                here.append(RoundRow(
                    table=stay.unit_id, number=number, step=kept.number,
                    game=program, at=at, day=store.calendar.day_of(at), kind=spec.kind,
                ))  # fmt: skip
        found += here[-limit:]
        if len(found) >= limit:
            break
    return sorted(found, key=lambda row: (-row.at, -row.number))[:limit]
