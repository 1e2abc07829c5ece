"""Voiding the round in course of a table that does not replay: every chip goes back to where it
was, by what stands in the ledger, and the table goes on from before the round.

Nothing in the log is touched. One step more is written, with what it takes back, and a snapshot
from which the table is read from then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event, Moment, RoundVoided
from tapete.core.round.record import line_of_event
from tapete.floor.kernel.chain import Chain, Memory, Step, link, said_of
from tapete.floor.kernel.port import Kept
from tapete.floor.kernel.unit import Envelope
from tapete.floor.money.accounts import LedgerAccount
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import (
    SYSTEM,
    AnyCommand,
    Bring,
    Caution,
    Dismiss,
    Exclude,
    Leave,
    PutAway,
    Reserve,
    Sit,
    StopWaiting,
    Tip,
    Void,
    Wait,
)
from tapete.floor.units.mesa.promises import ends_of
from tapete.floor.units.mesa.unit import Mesa

VOID = "CAT-I.6-01"
NODE = "reparacion"
BESIDES = (Sit, Leave, Bring, PutAway, Tip, Dismiss, Wait, StopWaiting, Reserve, Caution, Exclude)
"""What is done beside a round, and stays done without it."""
BREAKS = (Refused, ValueError, LookupError, AssertionError, TypeError, msgspec.MsgspecError)


class NotMended(Exception):
    """The round cannot be voided from the log, and why."""


def void_round(
    store: Store, build: Callable[[], Mesa], *, cause: str, by: str, at: Moment
) -> Step | None:
    """Void the round in course of a table. None: it replays, and nothing is done. Raises
    `NotMended` if its chips cannot be given back by what is written, or a node keeps it."""
    if _replays(store, Chain(build())):
        return None
    table = build().spec.id
    epochs = store.lease(table, NODE, seconds=60.0, own=True)
    if epochs is None:
        raise NotMended("a node keeps the table: stop it, or wait until it has let go")
    try:
        step, memory = _voided(store, build, cause=cause, by=by, at=at)
        store.append(step, epochs[table], memory)
    finally:
        store.release(NODE)
    return step


def _replays(store: Store, chain: Chain[Mesa]) -> bool:
    try:
        store.load(chain)
    except BREAKS:
        return False
    return True


def _voided(
    store: Store, build: Callable[[], Mesa], *, cause: str, by: str, at: Moment
) -> tuple[Step, bytes]:
    mesa, log = _before_the_round(store, build)
    spec, last = mesa.spec, log[-1]
    if any(kept.number in ends_of(store, spec.id) for kept in log):
        raise NotMended("a round has ended after the step that does not replay")
    for kept in log:
        if isinstance(kept.envelope.command, BESIDES):
            _done_again(mesa, kept.envelope)
    mesa.orders.set_aside()  # cards of it came out in the round
    round = mesa.table.rounds + 1
    events = (_taken_back(store, mesa, round, cause),)
    sent: Envelope[AnyCommand] = Envelope(
        id=f"{NODE}-{last.number + 1}", person=by, role=SYSTEM, at=at, command=Void(cause=cause)
    )  # fmt: skip
    number, text, lines = last.number + 1, said_of(sent), tuple(map(line_of_event, events))
    first = last.first + len(last.lines)
    step = Step(
        unit=spec.id, number=number, envelope=sent, first=first, events=events,
        transfers=tuple(mesa.transfers(number, events)), record=None, round=round,
        before=last.hash, hash=link(last.hash, text, lines), text=text, lines=lines, acta=None,
    )  # fmt: skip
    memory = mesa.memory()
    assert memory is not None, "no round is in course any more"
    told = first + len(events) - 1
    body = Memory(steps=number, told=told, hash=step.hash, unit=msgspec.Raw(memory))
    return step, msgspec.json.encode(body)


def _before_the_round(store: Store, build: Callable[[], Mesa]) -> tuple[Mesa, list[Kept]]:
    """The table as it was before the round in which a step does not replay, and the steps since."""
    probe = Chain(build())
    store.begin(probe)
    begins = rest = probe.steps
    log = list(store.log(probe.id, after=begins))
    for kept in log:
        try:
            if probe.apply(kept.envelope, again=True).hash != kept.hash:
                break
        except BREAKS:
            break
        if probe.unit.table.live is None:
            rest = kept.number
    chain = Chain(build())
    store.begin(chain)
    chain.replay(kept.envelope for kept in log[: rest - begins])
    return chain.unit, log[rest - begins :]


def _done_again(mesa: Mesa, sent: Envelope[AnyCommand]) -> None:
    try:
        came = mesa.apply(sent, again=True)
    except Refused:
        return
    mesa.transfers(0, came.events)


def _taken_back(store: Store, mesa: Mesa, round: int, cause: str) -> Event:
    """What the ledger has at this table and the table has not, and the other way round."""
    there: Counter[LedgerAccount] = Counter({
        account: amount
        for account, amount in store.balances().items()
        if account.holder == mesa.spec.kind and account.owner == mesa.spec.id
    })  # fmt: skip
    moved = Counter(mesa.held() or {})
    moved.subtract(there)
    undone = tuple(
        (account.place, amount)
        for account, amount in sorted(moved.items())
        if amount and account.place is not None
    )
    if sum(amount for _, amount in undone):
        raise NotMended(f"the chips do not come out: {undone}")
    return RoundVoided(cause=cause, round=round, undone=undone, clause=VOID)
