"""Chance nobody can have chosen, in a hall and at a machine: the same numbers as at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import update

from tapete.chance import seeded
from tapete.chance.numbers import promised_number, shuffled, use_of
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.chance.dealer import Dealer
from tapete.floor.kernel.due import Do, Until
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.minder import Minder
from tapete.floor.kernel.unit import Envelope, Surroundings
from tapete.floor.kernel.writer import Writer
from tapete.floor.rounds.own_plays import find_plays, own_play
from tapete.floor.rounds.own_rounds import own_round
from tapete.floor.rounds.verifying import Checked, NotOpen, check_saved
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import GiveNumber, OpenNumber
from tapete.floor.units import build
from tapete.floor.units.maquina import Maquina
from tapete.floor.units.maquina import commands as at
from tapete.floor.units.maquina.kind import KIND
from tapete.floor.units.sala import Sala
from tapete.floor.units.sala import commands as do
from tapete.systems.bingo.hall import TRADITIONAL
from tests.floor.casino import envelope, give_chips, leased
from tests.floor.hall import Kept, without_pot
from tests.floor.machines import machine_spec, opened, sent

RANDOM = pytest.mark.clause("CAT-V.3.2.1-08")
ANA, BRUNO = "a" * 64, "b" * 64
HALL = "bingo-1"


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


def refused(code: str, work: Any) -> None:
    with pytest.raises(Refused) as refusal:
        work()
    assert refusal.value.code == code


def saved(store: Store, unit: str, number: int, person: str = "ana") -> dict[str, Any]:
    """A round as its player saves it from his account."""
    mine = own_round(store, person, unit, number)
    assert mine is not None
    found: dict[str, Any] = msgspec.to_builtins(
        {"table": unit, "acta": mine.acta, "state": mine.state, "orders": mine.orders}
    )
    return found


def checked(round_: dict[str, Any]) -> Checked:
    return check_saved(msgspec.json.encode(round_))


# A hall


@pytest.fixture
def hall(store: Store) -> Store:
    store.add(without_pot())
    give_chips(store, 1_000_000)
    return store


async def on_sale(kept: Kept) -> None:
    """Two are in the hall and have promised a number each, and a card is bought."""
    await kept.advance()
    for place, (who, number) in enumerate((("ana", ANA), ("bruno", BRUNO)), 1):
        await kept.send(do.Enter(player=who))
        promise = promised_number(HALL, place, number)
        await kept.send(GiveNumber(seat=place, promise=promise))
    await kept.until("venta")
    for who in ("ana", "bruno"):
        await kept.send(do.Buy(player=who, cards=1))
        await kept.send(do.Ready(player=who))


async def promised(kept: Kept) -> None:
    """The sale is over, and the house has promised the order of the balls."""
    while kept.sala.orders.in_use is None:
        await kept.advance()


@RANDOM
def test_balls_come_in_the_order_of_the_house_shuffled_by_every_player(hall: Store) -> None:
    async def played() -> list[int]:
        writer = Writer(hall)
        kept = Kept(hall, writer, without_pot())
        await on_sale(kept)
        await promised(kept)
        order = kept.sala.orders.in_use
        assert order is not None and set(order.parts) == {1, 2} and order.waits
        assert kept.sala.due(kept.now) == Until(kept.now + 2.0), "the numbers are waited for"
        await kept.send(OpenNumber(seat=2, n=1, number=BRUNO))
        await kept.send(OpenNumber(seat=1, n=1, number=ANA))
        await kept.until("fin")
        with pytest.raises(NotOpen):
            checked(saved(hall, HALL, 1))
        await kept.advance()  # the order is opened
        writer.close()
        return list(kept.sala.view().balls)

    balls = run(played())
    order = dict(hall.orders(HALL))[1]
    dealt = shuffled(order.cards, {1: ANA, 2: BRUNO}, use_of(HALL, 1))
    first = [int(ball) for ball in dealt[: len(balls)]]
    assert balls == first != [int(ball) for ball in order.cards[: len(balls)]]
    assert list(audit(hall)) == []
    mine = saved(hall, HALL, 1)
    assert checked(mine) == Checked(cards=len(balls), draws=0, players=(1, 2))
    for field, value in (("salt", "0" * 64), ("numbers", {"1": BRUNO}), ("numbers", {})):
        wrong = mine | {"orders": [mine["orders"][0] | {field: value}]}
        with pytest.raises(Refused):
            checked(wrong)


@RANDOM
def test_who_does_not_open_his_number_is_named_and_the_balls_come(hall: Store) -> None:
    async def played() -> str:
        writer = Writer(hall)
        kept = Kept(hall, writer, without_pot())
        await on_sale(kept)
        await promised(kept)
        await kept.send(OpenNumber(seat=1, n=1, number=ANA))
        kept.now += 2.0
        close = kept.sala.due(kept.now)
        assert isinstance(close, Do)
        await kept.advance()
        order = kept.sala.orders.in_use
        assert order is not None and order.withheld == (2,)
        await kept.until("fin")
        await kept.advance()
        writer.close()
        return "\n".join(line for one in hall.log(HALL) for line in one.lines)

    assert '"numeros-sin-abrir"' in run(played())
    assert checked(saved(hall, HALL, 1)).players == (1,)
    assert list(audit(hall)) == []


def test_the_audit_finds_an_order_of_balls_that_was_exchanged(hall: Store) -> None:
    async def played() -> None:
        writer = Writer(hall)
        kept = Kept(hall, writer, without_pot())
        await on_sale(kept)
        await promised(kept)
        writer.close()

    run(played())
    o = schema.orders
    with hall.engine.begin() as connection:
        connection.execute(update(o).values(salt="0" * 64))
    assert "order" in [one.what for one in audit(hall)]


def test_a_number_is_given_from_ones_own_terminal_and_where_the_system_draws(hall: Store) -> None:
    async def tried() -> Kept:
        writer = Writer(hall)
        kept = Kept(hall, writer, without_pot())
        await kept.advance()
        await kept.send(do.Enter(player="ana"))
        writer.close()
        return kept

    sala = run(tried()).sala
    own, other = GiveNumber(seat=1, promise=ANA), GiveNumber(seat=2, promise=ANA)
    sala.check(own, "ana", "jugador", on_duty=False)
    refused("not-yours", lambda: sala.check(other, "ana", "jugador", on_duty=False))
    refused("not-yours", lambda: sala.check(own, "bruno", "jugador", on_duty=False))
    paper = without_pot(game=TRADITIONAL, company=0, series={"A": 100})
    refused("balls-drawn-elsewhere", lambda: Sala(paper).apply(envelope(own, "jugador")))


# A machine


MACHINE = "maquina-12"


class Machine:
    """A machine kept on a node, its chance out of what is promised."""

    def __init__(self, store: Store, writer: Writer, program: str, positions: int = 1) -> None:
        self.now, chance = 1000.0, seeded("machine")
        spec = machine_spec(program, positions=positions)
        store.add(spec)
        dealer = Dealer(spec.id, store, chance)
        around = Surroundings(chance=chance, sealed=dealer.draw)
        epoch = leased(store, spec.id, seconds=1e9)
        self.keeper = Keeper(lambda: build(spec, around), store, writer, epoch)
        self.minder = Minder(self.keeper, dealer, lambda: self.now)
        self.first = opened(spec)

    @property
    def unit(self) -> Maquina:
        found: Maquina = self.keeper.unit
        return found

    async def send(self, command: Any, person: str = "ana", role: str = "jugador") -> Any:
        return await self.keeper.send(sent(command, person, role, at=self.now))

    async def goes_on(self) -> None:
        """The house does what is due now."""
        while await self.minder.advance() == 0.0:
            pass

    async def begins(self, *people: str) -> None:
        """It is opened; these sit down with a number each, opened when the house has promised."""
        await self.keeper.send(self.first)
        await self.goes_on()
        for place, who in enumerate(people, 1):
            await self.send(at.Sit(position=place), who)
            promise = promised_number(MACHINE, place, who[0] * 64)
            await self.send(GiveNumber(seat=place, promise=promise), who)
        await self.goes_on()

    async def opens(self, *people: str) -> None:
        order = self.unit.orders.in_use
        assert order is not None
        for place, who in enumerate(people, 1):
            await self.send(OpenNumber(seat=place, n=order.n, number=who[0] * 64), who)


async def played(store: Store, writer: Writer, program: str, bet: str, answer: Any) -> Machine:
    """Three plays of Ana's with her number, and what the house promised is opened."""
    machine = Machine(store, writer, program)
    await machine.begins("ana")
    with pytest.raises(Refused, match="numbers-awaited"):
        await machine.send(at.Insert(amount=20_000))
        await machine.send(at.Play(bet=bet))
    await machine.opens("ana")
    for _ in range(3):
        await machine.send(at.Play(bet=bet))
        if machine.unit.asked() is not None:
            await machine.send(at.Choose(answer=answer))
    await machine.send(at.Leave())
    await machine.goes_on()
    return machine


