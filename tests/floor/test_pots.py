"""A pot shared by tables, and by nodes: fed, won, given back, and nothing lost or doubled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from sqlalchemy import Connection, update

from tapete.chance import seeded
from tapete.core.book.account import in_stack
from tapete.core.book.refused import Refused
from tapete.core.round.ask import Pick
from tapete.core.round.bets import Place
from tapete.core.round.event import Announced, BetReturned
from tapete.floor.aggregates.pots import PotHost
from tapete.floor.aggregates.shared import last_memory, read_entries
from tapete.floor.audit.whole import audit
from tapete.floor.house.casino import Casino
from tapete.floor.kernel.chain import Step
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import VAULT, at_table, ledger_account, wallet
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Answer, Bet, CloseBets, FailLight, MendLight, Void
from tapete.systems.pot.events import BetDivided, PotEvent, PrizePaid, RoundUndone
from tapete.systems.progressive.commands import Feed
from tapete.systems.progressive.journal import PROGRESSIVE, ProgressiveJournal
from tests.floor.casino import PEOPLE, answer_to, envelope, give_chips
from tests.floor.postgres import fresh_database
from tests.floor.pots import (
    BASE,
    COLOR,
    MAIN,
    NOTHING,
    POT,
    ROYAL,
    SEATS,
    asked,
    close,
    deal,
    hand,
    node,
    opened,
    prepare,
    run,
    stake,
    two_nodes,
)

Work = Callable[[Casino], Awaitable[None]]


@pytest.fixture
def floor(store: Store) -> Store:
    """Two tables, A and B, linked to one pot."""
    prepare(store, "A", "B")
    return store


def pot_log(store: Store) -> list[PotEvent]:
    """All that happened to the pot."""
    return [event for kept in read_entries(store, PROGRESSIVE, POT) for event in kept.entry.events]


def on_one_node(url: str, work: Work) -> None:
    async def whole() -> None:
        casino = await node(url)
        try:
            await work(casino)
        finally:
            await casino.stop()

    run(whole())


def fine(store: Store) -> bool:
    found = list(audit(store))
    assert not found, found
    return True


@pytest.mark.clause("CAT-III.6.3-02", "CAT-III.6.6-14")
def test_the_base_of_a_pot_comes_from_the_vault_and_its_tables_share_it(
    url: str, floor: Store
) -> None:
    before = floor.balance(VAULT) + 5 * 5_000_000  # the chips that people have bought
    assert (before, floor.balance(MAIN)) == (-BASE, BASE)

    async def feed(casino: Casino) -> None:
        for table, people in (("A", PEOPLE[:2]), ("B", PEOPLE[2:])):  # one place a person
            await hand(await opened(casino, table, people), {5: 1000}, NOTHING)

    on_one_node(url, feed)
    # Of 1,000 a tenth is the house's, a tenth of the rest goes to the reserve.
    assert floor.balance(MAIN) == BASE + 2 * 810
    assert floor.balance(ledger_account(f"progresivo:{POT}/pot:reserve")) == 2 * 90
    assert floor.balance(ledger_account(f"progresivo:{POT}/pot:commission")) == 2 * 100
    assert not any(a.holder == "mesa" and "pot" in a.text for a in floor.balances())
    assert fine(floor)


def test_two_royal_flushes_at_once_are_paid_in_the_order_received(url: str, floor: Store) -> None:
    async def both(casino: Casino) -> None:
        a, b = await opened(casino, "A"), await opened(casino, "B", PEOPLE[2:])
        await stake(a, {5: 1000})
        await stake(b, {5: 5000})
        await asyncio.gather(close(a), close(b))
        await deal(a, ROYAL, until_last=True)
        await deal(b, ROYAL, until_last=True)
        last = [envelope(Answer(answer="voy", seat=SEATS[0]), "jugador") for _ in "ab"]
        await asyncio.gather(b.send(last[1]), a.send(last[0]))

    on_one_node(url, both)
    won = [event for event in pot_log(floor) if isinstance(event, PrizePaid)]
    # The first takes all there is, the bet of the other table too; the second the new base.
    assert [(prize.unit, prize.amount) for prize in won] == [
        ("B", BASE + 810 + 4050),
        ("A", BASE),
    ]
    assert floor.balance(MAIN) == BASE
    assert fine(floor)


def test_a_royal_flush_at_one_table_while_another_feeds_the_pot(url: str, floor: Store) -> None:
    async def both(casino: Casino) -> None:
        a, b = await opened(casino, "A"), await opened(casino, "B", PEOPLE[2:])
        await stake(a, {5: 1000})
        await close(a)
        await deal(a, ROYAL, until_last=True)
        await stake(b, {5: 5000})
        win = a.send(envelope(Answer(answer="voy", seat=SEATS[0]), "jugador"))
        await asyncio.gather(win, close(b))
        await deal(b, COLOR)

    on_one_node(url, both)
    prizes = [event for event in pot_log(floor) if isinstance(event, PrizePaid)]
    assert [(prize.prize, prize.amount) for prize in prizes] == [
        ("escalera-real", BASE + 810),
        ("color", 50 * 5000),
    ]
    assert floor.balance(MAIN) == BASE + 4050 - 50 * 5000
    assert fine(floor)


def test_a_void_round_gives_back_what_it_fed(url: str, floor: Store) -> None:
    async def void(casino: Casino) -> None:
        a, b = await opened(casino, "A"), await opened(casino, "B", PEOPLE[2:])
        await stake(a, {2: 5000, 5: 1000})
        await close(a)
        await hand(b, {5: 1000}, NOTHING)
        await a.send(envelope(Void(cause="corte-de-luz"), "jefe-de-mesa"))

    on_one_node(url, void)
    assert floor.balance(MAIN) == BASE + 810  # what B fed stays
    assert [floor.balance(at_table("A", in_stack(seat))) for seat in SEATS] == [
        500_000,
        500_000,
    ]
    assert any(isinstance(event, RoundUndone) for event in pot_log(floor))
    assert fine(floor)


@pytest.mark.clause("CAT-III.6.6-02", "CAT-III.6.4.1-06")
def test_a_position_whose_light_fails_is_closed_until_it_is_mended(url: str, floor: Store) -> None:
    async def faulty(casino: Casino) -> None:
        a = await opened(casino, "A")
        with pytest.raises(Refused) as refusal:
            await a.send(envelope(FailLight(seat=5), "jugador"))
        assert (refusal.value.code, refusal.value.clause) == ("not-your-role", "CAT-III.6.6-02")
        await stake(a, {2: 1000, 5: 1000})
        told = await a.send(envelope(FailLight(seat=5), "croupier"))
        assert isinstance(told, Step)
        assert [e.what for e in told.events if isinstance(e, Announced)] == ["luz-fallada"]
        closed = await a.send(envelope(CloseBets(), "croupier"))
        assert isinstance(closed, Step)
        back = [e for e in closed.events if isinstance(e, BetReturned) and e.why == "sin-luz"]
        assert [(e.seat, e.amount) for e in back] == [(5, 1000)]
        shown = casino.view("A", None).progressive
        assert shown is not None and shown.lights[2] == "en-juego" and shown.lights[5] == "cerrada"
        await deal(a, NOTHING)
        await stake(a, {})
        with pytest.raises(Refused) as refusal:
            await a.send(envelope(Bet(action=Place(5, "progresivo", 1000)), "jugador"))
        assert refusal.value.code == "position-closed"
        await a.send(envelope(MendLight(seat=5), "jefe-de-mesa"))
        await close(a)
        await deal(a, NOTHING)
        await hand(a, {5: 1000}, NOTHING)

    on_one_node(url, faulty)
    assert floor.balance(MAIN) == BASE + 2 * 810
    assert fine(floor)


@pytest.mark.clause("CAT-III.6.4.1-10", "CAT-III.6.4.1-12", "CAT-III.6.4.1-09")
def test_everybody_sees_the_pot_its_increment_and_the_prizes_to_be_paid(
    url: str, floor: Store
) -> None:
    async def look(casino: Casino) -> None:
        a = await opened(casino, "A")
        await opened(casino, "B", PEOPLE[2:])
        await hand(a, {2: 1000, 5: 5000}, COLOR)
        for table in ("A", "B"):
            shown = casino.view(table, None).progressive
            assert shown is not None
            assert (shown.amount, shown.increment) == (BASE + 810 + 4050 - 250_000, 810 + 4050)
            assert [(due.table, due.seat, due.amount) for due in shown.due] == [("A", 5, 250_000)]
            assert (shown.min, shown.max) == (1000, 5000)
            assert {row.hand: row.times or row.share for row in shown.prizes} == {
                "color": 50, "full": 100, "poker": 500,
                "escalera-de-color": "1/10", "escalera-real": "1",
            }  # fmt: skip
            assert shown.counters == {"A": 6, "B": 0}

    on_one_node(url, look)


# Several nodes


def test_two_nodes_share_a_pot_and_whoever_comes_second_does_it_again(
    url: str, floor: Store
) -> None:
    async def both() -> None:
        one, two = await two_nodes(url, floor, "B")
        assert (set(one.keepers), set(two.keepers)) == ({"A"}, {"B"})
        a, b = await opened(one, "A"), await opened(two, "B", PEOPLE[2:])
        for table, other in ((a, b), (b, a), (a, b)):
            await stake(table, {5: 1000})
            await stake(other, {5: 2000})
            # Each knows nothing of what the other did since: the second is overtaken.
            await asyncio.gather(close(table), close(other))
            await asyncio.gather(deal(table, COLOR), deal(other, NOTHING))
        while one.pots.host(POT).shown() != two.pots.host(POT).shown():
            await asyncio.sleep(0.01)  # what one did the other hears of
        await one.stop()
        await two.stop()

    run(both())
    divided = [event for event in pot_log(floor) if isinstance(event, BetDivided)]
    assert sum(event.amount for event in divided) == 3 * 3000
    assert floor.balance(MAIN) == BASE + 3 * 3 * 810 - 3 * 50_000
    assert fine(floor)


def test_a_table_goes_on_at_another_node_with_its_bet_in_the_pot(url: str, floor: Store) -> None:
    async def moved() -> None:
        one = await node(url)
        a, b = await opened(one, "A"), await opened(one, "B", PEOPLE[2:])
        two = await node(url, "dos")
        assert not two.keepers
        await stake(a, {5: 1000})
        await close(a)
        await hand(b, {5: 1000}, NOTHING)
        await one.stop()
        await two.hosting.take()
        await deal(two.keeper("A"), ROYAL)
        await two.stop()

    run(moved())
    prizes = [event for event in pot_log(floor) if isinstance(event, PrizePaid)]
    assert [prize.amount for prize in prizes] == [BASE + 2 * 810]
    assert fine(floor)


def test_whatever_is_played_at_once_at_two_nodes_the_audit_is_clean(url: str, store: Store) -> None:
    tables = {"A": "uno", "B": "uno", "C": "dos"}
    prepare(store, *tables)

    async def busy(keeper: Keeper, pick: Pick) -> None:
        for _ in range(6):
            bets = {seat: 1000 * (1 + pick(5)) for seat in SEATS if pick(4)}
            await stake(keeper, bets)
            await close(keeper)
            while (ask := asked(keeper)) is not None:
                if not pick(40):
                    await keeper.send(envelope(Void(cause="corte-de-luz"), "jefe-de-mesa"))
                elif not pick(20):
                    await keeper.send(envelope(FailLight(seat=SEATS[pick(2)]), "croupier"))
                else:
                    await keeper.send(answer_to(ask, ask.some(pick)))
            for seat in SEATS:
                await keeper.send(envelope(MendLight(seat=seat), "croupier"))

    async def all_at_once() -> None:
        nodes = dict(zip(("uno", "dos"), await two_nodes(url, store, "C"), strict=True))
        keepers = [
            await opened(nodes[name], table, [f"{table}-{who}" for who in PEOPLE])
            for table, name in tables.items()
        ]
        await asyncio.gather(*(busy(keeper, seeded(keeper.unit_id)) for keeper in keepers))
        for casino in nodes.values():
            await casino.stop()

    give_chips(store, people=[f"{table}-{who}" for table in tables for who in PEOPLE])
    run(all_at_once())
    made = {kept.unit for kept in read_entries(store, PROGRESSIVE, POT)}
    assert made == {"", *tables}
    assert fine(store)


def test_nodes_that_wait_for_each_other_both_get_to_write(postgres: str) -> None:
    """Two transactions that take the same accounts in another order: whichever the database stops
    is tried again. That one may take its first account before the other wakes, and then it may be
    the other's turn to be stopped."""
    url = fresh_database(postgres)
    stores = [Store(url), Store(url)]
    stores[0].create()
    give_chips(stores[0])
    meet, tries = threading.Barrier(2), [0, 0]

    def unit(n: int) -> Callable[[Connection], int]:
        def work(connection: Connection) -> int:
            a = schema.accounts
            tries[n] += 1
            for k, who in enumerate(("ana", "bruno") if n else ("bruno", "ana")):
                if k and tries[n] == 1:
                    meet.wait(300)
                mine = update(a).where(a.c.id == f"wallet:{who}")
                connection.execute(mine.values(balance=a.c.balance - 1))
            return n

        return work

    async def both() -> list[int]:
        writers = [Writer(store) for store in stores]
        done = await asyncio.gather(*(writer.write(unit(n)) for n, writer in enumerate(writers)))
        for writer in writers:
            writer.close()
        return list(done)

    assert run(both()) == [0, 1] and sum(tries) > 2
    assert [stores[0].balance(wallet(who)) for who in ("ana", "bruno")] == [4_999_998] * 2
    for store in stores:
        store.close()


