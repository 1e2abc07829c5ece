"""Cloths made of boxes: Big Six, Corona y Ancla, Chuck a Luck, craps, and any other game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from tapete.cli.terminal.canvas import Canvas, Chips, short
from tapete.core.book.bet import bet_id, kind_of
from tapete.core.round.event import at_seat
from tapete.core.round.felt import Felt
from tapete.telling.names import bet_name, card_name, named

CRAPS_ROWS: tuple[tuple[str, ...], ...] = (
    ("come", "dont-come", "field", "big-6", "big-8"),
    ("pass", "odds-pass", "dont-pass", "odds-dont-pass"),
    ("hard-4", "hard-6", "hard-8", "hard-10", "horn"),
    ("siete", "once", "under-7", "over-7", "any-craps"),
    ("craps-2", "craps-3", "craps-12"),
)
POINTS = ("4", "5", "6", "8", "9", "10")
SYMBOLS = {
    "corona": ("♛", "bold #ffd75f"),
    "ancla": ("Ψ", "bold #5fd7ff"),
    "pique": ("♠", "bold white"),
    "trebol": ("♣", "bold white"),
    "corazon": ("♥", "bold #ff5f5f"),
    "diamante": ("♦", "bold #ff5f5f"),
}
FACES = " ⚀⚁⚂⚃⚄⚅"
PUCK = "marcador-de-salida"
BUTTON = "boton"
WIDTH = 76
WHEEL_SHOWN = 9


def draw(rules: Any, felt: Felt, chips: Chips, lang: str, bets: Sequence[str]) -> RenderableType:
    """The boxes of the cloth in rows; what lies on bets without a box comes after them."""
    rows = [list(row) for row in _rows(bets)]
    drawn = {bet for row in rows for bet in row}
    parts: list[RenderableType] = list(_results(rules, felt, lang))
    if _is_craps(bets):
        parts += _points(felt, chips, lang)
        drawn |= {f"{kind}:{point}" for kind in _ON_POINTS for point in POINTS}
    extra = [bet for bet in felt.chips if bet not in drawn]
    rows += [extra[start : start + 4] for start in range(0, len(extra), 4)]
    return Group(*parts, *_boxes(rules, felt, chips, lang, rows, tight=_is_craps(bets)))


_PLACED = ("right", "wrong")
_ON_POINTS = (*_PLACED, "come", "dont-come")


def _is_craps(bets: Iterable[str]) -> bool:
    return any(kind_of(bet) in _PLACED for bet in bets)


def _rows(bets: Sequence[str]) -> Iterable[Sequence[str]]:
    if _is_craps(bets):
        for row in CRAPS_ROWS:
            present = [bet for bet in row if bet in bets]
            if present:
                yield present
        known = {bet for row in CRAPS_ROWS for bet in row}
        bets = [b for b in bets if b not in known and kind_of(b) not in _ON_POINTS]
    per = 7 if len(bets) == 7 else 6 if len(bets) % 6 == 0 else 4
    for start in range(0, len(bets), per):
        yield bets[start : start + per]


def _boxes(
    rules: Any, felt: Felt, chips: Chips, lang: str, rows: list[list[str]], *, tight: bool
) -> Iterable[Text]:
    """Rows of boxes that share their lines; a tight one shows what it pays while it is empty."""
    high = 3 if tight else 4
    canvas = Canvas(width=WIDTH, height=high * len(rows) + 1)
    for number, row in enumerate(rows):
        y = number * high
        edges = [round(i * (WIDTH - 1) / len(row)) for i in range(len(row) + 1)]
        for bet, x, end in zip(row, edges, edges[1:], strict=False):
            width = end - x - 1
            canvas.box(y, x, high + 1, end - x + 1)
            symbol, style = SYMBOLS.get(bet, ("", "bold"))
            title = f"{symbol} {bet_name(bet, lang)}".strip()
            canvas.centred(y + 1, x + 1, width, _fit(title, width), style)
            if not (tight and bet in felt.chips):
                canvas.centred(y + 2, x + 1, width, _fit(odds_of(rules, bet), width), "dim")
            _stakes(canvas, chips, felt, bet, y + high - 1, x + 1, width)
    return canvas.lines()


def _fit(title: str, width: int) -> str:
    return title if len(title) <= width else title[: width - 1] + "…"


def _stakes(canvas: Canvas, chips: Chips, felt: Felt, bet: str, y: int, x: int, width: int) -> None:
    stakes = felt.chips.get(bet, {})
    order = sorted(stakes, key=lambda seat: (seat != chips.you, seat))
    said = [(f"●{short(stakes[seat])}", chips.style(seat)) for seat in order]
    while len(said) > 1 and sum(len(text) + 1 for text, _ in said) > width + 1:
        said.pop()
    at = x + max(0, width - sum(len(text) + 1 for text, _ in said) + 1) // 2
    for text, style in said:
        canvas.write(y, at, text[: x + width - at], style)
        at += len(text) + 1


def odds_of(rules: Any, bet: str) -> str:
    """What the bet pays, as the pay table of the edition writes it.

    A bet paid by what falls (doublets, aces, treble) shows each of its rows.
    """
    kind = kind_of(bet)
    exact = [pay.odds for pay in rules.pays.values() if pay.bet == bet]
    rows = exact or [pay.odds for pay in rules.pays.values() if pay.bet == kind]
    row = rules.bet(bet)
    if not rows and row is not None and not row.chips:  # one row for all of them (simple chances)
        rows = [pay.odds for pay in rules.pays.values() if pay.bet not in rules.bets]
    return " ".join(dict.fromkeys(rows))


def _points(felt: Felt, chips: Chips, lang: str) -> list[Text]:
    """The numbers of craps with the puck, and under each the bets that stand on it."""
    place = felt.markers.get(PUCK)
    lying = {named.kind for named in map(bet_id, felt.chips) if named.on}
    kinds = [kind for kind in _ON_POINTS if kind in _PLACED or kind in lying]
    label = 12
    canvas = Canvas(width=WIDTH, height=4 + len(kinds))
    width = (WIDTH - 1 - label) // len(POINTS)
    for row, kind in enumerate(kinds):
        canvas.write(3 + row, 1, _fit(bet_name(kind, lang), label - 1), "dim")
    for i, point in enumerate(POINTS):
        x = label + i * width
        end = WIDTH - 1 if point == POINTS[-1] else x + width
        canvas.box(0, x, 4 + len(kinds), end - x + 1)
        on = place is not None and place.rpartition(":")[2] == point
        canvas.centred(1, x + 1, end - x - 1, point, "bold" + (" black on white" if on else ""))
        if on:
            canvas.centred(2, x + 1, end - x - 1, "◉ ON", "bold black on white")
        for row, kind in enumerate(kinds):
            _stakes(canvas, chips, felt, f"{kind}:{point}", 3 + row, x + 1, end - x - 1)
    if place is not None and place.rpartition(":")[2] not in POINTS:
        canvas.write(1, 1, "◉ OFF", "bold white on black")
    return list(canvas.lines())


def markers_of(state: Any) -> dict[str, str]:
    """The markers a table keeps between rounds: the puck of craps, the button of poker."""
    if hasattr(state, "point"):
        return {PUCK: "OFF" if state.point is None else f"ON:{state.point}"}
    if getattr(state, "button", None) is not None:
        return {BUTTON: at_seat(state.button)}
    return {}


def _results(rules: Any, felt: Felt, lang: str) -> Iterable[Text]:
    wheel = getattr(rules, "disc", ())
    if wheel:
        yield _wheel(tuple(wheel), felt)
    shown = [_result(result, lang) for result in reversed(felt.results[-9:])]
    yield Text("   ").join(shown) if shown else Text("")


def _wheel(places: tuple[str, ...], felt: Felt) -> Text:
    """The part of the wheel under the stopper; equal symbols stop at their first place."""
    result = felt.results[-1] if felt.results else places[0]
    at = places.index(result) if result in places else 0
    line = Text("  ◜ ", "dim")
    for step in range(-WHEEL_SHOWN, WHEEL_SHOWN + 1):
        place = places[(at + step) % len(places)]
        line.append(f"▸{place}◂" if step == 0 else f" {place}", "bold #ffd75f" if step == 0 else "")
    return line.append("  ◝", "dim")


def _result(result: str, lang: str) -> Text:
    line = Text()
    for part in result.split("-"):
        if part in SYMBOLS:
            line.append(*SYMBOLS[part]).append(" ")
        elif "-" in result and part.isdecimal() and 1 <= int(part) <= 6:
            line.append(f"{FACES[int(part)]} ", "bold")
        else:
            line.append(card_name(named("symbol", part, lang)), "bold")
    if "-" in result and all(part.isdecimal() for part in result.split("-")):
        line.append(str(sum(int(part) for part in result.split("-"))), "dim")
    return line
