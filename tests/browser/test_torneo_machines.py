"""A tournament of machines in the browser: found in the lobby, entered, played at the machine that
is drawn, and ranked."""

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from tests.browser.attended import Office
from tests.browser.conftest import NewPage
from tests.browser.guest import LONG, Casino

ID = "maquinas-de-prueba"
BASES = (
    (files("tapete") / "bases" / "maquinas.toml")
    .read_text("utf-8")
    .replace('nombre = "Torneo de máquinas"', 'nombre = "Tres giros"')
    .replace("pases = 2, jugadas = 20", "pases = 1, jugadas = 3")
    .replace("numero = 3", "numero = 4").replace("MT-3", "MT-4").replace("M-003", "M-004")
)  # fmt: skip
PHONE = {"width": 390, "height": 844}
PLAYS = """() => {
  const place = document.querySelector('.strip [data-place]');
  if (place) return place.dataset.place;
  (document.querySelector('button[data-pick]:not(:disabled)')
    ?? document.querySelector('button.go:not(:disabled)'))?.click();
  return '';
}"""
"""One look: the place of who is ranked; else whatever play or choice is open is made."""


def played(page: Page) -> str:
    """Every play that is open is made until the player has his place."""
    found = page.wait_for_function(PLAYS, timeout=LONG * 1000, polling=100)
    return str(found.json_value())


HUNG = """() => {
  const letters = [...document.querySelectorAll("main li, main td")].map(
    (one) => parseFloat(getComputedStyle(one).fontSize));
  const top = document.elementFromPoint(innerWidth / 2, 10);
  return !top.closest("header:not(.top)") && Math.min(...letters) >= innerHeight / 45;
}"""
"""Whether a screen of the room hangs there alone, in letters that are read from afar."""


@pytest.mark.clause("CAT-VII.2.1.3-03", "CAT-VII.1.2-02", "CAT-VII.3.1-09")
def test_a_newcomer_enters_plays_at_his_machine_and_is_ranked(
    casino: Casino, new_page: NewPage
) -> None:
    office = Office(casino)
    row = {"bases": BASES, "unidad": "juego", "jugado": True, "automatico": True, "compania": 600}
    office.post("/api/units", {"kind": "torneo", "id": ID, "row": row})
    office.http.close()
    page = new_page()
    page.goto(f"{casino.address}/torneos")
    names = page.locator("[data-torneo] .body > b")
    expect(names.filter(has_text="Sit & go 1")).to_have_count(1)  # no two are called the same
    expect(names.filter(has_text="Sit & go 2")).to_have_count(1)
    expect(page.locator("[data-torneo='torneo-de-maquinas']")).to_contain_text("El Faro")
    card = page.locator(f"[data-torneo='{ID}']")
    expect(card).to_contain_text("0 de 6 lugares ocupados")
    card.click()
    rounds = page.locator("[data-rounds='2']")
    expect(rounds).to_contain_text("1 pase de 3 jugadas, en 3:00 a lo más. Pasan los 3 mejores.")
    expect(rounds).to_contain_text("Comienzan con 5.000 fichas nuevas. Gana quien tenga más fichas")
    page.locator("[data-do='enter']").click()
    page.locator("[data-do='invite']").click()
    page.wait_for_url(f"**/maquina/{ID}-maquina-*", timeout=LONG * 1000)
    strip = page.locator(f".strip[data-torneo='{ID}']")
    expect(strip).to_contain_text("Ronda 1 de 2: El Faro · Pase 1 de 1", timeout=LONG * 1000)
    expect(page.locator(".page")).to_contain_text("Saldo 5.000", use_inner_text=True)
    number = 40 + int(page.url.rpartition("-")[2])
    screen = new_page(viewport={"width": 1600, "height": 900})
    screen.goto(f"{casino.address}/torneo/{ID}/asientos")
    mine = screen.locator("article li", has_text="Invitado")
    expect(mine).to_contain_text(str(number))  # the machine itself, not a table and a seat
    assert screen.evaluate(HUNG)
    place = played(page)
    page.locator(".strip [data-place]").click()
    expect(page.locator("[data-result]")).to_have_attribute("data-result", place)
    expect(page.locator("[data-stage='terminado']")).to_be_visible(timeout=LONG * 1000)
    screen.goto(f"{casino.address}/torneo/{ID}/premios")
    ranked = screen.locator("tr[data-player='Invitado']")
    expect(ranked).to_contain_text(place)
    expect(screen.locator("tr[data-player]")).to_have_count(6)
    assert screen.evaluate(HUNG)
    phone = new_page(viewport=PHONE, locale="en-US")
    phone.goto(f"{casino.address}/torneo/{ID}")
    expect(phone.locator("[data-rounds='2']")).to_contain_text("The best 3 pass.")
    wide = phone.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
