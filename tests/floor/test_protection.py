"""What a player sets to protect himself holds at tables, in the hall and at machines alike."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.chance import seeded
from tapete.core.book.account import CLP
from tapete.core.book.refused import Refused
from tapete.core.round.bets import Place
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.house.office import create_table
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.money.accounts import VAULT, ledger_account
from tapete.floor.money.ledger import Transfer
from tapete.floor.people.door import see_out_barred
from tapete.floor.people.person import Person
from tapete.floor.people.protection import LATER, Limit, played
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table import commands as table
from tapete.floor.units.maquina import commands as machine
from tapete.floor.units.mesa import TableSpec
from tapete.floor.units.sala import commands as hall
from tests.floor.money import money_file
from tests.floor.people import PASSWORD, some_rut

NOON = 1_790_000_000.0
STILL = Clocks(betting=3600.0, decision=3600.0, pause=0.0, idle=1e9)
ROULETTE, CEREZAS, BINGO = "ruleta-americana-un-cero-1", "maquina-1", "bingo-practica"
"""A wheel at which zero asks nobody what becomes of red and black: no clock runs here."""


class Held:
    """A clock that stands still until it is told."""

    def __init__(self) -> None:
        self.moment = NOON

    def __call__(self) -> float:
        return self.moment


class House:
    def __init__(self, casino: Casino, clock: Held, ana: Person) -> None:
        self.casino, self.clock, self.ana, self._n = casino, clock, ana, 0

    async def do(self, unit: str, command: Any) -> str | None:
        """The code of the refusal, if it is refused."""
        self._n += 1
        try:
            await self.casino.command(self.ana, "jugador", unit, command, id=f"c{self._n}")
        except Refused as refusal:
            return refusal.code
        return None

    async def limit(self, **wanted: int | None) -> None:
        await self.casino.protecting.set_limits(self.ana.id, wanted)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(600):
            while not true():
                await asyncio.sleep(0.005)

    async def bet(self, amount: int, on: str = "rojo") -> str | None:
        mesa = self.casino.mesa(ROULETTE).table
        await self.until(lambda: mesa.live is not None and mesa.live.ask is not None
                         and mesa.live.ask.betting is not None)  # fmt: skip
        return await self.do(ROULETTE, table.Bet(action=Place(3, on, amount)))


def small(folder: Path) -> str:
    """The plan of a house for money with one machine."""
    text = Path(money_file()).read_text("utf-8")
    file = folder / "casa.toml"
    file.write_text(re.sub(r"(?m)^maquina-(?!1 ).*\n", "", text), "utf-8")
    return str(file)


def in_a_house(tmp_path: Path, work: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    async def all_of_it() -> None:
        clock = Held()
        games = ("ruleta-americana-un-cero", "maquina", "sala", "texas-holdem-sin-limites")
        url = f"sqlite:///{tmp_path}/casino.db"
        settings = Settings(db=url, plan=small(tmp_path), clocks=STILL, games=games)
        casino = Casino(settings, now=clock, chance=seeded(7))
        casino.prepare()
        await casino.start()
        try:
            ana = casino.register.admit(
                "Ana Soto", some_rut(1), "1990-05-17", PASSWORD, by="x", now=NOON
            )
            await casino.cage.buy("cajero", ana.id, 500_000, id="compra-1")
            await work(House(casino, clock, ana))
            assert list(audit(casino.store)) == []
        finally:
            await casino.stop()

    asyncio.run(all_of_it())


def test_a_limit_is_tighter_at_once_and_looser_after_a_day() -> None:
    limit = Limit().set(10_000, 0.0)
    assert limit.now(0.0) == 10_000
    assert limit.set(4_000, 1.0).now(1.0) == 4_000
    wider = limit.set(None, 1.0)
    assert wider.now(1.0 + LATER - 1) == 10_000 and wider.now(1.0 + LATER) is None
    assert wider.set(9_000, 2.0) == Limit(9_000)  # the looser one is forgotten
    assert wider.set(None, 3.0).at == 3.0 + LATER  # asked for again, the day begins anew


def test_nobody_loses_more_than_he_wants_at_the_table_in_the_hall_and_at_the_machine(
    tmp_path: Path,
) -> None:
    async def work(house: House) -> None:
        await house.limit(loss=10_000)
        assert (
            await house.do(ROULETTE, table.Sit(seat=3, player=house.ana.id, chips=50_000)) is None
        )
        assert await house.bet(5_000) is None
        # Chips put down are at stake though no ball has fallen and no ledger knows.
        assert await house.bet(6_000, "negro") == "loss-limit"
        assert await house.bet(5_000, "negro") is None
        assert await house.do(ROULETTE, table.Leave(seat=3, after_round=True)) is None
        keeper = house.casino.keeper(ROULETTE)
        house.clock.moment += 3600.0  # the time to bet is over, and the ball falls
        keeper._news.set()
        await house.until(lambda: not house.casino.mesa(ROULETTE).table.players)
        await keeper.settled()
        today, _ = await house.casino.protecting.played(
            house.ana.id, "clp", house.casino.protecting.read(house.ana.id)
        )
        assert today.staked == 10_000
        # Red and black as much: wherever the ball falls she has won nothing, and what she has
        # lost is all she wants to lose: nothing is left for machines and cards.
        assert today.lost >= 0
        await house.limit(loss=max(1, today.lost))
        assert await house.do(CEREZAS, machine.Insert(amount=20_000)) is None
        assert await house.do(CEREZAS, machine.Play(bet="1x1")) == "loss-limit"
        assert await house.do(CEREZAS, machine.Leave()) is None
        assert await house.do(BINGO, hall.Enter(player=house.ana.id)) is None
        sala = house.casino.keeper(BINGO).unit
        await house.until(lambda: sala.sale is not None)
        assert await house.do(BINGO, hall.Buy(player=house.ana.id, cards=1)) == "loss-limit"
        await house.limit(loss=None)  # looser: tomorrow
        assert await house.do(BINGO, hall.Buy(player=house.ana.id, cards=1)) == "loss-limit"

    in_a_house(tmp_path, work)


def test_what_a_play_wins_does_not_let_it_through_and_limits_of_stake_count_every_play(
    tmp_path: Path,
) -> None:
    async def work(house: House) -> None:
        await house.limit(stake=1_000)
        assert await house.do(CEREZAS, machine.Insert(amount=20_000)) is None
        said = [await house.do(CEREZAS, machine.Play(bet="1x1")) for _ in range(12)]
        worth = house.casino.keeper(CEREZAS).unit.cabinet
        cost = worth.denomination or worth.program().denominations[0]
        fit = 1_000 // cost
        assert said == [None] * fit + ["stake-limit"] * (12 - fit)
        assert house.casino.keeper(CEREZAS).unit.cabinet.meters["plays"] == fit
        house.clock.moment += 86_400.0  # another day of the house
        assert await house.do(CEREZAS, machine.Play(bet="1x1")) is None

    in_a_house(tmp_path, work)


def test_where_players_play_among_themselves_what_is_brought_is_at_stake(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        poker = "texas-holdem-sin-limites-1"
        await house.limit(loss=100_000)
        too_much = table.Sit(seat=3, player=house.ana.id, chips=200_000)
        assert await house.do(poker, too_much) == "loss-limit"
        assert await house.do(poker, msgspec.structs.replace(too_much, chips=100_000)) is None
        assert await house.do(poker, table.Bring(seat=3, amount=1_000)) == "loss-limit"

    in_a_house(tmp_path, work)


def test_time_is_shown_then_ends_and_a_break_frees_the_place_everywhere(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        await house.limit(minutes=60, reality=30)
        assert await house.do(CEREZAS, machine.Insert(amount=20_000)) is None
        house.clock.moment += 1_800
        assert await house.do(CEREZAS, machine.Play(bet="1x1")) == "reality-check"
        await house.casino.protecting.saw(house.ana.id)
        assert await house.do(CEREZAS, machine.Play(bet="1x1")) is None
        house.clock.moment += 1_800
        assert await house.do(CEREZAS, machine.Play(bet="1x1")) == "time-limit"
        await see_out_barred(house.casino)
        assert house.casino.keeper(CEREZAS).unit.present() == {}
        assert await house.do(CEREZAS, machine.Insert(amount=20_000)) == "time-limit"
        house.clock.moment += 86_400
        assert await house.do(CEREZAS, machine.Insert(amount=20_000)) is None
        await house.casino.protecting.rest(house.ana.id, house.clock.moment + 7_200)
        await see_out_barred(house.casino)
        assert house.casino.keeper(CEREZAS).unit.present() == {}
        for unit, command in (
            (CEREZAS, machine.Sit()),
            (BINGO, hall.Enter(player=house.ana.id)),
            (ROULETTE, table.Sit(seat=3, player=house.ana.id, chips=50_000)),
        ):
            assert await house.do(unit, command) == "resting"
        house.clock.moment += 7_200
        assert await house.do(CEREZAS, machine.Sit()) is None

    in_a_house(tmp_path, work)


def test_a_break_is_never_made_shorter_and_never_endless(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        protecting, now = house.casino.protecting, house.clock.moment
        await protecting.rest(house.ana.id, now + 86_400)
        assert (await protecting.rest(house.ana.id, now + 3_600)).rests == now + 86_400
        for wrong in (now - 1, now + 60, now + 86_400 * 365):
            with pytest.raises(Refused, match="bad-rest"):
                await protecting.rest(house.ana.id, wrong)
        with pytest.raises(Refused, match="bad-limit"):
            await house.limit(loss=0)

    in_a_house(tmp_path, work)


def test_bets_of_an_annulled_round_count_as_not_staked(store: Store) -> None:
    place, spot = "mesa:R1/seat:3", "mesa:R1/spot:rojo/3"
    store.add(TableSpec(id="R1", game="ruleta-francesa", edition="scj-2023"))
    moves = [("R1:1:0.0", place, spot, "pending", "bet-placed"),
             ("R1:2:0.0", spot, place, "voided", "bet-returned"),
             ("R1:3:0.0", place, spot, "pending", "bet-placed"),
             ("R1:4:0.0", spot, place, "voided", "bet-returned")]  # fmt: skip
    with store.writing() as connection:
        stay = {"unit_id": "R1", "seat": 3, "person": "ana", "since_event": 1, "since_round": 1}
        connection.execute(schema.stays.insert().values(**stay, since_step=1))
        for n in range(1, 5):
            told = '! round-voided cause="x" [CAT-I.1-04]' if n == 2 else "! tie [CAT-I.1-04]"
            step = {"unit_id": "R1", "number": n, "command_id": str(n), "person": "x", "at": NOON}
            more = {"round": 1, "first": n, "count": 1, "envelope": "{}", "hash": "0" * 64}
            connection.execute(schema.steps.insert().values(**step, **more, events=told))
        store.post(connection, [
            Transfer(id="x", source=VAULT, target=ledger_account(place), amount=1000,
                     state="posted", clause="CAT-I.1-10", why="compra"),
            *(Transfer(id=id, source=ledger_account(a), target=ledger_account(b), amount=500,
                       state=state, clause="CAT-I.1-10", why=why)  # type: ignore[arg-type]
              for id, a, b, state, why in moves),
        ], at=NOON)  # fmt: skip
    with store.engine.connect() as connection:
        found = played(connection, "ana", CLP, NOON - 1, NOON + 1)
    assert (found.staked, found.lost) == (500, 0), "the tie was played for, the annulled bet not"


def test_whoever_limits_his_stakes_plays_at_one_place(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        made = {"edition": "scj-2023", "changes": {}, "attended": False, "by": "x"}
        await create_table(house.casino, "otra", "ruleta-francesa", **made)  # type: ignore[arg-type]
        sit = table.Sit(seat=3, player=house.ana.id, chips=5_000)
        assert await house.do(ROULETTE, sit) is None
        await house.limit(stake=10_000)
        assert await house.do("otra", sit) == "one-place-with-limits"

    in_a_house(tmp_path, work)
