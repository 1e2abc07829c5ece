"""The tables of a tournament, moved together with it: whoever has a command of a played tournament
carried out has its tables agree in the same transaction, so that a player is never at two of them
nor at none, and every chip is somewhere.

The conductor is the house's own hand in it, one task a tournament: hands dealt and over, bots as
company, and all that is proposed where nobody directs.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE, JUGADOR
from tapete.floor.house.logs import log
from tapete.floor.kernel.attendant import Attendant
from tapete.floor.kernel.chain import Step
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.port import Kept, LostUnit
from tapete.floor.kernel.together import Sent, led
from tapete.floor.kernel.unit import Envelope
from tapete.floor.people.person import is_bot
from tapete.floor.table.commands import SYSTEM, Answer
from tapete.floor.units.maquina.assigned import SEAT
from tapete.floor.units.maquina.commands import Play, Silence
from tapete.floor.units.maquina.unit import Maquina
from tapete.floor.units.mesa.unit import Mesa
from tapete.floor.units.torneo.direction import company_at, next_commands
from tapete.floor.units.torneo.machines import asked_too_long, assignments, has_played
from tapete.floor.units.torneo.tables import arrangements, waits
from tapete.floor.units.torneo.unit import Torneo, expulsion
from tapete.games.bots import NAMES
from tapete.games.poker.circle.waits import GO_ON, ORDERED
from tapete.systems.tournament.life import commands as do

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino

SOON = 0.2
"""Seconds after which it is looked again while tables are being prepared."""
AT_ONCE = 500
"""So many bots enter in one step: the others of the house are not kept waiting for all of them."""


async def carry(
    house: Casino, keeper: Keeper, sent: Envelope[Any], saw: str | None = None
) -> Step | Kept:
    """Carry a command of a played tournament out, its tables along with it."""

    def made() -> list[Sent]:
        keeper.check_seen(saw)
        return _made(house, keeper, [sent])

    kept = await keeper.find(sent.id)
    if kept is not None:
        return kept
    try:
        return (await led(keeper, made))[0]
    except Refused:
        # Sent twice at once, the other may have been carried out meanwhile.
        kept = await keeper.find(sent.id)
        if kept is None:
            raise
        return kept


def _made(house: Casino, keeper: Keeper, said: Sequence[Envelope[Any]]) -> list[Sent]:
    """Commands to a tournament, one after another up to the first that is refused, and what its
    tables and machines are told so that they agree with it after them."""
    unit: Torneo = keeper.unit
    after, begins = unit.now, set[int]()
    drawn: list[Envelope[Any]] = []
    for sent in said:
        try:
            one, after = unit.foresee(sent, after)
        except Refused:
            if not drawn:
                raise
            break
        drawn.append(one)
        if isinstance(sent.command, do.DealHand) and not unit.spec.maquinas:
            begins.add(sent.command.table)
    tables, cabinets = tables_of(house, unit), machines_of(house, unit)
    mesas = {number: table.unit for number, table in tables.items()}
    changes = arrangements(unit.now, after, mesas, begins)
    given = assignments(after, {number: one.unit for number, one in cabinets.items()})
    told = [
        *((tables[number], change, f"{number}") for number, change in changes.items()),
        *((cabinets[number], one, f"m{number}") for number, one in given.items()),
    ]
    first = said[0]
    return [*((keeper, one) for one in drawn), *(
        (to, replace(first, id=f"{first.id}/{of}", person="sistema", role=SYSTEM,
                     command=change, draws=()))
        for to, change, of in told
    ), *_played_out(tables, first)]  # fmt: skip


def _played_out(tables: dict[int, Keeper], sent: Envelope[Any]) -> list[Sent]:
    """The hand of a table goes on, by the word of whoever orders it."""
    if not isinstance(sent.command, do.PlayOut):
        return []
    ordered = sent.command.table
    if ordered not in tables or not waits(tables[ordered].unit):
        raise Refused(ORDERED, "no-hand-held", table=ordered)
    said = replace(sent, id=f"{sent.id}/{ordered}", role=JEFE, command=Answer(answer=GO_ON))
    return [(tables[ordered], said)]


def tables_of(house: Casino, unit: Torneo) -> dict[int, Keeper]:
    """The keepers of a tournament's own tables, by number. `LostUnit`: one is not kept here yet."""
    return _kept(house, unit.spec.table)


def machines_of(house: Casino, unit: Torneo) -> dict[int, Keeper]:
    """The keepers of a tournament's machines, by number."""
    return _kept(house, unit.spec.machine) if unit.spec.maquinas else {}


def _kept(house: Casino, named: Callable[[int], str]) -> dict[int, Keeper]:
    found: dict[int, Keeper] = {}
    number = 1
    while (id := named(number)) in house.units:
        keeper = house.keepers.get(id)
        if keeper is None or keeper.lost:
            raise LostUnit(id)
        found[number] = keeper
        number += 1
    return found


