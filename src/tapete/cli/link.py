"""``tapete link``: the key by which a hall or a pot of machines writes to another casino."""

from __future__ import annotations

import secrets

import click

from tapete.cli.speaking import Command, Refusal, casino_at, default_db, lang_of
from tapete.telling.texts import t


@click.command("link", cls=Command, help="link.usage")
@click.option("--db", metavar="URL", default=default_db, help="bingo.book.db")
@click.option("--hall", metavar="ID", help="link.hall")
@click.option("--pot", metavar="ID", help="link.pot")
@click.option("--with", "other", metavar="CASINO", required=True, help="link.with")
@click.option("--key", metavar="K", help="link.key")
@click.pass_context
def command(
    ctx: click.Context, db: str, hall: str | None, pot: str | None, other: str, key: str | None
) -> None:
    from tapete.floor.house.letters import set_link_key

    lang, holder = lang_of(ctx), hall or pot
    if holder is None or (hall and pot):
        raise Refusal(t("link.one", lang))
    made = key or secrets.token_hex(32)
    with casino_at(db, lang) as store:
        set_link_key(store, holder, other, made)
    click.echo(t("link.done", lang, holder=holder, other=other))
    if key is None:
        click.echo(t("link.keep", lang, key=made))
