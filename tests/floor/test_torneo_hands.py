"""Hands at the tables of a tournament as the floor keeps them: rulings of staff, clocks, called
all-ins that wait (COL-7.5.1, COL-7.5.3-13, COL-8)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.event import CardSeen, CommissionTaken, Ruled
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.floor.people.person import OF_TOURNAMENTS, Person
from tapete.floor.units import KINDS
from tapete.games.poker.circle.rulings import DealFault, HandRestored, TwoSteps
from tapete.games.poker.circle.speak import CardsExposed
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.reglamento import reglamento
from tests.floor.torneo_desk import Desk
from tests.games.poker.circle.studs import dealt, said, told

CARDS = "As Ks Qs Tc Ad Kd Qd Th"


def at_the_mesa() -> Table:
    """Four players at the first table of a tournament, 25/50, the button with seat 1."""
    table: Table = Desk().playing().mesa(1).table
    for seat in (1, 2, 3, 4):
        table.sit(seat, f"p{seat}", chips=20_000)
    table.open_play(staff_of(table.rules))
    table.act("button", seat=1)
    return table


@pytest.mark.clause("COL-7.5.1-02", "COL-7.5.3-13", "COL-8-17", "COL-7.5.5-21", "COL-4-03")
def test_an_error_is_ruled_on_at_once_by_staff_or_it_stands() -> None:
    """A player reports a two-step bet: staff enter it, he cannot; a faulty deal nobody minded until
    there was action stands; what was mucked can be looked at by staff in the record."""
    table = at_the_mesa()
    live, _ = dealt(table, CARDS, {2: ["subir:300"]})
    with pytest.raises(Refused, match="not-your-role"):
        table.answer(TwoSteps(1, (300,), (300,)), by="jugador", seat=1)
    table.answer(TwoSteps(1, (300,), (300,)), by="jefe-de-mesa")
    with pytest.raises(Refused, match="not-your-role"):
        table.answer(DealFault(4, "orden-equivocado"), by="jugador", seat=4)
    table.answer(DealFault(4, "orden-equivocado"), by="jefe-de-mesa")
    assert said(live.events)["la-mano-sigue"] == "COL-7.5.1-22"
    table.answer(CardsExposed(4))
    table.answer(CardsExposed(4))  # warned that a second time costs the hand: it does
    assert [e.ruling for e in told(live.events, Ruled)] == ["advertencia", "pierde-la-mano"]
    assert told(live.events, Ruled)[-1].clause == "COL-8-17"
    table.answer("retirarse")
    for card in ["3c", "9h", "8d", "2s"]:
        table.answer(card)
    table.answer("apostar:300")
    table.answer("retirarse")
    record = table.finish()
    assert not told(record.events, CommissionTaken)  # tournament chips bear none
    for card in ("Tc", "Th"):  # of who mucked unseen
        assert f'"{card}"' in record.text()


@pytest.mark.clause("COL-7.5.5-06", "COL-7.5.5-13")
def test_nobody_turns_anothers_cards_and_staff_give_back_what_was_mucked_by_accident() -> None:
    table = at_the_mesa()
    live, _ = dealt(table, CARDS, {2: ["resto"]})
    with pytest.raises(Refused, match="not-your-hand"):
        table.answer(CardsExposed(2), by="jugador", seat=1)  # the hand stays as it is, live
    table.answer("retirarse")  # by accident, with an all-in to call
    table.answer(HandRestored(1), by="jefe-de-mesa")
    table.answer("retirarse")
    table.answer("retirarse")
    ask = live.ask
    assert ask is not None and ask.put_to.seat == 1  # he has his cards again, and calls
    table.answer("resto")
    seen = [e.zone for e in told(live.events, CardSeen) if not e.audience]
    assert set(seen) == {"seat:1", "seat:2"}
    row = reglamento().fault("voltear-cartas-ajenas")
    assert row is not None and row.clausulas == ("COL-7.5.5-06",)


@pytest.mark.clause("COL-3.1-05")
def test_nobody_enters_for_value_but_under_his_legal_name() -> None:
    """A guest has a name he chose and no papers; whoever has an account was admitted with them."""
    desk = Desk().entering()
    guest = Person(id="invitado-1", name="El Rey", guest=True)
    named = Person(id="persona-1", name="Ana Soto Díaz", rut="12345678-5")

    class House:
        def known(self, id: str) -> Person:
            return guest if id == guest.id else named

        def now(self) -> float:
            return 0.0

        async def aside(self, work: Any) -> Any:
            return work()

        class register:
            asked: ClassVar[list[bool]] = []

            @classmethod
            def check_may_play(cls, player: Person, now: float, *, tournament: bool) -> None:
                cls.asked.append(tournament)

    keeper: Any = SimpleNamespace(unit=desk.chain.unit)
    kind: Any = KINDS["torneo"]

    def admit(player: str) -> None:
        sent = do.Enter(player=player)
        done = kind.admit(House(), keeper, named, "cajero", sent, None)
        with pytest.raises(StopIteration):
            done.send(None)

    with pytest.raises(Refused) as refusal:
        admit(guest.id)
    assert (refusal.value.clause, refusal.value.code) == ("COL-3.1-05", "legal-name")
    admit(named.id)
    assert House.register.asked == [True, True] and OF_TOURNAMENTS  # and whoever may not, does not
