"""A casino simulated from a seed: clients whose messages are lost, doubled and delayed, nodes that
die or lose their table, and a storage that fails before, during and after it writes.

``python -m tests.floor.simulation 10000`` runs so many seeds and tells the first that fails.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tapete.chance import Chance, seeded
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.ask import Pick
from tapete.core.round.replay import replay
from tapete.floor.house.logs import set_up_logs
from tapete.floor.kernel.chain import Chain, Step
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.port import Kept, LostUnit
from tapete.floor.kernel.unit import Envelope, Spec, Surroundings
from tapete.floor.units import build
from tapete.systems.rounds import find
from tests.floor.casino import PEOPLE, opened, something, spec
from tests.floor.storage import Broken, FailingScribe, MemoryStore, Written

GAMES = ("big-six", "war", "chuck-a-luck", "black-jack", "mini-punto-y-banca", "craps")
TABLE = "mesa-1"
CHIPS = 400_000


class World(NamedTuple):
    """What is played: a unit, and a command that somebody could send it now."""

    spec: Spec
    something: Callable[[Chain[Any], Pick], Envelope[Any]]


def at_a_table(game: str) -> World:
    """A gaming table, opened by the first command."""
    return World(
        spec(game, TABLE),
        lambda chain, pick: something(chain, pick) if chain.steps else opened(chain),
    )


class Listener:
    """Somebody who watches, and after a cut resumes from the number he had got to."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.lines: list[str] = []
        self.wrong: list[str] = []
        """A keeper goes on whatever befalls who listens: it is said when the run is over."""

    async def told(self, step: Step) -> None:
        kept = self.store.find_command(TABLE, step.envelope.id)
        if kept is None or kept.hash != step.hash:
            self.wrong.append(f"told of step {step.number} before it was written")
            return
        if step.first != len(self.lines) + 1:
            self.wrong.append(f"a listener missed something before step {step.number}")
        self.lines += kept.lines

    def resume(self) -> None:
        self.lines += [line for _, line in self.store.events_from(TABLE, len(self.lines) + 1)]


class Node:
    """A process that keeps the table until it dies."""

    def __init__(self, run: Run, name: str) -> None:
        self.name, self.run = name, run
        epoch = run.store.lease(TABLE, name)
        self.scribe = FailingScribe(run.store, run.pick, run.trouble)
        self.keeper = Keeper(
            lambda: build(run.spec, Surroundings(chance=run.pick)), run.store, self.scribe, epoch
        )
        self.dead = False
        run.listener.resume()
        self.keeper.watchers.append(run.listener.told)

    def die(self) -> None:
        """Nothing more is heard of it, but what it sent to the storage may still arrive."""
        self.dead = True
        self.scribe.die()
        self.keeper.watchers.clear()


