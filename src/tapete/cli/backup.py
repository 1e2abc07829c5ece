"""``tapete backup``: a copy of the whole casino in one file, taken while it plays."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from tapete.cli.speaking import Command, Refusal, default_db, lang_of
from tapete.telling.texts import t


@click.command("backup", cls=Command, help="backup.help")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--db", default=default_db, metavar="URL",
              help="audit.option.db")  # fmt: skip
@click.pass_context
def command(ctx: click.Context, file: Path, db: str) -> None:
    from sqlite3 import Error

    from sqlalchemy.exc import SQLAlchemyError

    from tapete.core.book.refused import Refused
    from tapete.floor.people.housekey import key_file
    from tapete.floor.storage.backup import back_up

    lang = lang_of(ctx)
    try:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(t("backup.copying", lang), total=None)
            found = back_up(db, file, lambda _, n, of: bar.update(task, completed=n, total=of))
    except Refused as refusal:
        raise Refusal(t(f"refused.{refusal.code}", lang, **refusal.facts)) from None
    except (SQLAlchemyError, Error) as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("audit.no-casino", lang, db=db, why=why)) from None
    click.echo(t("backup.done", lang, file=file, **found))
    click.echo(t("backup.key", lang, file=key_file(db)))
