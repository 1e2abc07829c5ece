"""Commands whose help speaks the reader's language: its texts are keys of `telling.texts`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import IO, TYPE_CHECKING, Any

import click

from tapete.telling.texts import LANGS, default_lang, t, texts

if TYPE_CHECKING:
    from tapete.floor.storage.store import Store


def lang_of(ctx: click.Context) -> str:
    """The reader's language, as the option --lang left it."""
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


class Whole(click.ParamType[int]):
    """A whole number as people write it: ``1000000``, ``1_000_000``, ``1.000.000``, ``1e6``,
    ``10k``, ``1M``; between ``low`` and ``high``, where they are given.

    >>> [Whole.read(text) for text in ("1e7", "10M", "1_000_000", "1.000.000", "2,5k", "diez")]
    [10000000, 10000000, 1000000, 1000000, 2500, None]
    """

    name = "whole"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    @staticmethod
    def read(text: str) -> int | None:
        """The number these words say, or None."""
        plain = text.strip().replace("_", "").casefold()
        if re.fullmatch(r"[+-]?\d{1,3}([.,]\d{3})+", plain):
            plain = re.sub("[.,]", "", plain)
        found = re.fullmatch(r"([+-]?\d+(?:[.,]\d+)?(?:e\+?\d{1,2})?)\s*([km]?)", plain)
        if found is None:
            return None
        number = Fraction(found[1].replace(",", ".")) * {"": 1, "k": 10**3, "m": 10**6}[found[2]]
        return int(number) if number.denominator == 1 else None

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = value if isinstance(value, int) else self.read(str(value))
        lang = default_lang() if ctx is None else lang_of(ctx)
        if number is None:
            self.fail(t("cli.not-a-number", lang, value=value), param, ctx)
        if self.low is not None and number < self.low:
            self.fail(t("cli.too-low", lang, value=number, low=self.low), param, ctx)
        if self.high is not None and number > self.high:
            self.fail(t("cli.too-high", lang, value=number, high=self.high), param, ctx)
        return number


def _set_lang(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    facts = ctx.ensure_object(dict)
    facts["lang"] = value or facts.get("lang") or default_lang()


class Command(click.Command):
    """A command whose ``help``, and that of its options, are keys. Each takes ``--lang``, so that
    it may stand anywhere on the line: the last one holds."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lang = click.Option(
            ["--lang"], type=click.Choice(LANGS), is_eager=True, expose_value=False,
            callback=_set_lang, help="cli.option.lang",
        )  # fmt: skip
        self.params.append(lang)

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
    """A group whose commands are listed by their ``<name>.short`` texts, or else by the first
    sentence of their help."""

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
        return say(command.help, lang).partition(". ")[0] if command else ""

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
        case click.BadParameter() if error.param is not None and error.ctx is not None:
            word = error.param.get_error_hint(error.ctx)
            said = t("cli.bad-value", lang, word=word, why=_why(error, error.param.type, lang))
        case _:
            said = _said(error.format_message(), lang)
    path = error.ctx.command_path if error.ctx else "tapete"
    return f"{said}\n{t('cli.see-help', lang, path=path)}"


def _why(error: click.BadParameter, kind: click.ParamType[Any], lang: str) -> str:
    """Why a value is not taken. Click itself says it in English only."""
    match kind:
        case click.Choice():
            return t("cli.not-one-of", lang, known=", ".join(map(str, kind.choices)))
        case click.Path():
            return t("cli.bad-path", lang)
    return error.message


FROM_CLICK = (
    (r"Got unexpected extra arguments? \((?P<words>.*)\)", "cli.too-many-words"),
    (r"Option (?P<word>\S+) requires (an argument|\d+ arguments)\.", "cli.needs-value"),
    (r"Option (?P<word>\S+) does not take a value\.", "cli.takes-no-value"),
)
"""What Click says of a line by itself, and the key of the text that says it here."""


def _said(message: str, lang: str) -> str:
    for pattern, key in FROM_CLICK:
        if found := re.fullmatch(pattern, message):
            return t(key, lang, **found.groupdict())
    return message


def default_db() -> str:
    """The database of whoever names none; looked up when it is needed, for the floor is slow to
    load."""
    from tapete.floor.people.housekey import default_db as found

    return found()


@contextmanager
def casino_at(db: str, lang: str) -> Iterator[Store]:
    """The casino kept at a database, closed in the end; a refusal where there is none."""
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.floor.storage.store import Store

    try:
        store = Store(db)
        try:
            yield store
        finally:
            store.close()
    except SQLAlchemyError as error:
        why = str(error).splitlines()[0]
        raise Refusal(t("audit.no-casino", lang, db=db, why=why)) from None
