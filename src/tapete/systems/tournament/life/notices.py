"""What a tournament makes known, to whom and in which words: windows, chip values, levels, moves,
last hands, changes (COL-2-10: in Spanish), and what the control room is told to keep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tapete.core.book.refused import Refused
from tapete.core.round.event import Event
from tapete.systems.tournament.dates import PUBLISHED_WITHIN
from tapete.systems.tournament.life import commands as do
from tapete.systems.tournament.life import events as told
from tapete.systems.tournament.life.entries import read_place
from tapete.systems.tournament.life.state import Notice, Tournament
from tapete.systems.tournament.race import removed
from tapete.systems.tournament.reglamento import reglamento

ROOM, WEB, CCTV, STAFF = "sala", "web", "cctv", "personal"
DOORS = "accesos"
"""Where a change is put up: at the entrances of the casino, and on the web (COL-3.1-11)."""
CHANGES = {
    "suspendido": "El torneo se suspende", "postergado": "El torneo se posterga",
    "adelantado": "El torneo se adelanta", "cancelado": "El torneo se cancela",
}  # fmt: skip
WINDOWS = {
    "tardia": "Registro tardío", "reentrada": "Reentradas", "recompra": "Recompras",
    "addon": "Add-on",
}  # fmt: skip
SAID = {
    "closed": "Inscripción cerrada.",
    "closed-order": "Inscripción cerrada. Las mesas se rompen en este orden: {order}.",
    "order": "Cambia el orden en que se rompen las mesas: {order}.",
    "machine": "{player}: de la máquina {start} pasa a la {end}.",
    "seat": "{player}: de {start} pasa a {end}.",
    "last-hands": "Quedan {hands} manos en cada mesa.",
    "hand-for-hand": "Mano por mano.",
    "hand-for-hand-over": "Termina el mano por mano.",
    "acta": "Acta {number}: conservar las imágenes.",
    "acta-hand": "Acta {number}: conservar las imágenes. Mesa {table}, mano {hand}.",
    "away": "{player} estuvo ausente más de {most} minutos: falta «ausencia».",
    "coloured-up":
        "Mesa {table}: las fichas de {small} se cambian por fichas de {big}; pueden presenciarlo.",
    "must-leave": "{player} debe abandonar de inmediato el área del torneo.",
    "may-return": "{player} puede volver a su asiento después de esta mano.",
    "sits-out": "{player} queda fuera {hands} manos y permanece fuera del área del torneo.",
    "warned": "{player} recibe una advertencia.",
    "late": "Los textos se publican {late} días después del aviso; son {most}.",
    "announced": "{name}: {when}, {where}. Reglamento y bases en la sala y en la web.",
    "values": "Valor de las fichas: {values}.",
    "break": "Descanso de {minutes} minutos.",
    "removed": "En este descanso se retiran las fichas de {value}; pueden presenciarlo.",
    "level": "Nivel {level}: ciegas {small}/{big}, sin ante, desde la próxima mano.",
    "level-ante": "Nivel {level}: ciegas {small}/{big}, ante {ante}, desde la próxima mano.",
    **{stage: f"{words}{{why}}." for stage, words in CHANGES.items()},
    **{f"{one}-open": f"{words}: desde ahora y hasta el fin del nivel {{until}}."
       for one, words in WINDOWS.items()},
    **{f"{one}-over": f"{words}: termina el plazo." for one, words in WINDOWS.items()},
}  # fmt: skip
"""What the house says by itself, in the words it says it in (COL-2-10: in Spanish); a
screen in another language has its own words for each."""
NOTICE_MOST = 200
"""Letters of a notice of the director's: it is read from twenty metres."""
OPEN_AT = 1
MADE_KNOWN, NOT_BEFORE = "COL-2-10", "CAT-VII.4.1-02"


class Words(NamedTuple):
    """What is said: a row of `SAID` and its facts, or a text of the director's own."""

    says: str
    facts: dict[str, str]
    own: str = ""

    @property
    def text(self) -> str:
        """In the words of the house; the player's name is not known here."""
        return self.own or SAID[self.says].format(**{"player": "{player}", **self.facts})


def say(says: str, **facts: object) -> Words:
    """A row of what the house says."""
    return Words(says, {name: str(fact) for name, fact in facts.items()})


def put_up(now: Tournament, command: do.PutUp) -> Iterator[Event]:
    """A notice of the director's goes up, or the one that is up comes off (COL-2-10); none before
    the tournament may be made known."""
    if not now.announced:
        raise Refused(NOT_BEFORE, "not-notified-yet", stage=now.stage)
    text = " ".join(command.text.split())
    if len(text) > NOTICE_MOST:
        raise Refused(MADE_KNOWN, "notice-too-long", letters=len(text), most=NOTICE_MOST)
    if text != now.notice:
        yield told.NoticePutUp(text=text, at=command.at, clause=MADE_KNOWN)


