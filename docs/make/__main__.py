"""``python -m docs.make [DIR]``: write the pages that are made, and what is made in the others."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from docs.make import acta, events, games, glossary, modules, readings, walk

DOCS = Path(__file__).parent.parent
BLOCK = re.compile(r"(<!-- made: ([\w-]+) -->\n)(.*?)(<!-- /made -->)", re.DOTALL)
BLOCKS: dict[str, Callable[[], str]] = {
    "asks": events.asks,
    "events": events.events,
    "header": events.header,
    "example": acta.example,
    "games-es": lambda: games.listed("es", "games"),
    "games-en": lambda: games.listed("en", "en/games"),
}


def pages() -> dict[str, str]:
    """Every page by its path under docs/: made ones whole, written ones with their blocks."""
    made = games.pages()
    made["readings.md"] = readings.page()
    made["glossary.md"] = glossary.page()
    made["modules.md"] = modules.page()
    made["walk.md"] = walk.page()
    for file in sorted(DOCS.glob("*.md")):
        text = file.read_text(encoding="utf-8")
        if file.name not in made and BLOCK.search(text):
            made[file.name] = BLOCK.sub(_fill, text)
    return made


def _fill(block: re.Match[str]) -> str:
    return f"{block[1]}\n{BLOCKS[block[2]]()}\n\n{block[4]}"


def stale(folder: Path, made: dict[str, str]) -> list[str]:
    """What should not be in the folder: pages of games that are no more."""
    found = [*folder.glob("games/*.md"), *folder.glob("en/games/*.md")]
    return sorted({file.relative_to(folder).as_posix() for file in found} - made.keys())


def write(folder: Path, made: dict[str, str]) -> None:
    """Write these pages into a folder, and take away what should not be there."""
    for path, text in made.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for path in stale(folder, made):
        (folder / path).unlink()


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS, pages())
