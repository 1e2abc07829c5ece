"""Pots of machines that this house shares with other casinos: what their letters bring about here,
and the couriers that carry ours.

A letter is heard with all it does to the pot in one transaction, and counts as delivered once it is
written down there; cut anywhere in between, it is sent again and heard once. Where nobody answers
for a while the pot is cut off, and machines take no bet that needs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from tapete.core.book.plan import Plan
from tapete.core.book.refused import Refused
from tapete.floor.aggregates.plain_pots import PlainPot
from tapete.floor.aggregates.pot_links import PotLinkHost
from tapete.floor.aggregates.pot_shares import PotShare, share_of
from tapete.floor.aggregates.shared import AnyShared, Hosts, Write, done_by_house, is_stored
from tapete.floor.house.letters import (
    LATEST,
    PATIENCE,
    SOONEST,
    LetterIn,
    give,
    is_signed,
    link_key,
    signed,
)
from tapete.floor.house.logs import log
from tapete.floor.kernel.unit import Ref
from tapete.systems.letters import Deliver, Hear, Letter
from tapete.systems.pot.across.events import BetsHeard, PrizeWanted
from tapete.systems.pot.across.link import POT_LINK, Admit, Award, Line, Say, Send
from tapete.systems.pot.across.state import LINKED, MARK, PotLink, PotNews, Won, digest_of
from tapete.systems.pot.aggregate import POT
from tapete.systems.pot.commands import Contribute, Win
from tapete.systems.pot.events import PrizePaid
from tapete.systems.pot.state import terms_of

if TYPE_CHECKING:
    import httpx

    from tapete.floor.house.casino import Casino

LOOK, BEAT, CUT = 0.5, 2.0, 5.0
"""Seconds between two looks for something to carry; between two signs of life where there is
nothing; and without an answer until a pot is taken to be cut off."""
PING = 0
"""The number of a letter that says nothing: only that somebody is there."""
Carry = Callable[[LetterIn], Awaitable[bool]]


class SharedPots:
    """The pots that a house shares with others."""

    def __init__(
        self, hosts: Hosts, write: Write[None], plan: Callable[[], Plan], now: Callable[[], float]
    ) -> None:
        self.hosts, self.write, self.plan, self.now = hosts, write, plan, now

    def shares(self) -> dict[str, PotShare]:
        """With whom each is shared."""
        plan = self.plan()
        found = {pot: share_of(plan, pot) for pot in plan.pozo}
        return {pot: share for pot, share in found.items() if share is not None}

    def make(self) -> None:
        """Make what is kept here, though no machine here plays for it, and admit who was added."""
        for pot, share in self.shares().items():
            if share.me == share.centre:
                for kind in (POT.kind, POT_LINK.kind):
                    self.hosts.make(Ref(kind, pot), self.plan(), (), self.now())

    def link(self, pot: str) -> PotLinkHost:
        """This casino's end of a pot."""
        found = self.hosts.host(Ref(POT_LINK.kind, pot))
        assert isinstance(found, PotLinkHost)
        return found

    async def ends(self) -> dict[str, PotLink]:
        """This casino's end of every shared pot that has begun, as written."""

        def begun() -> dict[str, PotLinkHost]:
            pots = [pot for pot in self.shares() if self.is_begun(pot)]
            return {pot: self.link(pot) for pot in pots}

        hosts = await asyncio.to_thread(begun)
        return {pot: await host.fresh() for pot, host in hosts.items()}

    def is_begun(self, pot: str) -> bool:
        """Whether this casino's end of a pot has been made."""
        return is_stored(self.hosts.store, Ref(POT_LINK.kind, pot))

    def _kept(self, pot: str) -> PlainPot:
        found = self.hosts.host(Ref(POT.kind, pot))
        assert isinstance(found, PlainPot)
        return found

    async def _do(self, shared: list[AnyShared], do: Callable[[], None]) -> None:
        await done_by_house(self.write, shared, do, self.now(), lambda connection: None)

    # What comes in

    async def hear(self, pot: str, letter: LetterIn) -> None:
        """A letter came in, signed: once heard, it is not heard again."""
        link = self.link(pot)
        shared: list[AnyShared] = [link]
        if link.look().is_centre:  # the pot first: a prize goes out of it when its bets are in
            shared.insert(0, self._kept(pot))

        def do() -> None:
            state = link.journal.state
            if letter.n <= state.mail.heard.get(letter.sender, 0):
                return
            for event in link.journal.do(Hear(letter.sender, letter.n, letter.body)):
                match event:
                    case BetsHeard(casino=casino, bets=bets) if bets:
                        self._kept(pot).journal.do(Contribute(casino, 1, bets, True))
                    case PrizeWanted():
                        self._award(pot, event)

        await self._do(shared, do)

    def _award(self, pot: str, wanted: PrizeWanted) -> None:
        """The pot is won in another casino: what it holds now, and again for each time more."""
        amount = 0
        for _ in range(wanted.times):
            win = Win(f"{wanted.casino}{MARK}{wanted.unit}", (1,), final=True)
            told = self._kept(pot).journal.do(win)
            amount += sum(event.amount for event in told if isinstance(event, PrizePaid))
        self.link(pot).journal.do(Award(wanted.casino, wanted.n, amount))

    # What goes out

    async def write_letters(self, pot: str) -> None:
        """Write what is new: the part of this casino, or what the pot holds."""
        link, share = self.link(pot), self.shares()[pot]
        state = link.look()
        if not state.is_centre:
            if state.to_send():
                await self._do([link], lambda: self._journal(pot, Send()))
            return
        casinos = tuple(sorted(share.peers))
        kept = self._kept(pot)
        kept.look()
        if state.casinos != casinos:
            await self._do([link], lambda: self._journal(pot, Admit(casinos)))
        if self._said(kept, share) != link.look().told:
            await self._do([link, kept], lambda: self._journal(pot, Say(self._said(kept, share))))

    def _said(self, kept: PlainPot, share: PotShare) -> PotNews:
        """What there is to say of a pot: what it holds, its terms, its last prize."""
        pot, won = kept.journal.state, Won("", 0)
        if kept.won is not None:
            casino, mark, _ = kept.won.unit.partition(MARK)
            won = Won(casino if mark else share.me, kept.won.amount)
        return PotNews(pot.meters.current, digest_of(terms_of(pot)), won)

    def _journal(self, pot: str, command: Send | Admit | Say | Line | Deliver) -> None:
        self.link(pot).journal.do(command)

    async def delivered(self, pot: str, letter: Letter) -> None:
        """A letter was received and written down there."""
        link = self.link(pot)

        def do() -> None:
            if link.journal.state.mail.next_to(letter.to) == letter:
                self._journal(pot, Deliver(letter.to, letter.n))

        await self._do([link], do)

    async def line(self, pot: str, *, up: bool) -> None:
        """The casino that keeps the pot is reached, or not any more."""
        await self._do([self.link(pot)], lambda: self._journal(pot, Line(up)))


