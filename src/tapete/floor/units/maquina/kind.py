"""Gaming machines as a kind of unit: what the house does and allows there beyond the machine."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import msgspec

from tapete.core.book.account import CLP
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.core.round.event import Moment
from tapete.floor.aggregates.pot_shares import in_english, is_kept_elsewhere
from tapete.floor.kernel.due import Do
from tapete.floor.kernel.unit import Envelope, Kind, Setting, Spec, Surroundings
from tapete.floor.table.stakes import stake_of_answer
from tapete.floor.units.maquina import planned
from tapete.floor.units.maquina.audit import check_plays
from tapete.floor.units.maquina.commands import (
    AnyMachineCommand,
    Bet,
    Choose,
    Fetch,
    Insert,
    InsertCard,
    InsertTicket,
    Leave,
    Open,
    Play,
    Power,
    SelfTest,
    Sign,
    Silence,
    Sit,
    Switch,
)
from tapete.floor.units.maquina.house import DIRECTOR, ROLES, SYSTEM
from tapete.floor.units.maquina.line import address_of, keep_line
from tapete.floor.units.maquina.numbers import AWAITED
from tapete.floor.units.maquina.spec import MachineSpec
from tapete.floor.units.maquina.unit import Maquina
from tapete.floor.units.maquina.view import MachineRow, MachineView, PotShown, PotWin
from tapete.systems.machines.library import certificate, shipped, shipped_ids
from tapete.systems.machines.program import Reels
from tapete.systems.machines.sas.messages import MOST_NUMBERS
from tapete.systems.machines.section import DUTIES
from tapete.systems.pot.across.link import POT_LINK
from tapete.systems.pot.across.state import MARK, PotLink, terms_of
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.state import Pot

if TYPE_CHECKING:
    from tapete.floor.aggregates.plain_pots import LastWin, PlainPot
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.chain import Step
    from tapete.floor.kernel.keeper import Keeper
    from tapete.floor.kernel.port import Kept
    from tapete.floor.people.person import Person

REGISTER = "CAT-VI.3-10"
RETURN, WON = "CAT-VI.7.3-02", "CAT-VI.7.3-05"
PLANNED = ("minimum_return", "server", "handpay", "two_signatures")


SEATED = ("acreditacion", "en-juego", "suspendido")
"""Stages of a tournament at which its machines are its players'."""


def check_zone(house: Casino, unit: Maquina) -> None:
    """Raise `Refused` where the zone of a tournament is marked off for its players
    (CAT-VII.2.1.3-03)."""
    tournament = house.keepers.get(unit.spec.torneo)
    if tournament is not None and tournament.unit.now.stage in SEATED:
        raise Refused("CAT-VII.2.1.3-03", "zone-of-a-tournament", machine=unit.spec.number)


def build(spec: MachineSpec, around: Surroundings) -> Maquina:
    return Maquina(
        spec, clocks=around.clocks, chance=around.chance, links=around.links,
        sealed=around.sealed, in_force=around.in_force,
    )  # fmt: skip


