"""Letters to other casinos, from halls that play together and pots that are shared: signed, over
HTTP, and written down there before they count as delivered.

A link has a key that both casinos hold (`set_link_key`); a letter without its signature is not
heard.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar.status_codes import HTTP_204_NO_CONTENT
from msgspec import Meta
from sqlalchemy import delete, insert, select

from tapete.floor.house.logs import log
from tapete.floor.people.housekey import open_, seal
from tapete.floor.storage import schema

if TYPE_CHECKING:
    import httpx

    from tapete.floor.storage.store import Store

SOONEST, LATEST, PATIENCE = 0.2, 10.0, 10.0
"""Seconds before a letter is tried again, at first and at the most; and for an answer."""


class LetterIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A letter of another casino, signed with the key of the link."""

    sender: Annotated[str, Meta(max_length=40)]
    n: Annotated[int, Meta(ge=0, lt=2**53)]
    body: Annotated[str, Meta(max_length=4_000_000)]
    signature: Annotated[str, Meta(max_length=64)]


def signature(key: bytes, sender: str, to: str, n: int, body: str) -> str:
    """What only somebody with the key of the link can write under a letter."""
    text = f"{sender}\n{to}\n{n}\n{body}"
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def link_key(store: Store, holder: str, other: str) -> bytes | None:
    """The key of the link that a hall or a pot has with another casino."""
    c, name = schema.casino, _name(holder, other)
    with store.engine.connect() as connection:
        found = connection.execute(select(c.c.value).where(c.c.key == name)).scalar()
    return None if found is None else open_(store.key.key, str(found), name)


def set_link_key(store: Store, holder: str, other: str, key: str) -> None:
    """Keep the key of a link, sealed with the key of the house: both casinos keep the same."""
    c, name = schema.casino, _name(holder, other)
    with store.writing() as connection:
        connection.execute(delete(c).where(c.c.key == name))
        sealed = seal(store.key.key, key.encode(), name)
        connection.execute(insert(c).values(key=name, value=sealed))


def _name(holder: str, other: str) -> str:
    return f"enlace:{holder}:{other}"


def signed(key: bytes, sender: str, to: str, n: int, body: str) -> LetterIn:
    """A letter ready to go out."""
    return LetterIn(sender=sender, n=n, body=body, signature=signature(key, sender, to, n, body))


def is_signed(key: bytes | None, letter: LetterIn, to: str) -> bool:
    """Whether somebody with the key of the link wrote it, to whoever it came to."""
    if key is None:
        return False
    wanted = signature(key, letter.sender, to, letter.n, letter.body)
    return hmac.compare_digest(wanted.encode(), letter.signature.encode())


async def give(http: httpx.AsyncClient, holder: str, address: str, letter: LetterIn) -> bool:
    """Give a correspondent a letter of a hall or a pot; says whether he has it."""
    import httpx

    n = letter.n
    try:
        answer = await http.post(
            f"{address}/letters", content=msgspec.json.encode(letter),
            headers={"content-type": "application/json"},
        )  # fmt: skip
    except httpx.HTTPError as error:
        log.warning("letter-not-delivered", unit=holder, to=address, n=n, why=repr(error))
        return False
    if answer.status_code != HTTP_204_NO_CONTENT:
        log.warning("letter-refused", unit=holder, to=address, n=n, why=answer.text[:200])
        return False
    return True
