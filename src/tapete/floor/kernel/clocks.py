"""The clocks of the house: how long things take, and the moment it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

Time = Annotated[float, Meta(ge=0)]


class Clocks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long things take at an electronic table, in seconds. ``betting`` runs from the first chip
    on; with ``ready`` the bets are closed as soon as all who bet say so. Whoever is away is given
    ``away`` for a decision; whoever does nothing for ``idle`` loses his place, and so does whoever
    closed his page and did not come back for ``gone``. ``numbers``: so long
    players' clients have to open the numbers they promised. ``company``: so many
    bots of the house come at most when a guest asks for them, where players play among themselves;
    each thinks for ``thinks``, and for ``alone`` in a hand that no person is in any more."""

    betting: Time = 20.0
    decision: Time = 25.0
    pause: Time = 4.0
    ready: bool = True
    away: Time = 1.0
    idle: Time = 900.0
    gone: Time = 120.0
    company: Annotated[int, Meta(ge=0, le=9)] = 3
    thinks: Time = 1.2
    alone: Time = 0.2
    numbers: Time = 2.0


USUAL = Clocks()


def steady() -> Callable[[], float]:
    """A clock that gives the moment in seconds and never goes back or jumps: the machine's time of
    day when it was made, and the time that has gone by since, sleep included. Somebody who sets the
    machine's clock neither closes bets nor keeps them open."""
    began = time.time() - _gone_by()
    return lambda: began + _gone_by()


def _gone_by() -> float:
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)
