"""The gaming table as a kind of unit: what the house does and allows there beyond the table."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.plan import Plan
from tapete.core.book.roles import CROUPIER, CROUPIERS, JEFE
from tapete.core.round.bets import Noticed, Place
from tapete.core.round.event import Event, Moment, SeatTaken
from tapete.core.round.felt import PUBLIC
from tapete.core.table.roles import staff_of
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.unit import Kind, MoneyOf, Setting, Spec, Surroundings
from tapete.floor.money.ledger import Transfer, transfers_of
from tapete.floor.people.permissions import PERMISSIONS
from tapete.floor.table.commands import (
    ANSWERS,
    SYSTEM,
    Answer,
    AnyCommand,
    Bet,
    Bring,
    Dismiss,
    Leave,
    Open,
    Sit,
    Void,
)
from tapete.floor.table.stakes import stake_of_answer
from tapete.floor.table.view import OfferView, TableView, offers
from tapete.floor.units.mesa.clockwork import NO_BETS
from tapete.floor.units.mesa.planned import planned_setting, setting
from tapete.floor.units.mesa.promises import check_promises
from tapete.floor.units.mesa.spec import TableSpec, planned_terms
from tapete.floor.units.mesa.unit import Mesa
from tapete.games.registry import find

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.keeper import Keeper
    from tapete.floor.people.person import Person


def build(spec: TableSpec, around: Surroundings) -> Mesa:
    pot = None if spec.linked is None else around.links.get(spec.linked)
    return Mesa(
        spec, plan=around.plan, clocks=around.clocks, pot=pot, in_force=around.in_force
    )  # fmt: skip


@dataclass(frozen=True)
class Tables(Kind):
    """Gaming tables."""

    def planned(self, plan: Plan, id: str, row: Mapping[str, Any]) -> Sequence[Spec]:
        place = int(row.get("table", 1))
        terms = planned_terms(plan, str(row.get("game", "")), place)
        about = {key: value for key, value in row.items() if key != "table"}
        usual = {"terms": terms, "place": place, "hold_minutes": plan.hold_minutes}
        return super().planned(plan, id, {"edition": "scj-2023", **usual, **about})

    def setting(self, unit: Mesa) -> Setting | None:
        return setting(unit)

    def planned_setting(self, plan: Plan, unit: Mesa) -> Setting | None:
        return planned_setting(plan, unit)

    def resetting(self, unit: Mesa) -> Do | None:
        return unit.resetting()

    def opening(self, unit: Mesa) -> Do | None:
        """An electronic table opens by itself."""
        if unit.spec.attended:
            return None
        return Do(Open(staff=tuple(staff_of(unit.table.rules))), JEFE)

    def is_staffed(self, spec: TableSpec) -> bool:
        return spec.attended

    def stakes(self, unit: Mesa, command: AnyCommand) -> dict[str, int]:
        """Chips that a bet or a move would put down; where players play among themselves, chips
        that would come to the table."""
        players, among = unit.table.players, unit.table.game.on_stacks
        live = unit.table.live
        ask = None if live is None else live.ask
        match command:
            case Sit() if among:
                return {command.player: command.chips}
            case Bring() if among:
                return {players.get(command.seat, ""): command.amount}
            case Bet(action=Place() | Noticed() as action) if not among and ask is not None:
                window = ask.betting  # a bet called by a name may be several
                parts = () if window is None else window.cloth.parts(action.bet, action.amount)
                return {players.get(action.seat, ""): sum(amount for _, amount in parts)}
            case Answer() if not among and command.seat is not None:
                return {players.get(command.seat, ""): stake_of_answer(ask, command.answer)}
        return {}

    def offers(self, unit: Mesa, place: int) -> tuple[OfferView, ...]:
        return offers(unit.table, place)

    def put_down(self, unit: Mesa, person: str) -> int:
        """Chips on the cloth while betting is open."""
        table = unit.table
        return sum(
            table.betting.put_down(seat) for seat, who in table.players.items() if who == person
        )

    def at_stake(self, spec: TableSpec) -> bool:
        """Where players play among themselves, blinds and antes are taken without a word."""
        return find(spec.game).on_stacks

    async def admit(
        self, house: Casino, keeper: Keeper, person: Person, role: str, command: AnyCommand,
        saw: str | None,
    ) -> str | None:  # fmt: skip
        # The log is read by kinds, and admission reads the log.
        from tapete.floor.units.mesa.admission import admit

        return await admit(house, keeper, person, role, command, saw)

    def round_money(self, spec: TableSpec, owners: Mapping[int, str]) -> MoneyOf:
        held = dict(owners)

        def money(step: int, events: Sequence[Event]) -> list[Transfer]:
            made = transfers_of(spec.id, str(step), events, held, spec.pot, spec.unit)
            held.update({e.seat: e.player for e in events if isinstance(e, SeatTaken)})
            return made

        return money

    def beside(self, house: Casino, keeper: Keeper) -> Coroutine[None, None, None] | None:
        """Bots of the house keep company where they may, and play in tournaments."""
        from tapete.floor.table.companions import keep_company

        unit: Mesa = keeper.unit
        return keep_company(house, keeper) if unit.bots_max or unit.spec.torneo else None

    def see_out(self, unit: Mesa, person: str) -> Sequence[Do]:
        found: list[Do] = []
        if unit.directed is not None:  # his tournament sees him out
            return found
        if person not in unit.table.conduct.going:
            found.append(Do(Dismiss(player=person), SYSTEM))
        if unit.clockwork.nobody_bet():  # it would stay open for ever, and he with it
            found.append(Do(Void(cause=NO_BETS), JEFE))
        return found

    def let_go(self, unit: Mesa, person: str, since: Moment) -> Sequence[Do]:
        """Between rounds, or when the one in course is over; at an attended table the jefe de mesa
        sees who is there, and a player may say that he must go away for a time."""
        seat, company = unit.present().get(person), unit.company
        if seat is None or unit.spec.attended or unit.directed is not None:
            return ()
        heard = company.seen.get(seat, since) > since
        if heard or seat in company.leaving or seat in unit.table.state.excused():
            return ()
        return (Do(Leave(seat=seat, after_round=True), SYSTEM),)

    def ended(self, unit: Mesa) -> int:
        return unit.table.rounds

    def stands(self, house: Casino, spec: TableSpec, person: Person) -> str:
        """A croupier on duty sees what a croupier sees."""
        if not spec.attended or not set(person.roles) & set(CROUPIERS):
            return PUBLIC
        return CROUPIER if house.staffing.on_duty(spec.id).get(person.id) in CROUPIERS else PUBLIC

    def shown(self, house: Casino, spec: TableSpec, view: TableView) -> TableView:
        if spec.pot is None:
            return view
        shown = house.pots.host(spec.pot).shown(spec.id)
        return msgspec.structs.replace(view, progressive=shown)

    def seeing(self, house: Casino, keeper: Keeper) -> Callable[[str], TableView]:
        """Most of a table is the same for everybody at it."""
        mesa, public = keeper.unit, house.seen(keeper.unit_id, PUBLIC)
        until = mesa.deadline(house.now())
        return lambda viewer: mesa.view_as(viewer, public, until=until)


KIND = Tables(
    TableSpec, AnyCommand, build, check_promises, roles=PERMISSIONS["table.command"].roles,
    answers=ANSWERS,
)  # fmt: skip
