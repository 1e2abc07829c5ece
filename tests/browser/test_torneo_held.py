"""Hand for hand on the supervisor's tablet: hands held, and each ordered on in its turn."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.attended import PASSWORD, Office, come_in
from tests.browser.conftest import NewPage
from tests.browser.guest import Casino
from tests.floor.played import bases

ID = "mano-por-mano"
DIRECTOR = "directora-mm"
TABLET = {"width": 820, "height": 1180}


class Direction:
    """The director's session over HTTP."""

    def __init__(self, casino: Casino) -> None:
        self.http = httpx.Client(base_url=casino.address, timeout=60)
        said = self.http.post("/api/login", json={"id": DIRECTOR, "password": PASSWORD})
        self.csrf, self.sent = said.raise_for_status().json()["csrf"], 0

    def do(self, what: str, role: str = "director-de-torneo", **about: Any) -> None:
        self.sent += 1
        body = {"id": f"mm-{self.sent}", "role": role, "command": {"do": what, **about}}
        said = self.http.post(f"/api/units/{ID}/commands", json=body, headers={"x-csrf": self.csrf})
        said.raise_for_status()


def at_hand_for_hand(casino: Casino) -> None:
    """Six people at two tables that play hand for hand, each with a hand in course."""
    office = Office(casino)
    office.hire(DIRECTOR, "director-de-torneo", "cajero")
    office.hire("jefa-mm", "jefe-de-mesa")
    text = bases(
        nombre='"Mano por mano"', minimo="6", maximo="10", mesas="2", croupiers="2", asientos="5",
        final="5", tramos='[{ desde = 6, reparto = ["60", "40"] }]',
        fichas="{ 25 = 4000, 100 = 600 }",
    )  # fmt: skip
    office.post(
        "/api/units", {"kind": "torneo", "id": ID, "row": {"bases": text, "unidad": "juego"}}
    )
    people = [office.guest(name) for name in ("Ana", "Beto", "Carla", "Dino", "Eva", "Fabián")]
    office.http.close()
    direction = Direction(casino)
    direction.do("open-registration")
    for who in people:
        direction.do("enter", "cajero", player=who)
    direction.do("open-doors")
    for who in people:
        direction.do("accredit", "cajero", player=who)
    for what in ("start", "close-registration", "hand-for-hand"):
        direction.do(what)
    for table in (1, 2):
        direction.do("deal-hand", table=table)
    direction.http.close()


def stop_the_hand(tablet: Page, table: int) -> None:
    """The supervisor is at a table where an all-in was called."""
    tablet.get_by_role("button", name=f"Mesa {table}", exact=True).click()
    tablet.locator("[data-do='hold-hand']").click()


@pytest.mark.clause("COL-7.5.1-63", "COL-7.5.1-64", "COL-7.5.1-65")
def test_the_supervisor_orders_held_hands_on_one_after_another(
    casino: Casino, new_page: NewPage
) -> None:
    at_hand_for_hand(casino)
    tablet = come_in(new_page(viewport=TABLET), casino, "jefa-mm")
    tablet.goto(f"{casino.address}/torneo/{ID}/supervisor")
    held = {table: tablet.locator(f"[data-held='{table}']") for table in (1, 2)}
    stop_the_hand(tablet, 2)
    expect(held[2]).to_contain_text("Espera a que las otras mesas terminen la suya")
    expect(tablet.locator("[data-do='play-out']")).to_have_count(0)
    stop_the_hand(tablet, 1)
    expect(held[1].locator("[data-do='play-out']")).to_be_visible()
    expect(tablet.locator("[data-do='play-out']")).to_have_count(1)  # one at a time
    held[1].locator("[data-do='play-out']").click()
    expect(held[1]).to_have_count(0)
    expect(tablet.locator("[data-do='play-out']")).to_have_count(0)  # the first is played out
    tablet.locator("[data-do='hand-over']").click()
    held[2].locator("[data-do='play-out']").click()
    expect(held[2]).to_have_count(0)
