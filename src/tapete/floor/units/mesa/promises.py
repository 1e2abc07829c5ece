"""The audit of a table's orders of cards: each promised once, before the first bet on it, kept as
it was promised, dealt from card by card, and opened after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlalchemy import select

from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.round.acta import read_event
from tapete.core.round.cards import DECK
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.chance.promised import OrderLog
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.unit import Envelope
from tapete.floor.storage import schema
from tapete.floor.table.commands import SYSTEM, Answer, AnyCommand, Begin, Promise
from tapete.floor.units.mesa.spec import TableSpec
from tapete.floor.units.mesa.unit import Mesa

if TYPE_CHECKING:
    from tapete.floor.storage.store import Store


def gives_card(sent: Envelope[AnyCommand]) -> bool:
    """Whether this command gave a card out of the order in use."""
    command = sent.command
    return (
        sent.person == SYSTEM
        and sent.role == CROUPIER
        and isinstance(command, Answer)
        and command.answer in DECK
    )


def check_promises(store: Store, spec: TableSpec) -> Iterator[Finding]:
    """Every order was promised, kept, dealt from and opened as it must be (`OrderLog.check`); none
    took the place of another in the middle of a round."""
    ends, playing, in_a_round = ends_of(store, spec.id), False, 0
    chain = Chain(Mesa(spec))
    store.begin(chain)
    orders = OrderLog(spec.id, chain.unit.orders.last)
    for kept in store.log(spec.id, after=chain.steps):
        events = tuple(map(read_event, kept.lines))
        orders.hear(events)
        command = kept.envelope.command
        if isinstance(command, Promise) and playing and not in_a_round:
            in_a_round = kept.number
        if gives_card(kept.envelope):
            orders.came(command.answer)
        elif isinstance(command, Answer) and command.picks:
            orders.decided(command.picks)
        playing = playing or isinstance(command, Begin)
        if kept.number in ends or any(event.kind == "round-voided" for event in events):
            playing = False
    yield from orders.check(store)
    if in_a_round:
        yield from _played_again(store, spec, in_a_round)


def _played_again(store: Store, spec: TableSpec, step: int) -> Iterator[Finding]:
    """A promise in the middle of a round stands only if the cards were shuffled there: the table
    says so when its commands are carried out again."""
    chain = Chain(Mesa(spec))
    store.begin(chain)
    for kept in store.log(spec.id, after=chain.steps):
        where = f"{spec.id} step {kept.number}"
        try:
            again = chain.apply(kept.envelope, again=True)
        except Refused as refusal:
            yield finding("promise", where, "one order a shuffle", refusal)
            return
        if again.hash != kept.hash:
            yield finding("replay", where, kept.hash, again.hash)
            return


def ends_of(store: Store, table: str) -> set[int]:
    """The steps with which a round ended."""
    r = schema.rounds
    with store.engine.connect() as connection:
        return set(connection.execute(select(r.c.step).where(r.c.unit_id == table)).scalars())
