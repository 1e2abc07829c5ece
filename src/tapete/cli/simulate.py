"""``tapete simulate``: a bet played millions of times, and how near the exact figure that comes."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import msgspec
from babel.numbers import format_decimal
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tapete.cli.odds import (
    LOCALE,
    complete_edition,
    find_game,
    percent,
    progress,
    read_changes,
    said_setting,
)
from tapete.cli.speaking import Command, Refusal, Whole, lang_of, likest
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import GameRules
from tapete.core.round.game import Game
from tapete.games.registry import GAMES
from tapete.maths.exact import TooLarge
from tapete.maths.inquiry.changes import of_plan, of_rules
from tapete.maths.kernels.engine import NotPlayable
from tapete.maths.kernels.kernel import NoSuchMove
from tapete.maths.simulate.known import Known, exact_edge
from tapete.maths.simulate.lanes import Play, bets_of
from tapete.maths.simulate.run import Figures, simulate
from tapete.telling.explain import Teller
from tapete.telling.names import bet_name, game_name, named
from tapete.telling.texts import t

CONFIDENCE = 0.95
MOST_ROWS = 21
"""Rows of the histogram; more different nets than these are put together."""
BAR = 40


def _complete_game(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    return [game for game in GAMES if game.startswith(word)]


@click.command("simulate", cls=Command, help="simulate.help")
@click.argument("game", metavar="GAME", shell_complete=_complete_game)
@click.option("--bet", metavar="BET[/MOVE]", help="simulate.option.bet")
@click.option("--rounds", type=Whole(1), metavar="N", help="simulate.option.rounds")
@click.option("--seed", type=Whole(0), default=1, metavar="N", help="simulate.option.seed")
@click.option("--jobs", type=Whole(1), metavar="N", help="simulate.option.jobs")
@click.option(
    "--rules", default="scj-2023", metavar="EDITION", shell_complete=complete_edition,
    help="odds.option.rules",
)  # fmt: skip
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="odds.option.set")
@click.option("--json", "as_json", is_flag=True, help="simulate.option.json")
@click.option(
    "--plot", "plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.png",
    help="simulate.option.plot",
)  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    bet: str | None,
    rounds: int | None,
    seed: int,
    jobs: int | None,
    rules: str,
    sets: tuple[str, ...],
    as_json: bool,
    plot: Path | None,
) -> None:
    lang = lang_of(ctx)
    played = find_game(game, lang)
    changes = read_changes(played, rules, sets, lang)
    chosen = played.rules_of(rules, of_rules(changes))
    wanted = find_bet(played, chosen, bet, lang)
    with progress(t("simulate.working", lang, game=played.id)) as tick:
        play = Play(played, chosen, wanted, tick=tick, limits=of_plan(changes))
        try:
            found = simulate(play, rounds, seed=seed, jobs=jobs or os.cpu_count() or 1, tick=tick)
        except NoSuchMove:
            said = {"bet": play.bet, "move": play.move}
            raise Refusal(t("simulate.unknown-move", lang, **said)) from None
        except NotPlayable:
            raise Refusal(t("simulate.not-playable", lang, bet=play.bet)) from None
        except Refused as problem:  # a table such as the game itself does not allow
            raise Refusal(f"{Teller(lang).refusal(problem)} [{problem.clause}]") from None
        known = exact_edge(play)
    if plot is not None:
        from tapete.cli.histogram_png import draw

        title = f"{game_name(played.id, lang)}: {said_bet(play, known, lang)}"
        _write(plot, draw(rows(found, lang), title, summary(found, known, lang), lang), lang)
    if as_json:
        asked = {"game": played.id, "rules": rules, "changes": changes, "bet": wanted, "seed": seed}
        data = {**asked, **facts(found, known)}
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    console = Console(highlight=False)
    title = chosen.name or played.id
    console.print(
        Text(f"{title}  ", style="bold"), Text(said_bet(play, known, lang)),
        Text(f"  {rules}", style="dim"), sep="",
    )  # fmt: skip
    for name, value in changes.items():
        console.print(Text(f"  {name} = {value}", style="yellow"))
    for line in summary(found, known, lang):
        console.print(Text(line))
    console.print()
    console.print(_histogram(found, lang, console.width))
    for line in notes(play, found, lang):
        console.print(Text(line, style="dim"))


def find_bet(game: Game[Any, Any], rules: GameRules, bet: str | None, lang: str) -> str:
    """The bet asked for, or the first of the cloth; a refusal that says what there is."""
    try:
        known = bets_of(game, rules)
    except TooLarge:
        raise Refusal(t("simulate.no-bets", lang, game=game.id)) from None
    if bet is None:
        return known[0]
    wanted, slash, move = bet.strip().casefold().partition("/")
    if wanted not in known:
        near = ", ".join(likest(wanted, known) or known[:12])
        raise Refusal(t("simulate.unknown-bet", lang, game=game.id, bet=bet, near=near))
    return f"{wanted}{slash}{move}"


# -- for programs -------------------------------------------------------------------------------


def facts(found: Figures, known: Known | None) -> dict[str, Any]:
    """The figures as they are written out."""
    low, high = found.interval(CONFIDENCE)
    exact: dict[str, Any] = {}
    if known is not None:
        away = found.distance(known.edge)
        exact = {"exact_edge": known.edge, "move": known.move, "errors_away": away}
    return {
        "lane": found.lane,
        **({"no_kernel_for": found.beyond} if found.beyond else {}),
        "rounds": found.rounds,
        "bets": found.bets,
        "edge": found.edge,
        "standard_error": found.error,
        "confidence": CONFIDENCE,
        "interval": [low, high],
        "deviation": found.deviation,
        **exact,
        "seconds": found.seconds,
        "rounds_a_second": found.rate,
        "nets": {str(net): count for net, count in found.nets.items()},
    }


# -- for people ---------------------------------------------------------------------------------


def said_bet(play: Play, known: Known | None, lang: str) -> str:
    """The bet and the choice of its owner, in the reader's words."""
    move = play.move or (known.move if known else "")
    name = bet_name(play.bet, lang)
    return f"{name} / {named('move', move, lang)}" if move else name


