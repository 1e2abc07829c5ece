"""Several units, one transaction: each carries out a command of its own, and all of them are
written or none is. A player goes from one table of a tournament to another and is never at both.

The units are of one group, so one node keeps them all. Nobody else's command comes in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack
from typing import Any, TypeVar

from tapete.floor.aggregates.shared import turns, unwritten, write_pending
from tapete.floor.kernel.chain import Step
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.port import Entry, Kept, LostUnit, Overtaken
from tapete.floor.kernel.unit import Envelope

Sent = tuple[Keeper, Envelope[Any]]
T = TypeVar("T")


async def together(
    sent: Sequence[Sent], first: Callable[[], Sequence[Sent]] = tuple
) -> list[Step | Kept]:
    """Carry out one command at each of these units, in this order, and have all of it written at
    once. A refusal of one leaves all of them as they were; sent again, it gives its steps again.
    ``first`` says, once nobody else's command comes in between, what has to be done at them
    before.

    Whoever sent it may hang up; what has begun is carried through all the same.
    """
    return await _through(_together(sent, first))


async def led(leader: Keeper, make: Callable[[], Sequence[Sent]]) -> list[Step | Kept]:
    """The same, led by one of the units: the others' commands are built once the leader has its
    turn, from its state at that moment. All commands of such a group are led by the same unit, so
    no two callers can wait for each other."""
    return await _through(_led(leader, make))


async def _through(work: Coroutine[Any, Any, T]) -> T:
    return await asyncio.shield(asyncio.create_task(work))


async def _together(sent: Sequence[Sent], first: Callable[[], Sequence[Sent]]) -> list[Step | Kept]:
    keepers = sorted({keeper.unit_id: keeper for keeper, _ in sent}.items())
    assert len(keepers) == len(sent), "one command a unit"
    async with AsyncExitStack() as held:
        for _, keeper in keepers:  # always in the same order: two who meet wait for each other once
            await held.enter_async_context(keeper.turn())
        before = await _done_before(sent)
        if before is not None:
            return list(before)
        while True:
            try:
                all_ = [*first(), *sent]
                steps = await _carried_out(all_)
                break
            except Overtaken:
                continue  # each time another node has written something: it comes to an end
        for (keeper, _), step in zip(all_, steps, strict=True):
            await keeper.tell(step)
    return list(steps[-len(sent) :])


async def _led(leader: Keeper, make: Callable[[], Sequence[Sent]]) -> list[Step | Kept]:
    async with AsyncExitStack() as held:
        await held.enter_async_context(leader.turn())
        sent = make()
        others = {keeper.unit_id: keeper for keeper, _ in sent if keeper is not leader}
        for _, keeper in sorted(others.items()):
            await held.enter_async_context(keeper.turn())
        for keeper, _ in sent:
            if keeper.lost:
                raise LostUnit(keeper.unit_id)
        steps = await _carried_out(sent)
        for (keeper, _), step in zip(sent, steps, strict=True):
            await keeper.tell(step)
    return list(steps)


async def _done_before(sent: Sequence[Sent]) -> list[Kept] | None:
    """The steps, if all this was carried out before."""
    found = []
    for keeper, envelope in sent:
        if keeper.lost:
            raise LostUnit(keeper.unit_id)
        found.append(await keeper.find(envelope.id))
    kept = [one for one in found if one is not None]
    assert len(kept) in (0, len(sent)), "all of it is written, or nothing"
    return kept or None


async def _carried_out(sent: Sequence[Sent]) -> list[Step]:
    shared = list({one.ref: one for keeper, _ in sent for one in keeper.shared}.values())
    steps: list[Step] = []
    async with turns(shared):
        try:
            for keeper, envelope in sent:
                steps.append(await keeper.apply(envelope))
            pending = unwritten(shared)
            entries = [
                Entry(keeper.store, step, keeper.epoch, None)
                for (keeper, _), step in zip(sent, steps, strict=True)
            ]
            last = entries[-1]
            last.besides = tuple(t for _, what in pending for t in what.transfers)

            def write(connection: Any) -> None:
                for _, what in pending:
                    step = steps[-1]
                    write_pending(connection, what, step.unit, step.number, step.envelope.at)
                for some in _joined(entries):
                    some[0].store.write_joined(connection, some)

            await _written(sent, steps, write)
            for one, what in pending:
                one.keep(what)
        except BaseException:
            for keeper in {one.unit_id: one for one, _ in sent[: len(steps)]}.values():
                if not keeper.lost:
                    await keeper.read_anew()
            raise
    return steps


def _joined(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """Steps in their order, as many at once as are of different units."""
    some: list[Entry] = []
    for entry in entries:
        if any(entry.step.unit == other.step.unit for other in some):
            yield some
            some = []
        some.append(entry)
    yield some


async def _written(sent: Sequence[Sent], steps: Sequence[Step], write: Any) -> None:
    """Have it written. What was said to have failed may be there all the same."""
    try:
        await sent[0][0].writer.write(write)
    except LostUnit:
        for keeper, _ in sent:
            keeper.lose("written-by-another")
        raise
    except Exception:
        last = {step.unit: (keeper, step) for (keeper, _), step in zip(sent, steps, strict=True)}
        before = {step.unit: step.before for step in reversed(steps)}
        for unit, (keeper, step) in last.items():
            await keeper.read_anew()
            if keeper.chain.hash not in (before[unit], step.hash):
                keeper.lose("written-late")
        if any(keeper.chain.hash != step.hash for keeper, step in last.values()):
            raise
