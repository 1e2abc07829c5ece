"""How a casino runs, as its file of settings says."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tapete.floor.driver import Clocks

Seconds = Annotated[float, Meta(gt=0)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a casino runs. Everything has a sensible value.

    ``games`` are those of the example casino (all of them if none is named), ``lease`` the seconds
    after which the tables of a node that does not answer go to another, ``address`` where this node
    is reached from outside. ``approve`` says who approves a program that is another than before:
    whoever starts it (``start``) or a person with the role (``person``); ``look_every`` are the
    seconds after which it is held against what was approved.
    """

    db: str = "sqlite:///tapete.db"
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8077
    plan: str = "ejemplo"
    games: tuple[str, ...] = ()
    node: str = ""
    address: str = ""
    guests: bool = True
    guest_chips: Annotated[int, Meta(gt=0, lt=10**12)] = 1_000_000
    lease: Seconds = 15.0
    approve: Literal["start", "person"] = "start"
    look_every: Seconds = 86_400.0
    clocks: Clocks = Clocks()
