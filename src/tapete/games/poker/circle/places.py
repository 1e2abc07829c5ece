"""Places at a table of poker among players: the lists the jefe de mesa keeps, who gets a free seat,
absences and what they cost (CAT-III.3.4.2-02, CAT-III.3.6.2, CAT-III.3.6.3).

Who sits where is the table's; here is whose turn a place is. Nothing here has a clock: where time
matters the moment is passed in.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.clause import ClauseId
from tapete.core.event import Announced, Event, Moment
from tapete.core.game import Setup
from tapete.core.refused import Fact, Refused
from tapete.core.roles import CHIEFS, JEFE, JEFE_DE_SALA, only
from tapete.core.seats import check_seated
from tapete.games.poker.deck import DeckRules, DeckState

MINUTE = 60


class PlaceRules(DeckRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of the places and the boxes at a circle table.

    ``kept_minutes``: how long a place waits for who gave notice. ``draw_from``: the cards the
    places are drawn with. ``top_up``: what may be added to a box between hands. ``stay_max``: the
    longest a casino may bind a player to the table, where it may at all. ``informed``: what it
    must make known before a game.
    """

    kept_minutes: int
    draw_from: Literal["un-palo", "mazo"]
    top_up: Literal["lo-que-falta", "caja-o-lo-que-falta"]
    informed: tuple[str, ...]
    stay_max: int | None = None


class Given(msgspec.Struct, frozen=True):
    """A place kept for somebody: drawn, assigned or ceded, then with the chips he acquires."""

    player: str
    seat: int
    chips: int = 0


class Places(msgspec.Struct, frozen=True, kw_only=True):
    """The lists of a table and the absences at it.

    ``registered`` have a place reserved but no seat yet, ``waiting`` wait for a vacant one.
    ``drawing`` are there and about to draw their seats; ``given`` are seats kept for somebody.
    ``away`` gave notice, and until when their seat is kept; ``rose`` got up without it once;
    ``lost`` are places whose player lost them and has to go. ``since`` is when each sat down.
    ``kept``: the lists are in use, so nobody sits down without them.
    """

    registered: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    drawing: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    away: tuple[tuple[int, Moment], ...] = ()
    rose: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    since: tuple[tuple[int, Moment], ...] = ()
    kept: bool = False

    @property
    def absent(self) -> tuple[int, ...]:
        """Seats whose player is away, by leave or because he has lost his place."""
        return tuple({*dict(self.away), *self.lost})

    def known(self, player: str) -> bool:
        """Whether somebody is on a list or has a place kept."""
        listed = (*self.registered, *self.waiting, *self.drawing)
        return player in listed or any(given.player == player for given in self.given)

    def without(self, seat: int) -> Places:
        """Nothing is kept of a place whose player has gone."""
        return replace(
            self,
            away=_but(self.away, seat),
            since=_but(self.since, seat),
            rose=tuple(other for other in self.rose if other != seat),
            lost=tuple(other for other in self.lost if other != seat),
        )


class PlacedState(DeckState, frozen=True, kw_only=True):
    """What every circle table keeps: its deck, and its lists and absences."""

    places: Places = Places()

    def excused(self) -> tuple[int, ...]:
        return tuple(dict(self.places.away))


R = TypeVar("R", bound=PlaceRules)
S = TypeVar("S", bound=PlacedState)
Acted = tuple[S, list[Event]]


# The lists


def register(setup: Setup[R], state: S, *, player: str, by: str = JEFE) -> Acted[S]:
    """Somebody enters his name with the jefe de mesa: a place is reserved, no seat in particular;
    when there are no more places he goes on the waiting list."""
    rules, places = setup.rules, state.places
    only((JEFE,), by, rules.by("lists"), "inscribir")
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
    told = Announced(what=what, facts={"player": player}, clause=rules.by(row))
    return replace(state, places=places), [told]


