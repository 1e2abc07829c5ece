"""What one edition says of a game beside what another says: value, bet, pay and option, each with
its clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.rulebook import GameBook, rulebook


class Side(NamedTuple):
    """One edition's side of a comparison: the value as it is written, and its clause."""

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


def book_of(edition: str, game: str) -> GameBook:
    """The rulebook of a game in an edition; an empty one if the edition does not have the game."""
    book = rulebook(edition)
    return book.book(game) if game in book.games() else GameBook()


def changes(old: GameBook, new: GameBook) -> Iterator[Change]:
    """Every row that is not the same in both.

    >>> [c.key for c in changes(book_of("scj-2023", "war"), book_of("scj-2023", "war"))]
    []
    """
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
        said = (
            f"{k} {value_said(v)}" for k, v in facts.items() if k not in ("id", "clause", "note")
        )
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
