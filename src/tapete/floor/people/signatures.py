"""Signatures of persons: a passkey signs the digest of what is written, and the audit verifies it.

Signed is what already stands in the log: the close of a day by the digest of its report, and a
ruling, a hand-pay, an acta or an incident by the hash of its step, which chains all before it. A
signature is a row that holds all that is needed to verify it: the statement, the public key and
what the authenticator gave. Whoever has the database can make none.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE_DE_SECCION
from tapete.core.round.acta import read_event
from tapete.floor.audit.findings import Finding, finding
from tapete.floor.people.factors import (
    Challenges,
    Factor,
    Site,
    challenge_in,
    check_passkey,
    verified_count,
)
from tapete.floor.people.permissions import DIRECTOR_DE_MAQUINAS, PERMISSIONS
from tapete.floor.people.person import Person
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store

SIGNED = "CAT-V.2.3-18"
"""An acta ends with the signature of whoever answers for it."""
DAY, STEP = "day", "step"
RAISED = "machine-hand-pay-raised"
SIGNERS = (DIRECTOR_DE_MAQUINAS, JEFE_DE_SECCION)
"""Those who sign a hand-pay (CAT-VI.7.1-01)."""
OF_STEP = (
    "decide", "review", "sign", "sign-acta", "note-incident", "rule", "expel", "make-deal",
)  # fmt: skip
"""Commands that the regulation has somebody sign: rulings, hand-pays, actas, incidents; of a
tournament the acta of a disagreement (CAT-VII.5.2-02), a disqualification and a deal."""
HEAD = "hall-acta-opened"
"""What a step tells that begins the acta of a game, whose head is signed too (CAT-V.2.3-16)."""


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """A signature: of whom, in which role, when, over what and its digest."""

    id: str
    subject: str
    digest: str
    person: str
    role: str
    at: float
    key: str
    site: str
    answer: str


def statement(subject: str, digest: str, person: str, role: str) -> str:
    """What is signed, as text."""
    return f"tapete\nfirma\n{subject}\n{digest}\n{person}\n{role}"


def digest_of(connection: Connection, subject: str) -> tuple[str, str] | None:
    """The digest of what stands under a subject (``day:2026-11-17``, ``step:R1:214``) and who did
    it; None if nothing does."""
    kind, _, rest = subject.partition(":")
    if kind == DAY:
        d = schema.days
        row = connection.execute(select(d.c.report, d.c.by).where(d.c.day == rest)).first()
        return None if row is None else (hashlib.sha256(row.report.encode()).hexdigest(), row.by)
    unit, _, number = rest.rpartition(":")
    if kind != STEP or not (number.isascii() and number.isdecimal()) or len(number) > 9:
        return None
    s = schema.steps
    mine = (s.c.unit_id == unit) & (s.c.number == int(number))
    row = connection.execute(select(s.c.hash, s.c.person).where(mine)).first()
    return None if row is None else (row.hash, row.person)


def to_sign(connection: Connection, subject: str, person: Person) -> tuple[str, str]:
    """The digest somebody may sign, and the role in which he does. Raises `Refused` if there is
    nothing, or it is not his to sign."""
    found = digest_of(connection, subject)
    if found is None:
        raise Refused(SIGNED, "nothing-written", subject=subject[:80])
    digest, by = found
    if subject.startswith(f"{DAY}:"):
        may = PERMISSIONS["day.close"].roles
        role = next((role for role in person.roles if role in may), "")
    else:
        role = _role_of_step(connection, subject, person, mine=by == person.id)
    if not role:
        raise Refused(SIGNED, "not-yours-to-sign", subject=subject[:80])
    return digest, role


def _role_of_step(connection: Connection, subject: str, person: Person, *, mine: bool) -> str:
    """The role in which he sent a step, if it is one that is signed; of a hand-pay that a machine
    raised, the role in which he signs it."""
    unit, _, number = subject.removeprefix(f"{STEP}:").rpartition(":")
    s = schema.steps
    here = (s.c.unit_id == unit) & (s.c.number == int(number))
    row = connection.execute(select(s.c.envelope, s.c.events).where(here)).one()
    kinds = {read_event(line).kind for line in row.events.split("\n") if line}
    if RAISED in kinds:
        return next((role for role in person.roles if role in SIGNERS), "")
    sent = msgspec.json.decode(row.envelope)
    return str(sent["role"]) if mine and is_signed(sent["command"].get("do"), kinds) else ""


def is_signed(command: str | None, kinds: Collection[str]) -> bool:
    """Whether a step is to be signed: by what was sent, or by the kinds of what it told."""
    return command in OF_STEP or HEAD in kinds


def asked(
    challenges: Challenges, subject: str, digest: str, person: str, role: str, now: float
) -> bytes:
    """The challenge of a signature: one of ours, with the digest of the statement in it."""
    said = statement(subject, digest, person, role)
    return challenges.new("sign", said, now) + _print(said)


def sign(
    connection: Connection, challenges: Challenges, person: Person, subject: str,
    answer: dict[str, Any], site: Site, now: float,
) -> Signature:  # fmt: skip
    """Keep a signature. Raises `Refused` unless a passkey of this person signed this very thing."""
    digest, role = to_sign(connection, subject, person)
    said = statement(subject, digest, person.id, role)
    challenge = challenge_in(answer)
    if challenge[-32:] != _print(said):
        raise Refused(SIGNED, "signed-another-thing", subject=subject[:80])
    issued = challenges.issued(challenge[:-32], "sign", said, now)
    factor: Factor = check_passkey(connection, person.id, answer, site, issued)
    found = Signature(
        id=secrets.token_hex(8), subject=subject, digest=digest, person=person.id, role=role,
        at=now, key=factor.secret, site=msgspec.json.encode(site).decode(),
        answer=msgspec.json.encode(answer).decode(),
    )  # fmt: skip
    connection.execute(insert(schema.signatures).values(**msgspec.structs.asdict(found)))
    return found


def signatures(connection: Connection, subject: str | None = None) -> list[Signature]:
    """The signatures of a subject, or all of them, the first one first."""
    g = schema.signatures
    query = select(g).order_by(g.c.at)
    rows = connection.execute(query if subject is None else query.where(g.c.subject == subject))
    return [Signature(**row._mapping) for row in rows]


def is_right(one: Signature) -> bool:
    """Whether the passkey whose public key stands there signed this statement.

    Nothing is asked of anybody: who has the row can verify it.
    """
    said = statement(one.subject, one.digest, one.person, one.role)
    try:
        answer: dict[str, Any] = msgspec.json.decode(one.answer)
        challenge = challenge_in(answer)
        verified_count(answer, challenge, msgspec.json.decode(one.site, type=Site), one.key)
    except (Refused, msgspec.MsgspecError):
        return False
    return challenge[-32:] == _print(said)


def check_signatures(store: Store) -> Iterator[Finding]:
    """Every signature is right, its key is one the log knows as the person's, and what it signed is
    still what stands there."""
    with store.engine.connect() as connection:
        known = _keys_in_log(connection)
        for one in signatures(connection):
            where = f"{one.subject} {one.person}"
            if not is_right(one):
                yield finding("signature", where, "a right signature", "a forged one")
            elif (one.person, _print(one.key).hex()) not in known:
                yield finding("signature-key", where, "a key of this person", "another")
            else:
                found = digest_of(connection, one.subject)
                if found is not None and found[0] != one.digest:
                    yield finding("signed", where, one.digest, found[0])


def key_print(factor: Factor) -> str:
    """The fingerprint of a public key as the audit log has it."""
    return _print(factor.secret).hex()


def _keys_in_log(connection: Connection) -> set[tuple[str, str]]:
    a = schema.audit
    rows = connection.execute(select(a.c.person, a.c.facts).where(a.c.what == "passkey.added"))
    return {(row.person, str(msgspec.json.decode(row.facts).get("key"))) for row in rows}


def _print(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
