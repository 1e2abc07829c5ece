"""``python -m docs.make.screens_office``: pictures of the cage, the floor, people and the audit.

A casino is served for it, staff are hired, guests play at some of its tables all the while, and
each picture is taken in a real Chromium as the person whose page it is.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from docs.make.stage import PHONE, WIDE, casino, chromium, picture
from playwright.sync_api import Browser, Page

from tapete.client import Client, TableClient
from tapete.core.book.refused import Refused
from tapete.floor.people.person import check_digit

QUICK = "[clocks]\nbetting = 1.5\ndecision = 1.0\npause = 2.0\n"
PASSWORD = "una clave larga y buena"
STAFF = (
    ("carla", "Carla Cajera", ("cajero",)),
    ("fernanda", "Fernanda Fiscal", ("fiscalizador",)),
    ("julio", "Julio Jefe", ("jefe-de-mesa", "jefe-de-sala")),
    ("croupier-1", "Camilo Croupier", ("croupier",)),
)
PLAYED = ("ruleta-francesa-1", "black-jack-1", "craps-1", "big-six-1", "mini-punto-y-banca-1")
NAMES = ("Ana", "Bruno", "Rosa", "Diego", "Elisa")
PLAYER = f"12345670-{check_digit('12345670')}"


async def people(address: str, password: str) -> None:
    """Staff, an attended table, and a player with papers."""
    async with Client(address) as admin:
        await admin.log_in("administrador", password)
        for id, name, roles in STAFF:
            body = {"id": id, "name": name, "password": PASSWORD, "roles": roles}
            await admin.post("/api/staff", body, dict)
        papers = {"name": "Rosa Díaz Soto", "rut": PLAYER, "born": "1987-03-21"}
        await admin.post("/api/people", {**papers, "password": PASSWORD}, dict)
        made = {"id": "black-jack-sala", "game": "black-jack", "attended": True}
        await admin.post("/api/tables", made, dict)
        duty = {"person": "croupier-1", "role": "croupier"}
        await admin.post("/api/tables/black-jack-sala/staff", duty, None)


async def guest(address: str, table: str, seat: int, name: str, over: threading.Event) -> None:
    """Somebody who bets a little in every round."""
    pick = random.Random(f"{table}{seat}")
    async with Client(address) as client:
        await client.guest(name)
        async with client.table(table) as at:
            with suppress(Refused):
                await at.sit(seat, chips=300_000)
            while not over.is_set():
                with suppress(Refused, TimeoutError):
                    await at.until(lambda v: v.ask is not None and v.ask.kind == "bets", seconds=5)
                    after = at.view.round + 1
                    offers = [one for one in await at.offers() if one.open]
                    for offer in pick.sample(offers, min(len(offers), 3)):
                        await at.bet(offer.bet, offer.low or 1)
                    await _until_round(at, after)
                await asyncio.sleep(0.2)


async def _until_round(table: TableClient, number: int) -> None:
    await table.until(lambda v: v.round >= number, seconds=15)


@contextmanager
def playing(address: str) -> Iterator[None]:
    """Guests at some tables, in a thread of their own."""
    over = threading.Event()

    async def all_of_them() -> None:
        await asyncio.gather(
            *(
                guest(address, table, seat, NAMES[(seat + n) % len(NAMES)], over)
                for n, table in enumerate(PLAYED)
                for seat in (1, 2 + n % 2)
            ),
            return_exceptions=True,
        )

    thread = threading.Thread(target=lambda: asyncio.run(all_of_them()))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def come_in(browser: Browser, address: str, who: str, password: str, **options: Any) -> Page:
    page = browser.new_page(**{"viewport": WIDE, "locale": "es-CL", **options})
    page.goto(f"{address}/entrar")
    page.locator("input[autocomplete=username]").fill(who)
    page.locator("input[autocomplete=current-password]").fill(password)
    page.locator("form").nth(1).locator("button:not([type=button])").click()
    page.wait_for_selector("header .me")
    return page


def tray(page: Page, kind: str, **pieces: int) -> None:
    for value, many in pieces.items():
        page.fill(f'[data-tray="{kind}"] [data-piece="{value.removeprefix("of_")}"]', str(many))


def cage(browser: Browser, address: str) -> None:
    page = come_in(browser, address, "carla", PASSWORD)
    page.goto(f"{address}/caja")
    page.fill("[data-find]", "rosa díaz")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-served]")
    tray(page, "money", of_20000=6, of_10000=3)
    page.click("[data-tray=chips] [data-suggest]")
    page.click("[data-hand]")
    page.wait_for_selector("[data-receipt]")
    tray(page, "money", of_20000=2, of_5000=2)
    tray(page, "chips", of_25000=1, of_5000=3, of_1000=10)
    page.evaluate("scrollTo(0, 0)")
    picture(page, "caja")
    page.goto(f"{address}/caja/mesas")
    page.select_option("select.field >> nth=1", "black-jack-1")
    tray(page, "chips", of_100000=20)
    page.click("[data-fill]")
    page.wait_for_selector("[data-receipt]")
    page.evaluate("scrollTo(0, 0)")
    picture(page, "caja-mesas")
    page.goto(f"{address}/caja/dia")
    page.wait_for_selector("[data-day-table]")
    picture(page, "caja-dia")
    page.close()
    page = come_in(browser, address, "carla", PASSWORD, viewport=PHONE, has_touch=True)
    page.goto(f"{address}/caja")
    page.fill("[data-find]", "rosa díaz")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-served]")
    tray(page, "money", of_20000=1)
    picture(page, "caja-telefono")
    page.close()


def room(browser: Browser, address: str, password: str) -> None:
    page = come_in(browser, address, "administrador", password)
    page.goto(f"{address}/sala")
    page.click("[data-floor=ruleta-francesa-1]")
    page.wait_for_selector("[data-file]")
    page.wait_for_timeout(2500)
    picture(page, "sala")
    page.evaluate("localStorage.setItem('tapete.room', 'bright')")
    page.reload()
    page.click("[data-floor=black-jack-sala]")
    page.wait_for_selector("[data-file]")
    page.wait_for_timeout(800)
    picture(page, "sala-clara")
    page.goto(f"{address}/personas")
    page.fill("[data-find]", "julio")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-picked]")
    picture(page, "personas")
    page.close()
    page = come_in(browser, address, PLAYER, PASSWORD)
    page.goto(f"{address}/cuenta")
    page.wait_for_selector("[data-movement]")
    picture(page, "cuenta")
    page.close()


def audit(browser: Browser, address: str) -> None:
    page = come_in(browser, address, "fernanda", PASSWORD)
    page.goto(f"{address}/fiscalia")
    page.wait_for_selector("[data-round]")
    picture(page, "fiscalia")
    for table in ("ruleta-francesa-1", "black-jack-1"):
        page.goto(f"{address}/fiscalia/mesa/{table}")
        link = page.locator(f'tr[data-round^="{table}"]:not(.quiet) a').nth(1)
        page.goto(f"{address}{link.get_attribute('href')}")
        page.wait_for_selector("[data-go=payment]")
        page.click("[data-go=payment]")
        page.click("[data-prove]")
        page.wait_for_selector("[data-verdict]")
        page.wait_for_timeout(1500)
        picture(page, f"fiscalia-{table.removesuffix('-1')}")
    page.goto(f"{address}/fiscalia/auditoria")
    page.click("section[data-audit] button.main")
    page.wait_for_selector('[data-audit="done"]', timeout=300_000)
    picture(page, "fiscalia-auditoria")
    page.evaluate("localStorage.setItem('tapete.lang', 'en')")
    page.goto(f"{address}/fiscalia/ediciones")
    page.wait_for_selector("[data-change]")
    picture(page, "fiscalia-editions-en")
    page.close()


def shots(browser: Browser) -> None:
    """All the pictures."""
    with casino(QUICK) as (address, password):
        # The browser keeps the loop of this thread.
        hiring = threading.Thread(target=asyncio.run, args=(people(address, password),))
        hiring.start()
        hiring.join()
        with playing(address):
            cage(browser, address)
            room(browser, address, password)
            audit(browser, address)


if __name__ == "__main__":
    with chromium() as browser:
        shots(browser)
