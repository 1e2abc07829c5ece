"""Several places for one player in Canal 21 (CAT-III.1.5.3-12 to -22).

They are taken in the first round of a pack, side by side, and hold until the pack ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.act import Act, Person, Seat
from tapete.core.round.ask import Round
from tapete.core.round.bets import Closed, Felted, Offer
from tapete.core.round.event import Announced
from tapete.core.round.game import Setup
from tapete.core.table.seats import in_order
from tapete.games.cards.shuffle import ShoeTerms
from tapete.games.cards.twentyone.between import TwentyOneState
from tapete.games.cards.twentyone.rules import (
    MAIN,
    PlacesCloth,
    TwentyOneRules,
    holder,
    players_of,
    side_by_side,
)

AT_THE_MAXIMUM = "maximo"


class CanalRules(TwentyOneRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What only Canal 21 has: places, tie-break, bonuses and its own way to cut."""

    places_minimum: tuple[str, ...]


class Places(msgspec.Struct, frozen=True, kw_only=True):
    """Who may play several places in the pack on the table.

    ``first``: its first round is still to come. ``several`` are the places of everybody who has
    more than one, ``began`` the places occupied in that first round. ``asked`` are the players who
    have already chosen, by their place, and ``chosen`` what each took besides it. ``waiting`` are
    people who would like to join the table.
    """

    first: bool = True
    several: dict[str, tuple[int, ...]] = {}
    began: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    chosen: dict[str, tuple[int, ...]] = {}
    waiting: tuple[str, ...] = ()

    def after_a_round(
        self, seats: tuple[int, ...], players: dict[str, tuple[int, ...]], staked: set[int]
    ) -> Places:
        """The first round of a pack fixes the places played in it for the whole pack."""
        if not self.first:
            return self
        played = {name: tuple(s for s in held if s in staked) for name, held in players.items()}
        several = {name: held for name, held in played.items() if len(held) > 1}
        return replace(self, first=False, several=several, began=seats, asked=(), chosen={})

    def in_a_new_pack(self) -> Places:
        """The right goes on only if nobody waits to join the table (CAT-III.1.5.3-22)."""
        return Places(several={} if self.waiting else self.several, waiting=self.waiting)

    def without(self, seat: int) -> Places:
        """Somebody gives this place up, or leaves it, for the rest of the pack."""
        left = {
            name: tuple(place for place in seats if place != seat)
            for name, seats in self.several.items()
        }
        several = {name: seats for name, seats in left.items() if len(seats) > 1}
        began = tuple(place for place in self.began if place != seat)
        return replace(self, several=several, began=began)


class CanalState(TwentyOneState, frozen=True, kw_only=True):
    """What the table keeps: its shoe, who plays several places, and who cuts next."""

    places: Places = Places()
    cutter: int | None = None


class CanalCloth(PlacesCloth, frozen=True, kw_only=True):
    """One box a place; several places of one player have a minimum of their own."""

    rules: CanalRules
    places: Places

    def bets(self) -> Iterator[str]:
        yield MAIN

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        rules = self.rules
        if bet != MAIN:
            return Closed(rules.by("bets_placed"), "not-on-the-cloth", {"bet": bet})
        others = self.staked(felt, seat)
        if not side_by_side({seat, *others}):
            return Closed(rules.by("adjacent"), "places-apart", {"seat": seat})
        clause = self.not_his(seat, bool(others))
        if clause is not None:
            return Closed(clause, "one-place-only", {"seat": seat})
        low = self.minimum(self.additional(felt, seat))
        if low is None:
            return Closed(rules.by("places_minimum"), "no-table-maximum", {"seat": seat})
        return Offer(rules.bets[MAIN].clause, low=low)

    def not_his(self, seat: int, has_bet: bool) -> ClauseId | None:
        """The clause that keeps a player from betting on this place, his second or later one."""
        name, places = holder(self.players, seat), self.places
        taken = {place: int(by) for by, more in places.chosen.items() for place in more}
        if taken.get(seat, seat) not in (seat, *self.players.get(name, ())):
            return self.rules.by("places_order")
        if not name or seat in places.several.get(name, ()):
            return None
        if places.first:
            return self.rules.by("places_kept") if places.waiting and has_bet else None
        if name in places.several:
            return self.rules.by("places_fixed")
        if not has_bet:
            return None
        came_later = not any(place in places.began for place in self.players[name])
        return self.rules.by("places_late" if came_later else "places_fixed")

    def additional(self, felt: Felted, seat: int) -> int:
        """How many places the player has besides one: in the first round of the pack those he
        bets on, later those he took then and still holds."""
        if self.places.first:
            return len(self.staked(felt, seat))
        name = holder(self.players, seat)
        held = {*self.players.get(name, ())} & {*self.places.several.get(name, ())}
        return max(0, len(held) - 1)

    def minimum(self, additional: int) -> int | None:
        """The least bet on each place of somebody with so many additional ones; none where it is
        the table's maximum and the table has none."""
        low, high = self.limits.of(MAIN)
        if not additional:
            return low
        rows = self.rules.places_minimum
        times = rows[min(additional, len(rows)) - 1]
        return high if times == AT_THE_MAXIMUM else low * int(times)

    def settled(self, felt: Felted) -> Closed | None:
        apart = self.lies_apart(felt)
        if apart is not None:
            return Closed(self.rules.by("adjacent"), "places-apart", {"seat": apart})
        for (seat, bet), amount in felt.items():
            low = self.minimum(self.additional(felt, seat)) or 0
            # A bet under the table's own minimum was noticed late and stands (CAT-I.4.2-08).
            if self.limits.of(MAIN)[0] <= amount < low:
                facts: dict[str, Fact] = {"seat": seat, "bet": bet, "minimum": low}
                return Closed(self.rules.by("places_minimum"), "under-minimum", facts)
        return None


