"""Settling: the few ways a bet can end, written once for every game."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from tapete.core.book.account import BANK
from tapete.core.book.clause import ClauseId
from tapete.core.book.money import down, say_odds, say_share
from tapete.core.round.ask import Round
from tapete.core.round.bets import Stake
from tapete.core.round.event import (
    BetLost,
    BetMoved,
    BetReturned,
    BetWon,
    CommissionTaken,
)


def win(
    stake: Stake,
    odds: Fraction,
    clause: ClauseId,
    *,
    unit: int = 1,
    commission: Fraction = Fraction(0),
    commission_clause: ClauseId = "",
) -> Round[int]:
    """Pay the bet and leave its stake on the felt. Gives what was paid.

    With a commission it is paid net of it: the payment is rounded, not the commission, whose
    whole pesos go from the bank to the account of commissions.
    """
    if stake.excess:
        yield _excess_back(stake, "CAT-I.4.2-04")
    won = stake.amount * odds
    exact = won * (1 - commission) if commission else won
    paid = down(exact, unit)
    yield BetWon(
        seat=stake.seat, bet=stake.bet, stake=stake.amount, odds=say_odds(odds),
        paid=paid, dropped="0" if exact == paid else str(exact - paid), clause=clause,
    )  # fmt: skip
    if commission:
        yield CommissionTaken(
            seat=stake.seat, source=BANK, won=down(won), share=say_share(commission),
            amount=down(won * commission), clause=commission_clause or clause,
        )  # fmt: skip
    return paid


def win_and_return(
    stake: Stake,
    odds: Fraction,
    clause: ClauseId,
    *,
    unit: int = 1,
    commission: Fraction = Fraction(0),
    commission_clause: ClauseId = "",
) -> Round[int]:
    """Pay the bet, net of a commission if there is one, and give its stake back. Gives what
    was paid."""
    paid = yield from win(
        stake, odds, clause,
        unit=unit, commission=commission, commission_clause=commission_clause,
    )  # fmt: skip
    yield from give_back(stake, clause, why="ganada", excess=False)
    return paid


def lose(stake: Stake, clause: ClauseId) -> Round[None]:
    """Take the whole bet. Of a bet noticed late above the maximum only the maximum."""
    if stake.excess:
        yield _excess_back(stake, "CAT-I.4.2-05")
    yield BetLost(seat=stake.seat, bet=stake.bet, amount=stake.amount, clause=clause)


def lose_half(
    stake: Stake,
    clause: ClauseId,
    *,
    unit: int = 1,
    lost: Fraction = Fraction(1, 2),
    back_first: bool = False,
) -> Round[int]:
    """Take half of the bet, or the share ``lost``, and give the rest back, rounded down to the
    paying unit; some games give back first and then take. Gives what came back."""
    if stake.excess:
        yield _excess_back(stake, "CAT-I.4.2-05")
    back = down(stake.amount * (1 - lost), unit)
    given = BetReturned(seat=stake.seat, bet=stake.bet, amount=back, why="mitad", clause=clause)
    if back and back_first:
        yield given
    if stake.amount > back:
        taken = stake.amount - back
        yield BetLost(seat=stake.seat, bet=stake.bet, amount=taken, clause=clause)
    if back and not back_first:
        yield given
    return back


def give_back(stake: Stake, clause: ClauseId, *, why: str, excess: bool = True) -> Round[None]:
    """Hand the stake back: a tie, a void round, the stake of a winner."""
    amount = stake.amount + (stake.excess if excess else 0)
    yield BetReturned(seat=stake.seat, bet=stake.bet, amount=amount, why=why, clause=clause)


def keep(stake: Stake) -> Round[Stake]:
    """Leave an undecided bet on the felt, without what it has above the maximum."""
    if stake.excess:
        yield _excess_back(stake, "CAT-I.4.2-03")
    return replace(stake, excess=0)


def move(stake: Stake, to: str, clause: ClauseId) -> Round[Stake]:
    """Move the bet to another spot of the cloth, without what it has above the maximum."""
    if stake.excess:
        yield _excess_back(stake, "CAT-I.4.2-03")
    yield BetMoved(seat=stake.seat, bet=stake.bet, to=to, amount=stake.amount, clause=clause)
    return Stake(stake.seat, to, stake.amount, mark=stake.mark)


def _excess_back(stake: Stake, clause: ClauseId) -> BetReturned:
    return BetReturned(
        seat=stake.seat, bet=stake.bet, amount=stake.excess, why="exceso", clause=clause
    )
