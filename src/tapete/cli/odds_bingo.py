"""``tapete odds bingo-tradicional``: the first line and bingo, one card exactly, many sampled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from tapete.chance import system
from tapete.cli.speaking import Refusal
from tapete.maths.bingo.many import ORDERS, Firsts, Sampled, firsts
from tapete.maths.bingo.odds import chance_by, mean_ball, one_card
from tapete.telling.texts import number, t

CARDS_MAX, ORDERS_MAX = 1_000_000, 20_000
SHOWN = (20, 30, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85)
BAR = 10


def show(game: str, sets: tuple[str, ...], as_json: bool, lang: str) -> None:
    """The odds of bingo, as the options say: ``cards``, ``within``, ``orders``."""
    asked = _read(sets, lang)
    cards, orders = asked["cards"], asked["orders"]
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(t("odds.bingo.sampling", lang), total=orders)
        found = firsts(
            cards, system(), orders=orders,
            progress=lambda n: bar.update(task, completed=n),
        )  # fmt: skip
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(facts(game, asked, found)), indent=2))
        return
    _print(asked, found, lang)


def _read(sets: tuple[str, ...], lang: str) -> dict[str, int]:
    found = {"cards": 200, "within": 50, "orders": ORDERS}
    most = {"cards": CARDS_MAX, "within": 90, "orders": ORDERS_MAX}
    for text in sets:
        name, _, value = text.partition("=")
        if name not in found or not value.isdecimal() or not 1 <= int(value) <= most[name]:
            known = ", ".join(f"{key}=1..{most[key]}" for key in found)
            raise Refusal(t("odds.bingo.bad-set", lang, text=text[:40], known=known))
        found[name] = int(value)
    if found["orders"] < 2:
        raise Refusal(t("odds.bingo.bad-set", lang, text="orders", known="orders=2..20000"))
    return found


def facts(game: str, asked: dict[str, int], found: Firsts) -> dict[str, Any]:
    """Everything as data; what is sampled says so, with its standard error."""
    one = {
        what: {"mean": str(mean_ball(one_card(what))),
               "by": {n: str(chance_by(one_card(what), n)) for n in SHOWN}}
        for what in ("line", "bingo")
    }  # fmt: skip
    return {
        "game": game, "cards": asked["cards"], "orders": asked["orders"], "one_card": one,
        "sampled": {
            "line": found.line._asdict(), "bingo": found.bingo._asdict(),
            "line_by": {n: found.line_by[n]._asdict() for n in SHOWN},
            "bingo_by": {n: found.bingo_by[n]._asdict() for n in SHOWN},
            "pot": {"within": asked["within"], **found.bingo_by[asked["within"]]._asdict()},
        },
    }  # fmt: skip


def _print(asked: dict[str, int], found: Firsts, lang: str) -> None:
    console = Console(highlight=False)
    cards, within = asked["cards"], asked["within"]
    console.print(Text(t("odds.bingo.title", lang, cards=number(cards, lang)), "bold"))
    grid = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("ball", "one-line", "one-bingo", "line", "bingo", "plot"):
        grid.add_column(
            t(f"odds.bingo.{name}", lang), justify="left" if name == "plot" else "right"
        )
    for n in SHOWN:
        line, bingo = found.line_by[n], found.bingo_by[n]
        filled = round(bingo.mean * BAR)
        grid.add_row(
            str(n), _percent(chance_by(one_card("line"), n), lang),
            _percent(chance_by(one_card("bingo"), n), lang), _said(line, lang), _said(bingo, lang),
            Text("█" * filled + "·" * (BAR - filled), "#ffd75f"),
        )  # fmt: skip
    console.print(grid)
    for what, mean in (("line", found.line), ("bingo", found.bingo)):
        exact = float(mean_ball(one_card(what)))
        one, many, error = (number(n, lang, "0.00") for n in (exact, mean.mean, mean.error))
        console.print(t(f"odds.bingo.mean-{what}", lang, one=one, many=many, error=error))
    pot = found.bingo_by[within]
    times = "–" if not pot.mean else number(1 / pot.mean, lang)
    console.print(t("odds.bingo.pot", lang, within=within, chance=_said(pot, lang), times=times))
    console.print(Text(t("odds.bingo.legend", lang, orders=asked["orders"]), "dim"))


def _percent(chance: Fraction | float, lang: str) -> str:
    value = 100 * float(chance)
    return number(value, lang, "0.00" if value >= 0.01 or not value else "0.0E0") + "%"


def _said(one: Sampled, lang: str) -> str:
    said, error = _percent(one.mean, lang), 100 * one.error
    return f"{said} ±{number(error, lang, '0.00')}" if error >= 0.005 else said
