"""What one edition changes in another: row by row with the clauses of both, and in each edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from tapete.core.clause import Clause, ClauseId, register
from tapete.core.rulebook import GameBook, rulebook
from tapete.games.registry import GAMES
from tapete.maths.exact import BetOdds, TooLarge, exact_odds

Edges = dict[str, tuple[Fraction | None, Fraction | None]]
Figures = Callable[[str, str], dict[str, BetOdds]]
"""The figures of a game under an edition."""


class Side(NamedTuple):
    """What one edition says: the value as it is written, and its clause."""

    value: str
    clause: ClauseId


class Change(NamedTuple):
    """One row of the rules in both editions; a side is absent where the edition has no such row."""

    what: str
    key: str
    old: Side | None
    new: Side | None

    @property
    def alters(self) -> bool:
        """Whether the rule itself differs, and not only the clause that states it."""
        return self.old is None or self.new is None or self.old.value != self.new.value


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
    return exact_odds(GAMES[game], GAMES[game].rules_of(edition))


def game_diff(game: str, old: str, new: str, figures: Figures = plainly) -> GameDiff:
    """What the new edition changes in a game of the old one.

    >>> len(game_diff("craps", "scj-2023", "aj-bolivia").edges)
    5
    """
    changes = tuple(_changes(_book(old, game), _book(new, game)))
    altered = any(change.alters for change in changes)
    clauses = tuple(
        clause
        for clause in register().values()
        if clause.document.edition == new and game in clause.games and old != new
    )
    edges = _edges(game, old, new, figures) if altered else {}
    return GameDiff(game, changes, edges, clauses)


def _book(edition: str, game: str) -> GameBook:
    book = rulebook(edition)
    return book.book(game) if game in book.games() else GameBook()


def _changes(old: GameBook, new: GameBook) -> Iterator[Change]:
    for what, before, after in (
        ("set", _values(old), _values(new)),
        ("bets", _bets(old), _bets(new)),
        ("pays", _pays(old), _pays(new)),
        ("option", _options(old), _options(new)),
    ):
        for key in {**before, **after}:
            if before.get(key) != after.get(key):
                yield Change(what, key, before.get(key), after.get(key))


def _values(book: GameBook) -> dict[str, Side]:
    return {name: Side(value_said(row.value), row.clause) for name, row in book.set.items()}


def _bets(book: GameBook) -> dict[str, Side]:
    sides: dict[str, Side] = {}
    for bet in book.bets:
        facts = msgspec.to_builtins(bet)
        said = [
            f"{k} {value_said(v)}" for k, v in facts.items() if k not in ("id", "clause", "note")
        ]
        sides[bet.id] = Side("; ".join(said) or bet.id, bet.clause)
    return sides


def _pays(book: GameBook) -> dict[str, Side]:
    return {pay.key: Side(pay.odds, pay.clause) for pay in book.pays}


def _options(book: GameBook) -> dict[str, Side]:
    return {option.id: Side(" | ".join(option.values), option.clauses[0]) for option in book.option}


def value_said(value: Any) -> str:
    """A value of a rulebook as it is written."""
    if value is msgspec.UNSET:  # a step done one way only: its clause says which
        return "–"
    if isinstance(value, list | tuple):
        return " ".join(value_said(item) for item in value) or "–"
    return str(value).lower() if isinstance(value, bool) else str(value)


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
