"""A progressive as its events make it: the pot under it, its tables, their positions."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.systems.pot.meters import Meters
from tapete.systems.pot.state import NO_POT, Pot
from tapete.systems.progressive.terms import ProgressiveTerms


class Position(msgspec.Struct, frozen=True):
    """A place with its acceptor: credits on its meter (bought and promotional), credits staked
    now, and its light."""

    credits: int = 0
    promotional: int = 0
    staked: int = 0
    staked_promotional: int = 0
    lit: bool = False
    faulty: bool = False

    @property
    def bet(self) -> int:
        """All the credits staked now."""
        return self.staked + self.staked_promotional


class Award(msgspec.Struct, frozen=True, kw_only=True):
    """A prize as the display shows it: pesos of the pot, or promotional credits."""

    number: int
    table: str
    seat: int
    prize: str
    amount: int = 0
    credits: int = 0


class TableLink(msgspec.Struct, frozen=True, kw_only=True):
    """A linked table. ``counter`` counts the credits staked there (CAT-III.6.4.1-09); ``awards``
    are the prizes of its round in course."""

    game: str
    casino: str
    informed: str
    positions: dict[int, Position]
    locked: bool = False
    counter: int = 0
    awards: tuple[Award, ...] = ()

    def with_position(self, seat: int, position: Position) -> TableLink:
        return replace(self, positions={**self.positions, seat: position})

    def round_over(self) -> TableLink:
        """Lights go out, the acceptors open again."""
        dark = {
            seat: replace(position, staked=0, staked_promotional=0, lit=False)
            for seat, position in self.positions.items()
        }
        return replace(self, positions=dark, locked=False, awards=())


class Tally(msgspec.Struct, frozen=True):
    """The number of prizes of a kind that were awarded, and their sum."""

    count: int = 0
    amount: int = 0

    def add(self, amount: int, sign: int = 1) -> Tally:
        return Tally(self.count + sign, self.amount + sign * amount)


class ProgressiveState(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive. ``increment`` is what the last bets added to the main pot, ``due`` are the
    prizes of the hand last won; ``opening`` and ``before`` are meters and prizes at the last daily
    close."""

    terms: ProgressiveTerms | None = None
    pot: Pot = Pot()
    tables: dict[str, TableLink] = {}
    increment: int = 0
    due: tuple[Award, ...] = ()
    won: dict[str, Tally] = {}
    opening: Meters = Meters()
    before: dict[str, Tally] = {}
    days: tuple[str, ...] = ()

    @property
    def meters(self) -> Meters:
        """The money of the pot."""
        return self.pot.meters

    def with_table(self, name: str, table: TableLink) -> ProgressiveState:
        return replace(self, tables={**self.tables, name: table})

    def counting(self, prize: str, amount: int, sign: int = 1) -> dict[str, Tally]:
        """The prizes won with one more of them, or one taken back."""
        return {**self.won, prize: self.won.get(prize, Tally()).add(amount, sign)}


def terms_of(state: ProgressiveState) -> ProgressiveTerms:
    """The terms of a progressive that was set up."""
    if state.terms is None:
        raise Refused(NO_POT, "no-such-pot")
    return state.terms


def table_of(state: ProgressiveState, name: str) -> TableLink:
    """A table linked to the pot."""
    terms = terms_of(state)
    if name not in state.tables:
        raise Refused(terms.rules.by("linked"), "table-not-linked", table=name)
    return state.tables[name]


def position_of(state: ProgressiveState, table: str, seat: int) -> Position:
    """A position of a linked table."""
    positions = table_of(state, table).positions
    if seat not in positions:
        clause = terms_of(state).rules.by("credits")
        raise Refused(clause, "acceptor-missing", table=table, seat=seat)
    return positions[seat]
