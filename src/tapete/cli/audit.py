"""``tapete audit``: a casino derived anew from what is written, and whatever does not fit."""

from __future__ import annotations

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from tapete.cli.speaking import Command, lang_of
from tapete.telling.texts import t


@click.command("audit", cls=Command, help="audit.help")
@click.option("--db", default="sqlite:///tapete.db", show_default=True, metavar="URL",
              help="audit.option.db")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="audit.option.json")
@click.pass_context
def command(ctx: click.Context, db: str, as_json: bool) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.floor.audit import audit, counts
    from tapete.floor.store import Store

    lang = lang_of(ctx)
    try:
        store = Store(db)
        with Progress(console=Console(stderr=True), transient=True) as bar:
            tasks = {what: bar.add_task(t(f"audit.{what}", lang), total=None)
                     for what in ("steps", "records")}  # fmt: skip

            def tell(what: str, done: int, of: int) -> None:
                bar.update(tasks[what], completed=done, total=of)

            found = list(audit(store, tell, all_cores=True))
            seen = counts(store)
    except SQLAlchemyError as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("audit.no-casino", lang, db=db, why=why)) from None
    if as_json:
        text = msgspec.json.encode({"findings": found, "seen": seen})
        click.echo(msgspec.json.format(text, indent=2).decode())
    elif not found:
        click.echo(t("audit.fine", lang, **seen))
    for finding in [] if as_json else found:
        click.echo(t("audit.finding", lang, **msgspec.structs.asdict(finding)))
    ctx.exit(1 if found else 0)
