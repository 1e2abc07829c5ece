"""``tapete explain``: why a round paid what it paid, in plain words or on paper."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from rich.console import Console

from tapete.cli.replay import judge, sentences, tell
from tapete.cli.speaking import Command, lang_of
from tapete.core.round.record import Record
from tapete.telling.otherwise import net_of, otherwise
from tapete.telling.paper import Paper, written
from tapete.telling.texts import t


@click.command("explain", cls=Command, help="explainer.usage")
@click.argument("file", metavar="ACTA", type=click.Path())
@click.option("--pdf", metavar="FILE", type=click.Path(path_type=Path), help="explainer.option.pdf")
@click.pass_context
def command(ctx: click.Context, file: str, pdf: Path | None) -> None:
    lang = lang_of(ctx)
    record, verdict = judge(file, lang)
    verified = list(sentences(verdict, lang))
    if record is None:
        raise click.ClickException("\n".join(verified))
    if pdf is None:
        console = Console(highlight=False, soft_wrap=True)
        for line in tell(record, lang):
            console.print(line)
    else:
        seal = Path(file).read_text("utf-8").rstrip("\n").rpartition("\n")[2]
        proofs = [said.replace(file, Path(file).name) for said in verified]
        pdf.write_bytes(written(paper_of(record, proofs, seal), lang))
        click.echo(t("explainer.written", lang, file=pdf))
    for said in verified:
        click.echo(said, err=not verdict.verified)
    ctx.exit(verdict.status)


def paper_of(record: Record, proofs: list[str], seal: str = "") -> Paper:
    """The paper of a record by itself: nobody's name, nobody on duty."""
    head = record.header
    events = tuple(msgspec.structs.replace(e, audience=()) if e.audience else e
                   for e in record.events)  # fmt: skip
    return Paper(
        game=head.game, edition=head.source.id, table=head.table, number=head.number,
        unit=head.unit,
        events=events, net=net_of(events), otherwise=tuple(otherwise(record)),
        proofs=tuple(proofs), seal=seal,
    )  # fmt: skip
