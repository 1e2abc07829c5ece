"""The kinds of aggregates that units share on the floor."""

from __future__ import annotations

from tapete.floor.aggregates.cards.host import CardHost, check_cards
from tapete.floor.aggregates.plain_pots import PlainPot, check_plain_pot
from tapete.floor.aggregates.pot_links import PotLinkHost, check_link
from tapete.floor.aggregates.pots import PotHost
from tapete.floor.aggregates.shared import SharedKind
from tapete.floor.aggregates.tickets.host import TicketHost, check_tickets
from tapete.floor.audit.pots import check_pot
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tapete.systems.machines.tickets import TICKET_BOOK
from tapete.systems.pot.across.link import POT_LINK
from tapete.systems.pot.aggregate import POT
from tapete.systems.progressive.journal import PROGRESSIVE

SHARED: dict[str, SharedKind] = {
    PROGRESSIVE.kind: SharedKind(PROGRESSIVE, PotHost, check_pot),
    POT.kind: SharedKind(POT, PlainPot, check_plain_pot),
    POT_LINK.kind: SharedKind(POT_LINK, PotLinkHost, check_link),
    TICKET_BOOK.kind: SharedKind(TICKET_BOOK, TicketHost, check_tickets),
    CARD_BOOK.kind: SharedKind(CARD_BOOK, CardHost, check_cards),
}
