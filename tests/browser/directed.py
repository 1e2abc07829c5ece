"""A tournament held at real tables, for the tests of its desks: who directs it, and what is done
there beside what a person does in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.browser.attended import PASSWORD, Office, come_in
from tests.browser.guest import Casino
from tests.floor.played import ANSWERS, bases

LEAD = "director-de-torneo"
SIX = ("Ana", "Beto", "Carla", "Dino", "Eva", "Fabián")


class Directed:
    """A tournament for play chips that takes entries, whose director has a session over HTTP."""

    def __init__(self, casino: Casino, id: str, people: Sequence[str] = SIX, **rows: str) -> None:
        self.casino, self.id, self.sent = casino, id, 0
        self.director, self.supervisor = f"directora-{id}", f"jefa-{id}"
        office = Office(casino)
        office.hire(self.director, LEAD, "cajero")
        office.hire(self.supervisor, "jefe-de-mesa")
        tables = {"mesas": "2", "croupiers": "2", "asientos": "5", "final": "5", "maximo": "10"}
        text = bases(**tables | {
            "minimo": str(len(people)), "fichas": "{ 25 = 4000, 100 = 600 }",
            "tramos": f'[{{ desde = {len(people)}, reparto = ["60", "40"] }}]',
        } | rows)  # fmt: skip
        office.post(
            "/api/units", {"kind": "torneo", "id": id, "row": {"bases": text, "unidad": "juego"}}
        )
        self.people = {name: office.guest(name) for name in people}
        office.http.close()
        credentials = {"id": self.director, "password": PASSWORD}
        said = httpx.post(f"{casino.address}/api/login", json=credentials, timeout=60)
        self.headers = {"x-csrf": said.raise_for_status().json()["csrf"]}
        self.cookies = dict(said.cookies)
        self.do("open-registration")
        for who in self.people.values():
            self.do("enter", "cajero", player=who)
        self.do("open-doors")

    def do(self, what: str, role: str = LEAD, **about: Any) -> None:
        """A command of the director, or of the desk where she is that too."""
        self.sent += 1
        body: dict[str, Any] = {"id": f"d-{self.sent}", "role": role}
        body["command"] = {"do": what, **about}
        if what in ANSWERS:
            body["saw"] = self.view()["state"]
        said = httpx.post(
            f"{self.path}/commands", json=body, headers=self.headers, cookies=self.cookies,
            timeout=60,
        )  # fmt: skip
        assert said.is_success, said.text

    def view(self) -> Any:
        """The tournament as she sees it."""
        said = httpx.get(self.path, cookies=self.cookies, timeout=60)
        return said.raise_for_status().json()

    @property
    def path(self) -> str:
        return f"{self.casino.address}/api/units/{self.id}"

    def seats(self) -> dict[str, str]:
        """Who sits where, by their names."""
        called = {who: name for name, who in self.people.items()}
        return {
            called[who]: f"{table['table']}-{seat}"
            for table in self.view()["tables"]
            for seat, who in table["seats"].items()
        }

    def started(self, *, closed: bool = True) -> Directed:
        """Everybody has his seat and play has begun; nobody enters any more."""
        for who in self.people.values():
            self.do("accredit", "cajero", player=who)
        self.do("start")
        if closed:
            self.do("close-registration")
        return self

    def out(self, name: str, by: str = "") -> None:
        """A player loses all to one of his table."""
        at = self.seats()
        others = [who for who in at if who != name and at[who][0] == at[name][0]]
        self.do("eliminate", player=self.people[name], winner=self.people[by or others[0]])

    def desk(self, page: Page, screen: str = "direccion") -> Page:
        """The director's desk, or the supervisor's, as a person has it open."""
        who = self.supervisor if screen == "supervisor" else self.director
        come_in(page, self.casino, who)
        page.goto(f"{self.casino.address}/torneo/{self.id}/{screen}")
        return page


def panel(desk: Page, what: str) -> Locator:
    """The panel of what was drawn by hand, unfolded."""
    found = desk.locator(f"[data-by-hand='{what}']")
    found.locator("> summary").click()
    return found


def confirm(desk: Page, reads: str = "") -> None:
    """What cannot be taken back is read once more, and meant."""
    dialog = desk.locator("dialog[data-confirm][open]")
    expect(dialog).to_contain_text(reads)
    dialog.locator("[data-yes]").click()


def note(found: Locator, reads: str) -> None:
    """The draw is read back before it is entered."""
    found.locator("[data-do]").click()
    confirm(found.page, reads)


def deal(found: Locator, cards: str) -> None:
    """Cards one after the other, as they were dealt: rank, then suit."""
    for card in cards.split():
        found.locator(f"[data-rank='{card[0]}']").click()
        found.locator(f"[data-suit='{card[1]}']").click()
