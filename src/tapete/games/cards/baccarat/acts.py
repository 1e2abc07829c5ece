"""What happens between rounds of Baccarat: the bank is taken, raised, passed, bid for; people
come and go."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tapete.core.ask import Round
from tapete.core.event import BetReturned
from tapete.core.money import check_amount
from tapete.core.refused import Refused
from tapete.core.seats import check_seated
from tapete.games.cards.baccarat import bank, places, succession
from tapete.games.cards.baccarat.bank import Acted, Rules
from tapete.games.cards.baccarat.state import BANCO, BaccaratState, Bank
from tapete.games.cards.puntoybanca import between
from tapete.games.cards.puntoybanca.coup import EXTRA, FIRST_SEEN


def take(
    setup: Rules,
    state: BaccaratState,
    *,
    seat: int,
    amount: int,
    associate: int | None = None,
    share: int = 0,
) -> Acted:
    """A player takes the bank, those before him in turn having declined it; or raises his own.

    With an ``associate``, who puts in the ``share``, it is taken by both together.
    """
    _offers(setup, seat, amount)
    held = state.bank
    if held is not None and seat == held.seat and associate is None:
        return bank.raise_bank(setup, state, held, amount)
    if held is not None:
        if not held.joint or held.dealt or associate is not None:
            raise Refused(
                setup.rules.by("banker_answers"), "bank-held", seat=seat, banker_seat=held.seat
            )
        state, gone = bank.displace(setup, state, held)
        after, told = take(setup, state, seat=seat, amount=amount)
        return after, [*gone, *told]
    left = state.left
    if not succession.is_free(left, seat):
        row = "deals_min" if left.auction else "bank_lost"
        raise Refused(setup.rules.by(row), "bank-not-yours", seat=seat)
    shares = [(seat, amount)]
    if associate is not None:
        _offers(setup, associate, share)
        shares.append((associate, share))
    rows = ("bank_retaken", "bank_matched", "bank_rotates", "bank_first_min")
    row = rows[0 if seat == left.back_to else 1 if left.retake else 2 if left.by is not None else 3]
    bank.check_size(setup, seat, amount + share, low=left.least, row=row)
    return bank.award(setup, state, shares, row)


def hand_on(setup: Rules, state: BaccaratState) -> Acted:
    """The banker passes the bank."""
    return bank.pass_bank(setup, state, _held(setup, state))


def bid(setup: Rules, state: BaccaratState, *, bids: Mapping[int, int]) -> Acted:
    """The bank nobody took is auctioned."""
    if state.bank is not None:
        raise Refused(setup.rules.by("auction"), "bank-held", banker_seat=state.bank.seat)
    for seat, amount in bids.items():
        _offers(setup, seat, amount)
    return succession.take_bids(setup, state, bids)


def garage(setup: Rules, state: BaccaratState, *, amount: int) -> Acted:
    """The banker takes winnings out of play."""
    return bank.take_garage(setup, state, _held(setup, state), amount)


def associate(setup: Rules, state: BaccaratState, *, seat: int, amount: int) -> Acted:
    """The last banker has part in the bank he handed over."""
    _offers(setup, seat, amount)
    return bank.join(setup, state, _held(setup, state), seat, amount)


ACTS: Mapping[str, Callable[..., Acted]] = {
    "banco": take,
    "pass_bank": hand_on,
    "bids": bid,
    "garage": garage,
    "asociarse": associate,
    "lista-de-espera": places.put_on_list,
    "pedir-plaza": places.ask_for_place,
    "plaza-vacante": places.give_place,
    "ausentarse": places.go_away,
    "volver": places.come_back,
    "llegar-durante-el-pase": places.came_during_round,
    EXTRA: between.card_too_many,
    FIRST_SEEN: between.next_card_seen,
    "ultimo-sabot": between.announce_last_shoe,
    "cartas-nuevas": between.change_cards,
}


def leave(setup: Rules, state: BaccaratState, seat: int) -> Acted:
    """A player goes, with what he has in the bank."""
    held = state.bank
    state = replace(places.forget(state, seat), left=state.left.without(seat))
    if held is None:
        return state, []
    held = replace(held, after=held.after.without(seat))
    if seat not in held.seats:
        return replace(state, bank=held), []
    rest = tuple(one for one in held.shares if one[0] != seat)
    if seat == held.seat or sum(amount for _, amount in rest) < bank.least(setup):
        state, told = bank.hand_over(setup, state, held)
        return replace(state, left=state.left.without(seat)), told
    [mine] = [amount for owner, amount in held.shares if owner == seat]
    clause = setup.rules.by("bank_handed")
    told = [BetReturned(seat=seat, bet=BANCO, amount=mine, why="banco-entregado", clause=clause)]
    held = replace(held, shares=rest, put=min(held.put, held.amount - mine))
    return replace(state, bank=held), [*told, bank.say_bank(setup, held)]


def ready(setup: Rules, state: BaccaratState) -> None:
    """Raise `Refused` while a lost place is still kept, or after the last shoe of the table."""
    between.ready(setup, state)
    for seat in state.forfeited:
        raise Refused(setup.rules.by("absent"), "place-forfeited", seat=seat)


def prepare(setup: Rules, state: BaccaratState) -> Round[BaccaratState] | None:
    """New cards when they are due; with them every place has its priority again."""
    return between.prepare(setup, replace(state, late=()))


def _held(setup: Rules, state: BaccaratState) -> Bank:
    if state.bank is None:
        raise Refused(setup.rules.by("banker_answers"), "no-banker")
    return state.bank


def _offers(setup: Rules, seat: int, amount: int) -> None:
    check_seated(seat, setup.seats)
    try:
        check_amount(amount)
    except ValueError:
        clause = setup.rules.by("banker_answers")
        raise Refused(clause, "bad-amount", seat=seat, amount=str(amount)) from None
