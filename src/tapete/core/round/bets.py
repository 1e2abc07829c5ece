"""Bets: stakes, limits, what a cloth offers, and what may be done with bets while it is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

import msgspec

from tapete.core.book.bet import kind_of
from tapete.core.book.clause import ClauseId
from tapete.core.book.money import check_amount, is_made_of
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.ask import CLEAR_BET, Round
from tapete.core.round.event import Announced, BetPlaced, BetReturned
from tapete.core.round.window import Action, Log
from tapete.core.table.seats import PRESENT

if TYPE_CHECKING:
    from tapete.core.round.betting import BetsTold, OpenBets

LIMITS_CLAUSE: ClauseId = "CAT-I.4.2-03"
IN_CHIPS: ClauseId = "CAT-I.4.1-01"
"""Bets are made with chips: there is none of an amount that no chips can show."""
SECTION_ROLE = "jefe-de-sala"


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips of a seat on a spot. ``excess`` is what a bet noticed late has above the maximum
    (it never counts, CAT-I.4.2-04); ``mark`` is what a counter on it says."""

    seat: int
    bet: str
    amount: int
    excess: int = 0
    mark: str = ""


class SpotLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Minimum and maximum of one bet; either may be absent (CAT-I.4.2-01)."""

    min: int | None = None
    max: int | None = None


class Limits(msgspec.Struct, frozen=True):
    """The limits of a table's bets by its plan: minimum, maximum, paying unit, commission."""

    min: int = 1
    max: int | None = None
    unit: int = 1
    commission: Fraction = Fraction(1, 20)
    bets: dict[str, SpotLimits] = {}

    def of(self, bet: str) -> tuple[int, int | None]:
        """The limits of a bet: its own, its kind's (``pleno`` of ``pleno:17``), or the table's.

        >>> Limits(min=1000, bets={"bonus": SpotLimits(min=500, max=5000)}).of("bonus")
        (500, 5000)
        """
        own = self.bets.get(bet) or self.bets.get(kind_of(bet)) or SpotLimits()
        low = self.min if own.min is None else own.min
        high = self.max if own.max is None else own.max
        return low, high


class Offer(msgspec.Struct, frozen=True):
    """A bet is open: its whole stake may come to ``low`` .. ``high`` in steps of ``step``.

    With ``own_limits`` these stand in place of the table's minimum and maximum, not within them.
    """

    clause: ClauseId
    low: int = 1
    high: int | None = None
    step: int = 1
    own_limits: bool = False


class Closed(msgspec.Struct, frozen=True):
    """A bet is not open, and the clause that closes it."""

    clause: ClauseId
    code: str
    facts: dict[str, Fact] = {}

    def refuse(self, **facts: Fact) -> Refused:
        return Refused(self.clause, self.code, **{**facts, **self.facts})


Felted: TypeAlias = Mapping[tuple[int, str], int]
"""Chips on the felt while bets are being made: (seat, bet) to amount."""


