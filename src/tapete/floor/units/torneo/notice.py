"""The notice of a tournament to the regulator, with its working days counted, and the Reglamento it
is held under, whole."""

from __future__ import annotations

from collections.abc import Container
from datetime import date, timedelta
from itertools import groupby

import msgspec

from tapete.core.book.clause import register
from tapete.floor.units.torneo.bases_paper import machines, post_name, posts, tables
from tapete.floor.units.torneo.ficha import CATEGORY, held
from tapete.floor.units.torneo.printing import Line, document, pesos, whole
from tapete.systems.tournament.bases import Bases
from tapete.systems.tournament.dates import NOTICE_DAYS, WEEKEND, dates
from tapete.systems.tournament.life.state import Tournament
from tapete.systems.tournament.reglamento import TEXTS, Fault, Reglamento

DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
LABELS = {
    "nombre": "Nombre", "categoria": "Categoría", "juego": "Juego", "publicidad": "Publicidad",
    "autoexcluidos": "Personas autoexcluidas", "imagen": "Uso de la imagen",
    "inscripcion": "Inscripción", "reinscripcion": "Reinscripción", "espera": "Lista de espera",
    "invitados": "Invitados", "pago": "Pago", "retiro": "Retiro y ausencia",
    "devolucion": "Devoluciones", "material": "Material", "reglas": "Reglas del juego",
    "asientos": "Asientos", "ganadores": "Ganadores", "rondas": "Rondas",
    "eliminacion": "Eliminación", "derechos": "Derechos", "deberes": "Deberes",
    "suspension": "Suspensión y postergación", "avisos": "Avisos", "publicacion": "Publicación",
    "cambios": "Cambios",
}  # fmt: skip
CHAPTERS = {
    "1": "Aspectos generales", "2": "Personal del torneo",
    "3": "Inscripción, reinscripción y listas de espera", "4": "Reglas generales del juego",
    "5": "Rondas o etapas del torneo", "6": "Elementos materiales del torneo",
    "7": "Reglas propias del torneo",
    "8": "Resolución de conflictos, jugadas irregulares y etiqueta",
    "9": "Código de conducta y penalidades", "10": "Derechos y obligaciones",
    "11": "Requisitos de los jugadores", "12": "Otras normas",
    "13": "Cancelación, adelanto o postergación", "14": "Publicación",
    "15": "Modificación del reglamento", "16": "Restricciones de participación",
}  # fmt: skip
"""The chapters of the document, by their numbers."""
STEPS = {"eliminacion": "eliminación", "descalificacion": "descalificación"}


def notice(now: Tournament, holidays: Container[date]) -> bytes:
    """The notice to the regulator (CAT-VII.4.1-01, COL-15-01, -02)."""
    title = "Aviso a la Superintendencia de Casinos de Juego"
    told = "sin fecha" if now.notified is None else f"{now.notified:%d-%m-%Y}"
    return document(title, notified(now, holidays), f"Fecha del aviso: {told}")


def notified(now: Tournament, holidays: Container[date]) -> dict[str, list[Line]]:
    """What the notice says: what is held, when, by which day it is notified and published; tables,
    or machines with how their own counters stand still (CAT-VII.2.1.3-05, -06); staff who join the
    payroll for these days, and what is used otherwise than usual."""
    bases = now.rules
    return {
        bases.nombre: [
            *held(bases),
            ("Participantes", f"De {bases.minimo} a {whole(bases.maximo)}"),
            ("Entrada", f"{pesos(bases.entrada.precio)}, comisión {pesos(bases.entrada.comision)}"),
            ("Se acompañan", f"Reglamento ({now.reglamento}) y bases, versión {now.version}"),
        ],
        "Plazos": _terms(now, holidays),
        "Mesas": [] if bases.maquinas else tables(bases),
        "Máquinas": _machines(bases),
        "Personal": posts(bases),
        "Elementos de uso no habitual": [bases.elementos] if bases.elementos else [],
    }


