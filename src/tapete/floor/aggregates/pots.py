"""Pots of tables on the floor: made as the plan says, linked, shown, reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection

from tapete.core.book.aggregate import Entry
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.shared import Hosts, Shared, Write, done_by_house, stored
from tapete.floor.kernel.unit import Ref, Spec
from tapete.floor.money.ledger import ONE_UNIT, Transfer, transfers_of_pot
from tapete.floor.storage.store import Store
from tapete.floor.table.view import DueView, MeterView, PotView, PrizeView
from tapete.floor.units.mesa.spec import TableSpec
from tapete.games.poker.progressive import Prize
from tapete.games.registry import find
from tapete.systems.pot.events import PotEvent
from tapete.systems.pot.meters import Meters
from tapete.systems.pot.state import NO_POT
from tapete.systems.progressive.commands import (
    Activate,
    Change,
    LinkTable,
    Open,
    ProgressiveCommand,
    Suspend,
)
from tapete.systems.progressive.journal import PROGRESSIVE, ProgressiveJournal, TablePot
from tapete.systems.progressive.report import display, meters, report, sign
from tapete.systems.progressive.state import ProgressiveState, terms_of
from tapete.systems.progressive.terms import ProgressiveTerms, planned


class PotHost(Shared[ProgressiveState, ProgressiveCommand, PotEvent]):
    """A pot of tables on this node."""

    journal: ProgressiveJournal

    def __init__(self, id: str, store: Store) -> None:
        super().__init__(ProgressiveJournal(id), store)

    def link(self, table: str) -> TablePot:
        """What a table sees of the pot."""
        return TablePot(self.journal, table)

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        """Its base out of the vault, its tables linked, an acceptor at every place."""
        if self.id not in plan.pot:
            raise Refused(NO_POT, "no-such-pot", pot=self.id)
        terms, row = planned(plan, self.id), plan.pot[self.id]
        self.journal.do(Open(terms))
        self.journal.do(Activate())
        for unit in units:
            assert isinstance(unit, TableSpec), "only tables share it"
            self.journal.do(_linking(terms, plan, unit.id, unit.game, terms.edition, row.approval))

    def replan(self, terms: ProgressiveTerms, by: str) -> bool:
        """Other terms, as the plan in force has them, between rounds; False: it has them already,
        another process was quicker."""
        if terms_of(self.journal.state) == terms:
            return False
        for command in (Suspend(by), Change(terms, by), Activate()):
            self.journal.do(command)
        return True

    def transfers(self, entry: Entry[ProgressiveCommand, PotEvent]) -> list[Transfer]:
        unit = terms_of(self.journal.state).played_for
        return transfers_of_pot(self.id, entry.number, entry.events, unit)

    def shown(self, table: str | None = None) -> PotView:
        """The pot as everybody may see it."""
        return pot_view(self.look(), table)


def pots(store: Store) -> list[str]:
    """Every pot of the casino."""
    return [ref.id for ref in stored(store) if ref.kind == PROGRESSIVE.kind]


# Setting up


def planned_for(plan: Plan, game: str) -> str | None:
    """The pot of the plan for the tables of a game."""
    return next((pot for pot, row in plan.pot.items() if game in row.games), None)


async def link_table(
    host: PotHost, write: Write[None], plan: Plan, spec: TableSpec, informed: str, at: float,
    also: Callable[[Connection], None],
) -> None:  # fmt: skip
    """Link a new table to a pot in operation, an acceptor at every place; ``also`` is what else is
    written with it."""

    def do() -> None:
        terms = terms_of(host.journal.state)
        if spec.unit != terms.played_for:
            raise Refused(ONE_UNIT, "another-unit", unit=terms.played_for, to=spec.unit)
        host.journal.do(_linking(terms, plan, spec.id, spec.game, spec.edition, informed))

    await done_by_house(write, [host], do, at, also)


def _linking(
    terms: ProgressiveTerms, plan: Plan, table: str, game: str, edition: str, informed: str
) -> LinkTable:
    row = plan.pot.get(terms.pot)
    places = find(game).rules_of(edition, {}).players_max or 0
    return LinkTable(
        table=table, game=game, edition=edition, casino=plan.casino, places=places,
        acceptors=tuple(range(1, places + 1)), min=terms.min, max=terms.max,
        homologation="" if row is None else row.homologation, informed=informed,
    )  # fmt: skip


# What is shown


def pot_view(state: ProgressiveState, table: str | None = None) -> PotView:
    """The display and the sign of a pot, and the lights of one of its tables."""
    shown, sheet = display(state), sign(state)
    lights = meters(state, table) if table in state.tables else {}
    return PotView(
        pot=terms_of(state).pot,
        amount=shown.pot,
        increment=shown.increment,
        reserve=state.meters.reserve,
        due=tuple(
            DueView(
                table=prize.table, seat=prize.seat, prize=prize.prize,
                amount=prize.amount, credits=prize.credits,
            )
            for prize in shown.prizes
        ),
        prizes=tuple(
            prize_view(prize)
            for prize in sheet.prizes
        ),
        credit=terms_of(state).credit, min=sheet.min, max=sheet.max,
        tables={name: link.game for name, link in state.tables.items()},
        counters={name: link.counter for name, link in state.tables.items()},
        lights={seat: meter.light for seat, meter in lights.items()},
        acceptor=terms_of(state).acceptor,
        meters={
            seat: MeterView(
                light=meter.light, bet=meter.bet, credits=meter.credits,
                promotional=meter.promotional,
            )
            for seat, meter in lights.items()
        },
    )  # fmt: skip


def prize_view(prize: Prize) -> PrizeView:
    """A row of the pay table, as a sign shows it."""
    return PrizeView(
        hand=prize.hand, clause=prize.clause, times=prize.times, pesos=prize.pesos,
        share=None if prize.share is None else str(prize.share), cap=prize.cap,
    )  # fmt: skip


class PotReport(msgspec.Struct, frozen=True, kw_only=True):
    """What must be on record of a pot (CAT-III.6.4.1-13), since its last daily close: tables, bets,
    prizes and their payment, base, shares; amounts exact, as text where they have fractions."""

    pot: str
    authority: str
    tables: dict[str, str]
    informed: dict[str, str]
    counters: dict[str, int]
    shares: dict[str, str]
    base: int
    opening: dict[str, str]
    closing: dict[str, str]
    moved: dict[str, str]
    won: dict[str, tuple[int, int]]


def pot_report(state: ProgressiveState) -> PotReport:
    """The report of a pot."""
    found = report(state)
    return PotReport(
        pot=found.pot, authority=found.authority, tables=found.tables,
        informed={name: link.informed for name, link in state.tables.items()},
        counters=found.counters,
        shares={name: str(share) for name, share in found.shares.items()},
        base=found.base, opening=_said(found.opening), closing=_said(found.closing),
        moved=_said(found.day),
        won={prize: (tally.count, tally.amount) for prize, tally in found.won.items()},
    )  # fmt: skip


def _said(meters: Meters) -> dict[str, str]:
    """The meters by the names they have in reports; what few pots have only where there is any."""
    named = {
        "main": meters.current, "reserve": meters.reserve, "commission": meters.commission,
        "advance": meters.owed, "base": meters.seeded, "contributions": meters.staked,
        "paid": meters.paid,
    }  # fmt: skip
    rare = {"overflow": meters.overflow, "moved": meters.moved}
    named |= {name: amount for name, amount in rare.items() if amount}
    return {name: str(amount) for name, amount in named.items()}


class Pots:
    """The pots of a casino's tables on this node."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts

    def host(self, pot: str) -> PotHost:
        ref = Ref(PROGRESSIVE.kind, pot)
        if not self._hosts.has(ref):
            raise Refused(NO_POT, "no-such-pot", pot=pot)
        found = self._hosts.host(ref)
        assert isinstance(found, PotHost)
        return found

    def all(self) -> list[PotHost]:
        return [self.host(pot) for pot in pots(self._hosts.store)]
