"""``tapete torneo``: what a structure of levels does, and what another does instead; what stacks
are worth by the chip model, and how careful it makes them."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tapete.cli.speaking import Command, Refusal, Whole, lang_of
from tapete.core.book.datafile import BrokenFile
from tapete.core.book.refused import Refused
from tapete.maths.tournament.bubble import bubble_factors, worth
from tapete.maths.tournament.structure import (
    Figures,
    Flatness,
    Level,
    Structure,
    flatness,
    simulate,
)
from tapete.systems.tournament.bases import Bases, read_bases
from tapete.systems.tournament.prizes import Bracket, bracket_for
from tapete.telling.explain import Teller
from tapete.telling.texts import number, t

RUNS = 60
MOST = 20_000
"""Players of a tournament: as many take the model two minutes."""
SHIPPED = "ejemplo, sit-and-go"
"""Bases that come with Tapete and have levels."""
ACROSS_MOST = 5
"""Stacks side by side on a page; of more of them only the ends of each row are told."""
WEIGHED_MOST = 40
"""Of more stacks than these every one against every other takes too long to wait for."""


@click.command("torneo", cls=Command, help="torneo.help")
@click.argument("bases", required=False, metavar="[BASES]")
@click.option("--with", "other", metavar="BASES", help="torneo.option.with")
@click.option("--players", type=Whole(2, MOST), metavar="N", help="torneo.option.players")
@click.option("--runs", type=Whole(1), default=RUNS, metavar="N", help="torneo.option.runs")
@click.option("--seed", type=Whole(0), default=1, metavar="N", help="torneo.option.seed")
@click.option("--png", metavar="FILE", type=click.Path(path_type=Path), help="torneo.option.png")
@click.option("--stacks", default="", metavar="N,N,...", help="torneo.option.stacks")
@click.option("--prizes", default="", metavar="N,N,...", help="torneo.option.prizes")
@click.option("--json", "as_json", is_flag=True, help="torneo.option.json")
@click.pass_context
def command(
    ctx: click.Context, bases: str | None, other: str | None, players: int | None, runs: int,
    seed: int, png: Path | None, stacks: str, prizes: str, as_json: bool,
) -> None:  # fmt: skip
    lang = lang_of(ctx)
    if bool(stacks) != bool(prizes):
        raise click.UsageError(t("torneo.stacks-and-prizes", lang))
    if stacks:
        _chip_model(_whole(stacks, lang), _whole(prizes, lang), lang, as_json)
        return
    shown = []
    for name in filter(None, (bases or "ejemplo", other)):
        read = _read(name, lang)
        count = players or read.maximo
        counted = partial(
            track, description=t("torneo.progress", lang, name=read.nombre),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        figures = simulate(structure_of(read), count, runs, seed, counted)
        shown.append((read, count, figures))
    if as_json:
        found = [
            {"bases": one.nombre, "players": n, **figures._asdict()} for one, n, figures in shown
        ]
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    console = Console()
    for read, count, figures in shown:
        _print(console, read, count, figures, lang)
    if len(shown) == 2:
        first, second = (figures for _, _, figures in shown)
        more = second.hours[1] - first.hours[1]
        key = "torneo.longer" if more >= 0 else "torneo.shorter"
        console.print(t(key, lang, hours=number(abs(more), lang, "0.0")))
    if png is not None:
        from tapete.cli.torneo_png import draw

        png.write_bytes(draw([(one.nombre, figures) for one, _, figures in shown], lang))
        console.print(t("torneo.drawn", lang, file=png))


def structure_of(bases: Bases) -> Structure:
    """The structure of bases, as the model plays it."""
    levels = tuple(
        Level(*bases.level(number), bases.break_after(number))
        for number in range(1, len(bases.niveles) + 1)
    )
    return Structure(levels, bases.pila, bases.asientos, bases.final)


def _read(name: str, lang: str) -> Bases:
    own = files("tapete") / "bases" / f"{name}.toml"
    try:
        text = own.read_text("utf-8") if own.is_file() else Path(name).read_text("utf-8")
        bases = read_bases(text, name)
    except FileNotFoundError:
        raise Refusal(t("torneo.no-file", lang, name=name, shipped=SHIPPED)) from None
    except OSError as problem:
        raise Refusal(f"{name}: {problem.strerror or problem}") from None
    except BrokenFile as problem:
        raise Refusal(str(problem)) from None
    except Refused as problem:
        said = Teller(lang).refusal(problem)
        line = problem.facts.get("line", 1)
        raise Refusal(f"{name}:{line}: {said} [{problem.clause}]") from None
    if not bases.niveles:
        raise Refusal(t("torneo.no-levels", lang, name=name))
    return bases


def _whole(text: str, lang: str) -> list[int]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() and int(part) for part in parts):
        raise Refusal(t("torneo.numbers", lang, said=text))
    return [int(part) for part in parts]


def _flat(bases: Bases, players: int) -> Flatness:
    brackets = [Bracket(one.desde, one.percent, one.hasta) for one in bases.tramos]
    return flatness(bracket_for(brackets, max(players, bases.minimo)).percent, players)


def _print(console: Console, bases: Bases, players: int, figures: Figures, lang: str) -> None:
    low, middle, high = (number(hours, lang, "0.0") for hours in figures.hours)
    console.print(f"[bold]{bases.nombre}[/bold]")
    console.print(
        t("torneo.lasts", lang, players=players, low=low, middle=middle, high=high,
          runs=figures.runs)
    )  # fmt: skip
    flat = _flat(bases, players)
    console.print(t(
        "torneo.flat", lang, paid=number(float(flat.paid), lang, "0.0%"),
        first=number(float(flat.first), lang, "0.0%"),
        ratio=number(float(flat.ratio), lang, "0.0"), gini=number(float(flat.gini), lang, "0.00"),
    ))  # fmt: skip
    table = Table(box=None, padding=(0, 2))
    for column in ("level", "blinds", "reached", "left", "depth"):
        table.add_column(t(f"torneo.column.{column}", lang), justify="right")
    shape = structure_of(bases)
    for row in figures.levels:
        level = shape.level(row.level - 1)
        table.add_row(
            str(row.level), f"{number(level.small, lang)}/{number(level.big, lang)}",
            number(row.reached, lang, "0%"), number(row.left, lang, "#,##0.0"),
            number(row.depth, lang, "#,##0.0"),
        )  # fmt: skip
    console.print(table)


def _chip_model(stacks: list[int], prizes: list[int], lang: str, as_json: bool) -> None:
    """What each stack is worth, and how careful it makes its owner: against each other where they
    fit on a page, else against whom least and whom most."""
    values = worth(stacks, prizes)
    factors = bubble_factors(stacks, prizes) if len(stacks) <= WEIGHED_MOST else []
    if as_json:
        found: dict[str, Any] = {"icm": values, "bubble": factors}
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    each = len(stacks) <= ACROSS_MOST
    table = Table(box=None, padding=(0, 2))
    for column in ("stack", "icm", *(() if each or not factors else ("least", "most"))):
        table.add_column(t(f"torneo.column.{column}", lang), justify="right")
    for stack in stacks if each else ():
        table.add_column(
            t("torneo.column.against", lang, stack=number(stack, lang)), justify="right"
        )
    for place, (stack, value) in enumerate(zip(stacks, values, strict=True)):
        row = factors[place] if factors else []
        if not each:
            told = [one for one in row if one is not None]
            row = [min(told), max(told)] if told else []
        cells = ("" if one is None else number(one, lang, "0.00") for one in row)
        table.add_row(number(stack, lang), number(value, lang, "#,##0.00"), *cells)
    console = Console()
    console.print(table)
    if not factors:
        console.print(t("torneo.no-factors", lang, most=WEIGHED_MOST))
