"""A traditional game played by its staff, each at his own desk, with a player on a phone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tapete.systems.bingo.design import Design
from tests.browser.attended import Office, log_in
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino

ROLES = ("director-de-bingo", "jefe-de-mesa", "locutor", "vendedor", "auxiliar-de-sala")
SEED = "sala-de-prueba"
DESKTOP, TABLET, PHONE = (1280, 900), (1024, 768), (390, 844)
UPRIGHT = (820, 1180)
INSIDE = "parts => parts.map((part) => part.scrollWidth <= part.clientWidth)"
"""Whether nothing sticks out of any of these parts of a page."""


def picture(page: Page, name: str) -> None:
    """A picture to look at, where somebody wants them."""
    folder = os.environ.get("PICTURES")
    if folder:
        page.screenshot(path=str(Path(folder) / f"bingo-{name}.png"), full_page=True)


def size(wide: int, high: int) -> dict[str, int]:
    return {"width": wide, "height": high}


class Desks:
    """A hall with paper, and the browser of everybody who works there."""

    def __init__(self, casino: Casino, new_page: NewPage) -> None:
        self.casino, self.new_page, self.office = casino, new_page, Office(casino)
        mark = secrets.token_hex(2)
        self.id = f"salon-{mark}"
        plan = {"price": 1000, "line": "12%", "bingo": "48%", "house": "40%"}
        row = {
            "game": "bingo-tradicional", "series": {"B": 60, "C": 60}, "cards": 60, "seed": SEED,
            "plan": plan, "unidad": "juego", "manual": True,
            "pace": {"sale": 30, "ball": 0.05, "prize": 0.3, "between": 1},
        }  # fmt: skip
        self.office.post("/api/units", {"kind": "sala", "id": self.id, "row": row})
        self.people = {role: self.office.hire(f"{role}-{mark}", role) for role in ROLES}
        for role, person in self.people.items():
            self.office.post(f"/api/tables/{self.id}/staff", {"person": person, "role": role})

    def desk(self, role: str, *, view: tuple[int, int] = DESKTOP, locale: str = "es-CL") -> Page:
        """Somebody comes in and goes to his desk, by the menu that everybody there has."""
        page = self.new_page(viewport=size(*view), locale=locale)
        log_in(page, self.casino, self.people[role])
        if view == PHONE:
            page.locator("details.small > summary").click()
        page.locator('nav a[href="/bingo"]:visible').click()
        page.locator(f'[data-desks] [data-hall="{self.id}"]').click()
        expect(page.locator(f'[data-desk="{role}"]')).to_be_visible()
        return page


@pytest.mark.clause("CAT-V.2.2.1-16", "CAT-V.2.2.1-15", "CAT-V.2.3-33", "CAT-V.5-11")
def test_the_staff_plays_a_whole_game_each_at_his_desk(new_page: NewPage, casino: Casino) -> None:
    desks = Desks(casino, new_page)
    director = desks.desk("director-de-bingo", view=TABLET)
    chief = desks.desk("jefe-de-mesa")
    caller = desks.desk("locutor", view=PHONE, locale="en-GB")
    seller = desks.desk("vendedor", view=TABLET)
    player = new_page(viewport=size(*PHONE), is_mobile=True)
    wall = new_page(viewport=size(1600, 900))
    wall.add_init_script(
        "window.said = []; speechSynthesis.speak = (words) => window.said.push(words.text);"
        "localStorage.setItem('tapete.bingo.voice', 'on')"
    )
    picture(director, "director-closed")
    director.check("[data-checked]")
    director.click("[data-open]")
    expect(chief.locator("[data-begin]")).to_be_enabled()

    for page, name in ((player, "Berta"),):
        page.goto(f"{casino.address}/bingo/{desks.id}")
        page.get_by_label("Su nombre").fill(name)
        page.click("[data-play]")
    other = desks.office.guest("Custodio")
    assistant = desks.desk("auxiliar-de-sala", view=PHONE)
    assistant.locator("[data-search]").fill("Custodio")
    assistant.locator(f'[data-person] option[value="{other}"]').wait_for(state="attached")
    assistant.locator("[data-person]").select_option(other)
    assistant.click("[data-admit]")
    expect(assistant.locator(".person")).to_have_count(2)
    picture(assistant, "assistant-phone")

    chief.click("[data-count]")
    picture(chief, "chief-before")
    chief.click("[data-begin]")
    wall.goto(f"{casino.address}/bingo/{desks.id}/pantalla")
    choose_buyer(seller, "Berta")
    seller.click('[data-sell="3"]')
    expect(player.get_by_label("Mis cartones").locator("[data-card]")).to_have_count(3)
    choose_buyer(seller, "Custodio")
    seller.click('[data-sell="2"]')
    expect(seller.locator("[data-sold]").first).to_have_attribute("data-sold", "5")
    picture(seller, "till")
    picture(player, "player-sale")
    chief.click("[data-start]")

    face = Design(SEED, 60).faces()[1]
    balls = [*face.rows[0], *face.rows[1], *face.rows[2]]
    for n, ball in enumerate(balls, 1):
        if n == 6:
            line(chief, player, wall, caller)
        entered = caller.locator("[data-ball-out]")
        entered.fill(str(ball))
        expect(caller.locator("form .btn").first).to_be_enabled()
        entered.press("Enter")
        expect(caller.locator("[data-ball].out")).to_have_count(n)
    picture(caller, "caller-phone")
    picture(wall, "wall-paper")
    spoken = "ball => window.said.filter(one => one === ball).length === 1"
    wall.wait_for_function(spoken, arg=str(balls[-1]))  # in the room
    upright = new_page(viewport=size(*UPRIGHT))
    for path, parts in (("", ".draw, .side"), ("/pantalla", ".big, .rest")):
        upright.goto(f"{casino.address}/bingo/{desks.id}{path}")
        expect(upright.locator("[data-ball].out")).to_have_count(len(balls))
        assert upright.eval_on_selector_all(parts, INSIDE) == [True, True], path
    player.click('[data-bingo="1"]')
    chief.click('[data-read="1"]')
    chief.click("[data-ask]")
    picture(director, "director-playing")
    chief.click("[data-go]")
    expect(player.locator('[data-phase="fin"]')).to_be_visible()
    expect(player.locator('[data-prize="bingo"]')).to_contain_text("Berta")
    chief.click("[data-sign]")
    expect(seller.locator("[data-hand-in]")).to_have_count(2)
    for page in (caller, player, assistant):
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, "nothing sticks out"
    director.click("[data-close]")
    expect(chief.locator('[data-phase="cerrada"]')).to_be_visible()
    desks.office.http.close()


@pytest.mark.clause("CAT-V.2.2.2.1-01")
def test_a_chief_puts_the_staff_of_a_hall_on_duty_by_name(
    new_page: NewPage, casino: Casino
) -> None:
    office, mark = Office(casino), secrets.token_hex(2)
    id, plan = f"salon-{mark}", {"price": 1000, "line": "12%", "bingo": "48%", "house": "40%"}
    row = {"game": "bingo-tradicional", "series": {"B": 60}, "cards": 60, "plan": plan}
    office.post("/api/units", {"kind": "sala", "id": id, "row": {**row, "unidad": "juego"}})
    chief = office.hire(f"jefa-{mark}", "jefe-de-sala")
    caller = office.hire(f"locutor-{mark}", "locutor")
    there = new_page()
    log_in(there, casino, caller)
    there.goto(f"{casino.address}/bingo/{id}")
    expect(there.locator(".bingo-room")).to_be_visible()
    expect(there.get_by_role("link", name="Puesto de trabajo")).to_have_count(0)
    page = new_page()
    log_in(page, casino, chief)
    page.goto(f"{casino.address}/bingo/{id}")
    page.get_by_role("link", name="Puesto de trabajo").click()
    part = page.locator("[data-part=staff]")
    part.get_by_label("Cargo").select_option("locutor")
    part.locator(f'[data-person] option[value="{caller}"]').wait_for(state="attached")
    part.locator("[data-person]").select_option(caller)
    part.locator("[data-do=assign]").click()
    expect(part.locator(f'[data-on-duty="{caller}"]')).to_contain_text("locutor")
    there.get_by_role("link", name="Puesto de trabajo").click()  # it came by itself
    expect(there.locator('[data-desk="locutor"]')).to_be_visible()
    part.get_by_role("button", name="Relevar").click()
    expect(part).to_contain_text("Nadie de servicio.")
    expect(there.locator('[data-desk=""]')).to_be_visible()
    office.http.close()


def choose_buyer(seller: Page, name: str) -> None:
    option = seller.locator("[data-buyer] option", has_text=name)
    option.wait_for(state="attached")
    seller.locator("[data-buyer]").select_option(option.get_attribute("value"))


def line(chief: Page, player: Page, wall: Page, caller: Page) -> None:
    """The player calls a line; his card is read while its master is on the screens."""
    player.click('[data-line="1"]')
    expect(caller.locator("[data-draw]")).to_be_disabled()
    chief.click('[data-read="1"]')
    expect(wall.locator(".called [data-card='1']")).to_be_visible()
    picture(chief, "chief-stopped")
    picture(wall, "wall-stopped")
    picture(player, "player-stopped")
    chief.click("[data-ask]")
    chief.click("[data-go]")
    expect(player.locator('[data-prize="linea"]')).to_be_visible()
