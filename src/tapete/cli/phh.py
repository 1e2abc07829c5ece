"""``tapete phh``: hands among players as hand histories in PHH or OHH, and such hands played
here."""

from __future__ import annotations

from pathlib import Path

import click

from tapete import __version__
from tapete.cli.replay import every
from tapete.cli.speaking import Command, Refusal, lang_of
from tapete.core.book.datafile import BrokenFile
from tapete.core.round.acta import BrokenRecord, read_record
from tapete.games.poker.circle.ohh import read_ohh, write_ohh
from tapete.games.poker.circle.phh import NotInPhh, read_hand, write_hand
from tapete.telling.texts import t

ACTA, PHH, OHH = ".acta", ".phh", ".ohh"


@click.command("phh", cls=Command, help="phh.usage")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option(
    "--out", metavar="DIR", type=click.Path(path_type=Path, file_okay=False), help="phh.option.out"
)
@click.option("--ohh", is_flag=True, help="phh.option.ohh")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], out: Path | None, ohh: bool) -> None:
    lang = lang_of(ctx)
    for name in every(files):
        path = Path(name)
        written, ending = turned(path, lang, ohh=ohh)
        if out is None:
            click.echo(written, nl=False)
            continue
        out.mkdir(parents=True, exist_ok=True)
        target = out / f"{path.stem}{ending}"
        target.write_text(written, "utf-8")
        click.echo(t("phh.written", lang, file=target))


def turned(path: Path, lang: str, *, ohh: bool = False) -> tuple[str, str]:
    """An acta as PHH or OHH, or a hand of either as the acta of our playing it; with the ending of
    its file."""
    try:
        text = path.read_text("utf-8")
        if path.suffix == PHH:
            return read_hand(text, str(path), version=__version__).text(), ACTA
        if path.suffix == OHH:
            return read_ohh(text, str(path), version=__version__).text(), ACTA
        record = read_record(text)
        return (write_ohh(record), OHH) if ohh else (write_hand(record), PHH)
    except NotInPhh as problem:
        said = t(f"phh.{problem.code}", lang, **{k: str(v) for k, v in problem.facts.items()})
        raise Refusal(f"{path}: {said}") from None
    except BrokenFile as problem:
        raise Refusal(str(problem)) from None
    except (BrokenRecord, UnicodeDecodeError) as problem:
        raise Refusal(t("phh.broken", lang, file=path, why=problem)) from None
    except OSError as problem:
        raise Refusal(f"{path}: {problem.strerror or problem}") from None
