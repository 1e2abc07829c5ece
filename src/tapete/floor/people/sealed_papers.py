"""Who a person is, sealed: name, identity number and date of birth under a key of the person's own,
which is sealed by the key of the house (`tapete.floor.people.housekey`).

The database finds somebody by a mark of his number, which nobody can make or guess without the key
of the house. Destroying the person's key erases him: what he did stays in the log under an id that
is nobody's. Where the law has records kept, his papers are blocked until its time is over: nothing
reads them but whoever inspects, and that is written down.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, select, update

from tapete.floor.money.accounts import CAGE, vault, wallet
from tapete.floor.people.housekey import HouseKey, new_key, open_, seal
from tapete.floor.storage import schema

KEPT_YEARS = 5
"""So long the law has the records of the cage kept, with whose they are."""
KEPT = KEPT_YEARS * 365.25 * 86_400


class Papers(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a person's papers say."""

    name: str
    rut: str | None = None
    born: str | None = None
    address: str | None = None


def mark_of(house: HouseKey, rut: str) -> str:
    """What stands in the database for an identity number."""
    key = hmac.new(house.key, b"tapete rut", hashlib.sha256).digest()
    return hmac.new(key, rut.encode(), hashlib.sha256).hexdigest()


def sealed(house: HouseKey, person: str, papers: Papers) -> dict[str, Any]:
    """Papers as a row of the database, under a new key."""
    own = new_key()
    return {
        "person": person,
        "mark": None if papers.rut is None else mark_of(house, papers.rut),
        "key": house.seal(own, person),
        "body": seal(own, msgspec.json.encode(papers), person),
        "until": None,
    }


@lru_cache(maxsize=65_536)
def _opened(house: bytes, person: str, key: str, body: str) -> Papers:
    return msgspec.json.decode(open_(open_(house, key, person), body, person), type=Papers)


def opened(house: HouseKey, person: str, key: str | None, body: str | None) -> Papers:
    """The papers of a row; of whoever has none, his id for a name."""
    if key is None or body is None:
        return Papers(name=person)
    return _opened(house.key, person, key, body)


def forget(connection: Connection, person: str, now: float) -> float | None:
    """Destroy the key of a person, or block his papers while the law has them kept. Gives until
    when; None: they are gone."""
    x = schema.papers
    until = kept_until(connection, person)
    _opened.cache_clear()
    if until is None or until <= now:
        connection.execute(delete(x).where(x.c.person == person))
        return None
    connection.execute(update(x).where(x.c.person == person).values(until=until, mark=None))
    return until


def kept_until(connection: Connection, person: str) -> float | None:
    """Until when the law has the papers of a person kept: five years after he was last at the cage;
    None: he never was."""
    t = schema.transfers
    mine, house = wallet(person).text, [CAGE.text, vault().text]
    found = [
        connection.execute(select(func.max(t.c.at)).where(one == mine, other.in_(house))).scalar()
        for one, other in ((t.c.source, t.c.target), (t.c.target, t.c.source))
    ]
    last = max((float(at) for at in found if at is not None), default=None)
    return None if last is None else last + KEPT


def destroy_overdue(connection: Connection, now: float) -> int:
    """Destroy the keys of those whose time is over. Gives how many."""
    x = schema.papers
    gone = connection.execute(delete(x).where(x.c.until.is_not(None), x.c.until <= now)).rowcount
    if gone:
        _opened.cache_clear()
    return gone