CanalSetup = Setup[CanalRules, ShoeTerms]


class CanalAct(Act[CanalRules, CanalState], frozen=True, kw_only=True):
    """Something a player does about his places, or has the croupier do for him."""

    whose: ClassVar[str] = "seat"


class ChoosePlaces(CanalAct, frozen=True, kw_only=True, tag="posiciones"):
    """The player on this place takes free places beside it, or none; the one nearest to the
    bank's left chooses first (CAT-III.1.5.3-14, -16, -17)."""

    seat: Seat
    places: tuple[int, ...]

    def carry_out(self, setup: CanalSetup, state: CanalState) -> Round[CanalState]:
        rules, now, seat, more = setup.rules, state.places, self.seat, tuple(self.places)
        if not now.first:
            raise Refused(rules.by("places_when"), "places-are-fixed", seat=seat)
        if now.waiting and more:
            raise Refused(rules.by("places_kept"), "somebody-waits", seat=seat)
        ahead = [
            other for other in in_order(setup.seats) if other > seat and other not in now.asked
        ]
        held = players_of(setup)
        ahead = [other for other in ahead if other not in held.get(holder(held, seat), ())]
        if ahead:
            raise Refused(rules.by("places_order"), "not-your-turn", seat=seat, first=ahead[0])
        taken = {*setup.seats, *(place for others in now.chosen.values() for place in others)}
        for place in more:
            if place in taken or not 1 <= place <= (rules.players_max or place):
                raise Refused(rules.by("places_when"), "place-not-free", seat=seat, place=place)
        if not side_by_side({seat, *more}):
            raise Refused(rules.by("adjacent"), "places-apart", seat=seat)
        after = replace(now, asked=(*now.asked, seat), chosen={**now.chosen, str(seat): more})
        facts: dict[str, Fact] = {"seat": seat, "places": " ".join(map(str, more))}
        yield Announced(what="posiciones-tomadas", facts=facts, clause=rules.by("places_order"))
        return replace(state, places=after)


class GiveUpPlace(CanalAct, frozen=True, kw_only=True, tag="ceder-posicion"):
    """A player gives up one of his places for the rest of the pack (CAT-III.1.5.3-20)."""

    seat: Seat

    def carry_out(self, setup: CanalSetup, state: CanalState) -> Round[CanalState]:
        clause = setup.rules.by("places_given_up")
        if not any(self.seat in seats for seats in state.places.several.values()):
            raise Refused(clause, "not-one-of-several", seat=self.seat)
        yield Announced(what="posicion-cedida", facts={"seat": self.seat}, clause=clause)
        return replace(state, places=state.places.without(self.seat))


class Wait(CanalAct, frozen=True, kw_only=True, tag="esperar"):
    """Somebody would like to join the table."""

    whose: ClassVar[str] = "player"

    player: Person

    def carry_out(self, setup: CanalSetup, state: CanalState) -> Round[CanalState]:
        clause = setup.rules.by("places_kept")
        if self.player in state.places.waiting:
            raise Refused(clause, "already-waiting", player=self.player)
        yield Announced(what="en-espera", facts={"player": self.player}, clause=clause)
        waiting = (*state.places.waiting, self.player)
        return replace(state, places=replace(state.places, waiting=waiting))


class StopWaiting(CanalAct, frozen=True, kw_only=True, tag="dejar-de-esperar"):
    """Somebody who waited has got a place, or has gone."""

    whose: ClassVar[str] = "player"

    player: Person

    def carry_out(self, setup: CanalSetup, state: CanalState) -> Round[CanalState]:
        clause = setup.rules.by("places_kept")
        if self.player not in state.places.waiting:
            raise Refused(clause, "not-waiting", player=self.player)
        yield Announced(what="ya-no-espera", facts={"player": self.player}, clause=clause)
        left = tuple(other for other in state.places.waiting if other != self.player)
        return replace(state, places=replace(state.places, waiting=left))


ACTS = (ChoosePlaces, GiveUpPlace, Wait, StopWaiting)


def leave(setup: CanalSetup, state: CanalState, seat: int) -> Round[CanalState]:
    """Whoever leaves a place has no right to it any more (CAT-III.1.5.3-21)."""
    yield from ()
    return replace(state, places=state.places.without(seat))
