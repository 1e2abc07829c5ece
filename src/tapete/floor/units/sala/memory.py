"""A hall between two games, written down."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.datafile import exact
from tapete.core.round.acta import read_event
from tapete.core.round.record import line_of_event
from tapete.floor.kernel.unit import OtherVersion
from tapete.floor.money.accounts import ledger_account
from tapete.floor.units.mesa.orders import Promised
from tapete.floor.units.sala.linked import OfCentre
from tapete.floor.units.sala.spec import Pace
from tapete.systems.bingo.balls import Balls
from tapete.systems.bingo.hall import Card, Hall
from tapete.systems.bingo.plan import BingoPlan
from tapete.systems.letters import Mail

if TYPE_CHECKING:
    from tapete.floor.units.sala.unit import Sala

VERSION = 2
"""Of what a hall writes down of itself: another cannot be read, and the log is read instead."""


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """Everything to go on from here; ``shown`` is what was told in the last game."""

    version: int
    hall: Hall
    rounds: int
    open: bool
    last_game: int | None
    places: dict[str, int]
    orders: tuple[Promised, ...]
    last_order: int
    cards: tuple[tuple[str, int, str], ...]
    shown: tuple[str, ...]
    held: dict[str, int]
    holding: tuple[str, ...] = ()
    folio: int = 0
    unsigned: bool = False
    digest: str = ""
    balls: Balls | None = None
    mail: Mail | None = None
    of_centre: OfCentre = msgspec.field(default_factory=OfCentre)
    given: dict[int, str] = {}
    plan: BingoPlan | None = None
    pace: Pace | None = None


def write_down(sala: Sala) -> bytes:
    """A hall between two games in one piece."""
    paper = sala.paper
    memory = Memory(
        version=VERSION, hall=sala.session.state, rounds=sala.session.rounds, open=sala.open,
        last_game=sala.last_game, places=sala.places, orders=sala.orders.all(),
        last_order=sala.orders.last,
        cards=tuple((card.series, card.number, who) for card, who in sala.cards.items()),
        shown=tuple(map(line_of_event, sala.shown)),
        held={account.text: amount for account, amount in sala.money.held.items()},
        holding=() if paper is None else tuple(sorted(paper.holding)),
        folio=0 if paper is None else paper.folio,
        unsigned=paper is not None and paper.unsigned,
        digest="" if paper is None else paper.digest,
        balls=None if paper is None else paper.balls.state,
        mail=None if sala.linked is None else sala.linked.mail.state,
        of_centre=OfCentre() if sala.linked is None else sala.linked.of_centre,
        given=sala.orders.given, plan=sala.plan, pace=sala.pace,
    )  # fmt: skip
    return msgspec.json.encode(memory, enc_hook=str)


def take_up(sala: Sala, memory: bytes) -> None:
    """Go on from what was written down. `OtherVersion`: by another version of it."""
    plain: Any = msgspec.json.decode(memory)
    if plain.get("version") != VERSION:
        raise OtherVersion
    found = msgspec.convert(plain, Memory, dec_hook=exact, str_keys=True)
    sala.session.state, sala.session.rounds = found.hall, found.rounds
    sala.open, sala.last_game, places = found.open, found.last_game, found.places
    sala.set_plan(found.plan or sala.plan)
    sala.pace = found.pace or sala.pace
    sala.places.clear()
    sala.places.update(places)
    sala.orders.remember(found.orders, found.last_order, found.given, in_use=False)
    sala.cards = {Card(series, number): who for series, number, who in found.cards}
    sala.shown = [read_event(line) for line in found.shown]
    sala.money.held = Counter({ledger_account(one): amount for one, amount in found.held.items()})
    if sala.paper is not None:
        sala.paper.holding = set(found.holding)
        sala.paper.folio, sala.paper.unsigned = found.folio, found.unsigned
        sala.paper.digest = found.digest
        sala.paper.take_up_balls(found.balls or Balls(current=found.hall.balls))
    if sala.linked is not None and found.mail is not None:
        sala.linked.take_up(found.mail, found.of_centre)
