"""What was drawn by hand at real tables, entered at the director's desk."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.attended import PASSWORD, Office, come_in
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino
from tests.floor.played import bases

ID = "a-mano"
DIRECTOR = "directora-am"
PEOPLE = ("Ana", "Beto", "Carla", "Dino", "Eva", "Fabián")


def doors_open(casino: Casino) -> None:
    """Six people have entered, for two tables of four places; their seats are drawn next."""
    office = Office(casino)
    office.hire(DIRECTOR, "director-de-torneo", "cajero")
    text = bases(
        nombre='"A mano"', minimo="6", maximo="8", mesas="2", croupiers="2", asientos="5",
        final="5", tramos='[{ desde = 6, reparto = ["60", "40"] }]',
        fichas="{ 25 = 4000, 100 = 600 }",
    )  # fmt: skip
    row = {"bases": text, "unidad": "juego"}
    office.post("/api/units", {"kind": "torneo", "id": ID, "row": row})
    people = [office.guest(name) for name in PEOPLE]
    office.http.close()
    with httpx.Client(base_url=casino.address, timeout=60) as http:
        said = http.post("/api/login", json={"id": DIRECTOR, "password": PASSWORD})
        csrf = {"x-csrf": said.raise_for_status().json()["csrf"]}
        sent: list[tuple[str, str, dict[str, Any]]] = [
            ("director-de-torneo", "open-registration", {}),
            *(("cajero", "enter", {"player": who}) for who in people),
            ("director-de-torneo", "open-doors", {}),
        ]
        for n, (role, what, about) in enumerate(sent):
            body = {"id": f"am-{n}", "role": role, "command": {"do": what, **about}}
            http.post(f"/api/units/{ID}/commands", json=body, headers=csrf).raise_for_status()


def noted(panel: Page | Any, desk: Page, reads: str) -> None:
    """The draw is read back before it is entered."""
    panel.locator("[data-do]").click()
    dialog = desk.locator("dialog[data-confirm][open]")
    expect(dialog).to_contain_text(reads)
    dialog.locator("[data-yes]").click()


@pytest.mark.clause("COL-7.2-03", "COL-7.5.1-10", "COL-7.5.1-56")
def test_what_was_drawn_by_hand_is_entered_at_the_desk(casino: Casino, new_page: NewPage) -> None:
    doors_open(casino)
    desk = come_in(new_page(), casino, DIRECTOR)
    desk.goto(f"{casino.address}/torneo/{ID}/direccion")
    slips = desk.locator("[data-by-hand='accredit']")
    for n, (name, place) in enumerate(
        zip(PEOPLE, ("1-5", "2-4", "1-2", "2-1", "1-1", "2-5"), strict=True)
    ):
        if not n:
            slips.locator("summary").click()
        slips.locator("select").select_option(label=name)
        slips.locator(f"[data-place='{place}']").click()
        noted(slips, desk, f"{name} · {place}")
        expect(desk.locator(f"article [data-person='{name}']")).to_be_visible()
    button = desk.locator("[data-by-hand='start']")
    button.locator("summary").click()
    for seat, rank, suit in (("5", "9", "h"), ("2", "A", "s"), ("1", "4", "d")):
        expect(button).to_contain_text(f"Carta del asiento {seat}")
        button.locator(f"[data-rank='{rank}']").click()
        button.locator(f"[data-suit='{suit}']").click()
    noted(button, desk, "5: 9♥ · 2: A♠ · 1: 4♦")
    expect(desk.locator("[data-stage='en-juego']")).to_be_visible()
    at = desk.locator("article").first.locator("li", has_text="botón")
    expect(at).to_contain_text("Carla")  # the highest card was dealt to seat 2
    last = desk.locator("[data-by-hand='call-last-hands']")
    last.locator("summary").click()
    expect(last.locator("[data-rank='7']")).to_be_disabled()
