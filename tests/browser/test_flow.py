"""The first minute and changing tables, as somebody new meets them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.guest import Casino, Guest

ROULETTE, WAR = "ruleta-americana-un-cero-1", "war-1"
TEXAS = "texas-holdem-con-limites-1"


def test_a_newcomer_is_welcomed_shown_how_to_play_and_changes_tables(
    casino: Casino, new_page: NewPage
) -> None:
    page = new_page()
    guest = Guest(page, casino, ROULETTE)
    page.goto(casino.address)
    offered = page.locator("[data-welcome] a")
    expect(offered).to_have_count(3)
    offered.first.click()
    page.click("[data-howto]")
    told = page.get_by_role("dialog")
    expect(told).to_contain_text("Los jugadores apuestan contra el casino")
    expect(told).to_contain_text("35:1")
    page.keyboard.press("Escape")

    # The first round is led step by step.
    guest.take_place()
    first = page.locator("[data-first]")
    guest.until_bets()
    expect(first).to_contain_text("Toque una casilla")
    guest.bet("rojo")
    expect(first).to_contain_text("Listo")

    # Another table says where one sits, and one comes over when the round there is over.
    other = page.context.new_page()
    other.goto(f"{casino.address}/")
    expect(other.locator(f'[data-back="{ROULETTE}"]')).to_be_visible()
    expect(other.locator(f'[data-table="{ROULETTE}"][data-here]')).to_be_visible()
    other.goto(f"{casino.address}/mesa/{WAR}")
    other.click("form.sit button[type=submit]")
    other.get_by_role("button", name="Cambiarme aquí").click()
    expect(other.get_by_text("Cuando termine la ronda en la otra mesa")).to_be_visible()
    page.click("[data-ready=false]:not(:disabled)")
    expect(other.locator("[data-chips]")).to_be_visible()
    expect(page.locator("form.sit")).to_be_visible()
    expect(first).to_have_count(0)
    # Why it paid what it paid, on paper: whoever got up meanwhile has it in his account.
    number = page.evaluate("fetch('/api/me/rounds').then(r => r.json()).then(r => r[0].number)")
    paper = page.request.get(f"{casino.address}/api/me/rounds/{ROULETTE}/{number}/why.pdf")
    assert paper.ok and paper.body().startswith(b"%PDF")
    expect(other.locator("[data-round]").first).to_be_visible()
    Guest(other, casino, WAR).leave()

    # Among players one may sit out: the place is kept.
    guest = Guest(page, casino, TEXAS).sit_at_once()
    page.locator("[data-excused=false]").click()
    expect(page.locator("[data-excused=true]")).to_have_text("Volver")
    expect(page.get_by_text(re.compile("Faltan 2 jugadores"))).to_be_visible()
    page.locator("[data-excused=true]").click()
    expect(page.locator("[data-excused=false]")).to_be_visible()
    guest.leave()

    # Sound is one switch.
    page.locator("[data-sound=false]").first.click()
    expect(page.locator("[data-sound=true]").first).to_be_visible()


WHEEL_IN_SIGHT = """() => {
  const wheel = document.querySelector('.spins .bowl')?.getBoundingClientRect();
  const numbers = document.querySelectorAll('.spins .bowl .turns text').length;
  const seen = wheel && wheel.width > 250 && wheel.top >= 0 && wheel.bottom <= innerHeight;
  return seen && numbers >= 37;
}"""


def test_on_a_phone_the_game_is_explained_and_the_wheel_seen_as_it_spins(
    casino: Casino, new_page: NewPage
) -> None:
    page = new_page(moves=True, viewport={"width": 390, "height": 844})
    page.goto(f"{casino.address}/mesa/{TEXAS}")
    page.click("[data-explain]")
    told = page.get_by_role("dialog")
    expect(told.get_by_role("heading", name="Las manos, de mejor a peor")).to_be_visible()
    expect(told.locator("[data-ladder] li")).to_have_count(10)
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)

    guest = Guest(page, casino, ROULETTE).sit_at_once()
    guest.until_bets()
    guest.bet("rojo")
    page.click("[data-ready=false]:not(:disabled)")
    page.wait_for_function(WHEEL_IN_SIGHT)
    guest.leave()


@pytest.mark.parametrize(
    ("where", "button"),
    [("mesa/big-six-1", "form.sit button[type=submit]"), ("bingo/bingo-practica", "[data-play]")],
)
def test_a_guest_who_is_to_come_again_later_is_told_so(
    casino: Casino, new_page: NewPage, where: str, button: str
) -> None:
    page = new_page(refused=True)
    text = "Demasiados intentos: espere 4 segundos."
    said = {"code": "too-many-tries", "clause": "CAT-I.5.1-02", "facts": {}, "text": text}
    page.route("**/api/guest", lambda route: route.fulfill(status=409, json=said))
    page.goto(f"{casino.address}/{where}")
    page.click(button)
    expect(page.get_by_text(text)).to_be_visible()
    page.unroute("**/api/guest")
    page.click(button)
    expect(page.get_by_text(text)).to_have_count(0)
