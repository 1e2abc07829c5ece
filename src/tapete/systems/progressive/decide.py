"""Deciding: what a command brings about, or the clause that refuses it. Nothing is changed here."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from math import floor

from msgspec.structs import replace

from tapete.core.ask import plain
from tapete.core.clause import ClauseId
from tapete.core.event import Posting
from tapete.core.pot import ADVANCE, MAIN, POT, RESERVE
from tapete.core.refused import Refused
from tapete.games.poker.progressive import ProgressiveRules, progressive_rules
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
    CloseDay,
    Command,
    End,
    FailLight,
    Feed,
    Give,
    LinkTable,
    Lock,
    MendLight,
    Open,
    Pay,
    Stake,
    TakeBack,
    UnlinkTable,
    Withdraw,
)
from tapete.systems.progressive.events import (
    BetDivided,
    BetsLocked,
    BetWithdrawn,
    CreditsStaked,
    DayClosed,
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
from tapete.systems.progressive.evolve import evolve
from tapete.systems.progressive.state import PotState, TableLink, table_of, terms_of
from tapete.systems.progressive.terms import MANUAL, PotTerms, check_papers, check_terms

Events = tuple[PotEvent, ...]


def decide(command: Command, state: PotState) -> Events:
    """The events a command brings about. Raises `Refused` if the rules do not allow it."""
    match command:
        case Open():
            return _open(command, state)
        case Activate():
            return _activate(state)
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


def _open(command: Open, state: PotState) -> Events:
    terms, rules = command.terms, command.terms.rules
    if state.terms is not None:
        raise Refused(rules.by("base"), "pot-exists", pot=state.terms.pot)
    check_terms(terms)
    main = terms.algorithm.base if command.main is None else command.main
    for amount in (main, command.reserve):
        if amount < 0:
            raise Refused(rules.by("base"), "bad-amount", amount=str(amount))
    opened = PotOpened(
        terms=json.loads(plain(terms)), main=main, reserve=command.reserve, clause=rules.by("base")
    )
    return (_moving(opened, state),)


def _activate(state: PotState) -> Events:
    terms = terms_of(state)
    check_papers(terms)
    return () if state.active else (PotActivated(clause=terms.rules.by("authority")),)


def _link(command: LinkTable, state: PotState) -> Events:
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
        ("authority", "not-homologated", command.homologation),
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


def _unlink(command: UnlinkTable, state: PotState) -> Events:
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


def _lock(command: Lock, state: PotState) -> Events:
    terms, table = terms_of(state), table_of(state, command.table)
    rules, told = terms.rules, list[PotEvent]()
    if not state.active:
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


def _in_the_slot(command: Lock, terms: PotTerms, table: TableLink) -> list[PotEvent]:
    """Chips on the spot are chips in the slot: whole credits light the position by themselves."""
    return [
        CreditsStaked(table=command.table, seat=seat, credits=credits, clause=terms.rules.by("lit"))
        for seat, amount in command.bets.items()
        if (credits := amount // terms.credit)
        and (position := table.positions.get(seat)) is not None
        and not position.faulty
        and not position.bet
    ]


def _feed(command: Feed, state: PotState) -> Events:
    rules, table = terms_of(state).rules, table_of(state, command.table)
    position = table.positions.get(command.seat)
    if not table.locked or position is None or not position.lit:
        clause = rules.by("unlit")
        raise Refused(clause, "no-bet-on-the-pot", table=command.table, seat=command.seat)
    divided = BetDivided(
        table=command.table, seat=command.seat, amount=command.amount,
        clause=rules.by("collected"),
    )  # fmt: skip
    return (_moving(divided, state),)


def _withdraw(command: Withdraw, state: PotState) -> Events:
    rules, table = terms_of(state).rules, table_of(state, command.table)
    _check_fed(rules, table, command.table, command.seat)
    withdrawn = BetWithdrawn(
        table=command.table, seat=command.seat, amount=table.course.fed[command.seat][0],
        clause=rules.by("collected"),
    )  # fmt: skip
    back = taken_back(state, command.table, command.seat, rules.by("credits"))
    return (_moving(withdrawn, state), back)


def _pay(command: Pay, state: PotState) -> Events:
    """Take the prizes of a hand out of the pot, one after the other as they were told."""
    rules, table = terms_of(state).rules, table_of(state, command.table)
    told: list[PotEvent] = []
    after = state
    for prize in command.prizes:
        _check_fed(rules, table, command.table, prize.seat)
        levels = after.balances.levels
        rest = (levels.main - prize.main, levels.reserve - prize.reserve)
        if min(rest) < 0 or (prize.advance and max(rest) > 0):
            raise Refused(
                rules.by("shortfall"), "pot-does-not-hold-it",
                amount=prize.amount, main=levels.main, reserve=levels.reserve,
            )  # fmt: skip
        paid = PrizePaid(
            number=after.prizes + 1, table=command.table, seat=prize.seat, prize=prize.prize,
            amount=prize.amount, main=prize.main, reserve=prize.reserve, advance=prize.advance,
            clause=prize.clause,
        )  # fmt: skip
        told.append(paid)
        after = evolve(after, paid)
    if any(prize.whole for prize in command.prizes):
        told.append(_restart(command.table, after))
    return tuple(told)


def _restart(name: str, state: PotState) -> PotEvent:
    terms = terms_of(state)
    algorithm, reserve = terms.algorithm, 0
    if algorithm.restart == "reserva":
        reserve = min(algorithm.base, floor(state.balances.reserve))
    again = PotRestarted(
        table=name, house=algorithm.base - reserve, reserve=reserve, clause=terms.rules.by("base")
    )
    return _moving(again, state)


def _give(command: Give, state: PotState) -> Events:
    rules, table = terms_of(state).rules, table_of(state, command.table)
    _check_fed(rules, table, command.table, command.seat)
    given = PromotionGiven(
        number=state.prizes + 1, table=command.table, seat=command.seat, prize=command.prize,
        credits=command.credits, clause=rules.by("complementary_paid"),
    )  # fmt: skip
    return (given,)


def _end(command: End, state: PotState) -> Events:
    rules, table = terms_of(state).rules, table_of(state, command.table)
    # A bet that never got into the pot goes back to its meter, and with a void round all do.
    back = tuple(
        taken_back(state, command.table, seat, rules.by("credits"))
        for seat, position in table.positions.items()
        if position.bet and (command.voided or seat not in table.course.fed)
    )
    if command.voided and table.locked:
        return (*back, _undo(command.table, state))
    if table.locked:
        return (*back, RoundOver(table=command.table, clause=rules.by("closing")))
    return back


def _undo(name: str, state: PotState) -> PotEvent:
    """The table gives back what its own events moved: here only what the pot did with it."""
    by_table: Counter[str] = Counter()
    for prize in state.tables[name].course.paid:
        by_table += Counter(
            {MAIN: prize.main, RESERVE: prize.reserve, ADVANCE: prize.advance}
        )  # fmt: skip
    undone = RoundUndone(table=name, clause=terms_of(state).rules.by("collected"))
    return _moving(undone, state, by_table)


def _check_fed(rules: ProgressiveRules, table: TableLink, name: str, seat: int) -> None:
    if seat not in table.course.fed:
        raise Refused(rules.by("unlit"), "no-bet-on-the-pot", table=name, seat=seat)


def _close_day(command: CloseDay, state: PotState) -> Events:
    rules = terms_of(state).rules
    clause: ClauseId = rules.by("recorded")
    if any(table.locked for table in state.tables.values()):
        raise Refused(clause, "round-in-course")
    if command.day in state.days:
        raise Refused(clause, "day-closed", day=command.day)
    meters = json.loads(plain(state.balances))
    return (DayClosed(day=command.day, meters=meters, clause=clause),)


# Whole pesos


def _moving(event: PotEvent, state: PotState, besides: Mapping[str, int] | None = None) -> PotEvent:
    """The event with the whole pesos it moves between the accounts of the pot; ``besides`` are
    what others move at the same time."""
    old, new = state.balances.whole(), evolve(state, event).balances.whole()
    moved: list[Posting] = [
        (account, new[account] - old[account] - (besides or {}).get(account, 0)) for account in new
    ]
    moved.append((POT, -sum(amount for _, amount in moved)))
    return replace(event, moved=tuple((account, amount) for account, amount in moved if amount))
