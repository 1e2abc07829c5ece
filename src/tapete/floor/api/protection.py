"""What I set to protect myself: limits, a reality check, a break; and what I have played today."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import UNSET, Meta, UnsetType

from tapete.core.book.account import Unit
from tapete.floor.api.guard import House, person_of, somebody
from tapete.floor.house.casino import Casino
from tapete.floor.people.door import see_out
from tapete.floor.people.person import Person
from tapete.floor.people.protection import KINDS_OF_LIMIT

Asked = Request[Any, Any, Any]
Amount = Annotated[int, Meta(ge=0, le=2**53)]


class LimitsIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits of my own: the most to lose and to stake a day, minutes of play a day, minutes after
    which I am shown how it goes. Null takes one away; what is left out stays."""

    loss: Amount | UnsetType | None = UNSET
    stake: Amount | UnsetType | None = UNSET
    minutes: Amount | UnsetType | None = UNSET
    reality: Amount | UnsetType | None = UNSET


class RestIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """I take a break until a moment."""

    until: Annotated[float, Meta(ge=0, le=1e11)]


class LimitView(msgspec.Struct, frozen=True, kw_only=True):
    """A limit that holds now, and what will hold from a moment on."""

    value: int | None
    next: int | None
    at: float | None


class ProtectionView(msgspec.Struct, frozen=True, kw_only=True):
    """What I have set, and what I have played since the day of the house began: chips staked and
    lost (below zero: won), and seconds of play."""

    unit: Unit
    loss: LimitView
    stake: LimitView
    minutes: LimitView
    reality: LimitView
    rests: float
    staked: int
    lost: int
    seconds: float
    session: float


class Protecting(Controller):
    """A player's own limits."""

    path = "/api/me/protection"
    tags = ("people",)
    guards = (somebody,)

    @get("/")
    async def show(self, casino: House, request: Asked) -> ProtectionView:
        """What I have set, and what I have played today."""
        return await _view(casino, person_of(request))

    @post("/limits", status_code=HTTP_200_OK)
    async def limits(
        self, data: JSONBody[LimitsIn], casino: House, request: Asked
    ) -> ProtectionView:
        """Set limits of mine: a tighter one holds at once, a looser one after a day."""
        me = person_of(request)
        said = {kind: getattr(data, kind) for kind in KINDS_OF_LIMIT}
        wanted = {kind: value for kind, value in said.items() if value is not UNSET}
        await casino.protecting.set_limits(me.id, wanted)
        return await _view(casino, me)

    @post("/rest", status_code=HTTP_200_OK)
    async def rest(self, data: JSONBody[RestIn], casino: House, request: Asked) -> ProtectionView:
        """Take a break: I leave where I play, and take no place until it is over."""
        me = person_of(request)
        await casino.protecting.rest(me.id, data.until)
        await see_out(casino)
        return await _view(casino, me)

    @post("/seen", status_code=HTTP_200_OK)
    async def seen(self, casino: House, request: Asked) -> ProtectionView:
        """I was shown how it goes, and go on."""
        me = person_of(request)
        await casino.protecting.saw(me.id)
        return await _view(casino, me)


async def _view(casino: Casino, person: Person) -> ProtectionView:
    set_ = await casino.aside(lambda: casino.protecting.read(person.id))
    unit = casino.plan.unit_of() if not person.guest else person.unit
    today, session = await casino.protecting.played(person.id, unit, set_)
    now = casino.now()
    shown = {}
    for kind in KINDS_OF_LIMIT:
        limit = getattr(set_, kind)
        waits = limit.at is not None and limit.at > now
        shown[kind] = LimitView(
            value=limit.now(now), next=limit.next if waits else None,
            at=limit.at if waits else None,
        )  # fmt: skip
    return ProtectionView(
        unit=unit, **shown, rests=set_.rests, staked=today.staked, lost=today.lost,
        seconds=today.seconds, session=session.seconds,
    )  # fmt: skip
