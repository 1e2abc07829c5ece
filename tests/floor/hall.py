"""An electronic bingo hall for tests: its spec, its keeper, a minder whose time does not run."""

from __future__ import annotations

import hashlib
from typing import Any

from msgspec.structs import replace

from tapete.chance import seeded
from tapete.core.round.ask import Pick
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.shared import Hosts
from tapete.floor.chance.dealer import Dealer
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.minder import Minder
from tapete.floor.kernel.unit import Envelope, Surroundings
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import SYSTEM, Answer, Promise
from tapete.floor.units import build
from tapete.floor.units.sala import Sala, SalaSpec
from tapete.floor.units.sala import commands as do
from tapete.systems.bingo.design import Design
from tests.floor.casino import PEOPLE, envelope, leased
from tests.floor.money import money_plan

POT = "acumulado"
PLAN: dict[str, Any] = {
    "price": 1000, "line": "12%", "bingo": "48.5%", "house": "33%",
    "pots": [{"id": POT, "percent": "6.5%", "base": 50_000, "within": 90}],
}  # fmt: skip


def hall(id: str = "bingo-1", **changes: Any) -> SalaSpec:
    fields: dict[str, Any] = {
        "plan": PLAN, "design": Design("prueba", 200), "positions": 6, "company": 4,
    }  # fmt: skip
    return SalaSpec(id=id, **(fields | changes))


def without_pot(**changes: Any) -> SalaSpec:
    plan = {key: value for key, value in PLAN.items() if key != "pots"} | {"house": "39.5%"}
    return hall(plan=plan, **changes)


def with_pot(store: Store) -> None:
    row = {"of": "bingo", "rate": "100%", "base": 50_000, "fund": "bets", "condition": "90 bolas"}
    Hosts(store, SHARED).begin(replace(money_plan(), pozo={POT: row}), [hall()], 0.0)


class Kept:
    """A hall kept on a node, and what is due done at moments that a test says."""

    def __init__(self, store: Store, writer: Writer, spec: SalaSpec, seed: str = "hall") -> None:
        self.now, chance = 1000.0, seeded(seed)
        shared = [Hosts(store, SHARED).host(ref) for ref in spec.shared()]

        def built() -> Sala:
            links = {one.ref: one.link(spec.id) for one in shared}
            unit = build(spec, Surroundings(links=links, chance=chance))
            assert isinstance(unit, Sala)
            return unit

        epoch = leased(store, spec.id, seconds=1e9)
        self.keeper = Keeper(built, store, writer, epoch, shared)
        self.minder = Minder(self.keeper, Dealer(spec.id, store, chance), lambda: self.now)

    @property
    def sala(self) -> Sala:
        found: Sala = self.keeper.unit
        return found

    async def send(self, command: Any, role: str = "jugador") -> Any:
        sent = envelope(command, role, at=self.now)
        return await self.keeper.send(sent)

    async def advance(self, steps: int = 1) -> None:
        """Do what is due so many times, each time as soon as it is due."""
        for _ in range(steps):
            wait = await self.minder.advance()
            if wait is None:
                return
            self.now += wait

    async def until(self, phase: str) -> None:
        for _ in range(400):
            if self.sala.view().phase == phase:
                return
            await self.advance()
        raise AssertionError(f"never {phase}, still {self.sala.view().phase}")


def opened() -> Envelope[Any]:
    """The command that opens a hall run without staff."""
    return envelope(do.OpenHall(staff=("director-de-bingo", "jefe-tecnico")), SYSTEM)


def something(chain: Chain[Any], pick: Pick) -> Envelope[Any]:
    """A command that somebody could send now; most of them are taken."""
    sala: Sala = chain.unit
    if not sala.open:
        return opened()
    player = PEOPLE[pick(len(PEOPLE))]
    if pick(5) == 0:
        leaving = player in sala.places and pick(3) == 0
        return envelope((do.Exit if leaving else do.Enter)(player=player), "jugador")
    if sala.live is None:
        return envelope(do.BeginSale(), SYSTEM)
    if sala.sale is not None:
        if pick(6) == 0:
            return envelope(do.StartGame() if pick(4) else do.UndoSale(), SYSTEM)
        numbers = tuple({1 + pick(200) for _ in range(2)})
        bought = {"numbers": numbers} if pick(2) else {"cards": 1 + pick(3)}
        return envelope(do.Buy(player=player, **bought), "jugador")
    if sala.orders.in_use is None:
        order = ",".join(map(str, range(1, 91)))
        promise = hashlib.sha256(f"s:{order}".encode()).hexdigest()
        n = sala.orders.last + 1
        return envelope(Promise(n=n, promise=promise, cards=90), SYSTEM)
    if pick(60) == 0:
        return envelope(do.Annul(why="prueba"), "director-de-bingo")
    return envelope(Answer(answer=str(sala.orders.in_use.out + 1)), "croupier")
