"""What happens between rounds of Baccarat: the bank is taken, raised, passed, bid for; people
come and go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from tapete.core.book.money import check_amount
from tapete.core.book.refused import Refused
from tapete.core.round.act import Seat
from tapete.core.round.ask import Round
from tapete.core.round.event import BetReturned
from tapete.core.table.seats import check_seated
from tapete.games.cards.baccarat import bank, places, succession
from tapete.games.cards.baccarat.bank import Rules
from tapete.games.cards.baccarat.places import BaccaratAct
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.baccarat.state import BANCO, BaccaratState, Bank
from tapete.games.cards.puntoybanca import between


class TakeBank(BaccaratAct, frozen=True, kw_only=True, tag="banco"):
    """A player takes the bank, those before him in turn having declined it; or raises his own.

    With an ``associate``, who puts in the ``share``, it is taken by both together.
    """

    whose: ClassVar[str] = "seat"

    seat: Seat
    amount: int
    associate: Seat | None = None
    share: int = 0

    def own(self, player: str, players: Mapping[int, str]) -> bool:
        alone = self.associate is None and not self.share  # chips of another are his to put in
        return alone and super().own(player, players)

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        seat, amount, associate = self.seat, self.amount, self.associate
        _offers(setup, seat, amount)
        held = state.bank
        if held is not None and seat == held.seat and associate is None:
            return (yield from bank.raise_bank(setup, state, held, amount))
        if held is not None:
            if not held.joint or held.dealt or associate is not None:
                raise Refused(
                    setup.rules.by("banker_answers"), "bank-held", seat=seat, banker_seat=held.seat
                )
            state = yield from bank.displace(setup, state, held)
        left = state.left
        if not succession.is_free(left, seat):
            row = "deals_min" if left.auction else "bank_lost"
            raise Refused(setup.rules.by(row), "bank-not-yours", seat=seat)
        shares = [(seat, amount)]
        if associate is not None:
            _offers(setup, associate, self.share)
            shares.append((associate, self.share))
        rows = ("bank_retaken", "bank_matched", "bank_rotates", "bank_first_min")
        kind = 0 if seat == left.back_to else 1 if left.retake else 2 if left.by is not None else 3
        row = rows[kind]
        bank.check_size(setup, seat, amount + self.share, low=left.least, row=row)
        return (yield from bank.award(setup, state, shares, row))


class HandOn(BaccaratAct, frozen=True, kw_only=True, tag="pass_bank"):
    """The banker passes the bank."""

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        return (yield from bank.pass_bank(setup, state, _held(setup, state)))


class Bid(BaccaratAct, frozen=True, kw_only=True, tag="bids"):
    """The bank nobody took is auctioned."""

    bids: Mapping[int, int]

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        if state.bank is not None:
            raise Refused(setup.rules.by("auction"), "bank-held", banker_seat=state.bank.seat)
        for seat, amount in self.bids.items():
            _offers(setup, seat, amount)
        return (yield from succession.take_bids(setup, state, self.bids))


class Garage(BaccaratAct, frozen=True, kw_only=True, tag="garage"):
    """The banker takes winnings out of play."""

    amount: int

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        return (yield from bank.take_garage(setup, state, _held(setup, state), self.amount))


class Associate(BaccaratAct, frozen=True, kw_only=True, tag="asociarse"):
    """The last banker has part in the bank he handed over."""

    whose: ClassVar[str] = "seat"

    seat: Seat
    amount: int

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        _offers(setup, self.seat, self.amount)
        return (yield from bank.join(setup, state, _held(setup, state), self.seat, self.amount))


ACTS = (TakeBank, HandOn, Bid, Garage, Associate, *places.ACTS, *between.SHOE_ACTS)


def leave(setup: Rules, state: BaccaratState, seat: int) -> Round[BaccaratState]:
    """A player goes, with what he has in the bank."""
    held = state.bank
    state = replace(places.forget(state, seat), left=state.left.without(seat))
    if held is None:
        return state
    held = replace(held, after=held.after.without(seat))
    if seat not in held.seats:
        return replace(state, bank=held)
    rest = tuple(one for one in held.shares if one[0] != seat)
    if seat == held.seat or sum(amount for _, amount in rest) < bank.least(setup):
        state = yield from bank.hand_over(setup, state, held)
        return replace(state, left=state.left.without(seat))
    [mine] = [amount for owner, amount in held.shares if owner == seat]
    clause = setup.rules.by("bank_handed")
    yield BetReturned(seat=seat, bet=BANCO, amount=mine, why="banco-entregado", clause=clause)
    held = replace(held, shares=rest, put=min(held.put, held.amount - mine))
    yield bank.say_bank(setup, held)
    return replace(state, bank=held)


def ready(setup: Rules, state: BaccaratState) -> None:
    """Raise `Refused` while a lost place is still kept, or after the last shoe of the table."""
    between.ready(setup, state)
    for seat in state.forfeited:
        raise Refused(setup.rules.by("absent"), "place-forfeited", seat=seat)


class NewShoe(between.PrepareShoe[BaccaratRules, BaccaratState], frozen=True, kw_only=True):
    """New cards when they are due; with them every place has its priority again."""

    def carry_out(self, setup: Rules, state: BaccaratState) -> Round[BaccaratState]:
        return (yield from super().carry_out(setup, replace(state, late=())))


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
