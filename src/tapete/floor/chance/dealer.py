"""The dealer of a unit: chance out of the kernel's entropy, and orders of cards kept sealed until
they are opened."""

from __future__ import annotations

from tapete.chance import Chance, system
from tapete.chance.numbers import HOUSE, Picks, shuffled, together, use_of
from tapete.core.round.ask import Pick
from tapete.core.round.cards import Card
from tapete.floor.chance.orders import Order, new_order
from tapete.floor.kernel.due import Draw, Place, Reveal, Seal
from tapete.floor.kernel.port import Also, Steps
from tapete.floor.table.commands import Answer, OpenOrder, Promise


class BrokenSeal(Exception):
    """The order that is kept is not the one that was promised: nothing is dealt from it."""

    def __init__(self, unit: str, order: int) -> None:
        super().__init__(f"{unit}: what is kept as order {order} is not what was promised")


Dealing = tuple[str, tuple[tuple[int, str], ...]]
"""The promise of an order and the players' numbers that have a part in it."""


class Dealer:
    """Deals at one unit. An order is dealt from only if it is the very one that was promised."""

    def __init__(self, unit: str, store: Steps, chance: Chance | None = None) -> None:
        self.unit, self.store = unit, store
        self.chance = chance or system()
        self._orders: dict[int, Order] = {}
        self._as_dealt: tuple[Dealing, tuple[Card, ...]] | None = None

    def wipe(self) -> None:
        """Discard random words read ahead, so that no future result lies in memory."""
        self.chance.wipe()

    def answer(self, draw: Draw) -> Answer:
        """What chance answers: the next card of a sealed order, what the numbers of house and
        players draw together, or anything that can happen."""
        place, ask = draw.place, draw.ask
        if place is None:
            return Answer(answer=ask.write(ask.some(self.chance)))
        order = self._order(place.order, place.promise)
        if order.cards:
            return Answer(answer=self._dealt(place, order)[place.out])
        picks = Picks(self._together(place, order))
        return Answer(answer=ask.write(ask.some(picks)), picks=tuple(picks.drawn))

    def draw(self, place: Place) -> Pick:
        """What house and players draw together at this place, for a unit that draws in the step of
        a command."""
        return self._together(place, self._order(place.order, place.promise))

    def _together(self, place: Place, order: Order) -> Pick:
        numbers = {HOUSE: order.salt, **dict(place.numbers)}
        return together(numbers, use_of(self.unit, place.order, place.out))

    def _dealt(self, place: Place, order: Order) -> tuple[Card, ...]:
        """The order as it is dealt: the house's, shuffled by the players' numbers."""
        if self._as_dealt is None or self._as_dealt[0] != (place.promise, place.numbers):
            use = use_of(self.unit, place.order)
            dealt = shuffled(order.cards, dict(place.numbers), use)
            self._as_dealt = (place.promise, place.numbers), dealt
        return self._as_dealt[1]

    def seal(self, due: Seal) -> tuple[Promise, Also]:
        """Shuffle cards. Gives what is said of their order, and how it is written down."""
        order = new_order(due.cards, self.chance)
        self.wipe()
        n, said = due.order, Promise(n=due.order, promise=order.promise, cards=len(order.cards))
        return said, lambda connection: self.store.keep_order(connection, self.unit, n, order)

    def reveal(self, due: Reveal) -> tuple[OpenOrder, Also]:
        """Open an order that was promised."""
        n, order = due.order, self._order(due.order, due.promise)
        said = OpenOrder(n=n, salt=order.salt, cards=order.cards)
        return said, lambda connection: self.store.open_order(connection, self.unit, n)

    def _order(self, n: int, promise: str) -> Order:
        found = self._orders.get(n)
        if found is None or found.promise != promise:
            found = self.store.find_order(self.unit, n)
            if found is None or found.promise != promise:
                raise BrokenSeal(self.unit, n)
            self._orders = {n: found}
        return found
