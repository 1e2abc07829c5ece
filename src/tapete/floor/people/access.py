"""How somebody with an account comes in and shows who he is: password, second factor, sessions."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select

from tapete.core.book.refused import Refused
from tapete.floor.people.factors import (
    CODE,
    Challenges,
    Factor,
    Site,
    add_codes,
    add_passkey,
    challenge_in,
    check_code,
    check_passkey,
    factors_of,
    forget_factors,
)
from tapete.floor.people.passwords import ACCESS, verified
from tapete.floor.people.person import Person
from tapete.floor.people.register import Register, Session, digest_of_secret
from tapete.floor.people.signatures import Signature, key_print, sign
from tapete.floor.storage import schema

WRONG = ("wrong-code", "used-before")
"""What is said to whoever had the right password and the wrong code."""


class Open(msgspec.Struct, frozen=True, kw_only=True):
    """A session that is open: since when, until when, and whether it is the one that asks."""

    id: str
    created: float
    expires: float
    mine: bool


class Access:
    """Second factors, sessions and signatures of the people of the register."""

    def __init__(self, register: Register, challenges: Challenges) -> None:
        self.register, self.challenges = register, challenges
        self.store = register.store

    def factors(self, person: str) -> tuple[Factor, ...]:
        with self.store.engine.connect() as connection:
            return factors_of(connection, person)

    # Coming in

    def log_in(self, name: str, password: str, code: str, *, now: float) -> Session:
        """Come in with a password and, where somebody has one, the code of his device. Whoever has
        only passkeys comes in with one of them."""

        def second(connection: Connection, person: Person) -> None:
            kinds = {one.kind for one in factors_of(connection, person.id)}
            if CODE in kinds and code:
                check_code(connection, self.store.key, person.id, code, now)
            elif kinds:
                raise Refused(ACCESS, "second-factor", kinds=" ".join(sorted(kinds)))

        try:
            return self.register.log_in(name, password, now=now, second=second)
        except Refused as refusal:
            if refusal.code in WRONG:
                self._note_refused(name, now)
            raise

    def _note_refused(self, name: str, now: float) -> None:
        """Somebody had the password, and not the second factor."""
        person = self.register.by_login(name)
        assert person is not None
        with self.store.writing() as connection:
            self.register.note(connection, person.id, "login.refused", {"kind": CODE}, now)

    def enter(self, name: str, answer: dict[str, Any], site: Site, *, now: float) -> Session:
        """Come in with a passkey alone: it is two factors in one, what one has and who one is."""
        person = self.register.by_login(name)
        issued = self.challenges.issued(challenge_in(answer), "enter", name, now)
        if person is None:
            raise Refused(ACCESS, "bad-passkey")
        with self.store.writing() as connection:
            check_passkey(connection, person.id, answer, site, issued)
            return self.register.let_in(connection, person, now=now)

    # Changing them

    def check_password(self, person: str, password: str) -> None:
        """Raise `Refused` unless this is the password of whoever wants to change something."""
        if not verified(self.register.password_of(person), password):
            raise Refused(ACCESS, "wrong-name-or-password")

    def add_codes(self, person: str, secret: str, code: str, *, now: float) -> Factor:
        """From now on the codes of a device are asked for."""
        with self.store.writing() as connection:
            found = add_codes(connection, self.store.key, person, secret, code, now)
            self.register.note(connection, person, "codes.added", {"factor": found.id}, now)
            return found

    def add_passkey(
        self, person: str, name: str, answer: dict[str, Any], site: Site, *, now: float
    ) -> Factor:
        """Another passkey, whose public key the audit log knows from now on."""
        self.challenges.issued(challenge_in(answer), "add", person, now)
        with self.store.writing() as connection:
            found = add_passkey(connection, person, name, answer, site, now)
            facts = {"factor": found.id, "key": key_print(found)}
            self.register.note(connection, person, "passkey.added", facts, now)
            return found

    def remove(self, person: str, id: str | None, *, by: str, now: float) -> None:
        """A factor counts no more, or none of them does: its owner has lost it."""
        with self.store.writing() as connection:
            if not forget_factors(connection, person, id) and id is not None:
                raise Refused(ACCESS, "no-such-factor")
            facts = {"person": person, "factor": id or "*"}
            self.register.note(connection, by, "factor.removed", facts, now)

    # Sessions

    def sessions(self, person: str, token: str, *, now: float) -> tuple[Open, ...]:
        """The sessions of a person, the last first."""
        s = schema.sessions
        mine = (s.c.person == person) & (s.c.expires > now)
        with self.store.engine.connect() as connection:
            rows = connection.execute(select(s).where(mine).order_by(s.c.created.desc())).all()
        current = digest_of_secret(token)
        return tuple(
            Open(
                id=row.token[:16], created=row.created, expires=row.expires,
                mine=row.token == current,
            )
            for row in rows
        )  # fmt: skip

    def end(self, person: str, id: str, *, now: float) -> None:
        """End one of a person's sessions."""
        s = schema.sessions
        with self.store.writing() as connection:
            gone = delete(s).where(s.c.person == person, s.c.token.startswith(id, autoescape=True))
            if len(id) != 16 or connection.execute(gone).rowcount != 1:
                raise Refused(ACCESS, "no-such-session")
            self.register.note(connection, person, "session.ended", {}, now)
        self.register.changed(person)

    # Signing

    def sign(
        self, person: Person, subject: str, answer: dict[str, Any], site: Site, *, now: float
    ) -> Signature:
        """Keep the signature of a person under what he did."""
        with self.store.writing() as connection:
            found = sign(connection, self.challenges, person, subject, answer, site, now)
            facts = {"subject": subject, "digest": found.digest, "signature": found.id}
            self.register.note(connection, person.id, "signed", facts, now)
            return found
