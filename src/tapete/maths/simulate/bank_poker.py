"""Poker against the bank: who plays it, and the kernel that does so."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.core.round.ask import Choose
from tapete.core.round.event import Event
from tapete.games.poker.bank.caribbean import CaribbeanRules
from tapete.games.poker.bank.draw import DrawRules
from tapete.games.poker.bank.go import GoRules
from tapete.games.poker.bank.rules import BankRules
from tapete.games.poker.bank.texas_bonus import TexasBonusRules
from tapete.games.poker.bank.texas_plus import TexasPlusRules
from tapete.games.poker.bank.tres_cartas import TresCartasRules
from tapete.maths.kernels.bank.caribbean import Caribbean
from tapete.maths.kernels.bank.draw_poker import DrawPoker
from tapete.maths.kernels.bank.go import Go
from tapete.maths.kernels.bank.texas import TexasBonus, TexasPlus
from tapete.maths.kernels.bank.three_cards import ThreeCards
from tapete.maths.kernels.kernel import Kernel
from tapete.maths.strategy.poker.advice.book import PokerBook
from tapete.maths.strategy.poker.advice.moves import Moves
from tapete.maths.strategy.poker.of_rules import uncovered
from tapete.maths.strategy.poker.solution import Solution, Tick, solution

GAMES = (
    CaribbeanRules, DrawRules, GoRules, TexasBonusRules, TexasPlusRules, TresCartasRules,
)  # fmt: skip
"""The rules of these games."""


class BankPlayer:
    """Best play of a game: its solution, and the player who goes by it at the engine's table."""

    def __init__(self, rules: BankRules, solved: Solution) -> None:
        self.rules, self.solved = rules, solved
        self._book = PokerBook(Moves(rules, solved))

    def __call__(self, ask: Choose, told: Sequence[Event]) -> str:
        return self._book.says(ask, told) or ask.default

    def kernel(self, bet: str) -> Kernel:
        """The compiled round, followed by one bet."""
        rules, solved = self.rules, self.solved
        match rules:
            case CaribbeanRules():
                return Caribbean(rules, solved)
            case DrawRules():
                return DrawPoker(rules, solved)
            case GoRules():
                return Go(rules, solved)
            case TexasPlusRules():
                return TexasPlus(rules, solved)
            case TexasBonusRules():
                return TexasBonus(rules, solved, bet)
        return ThreeCards(rules, solved)


def bank_player(rules: BankRules, tick: Tick) -> BankPlayer | None:
    """The best player of a game; none where the sums do not follow its rules."""
    return None if uncovered(rules) else BankPlayer(rules, solution(rules, tick))