def _terms(now: Tournament, holidays: Container[date]) -> list[Line]:
    found = dates(now.rules.inicio, holidays, notified=now.notified)
    told = "sin notificar" if now.notified is None else f"{now.notified:%d-%m-%Y}"
    if now.notified is not None and not found.in_time:
        told += ", fuera de plazo"
    return [
        ("Último día para notificar", f"{_day(found.notify_by)} ({NOTICE_DAYS} días hábiles)"),
        ("Notificado", told),
        ("Se publica a más tardar", _day(found.publish_by)),
        ("Día", "Fecha", "Cuenta"),
        *_counted(now.rules.inicio.date(), found.notify_by, holidays),
    ]


def _counted(start: date, first: date, holidays: Container[date]) -> list[Line]:
    """The days of the term one by one, back from the start: which count and which do not."""
    rows: list[Line] = []
    day, count = start, 0
    while day > first:
        day -= timedelta(days=1)
        if day.weekday() in WEEKEND or day in holidays:
            why = "no: fin de semana" if day.weekday() in WEEKEND else "no: feriado"
        else:
            count += 1
            why = f"{count}.º día hábil"
        rows.append((DAYS[day.weekday()], f"{day:%d-%m-%Y}", why))
    return rows


def _day(day: date) -> str:
    """
    >>> _day(date(2026, 4, 30))
    'jueves 30-04-2026'
    """
    return f"{DAYS[day.weekday()]} {day:%d-%m-%Y}"


def _machines(bases: Bases) -> list[Line]:
    if not bases.maquinas:
        return []
    return [*machines(bases), ("SIOC", bases.sioc), ("Contadores", bases.contadores)]


def reglamento_document(found: Reglamento) -> bytes:
    """The Reglamento as it is published (CAT-VII.3.1-12, COL-14-01), its penalties too."""
    under = f"Versión del {found.version:%d-%m-%Y}"
    return document(found.nombre, reglamento_in_words(found), under)


def reglamento_in_words(found: Reglamento) -> dict[str, list[Line]]:
    """What the regulator asks of a Reglamento, its table of penalties, and all its rules."""
    said = msgspec.structs.asdict(found)
    said["categoria"] = CATEGORY.get(found.categoria, found.categoria)
    played = (found.juego, found.modalidad, found.variante)
    said["juego"] = ", ".join(word.replace("-", " ") for word in played if word)
    rows: list[Line] = [("Materia", "Contenido", "Cláusula")]
    rows += [(LABELS[field], said[field], clause) for field, clause in TEXTS.items()]
    if found.resguardos:
        rows.append(("Fichas de valor", found.resguardos, "CAT-VII.2.1.2-04"))
    rows.append(("Ausencia máxima", f"{found.ausencia_minutos} minutos", "CAT-VII.5.1-02"))
    return {
        "Contenido": rows,
        "Personal (CAT-VII.3.1-04)": [
            (post_name(post.cargo), str(post.numero)) for post in found.personal
        ],
        "Registros (CAT-VII.3.1-13)": [f"- {one}" for one in found.registros],
        "Tabla de penalidades (CAT-VII.3.1-08)": [
            ("Falta", "Cláusulas", "Se propone, la primera vez y las siguientes"),
            *((row.dice, ", ".join(row.clausulas), _steps(row)) for row in found.penalidades),
        ],
        **_rules(found),
    }  # fmt: skip


def _steps(row: Fault) -> str:
    return ", ".join(STEPS.get(step, step) for step in row.pasos)


def _rules(found: Reglamento) -> dict[str, list[Line]]:
    """Every rule of the house's document, chapter by chapter."""
    own = [one for one in register().values() if one.document.edition == found.edicion]
    return {
        f"{chapter}. {CHAPTERS.get(chapter, '')}": [(one.id, one.regla) for one in rules]
        for chapter, rules in groupby(own, lambda one: one.chapter)
    }