class Courier:
    """Carries the letters of a pot to one other casino, in their order."""

    def __init__(self, pots: SharedPots, pot: str, to: str, carry: Carry) -> None:
        self.pots, self.pot, self.to, self.carry = pots, pot, to, carry
        self.reached = pots.now()
        self._beat, self._failures = float("-inf"), 0

    async def advance(self, key: bytes | None) -> float:
        """Carry the next letter, or a sign of life. Gives the seconds until it is looked again."""
        pots, pot = self.pots, self.pot
        await pots.write_letters(pot)
        state = pots.link(pot).look()
        letter, now = state.mail.next_to(self.to), pots.now()
        if letter is None and now < self._beat + BEAT and not self._failures:
            return LOOK
        given = key is not None and await self._given(key, state.me, letter)
        if given:
            self._beat = self.reached = now
            self._failures = 0
            if letter is not None:
                await pots.delivered(pot, letter)
            if not state.is_centre:
                await pots.line(pot, up=True)
            return LOOK if letter is None else 0.0
        self._failures += 1
        if not state.is_centre and state.up and pots.now() - self.reached >= CUT:
            log.warning("pot-cut-off", pot=pot, to=self.to)
            await pots.line(pot, up=False)
        return float(min(LATEST, SOONEST * 2.0 ** min(self._failures - 1, 10)))

    async def _given(self, key: bytes, me: str, letter: Letter | None) -> bool:
        n, body = (PING, "") if letter is None else (letter.n, letter.body)
        return await self.carry(signed(key, me, self.to, n, body))


async def hear_letter(casino: Casino, pot: str, letter: LetterIn) -> None:
    """A letter of another casino came in over HTTP. `Refused`: it is not signed with the key of the
    link, or it is not its turn."""
    pots = casino.shared_pots
    share = pots.shares().get(pot)
    if share is None:
        raise Refused(LINKED, "no-such-pot", pot=pot[:40])
    key = await casino.aside(lambda: link_key(casino.store, pot, letter.sender))
    if not is_signed(key, letter, share.me):
        raise Refused(LINKED, "not-signed", sender=letter.sender)
    if letter.n != PING:
        await pots.hear(pot, letter)


async def keep_shared_pots(casino: Casino) -> None:
    """Carry the letters of all shared pots, at one node of the house: to whomever the plan in force
    names, from when it does and no longer."""
    lines: dict[tuple[str, str, str], asyncio.Task[None]] = {}
    try:
        while True:
            shares = casino.shared_pots.shares()
            wanted = {(pot, to, at) for pot, one in shares.items() for to, at in one.peers.items()}
            try:
                if wanted - lines.keys():
                    await casino.aside(casino.shared_pots.make)
                for line in lines.keys() - wanted:
                    lines.pop(line).cancel()
                for line in wanted - lines.keys():
                    lines[line] = asyncio.create_task(_keep_line(casino, *line))
            except Exception as error:  # it is tried again
                log.error("pots-not-shared", node=casino.node, exc_info=error)
            await asyncio.sleep(BEAT)
    finally:
        for task in lines.values():
            task.cancel()


async def _keep_line(casino: Casino, pot: str, to: str, address: str) -> None:
    import httpx

    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        courier = Courier(casino.shared_pots, pot, to, _by(http, pot, address))
        while True:
            wait = LATEST
            try:
                if await casino.aside(lambda: _leads(casino, pot)):
                    key = await casino.aside(lambda: link_key(casino.store, pot, to))
                    if key is None:
                        log.warning("link-without-key", unit=pot, to=to)
                    wait = await courier.advance(key)
                else:
                    wait, courier.reached = BEAT, casino.now()
            except Exception as error:  # it is tried again
                log.error("letter-not-carried", unit=pot, to=to, exc_info=error)
            await asyncio.sleep(wait)


def _by(http: httpx.AsyncClient, pot: str, address: str) -> Carry:
    async def carry(letter: LetterIn) -> bool:
        return await give(http, pot, address, letter)

    return carry


def _leads(casino: Casino, pot: str) -> bool:
    """Whether this node of several carries the letters: the first of those that are there; once
    the pot has been made."""
    store = casino.store
    try:
        if not casino.shared_pots.is_begun(pot):
            return False
        others = store.others(casino.node, seconds=casino.settings.lease)
    except SQLAlchemyError:
        return False
    return casino.node <= min(others, default=casino.node)
