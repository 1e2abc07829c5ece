"""What those who attend a table read of it: who is on duty, what waits for a decision, who waits
for a place, and what the game lets happen between rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from sqlalchemy import or_, select

from tapete.core.cards import Card
from tapete.core.clause import Clause, ClauseId, register
from tapete.core.conduct import BREACHES
from tapete.core.event import BetWon, Moment
from tapete.core.pot import PotPaid
from tapete.core.roles import staff_of
from tapete.core.rulebook import GameRules
from tapete.core.table import Table
from tapete.floor import schema
from tapete.floor.facts import GIVEN
from tapete.floor.hosted import Hosted
from tapete.floor.people import Person
from tapete.floor.store import Store
from tapete.floor.waiting import LISTS

Named = Callable[[str], str]
"""The name of a person by his id."""
FOUND = 20
"""How many people are found at once."""
BASE = "scj-2023"
"""The edition that holds for whatever another does not say."""


class OnDuty(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on duty at a table, and as what."""

    person: str
    name: str
    role: str


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A player: rounds he stayed out of in a row, whether his place may be asked for and was, what
    he won in the round just ended that may still be withheld, and his cautions."""

    seat: int
    player: str
    name: str
    idle: int
    claimable: bool
    asked: bool
    won: int
    cautions: tuple[ClauseId, ...]


class KeptOut(msgspec.Struct, frozen=True, kw_only=True):
    """A player who is kept out of the table, and until when; none: until further notice."""

    player: str
    name: str
    until: Moment | None


class HeldView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat won in a round and has not been given yet, and when it must be at the latest."""

    seat: int
    round: int
    amount: int
    until: Moment


class DisputeView(msgspec.Struct, frozen=True, kw_only=True):
    """A disagreement about a round; ``reviewed`` once its record was played again."""

    id: int
    seat: int
    round: int
    about: str
    ruling: str
    reviewed: bool


