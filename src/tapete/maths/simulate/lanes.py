"""Which lane plays a bet: a kernel where the game has one, the engine elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tapete.core.ask import Choose
from tapete.core.bets import Limits
from tapete.core.event import Event
from tapete.core.game import Game
from tapete.core.rulebook import GameRules
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.games.cards.treinta.rules import TreintaRules
from tapete.games.cards.treinta.treinta import ESPERAR
from tapete.games.cards.twentyone.challenge import HANDS, ChallengeRules
from tapete.games.cards.twentyone.places import CanalRules
from tapete.games.cards.twentyone.rules import MAIN, BlackJackRules
from tapete.games.cards.war.rules import RENDIRSE, WarRules
from tapete.maths.exact.trial import TrialTable
from tapete.maths.kernels.automaton import Automaton
from tapete.maths.kernels.blackjack import BlackJack
from tapete.maths.kernels.canal import Canal
from tapete.maths.kernels.engine import EngineTable
from tapete.maths.kernels.kernel import Kernel, NoKernel, NoSuchMove
from tapete.maths.kernels.players import Player, by_chart
from tapete.maths.kernels.puntoybanca import PuntoYBanca
from tapete.maths.kernels.treinta import Treinta
from tapete.maths.kernels.war import War
from tapete.maths.strategy.chart import Chart
from tapete.maths.strategy.lanes import solution
from tapete.maths.strategy.solve import Tick
from tapete.maths.strategy.terms import is_solved


def untold(done: int, total: int) -> None:
    """A tick that nobody listens to."""


def bets_of(game: Game[Any, Any], rules: GameRules) -> list[str]:
    """Every bet of the cloth."""
    return TrialTable(game, rules, Limits()).bets()


class Play:
    """A game, its rules and one way of betting: ``rojo``, or ``rojo/prision`` with the move its
    owner always makes. In games of twenty-one he goes by ``chart``, the best one if none is given.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        rules: GameRules,
        bet: str,
        chart: Chart | None = None,
        tick: Tick = untold,
    ) -> None:
        self.game, self.rules = game, rules
        self.bet, _, self.move = bet.partition("/")
        if chart is None and not self.move and is_solved(rules):
            chart = solution(rules, tick=tick).chart
        self.chart = chart
        self.silent: dict[str, None] = {}
        self.moved = False
        self.player: Player = self._keep_silent
        if chart is not None:
            self.player = by_chart(chart)
        elif self.move:
            self.player = self._always

    def _always(self, ask: Choose, told: Sequence[Event]) -> str:
        """One move wherever it is open, and silence elsewhere."""
        if ask.fits(self.move):
            self.moved = True
            return self.move
        return ask.default

    def _keep_silent(self, ask: Choose, told: Sequence[Event]) -> str:
        """What silence chooses; it is remembered in ``silent``."""
        if len(ask.options) > 1:
            self.silent[ask.default] = None
        return ask.default

    def choice(self, default: str) -> str:
        """The move its owner always makes, or the one that silence chooses."""
        if not self.move:
            self.silent[default] = None
        return self.move or default

    def kernel(self) -> Kernel:
        """The compiled round; `NoKernel` where there is none, `NoSuchMove` where its owner never
        has the move."""
        return KERNELS.get(type(self.rules), _automaton)(self)

    def table(self) -> EngineTable:
        """A table of the engine at which the bet is made."""
        return EngineTable(self.game, self.rules, self.bet, player=self.player)


def _automaton(play: Play) -> Kernel:
    kernel = Automaton(play.game, play.rules, play.bet, play.player)
    if play.move and not play.moved:
        raise NoSuchMove(play.move)
    return kernel


def _black_jack(play: Play) -> Kernel:
    assert isinstance(play.rules, BlackJackRules)
    if play.chart is None:
        raise NoKernel("no chart")
    return BlackJack(play.rules, play.chart, play.bet)


def _challenge(play: Play) -> Kernel:
    assert isinstance(play.rules, ChallengeRules)
    if play.chart is None or play.rules.base_card != "comun":
        raise NoKernel("no chart, or a base card for each hand of the bank")
    faced = list(HANDS.values()).index(play.bet)
    # The first two bets are compulsory; the third hand is played for its own bet only.
    banks = max(len(play.rules.two_bets), faced + 1)
    return BlackJack(play.rules, play.chart, play.bet, banks, faced)


def _canal(play: Play) -> Kernel:
    assert isinstance(play.rules, CanalRules)
    if play.chart is None or play.bet != MAIN:
        raise NoKernel("no chart, or not the bet it is for")
    return Canal(play.rules, play.chart)


def _punto_y_banca(play: Play) -> Kernel:
    assert isinstance(play.rules, PuntoYBancaRules)
    if play.move:
        raise NoSuchMove(play.move)
    return PuntoYBanca(play.rules, play.bet)


def _war(play: Play) -> Kernel:
    assert isinstance(play.rules, WarRules)
    return War(play.rules, play.bet, play.choice(RENDIRSE))


def _treinta(play: Play) -> Kernel:
    assert isinstance(play.rules, TreintaRules)
    return Treinta(play.rules, play.bet, play.choice(ESPERAR))


KERNELS: dict[type[GameRules], Callable[[Play], Kernel]] = {
    BlackJackRules: _black_jack,
    CanalRules: _canal,
    ChallengeRules: _challenge,
    PuntoYBancaRules: _punto_y_banca,
    TreintaRules: _treinta,
    WarRules: _war,
}
"""The kernels of card games, by the rules they read. Wheels and dice share one."""
