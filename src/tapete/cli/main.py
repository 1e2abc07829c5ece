"""The command ``tapete``: a group that loads each command only when it is called."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys

import click
from click.shell_completion import get_completion_class

from tapete import __version__
from tapete.cli.speaking import Command, Group, lang_of, usage_message
from tapete.extras import extra_of
from tapete.telling.texts import default_lang, t

COMMANDS = (
    "play", "games", "odds", "par", "strategy", "simulate", "equity", "hand",
    "check", "replay", "explain", "phh", "diff", "clauses", "serve", "plan", "passwd", "audit",
    "archive", "backup", "restore", "void", "verify", "azar", "dossier", "bingo", "torneo",
    "link",
)  # fmt: skip
SHELLS = ("bash", "zsh", "fish")
INTERRUPTED = 130
BROKEN_PIPE = 1


class LazyGroup(Group):
    """Finds the command NAME in ``tapete.cli.NAME`` as ``command``, when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        written = [name for name in COMMANDS if importlib.util.find_spec(f"tapete.cli.{name}")]
        return written + sorted(self.commands)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS or not importlib.util.find_spec(f"tapete.cli.{name}"):
            return super().get_command(ctx, name)
        command = importlib.import_module(f"tapete.cli.{name}").command
        assert isinstance(command, click.Command)
        return command


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"tapete {__version__}")
        ctx.exit()


@click.group(
    "tapete",
    cls=LazyGroup,
    help="cli.help",
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="cli.option.version",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@cli.command("completion", cls=Command, help="completion.help")
@click.argument("shell", type=click.Choice(SHELLS), metavar="|".join(SHELLS))
def completion(shell: str) -> None:
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(cli, {}, "tapete", "_TAPETE_COMPLETE").source())


def main(args: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        status = cli.main(args, prog_name="tapete", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        lang = lang_of(error.ctx) if error.ctx else default_lang()
        click.echo(usage_message(error, lang), err=True)
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(t("cli.interrupted", default_lang()), err=True)
        return INTERRUPTED
    except ModuleNotFoundError as error:
        extra = extra_of(error)
        if not extra:
            raise
        said = t("cli.not-installed", default_lang(), package=error.name, extra=extra)
        click.echo(said, err=True)
        return 2
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            click.echo(t("cli.os-error", default_lang(), why=error), err=True)
            return 2
        # The reader has gone. Nothing may be flushed to it when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    sys.exit(main())
