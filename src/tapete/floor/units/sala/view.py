"""A hall as it is seen: the same for everybody, and one's own cards besides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from tapete.core.round.event import at_seat
from tapete.floor.unit import Mark
from tapete.floor.units.sala.company import is_company
from tapete.floor.units.sala.desks import (
    AT_DESKS,
    PaperView,
    PersonView,
    paper_view,
    people_view,
)
from tapete.systems.bingo.design import security_code
from tapete.systems.bingo.hall import Card
from tapete.systems.bingo.joint import MARK, room_of
from tapete.systems.bingo.plan import PotShare
from tapete.systems.bingo.told import Awarded, BallCalled, CardsSold, GameEnded, PrizesSet, ranges

if TYPE_CHECKING:
    from tapete.floor.units.sala.unit import Sala

OFFERED = 12
STRIDE = 53
"""So many free cards are shown to a terminal, so far from those of the next."""


class CardView(msgspec.Struct, frozen=True, kw_only=True):
    """A card: its number, its rows, its security code for this game."""

    number: int
    rows: tuple[tuple[int, ...], ...]
    code: str


class PrizeView(msgspec.Struct, frozen=True, kw_only=True):
    """A prize that has its winners: who, with which cards, at which ball, how much each."""

    prize: str
    amount: int
    ball: int
    cards: tuple[str, ...]
    shares: dict[str, int]


class BingoPotView(msgspec.Struct, frozen=True, kw_only=True):
    """A pot: what it holds, what wins it, which part of the price goes to it (CAT-V.2.1-05)."""

    id: str
    amount: int | None
    within: int | None
    percent: str


class BuyerView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody with cards in the game; ``house``: of the company."""

    name: str
    cards: int
    house: bool = False


class OtherView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the hall to whom cards may be passed on (CAT-V.5-05)."""

    id: str
    name: str


class PassView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Cards that a room of a joint game has asked the centre to pass on; ``code``: it refused, by
    this clause."""

    who: str
    to: str
    clause: str
    code: str = ""


class SalaView(msgspec.Struct, frozen=True, kw_only=True):
    """A hall.

    ``phase`` is ``cerrada``, ``espera`` (for the next sale), ``venta``, ``sorteo`` or ``fin`` (a
    game is over, and the next sale comes). ``balls`` are those out, in their order; ``taken`` the
    numbers that are sold. ``mine`` are the viewer's own cards, ``offered`` some that are free.
    ``strip``: so many cards are sold together. ``paper`` is what a traditional hall shows besides;
    ``duty`` the role of a viewer who works there, and ``room`` the people he sees to. ``others``
    are those to whom the viewer may pass his cards on; ``passes`` what this room has asked the
    centre of, his own or all at a desk, and ``out`` why it was left out of the last game.
    """

    id: str
    game: str
    edition: str
    state: str
    next: int
    viewer: str
    open: bool
    practice: bool
    phase: str
    number: int
    price: int
    unit: str
    size: int
    positions: int
    people: int
    last_game: bool
    sold: int
    ranges: str
    taken: tuple[int, ...]
    buyers: tuple[BuyerView, ...]
    parts: dict[str, str]
    prizes: dict[str, int]
    pots: tuple[BingoPotView, ...]
    balls: tuple[int, ...]
    won: tuple[PrizeView, ...]
    ended: str
    promise: str
    until: float | None
    pace: float
    place: int | None
    ready: bool
    strip: int
    mine: tuple[CardView, ...]
    offered: tuple[CardView, ...]
    paper: PaperView | None = None
    duty: str = ""
    room: tuple[PersonView, ...] = ()
    others: tuple[OtherView, ...] = ()
    passes: tuple[PassView, ...] = ()
    out: str = ""


