"""What comes depends on the words of chance and on nothing else: not on who plays, with how much,
on what, or on what came before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete.chance import seeded, tape
from tapete.core.round.ask import ChanceAsk
from tapete.core.round.chance import DrawCard
from tapete.core.table.table import Table
from tapete.games.registry import GAMES
from tests.chance.rounds import Electronic, open_table, play

ROUNDS = 4
WORDS = "the words of the night"


def outcomes(table: Table, others: str) -> Electronic:
    """What chance brings at this table from the same words."""
    electronic = Electronic(seeded(WORDS))
    play(table, electronic, seeded(others), ROUNDS)
    return electronic


def after_a_history(game: str) -> Table:
    table = open_table(game)
    play(table, Electronic(seeded("another night")), seeded("history"), 3)
    for seat in table.players if table.game.on_stacks else ():
        table.bring(seat, 5000 * table.limits.min)
    return table


def variants(game: str) -> Iterator[tuple[str, Table, str]]:
    yield "other bets and moves", open_table(game), "other players"
    yield "ten times the chips", open_table(game, chips=7000), "players"
    yield "more seats", open_table(game, seats=5), "players"
    yield "other seats, other bets, other chips", open_table(game, seats=4, chips=90), "bold"


def check_same(first: Electronic, second: Electronic) -> None:
    if first.orders:
        assert second.orders[0] == first.orders[0]
    else:
        both = min(len(first.given), len(second.given))
        assert both and second.given[:both] == first.given[:both]


def check_dealt_as_shuffled(electronic: Electronic) -> None:
    """What was dealt is what was shuffled, order after order, card by card."""
    if electronic.orders:
        dealt = [card for pack in electronic.packs for card in pack.order.cards[: pack.out]]
        assert dealt == electronic.given


@pytest.mark.parametrize("game", GAMES)
def test_the_same_words_bring_the_same_whoever_plays_and_how(game: str) -> None:
    first = outcomes(open_table(game), "players")
    for _, table, others in variants(game):
        other = outcomes(table, others)
        check_same(first, other)
        check_dealt_as_shuffled(other)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_words_bring_the_same_after_any_history(game: str) -> None:
    """Wheels, dice and games whose pack is shuffled for every round. A shoe goes on from where it
    was: its cards are fewer, and their order was made when it was shuffled."""
    table = after_a_history(game)
    first, second = outcomes(open_table(game), "players"), outcomes(table, "players")
    if not first.orders or len(first.orders[0]) == len(second.orders[0]):
        check_same(first, second)


def test_a_tape_of_the_outcomes_is_all_a_round_takes_from_chance() -> None:
    """The record holds outcomes, and from them the round comes out the same without any words."""
    electronic = Electronic(seeded(WORDS))
    [record] = play(open_table("ruleta-francesa"), electronic, seeded("players"), 1)
    again = tape(electronic.given)

    def from_tape(ask: ChanceAsk[Any], table: Table) -> Any:
        assert not isinstance(ask, DrawCard)
        return again(ask)

    [same] = play(open_table("ruleta-francesa"), from_tape, seeded("players"), 1)
    assert same.text() == record.text()
