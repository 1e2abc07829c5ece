"""Plays of a machine as they were: the last ones for its players, all of them for an auditor."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.round.acta import read_event
from tapete.floor.units.maquina.view import shown
from tapete.systems.machines.recall import recalls, told_of
from tapete.telling.explain import Teller

if TYPE_CHECKING:
    from tapete.core.round.event import Event
    from tapete.floor.storage.store import Store
    from tapete.floor.units.maquina import Maquina
    from tapete.systems.machines.cabinet import Recall

AT_ONCE, LOOKED = 50, 500
"""So many plays are told at once, and so many steps are looked through for them."""


class PlayOut(msgspec.Struct, frozen=True, kw_only=True):
    """A play as it was: credits before and after, bet and what it cost, what it told and paid;
    ``words`` is its course in sentences."""

    position: int
    program: str
    bet: str
    denomination: int
    stake: int
    before: int
    after: int
    paid: int
    told: tuple[dict[str, Any], ...]
    words: tuple[str, ...]


class PlaysOut(msgspec.Struct, frozen=True, kw_only=True):
    """Plays of a machine out of its log, the newest first; ``before`` asks for those before them,
    none when there are no more."""

    plays: list[PlayOut]
    before: int | None


def recalled(unit: Maquina, lang: str = "es") -> list[PlayOut]:
    """The last plays of a machine as they were, the newest first."""
    return [_out(unit, one, lang) for one in reversed(unit.cabinet.recall)]


def _out(unit: Maquina, one: Recall, lang: str) -> PlayOut:
    told, teller = told_of(unit.cabinet, one), Teller(lang, unit=unit.spec.unit)
    return PlayOut(
        position=one.bet.position, program=one.program, bet=one.bet.bet,
        denomination=one.bet.denomination, stake=one.stake, before=one.before, after=one.after,
        paid=one.paid, told=shown(told), words=tuple(map(teller.event, told)),
    )  # fmt: skip


def plays_before(store: Store, unit: Maquina, last: int, lang: str) -> PlaysOut:
    """Plays that ended up to a step of the machine's log, the newest first. The log is read
    backwards as far as so many of them go."""
    events: list[tuple[int, Event]] = []
    found: list[tuple[int, Recall]] = []
    first = last
    while first > 0 and len(found) <= AT_ONCE:
        first, until = max(0, first - LOOKED), first
        here = [
            (kept.number, read_event(line))
            for kept in store.log(unit.spec.id, after=first, until=until)
            for line in kept.lines
        ]
        events = here + events
        found = list(recalls(events))
    newest = found[::-1]
    if len(newest) <= AT_ONCE:
        return PlaysOut(plays=[_out(unit, one, lang) for _, one in newest], before=None)
    oldest = newest[AT_ONCE - 1][0]  # the positions of one play are not parted
    some = list(takewhile(lambda play: play[0] >= oldest, newest))
    return PlaysOut(plays=[_out(unit, one, lang) for _, one in some], before=oldest)
