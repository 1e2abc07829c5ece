"""``tapete audit``: a casino derived anew from what is written, and whatever does not fit."""

from __future__ import annotations

import time
from pathlib import Path
from sqlite3 import Error

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from tapete.cli.speaking import Command, Refusal, default_db, lang_of
from tapete.floor.audit.findings import said_of
from tapete.telling.texts import t

AUDITOR = "auditoria"
"""Who is noted to have audited where nobody has come in."""


@click.command("audit", cls=Command, help="audit.help")
@click.option("--db", default=default_db, metavar="URL",
              help="audit.option.db")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="audit.option.json")
@click.option("--from-close", "since", is_flag=False, flag_value="last", default="",
              metavar="[DAY]", help="audit.option.from-close")  # fmt: skip
@click.option("--archive", "folder", metavar="FOLDER", help="audit.option.archive",
              type=click.Path(path_type=Path, exists=True, file_okay=False))  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context, db: str, as_json: bool, since: str, folder: Path | None
) -> None:  # fmt: skip
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.core.book.refused import Refused
    from tapete.floor.audit.archive import check_archive
    from tapete.floor.audit.audited import last_close, note_passed, start_of
    from tapete.floor.audit.whole import audit, counts
    from tapete.floor.storage.picture import picture_of

    lang = lang_of(ctx)
    try:
        bars = Progress(console=Console(stderr=True), transient=True)
        with picture_of(db) as store, bars as bar:
            tasks = {what: bar.add_task(t(f"audit.{what}", lang), total=None)
                     for what in ("steps", "records")}  # fmt: skip

            def tell(what: str, done: int, of: int) -> None:
                bar.update(tasks[what], completed=done, total=of)

            close = start_of(store, since)
            found = list(audit(store, tell, all_cores=True, since=close))
            if folder is not None:
                found += check_archive(folder, store)
            seen, last = counts(store), last_close(store)
        if not found:
            note_passed(db, AUDITOR, close, last, time.time())
    except Refused as refusal:
        raise Refusal(t(f"refused.{refusal.code}", lang, **refusal.facts)) from None
    except (SQLAlchemyError, Error) as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("audit.no-casino", lang, db=db, why=why)) from None
    if as_json:
        text = msgspec.json.encode({"findings": found, "seen": seen})
        click.echo(msgspec.json.format(text, indent=2).decode())
    elif not found:
        click.echo(t("audit.fine", lang, **seen))
        if close is not None:
            click.echo(t("audit.since", lang, day=close))
        if last is not None:
            click.echo(t("audit.until", lang, day=last))
    for finding in [] if as_json else found:
        told = said_of(finding, lang)
        click.echo(t("audit.finding", lang, **msgspec.structs.asdict(told)))
    ctx.exit(1 if found else 0)
