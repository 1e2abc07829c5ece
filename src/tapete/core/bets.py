"""Bets: stakes, limits, what a cloth offers, and what may be done while betting is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from tapete.core.clause import ClauseId
from tapete.core.refused import Fact, Refused


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
    """What a table's plan says of its bets: minimum, maximum, paying unit, commission."""

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
        own = self.bets.get(bet) or self.bets.get(bet.partition(":")[0]) or SpotLimits()
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

    A game says which bets there are and which are open; the rest has a plain default.
    """

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

    def check_chips(self, done: Sequence[Action], action: Place | Remove) -> None:
        """Raise `Refused` if these chips may not go on this bet, or come off it."""

    def apart(self, actions: Sequence[Action], seat: int) -> int:
        """What these actions put down in chips that are not counted among the seat's money chips
        (colour chips), less what they took up."""
        return 0


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="do", omit_defaults=True):
    """Put chips on a bet. ``chips`` names colour or denomination where the game asks for it."""

    seat: int
    bet: str
    amount: int
    chips: str = ""


class Remove(msgspec.Struct, frozen=True, tag="remove", tag_field="do", omit_defaults=True):
    """Take a bet down, or ``amount`` of it."""

    seat: int
    bet: str
    amount: int | None = None


class Mark(msgspec.Struct, frozen=True, tag="mark", tag_field="do"):
    """Have a counter put on a bet by word of mouth: ``activa`` on a hard way (CAT-IV.1.5-55)."""

    seat: int
    bet: str
    mark: str


class Throw(msgspec.Struct, frozen=True, tag="throw", tag_field="do"):
    """The croupier throws the ball while bets are still open."""


class Noticed(msgspec.Struct, frozen=True, tag="noticed", tag_field="do"):
    """A bet outside the limits that the croupier saw only after the close, and who was told."""

    seat: int
    bet: str
    amount: int
    told: str


Action: TypeAlias = Place | Remove | Mark | Throw | Noticed


class Slip(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that was done while bets were open, in order: the answer to a `BetWindow`."""

    actions: tuple[Action, ...] = ()
