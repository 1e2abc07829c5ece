"""The cage's books: who a person is, what was sold, cashed, filled and credited, and its receipt.

Everything is read out of the ledger and the audit log: nothing here is kept twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import false, or_, select

from tapete.core.book.account import CLP, PLAY
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.floor.money.accounts import LedgerAccount, ledger_account, vault, wallet
from tapete.floor.people.names import is_called, plain, search
from tapete.floor.people.person import Person, Reason
from tapete.floor.people.presence import reasons_of_all
from tapete.floor.people.register import SESSION_SECONDS, Register, people_query, person_of
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store

COUNTED: ClauseId = "CAT-I.2-01"
MONEY = (20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10)
"""Notes and coins of Chile."""
LOOSE = 1
"""Pesos that no chip and no coin is worth: what is left of a payment in an electronic wallet."""
KINDS = {
    "compra": "chips.sold",
    "canje": "chips.cashed",
    "relleno": "bank.filled",
    "retiro": "bank.credited",
}
"""Movements of the cage by the beginning of their ids, and how the audit log calls them."""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The count of the trays: how many of each note and coin, and of each chip."""

    money: dict[int, int] = {}
    chips: dict[int, int] = {}


class PersonFile(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody the casino knows, for whoever serves him: papers, the chips in his wallet (a
    guest's are play chips) and those to ``play`` with, and what keeps him out."""

    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]
    rut: str | None
    born: str | None
    wallet: int
    play: int
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
    """A receipt of the cage: the movements of the ledger, who made it (``served`` is his name),
    and what was counted. ``number`` is that of the audit log, by which people call it."""

    id: str
    number: int | None
    kind: str
    at: float
    day: str
    amount: int
    by: str | None
    served: str | None
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
    """People by how words of their name begin, or their identity number or id. A guest is found as
    long as he can be here: without a password he does not come in again."""
    id, key = text.strip(), register.store.key
    p = schema.people
    here = (p.c.kind == "cuenta") | (p.c.created > now - SESSION_SECONDS) | (p.c.id == id)
    with register.store.engine.connect() as connection:
        rows = search(connection, people_query().where(here), key, text, id)
    known = [person_of(row, key) for row in rows]
    found = [person for person in known if person.id == id or is_called(person, text)]
    found.sort(key=lambda one: (one.guest, plain(one.name), one.id))
    return person_files(register, found[:limit], now)


def person_files(register: Register, people: Sequence[Person], now: float) -> list[PersonFile]:
    """People of the register with their chips and what keeps them out, looked up together."""
    a, ids = schema.accounts, [person.id for person in people]
    wallets = [wallet(one.id, unit).text for one in people for unit in {one.unit, PLAY}]
    with register.store.engine.connect() as connection:
        barred = reasons_of_all(connection, ids, now)
        query = select(a.c.id, a.c.balance).where(a.c.id.in_(wallets))
        held = {row.id: int(row.balance) for row in connection.execute(query)}
    return [
        PersonFile(
            id=person.id, name=person.name, guest=person.guest, roles=person.roles, rut=person.rut,
            born=person.born, wallet=held.get(wallet(person.id, person.unit).text, 0),
            play=held.get(wallet(person.id, PLAY).text, 0), barred=barred.get(person.id, ()),
        )
        for person in people
    ]  # fmt: skip


def movements_of(
    store: Store, *accounts: LedgerAccount, limit: int = 50, after: str | None = None
) -> list[Movement]:
    """The movements of these accounts, the last first; ``after``: the page that follows the
    movement with this id."""
    return _last(store, [account.text for account in accounts], limit, after)


def cage_movements(
    store: Store, day: str | None = None, limit: int = 100, after: str | None = None
) -> list[Movement]:
    """Chips that left the vault for a person or a bank, or came back, the last first."""
    t = schema.transfers
    wanted = [or_(*(t.c.id.startswith(f"{kind}:") for kind in KINDS))]
    vaults = [vault(unit).text for unit in (CLP, PLAY)]
    if day is None:
        return _last(store, vaults, limit, after, *wanted)
    # Of one day: by its own index, not through all that ever left the vault.
    mine = (t.c.day == day) & ((t.c.source + "").in_(vaults) | (t.c.target + "").in_(vaults))
    query = select(t).where(mine, *wanted, *_next(store, after))
    return _movements(store, query.order_by(t.c.at.desc(), t.c.id).limit(limit))


def _last(
    store: Store, names: Sequence[str], limit: int, after: str | None, *wanted: Any
) -> list[Movement]:
    """The last movements out of accounts and into them. Each account is read by its own index, the
    last first, and no further than it is asked for: years of history do not count."""
    t = schema.transfers
    found: dict[str, Movement] = {}
    for name in names:
        for mine in (t.c.source == name, t.c.target == name):
            query = select(t).where(mine, *wanted, *_next(store, after))
            query = query.order_by(t.c.at.desc(), t.c.id).limit(limit)
            found |= {one.id: one for one in _movements(store, query)}
    return sorted(found.values(), key=lambda one: (-one.at, one.id))[:limit]


def _next(store: Store, after: str | None) -> list[Any]:
    """The condition for the page after a movement, newest first; no row if it is unknown."""
    if after is None:
        return []
    t = schema.transfers
    with store.engine.connect() as connection:
        at = connection.execute(select(t.c.at).where(t.c.id == after)).scalar()
    if at is None:
        return [false()]
    return [t.c.at <= at, (t.c.at < at) | (t.c.id > after)]


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
    named = [ledger_account(text) for m in found for text in (m.source, m.target)]
    person = next((one.owner for one in named if one.holder == "wallet"), None)
    by = None if noted is None else noted[1]
    names = register.names([one for one in (person, by) if one is not None])
    return Receipt(
        id=id, number=None if noted is None else noted[0], kind=kind,
        at=first.at, day=first.day, amount=first.amount,
        by=by, served=names.get(by or ""), person=person, name=names.get(person or ""),
        table=next((one.owner for one in named if one.holder == "mesa"), None),
        counted="" if noted is None else str(noted[2].get("counted", "")), movements=tuple(found),
    )  # fmt: skip


def _noted(
    register: Register, what: str, at: float, id: str
) -> tuple[int, str, Mapping[str, Any]] | None:
    """By the audit log: the number of the entry, who did it, and what he wrote there."""
    a = schema.audit
    query = select(a.c.n, a.c.person, a.c.facts).where(a.c.at == at, a.c.what == what)
    with register.store.engine.connect() as connection:
        for row in connection.execute(query):
            facts = msgspec.json.decode(row.facts)
            if facts.get("receipt") == id:
                return row.n, row.person, facts
    return None
