"""Whatever people do at a table in whatever order, chips are neither made nor lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tapete.chance import seeded
from tapete.core.book.account import TIPS, in_stack, on_hold
from tapete.core.book.plan import plan
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.ask import ChanceAsk, Pick
from tapete.core.round.bets import Noticed, Place, Remove
from tapete.core.round.betting import BetWindow
from tapete.core.round.record import Record
from tapete.core.table.table import Table
from tests.core.tables import a_table

SEATS = (1, 2, 3)
BETS = ("rojo", "negro", "pleno:17", "tercio")
AMOUNTS = (500, 1000, 3000, 6000)
OFTEN = {"place": 24, "go on": 12, "hold": 12, "sit": 8, "tip": 8, "resume": 8, "remove": 8,
         "leave": 3, "change": 3}  # fmt: skip
BREACH = "CAT-I.5.1-03"


class Evening:
    """People who do anything at a table, allowed or not. ``done`` counts what was allowed."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self.table: Table = a_table(plan=plan(), seats=())
        self.now = 0.0
        self.done: dict[str, int] = {}

    def one(self, things: Any) -> Any:
        return things[self.pick(len(things))]

    def step(self) -> None:
        deeds = self.deeds()
        name = self.one([name for name in deeds for _ in range(OFTEN.get(name, 1))])
        try:
            deeds[name]()
        except Refused:
            return
        self.done[name] = self.done.get(name, 0) + 1

    def deeds(self) -> dict[str, Callable[[], object]]:
        table, seat, amount = self.table, self.one(SEATS), self.one(AMOUNTS)
        player = self.one(("ana", "benito", "carla", "diego"))
        bet = self.one(BETS)
        return {
            "sit": lambda: table.sit(
                seat, player, chips=self.one((1000, 4000, 9000)), now=self.now
            ),
            "leave": lambda: table.leave(seat),
            "change": lambda: table.exchange.change(seat, amount),
            "tip": lambda: table.exchange.tip(seat, amount),
            "begin": table.begin,
            "place": lambda: table.bet(Place(seat, bet, amount)),
            "remove": lambda: table.bet(Remove(seat, bet)),
            "late": lambda: table.bet(Noticed(seat, "rojo", 500, "jefe-de-sala"), by="croupier"),
            "go on": self.go_on,
            "hold": lambda: table.holds.hold(seat, now=self.now),
            "release": lambda: [table.holds.release(*key) for key in list(table.holds.open)[:1]],
            "time": self.time,
            "void": lambda: table.void("incidente"),
            "suspend": lambda: table.suspend("pausa"),
            "resume": table.resume,
            "caution": lambda: table.conduct.caution(player, BREACH),
            "exclude": lambda: table.places.exclude(player, BREACH, until=self.now + 60),
        }

    def go_on(self) -> None:
        live = self.table.live
        if live is None:
            self.table.begin()
        elif live.ended:
            self.table.finish()
        elif isinstance(live.ask, BetWindow):
            self.table.close_bets()
        elif isinstance(live.ask, ChanceAsk):
            self.table.answer("17" if self.pick(2) else live.ask.some(self.pick), by="croupier")
        else:
            assert live.ask is not None
            self.table.answer(live.ask.some(self.pick))

    def time(self) -> None:
        self.now += 300
        self.table.holds.tick(self.now)

    def check(self) -> None:
        table = self.table
        accounts = table.desk.accounts
        assert sum(accounts.values()) == 0
        assert accounts[TIPS] >= 0
        for seat in SEATS:
            has = table.available(seat)
            assert (accounts[in_stack(seat)] if has is None else has) >= 0, (seat, has)
            held = [hold.amount for hold in table.holds.open.values() if hold.seat == seat]
            assert accounts[on_hold(seat)] == sum(held)
        if table.live is None:
            on_felt = sum(n for account, n in accounts.items() if account.kind == "spot")
            assert on_felt == sum(stake.amount for stake in table.state.standing())


@pytest.mark.parametrize("seed", range(12))
def test_chips_are_neither_made_nor_lost(seed: int) -> None:
    evening = Evening(seeded(seed))
    for _ in range(600):
        evening.step()
        evening.check()


def test_the_evenings_leave_nothing_untried() -> None:
    done: set[str] = set()
    for seed in range(12):
        evening = Evening(seeded(seed))
        for _ in range(600):
            evening.step()
        done |= set(evening.done)
    assert done == set(evening.deeds())


def test_all_that_happens_outside_the_rounds_can_be_written_down_and_read_back() -> None:
    kinds: set[str] = set()
    for seed in range(12):
        evening = Evening(seeded(seed))
        for _ in range(600):
            evening.step()
        while evening.table.live is not None:
            evening.go_on()
        if not evening.table.open:
            evening.table.resume()
        header = evening.table.play(lambda ask: ask.some(lambda n: 0)).header
        written = Record(header, (), tuple(evening.table.log), None)
        assert read_record(written.text()) == written
        kinds |= {event.kind for event in evening.table.log}
    assert kinds >= {
        "announced", "seat-taken", "seat-freed", "chips-changed", "tipped", "payment-held",
        "payment-released", "cautioned", "excluded", "round-voided",
    }  # fmt: skip
