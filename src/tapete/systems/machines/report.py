"""A cabinet on a line decides its plays by itself and tells its meters: what they rose by is
counted as if it had been played here, so that it ends in the same meters, ledger and watch.

Meters only rise. What a cut line kept from us is in the next report; a report that was lost changes
nothing. Tickets are the house's own acts and are counted when they are done, before the cabinet
counts them: its meters are compared with ours, and may be behind them, never ahead but by the
tickets it issued while it was cut off, which come with the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from tapete.core.book.refused import Refused
from tapete.systems.machines.cabinet import (
    MEMORY,
    PLAYED,
    Cabinet,
    Line,
    count,
    counted,
    with_credits,
)
from tapete.systems.machines.commands import Report
from tapete.systems.machines.events import CreditsOut, FaultRaised, LineJoined, MetersReported
from tapete.systems.machines.handpay import raised
from tapete.systems.machines.play import MachineEvent
from tapete.systems.machines.sas.messages import COUNTS, ROLL

OFFERED, TOLD = "CAT-VI.5-03", "CAT-VI.4.1-08"
ISSUED = "CAT-VI.4.1-06"
ALTERED = "CAT-VI.7.2-02"
OWN = ("tickets_in", "tickets_out", "cancelled")
"""Meters that rise here first."""
TOTALS = ("bills", *OWN)
FIRST = 1
"""The position of a cabinet on a line."""


def reported(cabinet: Cabinet, command: Report) -> Sequence[MachineEvent]:
    """The events of a report; none if it says the same as the last one."""
    command = _in_order(cabinet, command)
    line = cabinet.line
    if line is None:
        return _joined(cabinet, command)
    if (line.games, line.totals) == (command.games, command.totals) and not command.tickets:
        return ()
    rose = {
        bet: {name: _rise(cabinet, name, meters[name], line.games.get(bet, {})) for name in PLAYED}
        for bet, meters in command.games.items()
        if meters != line.games.get(bet)
    }
    bills = _rise(cabinet, "bills", command.totals["bills"], line.totals)
    if not _is_sound(cabinet, command, rose, bills):
        fault = FaultRaised(code=MEMORY, clause=ALTERED)
        return () if MEMORY in cabinet.faults else (fault,)
    told = MetersReported(
        bills=bills, rose=rose, games=command.games, totals=command.totals, clause=TOLD
    )
    alone = [
        CreditsOut(to="ticket", amount=amount, position=FIRST, ticket=name, clause=ISSUED)
        for name, amount in command.tickets.items()
    ]
    by_hand = sum(one["handpaid_wins"] for one in rose.values())
    waits = [raised(cabinet, by_hand, FIRST, credits=False)] if by_hand else []
    return (told, *alone, *waits)


def _joined(cabinet: Cabinet, command: Report) -> Sequence[MachineEvent]:
    """A cabinet is heard for the first time, or anew after its memory was mended: what it owed to
    its player is paid by hand, and it has no credits."""
    owed = sum(cabinet.credits.values())
    if owed and cabinet.handpay is None:
        return (raised(cabinet, owed, FIRST, credits=True),)
    if owed or command.credits:
        raise Refused(ALTERED, "credits-left", credits=owed or command.credits)
    if command.tickets:
        raise Refused(ISSUED, "number-not-given", ticket=" ".join(command.tickets)[:80])
    return (LineJoined(games=command.games, totals=command.totals, clause=TOLD),)


def ahead(cabinet: Cabinet, name: str) -> int:
    """By how much our meter of tickets is ahead of the cabinet's: a ticket on its way."""
    if cabinet.line is None:
        return 0
    return (cabinet.meters.get(name, 0) - cabinet.line.totals[name]) % _whole(cabinet, name)


def _whole(cabinet: Cabinet, name: str) -> int:
    """Where a meter begins again at nought."""
    return ROLL if name in COUNTS else ROLL * cabinet.worth


def _rise(cabinet: Cabinet, name: str, now: int, before: Mapping[str, int]) -> int:
    return (now - before.get(name, 0)) % _whole(cabinet, name)


def _is_sound(
    cabinet: Cabinet, command: Report, rose: Mapping[str, Mapping[str, int]], bills: int
) -> bool:
    """Whether a report can be true: no meter went back, credits are not below nought, and no ticket
    went in or out that we did not see."""
    after = cabinet.credits.get(FIRST, 0) + bills
    after += sum(one["coin_out"] - one["coin_in"] for one in rose.values())
    after -= sum(command.tickets.values())
    whole = all(one["plays"] == one["won"] + one["lost"] for one in rose.values())
    return whole and after >= 0 and all(_forward(cabinet, command, rose, bills))


def _forward(
    cabinet: Cabinet, command: Report, rose: Mapping[str, Mapping[str, int]], bills: int
) -> Iterator[bool]:
    for meters in (*rose.values(), {"bills": bills}):
        for name, value in meters.items():
            yield value < _whole(cabinet, name) // 2
    alone = {"tickets_out": sum(command.tickets.values())}
    for name in OWN:
        ours = cabinet.meters.get(name, 0) + alone.get(name, 0)
        behind = _rise(cabinet, name, ours, command.totals)
        yield behind < _whole(cabinet, name) // 2


def _in_order(cabinet: Cabinet, command: Report) -> Report:
    """The report in the order of the program's bets, whatever order it came in; `Refused` if it is
    not of this program."""
    bets = [level.bet for level in cabinet.program().levels()]
    for bet, meters in command.games.items():
        if bet not in bets or meters.keys() != set(PLAYED):
            raise Refused(OFFERED, "not-offered", bet=bet[:20], denomination=cabinet.worth)
    if command.totals.keys() != set(TOTALS):
        raise Refused(ALTERED, "not-an-answer", answer=" ".join(command.totals)[:80])
    games = {
        bet: {name: command.games[bet][name] for name in PLAYED}
        for bet in bets
        if bet in command.games
    }
    totals = {name: command.totals[name] for name in TOTALS}
    return Report(games, totals, command.credits, command.tickets)


def heard(cabinet: Cabinet, event: LineJoined | MetersReported) -> Cabinet:
    """The cabinet after it was heard."""
    games = {bet: dict(meters) for bet, meters in event.games.items()}
    line = Line(games, dict(event.totals), "" if cabinet.line is None else cabinet.line.ticket)
    if isinstance(event, LineJoined):
        told = Counter(event.totals)
        for meters in event.games.values():
            told.update(meters)
        here = cabinet.seats.get(FIRST, {})
        before = {name: value - here.get(name, 0) for name, value in told.items()}
        return replace(cabinet, line=line, meters={**cabinet.meters, **told}, before=before)
    sums: Counter[str] = Counter()
    played = dict(cabinet.played)
    for bet, rose in event.rose.items():
        sums.update(rose)
        key = f"{cabinet.running}/{cabinet.worth}/{bet}"
        played[key] = counted(played.get(key) or dict.fromkeys(PLAYED, 0), **rose)
    change = event.bills + sums["coin_out"] - sums["coin_in"]
    after = count(with_credits(cabinet, FIRST, change), FIRST, bills=event.bills, **sums)
    return replace(after, line=line, played=played)
