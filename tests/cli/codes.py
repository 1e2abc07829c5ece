"""Every code the sources and the rulebooks can tell: what must have a text in both languages."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from tapete.core.book.bet import bet_id
from tapete.core.book.rulebook import editions, rulebook
from tapete.core.round.zone import zone_of
from tapete.telling.texts import texts

# Which argument of which call is a code, and the family of texts it belongs to.
CALLS: dict[str, tuple[tuple[int | str, str], ...]] = {
    "Refused": ((1, "refused"), ("code", "refused")),
    "Closed": ((1, "refused"), ("code", "refused")),
    "Announced": (("what", "announced"),),
    "BetReturned": (("why", "why"),),
    "give_back": (("why", "why"),),
    "SeatFreed": (("why", "why"),),
    "PaymentReleased": (("why", "why"),),
    "leave": (("why", "why"),),
    "ThrowVoid": (("cause", "cause"),),
    "RoundVoided": (("cause", "cause"),),
    "MarkerPut": (("marker", "marker"),),
    "TurnGiven": (("to", "turn"),),
    "BetMarked": (("mark", "mark"),),
    "Option": ((0, "move"), ("name", "move")),
    "Choose": (("about", "about"),),
    "Chosen": (("move", "move"), ("about", "about")),
    "Ruling": (("question", "question"), ("options", "move")),
    "Ruled": (("question", "question"), ("ruling", "move"), ("role", "role")),
    "BetWindow": (("closing", "announced"),),
}
# Values of the rulebooks that list causes of a throw that does not count.
CAUSES = ("void_", "throw_void", "throw_short", "throw_slid", "throw_rested", "throw_handled")
NO_CAUSES = ("_call", "_spin")
SOURCES = ("core", "games", "systems", "floor")
PASSES = Path(__file__).parents[1] / "passes"


@cache
def used() -> dict[tuple[str, str], str]:
    """Every (family, code) with the place that uses it."""
    found: dict[tuple[str, str], str] = {}
    for file in python_files():
        tree = ast.parse(file.read_text("utf-8"))
        meanings = meanings_in(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            for where, family in CALLS.get(name, ()):
                for code in codes(argument(node, where), meanings):
                    found.setdefault((family, code), f"{file.name}:{node.lineno}")
    for family, code, place in (*in_rulebooks(), *in_records()):
        found.setdefault((family, code), place)
    return found


def has_words(family: str, code: str, lang: str) -> bool:
    """Whether a code is told in words. What a decision is about may also be somebody's hand, a bet
    or a question (`Teller.about`)."""
    said = texts(lang)
    if family != "about" or f"about.{code}" in said:
        return f"{family}.{code}" in said
    bet = f"bet.{bet_id(code).kind}" in said
    return bet or zone_of(code).seat is not None or f"question.{code.split(':')[0]}" in said


def python_files() -> Iterator[Path]:
    root = Path(str(resources.files("tapete")))
    for folder in SOURCES:
        yield from sorted((root / folder).rglob("*.py"))


def meanings_in(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What a name of this file may stand for: values assigned to it, values it returns."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
        elif isinstance(node, ast.AnnAssign):
            if isinstance(node.target, ast.Name) and node.value is not None:
                found.setdefault(node.target.id, []).append(node.value)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tapete."):
            for name, value in imported(node):
                found.setdefault(name, []).append(ast.Constant(value))
        elif isinstance(node, ast.FunctionDef):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    found.setdefault(f"{node.name}()", []).append(inner.value)
    return found


def imported(node: ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """The words that a file takes over from another, by the names it gives them."""
    module = importlib.import_module(node.module or "")
    for one in node.names:
        value = getattr(module, one.name, None)
        if one.name.isupper() and isinstance(value, str):
            yield one.asname or one.name, value


def argument(call: ast.Call, where: int | str) -> ast.expr | None:
    if isinstance(where, int):
        return call.args[where] if len(call.args) > where else None
    return next((word.value for word in call.keywords if word.arg == where), None)


def codes(
    node: ast.expr | None, meanings: dict[str, list[ast.expr]], depth: int = 3
) -> Iterator[str]:
    """The codes an expression may stand for: a word, a name, a choice, a value of the rules."""
    match node:
        case ast.Constant(value=str(word)) if word:
            yield word
        case ast.Name(id=name) if depth:
            for meaning in meanings.get(name, []):
                yield from codes(meaning, meanings, depth - 1)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if depth:
            for meaning in meanings.get(f"{name}()", []):
                yield from codes(meaning, meanings, depth - 1)
        case ast.IfExp(body=one, orelse=other):
            yield from codes(one, meanings, depth)
            yield from codes(other, meanings, depth)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from codes(part, meanings, depth)
        case ast.Attribute(value=ast.Name(id="rules"), attr=name):
            yield from values_called(name)
        case ast.Attribute(value=ast.Attribute(attr="rules"), attr=name):
            yield from values_called(name)


def values_called(name: str) -> Iterator[str]:
    """The words a value of the rulebooks has, in any game of any edition. Where it is one word in
    some games and a list in others, what is said is the word."""
    books = (rulebook(edition).book(game) for edition, game in all_books())
    values = [book.set[name].value for book in books if name in book.set]
    for value in [value for value in values if isinstance(value, str)] or values:
        yield from words(value)


def all_books() -> Iterator[tuple[str, str]]:
    return ((edition, game) for edition in editions() for game in rulebook(edition).games())


def words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from words(one)


def in_rulebooks() -> Iterator[tuple[str, str, str]]:
    """Bets, causes of void throws and calls, as the rulebooks write them."""
    for edition in editions():
        for game in rulebook(edition).games():
            book = rulebook(edition).book(game)
            place = f"{edition} {game}"
            yield "game", game, place
            for bet in book.bets:
                yield "bet", bet.id.partition(":")[0], place
            for name, row in book.set.items():
                for word in words(row.value):
                    if name.startswith(CAUSES) and not name.endswith(NO_CAUSES):
                        yield "cause", word, place
                    elif name.endswith("_call") and name != "result_call":
                        yield "announced", word, place


def in_records() -> Iterator[tuple[str, str, str]]:
    """What was decided about in the records of the scenarios."""
    for file in sorted(PASSES.rglob("*.acta")):
        for about in set(re.findall(r' about="([^"]+)"', file.read_text("utf-8"))):
            yield "about", about, file.name
