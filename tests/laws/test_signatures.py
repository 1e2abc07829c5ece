"""Types tell the truth: no untyped dicts in signatures, texts read in one place, asks known by what
they say of themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module

from tapete.core.round.ask import Ask
from tests.sources import SOURCES, imports, layer, module, name, tree

UNTYPED = {
    "dict", "Dict", "Mapping",
    *(
        f"{kind}[str, {value}]"
        for kind in ("dict", "Dict", "Mapping", "MutableMapping")
        for value in ("Any", "object")
    ),
}  # fmt: skip
WRITTEN = "core/book/written.py"
"""The one place that names plain data: what stands in a record, a plan, a register."""
READERS = {
    *(f"core/book/{one}.py" for one in ("account", "aggregate", "bet", "clause", "datafile")),
    *(f"core/book/{one}.py" for one in ("instrument", "money", "plan", "rulebook")),
    "core/book/fault.py",  # of what msgspec and Python say is wrong
    *(f"core/round/{one}.py" for one in ("acta", "move", "record", "zone")),
    "core/round/event.py::is_seat",
    "games/dice/craps/mark.py::kind_and_mark",
    "games/poker/circle/phh.py",
    "games/roulette/board.py::read_chips",
}
"""Readers of text: files, or single functions of one."""


def annotations(node: ast.AST) -> Iterator[ast.expr]:
    """Everything that says a type in a signature or a field."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            args = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            yield from (arg.annotation for arg in args if arg.annotation is not None)
            if node.returns is not None:
                yield node.returns
        case ast.ClassDef():
            yield from (one.annotation for one in node.body if isinstance(one, ast.AnnAssign))


def is_untyped(said: ast.expr) -> bool:
    parts = list(ast.walk(said))
    bare = {ast.unparse(one) for one in parts if isinstance(one, ast.expr)}
    return bool(
        (bare - {ast.unparse(one.value) for one in parts if isinstance(one, ast.Subscript)})
        & UNTYPED
    )


def untyped(tree_: ast.Module) -> list[ast.expr]:
    return [said for node in ast.walk(tree_) for said in annotations(node) if is_untyped(said)]


def test_no_untyped_dict_stands_in_a_signature_or_a_field() -> None:
    files = [file for file in SOURCES if layer(file) in ("core", "games") and name(file) != WRITTEN]
    wrong = [
        f"{name(file)}:{said.lineno} {ast.unparse(said)}"
        for file in files
        for said in untyped(tree(file))
    ]
    assert wrong == []


def test_the_law_finds_an_untyped_dict_however_deep_it_stands() -> None:
    for said, found in (
        ("def f(x: dict[str, Any]) -> None: ...", 1),
        ("def f() -> tuple[int, Mapping[str, object]] | None: ...", 1),
        ("class A:\n    x: dict", 1),
        ("def f(x: dict[str, int], y: Mapping[int, list[str]]) -> None: ...", 0),
    ):
        assert len(untyped(ast.parse(said))) == found, said


def test_text_is_taken_apart_by_its_readers_alone() -> None:
    wrong = []
    for file in SOURCES:
        if layer(file) not in ("core", "games") or name(file) in READERS:
            continue
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.FunctionDef) and f"{name(file)}::{node.name}" not in READERS:
                wrong += [
                    f"{name(file)}:{call.lineno} in {node.name}"
                    for call in ast.walk(node)
                    if takes_apart(call)
                ]
    assert wrong == []


def takes_apart(node: ast.AST) -> bool:
    """Whether a text is cut at a sign, or known by what stands before one."""
    match node:
        case ast.Call(func=ast.Attribute(attr="partition" | "rpartition")):
            return True
        case ast.Call(
            func=ast.Attribute(attr="startswith" | "removeprefix"),
            args=[ast.Constant(value=str(said))],
        ):
            return said.endswith((":", "@"))
    return False


def test_the_law_finds_a_text_that_is_known_by_its_beginning() -> None:
    for said, found in (
        ('bet.partition(":")', True),
        ('bet.startswith("wrong:")', True),
        ('bet.removeprefix("seat:")', True),
        ('name.startswith("AFTER")', False),
    ):
        assert any(takes_apart(node) for node in ast.walk(ast.parse(said))) == found, said


def kinds_of(ask: type) -> set[str]:
    """This kind of ask and all that stand on it, by module and name."""
    own = f"{ask.__module__}.{ask.__qualname__}"
    return {own}.union(*(kinds_of(kind) for kind in ask.__subclasses__()))


def test_outside_core_nobody_asks_which_kind_of_ask_it_is() -> None:
    for package in ("games", "systems"):
        for file in SOURCES:
            if layer(file) == package:
                import_module(".".join(module(file)))
    asks = kinds_of(Ask)
    assert {"tapete.core.round.ask.Choose", "tapete.core.round.betting.BetWindow"} <= asks
    assert len(asks) > 20
    wrong = []
    for file in SOURCES:
        if layer(file) == "core":
            continue
        imported, own = {said for _, said in imports(file)}, ".".join(module(file))
        known = {
            kind.rpartition(".")[2]
            for kind in asks
            if kind in imported or kind.rpartition(".")[0] == own
        }
        for node in ast.walk(tree(file)):
            match node:
                case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
                    named = {n.id for n in ast.walk(kinds) if isinstance(n, ast.Name)}
                case ast.match_case(pattern=pattern):
                    named = {
                        ast.unparse(one.cls)
                        for one in ast.walk(pattern)
                        if isinstance(one, ast.MatchClass)
                    }
                case _:
                    continue
            wrong += [f"{name(file)}:{one}" for one in named & known]
    assert wrong == []
