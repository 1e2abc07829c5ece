"""The sale of cards in a hall: who buys what, who is ready, when the game may start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE, only
from tapete.core.round.event import Announced, Event, Moment
from tapete.core.round.game import Setup
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala import events as told
from tapete.floor.units.sala.company import is_company, purchases
from tapete.systems.bingo.game import BingoTerms
from tapete.systems.bingo.hall import DIRECTOR
from tapete.systems.bingo.sale import ORDER, OpenSale, Sell, UndoSale, check_on_sale

if TYPE_CHECKING:
    from tapete.floor.kernel.unit import Envelope
    from tapete.floor.units.sala.unit import Sala

SALE_OVER = "CAT-V.2.3-15"


class Selling:
    """The sale of one hall: the window while it is open, and who has all the cards he wants."""

    def __init__(self, sala: Sala) -> None:
        self.sala = sala
        self.window: OpenSale | None = None
        self.ready: set[str] = set()

    def begin(self, command: do.BeginSale, at: Moment) -> list[Event]:
        """Cards are on sale; of a joint game each room sells its own."""
        sala = self.sala
        if not sala.open:
            raise Refused("CAT-V.2.3-02", "hall-closed")
        if sala.last_game == 0:
            raise Refused(sala.last_clause, "last-game-played")
        sala.session.between_rounds()
        paper, spec, hall = sala.paper, sala.spec, sala.session.state
        series = () if paper is None else command.series or tuple(hall.series)[:1]
        check_on_sale(hall, sala.plan.price, series)
        terms = BingoTerms(
            plan=sala.plan, design=spec.design, unit=spec.unit, on_sale=series,
            holding=() if paper is None else tuple(sorted(paper.holding)),
            rooms={} if spec.joint is None else dict(spec.joint.rooms),
        )  # fmt: skip
        live = sala.session.start(Setup(rules=sala.session.rules, terms=terms, seats=()))
        window: Any = live.ask  # a game begins with its sale
        sale: OpenSale = window.open()
        self.window = sale
        if paper is not None:
            paper.before_sale()
        sala.new_game(live.events)
        sala.clockwork.sold = None if sala.linked is None else at
        number = sala.session.rounds + 1
        found: list[Event] = [told.SaleOpened(
            game=number, series=" ".join(series), cards=spec.design.size, price=sala.plan.price,
            clause="CAT-V.2.3-05",
        )]  # fmt: skip
        if spec.company:
            found += [self.sell(sell) for sell in purchases(spec.company, number, sale)]
        return found

    def sell(self, sell: Sell) -> Event:
        """Somebody buys."""
        assert self.window is not None
        known = len(self.window.cards)
        self.window.take(sell)
        cards = list(self.window.cards)[known:]
        return told.CardsBought(
            who=sell.who, cards=tuple(map(str, cards)), amount=len(cards) * self.sala.plan.price,
            clause="CAT-V.3.3-05",
        )  # fmt: skip

    def in_course(self, who: str = "") -> OpenSale:
        """The sale in course, or `Refused`: it is over, or the list of the room is sealed."""
        linked = self.sala.linked
        if self.window is None or (self.sala.spec.is_room and linked and linked.sealed):
            raise Refused(SALE_OVER, "sale-closed", who=who)
        return self.window

    def buy(self, command: do.Buy, at: Moment) -> list[Event]:
        """A player buys: on paper the next cards in their order, whether he names them or not
        (CAT-V.2.3-06)."""
        sala = self.sala
        place = sala.places.of(command.player)
        self.in_course(command.player)
        if sala.paper is not None:
            asked, following = command.numbers, self.in_course().next_cards()
            if asked and asked != tuple(card.number for card in following[: len(asked)]):
                raise Refused(ORDER, "not-the-next", card=asked[0])
            bought = self.sell(Sell(command.player, command.cards or len(asked)))
        else:
            numbers = tuple(("", number) for number in command.numbers)
            room = "" if sala.spec.joint is None else sala.spec.joint.me
            bought = self.sell(Sell(command.player, command.cards, numbers, place, room))
        self.ready.discard(command.player)
        if sala.clockwork.sold is None:
            sala.clockwork.sold = at
        return [bought]

    def make_ready(self, command: do.Ready) -> list[Event]:
        """A player has all the cards he wants."""
        if command.player not in self.in_course().people():
            raise Refused("CAT-V.3.3-05", "buy-first", who=command.player)
        self.ready.add(command.player)
        return [
            Announced(what="listo-para-jugar", facts={"who": command.player}, clause="CAT-V.3.3-01")
        ]

    def may_start(self) -> bool:
        """Whether a player has bought, and there are people and cards enough."""
        sale = self.window
        if sale is None or all(map(is_company, sale.people())):
            return False
        window, cards = sale.sale, sale.playing()
        return len(set(cards.values())) >= window.people_min and len(cards) >= window.cards_min

    def everybody_ready(self) -> bool:
        """Whether every player in the hall has said that he has all the cards he wants."""
        return bool(self.sala.places) and set(self.sala.places) <= self.ready

    def start(self, sent: Envelope[Any]) -> list[Event]:
        """The sale is closed and the game starts."""
        sala, sale = self.sala, self.window or self.in_course()
        live = sala.session.in_course()
        if sala.paper is not None:
            sala.paper.before_start()
        sale.close()  # refused below the minimum, and the sale stays open
        sala.settling.check_pots()
        sala.cards = sale.playing()
        self.over()
        with sala.session.void_if_broken(live):
            live.close(sale)
        sala.drawing.open_window()
        sala.clockwork.begin(sent.at, sala.pace.prize)
        head = [] if sala.paper is None else sala.paper.started(sent)
        sala.tell_later(Announced(what="comienza-el-juego", clause=SALE_OVER))
        return head

    def undo(self, by: str = SYSTEM) -> list[Event]:
        """There is no game: every card is paid back."""
        only((DIRECTOR, JEFE, SYSTEM), by, "CAT-V.2.3-20", "undo-sale")
        sale, live = self.window or self.in_course(), self.sala.session.in_course()
        sale.take(UndoSale())
        self.over()
        with self.sala.session.void_if_broken(live):
            live.close(sale)
        self.sala.cards = {}  # they were paid back: nobody holds any
        return []

    def over(self) -> None:
        """Nothing is on sale."""
        self.window = None
        self.ready.clear()
