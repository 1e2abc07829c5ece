"""``python -m docs.make.screens_school [NAME...]``: pictures of the School, into docs/screens/.

A casino is served for it in a process of its own, and drills with fixed seeds are opened in a real
Chromium: some answered, some not, in both languages, both rooms and on a phone.
"""

from __future__ import annotations

import json
import sys

from docs.make.stage import PHONE, WIDE, casino, chromium, picture
from playwright.sync_api import Browser, Page

DRILLS = {
    "escuela-ruleta": ("pagos.ruleta-americana-un-cero.alrededor.17", "1000000"),
    "escuela-ruleta-mesa": ("pagos.ruleta-americana-un-cero.mesa.3", ""),
    "escuela-francesa": ("pagos.ruleta-francesa.mesa.2", ""),
    "escuela-black-jack": ("pagos.black-jack.mesa.8", ""),
    "escuela-caribbean": ("pagos.caribbean-poker.progresivo.1", ""),
    "escuela-craps": ("pagos.craps.odds.4", ""),
    "escuela-orden": ("pagos.punto-y-banca.orden.2", ""),
    "escuela-treinta": ("pagos.treinta-y-cuarenta.mitad.1", ""),
    "escuela-tercera-carta": ("tercera-carta.punto-y-banca.banca.5", "choice 1"),
    "escuela-descarte": ("croupier.draw-poker.descarte.6", ""),
    "escuela-croupier": ("croupier.black-jack.especial.3", "choice 1"),
    "escuela-filas": ("filas.treinta-y-cuarenta.filas.2", ""),
    "escuela-manos": ("manos.texas-holdem-bonus.gana.4", "choice 1"),
    "escuela-estrategia": ("estrategia.black-jack.mano.1", "choice 2"),
}
PHONES = ("escuela-ruleta", "escuela-black-jack", "escuela-estrategia")
ENGLISH = ("escuela-caribbean", "escuela-manos")
BRIGHT = ("escuela-orden",)


def opened(browser: Browser, address: str, name: str, *, phone: bool = False) -> Page:
    """The page of a drill, at the seed of the picture: it lies ready as one to be repeated."""
    id, _ = DRILLS[name]
    drill, _, _ = id.rpartition(".")
    page = browser.new_page(viewport=PHONE if phone else WIDE, locale="es-CL", has_touch=phone)
    page.goto(address)
    tried = [{"right": n % 4 != 1, "ms": 3000 + 977 * n % 4100} for n in range(23)]
    standing = {"tries": 23, "right": 17, "last": tried, "due": [{"id": id, "after": 0, "gap": 0}]}
    kept = json.dumps({drill: standing})
    page.evaluate("kept => localStorage.setItem('tapete.school', kept)", kept)
    if name in ENGLISH:
        page.evaluate("localStorage.setItem('tapete.lang', 'en')")
    if name in BRIGHT:
        page.evaluate("localStorage.setItem('tapete.room', 'bright')")
    page.goto(f"{address}/escuela/{drill.replace('.', '/')}")
    page.wait_for_selector(f'[data-drill="{id}"] svg.cloth', timeout=180_000)
    page.wait_for_timeout(400)
    return page


def answer(page: Page, how: str) -> None:
    """Answer it: an amount, or a choice by its number."""
    if how.startswith("choice 1"):
        page.keyboard.press(how.removeprefix("choice ") or "1")
    elif how:
        page.keyboard.type(how)
        page.keyboard.press("Enter")
    if how:
        page.wait_for_selector("[data-next]", timeout=60_000)
        page.wait_for_timeout(200)


def shots(browser: Browser, names: list[str] | None = None) -> None:
    """All the pictures, or those named."""
    with casino() as (address, _):
        if not names:
            page = browser.new_page(viewport=WIDE, locale="es-CL")
            page.goto(f"{address}/escuela")
            page.wait_for_selector("[data-link]")
            picture(page, "escuela")
            page.close()
        for name in names or list(DRILLS):
            page = opened(browser, address, name)
            answer(page, DRILLS[name][1])
            picture(page, name)
            page.close()
            if name in PHONES:
                page = opened(browser, address, name, phone=True)
                picture(page, f"{name}-telefono")
                page.close()


if __name__ == "__main__":
    with chromium() as browser:
        shots(browser, sys.argv[1:])
