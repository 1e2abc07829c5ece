"""``tapete verify``: a round against what was promised before anybody bet on it."""

from __future__ import annotations

from pathlib import Path

import click

from tapete.cli.speaking import Command, lang_of
from tapete.core.book.refused import Refused
from tapete.core.round.acta import BrokenRecord, read_record
from tapete.core.round.cards import card
from tapete.core.round.replay import Divergence
from tapete.telling.explain import Teller
from tapete.telling.texts import t


@click.command("verify", cls=Command, help="verify.help")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--promise", help="verify.option.promise")
@click.option("--salt", help="verify.option.salt")
@click.option("--order", help="verify.option.order")
@click.pass_context
def command(
    ctx: click.Context, file: Path, promise: str | None, salt: str | None, order: str | None
) -> None:
    lang = lang_of(ctx)
    try:
        text = file.read_text("utf-8")
        if promise is None and salt is None and order is None:
            ok, said = saved_round(text, lang)
        elif promise is None or salt is None or order is None:
            raise click.UsageError(t("verify.all-three", lang))
        else:
            ok, said = acta_and_order(text, promise, salt, order, lang)
    except OSError as error:
        why = error.strerror or error
        raise click.ClickException(t("verify.bad-acta", lang, file=file, why=why)) from None
    except (UnicodeDecodeError, BrokenRecord, Divergence, ValueError) as error:
        raise click.ClickException(t("verify.bad-acta", lang, file=file, why=error)) from None
    except Refused as refusal:
        ok, said = False, Teller(lang).refusal(refusal)
    click.echo(said)
    ctx.exit(0 if ok else 1)


def saved_round(text: str, lang: str) -> tuple[bool, str]:
    """A round as its player saved it from his account."""
    from tapete.floor.rounds.verifying import NotOpen, check_saved

    try:
        found = check_saved(text)
    except NotOpen:
        return False, t("verify.sealed", lang)
    seats = ", ".join(map(str, found.players))
    whose = t("verify.with-players" if seats else "verify.house-alone", lang, seats=seats)
    return True, t("verify.round-kept", lang, cards=found.cards, draws=found.draws) + " " + whose


def acta_and_order(text: str, promise: str, salt: str, order: str, lang: str) -> tuple[bool, str]:
    """An acta, and the order of the house in which nobody else had a part."""
    from tapete.floor.chance.orders import Opened, check_record, drawn_in

    record = read_record(text)
    told = Path(order).read_text("utf-8") if Path(order).is_file() else order
    cards = tuple(map(card, told.replace(",", " ").split()))
    if not drawn_in(record):
        return False, t("verify.no-cards", lang)
    opened = Opened(unit="", n=0, promise=promise, salt=salt, cards=cards)
    start = check_record(record, opened)
    return True, t("verify.kept", lang, cards=len(drawn_in(record)), start=start + 1)
