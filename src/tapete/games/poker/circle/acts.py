"""What happens between hands at a circle table: lists, seats, absences, boxes."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.duty import Duty
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import CHIEFS, JEFE, JEFE_DE_SALA, only
from tapete.core.round.act import Act, Count, Person, Seat
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced
from tapete.core.round.game import Setup
from tapete.core.table.seats import check_seated
from tapete.games.poker.circle.places import (
    MINUTE,
    Given,
    Places,
    R,
    S,
    box_of,
    but,
    check_not_lost,
    informed,
)
from tapete.games.poker.circle.stakes import CircleTerms

LISTS = Duty((JEFE,), "CAT-I.3.2-10", own=("lists",))


# The lists


class Register(Act[R, S], frozen=True, kw_only=True, tag="inscribir"):
    """Somebody enters his name with the jefe de mesa: a place is reserved, no seat in particular;
    when there are no more places he goes on the waiting list."""

    duty: ClassVar[Duty | None] = LISTS

    player: Person

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        rules, places, player = setup.rules, state.places, self.player
        for name, value in informed(setup).items():
            if value is None:
                raise Refused(rules.by("informed"), "not-informed", what=name)
        if places.known(player):
            raise Refused(rules.by("registration"), "already-listed", player=player)
        taken = len(setup.seats) + len(places.registered) + len(places.drawing) + len(places.given)
        most = rules.players_max
        if places.waiting or (most is not None and taken >= most):
            what, row = "en-lista-de-espera", "waiting_list"
            places = replace(places, waiting=(*places.waiting, player), kept=True)
        else:
            what, row = "lugar-reservado", "registration"
            places = replace(places, registered=(*places.registered, player), kept=True)
        yield Announced(what=what, facts={"player": player}, clause=rules.by(row))
        return replace(state, places=places)


class StrikeOut(Act[R, S], frozen=True, kw_only=True, tag="borrar"):
    """The jefe de mesa strikes somebody off the lists, at his wish."""

    duty: ClassVar[Duty | None] = LISTS

    player: Person

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        places, player, clause = state.places, self.player, setup.rules.by("lists")
        if not places.known(player):
            raise Refused(clause, "not-listed", player=player)
        yield Announced(what="borrado-de-la-lista", facts={"player": player}, clause=clause)
        places = replace(
            places,
            registered=_drop(places.registered, player),
            waiting=_drop(places.waiting, player),
            drawing=_drop(places.drawing, player),
            given=tuple(given for given in places.given if given.player != player),
        )
        return replace(state, places=places)


class DrawSeats(Act[R, S], frozen=True, kw_only=True, tag="sortear-plazas"):
    """The table opens: whoever reserved a place and is not there loses it, and the first on the
    waiting list come in. Then their seats are drawn."""

    duty: ClassVar[Duty | None] = LISTS

    present: tuple[str, ...]

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        rules, places = setup.rules, state.places
        there = tuple(player for player in places.registered if player in self.present)
        taken = len(setup.seats) + len(there) + len(places.given)
        free = len(places.waiting) if rules.players_max is None else rules.players_max - taken
        come, left = places.waiting[:free], places.waiting[free:]
        if not there and not come:
            raise Refused(rules.by("registration"), "nobody-registered")
        clause = rules.by("present")
        for player in places.registered:
            if player not in there:
                yield Announced(what="reserva-perdida", facts={"player": player}, clause=clause)
        clause = rules.by("waiting_list")
        for player in come:
            yield Announced(what="lugar-reservado", facts={"player": player}, clause=clause)
        places = replace(places, registered=(), waiting=left, drawing=(*there, *come))
        return replace(state, places=places)


# Seats


class GiveSeat(Act[R, S], frozen=True, kw_only=True, tag="asignar-plaza"):
    """Once the game has started, the jefe de mesa or whoever stands for him assigns a free seat:
    to who reserved a place, then in the order of the waiting list."""

    duty: ClassVar[Duty | None] = Duty(CHIEFS, "CAT-I.3.2-10", own=("assigned",))

    seat: Seat

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        rules, places, seat = setup.rules, state.places, self.seat
        clause = rules.by("assigned")
        if rules.players_max is not None and not 1 <= seat <= rules.players_max:
            raise Refused(rules.by("players_max"), "no-such-seat", seat=str(seat))
        if seat in setup.seats:
            kept = rules.by("kept_minutes") if seat in dict(places.away) else clause
            raise Refused(kept, "seat-not-vacant", place=seat)
        _check_not_given(clause, places, seat)
        queue = (*places.registered, *places.waiting)
        if not queue:
            raise Refused(rules.by("list_order"), "nobody-waits", place=seat)
        first = queue[0]
        facts: dict[str, Fact] = {"place": seat, "player": first}
        yield Announced(what="plaza-adjudicada", facts=facts, clause=clause)
        places = replace(
            places,
            registered=_drop(places.registered, first),
            waiting=_drop(places.waiting, first),
            given=(*places.given, Given(first, seat)),
        )
        return replace(state, places=places)


class Cede(Act[R, S], frozen=True, kw_only=True, tag="ceder-plaza"):
    """A player leaves his seat to the first on the waiting list, who acquires his chips. A seat
    is never sold."""

    whose: ClassVar[str] = "seat"

    seat: Seat
    player: Person
    chips: Count
    price: int = 0

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        rules, places = setup.rules, state.places
        seat, player, chips = self.seat, self.player, self.chips
        check_seated(seat, setup.seats)
        clause = rules.by("ceded")
        if self.price:
            raise Refused(clause, "seat-not-for-sale", seat=seat, price=self.price)
        if not places.waiting or places.waiting[0] != player:
            first = places.waiting[0] if places.waiting else None
            clause = rules.by("list_order")
            raise Refused(clause, "not-first-on-the-list", player=player, first=first)
        has = setup.chips.get(seat, 0)
        if chips != has:
            raise Refused(clause, "chips-not-acquired", seat=seat, amount=chips, has=has)
        box = box_of(setup)
        if chips < box:
            raise Refused(rules.by("box"), "box-missing", seat=seat, amount=chips, box=box)
        facts: dict[str, Fact] = {"seat": seat, "player": player, "amount": chips}
        yield Announced(what="plaza-cedida", facts=facts, clause=clause)
        given = (*places.given, Given(player, seat, chips))
        return replace(state, places=replace(places, waiting=places.waiting[1:], given=given))


# Absences


class GoAway(Act[R, S], frozen=True, kw_only=True, tag="ausentarse"):
    """A player who must leave his place gives notice to the jefe de sala; it is kept a while."""

    whose: ClassVar[str] = "seat"

    seat: Seat
    to: str = JEFE_DE_SALA

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        rules, places, seat = setup.rules, state.places, self.seat
        check_seated(seat, setup.seats)
        clause = rules.by("kept_minutes")
        only((JEFE_DE_SALA,), self.to, clause, self.name())
        check_not_lost(setup, state, seat)
        if seat in dict(places.away):
            raise Refused(clause, "already-away", seat=seat)
        until = self.now + rules.kept_minutes * MINUTE
        facts: dict[str, Fact] = {
            "seat": seat, "minutes": rules.kept_minutes, "until": str(until), "to": self.to,
        }  # fmt: skip
        yield Announced(what="plaza-guardada", facts=facts, clause=clause)
        return replace(state, places=replace(places, away=(*places.away, (seat, until))))


class ComeBack(Act[R, S], frozen=True, kw_only=True, tag="volver"):
    """He is back in time, or finds his place lost."""

    whose: ClassVar[str] = "seat"

    seat: Seat

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        places, seat = state.places, self.seat
        check_seated(seat, setup.seats)
        check_not_lost(setup, state, seat)
        until = dict(places.away).get(seat)
        clause = setup.rules.by("kept_minutes")
        if until is None:
            raise Refused(clause, "not-away", seat=seat)
        if self.now > until:
            raise Refused(clause, "place-forfeited", seat=seat)
        yield Announced(what="vuelve-a-su-plaza", facts={"seat": seat}, clause=clause)
        return replace(state, places=replace(places, away=but(places.away, seat)))


class TimeIsOver(Act[R, S], frozen=True, kw_only=True, tag="plazo-vencido"):
    """The jefe de mesa takes the place of somebody who has not come back in time."""

    duty: ClassVar[Duty | None] = Duty(CHIEFS, "CAT-I.3.2-10", own=("kept_minutes",))

    seat: Seat

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        seat, clause = self.seat, setup.rules.by("kept_minutes")
        until = dict(state.places.away).get(seat)
        if until is None:
            raise Refused(clause, "not-away", seat=seat)
        if self.now <= until:
            minutes = setup.rules.kept_minutes
            raise Refused(clause, "place-kept", seat=seat, minutes=minutes, until=str(until))
        return (yield from _lose(state, seat, clause))


class GetUp(Act[R, S], frozen=True, kw_only=True, tag="levantarse"):
    """A player gets up suddenly and without notice: he is told once; if he insists the place is
    lost."""

    whose: ClassVar[str] = "seat"

    seat: Seat

    def carry_out(self, setup: Setup[R, CircleTerms], state: S) -> Round[S]:
        places, seat = state.places, self.seat
        check_seated(seat, setup.seats)
        check_not_lost(setup, state, seat)
        clause = setup.rules.by("no_notice")
        if seat in places.rose:
            return (yield from _lose(state, seat, clause))
        yield Announced(what="llamado-a-avisar", facts={"seat": seat}, clause=clause)
        return replace(state, places=replace(places, rose=(*places.rose, seat)))


PLACE_ACTS = (
    Register, StrikeOut, DrawSeats, GiveSeat, Cede, GoAway, ComeBack, TimeIsOver, GetUp,
)  # fmt: skip


def _lose(state: S, seat: int, clause: ClauseId) -> Round[S]:
    yield Announced(what="plaza-perdida", facts={"seat": seat}, clause=clause)
    places = replace(state.places, away=but(state.places.away, seat))
    return replace(state, places=replace(places, lost=(*places.lost, seat)))


def _check_not_given(clause: ClauseId, places: Places, seat: int) -> None:
    for given in places.given:
        if given.seat == seat:
            raise Refused(clause, "seat-reserved", seat=seat, player=given.player)


def _drop(players: tuple[str, ...], player: str) -> tuple[str, ...]:
    return tuple(other for other in players if other != player)
