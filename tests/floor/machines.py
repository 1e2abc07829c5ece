"""Machines for the tests: installed, and somebody who plays at them at random."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.chance import seeded
from tapete.core.round.ask import Pick
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.unit import Command, Envelope
from tapete.floor.units.maquina import MachineSpec, Maquina
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.kind import opening
from tests.floor.casino import PEOPLE, envelope

BETS = {
    "black-jack-electronico": ("principal", "principal"),
    "ruleta-electronica": ("rojo", "pleno:7"),
    "corona-electronica": ("corona", "ancla"),
}


def machine_spec(*programs: str, id: str = "maquina-12", **fields: Any) -> MachineSpec:
    """A machine of these programs, its minimum return set."""
    found: dict[str, Any] = {"minimum_return": "85%", "number": 12, "server": "sala-de-servidores"}
    return MachineSpec(id=id, programs=programs, **{**found, **fields})


def sent(
    command: Command, person: str = "ana", role: str = "jugador", **more: Any
) -> Envelope[Any]:
    """A command of a person."""

    return msgspec.structs.replace(envelope(command, role, **more), person=person)


def opened(spec: MachineSpec) -> Envelope[Any]:
    """The command that installs a machine and puts it in service."""
    return sent(opening(spec), "sistema", "director-de-maquinas")


class Visit:
    """A machine in service, without keeper or store: commands in, steps out."""

    def __init__(self, spec: MachineSpec, seed: str = "visit", **around: Any) -> None:
        self.spec = spec
        self.chain = Chain(Maquina(spec, chance=seeded(seed), **around))
        self.steps: list[Step] = []
        self.send(opened(spec))

    @property
    def unit(self) -> Maquina:
        return self.chain.unit

    def send(self, envelope: Envelope[Any]) -> Step:
        step = self.chain.apply(envelope)
        self.steps.append(step)
        return step

    def do(
        self, command: Command, person: str = "ana", role: str = "jugador", at: float = 0
    ) -> Step:
        """Somebody does something; whether he may is asked first, as the house does."""
        self.unit.check(command, person, role, on_duty=True)
        return self.send(sent(command, person, role, at=at))

    def kinds(self) -> list[str]:
        """What the last step told."""
        return [event.kind for event in self.steps[-1].events]


def something(chain: Chain[Any], pick: Pick) -> Envelope[Any]:
    """A command that somebody could send now; most of them are taken."""
    unit: Maquina = chain.unit
    if not chain.steps:
        return opened(unit.spec)
    position = 1 + pick(unit.spec.positions)
    player = unit.players.get(position)
    if player is None:
        amount = 500 * (1 + pick(40))
        return sent(do.Insert(amount=amount, position=position), PEOPLE[pick(len(PEOPLE))])
    asked = unit.asked()
    if asked is not None:
        seat = asked.put_to.seat or position
        answer = asked.write(asked.some(pick))
        return sent(do.Choose(answer=answer, position=seat), unit.players.get(seat, player))
    program = unit.cabinet.program()
    if program.kind == "mesa":
        bet = dict.fromkeys(BETS[program.id][pick(2) :], 500)
        way = pick(4)
        if way == 0:
            return sent(do.Ready(position=position), player)
        if way == 1:
            return sent(do.TakeBack(position=position), player)
        if way == 2:
            return sent(do.Bet(bets=bet, position=position), player)
    if not pick(6):
        return sent(do.Leave(position=position), player)
    if not pick(8):
        return sent(do.CashOut(to="card", amount=500, position=position), player)
    levels = program.levels()
    if not levels:
        return sent(do.Bet(bets={BETS[program.id][0]: 500}, position=position), player)
    level = levels[pick(len(levels))]
    spots = tuple(range(1, level.parts + 1)) if program.kind in ("keno", "bingo") else ()
    return sent(do.Play(bet=level.bet, position=position, spots=spots), player)
