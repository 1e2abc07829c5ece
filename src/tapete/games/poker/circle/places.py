"""Places at a table of poker among players: the lists the jefe de mesa keeps, who gets a free seat,
absences and what they cost (CAT-III.3.4.2-02, CAT-III.3.6.2, CAT-III.3.6.3).

Who sits where is the table's; here is whose turn a place is. Nothing here has a clock: where time
matters the moment is passed in. What is done about places between hands is in `acts`.
"""

from __future__ import annotations

from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.book.refused import Fact, Refused
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced, Moment
from tapete.core.round.game import Setup
from tapete.games.poker.circle.stakes import CircleTerms
from tapete.games.poker.deck import DeckRules, DeckState

MINUTE = 60


class PlaceRules(DeckRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an edition says of the places and the boxes at a circle table.

    ``kept_minutes``: how long a place waits for who gave notice. ``draw_from``: the cards the
    places are drawn with. ``top_up``: what may be added to a box between hands. ``stay_max``: the
    longest a casino may bind a player to the table, where it may at all. ``informed``: what it
    must make known before a game. ``opening_told``: the jefe de sala hears that a table opens.
    """

    opening_told: bool = False
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
            away=but(self.away, seat),
            since=but(self.since, seat),
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


# Seats


def take_seat(
    setup: Setup[R, CircleTerms], state: S, seat: int, player: str, chips: int, now: Moment
) -> Round[S]:
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
    stay = stay_of(setup)
    if stay:
        until = now + stay * MINUTE
        facts: dict[str, Fact] = {"seat": seat, "minutes": stay, "until": str(until)}
        clause = rules.by("stay_max")
        yield Announced(what="puede-retirarse-desde", facts=facts, clause=clause)
        places = replace(places, since=(*but(places.since, seat), (seat, now)))
    if mine:
        places = replace(
            places, given=tuple(given for given in places.given if given.player != player)
        )
    return replace(state, places=places) if places is not state.places else state


def may_leave(setup: Setup[R, CircleTerms], state: S, seat: int, why: str, now: Moment) -> None:
    """Raise `Refused` while a minimum stay binds a player who has chips and wants to go."""
    stay = stay_of(setup)
    forced = why not in ("se-retira", "disminuye-la-caja")
    ceded = any(given.seat == seat for given in state.places.given)
    sat = dict(state.places.since).get(seat)
    if not stay or forced or ceded or sat is None or not setup.chips.get(seat, 0):
        return
    if now < sat + stay * MINUTE:
        until = str(sat + stay * MINUTE)
        clause = setup.rules.by("stay_max")
        raise Refused(clause, "minimum-stay", seat=seat, minutes=stay, until=until)


def check_places(setup: Setup[R, CircleTerms], state: S) -> None:
    """Raise `Refused` while somebody who has lost his place is still in it."""
    for seat in state.places.lost:
        check_not_lost(setup, state, seat)


# What the casino set for this table


def box_of(setup: Setup[R, CircleTerms]) -> int:
    """The box (compra inicial) of this table; none if the casino set none."""
    return setup.terms.box


def stay_of(setup: Setup[R, CircleTerms]) -> int:
    """The minimum stay of this table in minutes; none if the casino set none."""
    return setup.terms.stay


def informed(setup: Setup[R, CircleTerms]) -> dict[str, Fact]:
    """What the casino has made known of the game, of all that it must before names are taken."""
    said: dict[str, Fact] = {"box": box_of(setup) or None}
    said |= setup.terms.informed
    return {name: said.get(name) for name in setup.rules.informed}


def check_not_lost(setup: Setup[R, CircleTerms], state: S, seat: int) -> None:
    if seat in state.places.lost:
        row = "no_notice" if seat in state.places.rose else "kept_minutes"
        raise Refused(setup.rules.by(row), "place-forfeited", seat=seat)


def but(noted: tuple[tuple[int, Moment], ...], seat: int) -> tuple[tuple[int, Moment], ...]:
    return tuple((other, moment) for other, moment in noted if other != seat)