def strike_out(setup: Setup[R], state: S, *, player: str, by: str = JEFE) -> Acted[S]:
    """The jefe de mesa strikes somebody off the lists, at his wish."""
    rules, places = setup.rules, state.places
    only((JEFE,), by, rules.by("lists"), "borrar")
    if not places.known(player):
        raise Refused(rules.by("lists"), "not-listed", player=player)
    told = Announced(what="borrado-de-la-lista", facts={"player": player}, clause=rules.by("lists"))
    places = replace(
        places,
        registered=_drop(places.registered, player),
        waiting=_drop(places.waiting, player),
        drawing=_drop(places.drawing, player),
        given=tuple(given for given in places.given if given.player != player),
    )
    return replace(state, places=places), [told]


def call_in(
    setup: Setup[R], state: S, *, present: tuple[str, ...] | list[str], by: str = JEFE
) -> Acted[S]:
    """The table opens: whoever reserved a place and is not there loses it, and the first on the
    waiting list come in. Then their seats are drawn."""
    rules, places = setup.rules, state.places
    only((JEFE,), by, rules.by("lists"), "sortear-plazas")
    there = tuple(player for player in places.registered if player in present)
    told: list[Event] = []
    for player in places.registered:
        if player not in there:
            clause = rules.by("present")
            told.append(Announced(what="reserva-perdida", facts={"player": player}, clause=clause))
    taken = len(setup.seats) + len(there) + len(places.given)
    free = len(places.waiting) if rules.players_max is None else rules.players_max - taken
    come, left = places.waiting[:free], places.waiting[free:]
    for player in come:
        clause = rules.by("waiting_list")
        told.append(Announced(what="lugar-reservado", facts={"player": player}, clause=clause))
    if not there and not come:
        raise Refused(rules.by("registration"), "nobody-registered")
    places = replace(places, registered=(), waiting=left, drawing=(*there, *come))
    return replace(state, places=places), told


# Seats


def give_seat(setup: Setup[R], state: S, *, seat: int, by: str = JEFE) -> Acted[S]:
    """Once the game has started, the jefe de mesa or whoever stands for him assigns a free seat:
    to who reserved a place, then in the order of the waiting list."""
    rules, places = setup.rules, state.places
    only(CHIEFS, by, rules.by("assigned"), "asignar-plaza")
    if rules.players_max is not None and not 1 <= seat <= rules.players_max:
        raise Refused(rules.by("players_max"), "no-such-seat", seat=str(seat))
    if seat in setup.seats:
        clause = rules.by("kept_minutes") if seat in dict(places.away) else rules.by("assigned")
        raise Refused(clause, "seat-not-vacant", place=seat)
    _check_not_given(rules.by("assigned"), places, seat)
    queue = (*places.registered, *places.waiting)
    if not queue:
        raise Refused(rules.by("list_order"), "nobody-waits", place=seat)
    first = queue[0]
    places = replace(
        places,
        registered=_drop(places.registered, first),
        waiting=_drop(places.waiting, first),
        given=(*places.given, Given(first, seat)),
    )
    facts: dict[str, Fact] = {"place": seat, "player": first}
    told = Announced(what="plaza-adjudicada", facts=facts, clause=rules.by("assigned"))
    return replace(state, places=places), [told]


def cede(
    setup: Setup[R], state: S, *, seat: int, player: str, chips: int, price: int = 0
) -> Acted[S]:
    """A player leaves his seat to the first on the waiting list, who acquires his chips. A seat
    is never sold."""
    rules, places = setup.rules, state.places
    check_seated(seat, setup.seats)
    clause = rules.by("ceded")
    if price:
        raise Refused(clause, "seat-not-for-sale", seat=seat, price=price)
    if not places.waiting or places.waiting[0] != player:
        first = places.waiting[0] if places.waiting else None
        raise Refused(rules.by("list_order"), "not-first-on-the-list", player=player, first=first)
    has = setup.stacks.get(seat, 0)
    if chips != has:
        raise Refused(clause, "chips-not-acquired", seat=seat, amount=chips, has=has)
    box = box_of(setup)
    if chips < box:
        raise Refused(rules.by("box"), "box-missing", seat=seat, amount=chips, box=box)
    facts: dict[str, Fact] = {"seat": seat, "player": player, "amount": chips}
    told = Announced(what="plaza-cedida", facts=facts, clause=clause)
    places = replace(
        places,
        waiting=places.waiting[1:],
        given=(*places.given, Given(player, seat, chips)),
    )
    return replace(state, places=places), [told]


