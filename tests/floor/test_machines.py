"""A gaming machine on the floor: one step a play, meters that are the ledger, faults, hand-pays,
a restart in the very state, a linked pot, an audit that plays every play again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import seeded
from tapete.core.book.aggregate import Journal
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.kernel.due import Do, Until
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.unit import Ref, Surroundings
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import LedgerAccount, ledger_account
from tapete.floor.money.ledger import Transfer, balances
from tapete.floor.storage.store import Store
from tapete.floor.units import build
from tapete.floor.units.maquina import Maquina
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.kind import KIND, check_register, opening
from tapete.systems.machines.library import shipped
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Activate, Open, Publish
from tapete.systems.pot.terms import Terms
from tests.floor.casino import give_chips, leased
from tests.floor.machines import Visit, machine_spec, opened, sent, something
from tests.floor.money import money_plan
from tests.floor.simulation import TABLE, World, simulate

DIRECTOR, JEFE, TECNICO = "director-de-maquinas", "jefe-de-seccion", "jefe-tecnico"


@contextmanager
def refused(code: str, clause: str) -> Iterator[None]:
    with pytest.raises(Refused) as found:
        yield
    assert (found.value.code, found.value.clause) == (code, clause)


def moved(visit: Visit) -> list[Transfer]:
    return [transfer for step in visit.steps for transfer in step.transfers]


def check_money(visit: Visit) -> None:
    """The meters are what the ledger says, to the peso; and nothing was made or lost."""
    held = balances(moved(visit))
    assert sum(held.values()) == 0
    own = {a: n for a, n in held.items() if a.holder == "maquina"}
    assert visit.unit.held() == own


def test_a_play_without_choices_is_one_step_from_bet_to_win() -> None:
    visit = Visit(machine_spec("tres-cerezas", denomination=500))
    visit.do(do.Insert(amount=20_000))
    for _ in range(30):
        step = visit.do(do.Play(bet="1x1"))
        kinds = visit.kinds()
        assert kinds[0] == "machine-bet-taken" and kinds[-1] == "machine-play-ended"
        assert len(step.envelope.draws) == 1
        check_money(visit)
    meters = visit.unit.cabinet.meters
    assert meters["plays"] == 30 and meters["coin_in"] == 15_000
    visit.do(do.Leave())
    assert visit.unit.players == {} and sum(visit.unit.cabinet.credits.values()) == 0
    check_money(visit)


@pytest.mark.clause("CAT-VI.5-03", "CAT-VI.4.2.3-01", "CAT-VI.5-01")
def test_only_offered_bets_of_whoever_has_the_position() -> None:
    visit = Visit(machine_spec("tres-cerezas"))
    with refused("not-yours", "CAT-I.5.2-02"):  # nobody is there: no play without a player
        visit.do(do.Play(bet="1x1"))
    visit.do(do.Insert(amount=1000))
    with refused("not-offered", "CAT-VI.5-03"):
        visit.do(do.Play(bet="1x7"))
    with refused("not-offered", "CAT-VI.5-03"):
        visit.do(do.Play(bet="1x1", denomination=7))
    with refused("not-enough-credits", "CAT-VI.5-03"):
        visit.do(do.Play(bet="1x3", denomination=500))
    with refused("position-taken", "CAT-VI.4.2.3-01"):
        visit.do(do.Insert(amount=1000), "bruno")
    with refused("no-such-position", "CAT-VI.4.2.3-01"):
        visit.do(do.Insert(amount=1000, position=2), "bruno")
    with refused("not-yours", "CAT-I.5.2-02"):
        visit.do(do.Play(bet="1x1"), "bruno")
    check_money(visit)


@pytest.mark.clause("CAT-VI.3-02")
def test_video_poker_waits_for_the_hold_and_goes_on_with_the_same_cards() -> None:
    visit = Visit(machine_spec("jacks-or-better"))
    visit.do(do.Insert(amount=5000))
    visit.do(do.Play(bet="1x5", denomination=100))
    ask = visit.unit.view("seat:1").ask
    assert ask is not None and len(ask["cards"]) == 5
    assert visit.unit.view("public").ask is None
    check_money(visit)
    with refused("in-play", "CAT-VI.5-03"):
        visit.do(do.Play(bet="1x5", denomination=100))
    with refused("in-play", "CAT-VI.5-03"):
        visit.do(do.CashOut(to="card"))
    with refused("card-not-held", "CAT-VI.5-04"):
        visit.do(do.Choose(answer=["Zz"]))
    again = Chain(Maquina(visit.spec))
    again.replay([step.envelope for step in visit.steps])
    assert again.hash == visit.chain.hash and again.unit.view("seat:1").ask == ask
    visit.do(do.Choose(answer=ask["cards"][:2]))
    assert visit.kinds()[-1] == "machine-play-ended"
    check_money(visit)


@pytest.mark.clause("CAT-VI.3-03", "CAT-VI.3-04")
def test_the_player_chooses_game_and_denomination_with_credits_in() -> None:
    visit = Visit(machine_spec("jacks-or-better", "deuces-wild", "keno"))
    visit.do(do.Insert(amount=5000))
    visit.do(do.Select(program="keno"))
    assert visit.unit.view().kind == "keno"
    before = visit.unit.cabinet.credits[1]
    visit.do(do.Play(bet="2x1", denomination=100, spots=(7, 8)))
    visit.do(do.Play(bet="2x1", denomination=500, spots=(7, 8)))
    assert visit.unit.cabinet.meters["coin_in"] == 600 and before == 5000
    with refused("not-offered", "CAT-VI.3-04"):
        visit.do(do.Select(program="volcan"))
    check_money(visit)


@pytest.mark.clause("CAT-VI.3-05", "CAT-VI.4.1-10", "CAT-VI.4.1-11")
def test_positions_of_a_roulette_share_one_result_and_late_bets_stay_in_credits() -> None:
    visit = Visit(machine_spec("ruleta-electronica", positions=4, denomination=500))
    for position, who in enumerate(("ana", "bruno", "carla"), 1):
        visit.do(do.Insert(amount=10_000, position=position), who)
    visit.do(do.Bet(bets={"rojo": 1000}))
    visit.do(do.Bet(bets={"negro": 1000}, position=2), "bruno")
    with refused("outside-area", "CAT-VI.4.1-10"):
        visit.do(do.Bet(bets={"rojo": 500}, position=3, outside=True), "carla")
    with pytest.raises(Refused):  # no bet of the cloth
        visit.do(do.Bet(bets={"pleno:99": 500}, position=3), "carla")
    with refused("not-offered", "CAT-VI.5-03"):  # not in whole credits
        visit.do(do.Bet(bets={"rojo": 700}, position=3), "carla")
    check_money(visit)
    visit.do(do.Ready())
    assert visit.unit.cabinet.results == ()
    step = visit.do(do.Ready(position=2), "bruno")
    assert len(step.envelope.draws) == 1 and len(visit.unit.cabinet.results) == 1
    credits = visit.unit.cabinet.credits
    won = {"11000": 0, "9000": 0} | Counter(str(credits[n]) for n in (1, 2))
    zero = visit.unit.cabinet.results[0] == "0"
    assert credits[3] == 10_000 and (zero or won == {"11000": 1, "9000": 1})
    check_money(visit)


@pytest.mark.clause("CAT-VI.3-06")
def test_black_jack_behind_a_machine_asks_its_player_and_pays_as_at_the_table() -> None:
    visit = Visit(machine_spec("black-jack-electronico"), seed="bj")
    visit.do(do.Insert(amount=100_000))
    doubled = 0
    for _ in range(25):
        visit.do(do.Bet(bets={"principal": 1000}))
        visit.do(do.Ready())
        while (ask := visit.unit.asked()) is not None:
            move = visit.unit.view("seat:1").move
            assert move is not None
            names = [option.name for option in move.options]
            double = "doblar" in names and doubled < 3
            doubled += double
            answer = "doblar" if double else ask.write(ask.silence)
            visit.do(do.Choose(answer=answer))
        check_money(visit)
    meters = visit.unit.cabinet.meters
    assert meters["plays"] == 25 and meters["coin_in"] == 25_000 + 1000 * doubled and doubled == 3


@pytest.mark.clause("CAT-VI.4.2.1-01", "CAT-VI.4.2.1-02", "CAT-VI.4.2.1-03", "CAT-VI.5-02")
def test_no_session_without_its_staff_nor_before_the_machine_was_checked() -> None:
    visit = Visit(machine_spec("tres-cerezas"))
    visit.do(do.Close(), "jefa", JEFE)
    with refused("not-enabled", "CAT-VI.3-10"):
        visit.do(do.Insert(amount=1000))
    everybody = (DIRECTOR, JEFE, TECNICO)
    for clause, role in zip(("01", "02", "03"), everybody, strict=True):
        staff = tuple(one for one in everybody if one != role)
        with refused("duty-missing", f"CAT-VI.4.2.1-{clause}"):
            visit.do(do.Open(staff=staff, checked=True), "dir", DIRECTOR)
    with refused("not-checked", "CAT-VI.5-02"):
        visit.do(do.Open(staff=everybody, checked=False), "dir", DIRECTOR)
    with refused("not-your-role", "CAT-VI.4.2.1-02"):
        visit.do(do.Open(staff=everybody, checked=True), "tec", TECNICO)
    visit.do(do.Open(staff=everybody, checked=True), "dir", DIRECTOR)
    visit.do(do.Insert(amount=1000))


@pytest.mark.clause("CAT-VI.7.3-02", "CAT-VI.3-10")
def test_no_machine_below_the_minimum_or_without_one_or_with_a_changed_program() -> None:
    with refused("return-below-minimum", "CAT-VI.7.3-02"):
        Visit(machine_spec("tres-cerezas", minimum_return="87%"))
    with refused("minimum-return-unset", "CAT-VI.7.3-02"):
        Visit(machine_spec("tres-cerezas", minimum_return=""))
    spec = machine_spec("tres-cerezas")
    first = opened(spec).command
    text = first.programs["tres-cerezas"].replace("= 200", "= 201")
    changed = do.Open(
        staff=first.staff, checked=True, programs={"tres-cerezas": text},
        digests=first.digests, returns=first.returns,
    )  # fmt: skip
    with refused("digest-differs", "CAT-VI.3-10"):
        Chain(Maquina(spec)).apply(sent(changed, "x", DIRECTOR))


@pytest.mark.clause("CAT-VI.7.3-02", "CAT-VI.3-09")
def test_nobody_is_believed_what_a_program_returns() -> None:
    """The house compares what a director says with the register; and no program below the minimum
    takes the place of one that is not."""
    first = opening(machine_spec("tres-cerezas"))
    check_register(first)
    with refused("return-differs", "CAT-VI.3-10"):
        check_register(replace(first, returns={"tres-cerezas": "99/100"}))
    with refused("not-homologated", "CAT-VI.3-10"):
        check_register(replace(first, returns={}))
    visit = Visit(machine_spec("jacks-or-better", minimum_return="95%"))
    cherries = shipped("tres-cerezas")
    low = do.Fetch(program="tres-cerezas", text=cherries.text, back="43/50")
    check_register(low)
    visit.do(low, "tec", TECNICO)
    with refused("return-below-minimum", "CAT-VI.7.3-02"):
        visit.do(do.Switch(program="tres-cerezas", digest=cherries.digest), "tec", TECNICO)


@pytest.mark.clause("CAT-VI.7.1-01")
def test_a_large_win_is_paid_by_hand_with_two_signatures() -> None:
    spec = machine_spec("tres-cerezas", denomination=500, handpay=90_000, two_signatures=99_000)
    visit = Visit(spec, seed="siete")
    visit.unit.draws.pick = lambda n: 0  # three sevens
    visit.do(do.Insert(amount=20_000))
    visit.do(do.Play(bet="1x1"))
    assert visit.unit.view().status == "pago-manual"
    check_money(visit)
    with refused("hand-pay-pending", "CAT-VI.7.1-01"):
        visit.do(do.Play(bet="1x1"))
    with refused("not-your-role", "CAT-VI.7.1-01"):
        visit.do(do.Sign(), "tec", TECNICO)
    visit.do(do.Sign(), "jefa", JEFE)
    with refused("same-person", "CAT-VI.7.1-01"):
        visit.do(do.Sign(), "jefa", JEFE)
    step = visit.do(do.Sign(), "dir", DIRECTOR)
    assert [(str(t.target), t.amount) for t in step.transfers] == [("wallet:ana", 100_000)]
    assert visit.unit.view().status == "libre" and visit.unit.cabinet.credits[1] == 19_500
    check_money(visit)


@pytest.mark.clause("CAT-VI.3-09")
def test_a_fault_stops_play_and_money_until_the_technician_clears_it() -> None:
    visit = Visit(machine_spec("tres-cerezas", "keno", alone=True))
    visit.do(do.Insert(amount=1000))
    with refused("not-your-role", "CAT-VI.4.2.1-03"):
        visit.do(do.Clear(code="puerta"), "jefa", JEFE)
    for code in ("puerta", "memoria", "programa", "enlace", "carrete"):
        visit.do(do.Fault(code=code), "tec", TECNICO)
        for command in (do.Play(bet="1x1"), do.Insert(amount=1000), do.CashOut(to="card")):
            with refused("fault", "CAT-VI.7.2-02"):
                visit.do(command)
        visit.do(do.Clear(code=code), "tec", TECNICO)
    visit.do(do.Audit(on=True), "tec", TECNICO)
    with refused("audit", "CAT-VI.7.1-01"):
        visit.do(do.Play(bet="1x1"))
    visit.do(do.Audit(on=False), "tec", TECNICO)
    with refused("credits-left", "CAT-VI.3-09"):  # a download is switched to without credits only
        visit.do(do.Switch(program="keno"), "tec", TECNICO)
    visit.do(do.Leave())
    visit.do(do.Switch(program="keno", digest="0" * 64), "tec", TECNICO)
    assert visit.kinds()[-1] == "machine-program-kept"
    digest = visit.unit.view().digest
    visit.do(do.Switch(program="tres-cerezas", digest=digest), "tec", TECNICO)
    assert visit.kinds()[-1] == "machine-program-switched"


@pytest.mark.clause("CAT-VII.2.1.3-02", "CAT-VII.2.1.3-04", "CAT-VII.2.1.3-06")
def test_a_tournament_has_credits_and_meters_of_its_own_and_moves_no_money() -> None:
    visit = Visit(machine_spec("volcan"))
    visit.do(do.Insert(amount=5000))
    visit.do(do.Play(bet="1x1", denomination=10))
    visit.do(do.Leave())
    before = visit.unit.cabinet.meters
    visit.do(do.Tournament(credits=10_000), "dir", DIRECTOR)
    visit.do(do.Sit(), "bruno")
    with refused("tournament", "CAT-VII.2.1.3-06"):
        visit.do(do.Insert(amount=1000), "bruno")
    for _ in range(5):
        assert visit.do(do.Play(bet="20x1", denomination=10), "bruno").transfers == ()
    visit.do(do.Leave(), "bruno")
    visit.do(do.Tournament(credits=None), "dir", DIRECTOR)
    assert visit.unit.cabinet.meters == before
    assert visit.unit.cabinet.tournament_meters  # what was played and won there is kept apart
    check_money(visit)


def test_the_house_sees_to_who_does_nothing() -> None:
    clocks = Clocks(betting=20, decision=25, idle=900)
    visit = Visit(machine_spec("ruleta-electronica", positions=2), clocks=clocks)
    visit.do(do.Insert(amount=1000), at=10.0)
    visit.do(do.Bet(bets={"rojo": 500}), at=11.0)
    assert visit.unit.due(12.0) == Until(31.0) and visit.unit.deadline(12.0) == 31.0
    due = visit.unit.due(31.0)
    assert isinstance(due, Do) and isinstance(due.command, do.Begin)
    visit.send(sent(due.command, "sistema", due.role, at=31.0))
    assert len(visit.unit.cabinet.results) == 1
    assert visit.unit.due(32.0) == Until(911.0)
    due = visit.unit.due(911.0)
    assert isinstance(due, Do)
    visit.send(sent(due.command, "sistema", due.role, at=911.0))
    assert visit.unit.players == {} and isinstance(due.command, do.Leave)
    check_money(visit)


WORLDS = ("tres-cerezas", "jacks-or-better", "keno", "bingo-noventa", "faro", "ruleta-electronica",
          "corona-electronica", "black-jack-electronico")  # fmt: skip


@pytest.mark.parametrize("program", WORLDS)
def test_whatever_fails_a_machine_loses_and_doubles_nothing(program: str) -> None:
    positions = 3 if program in ("ruleta-electronica", "corona-electronica") else 1
    spec = machine_spec(program, id=TABLE, positions=positions)
    steps = 0
    for n in range(6):
        steps += simulate(f"{program} {n}", commands=30, world=World(spec, something)).steps
    assert steps > 30


# With a pot, in a store


POT_TERMS = {"rate": "1.5%", "base": 250_000, "condition": "Tres sietes"}


class Linked:
    """Two machines linked to one pot, without a floor around them."""

    def __init__(self) -> None:
        terms = Terms(pot="mayor", rate=Fraction(3, 200), base=250_000, condition="Tres sietes")
        self.pot: Journal[Any, Any, Any] = Journal(POT, "mayor")
        for command in (Open(terms), Publish(), Activate()):
            self.pot.do(command)
        links = {Ref(POT.kind, "mayor"): self.pot}
        self.visits = [
            Visit(machine_spec("campana-pozo", id=f"m{n}", pots=("mayor",)), links=links)
            for n in (1, 2)
        ]


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.3-05", "CAT-VI.7.3-07")
def test_linked_machines_feed_one_pot_and_the_first_who_wins_takes_it() -> None:
    linked = Linked()
    one, other = linked.visits
    one.do(do.Insert(amount=50_000))
    other.do(do.Insert(amount=50_000), "bruno")
    one.unit.draws.pick = lambda n: n - 1  # nothing
    other.unit.draws.pick = lambda n: 0  # three sevens
    for _ in range(10):
        one.do(do.Play(bet="1x1"))
    held = linked.pot.state.meters.current
    assert held == 250_150 and one.unit.cabinet.meters["pot_contributions"] == 150
    step = other.do(do.Play(bet="1x1"), "bruno")
    assert "machine-max-prize-told" in other.kinds() and "machine-pot-won" in other.kinds()
    assert linked.pot.state.meters.current == 250_000
    assert other.unit.cabinet.credits[1] == 49_000 + 250_165
    pot = next(t for t in step.transfers if t.source == ledger_account("pozo:mayor/pot:main"))
    assert pot.amount == 250_165
    again = Chain(Maquina(other.spec))
    again.replay([kept.envelope for kept in other.steps])
    assert again.hash == other.chain.hash
    for visit in linked.visits:
        check_money(visit)


def test_in_a_store_with_its_pot_a_machine_is_audited_and_read_back(store: Store) -> None:
    spec = machine_spec("campana-pozo", pots=("mayor",))
    Hosts(store, SHARED).begin(replace(money_plan(), pozo={"mayor": POT_TERMS}), [spec], 0.0)
    store.add(spec)
    give_chips(store)
    ref = Ref(POT.kind, "mayor")
    host = Hosts(store, SHARED).host(ref)
    pick = seeded("store")

    async def kept() -> Chain[Any]:
        writer = Writer(store)
        epoch = leased(store, spec.id)
        around = Surroundings(chance=pick, links={ref: host.link(spec.id)})
        keeper = Keeper(lambda: build(spec, around), store, writer, epoch, [host])
        await keeper.send(opened(spec))
        await keeper.send(sent(do.Insert(amount=20_000)))
        for _ in range(12):
            await keeper.send(sent(do.Play(bet="1x1")))
        writer.close()
        return keeper.chain

    chain = asyncio.run(kept())
    other = Chain(build(spec, Surroundings()))
    store.load(other)
    assert other.hash == chain.hash and other.unit.cabinet == chain.unit.cabinet
    held: dict[LedgerAccount, int] = other.unit.held()
    assert all(store.balance(account) == n for account, n in held.items())
    assert store.balance(ledger_account("pozo:mayor/pot:main")) == host.look().meters.current
    assert list(audit(store)) == [] and list(KIND.audit(store, spec)) == []


def test_a_machine_with_a_menu_is_installed_again_as_it_was(store: Store) -> None:
    """The log keeps what was sent by name, not in the order in which it was said."""
    spec = machine_spec("keno", "jacks-or-better", "bonus-poker")
    store.add(spec)
    first = Chain(build(spec, Surroundings(chance=seeded(1))))
    store.append(first.apply(opened(spec)), leased(store, spec.id))
    again = Chain(build(spec, Surroundings(chance=seeded(1))))
    store.load(again)
    assert again.hash == first.hash
