"""Who takes a bank that nobody holds (CAT-III.2.5-21 to -36).

In this order: the players in turn, to the right; whoever gave it up, for the same amount; the
highest bidder; and if nobody bids, the player on the right of the last banker, at the minimum.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tapete.core.book.refused import Fact
from tapete.core.round.ask import Choose, Option, Round
from tapete.core.round.event import Announced, Chosen
from tapete.core.table.seats import in_order, right_of
from tapete.games.cards.baccarat.bank import Rules, award, least, most, smallest_bet
from tapete.games.cards.baccarat.state import BANCO, BaccaratState, Vacancy

TAKE, PASS, RETAKE, BID = "tomar", "pasar", "retomar", "pujar"


def find_banker(setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
    """Offer the vacant bank until somebody has it."""
    left = state.left
    if not left.auction:
        state = yield from offer_in_turn(setup, state)
        if state.bank is None and left.back_to is not None:
            state = yield from offer_back(setup, state, left.back_to)
    if state.bank is None and not left.forced:
        state = yield from hold_auction(setup, state)
    if state.bank is None:
        state = yield from force(setup, state)
    return state


def in_turn(setup: Rules, state: BaccaratState) -> tuple[int, ...]:
    """The seats in the order in which the bank goes round: from the lowest occupied at the
    start, else from the right of the last banker, to the right. Whoever came to his place
    during a round comes last (CAT-III.2.5-39)."""
    last = state.left.by
    order = in_order(setup.seats)[::-1]
    if last is not None and order:
        first = order.index(right_of(last, setup.seats))
        order = order[first:] + order[:first]
    present = [seat for seat in order if seat not in state.forfeited]
    return tuple(sorted(present, key=lambda seat: seat in state.late))


def offer_in_turn(setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
    """The bank goes round to the right, for at least what a banker who left it by choice had."""
    rules, left = setup.rules, state.left
    low = max(least(setup), left.least)
    row = "bank_first_min" if left.by is None else "bank_matched" if left.retake else "bank_rotates"
    for seat in in_turn(setup, state):
        if seat == left.by and not left.gone:
            continue
        if seat in state.away:
            state = yield from forfeit(setup, state, seat)
            continue
        answer = yield from Choose(
            seat=seat,
            about=BANCO,
            options=(Option(TAKE, low, most(setup), puts=1), Option(PASS)),
            clause=rules.by("bank_first" if left.by is None else "bank_rotates"),
            default=PASS,
            optional=True,
        )
        if answer.name != PASS:
            return (yield from award(setup, state, [(seat, answer.amount)], row))
        yield Chosen(seat=seat, move=answer.text, about=BANCO, clause=rules.by("bank_rotates"))
    return state


def forfeit(setup: Rules, state: BaccaratState, seat: int) -> Round[BaccaratState]:
    """A player absent at his turn loses his place to the first who waits (CAT-III.2.5-41)."""
    facts: dict[str, Fact] = {"seat": seat, "player": next(iter(state.waiting), None)}
    clause = setup.rules.by("absent")
    yield Announced(what="pierde-su-lugar", facts=facts, clause=clause)
    return msgspec.structs.replace(state, forfeited=(*state.forfeited, seat))


def offer_back(setup: Rules, state: BaccaratState, seat: int) -> Round[BaccaratState]:
    """Whoever gave the bank up may have it back for the same amount (CAT-III.2.5-30)."""
    clause = setup.rules.by("bank_retaken")
    answer = yield from Choose(
        seat=seat,
        about=BANCO,
        options=(Option(RETAKE, puts=state.left.least), Option(PASS)),
        clause=clause,
        default=PASS,
        optional=True,
    )
    yield Chosen(seat=seat, move=answer.text, about=BANCO, clause=clause)
    if answer.name == RETAKE:
        state = yield from award(setup, state, [(seat, state.left.least)], "bank_retaken")
    return state


# Auction (CAT-III.2.5-31 to -34)


def bidders(setup: Rules, state: BaccaratState) -> tuple[int, ...]:
    """Who may bid: everybody but the banker who passed the bank, and his associate."""
    out = (*state.left.barred, *state.away)
    return tuple(seat for seat in in_turn(setup, state) if seat not in out)


def start(setup: Rules) -> int:
    """What a first bid must come to (CAT-III.2.5-32)."""
    return setup.rules.auction_min * smallest_bet(setup)


def announce_auction(setup: Rules) -> Announced:
    facts = {"minimum": start(setup)}
    return Announced(what="subasta", facts=facts, clause=setup.rules.by("auction"))


def hold_auction(setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
    """Each who may bid is asked once, and must go above the bids before."""
    yield announce_auction(setup)
    best: tuple[int, int] | None = None
    for seat in bidders(setup, state):
        low = start(setup) if best is None else best[1] + 1
        if low > most(setup):
            break
        answer = yield from Choose(
            seat=seat,
            about="subasta",
            options=(Option(BID, low, most(setup), puts=1), Option(PASS)),
            clause=setup.rules.by("auction"),
            default=PASS,
            optional=True,
        )
        yield Chosen(seat=seat, move=answer.text, about="subasta", clause=setup.rules.by("auction"))
        if answer.name != PASS:
            best = (seat, answer.amount)
    if best is not None:
        state = yield from award(setup, state, [best], "auction")
    return state


def take_bids(setup: Rules, state: BaccaratState, bids: Mapping[int, int]) -> Round[BaccaratState]:
    """Bids made by word, in their order: the highest has the bank, of equal ones the first.

    A bid of whoever may not bid, or outside the size of a bank, is turned down and does not count.
    """
    rules, allowed = setup.rules, bidders(setup, state)
    yield announce_auction(setup)
    best: tuple[int, int] | None = None
    for seat, amount in bids.items():
        facts: dict[str, Fact] = {"seat": seat, "amount": amount}
        if seat not in allowed:
            clause = rules.by("auction_barred")
        elif amount < start(setup):
            clause = rules.by("auction_min")
        elif amount > most(setup):
            clause = rules.by("bank_max")
        else:
            yield Announced(what="puja", facts=facts, clause=rules.by("auction"))
            if best is None or amount > best[1]:
                best = (seat, amount)
            continue
        yield Announced(what="puja-rechazada", facts=facts, clause=clause)
    if best is None:
        return (yield from force(setup, state))
    return (yield from award(setup, state, [best], "auction"))


def force(setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
    """The player on the right of whoever passed the bank must accept it at the minimum; at the
    start, when nobody has passed it, the lowest occupied place."""
    seat = heir(setup, state)
    facts: dict[str, Fact] = {"seat": seat}
    yield Announced(what="banco-forzoso", facts=facts, clause=setup.rules.by("forced"))
    return (yield from award(setup, state, [(seat, least(setup))], "forced"))


def heir(setup: Rules, state: BaccaratState) -> int:
    """The first present player on the right of the last banker."""
    gone = (*state.away, *state.forfeited)
    present = [seat for seat in setup.seats if seat not in gone and seat != state.left.by]
    return right_of(state.left.by or 0, present or setup.seats)


def is_free(left: Vacancy, seat: int) -> bool:
    """Whether the seat may take the vacant bank in turn, or back."""
    return not left.auction and (left.gone or left.retake or seat != left.by)
