"""The tables of a tournament, moved together with it: whoever has a command of a played tournament
carried out has its tables agree in the same transaction, so that a player is never at two of them
nor at none, and every chip is somewhere.

The conductor is the house's own hand in it, one task a tournament: hands dealt and over, bots as
company, and all that is proposed where nobody directs.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.core.book.roles import JEFE, JUGADOR
from tapete.floor.attendant import Attendant
from tapete.floor.chain import Step
from tapete.floor.commands import SYSTEM, Answer
from tapete.floor.keeper import Keeper
from tapete.floor.logs import log
from tapete.floor.people import is_bot
from tapete.floor.port import Kept, LostUnit
from tapete.floor.together import Sent, led
from tapete.floor.unit import Envelope
from tapete.floor.units.maquina.assigned import SEAT
from tapete.floor.units.maquina.commands import Play, Silence
from tapete.floor.units.maquina.unit import Maquina
from tapete.floor.units.mesa.unit import Mesa
from tapete.floor.units.torneo.direction import company_at, held, next_command
from tapete.floor.units.torneo.machines import asked_too_long, assignments, has_played
from tapete.floor.units.torneo.tables import arrangements
from tapete.floor.units.torneo.unit import Torneo, expulsion
from tapete.games.bots import NAMES
from tapete.games.poker.circle.waits import GO_ON
from tapete.systems.tournament.life import commands as do

if TYPE_CHECKING:
    from tapete.floor.casino import Casino

SOON = 0.2
"""Seconds after which it is looked again while tables are being prepared."""


async def carry(house: Casino, keeper: Keeper, sent: Envelope[Any]) -> Step | Kept:
    """Carry a command of a played tournament out, its tables along with it."""
    kept = await keeper.find(sent.id)
    if kept is not None:
        return kept

    def make() -> list[Sent]:
        unit: Torneo = keeper.unit
        drawn, after = unit.foresee(sent)
        tables = tables_of(house, unit)
        deals = isinstance(sent.command, do.DealHand) and not unit.spec.maquinas
        begins = sent.command.table if deals else None
        mesas = {number: table.unit for number, table in tables.items()}
        changes = arrangements(after, mesas, begins)
        cabinets = machines_of(house, unit)
        given = assignments(after, {number: one.unit for number, one in cabinets.items()})
        told = [
            *((tables[number], change, f"{number}") for number, change in changes.items()),
            *((cabinets[number], one, f"m{number}") for number, one in given.items()),
        ]
        return [(keeper, drawn), *(
            (to, replace(sent, id=f"{sent.id}/{of}", person="sistema", role=SYSTEM,
                         command=change, draws=()))
            for to, change, of in told
        )]  # fmt: skip

    return (await led(keeper, make))[0]


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
        waiting = held(now, mesas)
        if waiting is not None:
            said = Answer(answer=GO_ON)
            await tables_keeper(tables, waiting).send(self.house.by_system(said, JEFE))
            return 0.0
        going = self._going()
        if going is not None:
            await self._do(going)
            return 0.0
        machines: dict[int, Maquina] = {number: one.unit for number, one in cabinets.items()}
        for late in asked_too_long(now, machines, at):
            await cabinets[late].send(self.house.by_system(Silence(), SYSTEM))
            return 0.0
        command = next_command(self.unit.spec, now, mesas, at, self._absent, machines)
        if command is not None:
            await self._do(command)
            return 0.0
        bots = sum(map(is_bot, now.live))
        if now.stage == "inscripcion" and bots < now.company and len(now.live) < now.rules.maximo:
            await self._enter_one()
            return 0.0
        until = company_at(self.unit.spec, now)
        if until is not None:
            return max(SOON, until - at)
        if any(table.playing for table in now.tables.values()) and machines:
            return await self._bots_play(machines)
        idle = any(not table.playing for table in now.tables.values())
        going_on = now.clock.running or now.round is not None
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

    async def _do(self, command: do.AnyCommand) -> None:
        try:
            await carry(self.house, self.keeper, self.house.by_system(command, SYSTEM))
        except Refused as refusal:
            if not isinstance(command, do.Accredit):
                raise
            # Who sits at another table, or may not play any more, does not take his seat: his
            # entry lapses when registration closes (COL-3.1-14).
            log.info("not-seated", unit=self.keeper.unit_id, why=str(refusal))
            self._absent.add(command.player)

    async def _enter_one(self) -> None:
        """One bot more enters, by the same command as people do."""
        used = {self.house.name_of(who) for who in self.unit.now.players if is_bot(who)}
        name = next(name for name in _names() if name not in used)
        bot = await self.house.cage.hire(name)
        command, id = do.Enter(player=bot.id), secrets.token_hex(8)
        await self.house.command(bot, JUGADOR, self.keeper.unit_id, command, id=id)


def tables_keeper(tables: dict[int, Keeper], mesa: Mesa) -> Keeper:
    """The keeper of a table."""
    return next(keeper for keeper in tables.values() if keeper.unit is mesa)


def _names() -> Iterator[str]:
    """Names for as many bots as there may be."""
    yield from NAMES
    number = 2
    while True:
        yield from (f"{name} {number}" for name in NAMES)
        number += 1
