"""Betting plans (plan de apuestas): what a casino sets for its tables (CAT-I.4.2-01)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tapete.core.book.account import CLP, Unit
from tapete.core.book.datafile import BrokenFile, line_of, read_toml
from tapete.core.book.money import share
from tapete.core.book.papers import Papers
from tapete.core.book.rulebook import rulebook
from tapete.core.book.written import Written
from tapete.core.round.bets import Limits, SpotLimits

if TYPE_CHECKING:
    from tapete.core.round.game import Game
    from tapete.core.round.terms import Terms


Cards = Literal[
    "tradicionales", "pre-barajadas", "barajadora-continua",
    "barajadora-de-cartas", "barajadora-de-paquetes",
]  # fmt: skip
"""How the cards of a table come: in the usual way, or one of these."""
PlayedFor = Literal["clp", "juego"]
"""What is played for: pesos, or play chips, which are given away and worth nothing."""


class TablePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of one game's tables, in pesos. ``bets`` holds those of single bets; ``cards`` says
    how the cards of each table of the game come and ``backs`` of what colours their backs are,
    ``homologation`` is the paper of pre-shuffled ones, ``behind`` where the stop card goes and
    ``packet_last`` which card of a packet counts as its last; ``terms`` whatever else the game's
    own terms have, by name (the blinds of a table among players). ``papers`` are those of this
    game where they are not the casino's general ones, ``unidad`` what is played for where it is
    not what the casino's other tables are played for."""

    min: int
    max: int | None = None
    unit: int | None = None
    commission: str | None = None
    bets: dict[str, SpotLimits] = {}
    colour_values: tuple[int, ...] = ()
    cards: tuple[Cards, ...] = ()
    backs: tuple[tuple[str, ...], ...] = ()
    homologation: str = ""
    behind: int | None = None
    packet_last: Literal["", "arriba", "abajo"] = ""
    terms: Written = {}
    papers: Papers | None = None
    unidad: PlayedFor | None = None


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


class MachinesPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Settings of all gaming machines: the minimum return of every bet (CAT-VI.7.3-02, no
    default), where their server stands (CAT-VI.3-08), the win from which staff pay by hand, the
    win above which two of them sign, and for how many days a ticket is good, and a prepaid card
    after its last use (none: the house has none)."""

    minimum_return: str = ""
    server: Literal["", "sala-de-juego", "sala-de-servidores"] = ""
    handpay: int | None = None
    two_signatures: int | None = None
    ticket_days: int | None = None
    card_days: int | None = None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A casino's plan: chips, the paying unit, commission, its tables game by game, its pots.

    ``room`` are the halls, machines and tournaments by kind and name, ``pozo`` the pots they share,
    each row as whoever runs it reads it, ``maquinas`` what is set for all machines. ``zone`` is the
    time zone it stands in (none: that of Chile), ``day_begins`` the hour at which a day of its
    books begins. ``unidad`` is what is played for.
    """

    casino: str
    currency: str
    chips: tuple[int, ...]
    unit: int
    commission: str
    instruments: tuple[str, ...]
    colours: tuple[str, ...]
    table: dict[str, TablePlan]
    hold_minutes: int = 30
    zone: str = ""
    day_begins: int = 6
    unidad: PlayedFor | None = None
    conditions: dict[str, str] = {}
    pot: dict[str, PotPlan] = {}
    room: dict[str, dict[str, Written]] = {}
    pozo: dict[str, Written] = {}
    maquinas: MachinesPlan = MachinesPlan()
    papers: Papers = Papers()

    def papers_of(self, game: str) -> Papers:
        """The papers a game's tables stand on."""
        table = self.table.get(game)
        return self.papers if table is None or table.papers is None else table.papers

    def conditions_of(self, game: str) -> dict[str, str]:
        """The conditions that stand on a game's signs: one named ``game/condition`` on those of
        that game, one without a game on all of them."""
        found = {}
        for key, text in self.conditions.items():
            named, slash, condition = key.rpartition("/")
            if not slash or named == game:
                found[condition] = text
        return found

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

    def unit_of(self, game: str = "") -> Unit:
        """The unit a game's tables are played for, or without a game the casino's usual one:
        pesos, unless the plan says otherwise."""
        table = self.table.get(game)
        return (None if table is None else table.unidad) or self.unidad or CLP

    def terms(self, game: Game[Any, Any], table: int = 1, unit: Unit | None = None) -> Terms:
        """The terms of the rounds at the ``table``-th table of a game: the only road from a plan
        to a round. ``unit``: what it is played for, if it is not what the plan says."""
        return game.terms.of_plan(self, game.id, table, unit or self.unit_of(game.id))

    def cards(self, game: str, table: int) -> str:
        """How the cards of a table are prepared; empty: in the game's usual way."""
        ways = self.table[game].cards
        return ways[(table - 1) % len(ways)] if ways else ""