@dataclass(frozen=True)
class Machines(Kind):
    """Gaming machines."""

    def planned(self, plan: Plan, id: str, row: Mapping[str, Any]) -> Sequence[Spec]:
        """A machine of the plan; what the plan sets for all machines holds where the row is silent.
        Play money is paid by no hand."""
        said = msgspec.to_builtins(plan.maquinas)
        usual = {name: said[name] for name in PLANNED if name in said}
        usual["tickets"] = plan.maquinas.ticket_days is not None
        (found,) = super().planned(plan, id, {**usual, **row})
        assert isinstance(found, MachineSpec)
        found = self.renewed(plan, found)
        unknown = [one for one in found.programs if one not in shipped_ids()]
        if unknown or not found.programs:
            raise ValueError(f"programs of the register, not {' '.join(unknown)}")
        if found.number < 1:
            raise ValueError("a machine has a number above 0")
        if found.line:
            check_line(found)
        check_pots(plan, found.pots, found.programs)
        far = tuple(pot for pot in found.pots if is_kept_elsewhere(plan, pot))
        found = msgspec.structs.replace(found, far=far)
        if found.unit != CLP:
            found = msgspec.structs.replace(found, handpay=None, two_signatures=None)
        return (found,)

    def renewed(self, plan: Plan, spec: MachineSpec) -> MachineSpec:
        """A machine takes prepaid cards as soon as the plan has them, unless it was said not to; a
        cabinet on a line has no slot for them."""
        if spec.cards is None and plan.maquinas.card_days is not None and not spec.line:
            return msgspec.structs.replace(spec, cards=True)
        return spec

    def setting(self, unit: Maquina) -> Setting | None:
        return planned.setting(unit)

    def planned_setting(self, plan: Plan, unit: Maquina) -> Setting | None:
        return planned.planned_setting(plan, unit)

    def resetting(self, unit: Maquina) -> Do | None:
        return planned.resetting(unit)

    def opening(self, unit: Maquina) -> Do | None:
        return Do(opening(unit.spec), DIRECTOR)

    def stakes(self, unit: Maquina, command: Any) -> dict[str, int]:
        """Credits that a play, a bet or a choice would put at stake, in money."""
        if unit.cabinet.tournament is not None:
            return {}
        match command:
            case Play():
                program = unit.cabinet.program()
                level = program.level(command.bet)
                worth = command.denomination or unit.cabinet.denomination
                stake = 0 if level is None else level.stake * (worth or program.denominations[0])
            case Bet():
                stake = sum(command.bets.values())
            case Choose():
                stake = stake_of_answer(unit.asked(), command.answer)
            case _:
                return {}
        return {unit.players.get(command.position, ""): stake}

    async def admit(
        self, house: Casino, keeper: Keeper, person: Person, role: str, command: Any,
        saw: str | None,
    ) -> str | None:  # fmt: skip
        """Who may play at all; programs come from the register and from nowhere else. While what
        runs is not what was approved, or the plan in force has a pot begin below what a program's
        sheet counts on, nothing is played: credits are cashed out."""
        if isinstance(command, Sit | Insert | InsertTicket | InsertCard | Play | Bet):
            house.identity.check_may_open("", programs_of(keeper.unit))
            check_pots(house.plan, keeper.unit.spec.pots, programs_of(keeper.unit))
        if isinstance(command, Sit | Insert | InsertTicket | InsertCard):
            check_zone(house, keeper.unit)
        if isinstance(command, InsertTicket | InsertCard):
            house.throttle.ticket(person.id, house.now())
        match command:
            case Sit() | Insert() | InsertTicket() | InsertCard():
                await house.aside(lambda: check_may_play(house, person))
            case Fetch() | Switch() | Open() | SelfTest():
                check_register(command)
                if isinstance(command, Fetch | Switch):
                    check_pots(house.plan, keeper.unit.spec.pots, (command.program,))
            case Power(on=True, test=False):
                raise Refused(REGISTER, "self-test-left-out")
            case Sign() if house.settings.signatures == "required":
                await check_hand_pay_signed(house, keeper, person)
            case _:
                pass
        return saw

    def beside(self, house: Casino, keeper: Keeper) -> Coroutine[None, None, None] | None:
        """A cabinet on a line is polled as long as this node keeps it."""
        return keep_line(house, keeper) if keeper.unit.spec.line else None

    async def carry(
        self, house: Casino, keeper: Keeper, sent: Envelope[Any], saw: str | None
    ) -> Step | Kept:
        """A play that comes while players' numbers are being opened waits until they are."""
        while True:
            seen = keeper.chain.steps
            try:
                return await super().carry(house, keeper, sent, saw)
            except Refused as refused:
                patience = keeper.unit.clocks.numbers + 1.0
                if refused.code != AWAITED or not await keeper.goes_on(seen, patience):
                    raise

    def see_out(self, unit: Maquina, person: str) -> Sequence[Do]:
        position = unit.present().get(person)
        if position is None or unit.assigned:  # his tournament sees him out
            return ()
        first = [Do(Silence(), SYSTEM)] if unit.asked() is not None else []
        return [*first, Do(Leave(position=position), SYSTEM)]

    def let_go(self, unit: Maquina, person: str, since: Moment) -> Sequence[Do]:
        """A play that waits for a choice is played on first, as for whoever does nothing."""
        position = unit.present().get(person)
        if position is None or unit.assigned or unit.clock.seen.get(position, since) > since:
            return ()
        if unit.asked() is not None:
            return (Do(Silence(), SYSTEM),)
        return (Do(Leave(position=position), SYSTEM),)

    def shown(self, house: Casino, spec: MachineSpec, view: MachineView) -> MachineView:
        """With the pots it is linked to: how much, what wins them, and who won last."""
        hosts = {
            ref: house.shared.host(ref)
            for ref in spec.shared()
            if ref.kind in (POT.kind, POT_LINK.kind)
        }
        pots = tuple(
            far_pot_shown(ref.id, host.look())
            if ref.kind == POT_LINK.kind
            else here_shown(ref.id, cast("PlainPot", host), house.units)
            for ref, host in hosts.items()
        )
        return msgspec.structs.replace(view, pots=tuple(_both(house.plan, one) for one in pots))

    def row(self, spec: MachineSpec, unit: Maquina | None) -> MachineRow:
        programs = spec.programs if unit is None else programs_of(unit)
        return MachineRow(
            number=spec.number, programs=programs, positions=spec.positions, unit=spec.unit,
            kind=shipped(programs[0]).kind, pots=spec.pots, decides=spec.decides,
            line=bool(spec.line), status="" if unit is None else unit.cabinet.state,
            free=0 if unit is None else spec.positions - len(unit.players),
        )  # fmt: skip


