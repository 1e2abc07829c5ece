"""What the books of tickets and of prepaid cards share over the network."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

import msgspec
from litestar import Request

from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused

Asked = Request[Any, Any, Any]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Someone = Annotated[str, msgspec.Meta(max_length=64)]
Digits = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""A number as it was read off a ticket or a card."""
Amount = Annotated[int, msgspec.Meta(ge=1, lt=10**15)]


def known_unit(units: Collection[str], unit: str, clause: ClauseId, code: str) -> str:
    """A unit of account that has such a book; `Refused` if it has none."""
    if unit not in units:
        raise Refused(clause, code, unit=unit[:20])
    return unit
