"""Baccarat as the registry knows it."""

from tapete.core.game import Game
from tapete.games.cards.baccarat.acts import ACTS, leave, prepare, ready
from tapete.games.cards.baccarat.round import play
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.baccarat.state import BaccaratState, opening

BACCARAT: Game[BaccaratRules, BaccaratState] = Game(
    id="baccarat",
    rules=BaccaratRules,
    state=BaccaratState,
    opening=opening,
    play=play,
    acts=ACTS,
    leave=leave,
    ready=ready,
    prepare=prepare,
)
