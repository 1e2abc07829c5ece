"""Craps and Mini Craps as the registry knows them: they differ in table and staff only."""

from tapete.core.round.game import Game
from tapete.games.dice.craps.acts import ACTS, leave
from tapete.games.dice.craps.rules import CrapsRules
from tapete.games.dice.craps.shooter import CrapsState, ready
from tapete.games.dice.craps.throw import ended, may_announce_last, opening, play


def _craps(id: str) -> Game[CrapsRules, CrapsState]:
    return Game(
        id=id,
        rules=CrapsRules,
        state=CrapsState,
        opening=opening,
        play=play,
        acts=ACTS,
        leave=leave,
        ready=ready,
        may_announce_last=may_announce_last,
        ended=ended,
    )


CRAPS = _craps("craps")
MINI_CRAPS = _craps("mini-craps")
