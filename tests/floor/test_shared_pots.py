"""A pot of machines between casinos with databases of their own: cut at every letter and healed,
nothing is lost and nothing counts twice."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from tapete.chance import seeded
from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.plain_pots import PlainPot, planned_pot
from tapete.floor.aggregates.pot_links import PotLinkHost, owed_to
from tapete.floor.aggregates.shared import Hosts, done_by_house
from tapete.floor.api.machines import shared_pot
from tapete.floor.audit.whole import audit
from tapete.floor.house import shared_pots
from tapete.floor.house.in_force import pot_changes
from tapete.floor.house.letters import LetterIn
from tapete.floor.house.shared_pots import CUT, Courier, SharedPots, keep_shared_pots
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.unit import Ref, Surroundings
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import Store
from tapete.floor.units import build
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.kind import KIND, far_pot_shown, here_shown
from tapete.floor.units.maquina.view import PotWin
from tapete.systems.pot.across.link import POT_LINK
from tapete.systems.pot.aggregate import POT
from tests.floor.casino import give_chips, leased
from tests.floor.conftest import KINDS
from tests.floor.machines import machine_spec, opened, sent
from tests.floor.money import money_plan
from tests.floor.postgres import fresh_database

GRAN, KEY = "gran", b"a key that both casinos hold"
TERMS = {
    "rate": "1.5%", "base": 1_000_000, "condition": "Tres campanas", "scope": "casinos",
    "registration": "SCJ-4711",
}  # fmt: skip
PEERS = {"norte": ("sur", "este"), "sur": ("norte",), "este": ("norte",)}


def plan_of(me: str, **changes: Any) -> Plan:
    link = {"me": me, "centre": "norte", "peers": dict.fromkeys(PEERS[me], "http://x")}
    return replace(money_plan(), pozo={GRAN: {**TERMS, **changes, "link": link}})


class House:
    """A casino with one machine that plays for the pot; a house that has none here keeps it."""

    def __init__(self, me: str, url: str, number: int, **changes: Any) -> None:
        self.me, self.plan, self.now = me, plan_of(me, **changes), 1000.0
        self.store = Store(url)
        self.store.create()
        row = {"number": number, "programs": ["campana-pozo"], "pots": [GRAN]}
        planned = KIND.planned(self.plan, f"m{number}", row)[0]
        far = planned.far  # type: ignore[attr-defined]
        self.spec = machine_spec(
            "campana-pozo", id=f"m{number}", number=number, pots=(GRAN,), minimum_return="75%",
            far=far,
        )  # fmt: skip
        Hosts(self.store, SHARED).begin(self.plan, [self.spec], 0.0)
        self.store.add(self.spec)
        give_chips(self.store)
        self.begin()

    def begin(self) -> None:
        """The casino starts, for the first time or after it was killed."""
        self.writer = Writer(self.store)
        hosts = Hosts(self.store, SHARED)
        self.pots = SharedPots(hosts, self.writer.write, lambda: self.plan, lambda: self.now)
        self.pots.make()
        shared = [hosts.host(ref) for ref in self.spec.shared()]
        links = {one.ref: one.link(self.spec.id) for one in shared}
        around = Surroundings(chance=seeded(self.me), links=links)
        epoch = leased(self.store, self.spec.id)
        self.keeper = Keeper(
            lambda: build(self.spec, around), self.store, self.writer, epoch, shared
        )

    def kill(self) -> None:
        """All that is not written is gone."""
        self.writer.close()
        self.begin()

    async def send(self, command: Any, role: str = "jugador") -> Any:
        return await self.keeper.send(sent(command, "ana", role))

    async def play(self, pick: Callable[[int], int] = lambda n: n - 1) -> None:
        self.keeper.unit.draws.pick = pick
        await self.send(do.Play(bet="1x1"))

    async def settled(self) -> bool:
        """The machine does what is due; says whether no play waits any more."""
        due = self.keeper.unit.due(self.now)
        if command := getattr(due, "command", None):
            await self.send(command, due.role)
        return self.keeper.unit.cabinet.play is None

    @property
    def credits(self) -> int:
        return int(self.keeper.unit.cabinet.credits[1])

    @property
    def link(self) -> Any:
        return self.pots.link(GRAN).journal.state

    def owes(self, other: str) -> int:
        return self.store.balance(owed_to(GRAN, other, "clp"))

    def close(self) -> None:
        self.writer.close()
        self.store.close()


class Country:
    """The casinos of a pot and the lines between them. While ``fails`` each letter goes wrong
    twice: the line is cut before it is heard, and then after."""

    def __init__(self, *houses: House) -> None:
        self.houses = {one.me: one for one in houses}
        self.fails = False
        self.tried = Counter[tuple[str, str, int]]()
        self.down: set[str] = set()
        self.couriers = {
            (me, to): self.courier(me, to)
            for me in self.houses for to in PEERS[me] if to in self.houses
        }  # fmt: skip

    def courier(self, me: str, to: str) -> Courier:
        async def carry(letter: LetterIn) -> bool:
            if me in self.down or to in self.down:
                return False
            if not letter.n:
                return True
            self.tried[me, to, letter.n] += self.fails
            times = self.tried[me, to, letter.n]
            if times != 1:
                await self.houses[to].pots.hear(GRAN, letter)
            return times not in (1, 2)

        return Courier(self.houses[me].pots, GRAN, to, carry)

    async def post(self, rounds: int = 12) -> None:
        """Couriers go as long as there may be something to carry."""
        for _ in range(rounds):
            for house in self.houses.values():
                house.now += 2.5
            for (me, _to), courier in self.couriers.items():
                courier.pots = self.houses[me].pots  # it may have started again
                await courier.advance(KEY)

    async def open(self) -> None:
        for house in self.houses.values():
            await house.keeper.send(opened(house.spec))
            await house.send(do.Insert(amount=100_000))
        await self.post()

    def agree(self) -> None:
        """What each says of the other is the same, and every bet of all is in the pot."""
        norte = self.houses["norte"]
        meters = norte.pots.hosts.host(Ref(POT.kind, GRAN)).look().meters
        staked = 0
        for house in self.houses.values():
            staked += house.keeper.unit.cabinet.meters.get("coin_in", 0)
            if house is not norte:
                link = house.link
                assert house.owes("norte") == -norte.owes(house.me) == link.sent - link.won
                assert link.part == 0 and not link.mail.waiting
                assert link.told.holds == meters.current
                assert norte.link.heard.get(house.me, 0) == link.fed == 3 * link.staked // 200
            assert list(audit(house.store)) == []
        assert meters.staked == staked
        assert meters.contributed == 3 * staked // 200, "the rate of all bets of all casinos"

    def close(self) -> None:
        for house in self.houses.values():
            house.close()


@pytest.fixture(params=KINDS)
def country(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Country]:
    def fresh(me: str) -> str:
        if request.param == "sqlite":
            return f"sqlite:///{shutil.copy(request.getfixturevalue('tables'), tmp_path / me)}"
        there = (request.getfixturevalue(name) for name in ("postgres", "tables_there"))
        return fresh_database(*there)

    found = Country(*(House(me, fresh(me), n) for n, me in enumerate(PEERS, 11)))
    yield found
    found.close()


async def evening(country: Country, between: Callable[[], None] = lambda: None) -> list[int]:
    """Bets everywhere; the pot is won at the sur, then bet for, then won at the este. Gives what
    the two prizes came to."""
    norte, sur, este = (country.houses[me] for me in PEERS)
    prizes = []
    for winner in (sur, este):
        for house in (norte, sur, este, sur):
            await house.play()
            between()
        before = winner.credits
        await winner.play(lambda n: 0)
        unit = winner.keeper.unit
        assert unit.cabinet.play.waits == GRAN and unit.asked() is None
        with pytest.raises(Refused, match="in-play"):
            await winner.play()
        between()
        for _ in range(20):
            await country.post(2)
            if await winner.settled():
                break
        paid = winner.credits - before + 1000
        prizes.append(paid)
        between()
    await country.post()
    return prizes


@pytest.mark.clause("CAT-VI.7.3-03", "CAT-VI.7.3-05", "CAT-VI.7.4-01")
def test_a_pot_between_casinos_is_fed_by_all_and_won_in_the_order_of_registration(
    country: Country,
) -> None:
    async def night() -> None:
        await country.open()
        first, second = await evening(country)
        assert first == 1_000_000 + 4 * 15, "este's letter came in behind the prize"
        assert second == 1_000_000 + 15 + 5 * 15, "the next has the base and what came in since"
        country.agree()
        norte, sur = country.houses["norte"], country.houses["sur"]
        assert norte.owes("sur") == first - norte.link.heard["sur"]
        for house in (norte, sur):
            (end,) = (await house.pots.ends()).values()
            at_desk = shared_pot(GRAN, end, house.plan)
            assert at_desk.owes == {other: house.owes(other) for other in PEERS[house.me]}
            assert at_desk.owes and not any(at_desk.waiting.values()) and at_desk.up
            assert (at_desk.holds, at_desk.condition) == (1_000_000, "Tres campanas")
        shown = far_pot_shown(GRAN, sur.link)
        assert shown.amount == 1_000_000 and shown.casinos == ("norte",) and not shown.cut
        assert shown.last == PotWin(machine=0, amount=second, casino="este")
        kept = norte.pots.hosts.host(Ref(POT.kind, GRAN))
        assert here_shown(GRAN, cast("PlainPot", kept), {}).last == shown.last

    asyncio.run(night())


@pytest.mark.clause("CAT-VI.7.3-05")
def test_cut_before_or_after_any_letter_nothing_is_lost_and_nothing_counts_twice(
    country: Country,
) -> None:
    """Every letter of an evening fails twice, before it is heard and after, and everybody is killed
    after every act."""

    async def night() -> None:
        await country.open()
        country.fails = True

        def killed() -> None:
            for house in country.houses.values():
                house.kill()

        first, second = await evening(country, killed)
        country.fails = False
        await country.post()
        assert len(country.tried) > 12, "letters did fail"
        late = 2_000_000 + 10 * 15 - first - second  # what came in behind the prizes
        assert 0 <= late < 10 * 15 and country.houses["sur"].link.told.holds == 1_000_000 + late
        country.agree()

    asyncio.run(night())


@pytest.mark.clause("CAT-VI.7.3-05", "CAT-VI.7.3-03")
def test_cut_off_from_its_pot_a_machine_takes_no_bet_and_a_prize_waits_for_the_line(
    country: Country,
) -> None:
    async def night() -> None:
        norte, sur, _ = (country.houses[me] for me in PEERS)
        await country.open()
        await sur.play()
        country.down.add("sur")
        await sur.play(lambda n: 0)  # the line is down, and nobody has noticed: it is written here
        assert sur.keeper.unit.cabinet.play.waits == GRAN
        for command in (do.CashOut(to="card"), do.Leave(), do.Choose(answer=[])):
            with pytest.raises(Refused):
                await sur.send(command)
        await sur.send(do.Power(on=False), "jefe-tecnico")
        await sur.send(do.Power(on=True), "jefe-tecnico")
        assert sur.keeper.unit.cabinet.play.waits == GRAN, "the power fails: it waits on"
        assert list(audit(sur.store)) == []
        part = sur.link.part
        await country.post(2)
        assert sur.now > country.couriers["sur", "norte"].reached + CUT - 1 and not sur.link.up
        assert sur.link.part == 0 < part, "the letter is written, and waits"
        assert not await sur.settled(), "only where the pot is kept is it known what it holds"
        country.down.clear()
        await country.post()
        assert await sur.settled()
        await sur.play()
        await country.post()
        country.agree()
        country.down.add("sur")
        await country.post(3)
        credits, meters = sur.credits, dict(sur.keeper.unit.cabinet.meters)
        with pytest.raises(Refused) as refused:
            await sur.play()
        assert (refused.value.code, refused.value.clause) == ("pot-cut-off", "CAT-VI.7.3-05")
        assert (sur.credits, sur.keeper.unit.cabinet.meters) == (credits, meters)
        await norte.play()  # the others play on
        country.down.clear()
        await country.post()
        await sur.play()
        await country.post()
        country.agree()

    asyncio.run(night())


def test_a_casino_that_the_plan_in_force_names_is_written_to_without_a_new_start(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: set[str] = set()

    async def keep_line(casino: Any, pot: str, to: str, address: str) -> None:
        assert casino.shared_pots.is_begun(pot), "the pot is made before anybody is told of it"
        lines.add(to)
        try:
            await asyncio.Event().wait()
        finally:
            lines.discard(to)

    async def aside(read: Callable[[], Any]) -> Any:
        return read()

    monkeypatch.setattr(shared_pots, "BEAT", 0)
    monkeypatch.setattr(shared_pots, "_keep_line", keep_line)
    plan, writer = money_plan(), Writer(store)
    pots = SharedPots(Hosts(store, SHARED), writer.write, lambda: plan, lambda: 0.0)

    async def day() -> None:
        nonlocal plan
        casino: Any = SimpleNamespace(shared_pots=pots, aside=aside, node="uno")
        keeping = asyncio.create_task(shared_pots.keep_shared_pots(casino))

        async def written_to(*casinos: str) -> None:
            async with asyncio.timeout(10):
                while lines != {*casinos}:
                    await asyncio.sleep(0)

        await asyncio.sleep(0)
        assert not lines and not pots.is_begun(GRAN)
        plan = plan_of("norte")
        await written_to("sur", "este")
        plan = replace(plan, pozo={GRAN: {**TERMS, "link": {**plan.pozo[GRAN]["link"],
                       "peers": {"sur": "http://x"}}}})  # fmt: skip
        await written_to("sur")
        keeping.cancel()
        await written_to()

    asyncio.run(day())
    writer.close()


@pytest.mark.clause("CAT-VI.7.3-06", "CAT-VI.7.4-01")
def test_other_terms_hold_once_both_ends_have_them(country: Country) -> None:
    async def night() -> None:
        norte, sur, _ = (country.houses[me] for me in PEERS)
        await country.open()
        assert not list(pot_changes(sur.pots.hosts, sur.plan))

        async def planned(house: House, kind: str) -> None:
            """The plan in force is another: the pot is set as the house sets it."""
            house.plan = plan_of(house.me, rate="2%")
            (change,) = pot_changes(house.pots.hosts, house.plan)
            assert (change.what, change.after) == ("rate", "1/50")
            host, terms = house.pots.hosts.host(Ref(kind, GRAN)), planned_pot(house.plan, GRAN)
            assert isinstance(host, PlainPot | PotLinkHost)

            def reset() -> None:
                assert host.replan(terms, "director-general")

            await done_by_house(house.writer.write, [host], reset, 0.0, lambda connection: None)

        await planned(norte, POT.kind)
        await country.post()
        with pytest.raises(Refused, match="pot-cut-off"):
            await sur.play()
        await planned(sur, POT_LINK.kind)
        await sur.play()
        await country.post()
        assert norte.pots.hosts.host(Ref(POT.kind, GRAN)).look().meters.current == 1_000_020

    asyncio.run(night())


def test_a_pot_that_cannot_be_made_at_the_first_try_is_made_and_its_letters_carried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def night() -> None:
        tried: list[int] = []
        carried = asyncio.Event()

        def make() -> None:
            tried.append(len(tried))
            if len(tried) == 1:
                raise OSError("the database did not answer")

        async def keep_line(*_: Any) -> None:
            carried.set()

        monkeypatch.setattr(shared_pots, "BEAT", 0.0)
        monkeypatch.setattr(shared_pots, "_keep_line", keep_line)
        pots = SimpleNamespace(shares=lambda: {GRAN: SimpleNamespace(peers={"sur": ""})}, make=make)
        casino = SimpleNamespace(shared_pots=pots, node="uno", aside=asyncio.to_thread)
        keeping = asyncio.create_task(keep_shared_pots(casino))  # type: ignore[arg-type]
        await carried.wait()
        keeping.cancel()
        assert tried == [0, 1]

    asyncio.run(night())
