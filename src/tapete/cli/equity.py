"""``tapete equity``: hands and ranges of poker against each other, exactly or by samples."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tapete.cli.odds import percent, progress
from tapete.cli.speaking import Command, Refusal, Whole, lang_of
from tapete.maths.hands.drawing import Outs, outs
from tapete.maths.hands.players import HOLDEM, OWN_CARDS
from tapete.maths.hands.reading import NotUnderstood, read_cards
from tapete.maths.hands.shares import Equity, equity
from tapete.telling.names import card_name, game_name
from tapete.telling.texts import number, t

PLACES = 3


def complete_poker(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    return [game for game in OWN_CARDS if game.startswith(word)]


@click.command("equity", cls=Command, help="equity.help")
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND...")
@click.option("--board", default="", metavar="CARDS", help="equity.option.board")
@click.option("--dead", default="", metavar="CARDS", help="equity.option.dead")
@click.option(
    "--game", default=HOLDEM, metavar="GAME", shell_complete=complete_poker,
    help="equity.option.game",
)  # fmt: skip
@click.option("--exact", is_flag=True, help="equity.option.exact")
@click.option("--samples", type=Whole(1), metavar="N", help="equity.option.samples")
@click.option("--seed", type=Whole(0), default=1, metavar="N", help="equity.option.seed")
@click.option("--outs", "with_outs", is_flag=True, help="equity.option.outs")
@click.option("--json", "as_json", is_flag=True, help="equity.option.json")
@click.pass_context
def command(
    ctx: click.Context,
    hands: tuple[str, ...],
    board: str,
    dead: str,
    game: str,
    exact: bool,
    samples: int | None,
    seed: int,
    with_outs: bool,
    as_json: bool,
) -> None:
    lang = lang_of(ctx)
    try:
        drawn = outs(hands, board, dead, game) if with_outs else ()
        with progress(t("equity.working", lang)) as tick:
            found = equity(
                hands, board=board, dead=dead, game=game,
                exact=exact, samples=samples, seed=seed, tick=tick,
            )  # fmt: skip
    except NotUnderstood as error:
        raise refusal(error, lang) from None
    lying, gone = read_cards(board), read_cards(dead)
    if as_json:
        asked = {"game": game, "board": lying, "dead": gone}
        data = {**asked, **facts(found, seed), **({"outs": _outs_facts(drawn)} if drawn else {})}
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    console = Console(highlight=False)
    console.print(Text(f"{game_name(game, lang)}  ", style="bold"), cards_said(lying), sep="")
    if gone:
        console.print(Text(t("equity.dead", lang) + " ", style="dim"), cards_said(gone), sep="")
    console.print(_table(found, lang))
    key = "equity.exact" if found.exact else "equity.sampled"
    said = t(key, lang, deals=number(found.deals, lang), seed=seed)
    console.print(Text(said, style="dim"))
    for each in drawn:
        console.print(_outs_said(each, lang))


def refusal(error: NotUnderstood, lang: str) -> Refusal:
    """What could not be understood, in the reader's language."""
    return Refusal(t(f"equity.refused.{error.code}", lang, **error.facts))


# -- for programs -------------------------------------------------------------------------------


def facts(found: Equity, seed: int) -> dict[str, Any]:
    """The figures as they are written out; fractions stand beside them where they are exact."""
    rows = []
    for each in found.players:
        figures = {"win": each.win, "tie": each.tie, "equity": each.equity}
        row: dict[str, Any] = {"hand": each.text}
        row |= {name: float(figure) for name, figure in figures.items()}
        if found.exact:
            row["exact"] = {name: str(figure) for name, figure in figures.items()}
        else:
            row["standard_error"] = each.error
        rows.append(row)
    chance = {} if found.exact else {"seed": seed}
    return {"exact": found.exact, "deals": found.deals, **chance, "players": rows}


def _outs_facts(drawn: Iterable[Outs]) -> list[dict[str, Any]]:
    return [
        {"hand": each.text, "ahead": each.ahead, "cards": each.cards, "shares": each.shares}
        for each in drawn
    ]


# -- for people ---------------------------------------------------------------------------------


def cards_said(cards: Iterable[str]) -> Text:
    """Cards with their suits, the red ones in red.

    >>> str(cards_said(["Ah", "Tc"]))
    'A♥ 10♣'
    """
    said = Text()
    for card in cards:
        said.append(" " if said else "")
        said.append(card_name(card), style="red" if card[1] in "dh" else "")
    return said


def _table(found: Equity, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(t("equity.column.hand", lang), overflow="fold", min_width=10)
    for column in ("win", "tie", "equity"):
        table.add_column(t(f"equity.column.{column}", lang), justify="right", no_wrap=True)
    if not found.exact:
        table.add_column(t("equity.column.error", lang), justify="right", no_wrap=True)
    best = max(each.equity for each in found.players)
    for each in found.players:
        row: list[str | Text] = [each.text]
        row += [percent(figure, lang, PLACES) for figure in (each.win, each.tie)]
        style = "bold green" if each.equity == best else "bold"
        row.append(Text(percent(each.equity, lang, PLACES), style=style))
        if each.error is not None:
            row.append(f"± {percent(Fraction(each.error), lang, PLACES)}")
        table.add_row(*row)
    return table


def _outs_said(each: Outs, lang: str) -> Text:
    if each.ahead and not each.cards:
        return Text(t("equity.ahead", lang, hand=each.text), style="dim")
    said = Text(t("equity.outs", lang, hand=each.text, count=len(each.cards)))
    said.append(" ").append(cards_said(each.cards))
    if each.shares:
        said.append(f"  {t('equity.shares', lang, count=len(each.shares))} ", style="dim")
        said.append(cards_said(each.shares))
    return said
