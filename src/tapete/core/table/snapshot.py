"""A table between rounds, written down: what a restart needs to go on as if nothing had happened.

A round in course is not in it. It is rebuilt from the commands given since.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from tapete.core.book.account import account, written
from tapete.core.book.clause import ClauseId
from tapete.core.book.datafile import exact
from tapete.core.book.written import Written, plain
from tapete.core.round.acta import read_record
from tapete.core.round.event import Moment
from tapete.core.round.fold import Balances
from tapete.core.table.conduct import Dispute
from tapete.core.table.holds import Hold
from tapete.core.table.table import Table


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a table remembers between two rounds."""

    state: Written
    terms: Written
    players: dict[int, str]
    staff: dict[str, int]
    accounts: dict[str, int]
    open: bool
    suspended: bool
    last_rounds_left: int | None
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
    """A snapshot of the table; only between rounds."""
    if table.live is not None:
        raise ValueError("a round is in course: a snapshot is taken between rounds")
    holds = table.holds
    return Snapshot(
        state=msgspec.json.decode(plain(table.state)),
        terms=msgspec.json.decode(plain(table.terms)),
        players=dict(table.players),
        staff=dict(table.staff),
        accounts=written(table.desk.accounts),
        open=table.open,
        suspended=table.suspended,
        last_rounds_left=table.last_rounds_left,
        rounds=table.rounds,
        capacity=table.places.capacity,
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
    table.terms = msgspec.convert(snapshot.terms, table.game.terms, dec_hook=exact)
    table.players.clear()
    table.players.update(snapshot.players)
    table.staff = Counter(snapshot.staff)
    table.desk.accounts = Balances({account(text): n for text, n in snapshot.accounts.items()})
    table.open, table.suspended = snapshot.open, snapshot.suspended
    table.last_rounds_left, table.rounds = snapshot.last_rounds_left, snapshot.rounds
    table.places.capacity = snapshot.capacity
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
