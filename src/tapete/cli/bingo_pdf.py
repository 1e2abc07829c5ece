"""Sheets of bingo cards as PDF: six cards a page of A4, their backs on the page after it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fpdf import FPDF

from tapete.systems.bingo.cards import TENS
from tapete.systems.bingo.design import Design, Issue, security_code
from tapete.telling.texts import pesos, t

PAGE = 6
WIDTH, HEIGHT, MARGIN, GAP = 210.0, 297.0, 10.0, 6.0
CARD_W = WIDTH - 2 * MARGIN
CARD_H = (HEIGHT - 2 * MARGIN - (PAGE - 1) * GAP) / PAGE
CELL_W, CELL_H = CARD_W / 9, 11.0
FIELDS = ("bingo.back.name", "bingo.back.document", "bingo.back.phone")


class Sheets:
    """A file of cards: each has its series and number, its face value, how many cards the series
    has (CAT-V.2.2.1-06) and a security code; its back has room for the player's names, document
    and telephone (CAT-V.2.2.1-07)."""

    def __init__(
        self, design: Design, *, series: str, price: int, casino: str, lang: str, key: bytes
    ) -> None:
        self.design, self.series, self.price, self.casino = design, series, price, casino
        self.lang, self.key = lang, key
        self.faces = design.faces()
        self.pdf = FPDF(format="A4")
        self.pdf.set_auto_page_break(False)
        self.pdf.set_creator("Tapete")

    def add(self, numbers: Sequence[int]) -> None:
        """A page with these cards, and one with their backs."""
        self.pdf.add_page()
        for place, number in enumerate(numbers):
            self._card(number, MARGIN + place * (CARD_H + GAP))
        self.pdf.add_page()
        for place, number in enumerate(numbers):
            self._back(number, MARGIN + place * (CARD_H + GAP))

    def write(self, file: Path) -> None:
        """Write the file."""
        self.pdf.output(str(file))

    def code_of(self, number: int) -> str:
        """The security code of a card on paper: it is printed before anybody knows the game."""
        issue = Issue(
            design=self.design.seed[:16], series=self.series, number=number, game="",
            face=self.faces[number],
        )  # fmt: skip
        return security_code(self.key, issue)

    def _frame(self, top: float) -> None:
        self.pdf.set_draw_color(60)
        self.pdf.set_line_width(0.4)
        self.pdf.rect(MARGIN, top, CARD_W, CARD_H)

    def _line(self, top: float, left: str, right: str, size: int = 8) -> None:
        self.pdf.set_font("helvetica", "B" if size > 8 else "", size)
        self.pdf.set_xy(MARGIN + 1, top)
        self.pdf.cell(CARD_W - 2, 4, latin(left))
        self.pdf.set_xy(MARGIN + 1, top)
        self.pdf.cell(CARD_W - 2, 4, latin(right), align="R")

    def _card(self, number: int, top: float) -> None:
        self._frame(top)
        facts = {"series": self.series, "n": number, "size": self.design.size}
        self._line(top + 0.8, t("bingo.card.number", self.lang, **facts),
                   pesos(self.price, self.lang), 9)  # fmt: skip
        self.pdf.set_font("helvetica", "B", 16)
        for row, numbers in enumerate(self.faces[number].rows):
            by_column = {TENS.column_of(one): one for one in numbers}
            for column in range(9):
                self.pdf.set_xy(MARGIN + column * CELL_W, top + 5.2 + row * CELL_H)
                found = by_column.get(column)
                self.pdf.set_fill_color(255 if found else 225)
                said = "" if found is None else str(found)
                self.pdf.cell(CELL_W, CELL_H, said, border=1, align="C", fill=True)
        code = t("bingo.card.code", self.lang, code=self.code_of(number))
        self._line(top + CARD_H - 4.2, self.casino, code, 7)

    def _back(self, number: int, top: float) -> None:
        self._frame(top)
        facts = {"series": self.series, "n": number, "size": self.design.size}
        self._line(top + 1, t("bingo.card.number", self.lang, **facts), self.casino, 9)
        self.pdf.set_font("helvetica", "", 10)
        for k, field in enumerate(FIELDS):
            y = top + 10 + k * 11
            self.pdf.set_xy(MARGIN + 2, y)
            self.pdf.cell(60, 5, latin(t(field, self.lang)))
            self.pdf.line(MARGIN + 60, y + 5, MARGIN + CARD_W - 4, y + 5)


def latin(text: str) -> str:
    """Text as the built-in faces can show it.

    >>> latin("Cartón – A"), latin("$\u00a01.000")
    ('Cartón - A', '$ 1.000')
    """
    plain = text.replace("–", "-").replace("\u00a0", " ").replace("\u202f", " ")
    return plain.encode("latin-1", "replace").decode("latin-1")
