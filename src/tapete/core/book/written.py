"""Values as they are written: plain data out of a record, a plan or a register.

Whoever knows the type of such a value reads it with ``msgspec.convert``; nobody else looks into it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from tapete.core.book.account import Account

Written: TypeAlias = dict[str, Any]
"""A struct as it is written: the state, the terms or the act in the header of a record."""

Plain: TypeAlias = Mapping[str, Any]
"""The same, where it is only read."""


def plain(value: Any) -> bytes:
    """The value as JSON, keys in order, exact fractions as text."""
    return _encoder.encode(value)


def _exact(value: Any) -> Any:
    if isinstance(value, Fraction | Account):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot stand in a record")


_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=_exact)
