"""A game of bingo (partida) as one round: sale, balls, calls, prizes.

It asks for the sale, for every ball, for what is called at it, and of a pot that is won how much it
holds; it tells all that happens. What a card shows is the design's: ``faces``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.round.ask import Round
from tapete.systems.balls import Ball
from tapete.systems.bingo import balls
from tapete.systems.bingo.calls import Call, Calls, PotWon
from tapete.systems.bingo.cards import BALLS, Face
from tapete.systems.bingo.events import (
    BINGO,
    LINE,
    Awarded,
    BallCalled,
    CardChecked,
    CardsPassed,
    CardsSold,
    GameEnded,
    PrizesSet,
    Refunded,
    ranges,
)
from tapete.systems.bingo.hall import GAMES_MOST, Card, Hall
from tapete.systems.bingo.passing import PassOn
from tapete.systems.bingo.plan import BingoPlan, Cut, cut, shares
from tapete.systems.bingo.sale import CARDS_LEAST, PEOPLE_LEAST, OpenSale, SaleWindow, check_on_sale

RANDOM: ClauseId = "CAT-V.2.2.1-08"


class PartidaTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The input of a game: plan, hall, series on sale, who still holds cards, rooms."""

    plan: BingoPlan
    hall: Hall
    on_sale: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    rooms: dict[str, tuple[int, int]] = {}
    late: tuple[str, ...] = ()
    people_min: int = PEOPLE_LEAST
    cards_min: int = CARDS_LEAST
    together: int = 1
    ball_games_max: int = GAMES_MOST


class Result(NamedTuple):
    """The result of a game: the hall, and all that must be written of it."""

    hall: Hall
    played: bool
    sold: tuple[Card, ...]
    cut: Cut | None = None
    paid: Mapping[str, int] = {}
    refunds: Mapping[str, int] = {}
    leftover: int = 0
    balls: int = 0
    rooms: Mapping[str, str] = {}


def partida(terms: PartidaTerms, faces: Mapping[int, Face]) -> Round[Result]:
    """One game."""
    terms.hall.check()
    check_on_sale(terms.hall, terms.plan.price, terms.on_sale)
    window = SaleWindow(
        hall=terms.hall, price=terms.plan.price, on_sale=terms.on_sale, holding=terms.holding,
        rooms=terms.rooms, late=terms.late, people_min=terms.people_min,
        cards_min=terms.cards_min, together=terms.together, ball_games_max=terms.ball_games_max,
    )  # fmt: skip
    log = yield from window
    sale = window.open()
    for action in log.actions:
        sale.take(action)
        if isinstance(action, PassOn):
            yield CardsPassed(who=action.who, to=action.to, clause="CAT-V.5-05")
    hall = replace(terms.hall, balls=sale.balls)
    price = terms.plan.price
    if sale.undone:
        refunds = yield from _refunds(sale.cards, price)
        yield GameEnded(how="deshecha", clause="CAT-V.2.3-01")
        return Result(hall, False, (), refunds=refunds, rooms=sale.rooms)
    out = {card: who for card, who in sale.cards.items() if card not in sale.playing()}
    refunds = yield from _refunds(out, price)
    hall = _after_sale(hall, sale)
    game = BallGame(terms, sale, faces, hall)
    return (yield from game.draw_balls(refunds))


def _refunds(cards: Mapping[Card, str], price: int) -> Round[dict[str, int]]:
    found: dict[str, int] = {}
    for who in dict.fromkeys(cards.values()):
        count = sum(1 for holder in cards.values() if holder == who)
        found[who] = count * price
        yield Refunded(who=who, cards=count, amount=count * price, clause="CAT-V.2.3-20")
    return found


def _after_sale(hall: Hall, sale: OpenSale) -> Hall:
    """The numbers sold are spent, whatever comes of the game."""
    last: dict[str, int] = {}
    for card in sale.cards:
        if card.series:
            last[card.series] = max(last.get(card.series, 0), card.number)
    return hall.sold(last)


