"""Where the actas are kept."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

from tapete.core.round.record import Record


def default_folder() -> Path:
    """The folder of actas in the place where this system keeps a user's data.

    ``$XDG_DATA_HOME/tapete/actas`` (``~/.local/share`` if not set), on macOS under
    ``~/Library/Application Support``, on Windows under ``%LOCALAPPDATA%``.
    """
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tapete" / "actas"


class Store:
    """The actas of one table: a folder of its own, one file a round."""

    def __init__(self, folder: Path, game: str) -> None:
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        self.name, number = f"{game}-{stamp}", 1
        while (folder / self.name).exists():
            number += 1
            self.name = f"{game}-{stamp}-{number}"
        self.folder = folder / self.name
        self.saved = 0

    def save(self, record: Record) -> Path:
        """Write the acta; the path of its file."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{record.header.number:04}.acta"
        path.write_text(record.text(), encoding="utf-8")
        self.saved += 1
        return path
