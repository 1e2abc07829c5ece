"""The Reglamento of a casino's tournaments: one file for every date held under it, checked on load
against the regulator's list (CAT-VII.3.1-02 to -13), with the table of penalties."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib import resources
from typing import NamedTuple

import msgspec

from tapete.core.book.clause import ClauseId, register
from tapete.core.book.datafile import line_of, read_toml
from tapete.core.book.refused import Refused

DIRECTOR, SUBSTITUTE = "director-de-torneo", "subrogante"
WARNING, ELIMINATED, DISQUALIFIED = "advertencia", "eliminacion", "descalificacion"
HANDS, ROUNDS = ("mano", "manos"), ("ronda", "rondas")
TEXTS: dict[str, ClauseId] = {
    "nombre": "CAT-VII.3.1-02", "categoria": "CAT-VII.3.1-02", "juego": "CAT-VII.3.1-02",
    "publicidad": "CAT-VII.3.1-03", "autoexcluidos": "CAT-VII.3.1-03", "imagen": "CAT-VII.3.1-03",
    "inscripcion": "CAT-VII.3.1-05", "reinscripcion": "CAT-VII.3.1-05", "espera": "CAT-VII.3.1-05",
    "invitados": "CAT-VII.3.1-05", "pago": "CAT-VII.3.1-05", "retiro": "CAT-VII.3.1-06",
    "devolucion": "CAT-VII.3.1-06", "material": "CAT-VII.3.1-07", "reglas": "CAT-VII.3.1-08",
    "asientos": "CAT-VII.3.1-08", "ganadores": "CAT-VII.3.1-08", "rondas": "CAT-VII.3.1-09",
    "eliminacion": "CAT-VII.3.1-09", "derechos": "CAT-VII.3.1-10", "deberes": "CAT-VII.3.1-10",
    "suspension": "CAT-VII.3.1-11", "avisos": "CAT-VII.3.1-11", "publicacion": "CAT-VII.3.1-12",
    "cambios": "CAT-VII.4.1-04",
}  # fmt: skip
"""Texts that must not be empty, and the clause that asks for each."""


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A post of the tournament's staff, and how many hold it."""

    cargo: str
    numero: int


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table of penalties: what is done, the clauses against it, and the step proposed
    the first time, the second and so on."""

    falta: str
    dice: str
    clausulas: tuple[ClauseId, ...]
    pasos: tuple[str, ...]


class Step(NamedTuple):
    """A penalty: hands, rounds, or the end of the tournament for him; none of them: a warning."""

    hands: int = 0
    rounds: int = 0
    end: str = ""


class Reglamento(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Reglamento. ``resguardos`` are those of value chips, where they are used at all;
    ``ausencia_minutos`` how long a player may be away (CAT-VII.5.1-02)."""

    nombre: str
    version: date
    edicion: str
    categoria: str
    juego: str
    publicidad: str
    autoexcluidos: str
    imagen: str
    inscripcion: str
    reinscripcion: str
    espera: str
    invitados: str
    pago: str
    retiro: str
    devolucion: str
    material: str
    reglas: str
    asientos: str
    ganadores: str
    rondas: str
    eliminacion: str
    derechos: str
    deberes: str
    suspension: str
    avisos: str
    publicacion: str
    registros: tuple[str, ...]
    cambios: str
    ausencia_minutos: int
    personal: tuple[Post, ...]
    penalidades: tuple[Fault, ...]
    idioma: str = "castellano"
    modalidad: str = ""
    variante: str = ""
    resguardos: str = ""

    def fault(self, name: str) -> Fault | None:
        """The row of a fault, if the table has it."""
        return next((row for row in self.penalidades if row.falta == name), None)


def step_of(text: str) -> Step:
    """A step as the table writes it.

    >>> step_of("2 rondas")
    Step(hands=0, rounds=2, end='')
    """
    if text == WARNING:
        return Step()
    if text in (ELIMINATED, DISQUALIFIED):
        return Step(end=text)
    number, _, unit = text.partition(" ")
    if not number.isdecimal() or unit not in (*HANDS, *ROUNDS):
        raise Refused("CAT-VII.3.1-08", "no-such-step", step=text[:40])
    return Step(hands=int(number)) if unit in HANDS else Step(rounds=int(number))


def proposed(row: Fault, before: int) -> Step:
    """The step that is proposed to who has done it so many times before: the last one stays."""
    return step_of(row.pasos[min(before, len(row.pasos) - 1)])


def read_reglamento(text: str, file: str) -> Reglamento:
    """A Reglamento out of its text; refused with the clause and the line of the first fault."""
    found = read_toml(text, file, Reglamento)
    for clause, code, field in problems(found):
        raise Refused(clause, code, field=field, file=file, line=line_of(text, (field,)))
    return found


def problems(found: Reglamento) -> Iterator[tuple[ClauseId, str, str]]:
    """The objections of the clauses to this Reglamento."""
    for field, clause in TEXTS.items():
        if not getattr(found, field).strip():
            yield clause, "text-missing", field
    posts = {post.cargo for post in found.personal if post.numero > 0}
    if not {DIRECTOR, SUBSTITUTE} <= posts:
        yield "CAT-VII.3.1-04", "post-missing", "personal"
    if not found.registros:
        yield "CAT-VII.3.1-13", "text-missing", "registros"
    if not found.penalidades:
        yield "CAT-VII.3.1-08", "text-missing", "penalidades"
    for row in found.penalidades:
        if not row.pasos or not row.clausulas or not set(row.clausulas) <= set(register()):
            yield "CAT-VII.3.1-08", "penalty-row", "penalidades"
        for text in row.pasos:
            step_of(text)
    if found.ausencia_minutos <= 0:
        yield "CAT-VII.5.1-02", "absence-missing", "ausencia_minutos"


def named(found: Reglamento) -> str:
    """The name of a Reglamento in records: its edition and its date."""
    return f"{found.edicion} {found.version.isoformat()}"


def reglamento_text(edition: str = "colchagua-2025") -> str:
    """The text of the Reglamento shipped for an edition."""
    name = f"reglamento-{edition.partition('-')[0]}.toml"
    return (resources.files("tapete") / "bases" / name).read_text("utf-8")


@cache
def reglamento(edition: str = "colchagua-2025") -> Reglamento:
    """The Reglamento shipped for an edition.

    >>> reglamento().version.isoformat()
    '2025-10-07'
    """
    return read_reglamento(reglamento_text(edition), f"reglamento-{edition}")
