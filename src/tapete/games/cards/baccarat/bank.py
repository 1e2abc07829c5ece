"""The bank: taken, raised, joined, relieved of winnings (garage), handed over.

Each function gives the table's new state and what is told; between rounds and within them alike.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.core.event import Announced, BetPlaced, BetReturned, Event, MarkerPut, at_seat
from tapete.core.game import Setup
from tapete.core.refused import Refused
from tapete.core.seats import right_of
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.baccarat.state import BANCO, BaccaratState, Bank, Vacancy

Rules = Setup[BaccaratRules]
Acted = tuple[BaccaratState, list[Event]]
SHOE = "sabot"


def least(setup: Rules) -> int:
    """The smallest bank there may be (CAT-III.2.5-43)."""
    return setup.rules.bank_min * setup.limits.min


def most(setup: Rules) -> int:
    """The largest bank there may be (CAT-III.2.5-43)."""
    return setup.rules.bank_max * setup.limits.min


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


def award(setup: Rules, state: BaccaratState, shares: Iterable[tuple[int, int]], row: str) -> Acted:
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
    told: list[Event] = [
        Announced(what=rules.banker_call, facts={"seat": bank.seat}, clause=clause),
        MarkerPut(marker=SHOE, place=at_seat(bank.seat), clause=rules.by("bank_first")),
    ]
    told += [
        BetPlaced(seat=seat, bet=BANCO, amount=amount, clause=rules.by(row))
        for seat, amount in held
    ]
    after = msgspec.structs.replace(state, bank=bank, holder=bank.seat, shoe_at=bank.seat)
    return after, [*told, say_bank(setup, bank)]


def say_bank(setup: Rules, bank: Bank) -> Announced:
    """«Hay ... pesos en la banca»: the most that can be played (CAT-III.2.5-38)."""
    facts = {"seat": bank.seat, "amount": bank.amount}
    return Announced(what=setup.rules.bank_call, facts=facts, clause=setup.rules.by("bank_call"))


def raise_bank(setup: Rules, state: BaccaratState, bank: Bank, amount: int) -> Acted:
    """The banker brings the bank up to this amount; it is never reduced (CAT-III.2.5-35)."""
    check_size(setup, bank.seat, amount, low=bank.amount, row="bank_raised")
    more = amount - bank.amount
    return _put(setup, state, bank, bank.seat, more, "bank_raised") if more else (state, [])


def join(setup: Rules, state: BaccaratState, bank: Bank, seat: int, amount: int) -> Acted:
    """The banker who handed the bank over has part in it with whoever took it (CAT-III.2.5-29)."""
    clause = setup.rules.by("bank_associate")
    if seat != bank.after.back_to or seat in bank.seats:
        raise Refused(clause, "not-the-last-banker", seat=seat)
    check_size(setup, seat, bank.amount + amount)
    return _put(setup, state, bank, seat, amount, "bank_associate")


def _put(setup: Rules, state: BaccaratState, bank: Bank, seat: int, amount: int, row: str) -> Acted:
    shares = dict(bank.shares)
    shares[seat] = shares.get(seat, 0) + amount
    bank = msgspec.structs.replace(bank, shares=tuple(shares.items()), put=bank.put + amount)
    told = [
        BetPlaced(seat=seat, bet=BANCO, amount=amount, clause=setup.rules.by(row)),
        say_bank(setup, bank),
    ]
    return msgspec.structs.replace(state, bank=bank), told


# Garage (CAT-III.2.5-44 to -46)


def garage_limit(setup: Rules, bank: Bank) -> int:
    """The most the banker may take out by choice: his winnings less 50 minimums, of what is
    still there, leaving 50 minimums in the bank."""
    unit = setup.limits.min
    free = bank.won - bank.taken - setup.rules.garage_from * unit
    kept = bank.amount - setup.rules.garage_leaves * unit
    return max(0, min(free, kept, bank.amount - bank.put))


def take_garage(setup: Rules, state: BaccaratState, bank: Bank, amount: int) -> Acted:
    """The banker takes winnings out of play by choice (CAT-III.2.5-44)."""
    limit = garage_limit(setup, bank)
    if not 0 < amount <= limit:
        clause = setup.rules.by("garage_limit")
        raise Refused(clause, "garage-too-large", seat=bank.seat, amount=amount, maximum=limit)
    bank = msgspec.structs.replace(bank, taken=bank.taken + amount)
    return _out(setup, state, bank, amount, "garage_from")


def must_garage(setup: Rules, state: BaccaratState, bank: Bank) -> Acted:
    """What the bank holds above 100 minimums goes out of play (CAT-III.2.5-45)."""
    over = bank.amount - setup.rules.garage_over * setup.limits.min
    if over <= 0:
        return msgspec.structs.replace(state, bank=bank), []
    return _out(setup, state, bank, over, "garage_over")


def _out(setup: Rules, state: BaccaratState, bank: Bank, amount: int, row: str) -> Acted:
    clause = setup.rules.by(row)
    told: list[Event] = [
        BetReturned(seat=seat, bet=BANCO, amount=part, why="garage", clause=clause)
        for seat, part in bank.parts(amount)
        if part
    ]
    bank = bank.moved(-amount)
    return msgspec.structs.replace(state, bank=bank), [*told, say_bank(setup, bank)]


# Handing over (CAT-III.2.5-23 to -25, -36)


def pass_bank(setup: Rules, state: BaccaratState, bank: Bank) -> Acted:
    """The banker hands the bank over. If he has not dealt yet it goes straight to auction; one
    to whom it fell must deal once (CAT-III.2.5-34), or leave the table."""
    if bank.forced and not has_dealt(setup, bank):
        raise Refused(setup.rules.by("forced"), "must-deal-once", seat=bank.seat)
    return hand_over(setup, state, bank)


def has_dealt(setup: Rules, bank: Bank) -> bool:
    """Whether the banker has dealt as often as he must (CAT-III.2.5-36)."""
    return bank.dealt >= setup.rules.deals_min


def hand_over(setup: Rules, state: BaccaratState, bank: Bank) -> Acted:
    """The banker gives the bank up, by choice or because he leaves."""
    if has_dealt(setup, bank):
        left = Vacancy(by=bank.seat, least=bank.amount, retake=True, barred=bank.seats)
        return _vacate(setup, state, bank, left, "bank_passed")
    barred = tuple(dict.fromkeys((*bank.seats, *bank.after.barred)))
    left = Vacancy(by=bank.seat, auction=True, forced=bank.forced, barred=barred)
    return _vacate(setup, state, bank, left, "deals_min")


def lose_bank(setup: Rules, state: BaccaratState, bank: Bank) -> Acted:
    """The banca hand has lost, and its banker with it the bank and the shoe (CAT-III.2.5-24)."""
    left = Vacancy(by=bank.seat, barred=bank.seats)
    return _vacate(setup, state, bank, left, "bank_lost")


def displace(setup: Rules, state: BaccaratState, bank: Bank) -> Acted:
    """A bank taken by two gives way to one player alone (CAT-III.2.5-28)."""
    return _vacate(setup, state, bank, bank.after, "bank_alone")


def _vacate(setup: Rules, state: BaccaratState, bank: Bank, left: Vacancy, row: str) -> Acted:
    """The croupier gives what is in the bank to those who held it; the shoe moves on."""
    rules = setup.rules
    told: list[Event] = [
        BetReturned(
            seat=seat, bet=BANCO, amount=amount, why="banco-entregado",
            clause=rules.by("bank_handed"),
        )
        for seat, amount in bank.shares
        if amount
    ]  # fmt: skip
    to = right_of(bank.seat, setup.seats)
    told += [
        Announced(what="sabot-pasa", facts={"seat": to}, clause=rules.by(row)),
        MarkerPut(marker=SHOE, place=None, clause=rules.by(row)),
    ]
    after = msgspec.structs.replace(state, bank=None, left=left, holder=None, shoe_at=to)
    return after, told
