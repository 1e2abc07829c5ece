"""The register of people: accounts and guests, passwords, sessions, who is barred, and the audit
log, in which every access and change is chained to the one before.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tapete.core.refused import Fact, Refused
from tapete.core.roles import JUGADOR
from tapete.floor import schema
from tapete.floor.engine import Prepared
from tapete.floor.people import (
    BARRED,
    Person,
    Reason,
    birthday,
    check_admitted,
    check_adult,
    rut,
)
from tapete.floor.permissions import FISCALIZADOR, ROLES, STAFF
from tapete.floor.store import Store

SESSION_SECONDS = 12 * 3600
PASSWORD_MIN = 10
ACCESS = "CAT-I.5.1-02"
FIRST = "0" * 64
AUDIT_LOCK = 19_995


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has come in: the token is his alone, the other goes with every change."""

    person: Person
    token: str
    csrf: str
    expires: float


class Register:
    """People and sessions in the database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        s, p = schema.sessions, schema.people
        mine = (s.c.token == bindparam("token")) & (s.c.expires > bindparam("now"))
        query = select(p, s.c.csrf).join(s, s.c.person == p.c.id).where(mine)
        self._session = Prepared(store.engine, query)
        self.changes = 0
        """Goes up when sessions end or roles change: who listens on a socket is looked up anew."""

    # People

    def admit(
        self, name: str, identity: str, born: str, password: str, *, by: str, now: float,
        roles: tuple[str, ...] = (JUGADOR,),
    ) -> Person:  # fmt: skip
        """Open an account: papers checked, of age, not barred by law."""
        number, birth = rut(identity), birthday(born)
        check_adult(birth, _day(now))
        _check_name(name)
        _check_password(password)
        _check_roles(roles)
        person = Person(id=number, name=name.strip(), rut=number, born=born, roles=roles)
        with self.store.writing() as connection:
            check_admitted(self.reasons(connection, number, now))
            try:
                connection.execute(
                    insert(schema.people).values(**_row(person, hashed(password), now))
                )
            except IntegrityError as error:
                raise Refused(ACCESS, "already-registered", rut=number) from error
            facts = {"person": person.id, "roles": " ".join(roles)}
            self.note(connection, by, "person.admitted", facts, now)
        return person

    def admit_staff(
        self, id: str, name: str, password: str, roles: tuple[str, ...], *, by: str, now: float
    ) -> Person:
        """An account of somebody who works here, by the name he is called by."""
        _check_id(id)
        _check_name(name)
        _check_password(password)
        _check_roles(roles)
        person = Person(id=id, name=name, roles=roles)
        with self.store.writing() as connection:
            try:
                connection.execute(
                    insert(schema.people).values(**_row(person, hashed(password), now))
                )
            except IntegrityError as error:
                raise Refused(ACCESS, "already-registered", rut=id) from error
            facts = {"person": id, "roles": " ".join(roles)}
            self.note(connection, by, "person.admitted", facts, now)
        return person

    def guest(self, connection: Connection, name: str, *, now: float) -> Person:
        """Somebody who plays with play chips and needs no papers."""
        _check_name(name)
        person = Person(id=f"invitado-{secrets.token_hex(6)}", name=name.strip(), guest=True)
        connection.execute(insert(schema.people).values(**_row(person, None, now)))
        self.note(connection, person.id, "guest.admitted", {"person": person.id}, now)
        return person

    def find(self, id: str) -> Person | None:
        p = schema.people
        with self.store.engine.connect() as connection:
            row = connection.execute(select(p).where(p.c.id == id)).first()
            return None if row is None else _person(row)

    def by_rut(self, number: str) -> Person | None:
        """Whoever has this identity number here."""
        p = schema.people
        with self.store.engine.connect() as connection:
            row = connection.execute(select(p).where(p.c.rut == number)).first()
            return None if row is None else _person(row)

    def give_roles(self, id: str, roles: tuple[str, ...], *, by: str, now: float) -> None:
        """Change what somebody may do here."""
        _check_roles(roles)
        p = schema.people
        with self.store.writing() as connection:
            said = msgspec.json.encode(roles).decode()
            done = connection.execute(update(p).where(p.c.id == id).values(roles=said))
            if done.rowcount != 1:
                raise Refused(ACCESS, "no-such-person", person=id)
            facts = {"person": id, "roles": " ".join(roles)}
            self.note(connection, by, "person.roles", facts, now)
        self.changes += 1

    # Barred

    def bar(
        self, identity: str, why: Reason, *, by: str, now: float, until: float | None = None
    ) -> str:
        """Keep a person out, by identity number, known here or not. Gives the number."""
        number = rut(identity)
        with self.store.writing() as connection:
            connection.execute(
                insert(schema.barred).values(rut=number, why=why, since=now, until=until, by=by)
            )
            s, p = schema.sessions, schema.people
            out = select(p.c.id).where(p.c.rut == number)
            connection.execute(delete(s).where(s.c.person.in_(out)))
            facts = {"rut": number, "why": why}
            self.note(connection, by, "person.barred", facts, now)
        self.changes += 1
        return number

    def reasons(self, connection: Connection, number: str, now: float) -> tuple[Reason, ...]:
        """Why a person is kept out at this moment."""
        b = schema.barred
        still = (b.c.rut == number) & (b.c.since <= now) & (b.c.until.is_(None) | (b.c.until > now))
        rows = connection.execute(select(b.c.why).where(still).order_by(b.c.n))
        return tuple(row.why for row in rows)

    def check_may_play(self, person: Person, now: float) -> None:
        """Raise `Refused` unless this person may sit down at a table."""
        if set(person.roles) & set(STAFF):
            raise Refused(BARRED["personal-del-casino"], "barred", why="personal-del-casino")
        if FISCALIZADOR in person.roles:
            raise Refused(BARRED["fiscalizador"], "barred", why="fiscalizador")
        if person.rut is not None:
            with self.store.engine.connect() as connection:
                check_admitted(self.reasons(connection, person.rut, now))

    # Sessions

    def log_in(self, id: str, password: str, *, now: float) -> Session:
        """Come in with a password. The same answer whether the name or the password is wrong."""
        p = schema.people
        known = _plain_id(id)
        with self.store.engine.connect() as connection:
            row = connection.execute(select(p).where(p.c.id == known)).first()
        kept = row.password if row is not None and row.password else _nobody()
        right = _verified(kept, password)
        if row is None or not row.password or not right:
            with self.store.writing() as connection:
                self.note(connection, known, "login.refused", {}, now)
            raise Refused(ACCESS, "wrong-name-or-password")
        person = _person(row)
        if person.rut is not None:
            with self.store.engine.connect() as connection:
                check_admitted(self.reasons(connection, person.rut, now))
        with self.store.writing() as connection:
            return self.begin(connection, person, now=now)

    def begin(self, connection: Connection, person: Person, *, now: float) -> Session:
        """A session for somebody who has been let in."""
        session = Session(
            person=person, token=secrets.token_urlsafe(32), csrf=secrets.token_urlsafe(32),
            expires=now + SESSION_SECONDS,
        )  # fmt: skip
        connection.execute(insert(schema.sessions).values(
            token=_digest(session.token), person=person.id, csrf=_digest(session.csrf),
            created=now, expires=session.expires,
        ))  # fmt: skip
        self.note(connection, person.id, "login", {}, now)
        return session

    def session(self, token: str, *, now: float) -> tuple[Person, str] | None:
        """Whose session this is, and the fingerprint of what must go with changes."""
        asked = {"token": _digest(token), "now": now}
        with self.store.engine.connect() as connection:
            row = self._session.run(connection, asked).first()
            return None if row is None else (_person(row), str(row.csrf))

    def log_out(self, token: str, *, now: float) -> None:
        """End a session."""
        s = schema.sessions
        with self.store.writing() as connection:
            person = connection.execute(
                select(s.c.person).where(s.c.token == _digest(token))
            ).scalar()
            connection.execute(delete(s).where(s.c.token == _digest(token)))
            if person is not None:
                self.note(connection, person, "logout", {}, now)
        self.changes += 1

    # Audit

    def note(
        self, connection: Connection, person: str, what: str, facts: Mapping[str, Fact], now: float
    ) -> None:
        """Write down an access or a change, chained to the one before."""
        a = schema.audit
        if connection.dialect.name == "postgresql":
            # One chain: whoever writes next waits for the one before.
            connection.execute(select(func.pg_advisory_xact_lock(AUDIT_LOCK)))
        before = connection.execute(select(a.c.hash).order_by(a.c.n.desc()).limit(1)).scalar()
        said = msgspec.json.encode(dict(facts), order="deterministic").decode()
        chain = audit_hash(before or FIRST, now, person, what, said)
        connection.execute(insert(a).values(
            at=now, person=person, what=what, facts=said, before=before or FIRST, hash=chain,
        ))  # fmt: skip

    def audited(self) -> list[Any]:
        """The whole audit log."""
        a = schema.audit
        with self.store.engine.connect() as connection:
            return list(connection.execute(select(a).order_by(a.c.n)))


def audit_hash(before: str, at: float, person: str, what: str, facts: str) -> str:
    """The fingerprint of an entry and of all that came before it."""
    return hashlib.sha256(f"{before}\n{at!r}\n{person}\n{what}\n{facts}".encode()).hexdigest()


def same_secret(secret: str, digest: str) -> bool:
    """Whether this secret is the one whose fingerprint is kept."""
    return hmac.compare_digest(_digest(secret), digest)


def hashed(password: str) -> str:
    return _hasher().hash(password)


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobody() -> str:
    """A hash no password fits, so that an unknown name takes as long as a wrong password."""
    return hashed(secrets.token_hex(16))


def _verified(kept: str, password: str) -> bool:
    try:
        return _hasher().verify(kept, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _plain_id(id: str) -> str:
    try:
        return rut(id)
    except Refused:
        return "".join(sign for sign in id.strip()[:64] if sign.isprintable())


def _day(now: float) -> date:
    return datetime.fromtimestamp(now, UTC).date()


def _check_id(id: str) -> None:
    if not re.fullmatch(r"[a-z0-9][a-z0-9.-]{1,39}", id):
        raise Refused(ACCESS, "bad-id", id=id[:20])


def _check_name(name: str) -> None:
    if not 1 <= len(name.strip()) <= 60 or not name.isprintable():
        raise Refused(ACCESS, "bad-name", name=name[:20])


def _check_password(password: str) -> None:
    if not PASSWORD_MIN <= len(password) <= 200:
        raise Refused(ACCESS, "bad-password", low=PASSWORD_MIN, high=200)


def _check_roles(roles: tuple[str, ...]) -> None:
    for role in roles:
        if role not in ROLES:
            raise Refused(ACCESS, "no-such-role", role=role, roles=" ".join(ROLES))


def _row(person: Person, password: str | None, now: float) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "kind": "invitado" if person.guest else "cuenta",
        "rut": person.rut,
        "born": person.born,
        "password": password,
        "roles": msgspec.json.encode(person.roles).decode(),
        "status": "activa",
        "created": now,
    }


def _person(row: Any) -> Person:
    return Person(
        id=row.id, name=row.name, guest=row.kind == "invitado", rut=row.rut, born=row.born,
        roles=msgspec.json.decode(row.roles, type=tuple[str, ...]),
    )  # fmt: skip
