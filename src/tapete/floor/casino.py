"""The casino: its tables and their keepers on this node, its people, its cage."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TypeVar

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from tapete import __version__
from tapete.chance import Chance
from tapete.core.conduct import RECORDED
from tapete.core.event import at_seat
from tapete.core.felt import PUBLIC
from tapete.core.plan import Plan, plan
from tapete.core.refused import Fact, Refused
from tapete.core.roles import CHIEFS, CROUPIER, CROUPIERS, staff_of
from tapete.floor import metrics, permissions
from tapete.floor.commands import (
    SYSTEM,
    Act,
    AnyCommand,
    Dismiss,
    Leave,
    Open,
    Reserve,
    Resume,
    Review,
    Sit,
    Wait,
)
from tapete.floor.day import Days
from tapete.floor.driver import Driver
from tapete.floor.hosted import Envelope, Hosted, Step, TableSpec
from tapete.floor.identity import PACKAGE, Identity
from tapete.floor.keeper import Keeper
from tapete.floor.ledger import CAGE, VAULT, WORLD, Transfer, at_table, wallet
from tapete.floor.logs import log
from tapete.floor.people import Person
from tapete.floor.pots import Pots, planned_for, set_up
from tapete.floor.records import has_acta
from tapete.floor.register import Register, Session
from tapete.floor.settings import Settings as Settings
from tapete.floor.staffing import Staffing
from tapete.floor.store import Elsewhere, Kept, LostTable, Store
from tapete.floor.throttle import Throttle
from tapete.floor.view import OfferView, TableView, offers
from tapete.floor.watching import keep_looking, settle
from tapete.floor.writer import Writer
from tapete.games.registry import GAMES

PRESENT = "CAT-I.5.1-02"
CHIPS = "CAT-I.1-10"
T = TypeVar("T")


class Casino:
    """One node of a casino. ``now``, ``chance`` and ``program`` (where what runs is kept) come from
    outside in tests only."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], float] = time.time,
        chance: Chance | None = None,
        program: Path = PACKAGE,
    ) -> None:
        self.settings, self.now, self.chance = settings, now, chance
        self.node = settings.node or f"node-{secrets.token_hex(4)}"
        self.plan: Plan = plan(settings.plan)
        self.store = Store(settings.db)
        self.register = Register(self.store)
        self.staffing = Staffing(self.register)
        self.identity = Identity(self.register, settings.plan, program)
        self.throttle = Throttle()
        self.pots = Pots(self.store)
        self.days = Days(self.store, self.register)
        self.writer: Writer | None = None
        self.keepers: dict[str, Keeper] = {}
        self.drivers: dict[str, Driver] = {}
        self.specs: dict[str, TableSpec] = {}
        self._names: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Starting and stopping

    def prepare(self) -> str | None:
        """Make the database and, if it is empty, an example casino. Gives the password of the
        administrator the first time, and never again."""
        self.store.create()
        if self.store.specs():
            return None
        specs = [
            self._spec(game) for game in self.settings.games or GAMES if game in self.plan.table
        ]
        for pot in self.plan.pot:
            linked = [(spec.id, spec.game) for spec in specs if spec.pot == pot]
            if linked:
                set_up(self.store, self.plan, pot, linked, self.now())
        for spec in specs:
            self.store.add_table(spec)
        if self.register.find(permissions.ADMINISTRADOR) is not None:
            return None
        password = secrets.token_urlsafe(12)
        self.register.admit_staff(
            "administrador", "Administrador", password, (permissions.ADMINISTRADOR,),
            by="sistema", now=self.now(),
        )  # fmt: skip
        return password

    def _spec(self, game: str) -> TableSpec:
        return TableSpec(
            id=f"{game}-1", game=game, edition="scj-2023", limits=self.plan.limits(game),
            circle=self.plan.circle(game),
            pot=planned_for(self.plan, game),
        )  # fmt: skip

    async def start(self) -> None:
        """Take every table that is free and let it run."""
        self.writer = Writer(self.store)
        self._say_here()
        by_person = self.settings.approve == "person"
        await asyncio.to_thread(self.identity.start, by_person=by_person, at=self.now())
        await self.take_tables()
        self._spawn(self._keep_leases())
        self._spawn(keep_looking(self))
        log.info("started", node=self.node, tables=len(self.keepers), version=__version__)

    async def stop(self) -> None:
        """Let the tables go, for another node to take."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for keeper in self.keepers.values():
            await keeper.settled()
        if self.writer is not None:
            self.writer.close()
        self.store.release(self.node)
        self.store.close()
        metrics.TABLES.set(0)
        log.info("stopped", node=self.node)

    async def take_tables(self) -> None:
        """Take the tables nobody holds, and bring each to where its log ends."""
        assert self.writer is not None
        self.specs = {spec.id: spec for spec in await asyncio.to_thread(self.store.specs)}
        for id, spec in self.specs.items():
            keeper = self.keepers.get(id)
            if keeper is not None and not keeper.lost:
                continue
            epoch = self.store.lease(
                id, self.node, seconds=self.settings.lease, now=self.now()
            )  # fmt: skip
            if epoch is not None:
                await self._keep(spec, epoch)

    async def _keep(self, spec: TableSpec, epoch: int) -> None:
        assert self.writer is not None
        pot = None if spec.pot is None else self.pots.host(spec.pot)
        if pot is not None:
            async with pot.turn:
                pot.refresh()  # the table comes from another node, and the pot with it

        def build() -> Hosted:
            return Hosted(spec, plan=self.plan, pot=None if pot is None else pot.link(spec.id))

        keeper = Keeper(build, self.store, self.writer, epoch, pot)
        self.keepers[spec.id] = keeper
        if not spec.attended and not keeper.hosted.steps:
            staff = tuple(staff_of(keeper.hosted.table.rules))
            await keeper.send(self.by_system(Open(staff=staff), "jefe-de-mesa"))
        await settle(self, spec.id)
        driver = Driver(keeper, self.settings.clocks, self.now, self.chance)
        self.drivers[spec.id] = driver
        self._spawn(driver.run())
        metrics.TABLES.set(sum(not keeper.lost for keeper in self.keepers.values()))
        log.info("table-taken", table=spec.id, epoch=epoch, step=keeper.hosted.steps)

    def _say_here(self) -> None:
        address = self.settings.address or f"http://{self.settings.host}:{self.settings.port}"
        self.store.say_here(self.node, address, self.now())

    async def _keep_leases(self) -> None:
        """Say now and then that we are still here; take what others have let go."""
        while True:
            await asyncio.sleep(self.settings.lease / 3)
            try:
                await self._renew()
                await self.take_tables()
            except (SQLAlchemyError, LostTable) as error:  # it is tried again
                log.error("lease-failed", node=self.node, why=repr(error))

    async def _renew(self) -> None:
        await asyncio.to_thread(self._say_here)
        now, seconds = self.now(), self.settings.lease
        ours = await self._write(
            lambda connection: self.store.renew(connection, self.node, seconds=seconds, now=now)
        )
        for id, keeper in self.keepers.items():
            if ours.get(id) != keeper.epoch:
                keeper.lose("leased-to-another")
        metrics.TABLES.set(sum(not keeper.lost for keeper in self.keepers.values()))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def by_system(self, command: AnyCommand, role: str) -> Envelope:
        """A command of the house itself."""
        return Envelope(
            id=f"sistema-{secrets.token_hex(8)}", person="sistema", role=role, at=self.now(),
            command=command,
        )  # fmt: skip

    # Tables

    def keeper(self, table: str) -> Keeper:
        """The keeper of a table on this node."""
        keeper = self.keepers.get(table)
        if keeper is None or keeper.lost:
            if table in self.specs:
                raise Elsewhere(table, self.store.whereabouts().get(table, ""))
            raise Refused(PRESENT, "no-such-table", table=table)
        return keeper

    async def command(
        self, person: Person, role: str, table: str, command: AnyCommand, *,
        id: str, saw: str | None = None,
    ) -> Step | Kept:  # fmt: skip
        """Somebody does something at a table."""
        if role not in person.roles:
            raise Refused("CAT-I.3.2-10", "not-your-role", role=role, command="table.command",
                          roles=" ".join(person.roles))  # fmt: skip
        permissions.check("table.command", role)
        keeper = self.keeper(table)
        permissions.check_own(command, person.id, role, keeper.hosted.table.players)
        attended = self.specs[table].attended
        on_duty = attended and self.staffing.on_duty(table).get(person.id) == role
        permissions.check_duty(command, role, attended=attended, on_duty=on_duty)
        if isinstance(command, Open | Resume):
            self.identity.check_may_open(self.specs[table].edition)
        match command:
            case Sit():
                self.register.check_may_play(person, self.now())
                self._check_present(person, table)
            case Wait() | Reserve():  # a chief may ask for somebody else
                self.register.check_may_play(self._known(command.player), self.now())
            case Leave() | Act() if table in self.drivers:  # both are done between rounds
                await self.drivers[table].let_go()
            case Open() if attended:
                self.staffing.check_opening(table, command.staff)
            case Review() if role in CHIEFS and not has_acta(self.store, table, command.acta):
                raise Refused(RECORDED, "not-our-record", dispute=command.dispute)
            case _:
                pass
        sent = Envelope(
            id=f"{person.id}/{id}", person=person.id, role=role, at=self.now(), command=command
        )  # fmt: skip
        return await keeper.send(sent, saw=saw)

    def _check_present(self, person: Person, table: str) -> None:
        """A player is present at his table: he cannot sit at another as well."""
        for id, keeper in self.keepers.items():
            if id != table and person.id in keeper.hosted.table.players.values():
                raise Refused(PRESENT, "seated-elsewhere", table=id)

    def viewer_of(self, person: Person | None, table: str) -> str:
        """As whom a person sees a table: from his seat, as croupier, or as anybody."""
        if person is None:
            return PUBLIC
        players = self.keeper(table).hosted.table.players
        seat = next((seat for seat, who in sorted(players.items()) if who == person.id), None)
        if seat is not None:
            return at_seat(seat)
        if self.specs[table].attended and set(person.roles) & set(CROUPIERS):
            deals = self.staffing.on_duty(table).get(person.id) in CROUPIERS
            return CROUPIER if deals else PUBLIC
        return PUBLIC

    def viewer_then(self, person: Person | None, table: str, number: int) -> str:
        """As whom a person saw what was told at a table from a number on: whoever takes a place
        does not see what the one before him had there."""
        viewer = self.viewer_of(person, table)
        if person is None or viewer in (PUBLIC, CROUPIER):
            return viewer
        return viewer if number >= self.store.sat_down(table, person.id) else PUBLIC

    async def see_out(self, person: str) -> None:
        """Somebody who may not be here any more leaves the tables of this node."""
        for keeper in self.keepers.values():
            if not keeper.lost and person in keeper.hosted.table.players.values():
                await keeper.send(self.by_system(Dismiss(player=person), SYSTEM))

    def view(self, table: str, person: Person | None) -> TableView:
        """A table as this person sees it."""
        return self.seen(table, self.viewer_of(person, table))

    def seen(self, table: str, viewer: str) -> TableView:
        """A table as this viewer sees it."""
        keeper = self.keeper(table)
        driver = self.drivers.get(table)
        names = {who: self.name_of(who) for who in keeper.hosted.table.players.values()}
        until = driver.deadline() if driver is not None else None
        view = keeper.hosted.view(viewer, names=names, until=until)
        if view.shoe is not None and driver is not None and driver.promised is not None:
            order, promise = driver.promised
            shoe = msgspec.structs.replace(view.shoe, order=order, promise=promise)
            view = msgspec.structs.replace(view, shoe=shoe)
        if keeper.pot is None:
            return view
        return msgspec.structs.replace(view, progressive=keeper.pot.shown(table))

    def seen_as(self, viewer: str, view: TableView) -> TableView:
        """A table just seen, as another viewer sees it in the same moment."""
        driver = self.drivers.get(view.id)
        until = driver.deadline() if driver is not None else None
        return self.keeper(view.id).hosted.view_as(viewer, view, until=until)

    def name_of(self, id: str) -> str:
        """The name of a person; of somebody nobody knows, his id."""
        if id not in self._names:
            person = self.register.find(id)
            self._names[id] = id if person is None else person.name
        return self._names[id]

    def offers(self, table: str, seat: int) -> tuple[OfferView, ...]:
        """The bets open to a seat now."""
        return offers(self.keeper(table).hosted.table, seat)

    # The cage

    async def welcome(self, name: str) -> Session:
        """A guest comes in and is given play chips."""
        if not self.settings.guests:
            raise Refused("COL-11-01", "no-guests")
        now, amount = self.now(), self.settings.guest_chips

        def unit(connection: Connection) -> Session:
            person = self.register.guest(connection, name, now=now)
            chips = _moves(
                f"invitado:{person.id}", amount, (VAULT, wallet(person.id), "fichas-de-invitado")
            )
            self.store.post(connection, chips, now)
            return self.register.begin(connection, person, now=now)

        return await self._write(unit)

    async def buy(
        self, role: str, person: str, amount: int, *, id: str, by: str = "", counted: str = ""
    ) -> None:
        """The cashier sells chips for money. ``by`` is who he is, ``counted`` what lay in his
        trays: both go into the audit log."""
        permissions.check("chips.buy", role)
        self._known(person)
        noted = (by, "chips.sold", {"person": person, "counted": counted})
        await self._move(f"compra:{id}", WORLD, CAGE, amount, "dinero-recibido", noted,
                         (VAULT, wallet(person), "fichas-vendidas"))  # fmt: skip

    async def cash(
        self, role: str, person: str, amount: int, *, id: str, by: str = "", counted: str = ""
    ) -> None:
        """The cashier gives money for chips."""
        permissions.check("chips.cash", role)
        self._known(person)
        noted = (by, "chips.cashed", {"person": person, "counted": counted})
        await self._move(f"canje:{id}", wallet(person), VAULT, amount, "fichas-recibidas", noted,
                         (CAGE, WORLD, "dinero-pagado"))  # fmt: skip

    async def fill(
        self, role: str, table: str, amount: int, *, id: str, by: str = "", counted: str = ""
    ) -> None:
        """Chips go from the vault to a table's bank."""
        permissions.check("bank.fill", role)
        self.keeper(table)
        bank, noted = at_table(table, "bank"), {"table": table, "counted": counted}
        await self._move(f"relleno:{id}", VAULT, bank, amount, "relleno",
                         (by, "bank.filled", noted))  # fmt: skip

    async def credit(
        self, role: str, table: str, amount: int, *, id: str, by: str = "", counted: str = ""
    ) -> None:
        """Chips go from a table's bank back to the vault."""
        permissions.check("bank.credit", role)
        self.keeper(table)
        bank, noted = at_table(table, "bank"), {"table": table, "counted": counted}
        await self._move(f"retiro:{id}", bank, VAULT, amount, "retiro",
                         (by, "bank.credited", noted))  # fmt: skip

    def _known(self, person: str) -> Person:
        found = self.register.find(person[:64]) if person.isprintable() else None
        if found is None:
            raise Refused(PRESENT, "no-such-person", person=person[:64])
        return found

    async def _move(
        self, id: str, source: str, target: str, amount: int, why: str,
        noted: tuple[str, str, dict[str, str]], also: tuple[str, str, str] | None = None,
    ) -> None:  # fmt: skip
        """Money and chips change hands, all of it or nothing."""
        if type(amount) is not int or not 0 < amount < 10**15:
            raise Refused("CAT-I.5.1-03", "bad-amount", amount=str(amount)[:20])
        batch = _moves(id, amount, (source, target, why), *([also] if also else []))
        (by, what, facts), at = noted, self.now()

        def unit(connection: Connection) -> None:
            if self.store.post_once(connection, batch, at) and by:
                said: dict[str, Fact] = {**facts, "amount": amount, "receipt": id}
                self.register.note(connection, by, what, said, at)

        await self._write(unit)

    async def _write(self, unit: Callable[[Connection], T]) -> T:
        assert self.writer is not None
        written: T = await self.writer.write(unit)
        return written

    def wallet(self, person: str) -> int:
        """The chips a person holds away from the tables."""
        return self.store.balance(wallet(person))


def _moves(id: str, amount: int, *pairs: tuple[str, str, str]) -> list[Transfer]:
    return [
        Transfer(
            id=f"{id}:{n}", source=giver, target=taker, amount=amount, state="posted",
            clause=CHIPS, why=reason,
        )
        for n, (giver, taker, reason) in enumerate(pairs)
    ]  # fmt: skip
