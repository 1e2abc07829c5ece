"""``tapete games``: the games built, with their editions, bets and players."""

from __future__ import annotations

from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table

from tapete.cli.names import game_name
from tapete.cli.speaking import Command, lang_of
from tapete.cli.texts import t
from tapete.core.clause import register
from tapete.core.game import Game
from tapete.core.rulebook import editions, rulebook
from tapete.games.registry import GAMES


@click.command("games", cls=Command, help="games.help")
@click.option("--json", "as_json", is_flag=True, help="games.option.json")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    lang = lang_of(ctx)
    rows = [facts_of(game, lang) for game in GAMES.values()]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("id", "name", "bets", "players", "chapter", "editions"):
        right = column in ("bets", "players")
        table.add_column(
            t(f"games.column.{column}", lang), justify="right" if right else "left",
            overflow="fold", no_wrap=column == "id",
        )  # fmt: skip
    for row in rows:
        table.add_row(
            row["id"], row["name"], str(len(row["bets"])), players(row, lang),
            row["chapter"], " ".join(row["editions"]),
        )  # fmt: skip
    Console(highlight=False).print(table)
    click.echo(t("games.hint", lang))


def facts_of(game: Game[Any, Any], lang: str) -> dict[str, Any]:
    """What there is to know of a game before sitting down."""
    known = [edition for edition in editions() if game.id in rulebook(edition).games()]
    edition = "scj-2023" if "scj-2023" in known else known[0]
    rules = game.rules_of(edition)
    book = rulebook(edition).book(game.id)
    defined = register().get(book.clause)
    return {
        "id": game.id,
        "name": game_name(game.id, lang) if lang != "es" else book.name or game.id,
        "editions": known,
        "bets": list(rules.bets),
        "players_min": rules.players_min,
        "players_max": rules.players_max,
        "chapter": defined.section if defined is not None else "",
        "clause": book.clause,
    }


def players(row: dict[str, Any], lang: str) -> str:
    """How many may play, in figures.

    >>> players({"players_min": 1, "players_max": 7}, "en")
    '1-7'
    """
    low, high = max(1, row["players_min"]), row["players_max"]
    return f"{low}-{high}" if high is not None else t("games.players-from", lang, low=low)
