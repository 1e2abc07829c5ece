"""What came out against what the scenario says must come out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tapete.core.book.account import Account
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event, RoundVoided, net
from tapete.core.round.record import Record, line_of_event
from tapete.scenario.file import RoundPlan, Scenario

Code = Literal[
    "broken-file",
    "cannot-open",
    "not-done",
    "cannot-begin",
    "bet-refused",
    "taken",
    "throw-taken",
    "bets-never-asked",
    "move-refused",
    "move-missing",
    "move-taken",
    "moves-left",
    "chance-refused",
    "chance-missing",
    "chance-left",
    "rulings-left",
    "answer-refused",
    "unknown-ask",
    "error",
    "net",
    "voided",
    "not-voided",
    "not-given-back",
    "pot",
    "advance",
    "value",
    "not-refused",
    "refused",
    "refused-otherwise",
]
"""What can differ, from reading the file to comparing what came out."""


@dataclass(frozen=True)
class Difference:
    """One thing that came out otherwise. ``code`` says what; texts of it are in the locale.

    It is of a round, a case or a step of the file, numbered from 1.

    ``events`` are the lines of the seat's events, each with the clause that made it; ``refusal``
    is what the rules said to something that was to be done.
    """

    code: Code
    round: int = 0
    seat: int | None = None
    expected: str = ""
    found: str = ""
    clauses: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    line: int = 0
    refusal: Refused | None = None
    case: int = 0
    step: int = 0

    def __str__(self) -> str:
        who = f" seat {self.seat}" if self.seat is not None else ""
        return f"round {self.round}{who} {self.code}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True)
class Result:
    """A scenario played: what differed, and the actas of its rounds."""

    file: str
    scenario: Scenario | None = None
    differences: tuple[Difference, ...] = ()
    records: tuple[Record, ...] = ()
    title: str = ""

    @property
    def passed(self) -> bool:
        return not self.differences


def of_seat(events: Iterable[Event], seat: int) -> list[Event]:
    """The events that concern a seat: those that name it or move its chips."""
    return [
        event
        for event in events
        if getattr(event, "seat", None) == seat
        or any(_owner(account) == seat for account, _ in event.postings())
    ]


def compare(
    number: int, plan: RoundPlan, told: Sequence[Event], *, pot: int, advance: int
) -> list[Difference]:
    """Compare a round that was played with what it was to bring.

    ``told`` is everything told since the round before; ``pot`` and ``advance`` are what a
    progressive pot holds now.
    """
    found: list[Difference] = []
    owners = {_owner(account) for event in told for account, _ in event.postings()}
    for seat in sorted({*plan.net, *(owner for owner in owners if owner is not None)}):
        expected, came = plan.net.get(seat, 0), net(told, seat)
        if expected != came:
            mine = of_seat(told, seat)
            paid = tuple(dict.fromkeys(event.clause for event in mine if event.postings()))
            lines = tuple(line_of_event(event) for event in mine)
            said = (f"{expected:+d}", f"{came:+d}")
            found.append(Difference("net", number, seat, *said, paid, lines))
    found += _compare_void(number, plan, told)
    if plan.expect_pot not in (None, pot):
        found.append(Difference("pot", number, None, str(plan.expect_pot), str(pot)))
    if plan.expect_advance not in (None, advance):
        found.append(Difference("advance", number, None, str(plan.expect_advance), str(advance)))
    return found


def _compare_void(number: int, plan: RoundPlan, told: Sequence[Event]) -> list[Difference]:
    voided = [event for event in told if isinstance(event, RoundVoided)]
    clauses = tuple(event.clause for event in voided)
    if plan.void is False and voided:
        return [Difference("voided", number, found=voided[0].cause, clauses=clauses)]
    if not plan.void:
        return []
    if not voided:
        return [Difference("not-voided", number)]
    left: dict[Account, int] = {}
    for event in told:
        for account, amount in event.postings():
            left[account] = left.get(account, 0) + amount
    return [
        Difference("not-given-back", number, _owner(account), "0", f"{amount:+d}", clauses)
        for account, amount in left.items()
        if amount and _owner(account) is not None
    ]


def _owner(account: Account) -> int | None:
    """The seat whose chips these are, before it or on the cloth."""
    return account.seat if account.kind in ("seat", "spot") else None
