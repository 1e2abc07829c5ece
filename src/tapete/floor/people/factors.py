"""Second factors of whoever has an account: codes of a device (TOTP) and passkeys (WebAuthn).

A challenge is not kept: it carries its moment and is signed with the secret the casino's processes
share, so that whichever of them gets the answer can judge it. Each factor takes a challenge or a
code once, and none older than the last it took.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import struct
from collections.abc import Sequence
from string import digits
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import pyotp
from sqlalchemy import Connection, delete, insert, select, update

from tapete.core.book.refused import Refused
from tapete.floor.people.housekey import HouseKey
from tapete.floor.people.passwords import ACCESS
from tapete.floor.storage import schema

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

# webauthn is read by the first who uses a passkey: a casino starts without it.

CODE, PASSKEY = "codigo", "llave"
ISSUER = "Tapete"
PATIENCE = 180.0
"""Seconds in which a challenge is answered."""
MOST = 8
Purpose = Literal["enter", "add", "sign"]


class Factor(msgspec.Struct, frozen=True, kw_only=True):
    """A second factor: a device with codes, or a passkey by its public key."""

    id: str
    person: str
    kind: str
    name: str
    secret: str
    credential: str = ""
    count: int = 0
    used: float = 0.0
    created: float = 0.0


class Site(msgspec.Struct, frozen=True):
    """The site a browser is at: the name passkeys belong to, and its origin."""

    name: str
    origin: str


class Challenges:
    """Challenges that prove themselves."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def new(self, purpose: Purpose, about: str, now: float) -> bytes:
        head = secrets.token_bytes(16) + struct.pack(">d", now)
        return head + self._tag(head, purpose, about)

    def issued(self, challenge: bytes, purpose: Purpose, about: str, now: float) -> float:
        """When it was given. Raises `Refused` unless it is one of ours for this, and fresh."""
        head, tag = challenge[:24], challenge[24:]
        if len(head) != 24 or not hmac.compare_digest(tag, self._tag(head, purpose, about)):
            raise Refused(ACCESS, "bad-challenge")
        at = float(struct.unpack(">d", head[16:])[0])
        if not -1.0 <= now - at <= PATIENCE:
            raise Refused(ACCESS, "challenge-over", seconds=int(PATIENCE))
        return at

    def nobodys(self, name: str) -> Factor:
        """The passkey that somebody would have who has none: always the same of one name, and told
        from a real one by nobody without the secret."""
        made = hmac.new(self._secret, f"nobody\n{name}".encode(), hashlib.sha256).digest()
        id = base64.urlsafe_b64encode(made).decode().rstrip("=")
        return Factor(id="", person="", kind=PASSKEY, name="", secret="", credential=id)

    def _tag(self, head: bytes, purpose: str, about: str) -> bytes:
        return hmac.new(
            self._secret, head + f"{purpose}\n{about}".encode(), hashlib.sha256
        ).digest()


# The database


def factors_of(connection: Connection, person: str) -> tuple[Factor, ...]:
    """The factors of a person."""
    f = schema.factors
    rows = connection.execute(select(f).where(f.c.person == person).order_by(f.c.created))
    return tuple(Factor(**row._mapping) for row in rows)


def forget_factors(connection: Connection, person: str, id: str | None = None) -> int:
    """Take a factor away, or all of them."""
    f = schema.factors
    mine = f.c.person == person
    gone = delete(f).where(mine if id is None else mine & (f.c.id == id))
    return connection.execute(gone).rowcount


def _keep(connection: Connection, factor: Factor) -> None:
    if len(factors_of(connection, factor.person)) >= MOST:
        raise Refused(ACCESS, "too-many-factors", maximum=MOST)
    connection.execute(insert(schema.factors).values(**msgspec.structs.asdict(factor)))


def _used(connection: Connection, factor: Factor, at: float, count: int) -> None:
    """Note that a factor was used. Raises `Refused` if it was used since for something newer."""
    f = schema.factors
    fresh = (f.c.id == factor.id) & (f.c.used < at)
    if connection.execute(update(f).where(fresh).values(used=at, count=count)).rowcount != 1:
        raise Refused(ACCESS, "used-before")


# Codes


def new_code_secret() -> str:
    return pyotp.random_base32()


def code_address(secret: str, person: str, casino: str) -> str:
    """What a device scans to give codes from then on."""
    return pyotp.TOTP(secret).provisioning_uri(person, issuer_name=casino or ISSUER)


