"""Bases of a tournament: one TOML file a date, checked on load against the regulator's list.

What a file leaves out, or sets against a clause, is refused with its line and the clause. Rows
marked firm are law: bases may not touch them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from itertools import pairwise

import msgspec

from tapete.core.book.clause import ClauseId
from tapete.core.book.datafile import line_of, read_toml
from tapete.core.book.refused import Fact, Refused
from tapete.systems.tournament.prizes import Bracket, faults
from tapete.systems.tournament.reglamento import Reglamento, reglamento
from tapete.systems.tournament.rounds import Ronda

CATEGORIES = ("ruleta", "cartas", "dados", "maquinas")
ROOMS = ("sala-de-juego", "ad-hoc")
OTHER_CIRCLES = (
    "texas-holdem-con-limites", "omaha-poker", "stud-poker", "seven-stud-poker",
)  # fmt: skip
"""Games of poker that are not played in tournaments: always hold'em sin límites (COL-1-02)."""
PAYROLL = "planta"
SEATS = range(5, 11)
TEXTS: dict[str, ClauseId] = {
    "autoexcluidos": "CAT-VII.3.1-16", "resumen": "CAT-VII.3.1-31", "disputas": "CAT-VII.3.1-33",
    "cambios": "CAT-VII.3.1-34", "pago": "CAT-VII.3.1-29", "efecto": "CAT-VII.3.1-19",
}  # fmt: skip
"""Texts that must not be empty, and the clause that asks for each."""


SOLD = ("entrada", "reentrada", "recompra", "addon")
"""What is sold at a tournament."""

PARTICULARS: dict[str, ClauseId] = {
    "etapas": "CAT-VII.3.1-15", "lugar": "CAT-VII.3.1-15", "medios": "CAT-VII.3.1-16",
    "inscripcion": "CAT-VII.3.1-17", "cobro": "CAT-VII.3.1-18",
    "fuentes": "CAT-VII.3.1-23", "recaudacion": "CAT-VII.3.1-24", "formula_aporte":
    "CAT-VII.3.1-25", "otros_usos": "CAT-VII.3.1-26", "segregacion": "CAT-VII.3.1-32",
}  # fmt: skip
"""Texts that only a tournament for value needs, and the clause that asks for each."""


class TableListed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as the regulator knows it: number, where it stands, the casino's code and the
    regulator's, and whether it is one of the authorised park."""

    numero: int
    lugar: str
    codigo: str
    scj: str
    parque: bool = True


class MachineListed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A machine of a tournament: number, the marked zone it stands in, its codes, and whether it is
    one of the authorised park."""

    numero: int
    zona: str
    codigo: str
    scj: str
    parque: bool = True


class Hired(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A post of the staff, how many hold it, and whether they join the payroll only for these
    days."""

    cargo: str
    numero: int
    contratado: bool = False


