"""What one edition changes in another: row by row with the clauses of both, and in each edge."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from tapete.core.book.clause import Clause, register
from tapete.core.book.compare import Change, book_of, changes
from tapete.core.book.rulebook import rulebook
from tapete.core.round.bets import Limits
from tapete.games.registry import GAMES
from tapete.maths.exact import BetOdds, TooLarge
from tapete.maths.exact.kept import kept_odds

Edges = dict[str, tuple[Fraction | None, Fraction | None]]
Figures = Callable[[str, str], dict[str, BetOdds]]
"""The figures of a game under an edition."""


class GameDiff(NamedTuple):
    """What changes in one game.

    ``edges`` has a bet's exact edge in each, if it differs; none where they are not worked out.
    """

    game: str
    changes: tuple[Change, ...]
    edges: Edges | None
    clauses: tuple[Clause, ...]


def plainly(game: str, edition: str) -> dict[str, BetOdds]:
    """The exact figures of a game under an edition."""
    return kept_odds(GAMES[game], GAMES[game].rules_of(edition), Limits())


def game_diff(game: str, old: str, new: str, figures: Figures = plainly) -> GameDiff:
    """What the new edition changes in a game of the old one.

    >>> len(game_diff("craps", "scj-2023", "aj-bolivia").edges)
    5
    """
    rows = tuple(changes(book_of(old, game), book_of(new, game)))
    altered = any(change.alters for change in rows)
    clauses = tuple(
        clause
        for clause in register().values()
        if clause.document.edition == new and game in clause.games and old != new
    )
    edges = _edges(game, old, new, figures) if altered else {}
    return GameDiff(game, rows, edges, clauses)


def _edges(game: str, old: str, new: str, figures: Figures) -> Edges | None:
    both: list[dict[str, BetOdds]] = []
    if game not in GAMES:
        return None
    try:
        for edition in (old, new):
            has = game in rulebook(edition).games()
            both.append(figures(game, edition) if has else {})
    except TooLarge:
        return None
    edges = {
        key: tuple(odds[key].edge if key in odds else None for odds in both)
        for key in {**both[0], **both[1]}
    }
    return {key: (a, b) for key, (a, b) in edges.items() if a != b}
