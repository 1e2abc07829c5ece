"""Switched on, a machine tests itself before anything else: until then it is silent outside."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Any

import pytest

from tapete.core.book.aggregate import Journal, replay
from tapete.core.book.refused import Refused
from tapete.floor.units.maquina import commands as floor
from tapete.floor.units.maquina.kind import KIND
from tapete.systems.machines.commands import (
    CashOut,
    Cut,
    Disable,
    Enable,
    Fault,
    Install,
    MachineCommand,
    Play,
    PutIn,
    Restart,
    Select,
    SelfTest,
    Tournament,
)
from tapete.systems.machines.library import shipped
from tapete.systems.machines.machine import MACHINE
from tapete.systems.machines.play import PlayBet
from tapete.systems.machines.section import Machine

PROGRAM = shipped("tres-cerezas")
DIGESTS = {PROGRAM.id: PROGRAM.digest}
BET = PlayBet("1x1", 100)


def switched_on(*before: MachineCommand) -> Machine:
    """A machine in service whose power failed after this, and is back."""
    machine: Machine = Journal(MACHINE, "maquina-1")
    machine.do(Install({PROGRAM.id: PROGRAM.text}, PROGRAM.id, 100))
    machine.do(Enable(Fraction(43, 50), Fraction(17, 20)))
    machine.do(PutIn("note", 1000))
    for command in (*before, Cut(), Restart(test=True)):
        machine.do(command)
    return machine


@pytest.mark.clause("CAT-VI.3-10")
def test_before_its_self_test_a_machine_takes_nothing_and_gives_nothing() -> None:
    machine = switched_on()
    assert machine.state.state == "autotest"
    for command in (
        PutIn("note", 1000), Play(BET), CashOut("ticket"), Disable(), Select(PROGRAM.id),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            machine.do(command)
        assert (refused.value.code, refused.value.clause) == ("self-test", "CAT-VI.3-10")
    with pytest.raises(Refused):
        machine.do(Tournament(1000))
    machine.do(Cut())
    assert machine.state.state == "apagada"
    machine.do(Restart(test=True))
    assert machine.state.state == "autotest", "it is tested whenever it is switched on"
    machine.do(SelfTest(DIGESTS))
    assert machine.state.state == "libre" and machine.state.credits[1] == 1000
    assert replay(MACHINE, machine.text()).state == machine.state


def test_a_play_that_was_drawn_is_settled_when_the_self_test_is_over() -> None:
    machine = switched_on(Play(BET, ([0, 0, 0],), settle=False))
    assert machine.state.credits[1] == 900 and machine.state.play is not None
    machine.do(SelfTest(DIGESTS))
    assert machine.state.credits[1] == 20_900 and machine.state.play is None


def test_a_program_that_is_not_the_registers_stops_the_machine_and_a_fault_outlives_power() -> None:
    machine = switched_on()
    machine.do(SelfTest({PROGRAM.id: "0" * 64}))
    assert machine.state.state == "falla" and machine.state.faults == ("programa",)
    machine = switched_on(Fault("puerta"))
    assert machine.state.state == "autotest"
    machine.do(SelfTest(DIGESTS))
    assert machine.state.state == "falla", "the door is still open"


def test_on_the_floor_nobody_switches_a_machine_on_without_its_self_test() -> None:
    nobody: Any = None
    with pytest.raises(Refused) as refused:
        asyncio.run(KIND.admit(nobody, nobody, nobody, "jefe-tecnico", floor.Power(on=True), None))
    assert refused.value.code == "self-test-left-out"
