"""The engine lane: the game's own round, one player, always the same bet. Slow, and the judge.

Kernels are held against it on common tapes, and games without a kernel are simulated by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.core.ask import Ask, ChanceAsk, Choose
from tapete.core.bets import Closed, Limits, Place, Slip
from tapete.core.event import BetLost, BetMoved, BetWon, Event
from tapete.core.game import Game, TableState
from tapete.core.live import Live
from tapete.core.refused import Refused
from tapete.core.rulebook import GameRules
from tapete.core.window import BetWindow, Taking
from tapete.maths.exact.trial import SEAT, TrialTable, by_default
from tapete.maths.kernels.cards import CARDS
from tapete.maths.simulate.players import Player

Chance = Callable[[ChanceAsk[Any]], Any]
SCALE = 10
"""The table's minimum in smallest stakes: a side bet may be a tenth of it (CAT-III.1.5.1-38)."""


class NotPlayable(Exception):
    """The bet cannot be made at a table with one player."""


class EngineTable:
    """A table at which one player makes the same bet whenever it can be made and does not stand.

    ``player`` decides where he has a choice; without one he keeps silent, which takes the default.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        rules: GameRules,
        bet: str,
        *,
        player: Player | None = None,
        limits: Limits | None = None,
    ) -> None:
        given = limits or Limits()
        self._trial = TrialTable(game, rules, given)
        self.unit = self._trial.unit
        if limits is None:
            # A minimum of which every share a side bet may be is a whole stake.
            self._trial = TrialTable(game, rules, Limits(min=SCALE * self.unit))
        self.game, self.bet = game, bet
        self.state: TableState = self._trial.opening()
        self._player = player
        self._spots = {bet}
        self.staked = self.made = self.rounds = 0
        self.shoes = 1

    def play(self, chance: Chance) -> int:
        """One round; what it changed for the bet, in ``unit`` for each ``unit`` staked."""
        setup = self._trial.setup

        preparing = self.game.prepare(setup, self.state)
        if preparing is not None:
            self.state = self._run(Live(preparing), chance)
            self.shoes += 1
        live = Live(self.game.play(setup, self.state))
        self.state = self._run(live, chance)
        self.rounds += 1
        return self._net(live.events)

    def _run(self, live: Live[TableState], chance: Chance) -> TableState:
        return live.run(lambda ask: self._answer(ask, live.events, chance))

    def _answer(self, ask: Ask[Any], events: list[Event], chance: Chance) -> Any:
        if isinstance(ask, ChanceAsk):
            return chance(ask)
        if isinstance(ask, BetWindow):
            return self._slip(ask)
        if isinstance(ask, Choose) and ask.seat == SEAT and self._player is not None:
            return self._player(ask, events)
        return by_default(ask)

    def _slip(self, window: BetWindow) -> Slip:
        """The bet if it can be made now, alone or with another that it needs."""
        mine = {stake.bet for stake in window.standing if stake.seat == SEAT}
        if not self._spots & mine:
            self._spots = {self.bet}
            for support in ("", *window.cloth.bets()):
                taking = window.open()
                if support and not self._place(taking, support):
                    continue
                staked = self._place(taking, self.bet)
                slip = self._trial.close(taking) if staked else None
                if slip is not None:
                    self.staked = staked
                    self.made += 1
                    return slip
        slip = self._trial.close(window.open())
        if slip is None:
            raise NotPlayable(self.bet)
        return slip

    def _place(self, taking: Taking, bet: str) -> int:
        """Put the least stake that is paid in whole pesos on a bet; none if it is not open."""
        room = taking.room(SEAT, bet)
        if isinstance(room, Closed):
            return 0
        amount = -(-room.low // (self.unit * room.step)) * self.unit * room.step
        try:
            taking.take(Place(SEAT, bet, amount))
        except Refused:
            return 0
        return amount

    def _net(self, events: list[Event]) -> int:
        """What the round paid and took on the bet, wherever its chips have gone."""
        total = 0
        for event in events:
            if getattr(event, "seat", None) != SEAT:
                continue
            match event:
                case BetMoved() if event.bet in self._spots:
                    self._spots.add(event.to)
                case BetWon() if self._mine(event.bet):
                    total += event.paid
                case BetLost() if self._mine(event.bet):
                    total -= event.amount
        if not total:
            return 0
        return total * self.unit // self.staked

    def _mine(self, spot: str) -> bool:
        # The second hand of a split plays for principal.2.
        return spot in self._spots or spot.partition(".")[0] == self.bet


def from_tape(results: Iterator[Any]) -> Chance:
    """Chance as it was written down."""
    return lambda ask: next(results)


def from_shoes(table: EngineTable, tape: NDArray[np.uint8], burn: int) -> Chance:
    """Cards from shoes in a given order, one a row; each shuffle at the table takes the next."""
    row, place = 0, burn

    def answer(ask: ChanceAsk[Any]) -> Any:
        nonlocal row, place
        if row != table.shoes - 1:
            row, place = table.shoes - 1, burn
        card = CARDS[int(tape[row, place])]
        place += 1
        return card

    return answer
