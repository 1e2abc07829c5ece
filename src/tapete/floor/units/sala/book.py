"""The books of a hall: the libro de actas with a folio a game, the register of prizes, incidents
and complaints. They are read from the hall's log: nobody keeps them beside it.

Folios are numbered without gaps, each with the digest of the one before it (CAT-V.2.2.1-17).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from tapete.core.round.event import Event

FIRST = "0" * 64


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """Who signed, in which role, when."""

    role: str
    person: str
    at: float


class Prize(msgspec.Struct, frozen=True, kw_only=True):
    """A prize of a game: what it was, its winning cards, who got how much, at which ball."""

    prize: str
    amount: int
    cards: tuple[str, ...]
    shares: dict[str, int]
    ball: int


class Folio(msgspec.Struct, kw_only=True):
    """The acta of a game: all that CAT-V.2.3-17 asks for, and what happened besides."""

    number: int
    game: int
    series: str = ""
    ranges: str = ""
    price: int = 0
    cards: int = 0
    takings: int = 0
    pots: dict[str, int] = {}
    prizes: list[Prize] = []
    paid: dict[str, int] = {}
    refunds: dict[str, int] = {}
    balls: list[int] = []
    incidents: list[str] = []
    opened: Signature | None = None
    closed: Signature | None = None
    ended: str = ""
    before: str = FIRST
    digest: str = ""


class Books(msgspec.Struct, kw_only=True):
    """Everything a hall must have on record."""

    folios: list[Folio] = []
    complaints: list[tuple[int, str, str]] = []


def books_of(events: Iterable[Event]) -> Books:
    """The books as the hall's events make them."""
    books = Books()
    current: Folio | None = None
    for event in events:
        found: Any = event
        if event.kind == "hall-sale-opened":
            current = Folio(
                number=len(books.folios) + 1, game=found.game, series=found.series,
                price=found.price,
            )  # fmt: skip
            books.folios.append(current)
        elif event.kind == "hall-book-entry" and found.book == "reclamo":
            books.complaints.append((found.folio, found.by, found.text))
        elif current is not None:
            _enter(current, found)
    before = FIRST
    for folio in books.folios:
        folio.before, folio.digest = before, ""
        body = msgspec.json.encode(folio, order="deterministic")
        before = folio.digest = hashlib.sha256(body).hexdigest()
    return books


def _enter(folio: Folio, event: Any) -> None:
    """One event more of the game, or of what follows from it."""
    match event.kind:
        case "bingo-cards-sold":
            folio.cards, folio.takings, folio.ranges = event.cards, event.takings, event.ranges
        case "hall-pot-increased":
            folio.pots[event.pot] = folio.pots.get(event.pot, 0) + event.amount
        case "bingo-ball-called":
            folio.balls.append(event.ball)
        case "bingo-awarded":
            folio.prizes.append(Prize(
                prize=event.prize, amount=event.amount, cards=tuple(event.cards),
                shares=dict(event.shares), ball=event.balls,
            ))  # fmt: skip
        case "hall-prize-paid":
            folio.paid[event.who] = folio.paid.get(event.who, 0) + event.amount
        case "bingo-refunded":
            folio.refunds[event.who] = folio.refunds.get(event.who, 0) + event.amount
        case "bingo-game-ended":
            folio.ended = event.how
        case "hall-acta-opened":
            folio.opened = Signature(role=event.by, person=event.person, at=event.at)
        case "hall-acta-signed":
            folio.closed = Signature(role=event.by, person=event.person, at=event.at)
        case "hall-book-entry":
            folio.incidents.append(f"{event.by}: {event.text}")
        case "hall-breach-noted":
            folio.incidents.append(f"{event.by}: {event.who} {event.clause} {event.text}".strip())
        case "balls-counted":
            folio.incidents.append(f"{event.by}: {event.balls} bolas contadas")
        case "announced" if event.what == "cambio-de-bolas":
            folio.incidents.append(f"{event.facts['by']}: cambio de bolas")
        case "announced" if event.what == "partida-anulada":
            folio.incidents.append(f"anulada: {event.facts['why']}")
