"""``tapete passwd``: another password for somebody, by whoever runs this machine."""

from __future__ import annotations

import time

import click

from tapete.cli.speaking import Command, default_db, lang_of
from tapete.core.book.refused import Refused
from tapete.telling.explain import Teller
from tapete.telling.texts import t


@click.command("passwd", cls=Command, help="passwd.help")
@click.argument("name")
@click.option("--db", default=default_db, metavar="URL",
              help="passwd.option.db")  # fmt: skip
@click.option("--ask", is_flag=True, help="passwd.option.ask")
@click.option("--devices", is_flag=True, help="passwd.option.devices")
@click.pass_context
def command(ctx: click.Context, name: str, db: str, ask: bool, devices: bool) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from tapete.floor.people.access import Access
    from tapete.floor.people.factors import Challenges
    from tapete.floor.people.passwords import new_password
    from tapete.floor.people.register import Register
    from tapete.floor.storage.store import Store

    lang = lang_of(ctx)
    try:
        register = Register(Store(db))
        person = register.by_login(name)
        if person is None:
            raise click.ClickException(t("passwd.nobody", lang, name=name))
        password = (
            click.prompt(t("passwd.new", lang), hide_input=True, confirmation_prompt=True)
            if ask
            else new_password()
        )
        register.reset_password(person.id, password, by="sistema", now=time.time())
        if devices:
            access = Access(register, Challenges(""))
            access.remove(person.id, None, by="sistema", now=time.time())
    except Refused as refusal:
        raise click.ClickException(Teller(lang).refusal(refusal)) from None
    except SQLAlchemyError as error:
        why = str(error).splitlines()[0]
        raise click.ClickException(t("passwd.no-casino", lang, db=db, why=why)) from None
    done = "passwd.done" if ask else "passwd.given"
    click.echo(t(done, lang, name=person.id, password=password))
