"""Folding: how each event changes a progressive; what happens to its pot is folded there."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tapete.core.book.datafile import exact
from tapete.systems.pot.events import (
    BetDivided,
    BetWithdrawn,
    PotEvent,
    PotOpened,
    PrizePaid,
    RoundOver,
    RoundUndone,
)
from tapete.systems.pot.evolve import evolve as evolve_pot
from tapete.systems.progressive.events import (
    BetsLocked,
    CreditsBought,
    CreditsCashed,
    CreditsStaked,
    CreditsTakenBack,
    DayClosed,
    LightFailed,
    LightMended,
    ProgressiveSet,
    PromotionGiven,
    TableLinked,
    TableUnlinked,
)
from tapete.systems.progressive.state import Award, Position, ProgressiveState, TableLink
from tapete.systems.progressive.terms import MANUAL, ProgressiveTerms

AtPosition = (
    LightFailed | LightMended | CreditsBought | CreditsCashed | CreditsStaked | CreditsTakenBack
)


def evolve(state: ProgressiveState, event: PotEvent) -> ProgressiveState:
    """The progressive after one more event."""
    match event:
        case ProgressiveSet():
            terms = msgspec.convert(event.terms, ProgressiveTerms, dec_hook=exact)
            return replace(state, terms=terms)
        case TableLinked() | TableUnlinked():
            return _linked(state, event)
        case DayClosed():
            days = (*state.days, event.day)
            return replace(state, opening=state.meters, before=state.won, days=days)
        case BetsLocked():
            return _locked(state, event)
        case PromotionGiven():
            return _given(state, event)
        case (
            LightFailed()
            | LightMended()
            | CreditsBought()
            | CreditsCashed()
            | CreditsStaked()
            | CreditsTakenBack()
        ):
            return _at_position(state, event)
    return _in_pot(state, event)


def _linked(state: ProgressiveState, event: TableLinked | TableUnlinked) -> ProgressiveState:
    if isinstance(event, TableUnlinked):
        left = {name: table for name, table in state.tables.items() if name != event.table}
        return replace(state, tables=left)
    positions = {seat: Position() for seat in range(1, event.places + 1)}
    table = TableLink(
        game=event.game, casino=event.casino, informed=event.informed, positions=positions
    )
    return state.with_table(event.table, table)


def _locked(state: ProgressiveState, event: BetsLocked) -> ProgressiveState:
    table = state.tables[event.table]
    positions = {
        seat: replace(position, lit=seat in event.lit) for seat, position in table.positions.items()
    }
    table = replace(table, positions=positions, locked=True)
    return replace(state.with_table(event.table, table), increment=0, due=())


def _given(state: ProgressiveState, event: PromotionGiven) -> ProgressiveState:
    table = state.tables[event.table]
    position = table.positions[event.seat]
    position = replace(position, promotional=position.promotional + event.credits)
    award = Award(
        number=event.number, table=event.table, seat=event.seat, prize=event.prize,
        credits=event.credits,
    )  # fmt: skip
    state = state.with_table(event.table, table.with_position(event.seat, position))
    return _awarded(replace(state, pot=replace(state.pot, prizes=event.number)), award)


def _awarded(state: ProgressiveState, award: Award) -> ProgressiveState:
    table = state.tables[award.table]
    table = replace(table, awards=(*table.awards, award))
    won = state.counting(award.prize, award.amount)
    return replace(state.with_table(award.table, table), due=(*state.due, award), won=won)


def _at_position(state: ProgressiveState, event: AtPosition) -> ProgressiveState:
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


def _in_pot(state: ProgressiveState, event: PotEvent) -> ProgressiveState:
    """Apply an event to the pot and to what its tables show of it."""
    before, after = state.pot, evolve_pot(state.pot, event)
    state = replace(state, pot=after)
    match event:
        case PotOpened():
            return replace(state, opening=after.meters)
        case BetDivided():
            state = _counted(state, event.unit, event.amount)
            added = after.meters.current - before.meters.current
            return replace(state, increment=state.increment + added)
        case BetWithdrawn():
            return _counted(state, event.unit, -event.amount)
        case PrizePaid():
            award = Award(
                number=event.number, table=event.unit, seat=event.place, prize=event.prize,
                amount=event.amount,
            )  # fmt: skip
            return _awarded(state, award)
        case RoundOver():
            return state.with_table(event.unit, state.tables[event.unit].round_over())
        case RoundUndone():
            staked = sum(bet.amount for bet in before.course(event.unit).fed)
            return _undone(_counted(state, event.unit, -staked), event.unit)
    return state


def _counted(state: ProgressiveState, name: str, staked: int) -> ProgressiveState:
    """The counter of a table's credits goes on, or back."""
    assert state.terms is not None
    table = state.tables[name]
    counter = table.counter + staked // state.terms.credit
    return state.with_table(name, replace(table, counter=counter))


def _undone(state: ProgressiveState, name: str) -> ProgressiveState:
    table = state.tables[name]
    for award in table.awards:
        state = replace(state, won=state.counting(award.prize, award.amount, -1))
        position = table.positions[award.seat]
        position = replace(position, promotional=position.promotional - award.credits)
        table = table.with_position(award.seat, position)
    return replace(state.with_table(name, table.round_over()), due=())
