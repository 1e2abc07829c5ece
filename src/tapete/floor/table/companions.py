"""Bots of the house: company for a guest where players play among themselves.

They sit down, bet and answer by the same commands as people, with play chips, and everybody sees
that they are bots. They come when a guest asks (`Invite`), give their places up to whoever waits
for one, and go when no guest is left. A bot sees what its seat sees and nothing else.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from tapete.chance import system
from tapete.core.book.roles import JUGADOR
from tapete.core.round.ask import Ask
from tapete.core.round.bets import Closed, Place, Remove
from tapete.floor.kernel.attendant import Attendant
from tapete.floor.people.person import Person, is_bot
from tapete.floor.table.commands import Answer, Bet, Invite, Leave, Ready, Sit
from tapete.floor.units.mesa.unit import Mesa
from tapete.games.bots import HABITS, NAMES, Bot, bets_of, unattended

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.keeper import Keeper

Asked = Invite | Sit | Leave | Bet | Ready | Answer
STACK = 200
"""A bot sits down with so many times the minimum of the table."""


async def keep_company(house: Casino, keeper: Keeper) -> None:
    """Send, play and call back the bots of a table as long as this node keeps it."""
    companions = Companions(house, keeper)
    keeper.watchers.append(companions.hear)
    await companions.attend()


class Companions(Attendant):
    """The bots of one table."""

    def __init__(self, house: Casino, keeper: Keeper) -> None:
        super().__init__(house, keeper)
        self.pick = house.chance or system()
        self.known: dict[str, Person] = {}
        self._still_in: tuple[object, tuple[int, ...]] = (self, ())
        """Of which round it was last said who is still in, and who."""

    @property
    def mesa(self) -> Mesa:
        unit = self.keeper.unit
        assert isinstance(unit, Mesa)
        return unit

    @property
    def bots(self) -> dict[int, str]:
        """The bots at the table, by seat."""
        players = self.mesa.table.players
        return {seat: who for seat, who in sorted(players.items()) if is_bot(who)}

    @property
    def wanted(self) -> int:
        """How many should sit here: as were asked for, and never on the last place."""
        mesa, bots = self.mesa, self.bots
        people = len(mesa.table.players) - len(bots)
        if not people or not mesa.table.open:
            return 0
        waiting = sum(not is_bot(waiter.player) for waiter in mesa.waiting.all)
        most = mesa.table.rules.players_max
        room = mesa.bots_max if most is None else most - people - 1
        return max(0, min(mesa.company.invited, room) - waiting)

    async def advance(self) -> float | None:
        """Do the next thing a bot has to do. Gives the seconds until something else may be, or
        None to wait until something happens."""
        mesa, bots = self.mesa, self.bots
        if mesa.directed is not None:  # its tournament seats them
            ask = None if mesa.table.live is None else mesa.table.live.ask
            return None if ask is None else await self._play(ask)
        staying = [seat for seat in bots if seat not in mesa.company.leaving]
        if len(staying) > self.wanted:
            seat = staying[-1]
            await self._send(bots[seat], Leave(seat=seat, after_round=True))
            return 0.0
        if len(bots) < self.wanted:
            await self._seat_one()
            return 0.0
        if mesa.table.live is None or mesa.table.live.ask is None:
            return await self._between(staying)
        return await self._play(mesa.table.live.ask)

    async def _seat_one(self) -> None:
        mesa = self.mesa
        taken = mesa.table.players
        used = {self._person(who).name for who in self.bots.values()}
        name = next(name for name in NAMES if name not in used)
        [bot] = await self.house.cage.hire([name])
        self.known[bot.id] = bot
        free = next(n for n in range(1, len(taken) + 2) if n not in taken)
        chips = min(self.house.settings.guest_chips, STACK * mesa.table.limits.min)
        await self._send(bot.id, Sit(seat=free, player=bot.id, chips=chips))

    async def _between(self, staying: list[int]) -> float | None:
        """Have a bot without chips for another bet leave; another comes in its place."""
        table = self.mesa.table
        for seat in staying:
            if (table.available(seat) or 0) < table.limits.min and table.live is None:
                await self._send(self.bots[seat], Leave(seat=seat))
                return 0.0
        return None

    async def _play(self, ask: Ask[Any]) -> float | None:
        """A bot answers what is asked of it, after a moment, or bets."""
        mesa, bots = self.mesa, self.bots
        if ask.betting is None and ask.put_to.seat not in bots:
            return None
        at = mesa.clockwork.since + self._thinks(ask)
        if self.house.now() < at:
            return max(0.01, at - self.house.now())
        if ask.betting is not None:
            return await self._bet()
        seat = ask.put_to.seat
        assert seat is not None
        purse = {seat: mesa.table.available(seat) or 0}
        answer = unattended(ask, [self._bot(seat)], purse, self.pick)
        said = answer if isinstance(answer, str) else ask.write(answer)
        await self._send(bots[seat], Answer(answer=said, seat=seat))
        return 0.0

    def _thinks(self, ask: Ask[Any]) -> float:
        """The seconds a bot thinks: few where no person waits for the end of his own hand."""
        clocks, live = self.house.settings.clocks, self.mesa.table.live
        if ask.still_in is not None:
            self._still_in = (live, ask.still_in)
        of, hands = self._still_in
        person = of is not live or any(seat not in self.bots for seat in hands)
        return clocks.thinks if person else min(clocks.alone, clocks.thinks)

    async def _bet(self) -> float | None:
        """Bots bet once; they are ready when a person is, or no person may bet."""
        mesa, bots = self.mesa, self.bots
        open_bets = mesa.table.open_bets
        if open_bets is None:
            return None
        for seat in bots:
            if any(owner == seat for owner, _ in open_bets.felt):
                continue
            trial = open_bets.window.open()
            for action in open_bets.actions:
                trial.take(action)
            before = len(trial.actions)
            purse = {seat: mesa.table.available(seat) or 0}
            bets_of([self._bot(seat)], trial, purse, self.pick)
            for action in trial.actions[before:]:
                if isinstance(action, Place | Remove):
                    await self._send(bots[seat], Bet(action=action))
        people = [seat for seat in mesa.table.players if seat not in bots]
        bets = list(open_bets.cloth.bets())
        may = [s for s in people
               if any(not isinstance(open_bets.room(s, bet), Closed) for bet in bets)]  # fmt: skip
        if may and not mesa.company.ready & set(people):
            return None
        for seat in bots:
            if seat not in mesa.company.ready and any(s == seat for s, _ in open_bets.felt):
                await self._send(bots[seat], Ready(seat=seat))
        return None

    def _bot(self, seat: int) -> Bot:
        """The habits of a bot, which are those of its name."""
        name = self._person(self.bots[seat]).name
        number = NAMES.index(name) if name in NAMES else 0
        return Bot(seat, name, HABITS[number % len(HABITS)])

    def _person(self, id: str) -> Person:
        if id not in self.known:
            self.known[id] = self.house.known(id)
        return self.known[id]

    async def _send(self, bot: str, command: Asked) -> None:
        person = self._person(bot)
        id = secrets.token_hex(8)
        await self.house.command(person, JUGADOR, self.keeper.unit_id, command, id=id)
