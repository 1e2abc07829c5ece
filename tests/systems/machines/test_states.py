"""What each state of a machine takes and gives: every state and every act with money or bets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tapete.core.book.aggregate import Journal
from tapete.core.book.refused import Refused
from tapete.systems.machines import commands as do
from tapete.systems.machines.library import shipped
from tapete.systems.machines.machine import MACHINE
from tapete.systems.machines.play import PlayBet
from tapete.systems.machines.states import LOCKED

GAME, OTHER, POKER = (shipped(name) for name in ("faro", "tres-cerezas", "jacks-or-better"))
DEALT = ("Kc", "Kh", "3s", "6d", "9c")
EMPTY: dict[str, tuple[do.MachineCommand, ...]] = {
    "fuera-de-servicio": (do.Disable(),),
    "descarga": (do.Switch(OTHER.id),),
    "torneo": (do.Tournament(10_000),),
}
"""What brings a machine without credits into a state."""
FULL: dict[str, tuple[do.MachineCommand, ...]] = {
    "libre": (),
    "apagada": (do.Cut(),),
    "autotest": (do.Cut(), do.Restart(test=True)),
    "falla": (do.Fault("carrete"),),
    "auditoria": (do.Audit(True),),
    "pago-manual": (do.CashOut("hand", 100),),
    "jugada": (do.Select(POKER.id), do.Play(PlayBet("1x1", 100), DEALT)),
}
"""The same with credits in it."""
BET = do.Play(PlayBet("1x1", 10), ("9-9-2-4-3",))
ACTS: dict[str, tuple[do.MachineCommand, ...]] = {
    "bet": (BET,),
    "money": (
        *(do.PutIn(means, 1000) for means in ("note", "chip", "ticket", "card")),
        *(do.CashOut(to) for to in ("ticket", "card", "chips", "hand")),
    ),
}


def machine(state: str) -> Journal[Any, Any, Any]:
    """A machine in this state."""
    found: Journal[Any, Any, Any] = Journal(MACHINE, "12")
    programs = {one.id: one.text for one in (GAME, OTHER, POKER)}
    found.do(do.Install(programs, GAME.id, 10, menu=(GAME.id, POKER.id)))
    found.do(do.Enable(Fraction(1), Fraction(85, 100)))
    if state in FULL:
        found.do(do.PutIn("note", 5000))
    for command in EMPTY.get(state) or FULL[state]:
        found.do(command)
    assert found.state.state == state
    return found


@pytest.mark.clause("CAT-VI.3-09", "CAT-VI.7.1-01", "CAT-VII.2.1.3-06", "CAT-VI.5-03")
@pytest.mark.parametrize("state", [*EMPTY, *FULL])
def test_no_bet_and_no_money_but_where_the_table_of_states_has_it(state: str) -> None:
    refusals = {"libre": {}, "torneo": {"money": "tournament"}}.get(
        state, dict.fromkeys(ACTS, LOCKED.get(state, ("",))[0])
    )
    for kind, commands in ACTS.items():
        for command in commands:
            journal = machine(state)
            before = journal.state
            if kind not in refusals:
                journal.do(command)
                assert journal.state != before
                continue
            with pytest.raises(Refused) as refused:
                journal.do(command)
            assert (refused.value.code, journal.state) == (refusals[kind], before), command


def test_every_state_that_locks_a_machine_is_tried() -> None:
    assert {*EMPTY, *FULL} == {*LOCKED, "libre", "torneo"}
