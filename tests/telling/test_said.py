"""What a table tells: cards by their suits, people by their names, sums as people say them."""

from __future__ import annotations

import pytest

from tapete.core.book.refused import Fact, Refused
from tapete.core.round.event import (
    Announced,
    BetPlaced,
    BetReturned,
    CardDealt,
    CardsCleared,
    Event,
    MarkerPut,
)
from tapete.telling.explain import Teller

BOARD = Announced(
    what="comunitarias-de-la-mano", facts={"seat": 2, "cards": "8h Kd Tc"},
    clause="CAT-III.3.5.7.3-35",
)  # fmt: skip
BUTTON = MarkerPut(marker="boton", place="2", clause="CAT-III.3.5.7.1-30")
DRAW = CardDealt(to="sorteo", card="4d", clause="CAT-III.3.5.7.1-12")
BURNED = CardDealt(to="quemadas", card=None, clause="CAT-III.3.5.7.1-38")
RAKE = Announced(
    what="comision-de-la-mesa", facts={"share": "5%", "threshold": 0}, clause="CAT-III.3.5.7.1-08"
)
BLIND = BetPlaced(seat=2, bet="apuesta", amount=2000, clause="CAT-III.3.5.7.1-16")
BACK = BetReturned(
    seat=2, bet="apuesta", amount=1000, why="sin-igualar", clause="CAT-III.3.5.7.1-47"
)


@pytest.mark.parametrize(
    ("event", "es", "en"),
    [
        (BOARD, "Ana usa de la mesa 8♥ K♦ 10♣.", "Ana uses 8♥ K♦ 10♣ of the board."),
        (BUTTON, "Se pone el botón: Ana.", "The button is put: Ana."),
        (DRAW, "Carta al sorteo: 4♦.", "Card to the draw: 4♦."),
        (
            RAKE, "Comisión de la mesa: 5% de cada pozo desde cualquier monto.",
            "Commission of the table: 5% of each pot from any amount on.",
        ),
        (BURNED, "Se quema una carta.", "A card is burned."),
        (
            CardsCleared(zone="mesa", clause="C"), "Se retiran las cartas comunes.",
            "The common cards are cleared.",
        ),
        (BLIND, "Ana pone $2.000.", "Ana puts in CLP2,000."),
    ],
)  # fmt: skip
def test_a_table_speaks_of_cards_people_and_chips(event: Event, es: str, en: str) -> None:
    assert Teller("es", people={2: "Ana"}).event(event) == es
    assert Teller("en", people={2: "Ana"}).event(event) == en


def test_whoever_has_the_maximum_on_a_bet_is_told_so_and_not_that_more_may_be_added() -> None:
    full: dict[str, Fact] = {"seat": 2, "bet": "rojo", "maximum": 500, "why": "completa"}
    refused = Refused("CAT-I.4.2-03", "over-maximum", **full)
    assert Teller("es").refusal(refused) == "rojo: ya tiene el máximo de $500."


def test_among_players_chips_are_put_in_and_come_back_without_the_name_of_a_bet() -> None:
    assert "apuesta" not in Teller("es", people={2: "Ana"}).event(BACK).partition("(")[0]
