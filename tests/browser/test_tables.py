"""Wheels and dice in the browser: sat at, bet, settled, and chips as in the ledger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.guest import Casino, Guest

GAMES = (
    "ruleta-francesa", "ruleta-americana-un-cero", "ruleta-americana-doble-cero", "big-six",
    "craps", "mini-craps", "corona-y-ancla", "chuck-a-luck",
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_guest_sits_bets_and_is_settled(casino: Casino, new_page: NewPage, game: str) -> None:
    guest = Guest(new_page(), casino, f"{game}-1").sit()
    guest.until_bets()
    offers = guest.offers()
    spots = guest.page.eval_on_selector_all(
        "[data-spot]", "all => all.map(one => one.dataset.spot)"
    )
    assert sorted(spots) == sorted(offer["bet"] for offer in offers)
    open_ = [offer["bet"] for offer in offers if offer["open"]]
    for bet in (open_[0], open_[-1]):
        guest.bet(bet)
    guest.until_settled()
    assert guest.chips == casino.chips(guest.table, guest.seat)
    expect(guest.page.locator("[data-settled] li").first).to_be_visible()
    assert guest.page.locator("aside ol li").count() > 0  # the result is in the history
    guest.leave()


@pytest.mark.parametrize("game", ("ruleta-francesa", "big-six", "craps"))
def test_what_moves_comes_to_rest_on_what_the_server_said(
    casino: Casino, new_page: NewPage, game: str
) -> None:
    guest = Guest(new_page(moves=True), casino, f"{game}-1").sit()
    guest.until_bets()
    bet = next(offer["bet"] for offer in guest.offers() if offer["open"])
    guest.bet(bet)
    guest.until_settled()
    table = guest.page.evaluate(f"fetch('/api/tables/{guest.table}').then(r => r.json())")
    came = table["felt"]["results"][-1]
    if game == "craps":
        expect(guest.page.get_by_role("img", name=came)).to_be_visible()
    else:
        expect(guest.page.locator(".stage svg[aria-hidden] > text").last).to_have_text(came)
    guest.leave()


def test_undo_repeat_double_and_clear(casino: Casino, new_page: NewPage) -> None:
    guest = Guest(new_page(), casino, "ruleta-francesa-1").sit()
    page = guest.page
    guest.until_bets()
    guest.choose_chip(1000)
    guest.bet("rojo")
    guest.bet("pleno:17")
    for button, total in (("Doblar", 4000), ("Deshacer", 2000), ("Deshacer", 1000)):
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.locator(f'[data-total="{total}"]')).to_be_visible()
    page.get_by_role("button", name="Quitar todo").click()
    expect(page.locator('[data-total="0"]')).to_be_visible()
    guest.bet("negro")
    guest.until_settled()
    page.wait_for_function("() => !document.querySelector('.acts button:nth-child(2)').disabled")
    page.get_by_role("button", name="Repetir").click()
    expect(page.locator('[data-total="1000"]')).to_be_visible()
    label = "negro, suyas $1.000, hasta $1.999.000 más"
    expect(guest.spot("negro")).to_have_attribute("aria-label", label)
    guest.until_settled()


def test_two_browsers_at_one_table(casino: Casino, new_page: NewPage) -> None:
    one = Guest(new_page(), casino, "corona-y-ancla-1").sit()
    other = Guest(new_page(), casino, "corona-y-ancla-1").sit()
    one.until_bets()
    one.choose_chip(5000)
    one.bet("ancla")
    expect(other.spot("ancla")).to_have_attribute("aria-label", re.compile("de otros .5.000"))
    one.until_settled()
    other.until_bets()
    other.bet("corona")
    other.until_settled()
    for guest in (one, other):
        assert guest.chips == casino.chips(guest.table, guest.seat)
