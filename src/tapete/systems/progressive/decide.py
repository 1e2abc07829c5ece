"""Deciding: what a command brings about, or the clause that refuses it. Nothing is changed here."""

from __future__ import annotations

import json

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.book.written import plain
from tapete.games.poker.progressive import progressive_rules
from tapete.systems.pot import commands as pot
from tapete.systems.pot.decide import decide as decide_pot
from tapete.systems.pot.events import PotEvent, RoundOver, RoundUndone
from tapete.systems.pot.evolve import evolve as evolve_pot
from tapete.systems.progressive.acceptor import (
    buy,
    cash,
    fail_light,
    mend_light,
    stake,
    take_back,
    taken_back,
)
from tapete.systems.progressive.commands import (
    Activate,
    BuyCredits,
    CashCredits,
    Change,
    CloseDay,
    End,
    FailLight,
    Feed,
    Give,
    LinkTable,
    Lock,
    MendLight,
    Open,
    Pay,
    ProgressiveCommand,
    Stake,
    Suspend,
    TakeBack,
    UnlinkTable,
    Withdraw,
)
from tapete.systems.progressive.events import (
    BetsLocked,
    CreditsStaked,
    DayClosed,
    ProgressiveSet,
    PromotionGiven,
    TableLinked,
    TableUnlinked,
)
from tapete.systems.progressive.evolve import evolve
from tapete.systems.progressive.state import ProgressiveState, TableLink, table_of, terms_of
from tapete.systems.progressive.terms import MANUAL, ProgressiveTerms, check_papers, check_terms

Events = tuple[PotEvent, ...]


def decide(state: ProgressiveState, command: ProgressiveCommand) -> Events:
    """The events a command brings about. Raises `Refused` if the rules do not allow it."""
    match command:
        case Open():
            return _open(command, state)
        case Activate():
            return _activate(state)
        case Suspend():
            return decide_pot(state.pot, pot.Suspend(command.by))
        case Change():
            return _change(command, state)
        case LinkTable():
            return _link(command, state)
        case UnlinkTable():
            return _unlink(command, state)
        case FailLight():
            return fail_light(command, state)
        case MendLight():
            return mend_light(command, state)
        case BuyCredits():
            return buy(command, state)
        case CashCredits():
            return cash(command, state)
        case Stake():
            return stake(command, state)
        case TakeBack():
            return take_back(command, state)
        case Lock():
            return _lock(command, state)
        case Feed():
            return _feed(command, state)
        case Withdraw():
            return _withdraw(command, state)
        case Pay():
            return _pay(command, state)
        case Give():
            return _give(command, state)
        case End():
            return _end(command, state)
        case CloseDay():
            return _close_day(command, state)


def _open(command: Open, state: ProgressiveState) -> Events:
    terms = command.terms
    if state.terms is not None:
        raise Refused(terms.rules.by("base"), "pot-exists", pot=state.terms.pot)
    check_terms(terms)
    opened = pot.Open(terms.pot_terms, command.main, command.reserve)
    return (_set(terms), *decide_pot(state.pot, opened))


def _set(terms: ProgressiveTerms) -> ProgressiveSet:
    return ProgressiveSet(terms=json.loads(plain(terms)), clause=terms.rules.by("algorithm"))


def _activate(state: ProgressiveState) -> Events:
    """The sign of the prizes stands at every table before the pot takes bets."""
    check_papers(terms_of(state))
    published = decide_pot(state.pot, pot.Publish())
    known = state.pot
    for event in published:
        known = evolve_pot(known, event)
    return (*published, *decide_pot(known, pot.Activate()))


def _change(command: Change, state: ProgressiveState) -> Events:
    old, new = terms_of(state), command.terms
    check_terms(new)
    if (new.pot, new.edition, new.acceptor) != (old.pot, old.edition, old.acceptor):
        raise Refused(old.rules.by("algorithm"), "another-pot", pot=new.pot)
    for name, table in state.tables.items():
        if new.credit != old.credit and any(one.credits for one in table.positions.values()):
            raise Refused(old.rules.by("credits_bought"), "credits-left", table=name)
    changed = decide_pot(state.pot, pot.Change(new.pot_terms, command.by))
    return (_set(new), *changed)


def _link(command: LinkTable, state: ProgressiveState) -> Events:
    terms = terms_of(state)
    rules = terms.rules
    if command.table in state.tables:
        raise Refused(rules.by("linked"), "already-linked", table=command.table)
    if command.edition != terms.edition:
        # Prize tables differ: tables under other rules do not share a pot.
        clause = progressive_rules(terms.edition).by("inter_casino")
        raise Refused(clause, "other-edition", table=command.table, edition=command.edition)
    if command.game not in rules.games:
        raise Refused(rules.by("games"), "no-progressive-in-this-game", game=command.game)
    if (command.min or terms.credit, command.max) != (terms.low, terms.max):
        raise Refused(
            rules.by("same_limits"), "limits-differ",
            table=command.table, min=terms.low, max=terms.max,
        )  # fmt: skip
    if terms.casinos and command.casino not in terms.casinos:
        raise Refused(rules.by("inter_casino"), "casino-not-in-the-pot", casino=command.casino)
    for seat in range(1, command.places + 1):
        if seat not in command.acceptors:
            raise Refused(rules.by("credits"), "acceptor-missing", table=command.table, seat=seat)
    for row, code, paper in (
        ("authority", "pot-not-homologated", command.homologation),
        ("tables_informed", "tables-not-informed", command.informed),
    ):
        if not paper:
            raise Refused(rules.by(row), code, pot=terms.pot, authority=rules.authority)
    games = {table.game for table in state.tables.values()}
    row = "several_games" if games - {command.game} else "linked"
    linked = TableLinked(
        table=command.table, game=command.game, casino=command.casino, places=command.places,
        informed=command.informed, clause=rules.by(row),
    )  # fmt: skip
    return (linked,)