class WaiterView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on the waiting list; ``until`` when a place is kept for him, and until when."""

    player: str
    name: str
    until: Moment | None


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """A table from the desk of whoever directs it.

    ``needed`` is the staff the game wants to open, ``present`` the one it was opened with;
    ``mine`` what the reader is on duty as. ``own_list`` names the act by which the game keeps a
    waiting list of its own.
    """

    table: str
    game: str
    attended: bool
    mine: str | None
    staff: tuple[OnDuty, ...]
    needed: tuple[str, ...]
    present: tuple[str, ...]
    capacity: int | None
    last_games: int
    may_hold: bool
    at_once: bool
    places: tuple[PlaceView, ...]
    held: tuple[HeldView, ...]
    disputes: tuple[DisputeView, ...]
    kept_out: tuple[KeptOut, ...]
    waiting: tuple[WaiterView, ...]
    own_list: str | None


class ActFact(msgspec.Struct, frozen=True, kw_only=True):
    """Something an act has to be told: a seat, an amount, a card... ``kind`` says how it is asked
    for, ``choices`` what there is to choose from, ``default`` what holds if it is not told."""

    name: str
    kind: str
    required: bool
    default: str | None = None
    choices: tuple[str, ...] = ()


class ActView(msgspec.Struct, frozen=True, kw_only=True):
    """Something the game lets happen between rounds; ``by`` whoever usually does it."""

    name: str
    by: str | None
    facts: tuple[ActFact, ...]


class Breach(msgspec.Struct, frozen=True, kw_only=True):
    """A duty or prohibition that somebody may have broken."""

    clause: ClauseId
    rule: str


# The desk


def desk_view(
    hosted: Hosted, duty: Mapping[str, str], name: Named, *, reader: str = ""
) -> DeskView:
    """The table as whoever directs it reads it."""
    table = hosted.table
    out = table.conduct.excluded
    return DeskView(
        table=hosted.spec.id, game=hosted.spec.game, attended=hosted.spec.attended,
        mine=duty.get(reader),
        staff=tuple(OnDuty(person=who, name=name(who), role=role) for who, role in duty.items()),
        needed=tuple(staff_of(table.rules)), present=tuple(table.desk.staff.elements()),
        capacity=table.capacity, last_games=table.rules.last_games,
        may_hold=table.rules.payment_hold, at_once=table.conduct.at_once,
        places=tuple(_place(table, seat, name) for seat in sorted(table.players)),
        held=tuple(
            HeldView(seat=h.seat, round=h.round, amount=h.amount, until=h.until)
            for h in table.holds.open.values()
        ),
        disputes=tuple(
            DisputeView(**msgspec.structs.asdict(d)) for d in table.disputes.all.values()
        ),
        kept_out=tuple(KeptOut(player=w, name=name(w), until=out[w]) for w in sorted(out)),
        waiting=tuple(
            WaiterView(player=w.player, name=name(w.player), until=w.until)
            for w in hosted.waiting.all
        ),
        own_list=next((act for act in LISTS if act in table.game.acts), None),
    )  # fmt: skip


def _place(table: Table, seat: int, name: Named) -> PlaceView:
    player = table.players[seat]
    return PlaceView(
        seat=seat, player=player, name=name(player), idle=table.idle[seat],
        claimable=table.claimable(seat), asked=seat in table.idle.complaints,
        won=_won(table, seat), cautions=tuple(table.conduct.cautions.get(player, ())),
    )  # fmt: skip


def _won(table: Table, seat: int) -> int:
    """What a seat won in the round whose winners are being paid, unless it is held or given."""
    record = table.holds.payable
    if record is None or seat in table.holds.gone:
        return 0
    if (seat, record.header.number) in table.holds.open:
        return 0
    won = sum(e.paid for e in record.events if isinstance(e, BetWon) and e.seat == seat)
    return won + sum(e.amount for e in record.events if isinstance(e, PotPaid) and e.seat == seat)


def breaches(table: Table, edition: str) -> tuple[Clause, ...]:
    """The duties and prohibitions of a game, its own first, then those of every game."""
    found = [
        clause
        for clause in register().values()
        if clause.kind in BREACHES and clause.document.edition in (edition, BASE)
    ]
    own = [clause for clause in found if table.game.id in clause.games]
    return (*own, *(clause for clause in found if "general" in clause.games))


# Acts

SEATS = frozenset({"seat", "to", "associate"})
NUMBERS = frozenset({"die", "counted", "chips"})
PEOPLE = frozenset({"player"})
CHOSEN = {"colour": "colours", "ruling": "material_rulings"}
"""Facts that are one of the values of a row of the rules."""


def acts_of(table: Table) -> tuple[ActView, ...]:
    """What may happen at a table between rounds, and what has to be said with it."""
    return tuple(_act(name, done, table.rules) for name, done in table.game.acts.items())


def _act(name: str, done: Callable[..., Any], rules: GameRules) -> ActView:
    wants, kinds = signature(done).parameters, get_type_hints(done)
    by = wants["by"].default if "by" in wants else None
    facts = [
        _fact(wants[fact], kinds[fact], rules) for fact in wants if fact not in GIVEN
    ]  # fmt: skip
    return ActView(name=name, by=by if isinstance(by, str) else None, facts=tuple(facts))


def _fact(wanted: Parameter, kind: Any, rules: GameRules) -> ActFact:
    default = wanted.default
    said = isinstance(default, str | int) and not isinstance(default, bool)
    return ActFact(
        name=wanted.name, kind=kind_of(wanted.name, kind), required=default is wanted.empty,
        default=str(default) if said else None,
        choices=tuple(getattr(rules, CHOSEN.get(wanted.name, ""), ())),
    )  # fmt: skip


def kind_of(name: str, kind: Any) -> str:
    """How a screen asks for a fact.

    >>> kind_of("seat", int), kind_of("amount", int), kind_of("places", tuple[int, ...])
    ('seat', 'amount', 'numbers')
    """
    if get_origin(kind) in (Union, UnionType):
        kind = next(one for one in get_args(kind) if one is not NoneType)
    if get_origin(kind) is tuple:
        return "numbers" if get_args(kind)[0] is int else "people"
    if get_origin(kind) is not None:
        return "amounts"
    if kind is Card:
        return "card"
    if kind is int:
        return "seat" if name in SEATS else "number" if name in NUMBERS else "amount"
    plain = {bool: "yes", float: "moment"}.get(kind)
    return plain or ("person" if name in PEOPLE else "text")


# People


def find_people(store: Store, who: str, role: str | None = None) -> list[Person]:
    """People by part of their name, by id or identity number; with ``role``, those who have it."""
    p = schema.people
    named = or_(
        p.c.name.icontains(who, autoescape=True), p.c.id == who, p.c.rut == who,
    )  # fmt: skip
    query = select(p.c.id, p.c.name, p.c.kind, p.c.roles).where(named)
    if role is not None:
        query = query.where(p.c.roles.contains(f'"{role}"', autoescape=True))
    with store.engine.connect() as connection:
        return [
            Person(
                id=row.id, name=row.name, guest=row.kind == "invitado",
                roles=tuple(msgspec.json.decode(row.roles)),
            )
            for row in connection.execute(query.order_by(p.c.name, p.c.id).limit(FOUND))
        ]  # fmt: skip
