"""``tapete bingo``: sheets of cards to print, the book of a hall, halls of several casinos."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from tapete.cli.speaking import Command, Group, Refusal, Whole, casino_at, default_db, lang_of
from tapete.core.book.plan import plan
from tapete.systems.bingo.design import Design
from tapete.telling.texts import t

MOST = 100_000
"""So many cards in one file."""


@click.group("bingo", cls=Group, help="bingo.usage")
def command() -> None:
    pass


@command.command("cards", cls=Command, help="bingo.cards.usage")
@click.option("--series", metavar="A", default="A", help="bingo.cards.series")
@click.option("--from", "first", type=Whole(1), default=1, metavar="N", help="bingo.cards.from")
@click.option("--to", "last", type=Whole(1), default=6, metavar="N", help="bingo.cards.to")
@click.option("--size", type=Whole(1), metavar="N", help="bingo.cards.size")
@click.option("--price", type=Whole(1), default=1000, metavar="$", help="bingo.cards.price")
@click.option("--seed", metavar="S", help="bingo.cards.seed")
@click.option("--key", metavar="K", help="bingo.cards.key")
@click.option("--strips", is_flag=True, help="bingo.cards.strips")
@click.option(
    "--out", metavar="FILE", required=True, type=click.Path(path_type=Path), help="bingo.cards.out"
)
@click.pass_context
def cards(
    ctx: click.Context, series: str, first: int, last: int, size: int | None, price: int,
    seed: str | None, key: str | None, strips: bool, out: Path,
) -> None:  # fmt: skip
    lang = lang_of(ctx)
    size = last if size is None else size
    if not re.fullmatch(r"[A-Z]{1,3}", series):
        raise Refusal(t("bingo.cards.bad-series", lang, series=series[:10]))
    if not first <= last <= size or last - first >= MOST:
        raise Refusal(t("bingo.cards.bad-run", lang, first=first, last=last, size=size, most=MOST))
    from tapete.cli.bingo_pdf import PAGE, Sheets

    known = seed or secrets.token_hex(16)
    design = Design(known, size, strips)
    if (first - 1) % design.together or last % design.together or size % design.together:
        raise Refusal(t("bingo.cards.bad-strips", lang, n=design.together))
    sheets = Sheets(
        design, series=series, price=price, casino=plan().casino, lang=lang,
        key=(key or known).encode(),
    )  # fmt: skip
    pages = range(first, last + 1, PAGE)
    console = Console(stderr=True)
    for start in track(pages, t("bingo.cards.progress", lang), console=console, transient=True):
        sheets.add(range(start, min(start + PAGE, last + 1)))
    sheets.write(out)
    click.echo(t("bingo.cards.written", lang, file=str(out), n=last - first + 1, pages=len(pages)))
    if seed is None:
        click.echo(t("bingo.cards.keep-seed", lang, seed=known))


@command.command("joint", cls=Command, help="bingo.joint.usage")
@click.option("--out", metavar="FOLDER", required=True, type=click.Path(path_type=Path),
              help="bingo.joint.out")  # fmt: skip
@click.option("--room", "rooms", metavar="SALA", multiple=True, default=("norte", "sur"),
              help="bingo.joint.room")  # fmt: skip
@click.option("--port", type=Whole(1, 65_000), default=8161, metavar="N", help="bingo.joint.port")
@click.pass_context
def joint(ctx: click.Context, out: Path, rooms: tuple[str, ...], port: int) -> None:
    from tapete.cli.bingo_joint import CENTRE, make_casinos

    lang = lang_of(ctx)
    names = {CENTRE, *rooms}
    if len(names) != len(rooms) + 1 or not all(re.fullmatch(r"[a-z]{1,20}", one) for one in names):
        raise Refusal(t("bingo.joint.bad-rooms", lang, rooms=" ".join(rooms)))
    if out.exists() and any(out.iterdir()):
        raise Refusal(t("bingo.joint.not-empty", lang, folder=str(out)))
    made = make_casinos(out, rooms, port)
    click.echo(t("bingo.joint.made", lang, folder=str(out)))
    for one in made:
        click.echo(t("bingo.joint.password", lang, name=one.name, password=one.password))
    click.echo(t("bingo.joint.serve", lang))
    for one in made:
        click.echo(f"  tapete serve --config {one.config}")
    click.echo(t("bingo.joint.play", lang))
    for one in made:
        if one.name != CENTRE:
            click.echo(f"  {one.address}")


@command.command("book", cls=Command, help="bingo.book.usage")
@click.option("--db", metavar="URL", default=default_db, help="bingo.book.db")
@click.option("--hall", metavar="ID", required=True, help="bingo.book.hall")
@click.option(
    "--out", metavar="FILE", required=True, type=click.Path(path_type=Path), help="bingo.cards.out"
)
@click.pass_context
def book(ctx: click.Context, db: str, hall: str, out: Path) -> None:
    lang = lang_of(ctx)
    from tapete.cli.bingo_book import write_book
    from tapete.core.round.acta import read_event
    from tapete.floor.units.sala.book import books_of

    with casino_at(db, lang) as store:
        if hall not in {spec.id for spec in store.specs()}:
            raise Refusal(t("bingo.book.no-hall", lang, hall=hall))
        events = [read_event(line) for kept in store.log(hall) for line in kept.lines]
    books = books_of(events)
    write_book(books, hall, out, lang)
    click.echo(t("bingo.book.written", lang, file=str(out), n=len(books.folios)))
