"""Sheets of paper to print: heads, lines with the suits of cards in them, cards on a strip of felt,
pages with their number. Opened only by whoever prints: its library is heavy."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fpdf import FPDF

SUITS = {"♣": "\xa8", "♦": "\xa9", "♥": "\xaa", "♠": "\xab"}
"""Of the built-in face with the suits of cards."""
SUIT_OF = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
FELT, PAPER, RED, QUIET = (14, 90, 68), (253, 248, 234), (176, 32, 38), (90, 80, 70)
EDGE, WIDE, NAMES, SUMS = 10, 190, 60, 30
"""Where a line begins, how long it is, what of it is for a name and for a sum, in millimetres."""
LAST = 258
"""Lower than this nothing is begun."""
CARD_W, CARD_H = 9.0, 12.5


class Sheet(FPDF):
    """A4, its title and the number of the page at the foot of each."""

    def __init__(self, title: str) -> None:
        super().__init__(format="A4")
        self.named = latin(title)
        self.set_title(self.named)
        self.set_creator("Tapete")
        self.set_auto_page_break(True, 18)
        self.add_page()
        self.face(16, bold=True)
        self.line_of(title, 9)

    def footer(self) -> None:
        self.set_y(-13)
        self.face(8)
        self.set_text_color(*QUIET)
        self.cell(WIDE - 20, 5, self.named)
        self.cell(20, 5, f"{self.page_no()}/{{nb}}", align="R")
        self.set_text_color(0)

    def face(self, size: float = 10, *, bold: bool = False) -> None:
        self.set_font("helvetica", "B" if bold else "", size)

    def begin(self, high: float = 0) -> None:
        """What is begun here, after so much above it, is not torn from what follows."""
        if self.get_y() + high > LAST:
            self.add_page()

    def head(self, title: str) -> None:
        self.ln(3)
        self.begin(12)
        self.face(12, bold=True)
        self.line_of(title, 7)
        self.set_draw_color(*FELT)
        self.line(EDGE, self.get_y(), EDGE + WIDE, self.get_y())
        self.ln(1.5)
        self.face()

    def line_of(self, said: str, high: float = 5.2) -> None:
        """A paragraph; suits of cards are drawn as on the cards, the red ones in red."""
        parts = re.split("([♣♦♥♠])", said)
        if len(parts) == 1:
            self.multi_cell(0, high, latin(said), align="L", new_x="LMARGIN", new_y="NEXT")
            return
        size, bold, colour = self.font_size_pt, "B" in self.font_style, self.text_color
        for part in parts:
            if part in SUITS:
                self.set_font("zapfdingbats", "", size)
                if part in "♦♥":
                    self.set_text_color(*RED)
                self.write(high, SUITS[part])
                self.set_text_color(colour or 0)
            else:
                self.face(size, bold=bold)
                self.write(high, latin(part))
        self.ln(high)

    def quiet(self, said: str) -> None:
        self.set_text_color(*QUIET)
        self.line_of(said)
        self.set_text_color(0)
        self.ln(1)

    def row(self, name: str, said: str, net: str = "") -> None:
        """A name, beside it what belongs to it, and what it came to: a loss in red."""
        top = self.get_y()
        self.cell(NAMES, 5.6, latin(name))
        self.face(bold=True)
        self.set_text_color(*(RED if net.startswith("-") else FELT))
        self.set_x(EDGE + WIDE - SUMS)
        self.cell(SUMS, 5.6, latin(net), align="R")
        self.set_text_color(0)
        self.face()
        self.set_xy(EDGE + NAMES, top)
        width = WIDE - NAMES - SUMS
        self.multi_cell(width, 5.6, latin(said), align="L", new_x="LMARGIN", new_y="NEXT")

    def cards(self, name: str, cards: Sequence[str]) -> None:
        """Cards on a strip of felt, and whose they are."""
        top = self._strip(name, CARD_H + 3)
        for n, card in enumerate(cards[:12]):
            x, suit = EDGE + NAMES + 1 + n * (CARD_W + 1.2), SUIT_OF.get(card[-1:], "")
            self.set_fill_color(255, 255, 255)
            self.rect(x, top + 1.5, CARD_W, CARD_H, style="F", round_corners=True, corner_radius=1)
            self.set_text_color(*(RED if suit in "♦♥" else (20, 20, 24)))
            self.set_xy(x, top + 2.2)
            self.face(9, bold=True)
            self.cell(CARD_W, 5, card[:-1].replace("T", "10"), align="C")
            self.set_xy(x, top + 7.4)
            self.set_font("zapfdingbats", "", 10)
            self.cell(CARD_W, 5, SUITS.get(suit, ""), align="C")
        self._under(top + CARD_H + 3)

    def result(self, said: str) -> None:
        """What came, on a strip of felt."""
        self._under(self._strip(said, 11, 13) + 11)

    def _strip(self, name: str, high: float, size: float = 9) -> float:
        if self.get_y() + high > 275:
            self.add_page()
        top = self.get_y()
        self.set_fill_color(*FELT)
        self.rect(EDGE, top, WIDE, high, style="F")
        self.set_xy(EDGE + 2, top + high / 2 - 3)
        self.set_text_color(*PAPER)
        self.face(size, bold=True)
        self.cell(NAMES - 2, 6, latin(name))
        return top

    def _under(self, y: float) -> None:
        self.set_text_color(0)
        self.face()
        self.set_xy(EDGE, y + 0.6)


def latin(said: str) -> str:
    """Text as the built-in faces can show it.

    >>> latin("Cartón – ≈ A♥")
    'Cartón - ? Ah'
    """
    marks: Mapping[str, str] = {"–": "-", "—": "-", "−": "-", "“": '"', "”": '"', "’": "'",
                                "…": "...", "\u00a0": " ", "\u202f": " ",
                                "♥": "h", "♦": "d", "♣": "c", "♠": "s"}  # fmt: skip
    plain = "".join(marks.get(sign, sign) for sign in said)
    return plain.encode("latin-1", "replace").decode("latin-1")
