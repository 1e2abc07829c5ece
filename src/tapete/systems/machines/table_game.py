"""Bets of positions on the table game behind a machine: taken, returned, closed, settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

from tapete.core.book.refused import Refused
from tapete.systems.machines.cabinet import RAISED, Cabinet, TablePlay
from tapete.systems.machines.commands import CloseTable, SettleTable, TableBet, TakeBack
from tapete.systems.machines.events import (
    MaxPrizeTold,
    PotFed,
    TableBetReturned,
    TableBetsClosed,
    TableBetTaken,
    TablePlayEnded,
)
from tapete.systems.machines.handpay import is_by_hand, raised
from tapete.systems.machines.play import MachineEvent
from tapete.systems.machines.states import (
    OFFERED,
    check_going_on,
    check_position,
    check_state,
)

Events = Sequence[MachineEvent]
T = TypeVar("T")


def table_game(cabinet: Cabinet, command: TableBet | TakeBack | CloseTable | SettleTable) -> Events:
    """The events a command brings about at the table game behind a machine."""
    match command:
        case TableBet():
            check_state(cabinet, money=False)
            check_position(cabinet, command.position)
            if command.outside:
                raise Refused("CAT-VI.4.1-10", "outside-area", position=command.position)
            if cabinet.table.closed:
                raise Refused("CAT-VI.3-05", "bets-closed", position=command.position)
            _check_linked(linked=command.linked)
            stake, has = sum(command.bets.values()), cabinet.credits.get(command.position, 0)
            if stake > has or min(command.bets.values(), default=0) <= 0:
                raise Refused(OFFERED, "not-enough-credits", stake=stake, credits=has)
            taken = TableBetTaken(
                position=command.position, bets=dict(command.bets), clause=OFFERED
            )
            return (taken,)
        case TakeBack():
            if cabinet.table.closed:
                raise Refused("CAT-VI.3-05", "bets-closed", position=command.position)
            amount = sum(cabinet.table.bets.get(command.position, {}).values())
            if not amount:
                raise Refused(OFFERED, "no-bets", position=command.position)
            back = TableBetReturned(position=command.position, amount=amount, clause=OFFERED)
            return (back,)
        case CloseTable():
            check_going_on(cabinet)
            if cabinet.table.closed:
                raise Refused("CAT-VI.3-05", "bets-closed")
            _check_linked(linked=command.linked)
            closed = TableBetsClosed(prizes=by_text(command.prizes), clause="CAT-VI.3-05")
            return (closed, *_fed(command.fed))
        case SettleTable():
            check_going_on(cabinet)
            if not cabinet.table.closed:
                raise Refused("CAT-VI.3-05", "bets-open")
            return _settled_table(cabinet, command)


def _check_linked(*, linked: bool) -> None:
    if not linked:
        raise Refused("CAT-VI.7.3-05", "pot-cut-off")


def _fed(fed: Mapping[str, int]) -> Events:
    return tuple(PotFed(pot=pot, amount=put, clause="CAT-VI.7.3-03") for pot, put in fed.items())


def _settled_table(cabinet: Cabinet, command: SettleTable) -> Events:
    """One result for all; what a position wins, with what pots pay it, is paid by people at the
    plan's limit or above."""
    prizes = Counter(cabinet.table.prizes) + Counter(command.prizes)
    all_paid = {at: paid + prizes[at] for at, paid in command.paid.items()}
    wins = sorted((at, won) for at, won in all_paid.items() if is_by_hand(cabinet, won))
    by_hand = tuple(at for at, _ in wins)
    more, bets = _raised_bets(cabinet, command), cabinet.table.bets
    staked = {at: sum(own.values()) + command.raised.get(at, 0) for at, own in bets.items()}
    after = {
        at: cabinet.credits.get(at, 0) - command.raised.get(at, 0)
        + (0 if at in by_hand else all_paid.get(at, 0))
        for at in bets
    }  # fmt: skip
    ended = TablePlayEnded(
        result=command.result, paid=by_text(all_paid), by_hand=by_hand,
        staked=by_text(staked), credits=by_text(after),
        program=cabinet.running, denomination=cabinet.worth,
        play=TablePlay(by_text(bets), by_text(cabinet.table.credits), command.answers),
        pots=by_text(prizes), clause="CAT-VI.3-05",
    )  # fmt: skip
    told = (MaxPrizeTold(amount=prizes[at], clause="CAT-VI.7.3-07") for at in sorted(prizes))
    waits = (raised(cabinet, amount, at, credits=False) for at, amount in wins)
    return (*more, *_fed(command.fed), ended, *told, *waits)


def by_text(by_position: Mapping[int, T]) -> dict[str, T]:
    """By position, as it is written in an event."""
    return {str(position): one for position, one in by_position.items()}


def _raised_bets(cabinet: Cabinet, command: SettleTable) -> Events:
    """What was staked more after the bets were closed: a double, a second hand, insurance."""
    more = {position: amount for position, amount in command.raised.items() if amount}
    for position, amount in more.items():
        has = cabinet.credits.get(position, 0)
        if amount > has:
            raise Refused(OFFERED, "not-enough-credits", stake=amount, credits=has)
    return tuple(
        TableBetTaken(position=position, bets={RAISED: amount}, clause=OFFERED)
        for position, amount in more.items()
    )
