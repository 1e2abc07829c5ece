"""Attended tables for the tests of the client: who works there, and what they do on their screens.

The people and the table are made through the API; everything after that is done in a browser.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tapete.core.book.roles import JEFE
from tapete.core.table.roles import staff_of
from tapete.floor.people.register import Register
from tapete.games.registry import find
from tests.browser.guest import Casino, Guest

if TYPE_CHECKING:
    from tests.browser.conftest import NewPage

PASSWORD = "una clave larga y buena"
LIMITS = re.compile(r"\$|CLP")
"""A spot says what may still be put on it once its offer has come."""
TABLET = {"width": 1180, "height": 820}


class Office:
    """An administrator's session."""

    def __init__(self, casino: Casino) -> None:
        self.http = httpx.Client(base_url=casino.address, timeout=60)
        self.id = f"gerencia-{secrets.token_hex(3)}"
        Register(casino.store).admit_staff(
            self.id, "Gerencia", PASSWORD, ("administrador",), by="prueba", now=1.0
        )
        self.csrf = ""
        self.csrf = self.post("/api/login", {"id": self.id, "password": PASSWORD})["csrf"]

    def post(self, path: str, body: Any) -> Any:
        answer = self.http.post(path, json=body, headers={"x-csrf": self.csrf})
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def hire(self, id: str, *roles: str) -> str:
        self.post(
            "/api/staff", {"id": id, "name": id.title(), "password": PASSWORD, "roles": roles}
        )
        return id

    def guest(self, name: str, table: str | None = None) -> str:
        """Somebody with play chips, who sits down at a table or nowhere."""
        with httpx.Client(base_url=self.http.base_url, timeout=60) as http:
            me = http.post("/api/guest", json={"name": name}).json()
            if table is not None:
                sit = {"do": "sit", "seat": 1, "player": me["id"], "chips": 200_000}
                http.post(
                    f"/api/tables/{table}/commands", json={"id": "1", "command": sit},
                    headers={"x-csrf": me["csrf"]},
                ).raise_for_status()  # fmt: skip
        return str(me["id"])

    def free_table(self, game: str, pot: str | None = None) -> str:
        """A table that nobody has sat at, linked to a pot if one is named."""
        id = f"{game}-{secrets.token_hex(2)}"
        table = {"id": id, "game": game, "pot": pot, "informed": "oficio-12" if pot else ""}
        self.post("/api/tables", table)
        return id

    def table(self, game: str) -> Attended:
        """An attended table, and everybody on duty whom the game wants there."""
        mark = secrets.token_hex(2)
        id = f"{game}-{mark}"
        self.post("/api/tables", {"id": id, "game": game, "attended": True})
        staff: dict[str, str] = {}
        for n, role in enumerate(staff_of(find(game).rules_of())):
            person = self.hire(f"{role}-{mark}-{n}", role)
            self.post(f"/api/tables/{id}/staff", {"person": person, "role": role})
            staff.setdefault(role, person)
        return Attended(self, id, staff)


@dataclass
class Attended:
    """A table, and the first person of each role on duty there."""

    office: Office
    id: str
    staff: dict[str, str]
    pages: dict[str, Page] = field(default_factory=dict)

    @property
    def dealer(self) -> str:
        return next(role for role in self.staff if role != JEFE)

    def console(self, casino: Casino, new_page: NewPage, **options: Any) -> Console:
        page = come_in(new_page(viewport=TABLET, **options), casino, self.staff[self.dealer])
        page.goto(f"{casino.address}/consola/{self.id}")
        expect(page.locator("[data-asked]")).to_be_visible()
        return Console(page)

    def desk(self, casino: Casino, new_page: NewPage, **options: Any) -> Desk:
        page = come_in(new_page(viewport=TABLET, **options), casino, self.staff[JEFE])
        page.goto(f"{casino.address}/mesa-jefe/{self.id}")
        expect(page.locator("[data-desk]")).to_be_visible()
        return Desk(page)

    def player(self, casino: Casino, new_page: NewPage) -> Guest:
        return Guest(new_page(), casino, self.id).sit()


def come_in(page: Page, casino: Casino, id: str) -> Page:
    """With a session begun already: the page to come is opened with it."""
    body = {"id": id, "password": PASSWORD}
    answer = httpx.post(f"{casino.address}/api/login", json=body, timeout=60)
    session = {"name": "tapete", "value": answer.cookies["tapete"], "url": casino.address}
    page.context.add_cookies([session])  # type: ignore[list-item]
    page.add_init_script(f"localStorage.setItem('tapete.csrf', '{answer.json()['csrf']}')")
    return page