def _unlink(command: UnlinkTable, state: ProgressiveState) -> Events:
    table, rules = table_of(state, command.table), terms_of(state).rules
    if table.locked or any(position.bet for position in table.positions.values()):
        raise Refused(rules.by("linked"), "round-in-course", table=command.table)
    if any(position.credits for position in table.positions.values()):
        raise Refused(rules.by("credits_bought"), "credits-left", table=command.table)
    if not command.informed:
        raise Refused(rules.by("tables_informed"), "tables-not-informed", table=command.table)
    clause = rules.by("tables_informed")
    return (TableUnlinked(table=command.table, informed=command.informed, clause=clause),)


# A round


def _lock(command: Lock, state: ProgressiveState) -> Events:
    terms, table = terms_of(state), table_of(state, command.table)
    rules, told = terms.rules, list[PotEvent]()
    if not state.pot.active:
        raise Refused(rules.by("authority"), "pot-not-active", pot=terms.pot)
    if table.locked:
        raise Refused(rules.by("locked"), "bets-closed", table=command.table)
    if terms.acceptor == MANUAL:
        told += _in_the_slot(command, terms, table)
    after = state
    for event in told:
        after = evolve(after, event)
    positions = after.tables[command.table].positions
    lit = tuple(
        seat
        for seat, position in positions.items()
        if position.lit and position.bet == command.bets.get(seat, 0) // terms.credit
    )
    told += [
        taken_back(after, command.table, seat, rules.by("unlit"))
        for seat, position in positions.items()
        if position.bet and seat not in lit
    ]
    return (*told, BetsLocked(table=command.table, lit=lit, clause=rules.by("closing")))


def _in_the_slot(command: Lock, terms: ProgressiveTerms, table: TableLink) -> list[PotEvent]:
    """Chips on the spot are chips in the slot: whole credits light the position by themselves."""
    return [
        CreditsStaked(table=command.table, seat=seat, credits=credits, clause=terms.rules.by("lit"))
        for seat, amount in command.bets.items()
        if (credits := amount // terms.credit)
        and (position := table.positions.get(seat)) is not None
        and not position.faulty
        and not position.bet
    ]


def _feed(command: Feed, state: ProgressiveState) -> Events:
    rules, table = terms_of(state).rules, table_of(state, command.table)
    position = table.positions.get(command.seat)
    if not table.locked or position is None or not position.lit:
        clause = rules.by("unlit")
        raise Refused(clause, "no-bet-on-the-pot", table=command.table, seat=command.seat)
    return decide_pot(state.pot, pot.Contribute(command.table, command.seat, command.amount))


def _withdraw(command: Withdraw, state: ProgressiveState) -> Events:
    rules = terms_of(state).rules
    _check_fed(state, command.table, command.seat)
    withdrawn = decide_pot(state.pot, pot.Withdraw(command.table, command.seat))
    back = taken_back(state, command.table, command.seat, rules.by("credits"))
    return (*withdrawn, back)


def _pay(command: Pay, state: ProgressiveState) -> Events:
    for prize in command.prizes:
        _check_fed(state, command.table, prize.place)
    return decide_pot(state.pot, pot.Pay(command.table, command.prizes))


def _give(command: Give, state: ProgressiveState) -> Events:
    rules = terms_of(state).rules
    _check_fed(state, command.table, command.seat)
    given = PromotionGiven(
        number=state.pot.prizes + 1, table=command.table, seat=command.seat, prize=command.prize,
        credits=command.credits, clause=rules.by("complementary_paid"),
    )  # fmt: skip
    return (given,)


def _end(command: End, state: ProgressiveState) -> Events:
    rules, table = terms_of(state).rules, table_of(state, command.table)
    fed = state.pot.course(command.table).places
    # A bet that never got into the pot goes back to its meter, and with a void round all do.
    back = tuple(
        taken_back(state, command.table, seat, rules.by("credits"))
        for seat, position in table.positions.items()
        if position.bet and (command.voided or seat not in fed)
    )
    if not table.locked:
        return back
    over = decide_pot(state.pot, pot.End(command.table, command.voided))
    if not over:  # nothing went into the pot, and the lights go out all the same
        kind = RoundUndone if command.voided else RoundOver
        over = (kind(unit=command.table, clause=rules.by("collected")),)
    return (*back, *over)


def _check_fed(state: ProgressiveState, name: str, seat: int) -> None:
    rules = terms_of(state).rules
    table_of(state, name)
    if seat not in state.pot.course(name).places:
        raise Refused(rules.by("unlit"), "no-bet-on-the-pot", table=name, seat=seat)


def _close_day(command: CloseDay, state: ProgressiveState) -> Events:
    rules = terms_of(state).rules
    clause: ClauseId = rules.by("recorded")
    if any(table.locked for table in state.tables.values()):
        raise Refused(clause, "round-in-course")
    if command.day in state.days:
        raise Refused(clause, "day-closed", day=command.day)
    meters = json.loads(plain(state.meters))
    return (DayClosed(day=command.day, meters=meters, clause=clause),)
