"""Rule sources: an edition of the rulebook, a machine's program, a tournament's bases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

import msgspec

from tapete.core.book.rulebook import GameRules, rulebook

R = TypeVar("R", bound=GameRules)


class RuleSource(msgspec.Struct, frozen=True):
    """The document a round is played by, with the digest of what it says of the game.

    ``kind`` is ``edition``, ``program`` (of a machine) or ``bases`` (of a tournament).
    """

    kind: str
    id: str
    digest: str


class Books(Protocol):
    """A source of rules: where the rules of a game are read from."""

    @property
    def kind(self) -> str:
        """The kind of source: ``edition``, ``program``, ``bases``."""

    def rules(self, id: str, game: str, type_: type[R], changes: Mapping[str, str] | None) -> R:
        """The rules of a game from the source of this id, with options or values changed by
        name."""

    def digest(self, id: str, game: str) -> str:
        """The fingerprint of what the source says of a game."""


class Editions:
    """The editions of the rulebook."""

    kind = "edition"

    def rules(self, id: str, game: str, type_: type[R], changes: Mapping[str, str] | None) -> R:
        return rulebook(id).rules(game, type_, dict(changes or {}))

    def digest(self, id: str, game: str) -> str:
        return rulebook(id).digest(game)


EDITIONS = Editions()
