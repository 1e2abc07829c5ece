"""The driver of an electronic table: it deals, spins and throws, opens and closes the betting, and
plays the safe default for whoever lets his time run out.

What it does it does by commands, like anybody else: they stand in the table's log with the cards
that came out.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tapete.chance import Chance, system
from tapete.core.ask import Ask, ChanceAsk, Choose, Ruling
from tapete.core.cards import DECK, Card
from tapete.core.chance import DrawCard
from tapete.core.pot import DrawSeat
from tapete.core.refused import Fact, Refused
from tapete.core.roles import CROUPIER, JEFE
from tapete.core.window import BetWindow
from tapete.floor.commands import (
    SYSTEM,
    Answer,
    AnyCommand,
    Begin,
    Bet,
    CloseBets,
    OpenOrder,
    Promise,
    Tick,
    Void,
)
from tapete.floor.hosted import Envelope
from tapete.floor.keeper import Keeper
from tapete.floor.orders import Pack, new_order
from tapete.floor.store import LostTable

PERSON = "sistema"
REFUSED = 0.2


Time = Annotated[float, Meta(ge=0)]


class Clocks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long things take at an electronic table, in seconds."""

    betting: Time = 20.0
    decision: Time = 25.0
    pause: Time = 4.0
    tick: Annotated[float, Meta(gt=0)] = 30.0


