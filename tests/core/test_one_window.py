"""One window serves whatever many do at once: here cards of a bingo are sold until the sale closes,
and nothing of it is known outside this file."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Pick, Round
from tapete.core.round.event import Announced
from tapete.core.round.live import Live
from tapete.core.round.window import Action, Log, OpenWindow, Window

CLAUSE = "CAT-I.1-10"


class Sale(Action, frozen=True):
    """Something done while cards are sold."""


class Buy(Sale, frozen=True, tag="buy"):
    """Somebody buys one card of the series."""

    seat: int
    card: int

    def check(self, to: OpenSale) -> None:
        if self.card in to.sold:
            raise Refused(CLAUSE, "already-sold", seat=self.seat, card=self.card)

    def apply(self, to: OpenSale) -> None:
        to.sold[self.card] = self.seat

    def tell(self, to: OpenSale) -> Round[None]:
        to.apply(self)
        yield Announced(what="vendida", facts={"seat": self.seat, "card": self.card}, clause=CLAUSE)


class HandBack(Sale, frozen=True, tag="hand-back"):
    """Somebody hands a card back."""

    seat: int
    card: int

    def check(self, to: OpenSale) -> None:
        if to.sold.get(self.card) != self.seat:
            raise Refused(CLAUSE, "not-yours", seat=self.seat, card=self.card)

    def apply(self, to: OpenSale) -> None:
        del to.sold[self.card]


class SaleWindow(Window[Sale], frozen=True, kw_only=True, tag="sale"):
    """Cards are on sale; ``fewest`` must be sold before it can close."""

    fewest: int

    @property
    def kinds(self) -> tuple[type[Sale], ...]:
        return (Buy, HandBack)

    def open(self) -> OpenSale:
        return OpenSale(self)

    def some(self, pick: Pick) -> Log[Sale]:
        return Log(tuple(Buy(1 + pick(9), card) for card in range(self.fewest + pick(5))))


class OpenSale(OpenWindow[Sale]):
    """Who has bought which card so far."""

    window: SaleWindow

    def __init__(self, window: SaleWindow) -> None:
        super().__init__(window)
        self.sold: dict[int, int] = {}

    def close(self) -> Log[Sale]:
        if len(self.sold) < self.window.fewest:
            raise Refused(CLAUSE, "too-few-sold", sold=len(self.sold), needed=self.window.fewest)
        return super().close()


def sale() -> Round[dict[int, int]]:
    window = SaleWindow(fewest=2, clause=CLAUSE, closing_clause=CLAUSE, closing="fin-de-venta")
    log = yield from window
    told = window.open()
    for action in log.actions:
        yield from action.tell(told)
    return told.sold


BOUGHT = (Buy(1, 7), Buy(2, 8), HandBack(1, 7), Buy(3, 7))


def opened() -> tuple[Live[dict[int, int]], OpenSale]:
    live = Live(sale())
    assert live.ask is not None and live.ask.window is not None
    open_sale = live.ask.window.open()
    assert isinstance(open_sale, OpenSale)
    return live, open_sale


def test_actions_come_one_by_one_and_what_is_refused_leaves_no_trace() -> None:
    live, open_sale = opened()
    for action in BOUGHT:
        open_sale.take(action)
    for wrong, code in ((Buy(4, 8), "already-sold"), (HandBack(4, 8), "not-yours")):
        with pytest.raises(Refused, match=code):
            open_sale.take(wrong)
    told = live.close(open_sale)
    assert [event.facts["card"] for event in told if isinstance(event, Announced)] == [7, 8, 7]
    assert live.result == {8: 2, 7: 3}


def test_it_does_not_close_before_it_can_nor_take_what_it_does_not_know() -> None:
    live, open_sale = opened()
    open_sale.take(Buy(1, 7))
    with pytest.raises(Refused, match="too-few-sold"):
        live.close(open_sale)
    stranger = type("Stranger", (Action,), {}, frozen=True, tag="stranger")()  # type: ignore[call-arg]
    with pytest.raises(Refused, match="not-a-bet"):
        open_sale.take(stranger)
    assert live.ask is not None and not live.steps


def test_a_log_is_read_from_a_record_and_checked_whole() -> None:
    live = Live(sale())
    assert live.ask is not None
    written = {
        "actions": [{"do": "buy", "seat": 1, "card": 7}, {"do": "buy", "seat": 2, "card": 8}]
    }
    live.answer(live.ask.read(written))
    assert live.result == {7: 1, 8: 2}
    again = Live(sale())
    assert again.ask is not None
    with pytest.raises(ValueError, match="Invalid value"):
        again.ask.read({"actions": [{"do": "place", "seat": 1, "bet": "rojo", "amount": 1}]})


def test_the_console_is_told_what_may_be_done() -> None:
    ask = Live(sale()).ask
    assert ask is not None and ask.view("croupier").actions == ("buy", "hand-back")
    assert ask.view("seat:1").actions == ()


def test_what_was_checked_when_it_came_is_not_checked_again_at_the_close(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked: list[Any] = []
    plain = Buy.check

    def counted(self: Buy, to: OpenSale) -> None:
        checked.append(self)
        plain(self, to)

    monkeypatch.setattr(Buy, "check", counted)
    live, open_sale = opened()
    for action in BOUGHT:
        open_sale.take(action)
    live.close(open_sale)
    assert checked == [action for action in BOUGHT if isinstance(action, Buy)]
