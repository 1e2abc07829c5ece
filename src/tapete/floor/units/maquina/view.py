"""What a person sees of a machine: plain data for a screen. No outcome is decided there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tapete.core.book.account import Unit as UnitOfAccount
from tapete.core.round.event import Event, Moment, at_seat
from tapete.core.round.shown import AskView
from tapete.floor.kernel.unit import Mark
from tapete.floor.units.maquina.assigned import plays_left
from tapete.systems.machines.cabinet import Cabinet, HandPay, OpenPlay, Recall
from tapete.systems.machines.play import CardsShown, level_of
from tapete.systems.machines.poker import best_row, hand
from tapete.systems.machines.program import AnyProgram, Level, VideoPoker
from tapete.systems.machines.recall import told_of

if TYPE_CHECKING:
    from tapete.floor.units.maquina.unit import Maquina


class PositionView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position: who is there, his credits in pesos, the last digits of the prepaid card that is
    in, his bets on the table game, and since when he calls the assistant."""

    position: int
    player: str = ""
    name: str = ""
    credits: int = 0
    card: str = ""
    bets: dict[str, int] = {}
    ready: bool = False
    called: Moment | None = None


class MachineRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A machine in the list of machines; ``free``: so many positions are."""

    number: int
    programs: tuple[str, ...]
    kind: str
    positions: int
    unit: UnitOfAccount
    decides: str
    pots: tuple[str, ...] = ()
    status: str = ""
    free: int = 0
    line: bool = False


class PotWin(msgspec.Struct, frozen=True, kw_only=True):
    """The last prize of a pot and the machine that won it, or the other ``casino``; of a mystery
    also what opens its promise: SHA-256 of salt and threshold."""

    machine: int
    amount: int
    casino: str = ""
    threshold: int | None = None
    salt: str = ""


class PotShown(msgspec.Struct, frozen=True, kw_only=True):
    """A linked pot: what there is to be won, what wins it (CAT-VI.7.3-04, -06; in English where the
    plan says it too), who won it last, the casinos that share it, and whether it is ``cut`` off
    (CAT-VI.7.3-05)."""

    pot: str
    amount: int
    condition: str
    mystery: bool
    promise: str = ""
    limit: int | None = None
    last: PotWin | None = None
    casinos: tuple[str, ...] = ()
    cut: bool = False
    condition_en: str = ""


class MachineView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A machine as one viewer sees it. ``status`` is what it is doing, ``last`` what the last play
    told and ``win`` what it paid; ``ask`` is what the viewer is asked."""

    id: str
    number: int
    unit: UnitOfAccount
    state: str
    next: int
    viewer: str
    status: str
    decides: str
    program: str
    kind: str
    digest: str
    denominations: tuple[int, ...]
    denomination: int
    bets: tuple[Level, ...]
    positions: tuple[PositionView, ...]
    menu: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    handpay: HandPay | None = None
    tournament: int | None = None
    plays_left: int | None = None
    torneo: str = ""
    """The tournament that has it now, and the plays that its player may still make."""
    in_course: bool = False
    ask: dict[str, Any] | None = None
    move: AskView | None = None
    until: float | None = None
    last: tuple[dict[str, Any], ...] = ()
    win: int = 0
    made: str = ""
    """What the hand that is dealt would pay as it is: a row of the video poker."""
    results: tuple[str, ...] = ()
    tickets: bool = False
    cards: bool = False
    line: bool = False
    """Whether it is a cabinet in the room, played there alone."""
    pots: tuple[PotShown, ...] = ()
    awaits: str = ""
    """The pot of another casino that the play has won: that one says what it comes to."""


