"""Records: a round again step by step, put to the proof; editions compared; the casino audited."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, Parameter
from litestar.status_codes import HTTP_200_OK

from tapete.core.book.clause import ClauseId, register, text
from tapete.core.book.compare import Change, Side, book_of, changes
from tapete.core.book.refused import Fact, Refused
from tapete.core.book.rulebook import editions, rulebook
from tapete.core.round.acta import BrokenRecord, act_in
from tapete.core.round.felt import Felt
from tapete.core.round.shown import AskView
from tapete.floor.api.guard import House, anyone, somebody
from tapete.floor.api.language import lang_of, sentence
from tapete.floor.api.messages import Told, told
from tapete.floor.api.office import allowed
from tapete.floor.audit.audited import start_of
from tapete.floor.audit.auditing import Auditor, AuditRun
from tapete.floor.audit.checks import Outcome, Proof, prove
from tapete.floor.audit.findings import said_of
from tapete.floor.house.casino import Casino
from tapete.floor.kernel.unit import Envelope
from tapete.floor.rounds.replays import (
    Played,
    felt_before,
    find_played,
    moments,
    players_of,
    steps_of,
)
from tapete.floor.rounds.why import paper_for_all
from tapete.floor.table.commands import SYSTEM, Act
from tapete.floor.table.view import (
    FeltView,
    LimitsView,
    SeatView,
    ask_view,
    felt_view,
    limits_view,
)
from tapete.games.registry import GAMES
from tapete.telling.names import named
from tapete.telling.paper import Paper, written
from tapete.telling.texts import t

Asked = Request[Any, Any, Any]
Number = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
Step = Annotated[int | None, Parameter(ge=1, le=2**31 - 1)]
Close = Annotated[str, Parameter(pattern=r"^(|last|\d{4}-\d{2}-\d{2})$")]
Audits: TypeAlias = NamedDependency[Auditor]
RECORDS: ClauseId = "CAT-I.6-03"


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """A command that the round was played with: who sent it, in which role, when; ``text`` is what
    he did in words."""

    step: int
    at: float
    person: str
    name: str
    role: str
    command: str
    text: str


class Frame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table after one event. No felt: it lies as it did before."""

    told: Told
    felt: FeltView | None = None
    ask: AskView | None = None


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A round to be watched again: the felt at its beginning, and after each event."""

    table: str
    game: str
    edition: str
    number: int
    step: int
    at: float
    act: str
    unit: str
    limits: LimitsView
    players_max: int | None
    seats: tuple[SeatView, ...]
    start: FeltView
    frames: tuple[Frame, ...]
    sent: tuple[Sent, ...]
    acta: str


class Proven(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was checked, with a sentence for people."""

    what: str
    outcome: Outcome
    clause: ClauseId
    text: str


class RuleSide(msgspec.Struct, frozen=True, kw_only=True):
    """What one edition says, the clause, and the rule in the reader's language."""

    value: str
    clause: ClauseId
    rule: str


class RuleRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the rules in both editions; ``alters`` is false where only the clause differs."""

    what: str
    key: str
    alters: bool
    old: RuleSide | None
    new: RuleSide | None


class EditionGames(msgspec.Struct, frozen=True, kw_only=True):
    """An edition of the regulation, and the games it has."""

    id: str
    title: str
    games: tuple[str, ...]


class Records(Controller):
    """Rounds that were played, and the rules they were played by."""

    path = "/api"
    tags = ("records",)

    @get("/tables/{table:str}/rounds/{number:int}/replay", guards=[somebody])
    async def replay(
        self, table: FromPath[str], number: Number, casino: House, request: Asked,
        step: Step = None,
    ) -> Replayed:  # fmt: skip
        """A round event by event, with the felt after each; covered cards are shown."""
        played = await self._played(casino, request, table, number, step, "record.replayed")
        try:
            return await asyncio.to_thread(_replayed, casino, played, lang_of(request))
        except BrokenRecord as error:
            raise Refused(RECORDS, "broken-record", why=str(error)[:200]) from None

    @get("/tables/{table:str}/rounds/{number:int}/proof", guards=[somebody])
    async def proof(
        self, table: FromPath[str], number: Number, casino: House, request: Asked,
        step: Step = None,
    ) -> list[Proven]:  # fmt: skip
        """Put a round to the proof: seal, play, log, money, promised cards."""
        played = await self._played(casino, request, table, number, step, "record.proven")
        spec, lang = casino.specs[table], lang_of(request)
        found = await asyncio.to_thread(prove, casino.store, played, spec)
        return [proven(one, lang) for one in found]

    @get("/tables/{table:str}/rounds/{number:int}/why.pdf", guards=[somebody])
    async def why(
        self, table: FromPath[str], number: Number, casino: House, request: Asked,
        step: Step = None, lang: FromQuery[str | None] = None,
    ) -> Response[bytes]:  # fmt: skip
        """A round explained on paper: payments, rules, other readings, who dealt, the proofs."""
        played = await self._played(casino, request, table, number, step, "record.explained")
        try:
            paper = await asyncio.to_thread(paper_for_all, casino, played, lang_of(request))
        except BrokenRecord as error:
            raise Refused(RECORDS, "broken-record", why=str(error)[:200]) from None
        return await pdf_of(paper, lang_of(request))

    @get("/editions", guards=[anyone], sync_to_thread=False)
    def editions(self) -> list[EditionGames]:
        """The editions of the regulation."""
        return [
            EditionGames(
                id=id, title=rulebook(id).title,
                games=tuple(game for game in rulebook(id).games() if game in GAMES),
            )
            for id in editions()
        ]  # fmt: skip

    @get("/editions/{old:str}/{new:str}/{game:str}", guards=[anyone], sync_to_thread=False)
    def compare(
        self, old: FromPath[str], new: FromPath[str], game: FromPath[str], request: Asked,
        lang: FromQuery[str | None] = None,
    ) -> list[RuleRow]:  # fmt: skip
        """What the second edition changes in a game, clause beside clause."""
        for edition in (old, new):
            if edition not in editions():
                near = " ".join(editions())
                raise Refused(RECORDS, "no-such-edition", edition=edition[:40], editions=near)
        if not any(game in rulebook(edition).games() for edition in (old, new)):
            raise Refused(RECORDS, "no-such-game", game=game[:60])
        said = lang_of(request)
        return [_change(one, said) for one in changes(book_of(old, game), book_of(new, game))]

    @post("/audits", status_code=HTTP_200_OK, guards=[somebody])
    async def start_audit(
        self, casino: House, auditor: Audits, request: Asked, since: Close = ""
    ) -> AuditRun:
        """Audit the whole casino in a process of its own, while it plays on: from the first step
        on, or ``since`` the close of a day, or ``last``, the last close audited."""
        by = allowed(request, "audit.run")
        close = await asyncio.to_thread(start_of, casino.store, since)
        begun = auditor.start(by.id, casino.now(), close or "")
        await casino.note(by.id, "audit.started", {"since": close})
        return begun

    @get("/audits", guards=[somebody], sync_to_thread=False)
    def last_audit(self, auditor: Audits, request: Asked) -> AuditRun:
        """How far the audit started last is, and what it found."""
        allowed(request, "audit.run")
        lang, last = lang_of(request), auditor.last
        found = tuple(said_of(one, lang) for one in last.findings)
        return msgspec.structs.replace(last, findings=found)

    async def _played(
        self, casino: Casino, request: Asked, table: str, number: int, step: int | None, what: str
    ) -> Played:
        by = allowed(request, "records.read")
        found = None
        if table in casino.specs:
            found = await asyncio.to_thread(find_played, casino.store, table, number, step)
        if found is None:
            raise NotFoundException(f"no record of round {number} at {table[:40]}")
        facts: dict[str, Fact] = {"table": table, "round": number}
        await casino.note(by.id, what, facts)
        return found


def _replayed(casino: Casino, played: Played, lang: str) -> Replayed:
    record, store = played.record, casino.store
    head, steps = record.header, steps_of(casino.store, played)
    names = players_of(store, played, steps)
    game = GAMES.get(head.game)
    rules = None if game is None else game.rules_of(head.source.id, head.changes)
    felt = felt_before(store, played, steps)
    return Replayed(
        table=played.table, game=head.game, edition=head.source.id, number=played.number,
        step=played.step, at=played.at, act=act_in(played.acta),
        unit=head.unit, limits=limits_view(head.limits),
        players_max=None if rules is None else rules.players_max,
        seats=tuple(
            SeatView(
                seat=seat, player=names.get(seat, ""), name=_name(casino, names.get(seat, "")),
                chips=head.chips.get(seat),
            )
            for seat in sorted({*head.seats, *names})
        ),
        start=felt_view(felt), frames=tuple(_frames(played, felt, lang)),
        sent=tuple(_sent(casino, kept.number, kept.envelope, lang) for kept in steps),
        acta=played.whole,
    )  # fmt: skip


def _sent(casino: Casino, step: int, sent: Envelope[Any], lang: str) -> Sent:
    command = sent.command
    tag = str(command.__struct_config__.tag)
    house = sent.person == SYSTEM
    return Sent(
        step=step, at=sent.at, person=sent.person, role=sent.role, command=tag,
        name=named("role", SYSTEM, lang) if house else _name(casino, sent.person),
        text=named("act", command.name, lang) if isinstance(command, Act)
        else t(f"command.{tag}", lang),
    )  # fmt: skip


def _frames(played: Played, felt: Felt, lang: str) -> Iterator[Frame]:
    before: FeltView | None = None
    unit = played.record.header.unit
    for n, moment in enumerate(moments(played, felt), 1):
        seen = felt_view(moment.felt)
        yield Frame(
            told=told(n, moment.event, sentence(moment.event, lang, unit=unit)),
            felt=None if seen == before else seen, ask=ask_view(moment.ask, "public"),
        )  # fmt: skip
        before = seen


def _name(casino: Casino, person: str) -> str:
    known = casino.register.find(person) if person else None
    return person if known is None else known.name


async def pdf_of(paper: Paper, lang: str) -> Response[bytes]:
    """A paper as it is sent."""
    content = await asyncio.to_thread(written, paper, lang)
    name = f"{paper.game}-{paper.number}.pdf"
    headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type="application/pdf", headers=headers)


def proven(proof: Proof, lang: str) -> Proven:
    """One thing that was checked, in words."""
    said = t(f"proof.{proof.what}.{proof.outcome}", lang, **proof.facts)
    return Proven(what=proof.what, outcome=proof.outcome, clause=proof.clause, text=said)


def _change(change: Change, lang: str) -> RuleRow:
    return RuleRow(
        what=change.what, key=change.key, alters=change.alters, old=_side(change.old, lang),
        new=_side(change.new, lang),
    )  # fmt: skip


def _side(side: Side | None, lang: str) -> RuleSide | None:
    if side is None:
        return None
    found = register().get(side.clause)
    rule = text(found, lang) if found is not None else ""
    return RuleSide(value=side.value, clause=side.clause, rule=rule)
