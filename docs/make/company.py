"""Company at a table: players in a thread of their own who bet and decide, so that somebody in a
browser need not play alone. They come in as guests over the network, like anybody.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import httpx

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Option
from tapete.floor.table.commands import Leave, Ready
from tapete.floor.table.view import OfferView

NAMES = ("Rosa", "Julián", "Emilia", "Tomás", "Violeta", "Nicanor")
GOING_ON = ("tomar", "pasar", "ir", "voy", "plantarse", "no", "retirarse")
"""Moves that go on with the game, the first that is open."""
LOOK = 0.15
CHIPS = 150_000
MANY = 20
"""From so many open bets on, each player has a choice of his own."""


class Company:
    """Players at some tables; they only sit there where they do not ``play``."""

    def __init__(self, address: str, *, plays: bool = True) -> None:
        self.address, self.plays = address, plays
        self.over = asyncio.Event()

    async def play(self, table: str, seat: int, name: str) -> None:
        """Sit, and go on until it is over; then the place is given up, and free after the round."""
        async with Client(self.address) as casino:
            await casino.guest(name)
            async with casino.table(table) as place:
                while place.seat is None and not self.over.is_set():
                    with suppress(Refused):  # among players one comes in between two hands
                        await place.sit(seat, chips=CHIPS)
                    await asyncio.sleep(LOOK)
                while self.plays and not self.over.is_set():
                    with suppress(Refused, httpx.TransportError):  # it is tried again
                        await _go_on(place, seat)
                    await asyncio.sleep(LOOK)
                await self.over.wait()
                if place.seat is not None:
                    with suppress(Refused):
                        await place.send(Leave(seat=seat, after_round=True))

    async def all(self, seats: Sequence[tuple[str, int]]) -> None:
        await asyncio.gather(
            *(self.play(table, seat, NAMES[n % 6]) for n, (table, seat) in enumerate(seats))
        )


@contextmanager
def company(
    address: str, seats: Sequence[tuple[str, int]], *, plays: bool = True
) -> Iterator[None]:
    """Somebody at each of these seats (table and number) until the block is over."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    players = Company(address, plays=plays)
    playing = asyncio.run_coroutine_threadsafe(players.all(seats), loop)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(players.over.set)
        playing.result(120)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


async def _go_on(place: TableClient, seat: int) -> None:
    """Bet once while bets are open; answer what is asked of the seat."""
    ask = place.view.ask
    if ask is None:
        return
    if ask.kind == "bets":
        if not any(seat in stakes for stakes in place.view.placed.values()):
            for offer in await _bets(place, seat):
                await place.bet(offer.bet, offer.low or 1)
        elif not any(one.seat == seat and one.ready for one in place.view.seats):
            await place.send(Ready(seat=seat))
    elif ask.seat == seat:
        await _answer(place, ask.options)


async def _answer(place: TableClient, options: Sequence[Option]) -> None:
    """The first move that goes on with the game and is taken: a bank may cost more than he has."""
    order = {name: n for n, name in enumerate(GOING_ON)}
    wanted = sorted(options, key=lambda option: order.get(option.name, len(order)))
    for option in wanted:
        with suppress(Refused):
            await place.answer(option.name if option.low is None else f"{option.name}:{option.low}")
            return


async def _bets(place: TableClient, seat: int) -> list[OfferView]:
    """A few of the bets that are open, another choice at every seat."""
    found = [offer for offer in await place.offers() if offer.open]
    if len(found) < MANY:
        return found[:2]
    start = seat * 7 % len(found)
    others = (found[start:] + found[:start])[:: max(1, len(found) // 4)][:3]
    # At craps the shooter cannot throw without a bet on a line.
    return [offer for offer in found if offer.bet == "pass"] + others
