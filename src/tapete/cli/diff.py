"""``tapete diff``: what one edition changes in another, clause beside clause, and in each edge."""

from __future__ import annotations

from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tapete.cli.odds import complete_edition, figures, percent
from tapete.cli.speaking import Command, Refusal, lang_of, likest
from tapete.core.book.clause import ClauseId, register, text
from tapete.core.book.compare import Change, Side
from tapete.core.book.rulebook import editions, rulebook
from tapete.games.registry import GAMES
from tapete.maths.exact import BetOdds
from tapete.maths.inquiry.editions import Edges, GameDiff, game_diff
from tapete.telling.texts import t


def _complete_game(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    return [game for game in rulebook().games() if game.startswith(word)]


@click.command("diff", cls=Command, help="diff.help")
@click.argument("old", metavar="EDITION", shell_complete=complete_edition)
@click.argument("new", metavar="EDITION", shell_complete=complete_edition)
@click.option("--game", metavar="G", shell_complete=_complete_game, help="diff.option.game")
@click.option("--json", "as_json", is_flag=True, help="diff.option.json")
@click.pass_context
def command(ctx: click.Context, old: str, new: str, game: str | None, as_json: bool) -> None:
    lang = lang_of(ctx)
    for edition in (old, new):
        if edition not in editions():
            near = ", ".join(editions())
            raise Refusal(t("odds.unknown-edition", lang, edition=edition, near=near))
    found = [_diff(name, old, new, lang) for name in _games(old, new, game, lang)]
    found = [diff for diff in found if game or diff.changes or diff.clauses]
    if as_json:
        data = {"from": old, "to": new, "games": {diff.game: _plain(diff, lang) for diff in found}}
        click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
        return
    console = Console(highlight=False)
    console.print(Text(f"{old} → {new}", style="bold"))
    console.print(Text(f"{rulebook(old).title}\n→ {rulebook(new).title}", style="dim"))
    for diff in found:
        _print(console, diff, old, new, lang)
    if not found:
        console.print(t("diff.nothing", lang))


def _games(old: str, new: str, game: str | None, lang: str) -> list[str]:
    known = sorted({*rulebook(old).games(), *rulebook(new).games()})
    if game is None:
        return known
    wanted = game.strip().casefold()
    if wanted not in known:
        near = ", ".join(likest(game, known) or known)
        raise Refusal(t("odds.unknown-game", lang, game=game, near=near))
    return [wanted]


def _diff(game: str, old: str, new: str, lang: str) -> GameDiff:
    def told(game: str, edition: str) -> dict[str, BetOdds]:
        return figures(GAMES[game], GAMES[game].rules_of(edition), lang)

    return game_diff(game, old, new, told)


# -- as JSON ------------------------------------------------------------------------------------


def _plain(diff: GameDiff, lang: str) -> dict[str, Any]:
    return {
        "changes": [_plain_change(change, lang) for change in diff.changes if change.alters],
        "restated": [_plain_change(change, lang) for change in diff.changes if not change.alters],
        "edges": None
        if diff.edges is None
        else {
            key: {
                "from": None if old is None else str(old),
                "to": None if new is None else str(new),
                "change": None if old is None or new is None else str(new - old),
                "from_float": None if old is None else float(old),
                "to_float": None if new is None else float(new),
            }
            for key, (old, new) in diff.edges.items()
        },
        "clauses": [{"id": clause.id, "rule": text(clause, lang)} for clause in diff.clauses],
    }


def _plain_change(change: Change, lang: str) -> dict[str, Any]:
    def side(side: Side | None) -> dict[str, str] | None:
        if side is None:
            return None
        return {"value": side.value, "clause": side.clause, "rule": _rule(side.clause, lang)}

    return {
        "what": change.what, "key": change.key, "from": side(change.old), "to": side(change.new),
    }  # fmt: skip


def _rule(clause: ClauseId, lang: str) -> str:
    found = register().get(clause)
    return text(found, lang) if found is not None else ""


# -- for people ---------------------------------------------------------------------------------


def _print(console: Console, diff: GameDiff, old: str, new: str, lang: str) -> None:
    console.print()
    console.rule(Text(diff.game, style="bold"), align="left")
    altered = [change for change in diff.changes if change.alters]
    restated = [change for change in diff.changes if not change.alters]
    if altered:
        table = Table(show_lines=True, header_style="dim", border_style="dim", expand=True)
        width = max(len(change.key) for change in altered)
        table.add_column(t("diff.column.rule", lang), overflow="fold", min_width=min(width, 20))
        table.add_column(old, overflow="fold", ratio=5)
        table.add_column(new, overflow="fold", ratio=5)
        for change in altered:
            named = Text.assemble((f"{t(f'diff.what.{change.what}', lang)}\n", "dim"), change.key)
            table.add_row(named, _cell(change.old, lang), _cell(change.new, lang))
        console.print(table)
    else:
        console.print(t("diff.same-rules", lang))
    if diff.edges:
        console.print(_edge_table(diff.edges, old, new, lang))
    elif altered:
        console.print(t("diff.no-edges" if diff.edges is None else "diff.same-edges", lang))
    if restated:
        keys = ", ".join(change.key for change in restated)
        console.print(Text(t("diff.restated", lang, keys=keys), style="dim"))
    if diff.clauses:
        console.print(Text(t("diff.clauses", lang, edition=new, game=diff.game), style="dim"))
        listed = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        listed.add_column(no_wrap=True)
        listed.add_column()
        for clause in diff.clauses:
            listed.add_row(Text(clause.id), Text(text(clause, lang)))
        console.print(listed)


def _cell(side: Side | None, lang: str) -> Text:
    if side is None:
        return Text("–", style="dim")
    said = Text.assemble((side.value, "bold"), "\n", (side.clause, "cyan"))
    rule = _rule(side.clause, lang)
    return said.append(f"\n{rule}") if rule else said


def _edge_table(edges: Edges, old: str, new: str, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(t("odds.column.bet", lang), overflow="fold")
    for edition in (old, new):
        table.add_column(edition, justify="right", no_wrap=True)
        table.add_column("", style="dim", no_wrap=True)
    table.add_column(t("diff.column.change", lang), justify="right", no_wrap=True)
    for key, (before, after) in edges.items():
        change = Text("")
        if before is not None and after is not None:
            sign = "+" if after > before else ""
            said = f"{sign}{percent(after - before, lang, 3)}"
            change = Text(said, style="green" if after < before else "red")
        sides = [
            cell
            for edge in (before, after)
            for cell in (("–", "") if edge is None else (percent(edge, lang, 3), str(edge)))
        ]
        table.add_row(Text(key), *sides, change)
    return table