async def conduct(house: Casino, keeper: Keeper) -> None:
    """Conduct a played tournament as long as this node keeps it."""
    await Conductor(house, keeper).attend()


class Conductor(Attendant):
    """The house's hand in one tournament."""

    soon = SOON

    def __init__(self, house: Casino, keeper: Keeper) -> None:
        super().__init__(house, keeper)
        self._heard: set[int] = set()
        self._absent: set[str] = set()
        """Who could not be seated when the doors opened."""
        self._thinks: dict[str, float] = {}
        """Until when the bot at each machine thinks."""

    @property
    def unit(self) -> Torneo:
        unit = self.keeper.unit
        assert isinstance(unit, Torneo)
        return unit

    def _listen(self, keepers: list[Keeper]) -> None:
        for keeper in keepers:
            if id(keeper) not in self._heard:
                self._heard.add(id(keeper))
                keeper.watchers.append(self.hear)

    async def advance(self) -> float | None:
        tables = tables_of(self.house, self.unit)
        cabinets = machines_of(self.house, self.unit)
        self._listen([self.keeper, *tables.values(), *cabinets.values()])
        mesas: dict[int, Mesa] = {number: keeper.unit for number, keeper in tables.items()}
        now, at = self.unit.now, self.house.now()
        going = self._going()
        if going is not None:
            await self._do(going)
            return 0.0
        machines: dict[int, Maquina] = {number: one.unit for number, one in cabinets.items()}
        for late in asked_too_long(now, machines, at):
            await cabinets[late].send(self.house.by_system(Silence(), SYSTEM))
            return 0.0
        commands = next_commands(self.unit.spec, now, mesas, at, self._absent, machines)
        early = self.unit.early(at)
        if early and any(isinstance(one, do.Start) for one in commands):
            return early
        if commands:
            await self._do(*commands)
            return 0.0
        bots = sum(map(is_bot, now.live))
        free = now.rules.maximo - now.left - len(now.waiting)
        if now.stage == "inscripcion" and min(now.company - bots, free) > 0:
            await self._enter_company(min(now.company - bots, free, AT_ONCE))
            return 0.0
        until = company_at(self.unit.spec, now)
        if until is not None:
            return max(SOON, until - at)
        if any(table.playing for table in now.tables.values()) and machines:
            return await self._bots_play(machines)
        idle = any(not table.playing for table in now.tables.values())
        going_on = now.clock.running or now.dealing or now.round is not None
        return SOON if idle and now.stage == "en-juego" and going_on else None

    async def _bots_play(self, machines: dict[int, Maquina]) -> float:
        """A bot that has thought long enough makes a play at its machine, of the smallest bet."""
        at, thinks = self.house.now(), self.house.settings.clocks.thinks
        for machine in machines.values():
            who, id = machine.assigned, machine.spec.id
            if not is_bot(who) or has_played(machine):
                continue
            if machine.asked() is not None:
                await self.house.keeper(id).send(self.house.by_system(Silence(), SYSTEM))
                return 0.0
            if at < self._thinks.get(id, 0.0):
                continue
            self._thinks[id] = at + thinks
            level = min(machine.cabinet.program().levels(), key=lambda one: one.stake)
            play = Play(bet=level.bet, position=SEAT)
            bot = self.house.known(who)
            await self.house.command(bot, JUGADOR, id, play, id=secrets.token_hex(8))
            return 0.0
        return SOON

    def _going(self) -> do.Expel | None:
        """The next who may not play any more and is in no hand."""
        now = self.unit.now
        for who in sorted(self.unit.leaving):
            place = now.place_of(who)
            if who not in now.live or now.stage != "en-juego":
                self.unit.leaving.discard(who)
            elif place is None or not now.tables[place[0]].playing:
                return expulsion(who)
        return None

    async def _do(self, *commands: do.AnyCommand) -> None:
        """Have commands of the house carried out, all in one transaction."""
        said = [self.house.by_system(command, SYSTEM) for command in commands]
        try:
            await led(self.keeper, lambda: _made(self.house, self.keeper, said))
        except Refused as refusal:
            [command] = commands if len(commands) == 1 else [None]
            if not isinstance(command, do.Accredit):
                raise
            # Who sits at another table, or may not play any more, does not take his seat: his
            # entry lapses when registration closes (COL-3.1-14).
            log.info("not-seated", unit=self.keeper.unit_id, why=str(refusal))
            self._absent.add(command.player)

    async def _enter_company(self, count: int) -> None:
        """So many bots more enter."""
        used = {self.house.name_of(who) for who in self.unit.now.players if is_bot(who)}
        names = list(islice((name for name in _names() if name not in used), count))
        bots = await self.house.cage.hire(names)
        await self._do(do.EnterCompany(players=tuple(bot.id for bot in bots)))


def _names() -> Iterator[str]:
    """Names for as many bots as there may be."""
    yield from NAMES
    number = 2
    while True:
        yield from (f"{name} {number}" for name in NAMES)
        number += 1
