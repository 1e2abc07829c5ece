"""The games of the family, as the registry knows them."""

from tapete.core.game import Game
from tapete.games.cards.puntoybanca.between import ACTS, prepare, ready
from tapete.games.cards.puntoybanca.punto_y_banca import play
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.games.cards.puntoybanca.state import PuntoYBancaState, opening


def _game(id: str) -> Game[PuntoYBancaRules, PuntoYBancaState]:
    return Game(
        id=id,
        rules=PuntoYBancaRules,
        state=PuntoYBancaState,
        opening=opening,
        play=play,
        acts=ACTS,
        ready=ready,
        prepare=prepare,
    )


PUNTO_Y_BANCA = _game("punto-y-banca")
MIDI = _game("midi-punto-y-banca")
MINI = _game("mini-punto-y-banca")
