"""Bets are made with chips: a stake that the table's chips cannot show is refused."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tapete.core.book.plan import plan
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import (
    Closed,
    Cloth,
    Felted,
    Limits,
    Noticed,
    Offer,
    Place,
    Remove,
    Slip,
)
from tapete.core.round.betting import BetWindow
from tapete.core.round.game import Game, Setup
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.registry import GAMES
from tapete.games.roulette.french import RULETA_FRANCESA
from tests.core.tables import STAFF, refused, toy
from tests.core.toys import ToyState

VALUES = (500, 1000, 5000)


def a_table(values: tuple[int, ...] = VALUES, **limits: int) -> Table:
    return a_table_of(RULETA_FRANCESA, values, **limits)


def a_table_of(game: Game[Any, Any], values: tuple[int, ...] = VALUES, **limits: int) -> Table:
    terms = msgspec.structs.replace(game.terms(), chip_values=values, limits=Limits(**limits))
    table = Table(game, terms=terms, seats=(3, 5))
    table.open_play(STAFF)
    return table


@pytest.mark.clause("CAT-I.4.1-01")
def test_a_stake_that_no_chips_can_show_is_refused_and_leaves_no_trace() -> None:
    table = a_table()
    table.begin()
    no = refused(table.bet, Place(3, "rojo", 750))
    assert (no.code, no.clause) == ("not-in-chips", "CAT-I.4.1-01")
    assert no.facts == {"seat": 3, "bet": "rojo", "amount": 750, "chips": "500 1000 5000"}
    assert table.open_bets is not None and not table.open_bets.felt
    table.bet(Place(3, "rojo", 1500))
    assert refused(table.bet, Remove(3, "rojo", 250)).code == "not-in-chips"
    table.bet(Remove(3, "rojo", 500))
    assert table.open_bets.felt == {(3, "rojo"): 1000}


@pytest.mark.clause("CAT-I.4.1-01")
def test_nor_is_it_taken_in_a_whole_slip_or_noticed_late() -> None:
    table = a_table(max=1000)
    table.begin()
    slip = Slip((Place(3, "rojo", 500), Place(5, "negro", 650)))
    assert refused(table.answer, slip).code == "not-in-chips"
    late = Noticed(3, "rojo", 1250, "jefe-de-sala")
    assert refused(table.bet, late, by="croupier").code == "not-in-chips"
    table.bet(msgspec.structs.replace(late, amount=1500), by="croupier")


@pytest.mark.clause("CAT-II.1.4-04", "CAT-I.4.1-01")
def test_every_part_of_a_called_bet_is_made_of_chips() -> None:
    table = a_table()
    table.begin()
    assert table.open_bets is not None
    room = table.open_bets.room(3, "tercio")
    assert isinstance(room, Offer) and (room.low, room.step) == (6 * 500, 6 * 500)
    table.bet(Place(3, "tercio", 3000))
    assert refused(table.bet, Place(5, "tercio", 3600)).code == "not-in-chips"


def test_the_offer_says_what_chips_can_show() -> None:
    table = a_table(values=(1000, 700), min=1)
    table.begin()
    assert table.open_bets is not None
    room = table.open_bets.room(3, "rojo")
    assert isinstance(room, Offer) and (room.low, room.step) == (700, 100)
    table.bet(Place(3, "rojo", 1400))
    assert refused(table.bet, Place(5, "rojo", 1300)).code == "not-in-chips"


class OneBet(Cloth, frozen=True, kw_only=True):
    """A cloth with one bet on it."""

    measured: Offer

    def bets(self) -> Iterator[str]:
        yield "punto"

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        return self.measured


def one_bet(measured: Offer, chips: tuple[int, ...] = ()) -> BetWindow:
    return BetWindow(
        seats=(3,), cloth=OneBet(measured=measured), limits=Limits(), chips=chips,
        clause="CAT-I.4.1-01", closing_clause="CAT-I.4.1-01",
    )  # fmt: skip


@pytest.mark.clause("CAT-III.2.5-37", "CAT-I.4.1-01")
def test_what_the_rules_measure_to_the_peso_is_staked_to_the_peso() -> None:
    """A bank that a commission has made odd is made by one player all the same."""
    measured = Offer("CAT-III.2.5-37", high=1730)
    window = one_bet(measured, chips=VALUES)
    open_bets = window.open()
    assert refused(open_bets.take, Place(3, "punto", 1630)).code == "not-in-chips"
    open_bets.take(Place(3, "punto", 500))
    open_bets.take(Place(3, "punto", 1230))
    assert open_bets.felt == {(3, "punto"): 1730}


@pytest.mark.clause("CAT-I.4.1-01")
def test_a_bet_of_which_chips_can_show_nothing_is_open_for_what_the_rules_measure_or_closed() -> (
    None
):
    small = one_bet(Offer("CAT-III.2.5-37", low=50, high=400), chips=VALUES).open()
    room = small.room(3, "punto")
    assert isinstance(room, Offer) and (room.low, room.high) == (400, 400)
    small.take(Place(3, "punto", 400))
    limited = a_table(max=400)
    limited.begin()
    assert limited.open_bets is not None
    closed = limited.open_bets.room(3, "rojo")
    assert isinstance(closed, Closed) and closed.code == "not-in-chips"


def test_chips_are_no_part_of_a_question_s_fingerprint() -> None:
    """Records from before, whose terms name chips too, stay what they are."""
    window = one_bet(Offer("CAT-I.4.1-01"), chips=VALUES)
    assert window.fingerprint() == one_bet(Offer("CAT-I.4.1-01")).fingerprint()


SHOE_FIRST = {"punto-y-banca", "baccarat"}
"""Who holds the shoe, or the bank, is asked before anybody bets."""
BETS_FIRST = [id for id in plan().table if not GAMES[id].on_stacks and id not in SHOE_FIRST]


@pytest.mark.parametrize("game", sorted(BETS_FIRST))
def test_what_is_offered_under_the_plan_is_taken(game: str) -> None:
    table = Table(GAMES[game], plan=plan(), seats=(1, 2, 3, 4))
    table.open_play(staff_of(table.rules))
    table.prepare(lambda ask: ask.some(lambda n: 0))
    table.begin()
    open_bets = table.open_bets
    assert open_bets is not None
    for bet in open_bets.window.cloth.bets():
        room = open_bets.room(1, bet)
        if isinstance(room, Offer):
            for amount in {room.low, room.low + room.step}:
                trial = open_bets.window.open()
                if room.high is None or amount <= room.high:
                    trial.take(Place(1, bet, amount))


def doubles(setup: Setup[Any, Any], state: ToyState) -> Round[ToyState]:
    yield from Choose(
        seat=3, about="mano", clause="CAT-I.1-14", default="no",
        options=(Option("subir", 730, 2230, puts=1), Option("no")),
    )  # fmt: skip
    return state


@pytest.mark.clause("CAT-I.4.1-01")
def test_an_amount_said_with_a_move_is_made_of_chips() -> None:
    table = a_table_of(toy(doubles, ToyState))
    table.begin()
    assert refused(table.answer, "subir:1600").code == "not-in-chips"
    assert refused(table.answer, "subir:2230").code == "not-in-chips"
    table.answer("subir:1500")


@pytest.mark.parametrize("amount", [730, 2230])
def test_on_stacks_the_least_and_the_most_are_what_the_players_chips_make_them(amount: int) -> None:
    table = a_table_of(dataclasses.replace(toy(doubles, ToyState), on_stacks=True))
    table.begin()
    assert refused(table.answer, "subir:1600").code == "not-in-chips"
    table.answer(f"subir:{amount}")
