"""Betting plans (plan de apuestas): what a casino sets for its tables (CAT-I.4.2-01)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from tapete.core.bets import Limits, SpotLimits
from tapete.core.circle import CircleTerms
from tapete.core.datafile import BrokenFile, line_of, read_toml
from tapete.core.money import share
from tapete.core.rulebook import rulebook


class TablePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of one game's tables, in pesos. ``bets`` holds those of single bets; ``cards`` says
    how the cards of each table of the game come, ``circle`` the stakes of one among players."""

    min: int
    max: int | None = None
    unit: int | None = None
    commission: str | None = None
    bets: dict[str, SpotLimits] = {}
    colour_values: tuple[int, ...] = ()
    cards: tuple[Literal["tradicionales", "pre-barajadas", "barajadora-continua"], ...] = ()
    circle: CircleTerms | None = None


class PotPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A progressive pot: the games whose tables share it, the value of a credit, limits of the bet
    in pesos, what the house keeps, and the papers of it (CAT-III.6.6-13, CAT-III.6.6-16)."""

    games: tuple[str, ...]
    credit: int
    commission: str
    approval: str
    homologation: str
    acceptor: Literal["electronico", "manual"]
    min: int | None = None
    max: int | None = None
    base: int = 0
    reserve: str | None = None
    restart: Literal["casa", "reserva"] | None = None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A casino's plan: chips, the paying unit, commission, its tables game by game, its pots."""

    casino: str
    currency: str
    chips: tuple[int, ...]
    unit: int
    commission: str
    instruments: tuple[str, ...]
    colours: tuple[str, ...]
    table: dict[str, TablePlan]
    hold_minutes: int = 30
    conditions: dict[str, str] = {}
    pot: dict[str, PotPlan] = {}

    def limits(self, game: str) -> Limits:
        """The limits of a game's tables."""
        if game not in self.table:
            raise KeyError(f"the plan of {self.casino} has no table of {game}")
        table = self.table[game]
        return Limits(
            min=table.min,
            max=table.max,
            unit=table.unit or self.unit,
            commission=share(table.commission or self.commission),
            bets=table.bets,
        )

    def circle(self, game: str) -> CircleTerms | None:
        """The stakes of a game's tables, where players play among themselves."""
        return self.table[game].circle if game in self.table else None


def read_plan(text: str, file: str) -> Plan:
    """Read a plan; refuse it with file, line and reason if it is broken."""
    plan = read_toml(text, file, Plan)

    def broken(reason: str, *path: str) -> BrokenFile:
        return BrokenFile(file, line_of(text, path), reason)

    if not plan.chips or any(chip <= 0 for chip in plan.chips):
        raise broken("chips are values in pesos, at least one of them", "chips")
    if plan.unit <= 0:
        raise broken("the paying unit is at least one peso", "unit")
    if not 0 < plan.hold_minutes <= 30:
        raise broken("a payment may be held 30 minutes at the most (CAT-I.6-04)", "hold_minutes")
    try:
        _check_share(plan.commission)
    except ValueError as error:
        raise broken(str(error), "commission") from None
    for name, pot in plan.pot.items():
        for key, text_ in (("commission", pot.commission), ("reserve", pot.reserve or "0%")):
            try:
                _check_share(text_)
            except ValueError as error:
                raise broken(str(error), "pot", name, key) from None
    for name, table in plan.table.items():
        if table.commission is not None:
            try:
                _check_share(table.commission)
            except ValueError as error:
                raise broken(str(error), "table", name, "commission") from None
        if table.unit is not None and table.unit <= 0:
            raise broken("the paying unit is at least one peso", "table", name, "unit")
        if "pre-barajadas" in table.cards and set(table.cards) == {"pre-barajadas"}:
            clause = rulebook().book(name).set["traditional_tables"].clause
            reason = f"{name}: tables with traditional decks must be kept too ({clause})"
            raise broken(reason, "table", name, "cards")
        for bet in ("", *table.bets):
            # What holds for a bet: its own limits, and the table's where it has none.
            low, high = plan.limits(name).of(bet)
            if low <= 0 or (high is not None and high < low):
                what = f"{name} {bet}".strip()
                raise broken(
                    f"{what}: a minimum above 0, no maximum below it, not {low}..{high}",
                    "table", name, *(["bets", bet] if bet else ["min" if low <= 0 else "max"]),
                )  # fmt: skip
    return plan


def _check_share(text: str) -> Fraction:
    try:
        value = share(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"a commission is a percentage like 5%, not {text!r}") from None
    if not 0 <= value < 1:
        raise ValueError(f"a commission lies between 0% and 100%, not {text}")
    return value


@cache
def plan(name: str = "ejemplo") -> Plan:
    """A plan shipped with Tapete, by its name, or a casino's own, by its file."""
    if name.endswith(".toml"):
        return read_plan(Path(name).read_text("utf-8"), name)
    file = resources.files("tapete") / "plans" / f"{name}.toml"
    return read_plan(file.read_text("utf-8"), f"plans/{name}.toml")
