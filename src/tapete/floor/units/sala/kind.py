"""The bingo hall as a kind of unit: what the house does and allows there beyond the hall."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tapete.core.book.account import PLAY
from tapete.core.book.papers import check_papers
from tapete.core.book.plan import Plan
from tapete.core.book.roles import AUXILIAR, JEFE, JUGADOR
from tapete.core.round.felt import PUBLIC
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.unit import Kind, MoneyOf, Setting, Spec, Surroundings
from tapete.floor.people.person import check_unit
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala import planned
from tapete.floor.units.sala.desks import AT_DESKS
from tapete.floor.units.sala.money import Money
from tapete.floor.units.sala.post import carry_letters
from tapete.floor.units.sala.promises import check_balls
from tapete.floor.units.sala.rules import CAJERO, LOCUTOR, VENDEDOR
from tapete.floor.units.sala.spec import SalaSpec
from tapete.floor.units.sala.unit import Sala
from tapete.floor.units.sala.view import Holdings, SalaView, hall_view, view_as
from tapete.systems.bingo.hall import DIRECTOR, DUTIES

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.keeper import Keeper
    from tapete.floor.people.person import Person

DUTIES_HERE = (DIRECTOR, JEFE, "jefe-tecnico", LOCUTOR, VENDEDOR, CAJERO, AUXILIAR)
ROLES = (JUGADOR, *DUTIES_HERE)


def build(spec: SalaSpec, around: Surroundings) -> Sala:
    key = around.secret(f"sala/{spec.id}")
    return Sala(spec, around.links, around.chance, key, around.clocks, around.in_force)


class HallRow(msgspec.Struct, frozen=True, kw_only=True):
    """A hall in the list of units."""

    game: str
    unit: str
    price: int
    open: bool
    practice: bool
    phase: str
    number: int
    people: int
    positions: int
    sold: int


@dataclass(frozen=True)
class Halls(Kind):
    """Bingo halls. A row of the plan gives the parts of the takings under ``plan``; cards come out
    of a ``seed``, which is drawn where the row has none; with ``strips`` they come and are sold six
    together."""

    def planned(self, plan: Plan, id: str, row: Mapping[str, Any]) -> Sequence[Spec]:
        about = dict(row)
        seed, size = about.pop("seed", None), int(about.pop("cards", 600))
        strips = bool(about.pop("strips", False))
        design = {"seed": seed or secrets.token_hex(16), "size": size, "strips": strips}
        [spec] = super().planned(plan, id, {"design": design, **about})
        assert isinstance(spec, SalaSpec)
        if spec.joint is not None and not spec.joint.staffed and spec.unit != PLAY:
            raise ValueError("a joint hall without staff plays for play chips (unidad juego)")
        return (spec,)

    def setting(self, unit: Sala) -> Setting:
        return planned.setting(unit)

    def planned_setting(self, plan: Plan, unit: Sala) -> Setting | None:
        return planned.planned_setting(plan, unit)

    def resetting(self, unit: Sala) -> Do | None:
        return planned.resetting(unit)

    def opening(self, unit: Sala) -> Do | None:
        """A hall without staff opens by itself."""
        if unit.spec.attended:
            return None
        return Do(do.OpenHall(staff=tuple(DUTIES[unit.spec.game])), SYSTEM)

    def is_staffed(self, spec: SalaSpec) -> bool:
        return spec.attended

    def stakes(self, unit: Sala, command: Any) -> dict[str, int]:
        """What cards cost."""
        if not isinstance(command, do.Buy):
            return {}
        cards = command.cards or len(command.numbers)
        return {command.player: max(0, cards) * unit.plan.price}

    async def admit(
        self, house: Casino, keeper: Keeper, person: Person, role: str, command: Any,
        saw: str | None,
    ) -> str | None:  # fmt: skip
        """Whoever may not play is not let in; a guest has no money, and plays where play chips are
        played for."""
        if isinstance(command, do.Enter):
            player = person if command.player == person.id else house.known(command.player)
            await house.aside(lambda: house.register.check_may_play(player, house.now()))
            check_unit(player, keeper.unit.spec)
        if isinstance(command, do.Complain):
            house.throttle.complaint(person.id, house.now())
        if isinstance(command, do.OpenHall):
            house.identity.check_may_open(keeper.unit.spec.edition)
            id, staff = keeper.unit_id, command.staff
            day = date.fromisoformat(house.store.calendar.date_of(house.now()).isoformat())
            rules = keeper.unit.session.rules
            check_papers(rules, house.plan.papers_of(keeper.unit.spec.game), day)
            await house.aside(lambda: house.staffing.check_opening(id, staff))
        return saw

    def round_money(self, spec: SalaSpec, owners: Mapping[int, str]) -> MoneyOf:
        return Money(spec).transfers

    def beside(self, house: Casino, keeper: Keeper) -> Coroutine[None, None, None] | None:
        """Letters of a joint game are carried to the other casinos."""
        return None if keeper.unit.spec.joint is None else carry_letters(house, keeper)

    def see_out(self, unit: Sala, person: str) -> Sequence[Do]:
        return (Do(do.Exit(player=person), SYSTEM),)

    def ended(self, unit: Sala) -> int:
        return unit.session.rounds

    def stands(self, house: Casino, spec: SalaSpec, person: Person) -> str:
        """Whoever is on duty here sees his desk."""
        if not spec.attended or not set(person.roles) & set(DUTIES_HERE):
            return PUBLIC
        role = house.staffing.on_duty(spec.id).get(person.id, PUBLIC)
        return role if role in AT_DESKS else PUBLIC

    def shown(self, house: Casino, spec: SalaSpec, view: SalaView) -> SalaView:
        """People by the names they are called, also those who have gone."""
        return _own_named(house, _named(house, view))

    def seeing(self, house: Casino, keeper: Keeper) -> Callable[[str], SalaView]:
        """A full hall is told every ball: what everybody sees alike is put together once."""
        sala: Sala = keeper.unit
        names = {who: house.name_of(who) for who in sala.present()}
        until = sala.deadline(house.now())
        public = _named(house, hall_view(sala, keeper.chain.mark, names, until))
        holdings = Holdings(sala)
        return lambda viewer: _own_named(house, view_as(sala, viewer, public, holdings))

    def row(self, spec: SalaSpec, unit: Sala | None) -> HallRow:
        view = None if unit is None else unit.view()
        plan = spec.bingo_plan if unit is None else unit.plan
        return HallRow(
            game=spec.game, unit=spec.unit, price=plan.price,
            open=view is not None and view.open, practice=bool(spec.company),
            phase="" if view is None else view.phase, number=0 if view is None else view.number,
            people=0 if view is None else view.people, positions=spec.positions,
            sold=0 if view is None else view.sold,
        )  # fmt: skip


def _named(house: Casino, view: SalaView) -> SalaView:
    """What everybody sees, people by their names."""
    paper = view.paper
    if paper is not None:
        calls = tuple(replace(one, who=house.name_of(one.who)) for one in paper.calls)
        paper = replace(paper, calls=calls)
    won = tuple(
        replace(one, shares={house.name_of(who): part for who, part in one.shares.items()})
        for one in view.won
    )
    return replace(view, paper=paper, won=won)


def _own_named(house: Casino, view: SalaView) -> SalaView:
    """What one viewer sees besides, people by their names."""
    if not view.room and not view.passes:
        return view
    room = tuple(replace(one, name=house.name_of(one.id)) for one in view.room)
    passes = tuple(
        replace(one, who=house.name_of(one.who), to=house.name_of(one.to)) for one in view.passes
    )
    return replace(view, room=room, passes=passes)


KIND = Halls(
    SalaSpec,
    do.AnyHallCommand,
    build,
    check_balls,
    roles=ROLES,
    duties=DUTIES_HERE,
    answers=do.ANSWERS,
)
