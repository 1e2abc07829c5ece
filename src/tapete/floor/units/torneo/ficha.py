"""The sheet of information of a tournament for the room (CAT-VII.1.2-05): what is played, when,
what it costs, how it goes on and what it pays."""

from __future__ import annotations

from tapete.floor.units.torneo.printing import Line, document, pesos, whole
from tapete.systems.tournament.bases import Bases
from tapete.systems.tournament.rounds import Ronda
from tapete.telling.names import named

CATEGORY = {
    "ruleta": "ruleta", "cartas": "cartas", "dados": "dados", "maquinas": "máquinas de azar",
}  # fmt: skip
SALES = {"entrada": "Entrada", "reentrada": "Reentrada", "recompra": "Recompra", "addon": "Add-on"}
PLACES_ACROSS = 8
"""More places than these are written one after another, not side by side."""
ROOM = {"sala-de-juego": "sala de juego", "ad-hoc": "recinto autorizado"}


def information_sheet(bases: Bases) -> bytes:
    """The sheet of information for the room."""
    return document(bases.nombre, information(bases), "Ficha informativa del torneo")


def information(bases: Bases) -> dict[str, list[Line]]:
    """What the sheet says: general data, dates, prices, structure and prizes."""
    general: list[Line] = [
        *held(bases),
        ("Participantes", f"De {bases.minimo} a {whole(bases.maximo)}"),
        ("Fichas al comenzar", whole(bases.pila)),
    ]
    if not bases.rondas:
        clock = f"{bases.reloj} segundos por decisión"
        if bases.tarjetas or bases.tarjetas_final:
            clock += f"; tarjetas de tiempo: {bases.tarjetas} al comenzar y cada día, "
            clock += f"{bases.tarjetas_final} más en la mesa final"
        general.append(("Reloj", clock))
    return {
        "Datos generales": general,
        "Precios": prices(bases),
        "Estructura": rounds(bases) or levels(bases),
        "Premios": prizes(bases),
        "Pago y reclamos": [
            ("Pago", bases.pago), ("Reclamos", bases.disputas), ("Cambios", bases.cambios),
        ],
    }  # fmt: skip


def held(bases: Bases) -> list[Line]:
    """What is played, when and where; a practice tournament is held whenever it is full."""
    when: list[Line] = [
        ("Inicio", f"{bases.inicio:%d-%m-%Y, %H:%M} horas"),
        ("Término", f"{bases.termino:%d-%m-%Y, %H:%M} horas"),
    ]
    if bases.practica:
        when = [("Inicio", "Torneo de práctica: comienza cuando se completa")]
    return [
        ("Juego", game_name_of(bases, bases.juego)),
        ("Categoría", CATEGORY[bases.categoria]),
        ("Lugar", bases.lugar or ROOM[bases.sala]),
        *when,
    ]


def prices(bases: Bases) -> list[Line]:
    """What is sold: price, commission, chips, until when and how often."""
    found: list[Line] = [("Venta", "Precio", "Comisión", "Fichas", "Plazo", "Veces")]
    windows = {kind: kind for kind in bases.prices} | {"entrada": "tardia"}
    for kind, own in bases.prices.items():
        if own.limite == 0:
            continue
        until = bases.ventanas.get(windows[kind])
        over = "ronda" if bases.rondas else "nivel"
        late = "antes de comenzar" if kind == "entrada" else "no hay"
        often = {"recompra": "1", "addon": "1", "entrada": "1"}.get(kind, "las que se quiera")
        found.append((
            SALES[kind], pesos(own.precio), pesos(own.comision), whole(bases.chips(kind)),
            f"hasta el fin {'de la' if bases.rondas else 'del'} {over} {until}" if until else late,
            often,
        ))  # fmt: skip
    if bases.recompensa:
        found.append(f"Recompensa por cada eliminado: {pesos(bases.recompensa)} de su entrada.")
    return found


def prizes(bases: Bases) -> list[Line]:
    """The brackets of entrants, and the share of each place."""
    most = max(len(tramo.reparto) for tramo in bases.tramos)
    if most > PLACES_ACROSS:
        return [
            (_bracket(tramo.desde, tramo.hasta), ", ".join(
                f"{place}.º {share(text)}" for place, text in enumerate(tramo.reparto, 1)
            ))
            for tramo in bases.tramos
        ]  # fmt: skip
    return [
        ("Entradas y reentradas", *(f"{place}.º" for place in range(1, most + 1))),
        *(
            (_bracket(tramo.desde, tramo.hasta), *map(share, tramo.reparto),
             *["-"] * (most - len(tramo.reparto)))
            for tramo in bases.tramos
        ),
    ]  # fmt: skip


def share(percent: str) -> str:
    """
    >>> share("12.5")
    '12,5 %'
    """
    return f"{percent.replace('.', ',')} %"


def _bracket(first: int, last: int | None) -> str:
    return f"{first} o más" if last is None else f"De {first} a {last}"


def game_name_of(bases: Bases, game: str) -> str:
    """A game of the Catalogue, or the program of machines, by its name."""
    return named("program" if bases.categoria == "maquinas" else "game", game, "es")


def levels(bases: Bases) -> list[Line]:
    """The levels, and the break after each."""
    rests = bool(bases.pausas)
    found: list[Line] = [
        ("Nivel", "Ciega menor", "Ciega mayor", "Ante", "Minutos", *["Descanso"] * rests)
    ]
    for number in range(1, len(bases.niveles) + 1):
        minutes, small, big, ante = bases.level(number)
        rest = bases.break_after(number)
        found.append((
            str(number), whole(small), whole(big), whole(ante), str(minutes),
            *[f"{rest} min" if rest else "-"] * rests,
        ))  # fmt: skip
    return found


def rounds(bases: Bases) -> list[Line]:
    """A line a round: its game, what ends it, the bets, and who passes (CAT-VII.3.1-09)."""
    last = len(bases.rondas)
    return [
        f"Ronda {n}: {game_name_of(bases, one.juego)}. {_ends(bases, one)}."
        f"{_bets(bases, one)} {_passes(one) if n < last else 'Gana quien tenga más fichas'}."
        f" Eliminación: {one.eliminacion}"
        for n, one in enumerate(bases.rondas, 1)
    ]


def _ends(bases: Bases, one: Ronda) -> str:
    if one.minutos:
        return f"Dura {one.minutos} min"
    if one.quedan:
        return f"Hasta que queden {one.quedan} jugadores"
    if bases.categoria == "maquinas":
        return f"Pases: {one.pases}, de {one.jugadas} jugadas en {one.segundos} s a lo más"
    return f"Pases: {one.pases}"


def _bets(bases: Bases, one: Ronda) -> str:
    chips = f" Fichas nuevas: {one.pila} a cada uno." if one.fichas == "nuevas" else ""
    if bases.categoria == "maquinas":
        return chips
    bets = f"de {one.minimo} a {one.maximo}" if one.maximo else f"desde {one.minimo}"
    return f"{chips} Apuestas: {bets} fichas."


def _passes(one: Ronda) -> str:
    match one.pasan:
        case "mesa":
            return f"Pasan de cada mesa los mejores {one.cuantos}"
        case "todos":
            return f"Pasan los mejores {one.cuantos}"
        case "sobre":
            return f"Pasa quien tenga más de {one.cuantos} fichas"
        case "ultimo":
            return "Pasa el último que quede"
