"""``tapete play``: sit down at a table, or let it play by itself."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from tapete.chance import seeded, system
from tapete.cli.speaking import Command, Refusal, Whole, lang_of, likest
from tapete.cli.terminal import auto
from tapete.cli.terminal.keyboard import Gone, Keyboard
from tapete.cli.terminal.party import gather
from tapete.cli.terminal.session import Session
from tapete.cli.terminal.store import default_folder
from tapete.cli.terminal.words import amount_of
from tapete.core.book.datafile import BrokenFile
from tapete.core.book.plan import Plan, plan, read_plan
from tapete.core.book.refused import Refused
from tapete.core.book.rulebook import editions, rulebook
from tapete.core.round.ask import Pick
from tapete.games.registry import GAMES
from tapete.systems.bingo.hall import ELECTRONIC
from tapete.systems.machines.library import shipped, shipped_ids
from tapete.telling.names import folded, game_name
from tapete.telling.texts import pesos, t

PURSE = 200
"""Chips you bring, in times the minimum of the table."""


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [game for game in (*GAMES, *machines()) if game.startswith(incomplete)]


@click.command("play", cls=Command, help="play.usage")
@click.argument("game", required=False, metavar="[GAME]", shell_complete=_complete_game)
@click.option("--rules", "edition", metavar="E", default="scj-2023", help="play.option.rules")
@click.option("--set", "changes", metavar="K=V", multiple=True, help="play.option.set")
@click.option("--plan", "plan_file", metavar="FILE", default="ejemplo", help="play.option.plan")
@click.option("--bots", type=Whole(0, 20), metavar="N", help="play.option.bots")
@click.option("--seat", type=Whole(1, 99), default=1, metavar="N", help="play.option.seat")
@click.option("--chips", metavar="$", help="play.option.chips")
@click.option("--seed", metavar="S", help="play.option.seed")
@click.option("--auto", "rounds", type=Whole(1), metavar="N", help="play.option.auto")
@click.option("--save", metavar="DIR", type=click.Path(path_type=Path), help="play.option.save")
@click.pass_context
def command(
    ctx: click.Context,
    game: str | None,
    edition: str,
    changes: tuple[str, ...],
    plan_file: str,
    bots: int | None,
    seat: int,
    chips: str | None,
    seed: str | None,
    rounds: int | None,
    save: Path | None,
) -> None:
    lang = lang_of(ctx)
    keyboard = Keyboard()
    console = Console(highlight=False)
    if game is None:
        try:
            game = lobby(console, keyboard, lang)
        except Gone:
            click.echo(t("play.lobby.bye", lang))
            return
    game = known_game(game, lang)
    pick = system() if seed is None else seeded(seed)
    if game == ELECTRONIC:
        bingo_in_terminal(
            read_any(plan_file, lang), pick, chips, save or default_folder(), keyboard, console,
            lang, rounds,
        )  # fmt: skip
        return
    if game in machines():
        machine_in_terminal(
            game, read_any(plan_file, lang), pick, chips, keyboard, console, lang, rounds
        )
        return
    check_in_edition(game, edition, lang)
    limits = read(plan_file, game, lang)
    try:
        party = gather(
            GAMES[game],
            edition=edition,
            changes=dict(change(text, lang) for text in changes),
            plan=limits,
            seat=None if rounds else seat,
            bots=bots,
            chips=purse(chips, limits.table[game].min, lang),
            folder=save or default_folder(),
            pick=pick,
            lang=lang,
        )
    except (ValueError, KeyError) as error:
        raise Refusal(str(error.args[0] if error.args else error)) from None
    except Refused as problem:
        from tapete.telling.explain import Teller

        said = Teller(lang).refusal(problem)
        raise Refusal(t("play.refused", lang, what=said, clause=problem.clause)) from None
    if rounds:
        auto.play(party, rounds, console)
        return
    if seed is not None:
        console.print(Text(t("play.practice", lang, seed=seed), "dim"))
    Session(party, keyboard).run()


def check_in_edition(game: str, edition: str, lang: str) -> None:
    """Raise `Refusal` unless there is this edition and it has the game."""
    if edition not in editions():
        raise Refusal(t("play.no-edition", lang, edition=edition, known=", ".join(editions())))
    if game not in rulebook(edition).games():
        raise Refusal(t("play.not-in-edition", lang, game=game, edition=edition))


def machine_in_terminal(
    game: str, chosen: Plan, pick: Pick, chips: str | None, keyboard: Keyboard, console: Console,
    lang: str, rounds: int | None,
) -> None:  # fmt: skip
    """A gaming machine with this program."""
    from tapete.cli.terminal.machine import play

    program = shipped(game)
    least = program.levels()[0].stake * program.denominations[0]
    play(
        game, chosen, pick, chips=purse(chips, least, lang), keyboard=keyboard, console=console,
        lang=lang, rounds=rounds,
    )  # fmt: skip


def bingo_in_terminal(
    chosen: Plan, pick: Pick, chips: str | None, folder: Path, keyboard: Keyboard,
    console: Console, lang: str, rounds: int | None,
) -> None:  # fmt: skip
    """Electronic bingo, in the plan's hall to practise in."""
    from tapete.cli.terminal.bingo import play

    if "sala" not in chosen.room:
        raise Refusal(t("play.not-in-plan", lang, game=ELECTRONIC, plan=chosen.casino))
    price = int(next(iter(chosen.room["sala"].values()))["plan"]["price"])
    play(
        chosen, pick, chips=purse(chips, price, lang), folder=folder, keyboard=keyboard,
        console=console, lang=lang, rounds=rounds,
    )  # fmt: skip