def play_saved(store: Store, number: int) -> dict[str, Any]:
    spec: Any = next(one for one in store.specs() if one.id == MACHINE)
    mine = own_play(store, "ana", spec, number)
    assert mine is not None and own_play(store, "bruno", spec, number) is None
    found: dict[str, Any] = msgspec.to_builtins(
        {"table": MACHINE, "acta": None, "orders": mine.orders, "play": mine.play}
    )
    return found


@pytest.mark.clause("CAT-VI.4.1-01")
@pytest.mark.parametrize(
    ("program", "bet", "answer"), [("tres-cerezas", "1x1", None), ("jacks-or-better", "1x1", [])]
)
def test_a_play_is_what_house_and_player_draw_together(
    store: Store, program: str, bet: str, answer: Any
) -> None:
    async def all_of_it() -> None:
        give_chips(store, 1_000_000)
        writer = Writer(store)
        await played(store, writer, program, bet, answer)
        writer.close()

    run(all_of_it())
    assert list(audit(store)) == []
    assert [row.number for row in find_plays(store, "ana", None, 10)] == [3, 2, 1]
    for number in (1, 3):
        mine = play_saved(store, number)
        found = checked(mine)
        assert found.players == (1,) and found.draws >= 1
        [order] = mine["orders"]
        [draw, [[size, came], *more]], *rest = order["draws"]
        shifted = order | {"draws": [[draw, [[size, (came + 1) % size], *more]], *rest]}
        for wrong in ({"orders": [shifted]}, {"orders": [order | {"salt": "0" * 64}]},
                      {"play": mine["play"] | {"paid": mine["play"]["paid"] + 100}}):  # fmt: skip
            with pytest.raises(Refused):
                checked(mine | wrong)