def log_in(page: Page, casino: Casino, id: str, password: str = PASSWORD) -> Page:
    page.goto(f"{casino.address}/entrar")
    page.locator("input[autocomplete=username]").fill(id)
    page.locator("input[autocomplete=current-password]").fill(password)
    page.locator("form:has(input[autocomplete=username]) button:not([type=button])").click()
    expect(page.locator(".me")).to_be_visible()
    return page


class Console:
    """The croupier's screen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def do(self, what: str) -> None:
        self.page.locator(f'[data-do="{what}"]').click()

    def asked(self, kind: str) -> Locator:
        """Wait until this is what is asked."""
        found = self.page.locator(f'[data-asked="{kind}"]')
        expect(found).to_be_visible()
        return found

    def begin(self) -> None:
        self.asked("")
        self.do("begin")

    def bet(self, seat: int, bet: str) -> int:
        """Put the chip in hand on a bet for a seat, at its player's word; how much it was."""
        pick = self.page.locator(f'button[data-seat="{seat}"]')
        if pick.get_attribute("aria-pressed") != "true":
            pick.click()
        lies = self.page.locator("[data-on-cloth]")
        before = int(lies.get_attribute("data-on-cloth") or 0)
        # the offers of the seat come before its first bet
        spot = self.page.locator(f'[data-spot="{bet}"]')
        expect(spot).to_have_attribute("aria-label", LIMITS)
        spot.dispatch_event("click")
        self.page.wait_for_function(
            "least => +document.querySelector('[data-on-cloth]')?.dataset.onCloth > least",
            arg=before,
        )
        return int(lies.get_attribute("data-on-cloth") or 0) - before

    def chip(self, value: int) -> None:
        self.page.locator(f'input[name=chip][value="{value}"]').check(force=True)

    def spin(self, result: str) -> None:
        self.asked("spin").locator(f'[data-result="{result}"]').click()
        self.do("record")

    def roll(self, *faces: str) -> None:
        asked = self.asked("roll")
        for n, face in enumerate(faces, 1):
            asked.locator(f'[data-die="{n}"][data-face="{face}"]').click()
        self.do("record")

    def card(self, card: str) -> None:
        """Rank and suit: two taps, and the table goes on."""
        asked = self.asked("draw")
        state = self.state
        asked.locator(f'[data-rank="{card[0]}"]').first.click()
        asked.locator(f'[data-suit="{card[1]}"]').first.click()
        self.until_after(state)

    def irregular(self, cause: str, card: str | None = None) -> None:
        """A cause the ask lists, with its card, confirmed."""
        state, part = self.state, self.page.locator("[data-irregular]")
        part.locator("summary").click()
        part.locator(f'[data-cause="{cause}"]').click()
        if card is not None:
            part.locator(f'[data-rank="{card[0]}"]').click()
            part.locator(f'[data-suit="{card[1]}"]').click()
        part.locator('[data-do="continue"]').click()
        self.page.locator("dialog[open] [data-yes]").click()
        self.until_after(state)

    def say(self, move: str) -> None:
        """What the player whose turn it is says."""
        state = self.state
        self.asked("choose").locator(f'[data-move="{move}"]').click()
        self.until_after(state)

    @property
    def state(self) -> str:
        return self.page.locator("[data-state]").get_attribute("data-state") or ""

    def until_after(self, state: str) -> None:
        self.page.wait_for_function(
            "state => document.querySelector('[data-state]')?.dataset.state !== state", arg=state
        )


class Desk:
    """The screen of whoever directs the table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def part(self, name: str) -> Locator:
        return self.page.locator(f'[data-part="{name}"]')

    def unfold(self, name: str) -> Locator:
        """A part that is seldom needed, and folded until somebody opens it."""
        part = self.part(name)
        part.locator("summary").click()
        return part

    def do(self, what: str) -> None:
        self.page.locator(f'[data-do="{what}"]').click()

    def confirm(self) -> None:
        self.page.locator("dialog[open] [data-yes]").click()

    def open_table(self) -> None:
        self.do("open")
        expect(self.part("direct").locator('[data-do="suspend"]')).to_be_visible()
