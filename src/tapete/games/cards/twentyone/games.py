"""The games of the family, as the registry knows them."""

from tapete.core.round.game import Game
from tapete.games.cards.shuffle import ShoeTerms, notices
from tapete.games.cards.twentyone import black_jack, canal, challenge, places
from tapete.games.cards.twentyone.between import ACTS, PreparePack, ready
from tapete.games.cards.twentyone.rules import BlackJackRules


def _black_jack(id: str) -> Game[BlackJackRules, black_jack.BlackJackState]:
    return Game(
        id=id,
        rules=BlackJackRules,
        terms=ShoeTerms,
        state=black_jack.BlackJackState,
        opening=black_jack.opening,
        play=black_jack.play,
        acts=ACTS,
        ready=black_jack.ready,
        prepare=black_jack.PrepareHands,
        notices=notices,
    )


BLACK_JACK = _black_jack("black-jack")
PERFECT_PAIRS = _black_jack("black-jack-perfect-pairs")
CHALLENGE_21 = Game(
    id="challenge-21",
    rules=challenge.ChallengeRules,
    terms=ShoeTerms,
    state=challenge.ChallengeState,
    opening=challenge.opening,
    play=challenge.play,
    acts=ACTS,
    ready=ready,
    prepare=PreparePack,
    notices=notices,
)
CANAL_21 = Game(
    id="canal-21",
    rules=places.CanalRules,
    terms=ShoeTerms,
    state=places.CanalState,
    opening=canal.opening,
    play=canal.play,
    acts=(*ACTS, *places.ACTS),
    leave=places.leave,
    ready=ready,
    prepare=canal.StartPack,
    notices=notices,
)
