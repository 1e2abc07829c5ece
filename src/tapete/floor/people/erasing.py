"""Erasing a person: not while the house still has something of his, or owes him something. It is
read from what is written, whichever node keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.cards.host import CardHost
from tapete.floor.aggregates.shared import stored
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.unit import Surroundings
from tapete.floor.units import build
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tapete.systems.machines.cards.state import CARDS

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino

ENTRIES: ClauseId = "CAT-VII.3.1-13"


def erase(casino: Casino, person: str, *, by: str) -> None:
    """Forget who somebody is, who has nothing open here."""
    check_cards(casino, person)
    check_tournaments(casino, person)
    casino.register.erase(person, by=by, now=casino.now())


def check_cards(casino: Casino, person: str) -> None:
    """Raise `Refused` if a prepaid card that was sold to him holds money, or is in a machine."""
    for ref in stored(casino.store):
        if ref.kind != CARD_BOOK.kind:
            continue
        for name, card in CardHost(ref.id, casino.store).written.all():
            if card.holder == person and (card.balance or card.slot is not None):
                raise Refused(CARDS, "has-card", person=person, card=name)


def check_tournaments(casino: Casino, person: str) -> None:
    """Raise `Refused` if he is in a tournament, waits for a place in one, or is owed a prize."""
    for spec in casino.store.specs():
        if not isinstance(spec, TorneoSpec):
            continue
        chain: Chain[Any] = Chain(build(spec, Surroundings(plan=casino.plan)))
        casino.store.load(chain)
        now = chain.unit.now
        if now.has_open(person):
            name = now.rules.nombre
            raise Refused(ENTRIES, "in-tournament", person=person, tournament=name)