def lobby(console: Console, keyboard: Keyboard, lang: str) -> str:
    """The games on offer; the one chosen by number or id."""
    console.print(Text(t("play.lobby.title", lang), "bold #ffd75f"))
    grid = Grid.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    shown = plan()
    offered = {
        **{game: game_name(game, lang) for game in (*GAMES, ELECTRONIC)},
        **{program: t(f"program.{program}", lang) for program in machines()},
    }
    for place, (id, name) in enumerate(offered.items(), 1):
        low = _least(id, shown)
        grid.add_row(
            Text(f"{place:>3}", "bold"), name, Text(id, "dim"),
            t("play.lobby.from", lang, low=pesos(low, lang)) if low else "",
        )  # fmt: skip
    console.print(grid)
    while True:
        said = keyboard.ask(t("play.lobby.prompt", lang) + " ", offered)
        if said.isdecimal() and 1 <= int(said) <= len(offered):
            return list(offered)[int(said) - 1]
        if folded(said) in ("salir", "exit", "quit", "leave"):
            raise Gone
        if said:
            try:
                return known_game(said, lang)
            except Refusal as problem:
                click.echo(problem.message)


def _least(game: str, shown: Plan) -> int | None:
    """The least that can be staked: at a table by the plan, at a machine by its program."""
    if game in shown.table:
        return shown.table[game].min
    if game in machines():
        program = shipped(game)
        return min(level.stake for level in program.levels()) * min(program.denominations)
    return None


def known_game(words: str, lang: str) -> str:
    """The game meant: its id, its name, or words that begin so in the name of only one."""
    wanted = folded(words)
    names = {folded(name): game for game in (*GAMES, ELECTRONIC) for name in _names(game)}
    names |= {name: game for game in machines() for name in _machine_names(game)}
    if wanted in names:
        return names[wanted]
    # "crap" may be craps or mini craps, and "poker" a dozen games: then the person says which.
    begun = {
        game: None for name, game in names.items() if f" {wanted}" in f" {name.replace('-', ' ')}"
    }
    if len(begun) == 1:
        return next(iter(begun))
    near = list(begun) or likest(wanted.replace(" ", "-"), GAMES) or list(GAMES)
    raise Refusal(t("play.no-game", lang, game=words, near=", ".join(near)))


def machines() -> list[str]:
    """The programs of gaming machines: all but table games, which have a table of their own."""
    return [id for id in shipped_ids() if shipped(id).kind != "mesa"]


def _machine_names(program: str) -> set[str]:
    names = (t(f"program.{program}", lang) for lang in ("es", "en"))
    return {folded(name) for name in (program, program.replace("-", " "), *names)}


def _names(game: str) -> tuple[str, ...]:
    return game, game.replace("-", " "), game_name(game, "es"), game_name(game, "en")


def read(name: str, game: str, lang: str) -> Plan:
    """The plan by name or from a file; it must have a table of the game."""
    found = read_any(name, lang)
    if game not in found.table:
        raise Refusal(t("play.not-in-plan", lang, game=game, plan=found.casino))
    return found


def read_any(name: str, lang: str) -> Plan:
    """The plan by name or from a file."""
    try:
        path = Path(name)
        found = read_plan(path.read_text("utf-8"), name) if path.suffix == ".toml" else plan(name)
    except FileNotFoundError:
        raise Refusal(t("play.no-plan", lang, plan=name)) from None
    except (BrokenFile, OSError, UnicodeDecodeError) as error:
        raise Refusal(str(error)) from None
    return found


def change(text: str, lang: str) -> tuple[str, str]:
    """
    >>> change("pays.pleno=36:1", "en")
    ('pays.pleno', '36:1')
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise Refusal(t("play.bad-set", lang, text=text))
    return name.strip(), value.strip()


def purse(text: str | None, minimum: int, lang: str) -> int:
    """The chips to begin with: as written, or two hundred minimum bets."""
    if text is None:
        return minimum * PURSE
    amount = amount_of(text)
    if not isinstance(amount, int) or amount <= 0:
        raise Refusal(t("play.bad-chips", lang, text=text))
    return amount
