"""A move: what a player says he does, with the amount or the cards it takes."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tapete.core.round.cards import Card


class Move(msgspec.Struct, frozen=True):
    """A move by its public id, and what was said with it: an amount, cards, a number.

    Its text is ``doblar:5000`` or ``cambiar:2c,9d``. What the ``detail`` means is for the `Option`
    to say that is open: it is kept as it was said. A move compares as its text.
    """

    name: str
    detail: str | None = None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Move):
            return self.name == other.name and self.detail == other.detail
        return (self.name if self.detail is None else self.text) == other

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def text(self) -> str:
        """
        >>> Move("doblar", "5000").text, Move("pedir").text
        ('doblar:5000', 'pedir')
        """
        return self.name if self.detail is None else f"{self.name}:{self.detail}"

    @property
    def kind(self) -> str:
        """The kind of move, where moves of one kind are numbered.

        >>> move("seguro-2:500").kind, move("doblar").kind
        ('seguro', 'doblar')
        """
        return self.name.rstrip("0123456789").removesuffix("-")

    @property
    def amount(self) -> int:
        """The number said with it; 0 if none was."""
        return int(self.detail) if self.detail is not None and self.has_amount else 0

    @property
    def has_amount(self) -> bool:
        """Whether a number was said with it, and one that can be an amount."""
        said = self.detail or ""
        return said.isdecimal() and len(said) <= 18

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards said with it.

        >>> move("cambiar:2c,9d").cards, move("servido").cards
        (('2c', '9d'), ())
        """
        return tuple(Card(card) for card in self.detail.split(",")) if self.detail else ()


@lru_cache(maxsize=4096)
def move(text: str) -> Move:
    """A move read from its text.

    >>> move("doblar:5000").amount, move("pedir") == Move("pedir")
    (5000, True)
    """
    name, colon, detail = text.partition(":")
    return Move(name, detail if colon else None)


def with_amount(name: str, amount: int) -> Move:
    """A move with an amount."""
    return Move(name, str(amount))


def with_cards(name: str, cards: tuple[str, ...] | list[str]) -> Move:
    """A move with some cards, or with none."""
    return Move(name, ",".join(cards)) if cards else Move(name)
