"""``tapete odds``: what every bet of a game is worth, exactly, under any edition or change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import sqrt
from typing import Any

import click
import msgspec
from babel.numbers import format_percent
from click.shell_completion import CompletionItem
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from tapete.cli.speaking import Command, Refusal, lang_of
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules, editions, rulebook
from tapete.core.round.bets import Limits
from tapete.core.round.game import Game
from tapete.games.registry import GAMES
from tapete.maths.exact import BetOdds
from tapete.maths.exact.kept import kept_odds
from tapete.maths.exact.poker.progressive import break_even, eligible
from tapete.maths.inquiry import changes as inquiry
from tapete.maths.inquiry.changes import of_rules
from tapete.systems.bingo.hall import ELECTRONIC, TRADITIONAL
from tapete.telling.texts import exactly, number, t

LOCALE = {"es": "es_CL", "en": "en"}
BINGO = (TRADITIONAL, ELECTRONIC)
WIDE = 110
"""Columns from which all is shown; under it the return, 1 less the edge, is left out."""
READABLE = 15
"""Characters of a fraction that a person still reads."""
PATIENCE = 1.0
"""Seconds of silence before a progress bar."""


def _complete_game(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    return [game for game in (*GAMES, *BINGO) if game.startswith(word)]


def complete_edition(ctx: click.Context, param: click.Parameter, word: str) -> list[CompletionItem]:
    return [
        CompletionItem(name, help=rulebook(name).title)
        for name in editions()
        if name.startswith(word)
    ]


@click.command("odds", cls=Command, help="odds.help")
@click.argument("game", metavar="GAME", shell_complete=_complete_game)
@click.option(
    "--rules", default="scj-2023", metavar="EDITION", shell_complete=complete_edition,
    help="odds.option.rules",
)  # fmt: skip
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="odds.option.set")
@click.option("--what-if", "ifs", multiple=True, metavar="KEY=VALUE", help="odds.option.what-if")
@click.option("--json", "as_json", is_flag=True, help="odds.option.json")
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    rules: str,
    sets: tuple[str, ...],
    ifs: tuple[str, ...],
    as_json: bool,
) -> None:
    lang = lang_of(ctx)
    if game in BINGO:
        from tapete.cli.odds_bingo import show

        show(game, sets, as_json, lang)
        return
    played = find_game(game, lang)
    changes = read_changes(played, rules, sets, lang)
    chosen = played.rules_of(rules, of_rules(changes))
    found = under(played, rules, changes, lang)
    supposed = []
    for text in ifs:
        change = read_changes(played, rules, (text,), lang)
        supposed.append((text, change, under(played, rules, changes | change, lang)))
    if as_json:
        bets = {key: odds.facts() for key, odds in found.items()}
        data: dict[str, Any] = {"game": played.id, "rules": rules, "changes": changes, "bets": bets}
        if eligible(played.id, rules):
            data["progressive"] = progressive_facts(rules, changes)
        if ifs:
            data["what_if"] = [
                {"change": change, "bets": compared(found, other)} for _, change, other in supposed
            ]
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    console = Console(highlight=False)
    console.print(Text(f"{chosen.name or played.id}  ", style="bold"), Text(rules, style="dim"))
    for name, value in changes.items():
        console.print(Text(f"  {name} = {value}", style="yellow"))
    console.print(_table(found, lang, console.width))
    console.print(Text(t("odds.legend", lang), style="dim"))
    for note in sorted({odds.note for odds in found.values()} - {""}):
        console.print(Text(t(f"odds.legend.{note}", lang), style="dim"))
    if eligible(played.id, rules):
        for line in progressive_notes(rules, changes, lang):
            console.print(Text(line, style="dim"))
    for text, _, other in supposed:
        console.print()
        console.print(Text(t("odds.what-if", lang, change=text), style="bold yellow"))
        console.print(_difference(found, other, lang))


# -- what was asked for -------------------------------------------------------------------------


@contextmanager
def in_words(lang: str) -> Iterator[None]:
    """What the mathematics refuse, in the reader's language."""
    try:
        yield
    except Refused as refused:
        said = {"clause": refused.clause, **refused.facts}
        raise Refusal(t(f"odds.{refused.code}", lang, **said)) from None


def find_game(game: str, lang: str) -> Game[Any, Any]:
    """The game by its id, or a refusal that says what there is."""
    with in_words(lang):
        return inquiry.find_game(game)


def read_changes(
    game: Game[Any, Any], edition: str, sets: tuple[str, ...], lang: str
) -> dict[str, str]:
    """The changes asked for with ``--set``, each one tried; what cannot be is refused."""
    with in_words(lang):
        return inquiry.read_changes(game, edition, sets)


def under(
    game: Game[Any, Any], edition: str, changes: dict[str, str], lang: str
) -> dict[str, BetOdds]:
    """The figures under an edition with changes, or a refusal that says why there are none."""
    with in_words(lang), progress(t("odds.working", lang, game=game.id)) as tick:
        return inquiry.under(game, edition, changes, tick)


def said_setting(rules: GameRules, setting: str) -> dict[str, str]:
    """A value of the rules by its name, with the clause that sets it."""
    return {**inquiry.setting_said(rules, setting), "clause": rules.by(setting)}


def compared(now: dict[str, BetOdds], then: dict[str, BetOdds]) -> dict[str, dict[str, Any]]:
    """What a change does to every bet: its edge before and after, and the difference."""
    found: dict[str, dict[str, Any]] = {}
    for key in [*now, *(key for key in then if key not in now)]:
        odds = then.get(key) or now[key]
        row: dict[str, Any] = {}
        if key in now:
            row["edge"] = now[key].said(now[key].edge)
        if key in then:
            row["edge_then"] = then[key].said(then[key].edge)
        if key in now and key in then:
            more = then[key].edge - now[key].edge
            row |= {"difference": odds.said(more), "difference_float": float(more)}
        found[key] = row
    return found


