"""Erasing a person: not while the house still has something of his, or owes him something. It is
read from what is written, whichever node keeps it, and once more in the transaction that erases
him: whoever gives him something meanwhile waits for that, or is waited for
(`tapete.floor.people.presence.lock_person`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.cards.host import CardHost
from tapete.floor.aggregates.shared import stored
from tapete.floor.aggregates.tickets.host import TicketHost
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.unit import Ref, Surroundings
from tapete.floor.storage import schema
from tapete.floor.storage.crossed import again_if_crossed
from tapete.floor.units import build
from tapete.floor.units.sala import Sala, SalaSpec
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.floor.units.torneo.unit import Torneo
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tapete.systems.machines.cards.state import CARDS
from tapete.systems.machines.tickets import ISSUED, PRESENTED, TICKET_BOOK, TICKETS

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino

ENTRIES: ClauseId = "CAT-VII.3.1-13"
PLAY_ON: ClauseId = "CAT-V.5-05"


def erase(casino: Casino, person: str, *, by: str) -> None:
    """Forget who somebody is, who has nothing open here."""
    belongings = Belongings(casino, person)
    with casino.store.engine.connect() as connection:
        belongings.check(connection)  # what takes long holds nobody up who writes
    now = casino.now()
    again_if_crossed(
        lambda: casino.register.erase(person, by=by, now=now, check=belongings.check)
    )  # fmt: skip


class Belongings:
    """What a person has here beside chips and places: prepaid cards, tickets, tournaments,
    cards of a game of bingo."""

    def __init__(self, casino: Casino, person: str) -> None:
        self.casino, self.store, self.person = casino, casino.store, person
        self._read: dict[Ref | str, int] = {}
        """Up to which entry or step each book and tournament was read: nothing was his then."""

    def check(self, connection: Connection) -> None:
        """Raise `Refused` if something of his is here. Of what was found to be empty before only
        that is read again to which something has come since."""
        a, u = schema.aggregate_entries, schema.units
        for ref in stored(self.store):
            if ref.kind not in (CARD_BOOK.kind, TICKET_BOOK.kind):
                continue
            mine = (a.c.kind == ref.kind) & (a.c.id == ref.id)
            last = connection.execute(select(func.max(a.c.n)).where(mine)).scalar() or 0
            if self._read.get(ref) != last:
                (self._check_cards if ref.kind == CARD_BOOK.kind else self._check_tickets)(ref.id)
                self._read[ref] = last
        for spec in self.store.specs_in(connection):
            if not isinstance(spec, TorneoSpec | SalaSpec):
                continue
            last = connection.execute(select(u.c.steps).where(u.c.id == spec.id)).scalar_one()
            if self._read.get(spec.id) != last:
                chain: Chain[Any] = Chain(build(spec, Surroundings(plan=self.casino.plan)))
                self.store.load(chain)
                if isinstance(spec, TorneoSpec):
                    self._check_tournament(chain.unit)
                else:
                    self._check_hall(chain.unit)
                self._read[spec.id] = last

    def _check_cards(self, book: str) -> None:
        """A prepaid card that was sold to him holds money, or is in a machine."""
        host = CardHost(book, self.store)
        host.pass_days(self.casino.now())
        for name, card in host.journal.state.all():
            if card.holder == self.person and (card.balance or card.slot is not None):
                raise Refused(CARDS, "has-card", person=self.person, card=name)

    def _check_tickets(self, book: str) -> None:
        """A machine has given him a ticket that is still good."""
        host = TicketHost(book, self.store)
        host.pass_days(self.casino.now())
        for name, ticket in host.journal.state.all():
            if ticket.holder == self.person and ticket.state in (ISSUED, PRESENTED):
                raise Refused(TICKETS, "has-ticket", person=self.person, ticket=name)

    def _check_tournament(self, torneo: Torneo) -> None:
        """He is in a tournament, waits for a place in one, or is owed a prize."""
        now = torneo.now
        if now.has_open(self.person):
            name = now.rules.nombre
            raise Refused(ENTRIES, "in-tournament", person=self.person, tournament=name)

    def _check_hall(self, sala: Sala) -> None:
        """He has cards in a game of bingo: they play on though he has gone."""
        playing = sala.sale is not None or sala.live is not None
        if playing and self.person in sala.holders().values():
            raise Refused(PLAY_ON, "has-cards-in-play", person=self.person, table=sala.spec.id)
