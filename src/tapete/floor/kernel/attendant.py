"""The house's own hand in a unit: a task that does what is next, and looks again when something
happens or when it said it would."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from tapete.core.book.refused import Refused
from tapete.floor.house.logs import log
from tapete.floor.kernel.port import LostUnit

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.keeper import Keeper

LATE = 5.0
"""Seconds after which it is looked again when something failed."""


class Attendant(ABC):
    """Attends one unit as long as this node keeps it; ``soon`` are the seconds after which it is
    looked again when something stood in the way."""

    soon: ClassVar[float] = 0.3

    def __init__(self, house: Casino, keeper: Keeper) -> None:
        self.house, self.keeper = house, keeper
        self.news = asyncio.Event()

    async def hear(self, _: Any) -> None:
        """Something has happened there."""
        self.news.set()

    @abstractmethod
    async def advance(self) -> float | None:
        """Do the next thing. Gives the seconds until something else may be, or None to wait until
        something happens."""

    async def attend(self) -> None:
        """Go on as long as the unit is kept here."""
        while not self.keeper.lost:
            wait: float | None = self.soon
            try:
                wait = await self.advance()
            except LostUnit:  # it goes elsewhere, or another that it needs is on its way here
                pass
            except Refused as refusal:  # the unit is another by now
                log.debug("attendant-waits", unit=self.keeper.unit_id, why=str(refusal))
            except Exception as error:
                log.error("not-attended", unit=self.keeper.unit_id, exc_info=error)
                wait = LATE
            await until_news(self.news, self.keeper, wait)
            self.news.clear()


async def until_news(news: asyncio.Event, keeper: Keeper, seconds: float | None = None) -> None:
    """Wait for news of a unit, until it is kept here no more, or so many seconds."""
    waits = [asyncio.create_task(one.wait()) for one in (news, keeper.gone)]
    try:
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waits:
            one.cancel()