def notices_of(before: Tournament, now: Tournament, event: Event) -> Iterator[Notice]:
    """What is made known by an event."""
    if not isinstance(event, told.TournamentEvent) or now.bases is None:
        return
    who = getattr(event, "player", "")
    for channel, words in _said(before, now, event):
        yield Notice(event.at, channel, words.text, who, words.says, words.facts)
    if isinstance(event, told.HandDealt):
        for player in event.sits_out:
            if not now.players[player].sits_out:
                back = say("may-return")
                yield Notice(event.at, STAFF, back.text, player, back.says)


def _said(
    before: Tournament, now: Tournament, event: told.TournamentEvent
) -> Iterator[tuple[str, Words]]:
    match event:
        case told.StageReached():
            yield from _stage(before, now, event)
        case told.LevelBegan():
            yield from _level(now, event)
        case told.RegistrationClosed() if now.rules.rondas or len(event.order) < 2:  # none breaks
            yield ROOM, say("closed")
        case told.RegistrationClosed():
            order = ", ".join(map(str, event.order))
            yield ROOM, say("closed-order", order=order)
        case told.NoticePutUp() if event.text:
            for channel in (ROOM, WEB):
                yield channel, Words("", {}, event.text)
        case told.OrderChanged():
            order = ", ".join(map(str, event.order))
            yield ROOM, say("order", order=order)
        case told.PlayerSeated() if event.start and now.rules.maquinas:
            was = now.rules.machine_at(*read_place(event.start))
            goes = now.rules.machine_at(event.table, event.seat)
            yield ROOM, say("machine", start=was, end=goes)
        case told.PlayerSeated() if event.start:
            yield ROOM, say("seat", start=event.start, end=f"{event.table}-{event.seat}")
        case told.LastHandsCalled():
            yield ROOM, say("last-hands", hands=event.hands)
        case told.HandForHandCalled():
            yield ROOM, say("hand-for-hand" if event.on else "hand-for-hand-over")
        case told.ActaWritten() if event.table:
            yield (
                CCTV,
                say("acta-hand", number=event.number, table=event.table, hand=event.hand),
            )
        case told.ActaWritten():
            yield CCTV, say("acta", number=event.number)
        case told.Penalised():
            yield from _penalised(event)
        case told.StandingChanged() if event.standing == "en-juego":
            away = before.players[event.player].away if event.player in before.players else None
            most = reglamento().ausencia_minutos
            if away is not None and event.at - away > most * 60:
                yield STAFF, say("away", most=most)
        case told.ColouredUp():
            yield (
                ROOM,
                say("coloured-up", table=event.table, small=event.small, big=event.big),
            )
        case told.StandingChanged() if event.standing == "descalificado":
            yield STAFF, say("must-leave")


def _stage(
    before: Tournament, now: Tournament, event: told.StageReached
) -> Iterator[tuple[str, Words]]:
    bases = now.rules
    if event.stage in CHANGES:
        why = f": {event.why}" if event.why else ""
        for channel in (DOORS, WEB):
            yield channel, say(event.stage, why=why)
    elif event.stage == "anunciado":
        when = f"{bases.inicio:%d-%m-%Y %H:%M}"
        if now.notified is not None and now.published is not None:
            late = (now.published - now.notified).days
            if late > PUBLISHED_WITHIN.days:  # COL-15-02: it stands, and is noted
                most = PUBLISHED_WITHIN.days
                yield STAFF, say("late", late=late, most=most)
        for channel in (ROOM, WEB):
            where = bases.lugar or bases.sala
            yield channel, say("announced", name=bases.nombre, when=when, where=where)
    elif event.stage == "en-juego" and before.stage == "acreditacion":
        values = ", ".join(
            f"{colour} {value}" if colour else value
            for value in sorted(bases.fichas, key=int)
            for colour in [bases.colores.get(value, "")]
        )
        yield ROOM, say("values", values=values)


def _level(now: Tournament, event: told.LevelBegan) -> Iterator[tuple[str, Words]]:
    bases = now.rules
    if event.pause:
        minutes = bases.break_after(event.level)
        yield ROOM, say("break", minutes=minutes)
        gone = [value for value, after in removed(bases).items() if after == event.level]
        for value in gone:
            yield ROOM, say("removed", value=value)
    else:
        _, small, big, ante = bases.level(event.level)
        row = "level-ante" if ante else "level"
        yield ROOM, say(row, level=event.level, small=small, big=big, ante=ante)
    for window, until in bases.ventanas.items():
        if (event.level, event.pause) == (OPEN_AT, False):
            yield ROOM, say(f"{window}-open", until=until)
        over = (until, True) if bases.break_after(until) else (until + 1, False)
        if (event.level, event.pause) == over:
            yield ROOM, say(f"{window}-over")


def _penalised(event: told.Penalised) -> Iterator[tuple[str, Words]]:
    if event.hands:
        yield STAFF, say("sits-out", hands=event.hands)
    else:
        yield STAFF, say("warned")
