"""The cage's books: who a person is, what was sold, cashed, filled and credited, and its receipt.

Everything is read out of the ledger and the audit log: nothing here is kept twice.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import and_, or_, select, true

from tapete.core.clause import ClauseId
from tapete.core.refused import Refused
from tapete.floor import schema
from tapete.floor.ledger import VAULT, wallet
from tapete.floor.people import Reason
from tapete.floor.register import Register
from tapete.floor.store import Store

COUNTED: ClauseId = "CAT-I.2-01"
MONEY = (20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10)
"""Notes and coins of Chile."""
LOOSE = 1
"""Pesos that no chip and no coin is worth: what is left of a payment in an electronic wallet."""
ACCENTED = "aeiouncy"
"""Letters that may be written with an accent."""
KINDS = {
    "compra": "chips.sold",
    "canje": "chips.cashed",
    "relleno": "bank.filled",
    "retiro": "bank.credited",
}
"""Movements of the cage by the beginning of their ids, and how the audit log calls them."""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in the trays: how many of each note and coin, and of each chip."""

    money: dict[int, int] = {}
    chips: dict[int, int] = {}


class PersonFile(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody the casino knows, for whoever serves him: papers, chips, and what keeps him out."""

    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]
    rut: str | None
    born: str | None
    wallet: int
    barred: tuple[Reason, ...]


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """A movement of the ledger as it is written there."""

    id: str
    at: float
    day: str
    source: str
    target: str
    amount: int
    state: str
    why: str
    clause: ClauseId


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What was done at the cage: the movements of the ledger, who did it, and what was counted."""

    id: str
    kind: str
    at: float
    day: str
    amount: int
    by: str | None
    person: str | None
    name: str | None
    table: str | None
    counted: str
    movements: tuple[Movement, ...]


def check_count(count: Count | None, amount: int, chips: tuple[int, ...]) -> str:
    """Raise `Refused` unless each tray comes to the amount. Gives the count as it is written down.

    >>> check_count(Count(money={5000: 2}, chips={500: 20}), 10_000, (500,))
    '5000x2 = 500x20'
    """
    if count is None:
        return ""
    said = []
    for tray, values in ((count.money, MONEY), (count.chips, chips)):
        for value, many in tray.items():
            if value not in (*values, LOOSE) or not 0 <= many <= 1_000_000:
                raise Refused(COUNTED, "no-such-piece", value=value, many=many)
        total = sum(value * many for value, many in tray.items())
        if tray and total != amount:
            raise Refused(COUNTED, "count-differs", counted=total, amount=amount)
        ordered = sorted(tray.items(), reverse=True)
        said.append(" ".join(f"{value}x{many}" for value, many in ordered if many))
    return " = ".join(part for part in said if part)


def find_people(register: Register, text: str, now: float, limit: int = 30) -> list[PersonFile]:
    """People by a part of their name, or by the beginning of their identity number or id."""
    p = schema.people
    words = _plain(text).split()
    number = text.strip().replace(".", "")
    begins = p.c.id.istartswith(number, autoescape=True)
    named = and_(true(), *(p.c.name.ilike(_loosely(word), escape="!") for word in words))
    query = select(p).order_by(p.c.kind, p.c.name, p.c.id)
    found: list[Any] = []
    with register.store.engine.connect() as connection:
        for row in connection.execute(query.where(or_(named, begins))):
            name = _plain(row.name)
            if all(word in name for word in words) or row.id.lower().startswith(number.lower()):
                found.append(row)
            if len(found) == limit:
                break
    return [person_file(register, row, now) for row in found]


def _plain(text: str) -> str:
    """A name without capitals and accents, as it is looked for.

    >>> _plain("Núñez DÍAZ")
    'nunez diaz'
    """
    parted = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in parted if not unicodedata.combining(sign))


