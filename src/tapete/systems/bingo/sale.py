"""The sale of cards as a window: sold in order, across series, games and days (CAT-V.2.3-05 to
-15), or chosen by the players of an electronic hall (CAT-V.3.3-02)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.window import Action, Log, OpenWindow, Window
from tapete.systems.bingo import balls
from tapete.systems.bingo.hall import GAMES_MOST, BallSet, Card, Hall
from tapete.systems.bingo.passing import PassOn, check_pass

ORDER: ClauseId = "CAT-V.2.3-06"
PEOPLE_LEAST, CARDS_LEAST = 2, 5


class Sell(Action, frozen=True, tag="sell", omit_defaults=True):
    """Somebody buys cards: the next so many, or these numbers."""

    who: str
    cards: int = 0
    numbers: tuple[tuple[str, int], ...] = ()
    terminal: int | None = None
    room: str = ""

    def check(self, to: Any) -> None:
        to.allocate(self)

    def apply(self, to: Any) -> None:
        to.put(self, to.allocate(self))


class Reserve(Action, frozen=True, tag="reserve"):
    """Somebody asks to keep a number for him: never (CAT-V.2.3-13)."""

    who: str

    def check(self, to: Any) -> None:
        raise Refused("CAT-V.2.3-13", "no-reserving", who=self.who)


class HandIn(Action, frozen=True, tag="hand-in"):
    """A player hands in the cards of the game before."""

    who: str

    def apply(self, to: Any) -> None:
        to.holding.discard(self.who)


class PutOnSale(Action, frozen=True, tag="put-on-sale"):
    """One more series is put on sale."""

    series: str

    def check(self, to: Any) -> None:
        to.check_series(self.series)

    def apply(self, to: Any) -> None:
        to.on_sale.append(self.series)


class FindImperfect(Action, frozen=True, tag="find-imperfect"):
    """A ball is found imperfect: the set must be changed."""

    ball: int

    def check(self, to: Any) -> None:
        balls.after(to.balls, balls.Find(self.ball))

    def apply(self, to: Any) -> None:
        to.balls = balls.after(to.balls, balls.Find(self.ball))


class ChangeBalls(Action, frozen=True, tag="change-balls"):
    """The ball set is changed, and who signs for it."""

    signed: tuple[str, ...]

    def check(self, to: Any) -> None:
        balls.after(to.balls, balls.Change(self.signed))

    def apply(self, to: Any) -> None:
        to.balls = balls.after(to.balls, balls.Change(self.signed))


class BringBalls(Action, frozen=True, tag="bring-balls"):
    """So many spare ball sets more are brought."""

    sets: int

    def check(self, to: Any) -> None:
        balls.after(to.balls, balls.Bring(self.sets))

    def apply(self, to: Any) -> None:
        to.balls = balls.after(to.balls, balls.Bring(self.sets))


class CloseSale(Action, frozen=True, tag="close-sale"):
    """No more cards are sold."""

    def apply(self, to: Any) -> None:
        to.closed = True


class UndoSale(Action, frozen=True, tag="undo-sale"):
    """The sale is undone: every card is paid back and no game is played."""

    def apply(self, to: Any) -> None:
        to.undone = True


SALE = (
    Sell, Reserve, HandIn, PutOnSale, PassOn, FindImperfect, ChangeBalls, BringBalls, CloseSale,
    UndoSale,
)  # fmt: skip


class SaleWindow(Window[Any], frozen=True, kw_only=True, tag="sale"):
    """Cards are on sale until the jefe de mesa announces the start (CAT-V.2.3-15). ``together``: so
    many are sold as one, a strip."""

    hall: Hall
    price: int
    on_sale: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    rooms: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    late: tuple[str, ...] = ()
    people_min: int = PEOPLE_LEAST
    cards_min: int = CARDS_LEAST
    together: int = 1
    ball_games_max: int = GAMES_MOST
    clause: ClauseId = "CAT-V.2.3-05"
    closing: str = "comienza-el-juego"
    closing_clause: ClauseId = "CAT-V.2.3-15"

    @property
    def kinds(self) -> tuple[type[Any], ...]:
        return SALE

    def open(self) -> OpenSale:
        return OpenSale(self)


def check_on_sale(hall: Hall, price: int, letters: Sequence[str]) -> None:
    """Raise `Refused` unless these series may be on sale in one game, in this order: two at most,
    of one value, the second not begun (CAT-V.2.3-08 to -10)."""
    for place, letter in enumerate(letters):
        series = hall.series.get(letter)
        if series is None:
            raise Refused("CAT-V.2.3-05", "no-such-series", series=letter)
        if place >= 2 or letter in letters[:place]:
            raise Refused("CAT-V.2.3-08", "two-series-at-most", series=letter)
        if series.value is not None and series.value != price:
            raise Refused("CAT-V.2.3-09", "another-value", series=letter)
        if place and series.last:
            raise Refused("CAT-V.2.3-10", "second-series-begun", series=letter)


class OpenSale(OpenWindow[Any]):
    """The sale while it runs: who holds which cards."""

    def __init__(self, window: SaleWindow) -> None:
        super().__init__(window)
        self.sale = window
        self.hall = window.hall
        self.on_sale = list(window.on_sale)
        self.holding = set(window.holding)
        self.balls: BallSet = window.hall.balls
        self.cards: dict[Card, str] = {}
        self.rooms: dict[str, str] = {}
        self.terminals: dict[tuple[str, int], str] = {}
        self.closed = self.undone = False

    def people(self) -> list[str]:
        """Everybody who has bought, in order."""
        return list(dict.fromkeys(self.cards.values()))

    # In order

    def starts(self) -> int:
        """The number with which the first series on sale begins."""
        return self.hall.series[self.on_sale[0]].last + 1

    def next_cards(self) -> list[Card]:
        """The cards that can still be sold on paper, in order."""
        found: list[Card] = []
        for place, letter in enumerate(self.on_sale):
            series = self.hall.series[letter]
            low, high = (self.starts(), series.size) if not place else (1, self.starts() - 1)
            found += [Card(letter, n) for n in range(low, min(high, series.size) + 1)]
        return [card for card in found if card not in self.cards]

    def check_series(self, letter: str) -> None:
        """Raise `Refused` unless this series may be the second of the game."""
        if self.closed:
            raise Refused("CAT-V.2.3-15", "sale-closed", series=letter)
        check_on_sale(self.hall, self.sale.price, (*self.on_sale, letter))

    def allocate(self, sale: Sell) -> list[Card]:
        """The cards a purchase gets, or `Refused` and nothing."""
        electronic = self.hall.electronic
        if self.closed or self.undone:
            raise Refused("CAT-V.2.3-15", "sale-closed", who=sale.who)
        if sale.who in self.holding:
            raise Refused("CAT-V.2.3-14", "cards-not-handed-in", who=sale.who)
        here = [who for who in self.people() if self.rooms[who] == sale.room]
        if sale.who not in here and len(here) >= self.hall.positions:
            clause = "CAT-V.3.2.2.3-01" if electronic else "CAT-V.2.2.2.3-01"
            raise Refused(clause, "hall-full", positions=self.hall.positions)
        return self._chosen(sale) if electronic else self._in_order(sale)

    def _in_order(self, sale: Sell) -> list[Card]:
        left = self.next_cards()
        self._check_strips(sale, ORDER)
        if sale.numbers:
            asked = [Card(*number) for number in sale.numbers]
            for card in asked:
                second = len(self.on_sale) > 1 and card.series == self.on_sale[1]
                if second and card.number >= self.starts():
                    raise Refused("CAT-V.2.3-11", "beyond-the-limit", card=str(card))
            if asked != left[: len(asked)]:
                raise Refused(ORDER, "not-the-next", card=str(asked[0]))
            return asked
        if sale.cards < 1:
            raise Refused(ORDER, "no-cards", who=sale.who)
        if len(left) < sale.cards:
            clause = "CAT-V.2.3-08" if len(self.on_sale) < 2 else "CAT-V.2.3-11"
            raise Refused(clause, "cards-sold-out", left=len(left), cards=sale.cards)
        return left[: sale.cards]

    def _check_strips(self, sale: Sell, clause: ClauseId) -> None:
        """Cards that are sold together are bought together."""
        strip = self.sale.together
        if len(sale.numbers or range(sale.cards)) % strip:
            raise Refused(clause, "whole-strips", strip=strip)
        firsts = [number for _, number in sale.numbers][::strip]
        runs = [number + n for number in firsts for n in range(strip)]
        if any((first - 1) % strip for first in firsts) or (
            strip > 1 and runs != [number for _, number in sale.numbers]
        ):
            raise Refused(clause, "whole-strips", strip=strip)

    def _chosen(self, sale: Sell) -> list[Card]:
        self._check_terminal(sale)
        self._check_strips(sale, "CAT-V.3.3-02")
        low, high = self.block(sale.room)
        taken = {card.number for card in self.cards}
        if sale.numbers:
            numbers = [number for _, number in sale.numbers]
            for number in numbers:
                if not low <= number <= high or number in taken or numbers.count(number) > 1:
                    raise Refused("CAT-V.3.3-02", "card-not-free", card=number)
        else:
            if sale.cards < 1:
                raise Refused("CAT-V.3.3-02", "no-cards", who=sale.who)
            free = (number for number in range(low, high + 1) if number not in taken)
            numbers = [number for number, _ in zip(free, range(sale.cards), strict=False)]
            if len(numbers) < sale.cards:
                raise Refused("CAT-V.3.3-02", "cards-sold-out", left=len(numbers), cards=sale.cards)
        return [Card("", number) for number in numbers]

    def block(self, room: str) -> tuple[int, int]:
        """The numbers a room may sell: the first and the last."""
        if self.sale.rooms:
            if room not in self.sale.rooms:
                raise Refused("CAT-V.3.1-02", "no-such-room", room=room)
            return self.sale.rooms[room]
        sizes = [series.size for series in self.hall.series.values()]
        return 1, max(sizes, default=1_000_000)

    def _check_terminal(self, sale: Sell) -> None:
        """One terminal a player, one player a terminal (CAT-V.3.2.2.3-02)."""
        if self.rooms.get(sale.who, sale.room) != sale.room:
            raise Refused("CAT-V.3.2.2.3-02", "one-terminal", who=sale.who)
        own = [terminal for terminal, who in self.terminals.items() if who == sale.who]
        if sale.terminal is not None:
            here = (sale.room, sale.terminal)
            other = self.terminals.get(here, sale.who) != sale.who
            if other or (own and own != [here]):
                raise Refused("CAT-V.3.2.2.3-02", "one-terminal", who=sale.who)

    def put(self, sale: Sell, cards: list[Card]) -> None:
        """Cards are sold."""
        self.cards |= dict.fromkeys(cards, sale.who)
        self.rooms[sale.who] = sale.room
        if sale.terminal is not None:
            self.terminals[sale.room, sale.terminal] = sale.who

    def check_pass(self, passed: PassOn) -> None:
        """Raise `Refused` unless somebody's cards may pass to that person."""
        check_pass(passed, self.cards.values(), self.rooms)

    def pass_on(self, passed: PassOn) -> None:
        """All his cards are the other's, who plays on at his terminal if he has none."""
        for card, who in self.cards.items():
            if who == passed.who:
                self.cards[card] = passed.to
        self.rooms[passed.to] = self.rooms[passed.who]
        left = [place for place, who in self.terminals.items() if who == passed.who]
        for place in left:
            if passed.to in self.terminals.values():
                del self.terminals[place]
            else:
                self.terminals[place] = passed.to

    def playing(self) -> dict[Card, str]:
        """The cards that play: those of a room sealed too late are out."""
        return {
            card: who for card, who in self.cards.items() if self.rooms[who] not in self.sale.late
        }

    def close(self) -> Log[Any]:
        """The start of the game; `Refused` if it may not begin (CAT-V.2.3-01, CAT-V.3.3-01)."""
        if not self.undone:
            clause = "CAT-V.3.3-01" if self.hall.electronic else "CAT-V.2.3-01"
            playing = self.playing()
            people = len(set(playing.values()))
            if people < self.sale.people_min or len(playing) < self.sale.cards_min:
                raise Refused(clause, "too-few", people=people, cards=len(playing))
            if not self.hall.electronic:
                balls.Balls(current=self.balls).check(self.sale.ball_games_max)
        return super().close()
