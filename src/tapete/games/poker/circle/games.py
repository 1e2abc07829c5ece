"""The games among players, as the registry knows them."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from tapete.core.round.ask import Round
from tapete.core.round.event import Moment
from tapete.core.round.game import Game, Setup
from tapete.games.poker.circle import box, flop, hand, places, seven, stud
from tapete.games.poker.circle.acts import PLACE_ACTS
from tapete.games.poker.circle.cards import BUTTON_ACTS, PrepareHand
from tapete.games.poker.circle.flop import FlopRules
from tapete.games.poker.circle.rules import CR, CircleState
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.circle.stud import StudRules
from tapete.games.poker.deck import DECK_ACTS


def leave(setup: Setup[CR, CircleTerms], state: CircleState, seat: int) -> Round[CircleState]:
    """A player has gone: nothing of his is held against whoever sits there next."""
    yield from ()
    kept, manners = state.places.without(seat), state.manners.without(seat)
    return replace(state, places=kept, manners=manners)


def sit(
    setup: Setup[FlopRules, CircleTerms],
    state: CircleState,
    seat: int,
    player: str,
    chips: int,
    now: Moment,
) -> Round[CircleState]:
    """Somebody sits down; at a table with a button it matters that he has come since the last
    hand."""
    found = yield from places.take_seat(setup, state, seat, player, chips, now)
    if state.big is None or not setup.rules.as_in_tournaments("llegada"):
        return found
    return replace(found, came=(*(s for s in state.newcomers if s != seat), seat))


def _flop(id: str) -> Game[FlopRules, CircleState]:
    return Game(
        id=id,
        rules=FlopRules,
        terms=CircleTerms,
        state=CircleState,
        opening=flop.opening,
        play=flop.play,
        acts=(*DECK_ACTS, *PLACE_ACTS, box.BoxesComplete, *BUTTON_ACTS),
        sit=sit,
        may_leave=places.may_leave,
        leave=leave,
        may_move_chips=box.may_move_chips,
        ready=flop.ready,
        prepare=PrepareHand,
        notices=box.notices,
        on_stacks=True,
    )


TEXAS_CON_LIMITES = _flop("texas-holdem-con-limites")
TEXAS_SIN_LIMITES = _flop("texas-holdem-sin-limites")
OMAHA = _flop("omaha-poker")
STUD: Game[StudRules, CircleState] = Game(
    id="stud-poker",
    rules=StudRules,
    terms=CircleTerms,
    state=CircleState,
    opening=stud.opening,
    play=stud.play,
    acts=(*DECK_ACTS, *PLACE_ACTS, *BUTTON_ACTS),
    sit=places.take_seat,
    may_leave=places.may_leave,
    leave=leave,
    may_move_chips=box.may_move_chips,
    ready=hand.ready,
    prepare=PrepareHand,
    notices=box.notices,
    on_stacks=True,
)
SEVEN_STUD: Game[StudRules, CircleState] = dataclasses.replace(
    STUD, id="seven-stud-poker", play=seven.play, acts=(*DECK_ACTS, *PLACE_ACTS)
)
