"""Rounds played unattended: only bots at the table, and a summary at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from tapete.cli.terminal.party import Party
from tapete.cli.terminal.screen import signed
from tapete.core.book.refused import Refused
from tapete.core.round.event import ResultShown
from tapete.core.round.record import Record
from tapete.telling.names import result_name
from tapete.telling.texts import t

MOST_SHOWN = 12


def play(party: Party, rounds: int, console: Console) -> int:
    """Play so many rounds; gives how many could be played."""
    results: Counter[str] = Counter()
    nets: Counter[int] = Counter()
    played = 0
    bar = Progress(
        TextColumn(t("auto.bar", party.lang)), BarColumn(), MofNCompleteColumn(),
        TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip
    with bar:
        task = bar.add_task("", total=rounds)
        for _ in range(rounds):
            try:
                record = one_round(party)
            except Refused as problem:
                console.print(Text(party.teller.refusal(problem), "#ff8787"))
                break
            played += 1
            results.update(e.result for e in record.events if isinstance(e, ResultShown))
            for seat, amount in party.table.net_of(record).items():
                nets[seat] += amount
            bar.advance(task)
    for part in summary(party, played, results, nets):
        console.print(part)
    return played


def one_round(party: Party) -> Record:
    """One round in which everything is answered for everybody."""
    live = party.begin()
    while live.ask is not None:
        party.told(party.table.answer(party.answer(live.ask)))
    record, _ = party.finish()
    party.hear()
    return record


def summary(
    party: Party, played: int, results: Counter[str], nets: Counter[int]
) -> Iterable[RenderableType]:
    """Rounds, results, what each seat and the casino won."""
    lang = party.lang
    yield Text(t("auto.rounds", lang, rounds=played), "bold")
    common = results.most_common(MOST_SHOWN)
    said = ", ".join(f"{result_name(result, lang)} ×{count}" for result, count in common)
    more = len(results) - len(common)
    if more > 0:
        said += " " + t("auto.more", lang, more=more)
    yield Text(t("auto.results", lang, results=said or "—"))
    grid = Grid.grid(padding=(0, 2))
    for bot in party.bots:
        grid.add_row(
            t("explain.seat", lang, seat=bot.seat), bot.name, Text(*signed(nets[bot.seat], lang))
        )
    grid.add_row("", t("auto.casino", lang), Text(*signed(party.bank, lang)))
    yield grid
    if party.store.saved:
        yield Text(
            t("auto.saved", lang, records=party.store.saved, folder=party.store.folder), "dim"
        )
