"""A bingo hall through keeper, minder, ledger and audit: whole games, without waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from sqlalchemy import select

from tapete.core.book.refused import Refused
from tapete.core.round.acta import read_event, read_record
from tapete.core.round.cards import Card
from tapete.core.round.event import at_seat
from tapete.core.round.felt import PUBLIC
from tapete.core.round.pot import MAIN
from tapete.core.round.replay import replay
from tapete.floor.audit.whole import audit
from tapete.floor.chance.orders import promise_of
from tapete.floor.kernel.chain import Chain
from tapete.floor.kernel.due import Do, Idle, Seal, Until
from tapete.floor.kernel.writer import Writer
from tapete.floor.money.accounts import in_plain_pot, ledger_account, wallet
from tapete.floor.storage import schema
from tapete.floor.storage.kept_actas import in_full
from tapete.floor.storage.store import Store
from tapete.floor.table.commands import SYSTEM, Answer, Promise
from tapete.floor.units.sala import Sala
from tapete.floor.units.sala import commands as do
from tapete.floor.units.sala.spec import Joint
from tapete.floor.units.sala.view import people_here
from tapete.systems.bingo.design import Design
from tapete.systems.rounds import find
from tests.floor.casino import envelope, give_chips
from tests.floor.hall import POT, Kept, hall, opened, something, with_pot, without_pot
from tests.floor.simulation import TABLE, World, simulate

BOUGHT = 5_000_000


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 600))


@pytest.fixture
def casino(store: Store) -> Store:
    with_pot(store)
    store.add(hall())
    give_chips(store, BOUGHT)
    return store


@pytest.mark.clause(
    "CAT-V.3.1-05", "CAT-V.3.2.1-02", "CAT-V.3.3-13", "CAT-V.3.1-01", "CAT-V.3.3-05"
)
def test_a_lone_guest_plays_a_whole_game_with_company_and_is_paid_into_his_account(
    casino: Store,
) -> None:
    async def played() -> tuple[Sala, list[Any]]:
        writer = Writer(casino)
        kept = Kept(casino, writer, hall())
        await kept.advance()
        await kept.send(do.Enter(player="ana"))
        await kept.until("venta")
        await kept.send(do.Buy(player="ana", numbers=(7, 9, 11)))
        await kept.send(do.Ready(player="ana"))
        await kept.until("fin")
        await kept.advance()  # the order of the balls is opened
        writer.close()
        return kept.sala, list(casino.log("bingo-1"))

    sala, log = run(played())
    view = sala.view(at_seat(1))
    assert [card.number for card in view.mine] == [7, 9, 11] and view.ended == "terminada"
    prizes = {prize.prize: prize for prize in view.won}
    assert set(prizes) == {"linea", "bingo", POT}, "the pot is won by whoever has bingo"
    assert prizes["linea"].ball <= prizes["bingo"].ball == len(view.balls)
    mine = sum(prize.shares.get("ana", 0) for prize in view.won)
    assert casino.balance(wallet("ana")) == BOUGHT - 3000 + mine
    takings = casino.balance(ledger_account("sala:bingo-1/pozo"))
    assert takings == 0 and casino.balance(in_plain_pot(POT, MAIN)) == 50_000 + view_leftover(log)
    assert list(audit(casino)) == []


def view_leftover(log: list[Any]) -> int:
    """What could not be divided goes to the pot after it was won."""
    events: list[Any] = [read_event(line) for kept in log for line in kept.lines]
    return sum(event.leftover for event in events if event.kind == "bingo-awarded")


@pytest.mark.clause("CAT-V.3.2.1-12", "CAT-V.3.3-04", "CAT-V.3.2.1-08")
def test_every_game_is_recorded_by_the_system_and_replays(casino: Store) -> None:
    async def played() -> None:
        writer = Writer(casino)
        kept = Kept(casino, writer, hall())
        await kept.advance()
        await kept.send(do.Enter(player="ana"))
        for _ in range(2):
            await kept.until("venta")
            await kept.send(do.Buy(player="ana", cards=2))
            await kept.send(do.Ready(player="ana"))
            await kept.until("fin")
        writer.close()

    run(played())
    with casino.engine.connect() as connection:
        actas = connection.execute(select(schema.rounds).order_by(schema.rounds.c.number)).all()
    assert [row.number for row in actas] == [1, 2]
    before = None
    for acta in in_full(casino, actas[0].unit_id, [row.acta for row in actas]):
        record = read_record(acta)
        kinds = [event.kind for event in record.events]
        assert {"bingo-cards-sold", "bingo-prizes-set", "bingo-awarded"} <= set(kinds)
        replay(record, find, before)
        before = record.after


@pytest.mark.clause("CAT-V.5-04", "CAT-V.3.3-06")
def test_annulled_every_card_is_paid_back_and_the_pot_is_as_before(casino: Store) -> None:
    async def played() -> Sala:
        writer = Writer(casino)
        kept = Kept(casino, writer, hall())
        await kept.advance()
        for player in ("ana", "bruno"):
            await kept.send(do.Enter(player=player))
        await kept.until("venta")
        await kept.send(do.Buy(player="ana", cards=4))
        await kept.send(do.Buy(player="bruno", cards=1))
        await kept.until("sorteo")
        while len(kept.sala.view().balls) < 3:
            await kept.advance()
        with pytest.raises(Refused, match="director-decides"):
            await kept.send(do.Annul(why="falla"), "jefe-tecnico")
        await kept.send(do.Annul(why="falla"), "director-de-bingo")
        writer.close()
        return kept.sala

    sala = run(played())
    assert sala.view().ended == "anulada"
    assert [casino.balance(wallet(who)) for who in ("ana", "bruno")] == [BOUGHT, BOUGHT]
    assert casino.balance(in_plain_pot(POT, MAIN)) == 50_000
    assert list(audit(casino)) == []


def test_whatever_fails_a_hall_loses_and_doubles_nothing() -> None:
    steps = 0
    for n in range(12):
        world = World(without_pot(id=TABLE), something)
        steps += simulate(f"hall {n}", commands=60, world=world).steps
    assert steps > 200


# What is due, and when: no clock runs


def begun(**changes: Any) -> Chain[Sala]:
    chain = Chain(Sala(without_pot(**changes)))
    chain.apply(opened())
    return chain


def send(chain: Chain[Sala], command: Any, role: str = "jugador", at: float = 0.0) -> Any:
    return chain.apply(envelope(command, role, at=at))


def test_an_empty_hall_waits_and_a_sale_begins_when_somebody_comes() -> None:
    chain = begun()
    assert chain.unit.due(0.0) == Idle()
    send(chain, do.Enter(player="ana"))
    assert chain.unit.due(1.0) == Do(do.BeginSale(), "sistema")


@pytest.mark.clause("CAT-V.3.3-01")
def test_the_sale_goes_on_below_two_people_and_five_cards() -> None:
    chain = begun(company=0)
    send(chain, do.Enter(player="ana"))
    send(chain, do.BeginSale(), "sistema")
    send(chain, do.Buy(player="ana", cards=5), at=10.0)
    assert chain.unit.due(500.0) == Idle(), "one person alone"
    with pytest.raises(Refused) as refused:
        send(chain, do.StartGame(), "sistema")
    assert (refused.value.clause, refused.value.code) == ("CAT-V.3.3-01", "too-few")
    send(chain, do.Enter(player="bruno"))
    send(chain, do.Buy(player="bruno", cards=1), at=20.0)
    assert chain.unit.due(30.0) == Until(40.0), "thirty seconds from the first card"
    assert chain.unit.due(40.0) == Do(do.StartGame(), "sistema")


@pytest.mark.clause("CAT-V.3.3-14", "CAT-V.3.3-09")
def test_balls_come_at_the_pace_of_the_plan_and_wait_where_a_prize_was_won() -> None:
    chain = drawing()
    order = range(1, 91)
    told = chain.unit
    for ball in order:
        send(chain, ball_of(ball), "croupier", at=100.0 * ball)
        if told.live is None:
            break
        won = len(told.view().won)
        wait = told.spec.pace.ball if not won or told.view().won[-1].ball < ball else 6.0
        assert told.due(100.0 * ball) == Until(100.0 * ball + wait)
    assert told.view().balls == tuple(range(1, len(told.view().balls) + 1))


def ball_of(ball: int) -> Any:
    return Answer(answer=str(ball))


def drawing() -> Chain[Sala]:
    """A game whose balls are promised: they come out from 1 to 90."""
    chain = begun()
    send(chain, do.Enter(player="ana"))
    send(chain, do.BeginSale(), "sistema")
    send(chain, do.Buy(player="ana", cards=2))
    send(chain, do.StartGame(), "sistema", at=50.0)
    assert isinstance(chain.unit.due(60.0), Seal), "promised before the first ball"
    with pytest.raises(Refused, match="balls-not-promised"):
        send(chain, ball_of(1), "croupier")
    promise = promise_of("s", [Card(str(n)) for n in range(1, 91)])
    send(chain, Promise(n=1, promise=promise, cards=90), "sistema", at=60.0)
    return chain


@pytest.mark.clause("CAT-V.5-06", "CAT-V.5-07", "CAT-V.3.1-08")
def test_no_hall_is_made_with_a_plan_that_does_not_add_up() -> None:
    joint = Joint(me="centro", rooms={"norte": (1, 60), "sur": (61, 120)})
    plan = without_pot().plan
    for changed, linked, clause in (
        ({"house": "39.4%"}, None, "CAT-V.5-06"),
        ({"line": "112%", "house": "-60.5%"}, None, "CAT-V.5-06"),
        ({"approved": False}, None, "CAT-V.5-07"),
        ({}, joint, "CAT-V.3.1-08"),  # what is left over has no casino of its own
    ):
        with pytest.raises(Refused) as refused:
            Sala(hall(plan=plan | changed, company=0, joint=linked))
        assert refused.value.clause == clause
    Sala(hall(plan=plan, company=0))
    Sala(hall(company=0, joint=joint))


@pytest.mark.clause("CAT-V.3.2.2.3-01", "CAT-V.3.2.2.3-02", "CAT-V.3.3-02")
def test_one_terminal_a_player_and_no_more_players_than_terminals() -> None:
    chain = begun(positions=2)
    send(chain, do.Enter(player="ana"))
    for command, clause in (
        (do.Enter(player="ana"), "CAT-V.3.2.2.3-02"),
        (do.Buy(player="bruno", cards=1), "CAT-V.3.2.2.3-01"),
    ):
        with pytest.raises(Refused) as refused:
            send(chain, command)
        assert refused.value.clause == clause
    send(chain, do.Enter(player="bruno"))
    with pytest.raises(Refused, match="hall-full"):
        send(chain, do.Enter(player="carla"))
    send(chain, do.BeginSale(), "sistema")
    send(chain, do.Buy(player="ana", numbers=(90,)))
    with pytest.raises(Refused, match="card-not-free"):
        send(chain, do.Buy(player="bruno", numbers=(90,)))


@pytest.mark.clause("CAT-V.3.3-13")
def test_who_leaves_or_is_cut_off_still_wins_with_his_cards() -> None:
    """Cut any subset of terminals at any ball: the winners are the same, each paid once."""

    def game(leave_at: int | None) -> tuple[Any, ...]:
        chain = drawing()
        for ball in range(1, 91):
            if ball == leave_at:
                send(chain, do.Exit(player="ana"))
            send(chain, ball_of(ball), "croupier")
            if chain.unit.live is None:
                break
        return chain.unit.view().won

    assert game(None) == game(1) == game(30)


@pytest.mark.clause("CAT-V.5-05")
def test_cards_pass_to_somebody_who_has_a_terminal_and_no_money_comes_back() -> None:
    chain = drawing()
    send(chain, ball_of(1), "croupier")
    with pytest.raises(Refused, match="no-refund"):
        send(chain, do.PassCards(player="ana", to="casa"))
    with pytest.raises(Refused, match="not-in-the-hall"):
        send(chain, do.PassCards(player="ana", to="bruno"))
    assert len(chain.unit.view(at_seat(1)).mine) == 2, "a refusal leaves no trace"
    send(chain, do.Enter(player="bruno"))
    send(chain, do.PassCards(player="ana", to="bruno"))
    assert len(chain.unit.view(at_seat(2)).mine) == 2 and not chain.unit.view(at_seat(1)).mine


@pytest.mark.clause("CAT-V.3.2.2.1-01", "CAT-V.3.2.2.1-02", "CAT-V.2.3-02")
def test_a_session_opens_with_director_and_jefe_tecnico_and_everything_checked() -> None:
    chain = Chain(Sala(without_pot(company=0)))
    for staff, checked, clause in (
        (("jefe-tecnico",), True, "CAT-V.3.2.2.1-01"),
        (("director-de-bingo",), True, "CAT-V.3.2.2.1-02"),
        (("director-de-bingo", "jefe-tecnico"), False, "CAT-V.2.3-02"),
    ):
        with pytest.raises(Refused) as refused:
            send(chain, do.OpenHall(staff=staff, checked=checked), "director-de-bingo")
        assert refused.value.clause == clause
    send(chain, do.OpenHall(staff=("director-de-bingo", "jefe-tecnico")), "director-de-bingo")
    assert chain.unit.open


@pytest.mark.clause("CAT-V.3.3-15")
def test_after_the_last_game_announced_the_hall_closes() -> None:
    chain = drawing()
    step = send(chain, do.LastGame(), "director-de-bingo")
    assert step.events[0].what == "ultimo-juego"
    for ball in range(1, 91):
        send(chain, ball_of(ball), "croupier")
        if chain.unit.live is None:
            break
    chain.unit.orders.open(1)
    assert chain.unit.due(1e6) == Do(do.CloseHall(), "sistema")


@pytest.mark.clause("CAT-V.3.3-02")
def test_where_cards_come_in_strips_they_are_offered_and_sold_whole() -> None:
    chain = Chain(Sala(without_pot(design=Design("tiras", 120, strips=True))))
    chain.apply(opened())
    send(chain, do.Enter(player="ana"))
    send(chain, do.BeginSale(), SYSTEM)
    view = chain.unit.view(at_seat(1))
    bought = [one.cards for one in people_here(chain.unit, PUBLIC, str) if one.cards]
    assert view.strip == 6 and view.buyers == 4 and bought == [6] * 4, "company too"
    offered = [card.number for card in view.offered]
    assert len(offered) == 12 and all(n % 6 == 1 for n in offered[::6])
    assert sorted(n for card in view.offered[:6] for row in card.rows for n in row) == [
        *range(1, 91)
    ]
    with pytest.raises(Refused, match="whole-strips"):
        send(chain, do.Buy(player="ana", cards=4))
    send(chain, do.Buy(player="ana", numbers=tuple(offered[:6])))
    assert len(chain.unit.view(at_seat(1)).mine) == 6
    with pytest.raises(Refused, match="not-whole-strips"):
        Sala(without_pot(design=Design("tiras", 100, strips=True)))
