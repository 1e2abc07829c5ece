"""Places and priorities: the waiting list, changes of place, absences (CAT-III.2.5-39 to -42).

Who sits where is the table's; here is whose turn a vacant place is and what an absence costs.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tapete.core.book.duty import Duty
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.roles import JEFE
from tapete.core.round.act import Act, Person, Seat
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced
from tapete.core.table.seats import check_seated
from tapete.games.cards.baccarat.bank import Rules
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.baccarat.state import BaccaratState

BaccaratAct = Act[BaccaratRules, BaccaratState]
PLACES = Duty((JEFE,), "CAT-I.3.2-10", own=("vacancies",))


class PutOnList(BaccaratAct, frozen=True, kw_only=True, tag="lista-de-espera"):
    """The jefe de mesa writes somebody on the waiting list."""

    duty: ClassVar[Duty | None] = PLACES

    player: Person

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        clause = setup.rules.by("vacancies")
        if self.player in state.waiting:
            raise Refused(clause, "already-waiting", player=self.player)
        yield Announced(what="en-lista-de-espera", facts={"player": self.player}, clause=clause)
        return replace(state, waiting=(*state.waiting, self.player))


class AskForPlace(BaccaratAct, frozen=True, kw_only=True, tag="pedir-plaza"):
    """A seated player asks to change to another place when it is free."""

    whose: ClassVar[str] = "seat"

    seat: Seat
    to: Seat

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        check_seated(self.seat, setup.seats)
        facts: dict[str, Fact] = {"seat": self.seat, "place": self.to}
        clause = setup.rules.by("vacancies")
        yield Announced(what="pide-cambio-de-plaza", facts=facts, clause=clause)
        return replace(state, changes=(*state.changes, (self.seat, self.to)))


class GivePlace(BaccaratAct, frozen=True, kw_only=True, tag="plaza-vacante"):
    """Say whose the vacant place is: the first on the list, then seated players who asked for it.

    A place whose player is only away for a moment is not vacant.
    """

    duty: ClassVar[Duty | None] = PLACES

    seat: Seat

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        seat, clause = self.seat, setup.rules.by("vacancies")
        if seat in setup.seats:
            clause = setup.rules.by("kept_place" if seat in state.away else "vacancies")
            raise Refused(clause, "seat-not-vacant", place=seat)
        if state.waiting:
            first, *others = state.waiting
            facts: dict[str, Fact] = {"place": seat, "player": first}
            yield Announced(what="plaza-adjudicada", facts=facts, clause=clause)
            return replace(state, waiting=tuple(others))
        for asked, wanted in state.changes:
            if wanted == seat:
                left = tuple(change for change in state.changes if change != (asked, wanted))
                facts = {"seat": asked, "place": seat}
                yield Announced(what="cambio-de-plaza", facts=facts, clause=clause)
                return replace(state, changes=left)
        raise Refused(clause, "nobody-waits", place=seat)


class GoAway(BaccaratAct, frozen=True, kw_only=True, tag="ausentarse"):
    """A player leaves his place for a moment; it stays his until his turn to take the hand."""

    whose: ClassVar[str] = "seat"

    seat: Seat

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        seat, clause = self.seat, setup.rules.by("kept_place")
        check_seated(seat, setup.seats)
        yield Announced(what="plaza-momentaneamente-vacia", facts={"seat": seat}, clause=clause)
        return replace(state, away=(*_without(state.away, seat), seat))


class ComeBack(BaccaratAct, frozen=True, kw_only=True, tag="volver"):
    """He is back; a place already lost stays lost."""

    whose: ClassVar[str] = "seat"

    seat: Seat

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        check_seated(self.seat, setup.seats)
        if self.seat in state.forfeited:
            raise Refused(setup.rules.by("absent"), "place-forfeited", seat=self.seat)
        yield from ()
        return replace(state, away=_without(state.away, self.seat))


class CameDuringRound(BaccaratAct, frozen=True, kw_only=True, tag="llegar-durante-el-pase"):
    """A place was changed or filled while cards were in play: no priority for the bank until
    the next shoe. At the end of a round it costs nothing, and nothing is noted."""

    seat: Seat

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        seat, clause = self.seat, setup.rules.by("priority")
        check_seated(seat, setup.seats)
        yield Announced(what="pierde-prioridad", facts={"seat": seat}, clause=clause)
        return replace(state, late=(*_without(state.late, seat), seat))


ACTS = (PutOnList, AskForPlace, GivePlace, GoAway, ComeBack, CameDuringRound)


def forget(state: BaccaratState, seat: int) -> BaccaratState:
    """Nothing is kept of a place whose player has gone."""
    return replace(
        state,
        away=_without(state.away, seat),
        forfeited=_without(state.forfeited, seat),
        late=_without(state.late, seat),
        changes=tuple(change for change in state.changes if change[0] != seat),
    )


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)
