"""A real Chromium against a running casino; every page must leave its console free of errors and
ask nothing of any other server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tapete.floor.api import pages
from tapete.floor.driver import Clocks
from tapete.floor.store import Store
from tests.browser.guest import Casino
from tests.floor.server import served

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
CLOCKS = Clocks(betting=2.5, decision=2.5, pause=0.5)
NewPage = Callable[..., Page]

# A machine just set up compiles and starts everything for the first time.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="package")  # its loop must not run on under the tests of others
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="package")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    folder = tmp_path_factory.mktemp("casino")
    # The client as it is now: a build in the meantime takes no file away from an open page.
    built = pages.STATIC
    pages.STATIC = shutil.copytree(built, folder / "static")
    url = f"sqlite:///{folder}/casino.db"
    with served(url, clocks=CLOCKS) as address:
        store = Store(url)
        yield Casino(address, store)
        store.close()
    pages.STATIC = built


@pytest.fixture
def new_page(browser: Browser, casino: Casino) -> Iterator[NewPage]:
    """A browser of somebody's own, as often as it is called. Movement is off unless asked for."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_(*, moves: bool = False, **options: Any) -> Page:
        motion = "no-preference" if moves else "reduce"
        options = {"locale": "es-CL", "viewport": {"width": 1280, "height": 900}, **options}
        context = browser.new_context(reduced_motion=motion, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(90_000)
        page.on("console", lambda said: _note(wrong, said.type, said.text))
        page.on("pageerror", lambda error: wrong.append(f"pageerror: {error}"))
        page.on("request", lambda request: _at_home(wrong, casino.address, request.url))
        return page

    yield open_
    for context in contexts:
        context.close()
    assert wrong == []


def _note(wrong: list[str], kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        wrong.append(f"{kind}: {text}")


def _at_home(wrong: list[str], address: str, url: str) -> None:
    if not url.startswith((address, address.replace("http", "ws", 1), "data:")):
        wrong.append(f"asked of another server: {url}")


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker, as a script."""
    web = Path(__file__).parent.parent.parent / "web"
    return (web / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
