"""A tournament as it is seen: by everybody on the clock screen and in the lobby; stacks and actas
only by those who run it, where players bet against each other (COL-7.4-06, COL-7.5.2-28)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec

from tapete.core.book.refused import Refused
from tapete.floor.kernel.unit import Mark
from tapete.floor.units.torneo.direction import colour_ups, company_at
from tapete.floor.units.torneo.spec import TorneoSpec
from tapete.floor.units.torneo.view_rounds import RoundView, machine_numbers, round_view, unit_at
from tapete.systems.tournament.book import RUN_BY
from tapete.systems.tournament.life import conduct, hand_for_hand, play, redraw
from tapete.systems.tournament.life.entries import on_sale, prospect
from tapete.systems.tournament.life.notices import DOORS, ROOM, WEB
from tapete.systems.tournament.life.state import Acta, Move, Tournament
from tapete.systems.tournament.life.undo import taken_back
from tapete.systems.tournament.race import removed
from tapete.systems.tournament.reglamento import reglamento
from tapete.systems.tournament.rounds import Ronda
from tapete.systems.tournament.seats import Place

STAFF, PAPERS = RUN_BY
"""Whoever runs the tournament, and those of them who check who somebody is."""
OPEN = (ROOM, WEB, DOORS)
"""Channels everybody reads."""


class LevelView(msgspec.Struct, frozen=True, kw_only=True):
    """A level as the structure has it; ``pause`` are the minutes of the break after it."""

    level: int
    minutes: int
    small: int
    big: int
    ante: int
    pause: int = 0


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """The clock: until when it runs, or how much is left while it stands."""

    level: int
    pause: bool
    running: bool
    left: float
    until: float | None


class EntrantView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has entered; ``missed``: his table has dealt since he lost his last chips, and
    he can rebuy no more; ``at`` which table or machine of the house he plays; for who
    runs it, ``seconds`` of his decisions where he has fewer than all; for who checks his papers,
    ``legal``: the whole name in them (COL-3.1-05)."""

    player: str
    name: str
    standing: str
    table: int | None = None
    seat: int | None = None
    place: tuple[int, ...] = ()
    stack: int | None = None
    sits_out: int = 0
    warnings: int = 0
    cards: int = 0
    bought: dict[str, int] = {}
    missed: bool = False
    paid: int = 0
    due: int = 0
    bounty: int = 0
    seconds: int = 0
    at: str = ""
    legal: str = ""


class TableSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A table: who sits where, its button, and whether a hand is in course; ``held``: it waits with
    a called all-in for the other tables; ``left`` of the day's last hands, once they are called."""

    table: int
    seats: dict[int, str]
    button: int | None
    hands: int
    playing: bool
    held: bool = False
    left: int | None = None


class ProposalView(msgspec.Struct, frozen=True, kw_only=True):
    """What is proposed, with its clause: a move, a table that breaks, a redraw, hand for hand, a
    hand held there that is to be finished, or small chips of a table changed for larger ones
    (``start`` for ``end``), of which ``held`` are odd."""

    what: str
    clause: str
    player: str = ""
    start: str = ""
    end: str = ""
    table: int = 0
    held: dict[str, int] = {}


class FieldDraw(msgspec.Struct, frozen=True, kw_only=True):
    """A draw of the whole field that is due: who draws a slip, and the places there are."""

    players: tuple[str, ...]
    places: tuple[str, ...]


class OfferView(msgspec.Struct, frozen=True, kw_only=True):
    """A way to share the prizes: what each would have, and the rest for whoever wins."""

    way: str
    amounts: dict[str, int]
    first: int


class NoticeView(msgspec.Struct, frozen=True, kw_only=True):
    """Something made known; ``{player}`` in its text is the name of the one it speaks of. ``says``
    and ``facts`` are there where the house said it by itself."""

    at: float
    channel: str
    text: str
    player: str = ""
    says: str = ""
    facts: dict[str, str] = {}


