"""A late click at the director's desk: what it meant is not there any more, and nothing is done."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import NewPage
from tests.browser.directed import Directed, confirm
from tests.browser.guest import Casino

THREE = ("Ana", "Beto", "Carla")


class SlowWire:
    """The wire of a page that hears the news late: not before an answer of its own has come."""

    def __init__(self, page: Page) -> None:
        self.slow = False
        page.route_web_socket("**/socket*", self._between)

    def _between(self, page: WebSocketRoute) -> None:
        waiting: list[str | bytes] = []

        def down(text: str | bytes) -> None:
            kind = json.loads(text)["is"]
            if self.slow and kind == "news":
                waiting.append(text)
                return
            page.send(text)
            if kind in ("done", "denied"):
                self.slow = False
                while waiting:
                    page.send(waiting.pop(0))

        page.connect_to_server().on_message(down)


@pytest.mark.clause("COL-2-05", "CAT-I.1-13")
def test_a_late_undo_takes_nobody_else_back(casino: Casino, new_page: NewPage) -> None:
    held = Directed(casino, "tarde-deshacer").started()
    at = held.seats()
    first, second = [who for who in at if at[who][0] == "1"][:2]
    held.out(first)
    page = new_page()
    wire = SlowWire(page)
    desk = held.desk(page)
    undo = desk.locator("[data-do='undo']")
    expect(undo).to_contain_text(first)
    desk.get_by_label("Razón", exact=True).first.fill("Se contó mal")
    wire.slow = True
    held.out(second)
    left = held.seats()
    undo.click()  # he means the first
    refused = desk.locator("[data-code='table-moved-on']")
    expect(refused).to_contain_text("Ya no está como usted lo vio")
    expect(refused.locator("button[title='Cláusula CAT-I.1-13']")).to_be_visible()
    assert held.seats() == left and held.view()["undo"] == held.people[second]
    expect(undo).to_contain_text(second)  # now it says whom it would take back
    undo.click()
    expect(desk.locator(f"article [data-person='{second}']")).to_be_visible()
    expect(desk.locator("[data-code]")).to_have_count(0)
    assert {*held.seats()} == {*left, second}


@pytest.mark.clause("COL-9.1-24", "COL-9.1-29", "CAT-I.1-13")
def test_a_late_deal_is_not_made_of_what_was_not_read(casino: Casino, new_page: NewPage) -> None:
    held = Directed(
        casino, "tarde-acuerdo", THREE, mesas="1", croupiers="1", maximo="5",
        tramos='[{ desde = 3, reparto = ["50", "30", "20"] }]',
    ).started()  # fmt: skip
    page = new_page()
    wire = SlowWire(page)
    desk = held.desk(page)
    deal = desk.locator("[data-deals] article", has_text="Carla").first.locator("[data-do]")
    deal.click()
    wire.slow = True
    held.do("count-table", stacks=stacks(held, Ana=4000, Beto=2000))
    confirm(desk, "Ana")  # by the stacks he had read
    refused = desk.locator("[data-code='table-moved-on']")
    expect(refused).to_contain_text("Ya no está como usted lo vio")
    assert held.view()["deal"] == {}
    deal.click()
    held.do("count-table", stacks=stacks(held, Ana=5000, Beto=1000))
    expect(desk.locator("[data-moved]")).to_contain_text("Cambió mientras lo leía")
    expect(desk.locator("dialog[data-confirm][open]")).to_have_count(0)
    assert held.view()["deal"] == {}
    deal.click()
    confirm(desk, "Ana")
    expect(desk.locator("[data-deals]")).to_have_count(0)
    assert {*held.view()["deal"]} == {*held.people.values()}


def stacks(held: Directed, **chips: int) -> dict[str, int]:
    """Stacks as they are counted, by the names of those who have them."""
    return {held.people[name]: count for name, count in chips.items()}
