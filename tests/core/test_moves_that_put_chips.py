"""Moves that put chips on the felt, late bets while cards are dealt, and cards stuck together."""

from __future__ import annotations

import pytest

from tapete.core.round.ask import Choose, Option
from tapete.core.round.cards import card, mazo
from tapete.core.round.chance import DrawCard, Stuck
from tests.core.tables import a_table, refused

ASK = Choose(
    seat=3, about="mano", clause="CAT-I.1-14", default="no",
    options=(Option("doblar", 100, 500, puts=1), Option("doblar", puts=500), Option("no")),
)  # fmt: skip
DRAW = DrawCard(source="sabot", left=mazo(1), clause="CAT-I.1-18", irregular=("cartas-pegadas",))


@pytest.mark.parametrize(("move", "chips"), [("doblar", 500), ("doblar:150", 150), ("no", 0)])
def test_a_move_says_how_many_chips_it_puts_down(move: str, chips: int) -> None:
    ASK.check(move)
    assert ASK.puts(move) == chips


def test_late_bets_are_refused_with_the_clause_the_question_names() -> None:
    for ask in (ASK, DRAW):
        assert ask.refuse_bet(3, "rojo").clause == "CAT-I.5.1-03"
    late = DrawCard(source="sabot", left=mazo(1), clause="CAT-I.1-18", closed_by="CAT-III.1.5.1-14")
    assert late.refuse_bet(3, "principal").clause == "CAT-III.1.5.1-14"


def test_stuck_cards_are_counted_together_and_the_chosen_one_is_among_them() -> None:
    nine, ten = card("9c"), card("Tc")
    DRAW.check(Stuck((nine, ten), chosen=ten))
    assert refused(DRAW.check, Stuck((nine, nine))).code == "card-not-left"
    assert refused(DRAW.check, Stuck((nine, ten), chosen=card("2c"))).code == "not-one-of-these"


@pytest.mark.parametrize("left", [0, 4, -1])
def test_no_more_last_throws_are_announced_than_the_game_has(left: int) -> None:
    table = a_table()
    assert refused(table.announce_last, left).code == "not-so-many-left"
    assert table.last_rounds_left is None
    table.announce_last(2)
    assert table.last_rounds_left == 2
