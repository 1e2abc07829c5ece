"""The aggregate of a tournament: what may be done at each stage, and by which clause not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import Any

from tapete.core.book.aggregate import Aggregate
from tapete.core.book.clause import ClauseId
from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament.book import BookEvent
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import (
    conduct,
    contest,
    days,
    entries,
    hand_for_hand,
    notices,
    play,
    postpone,
    redraw,
    undo,
)
from tapete.systems.tournament.life.evolve import evolve
from tapete.systems.tournament.life.postpone import MOVED
from tapete.systems.tournament.life.state import Tournament

BEFORE = ("borrador", "notificado", "observado", "anunciado")
ENTRIES = ("inscripcion", "acreditacion")
PLAY, STILL = ("en-juego",), days.STILL
ANY = (*BEFORE, *ENTRIES, "en-juego", "fin-de-jornada", "suspendido")
Doing = Callable[[Tournament, Any], Iterator[Event]]

STAGES: dict[type[do.Timed], tuple[tuple[str, ...], ClauseId, Doing]] = {
    do.Draft: (BEFORE, "COL-15-01", entries.drafted),
    do.Notify: (("borrador", "observado"), "CAT-VII.4.1-01", entries.notified),
    do.Object: (("notificado", "anunciado"), "CAT-VII.3-02", entries.objected),
    do.OpenRegistration: (("anunciado", *MOVED), "CAT-VII.4.1-02", entries.opened),
    do.PaseOver: ((*PLAY, STILL), "CAT-VII.1.2-01", contest.pase_over),
    do.SeatTie: (PLAY, "CAT-VII.3.1-09", contest.tie_seated),
    do.PlayTie: (PLAY, "CAT-VII.3.1-09", contest.tie_played),
    do.CloseRound: (PLAY, "CAT-VII.1.2-01", contest.round_closed),
    do.KeepEntry: (MOVED, "COL-3.1-10", postpone.entry_kept),
    do.Enter: ((*ENTRIES, *PLAY), "CAT-VII.3.1-17", entries.entered),
    do.Withdraw: ((*ENTRIES, *MOVED), "COL-3.1-13", entries.withdrawn),
    do.Invite: (("inscripcion",), "COL-3.5.2-02", entries.invited),
    do.EnterCompany: (("inscripcion",), "COL-3.5.2-02", entries.company_entered),
    do.SeatCompany: (("acreditacion",), "COL-7.2-01", entries.company_seated),
    do.OpenDoors: (("inscripcion",), "COL-7.2-01", entries.doors_opened),
    do.Accredit: (("acreditacion", *PLAY), "COL-7.2-01", entries.accredited),
    do.Start: (("acreditacion",), "COL-7.2-01", play.started),
    do.Buy: (PLAY, "COL-3.1-19", entries.bought),
    do.CloseRegistration: (PLAY, "COL-3.1-19", play.registration_closed),
    do.Tick: (PLAY, "COL-7.5.1-69", play.ticked),
    do.StopClock: (PLAY, "COL-2-03", play.stopped),
    do.RunClock: (PLAY, "COL-2-03", play.running),
    do.DealHand: (PLAY, "COL-7.5.1-69", play.dealt),
    do.HandOver: ((*PLAY, STILL), "COL-7.5.1-69", play.hand_over),
    do.Eliminate: (PLAY, "COL-7.5.6-01", play.eliminated),
    do.Undo: (undo.STAGES, "COL-2-05", undo.undone),
    do.CountTable: (PLAY, "COL-7.4-01", play.counted),
    do.MovePlayer: (("acreditacion", *PLAY), "COL-7.3-02", play.moved),
    do.BreakTable: (PLAY, "COL-7.3-12", play.table_broken),
    do.Redraw: (PLAY, "COL-5-03", redraw.redrawn),
    do.ColourUp: (PLAY, "COL-7.4-17", play.coloured_up),
    do.HandForHand: (PLAY, "COL-7.5.1-66", hand_for_hand.called),
    do.HoldHand: (PLAY, "COL-7.5.1-63", hand_for_hand.hand_held),
    do.PlayOut: ((*PLAY, STILL), "COL-7.5.1-64", hand_for_hand.ordered_on),
    do.CallLastHands: (PLAY, "COL-7.5.1-55", days.called_last_hands),
    do.EndDay: (PLAY, "COL-7.5.1-58", days.day_ended),
    do.NextDay: ((redraw.OVER, STILL), "COL-5-01", days.next_day),
    do.Penalise: (PLAY, "COL-9.1-35", conduct.penalised),
    do.Expel: (PLAY, "COL-9.3-20", conduct.expelled),
    do.Forfeit: (PLAY, "COL-7.4-10", conduct.forfeited),
    do.GivePot: (PLAY, "COL-7.5.5-32", conduct.pot_given),
    do.ShortenClock: (PLAY, "COL-7.5.1-53", conduct.clock_shortened),
    do.Reorder: (PLAY, "COL-7.3-16", play.reordered),
    do.SwitchLevelling: (PLAY, "COL-7.3-04", play.levelling_switched),
    do.BeAbsent: (PLAY, "COL-7.5.1-37", conduct.absent),
    do.UseCard: (PLAY, "COL-7.5.1-52", conduct.card_used),
    do.Rule: ((*ANY, "terminado"), "CAT-VII.5.2-01", conduct.ruled),
    do.PutUp: ((*ANY, "terminado", *MOVED), notices.MADE_KNOWN, notices.put_up),
    do.MakeDeal: (PLAY, "COL-9.1-24", conduct.deal_made),
    do.Pay: (("en-juego", "terminado"), "CAT-VII.3.1-29", conduct.paid),
    do.HoldAgain: (("terminado", "cancelado"), "CAT-VII.3.1-31", conduct.held_again),
    do.Suspend: (PLAY, "COL-13-01", conduct.suspended),
    do.Cancel: ((*BEFORE, *ENTRIES, *MOVED, "suspendido"), "COL-13-01", entries.cancelled),
}
"""At which stages each may be done, the clause that refuses it elsewhere, and how it is done."""


def decide(now: Tournament, command: do.AnyCommand, holidays: Sequence[date] = ()) -> list[Event]:
    """What a command brings about, or `Refused` with its clause."""
    if isinstance(command, do.Announce):
        _check(now, command, ("notificado",), "CAT-VII.3-02")
        return list(entries.announced(now, command, holidays))
    if isinstance(command, do.Postpone):  # before, another date is a new version of the bases
        _check(now, command, ("anunciado", *ENTRIES), "COL-3.1-06")
        return list(postpone.postponed(now, command, holidays))
    stages, clause, doing = STAGES[type(command)]
    _check(now, command, stages, clause)
    return list(doing(now, command))


def _check(
    now: Tournament, command: do.AnyCommand, stages: tuple[str, ...], clause: ClauseId
) -> None:
    if now.bases is None and not isinstance(command, do.Draft):
        raise Refused("CAT-VII.3.1-14", "bases-missing")
    practice = now.bases is not None and now.bases.practica
    if isinstance(command, do.OpenRegistration) and practice and now.stage == "borrador":
        return  # nothing of value is played for: there is nothing to notify
    if now.stage not in stages:
        raise Refused(clause, "not-at-this-stage", stage=now.stage, command=do.tag_of(command))


def tournament_with(
    holidays: Sequence[date] = (),
) -> Aggregate[Tournament, do.AnyCommand, BookEvent]:
    """Tournaments of a country with these holidays."""
    decided: Any = partial(decide, holidays=holidays)
    return Aggregate("torneo", Tournament(), do.AnyCommand, BookEvent, decided, evolve)


TOURNAMENT = tournament_with()
