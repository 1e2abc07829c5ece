"""Deals at the final table: what the players may share, and what stays for who wins (COL-9.1-24
to -31)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from tapete.core.book.refused import Refused
from tapete.systems.tournament.icm import icm_exact

RESERVE = Fraction(15, 100)
Icm = Callable[[Sequence[int], Sequence[int]], Sequence[Fraction]]


class Terms(NamedTuple):
    """A deal under way: stacks, prizes still unpaid, what is kept back for the winner."""

    stacks: tuple[int, ...]
    prizes: tuple[int, ...]
    reserve: int

    @property
    def total(self) -> int:
        """All prizes still unpaid."""
        return sum(self.prizes)

    @property
    def had(self) -> int:
        """The last unpaid prize, which every player has already."""
        return self.prizes[-1]

    @property
    def shared(self) -> int:
        """The sum left to share once everybody has the last unpaid prize."""
        return self.total - self.reserve - len(self.stacks) * self.had

    @property
    def safe(self) -> bool:
        """Whether nobody need go below what he already has."""
        return self.shared >= 0


def deal_terms(
    stacks: Sequence[int], prizes: Sequence[int], *, signed: int | None = None,
    final_table: bool = True, reserve: int | None = None,
) -> Terms:  # fmt: skip
    """The terms of a deal, or `Refused`: the final table, everybody in the prizes, everybody
    signing, 15 % or more for the first place."""
    players = len(stacks)
    if not final_table:
        raise Refused("COL-9.1-24", "deal-before-the-final-table")
    if len(prizes) < players:
        raise Refused("COL-9.1-28", "not-all-in-the-prizes", players=players, prizes=len(prizes))
    if signed is not None and signed < players:
        raise Refused(
            "COL-9.1-29", "not-all-agree", players=players, signed=signed, also="COL-9.1-26"
        )
    unpaid = tuple(prizes[:players])
    least = -int(-sum(unpaid) * RESERVE // 1)
    if reserve is not None and reserve < least:
        raise Refused("COL-9.1-31", "reserve-too-small", reserve=reserve, least=least,
                      also="COL-9.1-30")  # fmt: skip
    return Terms(tuple(stacks), unpaid, least if reserve is None else reserve)


class Offer(NamedTuple):
    """A way to share: each player's amount, and what the first place takes besides."""

    amounts: tuple[int, ...]
    first: int


def _floored(terms: Terms, exact: Sequence[Fraction]) -> Offer:
    amounts = tuple(int(amount // 1) for amount in exact)
    return Offer(amounts, terms.total - sum(amounts))


def above_the_last(terms: Terms, icm: Icm = icm_exact) -> Offer | None:
    """``B``: the last prize each, the rest as the model shares the prizes above it."""
    whole = terms.total - len(terms.stacks) * terms.had
    if not terms.safe:
        return None
    above = icm(terms.stacks, [prize - terms.had for prize in terms.prizes])
    if not whole:
        return _floored(terms, [Fraction(terms.had)] * len(terms.stacks))
    return _floored(terms, [terms.had + terms.shared * part / whole for part in above])


def off_the_first(terms: Terms, icm: Icm = icm_exact) -> Offer | None:
    """``C``: the model with the reserve taken off the first prize, while that leaves it not below
    the second."""
    first, *others = terms.prizes
    if not terms.safe or first - terms.reserve < max(others, default=0):
        return None
    return _floored(terms, icm(terms.stacks, [first - terms.reserve, *others]))


def by_chips(terms: Terms) -> Offer | None:
    """``fichas``: the last prize each, the rest by chips."""
    if not terms.safe:
        return None
    chips = sum(terms.stacks)
    return _floored(
        terms, [terms.had + Fraction(terms.shared * stack, chips) for stack in terms.stacks]
    )


def equally(terms: Terms) -> Offer | None:
    """``iguales``: the same for everybody."""
    if not terms.safe:
        return None
    players = len(terms.stacks)
    return _floored(terms, [Fraction(terms.total - terms.reserve, players)] * players)


def freely(terms: Terms, amounts: Sequence[int], below_signed: Collection[int] = ()) -> Offer:
    """``libre``: amounts of the players' own; below what one has only if he signs that too."""
    if len(amounts) != len(terms.stacks):
        raise Refused("COL-9.1-26", "deal-leaves-out", players=len(terms.stacks))
    if sum(amounts) > terms.total - terms.reserve:
        most = terms.total - terms.reserve
        raise Refused("COL-9.1-31", "deal-above-the-fund", amount=sum(amounts), most=most,
                      also="COL-9.1-30")  # fmt: skip
    for place, amount in enumerate(amounts, 1):
        if amount < 0 or (amount < terms.had and place not in below_signed):
            raise Refused(
                "COL-9.1-29", "deal-below-his-prize", player=place, has=terms.had,
                also="COL-9.1-28 COL-9.1-26",
            )  # fmt: skip
    return Offer(tuple(amounts), terms.total - sum(amounts))
