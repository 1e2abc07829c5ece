"""``tapete hand``: what cards are worth now, and what they may be by the river."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tapete.cli.equity import cards_said, complete_poker, refusal
from tapete.cli.odds import percent
from tapete.cli.speaking import Command, lang_of
from tapete.core.round.cards import Card
from tapete.maths.hands.future import by_the_river, improving
from tapete.maths.hands.players import HOLDEM, own_cards
from tapete.maths.hands.ranking import Hand, hand, omaha
from tapete.maths.hands.reading import NotUnderstood, read_cards
from tapete.telling.names import game_name, named
from tapete.telling.texts import t

PLACES = 4


@click.command("hand", cls=Command, help="hand.help")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@click.option("--dead", default="", metavar="CARDS", help="equity.option.dead")
@click.option(
    "--game", default=HOLDEM, metavar="GAME", shell_complete=complete_poker,
    help="equity.option.game",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="equity.option.json")
@click.pass_context
def command(
    ctx: click.Context, cards: tuple[str, ...], dead: str, game: str, as_json: bool
) -> None:
    lang = lang_of(ctx)
    try:
        read, gone = read_cards(cards), read_cards(dead)
        count = own_cards(game)
        own, board = read[:count], read[count:]
        chances = by_the_river(own, board, gone, game)
        better = improving(own, board, gone, game)
        now = value(own, board)
    except NotUnderstood as error:
        raise refusal(error, lang) from None
    if as_json:
        data = {"game": game, "own": own, "board": board, "dead": gone}
        data |= facts(now, chances, better, len(board) == 5)
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    console = Console(highlight=False)
    console.print(
        Text(f"{game_name(game, lang)}  ", style="bold"), cards_said(own),
        *((Text("  |  ", style="dim"), cards_said(board)) if board else ()), sep="",
    )  # fmt: skip
    if now is not None:
        name = named("hand", now.category, lang)
        console.print(Text(t("hand.now", lang, name=name) + " "), cards_said(now.cards), sep="")
    if len(board) < 5:
        console.print(_table(chances, better, lang))


def value(own: tuple[Card, ...], board: tuple[Card, ...]) -> Hand | None:
    """What the cards are now; nothing before the flop."""
    if not board:
        return None
    return omaha(own, board) if len(own) == 4 else hand((*own, *board))


def facts(
    now: Hand | None,
    chances: dict[str, Fraction],
    better: dict[str, tuple[Card, ...]],
    river: bool,
) -> dict[str, Any]:
    """The figures as they are written out."""
    found: dict[str, Any] = {"now": None}
    if now is not None:
        found["now"] = {"category": now.category, "cards": now.cards, "rank": now.rank}
    if not river:
        found["by_the_river"] = {name: float(chance) for name, chance in chances.items()}
        found["exact"] = {name: str(chance) for name, chance in chances.items()}
        found["improving"] = better
    return found


def _table(
    chances: dict[str, Fraction], better: dict[str, tuple[Card, ...]], lang: str
) -> Table:  # fmt: skip
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(t("hand.column.category", lang))
    table.add_column(t("hand.column.river", lang), justify="right", no_wrap=True)
    if better:
        table.add_column(t("hand.column.next", lang), overflow="fold")
    for name, chance in reversed(chances.items()):
        if chance:
            row: list[str | Text] = [named("hand", name, lang), percent(chance, lang, PLACES)]
            if better:
                row.append(cards_said(better.get(name, ())))
            table.add_row(*row)
    return table
