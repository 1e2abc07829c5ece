"""The post between casinos that play bingo together: letters go out signed, over HTTP, to each
correspondent in their order, and are written down there before they count as delivered.

A link has a key that both casinos hold (`set_link_key`); a letter without its signature is not
heard. Whoever cannot be reached is tried again, each time after twice as long, and keeps nobody
else waiting.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from litestar.status_codes import HTTP_204_NO_CONTENT
from msgspec import Meta
from sqlalchemy import delete, insert, select

from tapete.floor.house.logs import log
from tapete.floor.kernel.attendant import until_news
from tapete.floor.people.housekey import open_, seal
from tapete.floor.storage import schema
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.sala.commands import Delivered
from tapete.systems.bingo.mail import Letter

if TYPE_CHECKING:
    import httpx

    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.keeper import Keeper
    from tapete.floor.storage.store import Store

SOONEST, LATEST, PATIENCE = 0.2, 10.0, 10.0
"""Seconds before a letter is tried again, at first and at the most; and for an answer."""


class LetterIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A letter of another casino, signed with the key of the link."""

    sender: Annotated[str, Meta(max_length=40)]
    n: Annotated[int, Meta(ge=1, lt=2**53)]
    body: Annotated[str, Meta(max_length=4_000_000)]
    signature: Annotated[str, Meta(max_length=64)]


def signature(key: bytes, sender: str, to: str, n: int, body: str) -> str:
    """What only somebody with the key of the link can write under a letter."""
    text = f"{sender}\n{to}\n{n}\n{body}"
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def link_key(store: Store, hall: str, other: str) -> bytes | None:
    """The key of a hall's link with another casino."""
    c = schema.casino
    with store.engine.connect() as connection:
        found = connection.execute(select(c.c.value).where(c.c.key == _name(hall, other))).scalar()
    return None if found is None else open_(store.key.key, str(found), _name(hall, other))


def set_link_key(store: Store, hall: str, other: str, key: str) -> None:
    """Keep the key of a link, sealed with the key of the house: both casinos keep the same."""
    c, name = schema.casino, _name(hall, other)
    with store.writing() as connection:
        connection.execute(delete(c).where(c.c.key == name))
        sealed = seal(store.key.key, key.encode(), name)
        connection.execute(insert(c).values(key=name, value=sealed))


def _name(hall: str, other: str) -> str:
    return f"enlace:{hall}:{other}"


async def carry_letters(house: Casino, keeper: Keeper) -> None:
    """Carry the letters of a hall to all its correspondents, as long as this node keeps it."""
    peers = keeper.unit.spec.joint.peers
    await asyncio.gather(*(Postman(house, keeper, to, at).run() for to, at in peers.items()))


class Postman:
    """Carries the letters of a hall to one correspondent, one after another."""

    def __init__(self, house: Casino, keeper: Keeper, to: str, address: str) -> None:
        self.house, self.keeper, self.to, self.address = house, keeper, to, address
        self._news = asyncio.Event()
        keeper.watchers.append(self._told)

    async def _told(self, step: Any) -> None:
        self._news.set()

    async def run(self) -> None:
        import httpx

        failures = 0
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            while not self.keeper.lost:
                self._news.clear()
                letter = await self.keeper.read(
                    lambda: self.keeper.unit.linked.mail.state.next_to(self.to)
                )
                if letter is None:
                    await until_news(self._news, self.keeper)
                elif await self._given(http, letter):
                    failures = 0
                else:
                    failures += 1
                    await asyncio.sleep(min(LATEST, SOONEST * 2.0 ** min(failures - 1, 10)))

    async def _given(self, http: httpx.AsyncClient, letter: Letter) -> bool:
        """Give him the letter; says whether he has it."""
        import httpx

        hall, me = self.keeper.unit_id, self.keeper.unit.spec.joint.me
        try:
            key = await self.house.aside(lambda: link_key(self.house.store, hall, self.to))
            if key is None:
                log.warning("link-without-key", unit=hall, to=self.to)
                return False
            sent = LetterIn(
                sender=me, n=letter.n, body=letter.body,
                signature=signature(key, me, self.to, letter.n, letter.body),
            )  # fmt: skip
            answer = await http.post(
                f"{self.address}/letters", content=msgspec.json.encode(sent),
                headers={"content-type": "application/json"},
            )  # fmt: skip
            if answer.status_code != HTTP_204_NO_CONTENT:
                log.warning("letter-refused", unit=hall, to=self.to, n=letter.n,
                            why=answer.text[:200])  # fmt: skip
                return False
            done = Delivered(to=self.to, n=letter.n)
            await self.keeper.send(self.house.by_system(done, SYSTEM))
        except httpx.HTTPError as error:
            log.warning("letter-not-delivered", unit=hall, to=self.to, n=letter.n, why=repr(error))
            return False
        except Exception as error:
            log.error("letter-not-carried", unit=hall, to=self.to, exc_info=error)
            return False
        return True
