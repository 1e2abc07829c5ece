"""What a player sets to protect himself: limits of loss, stake and time a day, a reality check, a
break. Tighter holds at once, looser after a day.

One mechanism for tables, halls, machines and tournaments: a unit says whose money a command would
put at stake (`tapete.floor.kernel.unit.Unit.stakes`), and before it is carried out the ledger says
what the person has staked and lost since the day of the house began. Whoever rests, or whose time
is over, takes no place and leaves the one he has (`tapete.floor.people.door`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select

from tapete.core.book.account import Unit, in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import Moment
from tapete.floor.kernel.unit import Spec
from tapete.floor.money.accounts import CAGE, WORLD, at_unit, vault, wallet
from tapete.floor.storage import schema
from tapete.floor.units import KINDS

AT_ONCE = 500
PROTECTED: ClauseId = "CAT-I.5.5-01"
"""No clause of the regulation speaks of limits of one's own: they are a condition of this house
beyond the betting plan, and as such it shows them (on the account, docs/security.md)."""
RETURNED = (
    "round-voided", "machine-table-bet-returned", "bingo-refunded", "tournament-refunded",
    "tournament-entry-refunded",
)  # fmt: skip
"""Why chips come back that count as not staked: nothing was played for them."""
VOIDED = "! round-voided "
"""How a step tells that its round was annulled: the bets it gives back count as not staked too."""
LATER = 86_400.0
"""Seconds until a looser limit holds."""
REST_MIN, REST_MAX = 3_600.0, 42 * 86_400.0
"""How long a break may be: longer is an exclusion."""
LARGEST = 10**12
KINDS_OF_LIMIT = ("loss", "stake", "minutes", "reality")


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A limit: what holds, and what will hold from a moment on. None: none."""

    value: int | None = None
    next: int | None = None
    at: float | None = None

    def now(self, moment: Moment) -> int | None:
        """The limit that holds at a moment.

        >>> Limit(1000, None, 50.0).now(49.0), Limit(1000, None, 50.0).now(50.0)
        (1000, None)
        """
        return self.next if self.at is not None and moment >= self.at else self.value

    def set(self, wanted: int | None, moment: Moment) -> Limit:
        """Another limit: at once if it is tighter, else after a day.

        >>> Limit(1000).set(500, 0.0), Limit(1000).set(5000, 0.0)
        (Limit(value=500, next=None, at=None), Limit(value=1000, next=5000, at=86400.0))
        """
        held = self.now(moment)
        looser = held is not None and (wanted is None or wanted > held)
        return Limit(held, wanted, moment + LATER) if looser else Limit(wanted)


