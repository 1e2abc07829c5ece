"""How each game is played: every game has its sentences, of its own clauses, still in force."""

from __future__ import annotations

import pytest

from tapete.core.book.clause import clause
from tapete.core.book.overruled import overruled
from tapete.games.registry import GAMES
from tapete.telling.howto import chosen, how_to

LONGEST = 1100
"""So many letters are read in about a minute; aim and course in half of that."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_how_it_is_played_in_half_a_minute(game: str) -> None:
    for lang in ("es", "en"):
        told = how_to(game, lang)
        sentences = (*told.aim, *told.course, *told.beats)
        assert told.aim and len(sentences) <= 8
        assert sum(len(one.text) for one in sentences) <= LONGEST, lang
        for one in sentences:
            assert one.clause not in overruled()
            family = {"omaha-poker": "texas-holdem-sin-limites"}.get(game, game)
            assert {game, family} & {*clause(one.clause).games}, one.clause


def test_no_game_but_those_of_the_house_is_explained() -> None:
    assert chosen().keys() == {*GAMES}
