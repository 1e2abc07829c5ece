"""A real Chromium against a running casino; every page must leave its console free of errors and
ask nothing of any other server."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import (
    Browser,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from tapete.floor.api import pages
from tapete.floor.kernel.clocks import Clocks
from tapete.floor.storage.store import Store
from tapete.games.registry import GAMES
from tests.browser.attended import Office
from tests.browser.axe import Axe
from tests.browser.guest import Casino
from tests.floor.server import served

# The shell is Chromium without the windows around a page, which nobody sees here: it draws and runs
# the same, for a quarter less of processor a page. Where it is not there, the whole browser serves.
SHELL, WHOLE = "chromium-headless-shell", "/usr/bin/chromium"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which(SHELL) or WHOLE
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--process-per-site",
)  # fmt: skip
# What the address bar suggests is a page of its own beside every page: a third of the work of each.
ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
# The last list is the one that counts, so Playwright's own stands in it too.
PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
OFF = f"--disable-features={','.join((*PLAYWRIGHTS, *ADDRESS_BAR))}"
# No test waits for the time to bet to run out: a guest who has bet says that he is ready.
CLOCKS = Clocks(betting=120.0, decision=20.0, pause=0.3, thinks=0.1)
# Nor for ninety balls at the pace of a hall.
PACE, QUICK = (
    re.compile(r"pace +=.*"),
    "pace = { sale = 120, ball = 0.1, prize = 0.3, between = 20 }",
)
NewPage = Callable[..., Page]
NewTable = Callable[..., str]
WIDE: ViewportSize = {"width": 1280, "height": 900}

# A machine just set up compiles and starts everything for the first time.
expect.set_options(timeout=300_000)


@pytest.fixture(scope="package")  # its loop must not run on under the tests of others
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, OFF])
        yield found
        found.close()


@pytest.fixture(scope="package")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    folder = tmp_path_factory.mktemp("casino")
    # The client as it is now: a build in the meantime takes no file away from an open page.
    built = pages.STATIC
    pages.STATIC = shutil.copytree(built, folder / "static")
    url = f"sqlite:///{folder}/casino.db"
    plan = folder / "plan.toml"
    example = resources.files("tapete") / "plans" / "ejemplo.toml"
    plan.write_text(PACE.sub(QUICK, example.read_text("utf-8")), "utf-8")
    with served(url, clocks=CLOCKS, plan=str(plan)) as address:
        store = Store(url)
        yield Casino(address, store)
        store.close()
    pages.STATIC = built


@pytest.fixture(scope="package")
def own_casino(casino: Casino, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    """A casino where at the first table of each game only one test sits, which plays that game: at
    the other, whoever played before may still have bets on the felt, and is waited for."""
    url = f"sqlite:///{tmp_path_factory.mktemp('own')}/casino.db"
    with served(url, clocks=structs.replace(CLOCKS, decision=120.0), games=tuple(GAMES)) as address:
        store = Store(url)
        yield Casino(address, store)
        store.close()


@pytest.fixture(scope="package")
def own_office(own_casino: Casino) -> Iterator[Office]:
    found = Office(own_casino)
    yield found
    found.http.close()


@pytest.fixture
def new_table(own_office: Office) -> NewTable:
    """Another table of a game in that casino, as often as it is called."""
    return own_office.free_table


class Visitors:
    """Browsers of people who come and go. In one that was used before, the program of the client
    has been read and compiled already, which is half of the work of a page: it is given to somebody
    else with nothing left in it of whoever had it, and always with a page of its own."""

    KEPT = 12

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.free: list[tuple[str, Page]] = []

    def come(self, options: dict[str, Any]) -> tuple[str, Page]:
        """What kind of browser it is, and the page that stays open in it, on which nothing runs."""
        kind = json.dumps(options, sort_keys=True)
        for found in self.free:
            if found[0] == kind:
                self.free.remove(found)
                found[1].context.clear_cookies()
                found[1].evaluate("localStorage.clear()")
                return found
        page = self.browser.new_context(**options).new_page()
        page.goto(f"{self.address}/health")
        return kind, page

    def go(self, kind: str, stays: Page, elsewhere: set[str]) -> None:
        """Close what was opened, and forget what was stored for casinos of a test's own."""
        for page in stays.context.pages:
            if page != stays:
                page.close()
        tools = stays.context.new_cdp_session(stays)
        for origin in elsewhere:
            tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        tools.detach()
        self.free.append((kind, stays))
        for _, first in self.free[: -self.KEPT]:
            first.context.close()
        del self.free[: -self.KEPT]


@pytest.fixture(scope="package")
def visitors(browser: Browser, casino: Casino) -> Visitors:
    return Visitors(browser, casino.address)


@pytest.fixture
def new_page(visitors: Visitors, casino: Casino) -> Iterator[NewPage]:
    """A browser of somebody's own, as often as it is called. Movement is off unless asked for."""
    came: list[tuple[str, Page]] = []
    wrong: list[str] = []
    origins: set[str] = set()

    def asked(request: Request) -> None:
        _at_home(wrong, casino.address, request.url)
        origins.add("/".join(request.url.split("/")[:3]))

    def open_(
        *, moves: bool = False, refused: bool = False, viewport: ViewportSize = WIDE, **options: Any
    ) -> Page:
        motion = "no-preference" if moves else "reduce"
        kind, stays = visitors.come({"locale": "es-CL", "reduced_motion": motion, **options})
        came.append((kind, stays))
        page = stays.context.new_page()
        page.set_viewport_size(viewport)
        page.set_default_timeout(300_000)
        meant = REFUSED if refused else None
        page.on("console", lambda said: said.text == meant or _note(wrong, said.type, said.text))
        page.on("pageerror", lambda error: wrong.append(f"pageerror: {error}"))
        page.on("request", asked)
        return page

    yield open_
    for kind, stays in came:
        visitors.go(kind, stays, {url for url in origins if url.startswith("http")})
    assert wrong == []


REFUSED = "Failed to load resource: the server responded with a status of 409 (Conflict)"
"""What a browser notes by itself of a refusal, where the test is about one."""


def _note(wrong: list[str], kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        wrong.append(f"{kind}: {text}")


def _at_home(wrong: list[str], address: str, url: str) -> None:
    here = address.rpartition(":")[0] + ":"  # a casino of a test's own has a port of its own
    named = here.replace("127.0.0.1", "localhost")  # passkeys are made for a name
    if not url.startswith((here, named, here.replace("http", "ws", 1), "data:")):
        wrong.append(f"asked of another server: {url}")


@pytest.fixture(scope="session")
def axe() -> Axe:
    return Axe()
