"""The games of the family, as the registry knows them."""

from tapete.core.game import Game
from tapete.games.cards.twentyone.black_jack import BlackJackState, opening, play
from tapete.games.cards.twentyone.rules import TwentyOneRules

BLACK_JACK = Game(
    id="black-jack", rules=TwentyOneRules, state=BlackJackState, opening=opening, play=play
)
PERFECT_PAIRS = Game(
    id="black-jack-perfect-pairs",
    rules=TwentyOneRules,
    state=BlackJackState,
    opening=opening,
    play=play,
)
