"""Holds of video poker in words."""

from __future__ import annotations

from tapete.systems.machines.poker_list import Kind, Line
from tapete.telling.texts import t, texts

SIZES = {"par": 2, "par-alto": 2, "dos-pares": 4, "trio": 3}
"""Cards of a shape; what is kept besides is said apart."""


def hold_words(kind: Kind, lang: str) -> str:
    """A kind of hold, as a player says it: "4 a color con 2 altas"."""
    return _words(kind, _high(kind, kind, lang), lang)


def line_words(line: Line, lang: str) -> str:
    """A line of the list: kinds that differ by high cards alone are said in one breath."""
    first, last = line.kinds[0], line.kinds[-1]
    return _words(first, _high(first, last, lang), lang)


def row_words(row: str, lang: str) -> str:
    """A row of the pay table: "escalera real", "par de J o mejor", "póker de A con 2-4"."""
    name, _, of = row.partition(":")
    of, _, kicker = of.partition("+")
    said = t(f"par.hand.{name}", lang)
    if not of:
        return said
    better = "par.hand.or-better" if name == "pareja" else "par.hand.of"
    said = t(better, lang, hand=said, rank=of)
    return t("par.hand.kicker", lang, hand=said, rank=kicker) if kicker else said


def _words(kind: Kind, high: str, lang: str) -> str:
    if kind.row:
        return t("par.hold.whole", lang, hand=row_words(kind.row, lang))
    shape, _, gaps = kind.shape.partition("-")
    key = f"par.hold.{kind.shape}"
    if key not in texts(lang):
        key = f"par.hold.{shape}"
    if kind.shape == "sueltas" and kind.cards == 1:
        key = "par.hold.one-high" if kind.high else "par.hold.one"
    open_ = t(f"par.hold.gaps.{gaps}", lang) if gaps.isdecimal() else ""
    said = t(key, lang, n=kind.cards, gaps=open_)
    if kind.cards > SIZES.get(kind.shape, kind.cards):
        said = t("par.hold.extra", lang, hand=said, n=kind.cards - SIZES[kind.shape])
    if kind.shape != "sueltas" or kind.cards != 1:
        said += high
    if not kind.wilds:
        return said
    wilds = t("par.hold.wild" if kind.wilds == 1 else "par.hold.wilds", lang, n=kind.wilds)
    if kind.shape == "nada":
        return wilds
    return t("par.hold.with-wilds", lang, wilds=wilds, rest=said[0].lower() + said[1:])


def _high(first: Kind, last: Kind, lang: str) -> str:
    low, high = sorted((first.high, last.high))
    if not high or (low != high and not low):
        return ""
    if low != high:
        return t("par.hold.high-range", lang, low=low, high=high)
    return t("par.hold.high-one" if high == 1 else "par.hold.high", lang, n=high)
