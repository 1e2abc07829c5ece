"""Somebody with the database tries to have other cards dealt than those that were promised."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Choose
from tapete.core.round.bets import Place
from tapete.core.round.cards import Card
from tapete.core.round.event import Announced
from tapete.floor.audit.whole import audit
from tapete.floor.chance.dealer import BrokenSeal, Dealer
from tapete.floor.chance.orders import Order, new_order
from tapete.floor.chance.promised import OrderLog
from tapete.floor.kernel.chain import Chain, link, said_of
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.minder import Minder
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import SYSTEM, Bet, OpenOrder, Promise, Sit
from tapete.floor.units.mesa import Mesa
from tapete.floor.units.mesa.promises import gives_card
from tests.floor.casino import envelope, give_chips, leased, opened, spec

CLAUSE = pytest.mark.clause("CAT-I.1-04")
TABLE = spec("black-jack")
CLOCKS = Clocks(betting=20.0, decision=25.0, pause=4.0)


class Night:
    """A table of Black Jack, minded by a clock that the test holds."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, 0.0
        self.writer = Writer(store)
        epoch = leased(store, TABLE.id)
        self.keeper = Keeper(lambda: Mesa(TABLE, clocks=CLOCKS), store, self.writer, epoch)
        dealer = Dealer(TABLE.id, store, seeded("swapped"))
        self.minder = Minder(self.keeper, dealer, lambda: self.now)

    @property
    def mesa(self) -> Mesa:
        mesa: Mesa = self.keeper.unit
        return mesa

    async def send(self, command: Any, role: str) -> None:
        await self.keeper.send(envelope(command, role, at=self.now))

    async def deal(self) -> None:
        """Until the player is asked what he does: cards are out, and others are to come."""
        if not self.keeper.chain.steps:
            await self.keeper.send(opened(self.keeper.chain))
            await self.send(Sit(seat=1, player="ana", chips=500_000), "jugador")
        while not self.is_asked():
            taking = self.mesa.table.open_bets
            if taking is not None and not taking.felt:
                await self.send(Bet(action=Place(1, "principal", 5000)), "jugador")
            self.now += await self.minder.advance() or 0.0

    def is_asked(self) -> bool:
        live = self.mesa.table.live
        return live is not None and isinstance(live.ask, Choose)

    async def finish(self) -> None:
        """Until the round is over: the time of whoever is asked runs out."""
        rounds = self.mesa.table.rounds
        while self.mesa.table.rounds == rounds:
            self.now += await self.minder.advance() or 0.0


@contextmanager
def night(store: Store) -> Iterator[Night]:
    found = Night(store)
    try:
        yield found
    finally:
        found.writer.close()


@pytest.fixture
def casino(store: Store) -> Store:
    store.add(TABLE)
    give_chips(store)

    async def play() -> None:
        with night(store) as first:
            await first.deal()  # and it goes down here

    asyncio.run(play())
    assert list(audit(store)) == []
    return store


def another(store: Store) -> Order:
    """The cards that are left, in another order."""
    chain = Chain(Mesa(TABLE))
    store.load(chain)
    order = chain.unit.orders.in_use
    assert order is not None and order.out > 0
    return new_order(order.left, seeded("another"))


def dealt(store: Store) -> list[Card]:
    return [
        Card(kept.envelope.command.answer)
        for kept in store.log(TABLE.id)
        if gives_card(kept.envelope)
    ]


@CLAUSE
def test_an_order_put_beside_the_promised_one_is_not_dealt_from_and_is_found(
    casino: Store,
) -> None:
    with casino.writing() as connection:
        casino.keep_order(connection, TABLE.id, 2, another(casino))

    async def go_on() -> None:
        with night(casino) as second:
            assert second.is_asked()
            await second.finish()

    asyncio.run(go_on())
    promised = casino.find_order(TABLE.id, 1)
    cards = dealt(casino)
    assert promised is not None and tuple(cards) == promised.cards[: len(cards)]
    assert [(found.what, found.where) for found in audit(casino)] == [
        ("order", "mesa-1 order 2")
    ]  # fmt: skip


