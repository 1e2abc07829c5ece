"""``python -m docs.make.screenshots [GAME...]``: pictures of the casino, into docs/screens/.

A casino is served for it in a process of its own. At each table a guest sits down in a real
Chromium, with company, and bets; one picture shows his chips on the cloth, another the round
settled. Modules ``docs/make/screens_*.py`` add pictures of other pages: each has a function
``shots(browser)``.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import docs.make
from docs.make.company import company
from docs.make.stage import CHOSEN, PHONE, SCREENS, WIDE, casino, chromium, picture
from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as NotSeen

from tapete.games.registry import GAMES

CHIPS = 5
AT_ONCE = 5
"""So many tables are played at the same time."""
BRIGHT = ("ruleta-americana-un-cero", "canal-21", "craps", "texas-holdem-sin-limites")
ON_PHONES = ("ruleta-francesa", "craps", "black-jack", "punto-y-banca", "texas-holdem-sin-limites",
             "treinta-y-cuarenta", "caribbean-poker", "corona-y-ancla")  # fmt: skip
AMONG_PLAYERS = ("stud-poker", "seven-stud-poker", "omaha-poker", "texas-holdem-con-limites",
                 "texas-holdem-sin-limites", "baccarat")  # fmt: skip
GOING_ON = ("tomar", "pasar", "ir", "voy", "plantarse", "no", "servido", "retirarse")
"""Moves that go on with the game, the first that is open."""


def visitor(browser: Browser, *, phone: bool = False, bright: bool = False, **more: Any) -> Page:
    """A browser of a player's own, without movement."""
    context = browser.new_context(
        viewport=PHONE if phone else WIDE, has_touch=phone, reduced_motion="reduce",
        **{"locale": "es-CL", **more},
    )  # fmt: skip
    if bright:
        context.add_init_script("localStorage.setItem('tapete.room', 'bright')")
    return context.new_page()


class Table:
    """A guest at a table, seen before and after a round is settled."""

    def __init__(
        self, browser: Browser, address: str, game: str, folder: Path, phone: bool
    ) -> None:
        self.game, self.folder = game, folder
        self.name = f"{game}-telefono" if phone else game
        self.page = visitor(browser, phone=phone, bright=not phone and game in BRIGHT)
        self.page.goto(f"{address}/mesa/{game}-1")
        self.page.click("form.sit button[type=submit]")
        self.played = self.done = False

    def go_on(self) -> None:
        """Look once: bet, decide, or take a picture."""
        if self.done:
            return
        page = self.page
        if self.played and page.locator("[data-settled]").count():
            page.wait_for_timeout(150)
            picture(page, f"{self.name}-despues", self.folder)
            self.done = True
        elif page.locator("[data-move]:not(:disabled)").count():
            self._decide()
        elif page.locator('[data-ask="bets"]').count() and page.locator("[data-total='0']").count():
            self._bet()

    def _first_picture(self) -> None:
        if not self.played:
            self.played = True
            self.page.wait_for_timeout(250)
            picture(self.page, self.name, self.folder)

    def _bet(self) -> None:
        page = self.page
        spots = page.query_selector_all("[data-spot]:not(.closed):not(.idle)")
        for spot in spots[:: max(1, len(spots) // CHIPS)][:CHIPS]:
            spot.dispatch_event("click")
            page.wait_for_timeout(40)
        try:
            page.wait_for_selector("[data-total]:not([data-total='0'])", timeout=3000)
        except NotSeen:
            return  # sat down in mid-round
        if page.locator(".refused .x").count():  # bets that exclude each other
            page.locator(".refused .x").dispatch_event("click")
        self._first_picture()

    def _decide(self) -> None:
        moves = self.page.eval_on_selector_all(
            "button[data-move]:not(:disabled)", "all => all.map(one => one.dataset.move)"
        )
        wanted = [name for name in GOING_ON if name in moves] or moves
        if wanted:
            if self.game in AMONG_PLAYERS:
                self._first_picture()
            click = "move => document.querySelector(`button[data-move='${move}']`)?.click()"
            self.page.evaluate(click, wanted[0])


def tables(
    browser: Browser, address: str, games: Sequence[str], folder: Path, *, phone: bool = False
) -> None:
    """The tables of these games, a few at the same time."""
    for first in range(0, len(games), AT_ONCE):
        some = games[first : first + AT_ONCE]
        seats = [(f"{game}-1", seat) for game in some for seat in (2, 4, 5)]
        with company(address, seats):
            seen = [Table(browser, address, game, folder, phone) for game in some]
            deadline = time.monotonic() + 90
            while not all(one.done for one in seen) and time.monotonic() < deadline:
                for one in seen:
                    one.go_on()
                time.sleep(0.1)
            for one in seen:
                if not one.done:
                    print(f"{one.name}: no round was settled", file=sys.stderr)
                one.page.context.close()


def lobby(browser: Browser, address: str, folder: Path) -> None:
    """The lobby in both rooms and on a phone."""
    with company(address, [("ruleta-francesa-1", 2), ("black-jack-1", 3), ("omaha-poker-1", 1)]):
        for name, options in (
            ("salon", {}), ("salon-claro", {"bright": True}), ("salon-telefono", {"phone": True}),
            ("lobby-en", {"locale": "en"}),
        ):  # fmt: skip
            page = visitor(browser, **options)
            page.goto(address)
            page.wait_for_selector("[data-table].playing")
            picture(page, name, folder)
            page.context.close()


def page(folder: Path) -> None:
    """README.md: the pictures side by side."""
    made = (
        "A chosen few, made by `python -m docs.make.screenshots` in a real Chromium. Every screen,"
        " in both rooms and both languages, on a desktop and on a phone, is made by"
        " `python -m docs.make.every_screen FOLDER`, to be looked at."
    )
    shown = [_link(name) for name in CHOSEN if (folder / f"{name}.webp").exists()]
    (folder / "README.md").write_text(f"# Pictures\n\n{made}\n\n{' '.join(shown)}\n", "utf-8")


def _link(name: str) -> str:
    width = 195 if "telefono" in name else 420
    return f'<img src="{name}.webp" width="{width}" alt="{name}">'


def main(games: list[str], folder: Path = SCREENS) -> None:
    with chromium() as browser:
        with casino() as (address, _):
            if not games:
                lobby(browser, address, folder)
            tables(browser, address, games or list(GAMES), folder)
            small = [game for game in ON_PHONES if not games or game in games]
            tables(browser, address, small, folder, phone=True)
        if not games:
            for found in pkgutil.iter_modules(docs.make.__path__, "docs.make."):
                if ".screens_" in found.name:
                    importlib.import_module(found.name).shots(browser)
    page(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
