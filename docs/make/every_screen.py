"""``python -m docs.make.every_screen FOLDER [NAME...]``: a picture of every screen that anybody may
see, in both rooms and both languages, on a desktop and on a phone. Made on demand, to be looked at;
nothing of it is kept in the repository.

At a table a guest sits down and puts a chip on the first spot; in a hall he buys cards and hears a
few balls, at a machine he plays once. Names choose some: ``salon``, ``escuela``, ``black-jack``,
``telefono``, ``en``, ``bright``, ``maquina`` (all that are named must fit).
"""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path

from docs.make.stage import PHONE, WIDE, casino, chromium
from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as NotSeen

from tapete.games.registry import GAMES

PAGES = {
    "salon": "/", "torneos": "/torneos", "entrar": "/entrar", "escuela": "/escuela",
    "hoy": "/escuela/hoy",
    "examen": "/escuela/examen/black-jack", "pagos": "/escuela/pagos/ruleta-francesa/mesa",
    "matematicas": "/matematicas", "matematicas-ruleta": "/matematicas/ruleta-francesa",
    "pantalla-ruleta": "/mesa/ruleta-francesa-1/pantalla",
    "pantalla-punto": "/mesa/punto-y-banca-1/pantalla",
}  # fmt: skip
LISTS = {
    "lista-bingo": re.compile("^Bingo$"),
    "lista-maquinas": re.compile("^(Máquinas|Machines)$"),
}
HALL = "bingo-practica"
MACHINES = {"maquina-rodillos": 2, "maquina-pozo": 10, "maquina-poker": 5, "maquina-keno": 7,
            "maquina-ruleta": 8, "maquina-cartas": 9, "maquina-bingo": 12,
            "maquina-dados": 13}  # fmt: skip
"""One of each kind, by its number."""
ROOMS = ("bingo", "bingo-venta", "bingo-pantalla", *LISTS, *MACHINES,
         "torneo", "torneo-mesa", "torneo-reloj", "como-se-juega")  # fmt: skip
FIRST = """document.querySelector('[data-spot]:not(.closed):not([disabled])')?.dispatchEvent(
  new MouseEvent('click', {bubbles: true}))"""
CLOCKS = "[clocks]\nbetting = 60.0\ndecision = 60.0\npause = 0.5\n"
"""Nobody is hurried, and whoever sits down is dealt in at once."""
SOON, SLOW = 6_000, 300_000


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with casino(CLOCKS) as served, chromium() as browser:
        for lang, room, small in product(("es", "en"), ("dark", "bright"), (False, True)):
            kind = f"{lang}-{room}-{'telefono' if small else 'escritorio'}"
            for name in (*PAGES, *GAMES, *ROOMS):
                said = f"{name}-{kind}"
                if not all(one in (*said.split("-"), name) for one in names):
                    continue
                page = _visitor(browser, lang, room, small)
                try:
                    _show(page, served.address, name)
                    page.screenshot(path=folder / f"{said}.png")
                    if name in MACHINES:  # the next visitor finds it free
                        out = page.get_by_role("button", name=re.compile("^(Cobrar|Cash out)"))
                        if out.is_disabled():  # a play waits for its player
                            page.keyboard.press("Space")
                        out.click()
                        page.locator("form.bar button.main").wait_for()
                finally:
                    page.context.close()


def _visitor(browser: Browser, lang: str, room: str, small: bool) -> Page:
    context = browser.new_context(
        viewport=PHONE if small else WIDE, has_touch=small, reduced_motion="reduce",
        locale="es-CL" if lang == "es" else "en-GB",
    )  # fmt: skip
    context.add_init_script(f"localStorage.setItem('tapete.room', '{room}')")
    return context.new_page()


def _show(page: Page, address: str, name: str) -> None:
    """Open a page, or sit down at a table and bet."""
    if name in PAGES:
        page.goto(address + PAGES[name])
        page.wait_for_load_state("networkidle" if "pantalla" not in name else "load")
        page.wait_for_selector("main :is(h1, h2), [data-wall] svg.cloth, [data-exam]")
        page.wait_for_timeout(400)
        return
    if name in ROOMS:
        _room(page, address, name)
        page.wait_for_timeout(400)
        return
    page.goto(f"{address}/mesa/{name}-1")
    page.click("form.sit button[type=submit]")
    page.wait_for_selector("[data-chips]")
    company = page.locator("[data-company=false]")
    try:
        if company.count():  # among players one is dealt in with bots of the house
            company.click()
            page.wait_for_selector("[data-move]", timeout=4 * SOON)
            return
        page.wait_for_selector("[data-spot]:not(.closed):not(.idle):not([disabled])", timeout=SOON)
        page.evaluate(FIRST)
        page.wait_for_selector("[data-total]:not([data-total='0'])", timeout=SOON)
    except NotSeen:  # a hand in course, or a shoe to be taken first
        pass
    page.wait_for_timeout(300)


def _room(page: Page, address: str, name: str) -> None:
    """Halls, machines and tournaments, where somebody new has just begun."""
    page.set_default_timeout(SLOW)  # a game of bingo that is under way is played to its end first
    if name in MACHINES:
        page.goto(f"{address}/maquina/maquina-{MACHINES[name]}")
        page.locator("form.bar button").first.click()
        page.wait_for_timeout(SOON // 4)
        page.keyboard.press("Space")
        page.wait_for_timeout(SOON // 2)
    elif name.startswith("bingo"):
        page.goto(f"{address}/bingo/{HALL}")
        page.click("[data-play]")
        if name != "bingo-venta":
            page.click("[data-buy='6']")
            page.click("[data-ready]")
            page.locator("[data-ball].out").nth(9).wait_for()
        if name == "bingo-pantalla":
            page.goto(f"{address}/bingo/{HALL}/pantalla")
            page.locator(".wall svg").first.wait_for()
    elif name.startswith("torneo"):
        page.goto(f"{address}/torneos")
        page.locator("[data-torneo^='sit-and-go']").first.click()
        page.locator("[data-do='enter']").click()
        if name == "torneo":
            page.locator("[data-do='invite']").wait_for()
            return
        page.locator("[data-do='invite']").click()
        page.wait_for_url("**/mesa/**")
        page.locator("button[data-move]").first.wait_for()
        if name == "torneo-reloj":
            page.goto(page.url.replace("/mesa/", "/torneo/").rpartition("-mesa-")[0] + "/reloj")
            page.locator(".wall .clock").wait_for()
    elif name == "como-se-juega":
        page.goto(f"{address}/mesa/texas-holdem-sin-limites-1")
        page.locator("[data-howto]").first.click()
        page.get_by_role("dialog").wait_for()
    else:
        page.goto(address)
        page.get_by_role("button", name=LISTS[name]).click()


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
