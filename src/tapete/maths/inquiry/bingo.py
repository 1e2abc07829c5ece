"""When the first line and the first bingo of a game come."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tapete.chance import seeded
from tapete.maths.bingo.odds import chance_by, mean_ball, one_card
from tapete.maths.inquiry import papers
from tapete.systems.bingo.cards import BALLS
from tapete.systems.bingo.game import BingoRules, find

if TYPE_CHECKING:
    from tapete.maths.bingo.many import Orders

ORDERS = 80
"""So many orders of balls: enough for a drawing, and soon there."""


def firsts(game: str, edition: str, cards: int) -> papers.FirstsOut:
    """The first line and bingo of so many cards: of one exactly, of more over orders of balls that
    are the same each time somebody asks."""
    if cards == 1:
        line, bingo = one_card("line"), one_card("bingo")
        return papers.FirstsOut(
            cards=1, line_by=tuple(float(chance_by(line, n)) for n in range(BALLS + 1)),
            bingo_by=tuple(float(chance_by(bingo, n)) for n in range(BALLS + 1)),
            line_ball=float(mean_ball(line)), bingo_ball=float(mean_ball(bingo)), error=0.0,
        )  # fmt: skip
    from tapete.maths.bingo.many import firsts_of

    found = firsts_of(cards, _orders(game, edition))
    by = (*found.line_by, *found.bingo_by)
    return papers.FirstsOut(
        cards=cards, line_by=tuple(one.mean for one in found.line_by),
        bingo_by=tuple(one.mean for one in found.bingo_by), line_ball=found.line.mean,
        bingo_ball=found.bingo.mean, error=max(one.error for one in by),
    )  # fmt: skip


@cache
def _orders(game: str, edition: str) -> Orders:
    """The orders of balls that every number of cards is asked over."""
    from tapete.maths.bingo.many import sample

    rules: BingoRules = find(game).rules_of(edition)
    return sample(seeded("bingo"), orders=ORDERS, shape=rules.shape)
