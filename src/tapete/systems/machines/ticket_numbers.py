"""Validation numbers of tickets: eighteen digits that tell nothing of their neighbours.

The first two digits are the casino's; the other sixteen are the device and the serial number of the
ticket under a keyed permutation (a Feistel network over two halves of eight digits). So no two
tickets share a number, whoever holds the key reads the ticket's name out of its number, and whoever
does not can neither make one nor tell from one what the next is like.
"""

from __future__ import annotations

import hashlib
import hmac

from tapete.core.book.refused import Refused

TICKETS = "CAT-VI.4.1-06"
DIGITS = 18
HALF = 10**8
ROUNDS = 10
SERIALS = 10**12
"""Serial numbers of a device; the four digits above them are the device."""


class Seal:
    """Makes and reads the numbers of one casino's tickets.

    >>> seal = Seal(b"clave", 7)
    >>> seal.number(12, 1), seal.number(12, 2)
    ('072267585136946739', '073871815239290003')
    >>> seal.read("0722 6758 5136 9467 39")
    (12, 1)
    """

    def __init__(self, key: bytes, casino: int) -> None:
        if not 0 <= casino < 100:
            raise ValueError("a casino has two digits")
        self._key, self.casino = key, casino

    def number(self, device: int, serial: int) -> str:
        """The validation number of a ticket."""
        if not (0 <= device < 10_000 and 0 <= serial < SERIALS):
            raise ValueError(f"no ticket {device}-{serial}")
        left, right = divmod(device * SERIALS + serial, HALF)
        for turn in range(ROUNDS):
            left, right = right, (left + self._mixed(turn, right)) % HALF
        return f"{self.casino:02}{left:08}{right:08}"

    def read(self, number: str) -> tuple[int, int]:
        """Device and serial number of a ticket; `Refused` if it is no number of this casino."""
        digits = "".join(sign for sign in number if sign not in " -")
        if len(digits) != DIGITS or not (digits.isascii() and digits.isdecimal()):
            raise Refused(TICKETS, "unknown", ticket=number[:24])
        if int(digits[:2]) != self.casino:
            raise Refused(TICKETS, "other-casino", ticket=number[:24], casino=digits[:2])
        left, right = int(digits[2:10]), int(digits[10:])
        for turn in reversed(range(ROUNDS)):
            left, right = (right - self._mixed(turn, left)) % HALF, left
        return divmod(left * HALF + right, SERIALS)

    def _mixed(self, turn: int, half: int) -> int:
        said = f"{self.casino}/{turn}/{half}".encode()
        return int.from_bytes(hmac.digest(self._key, said, hashlib.sha256)[:16], "big") % HALF
