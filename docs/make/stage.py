"""A casino and a browser to take pictures in: the casino runs in a process of its own."""

from __future__ import annotations

import io
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tapete.floor.house.casino import Casino, Settings

SCREENS = Path(__file__).parent.parent / "screens"
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
WIDE, PHONE = ViewportSize(width=1280, height=860), ViewportSize(width=390, height=844)
CHOSEN = (
    "salon", "salon-claro", "salon-telefono", "ruleta-francesa-despues", "ruleta-francesa-telefono",
    "craps-despues", "black-jack-despues", "black-jack-telefono", "punto-y-banca-despues",
    "texas-holdem-sin-limites", "caribbean-poker-despues", "bingo", "bingo-pantalla",
    "maquina-rodillos", "maquina-poker", "torneo", "torneo-reloj", "consola-pagos", "escritorio",
    "caja", "fiscalia", "escuela-ruleta", "matematicas-ruleta", "matematicas-tabla",
)  # fmt: skip
"""The pictures that stand in the repository; all others are made elsewhere, to be looked at."""
CLOCKS = "[clocks]\nbetting = 6.0\ndecision = 10.0\npause = 6.0\n"


class Served(NamedTuple):
    """Where a casino is served, and the password of its administrator."""

    address: str
    password: str


MANY = "\n[limits]\nguests_of_address = { at_once = 10000, every = 0.01 }\n"
"""Everybody in the pictures comes from one address."""


@contextmanager
def casino(config: str = CLOCKS) -> Iterator[Served]:
    """A casino of its own, gone with everything in it when the pictures are taken."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        db = f"sqlite:///{folder}/casino.db"
        empty = Casino(Settings(db=db))
        password = empty.prepare() or ""
        empty.store.close()
        file = Path(folder) / "casino.toml"
        file.write_text(config + MANY, "utf-8")
        server = subprocess.Popen(
            [sys.executable, "-m", "tapete", "serve", "--db", db, "--port", str(port),
             "--config", str(file), "--log", "error"],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        address = f"http://127.0.0.1:{port}"
        try:
            _wait(address, server)
            yield Served(address, password)
        finally:
            server.terminate()
            server.wait(30)


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=2) as said:
                if json.load(said)["status"] == "ok":  # every unit is kept by somebody
                    return
        except OSError:
            if server.poll() is not None:
                break
        time.sleep(0.2)
    raise RuntimeError("the casino did not start")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A real browser, without a screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


def picture(page: Page, name: str, folder: Path = SCREENS) -> None:
    """What the page shows, as a small file; of what is kept in the repository only the chosen."""
    if folder == SCREENS and name not in CHOSEN:
        return
    folder.mkdir(exist_ok=True)
    seen = Image.open(io.BytesIO(page.screenshot()))
    seen.convert("RGB").save(folder / f"{name}.webp", quality=82, method=6)
    print(name, flush=True)
