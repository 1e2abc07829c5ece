"""The two hands, punto and banca: points, naturals, and who takes a third card.

The numbers are the rulebook's (`HandRules`); here is only how they are read. The questions take
points and card values, never cards, so that play and mathematics ask the very same ones.
"""

from __future__ import annotations

from collections.abc import Iterable

from tapete.core.round.cards import Card
from tapete.games.cards.shuffle import ShoeRules

PUNTO = "punto"
BANCA = "banca"
EMPATE = "empate"
VALUES = {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 0)}
MODULUS = 10


class HandRules(ShoeRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of the two hands: first cards, naturals, the table of third cards.

    ``banca_draws[t]`` lists the values of punto's third card on which banca draws with ``t``
    points; ``banca_draws_alone`` are the points on which it draws when punto took none.
    """

    punto_cards: tuple[int, ...]
    banca_cards: tuple[int, ...]
    natural: tuple[int, ...]
    punto_draws: tuple[int, ...]
    punto_stands: tuple[int, ...]
    on_five: str
    banca_draws: tuple[tuple[int, ...], ...]
    banca_draws_alone: tuple[int, ...]


def value(card: Card) -> int:
    """Points of one card: its number, the ace 1, ten and figures 0 (CAT-III.2.5-55).

    >>> value(Card("As")), value(Card("9h")), value(Card("Tc")), value(Card("Kd"))
    (1, 9, 0, 0)
    """
    return VALUES[card[0]]


def units(total: int) -> int:
    """Of a sum only the units count (CAT-III.2.5-55).

    >>> units(7 + 5), units(6 + 4)
    (2, 0)
    """
    return total % MODULUS


def points(cards: Iterable[Card]) -> int:
    """The points of a hand of two or three cards.

    >>> points([Card("9h"), Card("8d")]), points([Card("7c"), Card("5d"), Card("6s")])
    (7, 8)
    """
    return units(sum(map(value, cards)))


def is_natural(rules: HandRules, total: int) -> bool:
    """Whether two cards with this total end the play at once (CAT-III.2.5-51)."""
    return total in rules.natural


def punto_draws(rules: HandRules, total: int) -> bool | None:
    """Whether punto, no natural about, takes a third card; None where a player decides.

    Draws on 0 to 4, stands on 6 and 7 (CAT-III.2.5-59); on 5 it must draw, or in Baccarat the
    largest punto bettor chooses (CAT-III.2.5-60, -61): ``on_five``.
    """
    if total in rules.punto_draws:
        return True
    if total in rules.punto_stands or is_natural(rules, total):
        return False
    return True if rules.on_five == "pide" else None


def banca_draws(rules: HandRules, total: int, third: int | None) -> bool:
    """Whether banca takes a third card; ``third`` is the value of punto's, None if it stood.

    CAT-III.2.5-62 against punto's third card, CAT-III.2.5-63 when punto has none.
    """
    if third is None:
        return total in rules.banca_draws_alone
    return total < len(rules.banca_draws) and third in rules.banca_draws[total]


def winner(punto: int, banca: int) -> str:
    """The side with the points nearest to nine, or the tie (CAT-III.2.5-57, -58).

    >>> winner(7, 6), winner(0, 1), winner(4, 4)
    ('punto', 'banca', 'empate')
    """
    if punto == banca:
        return EMPATE
    return PUNTO if punto > banca else BANCA
