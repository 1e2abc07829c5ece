"""The exact edge of a simulated bet, where the exact lane knows it."""

from __future__ import annotations

from typing import NamedTuple

from tapete.core.book.refused import Refused
from tapete.maths.exact import Endless, TooLarge
from tapete.maths.exact.bet import lanes
from tapete.maths.exact.odds import CLOSED, exact_odds
from tapete.maths.exact.trial import TrialTable, starts
from tapete.maths.simulate.lanes import Play


class Known(NamedTuple):
    """The exact edge of a bet, and the choice of its owner that it holds for."""

    edge: float
    move: str


def exact_edge(play: Play) -> Known | None:
    """The house's exact share of each bet; none where it is not known.

    Asked after the simulation, when it has shown what silence chooses. A shoe is taken as fresh;
    a simulation plays down to the cut card, which is a little different.
    """
    moves = (play.move,) if play.move else ("", *play.silent)
    try:
        found = _closed(play) if type(play.rules) in CLOSED else _followed(play)
    except (TooLarge, Endless, Refused, LookupError):
        return None
    return next((Known(found[move], move) for move in moves if move in found), None)


def _closed(play: Play) -> dict[str, float]:
    """By the choice of the bet's owner, from the lane of its own that the game has."""
    found = {}
    for key, odds in exact_odds(play.game, play.rules, limits=play.limits).items():
        bet, _, move = key.partition("/")
        if bet == play.bet:
            found[move] = float(odds.edge)
    return found


def _followed(play: Play) -> dict[str, float]:
    """The one bet alone, followed from when it is made until it is decided."""
    trial = TrialTable(play.game, play.rules, play.limits)
    moments = starts(trial, play.bet)
    found = dict(lanes(trial, moments, play.bet)) if moments else {}
    return {
        move: -float(sum(net * chance for net, chance in lives[0].ends))
        for move, lives in found.items()
        if len(set(lives)) == 1
    }
