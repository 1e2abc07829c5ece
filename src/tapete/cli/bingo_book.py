"""The book of actas of a hall as PDF, a folio a game."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF

from tapete.cli.bingo_pdf import latin
from tapete.floor.units.sala.book import Books, Folio, Signature
from tapete.telling.texts import pesos, t


def write_book(books: Books, hall: str, file: Path, lang: str) -> None:
    """Write the book: a page a folio, and the complaints after them."""
    pdf = FPDF(format="A4")
    pdf.set_creator("Tapete")
    for folio in books.folios:
        pdf.add_page()
        _title(pdf, t("bingo.book.folio", lang, hall=hall, n=folio.number, game=folio.game))
        for line in lines_of(folio, lang):
            pdf.multi_cell(0, 6, latin(line), new_x="LMARGIN", new_y="NEXT")
    if books.complaints or not books.folios:
        pdf.add_page()
        _title(pdf, t("bingo.book.complaints", lang, hall=hall))
        for folio_number, who, text in books.complaints:
            said = f"{folio_number}. {who}: {text}"
            pdf.multi_cell(0, 6, latin(said), new_x="LMARGIN", new_y="NEXT")
    pdf.output(str(file))


def _title(pdf: FPDF, text: str) -> None:
    pdf.set_font("helvetica", "B", 14)
    pdf.multi_cell(0, 9, latin(text), new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("helvetica", "", 10)


def lines_of(folio: Folio, lang: str) -> list[str]:
    """A folio as it is read."""
    found = [
        _signed("opened", folio.opened, lang),
        t("bingo.book.sold", lang, cards=folio.cards, ranges=folio.ranges or folio.series,
          price=pesos(folio.price, lang), takings=pesos(folio.takings, lang)),
    ]  # fmt: skip
    for pot, amount in folio.pots.items():
        found.append(t("bingo.book.pot", lang, pot=pot, amount=pesos(amount, lang)))
    for prize in folio.prizes:
        who = ", ".join(f"{name} {pesos(part, lang)}" for name, part in prize.shares.items())
        found.append(
            t("bingo.book.prize", lang, prize=prize.prize, amount=pesos(prize.amount, lang),
              ball=prize.ball, cards=", ".join(prize.cards), who=who)
        )  # fmt: skip
    for name, paid in (("paid", folio.paid), ("refunded", folio.refunds)):
        for who, amount in paid.items():
            found.append(t(f"bingo.book.{name}", lang, who=who, amount=pesos(amount, lang)))
    found.append(t("bingo.book.balls", lang, balls=" ".join(map(str, folio.balls))))
    found += [t("bingo.book.incident", lang, text=text) for text in folio.incidents]
    found.append(t("bingo.book.ended", lang, how=folio.ended or "-"))
    found.append(_signed("closed", folio.closed, lang))
    found.append(t("bingo.book.digest", lang, before=folio.before[:16], digest=folio.digest))
    return found


def _signed(what: str, by: Signature | None, lang: str) -> str:
    if by is None:
        return t(f"bingo.book.{what}-by-system", lang)
    at = datetime.fromtimestamp(by.at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return t(f"bingo.book.{what}", lang, role=by.role, person=by.person, at=at)
