"""``tapete plan``: what another plan would change at the units and pots of a casino, before it
does."""

from __future__ import annotations

from sqlite3 import Error

import click
import msgspec
from rich.console import Console
from rich.table import Table

from tapete.cli.speaking import Command, default_db, lang_of
from tapete.telling.texts import t


@click.command("plan", cls=Command, help="plan.help")
@click.argument("plan")
@click.option("--db", default=default_db, metavar="URL", help="plan.option.db")
@click.option("--json", "as_json", is_flag=True, help="plan.option.json")
@click.pass_context
def command(ctx: click.Context, plan: str, db: str, as_json: bool) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.core.book.refused import Refused
    from tapete.floor.house.in_force import load, not_made, stored_changes
    from tapete.floor.storage.picture import picture_of
    from tapete.telling.explain import Teller

    lang = lang_of(ctx)
    try:
        said = load(plan)
        with picture_of(db) as store:
            found = list(stored_changes(store, said))
            new = not_made(store, said)
    except Refused as refusal:
        raise click.ClickException(Teller(lang).refusal(refusal)) from None
    except (SQLAlchemyError, Error) as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("audit.no-casino", lang, db=db, why=why)) from None
    if as_json:
        text = msgspec.json.encode({"changes": found, "not_made": new})
        click.echo(msgspec.json.format(text, indent=2).decode())
        return
    change = [one for one in found if not one.refused]
    stay = [one for one in found if one.refused]
    click.echo(t("plan.changes" if change else "plan.nothing", lang))
    if change:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for name in ("unit", "what", "before", "after"):
            table.add_column(t(f"plan.column.{name}", lang))
        for one in change:
            table.add_row(one.unit, one.what, one.before, one.after)
        Console().print(table)
    for one in stay:
        key = "plan.stays" if one.what else "plan.stays-whole"
        click.echo(t(key, lang, **msgspec.structs.asdict(one)))
    if new:
        click.echo(t("plan.not-made", lang, units=", ".join(new)))
