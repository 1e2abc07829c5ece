"""Par sheets, hands of video poker, the watch over real returns, and tickets in every order."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

from tapete.core.book.aggregate import Journal
from tapete.core.book.fault import Fault
from tapete.core.book.money import share
from tapete.core.book.refused import Refused
from tapete.maths.machines import par_sheet
from tapete.maths.machines.video_poker import hold_value
from tapete.scenario.cases import BadCase, Fields, differs
from tapete.scenario.compare import Difference
from tapete.systems.machines.library import load
from tapete.systems.machines.program import AnyProgram, BrokenProgram, VideoPoker
from tapete.systems.machines.ticket_events import TicketEvent
from tapete.systems.machines.tickets import (
    TICKET_BOOK,
    Issue,
    OpenBook,
    Pay,
    Present,
    TicketBook,
    TicketCommand,
)

NAMES = frozenset({"program", "bet", "denomination", "rows", "refused"})


def program_in(folder: Path, name: str) -> AnyProgram:
    """A program of the folder beside a scenario."""
    return load(folder / f"{name}.toml")


def judge_sheets(fields: Fields, folder: Path) -> list[Difference]:
    """Everything of a file that is no step."""
    found: list[Difference] = []
    for row in fields.get("par", ()):
        found += _par(row, folder)
    for row in fields.get("hand", ()):
        found += _hand(row, folder, fields)
    for row in fields.get("watch", ()):
        found += _watch(row, folder, fields)
    for row in fields.get("interleavings", ()):
        found += _interleavings(row)
    return found


def _par(row: Fields, folder: Path) -> list[Difference]:
    name = row["program"]
    try:
        program = program_in(folder, name)
    except BrokenProgram as broken:
        return differs(f"{name} refused", row.get("refused"), broken.code)
    if "refused" in row:
        return [Difference("not-refused", expected=f"{name}: {row['refused']}")]
    sheet = par_sheet(program)
    bet = row.get("bet", sheet.levels[0].bet)
    level = sheet.level(bet, row.get("denomination"))
    if level is None:
        return [
            Difference(
                "value", expected=f"{name} {bet}", found=Fault("fault.no-level", "no such level")
            )
        ]
    facts, rows = level.facts(), sheet.facts()["rows"]
    found: list[Difference] = []
    for key in row.keys() - NAMES:
        found += differs(f"{name} {bet} {key}", row[key], _part(facts.get(key), row[key]))
    for text, wanted in row.get("rows", {}).items():
        found += differs(f"{name} {text}", wanted, _part(rows.get(text), wanted))
    return found


def _part(found: Any, wanted: Any) -> Any:
    """Of a table only what was asked of it; a decimal as far as it was written."""
    if isinstance(found, float) and isinstance(wanted, float) and abs(found - wanted) < 5e-7:
        return wanted
    if isinstance(found, dict) and isinstance(wanted, dict):
        return {key: found.get(key) for key in wanted}
    return found


def _poker(row: Fields, folder: Path, fields: Fields) -> VideoPoker:
    name = row.get("program") or _only_program(fields)
    program = program_in(folder, name)
    if not isinstance(program, VideoPoker):
        raise BadCase(Fault("fault.no-video-poker", "{name} is no video poker", name=name))
    return program


def _only_program(fields: Fields) -> str:
    programs = [m.get("program", "") for m in fields.get("machines", {}).values()]
    programs += [row["program"] for row in fields.get("par", ()) if "program" in row]
    if not programs:
        raise BadCase(Fault("fault.which-program", "which program?"))
    return str(programs[0])


def _hand(row: Fields, folder: Path, fields: Fields) -> list[Difference]:
    program = _poker(row, folder, fields)
    bet = row.get("bet", program.levels()[-1].bet)
    level = program.level(bet)
    if level is None:
        raise BadCase(
            Fault("fault.no-bet", "{program} has no bet {bet}", program=program.id, bet=bet)
        )
    worth = hold_value(program, level.credits, row["dealt"], row["hold"])
    return differs(f"{row['dealt']} hold {row['hold']}", Fraction(str(row["value"])), worth)


def _watch(row: Fields, folder: Path, fields: Fields) -> list[Difference]:
    """How far what was paid lies from what should have been: z, real return and hold."""
    sheet = par_sheet(program_in(folder, row.get("program") or _only_program(fields)))
    bet = row.get("bet", sheet.levels[0].bet)
    level = sheet.level(bet, row.get("denomination"))
    if level is None or level.variance is None:
        raise BadCase(Fault("fault.no-level-of", "no such level: {bet}", bet=bet))
    plays, paid = row["plays"], row["paid"]
    staked = plays * level.stake
    back = Fraction(paid, staked)
    z = float(paid - level.back * staked) / (level.stake * sqrt(level.variance) * sqrt(plays))
    found: list[Difference] = []
    if "z" in row and abs(float(row["z"]) - z) > 5e-4:
        found += differs("z", row["z"], round(z, 4))
    for key, value in (("return", back), ("hold", 1 - back)):
        if key in row:
            wanted = share(row[key]) if isinstance(row[key], str) else row[key]
            near = abs(float(wanted) - float(value)) <= 5e-7
            found += [] if near else differs(key, row[key], value)
    return found


def _interleavings(row: Fields) -> list[Difference]:
    """Every order in which some takers present and pay one ticket: it is paid once in each."""
    takers = row["takers"]
    steps = [taker for taker in takers for _ in range(2)]
    orders = sorted(set(permutations(steps)))
    refusals: dict[str, int] = {}
    for order in orders:
        for code, count in _one_order(order).items():
            refusals[code] = refusals.get(code, 0) + count
    found: list[Difference] = []
    if "orders" in row:
        found += differs("orders", row["orders"], len(orders))
    if "refusals" in row:
        found += differs("refusals", row["refusals"], refusals)
    return found


def _one_order(order: tuple[str, ...]) -> dict[str, int]:
    """One order: each taker first presents, then pays if he could present."""
    journal: Journal[TicketBook, TicketCommand, TicketEvent] = Journal(TICKET_BOOK, "orden")
    journal.do(OpenBook())
    journal.do(Issue("t", "1", 1000))
    refusals: dict[str, int] = {}
    holders: set[str] = set()
    seen: set[str] = set()
    for taker in order:
        try:
            if taker not in seen:
                seen.add(taker)
                journal.do(Present("t", taker, taker, "1"))
                holders.add(taker)
            elif taker in holders:
                journal.do(Pay("t", taker))
        except Refused as refused:
            refusals[refused.code] = refusals.get(refused.code, 0) + 1
    if journal.state.count("cobrado").number != 1:
        raise BadCase(Fault("fault.ticket-once", "a ticket is paid once, whatever the order"))
    return refusals
