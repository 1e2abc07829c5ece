"""``tapete verify``: the cards of a record against the order promised before anybody bet."""

from __future__ import annotations

from pathlib import Path

import click

from tapete.cli.speaking import Command, lang_of
from tapete.core.cards import card
from tapete.core.record import BrokenRecord, read_record
from tapete.core.refused import Refused
from tapete.telling.explain import Teller
from tapete.telling.texts import t


@click.command("verify", cls=Command, help="verify.help")
@click.argument("acta", type=click.Path(path_type=Path), metavar="ACTA")
@click.option("--promise", required=True, help="verify.option.promise")
@click.option("--salt", required=True, help="verify.option.salt")
@click.option("--order", required=True, help="verify.option.order")
@click.pass_context
def command(ctx: click.Context, acta: Path, promise: str, salt: str, order: str) -> None:
    from tapete.floor.orders import check_record, drawn_in

    lang = lang_of(ctx)
    try:
        record = read_record(acta.read_text("utf-8"))
        text = Path(order).read_text("utf-8") if Path(order).is_file() else order
        cards = tuple(map(card, text.replace(",", " ").split()))
    except (OSError, UnicodeDecodeError, BrokenRecord, ValueError) as error:
        raise click.ClickException(t("verify.bad-acta", lang, file=acta, why=error)) from None
    if not drawn_in(record):
        click.echo(t("verify.no-cards", lang))
        ctx.exit(1)
    try:
        start = check_record(record, promise, salt, cards)
    except Refused as refusal:
        click.echo(Teller(lang).refusal(refusal))
        ctx.exit(1)
    click.echo(t("verify.kept", lang, cards=len(drawn_in(record)), start=start + 1))
