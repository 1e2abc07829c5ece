"""The line of a cabinet in the room: the house polls it, and what it tells becomes commands of its
machine like anybody else's (`tapete.systems.machines.sas` has the messages).

A turn is one question "has something happened?" and a reading of the meters. Any other poll lets a
cabinet forget the event that it told, so what an event brings is written down before that; and what
can only be done by asking on (a ticket, a hand-pay) is a state of the cabinet, which is asked for
whenever it is heard anew and has told all its events. So a cut or a crash at any place loses
nothing: an event is told again, and whatever it brought is there already. A cabinet that cannot be
heard has the fault ``enlace`` until it is heard again; meanwhile its meters go on rising.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.refused import Refused
from tapete.floor.aggregates.tickets.door import read_number
from tapete.floor.house.logs import log
from tapete.floor.table.commands import SYSTEM
from tapete.floor.units.maquina import commands as do
from tapete.floor.units.maquina.wire import Wire
from tapete.systems.machines.cabinet import (
    DOOR,
    LINK,
    MEMORY,
    PRINTER,
    PROGRAM,
    VALIDATOR,
    Cabinet,
)
from tapete.systems.machines.report import ahead
from tapete.systems.machines.sas.frame import Garbled, number
from tapete.systems.machines.sas.messages import (
    COUNTS,
    HOW_IT_WENT,
    NO_TICKET,
    OF_A_GAME,
    OF_THE_CABINET,
    PENDING,
    REFUSED_HERE,
    TAKEN,
    Code,
    Poll,
    Slip,
    Told,
    numbers_told,
    read_handpay,
    read_slip,
    slip_told,
)
from tapete.systems.machines.tickets import TicketBook

if TYPE_CHECKING:
    from tapete.floor.house.casino import Casino
    from tapete.floor.kernel.keeper import Keeper
    from tapete.floor.units.maquina.unit import Maquina

EVERY, SOONEST, LATEST = 0.2, 0.5, 10.0
"""Seconds between turns; and before a line that is cut is tried again, at first and at the most."""
GLITCHES = 5
"""So many garbled answers in a row are a cut."""

RAISES = {
    Told.DOOR_OPENED: DOOR, Told.MEMORY_RECOVERED: MEMORY, Told.MEMORY_LOST: MEMORY,
    Told.MEMORY_BAD: MEMORY, Told.PROGRAM_CHANGED: PROGRAM, Told.PROGRAM_BAD: PROGRAM,
    Told.REEL_TILT: "carrete", Told.PRINTER_SILENT: PRINTER, Told.PAPER_OUT: PRINTER,
    Told.PRINTER_OFF: PRINTER, Told.CASHBOX_FULL: VALIDATOR, Told.BILL_JAM: VALIDATOR,
    Told.ACCEPTOR_BROKEN: VALIDATOR,
}  # fmt: skip
CLEARS = {Told.DOOR_CLOSED: DOOR, Told.PRINTER_ON: PRINTER}
"""Which faults a cabinet tells of; those it does not tell the end of are cleared by a person."""
ASKED_FOR = (
    Told.VALIDATION_ASKED, Told.TICKET_INSERTED, Told.TICKET_DONE, Told.HANDPAY_PENDING,
)  # fmt: skip
"""Events that say what to ask for next; it can be asked for without them too."""


def address_of(line: str) -> tuple[str, int, int]:
    """Host, port and address out of ``host:port/address``.

    >>> address_of("10.0.0.7:4001/12")
    ('10.0.0.7', 4001, 12)
    """
    where, _, address = line.rpartition("/")
    host, _, port = where.rpartition(":")
    if not (host and port.isdecimal() and address.isdecimal() and 1 <= int(address) <= 127):
        raise ValueError(f"a line is host:port/address with an address from 1 to 127, not {line}")
    return host, int(port), int(address)


async def keep_line(house: Casino, keeper: Keeper) -> None:
    """Poll a cabinet as long as this node keeps its machine; a line that is cut is tried again."""
    host, port, address = address_of(keeper.unit.spec.line)
    failures = 0
    while not keeper.lost:
        try:
            async with asyncio.timeout(LATEST):
                reader, writer = await asyncio.open_connection(host, port)
        except OSError as error:  # a timeout is one
            failures += 1
            await _cut(house, keeper, error)
            await asyncio.sleep(min(LATEST, SOONEST * 2.0 ** min(failures - 1, 10)))
            continue
        failures = 0
        try:
            line = Line(house, keeper, Wire(reader, writer, address))
            while not keeper.lost:
                await line.turn()
                await asyncio.sleep(EVERY)
        except (OSError, EOFError) as error:
            await _cut(house, keeper, error)
            await asyncio.sleep(SOONEST)
        except Exception as error:
            log.error("line-broken", unit=keeper.unit_id, exc_info=error)
            await asyncio.sleep(LATEST)
        finally:
            writer.close()


async def _cut(house: Casino, keeper: Keeper, error: BaseException) -> None:
    """The cabinet cannot be heard. If that cannot be written now, it is at the next try."""
    if LINK not in keeper.unit.cabinet.faults and not keeper.lost:
        log.warning("line-cut", unit=keeper.unit_id, why=repr(error))
        try:
            await keeper.send(house.by_system(do.Fault(code=LINK), SYSTEM))
        except Exception as broken:  # the line is kept whatever happens to the machine
            log.error("line-cut-not-told", unit=keeper.unit_id, exc_info=broken)


class Line:
    """One cabinet on its line."""

    def __init__(self, house: Casino, keeper: Keeper, wire: Wire) -> None:
        self.house, self.keeper, self.wire = house, keeper, wire
        self._glitches = 0
        self._running: bool | None = None
        """Whether the cabinet was last told to play."""
        self._waiting: list[int] = []
        """What is still to be asked for, in the order in which it was told."""
        self._anew = True
        """Whether all of it is to be asked for: what was told before is not known here."""
        self._given: tuple[int, ...] = ()
        """The serial numbers of tickets that it was last told it has."""

    @property
    def unit(self) -> Maquina:
        found: Maquina = self.keeper.unit
        return found

    @property
    def cabinet(self) -> Cabinet:
        return self.unit.cabinet

    async def send(self, command: Any) -> None:
        """A command of the machine, written before this comes back."""
        await self.keeper.send(self.house.by_system(command, SYSTEM))

    async def turn(self) -> None:
        """Ask whether something happened, do what it asks for, and read the meters."""
        try:
            told = await self.wire.general()
            if LINK in self.cabinet.faults:
                await self.send(do.Clear(code=LINK))
            await self._write_down(told)
            await self._switch()
            alone = await self._alone()
            if await self._read(alone):
                for _ in alone:
                    await self.wire.bring(Poll.ALONE, bytes((TAKEN,)))
                await self._provide()
            while self._waiting:
                await self._ask_for(self._waiting[0])
                del self._waiting[0]
            await self._reset()
            self._glitches = 0
        except Garbled as error:
            self._glitches += 1
            log.warning("line-garbled", unit=self.keeper.unit_id, why=str(error))
            if self._glitches >= GLITCHES:
                raise ConnectionError("too many garbled answers") from error

    async def _switch(self) -> None:
        """The cabinet plays while its machine is in service."""
        wanted = self.cabinet.enabled and not self.cabinet.auditing
        if wanted != self._running:
            await self.wire.order(Poll.STARTUP if wanted else Poll.SHUTDOWN)
            self._running = wanted

    # Meters

    async def _read(self, alone: Sequence[Slip]) -> bool:
        """Read all meters, twice: they are reported if nothing moved meanwhile, with the tickets
        that the cabinet issued alone. Says whether all it told is known now."""
        first = await self._meters()
        if await self._meters() != first:
            return False
        line = self.cabinet.line
        known = None if line is None else (line.games, line.totals)
        new = {one.digits: one.amount for one in alone if not self._is_known(one)}
        if known == (first.games, first.totals) and not new:
            return True
        if MEMORY in self.cabinet.faults:
            return False
        try:
            await self.send(msgspec.structs.replace(first, tickets=new))
        except Refused as refused:
            log.warning("report-refused", unit=self.keeper.unit_id, why=str(refused))
            if new:  # a ticket that it cannot have issued
                await self.send(do.Fault(code=MEMORY))
            return False
        return True

    # Tickets issued while the line was cut

    async def _alone(self) -> list[Slip]:
        """The tickets that the cabinet issued alone and that are not written down yet."""
        found: list[Slip] = []
        while self.unit.spec.offline:
            told = await self.wire.bring(Poll.ALONE, bytes((len(found) + 1,)))
            slip = read_slip(told)
            if slip.status == NO_TICKET:
                break
            found.append(slip)
        return found

    def _is_known(self, slip: Slip) -> bool:
        """Whether a ticket is in the book already: it is told again."""
        try:
            name, _ = read_number(self._seal(), slip.digits)
        except Refused:
            return False
        ticket = self._book().find(name)
        return ticket is not None and (ticket.device, ticket.amount) == (
            self.unit.spec.number, slip.amount,
        )  # fmt: skip

    async def _provide(self) -> None:
        """The cabinet has numbers for tickets, for when it is cut off."""
        device, most = self.unit.spec.number, self.unit.spec.offline
        if not most or self.cabinet.line is None:
            return
        missing = most - len(self._book().reserved.get(device, ()))
        if missing > 0:
            await self.send(do.Reserve(count=missing))
        given = self._book().reserved[device]
        if given != self._given:
            numbers = [self._seal().number(device, serial) for serial in given]
            await self.wire.bring(Poll.NUMBERS, numbers_told(numbers))
            self._given = given

    async def _meters(self) -> do.Report:
        """The meters as the cabinet tells them: game 1 is the first bet of its program."""
        worth = self.cabinet.worth
        levels = self.cabinet.program().levels()
        if number(await self.wire.ask(Poll.GAMES)) != len(levels):
            raise Garbled(f"a cabinet of {len(levels)} games")
        games = {}
        for n, level in enumerate(levels, 1):
            told = await self.wire.meters(n, OF_A_GAME)
            games[level.bet] = {
                name: told[code] * (1 if name in COUNTS else worth)
                for code, name in OF_A_GAME.items()
            }
        told = await self.wire.meters(0, (*OF_THE_CABINET, Code.CREDITS))
        totals = {name: told[code] * worth for code, name in OF_THE_CABINET.items()}
        return do.Report(games=games, totals=totals, credits=told[Code.CREDITS] * worth)

    # Events

    async def _write_down(self, told: int) -> None:
        """What an event brings, before another poll lets the cabinet forget it."""
        if told in RAISES:
            if (fault := RAISES[Told(told)]) not in self.cabinet.faults:
                await self.send(do.Fault(code=fault))
        elif told in CLEARS:
            if (fault := CLEARS[Told(told)]) in self.cabinet.faults:
                await self.send(do.Clear(code=fault))
        elif told in (Told.POWER_ON, Told.POWER_OFF):
            if self.cabinet.powered != (told == Told.POWER_ON):
                await self.send(do.Power(on=told == Told.POWER_ON))
            self._running = None
        elif told in (Told.LAMP_ON, Told.LAMP_OFF):
            await self.send(do.Call(on=told == Told.LAMP_ON))
        elif told in ASKED_FOR:
            self._waiting.append(told)
        elif told == Told.NOTHING and self._anew:
            self._waiting += ASKED_FOR
            self._anew = False

    async def _ask_for(self, told: int) -> None:
        """What an event told of, as it is now."""
        if told == Told.VALIDATION_ASKED:
            await self._ticket_out()
        elif told == Told.TICKET_INSERTED:
            await self._ticket_in()
        elif told == Told.TICKET_DONE:
            await self._credited(read_slip(await self.wire.bring(Poll.REDEEM, HOW_IT_WENT)))
        elif told == Told.HANDPAY_PENDING:
            await self._hand_pay()

    async def _ticket_out(self) -> None:
        """A number for a ticket; refused, the cabinet has its credits paid by hand."""
        amount = number((await self.wire.ask(Poll.CASHOUT))[1:])
        if not amount:
            return
        given = "0" * 18
        try:
            if ahead(self.cabinet, "tickets_out") != amount:  # or its number did not arrive
                await self.send(do.CashOut(to="ticket", amount=amount))
            line = self.cabinet.line
            if line is not None and line.ticket and ahead(self.cabinet, "tickets_out") == amount:
                device, _, serial = line.ticket.partition("-")
                given = self._seal().number(int(device), int(serial))
        except Refused as refused:
            log.warning("ticket-refused", unit=self.keeper.unit_id, why=str(refused))
        await self.wire.bring(Poll.VALIDATE, bytes.fromhex(given))

    async def _ticket_in(self) -> None:
        """A ticket lies in the cabinet: it is paid, and then the cabinet credits it."""
        slip = read_slip(await self.wire.ask(Poll.TICKET))
        if slip.status == NO_TICKET:
            return
        try:
            name, _ = read_number(self._seal(), slip.digits)
            if name not in self.cabinet.transfers or not ahead(self.cabinet, "tickets_in"):
                await self.send(do.InsertTicket(number=slip.digits))
            taken = Slip(ahead(self.cabinet, "tickets_in"), slip.digits)
        except Refused as refused:
            log.info("ticket-refused", unit=self.keeper.unit_id, why=str(refused))
            taken = Slip(0, slip.digits, REFUSED_HERE)
        await self._credited(read_slip(await self.wire.bring(Poll.REDEEM, slip_told(taken))))

    async def _credited(self, slip: Slip) -> None:
        """What a cabinet says became of a ticket: one that we paid and it did not credit is ours
        to account for."""
        lost = slip.status not in (0, PENDING, NO_TICKET) and ahead(self.cabinet, "tickets_in")
        if lost and MEMORY not in self.cabinet.faults:
            await self.send(do.Fault(code=MEMORY))

    async def _hand_pay(self) -> None:
        """A hand-pay waits; a win is in the meters already, credits are asked for here."""
        waits = read_handpay(await self.wire.ask(Poll.HANDPAY))
        paid = ahead(self.cabinet, "cancelled")  # and the cabinet has not been reset yet
        if waits.credits and waits.amount and self.cabinet.handpay is None and not paid:
            try:
                await self.send(do.CashOut(to="hand", amount=waits.amount))
            except Refused as refused:
                log.warning("hand-pay-refused", unit=self.keeper.unit_id, why=str(refused))

    async def _reset(self) -> None:
        """When everybody who must has signed, the cabinet is let go on: what it waits for is in our
        meters, and nothing is pending here."""
        line = self.cabinet.line
        if line is None or self.cabinet.handpay is not None:
            return
        waits = read_handpay(await self.wire.ask(Poll.HANDPAY))
        if not waits.amount:
            return
        if waits.credits:
            paid = ahead(self.cabinet, "cancelled") == waits.amount
        else:
            paid = (await self._meters()).games == line.games
        if paid:
            await self.wire.bring(Poll.RESET)

    def _seal(self) -> Any:
        return self.house.tickets.host(self.unit.spec.unit).seal

    def _book(self) -> TicketBook:
        return self.house.tickets.host(self.unit.spec.unit).written
