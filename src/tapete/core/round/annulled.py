"""Annulling: the one way in which a round, or a part of one, comes not to count.

A rule that annules raises `Annulled`, wherever it stands. `annulling` catches it: the bets go back,
whatever else had been moved is undone, and the round is told void with its cause and its clause.
A table that voids a round from outside (`void`) undoes it by the same postings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from tapete.core.book.account import Account, Posting, in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.round.ask import Round, SoFar
from tapete.core.round.bets import Stake
from tapete.core.round.event import Event, RoundVoided
from tapete.core.round.settle import give_back

T = TypeVar("T")


class Annulled(Exception):
    """The round does not count, why, and the clause that says so."""

    def __init__(self, cause: str, clause: ClauseId) -> None:
        self.cause, self.clause = cause, clause


Refund: TypeAlias = Callable[[Annulled], Round[None]]
"""How the bets that still lie there go back, told before the round is told void."""


def annulling(round_: Round[T], refund: Refund) -> Round[T | Annulled]:
    """Play what the rules may annul. Gives what it gives, or why it does not count.

    Nobody has won or lost anything by an annulled round: whatever the refund leaves open (bets
    settled before, commissions) is undone by the event that tells the round void.
    """
    before = yield from SoFar()
    try:
        return (yield from round_)
    except Annulled as out:
        yield from refund(out)
        told = yield from SoFar()
        undone = taken_back(told[len(before) :], _owner)
        yield RoundVoided(cause=out.cause, undone=undone, clause=out.clause)
        return out


def bets_back(stakes: Iterable[Stake]) -> Refund:
    """The plain refund: every one of these bets goes back."""

    def refund(out: Annulled) -> Round[None]:
        for stake in stakes:
            yield from give_back(stake, out.clause, why="anulada")

    return refund


def void(
    events: Iterable[Event], cause: str, clause: ClauseId, *, round: int | None = None
) -> RoundVoided:
    """The event that voids a round from outside and puts every chip back where it was."""
    return RoundVoided(cause=cause, round=round, undone=taken_back(events), clause=clause)


def taken_back(
    events: Iterable[Event], at: Callable[[Account], Account] = lambda account: account
) -> tuple[Posting, ...]:
    """The postings that undo these events, in the order of the accounts they touched; ``at``
    names the account to count each one in."""
    moved: Counter[Account] = Counter()
    for event in events:
        for account, amount in event.postings():
            moved[at(account)] += amount
    return tuple((account, -amount) for account, amount in moved.items() if amount)


def _owner(account: Account) -> Account:
    """Chips on the felt are still those of the seat that put them there."""
    seat = account.seat if account.kind == "spot" else None
    return account if seat is None else in_stack(seat)
