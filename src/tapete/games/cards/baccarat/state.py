"""What a table of Baccarat keeps between rounds: the bank or its vacancy, and the places."""

from __future__ import annotations

import msgspec

from tapete.core.round.bets import Stake
from tapete.games.cards.baccarat.rules import BaccaratRules
from tapete.games.cards.puntoybanca.state import PuntoYBancaState
from tapete.games.cards.shuffle import fresh_shoe

BANCO = "banco"


class Vacancy(msgspec.Struct, frozen=True, kw_only=True):
    """A bank without a banker: who left it (nobody at the start) and what follows from it.

    ``least`` is what whoever takes it in turn must put in; ``retake``: it was left by choice and
    may be taken back. ``auction``: it was refused before dealing and is not offered in turn;
    ``forced``: nobody bid for it either. ``barred`` may not bid. ``gone``: who left it has left
    the table too.
    """

    by: int | None = None
    least: int = 0
    retake: bool = False
    auction: bool = False
    forced: bool = False
    barred: tuple[int, ...] = ()
    gone: bool = False

    @property
    def back_to(self) -> int | None:
        """Who gave it up by choice and is still at the table."""
        return self.by if self.retake and not self.gone else None

    def without(self, seat: int) -> Vacancy:
        """The same when the player of this seat has gone: whoever sits there next is another."""
        barred = tuple(other for other in self.barred if other != seat)
        return msgspec.structs.replace(self, barred=barred, gone=self.gone or seat == self.by)


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """The bank in play.

    ``shares`` says what each has in it, the banker first. ``put`` are the chips brought to it,
    ``won`` all its winnings so far, ``taken`` what was taken out of them by choice. ``joint``:
    two took it together; ``forced``: it fell to the banker; ``after`` is the vacancy it ended.
    """

    shares: tuple[tuple[int, int], ...]
    put: int
    won: int = 0
    taken: int = 0
    dealt: int = 0
    joint: bool = False
    forced: bool = False
    after: Vacancy

    @property
    def seat(self) -> int:
        """The banker."""
        return self.shares[0][0]

    @property
    def seats(self) -> tuple[int, ...]:
        """The banker and his associate."""
        return tuple(seat for seat, _ in self.shares)

    @property
    def amount(self) -> int:
        """All the chips in it: the most that can be played against it."""
        return sum(amount for _, amount in self.shares)

    def parts(self, amount: int) -> tuple[tuple[int, int], ...]:
        """An amount among those who hold the bank, by their shares; odd pesos are the banker's.

        >>> Bank(shares=((1, 2000), (4, 1000)), put=3000, after=Vacancy()).parts(1000)
        ((1, 667), (4, 333))
        """
        others = [(seat, amount * share // self.amount) for seat, share in self.shares[1:]]
        return ((self.seat, amount - sum(part for _, part in others)), *others)

    def moved(self, amount: int) -> Bank:
        """The bank with so much more in it, or less, by shares; the sign says which."""
        sign = -1 if amount < 0 else 1
        parts = dict(self.parts(abs(amount)))
        shares = tuple((seat, share + sign * parts[seat]) for seat, share in self.shares)
        return msgspec.structs.replace(self, shares=shares)


class BaccaratState(PuntoYBancaState, frozen=True, kw_only=True):
    """The shoe and its holder, who is the banker; the bank, or why there is none; the places.

    ``waiting`` is the list the jefe de mesa keeps, ``changes`` who asked for another place
    (seat, wanted). ``away`` are seated players absent for a moment, ``forfeited`` places lost
    for it. ``late`` came to their place during a round and have no priority for the bank.
    """

    bank: Bank | None = None
    left: Vacancy = Vacancy()
    waiting: tuple[str, ...] = ()
    changes: tuple[tuple[int, int], ...] = ()
    away: tuple[int, ...] = ()
    forfeited: tuple[int, ...] = ()
    late: tuple[int, ...] = ()

    def standing(self) -> tuple[Stake, ...]:
        if self.bank is None:
            return ()
        return tuple(Stake(seat, BANCO, amount) for seat, amount in self.bank.shares if amount)


def opening(rules: BaccaratRules) -> BaccaratState:
    """A table with its shoe loaded and nobody yet in the bank."""
    return BaccaratState(shoe=fresh_shoe(rules))
