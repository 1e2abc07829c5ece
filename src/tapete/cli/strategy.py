"""``tapete strategy``: the chart of best play of a game, under any edition or change."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from tapete.cli.odds import (
    complete_edition,
    find_game,
    percent,
    progress,
    read_changes,
    said_setting,
)
from tapete.cli.speaking import Command, Refusal, lang_of
from tapete.core.book.rulebook import GameRules
from tapete.core.round.cards import RANKS
from tapete.games.cards.twentyone.challenge import HANDS
from tapete.games.cards.twentyone.rules import TwentyOneRules
from tapete.games.poker.bank.rules import BankRules
from tapete.games.registry import GAMES
from tapete.maths.exact import TooLarge
from tapete.maths.inquiry.changes import of_rules
from tapete.maths.strategy.terms import has_other_cards, is_solved, uncovered, value_of
from tapete.systems.machines.library import shipped_ids
from tapete.telling.names import game_name
from tapete.telling.tables import CellValue, csv_text
from tapete.telling.texts import t

if TYPE_CHECKING:
    from tapete.maths.strategy.chart import Cell, Chart
    from tapete.maths.strategy.solve import Solution

COLOURS = {
    "plantarse": (194, 59, 52),
    "pedir": (46, 125, 70),
    "doblar": (33, 97, 168),
    "separar": (217, 164, 32),
    "retirarse": (120, 80, 150),
}
MOST_DEPARTURES = 20
"""Departures shown to a person; the files hold all."""
MOST_BANK_HANDS = len(HANDS)


def _complete_game(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    return [game for game in solved_games() if game.startswith(word)]


def solved_games() -> list[str]:
    """The games that have a chart."""
    return [id for id, game in GAMES.items() if has_chart(game.rules_of())]


def has_chart(rules: GameRules) -> bool:
    """Whether there is a chart for the game under these rules."""
    return is_solved(rules) or isinstance(rules, BankRules)


@click.command("strategy", cls=Command, help="strategy.help")
@click.argument("game", metavar="GAME", shell_complete=_complete_game)
@click.option(
    "--rules", default="scj-2023", metavar="EDITION", shell_complete=complete_edition,
    help="odds.option.rules",
)  # fmt: skip
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="odds.option.set")
@click.option("--other", "cards", multiple=True, metavar="CARD", help="strategy.option.other")
@click.option("--cd", is_flag=True, help="strategy.option.cd")
@click.option("--json", "as_json", is_flag=True, help="strategy.option.json")
@click.option(
    "--csv", "csv_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="strategy.option.csv",
)  # fmt: skip
@click.option(
    "--png", "png_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="strategy.option.png",
)  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    rules: str,
    sets: tuple[str, ...],
    cards: tuple[str, ...],
    cd: bool,
    as_json: bool,
    csv_file: Path | None,
    png_file: Path | None,
) -> None:
    lang = lang_of(ctx)
    if game in shipped_ids() or game.endswith(".toml"):
        _video_poker(game, as_json, csv_file, png_file, lang)
        return
    played = find_game(game, lang)
    changes = read_changes(played, rules, sets, lang)
    chosen = played.rules_of(rules, of_rules(changes))
    if isinstance(chosen, BankRules):
        _bank_poker(chosen, changes, as_json, csv_file, png_file, lang)
        return
    others = tuple(_first_card(card, lang) for card in cards)
    solved = solve(chosen, lang, others)
    beside = said_others(others, lang)
    if csv_file is not None:
        _write(csv_file, as_csv(solved.chart).encode(), lang)
    if png_file is not None:
        from tapete.cli.chart_png import draw

        under = "  ".join([subtitle(chosen, changes), *beside])
        _write(png_file, draw(solved, title(chosen, lang), under, lang), lang)
    if as_json:
        data = {"game": played.id, "rules": rules, "changes": changes, **facts(solved)}
        if others:
            data["others"] = list(map(name_of, others))
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
    if as_json or csv_file is not None or png_file is not None:
        return
    console = Console(highlight=False)
    console.print(Text(f"{title(chosen, lang)}  ", style="bold"), Text(rules, style="dim"))
    for name, value in changes.items():
        console.print(Text(f"  {name} = {value}", style="yellow"))
    for line in beside:
        console.print(Text(f"  {line}", style="yellow"))
    for part in dict.fromkeys(part for part, _, _ in solved.chart.parts()):
        console.print()
        console.print(_table(solved.chart, part, lang))
    console.print()
    console.print(_legend(solved.chart, lang))
    for line in notes(solved, lang):
        console.print(Text(line, style="dim"))
    if cd:
        console.print()
        console.print(_departures(solved, lang))
        if solved.chart.bonus:
            console.print(Text(t("strategy.suited", lang), style="dim"))


def _video_poker(
    program: str, as_json: bool, csv_file: Path | None, png_file: Path | None, lang: str
) -> None:
    """The list of a machine's video poker."""
    from tapete.cli import holds

    found = holds.list_of(program, lang)
    if csv_file is not None:
        _write(csv_file, holds.as_csv(found, lang).encode(), lang)
    if png_file is not None:
        _write(png_file, holds.draw(found, lang), lang)
    if as_json:
        click.echo(holds.facts(found, lang).decode())
    if not as_json and csv_file is None and png_file is None:
        holds.show(Console(highlight=False), found, lang)


