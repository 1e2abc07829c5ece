"""Random hands of hold'em agree with PokerKit on who wins what, wherever the rules coincide: sin
límites with the readings of tournaments, and con límites with five levels a round."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.games.poker.circle.peer import Both

HANDS = int(os.environ.get("TAPETE_PEER_HANDS", "500"))
"""Hands of each game; 5,000 of each are ten thousand."""


@pytest.mark.parametrize("game", ["texas-holdem-sin-limites", "texas-holdem-con-limites"])
@pytest.mark.clause(
    "CAT-III.3.5.7.1-35", "CAT-III.3.5.7.1-37", "CAT-III.3.5.7.1-49", "CAT-III.3.5.7.1-51",
    "CAT-III.3.5.7.1-56",
)  # fmt: skip
def test_random_hands_give_every_player_the_same_as_pokerkit(game: str) -> None:
    for number in range(HANDS):
        random = Random(f"{game} {number}")
        here, there = Both(game, random, random.randint(2, 9)).play()
        assert here == there, f"hand {number}"
        assert sum(here.values()) == 0
