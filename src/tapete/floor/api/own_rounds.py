"""My own rounds: which they were, what I was told, and the proof of each."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, Parameter

from tapete.floor.api.guard import House, looking_back, person_of, somebody
from tapete.floor.api.language import lang_of, sentence
from tapete.floor.api.messages import Told, told
from tapete.floor.api.records import Proven, pdf_of, proven
from tapete.floor.audit.checks import prove
from tapete.floor.house.casino import Casino
from tapete.floor.rounds.own_plays import PlaySaved, find_plays, own_play
from tapete.floor.rounds.own_rounds import OrderShown, own_round
from tapete.floor.rounds.records import RoundRow, find_rounds
from tapete.floor.rounds.why import paper_for_player
from tapete.floor.units.maquina.spec import MachineSpec
from tapete.telling.paper import Paper

Asked = Request[Any, Any, Any]
Number = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
Few = Annotated[int, Parameter(ge=1, le=100)]


class MyRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round I sat at: what I was told, and what I need to check it. ``acta`` is the whole record
    once nothing of it is hidden from me (`tapete verify`), ``state`` what the round before left
    behind, ``seal`` its fingerprint all along. ``play`` is a play of a machine, which has no
    acta of its own."""

    table: str
    game: str
    number: int
    at: float
    seats: tuple[int, ...]
    events: tuple[Told, ...]
    acta: str | None
    state: dict[str, Any] | None
    seal: str
    orders: tuple[OrderShown, ...]
    proof: tuple[Proven, ...]
    play: PlaySaved | None = None


class MyRounds(Controller):
    """What a player may read of what he played."""

    path = "/api/me/rounds"
    tags = ("people",)
    guards = (somebody, looking_back)

    @get("/")
    async def index(
        self, casino: House, request: Asked, before: FromQuery[float | None] = None, limit: Few = 50
    ) -> list[RoundRow]:
        """The rounds of tables and halls where I had a place and my plays at machines, the last
        first; ``before`` goes further back."""
        me, store = person_of(request).id, casino.store

        def read() -> list[RoundRow]:
            rounds = find_rounds(store, player=me, before=before, limit=limit, acts=False)
            plays = find_plays(store, me, before, limit)
            return sorted([*rounds, *plays], key=lambda row: -row.at)[:limit]

        return await asyncio.to_thread(read)

    @get("/{table:str}/{number:int}")
    async def show(
        self, table: FromPath[str], number: Number, casino: House, request: Asked
    ) -> MyRound:
        """One of my rounds: what I was told, its record as far as I may know it, its proof."""
        me, lang = person_of(request).id, lang_of(request)
        spec = casino.units.get(table)

        def read() -> MyRound | None:
            if isinstance(spec, MachineSpec):
                return self._play(casino, me, spec, number, lang)
            mine = None if spec is None else own_round(casino.store, me, table, number)
            if spec is None or mine is None:
                return None
            proofs = prove(casino.store, mine.played, spec)
            return MyRound(
                table=table, game=mine.played.game, number=number, at=mine.played.at,
                seats=mine.seats,
                events=tuple(
                    told(n, e, sentence(e, lang, name_of=casino.name_of, unit=spec.unit))
                    for n, e in mine.told
                ),
                acta=mine.acta, state=mine.state, seal=mine.seal, orders=mine.orders,
                proof=tuple(proven(one, lang) for one in proofs),
            )  # fmt: skip

        found = await asyncio.to_thread(read)
        if found is None:
            raise NotFoundException(f"no round {number} of mine at {table[:40]}")
        return found

    def _play(
        self, casino: Casino, me: str, spec: MachineSpec, number: int, lang: str
    ) -> MyRound | None:
        mine = own_play(casino.store, me, spec, number)
        if mine is None:
            return None
        return MyRound(
            table=spec.id, game=mine.play.program, number=number, at=mine.at,
            seats=(mine.position,), acta=None, state=None, seal="", orders=mine.orders, proof=(),
            events=tuple(
                told(n, e, sentence(e, lang, name_of=casino.name_of)) for n, e in mine.told
            ),
            play=mine.play,
        )  # fmt: skip

    @get("/{table:str}/{number:int}/why.pdf")
    async def why(
        self, table: FromPath[str], number: Number, casino: House, request: Asked,
        lang: FromQuery[str | None] = None,
    ) -> Response[bytes]:  # fmt: skip
        """One of my rounds explained on paper, as far as I may know it."""
        me, said = person_of(request).id, lang_of(request)

        def read() -> Paper | None:
            mine = own_round(casino.store, me, table, number) if table in casino.specs else None
            return None if mine is None else paper_for_player(casino, mine, said)

        paper = await asyncio.to_thread(read)
        if paper is None:
            raise NotFoundException(f"no round {number} of mine at {table[:40]}")
        return await pdf_of(paper, said)