class Cloth(msgspec.Struct, frozen=True, kw_only=True):
    """The bets a game takes at this moment: the one source of what may be staked.

    A game says which bets there are and which are open; the rest has a plain default. ``actions``
    are what may be done at it besides putting chips down and taking them up.
    """

    actions: ClassVar[tuple[type[BetAction], ...]] = ()

    @property
    def marks(self) -> Mapping[str, ClauseId]:
        """The counters that may be put on bets by word (``hard-6=activa``), with their clauses."""
        return {}

    @property
    def begins(self) -> str | None:
        """Whom the croupier invites first (``seat:3``), where the rules name somebody."""
        return None

    def joining(self, seat: int) -> Closed | None:
        """Why somebody who sits down while betting is open may not take part; None if he may."""
        return None

    def joined(self, seat: int) -> Self:
        """The cloth with one player more, who sat down while betting was open."""
        return self

    def waking(self, felt: Felted, standing: Sequence[Stake]) -> Iterator[BetAction]:
        """What calls on the bets that rest on the felt."""
        yield from ()

    def closing(self, done: Sequence[BetAction]) -> Round[None]:
        """What is told just before the closing words."""
        yield from ()

    def bets(self) -> Iterator[str]:
        """Every bet id of the cloth, open or not."""
        raise NotImplementedError

    def offer(self, felt: Felted, seat: int, bet: str) -> Offer | Closed:
        """Whether the seat may have a stake on this bet, given what lies on the felt."""
        raise NotImplementedError

    def taking_down(self, felt: Felted, seat: int, bet: str) -> Closed | None:
        """Why a bet on the felt may not be taken down or reduced; None if it may."""
        return None

    def withdrawal(self, bet: str, *, fallen: bool = False) -> ClauseId | None:
        """The clause that lets a bet be taken down, or that brings it down with the bet it stood
        on (``fallen``); None where no more is written than that bets are placed."""
        return None

    def parts(self, bet: str, amount: int) -> tuple[tuple[str, int], ...]:
        """A called bet in its ordinary bets; any other bet is its own only part."""
        return ((bet, amount),)

    def cost(self, bet: str, amount: int) -> int:
        """The chips that go down with a bet: those of all its parts."""
        return sum(part for _, part in self.parts(bet, amount))

    def fallen(self, felt: Felted, seat: int) -> tuple[str, ...]:
        """Bets of the seat that lost the bet they stood on and come down with it."""
        return ()

    def settled(self, felt: Felted) -> Closed | None:
        """Why these bets cannot stand together when betting closes; None if they can."""
        return None

    def needed(self, felt: Felted) -> tuple[tuple[int, str], ...]:
        """Bets (seat, bet) of which at least one must go down before betting can close."""
        return ()

    def check_chips(self, done: Sequence[BetAction], action: Place | Remove) -> None:
        """Raise `Refused` if these chips may not go on this bet, or come off it."""

    def chips_of(self, seat: int, money: tuple[int, ...]) -> tuple[int, ...]:
        """The values of the chips a seat bets with; ``money`` are those of the money chips."""
        return money

    def apart(self, actions: Sequence[BetAction], seat: int) -> int:
        """What these actions put down in chips that are not counted among the seat's money chips
        (colour chips), less what they took up."""
        return 0


class BetAction(Action, frozen=True):
    """Something done with bets while betting is open."""

    stakes: ClassVar[bool] = False
    """Whether it puts chips down."""


class Place(BetAction, frozen=True, tag="place", omit_defaults=True):
    """Put chips on a bet. ``chips`` names colour or denomination where the game asks for it."""

    stakes: ClassVar[bool] = True

    seat: int
    bet: str
    amount: int
    chips: str = ""

    @property
    def subject(self) -> str:
        return self.bet

    def check(self, to: OpenBets) -> None:
        check_clear(self, self.bet, self.amount)
        facts: dict[str, Fact] = {"seat": self.seat, "bet": self.bet}
        room = to.room_by_rules(self.seat, self.bet)
        if isinstance(room, Closed):
            raise room.refuse(**facts)
        facts["amount"] = self.amount
        if room.high is not None and self.amount > room.high:
            clause = to.ceiling(to.cloth.offer(to.felt, self.seat, self.bet), self.bet)
            raise Refused(clause, "over-maximum", **facts, maximum=room.high)
        if self.amount < room.low:
            raise Refused(LIMITS_CLAUSE, "under-minimum", **facts, minimum=room.low)
        if (self.amount - room.low) % room.step:
            raise Refused(room.clause, "not-a-multiple", **facts, step=room.step)
        to.check_shown(self.seat, self.bet, self.amount)
        to.cloth.check_chips(to.actions, self)

    def apply(self, to: OpenBets) -> None:
        for bet, amount in to.cloth.parts(self.bet, self.amount):
            to.put(self.seat, bet, amount)

    def tell(self, to: BetsTold) -> Round[None]:
        to.apply(self)
        for bet, amount in to.cloth.parts(self.bet, self.amount):
            called = self.bet if bet != self.bet else ""
            clause = to.window.clause
            yield BetPlaced(seat=self.seat, bet=bet, amount=amount, called=called, clause=clause)
            to.add(self.seat, bet, amount)


