"""Frames of the line: an address, a command, data, and a check of two bytes over all of it."""

from __future__ import annotations

CHECK = 2
"""Bytes of the check."""


class Garbled(ValueError):
    """A message that was damaged on the line."""


def check_of(data: bytes) -> bytes:
    """The check of a frame: CRC-16 of CCITT, bits reversed, begun at nought; low byte first.

    >>> check_of(b"123456789").hex()
    '8921'
    """
    crc = 0
    for byte in data:
        for shift in (0, 4):
            crc = (crc >> 4) ^ ((crc ^ (byte >> shift)) & 15) * 0x1081
    return crc.to_bytes(CHECK, "little")


def framed(address: int, command: int, data: bytes = b"") -> bytes:
    """A frame with its check.

    >>> framed(1, 0x94).hex(" ")
    '01 94 75 cb'
    """
    body = bytes((address, command)) + data
    return body + check_of(body)


def opened(frame: bytes, address: int, command: int) -> bytes:
    """The data of a frame; `Garbled` if its check is wrong or it answers something else."""
    body, check = frame[:-CHECK], frame[-CHECK:]
    if check_of(body) != check:
        raise Garbled(f"wrong check in {frame.hex()}")
    if body[:2] != bytes((address, command)):
        raise Garbled(f"{frame.hex()} does not answer {command:02x} at {address}")
    return body[2:]


def bcd(value: int, size: int) -> bytes:
    """A whole number, two decimal digits a byte.

    >>> bcd(18_500, 5).hex()
    '0000018500'
    """
    digits = f"{value:0{2 * size}}"
    if value < 0 or len(digits) > 2 * size:
        raise ValueError(f"{value} does not fit into {size} bytes")
    return bytes.fromhex(digits)


def number(data: bytes) -> int:
    """The whole number in such bytes; `Garbled` if a half of one is no digit.

    >>> number(bytes.fromhex("0000018500"))
    18500
    """
    digits = data.hex()
    if not digits.isdecimal():
        raise Garbled(f"no number: {digits}")
    return int(digits)
