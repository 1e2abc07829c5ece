"""What a tournament makes known, to whom and in which words: windows, chip values, levels, moves,
last hands, changes (COL-2-10: in Spanish), and what the control room is told to keep."""

from __future__ import annotations

from collections.abc import Iterator

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
NOTICE_MOST = 200
"""Letters of a notice of the director's: it is read from twenty metres."""
OPEN_AT = 1
MADE_KNOWN, NOT_BEFORE = "COL-2-10", "CAT-VII.4.1-02"


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
    for channel, text in _said(before, now, event):
        yield Notice(event.at, channel, text, who)
    if isinstance(event, told.HandDealt):
        for player in event.sits_out:
            if not now.players[player].sits_out:
                back = "{player} puede volver a su asiento después de esta mano."
                yield Notice(event.at, STAFF, back, player)


def _said(
    before: Tournament, now: Tournament, event: told.TournamentEvent
) -> Iterator[tuple[str, str]]:
    match event:
        case told.StageReached():
            yield from _stage(before, now, event)
        case told.LevelBegan():
            yield from _level(now, event)
        case told.RegistrationClosed() if now.rules.rondas or len(event.order) < 2:  # none breaks
            yield ROOM, "Inscripción cerrada."
        case told.RegistrationClosed():
            order = ", ".join(map(str, event.order))
            yield ROOM, f"Inscripción cerrada. Las mesas se rompen en este orden: {order}."
        case told.NoticePutUp() if event.text:
            for channel in (ROOM, WEB):
                yield channel, event.text
        case told.OrderChanged():
            order = ", ".join(map(str, event.order))
            yield ROOM, f"Cambia el orden en que se rompen las mesas: {order}."
        case told.PlayerSeated() if event.start and now.rules.maquinas:
            was = now.rules.machine_at(*read_place(event.start))
            goes = now.rules.machine_at(event.table, event.seat)
            yield ROOM, f"{{player}}: de la máquina {was} pasa a la {goes}."
        case told.PlayerSeated() if event.start:
            yield ROOM, f"{{player}}: de {event.start} pasa a {event.table}-{event.seat}."
        case told.LastHandsCalled():
            yield ROOM, f"Quedan {event.hands} manos en cada mesa."
        case told.HandForHandCalled():
            yield ROOM, "Mano por mano." if event.on else "Termina el mano por mano."
        case told.ActaWritten():
            where = f" Mesa {event.table}, mano {event.hand}." if event.table else ""
            yield CCTV, f"Acta {event.number}: conservar las imágenes.{where}"
        case told.Penalised():
            yield from _penalised(event)
        case told.StandingChanged() if event.standing == "en-juego":
            away = before.players[event.player].away if event.player in before.players else None
            most = reglamento().ausencia_minutos
            if away is not None and event.at - away > most * 60:
                yield STAFF, f"{{player}} estuvo ausente más de {most} minutos: falta «ausencia»."
        case told.ColouredUp():
            yield (
                ROOM,
                (
                    f"Mesa {event.table}: las fichas de {event.small} se cambian por fichas de"
                    f" {event.big}; pueden presenciarlo."
                ),
            )
        case told.StandingChanged() if event.standing == "descalificado":
            yield STAFF, "{player} debe abandonar de inmediato el área del torneo."


def _stage(
    before: Tournament, now: Tournament, event: told.StageReached
) -> Iterator[tuple[str, str]]:
    bases = now.rules
    if event.stage in CHANGES:
        why = f": {event.why}" if event.why else ""
        for channel in (DOORS, WEB):
            yield channel, f"{CHANGES[event.stage]}{why}."
    elif event.stage == "anunciado":
        when = f"{bases.inicio:%d-%m-%Y %H:%M}"
        if now.notified is not None and now.published is not None:
            late = (now.published - now.notified).days
            if late > PUBLISHED_WITHIN.days:  # COL-15-02: it stands, and is noted
                most = PUBLISHED_WITHIN.days
                yield STAFF, f"Los textos se publican {late} días después del aviso; son {most}."
        for channel in (ROOM, WEB):
            yield (
                channel,
                (
                    f"{bases.nombre}: {when}, {bases.lugar or bases.sala}. Reglamento y bases en la"
                    " sala y en la web."
                ),
            )
    elif event.stage == "en-juego" and before.stage == "acreditacion":
        values = ", ".join(
            f"{colour} {value}" if colour else value
            for value in sorted(bases.fichas, key=int)
            for colour in [bases.colores.get(value, "")]
        )
        yield ROOM, f"Valor de las fichas: {values}."


def _level(now: Tournament, event: told.LevelBegan) -> Iterator[tuple[str, str]]:
    bases = now.rules
    if event.pause:
        minutes = bases.break_after(event.level)
        yield ROOM, f"Descanso de {minutes} minutos."
        gone = [value for value, after in removed(bases).items() if after == event.level]
        for value in gone:
            yield ROOM, f"En este descanso se retiran las fichas de {value}; pueden presenciarlo."
    else:
        _, small, big, ante = bases.level(event.level)
        with_ante = f"ante {ante}" if ante else "sin ante"
        said = f"Nivel {event.level}: ciegas {small}/{big}, {with_ante}, desde la próxima mano."
        yield ROOM, said
    for window, until in bases.ventanas.items():
        if (event.level, event.pause) == (OPEN_AT, False):
            yield ROOM, f"{WINDOWS[window]}: desde ahora y hasta el fin del nivel {until}."
        over = (until, True) if bases.break_after(until) else (until + 1, False)
        if (event.level, event.pause) == over:
            yield ROOM, f"{WINDOWS[window]}: termina el plazo."


def _penalised(event: told.Penalised) -> Iterator[tuple[str, str]]:
    if event.hands:
        yield (
            STAFF,
            (f"{{player}} queda fuera {event.hands} manos y permanece fuera del área del torneo."),
        )
    else:
        yield STAFF, "{player} recibe una advertencia."