class Driver:
    """Drives one table; ``until`` is when the time for what is asked runs out."""

    def __init__(
        self,
        keeper: Keeper,
        clocks: Clocks,
        now: Callable[[], float],
        chance: Chance | None = None,
    ) -> None:
        self.keeper, self.clocks, self.now = keeper, clocks, now
        self.chance = chance or system()
        self.until: float | None = None
        self._asked: tuple[int, int] | None = None
        self._packs = [Pack(*kept) for kept in keeper.store.closed_orders(keeper.table_id)]
        self._taken_up = False
        self._present = frozenset(keeper.hosted.table.players.items())

    @property
    def promised(self) -> tuple[int, str] | None:
        """The order in use: its number at the table and the hash that promises it."""
        if not self._packs:
            return None
        return self._packs[-1].number, self._packs[-1].promise

    async def run(self) -> None:
        """Drive the table until it is taken from this node."""
        while not self.keeper.lost:
            try:
                wait = await self.advance()
            except LostTable:
                return
            except Refused:
                wait = REFUSED  # somebody was quicker: look again
            await self.keeper.changed(wait)

    async def advance(self) -> float | None:
        """Do what is due now. Gives the seconds until something else is, or None to wait for a
        command."""
        table = self.keeper.hosted.table
        live = table.live
        if self.keeper.time_goes_by(self.now()):
            await self._send(Tick(), SYSTEM)
        if live is not None and isinstance(live.ask, DrawSeat):
            await self._draw(live.ask)  # the processor of the pot draws, whoever deals the cards
            return 0.0
        if not table.open or self.keeper.hosted.spec.attended:
            self.until = self._asked = None
            return self.clocks.tick
        if not self._taken_up:
            await self._take_up()
        if live is None:
            return await self._between()
        ask = live.ask
        assert ask is not None, "a round that has ended is taken off the table at once"
        if isinstance(ask, DrawCard):
            await self._deal(ask)
            return 0.0
        if isinstance(ask, ChanceAsk):
            await self._draw(ask)
            return 0.0
        return await self._wait_for(ask, (table.rounds, len(live.steps)))

    async def _between(self) -> float | None:
        """Between rounds: the next one begins after a pause, if there is somebody to play it."""
        self.chance.wipe()
        table = self.keeper.hosted.table
        if not table.players:
            self.until = self._asked = None
            return None
        left = self._time_left((table.rounds, -1), self.clocks.pause)
        if left > 0:
            return left
        await self._open_played_orders()
        preparing = table.game.prepare(table.setup(), table.state) is not None
        unseen = table.state.unseen()
        if not preparing and unseen is not None and not self._fits(unseen):
            await self._promise(unseen)
        self._present = frozenset(table.players.items())
        try:
            await self._send(Begin(), CROUPIER)
        except Refused:
            self._asked = None
            return self.clocks.pause  # somebody is missing, or the table is over
        return 0.0

    def deadline(self) -> float | None:
        """When the time for what is asked now runs out; a new question starts its clock."""
        live = self.keeper.hosted.table.live
        ask = None if live is None else live.ask
        if self.keeper.hosted.spec.attended or live is None or ask is None:
            return None
        if isinstance(ask, ChanceAsk):
            return None
        self._time_left((self.keeper.hosted.table.rounds, len(live.steps)), self._time_for(ask))
        return self.until

    def _time_for(self, ask: Ask[Any]) -> float:
        return self.clocks.betting if isinstance(ask, BetWindow) else self.clocks.decision

    async def _wait_for(self, ask: Ask[Any], asked: tuple[int, int]) -> float:
        left = self._time_left(asked, self._time_for(ask))
        if isinstance(ask, BetWindow) and self._somebody_waits():
            await self._begin_anew()
            return 0.0
        if left > 0:
            return left
        saw = self.keeper.hosted.hash  # whoever answers in this very moment was in time
        if isinstance(ask, BetWindow):
            await self._close_bets()
        elif isinstance(ask, Choose):
            await self._send(Answer(answer=ask.default, seat=ask.seat), SYSTEM, saw=saw)
        elif isinstance(ask, Ruling):
            await self._send(Answer(answer=ask.default), ask.role, saw=saw)
        else:
            await self._send(Answer(answer=msgspec.to_builtins(ask.some(self.chance))), CROUPIER)
        return 0.0

    async def _close_bets(self) -> None:
        """«No más apuestas», if anybody has bet; otherwise betting stays open."""
        taking = self.keeper.hosted.table.taking
        self._asked = None
        if taking is None or not taking.felt:
            return
        try:
            await self._send(CloseBets(), CROUPIER)
        except Refused as refusal:
            await self._hand_back(refusal.facts.get("seat"))

    def _nobody_bet(self) -> bool:
        taking = self.keeper.hosted.table.taking
        return taking is not None and not taking.actions

    def _somebody_waits(self) -> bool:
        """Whether somebody sat down after bets were opened, and nobody has bet: betting, which
        stays open until somebody bets, would never be open to him."""
        came = frozenset(self.keeper.hosted.table.players.items()) - self._present
        return bool(came) and self._nobody_bet()

    async def let_go(self) -> None:
        """Somebody wants to leave, which is done between rounds: one without bets ends now."""
        if self._nobody_bet() and not self.keeper.hosted.spec.attended:
            await self._begin_anew()

    async def _begin_anew(self) -> None:
        """End a round in which nobody has bet yet: what stood before it stays where it was."""
        await self._send(Void(cause="sin-apuestas"), JEFE)

    async def _hand_back(self, seat: Fact) -> None:
        """Bets of a seat that cannot stand go back to their player, so that the others can play;
        where something else keeps the betting open the clock runs once more."""
        taking = self.keeper.hosted.table.taking
        if taking is not None and isinstance(seat, int):
            for action in taking.repairs(seat):
                await self._send(Bet(action=action), CROUPIER)

    def _time_left(self, asked: tuple[int, int], seconds: float) -> float:
        if asked != self._asked:
            self._asked, self.until = asked, self.now() + seconds
        assert self.until is not None
        return self.until - self.now()

    # Chance

    async def _draw(self, ask: ChanceAsk[Any]) -> None:
        """Let chance answer."""
        await self._send(Answer(answer=msgspec.to_builtins(ask.some(self.chance))), CROUPIER)

    async def _deal(self, ask: DrawCard) -> None:
        """Give the next card of the order that was promised."""
        if not self._fits(ask.left):
            await self._promise(ask.left)  # the pack was shuffled in the middle of a round
        pack = self._packs[-1]
        await self._send(Answer(answer=pack.next_card(ask.left)), CROUPIER)
        pack.out += 1

    def _fits(self, left: Mapping[Card, int]) -> bool:
        return bool(self._packs) and self._packs[-1].fits(left)

    async def _promise(self, left: Mapping[Card, int]) -> None:
        """Shuffle, keep the order where nobody looks, and publish its hash."""
        store, table = self.keeper.store, self.keeper.table_id
        number = store.last_order_number(table) + 1
        order = new_order(left, self.chance)
        self.chance.wipe()
        await self.keeper.writer.write(lambda c: store.keep_order(c, table, number, order))
        self._packs.append(Pack(number, order))
        await self._tell_promise()

    async def _take_up(self) -> None:
        """Go on with the order in use where the log ends. We may have gone down between keeping an
        order and telling of it: then it is told now."""
        self._taken_up = True
        if self._packs:
            await self._tell_promise()
            store, table, pack = self.keeper.store, self.keeper.table_id, self._packs[-1]
            told = store.find_command(table, f"{PERSON}-promesa-{pack.number}")
            assert told is not None, "it has just been told"
            log = store.log(table, after=told.number)
            pack.out = sum(gives_card(kept.envelope) for kept in log)

    async def _tell_promise(self) -> None:
        number, order = self._packs[-1].number, self._packs[-1].order
        said = Promise(n=number, promise=order.promise, cards=len(order.cards))
        await self._once(f"promesa-{number}", said)

    async def _open_played_orders(self) -> None:
        """Open the orders whose cards are done with: the pack was shuffled anew. Only between
        rounds, because a card of theirs may still lie covered on the table."""
        unseen = self.keeper.hosted.table.state.unseen()
        in_use = self._packs[-1:] if unseen is None or self._fits(unseen) else []
        for pack in self._packs[: len(self._packs) - len(in_use)]:
            n, order = pack.number, pack.order
            await self._once(f"apertura-{n}", OpenOrder(n=n, salt=order.salt, cards=order.cards))
        self._packs = in_use

    async def _once(self, id: str, command: AnyCommand) -> None:
        """Do something that is done once in the life of a table, if it has not been."""
        id = f"{PERSON}-{id}"
        if self.keeper.store.find_command(self.keeper.table_id, id) is None:
            await self._send(command, SYSTEM, id=id)

    async def _send(
        self, command: AnyCommand, role: str, *, id: str = "", saw: str | None = None
    ) -> None:
        await self.keeper.send(
            Envelope(
                id=id or f"{PERSON}-{secrets.token_hex(8)}",
                person=PERSON,
                role=role,
                at=self.now(),
                command=command,
            ),
            saw=saw,
        )


def gives_card(sent: Envelope) -> bool:
    """Whether this command gave a card out of the order in use."""
    command = sent.command
    return (
        sent.person == PERSON
        and sent.role == CROUPIER
        and isinstance(command, Answer)
        and command.answer in DECK
    )
