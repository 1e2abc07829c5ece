"""Which lane plays a bet: a kernel where the game has one, the engine elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tapete.core.book.rulebook import GameRules
from tapete.core.round.ask import Choose
from tapete.core.round.bets import Limits
from tapete.core.round.event import Event
from tapete.core.round.game import Game
from tapete.games.cards.baccarat.round import DRAW, STAND
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.baccarat.succession import TAKE
from tapete.games.cards.puntoybanca.hand import PUNTO, punto_draws
from tapete.games.cards.puntoybanca.rules import PuntoYBancaRules
from tapete.games.cards.treinta.rules import TreintaRules
from tapete.games.cards.treinta.treinta import ESPERAR
from tapete.games.cards.twentyone.challenge import HANDS, ChallengeRules
from tapete.games.cards.twentyone.places import CanalRules
from tapete.games.cards.twentyone.rules import MAIN, BlackJackRules
from tapete.games.cards.war.rules import RENDIRSE, WarRules
from tapete.games.poker.bank.rules import BankRules
from tapete.maths.exact.trial import TrialTable
from tapete.maths.kernels.automaton import Automaton
from tapete.maths.kernels.blackjack import BlackJack
from tapete.maths.kernels.canal import Canal
from tapete.maths.kernels.engine import Company, EngineTable
from tapete.maths.kernels.kernel import Kernel, NoKernel, NoSuchMove
from tapete.maths.kernels.players import Player, by_chart
from tapete.maths.kernels.puntoybanca import PuntoYBanca
from tapete.maths.kernels.treinta import Treinta
from tapete.maths.kernels.war import War
from tapete.maths.simulate import bank_poker
from tapete.maths.strategy.chart import Chart
from tapete.maths.strategy.lanes import solution
from tapete.maths.strategy.poker.of_rules import uncovered as uncovered_bank
from tapete.maths.strategy.solve import Tick
from tapete.maths.strategy.terms import is_solved, uncovered


def untold(done: int, total: int) -> None:
    """A tick that nobody listens to."""


def bets_of(game: Game[Any, Any], rules: GameRules) -> list[str]:
    """Every bet of the cloth."""
    return TrialTable(game, rules, Limits()).bets()


class Play:
    """A game, its rules and one way of betting: ``rojo``, or ``rojo/prision`` with the move its
    owner always makes. In games of twenty-one he goes by ``chart``, the best one if none is given;
    at poker against the bank by ``bank_player``, in the same way. ``limits`` give the commission of
    the plan.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        rules: GameRules,
        bet: str,
        chart: Chart | None = None,
        tick: Tick = untold,
        limits: Limits | None = None,
        bank_player: bank_poker.BankPlayer | None = None,
    ) -> None:
        self.game, self.rules, self.limits = game, rules, limits or Limits()
        self.bet, _, self.move = bet.partition("/")
        if chart is None and not self.move and is_solved(rules):
            chart = solution(rules, tick=tick).chart
        self.chart = chart
        self.silent: dict[str, None] = {}
        self.moved = False
        if bank_player is None and not self.move and isinstance(rules, BankRules):
            bank_player = bank_poker.bank_player(rules, tick)
        self.bank_player = bank_player
        self.player: Player = self.bank_player or self._keep_silent
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
        seated = COMPANY.get(type(self.rules))
        return EngineTable(
            self.game, self.rules, self.bet,
            player=self.player, company=seated(self) if seated else None, limits=self.limits,
        )  # fmt: skip


def _automaton(play: Play) -> Kernel:
    kernel = Automaton(play.table())
    if play.move and not play.moved:
        raise NoSuchMove(play.move)
    return kernel


def _black_jack(play: Play) -> Kernel:
    assert isinstance(play.rules, BlackJackRules)
    if play.chart is None:
        raise NoKernel("no chart", uncovered(play.rules))
    return BlackJack(play.rules, play.chart, play.bet)


def _challenge(play: Play) -> Kernel:
    assert isinstance(play.rules, ChallengeRules)
    if play.chart is None:
        raise NoKernel("no chart", uncovered(play.rules))
    # The hands of the compulsory bets are played, and that of the bet itself.
    banks = [bet for bet in HANDS.values() if bet in (play.bet, *play.rules.two_bets)]
    return BlackJack(play.rules, play.chart, play.bet, len(banks), banks.index(play.bet))


def _canal(play: Play) -> Kernel:
    assert isinstance(play.rules, CanalRules)
    if play.chart is None:
        raise NoKernel("no chart", uncovered(play.rules))
    if play.bet != MAIN:
        raise NoKernel("not the bet the chart is for")
    return Canal(play.rules, play.chart)


def _punto_y_banca(play: Play) -> Kernel:
    assert isinstance(play.rules, PuntoYBancaRules)
    if play.move:
        raise NoSuchMove(play.move)
    return PuntoYBanca(play.rules, play.bet, play.limits)


def _baccarat(play: Play) -> Kernel:
    assert isinstance(play.rules, BaccaratRules)
    decides = any(punto_draws(play.rules, total) is None for total in range(10))
    move = play.choice(DRAW) if decides else play.move
    if move not in ((DRAW, STAND) if decides else ("",)):
        raise NoSuchMove(move)
    return PuntoYBanca(play.rules, play.bet, play.limits, draws_on_five=move != STAND)


def _war(play: Play) -> Kernel:
    assert isinstance(play.rules, WarRules)
    return War(play.rules, play.bet, play.choice(RENDIRSE))


def _treinta(play: Play) -> Kernel:
    assert isinstance(play.rules, TreintaRules)
    return Treinta(play.rules, play.bet, play.choice(ESPERAR))


def _around_the_bank(play: Play) -> Company:
    """The others at Baccarat: the bank goes round among them, as large as it may be. Whoever does
    not hold it stakes on punto, and on five does what is always done."""

    def player(ask: Choose, told: Sequence[Event]) -> str:
        banks = (f"{option.name}:{option.high}" for option in ask.options if option.name == TAKE)
        return next(banks, None) or play.player(ask, told)

    return Company(player, PUNTO)


def _bank_poker(play: Play) -> Kernel:
    assert isinstance(play.rules, BankRules)
    if play.bank_player is None:
        raise NoKernel("not played at its best", "" if play.move else uncovered_bank(play.rules))
    return play.bank_player.kernel(play.bet)


COMPANY: dict[type[GameRules], Callable[[Play], Company]] = {BaccaratRules: _around_the_bank}
"""Who sits at the tables that one player cannot keep going alone, by their rules."""

KERNELS: dict[type[GameRules], Callable[[Play], Kernel]] = {
    BaccaratRules: _baccarat,
    BlackJackRules: _black_jack,
    CanalRules: _canal,
    ChallengeRules: _challenge,
    PuntoYBancaRules: _punto_y_banca,
    TreintaRules: _treinta,
    WarRules: _war,
    **dict.fromkeys(bank_poker.GAMES, _bank_poker),
}
"""The kernels of card games, by the rules they read. Wheels and dice share one."""
