"""Who sits where, on all nodes: a row written in the transaction of the step that seats somebody.

A player is present at his table (CAT-I.5.1-02), so he sits at one; at roulette, with simple chances
only, at two (CAT-II.1.5.2-01, CAT-II.2.6.2-01). Whoever was barred meanwhile is not seated.

Whoever gives a person a place or something to keep (chips, a card, a ticket, an entry) locks him in
the transaction that does; so does whoever erases him, and finds what was given, or comes first.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, update

from tapete.core.book.account import CLP, PLAY, on_spot
from tapete.core.book.refused import Refused
from tapete.core.round.event import Moment, SeatFreed, SeatTaken
from tapete.floor.kernel.chain import Step
from tapete.floor.money.accounts import at_table, ledger_account
from tapete.floor.people.person import Reason, check_admitted
from tapete.floor.storage import schema
from tapete.floor.storage.prefix import begins
from tapete.floor.units.mesa import KIND, TableSpec
from tapete.games.registry import find
from tapete.games.roulette.roulette import PRISON
from tapete.games.roulette.rules import SIMPLE, RouletteRules
from tapete.systems.tournament.book import Sold
from tapete.systems.tournament.life.events import EliminationUndone, PlayerWaits

PRESENT = "CAT-I.5.1-02"
PRIVACY = "COL-11-01"
ERASED = "borrada"
AT_ONCE = 500
ENTERS = (Sold, PlayerWaits, EliminationUndone)
"""What gives somebody something in a tournament that is still to come, without a place on the
floor: an entry or other chips, a place in line, his chips back."""
PRESENCE = (SeatTaken, SeatFreed, *ENTERS)
HERE = schema.stays.c.until_step.is_(None)


def concerns_presence(step: Step) -> bool:
    """Whether somebody takes or leaves a place with a step, or enters a tournament."""
    return any(isinstance(event, PRESENCE) for event in step.events)


def write_presence(connection: Connection, steps: Sequence[Step]) -> None:
    """Write who took and who left a place in these steps. Raises `Refused` if somebody may not be
    there too, or enters a tournament who was erased or is kept out: then nothing of the step is
    written."""
    entering: dict[str, Moment] = {}
    admitted: set[str] = set()
    for step in steps:  # whoever goes goes before anybody comes: players change places in one step
        for event in step.events:
            if isinstance(event, SeatFreed):
                _free(connection, step, event.seat)
            elif isinstance(event, ENTERS):
                entering[event.player] = step.envelope.at
                if isinstance(event, Sold) or (isinstance(event, PlayerWaits) and event.waits):
                    admitted.add(event.player)
    if entering:
        lock_people(connection, entering)
        _check_admitted(connection, admitted, max(entering.values()))
    for step in steps:
        for n, event in enumerate(step.events, step.first):
            if isinstance(event, SeatTaken):
                _check(connection, step.unit, event.player, step.envelope.at)
                _free(connection, step, event.seat)
                connection.execute(insert(schema.stays).values(
                    unit_id=step.unit, seat=event.seat, since_step=step.number, since_event=n,
                    since_round=step.round, person=event.player,
                ))  # fmt: skip


def _check_admitted(connection: Connection, people: Collection[str], now: Moment) -> None:
    """Raise `Refused` if one of them may not enter a tournament, or buy more in it."""
    for reasons in reasons_of_all(connection, sorted(people), now).values():
        check_admitted(reasons, tournament=True)


def _free(connection: Connection, step: Step, seat: int) -> None:
    x = schema.stays
    place = (x.c.unit_id == step.unit) & (x.c.seat == seat) & HERE
    gone = {"until_step": step.number, "until_round": step.round}
    connection.execute(update(x).where(place).values(**gone))


def places_of(connection: Connection, person: str) -> dict[str, tuple[int, ...]]:
    """The tables where somebody sits, and his seats there."""
    x = schema.stays
    query = select(x.c.unit_id, x.c.seat).where(x.c.person == person, HERE)
    found: dict[str, tuple[int, ...]] = {}
    for row in connection.execute(query.order_by(x.c.unit_id, x.c.seat)):
        found[row.unit_id] = (*found.get(row.unit_id, ()), row.seat)
    return found


def sat_down(connection: Connection, unit: str, person: str) -> int:
    """The number of the event with which a person took the place he has; past all of them if he
    has none."""
    x = schema.stays
    mine = (x.c.unit_id == unit) & (x.c.person == person) & HERE
    found = connection.execute(select(func.max(x.c.since_event)).where(mine)).scalar()
    return sys.maxsize if found is None else int(found)


def seated(connection: Connection, unit: str, step: int) -> dict[int, str]:
    """Who sat where when a step had been done."""
    x = schema.stays
    then = (x.c.since_step <= step) & (x.c.until_step.is_(None) | (x.c.until_step > step))
    query = select(x.c.seat, x.c.person).where(x.c.unit_id == unit, then)
    return {row.seat: row.person for row in connection.execute(query.order_by(x.c.seat))}


def _check(connection: Connection, table: str, person: str, now: Moment) -> None:
    """Raise `Refused` unless this person may take a place at this table."""
    lock_person(connection, person)
    check_admitted(reasons_of(connection, person, now))
    others = places_of(connection, person)
    others.pop(table, None)
    if not others:
        return
    from tapete.floor.people.protection import (  # it reads units, which read this
        PROTECTED,
        has_limits,
    )

    if has_limits(connection, person, now):
        raise Refused(PROTECTED, "one-place-with-limits", table=next(iter(others)))
    for one in (table, *others):
        rules = _rules(connection, one)
        if not isinstance(rules, RouletteRules):
            raise Refused(PRESENT, "seated-elsewhere", table=next(iter(others)))
        if len(others) + 1 > rules.tables_max:
            maximum = rules.tables_max
            raise Refused(rules.by("tables_max"), "too-many-tables", maximum=maximum)
    for other, seats in others.items():
        for seat in seats:
            for bet in _standing(connection, other, seat):
                check_simple(_rules(connection, other), bet)


def check_simple(rules: object, bet: str) -> None:
    """Raise `Refused` unless whoever sits at two tables may have this bet at one of them."""
    assert isinstance(rules, RouletteRules)
    if bet.removesuffix(PRISON) not in SIMPLE:
        raise Refused(rules.by("tables_max"), "two-tables-simple-only", bet=bet)


def _rules(connection: Connection, table: str) -> object:
    u = schema.units
    row = connection.execute(select(u.c.kind, u.c.spec).where(u.c.id == table)).first()
    if row is None or row.kind != KIND.name:
        return None
    spec: TableSpec = KIND.read_spec(row.spec)
    return find(spec.game).rules_of(spec.edition, spec.changes)


def _standing(connection: Connection, table: str, seat: int) -> list[str]:
    """The bets of a seat that stand on the felt, by the ledger."""
    a = schema.accounts
    at = [at_table(table, on_spot(seat, ""), unit).text for unit in (CLP, PLAY)]
    here = or_(*(begins(connection, a.c.id, one.removesuffix(f"/{seat}")) for one in at))
    found = connection.execute(select(a.c.id).where(here, a.c.balance > 0)).scalars()
    places = (ledger_account(one).place for one in found)
    return [place.spot for place in places if place is not None and place.seat == seat]


# Kept out


def lock_person(connection: Connection, person: str) -> None:
    """Make whoever else seats, bars or erases this person, or gives him something to keep, wait
    until the transaction is over. Raises `Refused` if he was erased: he is nobody's owner any
    more."""
    lock_people(connection, [person])


def lock_people(connection: Connection, people: Collection[str]) -> None:
    """The same for several, always in the same order."""
    p, wanted = schema.people, sorted(people)
    for first in range(0, len(wanted), AT_ONCE):
        some = p.c.id.in_(wanted[first : first + AT_ONCE])
        query = select(p.c.id, p.c.status).where(some).order_by(p.c.id)
        for row in connection.execute(query.with_for_update(key_share=True)):
            _check_status(row)


def check_not_erased(connection: Connection, person: str) -> None:
    """Raise `Refused` if somebody was erased; nobody waits for it."""
    p = schema.people
    for row in connection.execute(select(p.c.id, p.c.status).where(p.c.id == person)):
        _check_status(row)


def _check_status(row: Any) -> None:
    if row.status == ERASED:
        raise Refused(PRIVACY, "person-erased", person=row.id)


def reasons_of(connection: Connection, person: str, now: Moment) -> tuple[Reason, ...]:
    """Why a person is kept out at this moment."""
    return reasons_of_all(connection, [person], now).get(person, ())


def reasons_of_all(
    connection: Connection, people: Sequence[str], now: Moment
) -> dict[str, tuple[Reason, ...]]:
    """Why each of several is kept out, of those who are."""
    b, x = schema.barred, schema.papers
    mine = x.c.person.in_(people) & (x.c.mark == b.c.mark) & _in_force(now)
    found: dict[str, tuple[Reason, ...]] = {}
    for row in connection.execute(select(x.c.person, b.c.why).where(mine).order_by(b.c.n)):
        found[row.person] = (*found.get(row.person, ()), row.why)
    return found


def reasons_for(connection: Connection, mark: str, now: Moment) -> tuple[Reason, ...]:
    """The same by the mark of an identity number, known here or not."""
    b = schema.barred
    mine = (b.c.mark == mark) & _in_force(now)
    return tuple(connection.execute(select(b.c.why).where(mine).order_by(b.c.n)).scalars())


def to_be_seen_out(connection: Connection, now: Moment) -> list[tuple[str, str]]:
    """The persons who sit somewhere and are kept out: each with the table."""
    b, x, stay = schema.barred, schema.papers, schema.stays
    mine = HERE & (stay.c.person == x.c.person) & (x.c.mark == b.c.mark) & _in_force(now)
    query = select(stay.c.person, stay.c.unit_id).where(mine).distinct()
    return [(row.person, row.unit_id) for row in connection.execute(query)]


def barred_among(connection: Connection, persons: Collection[str], now: Moment) -> set[str]:
    """The persons among these who are barred at this moment."""
    b, x = schema.barred, schema.papers
    mine = x.c.person.in_(persons) & (x.c.mark == b.c.mark) & _in_force(now)
    return set(connection.execute(select(x.c.person).where(mine).distinct()).scalars())


def _in_force(now: Moment) -> ColumnElement[bool]:
    b = schema.barred
    return (b.c.since <= now) & (b.c.until.is_(None) | (b.c.until > now))
