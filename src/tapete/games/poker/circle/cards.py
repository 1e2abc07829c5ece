"""The deck of a circle table between hands: as in every game of poker, shuffled for each hand; and
what the croupier or the jefe de mesa may note between hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.ask import Round
from tapete.core.event import Announced, Event, MarkerPut
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.seats import PRESENT
from tapete.games.poker import deck
from tapete.games.poker.circle.draw import prepare_seats
from tapete.games.poker.circle.hand import BUTTON_WRONG
from tapete.games.poker.circle.rules import CR, CircleState

BUTTON = "boton"
Acted = tuple[CircleState, list[Event]]


def prepare(setup: Setup[CR], state: CircleState) -> Round[CircleState] | None:
    """Before a hand: seats to be drawn, then the shuffle and the cut."""
    return prepare_seats(setup, state) or deck.prepare(setup, state)


def put_button(setup: Setup[CR], state: CircleState, *, seat: int) -> Acted:
    """The button is put before a seat, and stays there for the next hand."""
    most = setup.rules.players_max
    if seat < 1 or (most is not None and seat > most):
        raise Refused(PRESENT, "no-such-seat", seat=str(seat))
    told: list[Event] = [MarkerPut(marker=BUTTON, place=str(seat), clause=setup.rules.by("button"))]
    return replace(state, button=seat, moves=False, small=None, big=None), told


def button_wrong(setup: Setup[CR], state: CircleState) -> Acted:
    """The button is found out of place before the big blind is posted: the hand is annulled."""
    clause = setup.rules.by("button_wrong")
    return replace(state, misplaced=True), [Announced(what=BUTTON_WRONG, clause=clause)]


def button_acts() -> Mapping[str, Callable[..., tuple[Any, list[Event]]]]:
    """Acts of games that have a button."""
    return {"button": put_button, BUTTON_WRONG: button_wrong}
