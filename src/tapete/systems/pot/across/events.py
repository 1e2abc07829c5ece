"""What happens at a casino's end of a shared pot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tapete.systems.pot.events import PotEvent


class LinkEvent(PotEvent, frozen=True, kw_only=True):
    """Something that happened at one end of the link."""

    kind: ClassVar[str] = "link-event"


class LinkOpened(LinkEvent, frozen=True, kw_only=True):
    """This casino takes part: who it is, who keeps the pot, the others that play for it, and the
    terms it was registered with."""

    kind: ClassVar[str] = "link-opened"
    me: str
    centre: str
    casinos: tuple[str, ...]
    terms: Mapping[str, Any]


class CasinosAdmitted(LinkEvent, frozen=True, kw_only=True):
    """Where the pot is kept: these casinos have a part in it from now on."""

    kind: ClassVar[str] = "link-casinos-admitted"
    casinos: tuple[str, ...]


class LinkTermsSet(LinkEvent, frozen=True, kw_only=True):
    """Other terms, as the plan in force has them: who set them, before, after."""

    kind: ClassVar[str] = "link-terms-set"
    by: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]


class LineChanged(LinkEvent, frozen=True, kw_only=True):
    """The casino that keeps the pot is reached, or is not any more."""

    kind: ClassVar[str] = "link-line-changed"
    up: bool


class BetEntered(LinkEvent, frozen=True, kw_only=True):
    """A bet of a machine enters this casino's part of the pot, before it has a result."""

    kind: ClassVar[str] = "link-bet-entered"
    unit: str
    place: int
    amount: int


class PrizeAsked(LinkEvent, frozen=True, kw_only=True):
    """A play has won the pot, so many ``times``: the casino that keeps it is asked how much."""

    kind: ClassVar[str] = "link-prize-asked"
    n: int
    unit: str
    place: int
    times: int = 1


class BetsSent(LinkEvent, frozen=True, kw_only=True):
    """The part goes to the casino that keeps the pot: the bets it comes from, and its pesos."""

    kind: ClassVar[str] = "link-bets-sent"
    to: str
    bets: int
    pesos: int


class PotHeard(LinkEvent, frozen=True, kw_only=True):
    """What the pot holds, by the casino that keeps it, under which terms, and its last prize."""

    kind: ClassVar[str] = "link-pot-heard"
    holds: int
    terms: str
    casino: str = ""
    amount: int = 0


class PrizeHeard(LinkEvent, frozen=True, kw_only=True):
    """What a prize that was asked for comes to."""

    kind: ClassVar[str] = "link-prize-heard"
    n: int
    amount: int


class PrizeTaken(LinkEvent, frozen=True, kw_only=True):
    """The machine has its prize: the play goes on to its end."""

    kind: ClassVar[str] = "link-prize-taken"
    n: int
    unit: str
    amount: int


class BetsHeard(LinkEvent, frozen=True, kw_only=True):
    """Where the pot is kept: the part of a casino came in."""

    kind: ClassVar[str] = "link-bets-heard"
    casino: str
    bets: int
    pesos: int


class PrizeWanted(LinkEvent, frozen=True, kw_only=True):
    """Where the pot is kept: a machine of a casino has won it."""

    kind: ClassVar[str] = "link-prize-wanted"
    casino: str
    n: int
    unit: str
    times: int


class PrizeAwarded(LinkEvent, frozen=True, kw_only=True):
    """Where the pot is kept: what a casino's machine won of it, owed to that casino."""

    kind: ClassVar[str] = "link-prize-awarded"
    casino: str
    n: int
    amount: int


class PotSaid(LinkEvent, frozen=True, kw_only=True):
    """Where the pot is kept: what it holds was told to all that play for it."""

    kind: ClassVar[str] = "link-pot-said"
    holds: int
    terms: str
    casino: str = ""
    amount: int = 0
