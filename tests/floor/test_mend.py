"""A table whose log does not replay: its round is voided from the log, every chip goes back, and it
plays on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from tapete.cli.main import main
from tapete.floor.audit.whole import audit
from tapete.floor.kernel.chain import Chain, link
from tapete.floor.money.accounts import ledger_account
from tapete.floor.storage import schema
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import Answer
from tapete.floor.units.mesa import Mesa
from tapete.floor.units.mesa.mend import NotMended, void_round
from tests.floor.casino import give_chips, leased
from tests.floor.test_swapped_orders import TABLE, night

NOW = 1000.0


@pytest.fixture
def casino(store: Store) -> Store:
    """A round of Black Jack in course, whose last answer another version would not take."""
    store.add(TABLE)
    give_chips(store)

    async def play() -> None:
        with night(store) as first:
            await first.deal()
            await first.finish()
            await first.deal()

    asyncio.run(play())
    store.release("node-a")
    log = list(store.log(TABLE.id))
    last = log[-1]
    assert isinstance(last.envelope.command, Answer)
    text = last.text.replace(f'"answer":"{last.envelope.command.answer}"', '"answer":"zz"')
    assert text != last.text
    s = schema.steps
    with store.writing() as connection:
        connection.execute(
            update(s).where(s.c.number == last.number).values(
                envelope=text, hash=link(log[-2].hash, text, last.lines)
            )
        )  # fmt: skip
    return store


def built() -> Mesa:
    return Mesa(TABLE)


def test_the_round_is_voided_every_chip_goes_back_and_the_table_plays_on(casino: Store) -> None:
    with pytest.raises(Exception, match="card-not-left"):
        casino.load(Chain(built()))
    step = void_round(casino, built, cause="falla", by="jorge", at=NOW)
    assert step is not None and step.envelope.person == "jorge"
    chain = Chain(built())
    casino.load(chain)
    assert chain.unit.table.live is None
    held = casino.balances()
    mine = {account: n for account, n in held.items() if account.owner == TABLE.id}
    assert mine == {a: n for a, n in (chain.unit.held() or {}).items() if n}
    assert casino.balance(ledger_account("mesa:mesa-1/spot:principal/1")) == 0
    assert list(audit(casino)) == []

    async def play_on() -> None:
        with night(casino) as again:
            again.now = NOW
            await again.deal()
            await again.finish()

    asyncio.run(play_on())
    assert list(audit(casino)) == []
    assert {n for n, _ in casino.orders(TABLE.id)} == {1, 2}, "no card that was seen comes again"


def test_a_table_that_replays_is_left_alone(casino: Store) -> None:
    void_round(casino, built, cause="falla", by="jorge", at=NOW)
    before = len(list(casino.log(TABLE.id)))
    assert void_round(casino, built, cause="falla", by="jorge", at=NOW) is None
    assert len(list(casino.log(TABLE.id))) == before


def test_a_table_that_a_node_keeps_is_not_touched(casino: Store) -> None:
    leased(casino, TABLE.id, "uno")
    with pytest.raises(NotMended, match="a node keeps"):
        void_round(casino, built, cause="falla", by="jorge", at=NOW)


def test_a_round_that_ended_is_not_voided(casino: Store) -> None:
    s = schema.steps
    with casino.writing() as connection:
        connection.execute(update(s).where(s.c.number == 3).values(hash="f" * 64))
    with pytest.raises(NotMended, match="has ended"):
        void_round(casino, built, cause="falla", by="jorge", at=NOW)


def test_the_command_says_what_it_did(
    casino: Store, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said: Callable[..., Any] = lambda *words: main(["--lang", "en", "void", *words])  # noqa: E731
    words = (TABLE.id, "--db", url, "--cause", "falla", "--by", "jorge")
    assert said(*words) == 0 and "voided" in capsys.readouterr().out
    assert said(*words) == 0 and "nothing was done" in capsys.readouterr().out
