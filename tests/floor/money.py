"""The example plan for a house that plays for money: as it is, but in pesos."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path

from tapete.core.book.plan import Plan, plan


@cache
def money_file(*play: str) -> str:
    """Its file; these games are played with play chips all the same."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    text = (resources.files("tapete") / "plans" / "ejemplo.toml").read_text("utf-8")
    played = text.replace('unidad      = "juego"', 'unidad      = "clp"')
    assert played != text
    for game in play:
        played = played.replace(f"[table.{game}]", f'[table.{game}]\nunidad = "juego"')
    file = Path(folder) / "casa.toml"
    file.write_text(played, "utf-8")
    return str(file)


def money_plan() -> Plan:
    return plan(money_file())
