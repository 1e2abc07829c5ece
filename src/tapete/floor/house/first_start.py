"""The first start: an administrator, the units of the plan and what they share. What a kill left
half done the next start completes; every later one renews the units by the plan."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from tapete.core.book.plan import Plan
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.kernel.unit import Spec
from tapete.floor.people.passwords import new_password
from tapete.floor.people.permissions import ADMINISTRADOR
from tapete.floor.people.register import Register
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.units import KINDS

PREPARED, INNER, SYSTEM = "prepared", "inner", "sistema"
LOCK = 19_998


def first_start(
    register: Register, shared: Hosts, plan: Plan, specs: Sequence[Spec], now: Callable[[], float]
) -> str | None:
    """Make an example casino, or renew the units of one that was made. Gives the password of the
    administrator then: if it broke off before it was done, nobody was told one, and there is
    another."""
    store = register.store
    with _alone(store):
        if _is_prepared(store):
            _renew(register, shared, plan, now())
            return None
        password = _administrator(register, now())
        shared.begin(plan, specs, now())
        known = {spec.id for spec in store.specs()}
        new = [spec for spec in specs if spec.id not in known]
        with store.writing() as connection:
            for spec in new:
                store.add_in(connection, spec)
            register.note_units(connection, SYSTEM, new, now())
        _mark(store, now())
        return password


def _renew(register: Register, shared: Hosts, plan: Plan, at: float) -> None:
    """What units share is there before they do."""
    store = register.store
    before = store.specs()
    after = [KINDS[spec.kind].renewed(plan, spec) for spec in before]
    changed = [new for old, new in zip(before, after, strict=True) if new != old]
    shared.begin(plan, changed, at)
    with store.writing() as connection:
        for spec in changed:
            store.change_in(connection, spec)
        register.note_units(connection, SYSTEM, changed, at)


def inner_secret(store: Store) -> str:
    """What the processes of a casino know each other by; made by the first that asks."""
    c = schema.casino
    query = select(c.c.value).where(c.c.key == INNER)
    with store.engine.connect() as connection:
        found = connection.execute(query).scalar()
    if found is None:
        with suppress(IntegrityError), store.writing() as connection:
            connection.execute(insert(c).values(key=INNER, value=secrets.token_hex(32)))
        with store.engine.connect() as connection:
            found = connection.execute(query).scalar()
    return str(found)


def _administrator(register: Register, now: float) -> str:
    password = new_password()
    if register.find(ADMINISTRADOR) is None:
        roles = (ADMINISTRADOR,)
        register.admit_staff(ADMINISTRADOR, "Administrador", password, roles, by=SYSTEM, now=now)
    else:
        register.reset_password(ADMINISTRADOR, password, by=SYSTEM, now=now)
    return password


def _is_prepared(store: Store) -> bool:
    c = schema.casino
    with store.engine.connect() as connection:
        found = connection.execute(select(c.c.value).where(c.c.key == PREPARED))
        return found.first() is not None


def _mark(store: Store, now: float) -> None:
    with store.writing() as connection:
        connection.execute(insert(schema.casino).values(key=PREPARED, value=str(now)))


@contextmanager
def _alone(store: Store) -> Iterator[None]:
    """Nodes may be started together: the first does it, the others wait and find it done."""
    if store.engine.dialect.name != "postgresql":
        yield
        return
    with store.engine.connect() as connection:
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
        yield