class Remove(BetAction, frozen=True, tag="remove", omit_defaults=True):
    """Take a bet down, or ``amount`` of it."""

    seat: int
    bet: str
    amount: int | None = None

    @property
    def subject(self) -> str:
        return self.bet

    def check(self, to: OpenBets) -> None:
        check_clear(self, self.bet, 1 if self.amount is None else self.amount, whole=False)
        facts: dict[str, Fact] = {"seat": self.seat, "bet": self.bet}
        lies = to.felt.get((self.seat, self.bet), 0)
        if not lies:
            raise Refused(CLEAR_BET, "nothing-there", **facts)
        cloth = to.cloth
        closed = cloth.taking_down(to.felt, self.seat, self.bet)
        if closed is not None:
            raise closed.refuse(**facts)
        amount = lies if self.amount is None else self.amount
        offer = cloth.offer(to.felt, self.seat, self.bet)
        low = to.limits(offer, self.bet)[0] if isinstance(offer, Offer) else 1
        if not 0 < amount <= lies:
            raise Refused(CLEAR_BET, "bad-amount", **facts, amount=amount)
        if amount < lies and lies - amount < low:
            raise Refused(LIMITS_CLAUSE, "under-minimum", **facts, minimum=low)
        if amount < lies:
            to.check_shown(self.seat, self.bet, amount)
        cloth.check_chips(to.actions, self)

    def apply(self, to: OpenBets) -> None:
        lies = to.felt[self.seat, self.bet]
        to.put(self.seat, self.bet, -(self.amount or lies))
        for bet in to.cloth.fallen(to.felt, self.seat):
            del to.felt[self.seat, bet]

    def tell(self, to: BetsTold) -> Round[None]:
        before = dict(to.felt)
        to.apply(self)
        for (seat, bet), lay in before.items():
            gone = lay - to.felt.get((seat, bet), 0)
            if gone:
                own = to.cloth.withdrawal(bet, fallen=bet != self.bet)
                yield BetReturned(
                    seat=seat, bet=bet, amount=gone, why="retirada",
                    clause=own or to.window.clause,
                )  # fmt: skip
                to.add(seat, bet, -gone)


