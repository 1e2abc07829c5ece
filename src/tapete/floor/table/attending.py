"""What those who attend a table read of it: who is on duty, what waits for a decision, who waits
for a place, and what the game lets happen between rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.roles import JUGADOR
from tapete.core.round.event import BetWon, Moment
from tapete.core.round.pot import PotPaid
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.floor.people.names import is_called, search
from tapete.floor.people.person import Person
from tapete.floor.people.register import people_query, person_of
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.waiting import LISTS
from tapete.floor.units.mesa import Mesa

Named = Callable[[str], str]
"""The name of a person by his id."""
FOUND = 20
"""How many people are found at once."""


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
    """What a seat won in a round and has not been given yet, and when it must be at the latest.
    ``name``: of whoever won it, gone or not."""

    seat: int
    name: str
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


class Breach(msgspec.Struct, frozen=True, kw_only=True):
    """A duty or prohibition that somebody may have broken."""

    clause: ClauseId
    rule: str


# The desk


def desk_view(mesa: Mesa, duty: Mapping[str, str], name: Named, *, reader: str = "") -> DeskView:
    """The table as whoever directs it reads it."""
    table = mesa.table
    out = table.conduct.excluded
    return DeskView(
        table=mesa.spec.id, game=mesa.spec.game, attended=mesa.spec.attended,
        mine=duty.get(reader),
        staff=tuple(OnDuty(person=who, name=name(who), role=role) for who, role in duty.items()),
        needed=tuple(staff_of(table.rules)), present=tuple(table.staff.elements()),
        capacity=table.places.capacity, last_games=table.rules.last_games,
        may_hold=table.rules.payment_hold, at_once=table.conduct.at_once,
        places=tuple(_place(table, seat, name) for seat in sorted(table.players)),
        held=tuple(
            HeldView(
                seat=h.seat, name=name(h.player or table.players.get(h.seat, "")),
                round=h.round, amount=h.amount, until=h.until,
            )
            for h in table.holds.open.values()
        ),
        disputes=tuple(
            DisputeView(**msgspec.structs.asdict(d)) for d in table.disputes.all.values()
        ),
        kept_out=tuple(KeptOut(player=w, name=name(w), until=out[w]) for w in sorted(out)),
        waiting=tuple(
            WaiterView(player=w.player, name=name(w.player), until=w.until)
            for w in mesa.waiting.all
        ),
        own_list=table.game.has(*LISTS),
    )  # fmt: skip


def _place(table: Table, seat: int, name: Named) -> PlaceView:
    player = table.players[seat]
    return PlaceView(
        seat=seat, player=player, name=name(player), idle=table.idle[seat],
        claimable=table.idle.claimable(seat), asked=seat in table.idle.complaints,
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


# People


def find_people(store: Store, who: str, role: str | None = None) -> list[Person]:
    """People by how words of their name begin, by id or identity number; with ``role``, those who
    have it."""
    query = people_query()
    if role is not None:
        p = schema.people
        query = query.where(p.c.roles.contains(f'"{role}"', autoescape=True))
        if role != JUGADOR:  # no guest works here
            query = query.where(p.c.kind == "cuenta")
    with store.engine.connect() as connection:
        rows = search(connection, query, store.key, who, who.strip())
    known = [person_of(row, store.key) for row in rows]
    found = [one for one in known if one.id == who.strip() or is_called(one, who)]
    return sorted(found, key=lambda one: (one.name, one.id))[:FOUND]
