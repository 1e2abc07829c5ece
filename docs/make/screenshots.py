"""``python -m docs.make.screenshots [GAME...]``: pictures of every table, into docs/screens/.

A casino is served for it in a process of its own, a guest sits down at each table in a real
Chromium, bets, and the picture is taken with his chips on the cloth.
"""

from __future__ import annotations

import io
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as NotSeen

from tapete.games.registry import GAMES

SCREENS = Path(__file__).parent.parent / "screens"
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
WIDE, PHONE = ViewportSize(width=1280, height=860), ViewportSize(width=390, height=844)
CONFIG = "[clocks]\nbetting = 4.0\ndecision = 12.0\npause = 0.5\n"
CHIPS = 5


@contextmanager
def casino() -> Iterator[str]:
    """The address of a casino with short clocks."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "casino.toml"
        config.write_text(CONFIG, "utf-8")
        server = subprocess.Popen(
            [sys.executable, "-m", "tapete", "serve", "--db", f"sqlite:///{folder}/casino.db",
             "--port", str(port), "--config", str(config), "--log", "error"],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _wait(address, server)
            yield address
        finally:
            server.terminate()
            server.wait(30)


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{address}/health", timeout=2).close()
            return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.2)
    raise RuntimeError("the casino did not start")


def picture(page: Page, name: str) -> None:
    SCREENS.mkdir(exist_ok=True)
    seen = Image.open(io.BytesIO(page.screenshot()))
    seen.convert("RGB").quantize(200).save(SCREENS / f"{name}.png", optimize=True)
    print(name)


def at_table(browser: Browser, address: str, game: str, name: str, *, phone: bool = False) -> None:
    """Sit down, put a few chips on what is open, and take the picture; and another of a decision
    or of the round's end."""
    page = browser.new_page(viewport=PHONE if phone else WIDE, locale="es-CL", has_touch=phone)
    page.goto(f"{address}/mesa/{game}-1")
    page.click("form.sit button[type=submit]")
    try:
        page.wait_for_selector('[data-ask="bets"]', timeout=8000)
        page.wait_for_timeout(500)
        spots = page.query_selector_all("[data-spot]:not(.closed)")
        for spot in spots[:: max(1, len(spots) // CHIPS)][:CHIPS]:
            spot.dispatch_event("click")
            page.wait_for_timeout(60)
        page.wait_for_timeout(700)
    except NotSeen:
        pass  # a table of players among themselves waits for more of them
    picture(page, name)
    if not phone:
        with_decision = page.locator("[data-move], [data-settled]")
        try:
            with_decision.first.wait_for(timeout=12_000)
            page.wait_for_timeout(900)
            picture(page, f"{name}-despues")
        except NotSeen:
            pass
    page.close()


def main(games: list[str]) -> None:
    with casino() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        if not games:
            page = browser.new_page(viewport=WIDE, locale="es-CL")
            page.goto(address)
            page.wait_for_selector("[data-table]")
            picture(page, "salon")
            page.evaluate("localStorage.setItem('tapete.room', 'bright')")
            page.reload()
            page.wait_for_selector("[data-table]")
            picture(page, "salon-claro")
            page.close()
        for game in games or list(GAMES):
            at_table(browser, address, game, game)
        for game in [game for game in ("ruleta-francesa", "craps") if not games or game in games]:
            at_table(browser, address, game, f"{game}-telefono", phone=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
