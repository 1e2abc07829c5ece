"""How to play video poker, as ``tapete strategy PROGRAM`` shows and writes it."""

from __future__ import annotations

import io
from fractions import Fraction

import msgspec
from PIL import Image, ImageDraw, ImageFont
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tapete.cli.chart_png import EDGE, FAINT, INK, PAPER, ROW
from tapete.cli.par import find_program, percent
from tapete.cli.poker_png import plain
from tapete.cli.speaking import Refusal
from tapete.systems.machines.library import shipped, shipped_ids, shipped_list
from tapete.systems.machines.poker_list import PokerList
from tapete.systems.machines.program import VideoPoker
from tapete.telling.holds import line_words
from tapete.telling.tables import csv_text
from tapete.telling.texts import number, t

SHADE = "#e9efe9"
WIDE = 1080


def list_of(name: str, lang: str) -> PokerList:
    """The list of a program: one of the house's as it was derived, another's derived now."""
    program = find_program(name, lang)
    if not isinstance(program, VideoPoker):
        known = ", ".join(one for one in shipped_ids() if isinstance(shipped(one), VideoPoker))
        raise Refusal(t("par.list.none", lang, program=program.id, known=known))
    if not name.endswith(".toml") and (found := shipped_list(name)) is not None:
        return found
    from tapete.maths.machines.poker_list import poker_list

    return poker_list(program)


def lines(found: PokerList, lang: str) -> list[tuple[str, str, str, str]]:
    """Place, what is kept, how many hands, what it is worth."""
    return [
        (
            str(place), line_words(line, lang), percent(Fraction(line.share), lang),
            number(line.worth, lang, "0.000"),
        )
        for place, line in enumerate(found.lines, 1)
    ]  # fmt: skip


def heads(lang: str) -> tuple[str, ...]:
    """The columns' names."""
    return ("", *(t(f"par.list.{name}", lang) for name in ("hold", "share", "worth")))


def returns(found: PokerList, lang: str) -> str:
    """What following the list returns, beside perfect play."""
    back, best = percent(Fraction(found.back), lang), percent(Fraction(found.best), lang)
    return t("par.list.back", lang, back=back, best=best)


def facts(found: PokerList, lang: str) -> bytes:
    """The list as data, with its words."""
    data = msgspec.to_builtins(found)
    for line, words in zip(data["lines"], found.lines, strict=True):
        line["words"] = line_words(words, lang)
    return msgspec.json.format(msgspec.json.encode(data), indent=2)


def as_csv(found: PokerList, lang: str) -> str:
    """The list as a table of another program."""
    return csv_text([heads(lang), *lines(found, lang)])


def show(console: Console, found: PokerList, lang: str) -> None:
    """The list at the terminal."""
    console.print(Text(t("par.list.title", lang, program=found.program), style="bold"))
    console.print(Text(t("par.list.how", lang), style="dim"))
    table = Table(box=None, pad_edge=False, header_style="bold")
    for at, name in enumerate(heads(lang)):
        table.add_column(name, justify="left" if at == 1 else "right")
    for row in lines(found, lang):
        table.add_row(*row)
    console.print(table)
    console.print(Text(returns(found, lang), style="dim"))


def draw(found: PokerList, lang: str) -> bytes:
    """The list as a picture."""
    large, usual, small = (ImageFont.load_default(size) for size in (32, 19, 17))
    image = Image.new("RGB", (WIDE, 2 * EDGE + 160 + (len(found.lines) + 1) * ROW), PAPER)
    page = ImageDraw.Draw(image)
    title = t("par.list.title", lang, program=found.program)
    page.text((EDGE, EDGE), plain(title), font=large, fill=INK)
    page.text((EDGE, EDGE + 46), plain(t("par.list.how", lang)), font=small, fill=FAINT)
    columns = ((EDGE + 44, "rm"), (EDGE + 64, "lm"), (WIDE - EDGE - 130, "rm"), (WIDE - EDGE, "rm"))
    y = EDGE + 90
    for place, row in enumerate((heads(lang), *lines(found, lang))):
        if place and place % 2:
            page.rectangle((EDGE, y, WIDE - EDGE, y + ROW - 1), fill=SHADE)
        for (x, anchor), text in zip(columns, row, strict=True):
            middle = (x - 8 if anchor == "rm" else x, y + ROW // 2)
            ink = INK if place else FAINT
            page.text(middle, plain(text), font=usual, fill=ink, anchor=anchor)
        y += ROW
    page.text((EDGE, y + 16), plain(returns(found, lang)), font=small, fill=FAINT)
    kept = io.BytesIO()
    image.save(kept, "PNG", optimize=True)
    return kept.getvalue()