def take_seat(
    setup: Setup[R], state: S, seat: int, player: str, chips: int, now: Moment
) -> Acted[S]:
    """Somebody sits down. Where lists are kept only who was given this very seat does."""
    rules, places = setup.rules, state.places
    for given in places.given:
        if given.seat == seat and given.player != player:
            raise Refused(rules.by("assigned"), "seat-reserved", seat=seat, player=given.player)
        if given.player == player and given.seat != seat:
            raise Refused(rules.by("assigned"), "another-seat", seat=seat, given=given.seat)
        if given.player == player and given.chips > chips:
            raise Refused(
                rules.by("ceded"), "chips-not-acquired", seat=seat, amount=chips, has=given.chips
            )
    mine = tuple(given for given in places.given if given.player == player)
    if places.kept and not mine:
        row = "waiting_list" if places.waiting else "registration"
        raise Refused(rules.by(row), "seat-not-assigned", seat=seat, player=player)
    told: list[Event] = []
    stay = stay_of(setup)
    if stay:
        until = now + stay * MINUTE
        facts: dict[str, Fact] = {"seat": seat, "minutes": stay, "until": str(until)}
        told.append(
            Announced(what="puede-retirarse-desde", facts=facts, clause=rules.by("stay_max"))
        )
        places = replace(places, since=(*_but(places.since, seat), (seat, now)))
    if mine:
        places = replace(
            places, given=tuple(given for given in places.given if given.player != player)
        )
    return (replace(state, places=places), told) if places is not state.places else (state, [])


def may_leave(setup: Setup[R], state: S, seat: int, why: str, now: Moment) -> None:
    """Raise `Refused` while a minimum stay binds a player who has chips and wants to go."""
    stay = stay_of(setup)
    forced = why not in ("se-retira", "disminuye-la-caja")
    ceded = any(given.seat == seat for given in state.places.given)
    sat = dict(state.places.since).get(seat)
    if not stay or forced or ceded or sat is None or not setup.stacks.get(seat, 0):
        return
    if now < sat + stay * MINUTE:
        until = str(sat + stay * MINUTE)
        clause = setup.rules.by("stay_max")
        raise Refused(clause, "minimum-stay", seat=seat, minutes=stay, until=until)


def leave(setup: Setup[R], state: S, seat: int) -> Acted[S]:
    """A player has gone."""
    return replace(state, places=state.places.without(seat)), []


# Absences


def go_away(
    setup: Setup[R], state: S, *, seat: int, now: Moment, to: str = JEFE_DE_SALA
) -> Acted[S]:
    """A player who must leave his place gives notice to the jefe de sala; it is kept a while."""
    rules, places = setup.rules, state.places
    check_seated(seat, setup.seats)
    clause = rules.by("kept_minutes")
    only((JEFE_DE_SALA,), to, clause, "ausentarse")
    _check_not_lost(setup, state, seat)
    if seat in dict(places.away):
        raise Refused(clause, "already-away", seat=seat)
    until = now + rules.kept_minutes * MINUTE
    minutes = rules.kept_minutes
    facts: dict[str, Fact] = {"seat": seat, "minutes": minutes, "until": str(until), "to": to}
    told = Announced(what="plaza-guardada", facts=facts, clause=clause)
    return replace(state, places=replace(places, away=(*places.away, (seat, until)))), [told]


