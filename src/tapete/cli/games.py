"""``tapete games``: the games built, with their editions, bets and players."""

from __future__ import annotations

from typing import Any

import click
import msgspec
from rich.console import Console
from rich.text import Text

from tapete.cli.play import machines
from tapete.cli.speaking import Command, lang_of
from tapete.core.book.clause import register
from tapete.core.book.rulebook import editions, rulebook
from tapete.core.round.game import Game
from tapete.games.registry import GAMES
from tapete.systems.bingo.hall import ELECTRONIC
from tapete.telling.names import game_name
from tapete.telling.texts import t


@click.command("games", cls=Command, help="games.help")
@click.option("--json", "as_json", is_flag=True, help="games.option.json")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    lang = lang_of(ctx)
    rows = [facts_of(game, lang) for game in GAMES.values()]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
        return
    console = Console(highlight=False)
    for row in rows:
        console.print(Text(row["id"], "bold").append(f"  {row['name']}", "not bold"))
        many = len(row["bets"])
        bets = t("games.bet" if many == 1 else "games.bets", lang, n=many)
        facts = t(
            "games.facts", lang, bets=bets, players=players(row, lang), chapter=row["chapter"],
            editions=" ".join(row["editions"]),
        )  # fmt: skip
        console.print(Text(f"    {facts}", "dim"))
    console.print(Text(ELECTRONIC, "bold").append(f"  {t('games.bingo', lang)}", "not bold"))
    for program in machines():
        name = t("games.machine", lang, name=t(f"program.{program}", lang))
        console.print(Text(program, "bold").append(f"  {name}", "not bold"))
    click.echo(t("games.hint", lang))


def facts_of(game: Game[Any, Any], lang: str) -> dict[str, Any]:
    """What there is to know of a game before sitting down.

    Its editions are those whose own document speaks of it; the others take it over as it is.
    """
    known = [edition for edition in editions() if game.id in rulebook(edition).chain[0].game]
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
