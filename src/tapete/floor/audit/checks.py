"""One round put to the proof: its seal, its play, its place in the log, its money, its cards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import func, select

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.acta import BrokenRecord, read_event
from tapete.core.round.cards import Card
from tapete.core.round.replay import Divergence, StateMissing, replay
from tapete.floor.chance.orders import Opened
from tapete.floor.chance.promised import ANNOUNCED, PROMISED, Picks, parts_of
from tapete.floor.kernel.chain import FIRST, Memory, link
from tapete.floor.kernel.minder import PERSON
from tapete.floor.kernel.port import Kept
from tapete.floor.kernel.unit import Spec
from tapete.floor.money.ledger import Transfer, row_of
from tapete.floor.rounds.replays import Played, players_of, steps_of
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Answer, OpenNumber, OpenOrder
from tapete.floor.units import KINDS
from tapete.floor.units.mesa.promises import gives_card
from tapete.systems.bingo.events import BallCalled
from tapete.systems.rounds import find

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


def prove(store: Store, played: Played, spec: Spec) -> list[Proof]:
    """Everything that can be checked of one round of a table or a hall."""
    steps = steps_of(store, played)
    found = [*_seal_and_play(played), _chain(store, played, steps)]
    if not _is_broken(played):
        found += [_money(store, played, steps, spec), *_orders(store, played, steps)]
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
        replay(record, find, played.before)
    except Divergence as error:
        return [seal, _proof("play", "bad", RECORDS, step=error.step, why=str(error))]
    except StateMissing as error:
        return [seal, _proof("play", "bad", RECORDS, step=0, why=str(error))]
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
    query = select(s.c.hash).where(s.c.unit_id == played.table, s.c.number == first - 1)
    with store.engine.connect() as connection:
        before = connection.execute(query).scalar()
    if before is None and (memory := store.archived(played.table)) is not None:
        before = msgspec.json.decode(memory, type=Memory).hash
    hash = FIRST if first == 1 else str(before)
    for kept in steps:
        hash = link(hash, kept.text, kept.lines)
        if kept.hash != hash:
            return _proof("chain", "bad", RECORDS, step=kept.number)
    return _proof("chain", "good", RECORDS, first=first, last=steps[-1].number)


def _money(store: Store, played: Played, steps: Sequence[Kept], spec: Spec) -> Proof:
    """Every movement the round's events make stands in the ledger as they make it."""
    money = KINDS[spec.kind].round_money(spec, players_of(store, played, steps))
    if money is None:
        return _proof("money", "none", CHIPS)
    made: list[Transfer] = []
    for kept in steps:
        made += money(kept.number, tuple(map(read_event, kept.lines)))
    t = schema.transfers
    with store.engine.connect() as connection:
        query = select(t).where(t.c.id.in_([one.id for one in made]))
        kept_rows = {row.id: row for row in connection.execute(query)}
    for one in made:
        row = kept_rows.get(one.id)
        if row is None or row_of(row) != one.row():
            return _proof("money", "bad", CHIPS, transfer=one.id)
    return _proof("money", "good" if made else "none", CHIPS, transfers=len(made))


def _orders(store: Store, played: Played, steps: Sequence[Kept]) -> list[Proof]:
    """What came was promised before: the cards are those of an order, shuffled by the players who
    had a part in it, or what house and players drew together."""
    if not steps:
        return [_proof("order", "none", CARDS)]
    found = []
    for n, (kept, end) in promises(store, played, steps[0].number).items():
        log = list(store.log(played.table, after=kept.number, until=end))
        if not served(log, steps[0].number):
            continue  # its last card came out before this round
        found.append(_order(store, played.table, n, kept, log))
    return found or [_proof("order", "none", CARDS)]


