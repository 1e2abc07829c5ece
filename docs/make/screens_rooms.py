"""``python -m docs.make.screens_rooms``: pictures of bingo, machines and a tournament.

A casino is served for it in a process of its own; a guest buys cards, plays a machine and enters a
tournament, as a newcomer would.
"""

from __future__ import annotations

from docs.make.stage import WIDE, casino, chromium, picture
from playwright.sync_api import Browser, Page

HALL, REELS, POKER, GO = "bingo-practica", "maquina-2", "maquina-5", "sit-and-go"
WALL = {"width": 1600, "height": 900}
SLOW = 120_000


def _page(browser: Browser, **options: object) -> Page:
    context = browser.new_context(
        locale="es-CL",
        reduced_motion="reduce",
        **{"viewport": WIDE, **options},  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.set_default_timeout(SLOW)
    return page


def _bingo(browser: Browser, address: str) -> None:
    page, wall = _page(browser), _page(browser, viewport=WALL)
    page.goto(f"{address}/bingo/{HALL}")
    page.click("[data-play]")
    page.click("[data-buy='6']")
    page.click("[data-ready]")
    wall.goto(f"{address}/bingo/{HALL}/pantalla")
    page.locator("[data-ball].out").nth(20).wait_for()
    picture(page, "bingo")
    picture(wall, "bingo-pantalla")


def _machines(browser: Browser, address: str) -> None:
    for name, machine, do in (
        ("maquina-rodillos", REELS, "Girar"), ("maquina-poker", POKER, "Repartir"),
    ):  # fmt: skip
        page = _page(browser)
        page.goto(f"{address}/maquina/{machine}")
        page.get_by_role("button", name="y jugar").click()
        page.get_by_role("button", name=do).click()
        page.wait_for_timeout(3000)
        picture(page, name)


def _tournament(browser: Browser, address: str) -> None:
    page, wall = _page(browser), _page(browser, viewport=WALL)
    page.goto(f"{address}/torneos")
    page.locator(f"[data-torneo^='{GO}']").first.click()
    page.locator("[data-do='enter']").click()
    page.locator("[data-do='invite']").click()
    page.wait_for_url("**/mesa/**")
    page.locator("button[data-move]").first.wait_for()
    picture(page, "torneo")
    wall.goto(page.url.replace("/mesa/", "/torneo/").rpartition("-mesa-")[0] + "/reloj")
    wall.get_by_text("25 / 50").wait_for()
    picture(wall, "torneo-reloj")


def shots(browser: Browser) -> None:
    with casino() as (address, _):
        _bingo(browser, address)
        _machines(browser, address)
        _tournament(browser, address)


if __name__ == "__main__":
    with chromium() as found:
        shots(found)
