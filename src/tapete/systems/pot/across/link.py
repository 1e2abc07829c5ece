"""A pot of machines that several casinos share (CAT-VI.7.4-01), as an aggregate: one for each end.

One casino keeps the pot. Each of the others has a part of it: a bet enters the part before it has a
result (CAT-VI.7.3-03), in the transaction of its play, and the part goes to where the pot is kept
in letters that are numbered and heard in their order. A play that wins the pot asks, behind all the
bets before it, what it comes to, and waits for the answer; so prizes are in the order in which they
are registered where the pot is kept. Once the line has been down for a while no bet that needs the
pot is taken (CAT-VI.7.3-05); what was written before goes when the line is back.

The letters carry sums of bets, and the pot divides them itself: it holds ⌊rate · all bets of all
casinos⌋, however they were put together.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from tapete.core.book.aggregate import Aggregate, Command
from tapete.core.book.refused import Refused
from tapete.core.book.written import plain
from tapete.core.round.event import Event
from tapete.core.round.pot import MAIN
from tapete.systems import letters
from tapete.systems.letters import Deliver, Hear, Post
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
    PrizeWanted,
)
from tapete.systems.pot.across.state import (
    LINKED,
    LinkEvents,
    PotLink,
    PotNews,
    Won,
    evolve,
    terms_of,
)
from tapete.systems.pot.events import FUND
from tapete.systems.pot.terms import Terms, check_terms

Whole = Annotated[int, Meta(ge=0)]


# Letters


class Wanted(msgspec.Struct, frozen=True):
    """A prize a casino asks for: its number there, its machine, how many times it won."""

    n: Whole
    unit: str
    times: Annotated[int, Meta(ge=1)] = 1


class Part(msgspec.Struct, frozen=True, tag_field="says", tag="part"):
    """To where the pot is kept: what was staked since the last letter, the pesos it came to, and
    the prizes won after it."""

    bets: Whole
    pesos: Whole
    prizes: tuple[Wanted, ...] = ()


class Holds(msgspec.Struct, frozen=True, tag_field="says", tag="holds"):
    """From where the pot is kept: what it holds, under which terms, its last prize."""

    holds: Whole
    terms: str
    won: Won = Won("", 0)


class Prize(msgspec.Struct, frozen=True, tag_field="says", tag="prize"):
    """From where the pot is kept: what a prize comes to."""

    n: Whole
    amount: Whole


_read = msgspec.json.Decoder(Part | Holds | Prize)


# Commands


class Join(Command, frozen=True):
    """Take part: as the casino that keeps the pot (``me`` is ``centre``) or as another."""

    me: str
    centre: str
    casinos: tuple[str, ...]
    terms: Terms


class Reset(Command, frozen=True):
    """Set other terms."""

    terms: Terms
    by: str


class Admit(Command, frozen=True):
    """Where the pot is kept: these casinos have a part in it."""

    casinos: tuple[str, ...]


class Line(Command, frozen=True):
    """The casino that keeps the pot is reached, or not any more."""

    up: bool


class Stake(Command, frozen=True):
    """A bet enters the part of this casino; ``begun``: its play has begun, and is carried through
    though the line has failed since."""

    unit: str
    place: int
    amount: int
    begun: bool = False


class Ask(Command, frozen=True):
    """A play has won the pot."""

    unit: str
    place: int
    times: int = 1


class Send(Command, frozen=True):
    """Write the letter with all that is new."""


class Take(Command, frozen=True):
    """A machine takes the prize it waits for."""

    unit: str


class Award(Command, frozen=True):
    """Where the pot is kept: what a prize of a casino came to."""

    casino: str
    n: int
    amount: int


class Say(Command, frozen=True):
    """Where the pot is kept: what it holds is told to all."""

    said: PotNews


LinkCommand: TypeAlias = (
    Join | Admit | Reset | Line | Stake | Ask | Send | Take | Award | Say | Hear | Deliver
)


def decide(link: PotLink, command: LinkCommand) -> LinkEvents:
    """The events a command brings about, or `Refused`."""
    if isinstance(command, Join):
        return _join(link, command)
    clauses = terms_of(link).clauses
    match command:
        case Reset():
            return _reset(link, command)
        case Admit(casinos):
            admitted = CasinosAdmitted(casinos=casinos, clause=clauses.linked)
            return () if casinos == link.casinos else (admitted,)
        case Line(up):
            return () if up == link.up else (LineChanged(up=up, clause=clauses.won),)
        case Stake():
            return _stake(link, command)
        case Ask(unit, place, times):
            asked = PrizeAsked(
                n=link.prizes + 1, unit=unit, place=place, times=times, clause=clauses.won
            )
            return (asked,)
        case Send():
            return _send(link)
        case Take():
            return (_take(link, command),)
        case Award(casino, n, amount):
            told = PrizeAwarded(casino=casino, n=n, amount=amount, clause=clauses.won)
            return (told, *_post(link, Prize(n, amount), casino))
        case Say(said):
            return _say(link, said)
        case Hear(sender, _, body):
            return (*_letters(link, command), *_heard(link, sender, body))
        case Deliver():
            return _letters(link, command)


def _join(link: PotLink, command: Join) -> LinkEvents:
    terms = command.terms
    clauses = terms.clauses
    if link.terms is not None:
        raise Refused(clauses.base, "pot-exists", pot=terms.pot)
    _check(terms)
    return (
        LinkOpened(
            me=command.me, centre=command.centre, casinos=command.casinos,
            terms=json.loads(plain(terms)), clause=clauses.linked,
        ),
    )  # fmt: skip


def _check(terms: Terms) -> None:
    """Raise `Refused` unless a pot of these terms may be shared: registered first, its condition
    known, and won by a row: of a bet that is still on its way nobody knows whether it reaches a
    threshold."""
    check_terms(terms)
    clauses = terms.clauses
    if terms.scope != "casinos" or not terms.registration:
        raise Refused(clauses.linked, "pot-not-registered", pot=terms.pot)
    if not terms.condition:
        raise Refused(clauses.published, "condition-missing", pot=terms.pot)
    if terms.mystery:
        raise Refused(clauses.fed, "no-mystery-between-casinos", pot=terms.pot)


def _reset(link: PotLink, command: Reset) -> LinkEvents:
    before, after = terms_of(link), command.terms
    if before == after:
        return ()
    _check(after)
    changed = LinkTermsSet(
        by=command.by, before=json.loads(plain(before)), after=json.loads(plain(after)),
        clause=before.clauses.changed,
    )  # fmt: skip
    return (changed,)


def _stake(link: PotLink, command: Stake) -> LinkEvents:
    terms = terms_of(link)
    if not (link.reached or command.begun):
        raise Refused(terms.clauses.won, "pot-cut-off", pot=terms.pot)
    if command.amount <= 0:
        raise Refused(terms.clauses.fed, "bad-amount", amount=str(command.amount))
    entered = BetEntered(
        unit=command.unit, place=command.place, amount=command.amount, clause=terms.clauses.fed
    )
    put = evolve(link, entered).fed - link.fed
    moved = ((MAIN, put), (FUND, -put)) if put else ()
    return (msgspec.structs.replace(entered, moved=moved),)


def _send(link: PotLink) -> LinkEvents:
    if not link.to_send():
        return ()
    bets, pesos = link.staked - link.bets_sent, link.part
    prizes = tuple(
        Wanted(n, one.unit, one.times) for n, one in sorted(link.asked.items()) if not one.sent
    )
    sent = BetsSent(to=link.centre, bets=bets, pesos=pesos, clause=LINKED)
    return (sent, *_post(link, Part(bets, pesos, prizes), link.centre))


def _take(link: PotLink, command: Take) -> PrizeTaken:
    terms = terms_of(link)
    for n, one in sorted(link.asked.items()):
        if one.unit == command.unit and n in link.answered:
            amount = link.answered[n]
            return PrizeTaken(n=n, unit=one.unit, amount=amount, clause=terms.clauses.won)
    raise Refused(terms.clauses.won, "prize-not-told", pot=terms.pot)


def _say(link: PotLink, said: PotNews) -> LinkEvents:
    if link.told == said:
        return ()
    told = PotSaid(
        holds=said.holds, terms=said.terms, casino=said.won.casino, amount=said.won.amount,
        clause=terms_of(link).clauses.published,
    )  # fmt: skip
    return (told, *_post(link, Holds(said.holds, said.terms, said.won), *link.casinos))


def _heard(link: PotLink, sender: str, body: str) -> LinkEvents:
    known = link.casinos if link.is_centre else (link.centre,)
    if sender not in known:
        raise Refused(LINKED, "no-such-casino", casino=sender[:40])
    try:
        message: Part | Holds | Prize = _read.decode(body)
    except msgspec.DecodeError as error:
        raise Refused(LINKED, "not-a-message", why=str(error)[:200]) from None
    if isinstance(message, Part) != link.is_centre:
        raise Refused(LINKED, "not-a-message", why=type(message).__name__)
    clauses = terms_of(link).clauses
    match message:
        case Part(bets, pesos, prizes):
            came = BetsHeard(casino=sender, bets=bets, pesos=pesos, clause=clauses.fed)
            wanted = (
                PrizeWanted(
                    casino=sender, n=one.n, unit=one.unit, times=one.times, clause=clauses.won
                )
                for one in prizes
            )
            return (came, *wanted)
        case Holds(holds, terms, won):
            heard = PotHeard(
                holds=holds, terms=terms, casino=won.casino, amount=won.amount,
                clause=clauses.published,
            )  # fmt: skip
            return (heard,)
        case Prize(n, amount):
            if n not in link.asked or n in link.answered:
                raise Refused(LINKED, "not-a-message", why=f"prize {n}")
            return (PrizeHeard(n=n, amount=amount, clause=clauses.won),)


def _post(link: PotLink, message: Part | Holds | Prize, *to: str) -> Sequence[Event]:
    body = msgspec.json.encode(message).decode()
    return [event for one in to for event in letters.decide(LINKED, link.mail, Post(one, body))]


def _letters(link: PotLink, command: Hear | Deliver) -> Sequence[Event]:
    return letters.decide(LINKED, link.mail, command)


POT_LINK: Aggregate[PotLink, LinkCommand, Event] = Aggregate(
    "enlace", PotLink(), LinkCommand, Event, decide, evolve
)
"""One end of a shared pot."""
