"""``tapete clauses``: read a clause with its source and its tests, or see what is left to test."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

import click
import msgspec
from click.shell_completion import CompletionItem
from rich.console import Console
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tapete.cli.coverage import Coverage, Figures, State, checkout, coverage
from tapete.cli.speaking import Command, Refusal, lang_of, likest
from tapete.core.book.clause import Clause, nearest, register, source_text, text
from tapete.telling.texts import t

BAR_WIDTH = 6
STATES: dict[State, tuple[str, str]] = {
    "tested": ("✓", "green"),
    "overruled": ("↷", "dim"),
    "excused": ("–", "dim"),
    "missing": ("·", "yellow"),
}


def _complete_id(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    lang = lang_of(ctx)
    return [
        CompletionItem(id, help=text(clause, lang))
        for id, clause in register().items()
        if id.casefold().startswith(incomplete.casefold())
    ]


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [game for game in games() if game.startswith(incomplete)]


@click.command("clauses", cls=Command, help="clauses.help")
@click.argument("id", required=False, metavar="[ID]", shell_complete=_complete_id)
@click.option("--game", metavar="G", shell_complete=_complete_game, help="clauses.option.game")
@click.option("--untested", is_flag=True, help="clauses.option.untested")
@click.option("--json", "as_json", is_flag=True, help="clauses.option.json")
@click.pass_context
def command(
    ctx: click.Context, id: str | None, game: str | None, untested: bool, as_json: bool
) -> None:
    lang = lang_of(ctx)
    chosen = list(register().values()) if id is None else _matching(id, lang)
    if game is not None:
        chosen = _of_game(chosen, game, lang)
    root = checkout()
    seen = coverage(root)
    if untested and not (as_json and id is None):
        missing = set(seen.missing(clause.id for clause in chosen))
        chosen = [clause for clause in chosen if clause.id in missing]

    if as_json:
        _print_json(chosen, seen, figures_only=id is None)
    else:
        _print(chosen, seen, lang, listed=untested or id is not None)
    if root is None:
        click.echo(t("clauses.no-tests", lang), err=True)
    for problem in seen.problems:
        said = t(f"clauses.problem.{problem.code}", lang, place=problem.place, what=problem.what)
        click.echo(said, err=True)
    if seen.problems:
        ctx.exit(1)


def games() -> list[str]:
    """Every game the clauses name.

    >>> "craps" in games()
    True
    """
    return sorted({game for clause in register().values() for game in clause.games})


def _matching(id: str, lang: str) -> list[Clause]:
    """The clause with that id; else those of that section; else those whose id begins so."""
    wanted = id.strip().casefold()
    folded = {known.casefold(): clause for known, clause in register().items()}
    if wanted in folded:
        return [folded[wanted]]
    begin = [known for known in folded if wanted and known.startswith(wanted)]
    # CAT-I is chapter I and not CAT-II: a section ends at a dot or a dash.
    section = [known for known in begin if known[len(wanted)] in ".-"]
    if not begin:
        near = ", ".join(nearest(id))
        raise Refusal(
            t("clauses.unknown" if near else "clauses.unknown-none", lang, id=id, near=near)
        )
    return [folded[known] for known in section or begin]


def _of_game(clauses: Iterable[Clause], game: str, lang: str) -> list[Clause]:
    wanted = game.strip().casefold()
    if wanted not in games():
        near = ", ".join(likest(game, games()) or games())
        raise Refusal(t("clauses.unknown-game", lang, game=game, near=near))
    return [clause for clause in clauses if wanted in clause.games]


# -- as JSON ------------------------------------------------------------------------------------


def _print_json(clauses: list[Clause], seen: Coverage, figures_only: bool) -> None:
    data: Any
    if figures_only:
        data = dataclasses.asdict(seen.figures(clause.id for clause in clauses))
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=0).decode())
        return
    data = [_all_of(clause, seen) for clause in clauses]
    if len(data) == 1:
        data = data[0]
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def _all_of(clause: Clause, seen: Coverage) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(clause.document)
    return {
        **msgspec.to_builtins(clause),
        "document": document,
        "source": source_text(clause),
        "state": seen.state(clause.id),
        "tests": seen.tests.get(clause.id, ()),
        "overruled": msgspec.to_builtins(seen.overruled.get(clause.id)),
        "excuse": seen.excuses.get(clause.id),
    }


# -- for people ---------------------------------------------------------------------------------


def _print(clauses: list[Clause], seen: Coverage, lang: str, listed: bool) -> None:
    console = Console(highlight=False)
    if not clauses:
        console.print(t("clauses.none", lang))
    elif not listed:
        console.print(_progress(clauses, seen, lang))
    elif len(clauses) == 1:
        for line in _page(clauses[0], seen, lang):
            console.print(line, soft_wrap=True)
    else:
        console.print(_list(clauses, seen, lang))


def _page(clause: Clause, seen: Coverage, lang: str) -> Iterator[Text]:
    def labelled(key: str, value: str) -> Text:
        return Text.assemble((f"{t(key, lang)}: ", "dim"), value)

    yield Text.assemble((clause.id, "bold"), "  ", _state(clause, seen))
    yield Text(text(clause, lang), style="bold")
    yield Text()
    yield labelled("clauses.games", ", ".join(clause.games))
    yield labelled("clauses.kind", t(f"clauses.kind.{clause.kind}", lang))
    if clause.figures:
        yield labelled("clauses.figures", msgspec.json.encode(clause.figures).decode())
    if clause.note:
        yield labelled("clauses.note", clause.note)
    yield Text()
    first, last = clause.lines
    key = "clauses.line" if first == last else "clauses.lines"
    place = t(key, lang, first=first, last=last)
    yield labelled("clauses.source", f"{clause.document.title}, {place}")
    for number, line in enumerate(source_text(clause).split("\n"), start=first):
        yield Text.assemble((f"{number:>6}  ", "dim"), line)
    yield Text()
    if overruling := seen.overruled.get(clause.id):
        yield labelled("clauses.overruled", overruling.reason)
        yield labelled("clauses.followed", ", ".join(overruling.by))
    elif tests := seen.tests.get(clause.id):
        yield Text(f"{t('clauses.tests', lang)}:", style="dim")
        for test in tests:
            yield Text(f"  {test}")
    elif excuse := seen.excuses.get(clause.id):
        yield labelled("clauses.excuse", excuse)
    else:
        yield Text(t("clauses.untested", lang), style="yellow")


def _list(clauses: Iterable[Clause], seen: Coverage, lang: str) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for clause in clauses:
        table.add_row(Text(clause.id), _state(clause, seen), Text(text(clause, lang)))
    return table


def _state(clause: Clause, seen: Coverage) -> Text:
    mark, style = STATES[seen.state(clause.id)]
    return Text(mark, style=style)


def _progress(clauses: Iterable[Clause], seen: Coverage, lang: str) -> Table:
    sections: dict[str, dict[str, list[str]]] = {}
    for clause in clauses:
        parts = sections.setdefault(_heading(clause), {})
        parts.setdefault(_section(clause), []).append(clause.id)

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(t("clauses.column.section", lang))
    for column in ("total", "tested", "overruled", "excused", "missing"):
        table.add_column(t(f"clauses.column.{column}", lang), justify="right")
    table.add_column(t("clauses.column.bar", lang))
    every: list[str] = []
    for title, parts in sections.items():
        ids = [id for part in parts.values() for id in part]
        every += ids
        table.add_row(*_row(Text(title, style="bold"), seen.figures(ids)))
        for section, ids in parts.items():
            name = f"  {section.partition('-')[2]}  {t(f'clauses.section.{section}', lang)}"
            table.add_row(*_row(Text(name), seen.figures(ids)))
        table.add_section()
    table.add_row(*_row(Text(t("clauses.all", lang), style="bold"), seen.figures(every)))
    return table


def _row(name: Text, figures: Figures) -> list[Text | ProgressBar]:
    counts = dataclasses.astuple(figures)
    done = figures.total - figures.missing
    bar = ProgressBar(total=figures.total, completed=done, width=BAR_WIDTH)
    return [name, *(Text(str(count)) for count in counts), bar]


def _heading(clause: Clause) -> str:
    return f"{clause.document.prefix}  {clause.document.edition}"


def _section(clause: Clause) -> str:
    """The section a clause is counted in: a game where the chapter is divided by games."""
    parts = clause.section.split(".")
    by_game = clause.document.prefix == "CAT" and clause.chapter in ("II", "III", "IV")
    return f"{clause.document.prefix}-{'.'.join(parts[: 2 if by_game else 1])}"
