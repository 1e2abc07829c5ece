"""What the tests share: the exact figures of a game, and sums done by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from tapete.core.round.bets import Limits
from tapete.games.registry import find
from tapete.maths.exact import BetOdds
from tapete.maths.exact.kept import kept_odds

F = Fraction


@cache
def odds(game: str, edition: str = "scj-2023", *changes: tuple[str, str]) -> dict[str, BetOdds]:
    """The figures of a game; whichever worker needs them first finds them for all."""
    played = find(game)
    return kept_odds(played, played.rules_of(edition, dict(changes)), Limits())


def two_dice(total: int) -> Fraction:
    """The chance that two dice show a total."""
    return F(sum(a + b == total for a, b in product(range(1, 7), repeat=2)), 36)


def edge_of(wins: dict[int | Fraction, Fraction], loses: Fraction) -> Fraction:
    """The edge of a bet that pays each odds with its chance and loses with the other."""
    return loses - sum((pays * chance for pays, chance in wins.items()), F(0))
