"""Playing a scenario: a table is opened, the people of the file sit down, and each round is
answered from what the file says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tapete import __version__
from tapete.core.book.datafile import BrokenFile, read_toml
from tapete.core.book.fault import placed, unread
from tapete.core.book.refused import Refused
from tapete.core.round.record import Record
from tapete.core.table.roles import staff_of
from tapete.core.table.table import Table
from tapete.games.registry import find
from tapete.scenario.answers import Stopped
from tapete.scenario.bingo import GAMES as BINGOS
from tapete.scenario.bingo import play_bingo
from tapete.scenario.compare import Difference, Result, compare
from tapete.scenario.file import Scenario, read_scenario
from tapete.scenario.maquinas import is_of_machines, play_machines
from tapete.scenario.pots import holds, link_of, open_pot
from tapete.scenario.rounds import play_round, sit_down, was_refused
from tapete.scenario.torneo import GAME as TOURNAMENT
from tapete.scenario.torneo import play_tournament
from tapete.systems.progressive.journal import ProgressiveJournal


def play_scenario(path: str | Path) -> Result:
    """Read and play one file. A file that cannot be read is a result too, with its line."""
    file = str(path)
    try:
        text = Path(path).read_text("utf-8")
        whole = read_toml(text, file, dict[str, Any])
        if whole.get("game") == TOURNAMENT:
            return play_tournament(text, file)
        if whole.get("game") in BINGOS:
            return play_bingo(text, file)
        if is_of_machines(frozenset(whole)):
            return play_machines(text, file)
        scenario = read_scenario(text, file)
    except BrokenFile as error:
        return Result(file, differences=(_broken(error.line, error.reason),))
    except (OSError, UnicodeDecodeError) as error:
        return Result(file, differences=(_broken(1, unread(error)),))
    return play(scenario)


def play(scenario: Scenario) -> Result:
    """Play a scenario to its end, or to the first thing that cannot be done."""
    records: list[Record] = []
    try:
        pot = open_pot(scenario)
        table = open_table(scenario, pot)
    except Refused as refusal:
        return Result(scenario.file, scenario, (was_refused("cannot-open", 0, refusal),))
    except Stopped as stop:
        return Result(scenario.file, scenario, (stop.difference,))
    found: list[Difference] = []
    for number, plan in enumerate(scenario.round, 1):
        try:
            told, record = play_round(table, scenario, plan, number)
        except Stopped as stop:
            found.append(stop.difference)
            break
        if record is not None:
            records.append(record)
        main, advance = holds(pot)
        found += compare(number, plan, told, pot=main, advance=advance)
    return Result(scenario.file, scenario, tuple(found), tuple(records))


def open_table(scenario: Scenario, pot: ProgressiveJournal | None = None) -> Table:
    """The table of a scenario, open, with all the staff its rules ask for and linked to its pot."""
    try:
        game = find(scenario.game)
        table = Table(
            game,
            edition=scenario.rules,
            changes=scenario.options,
            terms=scenario.terms_of(game),
            version=__version__,
            pot=link_of(pot),
        )
    except Refused as refusal:
        raise Stopped(was_refused("cannot-open", 0, refusal)) from None
    except (KeyError, ValueError) as error:
        raise Stopped(Difference("cannot-open", 0, found=_why(error))) from None
    first = scenario.round[0].seats
    try:
        for seat in first if first is not None else seats_of(scenario):
            sit_down(table, scenario, seat)
        table.open_play(staff_of(table.rules))
    except Refused as refusal:
        raise Stopped(was_refused("cannot-open", 0, refusal)) from None
    return table


def seats_of(scenario: Scenario) -> tuple[int, ...]:
    """Who sits: the seats the file names, else all that bet, play or hold chips in any round."""
    if scenario.seats:
        return scenario.seats
    seats = {*scenario.stacks}
    for plan in scenario.round:
        seats |= {*plan.bets, *plan.moves, *(late.seat for late in plan.late), *plan.bids}
        seats |= {plan.banco.seat} if plan.banco else set()
    return tuple(sorted(seats))


def _why(error: Exception) -> str:
    said: str = error.args[0] if isinstance(error, KeyError) else placed(error)
    return said


def _broken(line: int, reason: str) -> Difference:
    return Difference("broken-file", line=line, found=reason)
