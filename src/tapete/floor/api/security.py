"""My factors and sessions; coming in with a passkey; signing what I did."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta

from tapete.core.book.refused import Refused
from tapete.floor.api.guard import COOKIE, House, address_of, anyone, person_of, role_of, somebody
from tapete.floor.api.messages import Me
from tapete.floor.api.people import welcomed
from tapete.floor.people import permissions
from tapete.floor.people.access import Open
from tapete.floor.people.factors import (
    PASSKEY,
    Factor,
    Site,
    adding_options,
    asking_options,
    code_address,
    new_code_secret,
)
from tapete.floor.people.passwords import ACCESS
from tapete.floor.people.person import login_name
from tapete.floor.people.signatures import SIGNERS, asked, signatures, to_sign
from tapete.floor.people.signing import HAND_PAY, ToSign, unsigned

Asked = Request[Any, Any, Any]
Short = Annotated[str, Meta(max_length=200)]
Subject = Annotated[str, Meta(max_length=120)]


class FactorRow(msgspec.Struct, frozen=True, kw_only=True):
    """A second factor of mine: ``codigo`` or ``llave``."""

    id: str
    kind: str
    name: str
    created: float


class SecurityView(msgspec.Struct, frozen=True, kw_only=True):
    """How I come in: my factors, and the sessions that are open."""

    factors: tuple[FactorRow, ...]
    sessions: tuple[Open, ...]


class ProveIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """My password, to change how I come in."""

    password: Short


class CodesOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a device needs to give codes: the secret, and the same as an address to scan."""

    secret: str
    address: str


class CodesIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The secret a device was given, and its first code."""

    password: Short
    secret: Short
    code: Short


class PasskeyIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A passkey that a browser has just made, and what I call it."""

    password: Short
    name: Short
    credential: dict[str, Any]


class NameIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to come in."""

    id: Short


class EnterIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who comes in, and what his passkey says."""

    id: Short
    credential: dict[str, Any]


class SubjectIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What I want to sign: ``day:2026-11-17``, ``step:R1:214``."""

    subject: Subject


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What I sign, and what my passkey says."""

    subject: Subject
    credential: dict[str, Any]


class SignatureRow(msgspec.Struct, frozen=True, kw_only=True):
    """A signature: of what, by whom, in which role and when."""

    subject: str
    digest: str
    person: str
    name: str
    role: str
    at: float


def site_of(request: Asked) -> Site:
    """Where the browser is: passkeys belong to the name it asked for, and are none for a number."""
    return Site(request.url.hostname or "", f"{request.url.scheme}://{request.url.netloc}")


