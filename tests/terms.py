"""The terms of a table as a test says them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tapete.core.book.datafile import exact
from tapete.core.round.bets import Limits
from tapete.core.round.game import Game
from tapete.core.round.pot import Link
from tapete.core.round.terms import Terms
from tapete.core.table.table import Table


def terms_of(
    game: Game[Any, Any], limits: Limits | None = None, said: Mapping[str, Any] | None = None
) -> Terms | None:
    """The terms of a game with these limits and fields of its own; none: nothing is said."""
    if limits is None and not said:
        return None
    named = dict(said or {})
    if "pot" in named:
        named["pot"] = msgspec.convert(named["pot"], Link, dec_hook=exact)
    return game.terms(limits=limits or Limits(), **named)


def change_terms(table: Table, **said: Any) -> None:
    """Some terms of a table are others from now on."""
    table.terms = msgspec.structs.replace(table.terms, **said)
