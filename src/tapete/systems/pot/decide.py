"""Deciding: what a command brings about at a pot, or the clause that refuses it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from tapete.core.book.account import Account, Posting
from tapete.core.book.refused import Refused
from tapete.core.book.written import plain
from tapete.core.round.pot import ADVANCE, MAIN, POT, RESERVE
from tapete.systems.pot.commands import (
    Activate,
    Change,
    Close,
    Contribute,
    Draw,
    End,
    Move,
    Open,
    Pay,
    PotCommand,
    Publish,
    Receive,
    Suspend,
    Win,
    Withdraw,
)
from tapete.systems.pot.events import (
    BASE,
    COMMISSION,
    FUND,
    HOUSE_ONLY,
    MOVED,
    OVERFLOW,
    BetDivided,
    BetWithdrawn,
    ConditionPublished,
    PotActivated,
    PotClosed,
    PotEvent,
    PotMoved,
    PotOpened,
    PotReceived,
    PotRestarted,
    PotSuspended,
    PrizePaid,
    RoundOver,
    RoundUndone,
    TermsChanged,
    ThresholdDrawn,
    ThresholdPromised,
    ThresholdReached,
)
from tapete.systems.pot.evolve import evolve
from tapete.systems.pot.state import Pot, terms_of
from tapete.systems.pot.terms import Terms, check_terms

Events = tuple[PotEvent, ...]


def decide(pot: Pot, command: PotCommand) -> Events:
    """The events a command brings about. Raises `Refused` if the rules do not allow it."""
    if isinstance(command, Open):
        return _open(pot, command)
    terms = terms_of(pot)
    if pot.closed:
        raise Refused(terms.clauses.base, "pot-closed", pot=terms.pot)
    match command:
        case Publish():
            return _publish(pot, terms)
        case Activate():
            return _activate(pot, terms)
        case Suspend() | Change() | Move() | Close():
            return _between_rounds(pot, terms, command)
        case Draw():
            return _draw(pot, terms, command)
        case Contribute():
            return _contribute(pot, terms, command)
        case Withdraw():
            return _withdraw(pot, terms, command)
        case Pay():
            return _pay(pot, terms, command)
        case Win():
            return _win(pot, terms, command)
        case End():
            return _end(pot, terms, command)
        case Receive():
            meters = json.loads(plain(command.meters))
            received = PotReceived(
                source=command.source, by=command.by, meters=meters, clause=terms.clauses.changed
            )
            return (moving(received, pot),)


# Setting up


def _open(pot: Pot, command: Open) -> Events:
    terms = command.terms
    if pot.terms is not None:
        raise Refused(terms.clauses.base, "pot-exists", pot=pot.terms.pot)
    check_terms(terms)
    main = terms.base if command.main is None else command.main
    for amount in (main, command.reserve):
        if amount < 0 or (terms.limit is not None and main > terms.limit):
            raise Refused(terms.clauses.base, "bad-amount", amount=str(amount))
    opened = PotOpened(
        terms=json.loads(plain(terms)), main=main, reserve=command.reserve,
        clause=terms.clauses.base,
    )  # fmt: skip
    return (moving(opened, pot),)


def _publish(pot: Pot, terms: Terms) -> Events:
    clause = terms.clauses.published
    if not terms.condition:
        raise Refused(clause, "condition-missing", pot=terms.pot)
    if pot.published == pot.version:
        return ()
    told = ConditionPublished(version=pot.version, condition=terms.condition, clause=clause)
    return (told,)


def _activate(pot: Pot, terms: Terms) -> Events:
    """A pot is live only after its condition was made known."""
    clause = terms.clauses.published
    if pot.published != pot.version:
        raise Refused(clause, "condition-not-published", pot=terms.pot, version=pot.version)
    if terms.scope == "casinos" and not terms.registration:
        raise Refused(terms.clauses.linked, "pot-not-registered", pot=terms.pot)
    return () if pot.active else (PotActivated(clause=clause),)


def _between_rounds(pot: Pot, terms: Terms, command: Suspend | Change | Move | Close) -> Events:
    clauses = terms.clauses
    if pot.courses:
        raise Refused(clauses.changed, "round-in-course", pot=terms.pot, unit=min(pot.courses))
    if isinstance(command, Suspend):
        return (PotSuspended(by=command.by, clause=clauses.changed),) if pot.active else ()
    if pot.active:
        raise Refused(clauses.changed, "pot-in-operation", pot=terms.pot)
    match command:
        case Change():
            return _change(pot, terms, command)
        case Move():
            if command.to in ("", terms.pot):
                raise Refused(clauses.changed, "no-such-pot", pot=command.to)
            moved = PotMoved(
                to=command.to, by=command.by, meters=json.loads(plain(pot.meters)),
                clause=clauses.changed,
            )  # fmt: skip
            return (moving(moved, pot),)
        case Close():
            if pot.meters.held or pot.meters.owed:
                held = pot.meters.held
                raise Refused(clauses.changed, "pot-holds-money", pot=terms.pot, held=held)
            return (PotClosed(by=command.by, clause=clauses.changed),)


def _change(pot: Pot, terms: Terms, command: Change) -> Events:
    after = command.terms
    check_terms(after)
    if (after.pot, after.fund, after.clauses) != (terms.pot, terms.fund, terms.clauses):
        raise Refused(terms.clauses.changed, "another-pot", pot=after.pot)
    changed = TermsChanged(
        version=pot.version + 1, by=command.by, before=json.loads(plain(terms)),
        after=json.loads(plain(after)), clause=terms.clauses.changed,
    )  # fmt: skip
    return (moving(changed, pot),)


# A mystery pot


def promise_of(salt: str, threshold: int) -> str:
    """The promise of a threshold, published before it is reached: SHA-256 of its salt and
    itself."""
    return hashlib.sha256(f"{salt}{threshold}".encode()).hexdigest()


def _draw(pot: Pot, terms: Terms, command: Draw) -> Events:
    clause = terms.clauses.published
    if not terms.mystery or terms.limit is None:
        raise Refused(clause, "no-mystery-pot", pot=terms.pot)
    if pot.threshold is not None:
        raise Refused(clause, "threshold-drawn", pot=terms.pot)
    if not terms.base < command.threshold <= terms.limit or not command.salt:
        raise Refused(clause, "bad-threshold", least=terms.base + 1, most=terms.limit)
    promise = promise_of(command.salt, command.threshold)
    return (
        ThresholdPromised(promise=promise, clause=clause),
        ThresholdDrawn(
            threshold=command.threshold, salt=command.salt, clause=clause, audience=HOUSE_ONLY
        ),
    )


def _reached(pot: Pot, terms: Terms, command: Contribute) -> Events:
    """The bet that brings a mystery pot to its threshold wins it as it then stands."""
    threshold = pot.threshold
    if threshold is None or threshold.amount is None or pot.meters.current < threshold.amount:
        return ()
    reached = ThresholdReached(
        unit=command.unit, place=command.place, threshold=threshold.amount, salt=threshold.salt,
        clause=terms.clauses.won,
    )  # fmt: skip
    won = Win(command.unit, (command.place,), "misterioso", command.final)
    return (reached, *_won(pot, terms, won))


# A round


def _check_active(pot: Pot, terms: Terms) -> None:
    if not pot.active:
        raise Refused(terms.clauses.published, "pot-not-active", pot=terms.pot)


def _contribute(pot: Pot, terms: Terms, command: Contribute) -> Events:
    _check_active(pot, terms)
    if command.amount <= 0:
        raise Refused(terms.clauses.fed, "bad-amount", amount=str(command.amount))
    if terms.mystery and pot.threshold is None:
        raise Refused(terms.clauses.published, "threshold-not-drawn", pot=terms.pot)
    divided = BetDivided(
        unit=command.unit, place=command.place, amount=command.amount, final=command.final,
        clause=terms.clauses.fed,
    )  # fmt: skip
    told = moving(divided, pot)
    return (told, *_reached(evolve(pot, told), terms, command))


def _withdraw(pot: Pot, terms: Terms, command: Withdraw) -> Events:
    bets = [bet.amount for bet in pot.course(command.unit).fed if bet.place == command.place]
    if not bets:
        _no_bet(terms, command.unit, command.place)
    withdrawn = BetWithdrawn(
        unit=command.unit, place=command.place, amount=sum(bets), clause=terms.clauses.fed
    )
    return (moving(withdrawn, pot),)


def _pay(pot: Pot, terms: Terms, command: Pay) -> Events:
    """Take the prizes of a round out of the pot, one after the other as they were told."""
    told: list[PotEvent] = []
    after = pot
    for prize in command.prizes:
        if prize.place not in pot.course(command.unit).places:
            _no_bet(terms, command.unit, prize.place)
        main, reserve = after.meters.current - prize.main, after.meters.reserve - prize.reserve
        whole = prize.main + prize.reserve + prize.advance == prize.amount
        if min(main, reserve) < 0 or (prize.advance and max(main, reserve) > 0) or not whole:
            raise Refused(
                terms.clauses.short, "pot-does-not-hold-it", amount=prize.amount,
                main=after.meters.current, reserve=after.meters.reserve,
            )  # fmt: skip
        paid = PrizePaid(
            number=after.prizes + 1, unit=command.unit, place=prize.place, prize=prize.prize,
            amount=prize.amount, main=prize.main, reserve=prize.reserve, advance=prize.advance,
            clause=prize.clause,
        )  # fmt: skip
        told.append(paid)
        after = evolve(after, paid)
    if any(prize.whole for prize in command.prizes):
        told.append(_restart(after, terms, command.unit, final=False))
    return tuple(told)


def _win(pot: Pot, terms: Terms, command: Win) -> Events:
    _check_active(pot, terms)
    if not command.places or len(set(command.places)) != len(command.places):
        raise Refused(terms.clauses.shared, "winners-named-once", unit=command.unit)
    if terms.mystery:
        raise Refused(terms.clauses.won, "won-by-its-threshold", pot=terms.pot)
    return _won(pot, terms, command)


def _won(pot: Pot, terms: Terms, command: Win) -> Events:
    """The whole pot to the winners of one round in equal parts, odd pesos to the lowest place."""
    clauses, winners = terms.clauses, sorted(command.places)
    equal, odd = divmod(pot.meters.current, len(winners))
    told: list[PotEvent] = []
    for k, place in enumerate(winners):
        extra = odd if k == 0 else 0
        clause = clauses.won if len(winners) == 1 else clauses.odd if extra else clauses.shared
        told.append(
            PrizePaid(
                number=pot.prizes + 1 + k, unit=command.unit, place=place, prize=command.prize,
                amount=equal + extra, main=equal + extra, winners=len(winners), odd=extra,
                final=command.final, clause=clause,
            )
        )  # fmt: skip
    after = pot
    for event in told:
        after = evolve(after, event)
    return (*told, _restart(after, terms, command.unit, final=command.final))


def _restart(pot: Pot, terms: Terms, unit: str, *, final: bool) -> PotEvent:
    overflow, reserve, house = pot.meters.seeds(terms)
    again = PotRestarted(
        unit=unit, house=house, reserve=reserve, overflow=overflow, final=final,
        clause=terms.clauses.base,
    )  # fmt: skip
    return moving(again, pot)


def _end(pot: Pot, terms: Terms, command: End) -> Events:
    if command.unit not in pot.courses:
        return ()
    if not command.voided:
        return (RoundOver(unit=command.unit, clause=terms.clauses.fed),)
    by_round: Counter[Account] = Counter()
    for prize in pot.course(command.unit).paid:
        by_round += Counter({MAIN: prize.main, RESERVE: prize.reserve, ADVANCE: prize.advance})
    undone = RoundUndone(unit=command.unit, clause=terms.clauses.fed)
    return (moving(undone, pot, by_round),)


def _no_bet(terms: Terms, unit: str, place: int) -> None:
    raise Refused(terms.clauses.fed, "no-bet-on-the-pot", unit=unit, place=place)


# Whole pesos


def moving(event: PotEvent, pot: Pot, besides: Mapping[Account, int] | None = None) -> PotEvent:
    """The event with the whole pesos it moves between the accounts of the pot and of the house;
    ``besides`` are what others move at the same time."""
    old, new = accounts(pot), accounts(evolve(pot, event))
    moved: list[Posting] = [
        (account, new[account] - old.get(account, 0) - (besides or {}).get(account, 0))
        for account in new
    ]
    moved.append((POT, -sum(amount for _, amount in moved)))
    return replace(event, moved=tuple((account, amount) for account, amount in moved if amount))


def accounts(pot: Pot) -> dict[Account, int]:
    """The accounts of a pot in the ledger; what is not there yet or not there any more of the bets
    put into it is on the account `POT`."""
    if pot.terms is None:
        return {}
    meters = pot.meters
    found = {MAIN: meters.current, RESERVE: meters.reserve, OVERFLOW: meters.overflow}
    if pot.terms.fund == "bets":
        found[COMMISSION] = meters.commission
    else:
        found[FUND] = -meters.contributed
    return {**found, ADVANCE: -meters.owed, BASE: -meters.seeded, MOVED: meters.moved}
