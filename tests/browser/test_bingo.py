"""A whole game of bingo in the browser: from the lobby to the prize in the account."""

from __future__ import annotations

import os
import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.browser.attended import Office
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino

HALL = "bingo-practica"
OVER = """() => {
  const all = what => [...document.querySelectorAll(what)];
  const mine = all('section.mine [data-card]');
  return {
    out: +document.querySelector('[data-out]').dataset.out,
    balls: all('[data-ball].out').length,
    missing: mine.map(one => +one.dataset.missing),
    unmarked: mine.map(one => 15 - one.querySelectorAll('.marked').length),
  };
}"""
"""One look at a game that is over, before the next one begins: the balls counted and shown, and
what each card says is missing beside what is not marked on it."""
PICTURES = os.environ.get("PICTURES", "")


def hall_that_sells(casino: Casino) -> str:
    """A hall of a test's own, whose sale is not over before the test is."""
    hall = f"sala-{secrets.token_hex(4)}"
    row = {
        "company": 2, "unidad": "juego", "pace": {"sale": 86_400, "ball": 60},
        "plan": {"price": 500, "line": "12%", "bingo": "55%", "house": "33%"},
    }  # fmt: skip
    office = Office(casino)
    office.post("/api/units", {"kind": "sala", "id": hall, "row": row})
    office.http.close()
    return hall


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=name != "wall")


@pytest.mark.clause("CAT-V.2.2.1-15", "CAT-V.2.1-05", "CAT-V.3.1-08", "CAT-V.3.2.1-11")
@pytest.mark.clause("CAT-V.3.2.1-10", "CAT-V.3.2.1-05", "CAT-V.3.1-06", "CAT-V.3.3-08")
@pytest.mark.clause("CAT-V.2.2.1-03", "CAT-V.2.2.1-14", "CAT-V.3.2.1-03", "CAT-V.3.2.1-09")
def test_a_guest_buys_cards_that_mark_themselves_and_plays_to_the_bingo(
    new_page: NewPage, casino: Casino
) -> None:
    page, wall = new_page(), new_page(viewport={"width": 1600, "height": 900})
    page.goto(casino.address)
    page.click(f'[data-hall="{HALL}"]')
    picture(page, "arrive")
    page.get_by_label("Su nombre").fill("Berta")
    page.click("[data-play]")
    expect(page.locator('[data-phase="venta"]')).to_be_visible()
    page.locator(".pick").nth(0).click()
    page.locator(".pick").nth(1).click()
    page.click("[data-chosen]")
    expect(page.locator("[data-card] footer").first).to_contain_text("Código")
    mine = page.get_by_label("Mis cartones").locator("[data-card]")
    expect(mine).to_have_count(2)
    page.keyboard.press("3")  # three more at random, by a key
    expect(mine).to_have_count(5)
    expect(page.locator(".sale")).to_contain_text("Mis cartones: 5.")
    picture(page, "sale")
    wall.goto(f"{casino.address}/bingo/{HALL}/pantalla")
    expect(wall.locator(".wall")).to_contain_text("Venta de cartones")
    expect(wall.locator("h1")).to_have_text("Sala de práctica")
    page.click("[data-ready]")
    expect(page.locator('[data-phase="sorteo"]')).to_be_visible()
    expect(page.locator("[data-ball].out").nth(12)).to_be_visible()
    picture(page, "draw")
    picture(wall, "wall")
    expect(wall.locator("[data-for]")).to_contain_text("Se juega por")
    expect(page.locator(".pot").first).to_contain_text("Bingo con 50 bolas o menos")
    expect(page.locator(".pot").first).to_contain_text("6,50%")
    expect(page.locator('[data-phase="fin"]')).to_be_visible()
    for prize in ("linea", "bingo"):
        expect(page.locator(f'[data-prize="{prize}"]')).to_contain_text("bola")
    over = page.evaluate(OVER)
    assert over["out"] == over["balls"] > 5
    assert over["missing"] == over["unmarked"] and len(over["missing"]) == 5
    picture(page, "over")
    page.get_by_role("button", name="Salir de la sala").click()
    expect(page.locator("[data-play]")).to_be_visible()


def test_the_hall_on_a_phone_in_english(new_page: NewPage, casino: Casino) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, locale="en-GB", is_mobile=True)
    page.goto(f"{casino.address}/bingo/{hall_that_sells(casino)}")
    page.click("[data-play]")
    page.locator("[data-buy='6']").wait_for()
    first = page.locator(".sale, [data-odds]").first
    assert first.evaluate("one => one.matches('.sale')")  # what one came for, then its odds
    where = page.locator("[data-buy='6']").bounding_box()
    page.click("[data-buy='6']")
    expect(page.get_by_label("My cards").locator("[data-card]")).to_have_count(6)
    now = page.locator("[data-buy='6']").bounding_box()
    assert now == where, (now, where, page.evaluate("scrollY"))  # nothing moves under a finger
    picture(page, "phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing sticks out"
    page.get_by_role("button", name="Leave the hall").click()
    expect(page.locator("[data-play]")).to_be_visible()


@pytest.mark.clause("CAT-V.5-05")
def test_a_player_who_leaves_passes_his_cards_on_by_himself(
    new_page: NewPage, casino: Casino
) -> None:
    hall = hall_that_sells(casino)
    beto, ana = (new_page(viewport={"width": 390, "height": 844}) for _ in range(2))
    for page, name in ((beto, "Beto Soto"), (ana, "Ana Rojas")):
        page.goto(f"{casino.address}/bingo/{hall}")
        page.get_by_label("Su nombre").fill(name)
        page.click("[data-play]")
    mine = "section.mine [data-card]"
    for page in (beto, ana):
        page.click("[data-buy='3']")
        expect(page.locator(mine)).to_have_count(3)
    ana.get_by_text("Me voy: traspasar mis cartones").click()
    expect(ana.locator("[data-pass]")).to_be_disabled()
    ana.locator("[data-pass-to]").select_option(label="Beto Soto")
    picture(ana, "pass")
    ana.get_by_role("button", name="Traspasar mis 3 cartones").click()
    expect(beto.locator(mine)).to_have_count(6)
    expect(ana.locator(mine)).to_have_count(0)
    expect(ana.locator("[data-pass-on]")).to_have_count(0)
    for page in (beto, ana):
        page.get_by_role("button", name="Salir de la sala").click()
        expect(page.locator("[data-play]")).to_be_visible()
