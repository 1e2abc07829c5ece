"""The bases of a tournament as they are published: every row of them in words, under the clause
that asks for it (CAT-VII.3.1-15 to -35)."""

from __future__ import annotations

from tapete.floor.units.torneo.ficha import CATEGORY, ROOM, game_name_of, levels, prices, prizes
from tapete.floor.units.torneo.ficha import rounds as rounds_of
from tapete.floor.units.torneo.printing import PAIR, Line, document, pesos, whole
from tapete.systems.tournament.bases import Bases
from tapete.systems.tournament.life.state import Tournament

POSTS = {
    "director-de-torneo": "Director de torneo", "subrogante": "Director subrogante",
    "supervisor": "Supervisor", "croupier": "Croupier", "cajero": "Cajero",
}  # fmt: skip
ON_STAFF = {"planta": "De la planta de juego", "contratado": "Contratado"}
SEATING = {"azar": "Al azar, por papeletas", "manual": "Asignados, por el motivo indicado"}


def bases_document(now: Tournament) -> bytes:
    """The bases as they are published: every row of them, and the version."""
    under = f"Bases, versión {now.version}, fecha {now.number}. Reglamento: {now.reglamento}."
    return document(now.rules.nombre, bases_in_words(now.rules), under)


def bases_in_words(bases: Bases) -> dict[str, list[Line]]:
    """What the bases say, part by part."""
    found: dict[str, list[Line]] = {
        "1. Datos generales (CAT-VII.3.1-15, CAT-VII.3-03, CAT-VII.3-04)": _general(bases),
        "2. Publicidad (CAT-VII.3.1-16, CAT-VII.3.1-35)": [
            ("Medios", bases.medios), ("Personas autoexcluidas", bases.autoexcluidos),
            ("Uso de la imagen", bases.imagen),
        ],
        "3. Inscripción y ventas (CAT-VII.3.1-17, CAT-VII.3.1-18, COL-3.1 a COL-3.4)": [
            ("Inscripción", bases.inscripcion), ("Forma de pago", bases.cobro),
            ("Invitaciones", bases.invitaciones),
            ("Devolución a pedido propio", f"Hasta {bases.devolucion_horas} horas antes"),
            *prices(bases),
        ],
        "4. Participantes (CAT-VII.3.1-19)": _field(bases),
        "5. Material (CAT-VII.3.1-20, CAT-VII.2)": _material(bases),
        "6. Personal (CAT-VII.3.1-21)": _staff(bases),
        "7. Estructura (COL-7.5.1-05)": _structure(bases),
        "8. Asientos (CAT-VII.3.1-22)": [("Asignación", SEATING[bases.asignacion])],
        "9. Premios (CAT-VII.3.1-23 a CAT-VII.3.1-30)": _prizes(bases),
        "10. Desarrollo (CAT-VII.3.1-31 a CAT-VII.3.1-34)": [
            ("Resumen de resultados", bases.resumen), ("Segregación y acceso", bases.segregacion),
            ("Reclamos", bases.disputas), ("Cambios y suspensión", bases.cambios),
            ("Aviso a la SCJ", f"{bases.aviso_dias_habiles} días hábiles antes del inicio"),
        ],
    }  # fmt: skip
    return {name: _said(lines) for name, lines in found.items()}


def _said(lines: list[Line]) -> list[Line]:
    """Without the rows that say nothing."""
    return [line for line in lines if isinstance(line, str) or len(line) != PAIR or line[1]]


def _general(bases: Bases) -> list[Line]:
    opens, closes = bases.horario
    room = ROOM[bases.sala] + (", con autorización" if bases.autorizacion else "")
    return [
        ("Categoría", CATEGORY[bases.categoria]), ("Juego", game_name_of(bases, bases.juego)),
        ("Modalidad", bases.modalidad.replace("-", " ")),
        ("Variante", bases.variante.replace("-", " ")), ("Etapas", bases.etapas),
        ("Inicio", f"{bases.inicio:%d-%m-%Y, %H:%M} horas"),
        ("Término", f"{bases.termino:%d-%m-%Y, %H:%M} horas"),
        ("Horario del casino", f"De {opens} a {closes}"), ("Recinto", room),
        ("Lugar", bases.lugar), ("Motivo", bases.motivo),
        ("Carácter", "Torneo de práctica, sin premios de valor" if bases.practica else ""),
    ]  # fmt: skip


