"""Coming in, going out, the cage."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, cast, get_args

from litestar import Controller, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from tapete.core.book.account import PLAY
from tapete.core.book.refused import Refused
from tapete.floor.api.guard import COOKIE, House, address_of, anyone, person_of, role_of, somebody
from tapete.floor.api.messages import (
    AdmitIn,
    Balance,
    BarIn,
    GuestIn,
    LogIn,
    Me,
    MoneyIn,
    NewPasswordIn,
    PasswordIn,
)
from tapete.floor.house import metrics
from tapete.floor.house.casino import Casino
from tapete.floor.house.logs import log
from tapete.floor.house.news import DUTY
from tapete.floor.house.office import keep_out
from tapete.floor.money.desk import check_count
from tapete.floor.people import permissions
from tapete.floor.people.erasing import erase
from tapete.floor.people.person import Person, Reason
from tapete.floor.people.register import SESSION_SECONDS, Session


def _me(casino: Casino, person: Person, csrf: str | None = None) -> Me:
    return Me(
        id=person.id, name=person.name, guest=person.guest, roles=person.roles,
        wallet=casino.cage.wallet(person.id, person.unit),
        play=casino.cage.wallet(person.id, PLAY), places=casino.store.places_of(person.id),
        csrf=csrf,
    )  # fmt: skip


def welcomed(casino: Casino, session: Session, *, secure: bool) -> Response[Me]:
    """Who has come in, with the cookie of his session."""
    cookie = Cookie(
        key=COOKIE, value=session.token, httponly=True, samesite="strict", secure=secure,
        max_age=SESSION_SECONDS, path="/",
    )  # fmt: skip
    return Response(_me(casino, session.person, session.csrf), cookies=[cookie])


class People(Controller):
    """Sessions and accounts."""

    path = "/api"
    tags = ("people",)

    @post("/guest", status_code=HTTP_200_OK, guards=[anyone])
    async def guest(
        self, data: JSONBody[GuestIn], casino: House, request: Request[Any, Any, Any]
    ) -> Response[Me]:
        """Come in as a guest, with play chips."""
        session = await casino.cage.welcome(data.name, address_of(request))
        return welcomed(casino, session, secure=request.url.scheme == "https")

    @post("/login", status_code=HTTP_200_OK, guards=[anyone])
    async def log_in(
        self, data: JSONBody[LogIn], casino: House, request: Request[Any, Any, Any]
    ) -> Response[Me]:
        """Come in with an account."""
        try:
            with casino.throttle.attempt(data.id, address_of(request), casino.now()):
                session = await casino.hashes.run(
                    casino.access.log_in, data.id, data.password, data.code, now=casino.now()
                )
        except Refused as refusal:
            metrics.LOGINS_REFUSED.inc()
            log.warning("login-refused", code=refusal.code)
            raise
        return welcomed(casino, session, secure=request.url.scheme == "https")

    @post("/logout", status_code=HTTP_204_NO_CONTENT, guards=[somebody])
    async def log_out(self, casino: House, request: Request[Any, Any, Any]) -> None:
        """Go out."""
        token, now = request.cookies[COOKIE], casino.now()
        await asyncio.to_thread(casino.register.log_out, token, now=now)

    @get("/me", guards=[somebody])
    async def me(self, casino: House, request: Request[Any, Any, Any]) -> Me:
        """Who am I, and how many chips do I hold."""
        return _me(casino, person_of(request))

    @post("/me/play-chips", status_code=HTTP_200_OK, guards=[somebody])
    async def play_chips(self, casino: House, request: Request[Any, Any, Any]) -> Me:
        """Ask for play chips, worth nothing, where one has none left."""
        me = person_of(request)
        await casino.cage.play_chips(me)
        return _me(casino, me)

    @post("/people", status_code=HTTP_200_OK, guards=[somebody])
    async def admit(
        self, data: JSONBody[AdmitIn], casino: House, request: Request[Any, Any, Any]
    ) -> Me:
        """Open an account for somebody whose papers were seen."""
        by = person_of(request)
        permissions.check("person.register", role_of(by, "person.register"))
        if set(data.roles) != {"jugador"}:
            permissions.check("person.roles", role_of(by, "person.roles"))
        person = await casino.hashes.run(
            casino.register.admit, data.name, data.rut, data.born, data.password,
            by=by.id, now=casino.now(), roles=data.roles, address=data.address,
        )  # fmt: skip
        with suppress(Refused):  # a house for money alone has none
            await casino.cage.play_chips(person)
        return _me(casino, person)

    @post("/me/password", status_code=HTTP_204_NO_CONTENT, guards=[somebody])
    async def change_password(
        self, data: JSONBody[PasswordIn], casino: House, request: Request[Any, Any, Any]
    ) -> None:
        """Change my password. My other sessions end."""
        me, token = person_of(request), request.cookies[COOKIE]
        with casino.throttle.attempt(me.id, address_of(request), casino.now()):
            await casino.hashes.run(
                casino.register.change_password, me.id, data.old, data.new, token=token,
                now=casino.now(),
            )  # fmt: skip

    @post("/people/{person:str}/password", status_code=HTTP_204_NO_CONTENT, guards=[somebody])
    async def reset_password(
        self, person: FromPath[str], data: JSONBody[NewPasswordIn], casino: House,
        request: Request[Any, Any, Any],
    ) -> None:  # fmt: skip
        """Give somebody another password. All his sessions end."""
        by = person_of(request)
        permissions.check("person.password", role_of(by, "person.password"))
        await casino.hashes.run(
            casino.register.reset_password, casino.known(person).id, data.new, by=by.id,
            now=casino.now(),
        )  # fmt: skip

    @post("/people/{person:str}/erase", status_code=HTTP_204_NO_CONTENT, guards=[somebody])
    async def erase(
        self, person: FromPath[str], casino: House, request: Request[Any, Any, Any]
    ) -> None:
        """Forget who somebody is: papers, password, sessions. What he did stays, as nobody's. First
        whatever he has here is settled: chips, places, cards, tickets, tournaments."""
        by = person_of(request)
        permissions.check("person.erase", role_of(by, "person.erase"))
        who = casino.known(person).id
        await asyncio.to_thread(erase, casino, who, by=by.id)
        casino.forget_name(who)
        casino.news.say_to_all(DUTY, who)

    @post("/barred", status_code=HTTP_204_NO_CONTENT, guards=[somebody])
    async def bar(
        self, data: JSONBody[BarIn], casino: House, request: Request[Any, Any, Any]
    ) -> None:
        """Keep a person out: without an end, or for a term from one hour to twenty years; somebody
        who asks for it himself, for thirty days at least."""
        by = person_of(request)
        permissions.check("person.bar", role_of(by, "person.bar"))
        if data.why not in get_args(Reason):
            raise Refused("COL-11-01", "no-such-reason", why=data.why[:40])
        why = cast(Reason, data.why)
        await keep_out(casino, data.rut, why, by=by.id, until=data.until)


class Cage(Controller):
    """Chips for money, and chips for the tables."""

    path = "/api/cage"
    tags = ("cage",)
    guards = (somebody,)

    @post("/buy", status_code=HTTP_200_OK)
    async def buy(
        self, data: JSONBody[MoneyIn], casino: House, request: Request[Any, Any, Any]
    ) -> Balance:
        """Sell chips to a person."""
        by, role = _clerk(request, "chips.buy")
        await casino.cage.buy(
            role, _named(data.person), data.amount, id=data.id, by=by.id,
            counted=_counted(data, casino),
        )  # fmt: skip
        return Balance(_named(data.person), casino.cage.wallet(_named(data.person)))

    @post("/cash", status_code=HTTP_200_OK)
    async def cash(
        self, data: JSONBody[MoneyIn], casino: House, request: Request[Any, Any, Any]
    ) -> Balance:
        """Give money for a person's chips."""
        by, role = _clerk(request, "chips.cash")
        await casino.cage.cash(
            role, _named(data.person), data.amount, id=data.id, by=by.id,
            counted=_counted(data, casino),
        )  # fmt: skip
        return Balance(_named(data.person), casino.cage.wallet(_named(data.person)))

    @post("/fill", status_code=HTTP_204_NO_CONTENT)
    async def fill(
        self, data: JSONBody[MoneyIn], casino: House, request: Request[Any, Any, Any]
    ) -> None:
        """Chips for a table's bank."""
        by, role = _clerk(request, "bank.fill")
        await casino.cage.fill(
            role, _named(data.table), data.amount, id=data.id, by=by.id,
            counted=_counted(data, casino),
        )  # fmt: skip

    @post("/credit", status_code=HTTP_204_NO_CONTENT)
    async def credit(
        self, data: JSONBody[MoneyIn], casino: House, request: Request[Any, Any, Any]
    ) -> None:
        """Chips back from a table's bank."""
        by, role = _clerk(request, "bank.credit")
        await casino.cage.credit(
            role, _named(data.table), data.amount, id=data.id, by=by.id,
            counted=_counted(data, casino),
        )  # fmt: skip


def _clerk(request: Request[Any, Any, Any], action: str) -> tuple[Person, str]:
    person = person_of(request)
    role = role_of(person, action)
    permissions.check(action, role)
    return person, role


def _counted(data: MoneyIn, casino: Casino) -> str:
    return check_count(data.count, data.amount, tuple(casino.plan.chips))


def _named(value: str | None) -> str:
    if not value:
        raise Refused("CAT-I.5.1-03", "missing", what="person o table")
    return value
