"""Several units in one transaction, units of one group on one node, chance inside one step."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from tapete.chance import seeded
from tapete.core.book.refused import Refused
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.port import Kept, LostUnit
from tapete.floor.kernel.together import led, together
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import ledger_account
from tapete.floor.storage.store import Store
from tests.floor.casino import HeldWriter, give_chips, leased
from tests.floor.counter import Box, BoxSpec, empty, put, toss

A, B = BoxSpec(id="a", group="torneo"), BoxSpec(id="b", group="torneo")


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


@pytest.fixture
def casino(store: Store) -> Store:
    store.add(A)
    store.add(B)
    give_chips(store, 5)
    return store


def wallet_of(store: Store, who: str) -> int:
    return store.balance(ledger_account(f"wallet:{who}"))


async def boxes(store: Store, writer: Writer) -> tuple[Keeper, Keeper]:
    """Two boxes; all the coins of ana are in the first."""
    epochs = store.lease("a", "node-a", seconds=1e9, own=True)
    assert epochs is not None

    def keeper(spec: BoxSpec) -> Keeper:
        return Keeper(lambda: Box(spec, seeded(spec.id)), store, writer, epochs[spec.id])

    first, second = keeper(A), keeper(B)
    if not first.chain.steps:
        await first.send(put("ana", 5))
    return first, second


def test_a_group_is_leased_as_one(casino: Store) -> None:
    assert casino.lease("a", "uno", seconds=1e9) == {"a": 1, "b": 1}
    assert casino.lease("b", "dos", seconds=1e9) is None
    casino.release("uno")
    assert casino.lease("b", "dos", seconds=1e9) == {"a": 2, "b": 2}


def test_coins_go_from_one_unit_to_another_in_one_step_each(casino: Store) -> None:
    """What the second takes the first gives, in the same transaction; sent again nothing moves."""

    async def move() -> None:
        writer = Writer(casino)
        first, second = await boxes(casino, writer)
        told: list[Step] = []

        async def watcher(step: Step) -> None:
            assert casino.find_command(step.unit, step.envelope.id) is not None
            told.append(step)

        first.watchers.append(watcher)
        second.watchers.append(watcher)
        sent = [(first, empty("ana")), (second, put("ana", 5))]
        done = await together(sent)
        assert [step.unit for step in told] == ["a", "b"]
        again = await together(sent)
        assert [one.hash for one in again] == [one.hash for one in done]
        assert all(isinstance(one, Kept) for one in again)
        await second.send(toss("ana"))  # the turns are over
        writer.close()

    run(move())
    assert wallet_of(casino, "ana") == 5
    assert list(audit(casino)) == []


def test_a_refusal_of_one_leaves_all_as_they_were(casino: Store) -> None:
    async def move() -> None:
        writer = Writer(casino)
        first, second = await boxes(casino, writer)
        before = first.chain.hash, second.chain.hash
        for sent in (
            [(first, empty("ana")), (second, put("ana", 100))],  # more than the box takes
            [(first, empty("ana")), (second, put("ana", 6))],  # more than ana has
        ):
            with pytest.raises(Refused):
                await together(sent)
            assert (first.chain.hash, second.chain.hash) == before
            assert first.unit.coins == {"ana": 5} and not second.unit.coins
        writer.close()

    run(move())
    assert wallet_of(casino, "ana") == 0
    assert list(audit(casino)) == []


def test_if_one_of_them_is_lost_nothing_of_the_others_is_written(casino: Store) -> None:
    async def move() -> None:
        writer = Writer(casino)
        first, second = await boxes(casino, writer)
        second.epoch -= 1
        with pytest.raises(LostUnit):
            await together([(first, empty("ana")), (second, put("ana", 5))])
        assert first.lost and second.lost
        writer.close()

    run(move())
    assert len(list(casino.log("a"))) == 1 and not list(casino.log("b"))
    assert list(audit(casino)) == []


def test_two_who_meet_wait_for_each_other_once(casino: Store) -> None:
    async def move() -> None:
        writer = Writer(casino)
        first, second = await boxes(casino, writer)
        await second.send(put("bruno", 5))
        there = together([(first, empty("ana")), (second, put("ana", 5))])
        back = together([(second, empty("bruno")), (first, put("bruno", 5))])
        other = first.send(put("carla", 1))
        await asyncio.gather(there, back, other)
        writer.close()

    run(move())
    assert list(audit(casino)) == []


@pytest.mark.parametrize("by_leader", [False, True])
def test_whoever_hangs_up_in_the_middle_stops_nothing(casino: Store, by_leader: bool) -> None:
    """What has begun at several units is written, and told to those who watch."""

    async def hang_up() -> None:
        writer = HeldWriter(casino)
        first, second = await boxes(casino, writer)
        told: list[str] = []

        async def watcher(step: Step) -> None:
            told.append(step.unit)

        first.watchers.append(watcher)
        second.watchers.append(watcher)
        sent = [(first, empty("ana")), (second, put("ana", 5))]
        writer.go.clear()
        writer.reached.clear()
        moving = asyncio.create_task(led(first, lambda: sent) if by_leader else together(sent))
        await writer.reached.wait()
        moving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await moving
        writer.go.set()
        await first.settled()
        await second.settled()
        assert told == ["a", "b"]
        await second.send(toss("ana"))
        assert not first.lost and not second.lost
        writer.close()

    run(hang_up())
    assert list(audit(casino)) == []


def test_what_was_written_though_it_was_said_to_fail_is_told(casino: Store) -> None:
    class Unsure(Writer):
        sure = True

        async def write(self, unit: Any) -> Any:
            done = await super().write(unit)
            if not self.sure:
                raise ConnectionError("the answer was lost")
            return done

    async def move() -> list[Step | Kept]:
        writer = Unsure(casino)
        first, second = await boxes(casino, writer)
        writer.sure = False
        done = await together([(first, empty("ana")), (second, put("ana", 5))])
        assert not first.lost and not second.lost
        writer.close()
        return done

    assert len(run(move())) == 2
    assert list(audit(casino)) == []


# Chance inside one step


def test_what_is_drawn_in_a_step_stands_in_the_log_with_it(casino: Store) -> None:
    async def play() -> tuple[Step, Step]:
        writer = Writer(casino)
        first, _ = await boxes(casino, writer)
        await first.send(put("bruno", 5))
        tossed, again = [await first.send(toss("ana", id="toss")) for _ in range(2)]
        writer.close()
        assert isinstance(tossed, Step) and tossed.hash == again.hash, "drawn once"
        return tossed, again

    tossed, _ = run(play())
    assert len(tossed.envelope.draws) == 1
    [kept] = [one for one in casino.log("a") if one.envelope.id == "toss"]
    assert kept.envelope.draws == tossed.envelope.draws
    other = Chain(Box(A))  # nothing can be drawn here
    casino.load(other)
    assert other.hash == tossed.hash
    assert list(audit(casino)) == []


def test_what_was_drawn_and_not_written_was_never_to_be_seen(casino: Store) -> None:
    class Failing(Writer):
        fails = False

        async def write(self, unit: Any) -> Any:
            if self.fails:
                raise ConnectionError("nothing is written")
            return await super().write(unit)

    async def play() -> None:
        writer = Failing(casino)
        first, _ = await boxes(casino, writer)
        told: list[Step] = []

        async def watcher(step: Step) -> None:
            told.append(step)

        first.watchers.append(watcher)
        writer.fails = True
        with pytest.raises(ConnectionError):
            await first.send(toss("ana"))
        assert not told and first.unit.coins == {"ana": 5}
        writer.close()

    run(play())
    assert leased(casino, "a") > 0
