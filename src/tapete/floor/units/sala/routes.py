"""A hall over HTTP, beyond what every unit has: who is there, and letters of other casinos."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from tapete.core.book.refused import Refused
from tapete.floor.api.guard import House, address_of, anyone, maybe_person
from tapete.floor.api.refusals import CLEAR
from tapete.floor.api.sizes import LETTER_MAX, LETTERS
from tapete.floor.house.letters import LetterIn, is_signed, link_key
from tapete.floor.kernel.unit import Envelope
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.sala.commands import Hear
from tapete.floor.units.sala.spec import SalaSpec
from tapete.floor.units.sala.unit import Sala
from tapete.floor.units.sala.view import PersonHere, people_here
from tapete.systems.bingo.joint import LINKED


class HallPeople(Controller):
    """Who is in a hall."""

    path = "/api/units"
    tags = ("units",)

    @get("/{unit:str}/people", guards=[anyone])
    async def index(
        self, unit: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> tuple[PersonHere, ...]:
        """Everybody with cards in the game of a hall, and everybody else in it; to whom I may pass
        my cards on, if I hold some that still play (CAT-V.5-05)."""
        keeper, person = casino.keeper(unit), maybe_person(request)

        def look() -> tuple[PersonHere, ...]:
            if not isinstance(keeper.unit, Sala):
                raise Refused(CLEAR, "not-a-hall", unit=unit)
            return people_here(keeper.unit, casino.viewer_of(person, unit), casino.name_of)

        return await keeper.read(look)


class Letters(Controller):
    """Letters of other casinos."""

    path = "/api/units"
    tags = ("units",)

    @post(
        f"/{{unit:str}}{LETTERS}", status_code=HTTP_204_NO_CONTENT, guards=[anyone],
        request_max_body_size=LETTER_MAX,
    )  # fmt: skip
    async def hear(
        self,
        unit: FromPath[str],
        data: JSONBody[LetterIn],
        casino: House,
        request: Request[Any, Any, Any],
    ) -> None:
        """A letter from another casino, signed with the key of the link; heard once, however often
        it is sent. An address that forges some has to wait."""
        keeper = casino.keeper(unit)
        spec, key = keeper.unit.spec, None
        me = spec.joint.me if isinstance(spec, SalaSpec) and spec.joint is not None else ""
        if me:
            key = await casino.aside(lambda: link_key(casino.store, unit, data.sender))
        if not is_signed(key, data, me):
            casino.throttle.history(address_of(request), casino.now())
            raise Refused(LINKED, "not-signed", sender=data.sender)
        heard = Hear(sender=data.sender, n=data.n, body=data.body)
        await keeper.send(Envelope(
            id=f"enlace/{data.sender}/{data.n}", person=f"enlace/{data.sender}"[:64], role=SYSTEM,
            at=casino.now(), command=heard,
        ))  # fmt: skip
