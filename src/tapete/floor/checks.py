"""One round put to the proof: its seal, its play, its place in the log, its money, its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from sqlalchemy import select

from tapete.core.clause import ClauseId
from tapete.core.record import BrokenRecord, Divergence, read_event, replay
from tapete.core.refused import Refused
from tapete.floor import schema
from tapete.floor.commands import Answer, OpenOrder
from tapete.floor.driver import PERSON, gives_card
from tapete.floor.hosted import FIRST, said_of
from tapete.floor.hosted import link as chain_link
from tapete.floor.ledger import Transfer, transfers_of
from tapete.floor.orders import check_kept, drawn_in
from tapete.floor.port import Kept
from tapete.floor.replays import Played, seated, steps_of
from tapete.floor.store import Store, kept_of
from tapete.games.registry import find

Outcome = Literal["good", "bad", "open", "none"]
RECORDS: ClauseId = "CAT-I.6-03"
CHIPS: ClauseId = "CAT-I.1-10"
CARDS: ClauseId = "CAT-I.1-04"


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was checked: it holds, does not, cannot be said yet, or does not apply."""

    what: str
    outcome: Outcome
    clause: ClauseId
    facts: dict[str, str | int] = {}


def prove(store: Store, played: Played, pot: str | None) -> list[Proof]:
    """Everything that can be checked of one round."""
    steps = steps_of(store, played)
    found = [*_seal_and_play(played), _chain(store, played, steps)]
    if not _is_broken(played):
        found += [_money(store, played, steps, pot), *_orders(store, played, steps)]
    return found


def _is_broken(played: Played) -> bool:
    try:
        return played.record is None
    except BrokenRecord:
        return True


def _seal_and_play(played: Played) -> list[Proof]:
    try:
        record = played.record
    except BrokenRecord as error:
        return [_proof("seal", "bad", RECORDS, line=error.line, why=error.reason)]
    seal = _proof("seal", "good", RECORDS)
    try:
        replay(record, find)
    except Divergence as error:
        return [seal, _proof("play", "bad", RECORDS, step=error.step, why=str(error))]
    facts = {"events": len(record.events), "answers": len(record.steps)}
    return [seal, _proof("play", "good", RECORDS, **facts)]


def _proof(what: str, outcome: Outcome, clause: ClauseId, **facts: str | int) -> Proof:
    return Proof(what=what, outcome=outcome, clause=clause, facts=facts)


def _chain(store: Store, played: Played, steps: Sequence[Kept]) -> Proof:
    """The steps of the round follow one from another, and from the one before them."""
    if not steps:
        return _proof("chain", "bad", RECORDS, step=played.step)
    s = schema.steps
    first = steps[0].number
    query = select(s.c.hash).where(s.c.table_id == played.table, s.c.number == first - 1)
    with store.engine.connect() as connection:
        before = connection.execute(query).scalar()
    hash = FIRST if first == 1 else str(before)
    for kept in steps:
        hash = chain_link(hash, said_of(kept.envelope), kept.lines)
        if kept.hash != hash:
            return _proof("chain", "bad", RECORDS, step=kept.number)
    return _proof("chain", "good", RECORDS, first=first, last=steps[-1].number)


def _money(store: Store, played: Played, steps: Sequence[Kept], pot: str | None) -> Proof:
    """Every movement the round's events make stands in the ledger as they make it."""
    owners = seated(store, played.table, played.step)
    made: list[Transfer] = []
    for kept in steps:
        events = tuple(map(read_event, kept.lines))
        owners |= {e.seat: e.player for e in events if e.kind == "seat-taken"}  # type: ignore[attr-defined]
        made += transfers_of(played.table, str(kept.number), events, owners, pot)
    t = schema.transfers
    names = ("source", "target", "amount", "state", "why", "clause")
    with store.engine.connect() as connection:
        query = select(t).where(t.c.id.in_([one.id for one in made]))
        kept_rows = {row.id: row for row in connection.execute(query)}
    for one in made:
        row = kept_rows.get(one.id)
        if row is None or any(getattr(row, name) != getattr(one, name) for name in names):
            return _proof("money", "bad", CHIPS, transfer=one.id)
    return _proof("money", "good" if made else "none", CHIPS, transfers=len(made))


def _orders(store: Store, played: Played, steps: Sequence[Kept]) -> list[Proof]:
    """The cards are those of the orders promised before they came out."""
    if not steps or not drawn_in(played.record):
        return [_proof("order", "none", CARDS)]
    promised = _promises(store, played, steps[0].number)
    if not promised:
        return [_proof("order", "none", CARDS)]
    found = []
    for n, (kept, end) in promised.items():
        log = [one for one in store.log(played.table, after=kept.number) if one.number <= end]
        drawn = [_card(one) for one in log if gives_card(one.envelope)]
        if not any(gives_card(one.envelope) and one.number >= steps[0].number for one in log):
            continue  # its last card came out before this round
        found.append(_order(store, played.table, n, _promise_in(kept), drawn))
    return found or [_proof("order", "none", CARDS)]


def _order(store: Store, table: str, n: int, promise: str, drawn: Sequence[str]) -> Proof:
    opened = store.find_command(table, f"{PERSON}-apertura-{n}")
    if opened is None:
        return _proof("order", "open", CARDS, n=n, promise=promise[:16])
    command = opened.envelope.command
    assert isinstance(command, OpenOrder)
    try:
        check_kept(promise, command.salt, command.cards, drawn)  # type: ignore[arg-type]
    except Refused as refusal:
        return _proof("order", "bad", CARDS, n=n, why=str(refusal))
    return _proof("order", "good", CARDS, n=n, cards=len(drawn), promise=promise[:16])


def _promises(store: Store, played: Played, first: int) -> dict[int, tuple[Kept, int]]:
    """The orders dealt from in a round, by number: the step of each promise, and its end."""
    s = schema.steps
    mark = f"{PERSON}-promesa-"
    mine = (s.c.table_id == played.table) & s.c.command_id.startswith(mark)
    query = select(s).where(mine, s.c.number <= played.step).order_by(s.c.number.desc())
    found: dict[int, tuple[Kept, int]] = {}
    end = played.step
    with store.engine.connect() as connection:
        for row in connection.execute(query):
            kept = kept_of(row)
            found[int(kept.envelope.id.removeprefix(mark))] = (kept, end)
            end = kept.number - 1
            if kept.number < first:
                break
    return found


def _promise_in(kept: Kept) -> str:
    return str(kept.envelope.command.promise)  # type: ignore[union-attr]


def _card(kept: Kept) -> str:
    command = kept.envelope.command
    assert isinstance(command, Answer)
    return str(command.answer)
