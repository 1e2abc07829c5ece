"""How rounds are written: asks are driven and speak for themselves, texts are values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from tapete.core.round.ask import Ask
from tapete.games.registry import GAMES
from tests.sources import PACKAGE, SOURCES, games, known_names, layer, module, name, pure, tree


def test_games_ask_with_yield_from_only() -> None:
    """`x = yield ask` has no type; a bare `yield` tells and gives nothing back."""
    wrong = []
    for file in games():
        tells = {
            node.value
            for node in ast.walk(tree(file))
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)
        }
        wrong += [
            f"{name(file)}:{node.lineno} {ast.unparse(node)}"
            for node in ast.walk(tree(file))
            if isinstance(node, ast.Yield) and node not in tells
        ]
    assert wrong == []


# -- a round that is called and not driven does nothing, and says nothing ------------------------


def is_round(function: ast.AST) -> bool:
    """A function annotated `-> Round[...]`."""
    if not isinstance(function, ast.FunctionDef) or function.returns is None:
        return False
    returns: ast.expr = function.returns
    if isinstance(returns, ast.Constant) and isinstance(returns.value, str):
        returns = ast.parse(returns.value, mode="eval").body
    if isinstance(returns, ast.Subscript):
        returns = returns.value
    return isinstance(returns, ast.Name) and returns.id == "Round"


@cache
def rounds() -> tuple[frozenset[str], frozenset[str]]:
    """The functions, by their full names, and the methods, by their own, that are rounds."""
    functions, methods = set(), set()
    for file in pure():
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.ClassDef):
                methods |= {f.name for f in node.body if is_round(f) and hasattr(f, "name")}
        functions |= {
            ".".join([*module(file), f.name])
            for f in tree(file).body
            if is_round(f) and isinstance(f, ast.FunctionDef)
        }
    return frozenset(functions), frozenset(methods)


def calls_a_round(call: ast.Call, known: dict[str, str], inner: set[str]) -> bool:
    functions, methods = rounds()
    match call.func:
        case ast.Name(id=called):
            return called in inner or known.get(called) in functions
        case ast.Attribute(attr=called, value=value):
            base = known.get(ast.unparse(value))
            return f"{base}.{called}" in functions if base else called in methods
    return False


def driven(node: ast.expr) -> Iterator[ast.expr]:
    """What a `yield from` drives: the call itself, either side of a choice of calls, and the rounds
    it is given to play (the types hold that it takes one there)."""
    if isinstance(node, ast.IfExp):
        yield from driven(node.body)
        yield from driven(node.orelse)
    else:
        yield node
    if isinstance(node, ast.Call):
        yield from node.args


def handed_over(function: ast.AST) -> Iterator[ast.expr]:
    """What a function annotated `-> Round[...] | None` returns for its caller to drive, or not."""
    if not isinstance(function, ast.FunctionDef) or not isinstance(function.returns, ast.BinOp):
        return
    if ast.unparse(function.returns).startswith("Round["):
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from driven(node.value)


def undriven(file: Path, parsed: ast.Module) -> list[str]:
    nodes = list(ast.walk(parsed))
    top = set(parsed.body)
    inner = {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and is_round(node) and node not in top
    }
    under = {
        part for node in nodes if isinstance(node, ast.YieldFrom) for part in driven(node.value)
    }
    under |= {part for node in nodes for part in handed_over(node)}
    known = known_names(file, parsed)
    return [
        f"{name(file)}:{node.lineno} {ast.unparse(node)}"
        for node in nodes
        if isinstance(node, ast.Call) and calls_a_round(node, known, inner) and node not in under
    ]


def test_a_round_called_in_a_game_stands_under_yield_from() -> None:
    assert [wrong for file in games() for wrong in undriven(file, tree(file))] == []


def test_an_undriven_round_would_be_found() -> None:
    parsed = ast.parse("""
from tapete.core.round import settle
from tapete.core.round.settle import lose as loses

def wrong(stake):
    loses(stake, "x")
    settle.lose(stake, "x")
    return loses(stake, "y")

def handed(stake) -> Round[None] | None:
    return loses(stake, "x") if stake else None

def right(stake):
    yield from loses(stake, "x")
    yield from (settle.lose(stake, "x") if stake else loses(stake, "y"))
    yield from annulling(loses(stake, "x"), back)
    annulling(loses(stake, "z"), back)
    stake.loses()
