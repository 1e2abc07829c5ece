"""docs/modules.md: every file of the code and what it shows, from its own first line."""

from __future__ import annotations

import ast
from pathlib import Path

from docs.make.markdown import table

import tapete

PACKAGE = Path(tapete.__file__).parent


def page() -> str:
    parts = [
        "# Map of the code",
        "Every file and the first line it says of itself. How they fit together is in "
        "[architecture.md](architecture.md).",
    ]
    folders: dict[str, list[list[str]]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        said = _first_line(file)
        if file.name == "__init__.py":
            folders.setdefault(_folder(file), []).insert(0, ["", said])
        else:
            folders.setdefault(_folder(file), []).append([f"`{file.name}`", said])
    for folder, rows in folders.items():
        heading = rows.pop(0)[1] if not rows[0][0] else ""
        if rows:
            parts.append(f"## {folder}\n\n{heading}\n\n{table(['file', 'what it shows'], rows)}")
    return "\n\n".join(parts) + "\n"


def _folder(file: Path) -> str:
    return f"{file.parent.relative_to(PACKAGE.parent).as_posix()}/"


def _first_line(file: Path) -> str:
    doc = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(doc.split("\n\n")[0].split()).replace("``", "`")
