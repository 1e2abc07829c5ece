"""The messages of the line that we know, each in one place for both ends: the house that polls, and
a cabinet that answers.

A general poll asks a cabinet for one event (`Told`); a long poll asks for data or brings some.
Amounts of tickets and hand-pays are in pesos, meters in credits: eight digits that begin again at
nought (`ROLL`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from typing import NamedTuple

from tapete.systems.machines.sas.frame import Garbled, bcd, number

GENERAL = 0x80
"""With an address: has something happened? Alone, to everybody: the last answer was heard."""
BUSY = 0x00
ROLL = 10**8
AMOUNT, METER, GAME, VALIDATION = 5, 4, 2, 9
"""Bytes of an amount, a meter, a game's number and a ticket's eighteen digits."""
MOST_NUMBERS = 0xFF // VALIDATION
"""So many numbers of tickets fit into one message."""


class Poll(IntEnum):
    """Long polls."""

    SHUTDOWN = 0x01
    STARTUP = 0x02
    HANDPAY = 0x1B
    METERS = 0x2F
    NUMBERS = 0x4C
    ALONE = 0x4D
    GAMES = 0x51
    CASHOUT = 0x57
    VALIDATE = 0x58
    TICKET = 0x70
    REDEEM = 0x71
    RESET = 0x94


ACKNOWLEDGED = (Poll.SHUTDOWN, Poll.STARTUP)
"""Polls that are answered by the address alone."""
PLAIN = (Poll.HANDPAY, Poll.GAMES, Poll.CASHOUT, Poll.TICKET)
"""Polls that only read: they have no check."""
SIZES: Mapping[Poll, int | None] = {
    Poll.HANDPAY: 20, Poll.METERS: None, Poll.GAMES: GAME, Poll.CASHOUT: 1 + AMOUNT,
    Poll.NUMBERS: 1, Poll.ALONE: None, Poll.VALIDATE: 1, Poll.TICKET: None, Poll.REDEEM: None,
    Poll.RESET: 1,
}  # fmt: skip
"""Bytes of data in an answer; none: its first byte says how many follow."""


class Told(IntEnum):
    """The answer of a cabinet to a poll."""

    NOTHING = 0x00
    DOOR_OPENED = 0x11
    DOOR_CLOSED = 0x12
    POWER_ON = 0x17
    POWER_OFF = 0x18
    CASHBOX_FULL = 0x27
    BILL_JAM = 0x28
    ACCEPTOR_BROKEN = 0x29
    MEMORY_RECOVERED = 0x31
    MEMORY_LOST = 0x32
    MEMORY_BAD = 0x33
    PROGRAM_CHANGED = 0x36
    PROGRAM_BAD = 0x37
    TICKET_PRINTED = 0x3D
    REEL_TILT = 0x40
    BILL_ACCEPTED = 0x4F
    HANDPAY_PENDING = 0x51
    HANDPAY_RESET = 0x52
    VALIDATION_ASKED = 0x57
    PRINTER_SILENT = 0x60
    PAPER_OUT = 0x61
    TICKET_INSERTED = 0x67
    TICKET_DONE = 0x68
    LAMP_ON = 0x71
    LAMP_OFF = 0x72
    PRINTER_OFF = 0x75
    PRINTER_ON = 0x76
    GAME_ENDED = 0x7F


class Code(IntEnum):
    """Meters by their code."""

    COIN_IN = 0x00
    COIN_OUT = 0x01
    JACKPOT = 0x02
    CANCELLED = 0x03
    PLAYED = 0x05
    WON = 0x06
    LOST = 0x07
    BILLS = 0x0B
    CREDITS = 0x0C
    TICKETS_IN = 0x15
    TICKETS_OUT = 0x16


OF_A_GAME: Mapping[Code, str] = {
    Code.COIN_IN: "coin_in", Code.COIN_OUT: "coin_out", Code.JACKPOT: "handpaid_wins",
    Code.PLAYED: "plays", Code.WON: "won", Code.LOST: "lost",
}  # fmt: skip
OF_THE_CABINET: Mapping[Code, str] = {
    Code.BILLS: "bills", Code.TICKETS_IN: "tickets_in", Code.TICKETS_OUT: "tickets_out",
    Code.CANCELLED: "cancelled",
}  # fmt: skip
"""Our meters by the codes of the line."""
COUNTS = frozenset({"plays", "won", "lost"})
"""Meters that count plays; all others are credits."""


# Meters


def meters_asked(game: int, codes: Iterable[Code]) -> bytes:
    """Which meters of which game; game 0 is the cabinet."""
    body = bcd(game, GAME) + bytes(codes)
    return bytes((len(body),)) + body


def meters_told(game: int, meters: Mapping[Code, int]) -> bytes:
    """The answer: each code and its meter, begun again at nought where it is full."""
    body = bcd(game, GAME)
    for code, value in meters.items():
        body += bytes((code,)) + bcd(value % ROLL, METER)
    return bytes((len(body),)) + body


def read_meters(data: bytes, game: int, codes: Iterable[Code]) -> dict[Code, int]:
    """The meters out of an answer."""
    told, rest = number(data[1 : 1 + GAME]), data[1 + GAME :]
    wanted, each = tuple(codes), 1 + METER
    if told != game or len(rest) != each * len(wanted):
        raise Garbled(f"meters of game {told}, not {game}")
    found = {}
    for n, code in enumerate(wanted):
        part = rest[n * each : (n + 1) * each]
        if part[0] != code:
            raise Garbled(f"meter {part[0]:02x}, not {code:02x}")
        found[code] = number(part[1:])
    return found


# Hand-pays


class Pending(NamedTuple):
    """A hand-pay that waits at a cabinet; ``credits``: it is not a win but credits."""

    amount: int
    credits: bool


CANCELLED_CREDITS = 0x80


def handpay_told(pending: Pending) -> bytes:
    level = CANCELLED_CREDITS if pending.credits else 0
    return bytes((0, level)) + bcd(pending.amount, AMOUNT) + bytes(13)


def read_handpay(data: bytes) -> Pending:
    return Pending(number(data[2 : 2 + AMOUNT]), data[1] == CANCELLED_CREDITS)


# Tickets


REFUSED_HERE = 0x80
"""A ticket that the house does not take."""
NO_TICKET = 0xFF
PENDING = 0x40
"""A cabinet is not done with a ticket yet: it tells when it is, and how is asked then."""
HOW_IT_WENT = bytes((1, 0xFF))
"""Instead of a ticket to be credited: what became of the last one?"""


class Slip(NamedTuple):
    """A ticket on the line: its worth, its eighteen digits, and how it stands (0 is well)."""

    amount: int
    digits: str
    status: int = 0


TAKEN = 0x00
"""Instead of the number of a ticket in a list: the first of the list is written down."""


def numbers_told(numbers: Iterable[str]) -> bytes:
    """All numbers that a cabinet has for tickets while it is cut off."""
    body = b"".join(map(bytes.fromhex, numbers))
    return bytes((len(body),)) + body


def read_numbers(data: bytes) -> list[str]:
    body = data[1:]
    if len(body) != data[0] or len(body) % VALIDATION:
        raise Garbled(f"no numbers: {data.hex()}")
    return [body[n : n + VALIDATION].hex() for n in range(0, len(body), VALIDATION)]


def slip_told(slip: Slip) -> bytes:
    """A ticket as either end tells of it."""
    body = bytes((slip.status,)) + bcd(slip.amount, AMOUNT) + b"\0" + bytes.fromhex(slip.digits)
    return bytes((len(body),)) + body


def read_slip(data: bytes) -> Slip:
    if len(data) != 1 + 1 + AMOUNT + 1 + VALIDATION:
        raise Garbled(f"no ticket: {data.hex()}")
    digits = data[-VALIDATION:].hex()
    number(data[-VALIDATION:])
    return Slip(number(data[2 : 2 + AMOUNT]), digits, data[1])
