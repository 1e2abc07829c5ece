"""Who sits at a table, as a viewer sees it: an opponent's chips in a tournament are seen and not
counted (COL-7.4-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tapete.core.book.roles import CROUPIER
from tapete.core.round.bets import Closed
from tapete.core.round.event import ChipsChanged, Event, at_seat
from tapete.floor.people.person import is_bot
from tapete.floor.table.view import FeltView, LackView, SeatView, about

if TYPE_CHECKING:
    from tapete.floor.units.mesa.unit import Mesa


def seats_seen(mesa: Mesa, viewer: str, names: Mapping[str, str]) -> tuple[SeatView, ...]:
    """The places taken, each with who sits there and his chips."""
    table, company, excused = mesa.table, mesa.company, mesa.table.state.excused()
    lacking = company.lacking()
    seats = tuple(
        SeatView(
            seat=seat, player=who, name=names.get(who, who), chips=table.available(seat),
            ready=seat in company.ready, away=seat in company.away, excused=seat in excused,
            leaving=seat in company.leaving, bot=is_bot(who), lacks=_lack(lacking.get(seat)),
        )
        for seat, who in sorted(table.players.items())
    )  # fmt: skip
    return seen_by(mesa, viewer, seats)


def _lack(found: Closed | None) -> LackView | None:
    if found is None:
        return None
    return LackView(code=found.code, clause=found.clause, facts=dict(found.facts))


def uncounted(mesa: Mesa) -> bool:
    """Whether only staff count the chips of others here: a tournament's own, with stacks."""
    return bool(mesa.spec.torneo) and mesa.table.game.on_stacks


def felt_seen(mesa: Mesa, viewer: str, felt: FeltView) -> FeltView:
    """The felt as this viewer counts it: of others what they bet, not what they have, and no pot
    (COL-7.4-06, COL-7.5.2-28)."""
    if not uncounted(mesa) or viewer == CROUPIER:
        return felt
    own = {seat: amount for seat, amount in felt.net.items() if at_seat(seat) == viewer}
    return replace(felt, net=own, pots={})


def told_of(mesa: Mesa, event: Event) -> Event:
    """An event between rounds as it is told: how many chips somebody comes or goes with is his, and
    of the staff."""
    if not isinstance(event, ChipsChanged) or not uncounted(mesa):
        return event
    return replace(event, audience=(at_seat(event.seat), CROUPIER))


def seen_by(mesa: Mesa, viewer: str, seats: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
    """The same places, as this viewer sees their chips now."""
    if not uncounted(mesa):
        return seats
    return tuple(_chips(mesa, viewer, one) for one in seats)


def _chips(mesa: Mesa, viewer: str, one: SeatView) -> SeatView:
    chips = mesa.table.available(one.seat)
    counted = viewer in (CROUPIER, at_seat(one.seat))
    return replace(one, chips=chips if counted else about(chips), about=not counted)
