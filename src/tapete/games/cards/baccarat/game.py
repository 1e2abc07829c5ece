"""Baccarat as the registry knows it."""

from tapete.core.round.game import Game
from tapete.games.cards.baccarat.acts import ACTS, NewShoe, leave, ready
from tapete.games.cards.baccarat.round import play
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.baccarat.state import BaccaratState, opening
from tapete.games.cards.shuffle import ShoeTerms

BACCARAT: Game[BaccaratRules, BaccaratState] = Game(
    id="baccarat",
    rules=BaccaratRules,
    terms=ShoeTerms,
    state=BaccaratState,
    opening=opening,
    play=play,
    acts=ACTS,
    leave=leave,
    ready=ready,
    prepare=NewShoe,
)
