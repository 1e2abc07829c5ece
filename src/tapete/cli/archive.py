"""``tapete archive``: closed days out of the database into sealed files, and back."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from tapete.cli.speaking import Command, Refusal, default_db, lang_of
from tapete.telling.texts import t

ARCHIVIST = "archivo"
"""Who is noted to have archived where nobody has come in."""


@click.command("archive", cls=Command, help="archive.help")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False))
@click.option("--until", metavar="DAY", help="archive.option.until")
@click.option("--back", is_flag=True, help="archive.option.back")
@click.option("--db", default=default_db, metavar="URL",
              help="audit.option.db")  # fmt: skip
@click.pass_context
def command(ctx: click.Context, folder: Path, until: str | None, back: bool, db: str) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.core.book.refused import Refused
    from tapete.floor.storage.archive import archive, bring_back
    from tapete.floor.storage.archive_file import Broken
    from tapete.floor.storage.store import Store

    lang = lang_of(ctx)
    if back == (until is not None):
        raise Refusal(t("archive.either", lang))
    try:
        store = Store(db)
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(t("archive.writing", lang), total=None)

            def tell(_: str, done: int, of: int) -> None:
                bar.update(task, completed=done, total=of)

            if until is None:
                days = bring_back(store, folder, by=ARCHIVIST, now=time.time())
            else:
                days = archive(store, until, folder, by=ARCHIVIST, now=time.time(), tell=tell)
    except Refused as refusal:
        raise Refusal(t(f"refused.{refusal.code}", lang, **refusal.facts)) from None
    except Broken as error:
        raise Refusal(str(error)) from None
    except SQLAlchemyError as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("audit.no-casino", lang, db=db, why=why)) from None
    said = "archive.back" if back else "archive.done"
    click.echo(t(said, lang, folder=folder, days=len(days), first=days[0], last=days[-1]))
