"""Folding: how each event changes the pot."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from tapete.core.datafile import exact
from tapete.systems.progressive.events import (
    BetDivided,
    BetsLocked,
    BetWithdrawn,
    CreditsBought,
    CreditsCashed,
    CreditsStaked,
    CreditsTakenBack,
    DayClosed,
    LightFailed,
    LightMended,
    PotActivated,
    PotEvent,
    PotOpened,
    PotRestarted,
    PrizePaid,
    PromotionGiven,
    RoundOver,
    RoundUndone,
    TableLinked,
    TableUnlinked,
)
from tapete.systems.progressive.state import (
    NONE,
    Balances,
    Position,
    PotState,
    TableLink,
)
from tapete.systems.progressive.terms import MANUAL, PotTerms


def evolve(state: PotState, event: PotEvent) -> PotState:
    """The pot after one more event; its meters are checked every time."""
    after = _evolve(state, event)
    after.balances.check()
    return after


def fold(events: Iterable[PotEvent]) -> PotState:
    """The pot after these events."""
    state = PotState()
    for event in events:
        state = evolve(state, event)
    return state


def _evolve(state: PotState, event: PotEvent) -> PotState:
    match event:
        case PotOpened():
            terms = msgspec.convert(event.terms, PotTerms, dec_hook=exact)
            main, reserve = Fraction(event.main), Fraction(event.reserve)
            balances = Balances(main=main, reserve=reserve, base=main + reserve)
            return replace(state, terms=terms, balances=balances, opening=balances)
        case PotActivated():
            return replace(state, active=True)
        case TableLinked():
            positions = {seat: Position() for seat in range(1, event.places + 1)}
            table = TableLink(
                game=event.game, casino=event.casino, informed=event.informed, positions=positions
            )
            return state.with_table(event.table, table)
        case TableUnlinked():
            left = {name: table for name, table in state.tables.items() if name != event.table}
            return replace(state, tables=left)
        case DayClosed():
            days = (*state.days, event.day)
            return replace(state, opening=state.balances, before=state.won, days=days)
        case LightFailed() | LightMended() | CreditsBought() | CreditsCashed():
            return _at_position(state, event)
        case CreditsStaked() | CreditsTakenBack():
            return _at_position(state, event)
        case PrizePaid() | PotRestarted() | PromotionGiven():
            return _won(state, event)
    return _in_round(state, event)


def _at_position(
    state: PotState,
    event: LightFailed
    | LightMended
    | CreditsBought
    | CreditsCashed
    | CreditsStaked
    | CreditsTakenBack,
) -> PotState:
    assert state.terms is not None
    table = state.tables[event.table]
    old = table.positions[event.seat]
    slot = state.terms.acceptor == MANUAL  # a slot keeps no credits
    match event:
        case LightFailed():
            new = replace(old, faulty=True, lit=False)
        case LightMended():
            new = replace(old, faulty=False)
        case CreditsBought():
            new = replace(old, credits=old.credits + event.credits)
        case CreditsCashed():
            new = replace(old, credits=old.credits - event.credits, promotional=0)
        case CreditsStaked():
            own = event.credits - event.promotional
            new = replace(
                old,
                credits=old.credits - (0 if slot else own),
                promotional=old.promotional - event.promotional,
                staked=old.staked + own,
                staked_promotional=old.staked_promotional + event.promotional,
                lit=True,
            )
        case CreditsTakenBack():
            new = replace(
                old,
                credits=old.credits + (0 if slot else event.credits),
                promotional=old.promotional + event.promotional,
                staked=old.staked - event.credits,
                staked_promotional=old.staked_promotional - event.promotional,
                lit=old.lit and old.bet > event.credits + event.promotional,
            )
    return state.with_table(event.table, table.with_position(event.seat, new))


def _in_round(state: PotState, event: PotEvent) -> PotState:
    assert state.terms is not None
    match event:
        case BetsLocked():
            table = state.tables[event.table]
            positions = {
                seat: replace(position, lit=seat in event.lit)
                for seat, position in table.positions.items()
            }
            table = replace(table, positions=positions, locked=True)
            return replace(state.with_table(event.table, table), increment=NONE, due=())
        case BetDivided():
            table = state.tables[event.table]
            split = state.balances.divide(state.terms.algorithm, event.amount)
            fed = {**table.course.fed, event.seat: (event.amount, split)}
            credits = event.amount // state.terms.credit
            course = replace(table.course, fed=fed)
            table = replace(table, counter=table.counter + credits, course=course)
            return replace(
                state.with_table(event.table, table),
                balances=state.balances.feed(event.amount, split),
                increment=state.increment + split.main,
            )
        case BetWithdrawn():
            table = state.tables[event.table]
            bet, split = table.course.fed[event.seat]
            fed = {seat: one for seat, one in table.course.fed.items() if seat != event.seat}
            credits = bet // state.terms.credit
            course = replace(table.course, fed=fed)
            table = replace(table, counter=table.counter - credits, course=course)
            balances = state.balances.feed(bet, split, -1).covered()
            return replace(state.with_table(event.table, table), balances=balances)
        case RoundOver():
            table = state.tables[event.table].round_over()
            return state.with_table(event.table, table)
        case RoundUndone():
            return _undone(state, event.table)
    raise AssertionError(f"the pot does not know {event!r}")


def _won(state: PotState, event: PrizePaid | PotRestarted | PromotionGiven) -> PotState:
    table = state.tables[event.table]
    course, balances = table.course, state.balances
    match event:
        case PrizePaid():
            course = replace(course, paid=(*course.paid, event))
            balances = balances.pay(event.main, event.reserve, event.advance)
        case PotRestarted():
            course = replace(course, restarted=(*course.restarted, event))
            balances = balances.restart(event.house, event.reserve)
        case PromotionGiven():
            course = replace(course, given=(*course.given, event))
            position = table.positions[event.seat]
            position = replace(position, promotional=position.promotional + event.credits)
            table = table.with_position(event.seat, position)
    state = replace(
        state.with_table(event.table, replace(table, course=course)), balances=balances
    )  # fmt: skip
    if isinstance(event, PotRestarted):
        return state
    amount = event.amount if isinstance(event, PrizePaid) else 0
    won = state.counting(event.prize, amount)
    return replace(state, prizes=event.number, due=(*state.due, event), won=won)


def _undone(state: PotState, name: str) -> PotState:
    assert state.terms is not None
    table, credit = state.tables[name], state.terms.credit
    course, balances = table.course, state.undone(name)
    for prize in course.paid:
        state = replace(state, won=state.counting(prize.prize, prize.amount, -1))
    for gift in course.given:
        state = replace(state, won=state.counting(gift.prize, 0, -1))
        position = table.positions[gift.seat]
        position = replace(position, promotional=position.promotional - gift.credits)
        table = table.with_position(gift.seat, position)
    counter = table.counter - sum(bet // credit for bet, _ in course.fed.values())
    table = replace(table, counter=counter).round_over()
    return replace(state.with_table(name, table), balances=balances, due=())
