"""A table on which bets are tried out: when a bet can be made, and what must be made with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import lcm
from typing import Any, NamedTuple

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.book.written import plain
from tapete.core.round.ask import Ask
from tapete.core.round.bets import Closed, Limits, Place, Slip
from tapete.core.round.betting import BetWindow, OpenBets
from tapete.core.round.game import Game, Setup, TableState
from tapete.core.round.live import Live
from tapete.maths.exact.paths import TooLarge, every_way

SEAT = 1
REMEMBERED = frozenset({"last", "results", "wheel", "dice"})
"""Fields of a table's state that are only remembered: no bet is decided by them."""


class TrialTable:
    """A table of one game on which bets are tried out: always one player, always the same rules."""

    def __init__(self, game: Game[Any, Any], rules: GameRules, limits: Limits) -> None:
        self.game, self.rules, self.limits = game, rules, limits
        seats = tuple(range(SEAT, SEAT + max(1, rules.players_min)))
        self.setup: Setup[Any, Any] = Setup(
            rules=rules, terms=game.terms(limits=limits), seats=seats
        )
        # Large enough that every payment, its half and the commission are whole pesos.
        odds = (pay.ratio.denominator for pay in rules.pays.values())
        self.unit = 2 * limits.unit * lcm(limits.commission.denominator, *odds)
        self._idle: dict[str, Any] = {}
        self._windows: dict[bytes, BetWindow] = {}
        self._behind: dict[str, list[TableState]] = {}

    def opening(self) -> TableState:
        state: TableState = self.game.opening(self.rules)
        return state

    def begin(self, state: TableState) -> Live[Any]:
        return Live(self.game.play(self.setup, state))

    def window(self, state: TableState) -> BetWindow:
        """The betting that opens a round."""
        if self.game.on_stacks:
            raise TooLarge(f"in {self.game.id} players bet among themselves")
        key = plain(state)
        if key not in self._windows:
            live = self.begin(state)
            while live.ask is None or live.ask.betting is None:
                if live.ask is None or live.ask.is_chance:
                    raise TooLarge(f"a round of {self.game.id} does not open with betting")
                live.answer(by_default(live.ask))
            self._windows[key] = live.ask.betting
        return self._windows[key]

    def bets(self) -> list[str]:
        """Every bet of the cloth."""
        return list(self.window(self.opening()).cloth.bets())

    def essential(self, state: Any) -> Any:
        """The state with all that is only remembered as the first round left it."""
        if not self._idle:
            names = REMEMBERED.intersection(self.game.state.__struct_fields__)
            self._idle = {name: getattr(state, name) for name in names}
        return msgspec.structs.replace(state, **self._idle)

    def place(self, open_bets: OpenBets, seat: int, bet: str) -> bool:
        """Put one stake on a bet, if it is open."""
        room = open_bets.room(seat, bet)
        if isinstance(room, Closed):
            return False
        try:
            open_bets.take(Place(seat, bet, self.unit * room.step))
        except Refused:
            return False
        return True

    def close(self, open_bets: OpenBets) -> Slip | None:
        """Close betting, after what must go down first and after calling on what may be."""
        cloth = open_bets.cloth
        for seat, bet in cloth.needed(open_bets.felt):
            if cloth.needed(open_bets.felt):
                self.place(open_bets, seat, bet)
        for call in list(cloth.waking(open_bets.felt, open_bets.window.standing)):
            open_bets.take(call)
        try:
            return open_bets.close()
        except Refused:
            return None

    @staticmethod
    def staked(slip: Slip, bet: str) -> int:
        """What a slip puts on a bet."""
        return sum(act.amount for act in slip.actions if isinstance(act, Place) and act.bet == bet)

    def states_behind(self, bet: str) -> list[TableState]:
        """The states in which one round can leave the table when this bet was made in it."""
        if bet not in self._behind:
            states: dict[bytes, TableState] = {}
            start = opened(self, self.opening(), bet)
            if start is not None:
                begin = partial(self.begin, start.state)
                for live, _ in every_way(begin, answerer(start.slip)):
                    state = self.essential(live.result)
                    states[plain(state)] = state
            self._behind[bet] = list(states.values())
        return self._behind[bet]


def by_default(ask: Ask[Any]) -> Any:
    """What is answered when nobody says anything."""
    return ask.some(lambda n: 0) if ask.silence is None else ask.silence


class Start(NamedTuple):
    """A moment at which the bet can be made, and the slip that makes it."""

    state: TableState
    slip: Slip


def starts(trial: TrialTable, bet: str) -> list[Start]:
    """The earliest moments at which the bet can be made; none if it never can.

    Most can be made at once. One that needs another bet or a point is waited for, one round
    behind each other bet in turn: odds behind their line, a come after the first throw.
    """
    now = opened(trial, trial.opening(), bet)
    if now is not None:
        return [now]
    for support in trial.bets():
        found = (opened(trial, state, bet) for state in trial.states_behind(support))
        if later := [start for start in found if start is not None]:
            return later
    return []


def opened(trial: TrialTable, state: TableState, bet: str) -> Start | None:
    """The slip that makes the bet now, with what else must go down before betting can close."""
    open_bets = trial.window(state).open()
    if not trial.place(open_bets, SEAT, bet):
        return None
    slip = trial.close(open_bets)
    return Start(state, slip) if slip is not None else None


def answerer(
    slip: Slip, choice: str = "", met: set[str] | None = None
) -> Callable[[Ask[Any]], Any]:
    """Answers all but chance: the slip to the betting, ``choice`` to whatever it fits.

    ``met`` gathers the choices that were open to the seat.
    """

    def answer(ask: Ask[Any]) -> Any:
        if ask.betting is not None:
            return slip
        open_ = ask.choice
        if open_ is not None and open_.seat == SEAT:
            if met is not None and len(open_.options) > 1:
                met.update(option.name for option in open_.options if option.low is None)
            return choice if choice and open_.fits(choice) else open_.default
        return by_default(ask)

    return answer
