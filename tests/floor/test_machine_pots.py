"""Mystery pots of machines, and pots of the table games behind them: end to end, in a store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import seeded
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.shared import Hosts, read_entries
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.unit import Ref, Surroundings
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import Store
from tapete.floor.units import build
from tapete.floor.units.maquina import MachineSpec
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.kind import KIND, pot_shown
from tapete.systems.machines.library import certificate, shipped
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.decide import promise_of
from tapete.systems.pot.events import ThresholdReached
from tests.floor.casino import give_chips, leased
from tests.floor.machines import Visit, machine_spec, opened, sent
from tests.floor.money import money_plan

MYSTERY = {
    "rate": "10%", "base": 1000, "limit": 1100, "mystery": True,
    "condition": "Entre mil y mil cien pesos",
}  # fmt: skip
FIXED = {"rate": "1%", "base": 5000, "condition": "Tres sietes"}
WHOLE = {**FIXED, "base": 250_000}
Send = Callable[..., Awaitable[Any]]


class Room:
    """One machine in a store with its pots."""

    def __init__(self, store: Store, spec: MachineSpec, **pots: dict[str, Any]) -> None:
        self.store, self.spec = store, spec
        self.hosts = Hosts(store, SHARED)
        self.hosts.begin(replace(money_plan(), pozo=pots), [spec], 0.0)
        store.add(spec)
        give_chips(store)
        self.refs = {name: Ref(POT.kind, name) for name in pots}
        self.shared = {name: self.hosts.host(ref) for name, ref in self.refs.items()}

    def played(self, work: Callable[[Keeper, Send], Awaitable[None]]) -> Chain[Any]:
        """What somebody does at the machine; written, read back and audited."""
        links = {ref: self.shared[name].link(self.spec.id) for name, ref in self.refs.items()}
        around = Surroundings(chance=seeded("pots"), links=links)

        async def run() -> Chain[Any]:
            writer = Writer(self.store)
            epoch = leased(self.store, self.spec.id)
            hosts = list(self.shared.values())
            keeper = Keeper(lambda: build(self.spec, around), self.store, writer, epoch, hosts)
            await keeper.send(opened(self.spec))

            async def send(command: Any, person: str = "ana") -> Any:
                return await keeper.send(sent(command, person))

            await work(keeper, send)
            writer.close()
            return keeper.chain

        chain = asyncio.run(run())
        again = Chain(build(self.spec, Surroundings()))
        self.store.load(again)
        assert again.hash == chain.hash and again.unit.cabinet == chain.unit.cabinet
        held = again.unit.held()
        assert all(self.store.balance(account) == n for account, n in held.items())
        assert list(audit(self.store)) == [] and list(KIND.audit(self.store, self.spec)) == []
        return chain


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.3-04", "CAT-VI.7.3-06")
def test_a_mystery_pot_is_promised_reached_by_a_bet_paid_opened_and_promised_anew(
    store: Store,
) -> None:
    """Thirty bets of 100 pass every threshold there can be: the promise shown before the first of
    them is opened by the one that wins."""
    room = Room(store, machine_spec("tres-cerezas", pots=("sorpresa",)), sorpresa=MYSTERY)
    shown = pot_shown("sorpresa", room.shared["sorpresa"].look())
    assert shown.mystery and shown.promise and shown.limit == 1100 and shown.amount == 1000
    won: list[tuple[int, int]] = []

    async def work(keeper: Keeper, send: Send) -> None:
        await send(do.Insert(amount=20_000))
        for _ in range(30):
            before = keeper.unit.cabinet.credits[1]
            step = await send(do.Play(bet="1x1", denomination=100))
            kinds = [event.kind for event in step.events]
            assert ("machine-pot-won" in kinds) == ("machine-max-prize-told" in kinds)
            if "machine-pot-won" in kinds:
                ended = step.events[kinds.index("machine-play-ended")]
                won.append((ended.pot, keeper.unit.cabinet.credits[1] - before + 100))
                assert ended.paid == won[-1][1]

    chain = room.played(work)
    meters = chain.unit.cabinet.meters
    assert won and 1001 <= won[0][0] <= 1100
    assert meters["pot_wins"] == meters["linked_pot_wins"] == sum(pot for pot, _ in won)
    assert meters["pot_contributions"] == 30 * 10
    log = (kept.entry.events for kept in read_entries(store, POT, "sorpresa"))
    reached = [e for events in log for e in events if isinstance(e, ThresholdReached)]
    assert len(reached) == len(won)
    assert promise_of(reached[0].salt, reached[0].threshold) == shown.promise
    now = pot_shown("sorpresa", room.shared["sorpresa"].look())
    assert now.promise and now.promise != shown.promise


@pytest.mark.clause("CAT-VI.3-05", "CAT-VI.7.3-03", "CAT-VI.7.3-07")
def test_bets_on_the_game_behind_a_machine_enter_its_pots_before_the_result(store: Store) -> None:
    """Both positions stake 1,000 at a tenth: the first bet to pass the threshold takes the pot."""
    spec = machine_spec("ruleta-electronica", positions=2, pots=("sorpresa",), denomination=100)
    room = Room(store, spec, sorpresa=MYSTERY)

    async def work(keeper: Keeper, send: Send) -> None:
        await send(do.Insert(amount=5000, position=1))
        await send(do.Insert(amount=5000, position=2), "bruno")
        await send(do.Bet(bets={"rojo": 600, "negro": 400}, position=1))
        await send(do.Bet(bets={"rojo": 600, "negro": 400}, position=2), "bruno")
        assert keeper.unit.cabinet.meters.get("pot_contributions", 0) == 0  # may be taken back
        await send(do.Ready(position=1))
        step = await send(do.Ready(position=2), "bruno")
        kinds = [event.kind for event in step.events]
        assert kinds.index("machine-pot-won") < kinds.index("machine-table-play-ended")
        assert "machine-max-prize-told" in kinds

    cabinet = room.played(work).unit.cabinet
    won = cabinet.meters["pot_wins"]
    assert cabinet.meters["pot_contributions"] == 200 and won >= 1100
    assert cabinet.seats[1].get("pot_wins", 0) + cabinet.seats[2].get("pot_wins", 0) == won
    assert room.shared["sorpresa"].look().meters.paid == won


def test_a_row_that_pays_the_pot_takes_the_one_that_rows_can_win(store: Store) -> None:
    spec = machine_spec("campana-pozo", pots=("sorpresa", "fijo"), minimum_return="75%")
    room = Room(store, spec, sorpresa=MYSTERY | {"limit": 900_000}, fijo=FIXED)

    async def work(keeper: Keeper, send: Send) -> None:
        await send(do.Insert(amount=5000))
        keeper.unit.draws.pick = lambda n: 0  # three sevens
        await send(do.Play(bet="1x1"))

    cabinet = room.played(work).unit.cabinet
    assert cabinet.meters["pot_wins"] == 5010
    assert room.shared["fijo"].look().meters.current == 5000


@pytest.mark.clause("CAT-VI.7.3-02", "CAT-VI.7.3-05")
@pytest.mark.parametrize(
    ("pot", "code"), [(MYSTERY, "pot-not-by-rows"), (FIXED, "pot-below-sheet"), (WHOLE, "")]
)
def test_a_row_pays_no_mystery_and_no_pot_that_begins_below_what_its_sheet_counts_on(
    pot: dict[str, Any], code: str
) -> None:
    """Neither in the plan, nor by a download, nor once another plan has lowered the pot of a
    machine that stands there: it would return less than it must."""
    row = {"number": 40, "programs": ["campana-pozo"], "pots": ["uno"]}
    approved = SimpleNamespace(check_may_open=lambda *_: None)
    house: Any = SimpleNamespace(plan=replace(plan(), pozo={"uno": pot}), identity=approved)
    assert KIND.planned(house.plan, "m40", {**row, "programs": ["tres-cerezas"]})
    keeper: Any = SimpleNamespace(unit=Visit(machine_spec("tres-cerezas", pots=("uno",))).unit)
    bell = shipped("campana-pozo")
    back = str(certificate("campana-pozo").worst)  # type: ignore[union-attr]
    acts = (
        do.Fetch(program=bell.id, text=bell.text, back=back),
        do.Switch(program=bell.id, digest=bell.digest),
    )
    ringing: Any = SimpleNamespace(unit=Visit(machine_spec("campana-pozo", pots=("uno",))).unit)
    sent_to = [(keeper, act) for act in acts] + [(ringing, do.Play(bet="1x1"))]
    nobody: Any = None
    tries = [lambda: KIND.planned(house.plan, "m40", row)]
    tries += [
        lambda at=at, act=act: asyncio.run(KIND.admit(house, at, nobody, "", act, None))
        for at, act in sent_to
    ]
    for one in tries:
        if not code:
            one()
            continue
        with pytest.raises(Refused) as refused:
            one()
        assert refused.value.code == code


@pytest.mark.clause("CAT-VI.7.2-02")
@pytest.mark.parametrize("program", ["jacks-or-better", "black-jack-electronico"])
def test_a_play_in_course_waits_while_the_machine_is_stopped(program: str) -> None:
    """No credit is given in a fault: what was asked is asked again when it is over."""
    visit = Visit(machine_spec(program), seed="espera")
    visit.do(do.Insert(amount=5000))
    if program == "jacks-or-better":
        visit.do(do.Play(bet="1x5", denomination=100))
    else:
        visit.do(do.Bet(bets={"principal": 1000}))
        visit.do(do.Ready())
    ask = visit.unit.asked()
    assert ask is not None
    answer: Any = [] if program == "jacks-or-better" else ask.write(ask.silence)
    for lock, free, code in (
        (do.Fault(code="puerta"), do.Clear(code="puerta"), "fault"),
        (do.Audit(on=True), do.Audit(on=False), "audit"),
    ):
        visit.do(lock, "tec", "jefe-tecnico")
        with pytest.raises(Refused, match=code):
            visit.do(do.Choose(answer=answer))
        assert visit.unit.due(1e9).__class__.__name__ == "Idle"
        visit.do(free, "tec", "jefe-tecnico")
    assert visit.unit.asked() == ask
    visit.do(do.Choose(answer=answer))
