"""Places and priorities: the waiting list, changes of place, absences (CAT-III.2.5-39 to -42).

Who sits where is the table's; here is whose turn a vacant place is and what an absence costs.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.event import Announced
from tapete.core.refused import Fact, Refused
from tapete.core.roles import JEFE
from tapete.core.seats import check_seated
from tapete.games.cards.baccarat.bank import Acted, Rules
from tapete.games.cards.baccarat.state import BaccaratState


def put_on_list(setup: Rules, state: BaccaratState, *, player: str, by: str = JEFE) -> Acted:
    """The jefe de mesa writes somebody on the waiting list."""
    clause = setup.rules.by("vacancies")
    _only_the_chief(setup, by)
    if player in state.waiting:
        raise Refused(clause, "already-waiting", player=player)
    told = Announced(what="en-lista-de-espera", facts={"player": player}, clause=clause)
    return replace(state, waiting=(*state.waiting, player)), [told]


def ask_for_place(setup: Rules, state: BaccaratState, *, seat: int, to: int) -> Acted:
    """A seated player asks to change to another place when it is free."""
    check_seated(seat, setup.seats)
    facts: dict[str, Fact] = {"seat": seat, "place": to}
    told = Announced(what="pide-cambio-de-plaza", facts=facts, clause=setup.rules.by("vacancies"))
    return replace(state, changes=(*state.changes, (seat, to))), [told]


def give_place(setup: Rules, state: BaccaratState, *, seat: int, by: str = JEFE) -> Acted:
    """Say whose the vacant place is: the first on the list, then seated players who asked for it.

    A place whose player is only away for a moment is not vacant.
    """
    _only_the_chief(setup, by)
    clause = setup.rules.by("vacancies")
    if seat in setup.seats:
        clause = setup.rules.by("kept_place" if seat in state.away else "vacancies")
        raise Refused(clause, "seat-not-vacant", place=seat)
    if state.waiting:
        first, *others = state.waiting
        facts: dict[str, Fact] = {"place": seat, "player": first}
        told = Announced(what="plaza-adjudicada", facts=facts, clause=clause)
        return replace(state, waiting=tuple(others)), [told]
    for asked, wanted in state.changes:
        if wanted == seat:
            left = tuple(change for change in state.changes if change != (asked, wanted))
            facts = {"seat": asked, "place": seat}
            told = Announced(what="cambio-de-plaza", facts=facts, clause=clause)
            return replace(state, changes=left), [told]
    raise Refused(clause, "nobody-waits", place=seat)


def go_away(setup: Rules, state: BaccaratState, *, seat: int) -> Acted:
    """A player leaves his place for a moment; it stays his until his turn to take the hand."""
    check_seated(seat, setup.seats)
    clause = setup.rules.by("kept_place")
    told = Announced(what="plaza-momentaneamente-vacia", facts={"seat": seat}, clause=clause)
    return replace(state, away=(*_without(state.away, seat), seat)), [told]


def come_back(setup: Rules, state: BaccaratState, *, seat: int) -> Acted:
    """He is back; a place already lost stays lost."""
    check_seated(seat, setup.seats)
    if seat in state.forfeited:
        raise Refused(setup.rules.by("absent"), "place-forfeited", seat=seat)
    return replace(state, away=_without(state.away, seat)), []


def came_during_round(setup: Rules, state: BaccaratState, *, seat: int) -> Acted:
    """A place was changed or filled while cards were in play: no priority for the bank until
    the next shoe. At the end of a round it costs nothing, and nothing is noted."""
    check_seated(seat, setup.seats)
    clause = setup.rules.by("priority")
    told = Announced(what="pierde-prioridad", facts={"seat": seat}, clause=clause)
    return replace(state, late=(*_without(state.late, seat), seat)), [told]


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


def _only_the_chief(setup: Rules, by: str) -> None:
    if by != JEFE:
        raise Refused(setup.rules.by("vacancies"), "only-the-jefe-de-mesa", by=by)
