"""The deck of a circle table between hands: as in every game of poker, shuffled for each hand; and
what the croupier or the jefe de mesa may note between hands."""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.round.act import Act, Seat
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced, MarkerPut
from tapete.core.round.game import Setup
from tapete.core.table.seats import PRESENT
from tapete.games.poker.circle.betting import BUTTON_WRONG
from tapete.games.poker.circle.draw import draw_seats
from tapete.games.poker.circle.rules import CR, CircleState
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.deck import PrepareDeck

BUTTON = "boton"


class PrepareHand(PrepareDeck[CR, CircleState], frozen=True, kw_only=True):
    """Before a hand: seats to be drawn, then the shuffle and the cut."""

    @classmethod
    def due(cls, setup: Setup[CR, CircleTerms], state: CircleState) -> bool:
        return bool(state.places.drawing) or super().due(setup, state)

    def carry_out(self, setup: Setup[CR, CircleTerms], state: CircleState) -> Round[CircleState]:
        if state.places.drawing:
            return (yield from draw_seats(setup, state))
        return (yield from super().carry_out(setup, state))


class PutButton(Act[CR, CircleState], frozen=True, kw_only=True, tag="button"):
    """The button is put before a seat, and stays there for the next hand."""

    seat: Seat

    def carry_out(self, setup: Setup[CR, CircleTerms], state: CircleState) -> Round[CircleState]:
        most = setup.rules.players_max
        if self.seat < 1 or (most is not None and self.seat > most):
            raise Refused(PRESENT, "no-such-seat", seat=str(self.seat))
        yield MarkerPut(marker=BUTTON, place=str(self.seat), clause=setup.rules.by("button"))
        return replace(state, button=self.seat, moves=False, small=None, big=None)


class ButtonWrong(Act[CR, CircleState], frozen=True, kw_only=True, tag=BUTTON_WRONG):
    """The button is found out of place before the big blind is posted: the hand is annulled."""

    def carry_out(self, setup: Setup[CR, CircleTerms], state: CircleState) -> Round[CircleState]:
        yield Announced(what=BUTTON_WRONG, clause=setup.rules.by("button_wrong"))
        return replace(state, misplaced=True)


BUTTON_ACTS = (PutButton, ButtonWrong)
"""Acts of games that have a button."""
