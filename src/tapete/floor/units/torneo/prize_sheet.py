"""The prize table as the regulator's spreadsheet, with formulas that live (CAT-VII.3.1-28): what is
sold, the fund that comes of it, and what each place is paid."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from tapete.systems.tournament.bases import Bases, Tramo
from tapete.systems.tournament.prizes import prize_table
from tapete.telling.tables import workbook

SALES = {"entrada": "Entradas", "reentrada": "Reentradas", "recompra": "Recompras",
         "addon": "Add-on"}  # fmt: skip
COUNTED = ("entrada", "reentrada")
"""What brackets count, and what carries a bounty."""
FUND = ("Aporte del casino", "Otros usos", "Fondo garantizado", "Fondo de premios")
HEADS = ("Lugar", "Porcentaje", "Piso", "Resto", "Premio")
SOLD_HEADS = ("Fuente", "Número", "Precio", "Comisión", "Recompensa", "Al fondo")


class Rows:
    """The rows of a sheet, counted as a spreadsheet does."""

    def __init__(self, kinds: int, places: int) -> None:
        self.first_sale = 4
        self.last_sale = self.first_sale + kinds - 1
        self.added = self.last_sale + 2
        self.fund = self.added + len(FUND) - 1
        self.left = self.fund + 1
        self.first = self.left + 3
        self.last = self.first + places - 1


def prize_sheets(bases: Bases) -> bytes:
    """A sheet for each bracket of entrants. Whoever changes what is sold sees the fund and the
    prizes change as the bases say: floors in whole units, what is left by the largest remainder."""
    written = BytesIO()
    book = workbook(written)
    bold, money = book.add_format({"bold": True}), book.add_format({"num_format": "#,##0"})
    for tramo in bases.tramos:
        last = "más" if tramo.hasta is None else tramo.hasta
        sheet = book.add_worksheet(f"{tramo.desde} a {last}")
        sheet.set_column(0, 5, 19)
        _bracket(sheet, bases, tramo, bold, money)
    book.close()
    return written.getvalue()


def _bracket(sheet: Worksheet, bases: Bases, tramo: Tramo, bold: Format, money: Format) -> None:
    kinds = [kind for kind, own in bases.prices.items() if own.limite != 0]
    rows = Rows(len(kinds), len(tramo.reparto))
    sheet.write(0, 0, bases.nombre, bold)
    until = "en adelante" if tramo.hasta is None else f"a {tramo.hasta}"
    sheet.write(1, 0, f"De {tramo.desde} {until}: entradas y reentradas", bold)
    counts = " + ".join(f"B{rows.first_sale + n}" for n, k in enumerate(kinds) if k in COUNTED)
    most = "" if tramo.hasta is None else f",{counts}<={tramo.hasta}"
    inside = f'=IF(AND({counts}>={tramo.desde}{most}),"de este tramo","de otro tramo")'
    sheet.write_formula(1, 4, inside, bold, "de este tramo")
    fund = _sales(sheet, bases, kinds, tramo.desde, rows, bold, money)
    _places(sheet, bases, tramo, fund, rows, bold, money)


def _sales(
    sheet: Worksheet, bases: Bases, kinds: list[str], entries: int, rows: Rows, bold: Format,
    money: Format,
) -> int:  # fmt: skip
    """What is sold of each kind, and the fund: takings less commission and bounties, the casino's
    part, other uses, and no less than is guaranteed."""
    for column, label in enumerate(SOLD_HEADS):
        sheet.write(rows.first_sale - 2, column, label, bold)
    own_fund = 0
    for n, kind in enumerate(kinds):
        at, own = rows.first_sale + n, bases.prices[kind]
        count = entries if kind == "entrada" else 0
        bounty = bases.recompensa if kind in COUNTED else 0
        part = count * (own.precio - own.comision - bounty)
        own_fund += part
        sheet.write(at - 1, 0, SALES[kind])
        for column, value in enumerate((count, own.precio, own.comision, bounty), 1):
            sheet.write(at - 1, column, value, money)
        sheet.write_formula(at - 1, 5, f"=B{at}*(C{at}-D{at}-E{at})", money, part)
    added = rows.added
    fund = max(own_fund + bases.aporte - bases.otros, bases.garantia)
    takings = f"SUM(F{rows.first_sale}:F{rows.last_sale})"
    for n, value in enumerate((bases.aporte, bases.otros, bases.garantia)):
        sheet.write(added - 1 + n, 0, FUND[n])
        sheet.write(added - 1 + n, 1, value, money)
    sheet.write(rows.fund - 1, 0, FUND[-1], bold)
    given = f"=MAX({takings}+B{added}-B{added + 1},B{added + 2})"
    sheet.write_formula(rows.fund - 1, 1, given, money, fund)
    return fund


def _places(
    sheet: Worksheet, bases: Bases, tramo: Tramo, fund: int, rows: Rows, bold: Format,
    money: Format,
) -> None:  # fmt: skip
    unit, first, last = bases.unidad, rows.first, rows.last
    prizes = prize_table(fund, tramo.percent, unit)
    floors = [int(fund * share / 100 // unit) * unit for share in tramo.percent]
    all_ = f"B${rows.fund}"
    over = f"{all_}-SUM(C${first}:C${last})"
    sheet.write(rows.left - 1, 0, "Unidades por repartir")
    left = (fund - sum(floors)) // unit
    sheet.write_formula(rows.left - 1, 1, f"=INT(({over})/{unit})", money, left)
    for column, label in enumerate(HEADS):
        sheet.write(first - 2, column, label, bold)
    for place, share in enumerate(tramo.percent):
        at = first + place
        sheet.write(at - 1, 0, place + 1)
        sheet.write(at - 1, 1, float(share))
        # A share is rounded before its floor is taken: a spreadsheet counts in binary fractions.
        floor = f"=INT(ROUND({all_}*B{at}/100/{unit},6))*{unit}"
        sheet.write_formula(at - 1, 2, floor, money, floors[place])
        rest = float(Fraction(fund) * share / 100 - floors[place])
        sheet.write_formula(at - 1, 3, f"=ROUND({all_}*B{at}/100-C{at},6)", money, rest)
        better = f'COUNTIF(D${first}:D${last},">"&D{at})+COUNTIF(D${first}:D{at},D{at})'
        odd = f"+MOD({over},{unit})" if place == 0 else ""
        prize = f"=C{at}+IF({better}<=B${rows.left},{unit},0){odd}"
        sheet.write_formula(at - 1, 4, prize, money, prizes[place])
    sheet.write(last, 0, "Suma", bold)
    sheet.write_formula(last, 1, f"=SUM(B{first}:B{last})", bold, 100)
    sheet.write_formula(last, 4, f"=SUM(E{first}:E{last})", money, sum(prizes))
    check = f'=IF(AND(ROUND(B{last + 1},6)=100,E{last + 1}=B{rows.fund}),"cuadra","no cuadra")'
    sheet.write_formula(last + 1, 4, check, bold, "cuadra")
