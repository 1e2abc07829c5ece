"""The desk of personal data: what is kept of a person, given to him; requests with their deadline;
erasure. Chile's Ley 21.719 (in force from 1 December 2026) gives a person access, rectification,
erasure, opposition, portability and blocking, and the house thirty days to answer."""

from __future__ import annotations

import json
import secrets
from itertools import islice
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, insert, or_, select, update

from tapete.core.book.refused import Refused
from tapete.floor.money.accounts import wallet
from tapete.floor.people.factors import factors_of
from tapete.floor.people.person import Person
from tapete.floor.people.presence import PRIVACY
from tapete.floor.people.protection import protection_of
from tapete.floor.people.register import Register, fingerprint
from tapete.floor.people.sealed_papers import Papers, destroy_overdue, kept_until, opened
from tapete.floor.storage import schema
from tapete.floor.storage.store import AT_ONCE
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tapete.systems.machines.tickets import TICKET_BOOK

ANSWERED_IN = 30 * 86_400.0
"""Seconds in which a request is answered (Ley 21.719, article 11)."""
OPEN_MAX = 3
AnswerTo = Literal["acceso", "rectificacion", "borrado", "oposicion", "portabilidad", "bloqueo"]
MOST = 5_000
"""So many movements and entries are exported; for more somebody asks the desk."""