class BallGame:
    """A game from its first ball on."""

    def __init__(
        self, terms: PartidaTerms, sale: OpenSale, faces: Mapping[int, Face], hall: Hall
    ) -> None:
        self.terms, self.plan, self.sale, self.faces, self.hall = (
            terms,
            terms.plan,
            sale,
            faces,
            hall,
        )
        self.cards = sale.playing()
        self.holders = {card.number: who for card, who in self.cards.items()}
        self.rooms = dict(sale.rooms) if terms.rooms else {}
        self.out: list[int] = []
        self.paid: dict[str, int] = {}
        self.at_once: dict[str, int] = {}
        self.leftover = 0
        self.line_open, self.over, self.annulled = True, False, False

    def draw_balls(self, refunds: dict[str, int]) -> Round[Result]:
        """The balls, one after another, until bingo, an annulment or the last ball."""
        takings: dict[str, int] = {}
        for who in self.cards.values():
            room = self.sale.rooms.get(who, "")
            takings[room] = takings.get(room, 0) + self.plan.price
        parts = cut(self.plan, takings)
        self.leftover = parts.leftover
        sold = tuple(sorted(self.cards))
        yield CardsSold(
            cards=len(sold), ranges=ranges(tuple(self.cards)), takings=sum(takings.values()),
            clause="CAT-V.2.3-23",
        )  # fmt: skip
        yield PrizesSet(
            line=parts.line, bingo=parts.bingo, pots=parts.pots, house=parts.house,
            leftover=parts.leftover, clause="CAT-V.5-06",
        )  # fmt: skip
        yield from self._stoppages(parts)
        inside = list(range(1, BALLS + 1))
        while inside and not self.over:
            ball = yield from Ball(inside=tuple(inside), clause=RANDOM)
            inside.remove(ball)
            self.out.append(ball)
            yield BallCalled(ball=ball, number=len(self.out), clause="CAT-V.2.3-24")
            yield from self._at_ball(parts)
        if not self.over:
            yield from self._nobody(parts)
        hall = replace(
            self.hall, games=self.hall.games + 1,
            balls=balls.after(self.hall.balls, balls.Play()),
        )  # fmt: skip
        if self.annulled:
            back = yield from self._annulled()
            refunds = {who: refunds.get(who, 0) + back.get(who, 0) for who in {*refunds, *back}}
            self.paid = self.at_once
        yield GameEnded(
            how="anulada" if self.annulled else "terminada", balls=len(self.out),
            clause="CAT-V.5-04" if self.annulled else "CAT-V.2.3-32",
        )  # fmt: skip
        return Result(
            hall, not self.annulled, tuple(self.cards), parts, self.paid, refunds, self.leftover,
            len(self.out), self.rooms,
        )  # fmt: skip

    def _annulled(self) -> Round[dict[str, int]]:
        by_card = {card: self.holders[card.number] for card in self.cards}
        self.leftover = 0
        return (yield from _refunds(by_card, self.plan.price))

    def _at_ball(self, parts: Cut) -> Round[None]:
        """What a ball brings: in an electronic hall the system finds who has won before anybody
        does anything (CAT-V.3.3-13); on paper whoever has won must call."""
        if self.hall.electronic:
            yield from self._awards(parts, *self._complete())
        yield from self._stoppages(parts)

    def _stoppages(self, parts: Cut) -> Round[None]:
        """What people do until the next ball comes: after the order to go on somebody may call
        again, for a prize that is still open (CAT-V.2.3-31, -35)."""
        while (yield from self._stoppage(parts)) and not self.over:
            pass

    def _stoppage(self, parts: Cut) -> Round[bool]:
        """One stoppage; whether anybody called."""
        window = Calls(
            holders=dict(self.holders), rooms=self.rooms,
            line_open=self.line_open, manual=not self.hall.electronic, over=self.over,
        )  # fmt: skip
        log = yield from window
        lines: dict[int, str] = {}
        bingos: dict[int, str] = {}
        stoppage = window.open()
        for action in log.actions:
            stoppage.apply(action)
            if isinstance(action, Call):
                yield from self._read(action, lines, bingos)
            elif isinstance(action, PassOn):
                yield CardsPassed(who=action.who, to=action.to, clause="CAT-V.5-05")
        self.holders, self.rooms = stoppage.holders, stoppage.rooms
        if stoppage.annulled:
            self.annulled = self.over = True
            return False
        yield from self._awards(parts, lines, bingos)
        return any(isinstance(action, Call) for action in log.actions)

    def _awards(self, parts: Cut, lines: dict[int, str], bingos: dict[int, str]) -> Round[None]:
        if self.line_open and lines:
            yield from self._award(LINE, parts.line, lines)
            self.line_open = False
        if bingos:
            yield from self._award(BINGO, parts.bingo, bingos)
            yield from self._pots(bingos)
            self.over = True

    def _read(self, call: Call, lines: dict[int, str], bingos: dict[int, str]) -> Round[None]:
        """A called card is read against its master, in the order of the calls (CAT-V.2.3-30)."""
        face, out = self.faces[call.card], set(self.out)
        line = any(set(row) <= out for row in face.rows)
        whole = face.numbers <= out
        right = line if call.what == LINE else whole
        missing = () if right else tuple(sorted(face.numbers - out))
        yield CardChecked(
            who=call.who, card=str(call.card), claim=call.what, right=right,
            missing=missing if call.what == BINGO else (), clause="CAT-V.2.3-30",
        )  # fmt: skip
        if line and self.line_open:  # a bingo called while the line is open claims both
            lines[call.card] = call.who
        if whole and call.what == BINGO:
            bingos[call.card] = call.who

    def _complete(self) -> tuple[dict[int, str], dict[int, str]]:
        """The cards the system finds complete (CAT-V.3.3-13)."""
        out, last = set(self.out), self.out[-1]
        lines: dict[int, str] = {}
        bingos: dict[int, str] = {}
        for card, who in self.holders.items():
            face = self.faces[card]
            if last not in face.numbers:
                continue
            if self.line_open and any(last in row and set(row) <= out for row in face.rows):
                lines[card] = who
            if face.numbers <= out:
                bingos[card] = who
        return lines, bingos

    def _award(self, prize: str, amount: int, winners: dict[int, str]) -> Round[None]:
        found = shares(amount, winners, self.plan)
        at_once = prize == LINE and self.plan.line_at_once
        yield Awarded(
            prize=prize, amount=amount, cards=tuple(map(str, sorted(winners))), shares=found.each,
            leftover=found.leftover, balls=len(self.out), at_once=at_once,
            clause="CAT-V.5-09" if prize == LINE else "CAT-V.5-10",
        )  # fmt: skip
        self.leftover += found.leftover
        for who, part in found.each.items():
            self.paid[who] = self.paid.get(who, 0) + part
            if at_once:
                self.at_once[who] = self.at_once.get(who, 0) + part

    def _pots(self, winners: dict[int, str]) -> Round[None]:
        for pot in self.plan.pots:
            if pot.within is not None and len(self.out) <= pot.within:
                amount = yield from PotWon(name=pot.id, balls=len(self.out))
                yield from self._award(pot.id, amount, winners)

    def _nobody(self, parts: Cut) -> Round[None]:
        """Ninety balls are out and nobody calls: what was not won is left over."""
        for prize, amount, open_ in (
            (LINE, parts.line, self.line_open),
            (BINGO, parts.bingo, True),
        ):
            if open_:
                yield from self._award(prize, amount, {})
        self.over = True