class FaultView(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of penalties: what is done, by which clause, and the steps proposed."""

    fault: str
    says: str
    clauses: tuple[str, ...]
    steps: tuple[str, ...]


class TorneoView(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as somebody sees it. ``sales``: what can be bought now, ``seats`` a table has
    now, ``values`` of the chips in play, ``decision``: the seconds of one, ``levelling``: tables
    are kept level; ``names`` of those on the waiting list. ``machines``: it is played at machines;
    ``prospect``: while entries are taken, the prizes if there are ``field`` of them. ``notice``:
    what the director has on every screen. ``rounds`` of another ``game`` than hold'em, in place of
    levels; ``numbers``: the machine that each place is, as it is numbered on the floor. For who
    runs it ``field_draw``: a draw of the whole field that is due; ``by_card``: those whose cards
    decide odd pesos of prizes that are due."""

    id: str
    state: str
    next: int
    viewer: str
    unit: str
    name: str
    stage: str
    number: int
    version: int
    practice: bool
    played: bool
    automatic: bool
    company_at: float | None
    start: datetime | None
    minimum: int
    maximum: int
    prices: dict[str, tuple[int, int, int]]
    windows: dict[str, int]
    sales: tuple[str, ...]
    levels: tuple[LevelView, ...]
    clock: ClockView
    live: int
    entrants: int
    average: int
    chips: int
    fund: int
    prizes: tuple[int, ...]
    open: bool
    hand_for_hand: bool
    last_hands: int
    day: int
    players: tuple[EntrantView, ...]
    waiting: tuple[str, ...]
    tables: tuple[TableSeen, ...]
    order: tuple[int, ...]
    seats: int
    values: tuple[int, ...]
    decision: int
    levelling: bool
    moves: tuple[Move, ...]
    deal: dict[str, int]
    bounty: int = 0
    round: RoundView | None = None
    proposals: tuple[ProposalView, ...] = ()
    field_draw: FieldDraw | None = None
    by_card: tuple[str, ...] = ()
    offers: tuple[OfferView, ...] = ()
    actas: tuple[Acta, ...] = ()
    undo: str = ""
    text: str = ""
    reglamento: str = ""
    notices: tuple[NoticeView, ...] = ()
    penalties: tuple[FaultView, ...] = ()
    names: dict[str, str] = {}
    machines: bool = False
    prospect: tuple[int, ...] = ()
    field: int = 0
    notice: str = ""
    game: str = ""
    rounds: tuple[Ronda, ...] = ()
    numbers: dict[str, int] = {}


def view_of(
    spec: TorneoSpec, now: Tournament, viewer: str, at: Mark, until: float | None
) -> TorneoView:
    """The tournament as this viewer sees it: until it may be made known, others than those who run
    it see that it is being prepared, and no more (CAT-VII.4.1-02)."""
    staff, name = viewer in RUN_BY, spec.id if now.bases is None else now.bases.nombre
    if not staff and not now.announced:
        now = Tournament(stage=now.stage, number=now.number, version=now.version)
    bases, field = now.bases, _field(spec, now)
    clock = now.clock
    return TorneoView(
        id=spec.id, state=at.state, next=at.next, viewer=viewer, unit=spec.unit,
        name=name, stage=now.stage, number=now.number,
        version=now.version, practice=bases is not None and bases.practica,
        played=spec.jugado, automatic=spec.automatico, company_at=company_at(spec, now),
        start=None if bases is None else bases.inicio,
        minimum=0 if bases is None else bases.minimo, maximum=0 if bases is None else bases.maximo,
        prices={
            kind: (one.price, one.commission, one.chips) for kind, one in now.book.prices.items()
        },
        windows={} if bases is None else bases.ventanas, levels=_levels(now),
        sales=tuple(
            what for what in now.book.prices if now.stage == "en-juego" and on_sale(now, what)
        ),
        clock=ClockView(
            level=clock.level, pause=clock.pause, running=clock.running, left=clock.left,
            until=until,
        ),
        live=now.left, entrants=now.book.entrants, average=now.average,
        chips=sum(now.book.stacks.values()), fund=now.fund, prizes=now.prizes, open=now.open,
        hand_for_hand=now.hand_for_hand, last_hands=now.last_hands, day=now.day,
        players=_players(spec, now, staff), waiting=now.waiting,
        tables=tuple(
            TableSeen(
                table=number, seats=table.seats, hands=table.hands, playing=table.playing,
                held=table.held, left=table.hands_left,
                button=table.button if table.last is None else table.last[0],
            )
            for number, table in sorted(now.tables.items())
        ),
        order=now.order, seats=_seats(now), values=_values(now),
        decision=0 if bases is None else bases.reloj, levelling=now.level_tables,
        moves=now.moves[-12:], deal=now.deal,
        bounty=0 if bases is None else bases.recompensa, round=round_view(spec, now),
        proposals=_proposals(spec, now) if staff else (), offers=_offers(now) if staff else (),
        field_draw=_field_draw(now) if staff else None, by_card=now.by_card if staff else (),
        actas=now.actas if staff else (),
        undo=taken_back(now) if staff else "",
        text=now.text if staff else "", reglamento=now.reglamento,
        notices=tuple(
            NoticeView(
                at=one.at, channel=one.channel, text=one.text, player=one.player, says=one.says,
                facts=one.facts,
            )
            for one in now.notices[-40:] if staff or one.channel in OPEN
        ),
        penalties=_penalties() if staff else (), names={who: who for who in now.waiting},
        machines=bool(spec.maquinas), field=field, prospect=prospect(now, field) if field else (),
        notice=now.notice, game="" if bases is None else bases.juego,
        rounds=() if bases is None else bases.rondas, numbers=machine_numbers(spec, now),
    )  # fmt: skip


def _field(spec: TorneoSpec, now: Tournament) -> int:
    """How many entries the prizes are foretold for: a full field where it fills by itself; else as
    many as there are, or must be. None once they stand."""
    if now.bases is None or now.prizes or not now.book.prices:
        return 0
    return now.bases.maximo if spec.automatico else max(now.book.entrants, now.bases.minimo)


def _seats(now: Tournament) -> int:
    """Seats of a table: the final one may have more."""
    if now.bases is None:
        return 0
    only = len(now.tables) == 1
    return max(now.bases.asientos, now.bases.final) if only else now.bases.asientos


def _values(now: Tournament) -> tuple[int, ...]:
    """Chips that were not raced off at a break before."""
    if now.bases is None:
        return ()
    gone = {value for value, after in removed(now.bases).items() if after < now.clock.level}
    return tuple(sorted({int(value) for value in now.bases.fichas} - gone))


def _penalties() -> tuple[FaultView, ...]:
    return tuple(
        FaultView(fault=row.falta, says=row.dice, clauses=row.clausulas, steps=row.pasos)
        for row in reglamento().penalidades
    )


def _levels(now: Tournament) -> tuple[LevelView, ...]:
    if now.bases is None:
        return ()
    return tuple(
        LevelView(
            level=number, minutes=minutes, small=small, big=big, ante=ante,
            pause=now.bases.break_after(number),
        )
        for number in range(1, len(now.bases.niveles) + 1)
        for minutes, small, big, ante in [now.bases.level(number)]
    )  # fmt: skip


def _players(spec: TorneoSpec, now: Tournament, staff: bool) -> tuple[EntrantView, ...]:
    places, due, seating = now.places(), now.due(), now.seating()
    over = now.stage == "terminado"
    # Against the bank nobody plays on the stack of another: the ranking is everybody's to read.
    counted = staff or bool(now.bases and now.bases.rondas)
    found = []
    for who, one in now.players.items():
        place = seating.get(who)
        champion = [1] if over and who in now.book.stacks else []
        found.append(EntrantView(
            player=who, name=who, standing=one.standing,
            table=None if place is None else place[0], seat=None if place is None else place[1],
            place=tuple(places.get(who, champion)),
            stack=now.book.stacks.get(who, 0) if counted else None, sits_out=one.sits_out,
            warnings=one.warnings if staff else 0, cards=one.cards, bought=one.bought,
            missed=one.missed,
            paid=now.paid.get(who, 0), due=due.get(who, 0), bounty=now.bounties.get(who, 0),
            seconds=one.seconds if staff else 0,
            at="" if place is None or not spec.jugado else unit_at(spec, now, *place),
        ))  # fmt: skip
    return tuple(found)


def _proposals(spec: TorneoSpec, now: Tournament) -> tuple[ProposalView, ...]:
    """What the rules propose now; the director confirms or decides otherwise."""
    if now.stage != "en-juego" or not now.tables:
        return ()
    found = []
    turn = hand_for_hand.turn(now)
    if turn is not None and not spec.automatico:
        found.append(ProposalView(what="play-out", clause=hand_for_hand.ORDERED, table=turn))
    breaks = play.breaks(now)
    if breaks.redraw:
        found.append(ProposalView(what="redraw", clause=breaks.clause, table=breaks.redraw))
    elif breaks.table:
        found.append(ProposalView(what="break-table", clause=breaks.clause, table=breaks.table))
    else:
        level = play.levelling(now)
        for move in () if level is None else level.moves:
            player = now.tables[move.start.table].seats.get(move.start.seat, "")
            found.append(ProposalView(
                what="move-player", clause=move.clause, player=player, start=str(move.start),
                end=str(move.end),
            ))  # fmt: skip
    if spec.jugado and now.round is None and not spec.automatico:
        for one in colour_ups(now):
            found.append(ProposalView(
                what="colour-up", clause="COL-7.4-17", start=str(one.small), end=str(one.big),
                table=_table_of(now, one.held), held=one.held,
            ))  # fmt: skip
    if now.prizes and now.left == len(now.prizes) + 1 and not now.hand_for_hand:
        found.append(ProposalView(what="hand-for-hand", clause="COL-7.5.1-66"))
    return tuple(found)


def _field_draw(now: Tournament) -> FieldDraw | None:
    tables = () if now.bases is None or now.bases.rondas else redraw.tables_to_be(now)
    if not tables:
        return None
    seats = range(1, redraw.seats_of(now, tables) + 1)
    places = tuple(str(Place(table, seat)) for table in tables for seat in seats)
    return FieldDraw(players=tuple(now.accredited), places=places)


def _table_of(now: Tournament, players: Mapping[str, int]) -> int:
    place = now.place_of(next(iter(players)))
    return 0 if place is None else place[0]


def _offers(now: Tournament) -> tuple[OfferView, ...]:
    """The ways to share the prizes, while they may be."""
    if now.stage != "en-juego" or not now.prizes or now.deal or now.left < 2:
        return ()
    try:
        found = conduct.offers(now)
    except Refused:
        return ()
    return tuple(
        OfferView(
            way=way, amounts=dict(zip(now.live, offer.amounts, strict=True)), first=offer.first
        )
        for way, offer in found.items()
        if offer is not None
    )