def programs_of(unit: Maquina) -> tuple[str, ...]:
    """The programs a machine is played by; before it is set up, those it was planned with."""
    return unit.cabinet.offered or unit.spec.programs


def check_pots(plan: Plan, pots: Sequence[str], programs: Iterable[str]) -> None:
    """Raise `Refused` if a row of a program pays a pot that only its threshold can win, or one that
    begins lower than the program's sheet has it: it would return less than the sheet says
    (CAT-VI.7.3-02)."""
    linked = [plan.pozo[pot] for pot in pots if pot in plan.pozo]
    for id in programs if linked else ():
        program = shipped(id)
        if not isinstance(program, Reels) or program.pot is None:
            continue
        by_rows = [row for row in linked if not row.get("mystery")]
        if not by_rows:
            raise Refused(WON, "pot-not-by-rows", program=id)
        base, needs = int(by_rows[0].get("base", 0)), program.pot.base
        if base < needs:
            raise Refused(RETURN, "pot-below-sheet", program=id, base=base, needs=needs)


def check_line(spec: MachineSpec) -> None:
    """Raise `ValueError` unless a cabinet on a line is one that can be heard."""
    address_of(spec.line)
    alone = spec.unit == CLP and spec.positions == 1 and not spec.pots
    if not 0 <= spec.offline <= (MOST_NUMBERS if spec.tickets else 0):
        raise ValueError(f"a cabinet on a line issues up to {MOST_NUMBERS} tickets cut off")
    if not alone or len(spec.programs) != 1 or not shipped(spec.programs[0]).levels():
        raise ValueError(
            "a cabinet on a line has one position, one program with bets of its own, no linked "
            "pots, and is played for money"
        )


def opening(spec: MachineSpec) -> Open:
    """The first command of a machine: staff, check, and the programs as the register has them."""
    texts, digests, returns = {}, {}, {}
    for id in spec.programs:
        program, sheet = shipped(id), certificate(id)
        texts[id] = program.text
        if sheet is not None:
            digests[id], returns[id] = sheet.digest, str(sheet.worst)
    return Open(
        staff=tuple(DUTIES), checked=True, programs=texts, digests=digests,
        returns=returns,
    )  # fmt: skip


