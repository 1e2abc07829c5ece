"""A bet by its parts: its kind, what it is on, and where it is held."""

from __future__ import annotations

from functools import lru_cache

import msgspec


class BetId(msgspec.Struct, frozen=True):
    """A bet of the cloth: ``pleno`` on ``17``, ``principal`` on hand ``2``, ``rojo`` held in
    ``prision``. Chips lie by its text, ``pleno:17``, ``principal:2``, ``rojo@prision``."""

    kind: str
    on: str = ""
    held: str = ""

    @property
    def text(self) -> str:
        """
        >>> BetId("pleno", "17").text, BetId("rojo", held="prision").text
        ('pleno:17', 'rojo@prision')
        """
        return f"{self.spot}@{self.held}" if self.held else self.spot

    @property
    def spot(self) -> str:
        """The text of the bet on the cloth, wherever it is held."""
        return f"{self.kind}:{self.on}" if self.on else self.kind

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers it is on.

        >>> bet_id("cuadro:1-2-4-5").numbers, bet_id("rojo").numbers
        (('1', '2', '4', '5'), ())
        """
        return tuple(self.on.split("-")) if self.on else ()


@lru_cache(maxsize=4096)
def bet_id(text: str) -> BetId:
    """A bet read from its text.

    >>> bet_id("pleno:17"), bet_id("caballo:1-2@prision").held
    (BetId(kind='pleno', on='17', held=''), 'prision')
    """
    spot, _, held = text.partition("@")
    kind, _, on = spot.partition(":")
    return BetId(kind, on, held)


@lru_cache(maxsize=4096)
def kind_of(text: str) -> str:
    """The kind of a bet, from its text.

    >>> kind_of("pleno:17"), kind_of("rojo@prision")
    ('pleno', 'rojo')
    """
    return bet_id(text).kind