class Security(Controller):
    """How I come in."""

    path = "/api/me"
    tags = ("people",)
    guards = (somebody,)

    @get("/security")
    async def show(self, casino: House, request: Asked) -> SecurityView:
        """My factors and my sessions."""
        me, token, now = person_of(request).id, request.cookies[COOKIE], casino.now()
        found = await casino.aside(
            lambda: (casino.access.factors(me), casino.access.sessions(me, token, now=now))
        )
        return SecurityView(factors=tuple(map(_row, found[0])), sessions=found[1])

    @post("/codes", status_code=HTTP_200_OK)
    async def codes(self, casino: House, request: Asked) -> CodesOut:
        """A secret for a device that gives codes; nothing changes until its first code is sent."""
        me, secret = person_of(request), new_code_secret()
        return CodesOut(secret=secret, address=code_address(secret, me.id, casino.plan.casino))

    @post("/codes/confirm", status_code=HTTP_200_OK)
    async def confirm(self, data: JSONBody[CodesIn], casino: House, request: Asked) -> FactorRow:
        """From now on the codes of this device are asked for when I come in."""
        me = await _proven(casino, request, data.password)
        secret = data.secret.strip().upper()
        if not 16 <= len(secret) <= 64:
            raise Refused(ACCESS, "wrong-code")
        found = await asyncio.to_thread(
            casino.access.add_codes, me, secret, data.code, now=casino.now()
        )
        return _row(found)

    @post("/passkeys/options", status_code=HTTP_200_OK)
    async def passkey_options(self, casino: House, request: Asked) -> dict[str, Any]:
        """What a browser needs to make a passkey for me."""
        me = person_of(request)
        known = await casino.aside(lambda: casino.access.factors(me.id))
        challenge = casino.access.challenges.new("add", me.id, casino.now())
        return adding_options(challenge, site_of(request), me.id, me.name, known)

    @post("/passkeys", status_code=HTTP_200_OK)
    async def passkey(self, data: JSONBody[PasskeyIn], casino: House, request: Asked) -> FactorRow:
        """Keep a passkey of mine."""
        me = await _proven(casino, request, data.password)
        found = await asyncio.to_thread(
            casino.access.add_passkey, me, data.name, data.credential, site_of(request),
            now=casino.now(),
        )  # fmt: skip
        return _row(found)

    @post("/factors/{factor:str}/remove", status_code=HTTP_204_NO_CONTENT)
    async def remove(
        self, factor: FromPath[str], data: JSONBody[ProveIn], casino: House, request: Asked
    ) -> None:
        """A factor of mine counts no more."""
        me = await _proven(casino, request, data.password)
        await asyncio.to_thread(
            casino.access.remove, me, factor[:32], by=me, now=casino.now()
        )  # fmt: skip

    @post("/sessions/{session:str}/end", status_code=HTTP_204_NO_CONTENT)
    async def end(self, session: FromPath[str], casino: House, request: Asked) -> None:
        """End one of my sessions."""
        me = person_of(request).id
        await asyncio.to_thread(casino.access.end, me, session[:64], now=casino.now())


class Passkeys(Controller):
    """Coming in with a passkey, and signing with it."""

    path = "/api"
    tags = ("people",)

    @post("/login/options", status_code=HTTP_200_OK, guards=[anyone])
    async def login_options(
        self, data: JSONBody[NameIn], casino: House, request: Asked
    ) -> dict[str, Any]:
        """What a browser needs to have a passkey of this name sign; the same for nobody's."""
        challenges = casino.access.challenges

        def read() -> list[Factor]:
            person = casino.register.by_login(data.id)
            known = casino.access.factors("" if person is None else person.id)
            return [one for one in known if one.kind == PASSKEY]

        # Whether a name is somebody's, and whether he has a passkey, is nobody else's business.
        known = await casino.aside(read) or [challenges.nobodys(login_name(data.id))]
        challenge = challenges.new("enter", data.id, casino.now())
        return asking_options(challenge, site_of(request), known)

    @post("/login/passkey", status_code=HTTP_200_OK, guards=[anyone])
    async def log_in(self, data: JSONBody[EnterIn], casino: House, request: Asked) -> Response[Me]:
        """Come in with a passkey."""
        with casino.throttle.attempt(data.id, address_of(request), casino.now()):
            session = await asyncio.to_thread(
                casino.access.enter, data.id, data.credential, site_of(request), now=casino.now()
            )
        return welcomed(casino, session, secure=request.url.scheme == "https")

    @post("/people/{person:str}/factors/remove", status_code=HTTP_204_NO_CONTENT, guards=[somebody])
    async def remove_all(self, person: FromPath[str], casino: House, request: Asked) -> None:
        """Somebody has lost his devices: he comes in with his password until he adds others."""
        by = person_of(request)
        permissions.check("person.password", role_of(by, "person.password"))
        who = casino.known(person).id
        await asyncio.to_thread(casino.access.remove, who, None, by=by.id, now=casino.now())

    @post("/signatures/options", status_code=HTTP_200_OK, guards=[somebody])
    async def sign_options(
        self, data: JSONBody[SubjectIn], casino: House, request: Asked
    ) -> dict[str, Any]:
        """What a browser needs to have my passkey sign something I did."""
        me, subject = person_of(request), data.subject

        def read() -> tuple[tuple[str, str], tuple[Factor, ...]]:
            with casino.store.engine.connect() as connection:
                return to_sign(connection, subject, me), casino.access.factors(me.id)

        (digest, role), known = await casino.aside(read)
        if not any(one.credential for one in known):
            raise Refused(ACCESS, "no-passkey")
        now = casino.now()
        challenge = asked(casino.access.challenges, subject, digest, me.id, role, now)
        return asking_options(challenge, site_of(request), known)

    @post("/signatures", status_code=HTTP_200_OK, guards=[somebody])
    async def sign(self, data: JSONBody[SignIn], casino: House, request: Asked) -> SignatureRow:
        """Sign something I did."""
        me = person_of(request)
        found = await asyncio.to_thread(
            casino.access.sign, me, data.subject, data.credential, site_of(request),
            now=casino.now(),
        )  # fmt: skip
        return SignatureRow(
            subject=found.subject, digest=found.digest, person=me.id, name=me.name,
            role=found.role, at=found.at,
        )  # fmt: skip

    @get("/signatures", guards=[somebody])
    async def index(
        self, subject: FromQuery[str], casino: House, request: Asked
    ) -> list[SignatureRow]:
        """The signatures under something."""
        by = person_of(request)
        permissions.check("day.read", role_of(by, "day.read"))

        def read() -> list[SignatureRow]:
            with casino.store.engine.connect() as connection:
                found = signatures(connection, subject[:120])
            return [
                SignatureRow(
                    subject=one.subject, digest=one.digest, person=one.person,
                    name=_signer(casino, one.person), role=one.role, at=one.at,
                )
                for one in found
            ]  # fmt: skip

        return await asyncio.to_thread(read)


class ToSignRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is not signed: what it is, when, of whom; ``mine``: for me to sign."""

    subject: str
    what: str
    at: float
    name: str
    signed: tuple[str, ...]
    mine: bool
    required: bool


class Unsigned(Controller):
    """What waits for somebody's signature."""

    path = "/api/units"
    tags = ("records",)

    @get("/{unit:str}/unsigned", guards=[somebody])
    async def unsigned(self, unit: FromPath[str], casino: House, request: Asked) -> list[ToSignRow]:
        """What was done at a unit, is to be signed and is not, the newest first."""
        me = person_of(request)
        permissions.check("signature.see", role_of(me, "signature.see"))
        required = casino.settings.signatures == "required"

        def mine(one: ToSign) -> bool:
            if one.what == HAND_PAY:
                return me.id not in one.signed and bool({*me.roles} & {*SIGNERS})
            return one.person == me.id

        def read() -> list[ToSignRow]:
            with casino.store.engine.connect() as connection:
                found = unsigned(connection, unit[:64])
            return [
                ToSignRow(
                    subject=one.subject, what=one.what, at=one.at,
                    name=_signer(casino, one.person) if one.person else "",
                    signed=tuple(_signer(casino, who) for who in one.signed), mine=mine(one),
                    required=required,
                )
                for one in found
            ]  # fmt: skip

        return await asyncio.to_thread(read)


def _signer(casino: House, person: str) -> str:
    """The legal name of a signer, who answers for what he signs."""
    return casino.legal_name_of(person) or casino.name_of(person)


async def _proven(casino: House, request: Asked, password: str) -> str:
    """The id of the person who sent the request. Raises `Refused` unless this is his password."""
    me = person_of(request).id
    with casino.throttle.attempt(me, address_of(request), casino.now()):
        await casino.hashes.run(casino.access.check_password, me, password)
    return me


def _row(factor: Factor) -> FactorRow:
    return FactorRow(id=factor.id, kind=factor.kind, name=factor.name, created=factor.created)
