"""The slot of a position for a prepaid card: what it holds becomes credits, and they go back to it.

What a card holds is the book's to say (`tapete.systems.machines.cards`); a machine knows which one
is in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.systems.machines.cabinet import Cabinet, CardIn
from tapete.systems.machines.commands import PutCard, TakeCard
from tapete.systems.machines.events import CardEntered, CardLeft, CreditsOut, MoneyIn
from tapete.systems.machines.play import MachineEvent
from tapete.systems.machines.states import check_position, check_state

MEANS: ClauseId = "CAT-VI.4.1-06"
CARD = "card"


def card_put(cabinet: Cabinet, command: PutCard) -> Sequence[MachineEvent]:
    """A card goes in, and so much of it to the credits; one that is in may give more."""
    check_state(cabinet, money=True)
    check_position(cabinet, command.position)
    known = cabinet.cards.get(command.position)
    if known is not None and known.card != command.card:
        raise Refused(MEANS, "card-slot-taken", card=known.last)
    told: list[MachineEvent] = []
    if known is None:
        card = CardIn(command.card, command.last)
        told.append(CardEntered(position=command.position, card=card, clause=MEANS))
    if command.amount:
        told.append(
            MoneyIn(
                means=CARD, amount=command.amount, position=command.position, card=command.card,
                clause=MEANS,
            )
        )  # fmt: skip
    return told


def card_taken(cabinet: Cabinet, command: TakeCard) -> Sequence[MachineEvent]:
    """The card comes out, and all credits of its position with it."""
    check_state(cabinet, money=True)
    known = cabinet.cards.get(command.position)
    if known is None:
        raise Refused(MEANS, "no-card", position=command.position)
    left = CardLeft(position=command.position, card=known.card, clause=MEANS)
    credits = cabinet.credits.get(command.position, 0)
    if not credits:
        return (left,)
    out = CreditsOut(
        to=CARD, amount=credits, position=command.position, card=known.card, clause=MEANS
    )
    return (out, left)
