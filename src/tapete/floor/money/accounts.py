"""The accounts of the ledger, as values; their text stands only in the database.

An account of the ledger has a holder (a person's wallet, a table or another unit, a pot, the vault,
the cage, the world outside), at a unit or in a pot the place where the chips lie
(`core.book.account`), and a unit of account. Inside a table an account names a place; whatever
leaves the table goes to the wallet of a person. Pesos are written without their unit:
``wallet:ana``, ``mesa:R1/seat:3``, ``juego|wallet:ana``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import msgspec

from tapete.core.book.account import BANK, CLP, Account, Unit, account, of_person
from tapete.core.round.pot import ADVANCE, MAIN, POT, RESERVE
from tapete.systems.pot.events import BASE, FUND, MOVED
from tapete.systems.progressive.events import CREDITS, PROMOTIONS

Holder: TypeAlias = str
"""Who holds: a person's ``wallet``, a pot (``progresivo``, ``pozo``), the house
(``boveda``, ``caja``, ``mundo``), the bearers of ``tickets`` and ``tarjetas``, or a unit by its
kind (``mesa``)."""

_HOUSE = ("boveda", "caja", "mundo")
_MAY_OWE = frozenset({BANK, ADVANCE, PROMOTIONS})
OF_POT = frozenset({POT, MAIN, RESERVE, ADVANCE, CREDITS, PROMOTIONS})
"""What a table's events move of the pot it is linked to."""


class LedgerAccount(msgspec.Struct, frozen=True, cache_hash=True):
    """An account of the ledger: who holds chips or money, where they lie, and in which unit."""

    holder: Holder
    owner: str = ""
    place: Account | None = None
    unit: Unit = CLP

    @property
    def text(self) -> str:
        """As it is written in the database.

        >>> at_table("R1", BANK).text, wallet("ana", "juego").text, VAULT.text
        ('mesa:R1/bank', 'juego|wallet:ana', 'boveda')
        """
        unit = "" if self.unit == CLP else f"{self.unit}|"
        owner = "" if self.holder in _HOUSE else f":{self.owner}"
        place = "" if self.place is None else f"/{self.place.text}"
        return f"{unit}{self.holder}{owner}{place}"

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: LedgerAccount) -> bool:
        return self.text < other.text

    @property
    def may_owe(self) -> bool:
        """Whether it may go below zero: the house's own may, nobody else's.

        >>> at_table("R1", BANK).may_owe, wallet("ana").may_owe, VAULT.may_owe
        (True, False, True)
        """
        return self.holder in _HOUSE or self.place in _MAY_OWE


@lru_cache(maxsize=65_536)
def ledger_account(text: str) -> LedgerAccount:
    """Read an account of the ledger as it is written.

    >>> ledger_account("juego|mesa:R1/spot:pleno:17/3").place
    account('spot:pleno:17/3')
    >>> ledger_account("purse:ana")
    Traceback (most recent call last):
    ValueError: no account of the ledger: purse:ana
    """
    unit, bar, rest = text.partition("|")
    if not bar or "/" in unit:  # the bar is a sign of something else
        unit, rest = CLP, text
    holder, _, owner = rest.partition(":")
    place: Account | None = None
    if holder not in (*_HOUSE, "wallet"):
        owner, _, where = owner.partition("/")
        place = account(where) if where else None
    found = LedgerAccount(holder, owner, place, unit)
    if (
        found.text != text
        or bool(owner) == (holder in _HOUSE)
        or (place is None and holder not in (*_HOUSE, "wallet"))
    ):
        raise ValueError(f"no account of the ledger: {text[:80]}")
    return found


CAGE = LedgerAccount("caja")
"""The cage's money: pesos, and nothing else ever."""
WORLD = LedgerAccount("mundo")
"""Money outside the casino."""


@lru_cache(maxsize=64)
def vault(unit: Unit = CLP) -> LedgerAccount:
    """The house's chips of a unit that are not at a table; below zero: chips in circulation."""
    return LedgerAccount("boveda", unit=unit)


VAULT = vault()


def wallet(person: str, unit: Unit = CLP) -> LedgerAccount:
    """The chips a person holds that are at no table."""
    return LedgerAccount("wallet", person, None, unit)


@lru_cache(maxsize=64)
def in_tickets(unit: Unit = CLP) -> LedgerAccount:
    """The money of the live tickets of machines: their bearers', whoever they are.

    >>> in_tickets().text
    'tickets:emitidos/person:portador'
    """
    return LedgerAccount("tickets", "emitidos", of_person("portador"), unit)


@lru_cache(maxsize=64)
def on_cards(unit: Unit = CLP) -> LedgerAccount:
    """The account for prepaid cards that are in no machine: it is owed to their bearers.

    >>> on_cards("juego").text
    'juego|tarjetas:vigentes/person:portador'
    """
    return LedgerAccount("tarjetas", "vigentes", of_person("portador"), unit)


@lru_cache(maxsize=65_536)
def at_unit(kind: str, id: str, place: Account, unit: Unit = CLP) -> LedgerAccount:
    """An account of a unit of some kind."""
    return LedgerAccount(kind, id, place, unit)


def at_table(table: str, place: Account, unit: Unit = CLP) -> LedgerAccount:
    """An account of a gaming table."""
    return at_unit("mesa", table, place, unit)


@lru_cache(maxsize=4096)
def in_pot(pot: str, place: Account, unit: Unit = CLP) -> LedgerAccount:
    """An account of a pot; what the house puts into it comes from the vault.

    >>> in_pot("mayor", MAIN).text, in_pot("mayor", BASE).text
    ('progresivo:mayor/pot:main', 'boveda')
    """
    if place in (BASE, FUND, MOVED):
        return vault(unit)
    return LedgerAccount("progresivo", pot, place, unit)


@lru_cache(maxsize=4096)
def in_plain_pot(pot: str, place: Account = MAIN, unit: Unit = CLP) -> LedgerAccount:
    """An account of a plain pot, as halls and machines have: prizes come out of ``MAIN``, bets that
    are put into it whole go to ``POT``.

    >>> in_plain_pot("acumulado").text
    'pozo:acumulado/pot:main'
    """
    return vault(unit) if place in (BASE, FUND, MOVED) else LedgerAccount("pozo", pot, place, unit)
