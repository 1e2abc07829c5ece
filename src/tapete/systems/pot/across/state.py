"""One end of a shared pot as its events make it, and the identities that hold after each."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from tapete.core.book.clause import ClauseId
from tapete.core.book.datafile import exact
from tapete.core.book.refused import Refused
from tapete.core.book.written import plain
from tapete.core.round.event import Event
from tapete.systems import letters
from tapete.systems.letters import Mail, MailEvent
from tapete.systems.pot.across.events import (
    BetEntered,
    BetsHeard,
    BetsSent,
    CasinosAdmitted,
    LineChanged,
    LinkOpened,
    LinkTermsSet,
    PotHeard,
    PotSaid,
    PrizeAsked,
    PrizeAwarded,
    PrizeHeard,
    PrizeTaken,
)
from tapete.systems.pot.terms import Terms

LINKED: ClauseId = "CAT-VI.7.4-01"
NONE = Fraction(0)
MARK = "/"
"""Between a casino and its machine, where the pot that it won is kept elsewhere."""


class PrizeRequest(msgspec.Struct, frozen=True):
    """A prize that was asked for: of which machine, how many times it won, and whether the letter
    is written."""

    unit: str
    times: int
    sent: bool = False


class Won(msgspec.Struct, frozen=True):
    """The last prize of the pot, and the casino that had it."""

    casino: str
    amount: int


class PotNews(msgspec.Struct, frozen=True):
    """What a casino was told of the pot last."""

    holds: int
    terms: str
    won: Won = Won("", 0)


class PotLink(msgspec.Struct, frozen=True, kw_only=True):
    """One end: where the pot is kept (``me`` is ``centre``) or a casino with a part of it.

    ``staked`` are all bets here, ``fed`` the whole pesos they came to and ``residue`` the fraction
    left of them; ``bets_sent`` and ``sent`` what of it the letters have carried. ``asked`` are the
    prizes that wait for an answer, ``answered`` those whose machine has not taken them; ``won`` and
    ``taken`` their sums. ``heard`` and ``awarded`` are what the end that keeps the pot had of each
    casino, and owes it.
    """

    me: str = ""
    centre: str = ""
    casinos: tuple[str, ...] = ()
    terms: Terms | None = None
    mail: Mail = Mail()
    up: bool = False
    told: PotNews | None = None
    staked: int = 0
    fed: int = 0
    residue: Fraction = NONE
    bets_sent: int = 0
    sent: int = 0
    prizes: int = 0
    asked: dict[int, PrizeRequest] = {}
    answered: dict[int, int] = {}
    won: int = 0
    taken: int = 0
    heard_bets: dict[str, int] = {}
    heard: dict[str, int] = {}
    awarded: dict[str, int] = {}

    @property
    def is_centre(self) -> bool:
        """Whether the pot is kept here."""
        return self.me == self.centre

    @property
    def owed(self) -> dict[str, int]:
        """What this casino owes each other one for the pot; below nought: what it is owed."""
        if self.is_centre:
            return {one: self.awarded.get(one, 0) - self.heard.get(one, 0) for one in self.casinos}
        return {self.centre: self.sent - self.won}

    @property
    def part(self) -> int:
        """Whole pesos of this casino's bets that no letter carries yet."""
        return self.fed - self.sent

    @property
    def holds(self) -> int:
        """The balance of the whole pot, as far as it is known here."""
        return (0 if self.told is None else self.told.holds) + self.part

    @property
    def reached(self) -> bool:
        """Whether the pot takes bets of this casino: the line is up, the terms the same."""
        return self.up and self.told is not None and self.told.terms == digest_of(terms_of(self))

    @property
    def held(self) -> int:
        """The balance held here: this casino's part, and prizes its machines have not taken."""
        return self.part + self.won - self.taken

    def to_send(self) -> bool:
        """Whether there is something for the casino that keeps the pot."""
        return self.staked > self.bets_sent or any(not one.sent for one in self.asked.values())

    def check(self) -> None:
        """Assert the identities."""
        if min(self.part, self.staked - self.bets_sent, self.won - self.taken) < 0:
            raise AssertionError(f"more went out of the part than came in: {self}")
        if not 0 <= self.residue < 1 or sum(self.answered.values()) != self.won - self.taken:
            raise AssertionError(f"the part of the pot does not agree: {self}")


def terms_of(link: PotLink) -> Terms:
    """The terms the pot was registered with here."""
    if link.terms is None:
        raise Refused(LINKED, "no-such-pot", pot="")
    return link.terms


def digest_of(terms: Terms) -> str:
    """The digest by which the casinos of a pot know that they play under the same terms."""
    return hashlib.sha256(plain(terms)).hexdigest()


LinkEvents: TypeAlias = Sequence[Event]


def evolve(link: PotLink, event: Event) -> PotLink:
    """One end after one more event."""
    after = _evolve(link, event)
    after.check()
    return after


def _evolve(link: PotLink, event: Event) -> PotLink:
    match event:
        case MailEvent():
            return replace(link, mail=letters.evolve(link.mail, event))
        case LinkOpened():
            terms = msgspec.convert(event.terms, Terms, dec_hook=exact)
            return replace(
                link, me=event.me, centre=event.centre, casinos=event.casinos, terms=terms
            )
        case LinkTermsSet():
            return replace(link, terms=msgspec.convert(event.after, Terms, dec_hook=exact))
        case CasinosAdmitted():
            return replace(link, casinos=event.casinos, told=None)  # all are told anew
        case LineChanged():
            return replace(link, up=event.up)
        case BetEntered():
            whole, left = divmod(link.residue + terms_of(link).rate * event.amount, 1)
            return replace(
                link, staked=link.staked + event.amount, fed=link.fed + whole, residue=left
            )
        case BetsSent():
            asked = {n: replace(one, sent=True) for n, one in link.asked.items()}
            return replace(
                link, bets_sent=link.bets_sent + event.bets, sent=link.sent + event.pesos,
                asked=asked,
            )  # fmt: skip
    return _prizes(link, event)


def _prizes(link: PotLink, event: Event) -> PotLink:
    match event:
        case PrizeAsked():
            asked = {**link.asked, event.n: PrizeRequest(event.unit, event.times)}
            return replace(link, asked=asked, prizes=event.n)
        case PrizeHeard():
            answered = {**link.answered, event.n: event.amount}
            return replace(link, answered=answered, won=link.won + event.amount)
        case PrizeTaken():
            asked = {n: one for n, one in link.asked.items() if n != event.n}
            answered = {n: one for n, one in link.answered.items() if n != event.n}
            taken = link.taken + event.amount
            return replace(link, asked=asked, answered=answered, taken=taken)
        case PotHeard() | PotSaid():
            said = PotNews(event.holds, event.terms, Won(event.casino, event.amount))
            return replace(link, told=said)
        case BetsHeard():
            bets = {**link.heard_bets, event.casino: _of(link.heard_bets, event) + event.bets}
            heard = {**link.heard, event.casino: _of(link.heard, event) + event.pesos}
            return replace(link, heard_bets=bets, heard=heard)
        case PrizeAwarded():
            sums = {**link.awarded, event.casino: _of(link.awarded, event) + event.amount}
            return replace(link, awarded=sums)
    return link


def _of(sums: dict[str, int], event: BetsHeard | PrizeAwarded) -> int:
    return sums.get(event.casino, 0)
