"""What the house does by itself at an electronic table, and when: it deals, spins and throws, opens
and closes the betting, and plays the safe default for whoever lets his time run out.

Nothing here reads a clock: given the moment, what is due follows from what was done so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.book.roles import CROUPIER, JEFE, MACHINERY
from tapete.core.round.ask import Ask
from tapete.core.round.bets import Join, Remove
from tapete.core.round.bets import Place as PutDown
from tapete.core.round.cards import Card
from tapete.core.round.event import Moment
from tapete.core.table.table import Table
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.due import Do, Draw, Due, Idle, Place, Reveal, Seal, Until
from tapete.floor.table.commands import (
    SYSTEM,
    Answer,
    Begin,
    Bet,
    CloseBets,
    CloseNumbers,
    Leave,
    Tick,
    UseCard,
    Void,
)
from tapete.floor.table.company import Company
from tapete.floor.table.waiting import WaitingList
from tapete.floor.units.mesa.directed import Directed
from tapete.floor.units.mesa.orders import Orders, Promised

NO_BETS = "sin-apuestas"
HAD_TO_BET = "debia-apostar"
Asked = tuple[int, int]
"""What a table waits for: the round and the question in it; before a round, whether any sits."""


class Clockwork:
    """The time of one table: since when it waits for what it waits for."""

    def __init__(
        self, table: Table, waiting: WaitingList, company: Company, orders: Orders, clocks: Clocks,
        *, attended: bool, directed: Directed | None = None,
    ) -> None:  # fmt: skip
        self.table, self.waiting, self.company = table, waiting, company
        self.orders, self.clocks = orders, clocks
        self.attended, self.directed = attended, directed
        self.since: Moment = 0.0
        self._asked: Asked | None = None
        self._staked: Moment | None = None
        """When the first of the chips that lie on the felt was put down."""

    def note(self, at: Moment) -> None:
        """A command was carried out."""
        asked = self._question()
        if asked != self._asked:
            self._asked, self.since = asked, at
            if self.directed is not None:
                self.directed.used = 0
        open_bets = self.table.open_bets
        if open_bets is None or not open_bets.felt:
            self._staked = None
        elif self._staked is None:
            self._staked = at

    def wake(self, now: Moment) -> None:
        """The table is taken up again: time begins anew for whoever is asked something."""
        self._asked, self.since = self._question(), now
        self.orders.since = now
        if self._staked is not None:
            self._staked = now

    def _question(self) -> Asked:
        live = self.table.live
        return self.table.rounds, -1 - bool(self.table.players) if live is None else len(live.steps)

    # What is due

    def due(self, now: Moment) -> Due:
        """What the house does now, or when it looks again."""
        table, live = self.table, self.table.live
        if self._time_is_over(now):
            return Do(Tick(), SYSTEM)
        ask = None if live is None else live.ask
        if ask is not None and MACHINERY in ask.put_to.roles:
            return Draw(ask)  # the processor of the pot draws, whoever deals the cards
        if not table.open or self.attended:
            return self._later()
        if ask is None:
            return self._between(now)
        if ask.pack is not None:
            return self._card(ask, ask.pack, now)
        if ask.is_chance:
            return self._number(ask)
        return self._waiting_for(ask, now)

    def _time_is_over(self, now: Moment) -> bool:
        """Whether some payment held here is due, or a place was kept long enough."""
        return any(moment <= now for moment in self._appointments())

    def _appointments(self) -> list[Moment]:
        held = [hold.until for hold in self.table.holds.open.values()]
        return held + [waiter.until for waiter in self.waiting.all if waiter.until is not None]

    def _later(self, *moments: Moment) -> Due:
        all_ = [*moments, *self._appointments()]
        return Until(min(all_)) if all_ else Idle()

    def _between(self, now: Moment) -> Due:
        """Between rounds: the next one begins after a pause, if there is somebody to play it."""
        table, orders = self.table, self.orders
        if not table.players:
            order = orders.in_use if table.state.unseen() is None else None
            return self._later() if order is None else Reveal(order.n, order.promise)
        for seat in self._going(now):
            return Do(Leave(seat=seat), SYSTEM)
        if now < self.since + self.clocks.pause:
            return self._later(self.since + self.clocks.pause)
        unseen = table.state.unseen()
        done = orders.worn() if unseen is None else not orders.fits(unseen)
        in_use = orders.in_use
        for order in orders.all():
            # Only between rounds: a card of theirs may still lie covered on the table.
            if order is not in_use or done:
                return Reveal(order.n, order.promise)
        preparing = table.game.due(table.setup(), table.state) is not None
        if not preparing and done:
            return Seal(orders.last + 1, unseen or {})
        if self.directed is not None and not preparing:
            return self._numbers(now) or self._later()  # its tournament has the hand dealt
        return self._numbers(now) or Do(Begin(), CROUPIER)

    def _going(self, now: Moment) -> tuple[int, ...]:
        """Who frees his seat now: nobody of a tournament, who is dealt in and killed instead."""
        return () if self.directed is not None else self.company.going(now, self.clocks.idle)

    def may_deal(self, now: Moment) -> bool:
        """Whether a hand could begin at once: the cards are shuffled, cut and promised."""
        table, orders = self.table, self.orders
        if table.live is not None or not table.open or now < self.since + self.clocks.pause:
            return False
        unseen = table.state.unseen()
        promised = not orders.worn() if unseen is None else orders.fits(unseen)
        ready = promised and not orders.played
        due = table.game.due(table.setup(), table.state)
        return ready and due is None and self._numbers(now) is None

    def _numbers(self, now: Moment) -> Due | None:
        """Players have a while to open the numbers they promised."""
        order, over = self.orders.in_use, self.orders.since + self.clocks.numbers
        if order is None or not order.waits:
            return None
        return Do(CloseNumbers(n=order.n), SYSTEM, in_time=True) if now >= over else Until(over)

    def _card(self, ask: Ask[Any], left: Mapping[Card, int], now: Moment) -> Due:
        """The next card of the order that was promised."""
        order = self.orders.in_use
        if order is None or not self.orders.fits(left):
            return Seal(self.orders.last + 1, left)  # shuffled in the middle of a round
        return self._numbers(now) or Draw(ask, self._place(order))

    def _number(self, ask: Ask[Any]) -> Due:
        """What the house's number and the players' draw together, where they were promised."""
        order = self.orders.in_use
        promised = order is not None and self.orders.draws(ask)
        return Draw(ask, self._place(order) if order is not None and promised else None)

    def _place(self, order: Promised) -> Place:
        numbers = tuple(sorted(order.numbers.items()))
        return Place(order.n, order.promise, order.out, numbers)

    def _waiting_for(self, ask: Ask[Any], now: Moment) -> Due:
        if self.nobody_bet() and self._going(now):
            return Do(Void(cause=NO_BETS), JEFE)  # they go between rounds
        over = self.deadline()
        if over is None:
            return self._later(*self.company.until_idle(self.clocks.idle, now))
        if now < over and not (self.clocks.ready and self.company.everybody_ready):
            return self._later(over)
        if ask.betting is not None:
            return self._close_bets(over, now)
        seat = ask.put_to.seat or 0
        if self.directed is not None and seat not in self.company.away and self.directed.has(seat):
            return Do(UseCard(seat=seat), SYSTEM, in_time=True)
        if ask.silence is None:
            return self._later()  # nobody can answer this for whoever is asked
        said = Answer(answer=ask.write(ask.silence), seat=ask.put_to.seat)
        return Do(said, SYSTEM, in_time=True)

    def deadline(self) -> Moment | None:
        """When the time for what is asked now runs out. The time to bet begins with the first chip:
        without any the table waits, unless a tournament does not."""
        live = self.table.live
        ask = None if live is None else live.ask
        if self.attended or ask is None or ask.is_chance:
            return None
        if ask.betting is not None:
            began = self._staked if self.directed is None else self.since
            return None if began is None else began + self.clocks.betting
        away = ask.put_to.seat in self.company.away
        most = self.clocks.decision
        if self.directed is not None:
            most = self.directed.time(most)
        return self.since + (min(self.clocks.away, most) if away else most)

    def _close_bets(self, over: Moment, now: Moment) -> Due:
        """«No más apuestas». Bets of a seat that cannot stand go back to their player, so that the
        others can play. Whoever must bet, as who has the shoe, and lets all the time go by is not
        waited for (CAT-I.5.1-02): the others have their bets back and his place becomes free. Where
        something else keeps the betting open it is tried again."""
        open_bets = self.table.open_bets
        assert open_bets is not None, "betting is open"
        problem = open_bets.cloth.settled(open_bets.felt)
        if problem is None:
            return Do(CloseBets(), CROUPIER)
        seat = problem.facts.get("seat")
        repairs = open_bets.repairs(seat) if isinstance(seat, int) else []
        if repairs:
            return Do(Bet(action=repairs[0]), CROUPIER)
        if now < over:
            return self._later(over)
        if isinstance(seat, int) and self.directed is None:
            if seat in self.company.leaving:
                return Do(Void(cause=HAD_TO_BET), JEFE)
            return Do(Leave(seat=seat, after_round=True), SYSTEM, in_time=True)
        if self._going(now):  # whoever goes is not held by dice that nobody may throw
            return Do(Void(cause=HAD_TO_BET), JEFE)
        return self._later(now + self.clocks.betting)

    def nobody_bet(self) -> bool:
        """Whether betting is open and no chips lie but those that lay there, at a table the house
        deals: nobody has put any down, or whoever did has taken them back."""
        open_bets = self.table.open_bets
        if self.attended or open_bets is None:
            return False
        untouched = open_bets.window.open()
        moved = all(isinstance(one, Join | PutDown | Remove) for one in open_bets.actions)
        return moved and open_bets.felt == untouched.felt
