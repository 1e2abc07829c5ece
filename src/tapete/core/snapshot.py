"""A table between rounds, written down: what a restart needs to go on as if nothing had happened.

A round in course is not in it. It is rebuilt from the commands given since.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from tapete.core.ask import plain
from tapete.core.clause import ClauseId
from tapete.core.conduct import Dispute
from tapete.core.event import Moment
from tapete.core.holds import Hold
from tapete.core.record import read_record
from tapete.core.table import Table


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a table remembers between two rounds."""

    state: dict[str, Any]
    players: dict[int, str]
    staff: dict[str, int]
    accounts: dict[str, int]
    counted: tuple[int, ...]
    open: bool
    suspended: bool
    throws_left: int | None
    rounds: int
    capacity: int | None
    idle: dict[int, int]
    complaints: tuple[int, ...]
    cautions: dict[str, tuple[ClauseId, ...]]
    excluded: dict[str, Moment | None]
    going: tuple[str, ...]
    disputes: tuple[Dispute, ...]
    holds: tuple[Hold, ...]
    held_gone: tuple[int, ...]
    payable: str | None


def take(table: Table) -> Snapshot:
    """What the table remembers now; only between rounds."""
    if table.live is not None:
        raise ValueError("a round is in course: a snapshot is taken between rounds")
    holds = table.holds
    return Snapshot(
        state=msgspec.json.decode(plain(table.state)),
        players=dict(table.players),
        staff=dict(table.desk.staff),
        accounts=dict(table.desk.accounts),
        counted=tuple(sorted(table.exchange.counted)),
        open=table.open,
        suspended=table.suspended,
        throws_left=table.throws_left,
        rounds=table.rounds,
        capacity=table.capacity,
        idle=dict(table.idle),
        complaints=tuple(sorted(table.idle.complaints)),
        cautions={who: tuple(breaches) for who, breaches in table.conduct.cautions.items()},
        excluded=dict(table.conduct.excluded),
        going=tuple(sorted(table.conduct.going)),
        disputes=tuple(table.disputes.all.values()),
        holds=tuple(holds.open.values()),
        held_gone=tuple(sorted(holds.gone)),
        payable=None if holds.payable is None else holds.payable.text(),
    )


def restore(table: Table, snapshot: Snapshot) -> None:
    """Make a table just built remember all this."""
    table.state = msgspec.convert(snapshot.state, table.game.state)
    table.players.clear()
    table.players.update(snapshot.players)
    table.desk.staff = Counter(snapshot.staff)
    table.desk.accounts = Counter(snapshot.accounts)
    table.exchange.counted = set(snapshot.counted)
    table.open, table.suspended = snapshot.open, snapshot.suspended
    table.throws_left, table.rounds = snapshot.throws_left, snapshot.rounds
    table.capacity = snapshot.capacity
    table.idle.clear()
    table.idle.update(snapshot.idle)
    table.idle.complaints = set(snapshot.complaints)
    table.conduct.cautions = {who: list(found) for who, found in snapshot.cautions.items()}
    table.conduct.excluded = dict(snapshot.excluded)
    table.conduct.going = set(snapshot.going)
    table.disputes.all = {dispute.id: dispute for dispute in snapshot.disputes}
    table.holds.open = {(hold.seat, hold.round): hold for hold in snapshot.holds}
    table.holds.gone = set(snapshot.held_gone)
    table.holds.payable = None if snapshot.payable is None else read_record(snapshot.payable)
