"""A row of a rulebook with a value is a switch that something reads; the others name a clause that
some step cites, in every edition that can come to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.core.book.rulebook import GameRules, editions, rulebook
from tapete.games.poker.progressive import ProgressiveRules, progressive_rules
from tapete.games.registry import GAMES, find

FIGURES = ("big-six", "corona-y-ancla", "chuck-a-luck")
ROULETTES = ("ruleta-francesa", "ruleta-americana-un-cero", "ruleta-americana-doble-cero")
ROOT = Path(str(resources.files("tapete"))).parent
POT = "tapete.games.poker.progressive"

UNREACHED = {
    # Baccarat deals from a shoe of its own: what Punto y Banca says of the shoe and the tie.
    "baccarat": {
        "turner", "dealer", "dealer_bets", "tie_needs_side", "shoe_declined", "shoe_first",
        "shoe_kept_alone",
    },
    # Go Poker has no croupier's hand; Texas Bonus needs none to open.
    "go-poker": {"fold", "not_open", "show", "tie"},
    "texas-holdem-bonus": {"not_open"},
    # Perfect Pairs and its neighbours are bets of Black Jack.
    "canal-21": {"pairs_needs_main", "pairs_max"},
    "challenge-21": {"pairs_needs_main", "pairs_max", "adjacent"},
    # In Stud only those who are there are dealt in, and so post.
    "stud-poker": {"absent_blind"},
    "seven-stud-poker": {"absent_blind"},
    # French roulette is played without colour chips.
    "ruleta-francesa": {
        "colour_choice", "colour_more", "denomination", "exclusive", "kinds_max", "one_kind",
        "tip_lost",
    },
}  # fmt: skip
"""Rows cited in a module that a game shares, in steps it never comes to."""


class Reads(ast.NodeVisitor):
    """What a module reads off rules: their fields, and the rows whose clause it cites."""

    def __init__(self) -> None:
        self.fields: set[str] = set()
        self.rows: set[str] = set()
        self.classes: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.classes.append(node.name)
        self.generic_visit(node)
        self.classes.pop()

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if self.of_rules(node.value):
            self.fields.add(node.attr)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr == "by" and len(node.args) == 1:
            for part in node.args if self.of_rules(called.value) else ():
                both = (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,)
                self.rows |= {
                    one.value for one in both
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                }  # fmt: skip
        self.generic_visit(node)

    def of_rules(self, value: ast.expr) -> bool:
        """Whether an expression is the rules of a game, by its name."""
        match value:
            case ast.Name(id="self"):
                return bool(self.classes) and self.classes[-1].endswith("Rules")
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return name.endswith("rules")
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return "rules" in name
        return False


@cache
def reads(file: Path) -> Reads:
    found = Reads()
    found.visit(ast.parse(file.read_text("utf-8")))
    return found


def rule_structs() -> Iterator[type[Any]]:
    """The struct of every game's rules with what it stands on, and that of the progressive."""
    kinds = [game.rules for game in GAMES.values()]
    stood_on = (kind for rules in (*kinds, ProgressiveRules) for kind in rules.__mro__)
    yield from dict.fromkeys(k for k in stood_on if issubclass(k, GameRules))


def test_every_field_of_a_rules_struct_is_read() -> None:
    read = set().union(*(reads(file).fields for file in (ROOT / "tapete").rglob("*.py")))
    idle = {
        (kind.__name__, field.name)
        for kind in rule_structs()
        for field in msgspec.structs.fields(kind)
        if field.name not in read
    }
    assert idle == set()


def file_of(module: str) -> Path:
    return ROOT / f"{module.replace('.', '/')}.py"


@cache
def modules_of(first: str) -> frozenset[str]:
    """The modules of games that one stands on, itself included."""
    seen, left = set(), [first]
    while left:
        module = left.pop()
        if module in seen or not file_of(module).is_file():
            continue
        seen.add(module)
        for node in ast.walk(ast.parse(file_of(module).read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tapete.games"):
                left += [f"{node.module}", *(f"{node.module}.{a.name}" for a in node.names)]
    return frozenset(seen)


@cache
def cited_by(id: str) -> frozenset[str]:
    """Every row whose clause the modules of a game cite."""
    game = find(id)
    own = {game.play.__module__, game.rules.__module__, *(act.__module__ for act in game.acts)}
    modules = set().union(*(modules_of(module) for module in own)) - {POT}
    return frozenset().union(*(reads(file_of(module)).rows for module in modules))


@pytest.mark.parametrize("id", GAMES)
def test_every_clause_a_game_cites_stands_in_every_edition_that_has_it(id: str) -> None:
    game = find(id)
    for book in [book for book in editions() if id in rulebook(book).games()]:
        rules = game.rules_of(book)
        missing = cited_by(id) - rules.clauses.keys() - UNREACHED.get(id, set())
        # A value that says no (none, empty, false) is never acted on, so no clause is cited for it.
        off = {row for row in missing if not getattr(rules, row, True)}
        assert missing - off == set(), book


def test_nothing_is_called_unreached_that_stands_in_the_rules() -> None:
    for id, rows in UNREACHED.items():
        assert rows <= cited_by(id) - find(id).rules_of().clauses.keys()


@pytest.mark.parametrize("book", editions())
def test_every_clause_the_progressive_cites_stands_in_every_edition(book: str) -> None:
    assert reads(file_of(POT)).rows <= progressive_rules(book).clauses.keys()


@pytest.mark.parametrize(
    ("game", "row", "text"),
    [
        *((game, "losers_first", "false") for game in ROULETTES),
        *((game, "wheel_bets", "true") for game in ROULETTES),
        *((game, "prison_win", "pierde") for game in ROULETTES),
        *((game, "late_bet", "se-guarda") for game in FIGURES),
    ],
)
def test_what_is_done_one_way_only_names_its_clause_and_cannot_be_set(
    game: str, row: str, text: str
) -> None:
    assert find(game).rules_of().by(row).startswith("CAT-")
    with pytest.raises(ValueError, match=row):
        find(game).rules_of(changes={row: text})
