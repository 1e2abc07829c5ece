"""What a casino sets for a table of players among themselves: blinds or minimum bet, commission."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from tapete.core.book.money import down, share
from tapete.games.poker.deck import DeckTerms


class Rake(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The commission of a circle: a share of each pot from a threshold on, in whole units."""

    percent: str
    from_: int = msgspec.field(default=0, name="from")
    unit: int = 1

    def of(self, amount: int) -> int:
        """What the house keeps of a pot; the threshold itself counts.

        >>> Rake("5%", 8000, 100).of(8000), Rake("5%", 8000, 100).of(7999), Rake("4%").of(22030)
        (400, 0, 881)
        """
        if amount < self.from_:
            return 0
        return down(amount * self.share, self.unit)

    @property
    def share(self) -> Fraction:
        return share(self.percent)


class CircleTerms(DeckTerms, frozen=True, kw_only=True):
    """The stakes of a circle table. Flop games have ``blinds`` (small, big) and, in tournaments,
    an ``ante`` and, hand for hand, a called all-in that ``waits``; the studs a ``minimum`` bet.
    Without ``rake`` no commission is taken.

    ``box`` is what each player buys to sit down, ``stay`` the minutes he is bound to the table,
    ``informed`` what is made known of a game besides (``date``, ``start``, ``end``), ``suit`` the
    suit with which places are drawn."""

    blinds: tuple[int, int] | None = None
    minimum: int | None = None
    rake: Rake | None = None
    ante: int = 0
    waits: bool = False
    box: int = 0
    stay: int = 0
    informed: dict[str, str] = msgspec.field(default_factory=dict)
    suit: Literal["", "c", "d", "h", "s"] = ""
