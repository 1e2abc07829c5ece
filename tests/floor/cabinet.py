"""A cabinet on a line as a test double: it plays its own program, keeps its own meters and answers
polls. It is a machine of `systems` behind the messages of the line, and knows nothing of the house.
"""

from __future__ import annotations

import asyncio
from collections import deque
from fractions import Fraction
from typing import Any

from tapete.chance import seeded
from tapete.floor.kernel.draws import Draws
from tapete.systems.machines import commands as machine
from tapete.systems.machines.cabinet import OUT, Cabinet
from tapete.systems.machines.library import shipped
from tapete.systems.machines.play import PlayBet
from tapete.systems.machines.sas.frame import bcd, check_of, framed, number
from tapete.systems.machines.sas.messages import (
    AMOUNT,
    BUSY,
    COUNTS,
    GAME,
    GENERAL,
    HOW_IT_WENT,
    NO_TICKET,
    OF_A_GAME,
    OF_THE_CABINET,
    PENDING,
    TAKEN,
    Code,
    Pending,
    Poll,
    Slip,
    Told,
    handpay_told,
    meters_told,
    read_numbers,
    read_slip,
    slip_told,
)
from tapete.systems.machines.section import Section

ME = 12
"""Its number in its own books."""


class CabinetDouble:
    """A cabinet: what a player does to it, and what it answers on the line."""

    def __init__(self, program: str, worth: int, *, address: int = 1, handpay: int = 0) -> None:
        self.address, self.worth, self.program = address, worth, shipped(program)
        self.section = Section()
        self.inside = self.section.add(ME)
        texts = {program: self.program.text}
        limit = handpay or None
        self.inside.do(machine.Install(texts, program, worth, handpay_from=limit))
        self.inside.do(machine.Enable(Fraction(1), Fraction(1, 2)))
        self.told: deque[int] = deque()
        self.draws = Draws(seeded("cabinet"))
        self.cashing = 0
        """Credits that wait for the number of their ticket."""
        self.escrow: Slip | None = None
        self.last: Slip | None = None
        """The last ticket that it was told of."""
        self.slow = False
        """Whether it takes its time to stack a ticket."""
        self.printed: list[Slip] = []
        self.numbers: list[str] = []
        """For tickets while the line is cut."""
        self.alone: list[Slip] = []
        """Those issued so, until the house has written them down."""
        self.playing = True
        self.clients: list[asyncio.StreamWriter] = []
        self.garbles = 0
        """So many of its next answers come with a bit turned."""
        self._heard, self._said = b"", b""
        """The last poll and its answer, until another poll tells that it was heard."""

    @property
    def state(self) -> Cabinet:
        return self.inside.state

    # What a player does

    def note(self, amount: int) -> None:
        self.inside.do(machine.PutIn("note", amount))
        self.told.append(Told.BILL_ACCEPTED)

    def play(self, bet: str, *chance: str) -> int:
        """A play, with these stops or by its own chance; gives what it paid."""
        self.draws.begin()
        given = list(chance)

        def answers(ask: Any) -> Any:
            return ask.write(ask.read([int(n) for n in given.pop(0).split("-")])) if given else (
                ask.write(self.draws.answer(ask))
            )  # fmt: skip

        paid = self.section.play(ME, PlayBet(bet, self.worth), answers).paid
        self.told.append(Told.GAME_ENDED)
        if self.state.handpay is not None:
            self.told.append(Told.HANDPAY_PENDING)
        return paid

    def cash_out(self) -> None:
        self.cashing = self.state.credits[1]
        self.told.append(Told.VALIDATION_ASKED)

    def cash_out_alone(self) -> None:
        """The line is cut: a ticket with one of the numbers it was given, or, when they are used
        up, the credits wait for a person."""
        amount = self.state.credits[1]
        if not self.numbers:
            self.inside.do(machine.CashOut("hand", amount))
            self.told.append(Told.HANDPAY_PENDING)
            return
        self.inside.do(machine.CashOut("ticket", amount))
        slip = Slip(amount, self.numbers.pop(0))
        self.printed.append(slip)
        self.alone.append(slip)
        self.told.append(Told.TICKET_PRINTED)

    def insert(self, digits: str) -> None:
        self.escrow = Slip(0, digits)
        self.told.append(Told.TICKET_INSERTED)

    # What it answers

    def answer(self, poll: bytes) -> bytes:
        """The answer to a poll; none to one that is not for it, or came garbled. The same poll
        again is answered by the same again; by any other, to whomever, the last answer is
        acknowledged."""
        if poll != self._heard:
            if self._heard == bytes((GENERAL | self.address,)) and self._said != b"\0":
                self.told.popleft()
            self._heard, self._said = poll, self._does(poll)
        if self.garbles and len(self._said) > 3:
            self.garbles -= 1
            return self._said[:-3] + bytes((self._said[-3] ^ 4,)) + self._said[-2:]
        return self._said

    def _does(self, poll: bytes) -> bytes:
        if poll == bytes((GENERAL | self.address,)):
            return bytes((self.told[0] if self.told else Told.NOTHING,))
        if poll[0] != self.address:
            return b""
        command = Poll(poll[1])
        if command in (Poll.SHUTDOWN, Poll.STARTUP):
            assert check_of(poll[:-2]) == poll[-2:]
            self.playing = command == Poll.STARTUP
            return bytes((self.address,))
        data = self._data(command, poll[2:-2])
        return framed(self.address, command, data) if data is not None else bytes((1, BUSY))

    def _data(self, poll: Poll, data: bytes) -> bytes | None:
        match poll:
            case Poll.GAMES:
                return bcd(len(self.program.levels()), GAME)
            case Poll.METERS:
                return self._meters(number(data[1 : 1 + GAME]), [Code(c) for c in data[1 + GAME :]])
            case Poll.NUMBERS:
                self.numbers = read_numbers(data)
                return bytes((len(self.numbers),))
            case Poll.ALONE:
                return self._told_alone(data[0])
            case Poll.CASHOUT:
                return b"\0" + bcd(self.cashing, AMOUNT)
            case Poll.VALIDATE:
                return self._print(data.hex())
            case Poll.TICKET:
                return slip_told(self.escrow or Slip(0, "0" * 18, NO_TICKET))
            case Poll.REDEEM:
                return self._told_last() if data == HOW_IT_WENT else self._redeem(read_slip(data))
            case Poll.HANDPAY:
                waits = self.state.handpay
                pending = Pending(waits.amount, waits.credits) if waits else Pending(0, False)
                return handpay_told(pending)
            case Poll.RESET:
                self.inside.do(machine.Sign("casa", "jefe-de-seccion"))
                self.told.append(Told.HANDPAY_RESET)
                return b"\0"
        return None

    def _meters(self, game: int, codes: list[Code]) -> bytes:
        meters = self.state.meters
        if game:
            bet = self.program.levels()[game - 1].bet
            meters = self.state.played.get(f"{self.state.running}/{self.worth}/{bet}", {})
        names = {**OF_A_GAME, **OF_THE_CABINET}
        found = {}
        for code in codes:
            if code == Code.CREDITS:
                found[code] = self.state.credits.get(1, 0) // self.worth
            else:
                value = meters.get(names[code], 0)
                found[code] = value if names[code] in COUNTS else value // self.worth
        return meters_told(game, found)

    def _told_alone(self, which: int) -> bytes:
        none = Slip(0, "0" * 18, NO_TICKET)
        if which == TAKEN:
            return slip_told(self.alone.pop(0))
        return slip_told(self.alone[which - 1] if which <= len(self.alone) else none)

    def _print(self, digits: str) -> bytes:
        if not self.cashing:
            return b"\x80"
        amount, self.cashing = self.cashing, 0
        if digits.startswith("00"):
            self.inside.do(machine.CashOut("hand", amount))
            self.told.append(Told.HANDPAY_PENDING)
        else:
            self.inside.do(machine.CashOut("ticket", amount))
            self.printed.append(Slip(amount, digits))
            self.told.append(Told.TICKET_PRINTED)
        return b"\0"

    def _redeem(self, slip: Slip) -> bytes:
        assert self.escrow is not None and slip.digits == self.escrow.digits
        self.last = slip
        if self.slow and slip.status == 0:
            return slip_told(slip._replace(status=PENDING))
        self.finish(slip.status)
        return slip_told(slip)

    def finish(self, status: int = 0) -> None:
        """It is done with the ticket that lies in it: stacked and credited, or given back."""
        assert self.last is not None
        self.escrow, self.last = None, self.last._replace(status=status)
        if status == 0:
            self.inside.do(machine.PutIn("ticket", self.last.amount))
        self.told.append(Told.TICKET_DONE)

    def _told_last(self) -> bytes:
        return slip_told(self.last or Slip(0, "0" * 18, NO_TICKET))

    # The line

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer polls until the line is cut."""
        self.clients.append(writer)
        try:
            while poll := await reader.read(64):
                for one in split(poll, self.address):
                    writer.write(self.answer(one))
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


def cut(cabinet: CabinetDouble) -> None:
    """Every connection is cut."""
    for client in cabinet.clients:
        client.transport.abort()


def split(polls: bytes, address: int) -> list[bytes]:
    """Polls that came at once: "it is written" may stand before the next one."""
    found = []
    while polls and polls[0] & GENERAL:
        found.append(polls[:1])
        polls = polls[1:]
    return [*found, polls] if polls else found


METERED = (*OF_A_GAME.values(), *OF_THE_CABINET.values(), OUT["ticket"])
