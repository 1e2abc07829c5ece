"""Commands whose help speaks the reader's language: its texts are keys of `telling.texts`."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import IO, Any

import click

from tapete.telling.texts import default_lang, t, texts


def lang_of(ctx: click.Context) -> str:
    """The reader's language, as the option --lang of the group left it."""
    facts = ctx.find_object(dict) or {}
    return str(facts.get("lang") or default_lang())


def say(key: str | None, lang: str) -> str:
    """The text of a key, or the words themselves where they are no key."""
    return texts(lang).get(key or "", key or "")


def likest(word: str, known: Iterable[str]) -> list[str]:
    """What the person may have meant."""
    return difflib.get_close_matches(word.strip().casefold(), list(known), n=3, cutoff=0.5)


class Refusal(click.ClickException):
    """What was asked for cannot be done. Said in the reader's language; exit status 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file=file, err=file is None)


class Command(click.Command):
    """A command whose ``help``, and that of its options, are keys."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        said = {
            "[OPTIONS]": t("cli.metavar.options", lang_of(ctx)),
            "COMMAND [ARGS]...": t("cli.metavar.command", lang_of(ctx)),
        }
        return [said.get(piece, piece) for piece in super().collect_usage_pieces(ctx)]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=t("cli.usage", lang_of(ctx)) + " ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for paragraph in say(self.help, lang_of(ctx)).split("\n\n"):
            formatter.write_paragraph()
            with formatter.indentation():
                # A paragraph of indented lines is an example: it keeps its lines.
                if paragraph.startswith("  "):
                    formatter.write("".join(f"{line}\n" for line in paragraph.splitlines()))
                else:
                    formatter.write_text(paragraph)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = lang_of(ctx)
        rows = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is None or not isinstance(param, click.Option):
                continue
            key = "cli.option.help" if "--help" in param.opts else param.help
            rows.append((record[0], say(key, lang)))
        with formatter.section(t("cli.options", lang)):
            formatter.write_dl(rows)


class Group(Command, click.Group):
    """A group whose commands are listed by their ``<name>.short`` texts."""

    command_class = Command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        Command.format_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = lang_of(ctx)
        rows = [(name, self._short(ctx, name, lang)) for name in self.list_commands(ctx)]
        with formatter.section(t("cli.commands", lang)):
            formatter.write_dl(rows)

    def _short(self, ctx: click.Context, name: str, lang: str) -> str:
        if short := texts(lang).get(f"{name}.short"):
            return short  # known without importing the command
        command = self.get_command(ctx, name)
        return command.get_short_help_str() if command else ""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if self.get_command(ctx, word) is None and not ctx.resilient_parsing:
            near = likest(word, self.list_commands(ctx)) or self.list_commands(ctx)
            raise Refusal(t("cli.unknown-command", lang_of(ctx), word=word, near=", ".join(near)))
        return super().resolve_command(ctx, args)


def usage_message(error: click.UsageError, lang: str) -> str:
    """What was wrong with the words typed, and where the help is."""
    match error:
        case click.NoSuchOption():
            near = ", ".join(error.possibilities or ())
            key = "cli.unknown-option-near" if near else "cli.unknown-option"
            said = t(key, lang, word=error.option_name, near=near)
        case click.MissingParameter() if error.param is not None and error.ctx is not None:
            said = t("cli.missing", lang, word=error.param.get_error_hint(error.ctx))
        case _:
            said = error.format_message()
    path = error.ctx.command_path if error.ctx else "tapete"
    return f"{said}\n{t('cli.see-help', lang, path=path)}"