""")
    assert undriven(PACKAGE / "games" / "some.py", parsed) == [
        "games/some.py:6 loses(stake, 'x')",
        "games/some.py:7 settle.lose(stake, 'x')",
        "games/some.py:8 loses(stake, 'y')",
        "games/some.py:17 loses(stake, 'z')",
    ]


# -- asks ---------------------------------------------------------------------------------------


@cache
def asks() -> frozenset[str]:
    """The full name of every kind of ask."""
    for file in SOURCES:
        if layer(file) in ("core", "games", "systems"):
            import_module(".".join(module(file)))
    kinds: list[type] = [Ask]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return frozenset(f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)


def kinds_of_asks(file: Path, parsed: ast.Module) -> list[str]:
    """Where a file asks which kind of ask it has before it: `isinstance`, a class pattern."""
    known = known_names(file, parsed)
    known |= {
        node.name: ".".join([*module(file), node.name])
        for node in parsed.body
        if isinstance(node, ast.ClassDef)
    }

    def are_asks(kinds: ast.expr) -> bool:
        names = (ast.unparse(node) for node in ast.walk(kinds) if isinstance(node, ast.Name))
        return any(known.get(named) in asks() for named in names)

    wrong = []
    for node in ast.walk(parsed):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
                found = are_asks(kinds)
            case ast.MatchClass(cls=kinds):
                found = are_asks(kinds)
            case _:
                continue
        if found:
            wrong.append(f"{name(file)}:{node.lineno} {ast.unparse(kinds)}")
    return wrong


def test_nobody_outside_the_core_asks_what_kind_of_ask_it_is() -> None:
    """An ask says whom it is put to, what silence means, how it is shown and read."""
    files = [file for file in SOURCES if layer(file) != "core"]
    assert [wrong for file in files for wrong in kinds_of_asks(file, tree(file))] == []


def test_a_ladder_over_asks_would_be_found() -> None:
    parsed = ast.parse("""
from tapete.core.round.ask import Ask, Choose
from tapete.core.round.chance import DrawCard as Draw, NoResult

def wrong(ask):
    if isinstance(ask, Choose | Draw):
        return 1
    match ask:
        case Draw():
            return 2

def right(ask, answer):
    return ask.silence if isinstance(answer, NoResult) else ask.put_to
""")
    assert kinds_of_asks(PACKAGE / "floor" / "some.py", parsed) == [
        "floor/some.py:6 Choose | Draw",
        "floor/some.py:9 Draw",
    ]


# -- text that is a value -----------------------------------------------------------------------

READERS = {"core/book/bet.py", "core/round/move.py", "games/dice/craps/mark.py"}
"""The one reader of each text: bets, moves, counters on bets."""
WORDS = {"bet", "b", "spot", "move", "said", "answer", "choice", "mark", "kind_and_mark", "best"}
TAKES_APART = {"partition", "rpartition", "split", "rsplit"}


def taken_apart(file: Path, parsed: ast.Module) -> list[str]:
    """Where a file takes a bet, a move or a mark apart by hand."""
    wrong = []
    for node in ast.walk(parsed):
        match node:
            case ast.Call(
                func=ast.Attribute(attr=how, value=text), args=[ast.Constant(value=mark)]
            ) if how in TAKES_APART and mark in (":", "@", "=", ","):
                last = ast.unparse(text).rpartition(".")[2]
                if last in WORDS:
                    wrong.append(f"{name(file)}:{node.lineno} {ast.unparse(node)}")
    return wrong


def test_bets_moves_and_marks_are_read_in_one_place_each() -> None:
    files = [file for file in SOURCES if name(file) not in READERS]
    assert [wrong for file in files for wrong in taken_apart(file, tree(file))] == []


def test_a_bet_taken_apart_by_hand_would_be_found() -> None:
    parsed = ast.parse("stake.bet.partition(':')[0]; move.split(','); line.partition(':')")
    assert sorted(taken_apart(PACKAGE / "floor" / "some.py", parsed)) == [
        "floor/some.py:1 move.split(',')",
        "floor/some.py:1 stake.bet.partition(':')",
    ]


# -- games and the core ---------------------------------------------------------------------------


def words_of(file: Path) -> Iterator[tuple[int, str]]:
    """Every text in the code of a file that is not prose."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            yield node.lineno, node.value


def test_no_game_is_named_in_the_core() -> None:
    wrong = [
        f"{name(file)}:{line} {word}"
        for file in SOURCES
        if layer(file) == "core"
        for line, word in words_of(file)
        if word in GAMES
    ]
    assert wrong == []
