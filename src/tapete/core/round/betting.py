"""Betting: chips go down, are moved and taken back, until the croupier closes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.money import is_made_of
from tapete.core.book.refused import Refused
from tapete.core.book.roles import CROUPIER
from tapete.core.book.rulebook import GameRules
from tapete.core.book.written import Written
from tapete.core.round.ask import Pick, Round
from tapete.core.round.bets import (
    IN_CHIPS,
    LIMITS_CLAUSE,
    BetAction,
    Closed,
    Cloth,
    Join,
    Limits,
    Noticed,
    Offer,
    Place,
    Remove,
    Slip,
    Stake,
    check_shown,
    say_values,
)
from tapete.core.round.event import Announced
from tapete.core.round.shown import AskView
from tapete.core.round.window import Log, OpenWindow, Window
from tapete.core.table.seats import PRESENT

if TYPE_CHECKING:
    from tapete.core.round.game import Setup

BESIDE_THE_CLOTH: Written = {"throw_clause": None, "wheel_turns": "derecha", "marks": {}}
"""What records count among the fields of the window, whichever cloth has it, in every digest."""


C = TypeVar("C", bound=Cloth)
Memory: TypeAlias = tuple[dict[tuple[int, str], int], Cloth, int, int]


class BetWindow(Window[BetAction], frozen=True, kw_only=True, tag="bets"):
    """Betting is open to ``seats``, and to whoever sits down meanwhile if the cloth lets him.
    ``standing`` are the bets that lie there already, ``chips`` the values of the chips in play
    (none: chips of every value)."""

    answer_type: ClassVar[Any] = Slip

    seats: tuple[int, ...]
    cloth: Cloth
    limits: Limits
    chips: tuple[int, ...] = ()
    standing: tuple[Stake, ...] = ()

    @property
    def kinds(self) -> tuple[type[BetAction], ...]:
        return (Place, Remove, Noticed, Join, *self.cloth.actions)

    @property
    def betting(self) -> BetWindow:
        return self

    def log(self, actions: tuple[BetAction, ...]) -> Slip:
        return Slip(actions)

    def view(self, viewer: str) -> AskView:
        shown = super().view(viewer)
        if viewer != CROUPIER:
            return shown
        return replace(shown, marks=tuple(self.cloth.marks), to=self.cloth.begins)

    def fingerprint(self) -> Any:
        """Of the rules only their name, and nothing of the chips: the header of a record has the
        rulebook's own digest, and the terms. Who is invited first changes nothing for anybody."""
        cloth = {
            name: value.edition if isinstance(value, GameRules) else value
            for name, value in msgspec.structs.asdict(self.cloth).items()
        }
        cloth.pop("first", None)
        beside = {name: cloth.pop(name, usual) for name, usual in BESIDE_THE_CLOTH.items()}
        own = {**msgspec.structs.asdict(self), **beside, "cloth": cloth}
        del own["chips"]
        return own

    def open(self, present: Callable[[], Iterable[int]] = tuple) -> OpenBets:
        """Chips being put down, one action at a time; ``present`` tells who sits there by now."""
        return OpenBets(self, present)

    def some(self, pick: Pick) -> Slip:
        open_bets = self.open()
        bets = list(self.cloth.bets())
        for _ in range(pick(5) if self.seats else 0):
            seat = self.seats[pick(len(self.seats))]
            bet = bets[pick(len(bets))]
            self._try(open_bets, self._some_action(open_bets, seat, bet, pick))
        self._lay_needed(open_bets, pick)
        for seat in self.seats:
            for action in open_bets.repairs(seat):
                self._try(open_bets, action)
        try:
            return open_bets.close()
        except Refused:
            least = self.open()
            self._lay_needed(least, pick)
            return Slip(tuple(least.actions))

    def _lay_needed(self, open_bets: OpenBets, pick: Pick) -> None:
        needed = self.cloth.needed(open_bets.felt)
        if needed:
            seat, bet = needed[pick(len(needed))]
            self._try(open_bets, self._some_action(open_bets, seat, bet, pick))

    def _some_action(self, open_bets: OpenBets, seat: int, bet: str, pick: Pick) -> BetAction:
        if (seat, bet) in open_bets.felt and pick(4) == 0:
            return Remove(seat, bet)
        room = open_bets.room(seat, bet)
        if isinstance(room, Closed):
            return Place(seat, bet, 1)
        high = room.high if room.high is not None else room.low + 20 * room.step
        return Place(
            seat, bet, room.low + room.step * pick(max(1, (high - room.low) // room.step + 1))
        )

    @staticmethod
    def _try(open_bets: OpenBets, action: BetAction) -> None:
        try:
            open_bets.take(action)
        except Refused:
            return


class OpenBets(OpenWindow[BetAction]):
    """Betting in course: what lies on the felt so far. A refused action leaves no trace."""

    window: BetWindow

    def __init__(self, window: BetWindow, present: Callable[[], Iterable[int]] = tuple) -> None:
        super().__init__(window)
        self.present = present
        self.seats = list(window.seats)
        self.cloth = window.cloth
        """As it is with all who have joined."""
        self.felt: dict[tuple[int, str], int] = {}
        for stake in window.standing:
            self.felt[stake.seat, stake.bet] = (
                self.felt.get((stake.seat, stake.bet), 0) + stake.amount
            )

    def is_seated(self, seat: int) -> bool:
        """Whether a seat takes part, or may from now on."""
        return seat in self.seats or self._came(seat)

    def _came(self, seat: int) -> bool:
        """Whether somebody sat down there after betting was opened, and may take part."""
        came = seat not in self.seats and seat in self.present()
        return came and self.cloth.joining(seat) is None

    def take(self, action: BetAction) -> None:
        seat = action.seat if isinstance(action, BetAction) else None
        if seat is None or not self._came(seat):
            super().take(action)
            return
        before = self.memory()
        self.apply(Join(seat))
        try:
            super().take(action)
        except Refused:
            self.remember(before)
            raise

    def room(self, seat: int, bet: str) -> Offer | Closed:
        """How much may still be *added* to the bet now, in chips that are in play, or the clause
        that closes it."""
        room = self.room_by_rules(seat, bet)
        if not self.window.chips or isinstance(room, Closed):
            return room
        return self._room_in_chips(seat, bet, room)

    def room_by_rules(self, seat: int, bet: str) -> Offer | Closed:
        """How much may still be added to the bet by rules and limits, or what closes it."""
        cloth = self.cloth
        if not self.is_seated(seat):
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
            why = {"why": "completa"} if lies else {}
            return Closed(self.ceiling(offer, bet), "over-maximum", {"maximum": high, **why})
        return Offer(
            LIMITS_CLAUSE if offer.step == 1 else offer.clause,
            low=first,
            high=None if high is None else high - lies,
            step=offer.step,
        )

    def _room_in_chips(self, seat: int, bet: str, room: Offer) -> Offer | Closed:
        """The part of this room that can be staked with the chips in play. Where no stake within
        it can be made of them, a rule's own maximum may be staked to the peso."""
        cloth = self.cloth
        values = cloth.chips_of(seat, self.window.chips)
        unit, step = gcd(*values), room.step
        for _, part in cloth.parts(bet, room.step):
            step = lcm(step, room.step * unit // gcd(unit, part))
        for low in range(room.low, room.low + step + min(values) * room.step, room.step):
            if room.high is not None and low > room.high:
                break
            if all(is_made_of(part, values) for _, part in cloth.parts(bet, low)):
                return replace(room, low=low, step=step)
        if room.high is not None and room.high == self.measured(seat, bet):
            return replace(room, low=room.high)
        return Closed(IN_CHIPS, "not-in-chips", {"chips": say_values(values)})

    def check_shown(self, seat: int, bet: str, amount: int) -> None:
        """Raise `Refused` if the chips in play cannot show what is put on a bet, or taken off it,
        unless it is just as much as the rules measure."""
        chips = self.window.chips
        if not chips:
            return
        values = self.cloth.chips_of(seat, chips)
        for part, each in self.cloth.parts(bet, amount):
            if each != self.measured(seat, part):
                check_shown(seat, part, each, values)

    def measured(self, seat: int, bet: str) -> int | None:
        """The most that may still be added to a bet where the rules, and not the table's limits,
        set the maximum; else none."""
        offer = self.cloth.offer(self.felt, seat, bet)
        if isinstance(offer, Closed) or offer.high is None:
            return None
        if self.limits(offer, bet)[1] != offer.high:
            return None
        return offer.high - offer.high % offer.step - self.felt.get((seat, bet), 0)

    def limits(self, offer: Offer, bet: str) -> tuple[int, int | None]:
        """The minimum and maximum of the whole stake on an open bet: the table's limits and the
        offer's."""
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
        cloth = self.cloth
        offer: Offer | Closed = cloth.offer(self.felt, seat, bet)
        if isinstance(offer, Closed):
            return offer
        chips = offer.step
        low, high = 1, None
        for part, count in cloth.parts(bet, chips):
            room = self.room_by_rules(seat, part)
            if isinstance(room, Closed):
                return room
            low = max(low, -(-room.low // count))
            high = _least(high, None if room.high is None else room.high // count)
        top = None if high is None else high * chips
        if top is not None and top < low * chips:
            return Closed(LIMITS_CLAUSE, "over-maximum", {"maximum": top})
        return Offer(offer.clause, low=low * chips, high=top, step=chips)

    def put(self, seat: int, bet: str, amount: int) -> None:
        """Chips go on a bet, or off it."""
        now = self.felt.get((seat, bet), 0) + amount
        if now:
            self.felt[seat, bet] = now
        else:
            del self.felt[seat, bet]

    def memory(self) -> Memory:
        """The state of the window now, so that what is done next can be undone."""
        return dict(self.felt), self.cloth, len(self.actions), len(self.seats)

    def remember(self, memory: Memory) -> None:
        """Undo all that was done since."""
        self.felt, self.cloth, done, seated = memory
        del self.actions[done:], self.seats[seated:]

    def put_down(self, seat: int) -> int:
        """The money chips a seat has staked in this window, less those it took up."""
        if not self.actions:
            return 0
        lies = sum(amount for (owner, _), amount in self.felt.items() if owner == seat)
        lay = sum(stake.amount for stake in self.window.standing if stake.seat == seat)
        return lies - lay - self.cloth.apart(self.actions, seat)

    def close(self) -> Slip:
        """Freeze the slip, unless the bets cannot stand together."""
        problem = self.cloth.settled(self.felt)
        if problem is not None:
            raise problem.refuse()
        return Slip(tuple(self.actions))

    def repairs(self, seat: int) -> list[Remove]:
        """Removals that would let a seat's bets stand, for answerers that bet at random."""
        problem = self.cloth.settled(self.felt)
        if problem is None or problem.facts.get("seat", seat) != seat:
            return []
        return [Remove(seat, bet) for owner, bet in list(self.felt) if owner == seat]


def _least(a: int | None, b: int | None) -> int | None:
    if a is None:
        return b
    return a if b is None else min(a, b)


class BetsTold(OpenBets):
    """The bets of a log as they are told after the close; ``stakes`` are those that stand."""

    def __init__(self, window: BetWindow) -> None:
        super().__init__(window)
        self.stakes = {(stake.seat, stake.bet): stake for stake in window.standing}

    def add(self, seat: int, bet: str, amount: int, excess: int = 0) -> None:
        """Chips were put on a bet, or taken off it; ``excess`` of them never count."""
        old = self.stakes.get((seat, bet))
        if old is None:
            now = Stake(seat, bet, amount, excess)
        else:
            now = replace(old, amount=old.amount + amount, excess=old.excess + excess)
        if now.amount or now.excess:
            self.stakes[seat, bet] = now
        else:
            del self.stakes[seat, bet]

    def mark(self, seat: int, bet: str, mark: str) -> None:
        """A counter was put on a bet."""
        self.stakes[seat, bet] = replace(self.stakes[seat, bet], mark=mark)


def betting_of(setup: Setup[Any, Any], cloth: Cloth, standing: tuple[Stake, ...] = ()) -> BetWindow:
    """The betting that a game opens: who may bet, within which limits and with which chips is what
    the round was given; the words that close it are the game's."""
    rules = setup.rules
    return BetWindow(
        seats=setup.seats,
        cloth=cloth,
        limits=setup.limits,
        chips=setup.terms.chip_values,
        standing=standing,
        clause=rules.by("bets_placed"),
        closing=rules.close_call,
        closing_clause=rules.by("close_call"),
    )


def with_joined(cloth: C, slip: Log[BetAction]) -> C:
    """The cloth with everybody who sat down while betting was open."""
    for action in slip.actions:
        if isinstance(action, Join):
            cloth = cloth.joined(action.seat)
    return cloth


def take_bets(window: BetWindow) -> Round[tuple[Stake, ...]]:
    """Open betting, tell what was put down and taken back, close it. Gives the bets that stand."""
    slip = yield from window
    return (yield from tell_bets(window, slip))


def tell_bets(window: BetWindow, slip: Log[BetAction]) -> Round[tuple[Stake, ...]]:
    """Tell what a slip says was done while betting was open. Gives the bets that stand."""
    told = BetsTold(window)
    for action in slip.actions:
        if not action.after_close:
            yield from action.tell(told)
    yield from told.cloth.closing(slip.actions)
    yield Announced(what=window.closing, clause=window.closing_clause)
    for action in slip.actions:
        if action.after_close:
            yield from action.tell(told)
    return tuple(told.stakes.values())
