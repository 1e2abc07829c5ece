"""``tapete azar``: chance for laboratories: raw words, the outcomes of a game, or what was observed
at a wheel, dice or a shuffler put before the battery."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from typing import Any, BinaryIO

import click
import msgspec

from tapete.chance import WIDTH, Chance, kernel, shuffle, system
from tapete.cli.odds import find_game
from tapete.cli.speaking import Command, Refusal, Whole, lang_of
from tapete.core.round.ask import Ask
from tapete.core.round.game import Game
from tapete.core.table.roles import staff_of
from tapete.core.table.table import PLENTY, Table
from tapete.telling.texts import t

LEVEL = 0.01
AT_ONCE = 8192
"""Words written together."""


@click.command("azar", cls=Command, help="azar.help")
@click.option("--crudo", "words", type=Whole(0), metavar="N", help="azar.option.crudo")
@click.option(
    "--final", "final", type=(str, Whole(1)), metavar="GAME N",
    help="azar.option.final",
)  # fmt: skip
@click.option(
    "--observado", "observed", type=(str, click.Path(path_type=Path, allow_dash=True)),
    metavar="GAME FILE", help="azar.option.observado",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="azar.option.json")
@click.pass_context
def command(
    ctx: click.Context, words: int | None, final: tuple[str, int] | None,
    observed: tuple[str, Path] | None, as_json: bool,
) -> None:  # fmt: skip
    lang = lang_of(ctx)
    if [words, final, observed].count(None) != 2:
        raise Refusal(t("azar.one-of-two", lang))
    if words is not None:
        write_words(words, sys.stdout.buffer)
    elif observed is not None:
        game, file = observed
        ctx.exit(0 if _judge(find_game(game, lang), file, as_json, lang) else 1)
    elif final is not None:
        game, count = final
        for outcome in outcomes(find_game(game, lang), count, system()):
            click.echo(outcome)


def _judge(game: Game[Any, Any], file: Path, as_json: bool, lang: str) -> bool:
    """Put observed outcomes before the battery and say what it found; gives whether they pass."""
    from tapete.maths.battery.observed import FEWEST, BadOutcome, TooFew, observe

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text("utf-8")
        found = observe(first_ask(game, system()), text.splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(t("azar.unreadable", lang, file=file, why=error)) from None
    except BadOutcome as error:
        why = t("azar.bad-line", lang, file=file, line=error.line, text=error.text)
        raise click.ClickException(why) from None
    except TooFew as error:
        why = t("azar.too-few", lang, count=error.count, needed=FEWEST)
        raise click.ClickException(why) from None
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        for name, probability in found.tests.items():
            mark = "✗" if name in found.verdict.outliers else "·" if probability < LEVEL else " "
            click.echo(f"{mark} {name:<26} {probability:.4f}")
        said = "azar.passed" if found.passed else "azar.failed"
        low, most = len(found.verdict.low), found.verdict.most
        click.echo(t(said, lang, count=found.outcomes, low=low, most=most))
    return found.passed


def write_words(count: int, out: BinaryIO) -> None:
    """So many words as the port gives them, eight bytes each; 0: without end."""
    left = count
    while left or not count:
        now = min(left, AT_ONCE) if count else AT_ONCE
        out.write(array("Q", kernel(WIDTH, now)).tobytes())
        left -= now if count else 0
    out.flush()


def outcomes(game: Game[Any, Any], count: int, chance: Chance) -> Iterator[str]:
    """Final outcomes, a line each: where the ball rests, what the dice show, a pack in its order.

    >>> from tapete.games.registry import find
    >>> [len(pack.split()) for pack in outcomes(find("war"), 2, system())]
    [312, 312]
    """
    ask = first_ask(game, chance)
    if ask.pack is not None:
        pack = [card for card, left in ask.pack.items() for _ in range(left)]
        for cards in map(list, repeat(pack, count)):
            shuffle(cards, chance)
            yield " ".join(cards)
    else:
        for _ in range(count):
            yield ask.say(ask.some(chance))


def first_ask(game: Game[Any, Any], chance: Chance) -> Ask[Any]:
    """What a table of this game asks of chance first."""
    table = Table(game)
    for seat in range(1, max(3, table.rules.players_min) + 1):
        chips = 1000 * table.limits.min if game.on_stacks else PLENTY
        table.sit(seat, str(seat), chips=chips)
    table.open_play(staff_of(table.rules))
    while True:
        live = table.begin_preparing() or table.begin()
        while live.ask is not None:
            if live.ask.is_chance:
                return live.ask
            table.answer(live.ask.some(chance))
        table.finish()