def machine_view(
    unit: Maquina, viewer: str, at: Mark, names: Mapping[str, str], until: float | None
) -> MachineView:
    cabinet, spec = unit.cabinet, unit.spec
    if not cabinet.programs:
        return MachineView(
            id=spec.id, number=spec.number, unit=spec.unit, state=at.state, next=at.next,
            viewer=viewer, status=cabinet.state, decides=spec.decides, program=spec.programs[0],
            kind="", digest="", denominations=(), denomination=0, bets=(), positions=(),
        )  # fmt: skip
    program = cabinet.program()
    asked = unit.asked()
    ask = move = None
    if asked is not None and viewer == at_seat(asked.put_to.seat or 0):
        if unit.table is None:
            ask = msgspec.to_builtins(asked)
        else:
            move = msgspec.structs.replace(asked.view(viewer), until=until)
    return MachineView(
        id=spec.id, number=spec.number, unit=spec.unit, state=at.state, next=at.next,
        viewer=viewer, status=cabinet.state, decides=spec.decides, program=cabinet.running,
        kind=program.kind, digest=program.digest, denominations=program.denominations,
        denomination=cabinet.worth, bets=program.levels(),
        positions=tuple(_position(unit, place, names) for place in range(1, spec.positions + 1)),
        menu=cabinet.menu, faults=cabinet.faults, handpay=cabinet.handpay,
        tournament=None if cabinet.tournament is None else cabinet.tournament.credits,
        plays_left=plays_left(unit.given, cabinet), torneo=spec.torneo if unit.assigned else "",
        in_course=unit.in_course, ask=ask, move=move, until=until, last=_last(unit),
        win=_win(cabinet, viewer), results=cabinet.results,
        made=_made(program, cabinet), awaits="" if cabinet.play is None else cabinet.play.waits,
        tickets=spec.tickets, cards=bool(spec.cards), line=bool(spec.line),
    )  # fmt: skip


def _made(program: AnyProgram, cabinet: Cabinet) -> str:
    """The row that the cards on the screen make before any is changed."""
    if not isinstance(program, VideoPoker) or cabinet.play is None:
        return ""
    told = told_of(cabinet, _in_course(cabinet.play))
    shown = [event.cards for event in told if isinstance(event, CardsShown)]
    table = program.table(level_of(program, cabinet.play.bet).credits)
    made = best_row(hand(shown[-1], program.wild), table, program.wild) if shown else None
    return made or ""


def _position(unit: Maquina, place: int, names: Mapping[str, str]) -> PositionView:
    player, cabinet = unit.players.get(place, ""), unit.cabinet
    card = cabinet.cards.get(place)
    return PositionView(
        position=place, player=player, name=names.get(player, player),
        credits=cabinet.credits.get(place, 0), bets=cabinet.table.bets.get(place, {}),
        ready=place in unit.ready, card=card.last if card is not None else "",
        called=cabinet.calls.get(place),
    )  # fmt: skip


def _win(cabinet: Cabinet, viewer: str) -> int:
    """What the last play paid: the viewer's own, or, to whoever only looks, anybody's."""
    plays = cabinet.recall
    mine = [one for one in plays if at_seat(one.bet.position) == viewer] or plays
    return mine[-1].paid if mine else 0


def _last(unit: Maquina) -> tuple[dict[str, Any], ...]:
    """What the play in course told so far, or the last one."""
    cabinet = unit.cabinet
    if unit.table is not None and unit.table.live is not None:
        return shown(unit.table.live.events)
    if cabinet.play is not None:
        return shown(told_of(cabinet, _in_course(cabinet.play)))
    return shown(told_of(cabinet, cabinet.recall[-1])) if cabinet.recall else ()


def _in_course(play: OpenPlay) -> Recall:
    """A play that is not over, as far as it went."""
    return Recall(play.program, play.bet, 0, 0, play.answers, 0)


def shown(events: Iterable[Event]) -> tuple[dict[str, Any], ...]:
    """Events as plain data."""
    found = []
    for event in events:
        fields = msgspec.to_builtins(event, enc_hook=str)
        for name in ("clause", "audience", "besides"):
            fields.pop(name, None)
        found.append({"kind": event.kind, **fields})
    return tuple(found)