def number(value: float, lang: str, pattern: str = "#,##0") -> str:
    return format_decimal(value, pattern, locale=LOCALE[lang])


def share(value: float, lang: str, places: int = 3) -> str:
    return percent(Fraction(value), lang, places)


def summary(found: Figures, known: Known | None, lang: str) -> list[str]:
    """What was found, line by line."""
    low, high = found.interval(CONFIDENCE)
    lines = [
        t(
            "simulate.played", lang,
            rounds=number(found.rounds, lang), seconds=number(found.seconds, lang, "0.00"),
            rate=number(found.rate, lang), lane=t(f"simulate.lane.{found.lane}", lang),
        ),
        t(
            "simulate.edge", lang,
            edge=share(found.edge, lang, 4), error=share(found.error, lang, 4),
        ),
        t(
            "simulate.interval", lang,
            confidence=share(CONFIDENCE, lang, 0), low=share(low, lang, 4),
            high=share(high, lang, 4),
        ),
    ]  # fmt: skip
    if known is not None:
        away = number(found.distance(known.edge), lang, "+0.00;-0.00")
        lines.append(t("simulate.exact", lang, edge=share(known.edge, lang, 4), away=away))
    deviation = number(found.deviation, lang, "0.000")
    return [*lines, t("simulate.deviation", lang, deviation=deviation)]


def notes(play: Play, found: Figures, lang: str) -> list[str]:
    """What one should know to read the figures."""
    said = []
    if found.beyond:
        rule = said_setting(play.rules, found.beyond)
        said.append(t("simulate.note.beyond", lang, **rule))
    elif found.lane == "engine":
        said.append(t("simulate.note.engine", lang))
    if found.bets != found.rounds:
        said.append(t("simulate.note.bets", lang, bets=number(found.bets, lang)))
    if play.silent:
        moves = ", ".join(named("move", move, lang) for move in play.silent)
        said.append(t("simulate.note.silent", lang, moves=moves))
    if play.chart is not None:
        said.append(t("simulate.note.chart", lang))
    if play.bank_player is not None:
        said.append(t("simulate.note.best", lang))
    return said


def rows(found: Figures, lang: str) -> list[tuple[str, int]]:
    """The histogram: each net in bets, or ranges of them where there are many."""
    nets = found.nets
    if len(nets) <= MOST_ROWS:
        return [(_signed(net, lang), count) for net, count in nets.items()]
    low, high = min(nets), max(nets)
    step = Fraction(-(-(high - low) // (MOST_ROWS - 1))) or Fraction(1)
    grouped: dict[int, int] = {}
    for net, count in nets.items():
        place = int((net - low) // step)
        grouped[place] = grouped.get(place, 0) + count
    return [
        (f"{_signed(low + place * step, lang)}…", grouped[place]) for place in sorted(grouped)
    ]  # fmt: skip


def _signed(net: Fraction, lang: str) -> str:
    return number(float(net), lang, "+0.####;−0.####") if net else "0"


def _histogram(found: Figures, lang: str, width: int) -> Table:
    drawn = Table(box=None, pad_edge=False, header_style="dim")
    drawn.add_column(t("simulate.column.net", lang), justify="right")
    drawn.add_column(t("simulate.column.share", lang), justify="right")
    drawn.add_column("")
    lines = rows(found, lang)
    largest = max(count for _, count in lines)
    bar = max(10, min(BAR, width - 30))
    for label, count in lines:
        eighths = round(count / largest * bar * 8)
        cells = "█" * (eighths // 8) + ("", *"▏▎▍▌▋▊▉")[eighths % 8]
        won = label.startswith("+")
        style = "green" if won else "dim" if label == "0" else "red"
        drawn.add_row(label, share(count / found.rounds, lang), Text(cells or "▏", style=style))
    return drawn


def _write(file: Path, content: bytes, lang: str) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        why = error.strerror or str(error)
        raise Refusal(t("simulate.not-written", lang, file=str(file), why=why)) from None