def add_codes(
    connection: Connection, key: HouseKey, person: str, secret: str, code: str, now: float
) -> Factor:
    """A device that gives the right code from the start."""
    try:
        step = _step_of(secret, code, now)
    except ValueError:  # such a secret nobody was given
        step = None
    if step is None:
        raise Refused(ACCESS, "wrong-code")
    id = secrets.token_hex(8)
    factor = Factor(
        id=id, person=person, kind=CODE, name="", secret=key.seal(secret.encode(), id),
        used=float(step), created=now,
    )  # fmt: skip
    _keep(connection, factor)
    return factor


def check_code(connection: Connection, key: HouseKey, person: str, code: str, now: float) -> None:
    """Raise `Refused` unless one of the person's devices gives this code now, and not again."""
    for factor in factors_of(connection, person):
        if factor.kind != CODE:
            continue
        step = _step_of(key.open(factor.secret, factor.id).decode(), code, now)
        if step is not None:
            _used(connection, factor, float(step), factor.count)
            return
    raise Refused(ACCESS, "wrong-code")


def _step_of(secret: str, code: str, now: float) -> int | None:
    """Which half minute a code is of: this one, the one before or the next."""
    totp = pyotp.TOTP(secret)
    plain = "".join(sign for sign in code if sign in digits)
    for step in (0, -1, 1):
        number = int(now // 30) + step
        if plain and hmac.compare_digest(totp.generate_otp(number), plain):
            return number
    return None


# Passkeys


def adding_options(
    challenge: bytes, site: Site, person: str, name: str, known: Sequence[Factor]
) -> dict[str, Any]:
    """The options a browser needs to make a passkey."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=site.name, rp_name=ISSUER, user_name=person, user_id=person.encode(),
        user_display_name=name, challenge=challenge, exclude_credentials=_named(known),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
    )  # fmt: skip
    said: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return said


def asking_options(challenge: bytes, site: Site, known: Sequence[Factor]) -> dict[str, Any]:
    """The options a browser needs to have a passkey sign."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.name, challenge=challenge, allow_credentials=_named(known),
        user_verification=UserVerificationRequirement.REQUIRED,
    )  # fmt: skip
    said: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return said


def _named(known: Sequence[Factor]) -> list[PublicKeyCredentialDescriptor]:
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return [
        PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.credential))
        for one in known
        if one.kind == PASSKEY
    ]


def challenge_in(answer: dict[str, Any]) -> bytes:
    """The challenge that a browser says it answers."""
    from webauthn.helpers import base64url_to_bytes

    try:
        client = base64url_to_bytes(answer["response"]["clientDataJSON"])
        return base64url_to_bytes(msgspec.json.decode(client)["challenge"])
    except (KeyError, TypeError, ValueError, msgspec.DecodeError):
        raise Refused(ACCESS, "bad-passkey") from None


def add_passkey(
    connection: Connection, person: str, name: str, answer: dict[str, Any], site: Site, now: float
) -> Factor:
    """A passkey of a person, whose challenge was looked at."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        made = verify_registration_response(
            credential=answer, expected_challenge=challenge_in(answer), expected_rp_id=site.name,
            expected_origin=site.origin, require_user_verification=True,
        )  # fmt: skip
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise Refused(ACCESS, "bad-passkey") from None
    factor = Factor(
        id=secrets.token_hex(8), person=person, kind=PASSKEY, name=name.strip()[:40],
        secret=bytes_to_base64url(made.credential_public_key),
        credential=bytes_to_base64url(made.credential_id), count=made.sign_count, created=now,
    )  # fmt: skip
    _keep(connection, factor)
    return factor


def verified_count(
    answer: dict[str, Any], challenge: bytes, site: Site, key: str, count: int = 0
) -> int:
    """How often a passkey has signed, by its own count. Raises `Refused` unless this public key
    signed this challenge here."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        done = verify_authentication_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=site.name,
            expected_origin=site.origin, credential_public_key=base64url_to_bytes(key),
            credential_current_sign_count=count, require_user_verification=True,
        )  # fmt: skip
    except (WebAuthnException, ValueError, KeyError, TypeError):
        raise Refused(ACCESS, "bad-passkey") from None
    return int(done.new_sign_count)


def check_passkey(
    connection: Connection, person: str, answer: dict[str, Any], site: Site, issued: float
) -> Factor:
    """The passkey of a person that gave this answer to a challenge given at a moment. Raises
    `Refused` unless it is his, right, and the first answer."""
    mine = {one.credential: one for one in factors_of(connection, person) if one.kind == PASSKEY}
    factor = mine.get(str(answer.get("id", "")).rstrip("="))
    if factor is None:
        raise Refused(ACCESS, "bad-passkey")
    count = verified_count(answer, challenge_in(answer), site, factor.secret, factor.count)
    _used(connection, factor, issued, count)
    return factor
