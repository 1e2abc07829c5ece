"""The sources of Tapete as syntax trees, for tests of their shape."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import tapete

PACKAGE = Path(tapete.__file__).parent
ROOT = PACKAGE.parent.parent
SOURCES = sorted(PACKAGE.rglob("*.py"))


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def name(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def module(file: Path) -> list[str]:
    parts = ["tapete", *file.relative_to(PACKAGE).with_suffix("").parts]
    return parts[:-1] if parts[-1] == "__init__" else parts


def layer(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0]


@cache
def imports(file: Path) -> tuple[tuple[int, str], ...]:
    """Every module a file imports, `from a import b` as both a and a.b."""
    return tuple(_imports(file))


def _imports(file: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = origin(file, node)
            yield node.lineno, base
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def origin(file: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = module(file) if file.name == "__init__.py" else module(file)[:-1]
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


def within(imported: str, modules: set[str]) -> bool:
    return any(imported == known or imported.startswith(f"{known}.") for known in modules)


def pure() -> list[Path]:
    return [file for file in SOURCES if layer(file) in ("core", "games", "systems")]


def games() -> list[Path]:
    return [file for file in SOURCES if layer(file) == "games"]


def known_names(file: Path, parsed: ast.Module) -> dict[str, str]:
    """What each name at the top of a file stands for, in full."""
    known = {
        node.name: ".".join([*module(file), node.name])
        for node in parsed.body
        if isinstance(node, ast.FunctionDef)
    }
    for node in ast.walk(parsed):
        if isinstance(node, ast.ImportFrom):
            base = origin(file, node)
            known |= {alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            known |= {alias.asname or alias.name: alias.name for alias in node.names}
    return known