class AskedFor(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody asked about his data: when, until when it is answered, and how it was."""

    id: str
    person: str
    kind: str
    at: float
    due: float
    done: float | None
    by: str | None
    answer: str


class Waiting(AskedFor, frozen=True, kw_only=True):
    """A request that waits, for the desk that answers it: with the name of whoever asked."""

    name: str


class Personal:
    """Requests about personal data, and what is kept of each person."""

    def __init__(self, register: Register) -> None:
        self.register, self.store = register, register.store

    def ask(self, person: Person, kind: AnswerTo, *, now: float) -> AskedFor:
        """Somebody asks for something he has a right to."""
        found = AskedFor(
            id=secrets.token_hex(8), person=person.id, kind=kind, at=now, due=now + ANSWERED_IN,
            done=None, by=None, answer="",
        )  # fmt: skip
        with self.store.writing() as connection:
            waiting = [one for one in _requests(connection, person.id) if one.done is None]
            if len(waiting) >= OPEN_MAX:
                raise Refused(PRIVACY, "too-many-requests", maximum=OPEN_MAX)
            connection.execute(insert(schema.requests).values(**msgspec.structs.asdict(found)))
            facts = {"request": found.id, "kind": kind}
            self.register.note(connection, person.id, "data.asked", facts, now)
        return found

    def requests(self, person: str) -> list[AskedFor]:
        """The requests of a person, the first due first."""
        with self.store.engine.connect() as connection:
            return _requests(connection, person)

    def waiting(self) -> list[Waiting]:
        """All requests that wait for an answer, the first due first."""
        with self.store.engine.connect() as connection:
            found = [one for one in _requests(connection) if one.done is None]
        names = self.register.names({one.person for one in found})
        return [
            Waiting(**msgspec.structs.asdict(one), name=names.get(one.person, one.person))
            for one in found
        ]

    def answer(self, id: str, text: str, *, by: str, now: float) -> AskedFor:
        """The desk answers a request; the person reads it on his account."""
        r = schema.requests
        with self.store.writing() as connection:
            waits = (r.c.id == id) & r.c.done.is_(None)
            done = update(r).where(waits).values(done=now, by=by, answer=text)
            if connection.execute(done).rowcount != 1:
                raise Refused(PRIVACY, "no-such-request", request=id)
            facts = {"request": id, "answer": fingerprint(text)}
            self.register.note(connection, by, "data.answered", facts, now)
            row = connection.execute(select(r).where(r.c.id == id)).one()
            return AskedFor(**row._mapping)

    def export(self, person: Person, *, by: str, now: float) -> dict[str, Any]:
        """All that is kept of a person, as it would be given to him. It is written down first: what
        reads years of history holds nobody up who writes."""
        with self.store.writing() as connection:
            self.register.note(connection, by, "data.exported", {"person": person.id}, now)
        with self.store.engine.connect() as connection:
            a, t = schema.audit, schema.transfers
            mine = _wallets(connection, person.id)
            moves = select(t).where(or_(t.c.source.in_(mine), t.c.target.in_(mine)))
            entries = select(a.c.at, a.c.what, a.c.facts).where(a.c.person == person.id)
            stays = select(schema.stays).where(schema.stays.c.person == person.id)
            until = kept_until(connection, person.id)
            return {
                "persona": msgspec.to_builtins(person),
                "limites": msgspec.to_builtins(protection_of(connection, person.id)),
                "segundos-pasos": [
                    {"clase": one.kind, "nombre": one.name, "desde": one.created}
                    for one in factors_of(connection, person.id)
                ],
                "solicitudes": msgspec.to_builtins(_requests(connection, person.id)),
                "movimientos": _rows(connection, moves.order_by(t.c.at.desc()).limit(MOST)),
                "lugares": _rows(connection, stays.limit(MOST)),
                "ordenes": _sent(connection, person.id),
                "torneos": _in_tournaments(connection, person.id),
                "boletos": _tickets(connection, person.id),
                "firmas": _rows(connection, _signed(person.id).limit(MOST)),
                "accesos": _rows(connection, entries.order_by(a.c.n.desc()).limit(MOST)),
                "la-ley-obliga-a-guardar-hasta": until,
            }

    def blocked(self, person: str, *, by: str, now: float) -> Papers:
        """The papers of somebody who was erased, while the law has them kept: for an inspector, and
        written down."""
        x = schema.papers
        with self.store.writing() as connection:
            kept = (x.c.person == person) & x.c.until.is_not(None)
            row = connection.execute(select(x).where(kept)).first()
            if row is None:
                raise Refused(PRIVACY, "nothing-blocked", person=person[:64])
            self.register.note(connection, by, "papers.read", {"person": person}, now)
        return opened(self.store.key, person, row.key, row.body)

    def tidy(self, *, now: float) -> int:
        """Destroy what the law had kept and its time is over."""
        with self.store.writing() as connection:
            gone = destroy_overdue(connection, now)
            if gone:
                self.register.note(connection, "sistema", "papers.destroyed", {"many": gone}, now)
        return gone


def _requests(connection: Connection, person: str | None = None) -> list[AskedFor]:
    r = schema.requests
    query = select(r).order_by(r.c.due)
    rows = connection.execute(query if person is None else query.where(r.c.person == person))
    return [AskedFor(**row._mapping) for row in rows]


def _rows(connection: Connection, query: Any) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(query)]


def _wallets(connection: Connection, person: str) -> list[str]:
    """His accounts: of pesos, of play chips, of every tournament's own chips."""
    a, own = schema.accounts, wallet(person).text
    found = select(a.c.id).where(a.c.id.endswith(f"|{own}", autoescape=True))
    return [own, *connection.execute(found).scalars()]


def _sent(connection: Connection, person: str) -> list[dict[str, Any]]:
    """What he did at tables, in halls and at machines, complaints and disputes in his words: all
    he sent while he had a place there."""
    x, s = schema.stays, schema.steps
    there = (s.c.unit_id == x.c.unit_id) & (s.c.number >= x.c.since_step)
    until = x.c.until_step.is_(None) | (s.c.number <= x.c.until_step)
    query = select(s.c.unit_id, s.c.at, s.c.envelope).join_from(x, s, there & until)
    query = query.where(x.c.person == person, s.c.person == person).distinct()
    return [
        {"donde": row.unit_id, "cuando": row.at, "que": json.loads(row.envelope)["command"]}
        for row in connection.execute(query.order_by(s.c.at.desc()).limit(MOST))
    ]


def _in_tournaments(connection: Connection, person: str) -> list[dict[str, Any]]:
    """What was done by him and with him in tournaments, where nobody has a place on the floor: his
    entries, and what staff sent of him; of what concerns many, that it was sent."""
    s, u = schema.steps, schema.units
    held = select(u.c.id).where(u.c.kind == "torneo")
    query = select(s.c.unit_id, s.c.at, s.c.person, s.c.envelope).where(s.c.unit_id.in_(held))
    query = query.order_by(s.c.at.desc()).execution_options(yield_per=AT_ONCE)
    named = (
        row
        for row in connection.execute(query)
        if row.person == person or f'"{person}"' in row.envelope
    )
    found = []
    for row in islice(named, MOST):
        sent = json.loads(row.envelope)
        command = sent["command"]
        his = row.person == person or command.get("player") == person
        what = command if his else {"do": command["do"]}
        found.append({"donde": row.unit_id, "cuando": row.at, "como": sent["role"], "que": what})
    return found


def _tickets(connection: Connection, person: str) -> list[dict[str, Any]]:
    """Tickets that machines gave him, and his prepaid cards."""
    e, kinds = schema.aggregate_entries, (TICKET_BOOK.kind, CARD_BOOK.kind)
    his = e.c.kind.in_(kinds) & e.c.body.contains(f'"{person}"', autoescape=True)
    return _rows(connection, select(e.c.unit_id, e.c.at, e.c.body).where(his).limit(MOST))


def _signed(person: str) -> Any:
    g = schema.signatures
    return select(g.c.subject, g.c.digest, g.c.role, g.c.at).where(g.c.person == person)
