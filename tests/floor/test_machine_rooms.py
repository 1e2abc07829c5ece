"""Chapter VI where the floor shows it: where servers stand, who must be there, what is told."""

from __future__ import annotations

import pytest

from tapete.core.book.aggregate import Journal
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.plain_pots import planned_pot
from tapete.floor.aggregates.pot_shares import in_english
from tapete.floor.api.machines import hall_row, significant
from tapete.floor.house.machine_room import days_of, reconciled, register
from tapete.floor.rounds.machine_plays import recalled
from tapete.floor.storage.store import Store
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.kind import KIND, check_register, pot_shown
from tapete.systems.machines.states import LOCKED
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Open, Publish
from tapete.telling.explain import Teller
from tests.floor.casino import give_chips, leased
from tests.floor.machines import Visit, machine_spec


@pytest.mark.clause("CAT-VI.3-08", "CAT-VI.4.1-02")
@pytest.mark.parametrize("place", ["", "servicios-anexos", "nube", None])
def test_no_machine_whose_server_stands_outside_the_gaming_rooms(place: str | None) -> None:
    row = {"number": 1, "programs": ["tres-cerezas"], "alone": True}
    (inside,) = KIND.planned(plan(), "m1", {**row, "server": "sala-de-servidores"})
    assert inside.id == "m1"
    with pytest.raises(ValueError):
        KIND.planned(plan(), "m1", {**row, "server": place})


@pytest.mark.clause("CAT-VI.4.1-09", "CAT-VI.3-07")
def test_a_central_server_decides_and_keeps_the_meters_of_all_its_terminals() -> None:
    """The terminal sends a bet and shows what comes; draws, credits and meters are the server's."""
    visits = [Visit(machine_spec("tres-cerezas", id=f"m{n}", number=n)) for n in (1, 2)]
    for visit in visits:
        assert visit.spec.decides == "servidor"
        visit.do(do.Insert(amount=1000))
        step = visit.do(do.Play(bet="1x1"))
        assert step.envelope.draws and not hasattr(step.envelope.command, "stops")
    assert sum(visit.unit.cabinet.meters["coin_in"] for visit in visits) == 200


@pytest.mark.clause("CAT-VI.4.2.2-01")
def test_sellers_of_chips_and_assistants_are_not_needed_to_open() -> None:
    visit = Visit(machine_spec("tres-cerezas"))
    opening = visit.steps[0].envelope.command
    assert "vendedor" not in opening.staff and visit.unit.cabinet.state == "libre"


@pytest.mark.clause("CAT-VI.7.3-04", "CAT-VI.7.3-06")
def test_whoever_looks_at_a_machine_is_told_of_its_pot_and_what_wins_it() -> None:
    pot = Journal(POT, "campana")
    for command in (Open(planned_pot(plan(), "campana")), Publish(), Activate()):
        pot.do(command)
    shown = pot_shown("campana", pot.state)
    assert shown.amount == 250_000 and shown.condition.startswith("Tres sietes")
    assert in_english(plan(), "campana", shown.condition).startswith("Three sevens")
    assert in_english(plan(), "campana", "Cuatro sietes") == "", "it translates another condition"


def test_the_hall_sees_win_hold_and_the_real_return_beside_the_theoretical() -> None:
    visit = Visit(machine_spec("tres-cerezas", denomination=100))
    visit.do(do.Insert(amount=100_000))
    for _ in range(40):
        visit.do(do.Play(bet="1x1"))
    visit.do(do.Fault(code="puerta"), "tec", "jefe-tecnico")
    row = hall_row(visit.unit)
    assert row.win == row.meters["coin_in"] - row.meters["coin_out"] and row.status == "falla"
    assert row.hold == pytest.approx(row.win / 4000) and row.meters["doors"] == 1
    assert row.watch.plays == 40 and row.watch.back == pytest.approx(1 - row.hold)
    assert row.watch.expected == pytest.approx(0.86) and not row.watch.watched
    assert row.players == ("ana",)
    assert {one.stake for one in recalled(visit.unit)} == {100}


@pytest.mark.parametrize("lang", ["es", "en"])
def test_whatever_a_machine_refuses_in_its_state_is_said_in_words(lang: str) -> None:
    for state, (code, clause) in LOCKED.items():
        said = Teller(lang).refusal(Refused(clause, code, state=state))
        assert said and not said.startswith(code)


