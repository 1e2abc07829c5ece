"""The betting window: chips go down, are moved and taken back, until the croupier closes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from tapete.core.ask import CLEAR_BET, Ask, Pick, Round
from tapete.core.bets import (
    Action,
    Closed,
    Cloth,
    Limits,
    Mark,
    Noticed,
    Offer,
    Place,
    Remove,
    Slip,
    Stake,
    Throw,
)
from tapete.core.clause import ClauseId
from tapete.core.event import Announced, BallThrown, BetMarked, BetPlaced, BetReturned
from tapete.core.money import check_amount
from tapete.core.refused import Fact, Refused
from tapete.core.rulebook import GameRules
from tapete.core.seats import PRESENT

LIMITS_CLAUSE: ClauseId = "CAT-I.4.2-03"
SECTION_ROLE = "jefe-de-sala"


class BetWindow(Ask[Slip], frozen=True, kw_only=True, tag="bets"):
    """Betting is open. The slip is frozen when the croupier closes it with ``closing``."""

    answer_type: ClassVar[Any] = Slip

    seats: tuple[int, ...]
    cloth: Cloth
    limits: Limits
    standing: tuple[Stake, ...] = ()
    clause: ClauseId
    closing: str = "no-mas-apuestas"
    closing_clause: ClauseId
    throw_clause: ClauseId | None = None
    wheel_turns: str = "derecha"
    marks: Mapping[str, ClauseId] = {}

    def check(self, answer: Slip) -> None:
        taking = self.open()
        for action in answer.actions:
            taking.take(action)
        taking.close()

    def fingerprint(self) -> Any:
        """Of the rules only their name: the header of a record has the rulebook's own digest."""
        cloth = {
            name: value.edition if isinstance(value, GameRules) else value
            for name, value in msgspec.structs.asdict(self.cloth).items()
        }
        return {**msgspec.structs.asdict(self), "cloth": cloth}

    def open(self) -> Taking:
        """Chips being put down, one action at a time."""
        return Taking(self)

    def some(self, pick: Pick) -> Slip:
        taking = self.open()
        bets = list(self.cloth.bets())
        for _ in range(pick(5) if self.seats else 0):
            seat = self.seats[pick(len(self.seats))]
            bet = bets[pick(len(bets))]
            self._try(taking, self._some_action(taking, seat, bet, pick))
        self._lay_needed(taking, pick)
        for seat in self.seats:
            for action in taking.repairs(seat):
                self._try(taking, action)
        slip = Slip(tuple(taking.actions))
        try:
            self.check(slip)
        except Refused:
            least = self.open()
            self._lay_needed(least, pick)
            return Slip(tuple(least.actions))
        return slip

    def _lay_needed(self, taking: Taking, pick: Pick) -> None:
        needed = self.cloth.needed(taking.felt)
        if needed:
            seat, bet = needed[pick(len(needed))]
            self._try(taking, self._some_action(taking, seat, bet, pick))

    def _some_action(self, taking: Taking, seat: int, bet: str, pick: Pick) -> Action:
        if (seat, bet) in taking.felt and pick(4) == 0:
            return Remove(seat, bet)
        room = taking.room(seat, bet)
        if isinstance(room, Closed):
            return Place(seat, bet, 1)
        high = room.high if room.high is not None else room.low + 20 * room.step
        return Place(
            seat, bet, room.low + room.step * pick(max(1, (high - room.low) // room.step + 1))
        )

    @staticmethod
    def _try(taking: Taking, action: Action) -> None:
        try:
            taking.take(action)
        except Refused:
            return


class Taking:
    """Betting in course: what lies on the felt so far. A refused action leaves no trace."""

    def __init__(self, window: BetWindow) -> None:
        self.window = window
        self.actions: list[Action] = []
        self.felt: dict[tuple[int, str], int] = {}
        for stake in window.standing:
            self.felt[stake.seat, stake.bet] = (
                self.felt.get((stake.seat, stake.bet), 0) + stake.amount
            )

    def room(self, seat: int, bet: str) -> Offer | Closed:
        """How much may still be *added* to the bet now, or the clause that closes it."""
        cloth = self.window.cloth
        if seat not in self.window.seats:
            return Closed(PRESENT, "not-seated", {"seat": seat})
        parts = cloth.parts(bet, 1)
        if parts != ((bet, 1),):
            return self._room_called(seat, bet)
        offer: Offer | Closed = cloth.offer(self.felt, seat, bet)
        if isinstance(offer, Closed):
            return offer
        low, high = self.limits(offer, bet)
        lies = self.felt.get((seat, bet), 0)
        first = max(low - lies, 1)
        first += -(lies + first) % offer.step
        if high is not None and lies + first > high:
            return Closed(self.ceiling(offer, bet), "over-maximum", {"maximum": high})
        return Offer(
            LIMITS_CLAUSE if offer.step == 1 else offer.clause,
            low=first,
            high=None if high is None else high - lies,
            step=offer.step,
        )

    def limits(self, offer: Offer, bet: str) -> tuple[int, int | None]:
        """What the whole stake on an open bet may come to: the table's limits and the offer's."""
        if offer.own_limits:
            return offer.low, offer.high
        low, high = self.window.limits.of(bet)
        return max(low, offer.low), _least(high, offer.high)

    def ceiling(self, offer: Offer | Closed, bet: str) -> ClauseId:
        """The clause of the maximum that binds: the table's, or the offer's where it is lower."""
        if isinstance(offer, Closed) or offer.high is None:
            return LIMITS_CLAUSE
        high = None if offer.own_limits else self.window.limits.of(bet)[1]
        return offer.clause if high is None or offer.high < high else LIMITS_CLAUSE

    def _room_called(self, seat: int, bet: str) -> Offer | Closed:
        # Minimum and maximum bind each component of a called bet (CAT-II.1.4-04).
        cloth = self.window.cloth
        offer: Offer | Closed = cloth.offer(self.felt, seat, bet)
        if isinstance(offer, Closed):
            return offer
        chips = offer.step
        low, high = 1, None
        for part, count in cloth.parts(bet, chips):
            room = self.room(seat, part)
            if isinstance(room, Closed):
                return room
            low = max(low, -(-room.low // count))
            high = _least(high, None if room.high is None else room.high // count)
        top = None if high is None else high * chips
        if top is not None and top < low * chips:
            return Closed(LIMITS_CLAUSE, "over-maximum", {"maximum": top})
        return Offer(offer.clause, low=low * chips, high=top, step=chips)

    def take(self, action: Action) -> None:
        """Do one thing, or raise `Refused` and change nothing."""
        late = bool(self.actions) and isinstance(self.actions[-1], Noticed)
        if late and not isinstance(action, Noticed):
            # What is noticed late is noticed after the close: nothing else comes after it.
            raise Refused(self.window.closing_clause, "bets-closed")
        self._check_fields(action)
        match action:
            case Place():
                self._check_place(action)
            case Remove():
                self._check_remove(action)
            case Mark():
                self._check_mark(action)
            case Throw():
                self._check_throw()
            case Noticed():
                self._check_noticed(action)
        self.apply(action)

    @staticmethod
    def _check_fields(action: object) -> None:
        """A bet that cannot be tied to one seat, one bet and one amount is none (CAT-I.5.1-03)."""
        match action:
            case Throw():
                return
            case Place() | Remove() | Mark() | Noticed():
                amount = getattr(action, "amount", None)
                if isinstance(action.seat, int) and isinstance(action.bet, str):
                    if amount is None or (isinstance(amount, int) and amount is not True):
                        return
                    facts: dict[str, Fact] = {"seat": action.seat, "bet": action.bet}
                    raise Refused(CLEAR_BET, "bad-amount", **facts, amount=str(amount))
        raise Refused(CLEAR_BET, "not-a-bet", action=type(action).__name__)

    def apply(self, action: Action) -> None:
        """Do one thing that has been checked."""
        match action:
            case Place() | Noticed():
                for bet, amount in self.window.cloth.parts(action.bet, action.amount):
                    self._put(action.seat, bet, amount)
            case Remove():
                lies = self.felt[action.seat, action.bet]
                self._put(action.seat, action.bet, -(action.amount or lies))
                for bet in self.window.cloth.fallen(self.felt, action.seat):
                    del self.felt[action.seat, bet]
        self.actions.append(action)

    def _put(self, seat: int, bet: str, amount: int) -> None:
        now = self.felt.get((seat, bet), 0) + amount
        if now:
            self.felt[seat, bet] = now
        else:
            del self.felt[seat, bet]

    def put_down(self, seat: int) -> int:
        """What a seat has put down of its money chips in this window, less what it took up."""
        lies = sum(amount for (owner, _), amount in self.felt.items() if owner == seat)
        lay = sum(stake.amount for stake in self.window.standing if stake.seat == seat)
        return lies - lay - self.window.cloth.apart(self.actions, seat)

    def close(self) -> Slip:
        """Freeze the slip, unless the bets cannot stand together."""
        problem = self.window.cloth.settled(self.felt)
        if problem is not None:
            raise problem.refuse()
        return Slip(tuple(self.actions))

    def repairs(self, seat: int) -> list[Action]:
        """Removals that would let a seat's bets stand, for answerers that bet at random."""
        problem = self.window.cloth.settled(self.felt)
        if problem is None or problem.facts.get("seat", seat) != seat:
            return []
        return [Remove(seat, bet) for owner, bet in list(self.felt) if owner == seat]

    def _check_amount(self, action: Place | Noticed) -> None:
        try:
            check_amount(action.amount)
        except ValueError:
            raise Refused(
                CLEAR_BET, "bad-amount",
                seat=action.seat, bet=action.bet, amount=str(action.amount),
            ) from None  # fmt: skip

    def _check_place(self, action: Place) -> None:
        self._check_amount(action)
        facts: dict[str, Fact] = {"seat": action.seat, "bet": action.bet}
        room = self.room(action.seat, action.bet)
        if isinstance(room, Closed):
            raise room.refuse(**facts)
        facts["amount"] = action.amount
        if room.high is not None and action.amount > room.high:
            offer = self.window.cloth.offer(self.felt, action.seat, action.bet)
            clause = self.ceiling(offer, action.bet)
            raise Refused(clause, "over-maximum", **facts, maximum=room.high)
        if action.amount < room.low:
            raise Refused(LIMITS_CLAUSE, "under-minimum", **facts, minimum=room.low)
        if (action.amount - room.low) % room.step:
            raise Refused(room.clause, "not-a-multiple", **facts, step=room.step)
        self.window.cloth.check_chips(self.actions, action)

    def _check_remove(self, action: Remove) -> None:
        key = (action.seat, action.bet)
        facts: dict[str, Fact] = {"seat": action.seat, "bet": action.bet}
        lies = self.felt.get(key, 0)
        if not lies:
            raise Refused(CLEAR_BET, "nothing-there", **facts)
        closed = self.window.cloth.taking_down(self.felt, action.seat, action.bet)
        if closed is not None:
            raise closed.refuse(**facts)
        amount = lies if action.amount is None else action.amount
        offer = self.window.cloth.offer(self.felt, action.seat, action.bet)
        low = self.limits(offer, action.bet)[0] if isinstance(offer, Offer) else 1
        if not 0 < amount <= lies:
            raise Refused(CLEAR_BET, "bad-amount", **facts, amount=amount)
        if amount < lies and lies - amount < low:
            raise Refused(LIMITS_CLAUSE, "under-minimum", **facts, minimum=low)
        self.window.cloth.check_chips(self.actions, action)

    def _check_mark(self, action: Mark) -> None:
        kind = action.bet.partition(":")[0]
        clause = self.window.marks.get(f"{kind}={action.mark}")
        if clause is None:
            raise Refused(
                CLEAR_BET, "no-such-mark", seat=action.seat, bet=action.bet, mark=action.mark
            )
        if (action.seat, action.bet) not in self.felt:
            raise Refused("CAT-I.4.1-02", "nothing-there", seat=action.seat, bet=action.bet)

    def _check_throw(self) -> None:
        if self.window.throw_clause is None:
            raise Refused(self.window.closing_clause, "no-throw-while-open")
        if Throw() in self.actions:
            raise Refused(self.window.throw_clause, "already-thrown")

    def _check_noticed(self, action: Noticed) -> None:
        facts: dict[str, Fact] = {"seat": action.seat, "bet": action.bet, "amount": action.amount}
        self._check_amount(action)
        if action.seat not in self.window.seats:
            raise Refused(PRESENT, "not-seated", **facts)
        offer = self.window.cloth.offer(self.felt, action.seat, action.bet)
        if isinstance(offer, Closed):
            raise offer.refuse(**facts)
        parts = self.window.cloth.parts(action.bet, action.amount)
        if any(bet != action.bet and bet in self.window.cloth.bets() for bet, _ in parts):
            # Limits bind the parts of a called bet: where they lie alone too, one is noticed.
            raise Refused(CLEAR_BET, "called-bet-noticed", **facts)
        over, under = self._outside(action)
        if not over and not under:
            raise Refused(LIMITS_CLAUSE, "within-limits", **facts)
        if action.told != SECTION_ROLE:
            clause = "CAT-I.4.2-06" if over else "CAT-I.4.2-08"
            raise Refused(clause, "must-be-told", **facts, role=SECTION_ROLE)

    def _outside(self, action: Noticed) -> tuple[bool, bool]:
        """Whether any part of a bet noticed late passes its maximum, and whether one is short."""
        over = under = False
        for bet, amount in self.window.cloth.parts(action.bet, action.amount):
            offer = self.window.cloth.offer(self.felt, action.seat, bet)
            if isinstance(offer, Closed):
                raise offer.refuse(seat=action.seat, bet=bet, amount=amount)
            low, high = self.limits(offer, bet)
            total = self.felt.get((action.seat, bet), 0) + amount
            over |= high is not None and total > high
            under |= total < low
        return over, under


def _least(a: int | None, b: int | None) -> int | None:
    if a is None:
        return b
    return a if b is None else min(a, b)


def take_bets(window: BetWindow) -> Round[tuple[Stake, ...]]:
    """Open betting, tell what was put down and taken back, close it. Gives the bets that stand."""
    slip = yield from window
    return (yield from tell_bets(window, slip))


def tell_bets(window: BetWindow, slip: Slip) -> Round[tuple[Stake, ...]]:
    """Tell what a slip says was done while betting was open. Gives the bets that stand."""
    stakes = {(stake.seat, stake.bet): stake for stake in window.standing}
    felt = window.open()
    late = [action for action in slip.actions if isinstance(action, Noticed)]
    for action in slip.actions:
        before = dict(felt.felt)
        felt.apply(action)
        match action:
            case Place():
                for bet, amount in window.cloth.parts(action.bet, action.amount):
                    called = action.bet if bet != action.bet else ""
                    yield BetPlaced(
                        seat=action.seat,
                        bet=bet,
                        amount=amount,
                        called=called,
                        clause=window.clause,
                    )
                    _add(stakes, action.seat, bet, amount)
            case Remove():
                for (seat, bet), lay in before.items():
                    gone = lay - felt.felt.get((seat, bet), 0)
                    if gone:
                        own = window.cloth.withdrawal(bet, fallen=bet != action.bet)
                        yield BetReturned(
                            seat=seat, bet=bet, amount=gone, why="retirada",
                            clause=own or window.clause,
                        )  # fmt: skip
                        _add(stakes, seat, bet, -gone)
            case Mark():
                kind = action.bet.partition(":")[0]
                yield BetMarked(
                    seat=action.seat, bet=action.bet, mark=action.mark,
                    clause=window.marks[f"{kind}={action.mark}"],
                )  # fmt: skip
                key = (action.seat, action.bet)
                stakes[key] = msgspec.structs.replace(stakes[key], mark=action.mark)
            case Throw():
                yield from _throw_told(window)
            case Noticed():
                pass
    if window.throw_clause is not None and Throw() not in slip.actions:
        yield from _throw_told(window)
    yield Announced(what=window.closing, clause=window.closing_clause)
    for found in late:
        yield from _tell_late(window, stakes, found)
    return tuple(stakes.values())


def _throw_told(window: BetWindow) -> Round[None]:
    assert window.throw_clause is not None
    against = "izquierda" if window.wheel_turns == "derecha" else "derecha"
    yield BallThrown(wheel=window.wheel_turns, ball=against, clause=window.throw_clause)


def _tell_late(
    window: BetWindow, stakes: dict[tuple[int, str], Stake], found: Noticed
) -> Round[None]:
    """Tell a bet noticed late, part by part: what passes a maximum is set aside to go back."""
    for bet, amount in window.cloth.parts(found.bet, found.amount):
        # The limits it is held to are those by which it was noticed: the table's and the bet's own.
        felt = {key: stake.amount for key, stake in stakes.items()}
        offer = window.cloth.offer(felt, found.seat, bet)
        assert isinstance(offer, Offer), "a closed bet is not noticed late"
        low, high = window.open().limits(offer, bet)
        key = (found.seat, bet)
        lay = stakes[key].amount if key in stakes else 0
        excess = max(0, lay + amount - high) if high is not None else 0
        clause = "CAT-I.4.2-06" if excess else "CAT-I.4.2-08"
        called = found.bet if bet != found.bet else ""
        yield BetPlaced(seat=found.seat, bet=bet, amount=amount, called=called, clause=clause)
        limits: dict[str, Fact] = {"seat": found.seat, "min": low, "max": high}
        yield Announced(what="limites", clause="CAT-I.4.2-09", facts=limits)
        _add(stakes, found.seat, bet, amount - excess)
        stakes[key] = msgspec.structs.replace(stakes[key], excess=stakes[key].excess + excess)


def _add(stakes: dict[tuple[int, str], Stake], seat: int, bet: str, amount: int) -> None:
    old = stakes.get((seat, bet), Stake(seat, bet, 0))
    now = msgspec.structs.replace(old, amount=old.amount + amount)
    if now.amount or now.excess:
        stakes[seat, bet] = now
    else:
        del stakes[seat, bet]
