"""What those who work in a hall see at their desks: calls that wait, series and numbers, ball set,
the acta, and who is in the room. All of it but the people by their ids everybody may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tapete.core.book.roles import AUXILIAR, JEFE
from tapete.floor.units.sala.company import is_company
from tapete.floor.units.sala.rules import CAJERO, LOCUTOR, VENDEDOR
from tapete.systems.bingo.events import LINE, Awarded, announcement, ranges
from tapete.systems.bingo.hall import DIRECTOR, Card

if TYPE_CHECKING:
    from tapete.floor.units.sala.unit import Sala

AT_DESKS = (DIRECTOR, JEFE, LOCUTOR, VENDEDOR, CAJERO, AUXILIAR, "jefe-tecnico")
"""Those who have a desk in a hall, as which they see it."""


class CallView(msgspec.Struct, frozen=True, kw_only=True):
    """A call of the stoppage in course: ``right`` once the card was read, its master then shown."""

    who: str
    what: str
    card: int
    right: bool | None
    rows: tuple[tuple[int, ...], ...]
    missing: tuple[int, ...]


class SeriesView(msgspec.Struct, frozen=True, kw_only=True):
    """A series: its size, the last number sold, whether it is on sale now."""

    letter: str
    size: int
    last: int
    on_sale: bool


class PaperView(msgspec.Struct, frozen=True, kw_only=True):
    """A traditional hall beyond what every hall shows. ``asked``: it was asked whether there is
    another; ``ready_at``: from when the next ball, or the order to go on, may come."""

    calls: tuple[CallView, ...]
    asked: bool
    line_open: bool
    ready_at: float
    series: tuple[SeriesView, ...]
    next_card: str
    left: int
    announcement: str
    folio: int
    unsigned: bool
    extractor: str
    ball_games: int
    spares: int
    imperfect: int | None
    manual: bool
    counted: bool
    staff: tuple[str, ...]


class PersonView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the hall, for those who work there: his cards, and whether he still holds those
    of the game before."""

    id: str
    name: str
    place: int | None
    cards: str
    count: int
    holding: bool


def paper_view(sala: Sala) -> PaperView | None:
    """What is beyond every hall in one with paper."""
    paper = sala.paper
    if paper is None:
        return None
    hall, sale = sala.session.state, sala.sale
    balls = paper.balls.state
    left = [] if sale is None else sale.next_cards()
    cards = tuple(sala.holders())
    on_sale = () if sale is None else tuple(sale.on_sale)
    return PaperView(
        calls=tuple(_call(sala, n) for n in range(len(paper.called))),
        asked=paper.asked is not None,
        line_open=not any(isinstance(e, Awarded) and e.prize == LINE for e in sala.shown),
        ready_at=paper.ready_at(),
        series=tuple(
            SeriesView(letter=letter, size=one.size, last=_last(sala, letter, one.last),
                       on_sale=letter in on_sale)
            for letter, one in hall.series.items()
        ),
        next_card=str(left[0]) if left else "", left=len(left),
        announcement=announcement(cards) if cards and sale is None else "",
        folio=paper.folio, unsigned=paper.unsigned, extractor=balls.current.extractor,
        ball_games=balls.current.games, spares=balls.current.spares,
        imperfect=balls.current.imperfect, manual=sala.spec.manual, counted=balls.counted,
        staff=hall.on_duty,
    )  # fmt: skip


def _last(sala: Sala, letter: str, before: int) -> int:
    sold = [card.number for card in sala.holders() if card.series == letter]
    return max([before, *sold]) if sala.live is not None else before


def _call(sala: Sala, n: int) -> CallView:
    """A call that waits; of its card nothing before it is read."""
    assert sala.paper is not None
    call = sala.paper.called[n]
    right = sala.paper.read.get(call.card)
    face, out = sala.faces[call.card], set(sala.drawing.balls())
    missing = tuple(sorted(face.numbers - out)) if right is False else ()
    return CallView(
        who=call.who, what=call.what, card=call.card, right=right,
        rows=() if right is None else face.rows, missing=missing,
    )  # fmt: skip


def people_view(sala: Sala) -> tuple[PersonView, ...]:
    """Everybody in the hall or with cards in the game."""
    held: dict[str, list[Card]] = {}
    for card, who in sala.holders().items():
        if not is_company(who):
            held.setdefault(who, []).append(card)
    holding = set() if sala.paper is None else sala.paper.holding
    return tuple(
        PersonView(
            id=who, name=who, place=sala.places.get(who), cards=ranges(tuple(held.get(who, ()))),
            count=len(held.get(who, ())), holding=who in holding,
        )
        for who in dict.fromkeys((*sala.places, *held, *sorted(holding)))
    )  # fmt: skip
