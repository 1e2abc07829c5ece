"""A machine: its meters agree after every event, it restarts in the very state, and its plays are
worth what the par sheet says."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.core.book.aggregate import Journal, replay
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Ask
from tapete.core.round.live import Live
from tapete.maths.machines import par_sheet
from tapete.systems.machines.cabinet import METERS
from tapete.systems.machines.commands import (
    Audit,
    CashOut,
    Clear,
    Continue,
    Cut,
    Enable,
    Fault,
    Install,
    Play,
    PutIn,
    Restart,
    Sign,
)
from tapete.systems.machines.library import load
from tapete.systems.machines.machine import MACHINE
from tapete.systems.machines.play import PlayBet, PlayResult, play
from tapete.systems.machines.program import AnyProgram
from tapete.systems.machines.section import Section, Waiting, run

PROGRAMS = Path(__file__).parents[2] / "scenario" / "maquinas" / "programas"


def program(name: str) -> AnyProgram:
    return load(PROGRAMS / f"{name}.toml")


def worth(live_of: Any, chance: Fraction = Fraction(1)) -> Fraction:
    """What a play brings over all that chance can do, summed over the generator itself."""
    live: Live[PlayResult] = live_of()
    if live.ask is None:
        return chance * live.result.credits
    total = Fraction(0)
    for answer, weight in live.ask.weighted():

        def further(answer: Any = answer) -> Live[PlayResult]:
            following = live_of()
            following.answer(answer)
            return following

        total += worth(further, chance * weight)
    return total


@pytest.mark.clause("CAT-VI.5-04", "CAT-VI.4.1-01")
def test_the_generator_under_every_draw_is_worth_what_the_sheet_says() -> None:
    one = program("tres-cerezas")
    bet = PlayBet("1x2", 100)
    found = worth(lambda: Live(play(one, bet)))
    level = par_sheet(one).level("1x2", 100)
    assert level is not None
    assert found / 2 == level.back == Fraction(43, 50)


def machine(name: str) -> Journal[Any, Any, Any]:
    journal: Journal[Any, Any, Any] = Journal(MACHINE, "maquina-1")
    journal.do(Install({name: program(name).text}, name, handpay_from=20_000))
    journal.do(Enable(Fraction(1), Fraction(85, 100)))
    return journal


def command(data: st.DataObject, journal: Journal[Any, Any, Any]) -> Any:
    kind = data.draw(st.sampled_from(["in", "play", "out", "fault", "clear", "cut", "on", "sign"]))
    amount = data.draw(st.sampled_from([100, 500, 1000, 20_000]))
    match kind:
        case "in":
            means = data.draw(st.sampled_from(["note", "chip", "card", "ticket"]))
            return PutIn(means, amount, id=str(data.draw(st.integers(0, 3))))
        case "play":
            bet = PlayBet(data.draw(st.sampled_from(["1x1", "1x3", "1x9"])), 100)
            stops = [data.draw(st.integers(0, 9)) for _ in range(3)]
            settle = data.draw(st.booleans())
            return Play(bet, ("-".join(map(str, stops)),), None, True, settle)
        case "out":
            to = data.draw(st.sampled_from(["ticket", "card", "chips", "hand"]))
            return CashOut(to, data.draw(st.sampled_from([None, amount])))
        case "fault":
            return Fault(data.draw(st.sampled_from(["puerta", "impresora"])))
        case "clear":
            return Clear(data.draw(st.sampled_from(["puerta", "impresora"])))
        case "cut":
            return Cut()
        case "on":
            return Restart()
    return Sign(data.draw(st.sampled_from(["ana", "luis"])), "jefe-de-seccion")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_done_the_meters_agree_and_the_log_replays(data: st.DataObject) -> None:
    """`Cabinet.check` runs after every event; a play whose draws are written is paid once."""
    journal = machine("tres-cerezas")
    for _ in range(data.draw(st.integers(1, 25))):
        before = journal.state
        try:
            journal.do(command(data, journal))
        except Refused:
            assert journal.state == before
    again = replay(MACHINE, journal.text())
    assert again.state == journal.state
    won = sum(journal.state.played[key]["coin_in"] for key in journal.state.played)
    assert won == journal.state.meters.get("coin_in", 0), "bets and machine agree"


LOCKS = [
    ([Fault("puerta")], "fault"),
    ([Audit(True)], "audit"),
    ([Cut()], "power-off"),
    ([CashOut("hand")], "hand-pay-pending"),
]


@pytest.mark.clause("CAT-VI.3-09", "CAT-VI.7.1-01", "CAT-VI.5-03")
@pytest.mark.parametrize(("commands", "code"), LOCKS, ids=[code for _, code in LOCKS])
def test_a_locked_machine_takes_neither_bets_nor_money(commands: list[Any], code: str) -> None:
    journal = machine("tres-cerezas")
    journal.do(PutIn("note", 5000))
    for one in commands:
        journal.do(one)
    for tried in (PutIn("note", 1000), Play(PlayBet("1x1", 100), ("0-0-0",)), CashOut("ticket")):
        with pytest.raises(Refused) as refused:
            journal.do(tried)
        assert refused.value.code == code


def test_a_choice_that_is_open_survives_and_is_asked_again_over_the_same_cards() -> None:
    journal = machine("jacks-9-6")
    journal.do(PutIn("note", 1000))
    dealt = ("Kc", "Kh", "3s", "6d", "9c")
    journal.do(Play(PlayBet("1x5", 100), dealt))
    journal.do(Cut())
    taken_up = replay(MACHINE, journal.text())
    taken_up.do(Restart())
    assert taken_up.state.state == "jugada"
    taken_up.do(Continue((["Kc", "Kh"], "Ks", "2h", "2d")))
    assert taken_up.state.credits[1] == 1000 - 500 + 4500
    assert taken_up.state.recall[-1].paid == 4500


def test_a_play_runs_as_far_as_its_answers_carry_it() -> None:
    def only_cards(ask: Ask[Any]) -> Any:
        if ask.is_chance:
            return next(cards)
        raise Waiting

    cards = iter(["As", "Ks", "Qs", "Js", "9s"])
    said, live = run(program("jacks-9-6"), PlayBet("1x1", 100), only_cards)
    assert said == ("As", "Ks", "Qs", "Js", "9s")
    assert live.ask is not None and live.ask.put_to.seat == 1


@pytest.mark.clause("CAT-VI.4.2.1-01", "CAT-VI.4.2.1-02", "CAT-VI.4.2.1-03", "CAT-VI.5-02")
def test_a_section_opens_with_its_people_and_its_machines_checked() -> None:
    everybody = ["director-de-maquinas", "jefe-de-seccion", "jefe-tecnico"]
    Section.open_session(everybody, checked=True)
    for missing in everybody:
        with pytest.raises(Refused, match="duty-missing"):
            Section.open_session([role for role in everybody if role != missing], checked=True)
    with pytest.raises(Refused, match="not-checked"):
        Section.open_session(everybody, checked=False)


def test_every_meter_has_a_name_that_is_written() -> None:
    journal = machine("tres-cerezas")
    journal.do(PutIn("note", 5000))
    assert set(journal.state.meters) <= set(METERS)
