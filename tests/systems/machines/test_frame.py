"""Frames on a line: whatever is garbled is found, numbers stand in decimal digits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.systems.machines.sas.frame import Garbled, bcd, check_of, framed, number, opened


@pytest.mark.parametrize(
    ("text", "check"),
    [(b"", "0000"), (b"123456789", "8921"), (b"\x01\x94", "75cb")],
)
def test_the_check_of_a_frame_is_the_one_of_the_protocol(text: bytes, check: str) -> None:
    """The second is the published check value of this CRC; a frame with its check gives nought."""
    assert check_of(text).hex() == check
    assert check_of(text + check_of(text)) == b"\0\0"


@given(st.binary(max_size=30), st.data())
def test_a_turned_bit_anywhere_in_a_frame_is_found(data: bytes, more: st.DataObject) -> None:
    frame = framed(1, 0x2F, data)
    assert opened(frame, 1, 0x2F) == data
    bit = more.draw(st.integers(0, 8 * len(frame) - 1))
    turned = bytearray(frame)
    turned[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Garbled):
        opened(bytes(turned), 1, 0x2F)


@given(st.integers(0, 10**10 - 1))
def test_numbers_stand_in_decimal_digits(value: int) -> None:
    assert number(bcd(value, 5)) == value
    assert bcd(value, 5).hex() == f"{value:010}"


def test_what_does_not_fit_or_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        bcd(10**8, 4)
    with pytest.raises(Garbled):
        number(b"\x1f")
