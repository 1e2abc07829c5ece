"""Tables linked to a pot: what is staked, paid, voided and held at a real table."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.chance import anyone, seeded
from tapete.core.book.account import written
from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_record
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.bets import Place
from tapete.core.round.cards import Card
from tapete.core.round.chance import DrawCard
from tapete.core.round.event import BetReturned, nets
from tapete.core.round.pot import MAIN, PotFed, PotPaid
from tapete.core.round.record import Record, RoundFailed
from tapete.core.round.replay import replay
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.games.registry import find
from tapete.systems.pot.events import PotEvent
from tapete.systems.progressive.commands import (
    BuyCredits,
    FailLight,
    Open,
    Pay,
    ProgressiveCommand,
    UnlinkTable,
)
from tapete.systems.progressive.events import CREDITS
from tapete.systems.progressive.journal import ProgressiveJournal, press, release
from tapete.systems.progressive.report import display, meters
from tests.systems.progressive.pots import accounts, levels, linking, pot_of, terms

GAME = "caribbean-poker"
SEATS = (2, 5)
# Seats 5 and 2 in turn, then the croupier: color for 5, a pair for 2, no game for the croupier.
CARDS = ["Kh", "Ac", "Qc", "Jh", "Ad", "Jd", "8h", "9c", "9h", "5h", "6s", "7s", "3h", "2c", "4d"]


def table_of(pot: ProgressiveJournal | None, name: str = "A", edition: str = "scj-2023") -> Table:
    port = pot.link(name) if pot is not None else None
    table = Table(find(GAME), name=name, edition=edition, version="test", pot=port)
    for seat in SEATS:
        table.sit(seat, f"player-{seat}", chips=PLENTY)
    table.open_play(staff_of(table.rules))
    table.prepare(anyone(seeded(1)))
    return table


def linked(name: str = "A", main: int = 0, **changes: Any) -> tuple[ProgressiveJournal, Table]:
    pot = pot_of("other", main=main, **changes)
    agreed = terms(**changes)
    pot.do(linking(name, agreed, game=GAME))
    return pot, table_of(pot, name, agreed.edition)


def stake(table: Table, progressive: dict[int, int]) -> None:
    table.begin()
    for seat in SEATS:
        table.bet(Place(seat, "ante", 1000))
    for seat, amount in progressive.items():
        table.bet(Place(seat, "progresivo", amount))


def dealt(table: Table, cards: list[str] = CARDS) -> None:
    """Answer the round with these cards and everybody going."""
    left = iter(cards)

    def answer(ask: Ask[Any]) -> Any:
        if isinstance(ask, DrawCard):
            return Card(next(left))
        assert isinstance(ask, Choose), ask
        return "voy"

    assert table.live is not None
    while table.live.ask is not None:
        table.answer(answer(table.live.ask))


def played(table: Table, progressive: dict[int, int]) -> Record:
    stake(table, progressive)
    table.close_bets()
    dealt(table)
    return table.finish()


@pytest.mark.clause("CAT-III.6.5-01", "CAT-III.6.2-01")
def test_the_base_game_is_the_same_with_and_without_the_progressive() -> None:
    _, with_pot = linked(main=1_000_000)
    both, base = played(with_pot, {5: 1000, 2: 1000}), played(table_of(None), {})
    prizes = {5: 50_000 - 1000, 2: -1000}
    assert {seat: net - prizes[seat] for seat, net in nets(both.events).items()} == nets(
        base.events
    )  # fmt: skip
    assert [event.prize for event in both.events if isinstance(event, PotPaid)] == ["color"]


def test_the_round_feeds_the_pot_and_is_paid_out_of_it() -> None:
    pot, table = linked(main=1_000_000)
    record = played(table, {5: 2000})
    assert levels(pot).main == 1_000_000 + 1800 - 100_000
    assert display(pot.state).prizes[0].seat == 5
    books = accounts(pot.events, record.events)
    assert books[MAIN] == levels(pot).main and sum(books.values()) == 0


@pytest.mark.clause("AJ-2.5.6.2-01", "CAT-III.6.6-03")
@pytest.mark.parametrize("edition", ["scj-2023", "aj-bolivia"])
def test_the_prizes_are_paid_once_the_base_bets_are(edition: str) -> None:
    _, table = linked(main=1_000_000, edition=edition)
    told = [event.kind for event in played(table, {5: 1000, 2: 1000}).events]
    last = max(told.index(kind) for kind in ("bet-won", "bet-returned") if kind in told)
    assert last < told.index("pot-paid") and "bet-won" not in told[told.index("pot-paid") :]


@pytest.mark.clause("CAT-III.6.5.1-05")
def test_the_bets_are_in_the_pot_before_any_card_is_dealt_and_none_is_added_later() -> None:
    pot, table = linked()
    stake(table, {5: 1000})
    told = table.close_bets()
    assert any(isinstance(event, PotFed) for event in told)
    assert isinstance(table.live.ask, DrawCard)  # type: ignore[union-attr]
    assert levels(pot).main == 900
    with pytest.raises(Refused):
        table.bet(Place(2, "progresivo", 1000))
    assert meters(pot.state, "A")[5].light == "en-juego"


def test_the_record_of_a_linked_round_replays_by_itself() -> None:
    _, table = linked(main=777_777)
    record = read_record(played(table, {5: 1000, 2: 3000}).text())
    assert record.header.terms["pot"]["credit"] == 1000
    assert replay(record, find).events == list(record.events)


def test_a_round_the_table_voids_goes_out_of_the_pot_again() -> None:
    pot, table = linked(main=1_000_000)
    before = pot.state.meters
    stake(table, {5: 2000})
    table.close_bets()
    assert pot.state.meters != before
    begun = table.void("falla-de-luz")
    assert pot.state.meters == before
    voided = [event for event in table.log if event.kind == "round-voided"]
    books = accounts(pot.events, begun.events, voided)
    assert written(books) == {"pot:main": 1_000_000, "pot:base": -1_000_000}
    played(table, {5: 1000})


def test_a_pot_that_breaks_down_voids_the_round_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pot = pot_of("other", main=1_000_000)
    pot.do(linking("A", game=GAME))
    do = pot.do

    def keep(command: ProgressiveCommand) -> tuple[PotEvent, ...]:
        if isinstance(command, Pay):
            raise OSError("the disk is full")
        return do(command)

    monkeypatch.setattr(pot, "do", keep)
    table, before = table_of(pot), pot.state.meters
    stake(table, {5: 2000})
    table.close_bets()
    with pytest.raises(RoundFailed) as failed:
        dealt(table)
    assert isinstance(failed.value.__cause__, OSError)
    assert table.live is None and pot.state.meters == before


@pytest.mark.clause("CAT-III.6.6-02")
def test_a_faulty_position_plays_the_base_game_and_not_the_progressive() -> None:
    pot, table = linked()
    pot.do(FailLight("A", 5))
    table.begin()
    table.bet(Place(5, "ante", 1000))
    with pytest.raises(Refused, match=r"position-closed \[CAT-III.6.6-02\]"):
        table.bet(Place(5, "progresivo", 1000))


@pytest.mark.clause("ARI-4.1-01")
def test_in_arica_a_position_with_a_faulty_light_has_no_part_in_the_pot_either() -> None:
    agreed = terms(edition="arica-2017")
    pot = pot_of("other", edition="arica-2017")
    pot.do(linking("A", agreed, game="draw-poker"))
    pot.do(FailLight("A", 5))
    draw = find("draw-poker")
    table = Table(draw, name="A", edition="arica-2017", version="test", pot=pot.link("A"))
    table.sit(5, "ana", chips=PLENTY)
    table.open_play(staff_of(table.rules))
    table.prepare(anyone(seeded(1)))
    table.begin()
    table.bet(Place(5, "ante", 1000))
    with pytest.raises(Refused, match=r"position-closed \[ARI-4.1-01\]"):
        table.bet(Place(5, "progresivo", 1000))


@pytest.mark.clause("CAT-III.6.4.1-05", "CAT-III.6.6-01")
def test_with_meters_the_button_puts_the_bet_down_and_chips_alone_are_no_bet() -> None:
    pot, table = linked(acceptor="electronico", max=3000)
    pot.do(BuyCredits("A", 5, 4, "efectivo"))
    stake(table, {2: 1000})  # chips on the spot, and no light
    press(table, pot.link("A"), 5, 1)
    press(table, pot.link("A"), 5, 1)
    release(table, pot.link("A"), 5)
    press(table, pot.link("A"), 5, 2)
    with pytest.raises(Refused, match="over-maximum"):
        press(table, pot.link("A"), 5, 2)
    told = table.close_bets()
    assert [event.seat for event in told if isinstance(event, PotFed)] == [5]
    back = [event for event in told if isinstance(event, BetReturned)]
    assert [(event.seat, event.why) for event in back] == [(5, "retirada"), (2, "sin-luz")]
    dealt(table)
    record = table.finish()
    assert meters(pot.state, "A")[5].credits == 2
    books = accounts(pot.events, record.events)
    assert books[CREDITS] == 2000 and sum(books.values()) == 0


def test_a_press_the_table_refuses_leaves_the_credits_on_the_meter() -> None:
    pot, table = linked(acceptor="electronico")
    pot.do(BuyCredits("A", 5, 2, "efectivo"))
    with pytest.raises(Refused, match="no-round"):
        press(table, pot.link("A"), 5, 1)
    assert meters(pot.state, "A")[5].credits == 2
    pot.do(BuyCredits("A", 7, 2, "efectivo"))
    stake(table, {})
    with pytest.raises(Refused, match="not-seated"):
        press(table, pot.link("A"), 7, 1)
    assert meters(pot.state, "A")[7].credits == 2


@pytest.mark.clause("CAT-III.6.3-02", "CAT-III.6.6-08")
def test_two_tables_of_one_pot_win_one_after_the_other() -> None:
    pot, first = linked(main=1_000_000)
    pot.do(linking("B", terms(), game=GAME))
    second = table_of(pot, "B")
    for table in (first, second):
        stake(table, {5: 1000})
        table.close_bets()
    assert levels(pot).main == 1_001_800
    for table in (second, first):
        dealt(table)
        table.finish()
    assert levels(pot).main == 1_001_800 - 100_000
    assert [one.table for one in pot.state.due] == ["B", "A"]


@pytest.mark.clause("CAT-III.6.6-03")
def test_a_prize_may_be_held_for_review_after_it_left_the_pot() -> None:
    pot, table = linked(main=1_000_000)
    played(table, {5: 1000})
    held = table.holds.hold(5, now=0.0)
    assert held.amount > 50_000  # the base bets it won and the prize
    assert levels(pot).main == 1_000_900 - 50_000


def test_a_table_on_a_pot_that_may_take_no_bets_plays_without_it() -> None:
    pot = ProgressiveJournal("mayor")
    pot.do(Open(terms()))
    pot.do(linking("A", game=GAME))
    table = table_of(pot)
    table.begin()
    with pytest.raises(Refused, match="no-pot-linked"):
        table.bet(Place(5, "progresivo", 1000))


def test_a_table_unlinked_while_bets_are_made_gives_them_back_and_plays_on() -> None:
    pot, table = linked(main=1_000_000)
    stake(table, {5: 1000})
    pot.do(UnlinkTable("A", informed="I-2"))
    told = table.close_bets()
    assert [event.seat for event in told if isinstance(event, BetReturned)] == [5]
    dealt(table)
    record = table.finish()
    assert nets(record.events)[5] == nets(played(table_of(None), {}).events)[5]
    assert table.setup().terms.pot is None and levels(pot).main == 1_000_000
