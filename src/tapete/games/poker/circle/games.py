"""The games among players, as the registry knows them."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from tapete.core.event import Event
from tapete.core.game import Game, Setup
from tapete.games.poker.circle import box, flop, hand, places, seven, stud
from tapete.games.poker.circle.acts import PLACE_ACTS
from tapete.games.poker.circle.cards import button_acts, prepare
from tapete.games.poker.circle.flop import FlopRules
from tapete.games.poker.circle.rules import CR, CircleState
from tapete.games.poker.circle.stud import StudRules
from tapete.games.poker.deck import DECK_ACTS


def leave(setup: Setup[CR], state: CircleState, seat: int) -> tuple[CircleState, list[Event]]:
    """A player has gone: nothing of his is held against whoever sits there next."""
    state, told = places.leave(setup, state, seat)
    return replace(state, manners=state.manners.without(seat)), told


def _flop(id: str) -> Game[FlopRules, CircleState]:
    return Game(
        id=id,
        rules=FlopRules,
        state=CircleState,
        opening=flop.opening,
        play=flop.play,
        acts={**DECK_ACTS, **PLACE_ACTS, **button_acts()},
        sit=places.take_seat,
        may_leave=places.may_leave,
        leave=leave,
        may_move_chips=box.may_move_chips,
        ready=flop.ready,
        prepare=prepare,
        notices=box.notices,
        on_stacks=True,
    )


TEXAS_CON_LIMITES = _flop("texas-holdem-con-limites")
TEXAS_SIN_LIMITES = _flop("texas-holdem-sin-limites")
OMAHA = _flop("omaha-poker")
STUD: Game[StudRules, CircleState] = Game(
    id="stud-poker",
    rules=StudRules,
    state=CircleState,
    opening=stud.opening,
    play=stud.play,
    acts={**DECK_ACTS, **PLACE_ACTS, **button_acts()},
    sit=places.take_seat,
    may_leave=places.may_leave,
    leave=leave,
    may_move_chips=box.may_move_chips,
    ready=hand.ready,
    prepare=prepare,
    notices=box.notices,
    on_stacks=True,
)
SEVEN_STUD: Game[StudRules, CircleState] = dataclasses.replace(
    STUD, id="seven-stud-poker", play=seven.play, acts={**DECK_ACTS, **PLACE_ACTS}
)
