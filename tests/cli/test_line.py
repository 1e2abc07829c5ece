"""A bet of several spots at the terminal: what it costs, and taking it down."""

from __future__ import annotations

import pytest

from tapete.cli.terminal.betting import Betting
from tapete.cli.terminal.box_cloth import markers_of
from tapete.core.book.refused import Refused
from tapete.core.round.betting import BetWindow
from tapete.games.bots import Bot, Habit
from tapete.games.poker.bank.texas_bonus import TexasBonusState
from tests.games.poker.banked import GO, Limits, opened


def line(purse: int) -> Betting:
    live = opened(GO, 1, limits=Limits(min=1000, max=50_000)).begin()
    assert isinstance(live.ask, BetWindow)
    return Betting(live.ask, 1, purse)


def test_a_line_costs_three_times_its_amount() -> None:
    betting = line(10_000)
    assert betting.place("linea", 2000) == 2000
    assert betting.left() == 4000
    with pytest.raises(Refused, match="no-chips"):
        betting.place("linea", 2000)
    betting.clear()
    assert betting.place("linea", "max") == 3333


def test_a_line_is_taken_down_whole() -> None:
    betting = line(10_000)
    betting.place("linea", 2000)
    betting.remove("linea")
    assert (betting.left(), betting.mine_on()) == (10_000, [])


def test_the_others_count_what_a_line_costs() -> None:
    open_bets = line(0).open_bets
    bot = Bot(1, "Rosa", Habit((), 1, 1))
    assert bot.bet(open_bets, 2999, lambda n: 0) == 0
    assert bot.bet(open_bets, 3000, lambda n: 0) == 3000


def test_the_button_lies_where_the_table_keeps_it() -> None:
    assert markers_of(TexasBonusState(button=4)) == {"boton": "seat:4"}
    assert markers_of(TexasBonusState()) == {}
