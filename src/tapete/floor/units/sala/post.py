"""The post between halls that play bingo together: letters go out to each correspondent in their
order. Whoever cannot be reached is tried again, each time after twice as long, and keeps nobody
else waiting.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tapete.floor.house.letters import LATEST, PATIENCE, SOONEST, give, link_key, signed
from tapete.floor.house.logs import log
from tapete.floor.kernel.attendant import until_news
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.sala.commands import Delivered
from tapete.systems.letters import Letter

if TYPE_CHECKING:
    import httpx

    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.keeper import Keeper


async def carry_letters(house: Casino, keeper: Keeper) -> None:
    """Carry the letters of a hall to all its correspondents, as long as this node keeps it."""
    peers = keeper.unit.spec.joint.peers
    await asyncio.gather(*(Postman(house, keeper, to, at).run() for to, at in peers.items()))


class Postman:
    """Carries the letters of a hall to one correspondent, one after another."""

    def __init__(self, house: Casino, keeper: Keeper, to: str, address: str) -> None:
        self.house, self.keeper, self.to, self.address = house, keeper, to, address
        self._news = asyncio.Event()
        keeper.watchers.append(self._told)

    async def _told(self, step: Any) -> None:
        self._news.set()

    async def run(self) -> None:
        import httpx

        failures = 0
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            while not self.keeper.lost:
                self._news.clear()
                letter = await self.keeper.read(
                    lambda: self.keeper.unit.linked.mail.state.next_to(self.to)
                )
                if letter is None:
                    await until_news(self._news, self.keeper)
                elif await self._given(http, letter):
                    failures = 0
                else:
                    failures += 1
                    await asyncio.sleep(min(LATEST, SOONEST * 2.0 ** min(failures - 1, 10)))

    async def _given(self, http: httpx.AsyncClient, letter: Letter) -> bool:
        """Give him the letter; says whether he has it."""
        hall, me = self.keeper.unit_id, self.keeper.unit.spec.joint.me
        try:
            key = await self.house.aside(lambda: link_key(self.house.store, hall, self.to))
            if key is None:
                log.warning("link-without-key", unit=hall, to=self.to)
                return False
            sent = signed(key, me, self.to, letter.n, letter.body)
            if not await give(http, hall, self.address, sent):
                return False
            done = Delivered(to=self.to, n=letter.n)
            await self.keeper.send(self.house.by_system(done, SYSTEM))
        except Exception as error:
            log.error("letter-not-carried", unit=hall, to=self.to, exc_info=error)
            return False
        return True
