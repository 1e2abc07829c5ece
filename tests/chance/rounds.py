"""Rounds of any game whose chance comes from one place and all the rest from another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.core.round.ask import ChanceAsk, Pick
from tapete.core.round.cards import Card
from tapete.core.round.chance import DrawCard
from tapete.core.round.record import Record
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.floor.chance.orders import Pack, new_order
from tapete.games.registry import find

Dealer = Callable[[ChanceAsk[Any], Table], Any]
"""Answers what is chance. An honest one does not look at the table."""

CHIPS = 700


def open_table(game: str, *, seats: int = 3, chips: int = CHIPS) -> Table:
    """An open table with so many players, each with so many minimum bets."""
    table = Table(find(game), version="chance")
    wanted = max(seats, table.rules.players_min)
    for seat in range(1, wanted + 1):
        amount = chips * table.limits.min if table.game.on_stacks else PLENTY
        table.sit(seat, f"{chips} {seat}", chips=amount)
    table.open_play(staff_of(table.rules))
    return table


class Electronic:
    """Deals as an electronic table does: from orders made before, the rest drawn when asked."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.packs: list[Pack] = []
        self.given: list[Any] = []

    @property
    def orders(self) -> list[tuple[Card, ...]]:
        return [pack.order.cards for pack in self.packs]

    def __call__(self, ask: ChanceAsk[Any], table: Table) -> Any:
        if isinstance(ask, DrawCard):
            if not self.packs or not self.packs[-1].fits(ask.left):
                self.packs.append(Pack(len(self.packs) + 1, new_order(ask.left, self.pick)))
            answer: Any = self.packs[-1].next_card(ask.left)
            self.packs[-1].out += 1
        else:
            answer = ask.some(self.pick)
        self.given.append(answer)
        return answer


def play(table: Table, deal: Dealer, others: Pick, rounds: int) -> list[Record]:
    """Some rounds; whatever is not chance is answered by ``others``."""

    def answer(ask: Any) -> Any:
        return deal(ask, table) if isinstance(ask, ChanceAsk) else ask.some(others)

    records = []
    for _ in range(rounds):
        try:
            prepared = table.prepare(answer)
            records += [prepared] if prepared is not None else []
            table.begin()
        except Refused:
            break  # nobody is left to play with, or the table is over
        live = table.live
        while live is not None and live.ask is not None:
            table.answer(answer(live.ask))
        records.append(table.finish())
    return records


def asked(game: str, rounds: int) -> list[ChanceAsk[Any]]:
    """What a table of this game asks of chance in some rounds."""
    found: list[ChanceAsk[Any]] = []
    electronic = Electronic(seeded(f"asked of {game}"))

    def deal(ask: ChanceAsk[Any], table: Table) -> Any:
        found.append(ask)
        return electronic(ask, table)

    play(open_table(game), deal, seeded(f"others at {game}"), rounds)
    return found
