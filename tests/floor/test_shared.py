"""Aggregates that units share, whatever they are: counters of the coins put into boxes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from sqlalchemy import Connection, update

from tapete.core.book.aggregate import Journal
from tapete.core.book.plan import Plan, plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.shared import (
    HOUSE,
    AnyShared,
    Hosts,
    Shared,
    SharedKind,
    done_by_house,
    last_memory,
    read_entries,
    stored,
    write_pending,
)
from tapete.floor.audit.shared import check_shared
from tapete.floor.audit.whole import check_balances
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.port import Overtaken
from tapete.floor.kernel.unit import Envelope, Outcome, Ref, Spec
from tapete.floor.kernel.writer import Writer
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tests.core.counters import COUNTER, AnyCommand, Counter, CounterEvent, Enter, LeaveRoom
from tests.floor.casino import give_chips, leased
from tests.floor.counter import Box, BoxSpec, Put, put

BOXES = [BoxSpec(id=box, most=1000, doors=("norte", "sur")) for box in ("caja-1", "caja-2")]
CounterJournal = Journal[Counter, AnyCommand, CounterEvent]


class CountedBox(Box):
    """A box that counts its coins by two doors, one after the other."""

    def __init__(self, spec: BoxSpec, doors: tuple[CounterJournal, ...]) -> None:
        super().__init__(spec)
        self.doors = doors

    def apply(self, sent: Envelope[Any], *, again: bool = False) -> Outcome:
        if not again and isinstance(sent.command, Put):
            for door in self.doors:
                door.do(self.counted(sent.command.coins))
        return super().apply(sent, again=again)

    def counted(self, coins: int) -> AnyCommand:
        return Enter(coins)


class LeavingBox(CountedBox):
    """A box for coins of people who leave."""

    def counted(self, coins: int) -> AnyCommand:
        return LeaveRoom(coins)


class Door(Shared[Counter, AnyCommand, CounterEvent]):
    """A door that the house opens with one person inside."""

    def __init__(self, id: str, store: Store) -> None:
        super().__init__(Journal(COUNTER, id), store)

    def begin(self, plan: Plan, units: Sequence[Spec], at: float) -> None:
        self.journal.do(Enter(1, f"se abre para {len(units)} en {plan.casino}"))


KINDS = {COUNTER.kind: SharedKind(COUNTER, Door)}


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


def written(host: AnyShared, store: Store) -> None:
    done = host.pending()
    assert done is not None
    with store.writing() as connection:
        write_pending(connection, done, HOUSE, 0, 0.0)
    host.keep(done)


@pytest.fixture
def casino(store: Store) -> Store:
    """Two boxes and two doors."""
    for box in BOXES:
        store.add(box)
    give_chips(store)
    Hosts(store, KINDS).begin(plan(), BOXES, 0.0)
    return store


def keeper_of(store: Store, writer: Writer, box: str, *doors: str, of: Any = CountedBox) -> Keeper:
    """A box as a node of its own keeps it."""
    epoch = leased(store, box, f"node-{box}")
    hosts = Hosts(store, KINDS)
    shared = [hosts.host(Ref(COUNTER.kind, door)) for door in doors]
    links = tuple(one.link(box) for one in shared)
    spec = BoxSpec(id=box, most=1000)
    return Keeper(lambda: of(spec, links), store, writer, epoch, shared)


def test_an_aggregate_begins_by_itself_for_whatever_units_share_it_and_only_once(
    casino: Store,
) -> None:
    others = (BoxSpec(id="caja-3", doors=("norte", "este")), BoxSpec(id="caja-4"))
    for _ in range(2):
        Hosts(casino, KINDS).begin(plan(), others, 5.0)
    assert stored(casino) == [Ref("contador", door) for door in ("este", "norte", "sur")]
    begun = {door: list(read_entries(casino, COUNTER, door)) for door in ("norte", "este")}
    assert {door: len(entries) for door, entries in begun.items()} == {"norte": 1, "este": 1}
    said = {door: Door(door, casino).written.said for door in begun}
    assert said == {
        "norte": (f"se abre para 2 en {plan().casino}",),
        "este": (f"se abre para 1 en {plan().casino}",),
    }
    assert [(one.unit, one.step, one.at) for one in begun["este"]] == [(HOUSE, 0, 5.0)]


def test_the_house_acts_on_several_at_once_all_of_it_or_nothing(casino: Store) -> None:
    one, other = (Door(door, casino) for door in ("norte", "sur"))
    noted: list[int] = []

    async def write(work: Callable[[Connection], int]) -> int:
        with casino.writing() as connection:
            return work(connection)

    def enter(people: int) -> None:
        for door in (one, other):
            door.journal.do(Enter(people))

    def leave() -> None:
        one.journal.do(Enter(1))
        other.journal.do(LeaveRoom(9))

    def also(connection: Connection) -> int:
        noted.append(one.journal.number)
        return 7

    async def act() -> None:
        first = Door("norte", casino)  # another node writes first
        first.journal.do(Enter(2))
        written(first, casino)
        assert await done_by_house(write, [other, one], lambda: enter(4), 9.0, also) == 7
        assert (one.written.inside, other.written.inside, noted) == (7, 5, [3])
        with pytest.raises(Refused, match="nobody-there"):
            await done_by_house(write, [one, other], leave, 9.0, also)
        with pytest.raises(ZeroDivisionError):
            await done_by_house(write, [one], lambda: one.journal.do(Enter(1 // 0)), 9.0, also)
        assert (one.journal.state.inside, one.pending(), noted) == (7, None, [3])

    run(act())
    kept = [(entry.unit, entry.at) for entry in read_entries(casino, COUNTER, "sur")]
    assert kept == [(HOUSE, 0.0), (HOUSE, 9.0)]
    assert list(check_shared(casino, KINDS)) == []


def test_a_refusal_counts_only_upon_what_every_node_has_written(casino: Store) -> None:
    """Somebody who came in by way of another node may leave here."""

    async def both() -> None:
        writer = Writer(casino)
        out = keeper_of(casino, writer, "caja-1", "norte", of=LeavingBox)
        into = keeper_of(casino, writer, "caja-2", "norte", "sur")
        await into.send(put("ana", 5))
        await out.send(put("bruno", 6))
        with pytest.raises(Refused, match="nobody-there"):
            await out.send(put("bruno", 1))
        writer.close()

    run(both())
    assert Door("norte", casino).written.inside == 0
    assert list(check_shared(casino, KINDS)) == []


def test_units_of_two_nodes_share_several_and_whoever_comes_second_does_it_again(
    casino: Store,
) -> None:
    """They name them in opposite order, and wait for each other no longer than need be."""

    async def both() -> None:
        writer = Writer(casino)
        boxes = [
            keeper_of(casino, writer, "caja-1", "norte", "sur"),
            keeper_of(casino, writer, "caja-2", "sur", "norte"),
        ]
        await asyncio.gather(*(box.send(put("ana", 1 + n)) for n in range(5) for box in boxes))
        writer.close()

    run(both())
    for door in ("norte", "sur"):
        host = Door(door, casino)
        assert (host.written.inside, host.journal.number) == (31, 11)
        kept = list(read_entries(casino, COUNTER, door))
        assert {one.unit for one in kept} == {HOUSE, "caja-1", "caja-2"}
        assert sorted(one.step for one in kept if one.unit == "caja-1") == [1, 2, 3, 4, 5]
    assert list(check_shared(casino, KINDS)) == []
    assert list(check_balances(casino)) == []


def test_what_a_unit_refuses_did_not_come_to_be(casino: Store) -> None:
    async def refused() -> None:
        writer = Writer(casino)
        box = keeper_of(casino, writer, "caja-1", "norte", "sur")
        with pytest.raises(Refused, match="box-full"):
            await box.send(put("ana", 5000))
        assert [one.journal.state.inside for one in box.shared] == [1, 1]
        await box.send(put("ana", 2))
        writer.close()

    run(refused())
    assert Door("norte", casino).written.inside == 3


def test_whoever_was_overtaken_reads_anew(casino: Store) -> None:
    one, two = Door("norte", casino), Door("norte", casino)
    one.journal.do(Enter(2))
    two.journal.do(Enter(5))
    written(one, casino)
    with pytest.raises(Overtaken):
        written(two, casino)
    assert two.written.inside == 1
    two.refresh()
    assert two.written.inside == two.journal.state.inside == 3
    two.journal.do(LeaveRoom(3))
    assert two.look().inside == 3  # nobody sees what is not written
    two.forget()
    assert two.journal.state.inside == 3 and two.pending() is None


def test_the_state_is_written_down_now_and_then_and_gone_on_from(
    casino: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapete.floor.aggregates.shared.MEMORY_EVERY", 4)
    host = Door("norte", casino)
    for n in range(8):
        host.journal.do(Enter(1, f"número {n}\u2028"))
        written(host, casino)
    memory = last_memory(casino, host.journal)
    assert memory is not None and memory.number == 8
    again = Door("norte", casino)
    assert again.written == host.written and again.journal.digest == host.journal.digest
    assert list(check_shared(casino, KINDS)) == []
    a = schema.aggregate_entries
    with casino.writing() as connection:
        other = COUNTER.freeze(Counter())
        connection.execute(update(a).where(a.c.memory.is_not(None)).values(memory=other))
    assert {one.what for one in check_shared(casino, KINDS)} == {"memory"}


def test_the_audit_names_the_entry_that_was_changed_or_left_out(casino: Store) -> None:
    host = Door("norte", casino)
    for people in (2, 3, 4):
        host.journal.do(Enter(people))
    written(host, casino)
    a = schema.aggregate_entries
    third = (a.c.id == "norte") & (a.c.n == 3)
    with casino.engine.connect() as connection:
        body = connection.execute(a.select().where(third)).one().body
    for change in (body.replace("3", "9"), f"{body} ", "! announced"):
        with casino.writing() as connection:
            connection.execute(update(a).where(third).values(body=change))
        found = list(check_shared(casino, KINDS))
        assert len(found) == 1 and found[0].what in ("entry", "entries")
        assert "norte" in found[0].where
    with casino.writing() as connection:
        connection.execute(a.delete().where(third))
    [found_gap] = check_shared(casino, KINDS)
    assert found_gap.where == "contador norte entry 4"


def test_what_nobody_made_is_not_hosted_and_a_kind_nobody_knows_is_found(casino: Store) -> None:
    with pytest.raises(Refused, match="no-such-aggregate"):
        Hosts(casino, KINDS).host(Ref(COUNTER.kind, "este"))
    assert stored(casino) == [Ref("contador", "norte"), Ref("contador", "sur")]
    assert {one.what for one in check_shared(casino, {})} == {"aggregate"}
