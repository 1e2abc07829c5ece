"""Documents of a tournament: the prize table as the regulator's spreadsheet, with formulas that
live (CAT-VII.3.1-28), and the sheet of information for the room (CAT-VII.1.2-05)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from io import BytesIO

import xlsxwriter
from fpdf import FPDF

from tapete.systems.tournament.bases import Bases, Tramo
from tapete.systems.tournament.prizes import prize_table
from tapete.systems.tournament.rounds import Ronda
from tapete.telling.names import named

FIRST = 5
"""The row of the first place, counted as a spreadsheet does."""
CATEGORY = {
    "ruleta": "ruleta", "cartas": "cartas", "dados": "dados", "maquinas": "máquinas de azar",
}  # fmt: skip
SALES = {"entrada": "Entrada", "reentrada": "Reentrada", "recompra": "Recompra", "addon": "Add-on"}


def prize_sheets(bases: Bases) -> bytes:
    """A sheet for each bracket of entrants. Whoever changes entrants or fund sees the prizes change
    as the bases say: floors in whole units, what is left by the largest remainder."""
    written = BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    bold, money = book.add_format({"bold": True}), book.add_format({"num_format": "#,##0"})
    for tramo in bases.tramos:
        last = "más" if tramo.hasta is None else tramo.hasta
        sheet = book.add_worksheet(f"{tramo.desde} a {last}")
        _bracket(sheet, bases, tramo, bold, money)
    book.close()
    return written.getvalue()


def _bracket(
    sheet: xlsxwriter.worksheet.Worksheet, bases: Bases, tramo: Tramo,
    bold: xlsxwriter.format.Format, money: xlsxwriter.format.Format,
) -> None:  # fmt: skip
    entry = bases.entrada.precio - bases.entrada.comision
    fund = max(tramo.desde * entry + bases.aporte - bases.otros, bases.garantia)
    prizes = prize_table(fund, tramo.percent, bases.unidad)
    last, unit = FIRST + len(prizes) - 1, bases.unidad
    given = f"MAX(B1*{entry}+{bases.aporte}-{bases.otros},{bases.garantia})"
    sheet.set_column(0, 4, 18)
    for row, label, value in ((0, "Entradas", tramo.desde), (1, "Fondo", None)):
        sheet.write(row, 0, label, bold)
        if value is not None:
            sheet.write(row, 1, value, money)
    sheet.write_formula(1, 1, f"={given}", money, fund)
    sheet.write(2, 0, "Unidades por repartir", bold)
    floors = [int(fund * share / 100 // unit) * unit for share in tramo.percent]
    left = (fund - sum(floors)) // unit
    sheet.write_formula(2, 1, f"=INT((B2-SUM(C{FIRST}:C{last}))/{unit})", money, left)
    for column, label in enumerate(("Lugar", "Porcentaje", "Piso", "Resto", "Premio")):
        sheet.write(FIRST - 2, column, label, bold)
    for place, share in enumerate(tramo.percent):
        at = FIRST + place
        sheet.write(at - 1, 0, place + 1)
        sheet.write(at - 1, 1, float(share))
        exact = Fraction(fund) * share / 100
        floor = f"=INT(B$2*B{at}/100/{unit})*{unit}"
        sheet.write_formula(at - 1, 2, floor, money, floors[place])
        rest = float(exact - floors[place])
        sheet.write_formula(at - 1, 3, f"=ROUND(B$2*B{at}/100-C{at},6)", money, rest)
        better = f'COUNTIF(D${FIRST}:D${last},">"&D{at})+COUNTIF(D${FIRST}:D{at},D{at})'
        odd = f"+MOD(B$2-SUM(C${FIRST}:C${last}),{unit})" if place == 0 else ""
        prize = f"=C{at}+IF({better}<=B$3,{unit},0){odd}"
        sheet.write_formula(at - 1, 4, prize, money, prizes[place])
    sheet.write(last, 0, "Suma", bold)
    sheet.write_formula(last, 1, f"=SUM(B{FIRST}:B{last})", bold, 100)
    sheet.write_formula(last, 4, f"=SUM(E{FIRST}:E{last})", money, sum(prizes))
    check = f'=IF(AND(B{last + 1}=100,E{last + 1}=B2),"cuadra","no cuadra")'
    sheet.write_formula(last + 1, 4, check, bold, "cuadra")


def pesos(amount: int) -> str:
    """
    >>> pesos(60000)
    '$60.000'
    """
    return f"${amount:,}".replace(",", ".")


def information_sheet(bases: Bases) -> bytes:
    """The sheet of information for the room."""
    return document(bases.nombre, information(bases))


def information(bases: Bases) -> dict[str, list[str]]:
    """What the sheet says: general data, dates, prices, structure and prizes."""
    general = [
        *held(bases),
        f"Participantes: de {bases.minimo} a {bases.maximo}.",
        f"Fichas al comenzar: {bases.pila}.",
    ]
    if not bases.rondas:
        general.append(
            f"Reloj: {bases.reloj} segundos por decisión. Tarjetas de tiempo: {bases.tarjetas} al"
            f" comenzar y cada día, {bases.tarjetas_final} más en la mesa final."
        )
    return {
        "Datos generales": general,
        "Precios": [
            f"{label}: {pesos(own.precio)} (comisión {pesos(own.comision)}),"
            f" {bases.chips(kind)} fichas"
            for kind, label in SALES.items()
            for own in [getattr(bases, kind)]
            if own.limite != 0
        ],
        "Estructura": _rounds(bases) or _levels(bases),
        "Premios": [
            f"Desde {tramo.desde} entradas: " + ", ".join(
                f"{place}.º {share} %" for place, share in enumerate(tramo.reparto, 1)
            )
            for tramo in bases.tramos
        ],
        "Pago y reclamos": [bases.pago, bases.disputas, bases.cambios],
    }  # fmt: skip


def held(bases: Bases) -> list[str]:
    """What is played, when and where; a practice tournament is held whenever it is full."""
    game = game_name_of(bases, bases.juego)
    when = (
        "Torneo de práctica: comienza cuando se completa."
        if bases.practica
        else f"Inicio: {bases.inicio:%d-%m-%Y %H:%M}. Término: {bases.termino:%d-%m-%Y %H:%M}."
    )
    where = "sala de juego" if bases.sala == "sala-de-juego" else "recinto autorizado"
    return [f"Juego: {game}. Categoría: {CATEGORY[bases.categoria]}. Lugar: {where}.", when]


def game_name_of(bases: Bases, game: str) -> str:
    """A game of the Catalogue, or the program of machines, by its name."""
    return named("program" if bases.categoria == "maquinas" else "game", game, "es")


def _levels(bases: Bases) -> list[str]:
    found = []
    for number in range(1, len(bases.niveles) + 1):
        minutes, small, big, ante = bases.level(number)
        rest = bases.break_after(number)
        pause = f"; descanso de {rest} min" if rest else ""
        found.append(f"Nivel {number}: {small} / {big}, ante {ante}, {minutes} min{pause}")
    return found


def _rounds(bases: Bases) -> list[str]:
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


def document(title: str, parts: Mapping[str, list[str]]) -> bytes:
    """A document of a title and parts of lines."""
    pdf = FPDF(format="A4")
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 16)
    pdf.multi_cell(0, 10, _plain(title), new_x="LMARGIN", new_y="NEXT")
    for name, lines in parts.items():
        _part(pdf, name, lines)
    return bytes(pdf.output())


def _part(pdf: FPDF, title: str, lines: list[str]) -> None:
    pdf.ln(2)
    pdf.set_font("Helvetica", "B", 12)
    pdf.cell(0, 8, _plain(title), new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Helvetica", "", 10)
    for line in lines:
        pdf.multi_cell(0, 6, _plain(line), new_x="LMARGIN", new_y="NEXT")


def _plain(text: str) -> str:
    """Text in the letters of the built-in faces."""
    return text.encode("latin-1", "replace").decode("latin-1")
