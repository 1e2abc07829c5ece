"""The engine lane: the game's own round, one bet, always the same. Slow, and the judge.

Kernels are held against it on common tapes, and games without a kernel are simulated by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.core.book.bet import bet_id
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Ask
from tapete.core.round.bets import Closed, Limits, Place, Slip
from tapete.core.round.betting import BetWindow, OpenBets
from tapete.core.round.cards import Card
from tapete.core.round.event import BetLost, BetMoved, BetPlaced, BetWon, Event
from tapete.core.round.game import Game, TableState
from tapete.core.round.live import Live
from tapete.maths.exact.trial import SEAT, TrialTable, by_default
from tapete.maths.kernels.cards import CARDS
from tapete.maths.kernels.players import Player

Chance = Callable[[Ask[Any]], Any]
SCALE = 10
"""The table's minimum in smallest stakes: a side bet may be a tenth of it (CAT-III.1.5.1-38)."""


class NotPlayable(Exception):
    """The bet cannot be made at a table with one player."""


class Company(NamedTuple):
    """The others at a table that one player cannot keep going alone: how each of them chooses, and
    the bet on which each stakes as much as he does, if it is open to him."""

    player: Player
    bet: str


class Snapshot(NamedTuple):
    """A table between two rounds."""

    state: TableState
    spots: tuple[str, ...]


class EngineTable:
    """A table at which one player makes the same bet whenever it can be made and does not stand.

    ``player`` decides where he has a choice; without one he keeps silent, which takes the default.
    So do the others the game wants at the table, if there is no ``company``.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        rules: GameRules,
        bet: str,
        *,
        player: Player | None = None,
        company: Company | None = None,
        limits: Limits | None = None,
    ) -> None:
        given = limits or Limits()
        self._unit = TrialTable(game, rules, given).unit
        # A minimum of which every share a side bet may be is a whole stake.
        least = SCALE * self._unit
        self._trial = TrialTable(game, rules, msgspec.structs.replace(given, min=least))
        self._trial.unit = least
        self.game, self.bet = game, bet
        self.state: TableState = self._trial.opening()
        self._player, self._company = player, company
        self._spots = {bet}
        self._alone = True
        self.staked = self.made = 0

    def play(self, chance: Chance) -> int:
        """One round; what it changed for the bet, in pesos, of which ``staked`` are one bet."""
        setup = self._trial.setup

        due = self.game.due(setup, self.state)
        if due is not None:
            self.state = self._run(Live(due.carry_out(setup, self.state)), chance)
        live = Live(self.game.play(setup, self.state))
        self.state = self._run(live, chance)
        net = self._net(live.events)
        if not self._stands():
            self._spots = {self.bet}
        elif net > 0:
            self.made += 1  # paid, and its chips stay: another bet
        return net

    def _stands(self) -> bool:
        """Whether chips of the bet lie on the felt between rounds."""
        return any(
            stake.seat == SEAT and stake.bet in self._spots for stake in self.state.standing()
        )

    def snapshot(self) -> Snapshot:
        """All that decides what comes: the table's state, less what is only remembered, and where
        the chips of the bet lie."""
        return Snapshot(self._trial.essential(self.state), tuple(sorted(self._spots)))

    def restore(self, snapshot: Snapshot) -> None:
        """Put the table back to a moment that was kept."""
        self.state = snapshot.state
        self._spots = set(snapshot.spots)

    def _run(self, live: Live[TableState], chance: Chance) -> TableState:
        return live.run(lambda ask: self._answer(ask, live.events, chance))

    def _answer(self, ask: Ask[Any], events: list[Event], chance: Chance) -> Any:
        if ask.is_chance:
            return chance(ask)
        if ask.betting is not None:
            return self._slip(ask.betting)
        if ask.choice is not None:
            others = self._company.player if self._company else None
            chooser = self._player if ask.choice.seat == SEAT else others
            if chooser is not None:
                return chooser(ask.choice, events)
        return by_default(ask)

    def _slip(self, window: BetWindow) -> Slip:
        """The bet if it can be made now, alone or with another that it needs."""
        if not self._stands():
            for support in ("", *window.cloth.bets()):
                open_bets = window.open()
                if support and not self._place(open_bets, support):
                    continue
                staked = self._place(open_bets, self.bet)
                if self._company is not None:
                    for other in self._trial.setup.seats:
                        if other != SEAT:
                            self._place(open_bets, self._company.bet, other)
                slip = self._trial.close(open_bets) if staked else None
                if slip is not None:
                    self.staked = staked
                    self.made += 1
                    mine = [act for act in slip.actions if getattr(act, "seat", SEAT) == SEAT]
                    self._alone = len(mine) == 1
                    self._spots = {spot for spot, _ in window.cloth.parts(self.bet, staked)}
                    return slip
        slip = self._trial.close(window.open())
        if slip is None:
            raise NotPlayable(self.bet)
        self._alone = self._alone and not slip.actions
        return slip

    def _place(self, open_bets: OpenBets, bet: str, seat: int = SEAT) -> int:
        """Put the least stake that is paid in whole pesos on a bet; none if it is not open."""
        room = open_bets.room(seat, bet)
        if isinstance(room, Closed):
            return 0
        amount = -(-room.low // (self._unit * room.step)) * self._unit * room.step
        try:
            open_bets.take(Place(seat, bet, amount))
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
                case BetPlaced() if self._follows(event.bet):
                    self._spots.add(event.bet)
                case BetWon() if event.bet in self._spots:
                    total += event.paid
                case BetLost() if event.bet in self._spots:
                    total -= event.amount
        return total

    def _follows(self, spot: str) -> bool:
        """Whether chips put down in the round follow from the bet: the second hand of a split
        plays for ``principal:2``; a war, an insurance or the tie-break of a second hand belongs to
        the only bet there is."""
        named = bet_id(spot)
        return self._alone or (bool(named.on) and named.kind in self._spots)


def from_shoes(tape: NDArray[np.uint8], burn: int) -> Chance:
    """Cards from shoes in a given order, one a row; a shuffle at the table takes the next row.

    Cards that stay on the table through a shuffle are passed over in it.
    """
    rows = iter(tape)
    cards: Iterator[Card] = iter(())
    left = 0

    def answer(ask: Ask[Any]) -> Any:
        nonlocal cards, left
        assert ask.pack is not None, ask
        now = sum(ask.pack.values())
        if now > left:
            row = [CARDS[int(code)] for code in next(rows)]
            for card, count in ask.pack.items():
                for _ in range(row.count(card) - count):
                    row.remove(card)
            cards = iter(row[burn:])
        left = now - 1
        return next(cards)

    return answer
