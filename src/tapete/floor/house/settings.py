"""How a casino runs, as its file of settings says."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tapete.floor.kernel.clocks import Clocks
from tapete.floor.people.throttle import Limits

Seconds = Annotated[float, Meta(gt=0)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a casino runs. Everything has a sensible value.

    ``db`` is the database (if none is named: a file where the platform keeps data), ``games`` those
    of the example casino, and kinds of rooms (all of them if none is named), ``lease`` the seconds
    after which the units of a node that does not answer go to another,
    ``address`` where this node is reached from outside, ``proxies`` the addresses (or networks) of
    proxies in front of it: what they say of who asks, and how he came, is believed, and of nobody
    else. ``approve`` says who approves a program
    that is another than before: whoever starts it (``start``) or a person with the role
    (``person``); ``look_every`` are the seconds after which it is held against what was approved.
    ``signatures``: whether what the regulation has somebody sign must be signed with a passkey.
    ``tracing`` is where spans of commands are sent (OTLP over HTTP), if anywhere.
    ``key`` is the file with the key of the house, under which personal data is sealed (if none is
    named: beside the file of SQLite, or where the platform keeps data); ``limits`` are what one
    name, one address and one person may try. ``workers`` are the processes on this
    machine (0: as many as it has cores).
    """

    db: str = ""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8077
    plan: str = "ejemplo"
    games: tuple[str, ...] = ()
    workers: Annotated[int, Meta(ge=0, le=256)] = 0
    key: str = ""
    node: str = ""
    address: str = ""
    proxies: tuple[str, ...] = ()
    guests: bool = True
    guest_chips: Annotated[int, Meta(gt=0, lt=10**12)] = 1_000_000
    lease: Seconds = 15.0
    approve: Literal["start", "person"] = "start"
    look_every: Seconds = 86_400.0
    signatures: Literal["offered", "required"] = "offered"
    tracing: str = ""
    clocks: Clocks = Clocks()
    limits: Limits = Limits()