def _field(bases: Bases) -> list[Line]:
    counts = "todas las entradas" if bases.acumulado else "los jugadores en juego a la vez"
    return [
        ("Mínimo", whole(bases.minimo)),
        ("Máximo", f"{whole(bases.maximo)}; cuenta {counts}"),
        ("Si no se llega al mínimo", bases.efecto),
        ("Asientos para tardíos", whole(bases.vacantes) if bases.vacantes else ""),
    ]


def _material(bases: Bases) -> list[Line]:
    values = sorted(bases.fichas, key=int)
    chips: list[Line] = [
        ("Ficha", "Color", "Cantidad"),
        *((whole(int(value)), bases.colores.get(value, "-"), whole(bases.fichas[value]))
          for value in values),
    ]  # fmt: skip
    homologated = "homologadas" if bases.homologadas else "sin homologar"
    exchanged = "se canjean" if bases.fichas_canjeables else "no tienen valor de canje"
    more = "Hay más mesas que las del parque autorizado" if bases.ampliacion else ""
    return [
        ("Mesas", f"{bases.mesas} de {bases.asientos} asientos, {homologated}"),
        ("Ampliación", more),
        ("Fichas", f"Las de torneo {exchanged}"),
        ("Fichas de valor", "Se usan, con los resguardos del Reglamento" * bases.fichas_de_valor),
        ("Elementos no habituales", bases.elementos),
        *chips, *tables(bases), *machines(bases),
        ("Tipo ante el SIOC", bases.sioc), ("Contadores", bases.contadores),
    ]  # fmt: skip


def tables(bases: Bases) -> list[Line]:
    """The tables one by one, as the regulator knows them."""
    return [
        ("Mesa", "Lugar", "Código", "Código SCJ", "Parque"),
        *((str(one.numero), one.lugar, one.codigo, one.scj, "sí" if one.parque else "fuera")
          for one in bases.parque),
    ] if bases.parque else []  # fmt: skip


def machines(bases: Bases) -> list[Line]:
    """The machines one by one, as the regulator knows them."""
    return [
        ("Máquina", "Zona", "Código", "Código SCJ", "Parque"),
        *((str(one.numero), one.zona, one.codigo, one.scj, "sí" if one.parque else "fuera")
          for one in bases.maquinas),
    ] if bases.maquinas else []  # fmt: skip


def _staff(bases: Bases) -> list[Line]:
    return [
        ("Director", ON_STAFF.get(bases.director, bases.director)),
        ("Subrogante", ON_STAFF.get(bases.subrogante, bases.subrogante)),
        ("Croupiers", whole(bases.croupiers)),
        *posts(bases),
    ]


def posts(bases: Bases) -> list[Line]:
    """The posts, how many hold each, and who joins the payroll only for these days."""
    hired = "se incorporan solo por el torneo (Circular 22)"
    return [
        ("Cargo", "Número", "Planta"),
        *((post_name(post.cargo), str(post.numero), hired if post.contratado else "de planta")
          for post in bases.personal),
    ] if bases.personal else []  # fmt: skip


def post_name(post: str) -> str:
    """A post by its name."""
    return POSTS.get(post, post.replace("-", " ").capitalize())


def _structure(bases: Bases) -> list[Line]:
    if bases.rondas:
        return [("Pila", whole(bases.pila)), *rounds_of(bases)]
    return [
        ("Pila", f"{whole(bases.pila)} fichas"), ("Mesa final", f"{bases.final} jugadores"),
        ("Reloj", f"{bases.reloj} segundos por decisión"),
        ("Tarjetas de tiempo", f"{bases.tarjetas} al comenzar y cada día, {bases.tarjetas_final} "
         "más en la mesa final"),
        *levels(bases),
    ]  # fmt: skip


def _prizes(bases: Bases) -> list[Line]:
    return [
        ("Fuentes", bases.fuentes), ("Recaudación", bases.recaudacion),
        ("Aporte del casino", bases.formula_aporte),
        ("Aporte fijo", pesos(bases.aporte) if bases.aporte else ""),
        ("Fondo garantizado", pesos(bases.garantia) if bases.garantia else ""),
        ("Otros usos", bases.otros_usos),
        ("Monto de otros usos", pesos(bases.otros) if bases.otros else ""),
        ("Se reparte en", f"unidades de {pesos(bases.unidad)}"),
        ("Pago", bases.pago), ("Premios especiales", bases.especiales),
        *prizes(bases),
    ]  # fmt: skip