class Run:
    """One seed: a unit, a few clients, and so many commands."""

    def __init__(self, seed: str, commands: int = 60, world: World | None = None) -> None:
        self.pick: Chance = seeded(seed)
        self.trouble = (0, 3, 10)[self.pick(3)]
        self.world = world or at_a_table(GAMES[self.pick(len(GAMES))])
        self.spec = self.world.spec
        self.store = MemoryStore(self.spec)
        self.store.give(PEOPLE, CHIPS)
        self.listener = Listener(self.store)
        self.left = commands
        self.nodes = 0
        self.done: dict[str, str] = {}
        self.refused: set[str] = set()
        self.node = self.new_node()

    def new_node(self) -> Node:
        while True:
            self.nodes += 1
            try:
                return Node(self, f"node-{self.nodes}")
            except Broken:
                continue  # it could not read the table: another tries

    def likely(self, percent: int) -> bool:
        return self.pick(100) < percent

    async def turns(self, most: int) -> None:
        for _ in range(self.pick(most + 1)):
            await asyncio.sleep(0)

    # The network

    async def deliver(self, sent: Envelope[Any], saw: str | None) -> Step | Kept | Refused | None:
        """One copy of a message: lost on the way, delayed, or answered; or the answer is lost."""
        await self.turns(6)
        if self.likely(self.trouble):
            return None
        node = self.node
        answer: Step | Kept | Refused | None
        try:
            if self.likely(self.trouble):  # the client hangs up in the middle
                async with asyncio.timeout(0):
                    answer = await node.keeper.send(sent, saw=saw)
            else:
                answer = await node.keeper.send(sent, saw=saw)
        except Refused as refusal:
            answer = refusal
        except (LostUnit, Broken, TimeoutError):
            answer = None
            if node.keeper.lost and node is self.node and not node.dead:
                self.restart()
        await self.turns(3)
        if node.dead or self.likely(self.trouble):
            return None
        return answer

    def restart(self) -> None:
        """Another process takes the table; the one before may not know it yet."""
        if not self.likely(30):
            self.node.die()
        else:
            self.node.keeper.watchers.clear()
        self.node = self.new_node()

    # Clients

    async def client(self) -> None:
        while self.left > 0:
            self.left -= 1
            await self.turns(4)
            chain = self.node.keeper.chain
            sent = self.world.something(chain, self.pick)
            await self.ask(sent, chain.hash if self.likely(20) else None)
            if self.likely(self.trouble // 2):
                self.restart()

    async def ask(self, sent: Envelope[Any], saw: str | None) -> None:
        """Send a command until it is answered. A refusal counts once no other copy is on its way:
        the message might still arrive."""
        for _ in range(200):
            copies = 1 + self.likely(self.trouble) + self.likely(self.trouble)
            answers = await asyncio.gather(*(self.deliver(sent, saw) for _ in range(copies)))
            done = [a for a in answers if isinstance(a, Step | Kept)]
            if done:
                assert len({step.hash for step in done}) == 1, "the same command, two steps"
                self.done[sent.id] = done[0].hash
                return
            if copies == 1 and isinstance(answers[0], Refused) and not self.node.scribe.late:
                self.refused.add(sent.id)
                return
        raise AssertionError("nobody ever answers")

    async def play(self) -> None:
        await asyncio.gather(*(self.client() for _ in range(1 + self.pick(4))))
        await self.node.scribe.settle()
        check(self)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()


def check(run: Run) -> None:
    """What must hold after every run."""
    store = run.store
    held = store.balances()
    assert sum(held.values()) == 0, "money was made or lost"
    assert all(n >= 0 or a.may_owe for a, n in held.items()), "somebody is below zero"
    assert held == store.summed(), "accounts are not what the transfers make"
    log = list(store.log(TABLE))
    ids = Counter(kept.envelope.id for kept in log)
    assert not [id for id, times in ids.items() if times > 1], "a command was carried out twice"
    hashes = {kept.envelope.id: kept.hash for kept in log}
    for id, hash in run.done.items():
        assert hashes.get(id) == hash, "a client was told of a step that is not there"
    assert not run.refused & ids.keys(), "a command was refused and carried out"
    assert ids.keys() == run.done.keys(), "something was done that nobody was told of"
    rebuilt = Chain(build(run.spec))
    store.load(rebuilt)
    same(rebuilt, log)
    kept = run.node.keeper
    if not kept.lost and kept.chain.steps == len(log):
        here, there = kept.chain, rebuilt
        assert here.hash == there.hash and here.unit.held() == there.unit.held()
        assert here.unit.view("public", here.mark) == there.unit.view("public", there.mark)
    anew = Chain(build(run.spec))
    anew.replay(step.envelope for step in log)
    same(anew, log)
    assert run.listener.wrong == []
    run.listener.resume()
    assert run.listener.lines == [line for step in log for line in step.lines]
    for text in store.actas():
        replay(read_record(text), find)


def same(chain: Chain[Any], log: list[Kept]) -> None:
    assert chain.steps == len(log)
    assert not log or chain.hash == log[-1].hash, "the log does not give the same table"


def simulate(seed: str, commands: int = 60, world: World | None = None) -> Written:
    """Run a seed; raises `AssertionError` if something does not hold."""

    async def main() -> Written:
        run = Run(seed, commands, world)
        await run.play()
        return run.store.written()

    return asyncio.run(main())


def main(arguments: list[str]) -> None:
    set_up_logs("critical")
    count, first = (int(n) for n in (*arguments, *("1000", "0")[len(arguments) :])[:2])
    total: Counter[str] = Counter()
    for n in range(first, first + count):
        try:
            total.update(simulate(f"seed {n}")._asdict())
        except Exception as error:
            sys.exit(f"seed {n}: {error!r}")
    print(f"{count} seeds: " + ", ".join(f"{n} {what}" for what, n in total.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
