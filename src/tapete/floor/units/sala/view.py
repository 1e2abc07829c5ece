"""A hall as it is seen: the same for everybody, and one's own cards besides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from tapete.core.round.event import at_seat
from tapete.core.round.felt import PUBLIC
from tapete.floor.kernel.unit import Mark
from tapete.floor.units.sala.company import is_company
from tapete.floor.units.sala.desks import (
    AT_DESKS,
    PaperView,
    PersonView,
    paper_view,
    people_view,
)
from tapete.systems.bingo.design import security_code
from tapete.systems.bingo.events import Awarded, BallCalled, CardsSold, GameEnded, PrizesSet, ranges
from tapete.systems.bingo.joint import MARK, room_of
from tapete.systems.bingo.plan import PotShare

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


class PersonHere(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody in the hall, or with cards in its game; ``house``: of the company. ``id`` is there
    for whoever may pass his cards on to him (CAT-V.5-05)."""

    name: str
    cards: int
    house: bool = False
    id: str = ""


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
    game is over, and the next sale comes). ``balls`` are those out, in their order; ``buyers`` how
    many have cards; ``taken`` the numbers that are sold, while others still are on sale. ``mine``
    are the viewer's own cards, ``offered`` some that are free.
    ``columns`` are those of a card, as the lowest and highest number of each;
    ``strip``: so many cards are sold together. ``paper`` is what a traditional hall shows besides;
    ``duty`` the role of a viewer who works there, and ``room`` the people he sees to. ``passes`` is
    what this room has asked the centre of, his own or all at a desk, and ``out`` why it was left
    out of the last game. Who else is there stands apart (`people_here`): it would be told to
    everybody with every ball.
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
    buyers: int
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
    columns: tuple[tuple[int, int], ...]
    strip: int
    mine: tuple[CardView, ...]
    offered: tuple[CardView, ...]
    paper: PaperView | None = None
    duty: str = ""
    room: tuple[PersonView, ...] = ()
    passes: tuple[PassView, ...] = ()
    out: str = ""


class Holdings:
    """Who has which terminal and which cards, in one moment."""

    def __init__(self, sala: Sala) -> None:
        self.at = {at_seat(place): who for who, place in sala.places.items()}
        self.cards: dict[str, list[int]] = {}
        for card, who in sala.holders().items():
            self.cards.setdefault(who, []).append(card.number)


def hall_view(sala: Sala, at: Mark, names: Mapping[str, str], until: float | None) -> SalaView:
    """The hall as anybody sees it."""
    spec, plan, events = sala.spec, sala.plan, sala.shown
    cards = sala.holders()
    holders = set(cards.values())
    set_ = next((event for event in events if isinstance(event, PrizesSet)), None)
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    order = sala.orders.in_use
    called = _called(holders) | dict(names)
    return SalaView(
        id=spec.id, game=spec.game, edition=spec.edition, state=at.state, next=at.next,
        viewer=PUBLIC, open=sala.open, practice=bool(spec.company), phase=_phase(sala),
        number=sala.session.rounds + (sala.live is not None), price=plan.price, unit=spec.unit,
        size=spec.design.size, positions=spec.positions, people=len(sala.places),
        last_game=sala.last_game is not None, sold=_sold(sala), ranges=ranges(tuple(cards)),
        taken=() if sala.sale is None else tuple(sorted(card.number for card in cards)),
        buyers=len(holders),
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
        until=until, pace=sala.pace.ball, place=None, ready=False, strip=spec.design.together,
        columns=sala.shape.columns,
        mine=(), offered=(), paper=paper_view(sala),
        out="" if sala.linked is None else sala.linked.of_centre.out,
    )  # fmt: skip


def view_as(sala: Sala, viewer: str, view: SalaView, holdings: Holdings) -> SalaView:
    """The hall in the moment of a view as this viewer sees it, with what is his alone: ``seat:3``
    is whoever has that terminal."""
    if viewer == PUBLIC:
        return view
    person, at_desk = holdings.at.get(viewer), viewer in AT_DESKS
    mine = () if person is None else holdings.cards.get(person, ())
    return msgspec.structs.replace(
        view, viewer=viewer, place=None if person is None else sala.places[person],
        ready=person in sala.selling.ready,
        mine=tuple(card_view(sala, number) for number in mine),
        offered=_offered(sala, person, view.taken),
        duty=viewer if at_desk else "", room=people_view(sala) if at_desk else (),
        passes=_passes(sala, person, at_desk),
    )  # fmt: skip


def people_here(sala: Sala, viewer: str, name_of: Callable[[str], str]) -> tuple[PersonHere, ...]:
    """Everybody with cards in the game, and everybody else in the hall. Whoever holds cards that
    still play is told to whom he may pass them on."""
    holdings = Holdings(sala)
    me = holdings.at.get(viewer)
    called = _called(holdings.cards)
    passes_on = sala.live is not None and me in holdings.cards
    return tuple(
        PersonHere(
            name=called.get(who) or name_of(who), cards=len(holdings.cards.get(who, ())),
            house=is_company(who), id=who if passes_on and who in sala.places and who != me else "",
        )
        for who in dict.fromkeys([*holdings.cards, *sala.places])
    )  # fmt: skip


def _called(holders: Iterable[str]) -> dict[str, str]:
    """What those are called who have no account here: the company, and people of other rooms."""
    found = {who: who.partition(" (")[0] for who in holders if is_company(who)}
    return found | {who: who.replace(MARK, " ") for who in holders if room_of(who)}


def _passes(sala: Sala, person: str | None, at_desk: bool) -> tuple[PassView, ...]:
    if sala.linked is None:
        return ()
    found = sala.linked.of_centre
    return tuple(
        PassView(who=one.who, to=one.to, clause=one.clause, code=one.code)
        for one in (*found.asked.values(), *found.refused)
        if at_desk or one.who == person
    )


def _offered(sala: Sala, person: str | None, sold: Collection[int]) -> tuple[CardView, ...]:
    """Some free cards for whoever has a terminal, others at each: he may also ask for any number
    that is free (CAT-V.3.3-02)."""
    if sala.sale is None or person is None or sala.paper is not None:
        return ()
    taken, strip = set(sold), sala.spec.design.together
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


def _sold(sala: Sala) -> int:
    told = next((event.cards for event in sala.shown if isinstance(event, CardsSold)), None)
    return len(sala.holders()) if told is None else told


def _pot(sala: Sala, pot: PotShare) -> BingoPotView:
    return BingoPotView(
        id=pot.id, amount=sala.settling.holds(pot.id), within=pot.within, percent=str(pot.percent)
    )


def card_view(sala: Sala, number: int) -> CardView:
    """A card of the hall as it is shown, with its code for this game."""
    issue = sala.issue_of(number)
    code = security_code(sala.key, issue)
    return CardView(number=number, rows=issue.face.rows, code=code)
