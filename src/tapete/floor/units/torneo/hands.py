"""The hands of a tournament dealt at tables of its own, as hand histories anybody's tools read: all
of a tournament in one file, OHH or PHH, table by table in the order they were dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select

from tapete.core.round.acta import act_in, read_record
from tapete.core.round.record import Record
from tapete.floor.storage import schema
from tapete.floor.storage.kept_actas import in_full
from tapete.floor.storage.store import Store
from tapete.games.poker.circle.ohh import write_ohh
from tapete.games.poker.circle.phh import NotInPhh, write_hand
from tapete.systems.tournament.summary import Summary

AT_ONCE = 200
"""So many records are read at once."""

NameOf = Callable[[str], str]


def write_hands_ohh(
    store: Store, tables: Sequence[str], name_of: NameOf, summary: Summary
) -> Iterator[str]:
    """Every hand that counted as OHH, one after another with an empty line between them, as the
    format has it; players by the names they are called."""
    info = {
        "tournament_number": summary.tournament_number, "name": summary.tournament_name,
        "type": summary.type, "start_date_utc": summary.start_date_utc,
        "buyin_amount": summary.buyin_amount, "fee_amount": summary.fee_amount,
        "bounty_fee_amount": summary.bounty_fee_amount, "initial_stack": summary.initial_stack,
        "currency": summary.currency,
    }  # fmt: skip
    for record, at, seated in _hands(store, tables):
        names = {seat: name_of(who) for seat, who in seated.items()}
        when = datetime.fromtimestamp(at, UTC).isoformat()
        try:
            yield write_ohh(record, names, when=when, tournament=info) + "\n"
        except NotInPhh:  # annulled: it does not count
            continue


def write_hands_phh(store: Store, tables: Sequence[str]) -> Iterator[str]:
    """Every hand that counted as PHH, numbered one after another (``.phhs``)."""
    number = 0
    for record, _, _ in _hands(store, tables):
        try:
            written = write_hand(record)
        except NotInPhh:
            continue
        number += 1
        yield f"[{number}]\n{written}\n"


def _hands(store: Store, tables: Sequence[str]) -> Iterator[tuple[Record, float, dict[int, str]]]:
    """The records of tables, when each was written and who sat where then."""
    r = schema.rounds
    for table in tables:
        last = 0
        while True:
            query = select(r).where(r.c.unit_id == table, r.c.step > last).order_by(r.c.step)
            with store.engine.connect() as connection:
                rows = connection.execute(query.limit(AT_ONCE)).all()
                stays = _stays(connection, table)
            if not rows:
                break
            last = rows[-1].step
            hands = [row for row in rows if not act_in(row.acta)]
            for row, acta in zip(
                hands, in_full(store, table, [h.acta for h in hands]), strict=True
            ):
                yield read_record(acta), row.at, _seated(stays, row.step)


def _stays(connection: Connection, table: str) -> Sequence[Any]:
    x = schema.stays
    return connection.execute(select(x).where(x.c.unit_id == table)).all()


def _seated(stays: Sequence[Any], step: int) -> dict[int, str]:
    return {
        stay.seat: stay.person for stay in stays
        if stay.since_step <= step and (stay.until_step is None or step < stay.until_step)
    }  # fmt: skip
