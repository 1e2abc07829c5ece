"""``python -m docs.make.screens_figures [PART...]``: pictures of the mathematics,
into docs/screens/.
"""

from __future__ import annotations

import sys

from docs.make.stage import PHONE, casino, chromium, picture
from playwright.sync_api import Browser, Page, ViewportSize

TALL = ViewportSize(width=1280, height=1000)
LONG = 240_000
"""Milliseconds: what is summed for the first time takes its time."""


def opened(
    browser: Browser, address: str, path: str, *, phone: bool = False, lang: str = "es"
) -> Page:
    page = browser.new_page(viewport=PHONE if phone else TALL, locale="es-CL", has_touch=phone)
    page.set_default_timeout(LONG)
    page.add_init_script(f"localStorage.setItem('tapete.lang', '{lang}')")
    page.goto(f"{address}{path}")
    page.wait_for_selector("main h1")
    return page


def shown(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    picture(page, f"matematicas-{name}")


def changed_roulette(browser: Browser, address: str) -> None:
    page = opened(browser, address, "/matematicas/ruleta-francesa")
    page.locator('[name="pays.pleno"]').fill("36:1")
    page.locator('[name="pays.pleno"]').press("Tab")
    page.wait_for_selector("[data-odds] .touched")
    shown(page, "ruleta")
    page.close()
    page = opened(browser, address, "/matematicas/ruleta-francesa", phone=True)
    page.wait_for_selector("[data-odds]")
    shown(page, "telefono")
    page.close()


def chart(browser: Browser, address: str, game: str, name: str, *, phone: bool = False) -> None:
    page = opened(browser, address, f"/matematicas/{game}", phone=phone)
    page.click('[data-tab="chart"]')
    page.wait_for_selector("[role=grid]")
    page.locator("[data-cell]").nth(85 if game == "black-jack" else 3).click()
    if phone:
        page.locator("[role=grid]").first.scroll_into_view_if_needed()
    shown(page, name)
    page.close()


def simulation(browser: Browser, address: str) -> None:
    page = opened(browser, address, "/matematicas/black-jack", lang="en")
    page.click('[data-tab="trial"]')
    page.click("[data-start]")
    page.wait_for_selector('[data-running="false"]')
    shown(page, "simulacion")
    page.close()


def others(browser: Browser, address: str) -> None:
    page = opened(browser, address, "/matematicas")
    page.wait_for_selector("[data-game]")
    shown(page, "indice")
    page.close()
    page = opened(browser, address, "/matematicas/craps")
    page.click('[data-tab="editions"]')
    page.locator("[role=tabpanel] select").nth(1).select_option("aj-bolivia")
    page.wait_for_selector("[data-diff]")
    shown(page, "ediciones")
    page.close()
    page = opened(browser, address, "/matematicas/caribbean-poker")
    page.click('[data-tab="pot"]')
    page.wait_for_selector("[data-even]")
    shown(page, "pozo")
    page.close()
    page = opened(browser, address, "/matematicas/texas-holdem-sin-limites")
    page.get_by_label("Mesa").fill("Qh 2h 3c")
    page.get_by_role("button", name="Comparar").click()
    page.wait_for_selector("[data-equity]")
    shown(page, "manos")
    page.close()


def at_the_table(browser: Browser, address: str, *, phone: bool = False) -> None:
    page = opened(browser, address, "/mesa/ruleta-francesa-1", phone=phone)
    page.click("[data-odds-switch]")
    page.wait_for_selector("[data-table-edge]", state="attached")
    page.locator('[data-spot="rojo"]').dispatch_event("pointerover")
    shown(page, "mesa-telefono" if phone else "mesa")
    page.close()


def book(browser: Browser, address: str) -> None:
    page = opened(browser, address, "/mesa/black-jack-1")
    page.click("form.sit button[type=submit]")
    while True:
        page.wait_for_selector('[data-ask="bets"]')
        page.locator('[data-spot="principal"]').first.dispatch_event("click")
        page.wait_for_selector("[data-book], [data-settled]")
        if page.locator("[data-book]").count():
            break
        page.wait_for_selector('[data-ask="bets"]')
    page.click("[data-book]")
    page.wait_for_selector("[data-advice]")
    shown(page, "libro")
    page.close()


def charts(browser: Browser, address: str) -> None:
    chart(browser, address, "black-jack", "tabla")
    chart(browser, address, "black-jack", "tabla-telefono", phone=True)
    chart(browser, address, "caribbean-poker", "tabla-poker")


def tables(browser: Browser, address: str) -> None:
    at_the_table(browser, address)
    at_the_table(browser, address, phone=True)


PARTS = {
    "ruleta": changed_roulette,
    "tabla": charts,
    "simulacion": simulation,
    "otros": others,
    "mesa": tables,
    "libro": book,
}


def shots(browser: Browser, parts: list[str] | None = None) -> None:
    """All the pictures, or those of some parts."""
    with casino() as (address, _):
        for part in parts or PARTS:
            PARTS[part](browser, address)


if __name__ == "__main__":
    with chromium() as browser:
        shots(browser, sys.argv[1:])
