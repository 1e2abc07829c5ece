"""Baccarat: one round, from the banker's choice to the bank that is won or lost."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import msgspec

from tapete.core.book.account import BANK
from tapete.core.book.money import down, say_share
from tapete.core.round.annulled import Annulled, annulling
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.bets import Stake
from tapete.core.round.betting import betting_of, take_bets
from tapete.core.round.event import (
    Announced,
    BetLost,
    BetPlaced,
    BetWon,
    Chosen,
    CommissionTaken,
    TurnGiven,
)
from tapete.core.round.settle import give_back, lose, win_and_return
from tapete.core.table.seats import in_order
from tapete.games.cards.baccarat.bank import (
    Rules,
    garage_limit,
    lose_bank,
    most,
    must_garage,
    pass_bank,
    raise_bank,
    say_bank,
    take_garage,
)
from tapete.games.cards.baccarat.cloth import BaccaratCloth
from tapete.games.cards.baccarat.state import BANCO, BaccaratState, Bank
from tapete.games.cards.baccarat.succession import PASS, find_banker
from tapete.games.cards.puntoybanca.coup import Coup
from tapete.games.cards.puntoybanca.hand import BANCA, EMPATE, PUNTO
from tapete.games.cards.puntoybanca.punto_y_banca import end, undo, without_bets

Stakes = tuple[Stake, ...]
DRAW, STAND = "pedir", "plantarse"
KEEP, RAISE, GARAGE = "seguir", "subir", "garage"
FIVE = "cinco"


def play(setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
    """One round."""
    rules = setup.rules
    if setup.last_rounds_left is not None:
        facts = {"left": setup.last_rounds_left}
        yield Announced(what="ultimas-manos", facts=facts, clause=rules.by("last_hands"))
    if state.extra:
        return (yield from without_bets(setup, state))
    if state.bank is not None:
        state = yield from banker_decides(setup, state, state.bank)
    if state.bank is None:
        state = yield from find_banker(setup, state)
    assert state.bank is not None
    stakes = yield from bets_against(setup, state.bank)
    if not stakes:
        return state
    bank = msgspec.structs.replace(state.bank, dealt=state.bank.dealt + 1)
    state = msgspec.structs.replace(state, bank=bank)
    return (yield from coup_for(setup, state, bank, stakes))


def banker_decides(setup: Rules, state: BaccaratState, bank: Bank) -> Round[BaccaratState]:
    """A banker who has won may go on, take winnings out, raise the bank or pass it."""
    rules = setup.rules
    if not bank.dealt:
        return state
    options = [Option(KEEP)]
    if garage_limit(setup, bank):
        options.append(Option(GARAGE, 1, garage_limit(setup, bank)))
    if bank.amount < most(setup):
        options.append(Option(RAISE, bank.amount + 1, most(setup)))
    answer = yield from Choose(
        seat=bank.seat,
        about=BANCO,
        options=(*options, Option(PASS)),
        clause=rules.by("bank_passed"),
        default=KEEP,
        optional=True,
    )
    if answer.name == KEEP:
        yield say_bank(setup, bank)
        return state
    yield Chosen(seat=bank.seat, move=answer.text, about=BANCO, clause=rules.by("bank_passed"))
    if answer.name == GARAGE:
        state = yield from take_garage(setup, state, bank, answer.amount)
    elif answer.name == RAISE:
        state = yield from raise_bank(setup, state, bank, answer.amount)
    else:
        state = yield from pass_bank(setup, state, bank)
    return state


def bets_against(setup: Rules, bank: Bank) -> Round[Stakes]:
    """Bets are invited and taken: punto up to what the bank holds (CAT-III.2.5-37)."""
    rules, limits = setup.rules, setup.limits
    yield Announced(what=rules.start_call, clause=rules.by("start_call"))
    cloth = BaccaratCloth(
        rules=rules, bank=bank.amount, bankers=bank.seats, minimum=limits.of(PUNTO)[0]
    )
    stakes = yield from take_bets(betting_of(setup, cloth))
    for stake in stakes:
        if stake.bet == PUNTO and stake.amount == bank.amount:
            facts = {"seat": stake.seat, "amount": stake.amount}
            yield Announced(what=rules.makes_bank, facts=facts, clause=rules.by("makes_bank"))
    return stakes


def coup_for(
    setup: Rules, state: BaccaratState, bank: Bank, stakes: Stakes
) -> Round[BaccaratState]:
    """The banker deals; the hands are played, the bets and the bank settled."""
    coup = Coup(setup.rules, state.shoe)
    if any(stake.bet == PUNTO for stake in stakes):
        coup.on_five = partial(on_five, setup, coup, *deciders(stakes))

    def bets_back(out: Annulled) -> Round[None]:
        coup.on_five = None  # nobody has a bet left to decide for
        yield from undo(coup, stakes, out)

    won = yield from annulling(play_coup(coup), bets_back)
    if isinstance(won, Annulled):
        return (yield from end(coup, state))
    state = yield from settle(setup, state, bank, stakes, won)
    yield from coup.collect_cards()
    return (yield from end(coup, state))


def play_coup(coup: Coup) -> Round[str]:
    """The cards of a coup, and who has won."""
    yield from coup.first_card()
    yield from coup.first_cards()
    yield from coup.third_cards()
    return (yield from coup.result())


# Punto's five (CAT-III.2.5-61, -64, -65)


def deciders(stakes: Stakes) -> tuple[int, ...]:
    """The largest punto bettors, the first on the croupier's left first.

    >>> deciders((Stake(2, "punto", 15), Stake(8, "punto", 15), Stake(9, "banca", 99)))
    (8, 2)
    """
    on_punto = {stake.seat: stake.amount for stake in stakes if stake.bet == PUNTO}
    largest = max(on_punto.values())
    return in_order(seat for seat, amount in on_punto.items() if amount == largest)


def on_five(setup: Rules, coup: Coup, seat: int, *equal: int) -> Round[bool]:
    """Ask the player who decides for punto whether it takes a card with 5."""
    clause = setup.rules.by("decider")
    first = setup.rules.by("decider_tie") if equal else clause
    yield TurnGiven(seat=seat, to=FIVE, clause=first)
    answer = yield from Choose(
        seat=seat,
        about=FIVE,
        options=(Option(DRAW), Option(STAND)),
        clause=clause,
        default=DRAW,
    )
    yield Chosen(seat=seat, move=answer.text, about=FIVE, clause=clause)
    if answer.name == STAND:
        coup.alone_row = "banca_after_five"
    return answer.name == DRAW


# Settling (CAT-III.2.5-14, -53; CAT-III.2.4.2-16, -17; CAT-III.2.7-08)


def settle(
    setup: Rules, state: BaccaratState, bank: Bank, stakes: Stakes, won: str
) -> Round[BaccaratState]:
    """Losing bets are collected, winning ones paid: punto's out of the bank, the banca bets of
    the others by the house. A tie gives everything back."""
    rules, limits = setup.rules, setup.limits
    if won == EMPATE:
        for stake in stakes:
            yield from give_back(stake, rules.by("tie"), why="empate")
        return state
    for stake in stakes:
        if stake.bet != won:
            yield from lose(stake, rules.by("higher_wins"))
    if won == PUNTO:
        owed = sum(paid_for(setup, stake) for stake in stakes if stake.bet == PUNTO)
        for seat, part in bank.parts(owed):
            if part:
                clause = rules.by("banker_answers")
                yield BetLost(seat=seat, bet=BANCO, amount=part, clause=clause)
        bank = bank.moved(-owed)
    row = rules.pay(won)
    share = limits.commission if won == rules.commission else Fraction(0)
    for stake in stakes:
        if stake.bet == won:
            yield from win_and_return(
                stake, row.ratio, rules.by("house_answers") if won == BANCA else row.clause,
                unit=limits.unit, commission=share,
                commission_clause=rules.by("side_commission"),
            )  # fmt: skip
    if won == BANCA:
        covered = sum(stake.amount for stake in stakes if stake.bet == PUNTO)
        return (yield from bank_wins(setup, state, bank, covered))
    state = yield from lose_bank(setup, state, bank)
    return state


def paid_for(setup: Rules, stake: Stake) -> int:
    """What a winning punto bet is paid out of the bank."""
    return down(stake.amount * setup.rules.pay(PUNTO).ratio, setup.limits.unit)


def bank_wins(setup: Rules, state: BaccaratState, bank: Bank, covered: int) -> Round[BaccaratState]:
    """The banker wins all the punto bets, less the casino's deduction from the whole of them;
    they join the bank, and what is then above its maximum leaves it (garage)."""
    rules, limits = setup.rules, setup.limits
    if not covered:
        return state
    row = rules.pay(BANCA)
    won = covered * row.ratio
    exact = won * (1 - limits.commission)
    paid = down(exact, limits.unit)
    parts = bank.parts(paid)
    staked = dict(bank.parts(covered))
    for seat, part in parts:
        dropped = str(exact - paid) if seat == bank.seat else "0"
        yield BetWon(
            seat=seat, bet=BANCO, stake=staked[seat], odds=row.odds, paid=part, dropped=dropped,
            clause=row.clause,
        )  # fmt: skip
    if limits.commission:
        yield CommissionTaken(
            seat=bank.seat, source=BANK, won=down(won), share=say_share(limits.commission),
            amount=down(won * limits.commission), clause=rules.by("commission"),
        )  # fmt: skip
    for seat, part in parts:
        if part:
            yield BetPlaced(seat=seat, bet=BANCO, amount=part, clause=rules.by("winnings_join"))
    bank = msgspec.structs.replace(bank.moved(paid), won=bank.won + paid)
    state = yield from must_garage(setup, state, bank)
    return state