def read_plan(text: str, file: str) -> Plan:
    """Read a plan; refuse it with file, line and reason if it is broken."""
    plan = read_toml(text, file, Plan)

    def broken(reason: str, *path: str) -> BrokenFile:
        return BrokenFile(file, line_of(text, path), reason)

    if not plan.chips or any(chip <= 0 for chip in plan.chips):
        raise broken("chips are values in pesos, at least one of them", "chips")
    if plan.unit <= 0:
        raise broken("the paying unit is at least one peso", "unit")
    if not 0 <= plan.day_begins <= 23:
        raise broken("the hour at which a day begins is one from 0 to 23", "day_begins")
    if not 0 < plan.hold_minutes <= 30:
        raise broken("a payment may be held 30 minutes at the most (CAT-I.6-04)", "hold_minutes")
    try:
        _check_share(plan.commission)
    except ValueError as error:
        raise broken(str(error), "commission") from None
    for key, reason in _machines_faults(plan.maquinas):
        raise broken(reason, "maquinas", key)
    for name, pot in plan.pot.items():
        for key, text_ in (("commission", pot.commission), ("reserve", pot.reserve or "0%")):
            try:
                _check_share(text_)
            except ValueError as error:
                raise broken(str(error), "pot", name, key) from None
        if len({plan.unit_of(game) for game in pot.games}) > 1:
            raise broken("the tables of a pot are all played for the same", "pot", name, "games")
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
        if "pre-barajadas" in table.cards and not table.homologation:
            clause = rulebook().book(name).set["preshuffled_homologated"].clause
            reason = f"{name}: pre-shuffled cards need the paper of their homologation ({clause})"
            raise broken(reason, "table", name, "cards")
        if fault := _backs_fault(table.backs):
            clause = rulebook().book(name).set["card_backs"].clause
            raise broken(f"{name}: {fault} ({clause})", "table", name, "backs")
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


def _machines_faults(machines: MachinesPlan) -> Iterator[tuple[str, str]]:
    """The faults in the settings of machines, each with its key.

    >>> list(_machines_faults(MachinesPlan(minimum_return="85%", handpay=5, two_signatures=4)))
    [('two_signatures', 'two sign no less than what is paid by hand')]
    """
    if machines.minimum_return:
        try:
            within = 0 < share(machines.minimum_return) < 1
        except (ValueError, ZeroDivisionError):
            within = False
        if not within:
            yield "minimum_return", "a minimum return is a percentage like 85%, below 100%"
    for key in ("handpay", "two_signatures", "ticket_days", "card_days"):
        value = getattr(machines, key)
        if value is not None and value <= 0:
            yield key, f"{key} is a whole number above 0"
    if (machines.two_signatures or machines.handpay or 0) < (machines.handpay or 0):
        yield "two_signatures", "two sign no less than what is paid by hand"


def _backs_fault(backs: tuple[tuple[str, ...], ...]) -> str | None:
    """The fault in the colours of the backs, table by table, if any: a table has half of its decks
    in each of two colours, or all in one that the table beside does not use.

    >>> _backs_fault((("azul", "rojo"), ("azul",), ("rojo",)))
    >>> _backs_fault((("azul",), ("azul",)))
    'tables side by side with decks of one colour have different ones'
    """
    if any(len(set(colours)) != len(colours) or len(colours) not in (1, 2) for colours in backs):
        return "the decks of a table have backs of one colour or of two"
    if any(len(one) == 1 and one == other for one, other in pairwise(backs)):
        return "tables side by side with decks of one colour have different ones"
    return None


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