def test_significant_events_are_read_out_of_the_log(store: Store) -> None:
    spec = machine_spec("tres-cerezas")
    store.add(spec)
    visit = Visit(spec)
    visit.do(do.Fault(code="puerta"), "tec", "jefe-tecnico", at=5.0)
    visit.do(do.Clear(code="puerta"), "tec", "jefe-tecnico", at=6.0)
    epoch = leased(store, spec.id)
    for step in visit.steps:
        store.append(step, epoch)
    steps = visit.steps[-1].number
    found = significant(store, spec.id, steps)
    assert [(one.kind, one.code, one.at) for one in found[:2]] == [
        ("machine-fault-cleared", "puerta", 6.0), ("machine-fault-raised", "puerta", 5.0)
    ]  # fmt: skip
    assert found[0].person == "tec" and found[-1].kind == "machine-enabled"
    assert significant(store, spec.id, steps, within=1) == found[:1], "no further back than asked"


def test_each_day_and_every_account_of_a_machine_agree_with_the_ledger(store: Store) -> None:
    """A hand-pay of a table game included: what the meters say is what the accounts hold."""
    spec = machine_spec("ruleta-electronica", positions=2, handpay=3_000, two_signatures=3_600)
    store.add(spec)
    give_chips(store)
    visit = Visit(spec)
    visit.do(do.Insert(amount=50_000))
    while not visit.unit.cabinet.handpay:
        visit.do(do.Bet(bets={"pleno:17": 100, "rojo": 1_000, "negro": 1_000}))
        visit.do(do.Ready())
    waits = visit.unit.cabinet.handpay
    assert waits.amount >= 3_000 and not waits.credits
    for person in ("jefa", "directora")[: waits.signatures]:
        visit.do(do.Sign(), person, "jefe-de-seccion")
    epoch = leased(store, spec.id)
    for step in visit.steps:
        store.append(step, epoch)
    cabinet = visit.unit.cabinet
    (day,) = days_of(store, spec.id, spec.unit)
    assert (day.staked, day.paid, day.win) == (
        cabinet.meters["coin_in"], cabinet.meters["coin_in"] - cabinet.win, cabinet.win,
    )  # fmt: skip
    accounts = reconciled(store, visit.unit)
    assert accounts and all(one.meters == one.ledger for one in accounts)


@pytest.mark.parametrize("program", ["jacks-or-better", "ruleta-electronica"])
def test_the_list_and_the_days_of_a_machine_count_the_same_plays(
    program: str, store: Store
) -> None:
    """A play in course is neither staked nor won yet, wherever the hall looks."""
    spec = machine_spec(program)
    store.add(spec)
    give_chips(store)
    visit = Visit(spec)
    visit.do(do.Insert(amount=50_000))
    for _ in range(2):
        if program == "jacks-or-better":
            visit.do(do.Play(bet="1x1"))
            visit.do(do.Choose(answer=[]))
        else:
            visit.do(do.Bet(bets={"rojo": 1000}))
            visit.do(do.Ready())
    whole = hall_row(visit.unit)
    visit.do(do.Play(bet="1x5") if program == "jacks-or-better" else do.Bet(bets={"negro": 500}))
    epoch = leased(store, spec.id)
    for step in visit.steps:
        store.append(step, epoch)
    row, (day,) = hall_row(visit.unit), days_of(store, spec.id, spec.unit)
    assert (row.staked, row.win, row.hold) == (day.staked, day.win, day.hold)
    assert row.watch == whole.watch and row.watch.staked == day.staked
    assert row.meters["coin_in"] > row.staked, "its meter has counted the bet"


@pytest.mark.clause("CAT-VI.3-10", "CAT-VI.4.2.1-03")
def test_a_machine_tests_itself_against_the_register_and_stops_if_a_byte_differs() -> None:
    visit = Visit(machine_spec("tres-cerezas"))
    right = {one.program: one.digest for one in register(["tres-cerezas"])}
    visit.do(do.SelfTest(digests=right), "tec", "jefe-tecnico")
    assert visit.unit.cabinet.state == "libre"
    with pytest.raises(Refused, match="not-your-role"):
        visit.do(do.SelfTest(digests=right), "jefa", "jefe-de-seccion")
    wrong = {"tres-cerezas": "0" * 64}
    with pytest.raises(Refused, match="digest-differs"):  # nobody says what the register says
        check_register(do.SelfTest(digests=wrong))
    told = visit.do(do.SelfTest(digests=wrong), "tec", "jefe-tecnico").events
    assert [event.kind for event in told] == ["machine-self-tested", "machine-fault-raised"]
    assert visit.unit.cabinet.state == "falla" and visit.unit.cabinet.faults == ("programa",)
