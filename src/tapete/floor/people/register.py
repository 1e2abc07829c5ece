"""The register of people: accounts and guests, passwords, sessions, who is barred, and the audit
log, in which every access and change is chained to the one before.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import JUGADOR
from tapete.floor.kernel.unit import Spec, write_spec
from tapete.floor.money.accounts import wallet
from tapete.floor.people import permissions
from tapete.floor.people.called import (
    NOBODY,
    check_id,
    check_name,
    check_not_the_house,
    check_roles,
    is_rut,
)
from tapete.floor.people.factors import forget_factors
from tapete.floor.people.housekey import HouseKey
from tapete.floor.people.names import forget_marks, write_marks
from tapete.floor.people.passwords import ACCESS, check_password, hashed, outdated, verified
from tapete.floor.people.permissions import ADMINISTRADOR, CONTROL
from tapete.floor.people.person import (
    Person,
    Reason,
    birthday,
    check_admitted,
    check_adult,
    login_name,
    new_id,
    rut,
)
from tapete.floor.people.presence import (
    ERASED,
    PRIVACY,
    check_not_erased,
    lock_person,
    places_of,
    reasons_for,
    reasons_of,
)
from tapete.floor.people.protection import check_place
from tapete.floor.people.sealed_papers import Papers, forget, mark_of, opened, sealed
from tapete.floor.storage import schema
from tapete.floor.storage.engine import Prepared, in_pages
from tapete.floor.storage.store import Store

SESSION_SECONDS = 12 * 3600
SESSIONS_MAX = 8
"""So many sessions somebody has at once: one more ends the oldest."""
FIRST = "0" * 64
AUDIT_LOCK = 19_995
AT_ONCE = 1000
ACTIVE = "activa"
UNITS_KEPT = "units.kept"


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
        s = schema.sessions
        mine = (s.c.token == bindparam("token")) & (s.c.expires > bindparam("now"))
        query = people_query(s.c.csrf).join(s, s.c.person == schema.people.c.id).where(mine)
        self._session = Prepared(store.engine, query)
        self.holding: list[Callable[[str], None]] = []
        """Called when something was written about a person ("": about anybody), by whoever holds
        some of it and has to look anew."""
        self.told: Callable[[str], None] = lambda person: None
        """Called after such a change, for other processes to hear of it."""

    def changed(self, person: str = "") -> None:
        """Sessions have ended, roles or papers changed, of this person or of anybody."""
        self.look_anew(person)
        self.told(person)

    def look_anew(self, person: str) -> None:
        """Another process reported a change: drop what is cached of this person."""
        for look_anew in self.holding:
            look_anew(person)

    # People

    def admit(
        self, name: str, identity: str, born: str, password: str, *, by: str, now: float,
        roles: tuple[str, ...] = (JUGADOR,), address: str = "",
    ) -> Person:  # fmt: skip
        """Open an account: papers checked, of age, not barred by law. Letters go to the
        ``address``."""
        number, birth = rut(identity), birthday(born)
        check_adult(birth, self.store.calendar.date_of(now))
        check_name(name)
        check_password(password, name, number)
        check_roles(roles)
        person = Person(
            id=new_id(), name=name.strip(), rut=number, born=born, roles=roles,
            address=" ".join(address.split())[:200] or None,
        )  # fmt: skip
        kept = hashed(password)
        with self.store.writing() as connection:
            mark = mark_of(self.store.key, number)
            check_admitted(reasons_for(connection, mark, now))
            self._add(connection, person, kept, by, now)
        return person

    def admit_staff(
        self, id: str, name: str, password: str, roles: tuple[str, ...], *, by: str, now: float
    ) -> Person:
        """An account of somebody who works here, by the name he is called by."""
        check_id(id)
        check_name(name)
        check_password(password, name, id)
        check_roles(roles)
        person, kept = Person(id=id, name=name, roles=roles), hashed(password)
        with self.store.writing() as connection:
            self._add(connection, person, kept, by, now)
        return person

    def _add(
        self, connection: Connection, person: Person, password: str, by: str, now: float
    ) -> None:
        try:
            self._write(connection, person, password, now)
        except IntegrityError as error:
            name = person.rut or person.id
            raise Refused(ACCESS, "already-registered", rut=name) from error
        facts = {"person": person.id, "roles": " ".join(person.roles)}
        self.note(connection, by, "person.admitted", facts, now)

    def _write(
        self, connection: Connection, person: Person, password: str | None, now: float
    ) -> None:
        connection.execute(insert(schema.people).values(
            id=person.id, kind="invitado" if person.guest else "cuenta", password=password,
            roles=msgspec.json.encode(person.roles).decode(), status=ACTIVE, created=now,
        ))  # fmt: skip
        papers = Papers(name=person.name, rut=person.rut, born=person.born, address=person.address)
        row = sealed(self.store.key, person.id, papers)
        connection.execute(insert(schema.papers).values(**row))
        write_marks(connection, self.store.key, person)

    def guest(
        self, connection: Connection, name: str, *, now: float, kind: str = "invitado"
    ) -> Person:
        """Somebody who plays with play chips and needs no papers: a guest, or a bot."""
        check_name(name)
        check_not_the_house(name)
        person = Person(id=new_id(kind), name=name.strip(), guest=True)
        self._write(connection, person, None, now)
        self.note(connection, person.id, "guest.admitted", {"person": person.id}, now)
        return person

    def find(self, id: str) -> Person | None:
        """Whoever has this id here."""
        with self.store.engine.connect() as connection:
            row = connection.execute(people_query().where(schema.people.c.id == id)).first()
            return None if row is None else person_of(row, self.store.key)

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """The names of people, as many as are known here."""
        mine = schema.people.c.id.in_(list(ids))
        with self.store.engine.connect() as connection:
            rows = connection.execute(people_query().where(mine)).all()
        return {row.id: person_of(row, self.store.key).name for row in rows}

    def by_login(self, name: str) -> Person | None:
        """Whoever comes in with this name or identity number."""
        with self.store.engine.connect() as connection:
            row = connection.execute(self._of_login(login_name(name))).first()
            return None if row is None else person_of(row, self.store.key)

    def _of_login(self, name: str, *more: Any) -> Select[Any]:
        p, x = schema.people, schema.papers
        mine = x.c.mark == mark_of(self.store.key, name) if is_rut(name) else p.c.id == name
        return people_query(*more).where(mine, p.c.kind == "cuenta")

    def erase(
        self, id: str, *, by: str, now: float,
        check: Callable[[Connection], None] = lambda connection: None,
    ) -> None:  # fmt: skip
        """Forget who somebody is: his key is destroyed, or his papers are blocked while the law has
        the records of the cage kept; password, factors and sessions go. What he did stands in the
        log under an id that is nobody's now. Whoever is kept out stays out. ``check``
        refuses it, in the transaction."""
        p = schema.people
        with self.store.writing() as connection, _administered(connection):
            lock_person(connection, id)
            held = self.store.balance_in(connection, wallet(id))  # play chips are worth nothing
            if held or places_of(connection, id):
                raise Refused(PRIVACY, "has-chips", person=id, chips=held)
            check(connection)
            until = forget(connection, id, now)
            forget_marks(connection, id)
            forget_factors(connection, id)
            gone = update(p).where(p.c.id == id).values(password=None, status=ERASED, roles="[]")
            if connection.execute(gone).rowcount != 1:
                raise Refused(ACCESS, "no-such-person", person=id)
            self._off_duty(connection, id, (), by, now)
            mine = schema.protections.c.person == id
            connection.execute(delete(schema.protections).where(mine))
            self._end_sessions(connection, id)
            facts = {"person": id, "kept_until": None if until is None else str(int(until))}
            self.note(connection, by, "person.erased", facts, now)
        self.changed(id)

    # Passwords

    def change_password(self, id: str, old: str, new: str, *, token: str, now: float) -> None:
        """Somebody changes his own password; his other sessions end."""
        if not verified(self.password_of(id), old):
            raise Refused(ACCESS, "wrong-name-or-password")
        self._set_password(id, new, by=id, but=token, now=now)

    def reset_password(self, id: str, new: str, *, by: str, now: float) -> None:
        """Somebody is given another password; all his sessions end."""
        self._set_password(id, new, by=by, but=None, now=now)

    def _set_password(self, id: str, new: str, *, by: str, but: str | None, now: float) -> None:
        person = self.find(id)
        if person is None or person.guest:
            raise Refused(ACCESS, "no-such-person", person=id)
        check_password(new, person.name, person.id, person.rut)
        p, kept = schema.people, hashed(new)
        with self.store.writing() as connection:
            lock_person(connection, id)
            connection.execute(update(p).where(p.c.id == id).values(password=kept))
            self._end_sessions(connection, id, but)
            self.note(connection, by, "password.changed", {"person": id}, now)
        self.changed(id)

    def password_of(self, id: str) -> str | None:
        """The hash kept of somebody's password."""
        p = schema.people
        with self.store.engine.connect() as connection:
            return connection.execute(select(p.c.password).where(p.c.id == id)).scalar()

    def give_roles(self, id: str, roles: tuple[str, ...], *, by: str, now: float) -> None:
        """Change what somebody may do here."""
        check_roles(roles)
        p = schema.people
        with self.store.writing() as connection, _administered(connection):
            said = msgspec.json.encode(roles).decode()
            lock_person(connection, id)
            done = connection.execute(update(p).where(p.c.id == id).values(roles=said))
            if done.rowcount != 1:
                raise Refused(ACCESS, "no-such-person", person=id)
            facts = {"person": id, "roles": " ".join(roles)}
            self.note(connection, by, "person.roles", facts, now)
            self._off_duty(connection, id, roles, by, now)
        self.changed(id)

    def _off_duty(
        self, connection: Connection, id: str, roles: tuple[str, ...], by: str, now: float
    ) -> None:
        """Nobody stays on duty in a role that he does not have any more."""
        d = schema.duty
        gone = (d.c.person == id) & d.c.role.not_in(roles)
        for table in connection.execute(select(d.c.unit_id).where(gone)).scalars().all():
            self.note(connection, by, "person.relieved", {"person": id, "table": table}, now)
        connection.execute(delete(d).where(gone))

    # Barred

    def bar(
        self, identity: str, why: Reason, *, by: str, now: float, until: float | None = None
    ) -> str | None:
        """Keep a person out, by identity number, known here or not: his sessions end. Gives his id
        if he is known."""
        number = rut(identity)
        mark = mark_of(self.store.key, number)
        hidden = self.store.key.seal(number.encode(), "barred")
        with self.store.writing() as connection:
            x = schema.papers
            mine = (x.c.mark == mark) & x.c.until.is_(None)
            known = connection.execute(select(x.c.person).where(mine)).scalar()
            if known is not None:
                lock_person(connection, known)
                self._end_sessions(connection, known)
            done = connection.execute(insert(schema.barred).values(
                why=why, since=now, until=until, by=by, mark=mark, sealed=hidden
            ))  # fmt: skip
            entry = done.inserted_primary_key
            assert entry is not None
            over = None if until is None else str(int(until))
            facts = {"person": known, "entry": entry[0], "why": why, "until": over}
            self.note(connection, by, "person.barred", facts, now)
        self.changed(known or "")
        return known

    def check_may_play(self, person: Person, now: float, *, tournament: bool = False) -> None:
        """Raise `Refused` unless this person may sit down at a table, or enter a tournament."""
        permissions.check_not_of_the_house(person.roles)
        with self.store.engine.connect() as connection:
            if person.rut is not None:
                check_admitted(reasons_of(connection, person.id, now), tournament=tournament)
            check_place(connection, person.id, now, self.store.calendar.begin_of(now))

    # Sessions

    def log_in(
        self, id: str, password: str, *, now: float,
        second: Callable[[Connection, Person], None] | None = None,
    ) -> Session:  # fmt: skip
        """Come in with a password. The same answer whether the name or the password is wrong.
        ``second`` raises `Refused` unless a second factor is right."""
        with self.store.engine.connect() as connection:
            query = self._of_login(login_name(id), schema.people.c.password)
            row = connection.execute(query).first()
        if not verified(None if row is None else row.password, password) or row is None:
            with self.store.writing() as connection:
                who = NOBODY if row is None else row.id
                self.note(connection, who, "login.refused", {}, now)
            raise Refused(ACCESS, "wrong-name-or-password")
        person = person_of(row, self.store.key)
        anew = hashed(password) if outdated(row.password) else None
        with self.store.writing() as connection:
            if second is not None:
                second(connection, person)
            if anew is not None:
                p = schema.people
                connection.execute(update(p).where(p.c.id == person.id).values(password=anew))
            return self.let_in(connection, person, now=now)

    def let_in(self, connection: Connection, person: Person, *, now: float) -> Session:
        """A session for somebody who has shown who he is, unless he is kept out."""
        check_not_erased(connection, person.id)
        if person.rut is not None:
            check_admitted(reasons_of(connection, person.id, now))
        return self.begin(connection, person, now=now)

    def begin(self, connection: Connection, person: Person, *, now: float) -> Session:
        """A session for somebody who has been let in."""
        session = Session(
            person=person, token=secrets.token_urlsafe(32), csrf=secrets.token_urlsafe(32),
            expires=now + SESSION_SECONDS,
        )  # fmt: skip
        self._make_room(connection, person.id, now)
        connection.execute(insert(schema.sessions).values(
            token=digest_of_secret(session.token), person=person.id,
            csrf=digest_of_secret(session.csrf), created=now, expires=session.expires,
        ))  # fmt: skip
        self.note(connection, person.id, "login", {}, now)
        return session

    def _make_room(self, connection: Connection, person: str, now: float) -> None:
        """Delete expired sessions of everybody, and the oldest sessions of this person."""
        s = schema.sessions
        connection.execute(delete(s).where(s.c.expires <= now))
        mine = select(s.c.token).where(s.c.person == person).order_by(s.c.created.desc())
        old = connection.execute(mine.offset(SESSIONS_MAX - 1)).scalars().all()
        if old:
            connection.execute(delete(s).where(s.c.token.in_(old)))
            self.changed(person)

    def _end_sessions(self, connection: Connection, person: str, but: str | None = None) -> None:
        s = schema.sessions
        kept = digest_of_secret(but) if but is not None else ""
        connection.execute(delete(s).where(s.c.person == person, s.c.token != kept))

    def session(self, token: str, *, now: float) -> tuple[Person, str] | None:
        """Whose session this is, and the fingerprint of what must go with changes."""
        asked = {"token": digest_of_secret(token), "now": now}
        with self.store.engine.connect() as connection:
            row = self._session.run(connection, asked).first()
            return None if row is None else (person_of(row, self.store.key), str(row.csrf))

    def people_in(self, sessions: Collection[str], *, now: float) -> dict[str, Person | None]:
        """Whose sessions these are, by what is kept of their tokens; None: it is over."""
        s = schema.sessions
        mine = people_query(s.c.token).join(s, s.c.person == schema.people.c.id)
        alive, tokens = mine.where(s.c.expires > now), list(sessions)
        found: dict[str, Person | None] = dict.fromkeys(tokens)
        with self.store.engine.connect() as connection:
            for first in range(0, len(tokens), AT_ONCE):
                some = s.c.token.in_(tokens[first : first + AT_ONCE])
                for row in connection.execute(alive.where(some)):
                    found[row.token] = person_of(row, self.store.key)
        return found

    def log_out(self, token: str, *, now: float) -> None:
        """End a session."""
        s = schema.sessions
        with self.store.writing() as connection:
            person = connection.execute(
                select(s.c.person).where(s.c.token == digest_of_secret(token))
            ).scalar()
            connection.execute(delete(s).where(s.c.token == digest_of_secret(token)))
            if person is not None:
                self.note(connection, person, "logout", {}, now)
        self.changed(person or "")

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

    def note_units(
        self, connection: Connection, by: str, specs: Iterable[Spec], now: float
    ) -> None:
        """Write down what units are, each by its fingerprint: whoever changes one must note it."""
        facts = {spec.id: fingerprint(write_spec(spec)) for spec in specs}
        if facts:
            self.note(connection, by, UNITS_KEPT, facts, now)

    def entries(self, what: str | None = None) -> Iterator[Any]:
        """The audit log, or what was noted of one kind, entry by entry from the first on."""
        a = schema.audit
        query = select(a) if what is None else select(a).where(a.c.what == what)
        return in_pages(self.store.engine, query, a.c.n, AT_ONCE)


