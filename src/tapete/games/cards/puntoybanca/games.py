"""The games of the family, as the registry knows them."""

from tapete.core.round.game import Game
from tapete.games.cards.puntoybanca.between import ACTS, PrepareShoe, ready
from tapete.games.cards.puntoybanca.punto_y_banca import play
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.games.cards.puntoybanca.state import PuntoYBancaState, opening
from tapete.games.cards.shuffle import ShoeTerms


def _game(id: str) -> Game[PuntoYBancaRules, PuntoYBancaState]:
    return Game(
        id=id,
        rules=PuntoYBancaRules,
        terms=ShoeTerms,
        state=PuntoYBancaState,
        opening=opening,
        play=play,
        acts=ACTS,
        ready=ready,
        prepare=PrepareShoe,
    )


PUNTO_Y_BANCA = _game("punto-y-banca")
MIDI = _game("midi-punto-y-banca")
MINI = _game("mini-punto-y-banca")
