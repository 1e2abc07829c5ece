"""Prepaid cards: what they hold is somewhere at every moment, and in one place."""

from __future__ import annotations

from itertools import permutations

import pytest

from tapete.core.book.aggregate import Journal
from tapete.core.book.refused import Refused
from tapete.systems.machines.cards.aggregate import CARD_BOOK
from tapete.systems.machines.cards.commands import (
    Block,
    CardCommand,
    Load,
    OpenCards,
    PassDays,
    PutIn,
    Refund,
    Sell,
    TakeOut,
    Unblock,
)
from tapete.systems.machines.cards.events import CardEvent
from tapete.systems.machines.cards.state import CARDS, CardBook, Slot

Book = Journal[CardBook, CardCommand, CardEvent]
ONE, LAST = "000001", "4711"
HERE, THERE = Slot(12), Slot(31)


def sold(amount: int = 10_000, holder: str = "") -> Book:
    """A book with one card."""
    book: Book = Journal(CARD_BOOK, "clp")
    book.do(OpenCards(30, 60))
    book.do(Sell(ONE, LAST, amount, "dinero", "venta", "", holder))
    return book


def refused(book: Book, command: CardCommand) -> str:
    before = book.state
    with pytest.raises(Refused) as found:
        book.do(command)
    assert found.value.clause == CARDS and book.state is before
    return found.value.code


def balance(book: Book) -> int:
    card = book.state.find(ONE)
    assert card is not None
    return card.balance


@pytest.mark.clause("CAT-VI.4.1-06")
def test_what_a_card_holds_becomes_credits_and_comes_back() -> None:
    book = sold()
    book.do(PutIn(ONE, LAST, HERE, 4000))
    book.do(PutIn(ONE, LAST, HERE))  # all the rest, by the same machine
    assert balance(book) == 0 == book.state.live
    book.do(TakeOut(ONE, HERE, 12_500))
    assert balance(book) == 12_500 == book.state.live
    assert (book.state.loaded, book.state.spent, book.state.returned) == (10_000, 10_000, 12_500)


def test_every_order_of_two_machines_and_the_cage_uses_a_card_once() -> None:
    """Whoever is first has it, and the others are told where it is or what became of it."""
    uses = {
        "maquina 12": PutIn(ONE, LAST, HERE), "maquina 31": PutIn(ONE, LAST, THERE),
        "caja": Refund(ONE, "dinero", "devolucion", LAST),
    }  # fmt: skip
    for order in permutations(uses):
        book = sold()
        first, *others = order
        book.do(uses[first])
        code = "card-refunded" if first == "caja" else "card-in-use"
        assert [refused(book, uses[other]) for other in others] == [code, code]
        assert book.state.spent + book.state.refunded == 10_000


def test_every_refusal_of_a_card() -> None:
    book = sold()
    assert refused(book, PutIn("000002", LAST, HERE)) == "unknown-card"
    assert refused(book, PutIn(ONE, "0000", HERE)) == "unknown-card"
    assert refused(book, PutIn(ONE, LAST, HERE, 10_001)) == "not-enough-on-card"
    assert refused(book, Load(ONE, LAST, 0, "dinero", "x")) == "bad-amount"
    assert refused(book, TakeOut(ONE, HERE, 0)) == "no-card"
    assert refused(book, Unblock(ONE)) == "card-not-blocked"
    book.do(PutIn(ONE, LAST, HERE, 1000))
    assert refused(book, Load(ONE, LAST, 500, "dinero", "x")) == "card-in-use"
    assert refused(book, TakeOut(ONE, THERE, 0)) == "no-card"
    assert refused(book, Sell(ONE, LAST, 500, "dinero", "otra")) == "card-known"


def test_what_the_cage_does_again_changes_nothing() -> None:
    book = sold()
    load = Load(ONE, LAST, 2000, "dinero", "carga")
    for command in (Sell(ONE, LAST, 10_000, "dinero", "venta"), load, load):
        book.do(command)
    assert balance(book) == 12_000
    for other in (
        Sell(ONE, LAST, 9000, "dinero", "venta"), Sell(ONE, LAST, 10_000, "cuenta", "venta", "ana"),
        Sell(ONE, LAST, 10_000, "dinero", "venta", "", "ana"),
        Load(ONE, LAST, 2001, "dinero", "carga"),
        Load(ONE, LAST, 2000, "cuenta", "carga", "ana"), Refund(ONE, "dinero", "carga", LAST),
    ):  # fmt: skip
        assert refused(book, other) == "id-used"
    for _ in range(2):
        book.do(Refund(ONE, "dinero", "fin", LAST))
    assert refused(book, Refund(ONE, "cuenta", "fin", LAST, "ana")) == "id-used"
    assert (book.state.refunded, book.state.live) == (12_000, 0)


def test_a_lost_card_is_used_by_nobody_and_goes_back_to_who_bought_it() -> None:
    book = sold(holder="ana")
    book.do(PutIn(ONE, LAST, HERE, 3000))
    book.do(Block(ONE))  # whoever found it is playing with it
    assert refused(book, PutIn(ONE, LAST, HERE)) == "card-blocked"
    assert refused(book, Refund(ONE, "cuenta", "r", "", "ana")) == "card-in-use"
    book.do(TakeOut(ONE, HERE, 1000))
    assert refused(book, PutIn(ONE, LAST, THERE)) == "card-blocked"
    assert refused(book, Refund(ONE, "dinero", "r", LAST)) == "not-the-holder"
    assert refused(book, Refund(ONE, "cuenta", "r", LAST, "luis")) == "not-the-holder"
    book.do(Refund(ONE, "cuenta", "r", "", "ana"))
    assert (book.state.refunded, book.state.live) == (8000, 0)
    assert refused(book, Unblock(ONE)) == "card-refunded"


def test_a_blocked_card_that_nobody_bought_waits_until_it_is_found() -> None:
    book = sold()
    book.do(Block(ONE))
    assert refused(book, Refund(ONE, "cuenta", "r", LAST, "ana")) == "not-the-holder"
    book.do(Unblock(ONE))
    book.do(PutIn(ONE, LAST, HERE))
    assert book.state.spent == 10_000


def test_days_are_counted_from_the_last_use_and_never_inside_a_machine() -> None:
    book = sold()
    book.do(PassDays(30))
    book.do(PutIn(ONE, LAST, HERE, 1000))  # the last good day
    book.do(PassDays(40))
    book.do(TakeOut(ONE, HERE, 1000))
    book.do(PassDays(30))
    assert balance(book) == 10_000
    book.do(PassDays(1))
    assert (book.state.expired, book.state.live) == (10_000, 0)
    assert refused(book, PutIn(ONE, LAST, HERE)) == "card-expired"
    book.do(PassDays(60))
    assert book.state.find(ONE) is None and book.state.sold == 1
