"""Who is asking: the session of a request, its secret against forgery, and the role it needs."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from tapete.floor.house.casino import Casino
from tapete.floor.people.permissions import PERMISSIONS
from tapete.floor.people.person import Person
from tapete.floor.people.register import digest_of_secret, same_secret
from tapete.floor.people.throttle import line_of

COOKIE = "tapete"
CSRF = "x-csrf"
NO_ROLE = "sin-cargo"
SAFE = ("GET", "HEAD", "OPTIONS")

House: TypeAlias = NamedDependency[Casino]
"""The casino, as a route is given it."""

Connection = ASGIConnection[Any, Any, Any, Any]


async def anyone(connection: Connection, _: BaseRouteHandler) -> None:
    """Open to everybody; whoever has a session is known all the same."""
    await _known(connection)


async def somebody(connection: Connection, _: BaseRouteHandler) -> None:
    """Open to whoever has come in; a change needs the secret that goes with the session."""
    found = await _known(connection)
    if found is None:
        raise NotAuthorizedException("come in first")
    method = connection.scope.get("method", "GET")
    if method not in SAFE:
        secret = connection.headers.get(CSRF, "")
        if not same_secret(secret, found[1]):
            raise PermissionDeniedException(f"the header {CSRF} does not fit the session")


async def _known(connection: Connection) -> tuple[Person, str] | None:
    casino: Casino = connection.app.state.casino
    token = connection.cookies.get(COOKIE)
    found = None
    if token:
        now = casino.now()
        found = await casino.aside(lambda: casino.register.session(token, now=now))
    connection.scope["user"] = None if found is None else found[0]
    return found


def person_of(connection: Connection) -> Person:
    """The person who sent the request; the guard has made sure that there is one."""
    found = connection.scope.get("user")
    assert isinstance(found, Person)
    return found


def maybe_person(connection: Connection) -> Person | None:
    found = connection.scope.get("user")
    return found if isinstance(found, Person) else None


def role_of(person: Person, action: str) -> str:
    """The role in which a person does this: one that may, if he has it, else his first. Whoever was
    left without any does nothing."""
    allowed = PERMISSIONS[action].roles
    first = next(iter(person.roles), NO_ROLE)
    return next((role for role in person.roles if role in allowed), first)


def address_of(connection: Connection) -> str:
    """Where somebody asks from: one line to the house, however many people are on it."""
    return line_of(connection.client.host if connection.client is not None else "")


def same_origin(scope: Any) -> bool:
    """Whether no page of another site opens this socket: browsers ask nobody before they do, and
    a session of this one is not another's to use."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return origin is None or origin.partition(b"://")[2] == headers.get(b"host")


class Visitor:
    """Somebody on a socket."""

    def __init__(self, connection: Connection, casino: Casino) -> None:
        self.casino = casino
        token = connection.cookies.get(COOKIE)
        self.session = None if token is None else digest_of_secret(token)
        self.person = maybe_person(connection)
        self.known = self.person is not None

    async def here(self) -> bool:
        """Whether his session is still valid; a visitor without one always is. A session that ended
        is noticed by the news of it, or at the latest when the cached lookup expires."""
        if not self.known or self.session is None:
            return True
        self.person = await self.casino.sessions.find(self.session)
        return self.person is not None


async def looking_back(connection: Connection, _: BaseRouteHandler) -> None:
    """Reading history costs more than it takes to ask: an address has so much of it."""
    casino: Casino = connection.app.state.casino
    casino.throttle.history(address_of(connection), casino.now())
