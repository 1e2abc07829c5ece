"""Charts of poker against the bank in words: the hands of each row."""

from __future__ import annotations

from tapete.telling.names import hand_name
from tapete.telling.texts import t, texts


def row_label(group: str, low: str, high: str, lang: str) -> str:
    """The hands of a row: a group of them, from one detail of it to another.

    >>> row_label("par", "9", "A", "es")
    'par: de 9 a A'
    """
    group, _, lacks = group.partition(":")
    group = group.partition("-")[2] if group[1:2] == "-" else group
    if group == "mejor" and low.isdecimal():
        return t("pokerchart.group.iguales", lang)
    if group in ("dibujo", "mejor"):
        low, high = _detail(low, lang), _detail(high, lang)
        return low if low == high else t("pokerchart.range", lang, low=low, high=high)
    low, high = ten(low), ten(high)
    said = low if low == high else t("pokerchart.range", lang, low=low, high=high)
    key = f"pokerchart.group.{group}"
    if lacks:
        gaps = t(f"pokerchart.gaps.{lacks[0]}", lang)
        ends = t("pokerchart.one-end", lang) if lacks[1] == "-" else ""
        return t(f"{key}.row", lang, gaps=gaps, ends=ends, highs=said)
    if key in texts(lang):
        return t(key, lang, range=said)
    return f"{hand_name(group, lang)}: {said}"


def _detail(name: str, lang: str) -> str:
    key = f"pokerchart.draw.{name}"
    return t(key, lang) if key in texts(lang) else hand_name(name, lang)


def ten(text: str) -> str:
    """Ranks as people write them: 10 for T."""
    return text.replace("T", "10")
