"""Accounts: where chips lie. A value in code; its text stands only in records and databases.

Inside a round an account names a *place*: the chips before seat 3, a spot of the cloth, the bank.
It names no person and no unit of account, because a round knows neither: who sits at a place is
the table's to say, and all the chips of a table are of one unit, which stands in the terms of its
rounds. So no event can cross units, and a place changes hands without a change of name.
Whoever posts outside the table (the ledger) resolves place to person and adds the unit. What is
still owed to a player who has left his place names him (`of_person`), for the place may be
another's by then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Final, Literal, TypeAlias, final

Kind: TypeAlias = Literal[
    "seat", "cash", "colour", "held", "spot", "person",
    "bank", "tips", "commission",
    "pozo",
    "pot",
]  # fmt: skip
"""What an account is: a seat's chips, its money from outside, its colour chips, its held winnings,
its chips on a spot, money owed to a person; the house's bank, tips and commissions; a pot of
players among themselves (``pozo``); the accounts of a progressive pot (``pot``)."""

Unit: TypeAlias = str
"""A unit of account: `CLP`, `PLAY`, or a tournament's own (`tournament_unit`). No transfer crosses
units."""

CLP: Final[Unit] = "clp"
PLAY: Final[Unit] = "juego"
"""Play chips: given away, never sold, never cashed."""


def tournament_unit(id: str) -> Unit:
    """The chips of a tournament, worth nothing outside it (COL-7.4-01)."""
    return f"torneo:{id}"


def is_of_tournament(unit: Unit) -> bool:
    """Whether amounts in this unit are chips of a tournament.

    >>> is_of_tournament(tournament_unit("verano")), is_of_tournament(PLAY)
    (True, False)
    """
    return unit.startswith("torneo:")


_OF_SEAT: Final = frozenset({"seat", "cash", "colour", "held"})
_HOUSE: Final = frozenset({"bank", "tips", "commission", "pozo", "pot"})


@final
class Account:
    """An account: its kind, its owner (a seat or, of kind ``person``, a person), and the spot of
    the cloth or the part of a pot. There is one object for each account, so comparing and hashing
    cost nothing; ``text`` is how it is written.

    >>> Account("spot", 3, "pleno:17").text, Account("seat", 3) is Account("seat", 3)
    ('spot:pleno:17/3', True)
    """

    __slots__ = ("kind", "owner", "spot", "text")
    kind: Kind
    owner: int | str | None
    spot: str
    text: str

    _known: ClassVar[dict[tuple[str, int | str | None, str], Account]] = {}

    def __new__(cls, kind: Kind, owner: int | str | None = None, spot: str = "") -> Account:
        known = cls._known.get((kind, owner, spot))
        if known is not None:
            return known
        made = super().__new__(cls)
        for name, value in (
            ("kind", kind), ("owner", owner), ("spot", spot), ("text", _write(kind, owner, spot)),
        ):  # fmt: skip
            object.__setattr__(made, name, value)
        return cls._known.setdefault((kind, owner, spot), made)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("an account does not change")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"account({self.text!r})"

    def __lt__(self, other: Account) -> bool:
        return self.text < other.text

    def __reduce__(self) -> tuple[Callable[[str], Account], tuple[str]]:
        return account, (self.text,)

    @property
    def seat(self) -> int | None:
        """The seat whose account it is, if it is a seat's."""
        return self.owner if isinstance(self.owner, int) else None


Posting: TypeAlias = tuple[Account, int]
"""What an event adds to an account, below zero what it takes from it."""


def _write(kind: Kind, owner: int | str | None, spot: str) -> str:
    if kind == "spot":
        return f"spot:{spot}/{owner}"
    rest = spot if owner is None else owner
    return f"{kind}:{rest}" if rest != "" else kind


@cache
def account(text: str) -> Account:
    """Read an account as it is written.

    >>> account("spot:pleno:17/3").seat, account("pot:main").spot, account("bank").seat
    (3, 'main', None)
    >>> account("seat:three")
    Traceback (most recent call last):
    ValueError: no account: seat:three
    """
    kind, _, rest = text.partition(":")
    if kind in _HOUSE:
        found = Account(kind, None, rest)  # type: ignore[arg-type]
    elif kind == "person" and rest:
        found = Account("person", rest)
    else:
        spot, _, seat = rest.rpartition("/") if kind == "spot" else ("", "", rest)
        if not seat.isdecimal() or kind not in (*_OF_SEAT, "spot"):
            raise ValueError(f"no account: {text[:80]}")
        found = Account(kind, int(seat), spot)  # type: ignore[arg-type]
    if found.text != text:
        raise ValueError(f"no account: {text[:80]}")
    return found


BANK: Final = Account("bank")
TIPS: Final = Account("tips")
COMMISSION: Final = Account("commission")


@cache
def in_stack(seat: int) -> Account:
    """The chips a seat holds before it."""
    return Account("seat", seat)


@cache
def in_cash(seat: int) -> Account:
    """The money that whoever sits at a seat now brings to the table from outside."""
    return Account("cash", seat)


@cache
def in_colour(seat: int) -> Account:
    """The account for the value of a seat's colour chips: those before it, not those on the
    cloth."""
    return Account("colour", seat)


@cache
def on_hold(seat: int) -> Account:
    """The account for winnings of a seat that are still being verified."""
    return Account("held", seat)


@cache
def on_spot(seat: int, bet: str) -> Account:
    """The chips of a seat on a spot of the cloth."""
    return Account("spot", seat, bet)


def of_person(person: str) -> Account:
    """Money outside the table of a person by his name, whoever sits where he sat."""
    return Account("person", person)


def move(source: Account, target: Account, amount: int) -> tuple[Posting, ...]:
    """The postings that take an amount from one account to another."""
    return ((source, -amount), (target, amount))


def written(balances: Mapping[Account, int]) -> dict[str, int]:
    """Balances by the text of their accounts.

    >>> written({in_stack(3): 500, BANK: -500})
    {'seat:3': 500, 'bank': -500}
    """
    return {account.text: amount for account, amount in balances.items()}
