"""The bank: taken, raised, joined, relieved of winnings (garage), handed over.

Each is a round that gives the table's new state; between rounds of the game and within them alike.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.core.book.refused import Refused
from tapete.core.round.ask import Round
from tapete.core.round.event import Announced, BetPlaced, BetReturned, MarkerPut, at_seat
from tapete.core.round.game import Setup
from tapete.core.table.seats import right_of
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.baccarat.state import BANCO, BaccaratState, Bank, Vacancy
from tapete.games.cards.puntoybanca.hand import PUNTO
from tapete.games.cards.shuffle import ShoeTerms

Rules = Setup[BaccaratRules, ShoeTerms]
Held = Round[BaccaratState]
SHOE = "sabot"


def smallest_bet(setup: Rules) -> int:
    """The smallest bet there may be against the bank, of which the bank is so many."""
    return setup.limits.of(PUNTO)[0]


def least(setup: Rules) -> int:
    """The smallest bank there may be (CAT-III.2.5-43)."""
    return setup.rules.bank_min * smallest_bet(setup)


def most(setup: Rules) -> int:
    """The largest bank there may be (CAT-III.2.5-43)."""
    return setup.rules.bank_max * smallest_bet(setup)


def check_size(setup: Rules, seat: int, amount: int, low: int = 0, row: str = "bank_min") -> None:
    """Raise `Refused` unless a bank of this amount may be had; ``row`` sets the lower bound."""
    rules = setup.rules
    if amount < least(setup):
        clause = rules.by("bank_min")
        raise Refused(clause, "bank-too-small", seat=seat, amount=amount, minimum=least(setup))
    if amount < low:
        raise Refused(rules.by(row), "bank-too-small", seat=seat, amount=amount, minimum=low)
    if amount > most(setup):
        clause = rules.by("bank_max")
        raise Refused(clause, "bank-too-large", seat=seat, amount=amount, maximum=most(setup))


def award(setup: Rules, state: BaccaratState, shares: Iterable[tuple[int, int]], row: str) -> Held:
    """Give the vacant bank to a player, or to two together: the chips go to the croupier."""
    rules, held = setup.rules, tuple(shares)
    bank = Bank(
        shares=held,
        put=sum(amount for _, amount in held),
        joint=len(held) > 1,
        forced=row == "forced",
        after=state.left,
    )
    clause = rules.by("banker_call")
    yield Announced(what=rules.banker_call, facts={"seat": bank.seat}, clause=clause)
    yield MarkerPut(marker=SHOE, place=at_seat(bank.seat), clause=rules.by("bank_first"))
    for seat, amount in held:
        yield BetPlaced(seat=seat, bet=BANCO, amount=amount, clause=rules.by(row))
    yield say_bank(setup, bank)
    return msgspec.structs.replace(state, bank=bank, holder=bank.seat, shoe_at=bank.seat)


def say_bank(setup: Rules, bank: Bank) -> Announced:
    """«Hay ... pesos en la banca»: the most that can be played (CAT-III.2.5-38)."""
    facts = {"seat": bank.seat, "amount": bank.amount}
    return Announced(what=setup.rules.bank_call, facts=facts, clause=setup.rules.by("bank_call"))


def raise_bank(setup: Rules, state: BaccaratState, bank: Bank, amount: int) -> Held:
    """The banker brings the bank up to this amount; it is never reduced (CAT-III.2.5-35)."""
    check_size(setup, bank.seat, amount, low=bank.amount, row="bank_raised")
    more = amount - bank.amount
    if not more:
        return state
    return (yield from _put(setup, state, bank, bank.seat, more, "bank_raised"))


def join(setup: Rules, state: BaccaratState, bank: Bank, seat: int, amount: int) -> Held:
    """The banker who handed the bank over has part in it with whoever took it (CAT-III.2.5-29)."""
    clause = setup.rules.by("bank_associate")
    if seat != bank.after.back_to or seat in bank.seats:
        raise Refused(clause, "not-the-last-banker", seat=seat)
    check_size(setup, seat, bank.amount + amount)
    return (yield from _put(setup, state, bank, seat, amount, "bank_associate"))


def _put(setup: Rules, state: BaccaratState, bank: Bank, seat: int, amount: int, row: str) -> Held:
    shares = dict(bank.shares)
    shares[seat] = shares.get(seat, 0) + amount
    bank = msgspec.structs.replace(bank, shares=tuple(shares.items()), put=bank.put + amount)
    yield BetPlaced(seat=seat, bet=BANCO, amount=amount, clause=setup.rules.by(row))
    yield say_bank(setup, bank)
    return msgspec.structs.replace(state, bank=bank)


# Garage (CAT-III.2.5-44 to -46)


def garage_limit(setup: Rules, bank: Bank) -> int:
    """The most the banker may take out by choice: his winnings less 50 minimums, of what is
    still there, leaving 50 minimums in the bank."""
    unit = smallest_bet(setup)
    free = bank.won - bank.taken - setup.rules.garage_from * unit
    kept = bank.amount - setup.rules.garage_leaves * unit
    return max(0, min(free, kept, bank.amount - bank.put))


def take_garage(setup: Rules, state: BaccaratState, bank: Bank, amount: int) -> Held:
    """The banker takes winnings out of play by choice (CAT-III.2.5-44)."""
    limit = garage_limit(setup, bank)
    if not 0 < amount <= limit:
        clause = setup.rules.by("garage_limit")
        raise Refused(clause, "garage-too-large", seat=bank.seat, amount=amount, maximum=limit)
    bank = msgspec.structs.replace(bank, taken=bank.taken + amount)
    return (yield from _out(setup, state, bank, amount, "garage_from"))


def must_garage(setup: Rules, state: BaccaratState, bank: Bank) -> Held:
    """What the bank holds above 100 minimums goes out of play (CAT-III.2.5-45)."""
    over = bank.amount - setup.rules.garage_over * smallest_bet(setup)
    if over <= 0:
        return msgspec.structs.replace(state, bank=bank)
    return (yield from _out(setup, state, bank, over, "garage_over"))


def _out(setup: Rules, state: BaccaratState, bank: Bank, amount: int, row: str) -> Held:
    clause = setup.rules.by(row)
    for seat, part in bank.parts(amount):
        if part:
            yield BetReturned(seat=seat, bet=BANCO, amount=part, why="garage", clause=clause)
    bank = bank.moved(-amount)
    yield say_bank(setup, bank)
    return msgspec.structs.replace(state, bank=bank)


# Handing over (CAT-III.2.5-23 to -25, -36)


def pass_bank(setup: Rules, state: BaccaratState, bank: Bank) -> Held:
    """The banker hands the bank over. If he has not dealt yet it goes straight to auction; one
    to whom it fell must deal once (CAT-III.2.5-34), or leave the table."""
    if bank.forced and not has_dealt(setup, bank):
        raise Refused(setup.rules.by("forced"), "must-deal-once", seat=bank.seat)
    return (yield from hand_over(setup, state, bank))


def has_dealt(setup: Rules, bank: Bank) -> bool:
    """Whether the banker has dealt as often as he must (CAT-III.2.5-36)."""
    return bank.dealt >= setup.rules.deals_min


def hand_over(setup: Rules, state: BaccaratState, bank: Bank) -> Held:
    """The banker gives the bank up, by choice or because he leaves."""
    if has_dealt(setup, bank):
        left = Vacancy(by=bank.seat, least=bank.amount, retake=True, barred=bank.seats)
        return (yield from _vacate(setup, state, bank, left, "bank_passed"))
    barred = tuple(dict.fromkeys((*bank.seats, *bank.after.barred)))
    left = Vacancy(by=bank.seat, auction=True, forced=bank.forced, barred=barred)
    return (yield from _vacate(setup, state, bank, left, "deals_min"))


def lose_bank(setup: Rules, state: BaccaratState, bank: Bank) -> Held:
    """The banca hand has lost, and its banker with it the bank and the shoe (CAT-III.2.5-24)."""
    left = Vacancy(by=bank.seat, barred=bank.seats)
    return (yield from _vacate(setup, state, bank, left, "bank_lost"))


def displace(setup: Rules, state: BaccaratState, bank: Bank) -> Held:
    """A bank taken by two gives way to one player alone (CAT-III.2.5-28)."""
    return (yield from _vacate(setup, state, bank, bank.after, "bank_alone"))


def _vacate(setup: Rules, state: BaccaratState, bank: Bank, left: Vacancy, row: str) -> Held:
    """The croupier gives what is in the bank to those who held it; the shoe moves on."""
    rules = setup.rules
    clause = rules.by("bank_handed")
    for seat, amount in bank.shares:
        if amount:
            yield BetReturned(
                seat=seat, bet=BANCO, amount=amount, why="banco-entregado", clause=clause
            )
    to = right_of(bank.seat, setup.seats)
    yield Announced(what="sabot-pasa", facts={"seat": to}, clause=rules.by(row))
    yield MarkerPut(marker=SHOE, place=None, clause=rules.by(row))
    return msgspec.structs.replace(state, bank=None, left=left, holder=None, shoe_at=to)
