"""``tapete void``: the round in course of a table that does not replay is voided from the log."""

from __future__ import annotations

import time

import click

from tapete.cli.speaking import Command, default_db, lang_of
from tapete.telling.texts import t


@click.command("void", cls=Command, help="void.help")
@click.argument("table", metavar="TABLE")
@click.option("--db", default=default_db, metavar="URL",
              help="audit.option.db")  # fmt: skip
@click.option("--plan", default="ejemplo", show_default=True, help="void.option.plan")
@click.option("--cause", required=True, help="void.option.cause")
@click.option("--by", required=True, help="void.option.by")
@click.pass_context
def command(ctx: click.Context, table: str, db: str, plan: str, cause: str, by: str) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.core.book.plan import plan as read_plan
    from tapete.floor.storage.store import Store
    from tapete.floor.units.mesa import Mesa, TableSpec
    from tapete.floor.units.mesa.mend import NotMended, void_round

    lang = lang_of(ctx)
    try:
        store = Store(db)
        found = {spec.id: spec for spec in store.specs()}.get(table)
        if not isinstance(found, TableSpec):
            raise click.ClickException(t("void.no-table", lang, table=table))
        spec, house = found, read_plan(plan)
        step = void_round(
            store, lambda: Mesa(spec, plan=house), cause=cause, by=by, at=time.time()
        )  # fmt: skip
    except SQLAlchemyError as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("audit.no-casino", lang, db=db, why=why)) from None
    except NotMended as error:
        raise click.ClickException(t("void.not-done", lang, table=table, why=error)) from None
    done = "void.replays" if step is None else "void.done"
    click.echo(t(done, lang, table=table, step=0 if step is None else step.number))
