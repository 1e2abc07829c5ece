"""What is seen of a tournament of another game than hold'em: its round in course, and the machines
it is played at."""

from __future__ import annotations

import msgspec

from tapete.floor.units.torneo.machines import machine_of
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.systems.tournament.life import contest
from tapete.systems.tournament.life.state import Tournament


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """The round in course of a tournament of another game: of how many, its game, pases played at
    each table and in all, who would pass now, who ties for it, and where those sit (``tie``) who
    play for it now. ``until``: when the time of the pase in course at machines is
    over."""

    number: int
    rounds: int
    game: str
    pases: int
    played: dict[int, int]
    over: bool
    passes: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...]
    tie: dict[str, str] = {}
    until: float | None = None


def round_view(spec: TorneoSpec, now: Tournament) -> RoundView | None:
    """The round in course; none: it has no rounds, or none is played now."""
    if now.round is None or now.stage != "en-juego":
        return None
    ronda, found = now.rules.rondas[now.round.number - 1], contest.outcome(now)
    begun = [table.since for table in now.tables.values() if table.playing and spec.maquinas]
    return RoundView(
        number=now.round.number, rounds=len(now.rules.rondas), game=ronda.juego,
        pases=ronda.pases, played=now.round.pases, over=contest.over(now, now.clock.since),
        passes=found.passes, tied=found.tied,
        tie={} if now.round.tie is None else now.round.tie.places,
        until=max(begun) + ronda.segundos if begun else None,
    )  # fmt: skip


def unit_at(spec: TorneoSpec, now: Tournament, table: int, seat: int) -> str:
    """The table or the machine of the house that a place is."""
    return spec.machine(machine_of(now, table, seat)) if spec.maquinas else spec.table(table)


def machine_numbers(spec: TorneoSpec, now: Tournament) -> dict[str, int]:
    """The machine of each place, as it is numbered on the floor; nothing where cards are dealt."""
    if not spec.maquinas or now.bases is None:
        return {}
    bases = now.bases
    return {
        f"{table}-{seat}": bases.machine_at(table, seat)
        for table in range(1, bases.mesas + 1)
        for seat in range(1, bases.asientos + 1)
    }