def audit_hash(before: str, at: float, person: str, what: str, facts: str) -> str:
    """The fingerprint of an entry and of all that came before it."""
    return hashlib.sha256(f"{before}\n{at!r}\n{person}\n{what}\n{facts}".encode()).hexdigest()


def fingerprint(text: str) -> str:
    """What the audit log notes of a text that stands elsewhere."""
    return hashlib.sha256(text.encode()).hexdigest()


def same_secret(secret: str, digest: str) -> bool:
    """Whether this secret is the one whose fingerprint is kept."""
    return hmac.compare_digest(digest_of_secret(secret), digest)


def digest_of_secret(secret: str) -> str:
    """What is kept of a secret."""
    return fingerprint(secret)


@contextmanager
def _administered(connection: Connection) -> Iterator[None]:
    """Raise `Refused` for a change, noted, after which nobody would administer the house."""
    p, said = schema.people, f'"{ADMINISTRADOR}"'
    one = select(p.c.id).where(p.c.roles.contains(said)).limit(1)
    before = connection.execute(one).first()
    yield
    if before and not connection.execute(one).first():
        raise Refused(CONTROL, "last-administrator")


def people_query(*more: Any) -> Select[Any]:
    """People with their papers, sealed; of whoever was erased there are none, or none to read."""
    p, x = schema.people, schema.papers
    read = (x.c.person == p.c.id) & x.c.until.is_(None)
    columns = (p.c.id, p.c.kind, p.c.roles, x.c.key, x.c.body)
    return select(*columns, *more).select_from(p.outerjoin(x, read))


def person_of(row: Any, key: HouseKey) -> Person:
    """A person as he stands in the database, his papers opened."""
    papers = opened(key, row.id, row.key, row.body)
    return Person(
        id=row.id, name=papers.name, guest=row.kind == "invitado", rut=papers.rut,
        born=papers.born, address=papers.address,
        roles=msgspec.json.decode(row.roles, type=tuple[str, ...]),
    )  # fmt: skip