def figures(game: Game[Any, Any], rules: GameRules, lang: str) -> dict[str, BetOdds]:
    """The exact figures, found once for the same rules, with a progress bar if they take their
    time."""
    with progress(t("odds.working", lang, game=game.id)) as tick:
        return kept_odds(game, rules, Limits(), tick)


@contextmanager
def progress(said: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the terminal for whoever waits longer than a moment; gives what to tell it."""
    console = Console(stderr=True)
    began = time.monotonic()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(said, visible=False)

        def tick(done: int, total: int) -> None:
            late = time.monotonic() - began > PATIENCE
            bar.update(task, completed=done, total=total, visible=late)

        yield tick


# -- the progressive ----------------------------------------------------------------------------


def progressive_facts(edition: str, changes: dict[str, str]) -> dict[str, Any]:
    """The bet on the pot beside the game: how much the pot must hold for it to lose nothing."""
    bet = inquiry.pot_bet(changes)
    pot = inquiry.pesos(changes[inquiry.POT]) if inquiry.POT in changes else None
    return {"bet": bet, "pot": pot, "break_even": break_even(edition, bet)}


def progressive_notes(edition: str, changes: dict[str, str], lang: str) -> list[str]:
    """The same for a reader."""
    known = progressive_facts(edition, changes)
    if known["break_even"] is None:
        return []
    said = {name: number(known[name], lang, "#,##0") for name in ("bet", "break_even")}
    lines = [t("odds.pot.break-even", lang, **said)]
    if known["pot"] is None:
        lines.append(t("odds.pot.how", lang))
    return lines


# -- for people ---------------------------------------------------------------------------------


def percent(value: Fraction, lang: str, places: int = 2) -> str:
    """A share as the reader writes it.

    >>> percent(Fraction(1, 37), "es")
    '2,70%'
    """
    pattern = f"0.{'0' * places}%" if places else "0%"
    # A percentage of exact halves must not depend on binary fractions.
    cut = round(value * 10 ** (places + 2))
    share = cut / 10 ** (places + 2)
    with exactly(share):
        return format_percent(share, pattern, locale=LOCALE[lang])


def _difference(now: dict[str, BetOdds], then: dict[str, BetOdds], lang: str) -> Table | Text:
    """The bets a change touches: the edge as it is, as it would be, and what that costs."""
    touched = [key for key in now if key in then and now[key].edge != then[key].edge]
    if not touched:
        return Text(t("odds.what-if.nothing", lang), style="dim")
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(t("odds.column.bet", lang), overflow="fold", min_width=15)
    for column in ("now", "then", "difference"):
        table.add_column(t(f"odds.column.{column}", lang), justify="right", no_wrap=True)
    for key in touched:
        before, after = now[key].edge, then[key].edge
        sign = "+" if after > before else ""
        table.add_row(
            key.replace("/", " / "),
            percent(before, lang, 4),
            percent(after, lang, 4),
            Text(sign + percent(after - before, lang, 4), style="red" if sign else "green"),
        )
    return table


def _table(found: dict[str, BetOdds], lang: str, width: int) -> Table:
    wide = width >= WIDE
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2 if wide else 1, 0, 0))
    table.add_column(t("odds.column.bet", lang), overflow="fold", min_width=15)
    table.add_column(t("odds.column.pays", lang), no_wrap=True)
    table.add_column(t("odds.column.edge", lang), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("", no_wrap=True)
    for column in ("return", "hit", "push", "deviation", "throws"):
        if wide or column != "return":
            table.add_column(t(f"odds.column.{column}", lang), justify="right", no_wrap=True)
    largest = max((abs(odds.edge) for odds in found.values()), default=Fraction(0))
    for names, odds in _alike(found):
        table.add_row(
            Text(names),
            Text((" " if wide else "\n").join(odds.pays)),
            Text(percent(odds.edge, lang, 3), style="bold green" if odds.edge <= 0 else "bold"),
            Text(_fraction(odds), style="dim"),
            _bar(odds.edge, largest, 12 if wide else 6),
            *([percent(odds.back, lang)] if wide else []),
            percent(odds.hit, lang),
            percent(odds.push, lang) if odds.push else "–",
            number(sqrt(odds.variance), lang, "0.000"),
            number(float(odds.throws), lang, "0.##"),
        )
    return table


def _fraction(odds: BetOdds) -> str:
    """The edge as a fraction, where it is exact and short enough to be read."""
    said = str(odds.edge) if odds.exact else ""
    return said if len(said) <= READABLE else ""


def _alike(found: dict[str, BetOdds]) -> list[tuple[str, BetOdds]]:
    """Bets worth the same on one line, lowest edge first."""
    lines: dict[tuple[Any, ...], list[str]] = {}
    first: dict[tuple[Any, ...], BetOdds] = {}
    for key, odds in found.items():
        name, _, choice = key.partition("/")
        same = (choice, odds.pays, odds.ends, odds.throws)
        lines.setdefault(same, []).append(name)
        first.setdefault(same, odds)
    rows = [
        (", ".join(names) + (f" / {same[0]}" if same[0] else ""), first[same])
        for same, names in lines.items()
    ]
    return sorted(rows, key=lambda row: row[1].edge)


def _bar(edge: Fraction, largest: Fraction, width: int) -> Text:
    cells = round(abs(edge) / largest * width * 2) if largest else 0
    drawn = "━" * (cells // 2) + ("╸" if cells % 2 else "")
    return Text(drawn, style="green" if edge <= 0 else "red")
