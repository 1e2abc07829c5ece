"""Who is on duty at which attended table: the croupiers who deal and the jefe who directs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import delete, insert, select

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIERS, JEFE
from tapete.floor.people.person import Person
from tapete.floor.people.register import Register
from tapete.floor.storage import schema

ATTENDS: ClauseId = "CAT-I.3.2-01"
AT_A_TABLE = (*CROUPIERS, JEFE)


class Staffing:
    """The staff of the attended tables, in the database."""

    def __init__(self, register: Register) -> None:
        self.register, self.store = register, register.store

    def assign(
        self, table: str, person: Person, role: str, *, by: str, now: float,
        roles: tuple[str, ...] = AT_A_TABLE,
    ) -> None:  # fmt: skip
        """Put somebody on duty at a table or another unit, in one of its ``roles``. A croupier has
        one table at a time."""
        if role not in roles:
            raise Refused(ATTENDS, "no-such-role", role=role, roles=" ".join(roles))
        if role not in person.roles:
            raise Refused(ATTENDS, "role-not-held", person=person.id, role=role)
        d = schema.duty
        before = d.c.person == person.id
        if role not in CROUPIERS:
            before &= d.c.unit_id == table
        with self.store.writing() as connection:
            connection.execute(delete(d).where(before))
            connection.execute(
                insert(d).values(unit_id=table, person=person.id, role=role, since=now)
            )
            facts = {"person": person.id, "role": role, "table": table}
            self.register.note(connection, by, "person.assigned", facts, now)

    def relieve(self, table: str, person: str, *, by: str, now: float) -> None:
        """Somebody goes off duty."""
        d = schema.duty
        with self.store.writing() as connection:
            gone = connection.execute(
                delete(d).where(d.c.unit_id == table, d.c.person == person)
            )  # fmt: skip
            if gone.rowcount != 1:
                raise Refused(ATTENDS, "nobody-on-duty", person=person, table=table)
            facts = {"person": person, "table": table}
            self.register.note(connection, by, "person.relieved", facts, now)

    def on_duty(self, table: str) -> dict[str, str]:
        """Whoever is on duty at a table, and as what."""
        d = schema.duty
        query = select(d.c.person, d.c.role).where(d.c.unit_id == table).order_by(d.c.person)
        with self.store.engine.connect() as connection:
            return {row.person: row.role for row in connection.execute(query)}

    def check_opening(self, table: str, staff: Iterable[str]) -> None:
        """Raise `Refused` unless whoever is said to open the table is on duty there."""
        there = Counter(self.on_duty(table).values())
        for role, count in Counter(staff).items():
            if there[role] < count:
                raise Refused(
                    ATTENDS, "staff-not-on-duty", role=role, present=there[role], needed=count
                )