class Precio(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The price of a purchase, the commission in it, and how often a player may buy it."""

    precio: int
    comision: int = 0
    limite: int | None = None
    fichas: int | None = None


class Tramo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bracket of entrants and what each place gets, in percent."""

    desde: int
    reparto: tuple[str, ...]
    hasta: int | None = None

    @property
    def percent(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(share) for share in self.reparto)


class Bases(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The bases of one tournament. ``practica``: nothing of value is played for. ``pausas`` are
    the minutes of the break after a level, ``aporte`` and ``garantia`` what the casino adds to the
    fund, ``otros`` what is taken from it for other uses, ``final`` the size of the final table,
    ``reloj`` the seconds of a decision, ``tarjetas`` the time-bank cards of a player, and
    ``tarjetas_final`` those more at the final table; ``vacantes`` seats kept free for late entries,
    ``colores`` the colour of each chip, ``parque`` the tables one by one, ``ampliacion``: some are
    more than the authorised park has; ``fichas_de_valor``: money or value chips are used,
    ``maquinas``, ``sioc`` and ``contadores`` what a tournament of machines needs,
    ``elementos`` what is used otherwise than usual, and what that does to the casino,
    ``recompensa`` the bounty in the price of each entry; ``acumulado``: the maximum counts all
    entries, not players in play at once. ``rondas``: another game than poker, round by round."""

    categoria: str
    sala: str
    autorizacion: bool
    motivo: str
    inicio: datetime
    termino: datetime
    horario: tuple[str, str]
    minimo: int
    maximo: int
    efecto: str
    mesas: int
    asientos: int
    croupiers: int
    homologadas: bool
    director: str
    subrogante: str
    asignacion: str
    entrada: Precio
    reentrada: Precio
    recompra: Precio
    addon: Precio
    ventanas: dict[str, int]
    pila: int
    fichas: dict[str, int]
    niveles: tuple[tuple[int, ...], ...]
    tramos: tuple[Tramo, ...]
    devolucion_horas: int
    aviso_dias_habiles: int
    fichas_canjeables: bool
    autoexcluidos: str
    resumen: str
    disputas: str
    cambios: str
    pago: str
    nombre: str = "Torneo"
    practica: bool = False
    juego: str = "texas-holdem-sin-limites"
    pausas: dict[str, int] = {}
    aporte: int = 0
    garantia: int = 0
    otros: int = 0
    unidad: int = 1
    final: int = 10
    reloj: int = 30
    tarjetas: int = 0
    tarjetas_final: int = 0
    vacantes: int = 0
    colores: dict[str, str] = {}
    modalidad: str = ""
    variante: str = ""
    etapas: str = ""
    lugar: str = ""
    segregacion: str = ""
    medios: str = ""
    imagen: str = ""
    inscripcion: str = ""
    invitaciones: str = ""
    cobro: str = ""
    fuentes: str = ""
    recaudacion: str = ""
    formula_aporte: str = ""
    otros_usos: str = ""
    especiales: str = ""
    elementos: str = ""
    fichas_de_valor: bool = False
    ampliacion: bool = False
    parque: tuple[TableListed, ...] = ()
    personal: tuple[Hired, ...] = ()
    maquinas: tuple[MachineListed, ...] = ()
    sioc: str = ""
    contadores: str = ""
    recompensa: int = 0
    acumulado: bool = False
    rondas: tuple[Ronda, ...] = ()

    def break_after(self, level: int) -> int:
        """The minutes of the break after a level; 0: there is none."""
        return self.pausas.get(str(level), 0)

    @property
    def minutes(self) -> int:
        """How long all its levels and breaks last; by rounds no clock is set."""
        return 0 if self.rondas else sum(one[0] for one in self.niveles) + sum(self.pausas.values())

    def level(self, number: int) -> tuple[int, int, int, int]:
        """Minutes, small and big blind and ante of a level, counted from 1; the last one stays."""
        minutes, small, big, *ante = self.niveles[min(number, len(self.niveles)) - 1]
        return minutes, small, big, ante[0] if ante else big

    def machine_at(self, table: int, seat: int) -> int:
        """The machine that a place is, as it is numbered on the floor."""
        listed = sorted(one.numero for one in self.maquinas)
        return listed[(table - 1) * self.asientos + seat - 1]

    @property
    def prices(self) -> dict[str, Precio]:
        """The price of each kind of purchase, in the order of `SOLD`."""
        rows = (self.entrada, self.reentrada, self.recompra, self.addon)
        return dict(zip(SOLD, rows, strict=True))

    def chips(self, kind: str) -> int:
        """The chips that one of these buys: as written, or the starting stack."""
        own = self.prices[kind].fichas
        return self.pila if own is None else own


Problem = tuple[ClauseId, str, str]
"""A clause, a code, and the field."""


def read_bases(text: str, file: str) -> Bases:
    """Bases out of their text; refused with the clause and the line of the first fault."""
    bases = read_toml(text, file, Bases)
    if found := tuple(problems(bases)):
        raise refused(*found, file=file, line=line_of(text, (found[0][2],)))
    return bases


def refused(problem: Problem, *others: Problem, **facts: Fact) -> Refused:
    """The refusal of bases with this problem, naming all the clauses that say so, and those of its
    other problems."""
    clause, code, field = problem
    named = [clause, *(by for by, _, _ in others)]
    also = dict.fromkeys(one for by in named for one in (by, *ALSO_BY.get(by, "").split()))
    del also[clause]
    return Refused(
        clause, code, field=field, **facts, **({"also": " ".join(also)} if also else {})
    )  # fmt: skip


ALSO_BY: dict[ClauseId, str] = {
    "COL-15-01": "CAT-VII.1.2-03 CAT-VII.4.1-04", "COL-7.4-01": "COL-6.2-03 CAT-VII.2.1.2-02",
    "CAT-VII.3-03": "CAT-VII.4.2-02", "CAT-VII.4.2-02": "CAT-VII.3-03",
    "CAT-VII.3.1-19": "COL-3.5.2-01 COL-3.5.2-02", "COL-6.1-02": "CAT-VII.3.1-20 COL-6.1-01",
    "CAT-VII.2.3.1-03": "CAT-VII.2.3.1-01 CAT-VII.2.3.2-02", "COL-4-02": "COL-4-03 CAT-VII.3.1-18",
    "CAT-VII.2.3.2-01": "CAT-VII.3.1-21", "CAT-VII.3.1-18": "COL-3.1-01",
    "CAT-VII.3.1-17": "COL-3.1-19 COL-3.1-02", "CAT-VII.2.1.1-02": "CAT-VII.2.2-03 CAT-VII.2.2-01",
    "COL-6.2-01": "CAT-VII.2.2-02 CAT-VII.3.1-20 COL-7.5.1-05 COL-7.5.2-01",
    "CAT-VII.2.2-02": "CAT-VII.3.1-20", "COL-7.5.1-05": "COL-7.5.2-01 COL-7.5.2-02",
    "CAT-VII.3.1-22": "COL-5-02", "CAT-VII.3.1-16": "CAT-VII.3.1-03",
    "CAT-VII.3.1-15": "CAT-VII.1.2-01", "CAT-VII.3.1-32": "CAT-VII.4.2-01",
    "CAT-VII.2.1.2-04": "CAT-VII.2.1.2-03", "CAT-VII.3.1-33": "CAT-VII.5.2-01",
    "CAT-VII.3.1-34": "CAT-VII.3.1-11", "COL-3.1-17": "CAT-VII.3.1-17",
}  # fmt: skip
"""Clauses that say the same, by the one a refusal cites first."""


def problems(bases: Bases, rules: Reglamento | None = None) -> Iterator[Problem]:
    """The objections of the clauses to these bases under a Reglamento."""
    yield from _firm(bases)
    yield from _figures(bases)
    yield from _place(bases)
    yield from _field(bases)
    yield from _people(bases)
    yield from _sales(bases)
    yield from _material(bases)
    yield from _structure(bases)
    yield from _brackets(bases)
    for field, clause in TEXTS.items():
        if not getattr(bases, field).strip():
            yield clause, "text-missing", field
    if not bases.practica:
        yield from _regulated(bases, rules or reglamento())


def _regulated(bases: Bases, rules: Reglamento) -> Iterator[Problem]:
    """What the regulator asks of a tournament for value besides."""
    for field, clause in PARTICULARS.items():
        if not getattr(bases, field).strip():
            yield clause, "text-missing", field
    if {table.numero for table in bases.parque} != set(range(1, bases.mesas + 1)):
        yield "CAT-VII.3.1-20", "tables-listed", "parque"
    for table in bases.parque:
        if not (table.codigo.strip() and table.scj.strip() and table.lugar.strip()):
            yield "CAT-VII.2.1.1-03", "table-codes", "parque"
        if not table.parque and not bases.ampliacion:
            yield "CAT-VII.2.1.1-04", "table-not-authorised", "parque"
    if not any(post.cargo == "croupier" for post in bases.personal):
        yield "CAT-VII.3.1-21", "post-missing", "personal"
    for post in bases.personal:
        if post.contratado and post.cargo in ("director-de-torneo", "subrogante"):
            yield "CAT-VII.2.3.1-03", "not-on-the-gaming-staff", "personal"
    if bases.categoria == "maquinas":
        yield from _machines(bases)
    if bases.fichas_de_valor and not rules.resguardos.strip():
        yield "CAT-VII.2.1.2-04", "safeguards-missing", "fichas_de_valor"


def _machines(bases: Bases) -> Iterator[Problem]:
    """Machines are of the park, their zone is marked; how the tournament is typed before the
    regulator and how their own meters stay as they are is said (CAT-VII.2.1.3)."""
    if not bases.maquinas or not all(one.parque for one in bases.maquinas):
        yield "CAT-VII.2.1.3-01", "machine-not-authorised", "maquinas"
    if not all(one.zona.strip() for one in bases.maquinas):
        yield "CAT-VII.2.1.3-03", "zone-not-marked", "maquinas"
    if not bases.sioc.strip():
        yield "CAT-VII.2.1.3-05", "text-missing", "sioc"
    if not bases.contadores.strip():
        yield "CAT-VII.2.1.3-06", "text-missing", "contadores"


def _firm(bases: Bases) -> Iterator[Problem]:
    if bases.devolucion_horas != 48:
        yield "COL-3.1-13", "firm-row", "devolucion_horas"
    if bases.aviso_dias_habiles != 5:
        yield "COL-15-01", "firm-row", "aviso_dias_habiles"
    if bases.fichas_canjeables:
        yield "COL-7.4-01", "firm-row", "fichas_canjeables"


LEAST: dict[str, tuple[int, ClauseId]] = {
    "aporte": (0, "CAT-VII.3.1-25"), "garantia": (0, "CAT-VII.3.1-25"),
    "otros": (0, "CAT-VII.3.1-26"), "unidad": (1, "CAT-VII.3.1-27"), "final": (2, "COL-7.5.7-02"),
    "reloj": (1, "COL-7.5.1-43"), "tarjetas": (0, "COL-7.5.1-52"),
    "tarjetas_final": (0, "COL-7.5.1-52"), "vacantes": (0, "COL-3.1-17"),
}  # fmt: skip
"""The least of each figure, and the clause that speaks of it."""
MOST_AT_A_TABLE = max(SEATS)
WINDOWS = ("tardia", *SOLD[1:])


def _figures(bases: Bases) -> Iterator[Problem]:
    if not bases.nombre.strip():
        yield "CAT-VII.3.1-15", "text-missing", "nombre"
    for field, (least, clause) in LEAST.items():
        if getattr(bases, field) < least:
            yield clause, "too-small", field
    if bases.final > MOST_AT_A_TABLE and not bases.rondas:
        yield "COL-6.1-02", "seats-of-a-table", "final"
    levels = {str(number) for number in range(1, len(bases.niveles) + 1)}
    if not bases.rondas and not (set(bases.pausas) <= levels and all(
        minutes > 0 for minutes in bases.pausas.values()
    )):  # fmt: skip
        yield "COL-7.5.1-05", "bad-break", "pausas"


def _place(bases: Bases) -> Iterator[Problem]:
    if bases.categoria not in CATEGORIES:
        yield "CAT-VII.1.3-02", "no-tournaments-of-it", "categoria"
    if bases.juego in OTHER_CIRCLES:
        yield "COL-1-02", "not-this-game", "juego"
    if bases.sala not in ROOMS:
        yield "CAT-VII.3-03", "not-a-gaming-room", "sala"
    if bases.sala == "ad-hoc" and not bases.autorizacion:
        yield "CAT-VII.4.2-02", "room-not-authorised", "sala"
    if bases.inicio.tzinfo or bases.termino.tzinfo:  # the hour on the casino's wall
        yield "CAT-VII.3.1-15", "hour-of-a-zone", "inicio"
        return
    if not all(map(HOUR.fullmatch, bases.horario)):
        yield "CAT-VII.3-04", "no-such-hour", "horario"
        return
    if not _open(bases.inicio, bases.horario):
        yield "CAT-VII.3-04", "outside-opening-hours", "inicio"
    if bases.termino <= bases.inicio:
        yield "CAT-VII.3-04", "ends-before-it-starts", "termino"
    if not _open(bases.termino, bases.horario) and not bases.motivo.strip():
        yield "CAT-VII.3-04", "end-needs-a-reason", "termino"


HOUR = re.compile(r"([01]?\d|2[0-3]):[0-5]\d|24:00")


def _open(moment: datetime, hours: tuple[str, str]) -> bool:
    """Whether the casino is open then; hours may pass midnight."""
    opens, closes = (hour.rjust(5, "0") for hour in hours)
    at = f"{moment:%H:%M}"
    return opens <= at <= closes if opens <= closes else at >= opens or at <= closes


def _field(bases: Bases) -> Iterator[Problem]:
    if not 2 <= bases.minimo <= bases.maximo:
        yield "CAT-VII.3.1-19", "minimum-and-maximum", "minimo"
    if bases.asientos not in SEATS and not bases.rondas:
        yield "COL-6.1-02", "seats-of-a-table", "asientos"
    if bases.maximo > bases.mesas * bases.asientos:
        yield "CAT-VII.3.1-19", "more-players-than-seats", "maximo"


def _people(bases: Bases) -> Iterator[Problem]:
    for post in ("director", "subrogante"):
        if getattr(bases, post) != PAYROLL:
            yield "CAT-VII.2.3.1-03", "not-on-the-gaming-staff", post
    if bases.croupiers < bases.mesas:
        yield "CAT-VII.2.3.2-01", "croupier-a-table", "croupiers"
    if bases.asignacion != "azar" and not (bases.asignacion == "manual" and bases.motivo.strip()):
        yield "CAT-VII.3.1-22", "seats-not-at-random", "asignacion"


def _sales(bases: Bases) -> Iterator[Problem]:
    for kind, own in bases.prices.items():
        if own.precio <= 0:
            yield "CAT-VII.3.1-18", "price-missing", kind
        if not 0 <= own.comision < max(own.precio, 1):
            yield "COL-4-02", "commission-of-the-price", kind
    least = min(bases.entrada.precio - bases.entrada.comision,
                bases.reentrada.precio - bases.reentrada.comision)  # fmt: skip
    if bases.recompensa and not 0 < bases.recompensa < least:
        yield "COL-3.4.1-02", "bounty-of-the-price", "recompensa"
    if bases.otros > max(bases.minimo * (least - bases.recompensa) + bases.aporte, 0):
        yield "CAT-VII.3.1-26", "other-uses-above-the-fund", "otros"
    for kind, clause in (("recompra", "COL-3.2-09"), ("addon", "COL-3.4-07")):
        if bases.prices[kind].limite not in (None, 0, 1):
            yield clause, "sold-once", kind
    if bases.entrada.limite not in (None, 1):
        yield "COL-9.1-22", "sold-once", "entrada"
    if (bases.reentrada.limite or 0) < 0:
        yield "COL-3.3-06", "too-small", "reentrada"
    if not set(bases.ventanas) <= {*WINDOWS}:
        yield "CAT-VII.3.1-17", "no-such-window", "ventanas"
    last = len(bases.rondas or bases.niveles)
    if any(not 1 <= level <= last for level in bases.ventanas.values()):
        yield "CAT-VII.3.1-17", "window-outside-play", "ventanas"


def _material(bases: Bases) -> Iterator[Problem]:
    if not bases.homologadas:
        yield "CAT-VII.2.1.1-02", "tables-not-homologated", "homologadas"
    named = all(value.isdecimal() and int(value) for value in bases.fichas)
    values = sorted(int(value) for value in bases.fichas) if named else []
    if not values or any(high % low for low, high in pairwise(values)):
        yield "COL-6.2-01", "chips-that-divide", "fichas"
        return
    if min(bases.fichas.values()) < 0:
        yield "CAT-VII.2.2-02", "stock-too-small", "fichas"
    for field, chips in (("pila", bases.pila), *((kind, bases.chips(kind)) for kind in SOLD)):
        if chips <= 0 or chips % values[0]:
            yield "CAT-VII.2.2-02", "stack-of-no-chips", field
    stock = sum(int(value) * count for value, count in bases.fichas.items())
    sold = bases.pila + sum(
        bases.chips(kind) for kind in ("recompra", "addon") if bases.prices[kind].limite != 0
    )
    if stock < bases.maximo * sold:
        yield "CAT-VII.2.2-02", "stock-too-small", "fichas"
    if any(amount % values[0] for level in bases.niveles for amount in level[1:]):
        yield "COL-6.2-01", "blind-no-chip-can-show", "niveles"


def _structure(bases: Bases) -> Iterator[Problem]:
    for ronda in bases.rondas:
        if fault := ronda.fault():
            yield "CAT-VII.3.1-09", fault, "rondas"
    if bases.rondas:
        return
    highest = 0
    if not bases.niveles:
        yield "COL-7.5.1-05", "levels-missing", "niveles"
    for level in bases.niveles:
        if len(level) not in (3, 4) or level[0] <= 0 or not 0 < level[1] <= level[2] or (
            min(level) < 0
        ):  # fmt: skip
            yield "COL-7.5.1-05", "bad-level", "niveles"
            return
        if level[2] < highest:
            yield "COL-7.5.1-05", "blinds-fall", "niveles"
        highest = level[2]


def _brackets(bases: Bases) -> Iterator[Problem]:
    clause = "CAT-VII.3.1-27"
    if not bases.tramos:
        yield clause, "brackets-missing", "tramos"
        return
    if bases.tramos[0].desde > bases.minimo:
        yield clause, "bracket-gap", "tramos"
    if bases.tramos[-1].hasta is not None:
        yield clause, "last-bracket-open", "tramos"
    found = [Bracket(one.desde, _percent(one), one.hasta) for one in bases.tramos]
    if sorted(found, key=lambda bracket: bracket.first) != found:
        yield clause, "bracket-gap", "tramos"
    for fault in faults(found):
        yield clause, fault, "tramos"
    if any(len(bracket.percent) > bracket.first for bracket in found):
        yield clause, "more-places-than-entrants", "tramos"


def _percent(tramo: Tramo) -> tuple[Fraction, ...]:
    """The shares of a bracket; none, where one of them is no number."""
    try:
        return tramo.percent
    except (ValueError, ZeroDivisionError):
        return ()
