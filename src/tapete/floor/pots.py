"""Pots on the floor: one host a pot on each node, its events in the database, shared by all nodes.

What a table's step does to the pot is written in the same transaction as the step. The number of an
event is taken once: if another node was first, pot and table are read anew and the command is
carried out again, so wins come in the order they were received.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import floor
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from tapete.core.datafile import exact
from tapete.core.plan import Plan
from tapete.core.record import line_of_event, read_event
from tapete.core.refused import Refused
from tapete.floor import schema
from tapete.floor.hosted import TableSpec
from tapete.floor.ledger import Transfer, transfers_of_pot
from tapete.floor.store import Overtaken, Store
from tapete.floor.view import DueView, MeterView, PotView, PrizeView
from tapete.games.poker.progressive import Prize
from tapete.games.registry import find
from tapete.systems.progressive.commands import Activate, LinkTable, Open
from tapete.systems.progressive.events import PotEvent, PrizePaid, PromotionGiven
from tapete.systems.progressive.evolve import evolve
from tapete.systems.progressive.pot import Pot, PotLink
from tapete.systems.progressive.report import display, meters, report, sign
from tapete.systems.progressive.state import Balances, PotState, terms_of
from tapete.systems.progressive.terms import PotTerms, planned

MEMORY_EVERY = 500
"""The whole pot is written down with an event about every so many, to begin from there."""
LOOK_EVERY = 0.5
"""Seconds after which a display looks at what other nodes have written."""
HOUSE = ""
"""The table of events that no table made."""


class KeptEvent(msgspec.Struct, frozen=True):
    """An event of a pot as it is written, with the step of the table it came with."""

    n: int
    table: str
    step: int
    at: float
    event: PotEvent


class Fed(msgspec.Struct, frozen=True, kw_only=True):
    """What a pot did with one step: its events from a number on, and the money they moved."""

    pot: str
    first: int
    events: tuple[PotEvent, ...]
    transfers: tuple[Transfer, ...]
    state: PotState


class PotHost:
    """A pot on this node. ``turn`` is held around what is done with it, until it is written."""

    def __init__(self, id: str, store: Store) -> None:
        self.id, self.store = id, store
        self.turn = asyncio.Lock()
        self.pot = Pot()
        self._looked = 0.0
        self.count, self.written = remembered(store, id)
        self.refresh()

    def link(self, table: str) -> PotLink:
        """What a table sees of the pot."""
        return PotLink(self.pot, table)

    def refresh(self) -> None:
        """Take in what other nodes have written, and forget what did not come to be."""
        for kept in pot_log(self.store, self.id, after=self.count):
            self.written = evolve(self.written, kept.event)
            self.count = kept.n
        self.forget()

    def forget(self) -> None:
        """What was done since it was last written did not come to be."""
        self.pot.state = self.written
        self.pot.log.clear()

    def fed(self) -> Fed | None:
        """What was done and is not written yet."""
        events = tuple(self.pot.log)
        if not events:
            return None
        first = self.count + 1
        return Fed(
            pot=self.id, first=first, events=events, state=self.pot.state,
            transfers=tuple(transfers_of_pot(self.id, first, events)),
        )  # fmt: skip

    def keep(self, fed: Fed | None) -> None:
        """It is written."""
        if fed is not None:
            self.count, self.written = fed.first + len(fed.events) - 1, fed.state
            self.pot.log.clear()

    def shown(self, table: str | None = None) -> PotView:
        """The pot as everybody may see it; never what is not written yet. What other nodes have
        written is looked up now and then."""
        now = time.monotonic()
        if not self.turn.locked() and now - self._looked > LOOK_EVERY:
            self._looked = now
            self.refresh()
        return pot_view(self.written, table)


def write_fed(connection: Connection, fed: Fed, table: str, step: int, at: float) -> None:
    """Write what a pot did, inside a transaction."""
    last = fed.first + len(fed.events) - 1
    rows: list[dict[str, Any]] = [
        {"pot_id": fed.pot, "n": n, "table_id": table, "step": step, "at": at,
         "body": line_of_event(event), "memory": None}
        for n, event in enumerate(fed.events, fed.first)
    ]  # fmt: skip
    if (fed.first - 1) // MEMORY_EVERY != last // MEMORY_EVERY:
        rows[-1]["memory"] = to_memory(fed.state)
    try:
        connection.execute(insert(schema.pot_events), rows)
    except IntegrityError as error:
        raise Overtaken(fed.pot) from error


def pot_log(store: Store, pot: str, *, after: int = 0) -> Iterator[KeptEvent]:
    """The events of a pot after a number."""
    p = schema.pot_events
    query = (
        select(p.c.n, p.c.table_id, p.c.step, p.c.at, p.c.body)
        .where(p.c.pot_id == pot, p.c.n > after)
        .order_by(p.c.n)
    )
    with store.engine.connect() as connection:
        rows = connection.execute(query).all()
    for row in rows:
        event = read_event(row.body)
        assert isinstance(event, PotEvent), row.body
        yield KeptEvent(row.n, row.table_id, row.step, row.at, event)


def pots(store: Store) -> list[str]:
    """Every pot of the casino."""
    p = schema.pot_events
    with store.engine.connect() as connection:
        return list(
            connection.execute(select(p.c.pot_id).distinct().order_by(p.c.pot_id)).scalars()
        )


# The whole pot, written down now and then


def to_memory(state: PotState) -> bytes:
    """A pot in one piece."""
    parts: dict[str, Any] = {
        field.name: getattr(state, field.name)
        for field in msgspec.structs.fields(PotState)
        if field.name != "due"
    }
    parts["due"] = [line_of_event(event) for event in state.due]
    return msgspec.json.encode(parts, enc_hook=str)


def of_memory(text: bytes) -> PotState:
    """A pot out of one piece."""
    raw = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    due = [read_event(line) for line in msgspec.json.decode(raw.pop("due"), type=list[str])]
    types = {field.name: field.type for field in msgspec.structs.fields(PotState)}
    parts = {
        name: msgspec.json.decode(value, type=types[name], dec_hook=exact)
        for name, value in raw.items()
    }
    won = tuple(event for event in due if isinstance(event, PrizePaid | PromotionGiven))
    return PotState(**parts, due=won)


def remembered(store: Store, pot: str) -> tuple[int, PotState]:
    """The last time the whole pot was written down, and after which event."""
    p = schema.pot_events
    query = (
        select(p.c.n, p.c.memory)
        .where(p.c.pot_id == pot, p.c.memory.is_not(None))
        .order_by(p.c.n.desc())
        .limit(1)
    )
    with store.engine.connect() as connection:
        row = connection.execute(query).first()
    return (0, PotState()) if row is None else (row.n, of_memory(row.memory))


# Setting up


def planned_for(plan: Plan, game: str) -> str | None:
    """The pot of the plan for the tables of a game."""
    return next((pot for pot, row in plan.pot.items() if game in row.games), None)


def set_up(
    store: Store, plan: Plan, pot: str, tables: Sequence[tuple[str, str]], at: float
) -> None:
    """Make a pot of the plan, its base out of the vault, and link these tables (name and game), an
    acceptor at every place. A pot that exists already stays as it is."""
    if pot in pots(store):
        return
    terms, row = planned(plan, pot), plan.pot[pot]
    host = PotHost(pot, store)
    host.pot.do(Open(terms))
    host.pot.do(Activate())
    for table, game in tables:
        host.pot.do(_linking(terms, plan, table, game, terms.edition, row.approval))
    fed = host.fed()
    assert fed is not None
    with suppress(Overtaken), store.writing() as connection:  # another node may make it just now
        write_fed(connection, fed, HOUSE, 0, at)
        store.post(connection, fed.transfers, at)


async def link_table(
    host: PotHost, store: Store, plan: Plan, spec: TableSpec, informed: str, at: float
) -> None:
    """Link a new table to a pot in operation, an acceptor at every place."""
    async with host.turn:
        host.refresh()
        terms = terms_of(host.pot.state)
        host.pot.do(_linking(terms, plan, spec.id, spec.game, spec.edition, informed))
        fed = host.fed()
        assert fed is not None
        try:
            with store.writing() as connection:
                write_fed(connection, fed, HOUSE, 0, at)
        except BaseException:
            host.forget()
            raise
        host.keep(fed)


def _linking(
    terms: PotTerms, plan: Plan, table: str, game: str, edition: str, informed: str
) -> LinkTable:
    row = plan.pot.get(terms.pot)
    places = find(game).rules_of(edition, {}).players_max or 0
    return LinkTable(
        table=table, game=game, edition=edition, casino=plan.casino, places=places,
        acceptors=tuple(range(1, places + 1)), min=terms.min, max=terms.max,
        homologation="" if row is None else row.homologation, informed=informed,
    )  # fmt: skip


# What is shown


def pot_view(state: PotState, table: str | None = None) -> PotView:
    """The display and the sign of a pot, and the lights of one of its tables."""
    shown, sheet = display(state), sign(state)
    lights = meters(state, table) if table in state.tables else {}
    return PotView(
        pot=terms_of(state).pot,
        amount=shown.pot,
        increment=shown.increment,
        reserve=floor(state.balances.reserve),
        due=tuple(
            DueView(
                table=prize.table, seat=prize.seat, prize=prize.prize,
                amount=prize.amount if isinstance(prize, PrizePaid) else 0,
                credits=0 if isinstance(prize, PrizePaid) else prize.credits,
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


def pot_report(state: PotState) -> PotReport:
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


def _said(balances: Balances) -> dict[str, str]:
    return {name: str(amount) for name, amount in msgspec.structs.asdict(balances).items()}


class Pots:
    """The pots of a casino on this node, each taken up when it is first asked for."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._hosts: dict[str, PotHost] = {}

    def host(self, pot: str) -> PotHost:
        if pot not in self._hosts:
            if pot not in pots(self.store):
                raise Refused("CAT-III.6.6-14", "no-such-pot", pot=pot)
            self._hosts[pot] = PotHost(pot, self.store)
        return self._hosts[pot]

    def all(self) -> list[PotHost]:
        return [self.host(pot) for pot in pots(self.store)]
