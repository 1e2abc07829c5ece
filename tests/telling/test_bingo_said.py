"""What a game of bingo tells, in words: amounts are money, prizes and endings have names."""

from __future__ import annotations

import pytest

from tapete.core.round.event import Event
from tapete.systems.bingo.events import Awarded, CardChecked, GameEnded, PrizesSet
from tapete.telling.explain import Teller

SET = PrizesSet(line=1080, bingo=4365, pots={}, house={}, leftover=0, clause="CAT-V.5-06")
LINE = Awarded(
    prize="linea", amount=1080, cards=("B 3", "B 7"), shares={"ana": 1080}, leftover=0, balls=31,
    clause="CAT-V.5-09",
)  # fmt: skip
WRONG = CardChecked(who="Ana", card="B 3", claim="linea", right=False, clause="CAT-V.2.3-30")
RIGHT = CardChecked(who="Ana", card="B 3", claim="bingo", right=True, clause="CAT-V.2.3-30")
OVER = GameEnded(how="anulada", balls=40, clause="CAT-V.5-04")


@pytest.mark.parametrize(
    ("event", "es", "en"),
    [
        (
            SET, "Premios: línea $1.080, bingo $4.365.",
            "Prizes: line CLP1,080, bingo CLP4,365.",
        ),
        (
            LINE, "Línea: $1.080 para los cartones B 3, B 7.",
            "Line: CLP1,080 to the cards B 3, B 7.",
        ),
        (
            WRONG, "Se revisa el cartón B 3 de Ana: línea, incorrecto.",
            "Card B 3 of Ana is checked: line, wrong.",
        ),
        (
            RIGHT, "Se revisa el cartón B 3 de Ana: bingo, correcto.",
            "Card B 3 of Ana is checked: bingo, right.",
        ),
        (
            OVER, "La partida queda anulada con 40 bolas.",
            "The game is annulled with 40 balls.",
        ),
    ],
)  # fmt: skip
def test_a_game_of_bingo_is_told_in_words(event: Event, es: str, en: str) -> None:
    assert (Teller("es").event(event), Teller("en").event(event)) == (es, en)