def _bank_poker(
    rules: BankRules,
    changes: dict[str, str],
    as_json: bool,
    csv_file: Path | None,
    png_file: Path | None,
    lang: str,
) -> None:
    """The same for poker against the bank, whose charts are by hands."""
    from tapete.cli import poker_chart

    try:
        found, chart = poker_chart.solved(rules, lang)
    except TooLarge as error:
        said = said_setting(rules, error.setting)
        raise Refusal(t("strategy.not-covered", lang, game=rules.game, **said)) from None
    if csv_file is not None:
        _write(csv_file, poker_chart.as_csv(chart).encode(), lang)
    if png_file is not None:
        from tapete.cli.poker_png import draw

        drawn = draw(found, chart, title(rules, lang), subtitle(rules, changes), lang)
        _write(png_file, drawn, lang)
    if as_json:
        data = {"game": rules.game, "rules": rules.edition, "changes": changes}
        data |= poker_chart.facts(found, chart)
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
    if as_json or csv_file is not None or png_file is not None:
        return
    console = Console(highlight=False)
    console.print(Text(f"{title(rules, lang)}  ", style="bold"), Text(rules.edition, style="dim"))
    for name, value in changes.items():
        console.print(Text(f"  {name} = {value}", style="yellow"))
    poker_chart.show(console, found, chart, lang)


def solve(rules: GameRules, lang: str, others: tuple[int, ...] = ()) -> Solution:
    """The game solved, with a progress bar if it takes its time; or a refusal."""
    if len(others) >= MOST_BANK_HANDS or (others and not has_other_cards(rules)):
        raise Refusal(t("strategy.no-others", lang, game=rules.game))
    if has_other_cards(rules) and not others:
        said = said_setting(rules, "base_card")
        raise Refusal(t("strategy.others-needed", lang, game=rules.game, **said))
    if isinstance(rules, TwentyOneRules) and (setting := uncovered(rules, others)):
        said = said_setting(rules, setting)
        raise Refusal(t("strategy.not-covered", lang, game=rules.game, **said))
    if not is_solved(rules, others):
        near = ", ".join(solved_games())
        raise Refusal(t("strategy.no-chart", lang, game=rules.game, near=near))
    from tapete.maths.strategy.lanes import solution

    with progress(t("strategy.working", lang, game=rules.game)) as tick:
        return solution(rules, tick=tick, others=others)


def _first_card(said: str, lang: str) -> int:
    """The value of a first card as it was typed."""
    rank = {"10": "T", "1": "A"}.get(said, said.upper())
    if rank not in RANKS:
        raise Refusal(t("strategy.no-card", lang, card=said))
    return value_of(rank)


def said_others(others: tuple[int, ...], lang: str) -> list[str]:
    """The first cards of the bank's other hands in words; nothing where there are none."""
    cards = ", ".join(map(name_of, others))
    return [t("strategy.others", lang, cards=cards)] if others else []


def name_of(value: int) -> str:
    from tapete.maths.strategy.chart import name

    return name(value)


def _write(file: Path, content: bytes, lang: str) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        said = error.strerror or str(error)
        raise Refusal(t("strategy.cannot-write", lang, file=file, why=said)) from None
    click.echo(t("strategy.written", lang, file=file), err=True)


# -- files --------------------------------------------------------------------------------------


def facts(solved: Solution) -> dict[str, Any]:
    """All there is to know, as it is written out."""
    return {
        "edge": solved.by_totals.edge,
        "edge_composition": solved.by_composition.edge,
        "ups": ups(),
        "chart": msgspec.to_builtins(solved.chart),
        "departures": msgspec.to_builtins(solved.departures),
    }


