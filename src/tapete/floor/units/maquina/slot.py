"""A prepaid card in a machine: the book of cards and the machine's credits move in one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.core.round.event import Moment
from tapete.floor.units.maquina.commands import InsertCard
from tapete.floor.units.maquina.work import Work
from tapete.systems.machines.card_slot import CARD
from tapete.systems.machines.cards.state import Slot
from tapete.systems.machines.commands import PutCard, PutIn, TakeCard

if TYPE_CHECKING:
    from tapete.floor.units.maquina.unit import Maquina


def put_card(unit: Maquina, work: Work, command: InsertCard, at: Moment) -> None:
    """A card goes in, and so much of it to the credits."""
    work.can(PutIn(CARD, 1, command.position))  # whether the machine takes money now
    slot = Slot(unit.spec.number, command.position)
    used = unit.cards.put_in(command.number, slot, command.amount, at)
    work.do(PutCard(used.card, used.last, used.amount, command.position))


def take_card(unit: Maquina, work: Work, position: int, at: Moment) -> None:
    """A card comes out, and the credits of its position on it."""
    unit.check_not_playing(position)
    credits, card = work.cabinet.credits.get(position, 0), work.cabinet.cards.get(position)
    work.do(TakeCard(position))
    assert card is not None, "a machine without a card refuses"
    unit.cards.take_out(card.card, Slot(unit.spec.number, position), credits, at)