def _loosely(word: str) -> str:
    """A pattern for the database, which knows of no accents: any sign where one could be.

    >>> _loosely("nunyo"), _loosely("100%")
    ('%_____%', '%100!%%')
    """
    return f"%{''.join('_' if sign in ACCENTED else _escaped(sign) for sign in word)}%"


def _escaped(sign: str) -> str:
    return f"!{sign}" if sign in "%_!" else sign


def person_file(register: Register, row: Any, now: float) -> PersonFile:
    """A person of the register with his chips and what keeps him out."""
    barred: tuple[Reason, ...] = ()
    if row.rut is not None:
        with register.store.engine.connect() as connection:
            barred = register.reasons(connection, row.rut, now)
    return PersonFile(
        id=row.id, name=row.name, guest=row.kind == "invitado",
        roles=msgspec.json.decode(row.roles, type=tuple[str, ...]), rut=row.rut, born=row.born,
        wallet=register.store.balance(wallet(row.id)), barred=barred,
    )  # fmt: skip


def movements_of(store: Store, account: str, limit: int = 50) -> list[Movement]:
    """What went into an account and out of it, the last first."""
    t = schema.transfers
    mine = (t.c.source == account) | (t.c.target == account)
    return _movements(store, select(t).where(mine).order_by(t.c.at.desc(), t.c.id).limit(limit))


def cage_movements(store: Store, day: str | None = None, limit: int = 100) -> list[Movement]:
    """Chips that left the vault for a person or a bank, or came back, the last first."""
    t = schema.transfers
    ours = or_(*(t.c.id.startswith(f"{kind}:") for kind in KINDS))
    chips = (t.c.source == VAULT) | (t.c.target == VAULT)
    query = select(t).where(ours, chips).order_by(t.c.at.desc(), t.c.id).limit(limit)
    return _movements(store, query if day is None else query.where(t.c.day == day))


def _movements(store: Store, query: Any) -> list[Movement]:
    with store.engine.connect() as connection:
        return [
            Movement(
                id=row.id, at=row.at, day=row.day, source=row.source, target=row.target,
                amount=int(row.amount), state=row.state, why=row.why, clause=row.clause,
            )
            for row in connection.execute(query)
        ]  # fmt: skip


def receipt(register: Register, id: str) -> Receipt:
    """The receipt of something done at the cage (``compra:…``, ``canje:…``, ``relleno:…``,
    ``retiro:…``)."""
    t = schema.transfers
    kind = id.partition(":")[0]
    ids = [f"{id}:0", f"{id}:1"]
    found = _movements(register.store, select(t).where(t.c.id.in_(ids)).order_by(t.c.id))
    if kind not in KINDS or not found:
        raise Refused(COUNTED, "no-such-receipt", id=id[:80])
    first = found[0]
    noted = _noted(register, KINDS[kind], first.at, id)
    who = next((a for m in found for a in (m.source, m.target) if a.startswith("wallet:")), None)
    bank = next((a for m in found for a in (m.source, m.target) if a.startswith("mesa:")), None)
    person = None if who is None else who.removeprefix("wallet:")
    known = None if person is None else register.find(person)
    return Receipt(
        id=id, kind=kind, at=first.at, day=first.day, amount=first.amount,
        by=None if noted is None else noted[0], person=person,
        name=None if known is None else known.name,
        table=None if bank is None else bank.removeprefix("mesa:").partition("/")[0],
        counted="" if noted is None else str(noted[1].get("counted", "")), movements=tuple(found),
    )  # fmt: skip


def _noted(
    register: Register, what: str, at: float, id: str
) -> tuple[str, Mapping[str, Any]] | None:
    """Who did it, by the audit log, and what he wrote there."""
    a = schema.audit
    query = select(a.c.person, a.c.facts).where(a.c.at == at, a.c.what == what)
    with register.store.engine.connect() as connection:
        for row in connection.execute(query):
            facts = msgspec.json.decode(row.facts)
            if facts.get("receipt") == id:
                return row.person, facts
    return None
