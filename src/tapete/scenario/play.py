"""Playing a scenario: a table is opened, the people of the file sit down, and each round is
answered from what the file says."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tapete import __version__
from tapete.core.ask import Ask, Choose, Ruling
from tapete.core.datafile import BrokenFile
from tapete.core.event import Event
from tapete.core.record import Record
from tapete.core.refused import Refused
from tapete.core.roles import staff_of
from tapete.core.table import Table
from tapete.games.registry import find
from tapete.scenario import between
from tapete.scenario.answers import Abandoned, Answers, Stopped
from tapete.scenario.compare import Code, Difference, Result, compare
from tapete.scenario.file import RoundPlan, Scenario, read_scenario
from tapete.scenario.pots import holds, link_of, open_pot
from tapete.systems.progressive.pot import Pot


def play_scenario(path: str | Path) -> Result:
    """Read and play one file. A file that cannot be read is a result too, with its line."""
    file = str(path)
    try:
        scenario = read_scenario(Path(path).read_text("utf-8"), file)
    except BrokenFile as error:
        return Result(file, differences=(_broken(error.line, error.reason),))
    except (OSError, UnicodeDecodeError) as error:
        return Result(file, differences=(_broken(1, str(error)),))
    return play(scenario)


def play(scenario: Scenario) -> Result:
    """Play a scenario to its end, or to the first thing that cannot be done."""
    records: list[Record] = []
    try:
        pot = open_pot(scenario)
        table = open_table(scenario, pot)
    except Refused as refusal:
        return Result(scenario.file, scenario, (_refused("cannot-open", 0, refusal),))
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


def open_table(scenario: Scenario, pot: Pot | None = None) -> Table:
    """The table of a scenario, open, with all the staff its rules ask for and linked to its pot."""
    try:
        game = find(scenario.game)
        table = Table(
            game,
            edition=scenario.rules,
            changes=scenario.options,
            limits=scenario.table,
            version=__version__,
            extra=scenario.extra(),
            pot=link_of(pot),
            circle=scenario.circle(),
        )
    except (KeyError, ValueError) as error:
        raise Stopped(Difference("cannot-open", 0, found=str(error.args[0]))) from None
    first = scenario.round[0].seats
    try:
        for seat in first if first is not None else seats_of(scenario):
            _sit(table, scenario, seat)
        table.open_play(staff_of(table.rules))
    except Refused as refusal:
        raise Stopped(_refused("cannot-open", 0, refusal)) from None
    return table


def _sit(table: Table, scenario: Scenario, seat: int) -> None:
    """Somebody sits down. A place its player may not take stays empty if what the file wants is
    that his bet there be refused."""
    try:
        table.sit(seat, name_of(scenario, seat), chips=scenario.stacks.get(seat, 0))
    except Refused:
        tried = (try_ for plan in scenario.round for try_ in plan.refused)
        if not any(try_.seat == seat and try_.bet is not None for try_ in tried):
            raise


def seats_of(scenario: Scenario) -> tuple[int, ...]:
    """Who sits: the seats the file names, else all that bet, play or hold chips in any round."""
    if scenario.seats:
        return scenario.seats
    seats = {*scenario.stacks}
    for plan in scenario.round:
        seats |= {*plan.bets, *plan.moves, *(late.seat for late in plan.late), *plan.bids}
        seats |= {plan.banco.seat} if plan.banco else set()
    return tuple(sorted(seats))


def name_of(scenario: Scenario, seat: int) -> str:
    """The person on a seat: the one the file says holds it, or somebody of the seat's own."""
    held = (name for name, seats in scenario.players.items() if seat in seats)
    return next(held, f"seat-{seat}")


def play_round(
    table: Table, scenario: Scenario, plan: RoundPlan, number: int
) -> tuple[list[Event], Record | None]:
    """One round: what happens before it, its asks answered, and all that was told."""
    logged = len(table.log)
    try:
        _before(table, scenario, plan, number)
        plan = between.before(table, plan)
    except Refused as refusal:
        raise Stopped(_refused("not-done", number, refusal)) from None
    try:
        table.prepare(_shuffled)
        live = table.begin()
    except Refused as refusal:
        if any(tried.throw for tried in plan.refused) and not plan.chance:
            return table.log[logged:], None
        raise Stopped(_refused("cannot-begin", number, refusal)) from None
    answers = Answers(plan, number, live, table.answer)
    try:
        while live.ask is not None:
            answers.give()
    except Abandoned:
        # The throw was refused and none is to come: the bets of the round go back.
        begun = table.void("tiro-rechazado")
        return [*begun.events, *table.log[logged:]], None
    extra = between.too_many(table, answers.chance)
    answers.check_all_used()
    record = table.finish()
    for surplus in extra:
        table.act(between.EXTRA, card=surplus.card)
    return [*table.log[logged:], *record.events], record


def _shuffled(ask: Ask[Any]) -> Any:
    """Cards are shuffled and cut between rounds; a file does not say how."""
    assert isinstance(ask, Choose | Ruling)
    return ask.default


def _before(table: Table, scenario: Scenario, plan: RoundPlan, number: int) -> None:
    if plan.seats is not None:
        for seat in sorted(set(table.players) - set(plan.seats)):
            table.leave(seat)
        for seat in sorted(set(plan.seats) - set(table.players)):
            _sit(table, scenario, seat)
    for seat in plan.leave:
        table.leave(seat)
    for name, facts in _acts(scenario, plan, number):
        table.act(name, **facts)
    if plan.last:
        table.throws_left = 1  # the file says of a round that it is the last one announced


def _acts(scenario: Scenario, plan: RoundPlan, number: int) -> Iterable[tuple[str, dict[str, Any]]]:
    """What only some games know, by the name it has in the file."""
    button = plan.button if plan.button is not None or number > 1 else scenario.button
    if button is not None:
        yield "button", {"seat": button}
    if plan.pass_bank:
        yield "pass_bank", {}
    if plan.banco is not None:
        yield "banco", {"seat": plan.banco.seat, "amount": plan.banco.amount}
    if plan.bids:
        yield "bids", {"bids": plan.bids}
    if plan.garage is not None:
        yield "garage", {"amount": plan.garage}
    if plan.shooter is not None:
        yield "shooter", {"seat": plan.shooter}
    for seat in plan.decline:
        yield "decline", {"seat": seat}


def _refused(code: Code, number: int, refusal: Refused) -> Difference:
    return Difference(code, number, found=str(refusal), clauses=(refusal.clause,), refusal=refusal)


def _broken(line: int, reason: str) -> Difference:
    return Difference("broken-file", line=line, found=reason)