class Noticed(BetAction, frozen=True, tag="noticed"):
    """A bet outside the limits that the croupier saw only after the close, and who was told."""

    command: ClassVar[str] = "notice"
    after_close: ClassVar[bool] = True
    stakes: ClassVar[bool] = True

    seat: int
    bet: str
    amount: int
    told: str

    @property
    def subject(self) -> str:
        return self.bet

    def check(self, to: OpenBets) -> None:
        check_clear(self, self.bet, self.amount)
        facts: dict[str, Fact] = {"seat": self.seat, "bet": self.bet, "amount": self.amount}
        cloth = to.cloth
        if not to.is_seated(self.seat):
            raise Refused(PRESENT, "not-seated", **facts)
        offer = cloth.offer(to.felt, self.seat, self.bet)
        if isinstance(offer, Closed):
            raise offer.refuse(**facts)
        parts = cloth.parts(self.bet, self.amount)
        if any(bet != self.bet and bet in cloth.bets() for bet, _ in parts):
            # Limits bind the parts of a called bet: where they lie alone too, one is noticed.
            raise Refused(CLEAR_BET, "called-bet-noticed", **facts)
        over, under = self._outside(to)
        if not over and not under:
            raise Refused(LIMITS_CLAUSE, "within-limits", **facts)
        if self.told != SECTION_ROLE:
            clause = "CAT-I.4.2-06" if over else "CAT-I.4.2-08"
            raise Refused(clause, "must-be-told", **facts, role=SECTION_ROLE)
        to.check_shown(self.seat, self.bet, self.amount)

    def _outside(self, to: OpenBets) -> tuple[bool, bool]:
        """Whether any part of it passes its maximum, and whether one is short."""
        over = under = False
        for bet, amount in to.cloth.parts(self.bet, self.amount):
            offer = to.cloth.offer(to.felt, self.seat, bet)
            if isinstance(offer, Closed):
                raise offer.refuse(seat=self.seat, bet=bet, amount=amount)
            low, high = to.limits(offer, bet)
            total = to.felt.get((self.seat, bet), 0) + amount
            over |= high is not None and total > high
            under |= total < low
        return over, under

    def apply(self, to: OpenBets) -> None:
        for bet, amount in to.cloth.parts(self.bet, self.amount):
            to.put(self.seat, bet, amount)

    def tell(self, to: BetsTold) -> Round[None]:
        """Part by part: what passes a maximum is set aside to go back."""
        to.apply(self)
        for bet, amount in to.cloth.parts(self.bet, self.amount):
            # The limits it is held to are those by which it was noticed: the table's and its own.
            felt = {key: stake.amount for key, stake in to.stakes.items()}
            offer = to.cloth.offer(felt, self.seat, bet)
            assert isinstance(offer, Offer), "a closed bet is not noticed late"
            low, high = to.limits(offer, bet)
            excess = (
                max(0, felt.get((self.seat, bet), 0) + amount - high) if high is not None else 0
            )
            clause = "CAT-I.4.2-06" if excess else "CAT-I.4.2-08"
            called = self.bet if bet != self.bet else ""
            yield BetPlaced(seat=self.seat, bet=bet, amount=amount, called=called, clause=clause)
            limits: dict[str, Fact] = {"seat": self.seat, "min": low, "max": high}
            yield Announced(what="limites", clause="CAT-I.4.2-09", facts=limits)
            to.add(self.seat, bet, amount - excess, excess)


class Join(BetAction, frozen=True, tag="join"):
    """Somebody who sat down while betting was open takes part in it (CAT-I.5.1-02)."""

    seat: int

    def check(self, to: OpenBets) -> None:
        closed = to.cloth.joining(self.seat)
        if closed is not None:
            raise closed.refuse(seat=self.seat)

    def apply(self, to: OpenBets) -> None:
        to.seats.append(self.seat)
        to.cloth = to.cloth.joined(self.seat)


class Slip(Log[BetAction], frozen=True):
    """All that was done while bets were open, in order: the answer to a `BetWindow`."""


def check_clear(action: BetAction, bet: object, amount: object, *, whole: bool = True) -> None:
    """A bet that cannot be tied to one seat, one bet and one amount is none (CAT-I.5.1-03).
    ``whole``: the amount is a stake of its own."""
    if not isinstance(action.seat, int) or not isinstance(bet, str):
        raise Refused(CLEAR_BET, "not-a-bet", action=type(action).__name__)
    if isinstance(amount, int) and amount is not True and (not whole or is_amount(amount)):
        return
    raise Refused(CLEAR_BET, "bad-amount", seat=action.seat, bet=bet, amount=str(amount))


def check_shown(seat: int, bet: str, amount: int, values: tuple[int, ...]) -> None:
    """Raise `Refused` if chips of these values cannot show an amount; none: chips of every one."""
    if values and not is_made_of(amount, values):
        facts: dict[str, Fact] = {"seat": seat, "bet": bet, "amount": amount}
        raise Refused(IN_CHIPS, "not-in-chips", **facts, chips=say_values(values))


def say_values(values: tuple[int, ...]) -> str:
    """The values of chips in words, the least first."""
    return " ".join(str(value) for value in sorted(values))


def is_amount(amount: int) -> bool:
    """Whether this is an amount of money at all."""
    try:
        check_amount(amount)
    except ValueError:
        return False
    return True
