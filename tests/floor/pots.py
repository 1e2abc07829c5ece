"""Attended tables linked to a pot: the tests deal the cards that they want."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from typing import Any

from tapete.chance import seeded
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.bets import Place
from tapete.core.round.betting import BetWindow
from tapete.core.round.chance import DrawCard
from tapete.core.table.roles import staff_of
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.nodename import Name
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.money.accounts import ledger_account
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Answer, Begin, Bet, CloseBets, Open, Sit
from tapete.floor.units.mesa import TableSpec, planned_terms
from tests.floor.casino import PEOPLE, answer_to, envelope, give_chips, leased
from tests.floor.money import money_plan

GAME = "caribbean-poker"
POT = "progresivo-poker"
MAIN = ledger_account(f"progresivo:{POT}/pot:main")
BASE = 10_000_000
SEATS = (2, 5)
STILL = Clocks(betting=1e6, decision=1e6, pause=1e6)

# Seats 5 and 2 in turn, then the croupier, who has no game with any of these.
COLOR = ["Kh", "Ac", "Qc", "Jh", "Ad", "Jd", "8h", "9c", "9h", "5h", "6s", "7s", "3h", "2c", "4d"]
ROYAL = ["Ah", "Ac", "Qc", "Kh", "Ad", "Jd", "Qh", "9c", "9h", "Jh", "6s", "7s", "Th", "2c", "4d"]
NOTHING = ["Kh", "Ac", "Qc", "Jd", "Ad", "Js", "8h", "9c", "9h", "5h", "6s", "7s", "3h", "2c", "4d"]


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


def prepare(store: Store, *tables: str) -> None:
    """Tables linked to the pot of the example plan, and people with chips."""
    specs = [
        TableSpec(
            id=name, game=GAME, edition="scj-2023", terms=planned_terms(money_plan(), GAME),
            attended=True, pot=POT,
        )
        for name in tables
    ]  # fmt: skip
    Hosts(store, SHARED).begin(money_plan(), specs, 0.0)
    for spec in specs:
        store.add(spec)
    give_chips(store)


async def node(url: str, name: str = "uno", *, lease: float = 1e6) -> Casino:
    """A node of this casino, started."""
    casino = Casino(Settings(db=url, node=name, clocks=STILL, lease=lease))
    await casino.start()
    return casino


async def two_nodes(url: str, store: Store, table: str) -> tuple[Casino, Casino]:
    """Two nodes, of which the second keeps this table: it held it before, and is coming back."""
    name = Name(store, "dos")
    assert leased(store, table, "dos", seconds=1e6) == 1
    one = await node(url)
    name.let_go()
    return one, await node(url, "dos")


async def opened(casino: Casino, table: str, people: Iterable[str] = PEOPLE) -> Keeper:
    """A table open, with somebody at its two places."""
    keeper = casino.keeper(table)
    staff = tuple(staff_of(keeper.chain.unit.table.rules))
    await keeper.send(envelope(Open(staff=staff), "jefe-de-mesa"))
    for seat, who in zip(SEATS, people, strict=False):
        await keeper.send(envelope(Sit(seat=seat, player=who, chips=500_000), "jugador"))
    return keeper


def asked(keeper: Keeper) -> Ask[Any] | None:
    live = keeper.chain.unit.table.live
    return None if live is None else live.ask


async def stake(keeper: Keeper, bets: Mapping[int, int]) -> None:
    """A round begins; everybody bets his ante, and these on the pot."""
    pick = seeded("shuffle")
    while not isinstance(asked(keeper), BetWindow):
        ask = asked(keeper)
        sent = envelope(Begin(), "croupier") if ask is None else answer_to(ask, ask.some(pick))
        await keeper.send(sent)
    for seat in keeper.chain.unit.table.players:
        await keeper.send(envelope(Bet(action=Place(seat, "ante", 2000)), "jugador"))
    for seat, amount in bets.items():
        await keeper.send(envelope(Bet(action=Place(seat, "progresivo", amount)), "jugador"))


async def close(keeper: Keeper) -> None:
    """«No más apuestas»: the bets go into the pot."""
    await keeper.send(envelope(CloseBets(), "croupier"))


async def deal(keeper: Keeper, cards: Iterable[str], *, until_last: bool = False) -> None:
    """The round goes on with these cards, everybody going; ``until_last``: all but what ends it."""
    left = list(cards)
    while (ask := asked(keeper)) is not None:
        if until_last and not left and isinstance(ask, Choose) and ask.seat == SEATS[0]:
            return
        await answer(keeper, left)


async def answer(keeper: Keeper, left: list[str]) -> None:
    ask = asked(keeper)
    if isinstance(ask, DrawCard):
        await keeper.send(envelope(Answer(answer=left.pop(0)), "croupier"))
    else:
        assert isinstance(ask, Choose), ask
        await keeper.send(envelope(Answer(answer="voy", seat=ask.seat), "jugador"))


async def hand(keeper: Keeper, bets: Mapping[int, int], cards: Iterable[str]) -> None:
    """A whole round."""
    await stake(keeper, bets)
    await close(keeper)
    await deal(keeper, cards)
