"""``tapete check``: play scenario files through the engine and say what differs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from tapete.cli.speaking import Command, lang_of
from tapete.core.round.record import RoundFailed
from tapete.scenario import Difference, Result, play_scenario
from tapete.scenario.maquinas import PROGRAMS
from tapete.telling.explain import Teller
from tapete.telling.texts import t, worded

MANY = 10


@click.command("check", cls=Command, help="check.help")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...]) -> None:
    lang = lang_of(ctx)
    files = [file for path in paths for file in scenarios(Path(path))]
    passed = failed = 0
    for result in map(checked, _watched(files, lang)):
        if result.passed:
            passed += 1
            continue
        failed += 1
        for line in said(result, lang):
            click.echo(line)
    if not files:
        click.echo(t("check.nothing", lang), err=True)
    # The same in every language: the line a script reads.
    click.echo(f"{passed} passed, {failed} failed")
    ctx.exit(0 if passed and not failed else 1)


def scenarios(path: Path) -> list[Path]:
    """The file itself, or every scenario of a folder and the folders in it, by name."""
    if not path.is_dir():
        return [path]
    files = (file for file in path.rglob("*.toml") if PROGRAMS not in file.relative_to(path).parts)
    return sorted(file for file in files if file.is_file())


def checked(file: Path) -> Result:
    """Play one file. A round that breaks down fails its own scenario and no other."""
    try:
        return play_scenario(file)
    except Exception as error:
        broken = error.__cause__ if isinstance(error, RoundFailed) else error
        found = f"{type(broken).__name__}: {broken}"
        return Result(str(file), differences=(Difference("error", found=found),))


def said(result: Result, lang: str) -> Iterator[str]:
    """What differed in a scenario, in the reader's language."""
    title = result.scenario.title if result.scenario is not None else result.title
    line = result.differences[0].line if result.differences else 0
    place = f"{result.file}:{line}" if line else result.file
    yield t("check.failed", lang, place=place, title=title).rstrip()
    for difference in result.differences:
        yield "  " + _where(difference, lang) + _what(difference, lang)
        if difference.clauses:
            yield "    " + t("check.clauses", lang, clauses=" ".join(difference.clauses))
        for event in difference.events:
            yield f"    {event}"


def _where(difference: Difference, lang: str) -> str:
    case, step = difference.case, difference.step
    before = t("check.case", lang, case=case) if case else ""
    before += t("check.step", lang, step=step) if step else ""
    return before + _of_round(difference, lang)


def _of_round(difference: Difference, lang: str) -> str:
    if not difference.round:
        return ""
    if difference.seat is None:
        return t("check.round", lang, round=difference.round)
    return t("check.round-and-seat", lang, round=difference.round, seat=difference.seat)


def _what(difference: Difference, lang: str) -> str:
    expected, found = worded(difference.expected, lang), worded(difference.found, lang)
    if difference.refusal is not None:
        found = f"{Teller(lang).refusal(difference.refusal)} ({difference.refusal.code})"
    return t(f"check.differs.{difference.code}", lang, expected=expected, found=found)


def _watched(files: list[Path], lang: str) -> Iterator[Path]:
    """The files one by one, with a progress bar where there are many and a person looks on."""
    console = Console(stderr=True)
    if len(files) < MANY or not (console.is_terminal and sys.stdout.isatty()):
        yield from files
        return
    yield from track(files, t("check.progress", lang), console=console, transient=True)
