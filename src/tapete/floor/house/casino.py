"""The casino: its tables and their keepers on this node, its people, its cage."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection

from tapete import __version__
from tapete.chance import Chance, system
from tapete.core.book.account import CLP
from tapete.core.book.plan import Plan, plan
from tapete.core.book.refused import Fact, Refused
from tapete.core.round.event import at_seat
from tapete.core.round.felt import PUBLIC
from tapete.floor.aggregates.cards.desk import CardDesk
from tapete.floor.aggregates.kinds import SHARED
from tapete.floor.aggregates.pots import Pots, planned_for
from tapete.floor.aggregates.shared import Hosts, turns
from tapete.floor.aggregates.tickets.desk import TicketDesk
from tapete.floor.chance.dealer import Dealer
from tapete.floor.house.first_start import first_start, inner_secret
from tapete.floor.house.hosting import Hosting
from tapete.floor.house.identity import PACKAGE, Identity
from tapete.floor.house.in_force import keep_pots_planned, put_in_force
from tapete.floor.house.logs import log
from tapete.floor.house.news import AGGREGATES, PEOPLE, UNITS, News, Notifications
from tapete.floor.house.settings import Settings as Settings
from tapete.floor.house.shared_pots import SharedPots, keep_shared_pots
from tapete.floor.house.tracing import begin as begin_tracing
from tapete.floor.house.watching import PROGRAM, keep_looking, look_again, say_closed, settle
from tapete.floor.kernel.chain import Step, same_command
from tapete.floor.kernel.clocks import steady
from tapete.floor.kernel.keeper import Keeper
from tapete.floor.kernel.unit import Envelope, InForce, Ref, Spec, Surroundings, Unit
from tapete.floor.money.cage import Cage
from tapete.floor.money.calendar import calendar_of
from tapete.floor.money.day import Days
from tapete.floor.people import permissions
from tapete.floor.people.access import Access
from tapete.floor.people.door import HungUp, keep_the_door, see_out
from tapete.floor.people.factors import Challenges
from tapete.floor.people.housekey import HouseKey, key_file
from tapete.floor.people.lookups import sessions_of
from tapete.floor.people.passwords import HashThreads
from tapete.floor.people.person import Person, alias, is_bot
from tapete.floor.people.personal import Personal
from tapete.floor.people.protecting import Protecting
from tapete.floor.people.register import Register
from tapete.floor.people.signing import set_required
from tapete.floor.people.staffing import Staffing
from tapete.floor.people.throttle import Throttle
from tapete.floor.storage.books import USED
from tapete.floor.storage.store import Elsewhere, Kept, Store
from tapete.floor.table.view import OfferView, offers
from tapete.floor.units import KINDS, build
from tapete.floor.units.mesa import Mesa, TableSpec
from tapete.games.registry import GAMES

PRESENT = "CAT-I.5.1-02"
T = TypeVar("T")
NAMES = 65_536
"""So many names of people are kept at hand."""


class Casino:
    """One node of a casino. ``now``, ``chance`` and ``program`` (where what runs is kept) come from
    outside in tests only."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], float] | None = None,
        chance: Chance | None = None,
        program: Path = PACKAGE,
    ) -> None:
        self.settings, self.now, self.chance = settings, now or steady(), chance
        self.plan: Plan = plan(settings.plan)
        self.plan_digest = ""
        self.in_force: InForce | None = None
        """The plan that holds, once it is approved."""
        self.store = Store(settings.db)
        self.store.calendar = calendar_of(self.plan)
        self.register = Register(self.store)
        self.sessions = sessions_of(self.register, self.now)
        self.store.key = HouseKey(key_file(settings.db, settings.key))
        self.personal = Personal(self.register)
        self.access = Access(self.register, Challenges(secrets.token_hex()))
        self.staffing = Staffing(self.register)
        self.identity = Identity(self.register, settings.plan, program)
        self.throttle = Throttle(settings.limits)
        self.hashes = HashThreads()
        self.shared = Hosts(self.store, SHARED)
        self.pots = Pots(self.shared)
        self.shared_pots = SharedPots(self.shared, self.write, lambda: self.plan, self.now)
        self.days = Days(self.store, self.register)
        self.cage = Cage(self)
        self.tickets = TicketDesk(self)
        self.cards = CardDesk(self)
        self.protecting = Protecting(self)
        self.hung_up = HungUp()
        self.hosting = Hosting(settings, self.store, self.now, self)
        self._names: dict[str, str] = {}
        self._legal: dict[str, str] = {}
        self.secret = ""
        """What the processes of the casino know each other by."""
        self.news = News()
        self._notifications: Notifications | None = None
        self._listen_to_others()

    def _listen_to_others(self) -> None:
        """What other processes write is looked at anew, and they are told of what is written
        here."""
        self.register.told = partial(self.news.say, PEOPLE)
        self.shared.told = lambda ref: self.news.say(AGGREGATES, f"{ref.kind}/{ref.id}")
        self.news.hear(PEOPLE, self._people_changed)
        self.news.hear(UNITS, lambda _: self.hosting.look())
        self.news.hear(PROGRAM, lambda _: self.hosting.spawn(look_again(self)))
        self.news.hear(AGGREGATES, lambda id: self.shared.moved_on(Ref(*id.split("/", 1))))

    def _people_changed(self, person: str) -> None:
        self.register.look_anew(person)
        self._names.pop(person, None)
        self._legal.pop(person, None)
        self.hosting.spawn(see_out(self))

    # Starting and stopping

    def prepare(self) -> str | None:
        """Make the database and, if it is empty, an example casino. Gives the password of the
        administrator the first time, and never again."""
        self.store.create()
        with self.store.writing() as connection:
            self.store.key.mark(connection)
        self.personal.tidy(now=self.now())
        return first_start(self.register, self.shared, self.plan, self._planned(), self.now)

    def _planned(self) -> list[Spec]:
        """The units of the plan: all of them, or those of the games and rooms that are named."""
        named = self.settings.games
        tables = [game for game in named or GAMES if game in self.plan.table]
        rooms = {kind: rows for kind, rows in self.plan.room.items() if not named or kind in named}
        rooms["mesa"] = {
            f"{game}-1": {"game": game, "pot": planned_for(self.plan, game)} for game in tables
        } | rooms.get("mesa", {})
        return [
            spec
            for kind, rows in rooms.items()
            for id, row in rows.items()
            for spec in KINDS[kind].planned(self.plan, id, row)
        ]

    async def start(self) -> None:
        """Take every unit that is free and let it run."""
        by_person = self.settings.approve == "person"
        await asyncio.to_thread(self.identity.start, by_person=by_person, at=self.now())
        await asyncio.to_thread(put_in_force, self)
        self.secret = await asyncio.to_thread(inner_secret, self.store)
        self.access.challenges = Challenges(self.secret)
        begin_tracing(self.settings.tracing)
        required = self.settings.signatures == "required"
        await asyncio.to_thread(set_required, self.store, required, self.now())
        self.news.begin()
        await self.hosting.start()
        if self.store.slow:
            self._notifications = Notifications(self.store, self.news, self.node)
            self._notifications.start()
            self.hosting.spawn(self._notifications.speak())
        self.hosting.spawn(keep_looking(self))
        self.hosting.spawn(keep_pots_planned(self))
        self.hosting.spawn(keep_shared_pots(self))
        self.hosting.spawn(keep_the_door(self))
        say_closed(self)
        log.info("started", node=self.node, tables=len(self.keepers), version=__version__)

    async def stop(self) -> None:
        """Let the units go, for another node to take."""
        if self._notifications is not None:
            self._notifications.stop()
        await self.hosting.stop()
        self.hashes.close()
        self.store.close()
        log.info("stopped", node=self.node)

    # What hosting asks

    def keeper_of(self, spec: Spec, epoch: int) -> Keeper:
        """A keeper of a unit, brought to where its log ends."""
        assert self.hosting.writer is not None
        shared = [self.shared.host(ref) for ref in spec.shared()]
        chance = self.chance or system()
        sealed = self.dealer_of(spec).draw

        def built() -> Unit:
            links = {one.ref: one.link(spec.id) for one in shared}
            clocks = self.settings.clocks
            around = Surroundings(
                plan=self.plan, clocks=clocks, chance=chance, links=links,
                secret=self.store.key.derived, sealed=sealed, in_force=lambda: self.in_force,
            )  # fmt: skip
            return build(spec, around)

        return Keeper(built, self.store, self.hosting.writer, epoch, shared)

    def dealer_of(self, spec: Spec) -> Dealer:
        """The dealer of a unit: it answers what chance is asked, from promised orders."""
        return Dealer(spec.id, self.store, self.chance)

    async def taken(self, keeper: Keeper) -> None:
        """A unit is ours: a new one is opened, if what runs may be played."""
        async with turns(keeper.shared):
            for one in keeper.shared:
                one.refresh()  # the unit comes from another node, and they with it
        kind = KINDS[keeper.unit.spec.kind]
        first = None if keeper.chain.steps else kind.opening(keeper.unit)
        if first is not None:
            await keeper.send(self.by_system(first.command, first.role))
        await settle(self, keeper.unit_id)
        beside = kind.beside(self, keeper)
        if beside is not None:
            self.hosting.spawn(beside)

    @property
    def node(self) -> str:
        """The name this node goes by."""
        return self.hosting.node

    @property
    def keepers(self) -> dict[str, Keeper]:
        """The units kept here, or until a moment ago."""
        return self.hosting.keepers

    @property
    def units(self) -> dict[str, Spec]:
        """Every unit of the casino."""
        return self.hosting.specs

    def by_system(self, command: Any, role: str) -> Envelope[Any]:
        """A command of the house itself."""
        return Envelope(
            id=f"sistema-{secrets.token_hex(8)}", person="sistema", role=role, at=self.now(),
            command=command,
        )  # fmt: skip

    # Units

    def keeper(self, unit: str) -> Keeper:
        """The keeper of a unit on this node."""
        keeper = self.keepers.get(unit)
        if keeper is None or keeper.lost:
            if unit in self.units:
                raise Elsewhere(unit, self.store.whereabouts().get(unit, ""))
            raise Refused(PRESENT, "no-such-table", table=unit)
        return keeper

    @property
    def specs(self) -> dict[str, TableSpec]:
        """The gaming tables of the casino."""
        return {id: spec for id, spec in self.units.items() if isinstance(spec, TableSpec)}

    def counted_in(self, unit: str) -> str:
        """The unit of account of the amounts told at a unit of the floor."""
        spec = self.units.get(unit)
        return spec.unit if isinstance(spec, TableSpec) else CLP

    def mesa(self, table: str) -> Mesa:
        """A gaming table on this node."""
        unit = self.keeper(table).unit
        if not isinstance(unit, Mesa):
            raise Refused(PRESENT, "no-such-table", table=table)
        return unit

    async def command(
        self, person: Person, role: str, unit: str, command: Any, *, id: str, saw: str | None = None
    ) -> Step | Kept:
        """Somebody does something at a unit."""
        if role not in person.roles:
            raise Refused("CAT-I.3.2-10", "not-your-role", role=role, command="table.command",
                          roles=" ".join(person.roles))  # fmt: skip
        keeper = self.keeper(unit)
        spec = keeper.unit.spec
        kind = KINDS[spec.kind]
        permissions.check_sender(kind, command, role)
        on_duty = False
        if kind.is_staffed(spec):
            duty = await self.aside(lambda: self.staffing.on_duty(unit))
            on_duty = duty.get(person.id) == role
        sent_as, carried = f"{person.id}/{id}", False
        try:
            keeper.unit.check(command, person.id, role, on_duty=on_duty)
            saw = await kind.admit(self, keeper, person, role, command, saw)
            async with self.protecting.within_limits(keeper, command):
                sent = Envelope(
                    id=sent_as, person=person.id, role=role, at=self.now(), command=command
                )  # fmt: skip
                carried = True
                done = await kind.carry(self, keeper, sent, saw)
        except Refused as refused:
            # It may have been carried out before, and be refused now for that very reason. Whoever
            # carries it out looks for that himself.
            kept = None if carried else await keeper.find(sent_as)
            if kept is None:
                refused.unit = self.counted_in(unit)
                raise
            done = kept
        if isinstance(done, Kept) and not same_command(done.envelope.command, command):
            raise Refused(USED, "id-used", id=id)
        return done

    async def aside(self, read: Callable[[], T]) -> T:
        """Read something of the database; where that may take long nothing else waits for it."""
        return await asyncio.to_thread(read) if self.store.slow else read()

    def viewer_of(self, person: Person | None, table: str) -> str:
        """As whom a person sees a table: from his seat, as croupier, or as anybody."""
        if person is None:
            return PUBLIC
        seat = self.keeper(table).unit.present().get(person.id)
        if seat is not None:
            return at_seat(seat)
        spec = self.units[table]
        return KINDS[spec.kind].stands(self, spec, person)

    def has_place(self, person: Person | None, unit: str) -> bool:
        """Whether somebody has a place there: one that another may have had before him."""
        return person is not None and person.id in self.keeper(unit).unit.present()

    async def viewer_then(self, person: Person | None, table: str, number: int) -> str:
        """As which viewer a person may read old events of a table, from an event number on:
        somebody who took a seat does not see what the player before him saw there."""
        viewer = self.viewer_of(person, table)
        if person is None or not self.has_place(person, table):
            return viewer
        who = person.id
        sat = await self.aside(lambda: self.store.sat_down(table, who))
        return viewer if number >= sat else PUBLIC

    async def see(self, table: str, look: Callable[[Mesa | None], T]) -> T:
        """Look at a table as it is committed; ``look`` is given None if it is not kept here."""
        return await self.look_at(table, look)

    async def look_at(self, unit: str, look: Callable[[Any], T]) -> T:
        """Look at a unit of any kind as it is committed."""
        keeper = self.keepers.get(unit)
        if keeper is None or keeper.lost:
            return look(None)
        return await keeper.read(lambda: look(None if keeper.lost else keeper.unit))

    async def show(self, unit: str, person: Person | None) -> Any:
        """A unit as this person sees it, as it is written."""
        return await self.keeper(unit).read(lambda: self.view(unit, person))

    def view(self, unit: str, person: Person | None) -> Any:
        """A unit as this person sees it."""
        return self.seen(unit, self.viewer_of(person, unit))

    def seen(self, unit: str, viewer: str) -> Any:
        """A unit as this viewer sees it."""
        keeper = self.keeper(unit)
        names = {who: self.name_of(who) for who in keeper.unit.present()}
        until, spec = keeper.unit.deadline(self.now()), keeper.unit.spec
        view = keeper.unit.view(viewer, keeper.chain.mark, names=names, until=until)
        return KINDS[spec.kind].shown(self, spec, view)

    def seeing(self, unit: str) -> Callable[[str], Any]:
        """A unit as it is in this moment, for each viewer who asks before it goes on."""
        keeper = self.keeper(unit)
        return KINDS[keeper.unit.spec.kind].seeing(self, keeper)

    def name_of(self, id: str) -> str:
        """What everybody may call a person; of somebody nobody knows, his id."""
        if id not in self._names:
            person = self.register.find(id)
            _keep(self._names, id, id if person is None else alias(person))
        return self._names[id]

    def called(self, ids: Iterable[str]) -> dict[str, str]:
        """What those of these ids are called whose names are at hand."""
        return {id: self._names[id] for id in ids if id in self._names}

    async def learn_names(self, ids: Iterable[str]) -> None:
        """Have the names of those of these ids at hand whom the house knows."""
        new = [id for id in ids if id not in self._names]
        if new:
            found = await self.aside(lambda: [self.register.find(id) for id in new])
            for one in found:
                if one is not None:
                    _keep(self._names, one.id, alias(one))

    def legal_name_of(self, id: str) -> str:
        """The whole name in a person's papers, for those who check them; a guest and a bot of the
        house have none."""
        if id not in self._legal:
            person = self.register.find(id)
            papers = person is not None and not person.guest and not is_bot(id)
            _keep(self._legal, id, person.name if person is not None and papers else "")
        return self._legal[id]

    def forget_name(self, id: str) -> None:
        """What somebody was called is not known any more."""
        self._names.pop(id, None)
        self._legal.pop(id, None)
        self.news.say(PEOPLE, id)

    def offers(self, table: str, seat: int) -> tuple[OfferView, ...]:
        """The bets open to a seat now."""
        return offers(self.mesa(table).table, seat)

    # People and their chips

    def known(self, person: str) -> Person:
        """The person with this id. Raises `Refused` if there is none."""
        found = self.register.find(person[:64]) if person.isprintable() else None
        if found is None:
            raise Refused(PRESENT, "no-such-person", person=person[:64])
        return found

    async def write(self, unit: Callable[[Connection], T]) -> T:
        """Have something written."""
        return await self.hosting.write(unit)

    async def note(self, person: str, what: str, facts: Mapping[str, Fact]) -> None:
        """Have an access or a change written into the audit log."""
        at = self.now()
        await self.write(lambda connection: self.register.note(connection, person, what, facts, at))


def _keep(names: dict[str, str], id: str, name: str) -> None:
    """Have a name at hand; of too many those learned first are forgotten."""
    names[id] = name
    while len(names) > NAMES:
        del names[next(iter(names))]