@CLAUSE
def test_an_order_in_the_place_of_the_promised_one_is_not_dealt_from(casino: Store) -> None:
    swapped, before = another(casino), dealt(casino)
    o = schema.orders
    with casino.writing() as connection:
        connection.execute(
            update(o).values(
                cards=" ".join((*before, *swapped.cards)), promise=swapped.promise,
                salt=swapped.salt,
            )
        )  # fmt: skip

    async def go_on() -> None:
        with night(casino) as second, pytest.raises(BrokenSeal):
            await second.finish()

    asyncio.run(go_on())
    assert dealt(casino) == before
    assert [found.what for found in audit(casino)] == ["order"]


@CLAUSE
def test_another_order_is_not_promised_while_one_stands(casino: Store) -> None:
    order = another(casino)
    said = Promise(n=2, promise=order.promise, cards=len(order.cards))

    async def go_on() -> None:
        with night(casino) as second:
            with pytest.raises(Refused, match="order-stands"):
                await second.send(said, SYSTEM)
            await second.finish()
            with pytest.raises(Refused, match="order-stands"):
                await second.send(said, SYSTEM)

    asyncio.run(go_on())


@CLAUSE
def test_a_promise_written_into_the_log_in_the_middle_of_a_round_is_found(casino: Store) -> None:
    """Whoever can write the log can chain a step to it: carried out again it is refused."""
    chain = Chain(Mesa(TABLE))
    casino.load(chain)
    order = another(casino)
    said = Promise(n=2, promise=order.promise, cards=len(order.cards))
    sent = envelope(said, SYSTEM, id="sistema-promesa-2")
    first = next(kept for kept in casino.log(TABLE.id) if kept.envelope.id == "sistema-promesa-1")
    line = first.lines[0].replace("n=1", "n=2").replace(
        first.envelope.command.promise, order.promise
    )  # fmt: skip
    text = said_of(sent)
    with casino.writing() as connection:
        casino.keep_order(connection, TABLE.id, 2, order)
        connection.execute(schema.steps.insert().values(
            unit_id=TABLE.id, number=chain.steps + 1, command_id=sent.id, person="sistema", at=0.0,
            round=1, first=chain.told + 1, count=1, envelope=text, events=line,
            hash=link(chain.hash, text, [line]),
        ))  # fmt: skip
    with pytest.raises(Refused, match="order-stands"):
        casino.load(Chain(Mesa(TABLE)))
    assert {"replay", "promise"} <= {found.what for found in audit(casino)}


def test_an_order_is_opened_as_it_was_promised_and_not_otherwise(casino: Store) -> None:
    chain = Chain(Mesa(TABLE))
    casino.load(chain)
    order = casino.find_order(TABLE.id, 1)
    assert order is not None
    swapped = (order.cards[1], order.cards[0], *order.cards[2:])
    with pytest.raises(Refused, match="promise-broken"):
        chain.apply(envelope(OpenOrder(n=1, salt=order.salt, cards=swapped), SYSTEM))
    with pytest.raises(Refused, match="no-such-order"):
        chain.apply(envelope(OpenOrder(n=7, salt=order.salt, cards=order.cards), SYSTEM))


def test_of_an_order_that_was_checked_the_audit_keeps_no_more_than_its_promise() -> None:
    log, deck = OrderLog(TABLE.id, 0), dict.fromkeys(map(Card, ("As", "Kd", "7c")), 1)
    kept: list[tuple[int, Order]] = []

    def hear(what: str, **facts: Any) -> None:
        log.hear([Announced(what=what, facts=facts, clause="CAT-I.1-13")])

    for n in range(1, 6):
        order = new_order(deck, seeded(str(n)))
        kept.append((n, order))
        hear("orden-prometido", n=n, promise=order.promise, cards=len(deck))
        assert [len(of) for of in (log.drawn, log.picks, log.parts, log.opened)] == [1, 1, 1, 0]
        for card in order.cards[::-1] if n == 2 else order.cards:
            log.came(card)
        hear("orden-abierto", n=n, salt=order.salt, order=" ".join(order.cards))
    hear("orden-abierto", n=3, salt="x", order="As")  # once more
    store: Any = SimpleNamespace(orders=lambda unit: kept)
    found = [(one.what, one.where) for one in log.check(store)]
    assert found == [("promise", f"{TABLE.id} order {n}") for n in (2, 3)]
