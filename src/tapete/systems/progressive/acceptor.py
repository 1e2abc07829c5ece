"""The acceptor before each place: credits bought, staked, taken back, and its light."""

from __future__ import annotations

from tapete.core.book.account import Posting, in_cash, in_stack
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Fact, Refused
from tapete.systems.pot.events import PotEvent
from tapete.systems.progressive.commands import (
    BuyCredits,
    CashCredits,
    FailLight,
    MendLight,
    Stake,
    TakeBack,
)
from tapete.systems.progressive.events import (
    CREDITS,
    PROMOTIONS,
    CreditsBought,
    CreditsCashed,
    CreditsStaked,
    CreditsTakenBack,
    LightFailed,
    LightMended,
)
from tapete.systems.progressive.state import Position, ProgressiveState, position_of, terms_of
from tapete.systems.progressive.terms import MANUAL, ProgressiveTerms

CASH = "efectivo"

Events = tuple[PotEvent, ...]


def _found(state: ProgressiveState, table: str, seat: int) -> tuple[ProgressiveTerms, Position]:
    return terms_of(state), position_of(state, table, seat)


def _check_meter(terms: ProgressiveTerms, table: str) -> None:
    if terms.acceptor == MANUAL:
        raise Refused(terms.rules.by("slot"), "no-meter-for-credits", pot=terms.pot, table=table)


def _check_credits(terms: ProgressiveTerms, seat: int, credits: int) -> None:
    if credits <= 0:
        raise Refused(terms.rules.by("credits"), "not-whole-credits", seat=seat, credits=credits)


def buy(command: BuyCredits, state: ProgressiveState) -> Events:
    """Money or chips become credits on the meter of the same position (CAT-III.6.4.1-04)."""
    terms, _ = _found(state, command.table, command.seat)
    _check_meter(terms, command.table)
    _check_credits(terms, command.seat, command.credits)
    clause = terms.rules.by("credits_bought")
    if command.instrument not in terms.rules.credits_bought:
        raise Refused(clause, "credits-not-for-that", instrument=command.instrument)
    source = in_cash if command.instrument == CASH else in_stack
    worth = command.credits * terms.credit
    bought = CreditsBought(
        table=command.table, seat=command.seat, credits=command.credits,
        instrument=command.instrument, clause=clause,
        moved=((source(command.seat), -worth), (CREDITS, worth)),
    )  # fmt: skip
    return (bought,)


def cash(command: CashCredits, state: ProgressiveState) -> Events:
    """Credits nobody staked become chips again; promotional ones are for the progressive only."""
    terms, position = _found(state, command.table, command.seat)
    _check_meter(terms, command.table)
    if not position.credits and not position.promotional:
        raise Refused(terms.rules.by("credits_bought"), "no-credits", seat=command.seat, has=0)
    worth = position.credits * terms.credit
    moved: tuple[Posting, ...] = ((CREDITS, -worth), (in_stack(command.seat), worth))
    cashed = CreditsCashed(
        table=command.table, seat=command.seat, credits=position.credits,
        lapsed=position.promotional, clause=terms.rules.by("credits_bought"),
        moved=moved if worth else (),
    )  # fmt: skip
    return (cashed,)


def stake(command: Stake, state: ProgressiveState) -> Events:
    """A player stakes credits: from his meter, promotional ones first, or as chips in the slot."""
    terms, position = _found(state, command.table, command.seat)
    rules = terms.rules
    facts: dict[str, Fact] = {"table": command.table, "seat": command.seat}
    _check_credits(terms, command.seat, command.credits)
    if not state.pot.active:
        raise Refused(rules.by("authority"), "pot-not-active", pot=terms.pot)
    if state.tables[command.table].locked:
        raise Refused(rules.by("locked"), "bets-closed", **facts)
    if position.faulty:
        raise Refused(rules.by("faulty"), "position-closed", **facts)
    amount = (position.bet + command.credits) * terms.credit
    if amount < terms.low:
        raise Refused(rules.by("same_limits"), "under-minimum", **facts, minimum=terms.low)
    if terms.max is not None and amount > terms.max:
        raise Refused(rules.by("same_limits"), "over-maximum", **facts, maximum=terms.max)
    if terms.acceptor == MANUAL:
        if command.instrument not in rules.slot:
            raise Refused(rules.by("slot"), "not-for-the-slot", instrument=command.instrument)
        return (
            CreditsStaked(
                table=command.table, seat=command.seat, credits=command.credits,
                clause=rules.by("lit"),
            ),
        )  # fmt: skip
    has = position.credits + position.promotional
    if command.credits > has:
        raise Refused(rules.by("credits_bought"), "no-credits", **facts, has=has)
    given = min(command.credits, position.promotional)
    own = (command.credits - given) * terms.credit
    staked = CreditsStaked(
        table=command.table, seat=command.seat, credits=command.credits, promotional=given,
        clause=rules.by("pressed"),
        moved=_nonzero(
            (CREDITS, -own), (PROMOTIONS, -given * terms.credit),
            (in_stack(command.seat), own + given * terms.credit),
        ),
    )  # fmt: skip
    return (staked,)


def take_back(command: TakeBack, state: ProgressiveState) -> Events:
    """A player takes his bet back while betting is open."""
    terms, position = _found(state, command.table, command.seat)
    facts: dict[str, Fact] = {"table": command.table, "seat": command.seat}
    if state.tables[command.table].locked:
        raise Refused(terms.rules.by("locked"), "bets-closed", **facts)
    credits = position.bet if command.credits is None else command.credits
    if not 0 < credits <= position.bet:
        raise Refused(terms.rules.by("unlit"), "no-bet-on-the-pot", **facts)
    clause = terms.rules.by("voluntary")
    return (taken_back(state, command.table, command.seat, clause, credits),)


def taken_back(
    state: ProgressiveState, table: str, seat: int, clause: ClauseId, credits: int | None = None
) -> PotEvent:
    """Return a stake of a position, or so many credits of it, to its meter: the player's own
    before promotional ones; chips of a slot go back to the player."""
    terms, position = _found(state, table, seat)
    own = position.staked if credits is None else min(credits, position.staked)
    given = position.staked_promotional if credits is None else credits - own
    moved: tuple[Posting, ...] = ()
    if terms.acceptor != MANUAL:
        moved = _nonzero(
            (CREDITS, own * terms.credit), (PROMOTIONS, given * terms.credit),
            (in_stack(seat), -(own + given) * terms.credit),
        )  # fmt: skip
    return CreditsTakenBack(
        table=table, seat=seat, credits=own, promotional=given, clause=clause, moved=moved
    )


def fail_light(command: FailLight, state: ProgressiveState) -> Events:
    """A faulty light closes its position; a bet already locked is good (CAT-III.6.6-02)."""
    terms, position = _found(state, command.table, command.seat)
    if position.faulty:
        return ()
    clause = terms.rules.by("faulty")
    return (LightFailed(table=command.table, seat=command.seat, clause=clause),)


def mend_light(command: MendLight, state: ProgressiveState) -> Events:
    """The position may take part again."""
    terms, position = _found(state, command.table, command.seat)
    if not position.faulty:
        return ()
    clause = terms.rules.by("faulty")
    return (LightMended(table=command.table, seat=command.seat, clause=clause),)


def _nonzero(*postings: Posting) -> tuple[Posting, ...]:
    return tuple(posting for posting in postings if posting[1])
