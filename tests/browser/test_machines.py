"""Gaming machines in the browser: a guest loads, plays reels and video poker, and is paid out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.guest import Casino

STOPS = re.compile(r"^\d+-\d+-\d+$")


@pytest.mark.clause("CAT-VI.4.1-08", "CAT-VI.5-05", "CAT-VI.3-07", "CAT-VI.3-01")
def test_a_guest_plays_reels_and_is_shown_odds_course_and_result(
    new_page: NewPage, casino: Casino
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/")
    page.locator('[data-machine="maquina-1"]').click()
    expect(page.locator("[data-return]")).to_have_attribute("data-return", "43/50")
    page.get_by_label("Su nombre").fill("Elena")
    page.get_by_role("button", name="y jugar").click()
    expect(page.locator('[data-credits="20000"]')).to_be_visible()
    page.get_by_role("button", name="Girar").click()
    frame = page.locator("[data-stops]")
    expect(frame).to_have_attribute("data-stops", STOPS)
    expect(page.locator('[data-stopped="true"]')).to_be_visible()
    expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
    shown = frame.get_attribute("data-stops")
    last = page.evaluate("fetch('/api/maquinas/maquina-1/recall').then(r => r.json())")[0]
    told = next(one for one in last["told"] if one["kind"] == "machine-reels-stopped")
    assert shown == "-".join(map(str, told["stops"]))  # the reels stop where the server said
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()


def test_video_poker_keno_roulette_and_black_jack_are_played(
    new_page: NewPage, casino: Casino
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/maquina/maquina-5")
    page.get_by_label("Su nombre").fill("Rosa")
    page.get_by_role("button", name="y jugar").click()
    page.get_by_role("button", name="Repartir").click()
    expect(page.locator('[data-asked="true"]')).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator('.hand [aria-pressed="true"]')).to_have_count(1)
    page.get_by_role("button", name="Cambiar").click()
    expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-7")
    page.get_by_role("button", name="y jugar").click()
    for n in (7, 23):
        page.locator(".keno").get_by_role("button", name=str(n), exact=True).click()
    page.get_by_role("button", name="Repartir").click()
    expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
    expect(page.locator(".keno .drawn")).to_have_count(20)
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-12")
    page.get_by_role("button", name="y jugar").click()
    page.get_by_role("button", name="Cartón siguiente").click()
    page.get_by_role("button", name="Repartir").click()
    expect(page.locator("[data-win]")).not_to_have_attribute("data-win", "")
    expect(page.locator(".balls i")).to_have_count(55)
    expect(page.locator('[data-card="2"] [role="cell"]:not(.empty)')).to_have_count(15)
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-8")
    page.get_by_role("button", name="y jugar").click()
    page.locator('[data-bet="rojo"]').click()
    page.get_by_role("button", name="¡Jugar!").click()
    expect(page.locator("[data-result]")).to_be_visible()
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
    page.goto(f"{casino.address}/maquina/maquina-9")
    page.get_by_role("button", name="y jugar").click()
    page.locator('[data-bet="principal"]').click()
    page.get_by_role("button", name="¡Jugar!").click()
    expect(page.locator(".felt .zone")).to_have_count(2)


@pytest.mark.clause("CAT-VI.4.1-06")
def test_a_ticket_of_one_machine_is_credited_by_another_and_only_once(
    new_page: NewPage, casino: Casino
) -> None:
    page = new_page()
    page.goto(f"{casino.address}/maquina/maquina-2")
    page.get_by_label("Su nombre").fill("Teresa")
    page.get_by_role("button", name="y jugar").click()
    page.get_by_role("button", name="Ticket", exact=True).click()
    paper = page.locator("[data-ticket]")
    expect(paper.locator(".bars svg path")).to_have_count(1)
    number = paper.get_attribute("data-ticket") or ""
    assert re.fullmatch(r"\d{18}", number)
    page.get_by_role("button", name="Retirarse").click()
    expect(page.get_by_role("button", name="y jugar")).to_be_visible()  # he has got up
    page.goto(f"{casino.address}/maquina/maquina-4")
    page.get_by_role("button", name="Usar aquí").click()
    expect(page.locator('[data-credits="20000"]')).to_be_visible()
    expect(page.locator("[data-ticket]")).to_have_count(0)
    page.get_by_label("Número del ticket").fill(number)
    page.get_by_role("button", name="Insertar").click()
    expect(page.get_by_role("alert").first).to_contain_text("pagado")
    page.get_by_role("button", name="Cobrar").click()
    expect(page.locator('[data-credits="0"]')).to_be_visible()
