"""What asking for a card and standing mean in every game that knows them (CAT-I.1)."""

from __future__ import annotations

import pytest

from tapete.core.round.chance import DrawCard
from tapete.core.round.event import CardDealt
from tapete.core.table.table import Table
from tapete.games.registry import find
from tests.games.cards.baccarat.rounds import AGAINST, FIVE, with_bank
from tests.games.cards.puntoybanca.rounds import play
from tests.games.cards.twentyone.rounds import asked, opened, told

TWENTY_ONE = ("black-jack", "black-jack-perfect-pairs", "challenge-21", "canal-21")
BOTH_HANDS = {"mano-1": 100, "mano-2": 100}


def in_hand(table: Table, zone: str) -> list[str | None]:
    assert table.live is not None
    return [event.card for event in told(table.live.events, CardDealt) if event.to == zone]


@pytest.mark.clause("CAT-I.1-14", "CAT-I.1-15")
@pytest.mark.parametrize("game", TWENTY_ONE)
def test_pedir_brings_one_card_each_time_and_after_plantarse_none(game: str) -> None:
    table = opened(find(game), 5, 3)
    bet = BOTH_HANDS if game == "challenge-21" else 100
    ask = asked(table, {5: bet, 3: bet}, "2c 9c 7h 3d 9d")
    assert ask.seat == 5 and in_hand(table, "seat:5") == ["2c", "3d"]
    for more in ("2h", "4s"):
        table.answer("pedir", by="jugador", seat=5)
        assert isinstance(table.live.ask, DrawCard)
        table.answer(more, by="croupier")
        assert in_hand(table, "seat:5")[-1] == more and table.live.ask.seat == 5
    table.answer("plantarse", by="jugador", seat=5)
    assert table.live.ask.seat == 3  # he who stands is asked no more
    table.answer("plantarse", by="jugador", seat=3)
    assert in_hand(table, "seat:5") == ["2c", "3d", "2h", "4s"]
    assert in_hand(table, "seat:3") == ["9c", "9d"]


@pytest.mark.clause("CAT-I.1-14", "CAT-I.1-15")
def test_in_baccarat_the_punto_on_five_asks_for_his_third_card_or_stands() -> None:
    def punto(cards: tuple[str, ...], move: str) -> list[str | None]:
        record = play(with_bank(), cards, AGAINST, {5: [move]})
        return [e.card for e in record.events if isinstance(e, CardDealt) and e.to == "punto"]

    assert punto((*FIVE, "8c"), "pedir") == ["Kc", "5h", "8c"]
    assert punto(FIVE, "plantarse") == ["Kc", "5h"]
