"""Every action a player or the croupier may take while betting is open, in any game."""

from __future__ import annotations

from typing import TypeAlias

from tapete.core.round.bets import Noticed, Place, Remove
from tapete.games.dice.craps.mark import Mark
from tapete.games.roulette.ball import Throw

AnyAction: TypeAlias = Place | Remove | Mark | Throw | Noticed