def test_the_audit_finds_a_play_drawn_otherwise(store: Store) -> None:
    async def all_of_it() -> Envelope[Any]:
        give_chips(store, 1_000_000)
        writer = Writer(store)
        machine = await played(store, writer, "tres-cerezas", "1x1", None)
        writer.close()
        steps = [one.envelope for one in store.log(MACHINE) if one.envelope.picks]
        assert machine.unit.orders.in_use is not None
        return steps[-1]

    envelope = run(all_of_it())
    s = schema.steps
    for wrong in ((), tuple(((2, 0),) for _ in envelope.picks)):
        text = msgspec.json.encode(replace(envelope, picks=wrong), enc_hook=str).decode()
        with store.engine.begin() as connection:
            mine = (s.c.unit_id == MACHINE) & (s.c.command_id == envelope.id)
            connection.execute(update(s).where(mine).values(envelope=text))
        assert list(audit(store)), "another draw than the promised one"


def test_one_who_withholds_his_number_stops_the_others_for_a_moment_only(store: Store) -> None:
    async def all_of_it() -> None:
        give_chips(store, 1_000_000)
        writer = Writer(store)
        machine = Machine(store, writer, "ruleta-electronica", positions=2)
        await machine.begins("ana", "bruno")
        await machine.opens("ana")
        await machine.send(at.Insert(amount=20_000))
        await machine.send(at.Bet(bets={"rojo": 500}))
        with pytest.raises(Refused, match="numbers-awaited"):
            await machine.send(at.Ready())
        machine.now += 2.0
        await machine.goes_on()
        order = machine.unit.orders.in_use
        assert order is not None and order.withheld == (2,)
        await machine.send(at.Ready())
        writer.close()

    run(all_of_it())
    assert list(audit(store)) == []


@pytest.mark.clause("CAT-VI.4.1-01")
def test_whoever_takes_the_position_of_another_has_a_part_of_his_own(store: Store) -> None:
    async def all_of_it() -> None:
        give_chips(store, 1_000_000)
        writer = Writer(store)
        machine = Machine(store, writer, "ruleta-electronica", positions=2)
        await machine.begins("ana", "bruno")
        await machine.opens("ana", "bruno")
        await machine.send(at.Leave(position=2), "bruno")
        await machine.send(at.Sit(position=2), "carla")
        his = promised_number(MACHINE, 2, "c" * 64)
        await machine.send(GiveNumber(seat=2, promise=his), "carla")
        await machine.goes_on()
        order = machine.unit.orders.in_use
        assert order is not None and order.parts == {2: his}
        writer.close()

    run(all_of_it())
    assert list(audit(store)) == []


@pytest.mark.clause("CAT-VI.4.1-01")
def test_a_play_sent_while_numbers_are_opened_waits_until_they_are(store: Store) -> None:
    async def all_of_it() -> Any:
        give_chips(store, 1_000_000)
        writer = Writer(store)
        machine = Machine(store, writer, "tres-cerezas")
        await machine.begins("ana")
        await machine.send(at.Insert(amount=20_000))
        play = sent(at.Play(bet="1x1"), at=machine.now)
        house: Any = None  # a machine's play asks nothing of it
        waiting = asyncio.create_task(KIND.carry(house, machine.keeper, play, None))
        await asyncio.sleep(0)
        await machine.keeper.settled()  # it was refused
        await asyncio.sleep(0)
        assert not waiting.done()
        await machine.opens("ana")
        done = await waiting
        writer.close()
        return done

    done = run(all_of_it())
    assert done.envelope.picks
    assert list(audit(store)) == []