# The log of a pot


def test_a_pot_is_read_back_from_where_it_was_last_written_down(
    url: str, floor: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapete.floor.aggregates.shared.MEMORY_EVERY", 4)

    async def play(casino: Casino) -> None:
        a = await opened(casino, "A")
        await hand(a, {2: 1000, 5: 3000}, COLOR)
        await stake(a, {2: 1000, 5: 3000})
        await close(a)
        await a.send(envelope(Void(cause="corte-de-luz"), "jefe-de-mesa"))

    on_one_node(url, play)
    memory = last_memory(floor, ProgressiveJournal(POT))
    assert memory is not None
    number, state = memory.number, memory.state
    assert number > 8 and state.meters.staked == 8000
    assert PROGRESSIVE.thaw(PROGRESSIVE.freeze(state)) == state
    whole = PotHost(POT, floor).written
    assert whole.due == () and whole.meters.current == floor.balance(MAIN)
    assert fine(floor)


def test_the_audit_finds_an_entry_that_was_changed(url: str, floor: Store) -> None:
    async def play(casino: Casino) -> None:
        await hand(await opened(casino, "A"), {5: 1000}, NOTHING)

    on_one_node(url, play)
    assert fine(floor)
    a = schema.aggregate_entries
    fed = next(
        kept.entry
        for kept in read_entries(floor, PROGRESSIVE, POT)
        if isinstance(kept.entry.command, Feed)
    )
    with floor.writing() as connection:
        changed = fed.body.replace("1000", "9000")
        connection.execute(update(a).where(a.c.n == fed.number).values(body=changed))
    [found] = audit(floor)
    assert (found.what, found.where) == ("entry", f"progresivo {POT} entry {fed.number}")


def test_the_audit_finds_what_the_tables_of_a_pot_did_not_do(url: str, floor: Store) -> None:
    """Somebody who can write digests too makes a whole journal in which more was staked."""

    async def play(casino: Casino) -> None:
        await hand(await opened(casino, "A"), {5: 1000}, NOTHING)

    on_one_node(url, play)
    forged, a = ProgressiveJournal(POT), schema.aggregate_entries
    with floor.writing() as connection:
        for kept in list(read_entries(floor, PROGRESSIVE, POT)):
            command = kept.entry.command
            assert command is not None
            if isinstance(command, Feed):
                command = msgspec.structs.replace(command, amount=9000)
            forged.do(command)
            entry = forged.entries[-1]
            new = update(a).where(a.c.n == entry.number)
            connection.execute(new.values(body=entry.body, digest=entry.digest))
    found = {one.what for one in audit(floor)}
    assert "pot-events" in found and "entry" not in found