class Protection(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody has set: the most he may lose and stake a day, how many minutes a day he plays,
    after how many minutes of play he is shown how it goes, and until when he rests. ``seen``: when
    he last was shown."""

    loss: Limit = Limit()
    stake: Limit = Limit()
    minutes: Limit = Limit()
    reality: Limit = Limit()
    rests: float = 0.0
    seen: float = 0.0


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The play of somebody since a moment: chips staked, chips lost (below zero: won), seconds
    at tables, halls and machines, and where he is."""

    staked: int = 0
    lost: int = 0
    seconds: float = 0.0
    since: float = 0.0
    units: tuple[str, ...] = ()


def protection_of(connection: Connection, person: str) -> Protection:
    """The limits somebody has set for himself."""
    return protections_of(connection, [person])[person]


def protections_of(connection: Connection, people: Collection[str]) -> dict[str, Protection]:
    """The limits each of them has set for himself."""
    p, wanted = schema.protections, list(people)
    found = dict.fromkeys(wanted, Protection())
    for first in range(0, len(wanted), AT_ONCE):
        some = p.c.person.in_(wanted[first : first + AT_ONCE])
        for row in connection.execute(select(p.c.person, p.c.body).where(some)):
            found[row.person] = msgspec.json.decode(row.body, type=Protection)
    return found


def keep_protection(connection: Connection, person: str, protection: Protection) -> str:
    """Write down what somebody has set. Gives it as it is written."""
    p = schema.protections
    connection.execute(p.delete().where(p.c.person == person))
    body = msgspec.json.encode(protection).decode()
    connection.execute(p.insert().values(person=person, body=body))
    return body


def check_value(kind: str, wanted: int | None) -> None:
    """Raise `Refused` unless this may be a limit."""
    high = 1440 if kind in ("minutes", "reality") else LARGEST
    if wanted is not None and not 0 < wanted <= high:
        raise Refused(PROTECTED, "bad-limit", low=1, high=high)


def check_rest(until: float, moment: Moment) -> None:
    """Raise `Refused` unless somebody may rest until then."""
    if not REST_MIN <= until - moment <= REST_MAX:
        hours, days = int(REST_MIN // 3600), int(REST_MAX // 86_400)
        raise Refused(PROTECTED, "bad-rest", hours=hours, days=days)


# Before a place is taken, and before a stake


def check_place(connection: Connection, person: str, moment: Moment, day: Moment) -> None:
    """Raise `Refused` if somebody rests, or has played as long as he wanted to today."""
    set_ = protection_of(connection, person)
    if moment < set_.rests:
        raise Refused(PROTECTED, "resting", until=str(int(set_.rests)))
    most = set_.minutes.now(moment)
    if most is not None and played(connection, person, "", day, moment).seconds >= most * 60:
        raise Refused(PROTECTED, "time-limit", minutes=most)


def has_limits(connection: Connection, person: str, moment: Moment) -> bool:
    """Whether somebody has set how much he stakes or loses a day. He has one place at a time, which
    is written in the transaction of the step that gives it to him: so nothing is staked by him at
    two nodes at one instant, and what one of them knows is all there is to know."""
    set_ = protection_of(connection, person)
    return any(one.now(moment) is not None for one in (set_.stake, set_.loss))


def check_stake(
    set_: Protection, today: Played, session: Played, stake: int, moment: Moment
) -> None:
    """Raise `Refused` unless somebody may put so much at stake, by what he has set himself.

    >>> check_stake(Protection(loss=Limit(1000)), Played(lost=600), Played(), 500, 0.0)
    Traceback (most recent call last):
    ...
    tapete.core.book.refused.Refused: loss-limit [CAT-I.5.5-01] limit=1000 lost=600 stake=500
    """
    if moment < set_.rests:
        raise Refused(PROTECTED, "resting", until=str(int(set_.rests)))
    most, loss, minutes = (one.now(moment) for one in (set_.stake, set_.loss, set_.minutes))
    if minutes is not None and today.seconds >= minutes * 60:
        raise Refused(PROTECTED, "time-limit", minutes=minutes)
    if most is not None and today.staked + stake > most:
        facts = {"limit": most, "staked": today.staked, "stake": stake}
        raise Refused(PROTECTED, "stake-limit", **facts)
    if loss is not None and today.lost + stake > loss:
        raise Refused(PROTECTED, "loss-limit", limit=loss, lost=today.lost, stake=stake)
    every = set_.reality.now(moment)
    if every is not None and session.seconds >= every * 60:
        minutes = int(session.seconds // 60)
        raise Refused(PROTECTED, "reality-check", minutes=minutes, lost=today.lost)


# What was played, by the ledger


def played(
    connection: Connection, person: str, unit: Unit, since: Moment, moment: Moment
) -> Played:
    """Chips somebody has staked and lost in a unit of account since a moment, by the ledger, and
    how long he has been at places of the house. Chips on a place are still his, except where
    players play among themselves: there what he brings is at stake."""
    stays = _stays(connection, person, since)
    seconds = sum(
        max(0.0, (moment if stay.until is None else stay.until) - max(stay.since or 0.0, since))
        for stay in stays
    )
    own: dict[str, list[ColumnElement[bool]]] = {}
    t = schema.transfers
    staked = back = won = 0
    for stay in stays:
        kind = KINDS[stay.kind]
        spec: Spec = kind.read_spec(stay.spec)
        if spec.unit != unit or kind.at_stake(spec):
            continue
        place = at_unit(stay.kind, stay.unit_id, in_stack(stay.seat), unit).text
        then = t.c.at >= max(stay.since or 0.0, since)
        own.setdefault(place, []).append(
            then if stay.until is None else then & (t.c.at <= stay.until)
        )
        back += _annulled(connection, stay, place, since)
    mine = wallet(person, unit).text
    house = [account.text for account in (CAGE, WORLD, vault(unit))]
    for place, spans in {**own, mine: [t.c.at >= since]}.items():
        elsewhere = [*house, mine] if place != mine else [*house, *own]
        for span in spans:
            staked += _sum(connection, t.c.source == place, t.c.target.not_in(elsewhere), span)
            in_ = (t.c.target == place, t.c.source.not_in(elsewhere), span)
            won += _sum(connection, *in_)
            back += _sum(connection, *in_, t.c.why.in_(RETURNED))
    here = tuple(dict.fromkeys(stay.unit_id for stay in stays if stay.until is None))
    return Played(
        staked=staked - back, lost=staked - won, seconds=seconds, since=since, units=here
    )  # fmt: skip


def _sum(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    query = select(func.coalesce(func.sum(schema.transfers.c.amount), 0)).where(*conditions)
    return int(connection.execute(query).scalar_one())


def _annulled(connection: Connection, stay: _Stay, place: str, since: Moment) -> int:
    """Bets that went back to a place because the rules annulled their round."""
    s, t = schema.steps, schema.transfers
    returned = (t.c.target == place, t.c.at >= since, t.c.state == "voided")
    query = select(t.c.id, t.c.amount).where(*returned, t.c.why.not_in(RETURNED))
    back: Counter[int] = Counter()
    for row in connection.execute(query):
        unit, step, _ = row.id.split(":", 2)
        if unit == stay.unit_id:
            back[int(step)] += row.amount
    here = (s.c.unit_id == stay.unit_id) & (s.c.number >= stay.since_step) & (s.c.at >= since)
    if stay.until_step is not None:
        here &= s.c.number <= stay.until_step
    told = select(s.c.number, s.c.events).where(here, s.c.number.in_(back))
    return sum(back[row.number] for row in connection.execute(told) if VOIDED in row.events)


class _Stay(msgspec.Struct, frozen=True):
    unit_id: str
    kind: str
    spec: str
    seat: int
    since: float | None
    until: float | None
    since_step: int
    until_step: int | None


def _stays(connection: Connection, person: str, since: Moment) -> list[_Stay]:
    """Where somebody has been since a moment, and from when to when."""
    x, u = schema.stays, schema.units
    first, last = schema.steps.alias(), schema.steps.alias()
    query = (
        select(
            x.c.unit_id,
            u.c.kind,
            u.c.spec,
            x.c.seat,
            first.c.at,
            last.c.at,
            x.c.since_step,
            x.c.until_step,
        )
        .join_from(x, u, u.c.id == x.c.unit_id)
        .outerjoin(first, (first.c.unit_id == x.c.unit_id) & (first.c.number == x.c.since_step))
        .outerjoin(last, (last.c.unit_id == x.c.unit_id) & (last.c.number == x.c.until_step))
        .where(x.c.person == person, x.c.until_step.is_(None) | (last.c.at >= since))
    )
    return [_Stay(*row) for row in connection.execute(query)]


def to_leave(connection: Connection, moment: Moment, day: Moment) -> list[tuple[str, str]]:
    """The persons who are somewhere and rest, or whose time is over: each with the unit."""
    p, x = schema.protections, schema.stays
    query = select(x.c.person, x.c.unit_id, p.c.body).join_from(x, p, p.c.person == x.c.person)
    found = []
    for row in connection.execute(query.where(x.c.until_step.is_(None)).distinct()).all():
        set_ = msgspec.json.decode(row.body, type=Protection)
        most = set_.minutes.now(moment)
        over = most is not None and (
            played(connection, row.person, "", day, moment).seconds >= most * 60
        )
        if over or moment < set_.rests:
            found.append((row.person, row.unit_id))
    return found
