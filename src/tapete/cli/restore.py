"""``tapete restore``: a casino made again from a copy, where there is none."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from tapete.cli.speaking import Command, Refusal, lang_of
from tapete.telling.texts import t


@click.command("restore", cls=Command, help="restore.help")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--db", required=True, metavar="URL", help="restore.option.db")
@click.option("--key", metavar="FILE", help="restore.option.key",
              type=click.Path(path_type=Path, exists=True, dir_okay=False))  # fmt: skip
@click.pass_context
def command(ctx: click.Context, file: Path, db: str, key: Path | None) -> None:
    from sqlite3 import Error

    from sqlalchemy.exc import SQLAlchemyError

    from tapete.core.book.refused import Refused
    from tapete.floor.people.housekey import key_file
    from tapete.floor.storage.backup import restore

    lang = lang_of(ctx)
    try:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(t("backup.copying", lang), total=None)

            def tell(_: str, done: int, of: int) -> None:
                bar.update(task, completed=done, total=of)

            found = restore(file, db, time.time(), tell, key=key)
    except Refused as refusal:
        raise Refusal(t(f"refused.{refusal.code}", lang, **refusal.facts)) from None
    except (SQLAlchemyError, Error) as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("audit.no-casino", lang, db=db, why=why)) from None
    click.echo(t("restore.done", lang, db=db, **found))
    if not key_file(db).exists():
        click.echo(t("restore.key", lang, file=key_file(db)))
