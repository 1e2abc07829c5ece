"""What a screen needs first: the words of its reader's language, and the chips of the house."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from typing import Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from tapete.core.book.account import Unit
from tapete.core.book.clause import ClauseId
from tapete.core.book.rulebook import GameRules
from tapete.floor.api.guard import House, anyone
from tapete.games.roulette.big_six import BigSixRules
from tapete.games.roulette.rules import RouletteRules
from tapete.telling.texts import LANGS, texts

FAMILIES = (
    "about", "act", "actfact", "announced", "barred", "bet", "called", "cause", "colour",
    "direction", "edition", "event", "explain", "fact", "figura", "fila", "game", "hand",
    "handmove", "held", "irregular", "mark", "marker", "move", "option", "paid", "place", "prize",
    "program", "question", "refused", "role", "roundmove", "rule", "symbol", "tipo", "turn",
    "unit-name", "value", "why",
)  # fmt: skip
"""Families of texts that name things of the games."""


class HouseOut(msgspec.Struct, frozen=True, kw_only=True):
    """The house: its name, what is played for, the values of its chips, whether guests may play and
    with how much, its time zone and the hour at which a day of its books begins."""

    casino: str
    currency: str
    unit: Unit
    chips: tuple[int, ...]
    guests: bool
    guest_chips: int
    zone: str
    day_begins: int


class WheelOut(msgspec.Struct, frozen=True, kw_only=True):
    """The pockets of a wheel, or the places of a disc, in the order in which they lie; and which
    are red."""

    places: tuple[str, ...]
    red: tuple[str, ...]
    clause: ClauseId


class Entrance(Controller):
    """Open to everybody."""

    path = "/api"
    tags = ("entrance",)
    guards = (anyone,)

    @get("/house", sync_to_thread=False)
    def house(self, casino: House) -> HouseOut:
        """The house and its chips."""
        plan, settings = casino.plan, casino.settings
        return HouseOut(
            casino=plan.casino, currency=plan.currency, unit=plan.unit_of(),
            chips=tuple(plan.chips),
            guests=settings.guests, guest_chips=settings.guest_chips,
            zone=str(casino.store.calendar.zone), day_begins=plan.day_begins,
        )  # fmt: skip

    @get("/tables/{table:str}/wheel")
    async def wheel(self, table: FromPath[str], casino: House) -> WheelOut:
        """The wheel or the disc of a table that has one."""
        return wheel_of(casino.mesa(table).table.rules)

    @get("/words/{lang:str}", sync_to_thread=False)
    def words(self, lang: FromPath[str], request: Request[Any, Any, Any]) -> Response[Any]:
        """The names of games, bets, moves, hands, announcements and causes, by their keys."""
        if lang not in LANGS:
            raise NotFoundException(f"no words in {lang[:10]}")
        squeezed = "gzip" in request.headers.get("accept-encoding", "")
        content, tag = _words(lang, squeezed)
        headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if squeezed:
            headers["content-encoding"] = "gzip"
        if request.headers.get("if-none-match") == tag:
            return Response(None, status_code=HTTP_304_NOT_MODIFIED, headers=headers)
        return Response(content, media_type="application/json", headers=headers)


def wheel_of(rules: GameRules) -> WheelOut:
    """The wheel of a game under its rules."""
    match rules:
        case RouletteRules():
            red, clause = tuple(rules.red), rules.by("pockets")
            return WheelOut(places=rules.pockets, red=red, clause=clause)
        case BigSixRules():
            return WheelOut(places=rules.disc, red=(), clause=rules.by("disc"))
    raise NotFoundException(f"no wheel in {rules.game}")


@cache
def _words(lang: str, squeezed: bool) -> tuple[bytes, str]:
    known = texts(lang)
    named = {key: known[key] for key in sorted(known) if key.partition(".")[0] in FAMILIES}
    content = msgspec.json.encode(named)
    sent = gzip.compress(content) if squeezed else content
    return sent, f'"{hashlib.sha256(content).hexdigest()[:20]}"'
