"""Finding people by their names, which are sealed: the database holds marks of how the words of a
name, an identity number and an id begin, each made with a key of the house's.

Whoever has the database alone learns from them that two names begin alike, and not how. They go
when a person is erased. What is found by marks is opened and looked at: a mark stands for the first
letters only.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select

from tapete.floor.people.housekey import HouseKey
from tapete.floor.people.person import BOT, Person
from tapete.floor.storage import schema

LENGTHS = (3, 5, 8)
"""So many first letters have a mark, or a shorter word itself; fewer would tell too much."""
OPENED = 200
"""The most papers that are opened for one search: of more the words say too little."""


def plain(text: str) -> str:
    """A name without capitals, accents and the points of a number, as it is looked for.

    >>> plain("Núñez DÍAZ"), plain("12.345.678-5")
    ('nunez diaz', '12345678-5')
    """
    parted = unicodedata.normalize("NFD", text.casefold().replace(".", ""))
    return "".join(sign for sign in parted if not unicodedata.combining(sign))


def _known(word: str) -> Iterator[str]:
    """The beginnings of a word that have a mark, the longest first; of a short word itself.

    >>> list(_known("sotomayor")), list(_known("li"))
    (['sotomayo', 'sotom', 'sot'], ['li'])
    """
    for length in reversed(LENGTHS):
        if length <= len(word):
            yield word[:length]
    if len(word) < LENGTHS[0]:
        yield word


def _mark(key: bytes, beginning: str) -> str:
    return hmac.new(key, beginning.encode(), hashlib.sha256).hexdigest()[:16]


def _words(person: Person) -> list[str]:
    return [*plain(person.name).split(), plain(person.rut or ""), plain(person.id)]


def write_marks(connection: Connection, house: HouseKey, person: Person) -> None:
    """Let a person be found, by the marks of how he is called."""
    marks = sorted(marks_of(house, person))
    rows = [{"mark": mark, "person": person.id} for mark in marks]
    connection.execute(insert(schema.name_marks), rows)


def marks_of(house: HouseKey, person: Person) -> set[str]:
    """The marks of how a person is called."""
    key = house.derived("names")
    return {_mark(key, one) for word in _words(person) if word for one in _known(word)}


def forget_marks(connection: Connection, person: str) -> None:
    """Nobody finds him by his name any more."""
    connection.execute(delete(schema.name_marks).where(schema.name_marks.c.person == person))


def called(house: HouseKey, text: str) -> ColumnElement[bool]:
    """The people whose names may begin with these words; all of them if there are none."""
    key, x, p = house.derived("names"), schema.name_marks, schema.people
    known = (next(_known(word)) for word in plain(text).split())
    marks = (select(x.c.person).where(x.c.mark == _mark(key, one)) for one in known)
    return and_(True, *(p.c.id.in_(found) for found in marks))


def is_called(person: Person, text: str) -> bool:
    """Whether every one of these words begins one of his, or is his id."""
    words = _words(person)
    return all(any(word.startswith(one) for word in words) for one in plain(text).split())


def search(
    connection: Connection, query: Any, house: HouseKey, text: str, *ids: str
) -> list[Any]:  # fmt: skip
    """Rows of a query of people whose names may begin with these words, or who have one of these
    ids; the last who came first, and no more than may be opened. A bot of the house is nobody."""
    p = schema.people
    mine = or_(called(house, text), p.c.id.in_(ids))
    query = (
        query.where(mine, ~p.c.id.startswith(f"{BOT}-"))
        .order_by(p.c.created.desc(), p.c.id)
        .limit(OPENED)
    )
    return list(connection.execute(query))