def _order(store: Store, table: str, n: int, kept: Kept, log: Sequence[Kept]) -> Proof:
    parts, numbers = parts_in(kept), numbers_in(log)
    facts = {"n": n, "parts": len(numbers), "withheld": len(parts) - len(numbers)}
    promise = promise_in(kept)
    opened = opened_order(store, table, n, kept, log)
    if opened is None:
        return _proof("order", "open", CARDS, promise=promise[:16], **facts)
    drawn = [card for one in log for card in came_in(one)]
    draws = [picks for one in log for picks in picks_in(one)]
    try:
        opened.check()
        opened.check_cards(drawn)
        for draw, picks in enumerate(draws):
            opened.check_draw(draw, picks)
    except Refused as refusal:
        return _proof("order", "bad", CARDS, why=str(refusal), **facts)
    came = len(drawn) + len(draws)
    return _proof("order", "good", CARDS, cards=came, promise=promise[:16], **facts)


def opened_order(
    store: Store, table: str, n: int, kept: Kept, log: Sequence[Kept]
) -> Opened | None:
    """An order promised with a step, if it was opened: with the numbers opened since."""
    opened = store.find_command(table, f"{PERSON}-apertura-{n}")
    if opened is None:
        return None
    command = opened.envelope.command
    assert isinstance(command, OpenOrder)
    return Opened(
        unit=table, n=n, promise=promise_in(kept), salt=command.salt,
        cards=tuple(map(Card, command.cards)), parts=parts_in(kept), numbers=numbers_in(log),
    )  # fmt: skip


def parts_in(kept: Kept) -> dict[int, str]:
    """The players' promises that have a part in what was promised with this step, by seat."""
    events: list[Any] = [read_event(line) for line in kept.lines]
    said = [e.facts for e in events if e.kind == ANNOUNCED and e.what in PROMISED]
    return {seat: promise for facts in said for seat, promise in parts_of(facts).items()}


def numbers_in(log: Sequence[Kept]) -> dict[int, str]:
    """The players' numbers opened in these steps, by seat."""
    opened = (one.envelope.command for one in log)
    return {said.seat: said.number for said in opened if isinstance(said, OpenNumber)}


def served(log: Sequence[Kept], first: int) -> bool:
    """Whether anything came of an order from this step on."""
    return any(one.number >= first and (came_in(one) or picks_in(one)) for one in log)


def came_in(kept: Kept) -> list[Card]:
    """The card, or the ball, that came out of the order in use with this step."""
    if gives_card(kept.envelope):
        return [Card(kept.envelope.command.answer)]
    events = map(read_event, kept.lines) if isinstance(kept.envelope.command, Answer) else ()
    return [Card(str(event.ball)) for event in events if isinstance(event, BallCalled)]


def picks_in(kept: Kept) -> tuple[Picks, ...]:
    """What house and players drew together with this step: draw by draw, each below how many."""
    command = kept.envelope.command
    own = (command.picks,) if isinstance(command, Answer) and command.picks else ()
    return (*own, *kept.envelope.picks)


def promises(store: Store, played: Played, first: int) -> dict[int, tuple[Kept, int]]:
    """The orders dealt from in a round, by number: the step of each promise, and its end. They are
    promised one after another, so the last before a step is found by halving."""

    def promised(n: int) -> Kept | None:
        return store.find_command(played.table, f"{PERSON}-promesa-{n}")

    def is_later(n: int) -> bool:
        kept = promised(n)
        return kept is not None and kept.number > played.step

    o = schema.orders
    with store.engine.connect() as connection:
        mine = select(func.max(o.c.n)).where(o.c.unit_id == played.table)
        most = connection.execute(mine).scalar()
    if most is None:
        return {}
    n = bisect_left(range(int(most) + 1), True, key=is_later) - 1
    found: dict[int, tuple[Kept, int]] = {}
    end = played.step
    while n >= 0 and (kept := promised(n)) is not None:
        found[n] = (kept, end)
        end = kept.number - 1
        if kept.number < first:
            break
        n -= 1
    return found


def promise_in(kept: Kept) -> str:
    """The promise that this step published."""
    return str(kept.envelope.command.promise)
