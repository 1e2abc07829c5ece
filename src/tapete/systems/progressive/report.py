"""What a pot shows and reports: the display, the sign, the positions, meters, the day."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from tapete.games.poker.progressive import Prize
from tapete.systems.pot.meters import Meters
from tapete.systems.progressive.state import (
    Award,
    Position,
    ProgressiveState,
    Tally,
    table_of,
    terms_of,
)

Light = Literal["cerrada", "apagada", "encendida", "en-juego"]


class Display(msgspec.Struct, frozen=True):
    """The display of a pot (CAT-III.6.4.1-10): its amount, what the last bets added to it, and the
    prizes to be paid for the hand last won."""

    pot: int
    increment: int
    prizes: tuple[Award, ...]


class Sign(msgspec.Struct, frozen=True):
    """The sign of the progressive at a table (CAT-III.6.4.1-12): prizes, minimum and maximum."""

    prizes: tuple[Prize, ...]
    min: int
    max: int | None


class Meter(msgspec.Struct, frozen=True):
    """One position as the croupier's processor shows it: a slot has no credits to show."""

    light: Light
    bet: int
    credits: int | None = None
    promotional: int | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The record the system must keep (CAT-III.6.4.1-13), since the last daily close: bets of
    the players, prizes and their payments, base amounts, shares of each pot; and the meters at
    both ends."""

    pot: str
    authority: str
    tables: dict[str, str]
    counters: dict[str, int]
    shares: dict[str, Fraction]
    base: int
    opening: Meters
    closing: Meters
    won: dict[str, Tally]

    @property
    def day(self) -> Meters:
        """The difference of every meter between the two ends."""
        before, after = self.opening, self.closing
        names = [field.name for field in msgspec.structs.fields(Meters)]
        return Meters(**{name: getattr(after, name) - getattr(before, name) for name in names})


def display(state: ProgressiveState) -> Display:
    """The figures of a pot that the public sees."""
    return Display(state.meters.current, state.increment, state.due)


def sign(state: ProgressiveState) -> Sign:
    """The sign of every linked table."""
    terms = terms_of(state)
    return Sign(terms.rules.prizes, terms.low, terms.max)


def meters(state: ProgressiveState, table: str) -> dict[int, Meter]:
    """The positions of a table; those with a bet in play are told from those without."""
    link = table_of(state, table)
    stored = terms_of(state).acceptor != "manual"
    return {
        seat: Meter(
            _light(position, locked=link.locked),
            position.bet,
            position.credits if stored else None,
            position.promotional if stored else None,
        )
        for seat, position in link.positions.items()
    }


def _light(position: Position, *, locked: bool) -> Light:
    if position.lit:
        return "en-juego" if locked else "encendida"
    return "cerrada" if position.faulty else "apagada"


def report(state: ProgressiveState) -> Report:
    """The report of a pot to its authority, since the last daily close."""
    terms = terms_of(state)
    algorithm = terms.algorithm
    kept, reserve = algorithm.commission, (1 - algorithm.commission) * algorithm.reserve
    won = {
        prize: Tally(tally.count - was.count, tally.amount - was.amount)
        for prize, tally in state.won.items()
        if tally != (was := state.before.get(prize, Tally()))
    }
    return Report(
        pot=terms.pot,
        authority=terms.rules.authority,
        tables={name: table.game for name, table in state.tables.items()},
        counters={name: table.counter for name, table in state.tables.items()},
        shares={"commission": kept, "reserve": reserve, "main": 1 - kept - reserve},
        base=algorithm.base,
        opening=state.opening,
        closing=state.meters,
        won=won,
    )