def ups() -> list[str]:
    """The croupier's first cards, in the order of the chart."""
    from tapete.maths.strategy.chart import UPS, name

    return [name(up) for up in UPS]


def as_csv(chart: Chart) -> str:
    """The chart as a table of cells: one line for each row and first card."""
    from tapete.maths.strategy.chart import MOVES

    rows: list[list[CellValue]] = [["part", "row", "up", "move", "otherwise", *MOVES]]
    for part, label, row in chart.parts():
        for up, cell in zip(ups(), row, strict=True):
            worth = [_eight_places(cell.values.get(move)) for move in MOVES]
            rows.append([part, label, up, cell.move, cell.otherwise, *worth])
    return csv_text(rows)


def _eight_places(worth: float | None) -> CellValue:
    return "" if worth is None else Decimal(f"{worth:.8f}")


# -- for people ---------------------------------------------------------------------------------


def title(rules: GameRules, lang: str) -> str:
    return game_name(rules.game, lang) if lang != "es" else rules.name or rules.game


def subtitle(rules: GameRules, changes: dict[str, str]) -> str:
    return "  ".join([rules.edition, *(f"{key}={value}" for key, value in changes.items())])


def code(cell: Cell, lang: str) -> str:
    """A cell in one or two letters: the move, and what else if that is not asking for a card."""
    letter = t(f"strategy.letter.{cell.move}", lang)
    if cell.move in ("doblar", "retirarse"):
        letter += t(f"strategy.letter.{cell.otherwise}", lang).lower()
    return letter


def label(part: str, row: str) -> str:
    """
    >>> label("hard", "12"), label("soft", "17"), label("pairs", "8")
    ('12', 'A-6', '8-8')
    """
    if part == "soft":
        return f"A-{int(row) - 11}"
    return f"{row}-{row}" if part == "pairs" else row


def notes(solved: Solution, lang: str) -> list[str]:
    """What the chart is worth, and what it says of the croupier's offers."""
    chart = solved.chart
    said = [
        t(
            "strategy.edges", lang,
            chart=percent(Fraction(solved.by_totals.edge), lang, 4),
            best=percent(Fraction(solved.by_composition.edge), lang, 4),
        )
    ]  # fmt: skip
    said.append(
        t("strategy.even-money.yes" if chart.even_money else "strategy.even-money.no", lang)
    )
    said.append(t("strategy.insurance.yes" if chart.insurance else "strategy.insurance.no", lang))
    if chart.bonus:
        said.append(t("strategy.tie-break", lang))
    return said


def _table(chart: Chart, part: str, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=0, header_style="dim")
    table.add_column(t(f"strategy.part.{part}", lang), justify="right", min_width=9)
    table.add_column("")
    for up in ups():
        table.add_column(up, justify="center", min_width=4)
    for found, row, cells in chart.parts():
        if found == part:
            drawn = [Text(f" {code(cell, lang):<2} ", style=_style(cell.move)) for cell in cells]
            table.add_row(label(part, row), " ", *drawn)
    return table


def _style(move: str) -> str:
    red, green, blue = COLOURS[move]
    return f"bold white on #{red:02x}{green:02x}{blue:02x}"


def _legend(chart: Chart, lang: str) -> Text:
    shown = {cell.move for _, _, row in chart.parts() for cell in row}
    line = Text()
    for move in COLOURS:
        if move in shown:
            line.append(f" {t(f'strategy.letter.{move}', lang)} ", style=_style(move))
            line.append(f" {t(f'strategy.move.{move}', lang)}   ")
    line.append("\n" + t("strategy.legend", lang), style="dim")
    return line


def _departures(solved: Solution, lang: str) -> Table:
    shown = solved.departures[:MOST_DEPARTURES]
    table = Table(
        box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0), title_justify="left",
        title=t("strategy.departures", lang, shown=len(shown), all=len(solved.departures)),
    )  # fmt: skip
    for column in ("hand", "up", "chart", "best", "gain", "chance"):
        justify: JustifyMethod = "right" if column in ("gain", "chance") else "left"
        table.add_column(t(f"strategy.column.{column}", lang), justify=justify)
    for found in shown:
        table.add_row(
            found.cards, found.up,
            t(f"strategy.move.{found.chart}", lang), t(f"strategy.move.{found.best}", lang),
            percent(Fraction(found.gain), lang, 3), percent(Fraction(found.chance), lang, 4),
        )  # fmt: skip
    return table