def hall_view(
    sala: Sala, viewer: str, at: Mark, names: Mapping[str, str], until: float | None
) -> SalaView:
    """The hall as this viewer sees it: ``seat:3`` is whoever has that terminal."""
    spec, plan, events = sala.spec, sala.plan, sala.shown
    cards = _cards(sala)
    set_ = next((event for event in events if isinstance(event, PrizesSet)), None)
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    person = next((who for who, n in sala.places.items() if at_seat(n) == viewer), None)
    order = sala.orders.in_use
    called = {who: who.partition(" (")[0] for who in cards.values() if is_company(who)}
    called |= {who: who.replace(MARK, " ") for who in cards.values() if room_of(who)} | dict(names)
    return SalaView(
        id=spec.id, game=spec.game, edition=spec.edition, state=at.state, next=at.next,
        viewer=viewer, open=sala.open, practice=bool(spec.company), phase=_phase(sala),
        number=sala.session.rounds + (sala.live is not None), price=plan.price, unit=spec.unit,
        size=spec.design.size, positions=spec.positions, people=len(sala.places),
        last_game=sala.last_game is not None, sold=_sold(sala), ranges=ranges(tuple(cards)),
        taken=tuple(sorted(card.number for card in cards)),
        buyers=_buyers(cards, called),
        parts={"line": str(plan.line), "bingo": str(plan.bingo), "house": str(plan.house)},
        prizes={} if set_ is None else {"line": set_.line, "bingo": set_.bingo},
        pots=tuple(_pot(sala, pot) for pot in plan.pots),
        balls=tuple(event.ball for event in events if isinstance(event, BallCalled)),
        won=tuple(
            PrizeView(
                prize=event.prize, amount=event.amount, ball=event.balls, cards=event.cards,
                shares={called.get(who, who): part for who, part in event.shares.items()},
            )
            for event in events
            if isinstance(event, Awarded)
        ),
        ended="" if ended is None else ended.how, promise="" if order is None else order.promise,
        until=until, pace=spec.pace.ball, place=None if person is None else sala.places[person],
        ready=person in sala.selling.ready, strip=spec.design.together,
        mine=tuple(
            card_view(sala, card.number)
            for card, who in cards.items()
            if who == person and person is not None
        ),
        offered=_offered(sala, person, cards), paper=paper_view(sala),
        duty=viewer if viewer in AT_DESKS else "",
        room=people_view(sala) if viewer in AT_DESKS else (),
        others=_others(sala, person, cards), passes=_passes(sala, person, viewer in AT_DESKS),
        out="" if sala.linked is None else sala.linked.of_centre.out,
    )  # fmt: skip


def _others(sala: Sala, person: str | None, cards: Mapping[Card, str]) -> tuple[OtherView, ...]:
    """Everybody else in the hall, for whoever has cards that still play."""
    if sala.live is None or person is None or person not in cards.values():
        return ()
    return tuple(OtherView(id=who, name=who) for who in sala.places if who != person)


def _passes(sala: Sala, person: str | None, at_desk: bool) -> tuple[PassView, ...]:
    if sala.linked is None:
        return ()
    found = sala.linked.of_centre
    return tuple(
        PassView(who=one.who, to=one.to, clause=one.clause, code=one.code)
        for one in (*found.asked.values(), *found.refused)
        if at_desk or one.who == person
    )


def _offered(sala: Sala, person: str | None, cards: Mapping[Card, str]) -> tuple[CardView, ...]:
    """Some free cards for whoever has a terminal, others at each: he may also ask for any number
    that is free (CAT-V.3.3-02)."""
    if sala.sale is None or person is None or sala.paper is not None:
        return ()
    taken, strip = {card.number for card in cards}, sala.spec.design.together
    low, high = sala.sale.block("" if sala.spec.joint is None else sala.spec.joint.me)
    size = high - low + 1
    first = sala.places[person] * STRIDE % size // strip * strip
    numbers = (low + (first + n) % size for n in range(4 * OFFERED))
    free = [number for number in numbers if number not in taken][: OFFERED // strip * strip]
    return tuple(card_view(sala, number) for number in free)


def _phase(sala: Sala) -> str:
    if not sala.open:
        return "cerrada"
    if sala.live is None:
        return "fin" if sala.shown else "espera"
    return "venta" if sala.sale is not None else "sorteo"


def _cards(sala: Sala) -> Mapping[Card, str]:
    """Who holds which card, in the game in course or just over."""
    return sala.holders()


def _sold(sala: Sala) -> int:
    told = next((event.cards for event in sala.shown if isinstance(event, CardsSold)), None)
    return len(_cards(sala)) if told is None else told


def _buyers(cards: Mapping[Card, str], called: Mapping[str, str]) -> tuple[BuyerView, ...]:
    people = list(dict.fromkeys(cards.values()))
    return tuple(
        BuyerView(
            name=called.get(who, who), cards=sum(1 for one in cards.values() if one == who),
            house=is_company(who),
        )
        for who in people
    )  # fmt: skip


def _pot(sala: Sala, pot: PotShare) -> BingoPotView:
    return BingoPotView(
        id=pot.id, amount=sala.settling.holds(pot.id), within=pot.within, percent=str(pot.percent)
    )


def card_view(sala: Sala, number: int) -> CardView:
    """A card of the hall as it is shown, with its code for this game."""
    issue = sala.issue_of(number)
    code = security_code(sala.key, issue)
    return CardView(number=number, rows=issue.face.rows, code=code)
