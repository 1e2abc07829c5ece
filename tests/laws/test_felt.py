"""A law of the felt: between rounds no card lies in any zone."""

from __future__ import annotations

import pytest

from tapete.chance import seeded
from tapete.core.round.felt import Felt, fold
from tests.laws.tables import BOOKS, open_table, play_rounds

ROUNDS = 40


@pytest.mark.parametrize(("game", "book"), BOOKS)
def test_between_rounds_no_card_lies_in_any_zone(game: str, book: str) -> None:
    table = open_table(game, book)
    felt = Felt("croupier")
    for record in play_rounds(table, ROUNDS, seeded(f"felt of {game} {book}")):
        fold(record.events, base=felt)
        left = {zone: cards for zone, cards in felt.zones.items() if cards}
        assert left == {}, record.text()
