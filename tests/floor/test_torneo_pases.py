"""Tournaments of other games dealt on the floor: the pases of each table are those of the
Catalogue's game, on chips of the tournament against its bank; stacks come from the tables."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tapete.client import Client
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tests.floor.played import ID, House

BLACK_JACK = (files("tapete") / "bases" / "black-jack.toml").read_text("utf-8")
CHIPS = f"torneo:{ID}"
TWENTY_ONE = """[
  { juego = "black-jack", pases = 3, maximo = 1000, pasan = "mesa", cuantos = 2 },
  { juego = "black-jack", pases = 2, fichas = "nuevas", pila = 5000, maximo = 2000 },
]"""
WHEEL = """[
  { juego = "ruleta-americana-un-cero", pases = 2, maximo = 500, cuantos = 3 },
  { juego = "ruleta-americana-un-cero", pases = 1, minimo = 90000, fichas = "nuevas", pila = 900 },
]"""
"""In its second round nobody can bet: all tie, and tie again."""


def bases(game: str, rondas: str, **rows: str) -> str:
    """The bases of the Black Jack tournament with other rounds, and other rows."""
    text = re.sub(r"rondas = \[.*?^\]", f"rondas = {rondas}", BLACK_JACK, flags=re.S | re.M)
    text = text.replace('juego = "black-jack"', f'juego = "{game}"', 1)
    for name, value in rows.items():
        text = re.sub(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.M)
    return text


class Guest:
    """A guest who plays every pase of hers: one bet, and what silence means to what she is
    asked."""

    def __init__(self, house: House, client: Client, bet: str) -> None:
        assert client.me is not None
        self.house, self.client, self.bet, self.me = house, client, bet, client.me.id
        self.bets = 0

    async def play(self) -> None:
        while True:
            await self._turn()
            await asyncio.sleep(0.01)

    async def _turn(self) -> None:
        for id, keeper in self.house.mesas.items():
            table = keeper.unit.table
            seats = [seat for seat, who in table.players.items() if who == self.me]
            live = table.live
            if live is None or live.ask is None:
                continue
            poor = all(table.available(seat) < table.limits.min for seat in table.players)
            if live.ask.betting is not None and poor:
                self.house.time += 30.0  # nobody can bet: the time to do it runs out
                keeper._news.set()
            if not seats:
                continue
            [seat] = seats
            with suppress(Refused):  # somebody was quicker: she looks again
                if live.ask.betting is not None:
                    await self._bet(id, keeper, seat)
                elif live.ask.put_to.seat == seat:
                    said = live.ask.write(live.ask.silence)
                    await self._send(id, {"do": "answer", "answer": said, "seat": seat})

    async def _bet(self, id: str, keeper: Any, seat: int) -> None:
        table = keeper.unit.table
        if any(owner == seat for owner, _ in table.open_bets.felt):
            await self._send(id, {"do": "ready", "seat": seat})
        elif table.available(seat) >= table.limits.min:
            action = {"do": "place", "seat": seat, "bet": self.bet, "amount": 100}
            await self._send(id, {"do": "bet", "action": action})
            self.bets += 1

    async def _send(self, table: str, command: dict[str, Any]) -> None:
        saw = self.house.mesas[table].chain.mark.state if command["do"] == "answer" else None
        await self.house.at_table(self.client, command, table, saw=saw)


def conserved(house: House) -> None:
    """Between pases whatever somebody holds, in his hand or before his seat, is his stack."""
    now = house.unit.now
    if any(table.playing for table in now.tables.values()) or now.round is None:
        return
    tie = {} if now.round.tie is None else dict.fromkeys(now.round.tie.places, now.round.tie.chips)
    held: Counter[str] = Counter()
    everything = 0
    for account, amount in house.casino.store.balances().items():
        if account.unit == CHIPS:
            everything += amount
            held["" if account.may_owe else account.holder] += amount
    assert everything == 0
    assert held["wallet"] + held["mesa"] == sum(now.book.stacks.values()) + sum(tie.values())


@pytest.mark.clause("CAT-VII.1.2-01", "CAT-VII.1.2-02", "CAT-VII.1.3-02", "CAT-VII.3.1-09")
@pytest.mark.parametrize(
    ("game", "rondas", "bet"),
    [("black-jack", TWENTY_ONE, "principal"), ("ruleta-americana-un-cero", WHEEL, "rojo")],
)
def test_its_pases_are_dealt_at_its_tables_to_the_prizes(
    tmp_path: Path, game: str, rondas: str, bet: str
) -> None:
    text = bases(game, rondas, minimo="6", maximo="6", mesas="2", croupiers="2", asientos="3")
    text = text.replace("desde = 4", "desde = 6")

    async def night() -> None:
        house = House(f"sqlite:///{tmp_path}/casino.db", seed=game)
        await house.open()
        await house.staff("directora", "director-de-torneo")
        row = {"bases": text, "jugado": True, "automatico": True, "unidad": "juego"}
        await house.create(row)
        house.checked.append(lambda _: conserved(house))
        await house.until("tournament-stage", stage="inscripcion")
        client = await house.guest("Ana")
        ana = Guest(house, client, bet)
        await house.do(client, "jugador", "enter", player=ana.me)
        await house.do(client, "jugador", "invite", bots=5)
        await house.until("tournament-stage", stage="en-juego")
        playing = asyncio.create_task(ana.play())
        await house.until("tournament-pase")
        house.time += 600.0  # the time of the next one is over before it is played
        table = next(id for id, one in house.mesas.items() if ana.me in one.unit.present())
        seat = house.mesas[table].unit.present()[ana.me]
        for refused in ({"do": "leave", "seat": seat}, {"do": "bring", "seat": seat, "amount": 5}):
            with pytest.raises(Refused, match="tournament-arranges"):
                await house.at_table(client, refused, table)
        playing.cancel()
        await house.kill()
        await house.open()
        client.http._transport = house.transport()
        playing = asyncio.create_task(ana.play())
        await house.until("tournament-stage", stage="terminado")
        while house.unit.now.due():
            await house.until("tournament-prize")
        playing.cancel()
        now = house.unit.now
        assert ana.bets >= 1
        assert sum(now.paid.values()) == 60_000 and len(now.places()) + len(now.live) == 6
        assert not any(one.unit.table.players for one in house.mesas.values())
        lines = "\n".join(line for _, line in house.casino.store.events_from(ID, 1))
        first, *others = lines.split("! tournament-round ")[1:]
        assert len(others) == 1
        if rondas == WHEEL:  # who ties again and again shares
            assert others[0].count("! tournament-tie ") == 3 and len(now.live) == 3
        pases = Counter(re.findall(r"! tournament-pase .*?\btable=(\d+)", first))
        assert len(pases) == 2 and len({*pases.values()}) == 1, "as many pases at every table"
        await house.casino.stop()
        assert list(audit(house.casino.store)) == []

    asyncio.run(asyncio.wait_for(night(), 600))
