"""``python -m docs.make.screens_desk``: pictures of the croupier's console and the jefe de mesa's
desk, into docs/screens/.

The administrator prepares attended tables in the browser, their people come in with the accounts
he was shown, and a round is dealt at each while a player watches.
"""

from __future__ import annotations

from docs.make.stage import PHONE, casino, chromium, picture
from playwright.sync_api import Browser, Page, ViewportSize

TABLET = ViewportSize(width=1180, height=820)
DESK = ViewportSize(width=1180, height=1240)


class House:
    """A casino whose attended tables are prepared by its administrator."""

    def __init__(self, browser: Browser, address: str, password: str) -> None:
        self.browser, self.address = browser, address
        self.admin = self.come_in("administrador", password)
        self.admin.goto(f"{address}/consola")

    def come_in(self, id: str, password: str, *, size: ViewportSize = TABLET) -> Page:
        page = self.browser.new_context(
            viewport=size, locale="es-CL", reduced_motion="reduce"
        ).new_page()
        page.goto(f"{self.address}/entrar")
        page.locator("input[autocomplete=username]").fill(id)
        page.locator("input[autocomplete=current-password]").fill(password)
        page.locator("form:has(input[autocomplete=username]) button:not([type=button])").click()
        page.wait_for_selector(".me")
        return page

    def prepare(self, game: str) -> tuple[str, Page, Page]:
        """The table's id, its croupier's page and its jefe's; the table is open."""
        admin = self.admin
        admin.select_option("select[name=game]", game)
        admin.click('[data-do="prepare"]')
        made = admin.locator(f'[data-made^="{game}"]')
        made.wait_for()
        table = made.get_attribute("data-made") or ""
        rows = [
            (row.get_attribute("data-role") or "", row.get_attribute("data-account") or "",
             row.locator("[data-password]").inner_text())
            for row in made.locator("[data-account]").all()
        ]  # fmt: skip
        chief = next(row for row in rows if row[0] == "jefe-de-mesa")
        dealer = next(row for row in rows if row[0] != "jefe-de-mesa")
        jefe, croupier = self.come_in(*chief[1:]), self.come_in(*dealer[1:])
        jefe.goto(f"{self.address}/mesa-jefe/{table}")
        jefe.click('[data-do="open"]')
        jefe.wait_for_selector('[data-do="suspend"]')
        croupier.goto(f"{self.address}/consola/{table}")
        croupier.wait_for_selector('[data-do="begin"]')
        return table, croupier, jefe

    def player(self, table: str, name: str) -> Page:
        page = self.browser.new_context(viewport=TABLET, locale="es-CL").new_page()
        page.goto(f"{self.address}/entrar")
        page.locator("input[autocomplete=nickname]").fill(name)
        page.locator("form:has(input[autocomplete=nickname]) button").click()
        page.wait_for_selector(".me")
        page.goto(f"{self.address}/mesa/{table}")
        page.click("form.sit button[type=submit]")
        page.wait_for_selector("[data-chips]")
        return page


def do(page: Page, what: str) -> None:
    page.click(f'[data-do="{what}"]')


def bet(page: Page, seat: int, *bets: str) -> None:
    """Chips for a seat, at its player's word."""
    page.click(f'button[data-seat="{seat}"][aria-pressed="false"]')
    for one in bets:
        before = page.locator("[data-on-cloth]").get_attribute("data-on-cloth")
        page.wait_for_timeout(300)
        page.locator(f'[data-spot="{one}"]').dispatch_event("click")
        page.wait_for_function(
            "old => document.querySelector('[data-on-cloth]')?.dataset.onCloth !== old", arg=before
        )


def card(page: Page, card: str) -> None:
    page.wait_for_selector('[data-asked="draw"]')
    old = page.locator("[data-state]").get_attribute("data-state")
    page.locator(f'[data-rank="{card[0]}"]').first.click()
    page.locator(f'[data-suit="{card[1]}"]').first.click()
    page.wait_for_function(
        "old => document.querySelector('[data-state]').dataset.state !== old", arg=old
    )


def roulette(house: House) -> None:
    table, croupier, jefe = house.prepare("ruleta-francesa")
    picture(house.admin, "mis-mesas")
    for name in ("Ana", "Bruno"):
        house.player(table, name)
    do(croupier, "begin")
    croupier.wait_for_selector('[data-asked="bets"]')
    bet(croupier, 1, "rojo", "pleno:17", "docena:1")
    bet(croupier, 2, "negro", "pleno:17")
    croupier.wait_for_timeout(400)
    picture(croupier, "consola-apuestas")
    do(croupier, "close-bets")
    croupier.click('[data-result="17"]')
    picture(croupier, "consola-ruleta")
    do(croupier, "record")
    croupier.wait_for_selector("[data-pays] ol li")
    picture(croupier, "consola-pagos")
    jefe.click('[data-hold="1"]')
    jefe.wait_for_selector('[data-held="1"]')
    jefe.set_viewport_size(DESK)
    jefe.evaluate("scrollTo(0, 0)")
    picture(jefe, "escritorio")
    jefe.set_viewport_size(PHONE)
    jefe.wait_for_timeout(300)
    jefe.evaluate("scrollTo(0, 0)")
    picture(jefe, "escritorio-telefono")


def craps(house: House) -> None:
    table, croupier, _ = house.prepare("craps")
    house.player(table, "Ana")
    do(croupier, "begin")
    croupier.wait_for_selector('[data-asked="bets"]')
    bet(croupier, 1, "pass")
    do(croupier, "close-bets")
    croupier.wait_for_selector('[data-asked="roll"]')
    croupier.click('[data-die="1"][data-face="3"]')
    croupier.click('[data-die="2"][data-face="4"]')
    picture(croupier, "consola-dados")


def black_jack(house: House) -> None:
    table, croupier, _ = house.prepare("black-jack")
    for name in ("Ana", "Bruno"):
        house.player(table, name)
    do(croupier, "begin")
    croupier.wait_for_selector('[data-asked="bets"]')
    for seat in (1, 2):
        bet(croupier, seat, "principal")
    do(croupier, "close-bets")
    for one in ("Tc", "9d", "7h", "8s"):
        card(croupier, one)
    croupier.click("[data-irregular] summary")
    croupier.click('[data-rank="K"] >> nth=0')
    picture(croupier, "consola-cartas")
    croupier.click('[data-suit="d"] >> nth=0')
    croupier.wait_for_selector('[data-asked="choose"]')
    picture(croupier, "consola-de-palabra")
    croupier.set_viewport_size(PHONE)
    croupier.wait_for_timeout(300)
    picture(croupier, "consola-telefono")


def shots(browser: Browser) -> None:
    """All the pictures."""
    with casino(config="") as (address, password):
        house = House(browser, address, password)
        for scene in (roulette, craps, black_jack):
            scene(house)


if __name__ == "__main__":
    with chromium() as browser:
        shots(browser)
