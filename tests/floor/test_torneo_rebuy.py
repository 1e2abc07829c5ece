"""A rebuy at a table whose hands are dealt here: whoever makes it has never left his seat."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.round.cards import DECK
from tapete.core.round.chance import DrawCard
from tapete.core.table.roles import staff_of
from tapete.floor.units.torneo.tables import arrangement, dealing, hand_over
from tapete.systems.tournament.life import commands as do
from tests.floor.torneo_desk import Desk


class AtTheTable:
    """The first table of a tournament, told of it as the floor tells it."""

    def __init__(self) -> None:
        self.desk = Desk().playing()
        self.mesa = self.desk.mesa(1)
        self.table = self.mesa.table
        self.table.open_play(staff_of(self.table.rules))
        self.agree()

    def agree(self) -> None:
        change = arrangement(self.desk.now, 1, self.mesa)
        if change is not None:
            self.mesa.directed.arrange(change, 0.0)

    def play(self, *, aces: str = "") -> Any:
        """A hand: all fold, or whoever has the blinds go all in and the small blind has aces."""
        self.desk.do(do.DealHand(table=1), "croupier")
        self.table.prepare(lambda ask: ask.silence)
        self.mesa.directed.arrange(dealing(self.desk.now, 1, self.mesa), 0.0)
        left, said = [card for card in DECK if card not in aces.split()], 0
        own, first = aces.split(), ""
        while (ask := self.table.live.ask) is not None:
            if isinstance(ask, DrawCard):
                first = first or ask.to  # the small blind is dealt the first card
                self.table.answer(own.pop() if own and ask.to == first else left.pop(0))
            elif ask.choice is None:
                self.table.answer(ask.silence)
            else:
                said += 1
                blinds = aces and said > len(self.table.players) - 2
                self.table.answer("resto" if blinds else "retirarse")
        self.mesa.directed.ended(self.table.finish(), 0.0)
        state = self.table.state
        self.desk.do(hand_over(1, self.desk.now.tables[1], self.mesa), "croupier")
        self.agree()
        return state.button, state.small, state.big


@pytest.mark.clause("COL-3.2-06", "COL-7.5.1-14")
def test_the_big_blind_who_loses_all_and_rebuys_posts_the_small_blind_of_the_next_hand() -> None:
    """He is no newcomer there: the small blind is not dead, and he is dealt in."""
    at = AtTheTable()
    _, small, big = at.play(aces="As Ah")
    player = next(who for who, seat in at.desk.now.tables[1].bust.items() if seat == big)
    assert big not in at.table.players
    at.desk.do(do.Buy(player=player, what="recompra"), "jugador", player)
    at.agree()
    assert at.table.players[big] == player and at.table.desk.chips(big) == 20_000
    assert at.table.state.newcomers == ()
    assert at.play()[:2] == (small, big)
    assert at.desk.now.book.stacks[player] == 20_000 - 25  # the small blind that he folded