def come_back(setup: Setup[R], state: S, *, seat: int, now: Moment) -> Acted[S]:
    """He is back in time, or finds his place lost."""
    places = state.places
    check_seated(seat, setup.seats)
    _check_not_lost(setup, state, seat)
    until = dict(places.away).get(seat)
    clause = setup.rules.by("kept_minutes")
    if until is None:
        raise Refused(clause, "not-away", seat=seat)
    if now > until:
        raise Refused(clause, "place-forfeited", seat=seat)
    told = Announced(what="vuelve-a-su-plaza", facts={"seat": seat}, clause=clause)
    return replace(state, places=replace(places, away=_but(places.away, seat))), [told]


def time_is_over(setup: Setup[R], state: S, *, seat: int, now: Moment, by: str = JEFE) -> Acted[S]:
    """The jefe de mesa takes the place of somebody who has not come back in time."""
    rules, places = setup.rules, state.places
    clause = rules.by("kept_minutes")
    only(CHIEFS, by, clause, "plazo-vencido")
    until = dict(places.away).get(seat)
    if until is None:
        raise Refused(clause, "not-away", seat=seat)
    if now <= until:
        minutes = rules.kept_minutes
        raise Refused(clause, "place-kept", seat=seat, minutes=minutes, until=str(until))
    return _lose(state, seat, clause)


def get_up(setup: Setup[R], state: S, *, seat: int) -> Acted[S]:
    """A player gets up suddenly and without notice: he is told once; if he insists the place is
    lost."""
    rules, places = setup.rules, state.places
    check_seated(seat, setup.seats)
    _check_not_lost(setup, state, seat)
    clause = rules.by("no_notice")
    if seat in places.rose:
        return _lose(state, seat, clause)
    told = Announced(what="llamado-a-avisar", facts={"seat": seat}, clause=clause)
    return replace(state, places=replace(places, rose=(*places.rose, seat))), [told]


def check_places(setup: Setup[R], state: S) -> None:
    """Raise `Refused` while somebody who has lost his place is still in it."""
    for seat in state.places.lost:
        _check_not_lost(setup, state, seat)


# What the casino set for this table


def box_of(setup: Setup[R]) -> int:
    """The box (compra inicial) of this table; none if the casino set none."""
    return setup.circle.box if setup.circle is not None else 0


def stay_of(setup: Setup[R]) -> int:
    """The minimum stay of this table in minutes; none if the casino set none."""
    return setup.circle.stay if setup.circle is not None else 0


def informed(setup: Setup[R]) -> dict[str, Fact]:
    """What the casino has made known of the game, of all that it must before names are taken."""
    said: dict[str, Fact] = {"box": box_of(setup) or None}
    said |= setup.circle.informed if setup.circle is not None else {}
    return {name: said.get(name) for name in setup.rules.informed}


def _lose(state: S, seat: int, clause: ClauseId) -> Acted[S]:
    told = Announced(what="plaza-perdida", facts={"seat": seat}, clause=clause)
    places = replace(state.places, away=_but(state.places.away, seat))
    return replace(state, places=replace(places, lost=(*places.lost, seat))), [told]


def _check_not_lost(setup: Setup[R], state: S, seat: int) -> None:
    if seat in state.places.lost:
        row = "no_notice" if seat in state.places.rose else "kept_minutes"
        raise Refused(setup.rules.by(row), "place-forfeited", seat=seat)


def _check_not_given(clause: ClauseId, places: Places, seat: int) -> None:
    for given in places.given:
        if given.seat == seat:
            raise Refused(clause, "seat-reserved", seat=seat, player=given.player)


def _drop(players: tuple[str, ...], player: str) -> tuple[str, ...]:
    return tuple(other for other in players if other != player)


def _but(noted: tuple[tuple[int, Moment], ...], seat: int) -> tuple[tuple[int, Moment], ...]:
    return tuple((other, moment) for other, moment in noted if other != seat)