def check_may_play(house: Casino, person: Person) -> None:
    """Whoever may enter the rooms plays."""
    house.register.check_may_play(person, house.now())


async def check_hand_pay_signed(house: Casino, keeper: Keeper, person: Person) -> None:
    """Whoever signs a hand-pay has signed it with his passkey."""
    # The log is read by kinds.
    from tapete.floor.people.signing import check_signed

    waiting, steps = await keeper.read(
        lambda: (keeper.unit.cabinet.hand_pays_waiting, keeper.chain.steps)
    )

    def look() -> None:
        with house.store.engine.connect() as connection:
            check_signed(connection, keeper.unit_id, person.id, waiting=waiting, steps=steps)

    await asyncio.to_thread(look)


def check_register(command: Fetch | Switch | Open | SelfTest) -> None:
    """Raise `Refused` unless programs, digests and returns are those of the register, whoever says
    otherwise."""
    texts: dict[str, str] = {}
    digests: dict[str, str] = {}
    returns: dict[str, str] = {}
    match command:
        case Open():
            texts, digests, returns = command.programs, command.digests, command.returns
            for id in texts.keys() - returns.keys():
                raise Refused(REGISTER, "not-homologated", program=id[:40])
        case Fetch():
            texts, returns = {command.program: command.text}, {command.program: command.back}
        case Switch():
            digests = {command.program: command.digest}
        case SelfTest():
            digests = command.digests
    for id, text in texts.items():
        if certificate(id) is None:
            raise Refused(REGISTER, "not-homologated", program=id[:40])
        if text != shipped(id).text:
            raise Refused(REGISTER, "digest-differs", program=id)
    for id, digest in digests.items():
        sheet = certificate(id)
        if sheet is None or digest != sheet.digest:
            raise Refused(REGISTER, "digest-differs", program=id[:40])
    for id, back in returns.items():
        sheet = certificate(id)
        if sheet is None or back != str(sheet.worst):
            raise Refused(REGISTER, "return-differs", program=id[:40])


def _both(plan: Plan, shown: PotShown) -> PotShown:
    """A pot with its condition in both languages, as far as the plan has them."""
    english = in_english(plan, shown.pot, shown.condition)
    return msgspec.structs.replace(shown, condition_en=english)


def here_shown(id: str, host: PlainPot, units: Mapping[str, Spec]) -> PotShown:
    """A pot of this house as a machine shows it, with its last prize."""
    pot = host.look()
    return pot_shown(id, pot, None if host.won is None else _win(host.won, units))


def far_pot_shown(id: str, link: PotLink) -> PotShown:
    """A pot that another casino keeps, as a machine here shows it."""
    terms, told = terms_of(link), link.told
    last = None
    if told is not None and told.won.amount:
        last = PotWin(machine=0, amount=told.won.amount, casino=told.won.casino)
    return PotShown(
        pot=id, amount=link.holds, condition=terms.condition, mystery=False, limit=terms.limit,
        last=last, casinos=(link.centre,), cut=not link.reached,
    )  # fmt: skip


def _win(won: LastWin, units: Mapping[str, Spec]) -> PotWin:
    """The last prize of a pot as a machine shows it; of a machine no longer there, number 0."""
    casino, _, id = won.unit.rpartition(MARK)
    unit = units.get(id)
    number = unit.number if isinstance(unit, MachineSpec) and not casino else 0
    return PotWin(
        machine=number, amount=won.amount, casino=casino, threshold=won.threshold, salt=won.salt
    )


def pot_shown(id: str, pot: Pot, last: PotWin | None = None) -> PotShown:
    """A pot as a machine shows it."""
    terms = pot.terms
    assert terms is not None
    threshold = pot.threshold
    return PotShown(
        pot=id, amount=pot.meters.current, condition=terms.condition, mystery=terms.mystery,
        promise="" if threshold is None else threshold.promise, limit=terms.limit, last=last,
    )  # fmt: skip


KIND = Machines(
    MachineSpec, AnyMachineCommand, build, check_plays, roles=ROLES, answers=(Choose,)
)  # fmt: skip
