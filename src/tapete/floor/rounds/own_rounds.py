"""A player's own rounds: what he may know of each, and what he needs to check it by himself.

He is given every event he was told. The whole acta he is given once nothing in it is hidden any
more: no card was dealt, or the orders dealt from were opened to everybody. Before that, and among
players, whose hands stay covered, he has the seal of the acta, which nobody can change unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from tapete.core.round.acta import read_event
from tapete.core.round.event import Event, at_seat
from tapete.core.round.felt import PUBLIC
from tapete.floor.audit.checks import numbers_in, parts_in, picks_in, promise_in, promises, served
from tapete.floor.chance.orders import drawn_in
from tapete.floor.kernel.minder import PERSON
from tapete.floor.kernel.port import Kept
from tapete.floor.rounds.replays import Played, find_played, steps_of
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import OpenOrder

SEAL = "seal "


class OrderShown(msgspec.Struct, frozen=True, kw_only=True):
    """An order of cards, or a number of the house: its promise, the players' promises and numbers
    that have a part in it, by seat, and once it was opened to everybody its salt and cards.
    ``draws`` is what came of it in this round where no cards are dealt: which draw it was, and each
    number drawn, below how many."""

    n: int
    promise: str
    parts: dict[int, str] = {}
    numbers: dict[int, str] = {}
    salt: str | None = None
    cards: str | None = None
    draws: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()


class OwnRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one of its players may know it."""

    played: Played
    seats: tuple[int, ...]
    told: tuple[tuple[int, Event], ...]
    acta: str | None
    state: dict[str, Any] | None
    seal: str
    orders: tuple[OrderShown, ...]


def own_round(store: Store, person: str, table: str, number: int) -> OwnRound | None:
    """The round of a table as this person saw it from his place; None if he had none there."""
    played = find_played(store, table, number)
    if played is None:
        return None
    steps = steps_of(store, played)
    stays = _stays(store, person, table, steps)
    if not stays:
        return None
    orders = tuple(orders_shown(store, played, steps))
    hidden = bool(drawn_in(played.record)) and (
        not orders or any(order.cards is None for order in orders)
    )
    seal = played.acta.rstrip("\n").rpartition("\n")[2].removeprefix(SEAL)
    return OwnRound(
        played=played, seats=tuple(sorted({row.seat for row in stays})),
        told=tuple(_told(steps, stays)), acta=None if hidden else played.acta,
        state=None if hidden or played.before is None else dict(played.before), seal=seal,
        orders=orders,
    )  # fmt: skip


def _stays(store: Store, person: str, table: str, steps: Sequence[Kept]) -> list[Any]:
    """His places at the table while the round was played."""
    if not steps:
        return []
    x = schema.stays
    mine = (x.c.person == person) & (x.c.unit_id == table) & (x.c.since_step <= steps[-1].number)
    still = x.c.until_step.is_(None) | (x.c.until_step >= steps[0].number)
    with store.engine.connect() as connection:
        return list(connection.execute(select(x).where(mine, still)))


def _told(steps: Sequence[Kept], stays: Sequence[Any]) -> list[tuple[int, Event]]:
    """The events of the round he was told: from his place while he had it, as anybody before."""
    found = []
    for kept in steps:
        for n, line in enumerate(kept.lines, kept.first):
            event = read_event(line)
            seats = [at_seat(row.seat) for row in stays if _had(row, n, kept.number)]
            if any(event.seen_by(viewer) for viewer in (PUBLIC, *seats)):
                found.append((n, event))
    return found


def _had(stay: Any, n: int, step: int) -> bool:
    """Whether he had the place when this was told."""
    return bool(n >= stay.since_event and (stay.until_step is None or step <= stay.until_step))


def orders_shown(store: Store, played: Played, steps: Sequence[Kept]) -> list[OrderShown]:
    """The orders and numbers that something came of in these steps."""
    if not steps:
        return []
    found = []
    for n, (kept, end) in sorted(promises(store, played, steps[0].number).items()):
        log = list(store.log(played.table, after=kept.number, until=end))
        if not served(log, steps[0].number):
            continue
        draws = [(one.number, picks) for one in log for picks in picks_in(one)]
        shown = OrderShown(
            n=n, promise=promise_in(kept), parts=parts_in(kept), numbers=numbers_in(log),
            draws=tuple((at, picks) for at, (step, picks) in enumerate(draws)
                        if step >= steps[0].number),
        )  # fmt: skip
        opened = store.find_command(played.table, f"{PERSON}-apertura-{n}")
        if opened is not None and _for_everybody(opened):
            command = opened.envelope.command
            assert isinstance(command, OpenOrder)
            cards = " ".join(command.cards)
            shown = msgspec.structs.replace(shown, salt=command.salt, cards=cards)
        found.append(shown)
    return found


def _for_everybody(opened: Kept) -> bool:
    return all(read_event(line).seen_by(PUBLIC) for line in opened.lines)
