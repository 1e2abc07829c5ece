"""The minder of a unit: one loop that does what is due there, as long as this node keeps it.

What it does it does by commands, like anybody else: they stand in the unit's log with the cards
that came out. It is supervised: whatever goes wrong is told, and tried again after a while.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.round.event import Moment
from tapete.floor.chance.dealer import Dealer
from tapete.floor.house import metrics
from tapete.floor.house.logs import log
from tapete.floor.kernel.due import Do, Draw, Idle, Reveal, Seal, Until
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.port import Also, LostUnit
from tapete.floor.kernel.unit import Envelope
from tapete.floor.table.commands import SYSTEM

PERSON = "sistema"
LOOKS = 3
"""So often a unit may say in a row that it waits for a moment that is over: once may happen."""
SOONEST, LATEST = 0.2, 5.0
"""Seconds after which what did not work is tried again: each time twice as many, up to the last."""


class Minder:
    """Minds one unit. ``trouble`` is what goes wrong just now, empty if all is well."""

    def __init__(self, keeper: Keeper, dealer: Dealer, now: Callable[[], Moment]) -> None:
        self.keeper, self.dealer, self.now = keeper, dealer, now
        self.trouble = ""
        self._failures = 0
        self._looks, self._steps = 0, -1
        self.keeper.unit.wake(now())

    async def run(self) -> None:
        """Do what is due until the unit is taken from this node."""
        while not self.keeper.lost:
            try:
                wait = await self.advance()
            except LostUnit:
                return
            except Refused as refusal:  # somebody was quicker, or it cannot be done yet
                wait = self._again_in("", refusal)
            except Exception as error:
                wait = self._again_in(repr(error), error)
            else:
                if self.trouble:
                    log.info("unit-minded-again", unit=self.keeper.unit_id)
                self.trouble, self._failures = "", 0
                wait = self._unhurried(wait)
            await self.keeper.changed(wait)

    def _unhurried(self, wait: float | None) -> float | None:
        """How long to wait. A unit that waits for a moment that is over, and over again, would have
        the processor to itself: it is looked at now and then."""
        steps, before = self.keeper.chain.steps, self._steps
        self._steps = steps
        self._looks = self._looks + 1 if wait == 0.0 and steps == before else 0
        if self._looks < LOOKS:
            return wait
        if self._looks == LOOKS:
            log.error("unit-waits-for-the-past", unit=self.keeper.unit_id)
        return SOONEST

    def _again_in(self, trouble: str, error: Exception) -> float:
        """How long to wait before it is tried again."""
        if trouble:
            metrics.TROUBLE.inc()
            if trouble != self.trouble:
                log.error("unit-not-minded", unit=self.keeper.unit_id, exc_info=error)
        self.trouble = trouble
        self._failures += 1
        return float(min(LATEST, SOONEST * 2.0 ** min(self._failures - 1, 10)))

    async def advance(self) -> float | None:
        """Do what is due now. Gives the seconds until something else is, or None to wait for a
        command."""
        due = self.keeper.unit.due(self.now())
        if not isinstance(due, Draw):
            self.dealer.wipe()
        match due:
            case Do():
                saw = self.keeper.chain.hash if due.in_time else None
                await self._send(due.command, due.role, saw=saw)
            case Draw():
                await self._send(self.dealer.answer(due), CROUPIER)
            case Seal():
                said, kept = self.dealer.seal(due)
                await self._send(said, SYSTEM, id=f"promesa-{due.order}", also=kept)
            case Reveal():
                opened, marked = self.dealer.reveal(due)
                await self._send(opened, SYSTEM, id=f"apertura-{due.order}", also=marked)
            case Until():
                return max(0.0, due.moment - self.now())
            case Idle():
                return None
        return 0.0

    async def _send(
        self, command: Any, role: str, *, id: str = "", saw: str | None = None,
        also: Also | None = None,
    ) -> None:  # fmt: skip
        sent = Envelope(
            id=f"{PERSON}-{id or self.keeper.chain.steps}", person=PERSON, role=role, at=self.now(),
            command=command,
        )  # fmt: skip
        await self.keeper.send(sent, saw=saw, also=also)
