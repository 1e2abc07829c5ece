"""My personal data: what is kept of me, what I ask about it; and the desk that answers."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from tapete.floor.api.guard import House, looking_back, person_of, role_of, somebody
from tapete.floor.people import permissions
from tapete.floor.people.person import Person
from tapete.floor.people.personal import AnswerTo, AskedFor, Waiting
from tapete.floor.people.sealed_papers import Papers

Asked = Request[Any, Any, Any]


class AskIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What I ask: access, rectification, erasure, opposition, portability, blocking."""

    kind: AnswerTo


class AnswerIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the desk answers."""

    answer: Annotated[str, Meta(min_length=1, max_length=1000)]


class PersonalData(Controller):
    """What the house keeps of persons, and their rights."""

    path = "/api"
    tags = ("people",)
    guards = (somebody,)

    @get("/me/data", guards=[looking_back])
    async def mine(self, casino: House, request: Asked) -> dict[str, Any]:
        """All that is kept of me."""
        me = person_of(request)
        return await asyncio.to_thread(
            casino.personal.export, me, by=me.id, now=casino.now()
        )  # fmt: skip

    @get("/me/requests")
    async def my_requests(self, casino: House, request: Asked) -> list[AskedFor]:
        """What I have asked about my data, and until when it is answered."""
        me = person_of(request).id
        return await casino.aside(lambda: casino.personal.requests(me))

    @post("/me/requests", status_code=HTTP_200_OK)
    async def ask(self, data: JSONBody[AskIn], casino: House, request: Asked) -> AskedFor:
        """Ask for something I have a right to: it is answered within thirty days."""
        me = person_of(request)
        return await asyncio.to_thread(casino.personal.ask, me, data.kind, now=casino.now())

    @get("/requests")
    async def requests(self, casino: House, request: Asked) -> list[Waiting]:
        """What persons have asked and nobody has answered, the first due first."""
        _desk(request)
        return await casino.aside(casino.personal.waiting)

    @post("/requests/{id:str}", status_code=HTTP_200_OK)
    async def answer(
        self, id: FromPath[str], data: JSONBody[AnswerIn], casino: House, request: Asked
    ) -> AskedFor:
        """Answer a request."""
        by = _desk(request)
        return await asyncio.to_thread(
            casino.personal.answer, id[:32], data.answer, by=by.id, now=casino.now()
        )

    @get("/people/{person:str}/data")
    async def export(self, person: FromPath[str], casino: House, request: Asked) -> dict[str, Any]:
        """All that is kept of somebody, to be given to him."""
        by = _desk(request)
        who = casino.known(person)
        return await asyncio.to_thread(
            casino.personal.export, who, by=by.id, now=casino.now()
        )  # fmt: skip

    @get("/people/{person:str}/blocked")
    async def blocked(self, person: FromPath[str], casino: House, request: Asked) -> Papers:
        """Who somebody was who was erased, while the law has it kept. It is written down."""
        by = person_of(request)
        permissions.check("audit.read", role_of(by, "audit.read"))
        return await asyncio.to_thread(
            casino.personal.blocked, person[:64], by=by.id, now=casino.now()
        )


def _desk(request: Asked) -> Person:
    by = person_of(request)
    permissions.check("person.erase", role_of(by, "person.erase"))
    return by
